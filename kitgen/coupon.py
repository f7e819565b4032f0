"""The pipeline from settings to a folder with fit coupons, like `kitgen.build` for a kit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kitgen import __version__
from kitgen.build import Progress
from kitgen.errors import UserError
from kitgen.export.coupon_sheet import Laid, coupon_sheet, laid_out_coupon, span
from kitgen.export.flavours import Flavour
from kitgen.export.manifest import (
    Manifest,
    OnPlate,
    Plate,
)
from kitgen.kit.contents import KitPart
from kitgen.kit.coupon import (
    JOINTS,
    JointName,
    coupon_assembly,
    coupon_fits,
    coupon_parts,
    joint_of,
)
from kitgen.kit.dimensions import Dimensions, dimensions
from kitgen.output_folder import replacing
from kitgen.production.coupon_letters import coupon_lettering
from kitgen.production.letters import laid_out
from kitgen.production.meshes import Made, Order, make
from kitgen.production.records import (
    joint_record,
    listed,
    material_record,
    placed,
    printer_record,
    resolved,
    write_file,
    write_part,
)
from kitgen.settings.kit_settings import KitSettings
from kitgen.settings.printers import fits, printer, printers_that_fit
from kitgen.store import Store, cache_folder


@dataclass(frozen=True)
class CouponRequest:
    """What to build."""

    settings: KitSettings
    joints: Sequence[JointName] = JOINTS
    jobs: int | None = None
    """Processes that build solids; all cores if None."""
    use_cache: bool = True
    force: bool = False
    """Take over a folder that is not kitgen's; its files are kept."""


@dataclass(frozen=True)
class BuiltCoupon:
    """Coupons that were written."""

    folder: Path
    manifest: Manifest
    thinnest: str
    """Label of the letter on the nest coupon's tile."""


def build_coupon(request: CouponRequest, target: Path, progress: Progress) -> BuiltCoupon:
    """Make the coupons' files and put the folder in place.

    Raises:
        UserError: If settings, font or target cannot be used, or the bed is too small.
        BuildError: If a part comes out unsound or the disk is full.
    """
    settings = request.settings
    store = Store(cache_folder() if request.use_cache else None)
    dims = dimensions(settings)
    lettering = laid_out(dims, store)
    written = coupon_lettering(dims, lettering, store)
    parts = coupon_parts(dims, lettering, written, request.joints)
    sheets = {
        joint: _on_bed(
            settings,
            joint,
            laid_out_coupon(
                [part for part in parts if joint_of(part.name) == joint], settings.print.part_gap
            ),
        )
        for joint in request.joints
    }
    with replacing(target, force=request.force) as folder:
        progress.stage("Building pieces", total=len(parts))
        orders = [
            Order(part.name, part.parameters, settings.print.chord_error, step=False)
            for part in parts
        ]
        made = make(orders, store, jobs=request.jobs, made_one=progress.advance)
        progress.stage("Writing files")
        manifest = _write(dims, parts, sheets, made, folder)
    return BuiltCoupon(target, manifest, written.thinnest)


def _on_bed(settings: KitSettings, joint: JointName, laid: tuple[Laid, ...]) -> tuple[Laid, ...]:
    """Move a sheet to the middle of the bed, where nothing is excluded."""
    machine = printer(settings.print.printer)
    width, depth = span(laid, settings.print.part_gap)
    height = max(one.size[2] for one in laid)
    box = (width, depth, height)
    if not fits(machine, *box):
        others = ", ".join(printers_that_fit([box])) or "none that is known"
        raise UserError(
            f"the {joint} coupon of {width:.1f} x {depth:.1f} mm does not fit {machine.name}"
            f" ({machine.bed}): print one piece at a time, or on a printer that takes it: {others}"
        )
    x, y = ((bed - used) / 2 for bed, used in zip(machine.bed_mm, (width, depth), strict=True))
    return tuple(one.moved(x, y) for one in laid)


def _write(
    dims: Dimensions,
    parts: Sequence[KitPart],
    sheets: Mapping[JointName, tuple[Laid, ...]],
    made: Mapping[str, Made],
    folder: Path,
) -> Manifest:
    """Write all files into the new folder; the manifest comes last."""
    p = dims.settings.print
    records = [write_part(part, made[part.name], dims.settings, folder) for part in parts]
    slicer: Flavour = p.slicer
    plates, files = [], []
    for joint, laid in sheets.items():
        path = f"3mf/coupon-{joint}.3mf"
        title = f"{joint} coupon: try each pair, the smallest number that fits is yours"
        meshes = {one.part.name: made[one.part.name].mesh for one in laid}
        data = coupon_sheet(laid, meshes, title=title, slicer=slicer)
        write_file(folder / path, data)
        files.append(listed(path, data))
        plates.append(_plate(path, title, laid))
    manifest = Manifest(
        kitgen_version=__version__,
        profile=resolved(dims.settings),
        whole=False,
        parts=tuple(records),
        files=tuple(files),
        assembly=tuple(placed(item) for item in coupon_assembly(dims, parts)),
        joints=tuple(joint_record(fit) for fit in coupon_fits(dims, parts)),
        material=material_record(dims.settings),
        printer=printer_record(dims.settings),
        plates=tuple(plates),
    )
    write_file(folder / "manifest.json", manifest.to_bytes())
    return manifest


def _plate(path: str, title: str, laid: Sequence[Laid]) -> Plate:
    return Plate(
        file=path,
        title=title,
        colours=tuple(dict.fromkeys(one.part.colour for one in laid)),
        items=tuple(OnPlate(part=one.part.name, turn_deg=0.0, place_mm=one.place) for one in laid),
    )
