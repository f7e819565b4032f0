"""`kitgen coupon`: small test prints that tell which clearance a printer needs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from wordstack.errors import shown

from kitgen.cli.json_output import print_json
from kitgen.cli.options import (
    OUTPUT,
    AsJson,
    Font,
    FontWeight,
    Force,
    Jobs,
    KitProfile,
    NoCache,
    Quiet,
    SetOptions,
)
from kitgen.errors import UserError

if TYPE_CHECKING:
    from kitgen.coupon import BuiltCoupon
    from kitgen.kit.coupon import JointName


def coupon(
    joints: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[nest|board|rack]...", help="Which joints to try.", show_default="all three"
        ),
    ] = None,
    profile: KitProfile = "werdup",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="The coupons' folder.", show_default="output/PROFILE-coupon"
        ),
    ] = None,
    font: Font = None,
    font_weight: FontWeight = None,
    printer: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Printer whose bed it is for.", show_default="bambu-a1"),
    ] = None,
    set_options: SetOptions = None,
    jobs: Jobs = None,
    no_cache: NoCache = False,
    force: Force = False,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Build test prints that tell which clearance your printer needs, before you print a kit.

    Each coupon has pairs of one joint of the kit at 0.05, 0.10, 0.20, 0.30 and 0.40 mm on each
    side, marked 05 to 40. The smallest that goes together by hand and holds is your clearance.

    Example: kitgen coupon nest --font "Lexend" -o coupons
    """
    from kitgen.cli.terminal import Reporter
    from kitgen.coupon import CouponRequest, build_coupon
    from kitgen.output_folder import recover
    from kitgen.settings import load_settings

    chosen = _joints(joints or [])
    settings = load_settings(
        profile,
        set_options=set_options or (),
        named={
            "print.font": font,
            "print.font_weight": font_weight,
            "print.printer": printer,
        },
    )
    request = CouponRequest(settings, chosen, jobs=jobs, use_cache=not no_cache, force=force)
    target = output or OUTPUT / f"{settings.profile_name}-coupon"
    recover(target)
    with Reporter(quiet=quiet or as_json) as reporter:
        built = build_coupon(request, target, reporter)
    _show(built, chosen, quiet=quiet, as_json=as_json)


def _joints(names: list[str]) -> "tuple[JointName, ...]":
    from kitgen.kit.coupon import JOINTS

    for name in names:
        if name not in JOINTS:
            raise UserError(f"coupon {shown(name)}: must be {' or '.join(JOINTS)}")
    return tuple(joint for joint in JOINTS if joint in names) or JOINTS


def _show(
    built: "BuiltCoupon", joints: "tuple[JointName, ...]", *, quiet: bool, as_json: bool
) -> None:
    from kitgen.cli.terminal import print_table
    from kitgen.kit.coupon import CLEARANCES_MM, joint_of, mark

    material = built.manifest.material
    density = material.density_g_per_cm3 if material else 0.0
    rows = []
    for joint in joints:
        pieces = [part for part in built.manifest.parts if joint_of(part.name) == joint]
        cm3 = sum(part.solid_volume_mm3 * part.count for part in pieces) / 1000
        rows.append((joint, len(pieces), cm3, cm3 * density))
    if as_json:
        found = [
            {
                "coupon": joint,
                "file": f"3mf/coupon-{joint}.3mf",
                "pieces": pieces,
                "cm3": round(cm3, 3),
                "grams": round(grams, 2),
            }
            for joint, pieces, cm3, grams in rows
        ]
        marks = {mark(clearance): clearance for clearance in CLEARANCES_MM}
        said = {"output": str(built.folder), "marks_mm": marks, "coupons": found}
        print_json(said)
        return
    if quiet:
        return
    cells = [(joint, pieces, f"{cm3:.2f}", f"{grams:.1f}") for joint, pieces, cm3, grams in rows]
    print_table("", ("coupon", "pieces", "cm3", "grams"), cells)
    for line in _closing(built, joints):
        typer.echo(line)


def _closing(built: "BuiltCoupon", joints: "tuple[JointName, ...]") -> list[str]:
    """How to print and read the coupons."""
    p = built.manifest.profile["print"]
    now = float(p["clearance_per_side"])
    files = "3mf/" + " and 3mf/".join(f"coupon-{joint}.3mf" for joint in joints)
    lines = [
        f"Written to {built.folder}: {files} (a whole coupon each), stl/ (one file a piece), "
        "manifest.json",
        f"Next: slice at {p['layer_height']:g} mm layers without supports, with the filament and "
        "the profile that the kit is meant for, and let it cool down.",
        "Try the pairs from 05 upward. Take the smallest number that goes together by hand and "
        "holds: it is hundredths of a millimetre on each side.",
    ]
    if "nest" in joints:
        lines.append(
            f"Nest: put the caps on the tile; turned over, a cap may fall off, but it must not "
            f'rock. The tile carries "{built.thinnest}", whose strokes are the thinnest of the '
            "font: they must be whole."
        )
    if "board" in joints or "rack" in joints:
        lines.append(
            "Board and rack: push clip and socket together until they click; they must come apart "
            "again by hand."
        )
    lines += [
        "If all joints like one number, say so for the whole kit: "
        "kitgen build --set print.clearance_per_side=0.30",
        f"If one kind differs, give what it needs beyond print.clearance_per_side ({now:g}): "
        "kitgen build "
        + " ".join(f"--set print.fit_offset_{joint}={_example(now):g}" for joint in joints[:1]),
    ]
    return lines


def _example(now: float) -> float:
    """The offset of a joint whose best number is the next above the clearance."""
    return 0.1 if now <= 0.3 else -0.1
