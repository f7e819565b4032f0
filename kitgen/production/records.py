"""What the manifest says of a kit's parts, joints and settings, and the files of the parts."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from kitgen.export import stl
from kitgen.export.manifest import (
    FilamentChange,
    Joint,
    Land,
    Letter,
    ListedFile,
    Material,
    Part,
    Placed,
    Printer,
    part_record,
    sha256,
)
from kitgen.kit.assembly import Standing
from kitgen.kit.contents import KitPart, LetterFacts
from kitgen.kit.dimensions import Dimensions
from kitgen.kit.fits import Fit
from kitgen.mesh.measure import measure
from kitgen.production.meshes import Made
from kitgen.production.plates import swap
from kitgen.settings.kit_settings import KitSettings
from kitgen.settings.materials import material
from kitgen.settings.printers import printer


def write_file(path: Path, data: bytes) -> None:
    """Write one file of a kit, and the folder that it lies in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def write_part(part: KitPart, made: Made, settings: KitSettings, folder: Path) -> Part:
    """Write a part's STL file into a kit's folder and record it.

    Raises:
        UserError: If the font of a lettered part cannot be found any more.
    """
    data = stl.encode(made.mesh, part.name)
    file = f"stl/{part.name}.stl"
    write_file(folder / file, data)
    p = settings.print
    letter = None
    if part.letter is not None:
        letter = _letter(part.letter, _font_sha256(p.font, p.font_weight))
    return part_record(
        name=part.name,
        kind=part.kind,
        file=file,
        data=data,
        count=part.count,
        measures=measure(made.mesh),
        solid_volume_mm3=made.solid_volume_mm3,
        joint_revision=p.joint_revision,
        label=part.label,
        colour=part.colour,
        letter=letter,
    )


def listed(path: str, data: bytes) -> ListedFile:
    """Record a file that is not a part's."""
    return ListedFile(path=path, sha256=sha256(data))


def resolved(settings: KitSettings) -> dict[str, object]:
    """Every setting with its value, as the manifest has them."""
    tree = settings.resolved()
    tree["print"]["players"] = settings.players
    tree["tiles"] = dict(settings.tile_set.counts)
    return tree


def placed(item: Standing) -> Placed:
    """Record what stands in the assembled game."""
    return Placed(id=item.id, part=item.part.name, group=item.group, pose=item.pose)


def joint_record(fit: Fit) -> Joint:
    """Record how two parts fit into each other."""
    return Joint(
        id=fit.id,
        kind=fit.kind,
        members=fit.members,
        clearance_per_side_mm=fit.clearance_per_side,
        insert=fit.insert,
        locked=fit.locked,
        snap_travel_mm=fit.snap_travel,
        arms=fit.arms,
        arm_members=fit.arm_members,
        land=None if fit.land is None else Land(point_mm=fit.land[0], normal=fit.land[1]),
    )


def material_record(settings: KitSettings) -> Material:
    """Record the filament."""
    name = settings.print.material
    known = material(name)
    return Material(
        name=name,
        density_g_per_cm3=known.density_g_per_cm3,
        strain_limit_repeated=known.strain_limit_repeated,
        strain_limit_once=known.strain_limit_once,
        advice=known.advice,
    )


def printer_record(settings: KitSettings) -> Printer:
    """Record the printer that plates are packed for."""
    machine = printer(settings.print.printer)
    return Printer(
        name=machine.name,
        bed_mm=machine.bed_mm,
        height_mm=machine.height_mm,
        nozzle_mm=machine.nozzle_mm,
        excluded_mm=machine.excluded_mm,
    )


def filament_change_record(dimensions: Dimensions) -> FilamentChange | None:
    """Record where one nozzle changes colour, None where it cannot."""
    change = swap(dimensions)
    if change is None:
        return None
    first = dimensions.settings.print.tile_colour
    return FilamentChange(z_mm=change.z_mm, layer=change.layer, first=first, second=change.colour)


@lru_cache(maxsize=8)
def _font_sha256(font: str, weight: int) -> str:
    """Digest of the font's file, by which a check knows whether it judges by the same one."""
    from kitgen.lettering.fonts import find_font

    return sha256(find_font(font, weight).path.read_bytes())


def _letter(facts: LetterFacts, font_sha256: str) -> Letter:
    return Letter(
        font=facts.font,
        cap_height_mm=facts.cap_height,
        baseline_mm=facts.baseline,
        scale=facts.scale,
        narrowing=facts.narrowing,
        relief_mm=facts.relief,
        style=facts.style,
        bar_mm=facts.bar,
        font_sha256=font_sha256,
    )
