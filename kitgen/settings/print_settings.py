"""The table `[print]`: everything about the printed kit that a user may set.

One field a number, with unit, range and reason. Ranges are those in which the field alone makes
sense; inequalities between fields are checked by the parts that they bind.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field
from pydantic.config import JsonDict
from wordstack.errors import RefusedValueError
from wordstack.options import Options

from kitgen.settings.printers import DEFAULT_PRINTER
from kitgen.wording import LANGUAGES

_MM: JsonDict = {"unit": "mm"}
_AUTO_MM: JsonDict = {"unit": "mm", "absent": "auto"}
_COLOUR: JsonDict = {"allowed": 'a colour such as "#1F4E52"'}
_COLOUR_PATTERN = "^#[0-9A-Fa-f]{6}$"

FIT_STEP_MM = 0.05
"""Of fit offsets; finer ones are lost in what a printer does from one part to the next."""
LARGEST_FIT_OFFSET_MM = 0.2


def _in_fit_steps(value: float) -> float:
    steps = round(value / FIT_STEP_MM)
    if abs(value - steps * FIT_STEP_MM) > 1e-6:
        raise RefusedValueError(
            f"must be from -{LARGEST_FIT_OFFSET_MM:g} to {LARGEST_FIT_OFFSET_MM:g} mm in steps of "
            f"{FIT_STEP_MM:g} mm",
            value=value,
        )
    return round(steps * FIT_STEP_MM, 2)


def _in_languages(value: str | None) -> str | None:
    if value is not None and value not in LANGUAGES:
        raise RefusedValueError(f"must be one of {', '.join(LANGUAGES)}", value=value)
    return value


def _fit_offset(joint: str) -> float:
    default: float = Field(
        0.0,
        ge=-LARGEST_FIT_OFFSET_MM,
        le=LARGEST_FIT_OFFSET_MM,
        description=f"Added to print.clearance_per_side {joint}, in steps of {FIT_STEP_MM:g} mm; "
        "negative is tighter, and no gap gets below none. What a fit coupon says about one kind "
        "of joint goes here.",
        json_schema_extra=_MM,
    )
    return default


FitOffset = Annotated[float, AfterValidator(_in_fit_steps)]
PaperLanguage = Annotated[str | None, AfterValidator(_in_languages)]


class PrintSettings(Options):
    """Dimensions in millimetres, the face of the letters, colours and numbers of parts."""

    pitch: float = Field(
        21.0,
        ge=21.0,
        le=26.0,
        description="Distance between the centres of neighbouring squares. Leaves 2 mm between "
        "bodies, room for a finger; a 10 x 10 quarter still fits a 120 mm bed.",
        json_schema_extra=_MM,
    )
    tile_size: float = Field(
        19.0,
        ge=17.0,
        le=19.2,
        description="Side of a tile's square body; the size of common word-game tiles.",
        json_schema_extra=_MM,
    )
    tile_height: float = Field(
        2.6,
        ge=2.6,
        le=5.0,
        description="What one tile adds to a stack, land to land (raised letters add their "
        "height); holds boss, air and floor, and keeps a stack of five low.",
        json_schema_extra=_MM,
    )
    tile_corner_radius: float = Field(
        2.0,
        ge=1.0,
        le=3.0,
        description="Radius of a tile's four upright edges; below 1 mm a tile feels sharp.",
        json_schema_extra=_MM,
    )
    tile_edge_chamfer: float = Field(
        0.6,
        ge=0.6,
        le=0.8,
        description="Chamfer of a tile's top edges: no sharp edge, and the groove in a stack "
        "where a finger-nail takes hold.",
        json_schema_extra=_MM,
    )
    boss_height: float = Field(
        1.8,
        ge=1.8,
        le=2.0,
        description="Height of the boss on a square and on a tile; less than 1.8 leaves under "
        "1 mm of straight flank to catch the tile above.",
        json_schema_extra=_MM,
    )
    boss_inset: float = Field(
        2.3,
        ge=2.3,
        le=3.0,
        description="From the side of the body to the side of the boss; the rim that the next "
        "tile rests on.",
        json_schema_extra=_MM,
    )
    clearance_per_side: float = Field(
        0.20,
        ge=0.05,
        le=0.40,
        description="Gap between mating faces, on each side. Published advice differs by a "
        "factor of two around 0.2; a fit coupon finds a printer's own.",
        json_schema_extra=_MM,
    )
    fit_offset_nest: FitOffset = _fit_offset("where tiles sit on squares and on each other")
    fit_offset_board: FitOffset = _fit_offset("at the seams of the board")
    fit_offset_rack: FitOffset = _fit_offset("at the seam of a rack")
    layer_height: float = Field(
        0.2,
        ge=0.08,
        le=0.32,
        description="Layer height the kit is sliced with; all heights should be multiples of it.",
        json_schema_extra=_MM,
    )
    line_width: float = Field(
        0.45,
        ge=0.3,
        le=0.5,
        description="Extrusion width of the slicer; 0.42 to 0.45 in stock profiles of a 0.4 mm "
        "nozzle. Letter strokes are judged by it.",
        json_schema_extra=_MM,
    )
    letter_style: Literal["engraved", "raised", "inlay"] = Field(
        "engraved",
        description="Cut in, standing proud, or a second body flush with the top for printing in "
        "two colours.",
    )
    letter_relief: float = Field(
        0.8,
        ge=0.4,
        le=1.0,
        description="Depth of an engraved or inlaid letter, height of a raised one; 0.6 to 0.8 "
        "can be felt, 0.4 is the least that shows.",
        json_schema_extra=_MM,
    )
    letter_margin: float = Field(
        0.9,
        ge=0.6,
        le=1.2,
        description="Least distance of ink from the edge of the flat top, two lines wide.",
        json_schema_extra=_MM,
    )
    cap_height: float | None = Field(
        None,
        ge=7.0,
        le=14.0,
        description="Height of the capitals, measured on H; absent or too large: the largest at "
        "which every letter lies inside the margins.",
        json_schema_extra=_AUTO_MM,
    )
    font: str = Field(
        "Atkinson Hyperlegible",
        min_length=1,
        max_length=1000,
        description="Family name of a font, or the path of a font file (in a profile relative "
        "to the profile). The default was drawn to tell similar letters apart.",
        json_schema_extra={"allowed": "a family name or the path of a font file"},
    )
    font_weight: int = Field(
        700,
        ge=100,
        le=1000,
        description="Weight of the face, 400 regular and 700 bold; bold strokes print well.",
    )
    orientation_bar: Literal["auto", "all"] = Field(
        "auto",
        description="A bar below the baseline on letters that can be mistaken when turned, or on "
        "every tile.",
    )
    board_thickness: float = Field(
        3.0,
        ge=3.0,
        le=6.0,
        description="Least thickness of the plate under the bosses; it is thicker where the snap "
        "joint in it (height, gap and 1 mm of roof) needs that.",
        json_schema_extra=_MM,
    )
    board_rim: float = Field(
        1.5,
        ge=1.0,
        le=6.0,
        description="Width of the plate outside the outermost squares.",
        json_schema_extra=_MM,
    )
    material: str = Field(
        "PLA",
        min_length=1,
        max_length=64,
        description="Filament, by the name of its file in profiles/materials/: gives grams and the "
        "strain that a snap arm may take.",
        json_schema_extra={"allowed": "the name of a material"},
    )
    printer: str = Field(
        DEFAULT_PRINTER,
        min_length=1,
        max_length=64,
        description="Machine whose bed the parts must fit and the plates are packed for, by the "
        "name of its file in profiles/printers/ or of a machine that the file lists.",
        json_schema_extra={"allowed": "the name of a printer"},
    )
    slicer: Literal["generic", "prusa", "bambu", "orca", "cura"] = Field(
        "generic",
        description="Program that the 3MF files are written for; generic is plain 3MF, which all "
        "of them open, but PrusaSlicer takes the letters of two-colour tiles for loose parts.",
    )
    paper: Literal["a4", "letter"] = Field(
        "a4",
        description="Sheets for the rules booklet, the score sheet and the manual.",
    )
    paper_language: PaperLanguage = Field(
        None,
        description="Language of paper and pictures: en, de or fr; absent, the language of the "
        "game, and English where there is no text in it.",
        json_schema_extra={"allowed": "en, de or fr", "absent": "the game's"},
    )
    coupon: Literal["none", "nest", "board", "rack", "all"] = Field(
        "board",
        description="Fit coupon on the first plate: pairs of one joint, or of all, at five "
        "clearances, to print and try before the rest.",
    )
    part_gap: float = Field(
        3.0,
        ge=1.0,
        le=10.0,
        description="Least distance between parts on a plate; 3 mm is room for a brim.",
        json_schema_extra=_MM,
    )
    snap_arm_thickness: float = Field(
        1.2,
        ge=1.0,
        le=1.6,
        description="Thickness of a snap arm in the direction it bends; strain grows with it.",
        json_schema_extra=_MM,
    )
    snap_arm_length: float | None = Field(
        None,
        ge=12.0,
        le=20.0,
        description="Free length of a snap arm; absent: the shortest that the material's strain "
        "limit for repeated use allows (10.6 mm at the defaults).",
        json_schema_extra=_AUTO_MM,
    )
    snap_hook_left: float = Field(
        0.23,
        ge=0.2,
        le=0.4,
        description="What of a hook still holds after the clearance and the play to the side.",
        json_schema_extra=_MM,
    )
    snap_height: float = Field(
        1.8,
        ge=1.8,
        le=2.4,
        description="Height of a snap arm, which lies flat on the bed so that it bends within "
        "its layers.",
        json_schema_extra=_MM,
    )
    rack_angle: float = Field(
        70.0,
        ge=62.0,
        le=78.0,
        description="Slope of the rack's back rest against the table: readable for its owner, "
        "hidden from the others.",
        json_schema_extra={"unit": "deg"},
    )
    rack_tile_gap: float = Field(
        0.4,
        ge=0.2,
        le=1.0,
        description="Gap between neighbouring tiles in the rack.",
        json_schema_extra=_MM,
    )
    rack_wall: float = Field(
        1.6, ge=1.6, le=3.0, description="Thickness of the rack's walls.", json_schema_extra=_MM
    )
    rack_rest_length: float = Field(
        13.0,
        ge=10.0,
        le=17.0,
        description="Length of the back rest along a standing tile.",
        json_schema_extra=_MM,
    )
    tile_colour: str = Field(
        "#F4EBDD",
        pattern=_COLOUR_PATTERN,
        description="Warm white, for tiles in pictures and in 3MF files.",
        json_schema_extra=_COLOUR,
    )
    letter_colour: str = Field(
        "#20262E",
        pattern=_COLOUR_PATTERN,
        description="Near black: strong contrast to the tile, for inlaid letters.",
        json_schema_extra=_COLOUR,
    )
    board_colour: str = Field(
        "#1F5A60",
        pattern=_COLOUR_PATTERN,
        description="Deep teal, on which light tiles stand out.",
        json_schema_extra=_COLOUR,
    )
    rack_colour: str = Field(
        "#5E6870",
        pattern=_COLOUR_PATTERN,
        description="Slate grey, quieter than the board.",
        json_schema_extra=_COLOUR,
    )
    players: int | None = Field(
        None,
        ge=1,
        le=8,
        description="Racks to print; absent: one for each of game.players_max.",
        json_schema_extra={"unit": "racks", "absent": "auto"},
    )
    chord_error: float = Field(
        0.01,
        ge=0.002,
        le=0.01,
        description="Largest distance of a mesh facet from the exact surface.",
        json_schema_extra=_MM,
    )
    joint_revision: int = Field(
        2,
        ge=1,
        le=2,
        description="Which generation of the joints to make, so that a spare part fits an "
        "earlier kit.",
    )
