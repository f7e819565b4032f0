"""What VTK and the simple renderer agree on: outlines, light, what is in frame."""

import numpy as np
import pytest
from kits import Kits
from numpy.typing import NDArray
from rendering import decoded, drawn_by_vtk

from kitgen.pictures import camera as camera_module
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.look import BACKGROUND
from kitgen.pictures.scene import Prop, Scene, Slab, moved, turned
from kitgen.pictures.simple_renderer import SimpleRenderer

BACK = np.array([int(BACKGROUND[i : i + 2], 16) for i in (1, 3, 5)])
TILE = Scene([Prop("tile-E", turned("z", 8), "#102030")], (0.2, -1.0, 1.2))


@pytest.fixture(scope="module")
def kit(kits: Kits) -> PicturedKit:
    return PicturedKit.read(kits(size=6, players=2).folder)


@pytest.fixture(scope="module")
def quarter(kit: PicturedKit) -> Scene:
    name = next(part.name for part in kit.manifest.parts if part.kind == "board-quarter")
    return Scene([Prop(name, turned("z", 180))], (0.75, -1.0, 0.95))


def flat(scene: Scene) -> Scene:
    """The same without light, table and shadow: cut so high that nothing is cut off."""
    return Scene(
        scene.props, scene.toward, scene.height, scene.slabs, scene.projection, cut_z=1000.0
    )


def outline(image: NDArray[np.uint8]) -> NDArray[np.bool_]:
    return np.abs(image.astype(int) - BACK).max(axis=-1) > 60


def agreement(first: NDArray[np.bool_], second: NDArray[np.bool_]) -> float:
    """Intersection over union."""
    return float((first & second).sum() / (first | second).sum())


def test_both_draw_the_same_outline(kit: PicturedKit, quarter: Scene) -> None:
    scenes = [flat(TILE), flat(quarter)]
    for scene, seen in zip(scenes, drawn_by_vtk(kit, scenes, 300), strict=True):
        simple = outline(SimpleRenderer(kit).draw(scene, 300))
        assert agreement(outline(seen), simple) > 0.97
        shifted = np.roll(simple, 6, axis=1)
        assert agreement(outline(seen), shifted) < 0.97


def test_both_draw_the_same_light_and_shadow(kit: PicturedKit, quarter: Scene) -> None:
    scenes = [TILE, quarter]
    for scene, seen in zip(scenes, drawn_by_vtk(kit, scenes, 240), strict=True):
        simple = SimpleRenderer(kit).draw(scene, 240)
        assert np.abs(seen.astype(int) - simple).mean() < 4
        # On the table beside the part there is a shadow, in both.
        near = outline(seen) != outline(np.roll(seen, 4, axis=0))
        assert (near & ~outline(seen)).any()


def test_all_is_in_frame_and_fills_it(
    kit: PicturedKit, quarter: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    tile = kit.tile("E") or ""
    row = [Prop(tile, moved(turned("z", 0), (30 * x, 0, 0)), "#000000") for x in range(5)]
    slab = Slab((-20, -60, -2), (150, 60, -1), "#204060")
    flat_scenes = [
        flat(TILE),
        flat(quarter),
        Scene(row, (0, -0.5, 1), 0.4, cut_z=1000.0),
        Scene(row, (0.3, -1, 1), 0.67, (slab,), "parallel", cut_z=1000.0),
    ]
    for scene in flat_scenes:
        seen = outline(SimpleRenderer(kit).draw(scene, 200))
        frame = [seen[0], seen[-1], seen[:, 0], seen[:, -1]]
        assert not any(edge.any() for edge in frame)
        rows, columns = np.nonzero(seen)
        assert max(np.ptp(rows) / seen.shape[0], np.ptp(columns) / seen.shape[1]) > 0.6
    monkeypatch.setattr(camera_module, "MARGIN", 0.8)
    cut_off = outline(SimpleRenderer(kit).draw(flat(quarter), 200))
    assert cut_off[:, 0].any() or cut_off[0].any()


def test_letters_can_be_read(kit: PicturedKit) -> None:
    """The ground of engraved letters lies in the shade, all of it."""
    for label in "EF":
        scene = Scene([Prop(f"tile-{label}", turned("z", 0))], (0, -0.3, 1))
        (seen,) = drawn_by_vtk(kit, [scene], 160)
        for image in (seen, SimpleRenderer(kit).draw(scene, 160)):
            middle = image[35:75, 50:110].astype(int).max(axis=-1)
            assert (middle < middle.max() - 60).mean() > 0.12
            assert (middle > middle.max() - 15).mean() > 0.3


def test_light_tiles_are_no_whiter_than_their_filament(kit: PicturedKit) -> None:
    scene = Scene([Prop("tile-E", turned("z", 0), "#F4EBDD")], (0, -0.3, 1))
    (seen,) = drawn_by_vtk(kit, [scene], 160)
    for image in (seen, SimpleRenderer(kit).draw(scene, 160)):
        top = np.median(image[40:100, 50:110].reshape(-1, 3), axis=0)
        assert np.all(top <= np.array([0xF4, 0xEB, 0xDD]) + 4)
        assert top[2] < BACK[2] - 12, "it stands out from the background"


def test_a_slab_is_drawn_from_all_sides(kit: PicturedKit) -> None:
    prop = Prop("tile-E", moved(turned("z", 0), (0, 0, 30)))
    slab = Slab((-30, -30, -30), (30, 30, 25), "#FF0000")
    sides = [(0, -1, 0.3), (1, 0, 0.3), (0, 1, 0.3), (-1, 0, 0.3), (0, 0.2, 1), (0.1, 0, -1)]
    scenes = [Scene([prop], toward, slabs=(slab,)) for toward in sides]
    for scene, seen in zip(scenes[:2], drawn_by_vtk(kit, scenes[:2], 60), strict=True):
        simple = SimpleRenderer(kit).draw(scene, 60)
        assert np.abs(seen.astype(int) - simple).mean() < 6
    for scene in scenes[:-1]:
        image = SimpleRenderer(kit).draw(scene, 60).astype(int)
        assert ((image[..., 0] > 60) & (image[..., 1] < 50)).mean() > 0.25


def test_a_cut_shows_solid_places_and_hollow_ones(kit: PicturedKit) -> None:
    """A tile is hollow below: cut there it is a ring, cut above the hollow it is full."""
    top = kit.parts["tile-E"].bbox_mm[1][2]
    tile = Prop("tile-E", turned("z", 0), "#102030")
    above = Prop("tile-F", moved(turned("z", 0), (0, 0, 2 * top)), "#FF0000")
    full = []
    for cut_z in (0.02 * top, 0.25 * top, 0.8 * top):
        scene = Scene([tile, above], (0, 0, 1), 0.7, projection="parallel", cut_z=cut_z)
        (seen,) = drawn_by_vtk(kit, [scene], 200)
        simple = SimpleRenderer(kit).draw(scene, 200)
        for image in (seen, simple):
            assert not ((image[..., 0] > 200) & (image[..., 1] < 100)).any()
        assert agreement(outline(seen), outline(simple)) > 0.97
        full.append(bool(outline(simple)[70, 100]))
    assert full[-1]
    assert not all(full)


def test_faded_parts_are_pale(kit: PicturedKit) -> None:
    means = []
    for faded in (False, True):
        prop = Prop("tile-E", turned("z", 0), "#102030", faded=faded)
        scene = flat(Scene([prop], (0, 0, 1), projection="parallel"))
        means.append(SimpleRenderer(kit).draw(scene, 60)[20, 30].astype(int))
    assert (means[1] > means[0] + 60).all()
    assert (means[1] < BACK - 20).all()


def test_decoding_sees_a_difference() -> None:
    with pytest.raises(Exception, match="cannot identify"):
        decoded(b"no PNG")


def test_parts_have_the_colours_of_the_profile(kits) -> None:
    colours = {"tile": "#C02020", "board": "#2040C0", "rack": "#20A040"}
    named = {f"{role}_colour": colour for role, colour in colours.items()}
    kit = PicturedKit.read(kits(size=6, players=1, **named).folder)
    whole = kit.standing.values()
    kinds = {"tile": "tile", "board": "board-quarter", "rack": "rack-half"}
    for role, kind in kinds.items():
        part = next(one.part for one in whole if kit.parts[one.part].kind == kind)
        scene = flat(Scene([Prop(part, turned("z", 0))], (0.2, -1.0, 1.2)))
        (seen,) = drawn_by_vtk(kit, [scene], 120)
        strongest = max(range(3), key=lambda channel: int(colours[role][1:][2 * channel :][:2], 16))
        for image in (seen, SimpleRenderer(kit).draw(scene, 120)):
            pixels = image[outline(image)].astype(int)
            others = np.delete(pixels, strongest, axis=1).max(axis=1)
            assert (pixels[:, strongest] > others + 30).mean() > 0.7, role
