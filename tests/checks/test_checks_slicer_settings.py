"""What slicers' own settings say of bodies and extruders, and what is said where it is wrong."""

import re

import pytest
from rewritten import MODEL, Copy

from kitgen.checks.package import findings
from kitgen.checks.slicer_volumes import BAMBU_SETTINGS, PRUSA_SETTINGS
from kitgen.checks.written import WrittenKit
from kitgen.export.flavours import FLAVOURS

TILES = ("tile-A", "tile-B", "tile-O", "rack-half")
PLACES = ("tile-A", "tile-B", "tile-O")
"""Racks come first in the manifest."""
STYLES = ("engraved", "raised", "inlay")


def failed(folder):
    """The failing findings by check; of several of one check the first, which is the worst."""
    found = {}
    for finding in findings(WrittenKit.read(folder)):
        if finding.verdict == "fail":
            found.setdefault(finding.check, finding)
    return found


def sheets(copy, name):
    """The files that hold a tile: the plate, and the sheet of all."""
    return [p["file"] for p in copy.record["plates"] if name in {i["part"] for i in p["items"]}]


@pytest.fixture
def spoilt(kits, tmp_path):
    def of(slicer, style="inlay"):
        folder = kits(size=6, only=TILES, letter_style=style, slicer=slicer).folder
        return Copy(folder, tmp_path / slicer)

    return of


def block(text, pattern):
    match = re.search(pattern, text, re.DOTALL)
    assert match is not None
    return match.span()


def within(pattern, old, new):
    """Replace once inside the first text that a pattern finds."""

    def changed(text):
        start, end = block(text, pattern)
        inner = re.sub(old, new, text[start:end], count=1)
        return text[:start] + inner + text[end:]

    return changed


def volume(name):
    """A volume of PrusaSlicer, or a part of the Bambu family, by its name."""
    return rf'<(volume|part) (?:(?!</\1>).)*?key="name" value="{name}"/>(?:(?!</\1>).)*</\1>'


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("slicer", FLAVOURS)
def test_sound_kits_of_every_flavour_pass(kits, slicer, style):
    folder = kits(size=6, only=TILES, letter_style=style, slicer=slicer).folder
    found = list(findings(WrittenKit.read(folder)))
    assert {f.verdict for f in found if f.check != "package.whole"} == {"pass"}
    names = {f.check for f in found}
    assert {"package.volumes", "package.colours", "package.thumbnail"} <= names
    assert ("package.extruders" in names) == (slicer != "generic")
    assert ("package.filament_change" in names) == (style == "raised")
    assert ("package.filament_height" in names) == (style == "raised" and slicer == "prusa")


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize(
    ("slicer", "settings"), [("prusa", PRUSA_SETTINGS), ("bambu", BAMBU_SETTINGS),
                             ("orca", BAMBU_SETTINGS)]
)  # fmt: skip
@pytest.mark.parametrize(("body", "wrong"), [("letter", 1), ("letter", 3), ("body", 2)])
def test_a_wrong_extruder_is_found(spoilt, name, slicer, settings, body, wrong):
    copy = spoilt(slicer)
    (path,) = sheets(copy, name)
    change = within(
        volume(f"{name}-{body}"), r'key="extruder" value="\d+"', f'key="extruder" value="{wrong}"'
    )
    copy.member(path, settings, change)
    found = failed(copy.done())
    assert found.keys() == {"package.extruders"}
    assert found["package.extruders"].value == wrong
    part = f"{name}-letter" if body == "letter" else name
    assert found["package.extruders"].between == (path, name, part)


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize(
    ("slicer", "settings"), [("prusa", PRUSA_SETTINGS), ("bambu", BAMBU_SETTINGS)]
)
def test_a_missing_extruder_is_the_first(spoilt, name, slicer, settings):
    copy = spoilt(slicer)
    path = "3mf/kit.3mf"
    line = r'<metadata [^>]*key="extruder" value="\d+"/>\n'
    copy.member(path, settings, within(volume(f"{name}-letter"), line, ""))
    found = failed(copy.done())
    assert found.keys() == {"package.extruders"}
    assert (found["package.extruders"].value, found["package.extruders"].low) == (1, 2)


@pytest.mark.parametrize("name", PLACES)
def test_a_wrong_extruder_for_cura_is_found(spoilt, name):
    copy = spoilt("cura")
    (path,) = sheets(copy, name)
    pattern = rf'<object [^>]*name="{name}-letter"[^>]*>.*?</metadatagroup>'
    copy.member(path, MODEL, within(pattern, r"extruder_nr\">1<", 'extruder_nr">0<'))
    found = failed(copy.done())
    assert found.keys() == {"package.extruders"}
    assert found["package.extruders"].value == 1
    assert found["package.extruders"].between == (path, name, f"{name}-letter")


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("by", [1, -1, 100])
def test_a_volume_that_ends_elsewhere_is_found(spoilt, name, by):
    """The body's last triangle: the letter's first is left where it was."""
    copy = spoilt("prusa")
    (path,) = sheets(copy, name)
    pattern = volume(f"{name}-body")
    copy.member(
        path,
        PRUSA_SETTINGS,
        within(pattern, r'lastid="(\d+)"', lambda m: f'lastid="{int(m[1]) + by}"'),
    )
    found = failed(copy.done())
    assert found["package.volume_cover"].value == abs(by)
    assert found["package.volume_cover"].between == (path, name)
    cut = found["package.volume_triangles"]
    assert cut.value - cut.low == by
    assert cut.between == (path, name, name)


@pytest.mark.parametrize("name", PLACES)
def test_a_cut_in_the_wrong_place_is_found(spoilt, name):
    """All triangles are in one volume, but some of the letter's are the body's."""
    copy = spoilt("prusa")
    (path,) = sheets(copy, name)

    def move(text):
        end = int(re.search(rf'lastid="(\d+)">\n[^\n]*value="{name}-body"', text)[1])
        start, stop = block(text, rf'<object [^>]*>\n[^\n]*value="{name}".*?</object>')
        inner = text[start:stop].replace(f'lastid="{end}"', f'lastid="{end + 7}"')
        inner = inner.replace(f'firstid="{end + 1}"', f'firstid="{end + 8}"')
        return text[:start] + inner + text[stop:]

    copy.member(path, PRUSA_SETTINGS, move)
    found = failed(copy.done())
    assert found.keys() == {"package.volume_triangles", "package.volume_size"}
    assert abs(found["package.volume_triangles"].value - found["package.volume_triangles"].low) == 7


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize(
    ("slicer", "settings"), [("prusa", PRUSA_SETTINGS), ("bambu", BAMBU_SETTINGS)]
)
def test_bodies_with_each_others_names_are_found(spoilt, name, slicer, settings):
    copy = spoilt(slicer)
    (path,) = sheets(copy, name)

    def swap(text):
        text = text.replace(f'value="{name}-body"', 'value="?"')
        text = text.replace(f'value="{name}-letter"', f'value="{name}-body"')
        return text.replace('value="?"', f'value="{name}-letter"')

    copy.member(path, settings, swap)
    found = failed(copy.done())
    assert {"package.extruders", "package.volume_size"} <= found.keys()
    letter, body = (copy.part(n)["volume_mm3"] for n in (f"{name}-letter", name))
    size = found["package.volume_size"]
    assert size.value == pytest.approx(letter if size.between[-1] == name else body, rel=1e-4)


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize(
    ("slicer", "settings"), [("prusa", PRUSA_SETTINGS), ("orca", BAMBU_SETTINGS)]
)
def test_a_lost_volume_or_name_is_found(spoilt, name, slicer, settings):
    copy = spoilt(slicer)
    (path,) = sheets(copy, name)
    copy.member(path, settings, within(volume(f"{name}-letter"), r"(?s).*", ""))
    found = failed(copy.done())
    assert found["package.volumes"].between == (path, name)
    assert ("package.volume_cover" in found) == (slicer == "prusa")


@pytest.mark.parametrize("style", ["engraved", "inlay"])
@pytest.mark.parametrize(
    ("slicer", "settings"), [("prusa", PRUSA_SETTINGS), ("bambu", BAMBU_SETTINGS)]
)
@pytest.mark.parametrize("change", [lambda _: None, lambda text: text[:-20]])
def test_settings_that_are_absent_or_broken_are_found(spoilt, style, slicer, settings, change):
    copy = spoilt(slicer, style)
    copy.member("3mf/plate-02.3mf", settings, change)
    found = failed(copy.done())
    assert found.keys() == {"package.extruders"}
    assert found["package.extruders"].between == ("3mf/plate-02.3mf",)
    assert settings in found["package.extruders"].note


@pytest.mark.parametrize("slicer", ["prusa", "bambu", "orca", "cura"])
def test_a_plain_file_is_not_one_of_a_slicers(kits, tmp_path, slicer):
    """Written as for viewers: every slicer but that would print it in one colour."""
    copy = Copy(
        kits(size=6, only=TILES, letter_style="inlay", slicer="generic").folder, tmp_path / "kit"
    )
    copy.record["profile"]["print"]["slicer"] = slicer
    assert failed(copy.done()).keys() == {"package.extruders"}
