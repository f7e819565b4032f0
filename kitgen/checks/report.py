"""``report.json``: what the checks found, for programs; the schema lies beside this module.

The schema ``report.schema.json`` is made from the models here by
``python -m kitgen.checks.report_schema``.
"""

from __future__ import annotations

import dataclasses
import json
import math
from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from kitgen import __version__
from kitgen.checks.catalogue import CHECKS, LAID_DOWN, Check
from kitgen.checks.finding import Finding, Verdict
from kitgen.checks.written import WrittenKit

FORMAT = "kitgen-report"
FORMAT_VERSION = 1
SIGNIFICANT_DIGITS = 6
"""A gap of 0.2 mm to a tenth of a micrometre, and an overlap of 3e-7 mm3 still as such."""

Figure = Annotated[float, Field(allow_inf_nan=False)]
_RANK: tuple[Verdict, ...] = ("fail", "warn", "pass", "not judged")


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Limit(_Record):
    """What a value may be; all null where nothing is asked."""

    low: Figure | None
    high: Figure | None
    expected: str | None = Field(description="what a text must be")


class ReportedFinding(_Record):
    """One figure with its limits."""

    check: str = Field(description="dotted name; its first part is the name of a check")
    measured: str = Field(description="what was measured, in words")
    between: tuple[str, ...] = Field(
        description="ids of the assembly, names of parts, or paths of files"
    )
    value: Figure | str | None = Field(description="null where it could not be judged")
    limit: Limit
    unit: str
    verdict: Verdict
    source: str = Field(description="where the limit comes from")
    note: str


class ReportedCheck(_Record):
    """One question and how many of its findings came out how."""

    name: str
    question: str
    verdict: Verdict = Field(
        description="the worst of its findings; not judged only where none was"
    )
    findings: int
    failed: int
    warnings: int


class Report(_Record):
    """The whole record."""

    format: Literal["kitgen-report"] = "kitgen-report"
    format_version: Literal[1] = 1
    kitgen_version: str
    profile: str
    size: int
    verdict: Literal["pass", "fail"]
    checks: tuple[ReportedCheck, ...]
    findings: tuple[ReportedFinding, ...]

    def summary(self) -> str:
        """Say in a line how the kit did."""
        total = sum(check.findings for check in self.checks)
        failed = sum(check.failed for check in self.checks)
        if not failed:
            unknown = sum(finding.verdict == "not judged" for finding in self.findings)
            left = f"; {unknown} could not be judged" if unknown else ""
            return f"passes its check: all {total - unknown} figures are within their limits{left}"
        asked = ", ".join(check.name for check in self.checks if check.failed)
        return f"fails its check: {failed} of {total} figures ({asked})"

    def to_bytes(self) -> bytes:
        """Write UTF-8 JSON, one line a finding."""
        values = self.model_dump(mode="json")
        lines = {
            key: [json.dumps(e, ensure_ascii=False) for e in values.pop(key)]
            for key in ("checks", "findings")
        }
        head = json.dumps(values, ensure_ascii=False, indent=1)[:-2]
        lists = ",\n".join(
            f' "{key}": [\n  ' + ",\n  ".join(entries) + "\n ]" if entries else f' "{key}": []'
            for key, entries in lines.items()
        )
        return f"{head},\n{lists}\n}}\n".encode()


def report(kit: WrittenKit, findings: Sequence[Finding]) -> Report:
    """Put findings into a record."""
    game = kit.manifest.profile.get("game", {})
    sliced = (LAID_DOWN,) if of_check(LAID_DOWN, findings) else ()
    tables = [_table(check, findings) for check in (*CHECKS, *sliced)]
    return Report(
        kitgen_version=__version__,
        profile=str(game.get("name", "")) if isinstance(game, dict) else "",
        size=int(kit.manifest.profile.get("size", 0)),
        verdict="fail" if any(f.verdict == "fail" for f in findings) else "pass",
        checks=tuple(tables),
        findings=tuple(_reported(finding) for finding in findings),
    )


def of_check(check: Check, findings: Sequence[Finding]) -> list[Finding]:
    """The findings of one check, in their order."""
    return [f for f in findings if f.check.partition(".")[0] == check.name]


def _table(check: Check, findings: Sequence[Finding]) -> ReportedCheck:
    counted = Counter(f.verdict for f in of_check(check, findings))
    worst: Verdict = next((v for v in _RANK if counted[v]), "pass")
    return ReportedCheck(
        name=check.name,
        question=check.question,
        verdict=worst,
        findings=counted.total(),
        failed=counted["fail"],
        warnings=counted["warn"],
    )


def _reported(finding: Finding) -> ReportedFinding:
    values = dataclasses.asdict(finding)
    limit = Limit(
        low=_short(values.pop("low")),
        high=_short(values.pop("high")),
        expected=values.pop("expected"),
    )
    value = values.pop("value")
    return ReportedFinding(
        **values, limit=limit, value=value if isinstance(value, str) else _short(value)
    )


def _short(value: float | None) -> float | None:
    """Round to significant digits; what is no finite number is null, as JSON has none."""
    if value is None or not math.isfinite(value):
        return None
    return float(f"{value:.{SIGNIFICANT_DIGITS}g}") + 0.0
