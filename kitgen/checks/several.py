"""One question asked of many: answered by the worst, or by each that fails."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kitgen.checks.finding import Finding, within

MOST_FAILURES = 10
"""Of one question; how many more there are is said with the last."""


@dataclass(frozen=True)
class Case:
    """One figure of many.

    Attributes:
        between: what it concerns.
        value: the figure.
        low: least value allowed.
        high: largest value allowed.
        note: more for the reader.
    """

    between: tuple[str, ...]
    value: float
    low: float | None = None
    high: float | None = None
    note: str = ""

    @property
    def excess(self) -> float:
        """How far outside its limits, negative inside."""
        past = [
            self.value - self.high if self.high is not None else -math.inf,
            self.low - self.value if self.low is not None else -math.inf,
        ]
        return math.inf if math.isnan(self.value) else max(past)


def judged(
    check: str, measured: str, cases: Sequence[Case], *, unit: str, source: str
) -> Iterator[Finding]:
    """Judge many figures by their limits.

    Args:
        check: dotted name of the question.
        measured: what was measured, in words.
        cases: the figures; without any there is nothing to say.
        unit: of values and limits.
        source: where the limits come from.

    Yields:
        The finding of the worst case if all pass; else those that fail, the worst first, of which
        the last tells how many are left out.
    """
    ranked = sorted(cases, key=lambda case: -case.excess)  # stable: the order given decides ties
    found = [
        within(
            check,
            measured,
            case.between,
            case.value,
            low=case.low,
            high=case.high,
            unit=unit,
            source=source,
            note=case.note,
        )
        for case in ranked[: MOST_FAILURES + 1]
    ]
    failing = [finding for finding in found if finding.verdict != "pass"][:MOST_FAILURES]
    if not failing:
        if found:
            yield replace(found[0], note=_joined(found[0].note, f"worst of {len(cases)}"))
        return
    left = sum(case.excess > 0 for case in cases) - len(failing)
    if left > 0:
        failing[-1] = replace(failing[-1], note=_joined(failing[-1].note, f"and {left} more"))
    yield from failing


def _joined(*notes: str) -> str:
    return "; ".join(note for note in notes if note)
