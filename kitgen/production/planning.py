"""Everything about a kit that can be said before anything is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kitgen.errors import ParameterError
from kitgen.kit.assembly import Standing, assembly
from kitgen.kit.beds import require_bed
from kitgen.kit.contents import KitPart, Lettering, chosen_parts, kit_parts
from kitgen.kit.coupon import JOINTS, JointName, coupon_parts
from kitgen.kit.dimensions import Dimensions, dimensions
from kitgen.production.coupon_letters import coupon_lettering
from kitgen.production.letters import laid_out
from kitgen.settings.kit_settings import KitSettings, is_font_path
from kitgen.settings.materials import material
from kitgen.store import Store, cache_folder


@dataclass(frozen=True)
class Request:
    """What to build."""

    settings: KitSettings
    only: Sequence[str] = ()
    """Names of parts, empty for the whole kit."""
    spare: Mapping[str, int] = field(default_factory=dict)
    step: bool = False
    jobs: int | None = None
    """Processes that build solids; all cores if None."""
    use_cache: bool = True
    force: bool = False
    """Take over a folder that is not kitgen's; its files are kept."""
    validate: bool = False
    """Judge first whether the tile set is playable."""
    strict: bool = False
    """Build nothing if it is judged and found not playable."""
    check: bool = False
    """Measure on the written files whether the kit fits and prints."""
    preview: bool = False
    """Draw it, and make the page to turn it round."""
    paper: bool = False
    """Write rules booklet, score sheet and manual; a part of a kit gets none."""

    @property
    def store(self) -> Store:
        """Where what was made before is found."""
        return Store(cache_folder() if self.use_cache else None)

    @property
    def font_path(self) -> Path | None:
        """Where the font lies that was given as a file: the manifest has but its name."""
        font = self.settings.print.font
        return Path(font) if is_font_path(font) else None


@dataclass(frozen=True)
class Plan:
    """Everything about a kit that needs no solid."""

    request: Request
    dimensions: Dimensions
    lettering: Lettering
    whole: tuple[KitPart, ...]
    """The parts of the whole kit."""
    parts: tuple[KitPart, ...]
    """Those that are asked for."""
    notes: tuple[str, ...]

    @property
    def density(self) -> float:
        """Of the material in g/cm3."""
        return material(self.request.settings.print.material).density_g_per_cm3

    @property
    def standing(self) -> list[Standing]:
        """The assembled game, less the parts that were not asked for."""
        names = {part.name for part in self.parts}
        return [item for item in assembly(self.dimensions, self.whole) if item.part.name in names]


def plan(request: Request) -> Plan:
    """Decide what the kit consists of; every contradiction in the settings is found here.

    Raises:
        UserError: If settings, font or names of parts cannot be used.
    """
    settings = request.settings
    dims = dimensions(settings)
    lettering = laid_out(dims, request.store)
    coupon, without = _coupon(request, dims, lettering)
    whole = (*coupon, *kit_parts(dims, lettering))
    parts = chosen_parts(whole, only=request.only, spare=request.spare)
    require_bed(dims, parts)
    notes = tuple(note for note in (settings.tile_set.note, *lettering.notes, without) if note)
    return Plan(request, dims, lettering, whole, parts, notes)


def _coupon(
    request: Request, dims: Dimensions, lettering: Lettering
) -> tuple[tuple[KitPart, ...], str]:
    """The coupon that goes with a kit, or why there is none."""
    chosen = request.settings.print.coupon
    if chosen == "none":
        return (), ""
    try:
        written = coupon_lettering(dims, lettering, request.store)
        joints: tuple[JointName, ...] = JOINTS if chosen == "all" else (chosen,)
        return coupon_parts(dims, lettering, written, joints), ""
    except ParameterError as error:
        # A kit that fits together must not be refused for the clearances that it does not use.
        return (), f"no coupon goes with this kit: {error}"
