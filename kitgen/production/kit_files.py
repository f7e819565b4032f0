"""All files of a kit but its paper and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from kitgen import __version__
from kitgen.export import bom
from kitgen.export.manifest import Manifest, Playability, playability_record
from kitgen.export.open_sheet import open_sheet
from kitgen.kit.fits import fits
from kitgen.playability import Judgement
from kitgen.production.meshes import Made
from kitgen.production.planning import Plan
from kitgen.production.plates import plate_files
from kitgen.production.records import (
    filament_change_record,
    joint_record,
    listed,
    material_record,
    placed,
    printer_record,
    resolved,
    write_file,
    write_part,
)


def write_kit(
    plan: Plan, made: Mapping[str, Made], judgement: Judgement | None, folder: Path
) -> Manifest:
    """Write all files into the new folder; the manifest comes last.

    Args:
        plan: What belongs to the kit.
        made: Solids and meshes of its parts, by name.
        judgement: Whether the tile set is playable; None if that was not asked.
        folder: An empty one.

    Raises:
        UserError: If the font of a lettered part cannot be found any more.
    """
    settings = plan.request.settings
    parts = [write_part(part, made[part.name], settings, folder) for part in plan.parts]
    others = {
        f"step/{part.name}.step": data
        for part in plan.parts
        if (data := made[part.name].step) is not None
    }
    meshes = {name: piece.mesh for name, piece in made.items()}
    plates = plate_files(plan.dimensions, plan.parts, meshes, plan.request.store)
    others |= {one.plate.file: one.data for one in plates}
    others["3mf/kit.3mf"] = open_sheet(
        plan.parts,
        meshes,
        letter_z=plan.dimensions.tile_top_z - plan.dimensions.relief,
        title=f"{settings.profile_name} {settings.size}",
        slicer=settings.print.slicer,
    )
    others["bom.csv"] = bom.encode(
        bom.BomRow(part.name, part.count, made[part.name].solid_volume_mm3, plan.density)
        for part in plan.parts
    )
    for path, data in others.items():
        write_file(folder / path, data)
    standing = plan.standing
    manifest = Manifest(
        kitgen_version=__version__,
        profile=resolved(settings),
        whole=not plan.request.only,
        parts=tuple(parts),
        files=tuple(listed(path, data) for path, data in others.items()),
        assembly=tuple(placed(item) for item in standing),
        joints=tuple(joint_record(fit) for fit in fits(plan.dimensions, standing)),
        material=material_record(settings),
        printer=printer_record(settings),
        plates=tuple(one.plate for one in plates),
        filament_change=filament_change_record(plan.dimensions),
        playability=None if judgement is None else _playability(judgement),
    )
    write_file(folder / "manifest.json", manifest.to_bytes())
    return manifest


def _playability(judgement: Judgement) -> Playability:
    return playability_record(
        judgement.assessment,
        lexicon=judgement.lexicon,
        lexicon_sha256=judgement.lexicon_sha256,
    )
