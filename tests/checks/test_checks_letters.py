"""Letters that are the font's pass; swapped, turned, mirrored, broken or missing ones are found."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from assembled import Game, box
from kits import Silent
from manifold3d import Manifold
from sabotage import sabotaged

from kitgen.build import build
from kitgen.checks.finding import Finding
from kitgen.checks.letters import WELL_SET, findings
from kitgen.checks.written import WrittenKit
from kitgen.lettering.fonts import available_fonts, family_characters, find_font
from kitgen.production.planning import Request, plan
from kitgen.settings import load_settings

OTHER_FONTS = [
    family.name
    for family in available_fonts()
    if set("ABCDEFGHIJKLMNOPQRSTUVWXYZu") <= family_characters(family)
    and family.name in ("Lexend", "Lato", "DejaVu Sans", "Noto Sans", "Liberation Sans", "Arial")
][:2]
"""What this machine has of them."""


def judged(folder: Path, font: Path | None = None) -> list[Finding]:
    return list(findings(WrittenKit.read(folder, font)))


def bad(found: list[Finding]) -> dict[str, set[str]]:
    """By part what failed."""
    names: dict[str, set[str]] = {}
    for finding in found:
        if finding.verdict == "fail":
            for name in finding.between:
                names.setdefault(name, set()).add(finding.check.removeprefix("letters."))
    return names


def of(found: list[Finding], check: str, name: str) -> Finding:
    (only,) = (f for f in found if f.check == f"letters.{check}" and name in f.between)
    return only


@pytest.fixture
def spoilt(game: Game, tmp_path: Path):
    """A kit with some tiles changed, judged."""

    def make(solids: Mapping[str, Any] | None = None, **more: Any) -> list[Finding]:
        return judged(sabotaged(game.folder, tmp_path / "spoilt", solids=solids, **more))

    return make


def plain(solid: Manifold) -> Manifold:
    """A tile with its engraved letter filled up."""
    top = solid.bounding_box()[5]
    return solid + box([-6.2, -6.2, top - 0.8], [6.2, 6.2, top])


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"size": 6, "clearance_per_side": 0.05},
        {"only": ["tile"], "letter_style": "raised"},
        {"only": ["tile"], "letter_style": "inlay"},
        {"only": ["tile-M", "tile-E", "tile-Qu"]},
        {"only": ["tile"], "orientation_bar": "all"},
        {"only": ["tile"], "font_weight": 400, "line_width": 0.42},
        *({"only": ["tile"], "font": name} for name in OTHER_FONTS),
    ],
    ids=str,
)
def test_good_kits_pass(kits, settings: dict) -> None:
    found = judged(kits(**settings).folder)
    assert [f for f in found if f.verdict != "pass"] == []
    overlaps = [f.value for f in found if f.check == "letters.overlap"]
    assert overlaps
    assert min(overlaps) > 0.99


def test_kits_without_tiles_are_not_asked(kits) -> None:
    assert judged(kits(size=6, only=["board-quarter"]).folder) == []


def test_mirrored_letters(spoilt) -> None:
    names = ("tile-E", "tile-L", "tile-R")
    found = spoilt(dict.fromkeys(names, lambda solid: solid.mirror([1, 0, 0])))
    assert set(bad(found)) == set(names)
    for name in names:
        assert {"overlap", "right"} <= bad(found)[name]
        assert of(found, "right", name).value == f"{name[-1]} mirrored"


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_turned_letters(spoilt, turn: int) -> None:
    names = ("tile-F", "tile-P", "tile-T")
    found = spoilt(dict.fromkeys(names, lambda solid: solid.rotate([0, 0, turn])))
    assert set(bad(found)) == set(names)
    for name in names:
        assert of(found, "right", name).value == f"{name[-1]} turned by {turn} degrees"


def test_letters_that_look_the_same_mirrored_are_right(spoilt) -> None:
    names = ("tile-H", "tile-T", "tile-X")
    assert bad(spoilt(dict.fromkeys(names, lambda solid: solid.mirror([1, 0, 0])))) == {}


SWAPPED = (("E", "F"), ("D", "O"), ("B", "R"))


def test_swapped_files(game: Game, spoilt) -> None:
    swaps = {}
    for one, other in SWAPPED:
        swaps[f"tile-{one}"] = lambda _, solid=game.solids[f"tile-{other}"]: solid
        swaps[f"tile-{other}"] = lambda _, solid=game.solids[f"tile-{one}"]: solid
    found = spoilt(swaps)
    assert set(bad(found)) == set(swaps)
    for one, other in SWAPPED:
        assert of(found, "right", f"tile-{one}").value == other
        assert of(found, "right", f"tile-{other}").value == one
        assert of(found, "overlap", f"tile-{one}").value < WELL_SET


def test_swapped_labels(spoilt) -> None:
    def swap(record: dict[str, Any]) -> None:
        parts = {part["name"]: part for part in record["parts"]}
        for one, other in SWAPPED:
            a, b = parts[f"tile-{one}"], parts[f"tile-{other}"]
            a["label"], b["label"] = b["label"], a["label"]

    found = spoilt(manifest=swap)
    assert set(bad(found)) == {f"tile-{label}" for pair in SWAPPED for label in pair}
    for one, other in SWAPPED:
        finding = of(found, "right", f"tile-{one}")
        assert (finding.value, finding.expected) == (one, other)


def test_a_letter_twice(game: Game, spoilt) -> None:
    pairs = (("E", "M"), ("Qu", "S"), ("T", "X"))
    found = spoilt({f"tile-{b}": lambda _, a=a: game.solids[f"tile-{a}"] for a, b in pairs})
    alike = {f.between for f in found if f.check == "letters.different" and f.verdict == "fail"}
    assert alike == {(f"tile-{a}", f"tile-{b}") for a, b in pairs}


def test_letters_cut_through(spoilt) -> None:
    """A sliver of plastic across a stroke, too small to change the letter's area much."""

    def across(solid: Manifold) -> Manifold:
        top = solid.bounding_box()[5]
        return solid + box([-6, 0.4, top - 0.8], [6, 0.45, top])

    names = ("tile-I", "tile-L", "tile-T")
    found = spoilt(dict.fromkeys(names, across))
    assert bad(found) == {n: {"whole"} for n in names}
    for name in names:
        assert of(found, "whole", name).value == "2 and 0"


def test_letters_cut_through_the_floor(spoilt) -> None:
    def through(solid: Manifold) -> Manifold:
        top = solid.bounding_box()[5]
        letter = box([-9, -9, top - 0.2], [9, 9, top - 0.1]) - solid
        stroke = (letter ^ box([-6.4, -6.4, 0], [6.4, 6.4, 9])).project()
        return solid - stroke.extrude(9).translate([0, 0, 0.5])

    names = ("tile-E", "tile-M", "tile-X")
    found = spoilt(dict.fromkeys(names, through))
    assert {name for name, failed in bad(found).items() if "relief" in failed} == set(names)


def test_another_weight_of_the_font(kits, spoilt) -> None:
    light = kits(only=["tile"], font_weight=400, line_width=0.42)
    names = ("tile-E", "tile-Qu", "tile-X")
    found = spoilt({name: lambda _, name=name: light.solids[name] for name in names})
    assert set(bad(found)) == set(names)
    assert all("overlap" in failed for failed in bad(found).values())


@pytest.mark.skipif(not OTHER_FONTS, reason="no other font")
def test_another_font(kits, spoilt) -> None:
    other = kits(only=["tile"], font=OTHER_FONTS[0])
    names = ("tile-E", "tile-Qu", "tile-X")
    found = spoilt({name: lambda _, name=name: other.solids[name] for name in names})
    assert set(bad(found)) == set(names)
    assert all("overlap" in failed for failed in bad(found).values())


def test_missing_letters(spoilt) -> None:
    names = ("tile-E", "tile-M", "tile-X")
    found = spoilt(dict.fromkeys(names, plain))
    assert set(bad(found)) == set(names)
    for name in names:
        assert of(found, "overlap", name).value == 0.0
        assert of(found, "right", name).value == "nothing"
        assert of(found, "whole", name).value == "0 and 0"


@pytest.mark.parametrize("style", ["raised", "inlay"])
def test_missing_letters_of_other_styles(kits, tmp_path: Path, style: str) -> None:
    game = kits(only=["tile"], letter_style=style)
    raised = style == "raised"

    def without(solid: Manifold) -> Manifold:
        top = solid.bounding_box()[5]
        return solid - box([-9, -9, top - 0.8], [9, 9, top]) if raised else plain(solid)

    names = ("tile-E", "tile-M", "tile-X")
    found = judged(sabotaged(game.folder, tmp_path / "x", solids=dict.fromkeys(names, without)))
    failed = {name: what for name, what in bad(found).items() if "overlap" in what}
    assert set(failed) == set(names)


def test_an_inlay_that_is_another_letter(kits, tmp_path: Path) -> None:
    game = kits(only=["tile"], letter_style="inlay")
    swaps = {
        f"tile-{a}-letter": lambda _, b=b: game.solids[f"tile-{b}-letter"]
        for a, b in (("E", "F"), ("M", "W"), ("X", "Y"))
    }
    found = judged(sabotaged(game.folder, tmp_path / "x", solids=swaps))
    assert set(bad(found)) == set(swaps)
    assert of(found, "right", "tile-E-letter").value == "F"


def test_thinned_letters(spoilt) -> None:
    def thinned(solid: Manifold) -> Manifold:
        top = solid.bounding_box()[5]
        letter = (box([-6.2, -6.2, top - 0.2], [6.2, 6.2, top - 0.1]) - solid).project()
        thin = letter.offset(-0.5).extrude(0.8).translate([0, 0, top - 0.8])
        return plain(solid) - thin

    names = ("tile-E", "tile-M", "tile-X")
    found = spoilt(dict.fromkeys(names, thinned))
    assert {n for n, failed in bad(found).items() if "overlap" in failed} == set(names)
    assert of(found, "overlap", "tile-E").value < 0.6


def test_letters_half_as_deep(spoilt) -> None:
    def shallow(solid: Manifold) -> Manifold:
        top = solid.bounding_box()[5]
        return solid + box([-6.2, -6.2, top - 0.8], [6.2, 6.2, top - 0.3])

    names = ("tile-E", "tile-M", "tile-X")
    found = spoilt(dict.fromkeys(names, shallow))
    assert set(bad(found)) == set(names)
    for name in names:
        assert of(found, "relief", name).value == pytest.approx(0.3, abs=1e-5)


def test_letters_off_centre(game: Game, spoilt) -> None:
    def moved(solid: Manifold) -> Manifold:
        top = solid.bounding_box()[5]
        letter = (box([-6.2, -6.2, top - 0.2], [6.2, 6.2, top - 0.1]) - solid).project()
        return plain(solid) - letter.extrude(0.8).translate([0.5, 0, top - 0.8])

    names = ("tile-E", "tile-M", "tile-W")
    found = spoilt(dict.fromkeys(names, moved))
    assert {n for n, failed in bad(found).items() if "overlap" in failed} == set(names)
    before = of(judged(game.folder), "margin", "tile-W").value
    finding = of(found, "margin", "tile-W")
    assert finding.verdict == "fail"
    assert finding.value == pytest.approx(before - 0.5, abs=0.01)


def test_missing_bars(game: Game, spoilt) -> None:
    def unbarred(solid: Manifold) -> Manifold:
        top, low = solid.bounding_box()[5], game.part("tile-M")["letter"]["baseline_mm"]
        return solid + box([-6.2, -6.2, top - 0.8], [6.2, low - 0.9, top])

    names = ("tile-M", "tile-U", "tile-Z")
    found = spoilt(dict.fromkeys(names, unbarred))
    assert set(bad(found)) == set(names)
    for name in names:
        assert {"bar", "whole", "overlap"} <= bad(found)[name]
        assert of(found, "bar", name).value == "none"


def test_bars_that_the_manifest_forgets(spoilt) -> None:
    """Where neither file nor manifest has the bar, the rules of bars still ask for it."""

    def forget(record: dict[str, Any]) -> None:
        record["profile"]["print"]["orientation_bar"] = "all"

    found = spoilt(manifest=forget)
    assert "tile-E" in bad(found)
    assert "tile-M" not in bad(found)
    assert of(found, "bar", "tile-E").expected == "there"


def test_letters_of_another_size(spoilt) -> None:
    def shrunk(record: dict[str, Any]) -> None:
        for part in record["parts"]:
            if part["name"] in ("tile-E", "tile-M", "tile-X"):
                part["letter"]["cap_height_mm"] *= 0.97

    found = spoilt(manifest=shrunk)
    failed = {n for n, what in bad(found).items() if "one_size" in what}
    assert failed == {"tile-E", "tile-M", "tile-X"}
    assert {n for n, what in bad(found).items() if "overlap" in what} == failed


def test_blank_tiles(spoilt) -> None:
    def blanked(record: dict[str, Any]) -> None:
        for part in record["parts"]:
            if part["name"] in ("tile-E", "tile-M", "tile-X"):
                part["label"], part["letter"] = "_", None

    found = spoilt({"tile-M": plain}, manifest=blanked)
    assert bad(found) == {"tile-E": {"blank"}, "tile-X": {"blank"}}
    assert of(found, "blank", "tile-M").value == 0.0


def test_raised_letters_on_blank_tiles(kits, tmp_path: Path) -> None:
    game = kits(only=["tile"], letter_style="raised")

    def blanked(record: dict[str, Any]) -> None:
        for part in record["parts"]:
            if part["name"] in ("tile-E", "tile-M"):
                part["label"], part["letter"] = "_", None

    def flat(solid: Manifold) -> Manifold:
        top = solid.bounding_box()[5]
        return solid - box([-9, -9, top - 0.8], [9, 9, top])

    folder = sabotaged(game.folder, tmp_path / "x", solids={"tile-M": flat}, manifest=blanked)
    assert bad(judged(folder)) == {"tile-E": {"blank"}}


def named(font: str):
    def change(record: dict[str, Any]) -> None:
        record["profile"]["print"]["font"] = font

    return change


def test_a_font_that_is_not_there_is_not_judged(spoilt) -> None:
    found = spoilt(manifest=named("Nowhere.ttf"))
    assert bad(found) == {}
    (unjudged,) = (f for f in found if f.verdict == "not judged")
    assert "kitgen check --font PATH" in unjudged.note
    assert any(f.check == "letters.different" for f in found)


def test_a_font_file_that_the_user_names(game: Game, tmp_path: Path) -> None:
    folder = sabotaged(game.folder, tmp_path / "x", manifest=named("Nowhere.ttf"))
    printed = game.manifest["profile"]["print"]
    right = find_font(printed["font"], printed["font_weight"]).path
    wrong = find_font(printed["font"], 400).path
    assert {f.verdict for f in judged(folder, right)} == {"pass"}
    assert bad(judged(folder, wrong)) != {}
    (folder / "Nowhere.ttf").write_bytes(right.read_bytes())
    assert {f.verdict for f in judged(folder)} == {"pass"}


def test_another_version_of_the_font_is_told(game: Game, tmp_path: Path) -> None:
    printed = game.manifest["profile"]["print"]
    data = find_font(printed["font"], printed["font_weight"]).path.read_bytes()

    def digest(value: str):
        def change(record: dict[str, Any]) -> None:
            for part in record["parts"]:
                if part["letter"] is not None:
                    part["letter"]["font_sha256"] = value

        return change

    right, wrong = hashlib.sha256(data).hexdigest(), "0" * 64
    folder = sabotaged(game.folder, tmp_path / "x", manifest=digest(right))
    assert {f.verdict for f in judged(folder)} == {"pass"}
    folder = sabotaged(game.folder, tmp_path / "y", manifest=digest(wrong))
    (told,) = (f for f in judged(folder) if f.verdict != "pass")
    assert (told.check, told.verdict) == ("letters.font", "warn")


def test_every_overlap_is_told(game: Game) -> None:
    found = judged(game.folder)
    tiles = {f.between[0] for f in found if f.check == "letters.overlap"}
    assert tiles == set(game.names("tile"))
    assert np.all([f.value <= 1 for f in found if f.check == "letters.overlap"])


def test_some_tiles_of_a_language_with_digraphs(tmp_path: Path) -> None:
    """SZ turned is ZS: its bar is right even where the tile of ZS was not built."""
    profile = tmp_path / "two.toml"
    profile.write_text(
        '[game]\nname = "two"\nextends = "werdup"\nletters = ["E", "S", "SZ", "Z", "ZS", "Ő"]\n'
        '[game.tiles.10]\n"E" = 40\n"S" = 20\n"SZ" = 10\n"Z" = 10\n"ZS" = 10\n"Ő" = 10\n',
        encoding="utf-8",
    )
    settings = load_settings(str(profile))
    for only in (("tile",), ("tile-SZ", "tile-E")):
        folder = tmp_path / "-".join(only)
        build(plan(Request(settings, only=only, jobs=1, use_cache=False)), folder, Silent())
        found = judged(folder)
        assert [f for f in found if f.verdict != "pass"] == []
        assert "tile-SZ" in of(found, "bar", "tile-SZ").between


CRUMBED = ("tile-E", "tile-M", "tile-X")


def crumb(solid: Manifold, z: float) -> Manifold:
    """A crumb inside of a letter's opening, its top at a height."""
    top = solid.bounding_box()[5]
    letter = box([-6.2, -6.2, top - 0.2], [6.2, 6.2, top - 0.1]) - solid
    x, y = next(ring for ring in letter.project().to_polygons() if len(ring))[0]
    return solid + box([x - 0.1, y - 0.1, z - 0.2], [x + 0.1, y + 0.1, z])


def deepened(solid: Manifold, by: float) -> Manifold:
    top = solid.bounding_box()[5]
    letter = (box([-6.2, -6.2, top - 0.2], [6.2, 6.2, top - 0.1]) - solid).project()
    return solid - letter.extrude(by + 0.1).translate([0, 0, top - 0.8 - by])


def test_a_crumb_does_not_stand_for_the_ground(spoilt) -> None:
    """Letters cut two layers too deep, with a crumb where their ground should be."""

    def spoil(solid: Manifold) -> Manifold:
        return crumb(deepened(solid, 0.4), solid.bounding_box()[5] - 0.8)

    found = spoilt(dict.fromkeys(CRUMBED, spoil))
    failed = bad(found)
    for name in CRUMBED:
        assert {"relief", "floor"} >= failed[name] & {"relief", "floor"} == {"relief"}
        assert of(found, "relief", name).value == pytest.approx(1.2, abs=1e-5)
    assert set(failed) == set(CRUMBED)


def test_letters_on_two_levels(spoilt) -> None:
    """Their right half two layers deeper."""

    def half(solid: Manifold) -> Manifold:
        return solid - (solid - deepened(solid, 0.4) ^ box([0, -9, 0], [9, 9, 9]))

    found = spoilt(dict.fromkeys(CRUMBED, half))
    assert set(bad(found)) == set(CRUMBED)
    for name in CRUMBED:
        assert "level" in bad(found)[name]
        assert 0.3 < of(found, "level", name).value < 0.8


def test_floors_that_are_too_thin(spoilt, game: Game) -> None:
    before = of(judged(game.folder), "floor", "tile-M").value
    found = spoilt(dict.fromkeys(CRUMBED, lambda solid: deepened(solid, 0.6)))
    for name in CRUMBED:
        assert bad(found)[name] == {"relief", "floor"}
        assert of(found, "floor", name).value == pytest.approx(before - 0.6, abs=1e-4)


def test_pits_in_a_letter(spoilt, game: Game) -> None:
    """Too small for the letter's area: only the floor tells."""
    before = of(judged(game.folder), "floor", "tile-E").value

    def pit(solid: Manifold) -> Manifold:
        top = solid.bounding_box()[5]
        letter = box([-6.2, -6.2, top - 0.2], [6.2, 6.2, top - 0.1]) - solid
        stroke = letter.project().offset(-0.3).bounds()
        tool = box([stroke[0], stroke[1], 0], [stroke[0] + 0.3, stroke[1] + 0.3, 9])
        return solid - (deepened_only(solid) ^ tool)

    def deepened_only(solid: Manifold) -> Manifold:
        return solid - deepened(solid, 0.7)

    found = spoilt(dict.fromkeys(("tile-E", "tile-L", "tile-F"), pit))
    for name in ("tile-E", "tile-L", "tile-F"):
        assert bad(found)[name] == {"floor"}
        assert of(found, "floor", name).value == pytest.approx(before - 0.7, abs=1e-4)


@pytest.mark.parametrize("size", [0.2, 0.4])
def test_raised_letters_are_not_measured_from_a_crumb(kits, tmp_path: Path, size: float) -> None:
    """Letters a layer too low, with a crumb of the right height below their top."""
    game = kits(only=["tile"], letter_style="raised")

    def spoil(solid: Manifold) -> Manifold:
        top = solid.bounding_box()[5]
        low = solid - box([-9, -9, top - 0.2], [9, 9, top + 1])
        return low + box([6.6, 6.6, 3], [6.6 + size, 6.6 + size, top - 1.0])

    found = judged(sabotaged(game.folder, tmp_path / "x", solids=dict.fromkeys(CRUMBED, spoil)))
    for name in CRUMBED:
        assert "relief" in bad(found)[name]
        assert of(found, "relief", name).value == pytest.approx(0.6, abs=1e-4)


def test_letters_deeper_than_was_asked_for(spoilt) -> None:
    """File and record agree, and the profile asks for something else."""

    def claim(record: dict[str, Any]) -> None:
        for part in record["parts"]:
            if part["name"] in CRUMBED:
                part["letter"]["relief_mm"] = 1.0

    found = spoilt(dict.fromkeys(CRUMBED, lambda solid: deepened(solid, 0.2)), manifest=claim)
    assert bad(found) == {name: {"relief_asked"} for name in CRUMBED}


def test_relief_in_whole_layers(kits) -> None:
    found = judged(kits(only=["tile-E", "tile-M"], letter_relief=0.7).folder)
    (asked,) = (f for f in found if f.check == "letters.relief_asked")
    assert (asked.verdict, asked.value) == ("pass", pytest.approx(0.8))
