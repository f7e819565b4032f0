"""Typesetting: faces for every letter, nothing that typst warns of, the same bytes each time."""

import io
import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from booklet_kits import KitOf, kit_of
from kits import Kits

import kitgen.paper.typefaces as typefaces_module
import kitgen.paper.typesetting as typesetting
from kitgen.errors import UserError
from kitgen.paper.booklet import booklet
from kitgen.paper.manual import manual
from kitgen.paper.score_sheet import score_sheet
from kitgen.paper.sheets import SHEETS
from kitgen.paper.typefaces import SECOND_FAMILY, TEXT_FAMILY, typefaces_for
from kitgen.paper.typesetting import TypesettingError, compiled, typeset
from kitgen.pictures.kit import PicturedKit
from kitgen.store import Store
from kitgen.wording import LANGUAGES

__all__ = ["kit_of"]

HEAD = '#import "style.typ": *\n#let data = json("data.json")\n#show: styled.with(data.document)\n'
EXTRA = "\N{BLACK CHESS QUEEN}"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'

Template = Callable[[str], str]


@pytest.fixture
def template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Template:
    """Put a template beside the real style, and give its name."""
    own = tmp_path / "package" / "templates"
    own.mkdir(parents=True)
    real = typesetting.importlib.resources.files("kitgen.paper") / "templates" / "style.typ"
    (own / "style.typ").write_bytes(real.read_bytes())
    files = typesetting.importlib.resources.files

    def redirected(package: str) -> Any:
        return own.parent if package == "kitgen.paper" else files(package)

    def write(body: str) -> str:
        monkeypatch.setattr(typesetting.importlib.resources, "files", redirected)
        (own / "try.typ").write_text(HEAD + body, encoding="utf-8")
        return "try.typ"

    return write


def fonts_of(pdf: bytes, tmp_path: Path, system_tool: Callable[[str], str]) -> str:
    path = tmp_path / "fonts.pdf"
    path.write_bytes(pdf)
    command = [system_tool("pdffonts"), str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def text_of(pdf: bytes, tmp_path: Path, system_tool: Callable[[str], str]) -> str:
    path = tmp_path / "text.pdf"
    path.write_bytes(pdf)
    command = [system_tool("pdftotext"), str(path), "-"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_letters_that_the_text_face_lacks_bring_a_second_one(
    template: Template, tmp_path: Path, system_tool: Callable[[str], str]
) -> None:
    name = template("#data.text #strong(data.text) #emph(data.text)")

    def made(text: str) -> bytes:
        return typeset(name, {"text": text}, language="en", paper="a4", title="Title")

    plain = fonts_of(made("Quiz ÄÑÇ"), tmp_path, system_tool)
    assert "AtkinsonHyperlegible" in plain
    assert "NotoSans" not in plain
    letters = "İẞΩήЖѣẸ"
    pdf = made(letters)
    assert "NotoSans" in fonts_of(pdf, tmp_path, system_tool)
    assert "".join(text_of(pdf, tmp_path, system_tool).split()).count(letters) == 3


def test_letters_that_both_lack_come_from_the_tiles_face(
    template: Template, tmp_path: Path, system_tool: Callable[[str], str], latin_extra: Path
) -> None:
    name = template("#data.text")
    pdf = typeset(
        name,
        {"text": "A" + EXTRA},
        language="en",
        paper="a4",
        title="Title",
        own_font=str(latin_extra),
    )
    assert EXTRA in text_of(pdf, tmp_path, system_tool)
    assert "KitgenExtra" in fonts_of(pdf, tmp_path, system_tool).replace(" ", "")


@pytest.fixture
def latin_extra(tmp_path: Path) -> Path:
    """A font with one letter that no text face has, beside one that typst must not look at."""
    from fontTools.ttLib import TTFont

    folder = tmp_path / "own fonts"
    folder.mkdir()
    (folder / "broken.ttf").write_bytes(b"no font")
    (folder / "many.ttf").write_bytes(next(iter(_text_files())).read_bytes())
    font = TTFont(next(file for file in _text_files() if file.stem.endswith("-Regular")))
    glyph = font.getBestCmap()[ord("Q")]
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap = {ord(EXTRA): glyph}
    for record in font["name"].names:
        if record.nameID in (1, 4, 6, 16):
            record.string = "KitgenExtra" if record.nameID == 6 else "Kitgen Extra"
    path = folder / "extra.ttf"
    font.save(path)
    return path


def _text_files() -> list[Path]:
    return sorted(typefaces_module._folder("fontpkg_atkinson_hyperlegible").glob("*.ttf"))


def test_a_letter_that_no_face_has_is_said_in_one_line(latin_extra: Path) -> None:
    for own in ("", str(latin_extra), "Atkinson Hyperlegible", "no such font"):
        said = r'^no typeface for .*U\+1F0A1.* on paper, in "The \S ace": [^\n]+$'
        with pytest.raises(UserError, match=said) as refused:
            typefaces_for(["A", "The \N{PLAYING CARD ACE OF SPADES} ace"], own)
        assert str(refused.value).count(TEXT_FAMILY) <= 1


def test_the_faces_know_every_letter_that_is_taken_for_granted() -> None:
    assert typefaces_module._characters() >= typefaces_module._ALWAYS_THERE
    assert typefaces_for(["Ω Ж İ ẞ"]).families == (TEXT_FAMILY, SECOND_FAMILY)


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typefaces_module, "_PACKAGES", ("fontpkg_not_there",))
    with pytest.raises(UserError, match=r"pip install fontpkg-not-there$"):
        typefaces_for(["A"])


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (f"#image(bytes({json.dumps(SVG)}))", "alt"),
        ("= One\n=== Three", "heading"),
        ("\N{BLACK CHESS QUEEN}", "could not be displayed"),
        ("#nothing", "unknown variable"),
    ],
)
def test_what_is_not_accessible_is_refused(template: Template, body: str, said: str) -> None:
    with pytest.raises(TypesettingError, match=rf"^try\.typ[^\n]*{said}[^\n]*$") as raised:
        typeset(template(body), {}, language="en", paper="a4", title="Title")
    assert "kitgen-paper-" not in str(raised.value)


@pytest.mark.parametrize("sheet", SHEETS)
def test_bytes_depend_on_nothing_but_the_text(
    template: Template, sheet: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    name = template("= Head\n#ruled(columns: 2, header: ([a], [b]), [1], [2])")

    def made(title: str = "Title") -> bytes:
        return typeset(name, {}, language="fr", paper=sheet, title=title)

    first = made()
    other = tmp_path / "elsewhere"
    other.mkdir()
    monkeypatch.setenv("TMPDIR", str(other))
    monkeypatch.setattr(typesetting.tempfile, "tempdir", str(other))
    monkeypatch.setenv("TZ", "Pacific/Chatham")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    monkeypatch.chdir(other)
    assert made() == first
    assert made("Another") != first


def test_a_table_repeats_its_header(
    template: Template, tmp_path: Path, system_tool: Callable[[str], str]
) -> None:
    rows = "..range(120).map(n => ([#n], [x])).flatten()"
    name = template(f"#ruled(columns: 2, header: ([Header], [b]), {rows})")
    pdf = typeset(name, {}, language="en", paper="a5", title="Title")
    pages = text_of(pdf, tmp_path, system_tool).rstrip("\f").split("\f")
    assert len(pages) > 2
    assert all("Header" in page for page in pages)


@contextmanager
def warnings_of(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    seen: list[str] = []

    def listening(*args: Any, **named: Any) -> tuple[bytes, list[str]]:
        pdf, warnings = compiled(*args, **named)
        seen.extend(warnings)
        return pdf, warnings

    monkeypatch.setattr(typesetting, "compiled", listening)
    yield seen


def test_an_unknown_font_is_warned_of(template: Template, monkeypatch: pytest.MonkeyPatch) -> None:
    with warnings_of(monkeypatch) as seen:
        name = template('#text(font: "No Such Font")[a]')
        typeset(name, {}, language="en", paper="a4", title="Title")
    assert any("no such font" in warning for warning in seen)


@pytest.mark.parametrize("language", LANGUAGES)
def test_typst_warns_of_nothing(kits: Kits, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kit = PicturedKit.read(kits(size=6, players=2).folder)
    with warnings_of(monkeypatch) as seen:
        for sheet in SHEETS:
            booklet(kit, language, sheet)
        for sheet in ("a4", "letter"):
            score_sheet(kit, language, sheet)
            manual(kit, language, sheet, Store(kits.cache), jobs=1)
    assert seen == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_of_other_games_come_to_rest_too(
    kit_of: KitOf, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with warnings_of(monkeypatch) as seen:
        for kit in (
            kit_of("hasbro-2006", rules={"stack.max_height": 1, "exchange.when": "never"}),
            kit_of("solo"),
            kit_of("euro-topwords"),
        ):
            for sheet in SHEETS:
                booklet(kit, language, sheet)
    assert seen == []


def test_a_picture_stands_where_the_template_asks_for_it(template: Template) -> None:
    from PIL import Image

    name = template('#picture("pictures/a/red.png", "a red square", width: 20mm)')
    png = io.BytesIO()
    Image.new("RGB", (4, 4), "#FF0000").save(png, "PNG")
    pdf = typeset(
        name,
        {},
        pictures={"pictures/a/red.png": png.getvalue()},
        language="en",
        paper="a4",
        title="Title",
    )
    with pikepdf.open(io.BytesIO(pdf)) as read:
        assert len(read.pages[0].get_images()) == 1
