"""From the settings of a profile to the dimensions that parts are built from.

Heights are rounded to whole layers here, once, nearly all of them up: a part is given heights that
print.
"""

from __future__ import annotations

from dataclasses import dataclass

from kitgen.joints.limits import whole_layers_down, whole_layers_up
from kitgen.joints.nest import (
    BOSS_CHAMFER_MM,
    HIGHEST_AIR_MM,
    LEAST_AIR_MM,
    NestParameters,
    vault_over_boss,
)
from kitgen.joints.prisms import ELEPHANT_FOOT_CHAMFER_MM
from kitgen.joints.seam import SeamParameters
from kitgen.joints.snap import SnapParameters, shortest_arm
from kitgen.joints.tongue import TongueParameters, bed_width, shortest_tongue
from kitgen.lettering.outline import Outline
from kitgen.parts.board import CIRCLE_DEPTH_LAYERS, LEAST_ROOF_MM, BoardQuarterParameters
from kitgen.parts.rack import RackHalfParameters
from kitgen.parts.tile import LEAST_FLOOR_MM, LEAST_SHOULDER_MM, TileParameters
from kitgen.settings.kit_settings import KitSettings
from kitgen.settings.materials import material
from kitgen.settings.print_settings import PrintSettings

BOARD_TONGUE_WIDTH_MM = 7.0
"""Of a high board tongue on the bed: wide, since a cell has room and it carries the board."""
RACK_TONGUE_WIDTH_MM = 2.4
"""Of a high rack tongue on the bed: what lets two of them and a clip share the depth of a rack."""
RACK_BASE_MM = 2.0


@dataclass(frozen=True)
class Dimensions:
    """What the parts of one kit share; lengths in mm."""

    settings: KitSettings
    nest: NestParameters
    relief: float
    """Depth or height of letters, in whole layers."""
    tile_height: float
    """What a stack grows by with each tile."""
    board_seam: SeamParameters
    rack_seam: SeamParameters

    @property
    def cells(self) -> int:
        """Along one edge of a quarter."""
        return self.settings.size // 2

    @property
    def land_z(self) -> float:
        """Height of the board's cells over the table: over its joints the plate is whole."""
        p = self.settings.print
        over_joints = self.board_seam.roof_z + LEAST_ROOF_MM
        return whole_layers_up(max(p.board_thickness, over_joints), p.layer_height)

    @property
    def tile_top_z(self) -> float:
        """Height of a tile's flat top over its underside."""
        return round(self.tile_height + self.nest.boss_height, 9)

    @property
    def letter_box(self) -> float:
        """Side of the square inside which letters lie."""
        return self.nest.top_size - 2 * self.settings.print.letter_margin

    def board_quarter(self) -> BoardQuarterParameters:
        """Dimensions of the board quarter."""
        p = self.settings.print
        return BoardQuarterParameters(
            cells=self.cells,
            pitch=p.pitch,
            thickness=self.land_z,
            rim=p.board_rim,
            nest=self.nest,
            seam=self.board_seam,
            circle_depth=CIRCLE_DEPTH_LAYERS * p.layer_height,
            line_width=p.line_width,
        )

    def tile(self, letter: Outline) -> TileParameters:
        """Dimensions of a tile with a letter, which is empty for a blank."""
        p = self.settings.print
        return TileParameters(
            size=p.tile_size,
            height=self.tile_height,
            pitch=p.pitch,
            corner_radius=p.tile_corner_radius,
            edge_chamfer=p.tile_edge_chamfer,
            nest=self.nest,
            style=p.letter_style,
            relief=self.relief,
            letter=letter,
        )

    def rack_halves(self) -> tuple[RackHalfParameters, RackHalfParameters]:
        """Dimensions of the left and the right rack half."""
        p = self.settings.print
        raised = self.relief if p.letter_style == "raised" else 0.0

        def half(hand: str) -> RackHalfParameters:
            return RackHalfParameters(
                hand="left" if hand == "left" else "right",
                tiles=self.settings.game.rack_size,
                tile_size=p.tile_size,
                tile_thickness=self.tile_top_z + raised,
                tile_pitch=p.tile_size + p.rack_tile_gap,
                rest_deg=p.rack_angle,
                rest_length=p.rack_rest_length,
                wall=p.rack_wall,
                base=whole_layers_up(RACK_BASE_MM, p.layer_height),
                layer_height=p.layer_height,
                line_width=p.line_width,
                seam=self.rack_seam,
            )

        return half("left"), half("right")


def dimensions(settings: KitSettings) -> Dimensions:
    """Derive all dimensions of a kit.

    Raises:
        ParameterError: If settings contradict each other; the inequality and both sides are named.
    """
    p = settings.print
    shared = nest(p, fitted(p.clearance_per_side, p.fit_offset_nest))
    tile_height = whole_layers_up(p.tile_height, p.layer_height)
    return Dimensions(
        settings=settings,
        nest=shared,
        relief=whole_layers_up(p.letter_relief, p.layer_height),
        # A raised letter needs a deeper pocket above it, so it adds its height to the stack.
        tile_height=round(tile_height + shared.letter_rise, 9),
        board_seam=seam(p, BOARD_TONGUE_WIDTH_MM, fitted(p.clearance_per_side, p.fit_offset_board)),
        rack_seam=seam(p, RACK_TONGUE_WIDTH_MM, fitted(p.clearance_per_side, p.fit_offset_rack)),
    )


def fitted(clearance_per_side: float, offset: float) -> float:
    """The clearance in mm of one kind of joint: never less than none, whatever its offset."""
    return max(0.0, round(clearance_per_side + offset, 9))


def nest(p: PrintSettings, clearance: float) -> NestParameters:
    """The fit of tiles on squares and on each other.

    Args:
        p: The table `[print]`.
        clearance: On each side, in mm.

    Raises:
        ParameterError: If such a nest would not hold or print.
    """
    relief = whole_layers_up(p.letter_relief, p.layer_height)
    tile_height = whole_layers_up(p.tile_height, p.layer_height)
    # The straight part is what holds: rounding the whole keeps it and the two chamfers.
    boss_height = whole_layers_up(
        max(p.boss_height, 1.0 + BOSS_CHAMFER_MM + ELEPHANT_FOOT_CHAMFER_MM), p.layer_height
    )
    return NestParameters(
        boss_size=p.tile_size - 2 * p.boss_inset,
        boss_height=boss_height,
        clearance_per_side=clearance,
        letter_rise=relief if p.letter_style == "raised" else 0.0,
        air=_air(tile_height - boss_height, tile_height - relief, clearance, p.layer_height),
        revision=p.joint_revision,
    )


def seam(p: PrintSettings, tongue_width: float, clearance: float) -> SeamParameters:
    """The joints of one kind of seam.

    Args:
        p: The table `[print]`.
        tongue_width: Of a high tongue on the bed, in mm.
        clearance: On each side, in mm.

    Raises:
        ParameterError: If such a joint would not hold or print.
    """
    vertical_gap = whole_layers_up(clearance, p.layer_height)
    strain_limit = material(p.material).strain_limit_repeated
    arm_length = p.snap_arm_length or shortest_arm(
        p.snap_arm_thickness, p.snap_hook_left, clearance, strain_limit, p.joint_revision
    )
    height = whole_layers_up(p.snap_height, p.layer_height)
    snap = SnapParameters(
        arm_thickness=p.snap_arm_thickness,
        arm_length=arm_length,
        hook_left=p.snap_hook_left,
        height=height,
        clearance_per_side=clearance,
        vertical_gap=vertical_gap,
        strain_limit=strain_limit,
        line_width=p.line_width,
        revision=p.joint_revision,
    )
    tongue = TongueParameters(
        bed_width=bed_width(tongue_width, height),
        # As long as the arms reach, so that tongues guide before hooks touch; longer where a wide
        # clearance would let the board fold.
        length=max(snap.reach, shortest_tongue(clearance, vertical_gap)),
        height=height,
        clearance_per_side=clearance,
        vertical_gap=vertical_gap,
    )
    return SeamParameters(snap, tongue, p.joint_revision)


def _air(under_land: float, under_letter: float, clearance: float, layer_height: float) -> float:
    """Air over the boss in mm: the most, because it saves plastic.

    Args:
        under_land: From the boss of the tile below to the land of the tile that covers it.
        under_letter: From there to the ground of an engraved letter.
        clearance: Of the nest, on each side.
        layer_height: Layer height in mm; the first two are whole layers.
    """
    floor = whole_layers_up(LEAST_FLOOR_MM, layer_height)
    # The ceiling stays a layer below the land: so its bridge ends on the wide body, and not on the
    # rim of the boss above, where a third perimeter would hang in the air.
    shoulder = layer_height
    if under_land - vault_over_boss(clearance) < LEAST_SHOULDER_MM:
        shoulder = whole_layers_up(LEAST_SHOULDER_MM, layer_height)
    highest = whole_layers_down(HIGHEST_AIR_MM, layer_height)
    most = min(under_land - shoulder, under_letter - floor, highest)
    return round(max(most, whole_layers_up(LEAST_AIR_MM, layer_height)), 9)
