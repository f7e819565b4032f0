"""No setting is without effect: changed by a step, each changes a part, a count or a file."""

from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

import pytest

from kitgen.errors import ParameterError
from kitgen.joints.revisions import JOINT_REVISION
from kitgen.kit.contents import KitPart, kit_parts
from kitgen.kit.dimensions import dimensions
from kitgen.lettering import find_font
from kitgen.mesh.triangulate import triangulate
from kitgen.parts.registry import kind_of
from kitgen.production.letters import laid_out
from kitgen.production.meshes import Order
from kitgen.settings import Printer, load_settings, material, printer
from kitgen.settings.print_settings import PrintSettings
from kitgen.store import Store

WITHOUT_EFFECT: tuple[str, ...] = ()
"""Settings that change nothing. There shall be none."""

STEPS: dict[str, tuple[object, ...]] = {
    "letter_style": ("raised", "inlay"),
    "cap_height": (7.0,),
    "font": (str(find_font("Atkinson Hyperlegible", 400).path),),
    "font_weight": (400,),
    "orientation_bar": ("all",),
    "material": ("PETG",),
    "printer": ("prusa-mini",),
    "slicer": ("prusa",),
    "coupon": ("all",),
    "paper": ("letter",),
    "paper_language": ("fr",),
    "fit_offset_nest": (0.05,),
    "fit_offset_board": (0.05,),
    "fit_offset_rack": (0.05,),
    "snap_arm_length": (15.0,),
    "tile_colour": ("#123456",),
    "letter_colour": ("#123456",),
    "board_colour": ("#123456",),
    "rack_colour": ("#123456",),
    "players": (1,),
    "joint_revision": (1,),
}
"""What to try for settings that are no plain number; for numbers it is a step up or down."""

BASES: dict[str, dict[str, object]] = {
    # The regular face has thinner strokes than two lines of the default width.
    "font": {"line_width": 0.4},
    "font_weight": {"line_width": 0.4},
    "letter_colour": {"letter_style": "inlay"},
}
"""What else is set while a setting is tried, since the default kit alone would not show it."""


@dataclass(frozen=True)
class Outcome:
    """Everything of a kit that a setting can reach without solids being built."""

    parts: tuple[KitPart, ...]
    chord_error: float
    density: float
    bed: Printer
    part_gap: float
    """Of the plates that the parts are packed on."""
    slicer: str
    coupon: str
    """Which coupon joins the parts; the build adds it."""
    paper: tuple[str, str | None]
    """Sheets and language of paper, which ``kitgen.paper`` reads from the manifest."""


@lru_cache
def outcome(**printed: object) -> Outcome:
    settings = load_settings(named={f"print.{key}": value for key, value in printed.items()})
    dims = dimensions(settings)
    parts = kit_parts(dims, laid_out(dims, Store(None)))
    p = settings.print
    return Outcome(
        parts,
        p.chord_error,
        material(p.material).density_g_per_cm3,
        printer(p.printer),
        p.part_gap,
        p.slicer,
        p.coupon,
        (p.paper, p.paper_language),
    )


def limits(name: str) -> tuple[float, float]:
    bounds = PrintSettings.model_fields[name].metadata
    (low,) = [bound.ge for bound in bounds if hasattr(bound, "ge")]
    (high,) = [bound.le for bound in bounds if hasattr(bound, "le")]
    return low, high


def steps(name: str) -> tuple[object, ...]:
    """Other values of a setting that its range allows."""
    if name in STEPS:
        return STEPS[name]
    low, high = limits(name)
    default = PrintSettings.model_fields[name].default
    tenth = (high - low) / 10
    return tuple(v for v in (default + 3 * tenth, default - 3 * tenth) if low <= v <= high)


@pytest.mark.parametrize("name", PrintSettings.model_fields)
def test_every_setting_changes_something(name: str) -> None:
    if name == "joint_revision":
        assert limits(name) == (1, JOINT_REVISION)
    base = BASES.get(name, {})
    changed = []
    for value in steps(name):
        # One of two steps may contradict other settings, or round to the same layers.
        with suppress(ParameterError):
            changed.append(outcome(**base, **{name: value}) != outcome(**base))
    assert any(changed) is (name not in WITHOUT_EFFECT)


def test_a_setting_without_effect_is_found() -> None:
    assert outcome(tile_colour="#F4EBDD") == outcome()
    assert outcome(letter_colour="#123456") == outcome()  # Engraved letters have no colour.


def test_the_chord_error_reaches_the_mesh() -> None:
    tile = next(part for part in outcome().parts if part.name == "tile-Qu")
    coarse, fine = (
        triangulate(kind_of(tile.parameters).build(tile.parameters), error)
        for error in (0.01, 0.002)
    )
    assert len(fine.faces) > len(coarse.faces)
    orders = {repr(Order("tile-Qu", tile.parameters, error, step=False)) for error in (0.01, 0.002)}
    assert len(orders) == 2


def test_the_weight_reaches_the_letter() -> None:
    inks = [
        next(
            part
            for part in outcome(font_weight=weight, line_width=0.4).parts
            if part.name == "tile-E"
        )
        for weight in (400, 700)
    ]
    assert inks[0].parameters != inks[1].parameters
    assert inks[0].volume_mm3 > inks[1].volume_mm3
