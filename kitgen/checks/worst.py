"""Many measurements of one question, told as the worst of them and those that fail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.checks.finding import Finding, within

MOST_FAILURES = 10
"""Told one by one; more are counted."""


@dataclass(frozen=True)
class Measure:
    """One measurement with its limits.

    Attributes:
        value: the figure.
        between: ids of the assembly or names of parts.
        low: least value allowed, None for no limit.
        high: largest value allowed, None for no limit.
        note: where it was measured.
    """

    value: float
    between: tuple[str, ...]
    low: float | None = None
    high: float | None = None
    note: str = ""

    @property
    def margin(self) -> float:
        """How far inside its limits, negative outside; NaN is worst."""
        room = [float("inf")]
        if self.low is not None:
            room.append(self.value - self.low)
        if self.high is not None:
            room.append(self.high - self.value)
        return min(room) if self.value == self.value else float("-inf")


def judged(
    check: str,
    measured: str,
    measures: Sequence[Measure],
    *,
    unit: str,
    source: str,
    count: int | None = None,
) -> Iterator[Finding]:
    """One finding for the worst, and one for each further measurement that fails.

    Args:
        check: dotted name of the question.
        measured: what was measured, in words.
        measures: all of them; nothing is said of none.
        unit: of values and limits.
        source: where the limits come from.
        count: how many places they stand for, where some are alike; else as many as there are.
    """
    ordered = sorted(measures, key=lambda each: each.margin)
    failing = 0
    for index, each in enumerate(ordered):
        finding = within(
            check,
            measured,
            each.between,
            each.value,
            low=each.low,
            high=each.high,
            unit=unit,
            source=source,
            note=each.note,
        )
        failed = finding.verdict == "fail"
        if index and not failed:
            break
        failing += failed
        if index and failing > MOST_FAILURES:
            continue
        if index == 0:
            places = len(ordered) if count is None else count
            first = f"the worst of {places}" if places > 1 else ""
            note = "; ".join(filter(None, (first, each.note, _more(ordered))))
            finding = within(
                check,
                measured,
                each.between,
                each.value,
                low=each.low,
                high=each.high,
                unit=unit,
                source=source,
                note=note,
            )
        yield finding


def _more(ordered: Sequence[Measure]) -> str:
    failing = sum(each.margin < 0 for each in ordered)
    return f"{failing} fail" if failing > MOST_FAILURES else ""
