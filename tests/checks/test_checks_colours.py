"""Colours and pictures of a kit, and what is said where they are wrong."""

import re
import zlib

import pytest
from rewritten import Copy

from kitgen.checks.package import findings
from kitgen.checks.package_parts import parts_beside
from kitgen.checks.thumbnail import fault, whole_png
from kitgen.checks.written import WrittenKit

TILES = ("tile-A", "tile-B", "tile-O", "rack-half")
RED = "#FF0000"


def failed(folder):
    """The failing findings, by check and by what they concern first."""
    return {
        (f.check, f.between[0]): f for f in findings(WrittenKit.read(folder)) if f.verdict == "fail"
    }


@pytest.fixture
def copy(kits, tmp_path):
    folder = kits(size=6, only=TILES, letter_style="inlay", slicer="cura").folder
    return Copy(folder, tmp_path / "spoilt")


@pytest.mark.parametrize("name", ["rack-half-right", "tile-B", "tile-O-letter"])
def test_a_part_of_another_colour_is_found(copy, name):
    copy.part(name)["colour"] = RED
    found = failed(copy.done())
    wrong = found["package.colours", "manifest.json"]
    assert wrong.between[1] == name
    assert RED in wrong.note
    # The files hold it in the colour that it had.
    assert found["package.colours", "3mf/kit.3mf"].between == ("3mf/kit.3mf", name)


@pytest.mark.parametrize("key", ["tile_colour", "letter_colour", "rack_colour"])
def test_another_colour_in_the_profile_is_found(copy, key):
    copy.record["profile"]["print"][key] = RED
    found = failed(copy.done())
    assert found.keys() == {("package.colours", "manifest.json")}
    assert f"instead of {RED}" in found["package.colours", "manifest.json"].note


@pytest.mark.parametrize(
    "change", [lambda c: [RED, *c[1:]], lambda c: [*c, RED], lambda c: c[::-1] + c[2:] + [RED]]
)
@pytest.mark.parametrize("which", [-1, -2])
def test_other_colours_of_a_plate_are_found(copy, change, which):
    plate = copy.record["plates"][which]
    plate["colours"] = change(plate["colours"])
    found = failed(copy.done())
    assert found.keys() == {("package.colours", "manifest.json")}
    assert found["package.colours", "manifest.json"].between == ("manifest.json", plate["file"])


@pytest.mark.parametrize("key", ["first", "second"])
def test_other_colours_of_the_change_are_found(kits, tmp_path, key):
    copy = Copy(kits(size=6, only=TILES, letter_style="raised").folder, tmp_path / "raised")
    copy.record["filament_change"][key] = RED
    found = failed(copy.done())
    assert found.keys() == {("package.colours", "manifest.json")}
    assert found["package.colours", "manifest.json"].between[1] == "filament_change"


@pytest.mark.parametrize("slicer", ["generic", "prusa", "bambu"])
@pytest.mark.parametrize("name", ["rack-half-right", "tile-B", "tile-O"])
def test_an_object_of_another_group_or_none_is_found(kits, tmp_path, slicer, name):
    folder = kits(size=6, only=TILES, letter_style="inlay", slicer=slicer).folder
    for number, group in enumerate((' pid="2" pindex="0"', ' pid="3" pindex="0"', "")):
        copy = Copy(folder, tmp_path / f"{slicer}-{number}")
        names = f"{name}|{name}-body|{name} mesh"

        def put(text, group=group, names=names):
            pattern = rf'(<object [^>]*name="(?:{names})") pid="(\d+)" pindex="0"'
            return re.sub(pattern, lambda m: m[1] + (group if m[2] not in group else ""), text)

        copy.model("3mf/kit.3mf", put)
        found = failed(copy.done())
        assert found.keys() == {("package.colours", "3mf/kit.3mf")}
        assert found["package.colours", "3mf/kit.3mf"].between == ("3mf/kit.3mf", name)


@pytest.mark.parametrize("at", [0, 7, -1])
def test_a_triangle_of_another_colour_is_found(copy, at):
    """The Bambu family paints triangle by triangle."""

    def paint(text):
        start = text.index('name="tile-B-letter"')
        spots = [m.end() for m in re.finditer(r"<triangle [^>]*(?=/>)", text[start:])]
        count = text[start:].split("</triangles>")[0].count("<triangle ")
        spot = start + spots[:count][at]
        group = re.search(r'name="tile-B-body"[^>]* pid="(\d+)"', text)[1]
        return text[:spot] + f' pid="{group}" p1="0"' + text[spot:]

    copy.model("3mf/kit.3mf", paint)
    found = failed(copy.done())
    assert found.keys() == {("package.colours", "3mf/kit.3mf")}
    assert " and " in found["package.colours", "3mf/kit.3mf"].note


# Pictures of plates.

PNG = "Metadata/thumbnail.png"


@pytest.mark.parametrize("which", [-1, -2])
@pytest.mark.parametrize(
    ("member", "change", "says"),
    [
        (PNG, lambda data: data[:-5], "no whole PNG"),
        (PNG, lambda data: data[:100] + "~~~" + data[103:], "no whole PNG"),
        (PNG, lambda data: "GIF89a" + data, "no whole PNG"),
        ("_rels/.rels", lambda t: re.sub(r'<Relationship Id="rel1"[^>]*/>', "", t), "0 thumbnail"),
    ],
)
def test_a_plate_without_its_picture_is_found(copy, which, member, change, says):
    path = copy.record["plates"][which]["file"]
    copy.member(path, member, change)
    found = failed(copy.done())
    wrong = found["package.thumbnail", path]
    assert wrong.value == 1
    assert says in wrong.note


@pytest.mark.parametrize("which", [-1, -2])
@pytest.mark.parametrize(
    ("member", "change"),
    [(PNG, lambda _: None), ("_rels/.rels", lambda t: t.replace("thumbnail.png", "other.png"))],
)
def test_a_relationship_to_no_picture_is_found(copy, which, member, change):
    """The strict reader refuses such a file; a reader that took it would show nothing."""
    path = copy.record["plates"][which]["file"]
    copy.member(path, member, change)
    assert ("package.strict", path) in failed(copy.done())
    assert fault(parts_beside(copy.folder / path)).endswith("is not in the package")


def chunk(name, data=b""):
    return len(data).to_bytes(4, "big") + name + data + zlib.crc32(name + data).to_bytes(4, "big")


def test_a_png_is_whole_from_signature_to_end():
    head, end = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", bytes(13)), chunk(b"IEND")
    assert whole_png(head + chunk(b"IDAT", b"x") + end)
    for broken in (
        b"", head, head + end, head + chunk(b"IDAT", b"x"), head[8:] + end,
        head + chunk(b"IDAT", b"x")[:-1] + b"?" + end, head + chunk(b"IDAT", b"x") + end + b"x",
    ):  # fmt: skip
        assert not whole_png(broken)
