"""The fit coupon: small pairs of each joint at five clearances, each marked with its own.

The pieces of a pair are put together by hand. The smallest number that goes together and holds is
the clearance that the printer needs, in hundredths of a millimetre on each side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from kitgen.errors import ParameterError
from kitgen.joints.limits import whole_layers_up
from kitgen.joints.seam import SeamParameters
from kitgen.kit.assembly import Standing
from kitgen.kit.contents import KitPart, Lettering
from kitgen.kit.dimensions import (
    BOARD_TONGUE_WIDTH_MM,
    RACK_TONGUE_WIDTH_MM,
    Dimensions,
    nest,
    seam,
)
from kitgen.kit.fits import Fit, nest_fit, snap_fit
from kitgen.kit.poses import after, direction, moved, quarter_turned
from kitgen.lettering.outline import Outline
from kitgen.parts.coupon import CouponCapParameters, CouponTileParameters, Mark
from kitgen.parts.coupon_seam import CouponSeamParameters, Side

JointName = Literal["nest", "board", "rack"]
JOINTS: tuple[JointName, ...] = get_args(JointName)
CLEARANCES_MM = (0.05, 0.10, 0.20, 0.30, 0.40)
"""Of the pairs: published advice for printed joints lies between."""
MARK_RELIEF_MM = 0.4
"""How far numbers stand out: enough to be read, and soon printed."""
TILE = "coupon-nest-tile"
APART_MM = 40.0
"""Between pairs in the assembly."""
SIDES: tuple[Side, ...] = get_args(Side)


@dataclass(frozen=True)
class CouponLettering:
    """What is written on a coupon."""

    marks: Mapping[str, Outline]
    """By mark of a clearance."""
    thinnest: str
    """Label of the kit's tiles whose strokes are thinnest."""


def mark(clearance: float) -> str:
    """The number of a clearance in mm: hundredths of a millimetre, two digits."""
    return f"{round(100 * clearance):02d}"


def joint_of(name: str) -> JointName:
    """Which coupon a piece belongs to, by its name."""
    (found,) = (joint for joint in JOINTS if name.startswith(f"coupon-{joint}-"))
    return found


def coupon_parts(
    dimensions: Dimensions,
    lettering: Lettering,
    coupon: CouponLettering,
    joints: Sequence[JointName] = JOINTS,
) -> tuple[KitPart, ...]:
    """List the pieces of the coupons of some joints, one of each.

    Args:
        dimensions: Of the kit; the clearance and fit offsets do not matter, except to the tile.
        lettering: Of the kit.
        coupon: What is written on the pieces.
        joints: Which coupons.

    Raises:
        ParameterError: If a joint cannot be built at one of the clearances.
    """
    parts: list[KitPart] = []
    for joint in joints:
        if joint == "nest":
            parts.append(_tile(dimensions, lettering, coupon))
        for clearance in CLEARANCES_MM:
            try:
                parts += _pieces(dimensions, coupon, joint, clearance)
            except ParameterError as error:
                raise ParameterError(f"coupon at {clearance:g} mm on each side: {error}") from None
    return tuple(parts)


def coupon_assembly(dimensions: Dimensions, parts: Sequence[KitPart]) -> tuple[Standing, ...]:
    """Put every pair together, beside each other; each cap on a tile of its own.

    Args:
        dimensions: Of the kit.
        parts: Pieces of coupons; pairs of which one is missing are left out.
    """
    return tuple(item for pair in _pairs(dimensions, parts) for item in pair.members)


def coupon_fits(dimensions: Dimensions, parts: Sequence[KitPart]) -> tuple[Fit, ...]:
    """List the joints of the pairs in `coupon_assembly`."""
    return tuple(pair.fit for pair in _pairs(dimensions, parts))


@dataclass(frozen=True)
class _Pair:
    members: tuple[Standing, Standing]
    fit: Fit


def _pairs(dimensions: Dimensions, parts: Sequence[KitPart]) -> Iterator[_Pair]:
    by_name = {part.name: part for part in parts}
    for row, joint in enumerate(JOINTS):
        for column, clearance in enumerate(CLEARANCES_MM):
            x, y = column * APART_MM, -row * APART_MM
            name = f"coupon-{joint}-{mark(clearance)}"
            names = (name, TILE) if joint == "nest" else tuple(f"{name}-{side}" for side in SIDES)
            first, second = (by_name.get(one) for one in names)
            if first is None or second is None:
                continue
            place = moved(x, y, 0.0)
            if joint == "nest":
                lifted = moved(x, y, dimensions.tile_height)
                cap = Standing(name, first, "coupon-nest", lifted)
                tile = Standing(f"{name}-tile", second, "coupon-nest", place)
                yield _Pair((cap, tile), nest_fit(f"nest-{name}", clearance, cap, tile.id))
            else:
                turned = after(place, quarter_turned(2))
                clip = Standing(names[0], first, f"coupon-{joint}", turned)
                socket = Standing(names[1], second, f"coupon-{joint}", place)
                yield _Pair((clip, socket), _seam_fit(joint, name, clip, socket))


def _seam_fit(joint: Literal["board", "rack"], name: str, clip: Standing, socket: Standing) -> Fit:
    shapes = clip.part.parameters, socket.part.parameters
    if not isinstance(shapes[0], CouponSeamParameters) or not isinstance(
        shapes[1], CouponSeamParameters
    ):
        raise TypeError(f"{name} is no pair of a seam")
    return snap_fit(
        f"snap-{name}",
        "board-snap" if joint == "board" else "rack-snap",
        (clip, socket),
        shapes[0].seam,
        (shapes[0].edge, shapes[1].edge),
        direction(clip.pose, (-1.0, 0.0, 0.0)),
    )


def _tile(dimensions: Dimensions, lettering: Lettering, coupon: CouponLettering) -> KitPart:
    """A tile of the kit with the letter that shows first whether strokes print."""
    p = dimensions.settings.print
    tile = dimensions.tile(lettering.letters[coupon.thinnest].shape)
    shape = CouponTileParameters(**vars(tile))
    return KitPart(TILE, shape, 1, p.tile_colour)


def _pieces(
    dimensions: Dimensions, coupon: CouponLettering, joint: JointName, clearance: float
) -> Iterator[KitPart]:
    p = dimensions.settings.print
    number = mark(clearance)
    name = f"coupon-{joint}-{number}"
    raised = Mark(coupon.marks[number], whole_layers_up(MARK_RELIEF_MM, p.layer_height))
    if joint == "nest":
        cap = CouponCapParameters(
            size=p.tile_size,
            corner_radius=p.tile_corner_radius,
            edge_chamfer=p.tile_edge_chamfer,
            nest=nest(p, clearance),
            layer_height=p.layer_height,
            mark=raised,
        )
        yield KitPart(name, cap, 1, p.tile_colour)
        return
    joints: SeamParameters
    if joint == "board":
        joints, colour = seam(p, BOARD_TONGUE_WIDTH_MM, clearance), p.board_colour
    else:
        joints, colour = seam(p, RACK_TONGUE_WIDTH_MM, clearance), p.rack_colour
    for side in SIDES:
        piece = CouponSeamParameters(side, joints, p.layer_height, p.line_width, raised)
        yield KitPart(f"{name}-{side}", piece, 1, colour)
