"""The report: what it says of findings, its schema, its page, and answers that are kept."""

import json
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import pytest

from kitgen.checks import running
from kitgen.checks.catalogue import CHECKS, Check
from kitgen.checks.finding import Finding, equal, unjudged, within
from kitgen.checks.report import Report, report
from kitgen.checks.report_page import limit_text, page, value_text
from kitgen.checks.report_schema import PATH, schema_bytes
from kitgen.checks.reporting import checked, figures, write_report
from kitgen.checks.running import judge
from kitgen.checks.written import WrittenKit
from kitgen.errors import UserError
from kitgen.store import Store

GOOD = within("gaps.side", "gap", ("a", "b"), 0.2, low=0.19, high=0.3, unit="mm", source="asked")
BAD = within("gaps.side", "gap", ("a", "<c>"), 0.1, low=0.19, high=0.3, unit="mm", source="asked")
TIGHT = within("grid.tops", "tops", ("a",), 5e-5, high=1e-4, unit="mm", source="rule")
WARNED = within(
    "printable.wall", "wall", ("a",), 0.5, low=0.9, unit="mm", source="rule", warn_only=True
)
DIGEST = equal("files.sha256", "digest", ("a.stl",), "00", "01", source="manifest")


@pytest.fixture
def kit(kits) -> WrittenKit:
    return WrittenKit.read(kits(size=6, only=["board-quarter", "tile-A"]).folder)


@pytest.fixture
def found(kit) -> Report:
    return report(kit, (GOOD, BAD, TIGHT, WARNED, DIGEST))


def test_limits_decide_the_verdict() -> None:
    assert [f.verdict for f in (GOOD, BAD, TIGHT, WARNED, DIGEST)] == [
        *("pass", "fail", "pass", "warn", "fail")
    ]
    assert within("a.b", "m", (), float("nan"), high=1, unit="mm", source="").verdict == "fail"
    assert within("a.b", "m", (), 0.3, low=0.1 + 0.2, unit="mm", source="").verdict == "pass"
    assert unjudged("a.b", "m", (), "why").verdict == "not judged"
    assert unjudged("a.b", "m", (), "why", fails=True).verdict == "fail"


def test_a_report_fails_with_any_finding(kit, found) -> None:
    assert found.verdict == "fail"
    assert report(kit, (GOOD, TIGHT, WARNED)).verdict == "pass"
    by_name = {check.name: check for check in found.checks}
    assert (by_name["gaps"].findings, by_name["gaps"].failed) == (2, 1)
    assert by_name["printable"].verdict == "warn"
    assert by_name["held"].findings == 0


def test_the_summary_names_what_failed(kit, found) -> None:
    assert found.summary() == "fails its check: 2 of 5 figures (files, gaps)"
    assert report(kit, (GOOD,)).summary().startswith("passes its check: all 1 ")


def test_a_report_obeys_its_schema(found) -> None:
    assert PATH.read_bytes() == schema_bytes(), "run python -m kitgen.checks.report_schema"
    schema = json.loads(schema_bytes())
    record = json.loads(found.to_bytes())
    jsonschema.validate(record, schema)
    assert Report.model_validate_json(found.to_bytes()) == found
    del record["findings"][0]["limit"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(record, schema)


def test_small_figures_are_not_rounded_away(kit) -> None:
    tiny = within(
        "seated.overlap", "overlap", ("a", "b"), 3.25e-7, high=1e-6, unit="mm3", source=""
    )
    assert json.loads(report(kit, (tiny,)).to_bytes())["findings"][0]["value"] == 3.25e-7


class _Page(HTMLParser):
    """Whether every tag is closed, and what the page refers to."""

    VOID = ("meta", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.text = ""

    def handle_starttag(self, tag, attrs) -> None:
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs) -> None:
        pass

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data) -> None:
        self.text += data


def test_the_page_is_whole_and_says_what_failed(kit, found) -> None:
    reader = _Page()
    reader.feed(page(found, [("layers", "0.2 mm")], figures(kit, Store(None))).decode())
    assert reader.open == []
    assert reader.links == []
    assert "Do not print this kit" in reader.text
    assert "a, <c>" in reader.text
    assert "0.19 to 0.3 mm" in reader.text


def test_the_page_shows_the_joints(kits) -> None:
    kit = WrittenKit.read(kits(size=6).folder)
    drawn = figures(kit, Store(None))
    titles = " ".join(figure.title for figure in drawn)
    for text in ("board-snap-1: the clip", "rack-1-snap: the clip", "A tile on its square"):
        assert text in titles
    assert "Tiles stacked" in titles
    assert all(figure.svg.count('<path class="tone-') >= 2 for figure in drawn)


@pytest.mark.parametrize(
    ("finding", "value", "limit"),
    [
        (GOOD, "0.2 mm", "0.19 to 0.3 mm"),
        (TIGHT, "5e-05 mm", "at most 0.0001 mm"),
        (WARNED, "0.5 mm", "at least 0.9 mm"),
        (DIGEST, "00", "01"),
    ],
)
def test_figures_in_words(kit, finding: Finding, value: str, limit: str) -> None:
    (shown,) = report(kit, (finding,)).findings
    assert (value_text(shown), limit_text(shown)) == (value, limit)


# Answers are kept by the digests of the files that they are about.


def asked(folder: Path, store: Store) -> list[str]:
    """Titles of the questions that were answered anew."""
    anew: list[str] = []
    honest = running._answer

    def counted(question):
        anew.append(question.title)
        return honest(question)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "_answer", counted)
        patch.setattr(running, "CHECKS", tuple(c for c in CHECKS if c.name in ("files", "grid")))
        judge(folder, store, jobs=1)
    return anew


def test_answers_are_kept_until_a_file_changes(kits, tmp_path) -> None:
    import shutil

    folder = tmp_path / "kit"
    shutil.copytree(kits(size=6, only=["board-quarter", "tile-A", "tile-B"]).folder, folder)
    store = Store(tmp_path / "cache")
    assert sorted(asked(folder, store)) == [
        *("files board-quarter", "files tile-A", "files tile-B", "grid")
    ]
    assert asked(folder, store) == []
    path = folder / "stl/tile-B.stl"
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    path.write_bytes(data)
    assert sorted(asked(folder, store)) == ["files tile-B", "grid"]


def test_a_kept_answer_is_the_answer(kits, tmp_path) -> None:
    folder = kits(size=6, only=["tile-A", "tile-B"]).folder
    store = Store(tmp_path / "cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "CHECKS", CHECKS[:1])
        assert judge(folder, store, jobs=1) == judge(folder, store, jobs=1)
        assert judge(folder, store, jobs=1)[1] == judge(folder, Store(None), jobs=2)[1]


def test_two_reports_of_one_kit_are_alike(kits, tmp_path) -> None:
    import shutil

    pages = []
    for name in ("one", "two words"):
        folder = tmp_path / name
        shutil.copytree(kits(size=6, only=["board-quarter", "tile-A"]).folder, folder)
        kit, found = checked(folder, Store(None), jobs=len(pages) + 1)
        pages.append([path.read_bytes() for path in write_report(kit, found, Store(None))])
    assert pages[0] == pages[1]


def test_a_file_that_is_no_solid_fails_what_needs_it(kits, tmp_path) -> None:
    import shutil

    folder = tmp_path / "kit"
    shutil.copytree(kits(size=6, only=["board-quarter", "tile-A"]).folder, folder)
    (folder / "stl/board-quarter.stl").write_bytes(b"no triangles")
    _, findings = judge(folder, Store(None), jobs=1)
    failed = {f.check.partition(".")[0] for f in findings if f.verdict == "fail"}
    assert {"files", "seated", "grid", "held"} <= failed


def test_a_folder_without_a_kit_is_refused(tmp_path) -> None:
    with pytest.raises(UserError, match=r"no kit: manifest\.json"):
        judge(tmp_path, Store(None))


def test_every_check_of_the_catalogue_can_be_asked() -> None:
    names = [check.name for check in CHECKS]
    assert len(set(names)) == len(names)
    assert all(callable(check.findings) for check in CHECKS)
    assert isinstance(CHECKS[0], Check)
