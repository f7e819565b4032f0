"""``kitgen doctor``: what is installed, what is missing, and the remedy, one line each."""

import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from kitgen import __version__
from kitgen.cli.cache import describe_size
from kitgen.cli.health import Finding, cad_kernel, default_font, pictures, python_version
from kitgen.cli.json_output import print_json
from kitgen.cli.options import OUTPUT, AsJson
from kitgen.cli.programs import mesh_repair, other_slicers, slicer


def doctor(
    as_json: AsJson = False,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The folder that kits are to be written to.")
    ] = OUTPUT,
) -> None:
    """Say what is installed, what is missing, and the remedy.

    Exits with 1 where something that kitgen needs is missing, else with 0.

    Example: kitgen doctor --output kits
    """
    findings = examine(output)
    sound = all(finding.status != "missing" for finding in findings)
    if as_json:
        report = {"ok": sound, "findings": [asdict(finding) for finding in findings]}
        print_json(report)
    else:
        width = max(len(finding.name) for finding in findings)
        for finding in findings:
            remedy = f" - {finding.remedy}" if finding.remedy else ""
            typer.echo(f"{finding.status:8}  {finding.name:{width}}  {finding.found}{remedy}")
    if not sound:
        raise typer.Exit(1)


def examine(output: Path) -> list[Finding]:
    """Look at everything that kitgen needs or can use.

    Args:
        output: the folder that kits are to be written to; it need not exist.

    Returns:
        One finding for each thing, in a fixed order.
    """
    return [
        Finding("kitgen", "ok", __version__),
        python_version(sys.version_info[:3]),
        cad_kernel(),
        default_font(),
        pictures(),
        slicer(),
        other_slicers(),
        mesh_repair(),
        cache_folder(),
        output_folder(output),
    ]


def cache_folder() -> Finding:
    """Say where the cache is, whether it can be written, and how large it is."""
    from kitgen import store

    folder = store.cache_folder()
    size = describe_size(*store.Store(folder).size())
    return _writable("cache", folder, f", {size}", "set KITGEN_CACHE_DIR to another folder")


def output_folder(folder: Path) -> Finding:
    """Say whether kits can be written to a folder, which need not exist yet."""
    return _writable("output", folder, "", "choose another with --output")


def _writable(name: str, folder: Path, more: str, remedy: str) -> Finding:
    place = folder.absolute()
    while not place.exists() and place != place.parent:
        place = place.parent
    try:
        # Tried, not asked: permissions do not tell of a read-only or full disk.
        with tempfile.TemporaryFile(dir=place) as probe:
            probe.write(b"kitgen")
    except OSError as failure:
        return Finding(name, "missing", f"{folder}: {failure.strerror}", remedy)
    return Finding(name, "ok", f"{folder}{more}")
