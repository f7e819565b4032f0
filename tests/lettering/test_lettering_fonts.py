"""Fonts by name and by path: strict, and the same on every machine (complaints A1 to A4)."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kitgen.errors import UserError
from kitgen.lettering.faces import read_faces
from kitgen.lettering.fonts import (
    DEFAULT_FAMILY,
    available_fonts,
    find_font,
    font_fingerprint,
    fonts_with,
    packaged_families,
)

from .conftest import H, bar, make, make_collection, make_variable

PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452") + bytes(64)


def test_the_default_family_comes_from_its_package() -> None:
    font = find_font(DEFAULT_FAMILY, 700)
    assert (font.origin, font.family, font.weight) == ("package", DEFAULT_FAMILY, 700)
    assert font.path.name == "AtkinsonHyperlegible-Bold.ttf"
    assert font.note is None


@pytest.mark.parametrize("name", ["atkinson hyperlegible", "ATKINSON  Hyperlegible"])
def test_case_and_spacing_of_a_name_do_not_matter(name: str) -> None:
    assert find_font(name, 700) == find_font(DEFAULT_FAMILY, 700)


def test_what_a_package_says_of_its_files_is_what_the_files_say() -> None:
    for family in packaged_families():
        for face in family.faces:
            (read,) = read_faces(face.path)
            told = (face.family, face.weight_range, face.italic)
            assert told == (read.family, read.weight_range, read.italic)
            assert face.weight_range or face.weight == read.weight


def test_a_typing_error_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UserError, match=r'font "Atkinson Hyperlegibel": unknown; did you mean "At'):
        find_font("Atkinson Hyperlegibel", 700)


def test_an_unknown_name_without_a_near_one_points_to_the_list() -> None:
    with pytest.raises(UserError, match=r'"NoSuchFontXYZ": unknown; .*`kitgen fonts`') as refused:
        find_font("NoSuchFontXYZ", 700)
    assert refused.value.exit_code == 2
    assert "\n" not in str(refused.value)


def test_a_font_of_this_user_only_is_found(system_folder: Path) -> None:
    make({"H": H}, family="Eigene Schrift").save(system_folder / "x.ttf")
    font = find_font("eigene schrift", 700)
    assert (font.origin, font.path) == ("system", system_folder / "x.ttf")


def test_a_package_wins_over_a_system_font_of_the_same_name(system_folder: Path) -> None:
    make({"H": H}, family=DEFAULT_FAMILY).save(system_folder / "impostor.ttf")
    assert find_font(DEFAULT_FAMILY, 700).origin == "package"
    assert [f.origin for f in available_fonts() if f.name == DEFAULT_FAMILY] == ["package"]


def test_a_broken_file_in_a_system_folder_harms_nobody(system_folder: Path) -> None:
    (system_folder / "broken.ttf").write_bytes(PNG)
    make({"H": H}, family="Sound").save(system_folder / "sound.ttf")
    assert [f.name for f in available_fonts() if f.origin == "system"] == ["Sound"]


def test_a_folder_of_the_same_name_in_the_working_folder_does_not_hide_a_font(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / DEFAULT_FAMILY).mkdir()
    monkeypatch.chdir(tmp_path)
    assert find_font(DEFAULT_FAMILY, 700).origin == "package"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("missing.ttf", None, "there is no such file"),
        ("empty.ttf", b"", "the file is empty"),
        ("picture.ttf", PNG, "is damaged or no font"),
        ("text.otf", b"Lorem ipsum dolor sit amet " * 20, "is damaged or no font"),
        ("short.ttc", b"ttcf\x00\x01\x00\x00", "is damaged or no font"),
    ],
)
def test_a_file_that_is_no_font_is_refused(
    tmp_path: Path, name: str, content: bytes | None, message: str
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UserError, match=message) as refused:
        find_font(str(path), 700)
    assert str(path) in str(refused.value)
    assert refused.value.exit_code == 2
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", ["folder", "folder.ttf"])
def test_a_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path)
    for given in (name, str(tmp_path / name)):
        with pytest.raises(UserError, match="is a folder"):
            find_font(given, 700)


def test_every_cut_of_a_font_is_refused_in_one_line_or_drawn(
    font_at: Callable[..., Path], tmp_path: Path
) -> None:
    from kitgen.lettering.layout import letter_set

    whole = font_at({"H": H}).read_bytes()
    cut = tmp_path / "cut.ttf"
    for length in range(1, len(whole), 37):
        cut.write_bytes(whole[:length])
        try:
            letter_set(["H"], font=str(cut), weight=700, width=12, height=12, line_width=0.45)
        except UserError as refused:
            assert "\n" not in str(refused)  # noqa: PT017
        else:
            assert length > len(whole) - 64  # only padding is gone


def test_a_font_without_outlines_is_refused(font_at: Callable[..., Path], tmp_path: Path) -> None:
    from fontTools.ttLib import TTFont

    font = TTFont(font_at({"H": H}))
    del font["glyf"], font["loca"]
    font.save(tmp_path / "bitmap.ttf")
    with pytest.raises(UserError, match="has no outlines"):
        find_font(str(tmp_path / "bitmap.ttf"), 700)


@pytest.mark.parametrize(("asked", "drawn"), [(100, 300), (500, 400), (551, 700), (550, 700)])
def test_the_nearest_weight_is_used_and_reported(
    system_folder: Path, asked: int, drawn: int
) -> None:
    for weight in (300, 400, 700):
        builder = make({"H": H}, family="Stepped", style=f"W{weight}", weight=weight)
        builder.save(system_folder / f"{weight}.ttf")
    make({"H": H}, family="Stepped", weight=asked, italic=True).save(system_folder / "0.ttf")
    font = find_font("Stepped", asked)
    assert font.weight == drawn
    assert font.note is not None
    assert re.search(rf"no weight {asked}.*{drawn}", font.note)


def test_a_variable_font_is_drawn_at_the_weight_asked_for(tmp_path: Path) -> None:
    make_variable({"H": H}).save(tmp_path / "v.ttf")
    font = find_font(str(tmp_path / "v.ttf"), 550)
    assert (font.weight, font.weight_range, font.note) == (550, (100, 900), None)


def test_a_variable_font_says_how_far_it_reaches(tmp_path: Path) -> None:
    make_variable({"H": H}).save(tmp_path / "v.ttf")
    with pytest.raises(UserError, match="weight 950 is out of its range, 100 to 900"):
        find_font(str(tmp_path / "v.ttf"), 950)


@pytest.mark.parametrize("weight", [0, -1, 1001])
def test_a_weight_that_no_font_has_is_refused(weight: int) -> None:
    with pytest.raises(UserError, match=f"font weight {weight}: 1 to 1000"):
        find_font(DEFAULT_FAMILY, weight)


def test_a_collection_gives_the_upright_face_of_the_weight(tmp_path: Path) -> None:
    faces = [
        make({"H": H}, style="Bold Italic", weight=700, italic=True),
        make({"H": H}, style="Regular", weight=400),
        make({"H": H}, style="Bold", weight=700),
    ]
    path = make_collection(faces, tmp_path / "all.ttc")
    assert [f.style for f in read_faces(path)] == ["Bold Italic", "Regular", "Bold"]
    assert (find_font(str(path), 700).index, find_font(str(path), 400).index) == (2, 1)


def test_the_fingerprint_follows_the_bytes_the_face_and_the_weight(
    tmp_path: Path, font_at: Callable[..., Path]
) -> None:
    path = font_at({"H": H})
    first = font_fingerprint(str(path), 700)
    moved = tmp_path / "elsewhere.ttf"
    moved.write_bytes(path.read_bytes())
    assert font_fingerprint(str(moved), 700) == first
    assert font_fingerprint(str(font_at({"H": H[:2]})), 700) != first
    make_variable({"H": H}).save(tmp_path / "v.ttf")
    at = [font_fingerprint(str(tmp_path / "v.ttf"), weight) for weight in (400, 700)]
    assert at[0] != at[1]
    faces = [make({"H": H}, weight=400), make({"H": H}, weight=700)]
    both = make_collection(faces, tmp_path / "both.ttc")
    assert font_fingerprint(str(both), 400) != font_fingerprint(str(both), 700)


def test_fonts_with_a_character_are_named(system_folder: Path) -> None:
    make({"H": H, "Ж": H}, family="Has Both").save(system_folder / "a.ttf")
    make({"Ж": H}, family="Has One").save(system_folder / "b.ttf")
    # Packages may offer faces with Cyrillic letters too.
    assert "Has Both" in fonts_with(frozenset("HЖ"))
    assert "Has One" not in fonts_with(frozenset("HЖ"))
    assert {"Has Both", "Has One"} <= set(fonts_with(frozenset("Ж")))
    assert fonts_with(frozenset("\U0010fffd")) == ()


SAME_EVERYWHERE = """
from kitgen.lettering import letter_set
found = letter_set(["A", "Q", "Qu", "W"], font="Atkinson Hyperlegible", weight=700,
                   width=11.8, height=11.8, line_width=0.45)
print(found.cap_height, found.baseline, list(found.letters.values()))
"""


def test_letters_do_not_depend_on_the_machine(tmp_path: Path) -> None:
    """Complaint A3: another home, no system fonts, another hash seed and locale."""
    (tmp_path / "fonts").mkdir()
    make(dict.fromkeys("AQuW", H), family=DEFAULT_FAMILY).save(tmp_path / "fonts" / "impostor.ttf")
    elsewhere = {
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path),
        "XDG_DATA_DIRS": str(tmp_path),
        "FONTCONFIG_FILE": os.devnull,
        "PYTHONHASHSEED": "1",
        "LC_ALL": "C",
    }
    outputs = [
        subprocess.run(
            [sys.executable, "-c", SAME_EVERYWHERE],
            env={**os.environ, **more},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for more in ({"PYTHONHASHSEED": "0"}, elsewhere)
    ]
    assert outputs[0] == outputs[1] != ""


def test_importing_the_package_costs_no_heavy_library() -> None:
    code = (
        "import sys, kitgen.lettering as k, kitgen.lettering.layout; "
        "print([m for m in sys.modules if m.partition('.')[0] in "
        "('shapely', 'fontTools', 'pathops', 'uharfbuzz', 'fontpkg', 'numpy', 'cadquery')])"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


def test_the_packages_names_lead_to_their_homes() -> None:
    import kitgen.lettering as lettering

    assert all(getattr(lettering, name) is not None for name in lettering.__all__)
    with pytest.raises(AttributeError, match="no_such_thing"):
        _ = lettering.no_such_thing


def test_faces_without_an_os2_table_are_read(font_at: Callable[..., Path]) -> None:
    (face,) = read_faces(font_at({"H": H, "I": [bar(0, 0, 200, 700)]}, os2=False))
    assert (face.family, face.weight, face.italic) == ("Test Sans", 400, False)
