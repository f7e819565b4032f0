"""Whose a file in a kit's folder is: a check's report makes way, what the user wrote is kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kitgen.carry import REPORTS, listed_files, make_way
from kitgen.checks.report import Report
from kitgen.checks.report_page import page
from kitgen.companion_writing import write
from kitgen.companions import CompanionFile, Companions

REPORT = Report(
    kitgen_version="1.2.3", profile="werdup", size=6, verdict="pass", checks=(), findings=()
)
WRITTEN = {"report.json": REPORT.to_bytes(), "report.html": page(REPORT, [("<head>", "x")], [])}
TALK = "of kitgen's own file it says kitgen-report"
USERS = {
    "report.json": [
        json.dumps({"title": TALK}),
        json.dumps({"format": "kitgen-report of mine"}),
        json.dumps(["kitgen-report"]),
        '"kitgen-report"',
        "kitgen-report",
        "[" * 100_000,
        "\xff",
        "",
    ],
    "report.html": [
        f"<p>{TALK}</p>",
        f"<title>{TALK}</title>",
        '<head></head><p>It has <meta name="format" content="kitgen-report"> in its head.</p>',
        "",
    ],
}
"""What users may have by these names."""


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    folder = tmp_path / "kit"
    folder.mkdir()
    manifest = {"format": "kitgen-manifest", "parts": [], "files": []}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


@pytest.mark.parametrize("name", REPORTS)
def test_what_a_check_wrote_makes_way_without_a_copy(kit: Path, name: str) -> None:
    (kit / name).write_bytes(WRITTEN[name])
    make_way(kit, name)
    assert listed_files(kit) == {"manifest.json", name}
    assert sorted(path.name for path in kit.iterdir()) == ["manifest.json", name]


@pytest.mark.parametrize(
    ("name", "text"), [(name, text) for name in REPORTS for text in USERS[name]]
)
def test_a_file_of_the_users_that_speaks_of_reports_is_kept(
    kit: Path, name: str, text: str
) -> None:
    data = text.encode("latin-1")
    (kit / name).write_bytes(data)
    assert listed_files(kit) == {"manifest.json"}
    make_way(kit, name)
    kept = Path(name)
    assert (kit / f"{kept.stem}.kept{kept.suffix}").read_bytes() == data
    assert not (kit / name).exists()


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        ("pictures", "preview.html"),
        ("pictures", "pictures/parts/report.html"),
        ("paper", "paper/manual.pdf"),
        ("paper", "paper/report.json"),
    ],
)
@pytest.mark.parametrize("data", [TALK.encode(), *WRITTEN.values()], ids=["talk", "json", "html"])
def test_elsewhere_than_where_a_check_writes_nothing_is_a_report(
    kit: Path, kind: str, path: str, data: bytes
) -> None:
    place = kit / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)
    files = [CompanionFile(path, b"new", {})]
    write(Companions(f"{kind}/{kind}.json", "0" * 64, files, {}), kit)
    assert place.with_name(f"{place.stem}.kept{place.suffix}").read_bytes() == data
    assert place.read_bytes() == b"new"
