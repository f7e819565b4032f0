"""All paper of a kit, read again by poppler and pikepdf."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from kits import Kits

from kitgen.companion_writing import write
from kitgen.companions import Companions
from kitgen.errors import UserError
from kitgen.paper import typesetting
from kitgen.paper.making import make_paper
from kitgen.paper.typesetting import typeset
from kitgen.pictures.making import make_pictures
from kitgen.store import Store
from kitgen.wording import LANGUAGES, Wording

SIZES_PT = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
NAMES = ("rules-booklet", "score-sheet", "manual")
SECTIONS = (
    "box",
    "assembly",
    "setup",
    "first",
    "turns",
    "stacking",
    "plurals",
    "scoring",
    "exchange",
    "words",
    "challenge",
    "end",
    "solo",
    "options",
    "editions",
)

Tool = Callable[[str], str]
Paper = Callable[[str, str], Path]


@pytest.fixture(scope="session")
def paper(kits: Kits, tmp_path_factory: pytest.TempPathFactory) -> Paper:
    """Give the folder of a small kit with its paper in a language and on a sheet."""
    folder = kits(size=6, players=2).folder
    done: dict[tuple[str, str], Path] = {}

    def of(language: str, sheet: str) -> Path:
        if (language, sheet) not in done:
            target = tmp_path_factory.mktemp(f"paper-{language}-{sheet}")
            write(made(folder, kits, language, sheet, booklet=True), target)
            done[language, sheet] = target / "paper"
        return done[language, sheet]

    return of


def made(
    folder: Path, kits: Kits, language: str | None, sheet: str | None, booklet: bool = False
) -> Companions:
    store = Store(kits.cache)
    return make_paper(folder, store, paper=sheet, language=language, booklet=booklet, jobs=1)


def ran(tool: str, *arguments: object) -> str:
    command = [tool, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def elements(node: pikepdf.Object) -> Iterator[pikepdf.Dictionary]:
    """All elements of a structure tree."""
    if isinstance(node, pikepdf.Array):
        for item in node:
            yield from elements(item)
    elif isinstance(node, pikepdf.Dictionary):
        yield node
        if "/K" in node:
            yield from elements(node.K)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_documents_are_tagged_and_every_figure_has_words(
    paper: Paper, language: str, name: str
) -> None:
    with pikepdf.open(paper(language, "a4") / f"{name}.pdf") as pdf:
        assert str(pdf.Root.Lang) == language
        assert pdf.Root.MarkInfo.Marked
        assert str(pdf.docinfo["/Title"])
        with pdf.open_metadata() as metadata:
            assert metadata["pdfuaid:part"] == "1"
        found = list(elements(pdf.Root.StructTreeRoot.K))
        figures = [node for node in found if str(node.get("/S")) == "/Figure"]
        assert all(str(node.get("/Alt", "")).strip() for node in figures)
        assert bool(figures) is (name != "score-sheet")
        kinds = {str(node.get("/S")) for node in found}
        assert {"/H1", "/Table", "/TH"} <= kinds


@pytest.mark.parametrize("name", [*NAMES, "rules-booklet-folded"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_fonts_are_embedded_subsets(
    paper: Paper, language: str, name: str, system_tool: Tool
) -> None:
    lines = ran(system_tool("pdffonts"), paper(language, "a4") / f"{name}.pdf").splitlines()[2:]
    assert lines
    for line in lines:
        embedded, subset, unicode = line.split()[-5:-2]
        assert (embedded, subset, unicode) == ("yes", "yes", "yes"), line
        assert "Type 3" not in line


@pytest.mark.parametrize("sheet", SIZES_PT)
def test_pages_have_the_size_of_the_sheet(paper: Paper, sheet: str) -> None:
    width, height = SIZES_PT[sheet]
    for name in NAMES:
        with pikepdf.open(paper("en", sheet) / f"{name}.pdf") as pdf:
            for page in pdf.pages:
                assert tuple(map(float, page.mediabox)) == pytest.approx(
                    (0, 0, width, height), abs=0.1
                )
    with pikepdf.open(paper("en", sheet) / "rules-booklet-folded.pdf") as pdf:
        assert len(pdf.pages) % 2 == 0
        for page in pdf.pages:
            assert tuple(map(float, page.mediabox)) == pytest.approx((0, 0, height, width), abs=0.5)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_unfilled(paper: Paper, language: str, system_tool: Tool) -> None:
    for name in NAMES:
        text = ran(system_tool("pdftotext"), paper(language, "a4") / f"{name}.pdf", "-")
        assert not re.search(r"[{}]|\bNone\b|\bnull\b|\bTODO\b|\uFFFD", text), name


def test_the_same_kit_gives_the_same_bytes(
    kits: Kits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = kits(size=6, players=2).folder
    first = made(folder, kits, "de", "a4", booklet=True)
    monkeypatch.setenv("TZ", "Asia/Kathmandu")
    monkeypatch.setenv("LC_ALL", "tr_TR.UTF-8")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1234567890")
    monkeypatch.chdir(tmp_path)
    again = make_paper(folder, Store(None), paper="a4", language="de", booklet=True, jobs=2)
    assert "paper/rules-booklet-folded.pdf" in [f.path for f in first.files]
    assert [f.path for f in first.files] == [f.path for f in again.files]
    for one, other in zip(first.files, again.files, strict=True):
        assert one.data == other.data, one.path


def test_what_is_known_is_not_set_again(kits: Kits, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = kits(size=6, players=2).folder
    first = made(folder, kits, "en", "a4")
    monkeypatch.setattr("kitgen.paper.making._made", lambda *_: pytest.fail("typeset again"))
    assert made(folder, kits, "en", "a4").list_bytes() == first.list_bytes()
    with pytest.raises(pytest.fail.Exception):
        make_paper(folder, Store(None), language="en")


def test_the_list_tells_pages_and_titles(paper: Paper) -> None:
    folder = paper("fr", "letter")
    listed = json.loads((folder / "paper.json").read_text(encoding="utf-8"))
    assert (listed["language"], listed["paper"]) == ("fr", "letter")
    for entry in listed["files"]:
        with pikepdf.open(folder.parent / entry["path"]) as pdf:
            assert (len(pdf.pages), str(pdf.docinfo["/Title"])) == (entry["pages"], entry["title"])


def test_a_part_of_a_kit_has_no_paper(kits: Kits) -> None:
    folder = kits(size=6, only=("tile-E",)).folder
    with pytest.raises(UserError, match="a part of a kit"):
        made(folder, kits, None, None)


PROFILE = '"profile": {"game": {"language": "en"}, "print": {}}'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"profile": {"game": 3, "print": {}}}',
        f"{{{PROFILE}}}",
        f'{{{PROFILE}, "parts": [3]}}',
    ],
)
def test_what_is_no_manifest_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(UserError, match=r"manifest\.json"):
        make_paper(tmp_path, Store(None))
    (tmp_path / "manifest.json").unlink()
    with pytest.raises(UserError, match=r"manifest\.json cannot be read"):
        make_paper(tmp_path, Store(None))


def test_another_sheet_is_refused(kits: Kits) -> None:
    with pytest.raises(UserError, match="must be one of a4, letter"):
        made(kits(size=6, players=2).folder, kits, None, "a3")


WORD = re.compile(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">')
MARGIN_PT = {"rules-booklet": 40, "manual": 40, "score-sheet": 20}
"""A little less than what the sheets leave free at their sides."""


def outside(pdf: Path, system_tool: Tool, margin: float) -> list[str]:
    """Words that reach over the margin of their page, at its sides or below it."""
    text = ran(system_tool("pdftotext"), "-bbox", pdf, "-")
    found = []
    for page in text.split("<page ")[1:]:
        width, height = (float(size) for size in re.findall(r'="([\d.]+)"', page)[:2])
        for line in page.splitlines():
            match = WORD.search(line)
            if match:
                x0, y0, x1, y1 = map(float, match.groups())
                if x0 < margin or x1 > width - margin or y0 < 20 or y1 > height - 15:
                    found.append(line.strip())
    return found


@pytest.mark.parametrize("sheet", SIZES_PT)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_reaches_over_the_margins(
    paper: Paper, language: str, sheet: str, system_tool: Tool
) -> None:
    for name in NAMES:
        assert outside(paper(language, sheet) / f"{name}.pdf", system_tool, MARGIN_PT[name]) == []


def test_a_table_that_is_too_wide_would_be_seen(tmp_path: Path, system_tool: Tool) -> None:
    path = tmp_path / "wide.pdf"
    data = {
        "title": "T",
        "name": "N",
        "groups": [{"columns": ["W" * 130], "rounds": 3}],
        "reminder": [],
        "words": dict.fromkeys(
            ("round", "word", "points", "total", "final", "winner", "date", "reminder"), "word"
        )
        | {"deduction": None},
    }
    path.write_bytes(typeset("score-sheet.typ", data, language="en", paper="a4", title="T"))
    assert outside(path, system_tool, MARGIN_PT["score-sheet"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_section_is_there_in_its_order(paper: Paper, language: str) -> None:
    wording = Wording.read("kitgen.paper", "booklet", language)
    with (
        pikepdf.open(paper(language, "a4") / "rules-booklet.pdf") as pdf,
        pdf.open_outline() as outline,
    ):
        found = [str(item.title) for item in outline.root]
    assert found == [wording.text(f"{key}.title") for key in SECTIONS]


def test_only_what_changed_is_set_again(
    kits: Kits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "kit"
    shutil.copytree(kits(size=6, players=2).folder, folder)
    store = Store(tmp_path / "cache")
    set_again: list[str] = []
    whole = typesetting.compiled

    def listening(template: str, *arguments: Any, **named: Any) -> Any:
        set_again.append(template)
        return whole(template, *arguments, **named)

    monkeypatch.setattr(typesetting, "compiled", listening)

    def set_for(*steps: Any) -> list[str]:
        set_again.clear()
        path = folder / "manifest.json"
        manifest = json.loads(path.read_bytes())
        if steps:
            *above, last, value = steps
            inner = manifest
            for step in above:
                inner = inner[step]
            inner[last] = value
            path.write_text(json.dumps(manifest))
        make_paper(folder, store, jobs=1)
        return sorted(set_again)

    assert set_for() == ["booklet.typ", "manual.typ", "score-sheet.typ"]
    assert set_for() == []
    rules = ("profile", "game", "rules")
    assert set_for(*rules, "end", "penalty_per_tile", 4) == ["booklet.typ", "score-sheet.typ"]
    assert set_for(*rules, "start", "ties", "redraw_tied") == []
    assert set_for("material", "advice", "Mine.") == ["manual.typ"]
    assert set_for(*rules, "stack", "max_height", 4) == ["booklet.typ", "manual.typ"]


@pytest.mark.parametrize(
    ("language", "text", "noted"),
    [("hu", "en", True), ("el", "en", True), ("de", "de", False), ("fr-CA", "fr", False)],
)
def test_a_language_without_text_is_said(
    kits: Kits, tmp_path: Path, language: str, text: str, noted: bool
) -> None:
    folder = tmp_path / "kit"
    shutil.copytree(kits(size=6, players=2).folder, folder)
    path = folder / "manifest.json"
    manifest = json.loads(path.read_bytes())
    manifest["profile"]["game"]["language"] = language
    path.write_text(json.dumps(manifest))
    for make in (make_paper, make_pictures):
        notes: list[str] = []
        done = make(folder, Store(kits.cache), jobs=1, note=notes.append)
        assert done.about["language"] == text
        said = [note for note in notes if repr(language) in note and "English" in note]
        assert bool(said) is noted
