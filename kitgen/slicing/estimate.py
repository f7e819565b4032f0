"""Grams and hours without a slicer: kitgen's own estimate, from the mesh of a part alone.

A print is a shell around an inside that is filled by 15 %. The share of the inside is taken to fall
off exponentially with what the shell takes of the volume, walls by the area that stands and solid
layers by the areas that look up and down, because shells of thin parts meet and overlap; and where
little of a layer is left, slicers fill it. The five factors below were fitted to PrusaSlicer 2.5 on
parts of kits in three letter styles at layers of 0.12, 0.2 and 0.28 mm; `docs/slicing.md` has the
table, and the tests hold it within 10 % for grams and 25 % for hours. Nothing here asks whether a
slicer is installed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from kitgen.mesh.measure import BED_TOLERANCE_MM, corners, double_area_vectors, triangle_volumes
from kitgen.mesh.mesh import Mesh
from kitgen.slicing.process import FILAMENT_DIAMETER_MM, Process

WALL_MM = 0.83
"""What the walls take from the inside: two lines of 0.45, less where they meet."""
SOLID_LAYERS_SHARE = 1.12
"""What solid layers take from the inside, against layers times area: slicers add some on slopes."""
INSIDE_FLOW = 1.21
"""Plastic of lines inside against the room that they have: they overlap the walls."""
SMALL_LAYER_MM2 = 70.0
"""An inside smaller than this PrusaSlicer fills (`solid_infill_below_area`)."""
MOVING_SHARE = 0.675
"""Time along the lines against their length by their speed, since not all that counts as solid
is laid at the slow speed of solid infill."""
TURNS_S_PER_M = 10.75
"""Corners, travels and retractions."""
LAYER_S = 4.4
"""Lifting and going to the start of a layer."""
_LEVEL = 0.9
"""Facets with a steeper normal than this are bridged, others print over the layer below."""


@dataclass(frozen=True)
class Shape:
    """Of a part as it lies on the bed.

    Attributes:
        volume_mm3: of the solid.
        standing_mm2: area of its surface as seen from the sides.
        top_mm2: as seen from above, hidden tops counted.
        bottom_mm2: as seen from below, hidden bottoms counted.
        bed_mm2: what lies on the bed.
        bridged_mm2: level and looking down into the air.
        height_mm: of the part.
    """

    volume_mm3: float
    standing_mm2: float
    top_mm2: float
    bottom_mm2: float
    bed_mm2: float
    bridged_mm2: float
    height_mm: float


@dataclass(frozen=True)
class Estimate:
    """Of one print of one part; not a measurement."""

    cm3: float
    grams: float
    metres: float
    hours: float


def shape_of(mesh: Mesh) -> Shape:
    """Measure a sound mesh that stands on z = 0.

    Raises:
        ValueError: It has no triangles or no volume.
    """
    triangles = corners(mesh)
    if not len(triangles):
        raise ValueError("a mesh without triangles has no shape")
    vectors = double_area_vectors(triangles) / 2
    areas = np.linalg.norm(vectors, axis=1)
    down = np.maximum(-vectors[:, 2], 0)
    on_bed = (np.abs(triangles[:, :, 2]) <= BED_TOLERANCE_MM).all(axis=1)
    level = down > _LEVEL * areas
    volume = float(triangle_volumes(triangles).sum())
    if volume <= 0:
        raise ValueError(f"a mesh of volume {volume:g} mm3 has no inside")
    return Shape(
        volume_mm3=volume,
        standing_mm2=float(np.hypot(vectors[:, 0], vectors[:, 1]).sum()),
        top_mm2=float(np.maximum(vectors[:, 2], 0).sum()),
        bottom_mm2=float(down.sum()),
        bed_mm2=float(down[on_bed].sum()),
        bridged_mm2=float(down[level & ~on_bed].sum()),
        height_mm=float(triangles[:, :, 2].max() - triangles[:, :, 2].min()),
    )


def estimate(shape: Shape, process: Process) -> Estimate:
    """Estimate one print of one part, without supports, brim and purging."""
    h, volume = process.layer_height, shape.volume_mm3
    walls = WALL_MM * process.perimeters * process.line_width / 0.9
    within_walls = math.exp(-walls * shape.standing_mm2 / volume)
    solid = h * (process.top_layers * shape.top_mm2 + process.bottom_layers * shape.bottom_mm2)
    inside = within_walls * math.exp(-SOLID_LAYERS_SHARE * solid / volume)
    mean_layer_mm2 = volume / shape.height_mm * inside
    inside *= mean_layer_mm2 / (mean_layer_mm2 + SMALL_LAYER_MM2)
    sparse = volume * inside
    # A bridge is laid in round lines of the nozzle's bore, thicker than the layer, and so is the
    # first solid layer over a sparse inside.
    thicker = max(0.0, math.pi / 4 * process.nozzle - h)
    bridged = thicker * (shape.bridged_mm2 + sparse / shape.height_mm)
    filled = within_walls * volume - sparse + process.infill * sparse
    plastic = volume * (1 - within_walls) + INSIDE_FLOW * filled + bridged
    metres = plastic / (math.pi / 4 * FILAMENT_DIAMETER_MM**2) / 1000
    return Estimate(
        cm3=plastic / 1000,
        grams=plastic / 1000 * process.density_g_per_cm3,
        metres=metres,
        hours=_seconds(shape, process, plastic, sparse * process.infill) / 3600,
    )


def _seconds(shape: Shape, process: Process, plastic: float, sparse: float) -> float:
    """Time of the lines by their kinds, and of what lies between them."""
    speeds, h = process.speeds, process.layer_height
    line = process.line_width * h
    length = plastic / line
    loop = shape.standing_mm2 / h
    top = min(shape.top_mm2 / process.line_width, length)
    first = shape.bed_mm2 / process.line_width
    solid = max(0.0, length - process.perimeters * loop - sparse / line - top - first)
    moving = (
        loop / speeds.external_perimeter
        + (process.perimeters - 1) * loop / speeds.perimeter
        + sparse / line / speeds.infill
        + top / speeds.top_solid_infill
        + first / speeds.first_layer
        + solid / speeds.solid_infill
    )
    layers = shape.height_mm / h
    return MOVING_SHARE * moving + TURNS_S_PER_M * length / 1000 + LAYER_S * layers
