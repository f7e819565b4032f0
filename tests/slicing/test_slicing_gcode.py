"""G-code as lines of plastic: by hand, and against what the geometry says."""

import numpy as np
import pytest
import shapely
import trimesh

from kitgen.errors import UserError
from kitgen.slicing.gcode import FILAMENT_MM2, Gcode
from kitgen.slicing.models import bed_options
from kitgen.slicing.process import SPEEDS, Process, speeds_named
from kitgen.slicing.project import Thing, Volume, encode
from kitgen.slicing.prusa import SlicingError, slice_model

BY_HAND = """\
G28
M82
T0
G92 E0
;TYPE:Custom
G1 X1 Y1 E5 ; purged, no part of it
G92 E0
;LAYER_CHANGE
;Z:0.2
;TYPE:Perimeter
;WIDTH:0.45
G1 X0 Y0 F3000
G1 X10 Y0 E.5
G1 E-1.5 ; pulled back
G1 X20 Y5
G1 E.5
G1 Y15 E1
T1
G92 E0
;TYPE:Support material interface
;WIDTH:0.3
G1 X0 Y0
G1 X-4 E0.25
;Z:0.4
;TYPE:Solid infill
G1 X-4 Y8 E0.75
; filament used [mm] = 1.00, 0.75
; estimated printing time (normal mode) = 1d 2h 3m 36s
"""
BED = bed_options((60, 60))


def test_lines_are_read_with_tool_kind_height_and_width():
    gcode = Gcode.read(BY_HAND)
    lines = gcode.lines
    assert lines.kind.tolist() == [
        *["Perimeter"] * 2,
        "Support material interface",
        "Solid infill",
    ]
    assert lines.tool.tolist() == [0, 0, 1, 1]
    assert lines.z.tolist() == [0.2, 0.2, 0.2, 0.4]
    assert lines.width.tolist() == [0.45, 0.45, 0.3, 0.3]
    assert lines.filament == pytest.approx([0.5, 0.5, 0.25, 0.5])
    assert lines.ends.tolist() == [
        [[0, 0], [10, 0]],
        [[20, 5], [20, 15]],
        [[0, 0], [-4, 0]],
        [[-4, 0], [-4, 8]],
    ]
    assert gcode.tool_changes == 1
    assert gcode.layers == [0.2, 0.4]
    assert len(gcode.at(0.2)) == 2
    assert len(gcode.at(0.4, tool=0)) == 0
    assert gcode.support_cm3 == pytest.approx(0.25 * FILAMENT_MM2 / 1000)
    assert gcode.filament_mm == [1.0, 0.75]
    assert gcode.hours == pytest.approx(26.06)


def test_extrusion_counted_from_point_to_point_is_the_same():
    relative = BY_HAND.replace("M82", "M83").replace("E-1.5", "E-2").replace("G1 E.5", "G1 E2")
    relative = relative.replace("Y15 E1", "Y15 E.5").replace("E0.75", "E0.5")
    assert Gcode.read(relative).lines.filament == pytest.approx(Gcode.read(BY_HAND).lines.filament)


def test_a_line_covers_its_length_times_its_width_and_its_round_ends():
    covered = Gcode.read(BY_HAND).at(0.2).covered((10, 0))
    assert covered.area == pytest.approx(2 * (10 * 0.45 + np.pi * 0.225**2), rel=0.01)
    assert shapely.bounds(covered) == pytest.approx([-10.225, -0.225, 10.225, 15.225])


@pytest.mark.parametrize(
    ("text", "why"),
    [("GCDE\x01", "binary"), ("G2 X1 Y1 I1 E1", "arcs"), ("G1 X1 Y1 E1", "lacks the figure")],
)
def test_what_cannot_be_read_is_said(text, why):
    with pytest.raises(SlicingError, match=why):
        _ = Gcode.read(text).hours


def block(size, at=(0.0, 0.0, 0.0)) -> np.ndarray:
    mesh = trimesh.creation.box(size)
    mesh.apply_translation((at[0], at[1], at[2] + size[2] / 2))
    return np.asarray(mesh.triangles)


def test_a_solid_block_takes_its_own_volume(prusa):
    """Filled by 100 %, plastic is volume."""
    model = encode([Thing((Volume("block", block((20, 20, 4))),), ((0, 30, 30),))])
    process = Process(0.2, infill=1.0)
    options = (*process.options(), "--fill-pattern", "rectilinear", *BED)
    gcode = Gcode.read(slice_model(prusa, model, ".3mf", options, name="block"))
    assert gcode.filament_cm3 == pytest.approx(1.6, rel=0.02)
    assert gcode.lines.volume_mm3 == pytest.approx(gcode.filament_cm3 * 1000, rel=0.01)
    assert len(gcode.layers) == 20
    assert gcode.support_cm3 == 0


def test_a_project_keeps_places_turns_bodies_and_filaments(prusa):
    """Two bodies in one object, three times: one copy turned by a quarter, nothing rearranged."""
    body, flag = block((12, 6, 2)), block((2, 2, 1), (5, 2, 2))
    thing = Thing(
        (Volume("body <&>", body, 0), Volume("flag", flag, 1)),
        ((0, 10, 10), (90, 30, 10), (0, 10, 40)),
    )
    options = (*Process(0.2).options(tools=2), *BED)
    gcode = Gcode.read(slice_model(prusa, encode([thing]), ".3mf", options, name="project"))
    first = gcode.lines.where(gcode.lines.tool == 0).covered()
    second = gcode.lines.where(gcode.lines.tool == 1).covered()
    plates = [(4, 7, 16, 13), (27, 4, 33, 16), (4, 37, 16, 43)]
    flags = [(14, 11, 16, 13), (27, 14, 29, 16), (14, 41, 16, 43)]
    for covered, boxes in ((first, plates), (second, flags)):
        wanted = shapely.union_all([shapely.box(*corners) for corners in boxes])
        assert covered.difference(wanted.buffer(0.05)).area < 0.01
        assert covered.intersection(wanted).area > 0.97 * wanted.area
    assert min(gcode.lines.z[gcode.lines.tool == 1]) == pytest.approx(2.2)


def test_what_hangs_over_needs_support_only_where_it_is_asked_for(prusa):
    post, plate = block((4, 4, 8)), block((16, 16, 1), (0, 0, 8))
    solid = trimesh.boolean.union(
        [trimesh.Trimesh(**trimesh.triangles.to_kwargs(one)) for one in (post, plate)],
        engine="manifold",
    )
    model = encode([Thing((Volume("table", np.asarray(solid.triangles)),), ((0, 30, 30),))])

    def needed(supports):
        options = (*Process(0.2).options(supports=supports), *BED)
        return Gcode.read(slice_model(prusa, model, ".3mf", options, name="table")).support_cm3

    assert needed(True) > 0.1
    assert needed(False) == 0


def test_speeds_change_hours_and_not_plastic(prusa):
    model = encode([Thing((Volume("block", block((20, 20, 4))),), ((0, 30, 30),))])
    careful, fast = (
        Gcode.read(
            slice_model(prusa, model, ".3mf", (*Process(0.2, speeds).options(), *BED), name="block")
        )
        for speeds in SPEEDS.values()
    )
    assert fast.hours < careful.hours / 1.5
    assert fast.filament_cm3 == pytest.approx(careful.filament_cm3, rel=1e-3)


def test_unknown_speeds_are_refused_with_the_nearest():
    assert speeds_named("fast").perimeter == 250
    with pytest.raises(UserError, match="'Fats': must be one of careful, fast, did you mean fast"):
        speeds_named("Fats")
