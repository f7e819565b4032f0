"""``report.html``: what the checks found, for people; one file that needs no network."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from kitgen.checks.report import FORMAT, Report, ReportedFinding
from kitgen.checks.section_drawing import Figure

_WORDS = {"pass": "good", "fail": "fails", "warn": "look", "not judged": "not judged"}


def page(report: Report, facts: Sequence[tuple[str, str]], figures: Sequence[Figure]) -> bytes:
    """Write the page.

    Args:
        report: What was found.
        facts: Of the print (printer, plates, grams), as name and text.
        figures: Sections of joints.
    """
    body = "\n".join(
        (
            *_head(report),
            *_facts(facts),
            *_failures(report),
            *_questions(report),
            *_figures(figures),
            *_details(report),
        )
    )
    title = f"Fit and print: {report.profile} {report.size}"
    style = Path(__file__).with_name("report.css").read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="generator" content="kitgen {escape(report.kitgen_version)}">\n'
        f'<meta name="format" content="{FORMAT}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n{body}\n"
        "</body>\n</html>\n"
    ).encode()


def value_text(finding: ReportedFinding) -> str:
    """The figure with its unit."""
    if finding.value is None:
        return ""
    return f"{_plain(finding.value)} {finding.unit}".strip()


def limit_text(finding: ReportedFinding) -> str:
    """The limits in words."""
    limit = finding.limit
    if limit.expected is not None:
        return limit.expected
    if limit.low is not None and limit.high is not None:
        same = limit.low == limit.high
        text = _plain(limit.low) if same else f"{_plain(limit.low)} to {_plain(limit.high)}"
    elif limit.low is not None:
        text = f"at least {_plain(limit.low)}"
    elif limit.high is not None:
        text = f"at most {_plain(limit.high)}"
    else:
        return ""
    return f"{text} {finding.unit}".strip()


def _plain(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:.4g}"


def _head(report: Report) -> list[str]:
    failed = sum(check.failed for check in report.checks)
    warned = sum(check.warnings for check in report.checks)
    total = sum(check.findings for check in report.checks)
    word = (
        "All figures are within their limits"
        if report.verdict == "pass"
        else "Do not print this kit"
    )
    return [
        f"<h1>Fit and print: {escape(report.profile)} {report.size} x {report.size}</h1>",
        f'<p><span class="verdict {report.verdict}">{word}</span></p>',
        f'<p class="quiet">{total} figures measured on the written files: {failed} fail, '
        f"{warned} to look at. kitgen {escape(report.kitgen_version)}.</p>",
    ]


def _facts(facts: Sequence[tuple[str, str]]) -> list[str]:
    if not facts:
        return []
    rows = "".join(
        f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in facts
    )
    return ["<h2>Printing it</h2>", f'<div class="wide"><table>{rows}</table></div>']


def _failures(report: Report) -> list[str]:
    found = []
    for verdict, heading in (("fail", "What fails"), ("warn", "Worth a look")):
        chosen = [finding for finding in report.findings if finding.verdict == verdict]
        if chosen:
            found += [f"<h2>{heading}</h2>", _table(chosen)]
    return found


def _questions(report: Report) -> list[str]:
    rows = "".join(
        f"<tr><td>{escape(check.question)}</td>"
        f'<td class="verdict-cell {_class(check.verdict)}">{_WORDS[check.verdict]}</td>'
        f'<td class="figure">{check.findings}</td><td class="figure">{check.failed}</td></tr>'
        for check in report.checks
    )
    head = "<tr><th>asked</th><th>answer</th><th>figures</th><th>fail</th></tr>"
    return ["<h2>What was asked</h2>", f'<div class="wide"><table>{head}{rows}</table></div>']


def _figures(figures: Sequence[Figure]) -> list[str]:
    if not figures:
        return []
    drawn = [
        f'<figure class="{"broad" if figure.broad else "narrow"}">{figure.svg}'
        f"<figcaption>{escape(figure.title)}</figcaption></figure>"
        for figure in figures
    ]
    return ["<h2>The joints, cut through</h2>", '<div class="pictures">', *drawn, "</div>"]


def _details(report: Report) -> list[str]:
    found = ["<h2>Every figure</h2>"]
    for check in report.checks:
        chosen = [f for f in report.findings if f.check.partition(".")[0] == check.name]
        if chosen:
            found.append(
                f"<details><summary>{escape(check.question)} ({len(chosen)})</summary>"
                f"{_table(chosen)}</details>"
            )
    return found


def _table(findings: Sequence[ReportedFinding]) -> str:
    head = "".join(
        f"<th>{name}</th>" for name in ("", "measured", "between", "value", "limit", "why")
    )
    rows = "".join(
        f'<tr><td class="verdict-cell {_class(f.verdict)}">{_WORDS[f.verdict]}</td>'
        f"<td>{escape(f.measured)}{_note(f)}</td><td>{escape(', '.join(f.between))}</td>"
        f'<td class="figure">{escape(value_text(f))}</td>'
        f'<td class="figure">{escape(limit_text(f))}</td><td>{escape(f.source)}</td></tr>'
        for f in findings
    )
    return f'<div class="wide"><table><tr>{head}</tr>{rows}</table></div>'


def _note(finding: ReportedFinding) -> str:
    return f'<br><span class="quiet">{escape(finding.note)}</span>' if finding.note else ""


def _class(verdict: str) -> str:
    return verdict.replace(" ", "-")
