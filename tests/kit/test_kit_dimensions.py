"""Heights that depend on each other: what is derived is whole, and earlier kits stay buildable."""

from itertools import product

import pytest
from spoilt import dimensions_of

from kitgen.errors import ParameterError
from kitgen.kit.dimensions import Dimensions

LAYERS_MM = (0.08, 0.12, 0.16, 0.2, 0.24, 0.28, 0.3, 0.32)
EARLIER = {"tile_height": 3.0, "board_thickness": 4.0, "board_rim": 2.0, "snap_height": 2.2}
"""What kits of 0.1 had as defaults."""


def layers(height: float, layer: float) -> float:
    return pytest.approx(round(height / layer) * layer, abs=1e-6)


@pytest.mark.parametrize("layer", LAYERS_MM)
@pytest.mark.parametrize("clearance", [0.05, 0.2, 0.4])
def test_a_board_is_as_thick_as_its_joints_need(clearance: float, layer: float) -> None:
    for height in (1.8, 2.2, 2.4):
        dims = dimensions_of(clearance_per_side=clearance, layer_height=layer, snap_height=height)
        roof = dims.land_z - dims.board_seam.roof_z
        assert roof >= 1.0 - 1e-9
        assert dims.land_z >= 3.0
        # No thicker than it must be, for either reason.
        assert min(dims.land_z - 3.0, roof - 1.0) < layer
        assert dims.land_z == layers(dims.land_z, layer)
        dims.board_quarter()


def test_a_thicker_board_is_as_thick_as_was_asked() -> None:
    assert dimensions_of().land_z == 3.0
    assert dimensions_of(board_thickness=4.4).land_z == 4.4


def ceilings(dims: Dimensions, layer: float) -> None:
    """A pocket's ceiling is on a layer, as high as land and letter allow, and no higher."""
    nest = dims.nest
    air, base = nest.air, dims.tile_height - nest.letter_rise
    assert air == layers(air, layer)
    assert air >= 0.2
    assert nest.pocket_depth <= dims.tile_height - layer + 1e-9
    floor = base + nest.boss_height - dims.relief - (nest.pocket_depth - nest.letter_rise)
    assert floor >= 0.8 - 1e-9
    above = nest.pocket_depth + layer
    one_more = (
        above <= dims.tile_height - layer + 1e-9
        and floor - layer >= 0.8 - 1e-9
        and nest.air + layer <= 1.705
    )
    assert not one_more


@pytest.mark.parametrize("layer", LAYERS_MM)
def test_pockets_are_as_deep_as_they_can_be(layer: float) -> None:
    for height, relief, style in product((2.6, 3.0, 4.1), (0.4, 0.8, 1.0), ("engraved", "raised")):
        ceilings(
            dimensions_of(
                tile_height=height, letter_relief=relief, letter_style=style, layer_height=layer
            ),
            layer,
        )


def test_a_pocket_that_could_be_deeper_is_found() -> None:
    deep = dimensions_of(tile_height=3.0)
    ceilings(deep, 0.2)
    shallow = dimensions_of()
    spoilt = Dimensions(
        settings=deep.settings,
        nest=shallow.nest,
        relief=deep.relief,
        tile_height=deep.tile_height,
        board_seam=deep.board_seam,
        rack_seam=deep.rack_seam,
    )
    with pytest.raises(AssertionError):
        ceilings(spoilt, 0.2)


def test_joints_of_earlier_kits_stay_buildable() -> None:
    """Boss and pocket are the same in any kit; seams are, once their heights are."""
    now, then = dimensions_of(), dimensions_of(**EARLIER)
    for dims in (now, then):
        assert (dims.nest.boss_size, dims.nest.boss_height) == pytest.approx((14.4, 1.8))
        assert (dims.nest.pocket_size, dims.nest.pocket_radius) == pytest.approx((14.8, 1.7))
    assert then.land_z == 4.0
    assert then.tile_height == 3.0
    widths = [seam.tongue.bed_width for seam in (then.board_seam, then.rack_seam)]
    assert widths == pytest.approx([7.0, 2.4])
    for before, after in ((then.board_seam, now.board_seam), (then.rack_seam, now.rack_seam)):
        assert after.tongue.length == before.tongue.length
        assert after.tongue.groove_half == pytest.approx(before.tongue.groove_half)
        assert after.snap.hook == before.snap.hook
        assert after.snap.arm_length == before.snap.arm_length


def test_a_tile_too_low_for_its_boss_is_refused() -> None:
    from kitgen.kit.contents import kit_parts
    from kitgen.production.letters import laid_out
    from kitgen.store import Store

    dims = dimensions_of(layer_height=0.24, boss_height=2.0)
    with pytest.raises(ParameterError, match=r"shoulder of a tile .* = 0\.3998 mm"):
        kit_parts(dims, laid_out(dims, Store(None)))
