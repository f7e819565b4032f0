"""The page stays small however many kinds of tiles there are, and its shapes stay what they are."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kitgen.mesh.mesh import Mesh
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.page import preview
from kitgen.pictures.page.coarser import coarser
from kitgen.pictures.page.preview import LIMIT, OFF_MM, preview_page
from kitgen.pictures.page.thinning import thinned

HUNGARIAN = """
[game]
language = "hu"
letters = [
  "A", "Á", "B", "C", "CS", "D", "DZS", "E", "É", "G", "GY", "I", "K", "L", "LY", "M", "N", "NY",
  "O", "Ö", "Ő", "R", "S", "SZ", "T", "U", "Ű", "V", "Z", "ZS",
]
board_size = 10
blanks = true
[game.rules]
digraphs = "optional"
bonus.tiles = { "DZS" = 7 }
plural.suffixes = ["K"]
[game.tiles.10]
A = 9
"Á" = 4
B = 3
C = 1
CS = 1
D = 3
DZS = 1
E = 10
"É" = 4
G = 3
GY = 2
I = 4
K = 6
L = 5
LY = 1
M = 4
N = 4
NY = 1
O = 5
"Ö" = 2
"Ő" = 1
R = 4
S = 4
SZ = 3
T = 6
U = 2
"Ű" = 1
V = 2
Z = 3
ZS = 3
_ = 2
[print]
letter_style = "inlay"
font = "Noto Sans"
letter_margin = 0.6
"""


@pytest.fixture(scope="module")
def many(kits, tmp_path_factory) -> PicturedKit:
    """31 kinds of tiles with an inlay, in a font of many curves."""
    path = tmp_path_factory.mktemp("profile") / "hungarian.toml"
    path.write_text(HUNGARIAN, encoding="utf-8")
    return PicturedKit.read(kits(profile=str(path)).folder)


@pytest.fixture(scope="module")
def engraved(kits) -> PicturedKit:
    return PicturedKit.read(kits(size=6).folder)


def test_many_kinds_of_inlaid_tiles_make_no_large_page(many: PicturedKit) -> None:
    assert sum(part.kind == "tile" for part in many.manifest.parts) == 31
    assert len(preview._page(many, "en", None)) > LIMIT, "or nothing is tested here"
    page = preview_page(many, "en")
    assert len(page) < LIMIT
    assert page == preview_page(PicturedKit.read(many.folder), "en")


def test_twice_as_many_kinds_make_none_either(many: PicturedKit) -> None:
    parts = list(many.manifest.parts)
    copies = [
        part.model_copy(update={"name": part.name.replace("tile-", "tile-second-", 1)})
        for part in parts
        if part.kind in ("tile", "tile-letter")
    ]
    meshes = {part.name: many.mesh(part.name) for part in parts}
    meshes |= {copy.name: meshes[copy.name.replace("second-", "", 1)] for copy in copies}
    manifest = many.manifest.model_copy(update={"parts": (*parts, *copies)})
    twice = PicturedKit(many.folder, manifest, many.manifest_sha256, meshes)
    assert len(preview_page(twice, "en")) < LIMIT


def test_a_page_that_is_small_enough_shows_shapes_as_in_the_files(engraved: PicturedKit) -> None:
    assert preview_page(engraved, "de") == preview._page(engraved, "de", None)


def edges(mesh: Mesh) -> Counter[tuple[int, int]]:
    return Counter(
        (int(a), int(b))
        for face in mesh.faces
        for a, b in zip(face, np.roll(face, -1), strict=True)
    )


def volume(mesh: Mesh) -> float:
    a, b, c = mesh.vertices[mesh.faces].astype(np.float64).transpose(1, 0, 2)
    return float((a * np.cross(b, c)).sum() / 6)


@pytest.mark.parametrize("off_mm", OFF_MM[1:])
@pytest.mark.parametrize("name", ["tile-S", "tile-Z", "board-quarter", "rack-half-left"])
def test_a_coarser_shape_is_closed_and_as_large(engraved, name, off_mm) -> None:
    mesh = engraved.mesh(name)
    found = coarser(mesh, off_mm)
    assert len(found.faces) <= len(mesh.faces)
    there = edges(found)
    assert all(there[b, a] == count for (a, b), count in there.items())
    assert {tuple(v) for v in found.vertices} <= {tuple(v) for v in mesh.vertices}
    assert np.array_equal(found.vertices.min(axis=0), mesh.vertices.min(axis=0))
    assert np.array_equal(found.vertices.max(axis=0), mesh.vertices.max(axis=0))
    assert volume(found) == pytest.approx(volume(mesh), rel=0.002)


def test_letters_lose_most_of_their_corners_and_stay_what_they_are(many: PicturedKit) -> None:
    letter = many.mesh("tile-S-letter")
    plain = coarser(letter, 0.0)
    assert len(plain.faces) < len(letter.faces) / 2
    assert volume(plain) == pytest.approx(volume(letter), rel=1e-3)
    coarse = coarser(letter, 0.02)
    assert len(coarse.faces) < len(plain.faces) / 3
    assert volume(coarse) == pytest.approx(volume(letter), rel=0.01)


def away(point: tuple[float, float], line: list[tuple[float, float]]) -> float:
    """From a point to a closed line."""
    best = math.inf
    for (x0, y0), (x1, y1) in zip(line, [*line[1:], line[0]], strict=True):
        length = (x1 - x0) ** 2 + (y1 - y0) ** 2
        share = ((point[0] - x0) * (x1 - x0) + (point[1] - y0) * (y1 - y0)) / (length or 1)
        share = min(1.0, max(0.0, share))
        best = min(best, math.dist(point, (x0 + share * (x1 - x0), y0 + share * (y1 - y0))))
    return best


@given(
    st.integers(0, 1000), st.integers(3, 60), st.floats(0, 0.2), st.integers(0, 59), st.booleans()
)
def test_thinned_outlines_are_no_farther_off_than_allowed(seed, count, off, turn, back) -> None:
    dice = np.random.default_rng(seed)
    angles = np.sort(dice.random(count)) * 2 * math.pi
    radii = 3 + dice.random(count) / 2
    outline = [
        (float(r * math.cos(a)), float(r * math.sin(a))) for r, a in zip(radii, angles, strict=True)
    ]
    stands = thinned(outline, off)
    assert set(stands) == set(outline)
    kept = [at for at in outline if stands[at] == at]
    assert set(stands.values()) == set(kept)
    assert all(away(at, kept) <= off + 1e-9 for at in outline)
    still = frozenset(outline[::3])
    stands_with = thinned(outline, off, still)
    assert all(stands_with[at] == at for at in still)
    turn %= count
    other = outline[turn:] + outline[:turn]
    assert thinned(other[::-1] if back else other, off) == stands
