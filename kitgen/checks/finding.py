"""One answer of a check: what was measured, between which parts, against which limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["pass", "warn", "fail", "not judged"]

SLACK = 1e-9
"""Relative slack of a comparison: float64 arithmetic on figures that meet their limit exactly."""


@dataclass(frozen=True)
class Finding:
    """One figure with its limits.

    Attributes:
        check: dotted name of the question, such as `seated.overlap`.
        measured: what was measured, in words.
        between: ids of the assembly, names of parts or paths of files that it concerns.
        value: the figure, a text where it is none (a name, a digest), None if not judged.
        low: least value allowed, None for no limit.
        high: largest value allowed, None for no limit.
        expected: what a text must be; None for figures.
        unit: of value and limits, empty for a count, share or text.
        source: where the limit comes from: a key of the manifest, a standard, a figure of physics.
        verdict: whether the limits are kept.
        note: more for the reader, such as where on the part it was measured.
    """

    check: str
    measured: str
    between: tuple[str, ...]
    value: float | str | None
    unit: str
    source: str
    verdict: Verdict
    low: float | None = None
    high: float | None = None
    expected: str | None = None
    note: str = ""


def within(
    check: str,
    measured: str,
    between: tuple[str, ...],
    value: float,
    *,
    low: float | None = None,
    high: float | None = None,
    unit: str,
    source: str,
    note: str = "",
    warn_only: bool = False,
) -> Finding:
    """Judge a figure by its limits.

    Args:
        check: dotted name of the question.
        measured: what was measured, in words.
        between: what it concerns.
        value: the figure; NaN fails.
        low: least value allowed.
        high: largest value allowed.
        unit: of value and limits.
        source: where the limit comes from.
        note: more for the reader.
        warn_only: a value outside is a warning and does not fail the kit.
    """
    slack = SLACK * max(1.0, abs(low or 0.0), abs(high or 0.0)) if unit not in ("mm3",) else 0.0
    kept = (low is None or value >= low - slack) and (high is None or value <= high + slack)
    kept = kept and value == value  # NaN
    verdict: Verdict = "pass" if kept else "warn" if warn_only else "fail"
    return Finding(
        check, measured, between, float(value), unit, source, verdict, low, high, None, note
    )


def equal(
    check: str,
    measured: str,
    between: tuple[str, ...],
    value: str,
    expected: str,
    *,
    source: str,
    note: str = "",
) -> Finding:
    """Judge a text by what it must be."""
    verdict: Verdict = "pass" if value == expected else "fail"
    return Finding(
        check, measured, between, value, "", source, verdict, expected=expected, note=note
    )


def unjudged(
    check: str, measured: str, between: tuple[str, ...], why: str, *, fails: bool = False
) -> Finding:
    """Say that something could not be judged; `fails` where it had to be."""
    verdict: Verdict = "fail" if fails else "not judged"
    return Finding(check, measured, between, None, "", "", verdict, note=why)
