"""All paper of a kit, read again by poppler and pikepdf."""

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pikepdf
import pytest
from kits import Kits

from kitgen.companions import Companions, write
from kitgen.errors import UserError
from kitgen.paper.making import make_paper
from kitgen.store import Store
from kitgen.wording import LANGUAGES

SIZES_PT = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
NAMES = ("rules-booklet", "score-sheet", "manual")

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
    first = made(folder, kits, "de", "a4")
    monkeypatch.setenv("TZ", "Asia/Kathmandu")
    monkeypatch.setenv("LC_ALL", "tr_TR.UTF-8")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1234567890")
    monkeypatch.chdir(tmp_path)
    again = make_paper(folder, Store(None), paper="a4", language="de", jobs=2)
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
