"""``kitgen doctor``: what is installed, what is missing, and the remedy, one line each."""

import json
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

from kitgen import __version__
from kitgen.cli.options import OUTPUT, AsJson

Status = Literal["ok", "missing", "optional"]

# The Debian package of each shared library that the CAD kernel loads and a bare system lacks.
_DEBIAN_PACKAGES = {"libGL.so.1": "libgl1", "libX11.so.6": "libx11-6"}

# Seconds that a first, uncached import of the CAD kernel may take before it counts as hung.
_IMPORT_PATIENCE = 300

_DRAW = "from kitgen.pictures.vtk_renderer import opened_window; opened_window().Render()"
_SIMPLER = "for better ones, Debian, Ubuntu: apt install libegl1 libegl-mesa0 libgl1-mesa-dri"

SLICERS = (
    "prusa-slicer",
    "PrusaSlicer",
    "orca-slicer",
    "OrcaSlicer",
    "bambu-studio",
    "superslicer",
    "cura",
)


@dataclass(frozen=True)
class Finding:
    """The answer to one question about this computer.

    Attributes:
        name: what was looked at.
        status: ``ok``, ``missing`` (kitgen cannot work) or ``optional`` (missing, not needed).
        found: what was found, in a few words.
        remedy: what to do about it; empty where all is well.
    """

    name: str
    status: Status
    found: str
    remedy: str = ""


def doctor(
    as_json: AsJson = False,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The folder that kits are to be written to.")
    ] = OUTPUT,
) -> None:
    """Say what is installed, what is missing, and the remedy.

    Exits with 1 where something that kitgen needs is missing, else with 0.
    """
    findings = examine(output)
    sound = all(finding.status != "missing" for finding in findings)
    if as_json:
        report = {"ok": sound, "findings": [asdict(finding) for finding in findings]}
        typer.echo(json.dumps(report, indent=2))
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
        mesh_repair(),
        cache_folder(),
        output_folder(output),
    ]


def python_version(version: tuple[int, int, int]) -> Finding:
    """Say whether kitgen supports a version of Python."""
    found = ".".join(map(str, version))
    if (3, 11) <= version[:2] <= (3, 13):
        return Finding("python", "ok", found)
    return Finding("python", "missing", found, "install Python 3.11, 3.12 or 3.13 and kitgen in it")


def cad_kernel() -> Finding:
    """Say whether cadquery and its kernel can be imported.

    Asked of a child process: a shared library that is missing fails the import half way, and a
    kernel that crashes must not take the doctor with it.
    """
    code = "import importlib.metadata as m, cadquery; print(m.version('cadquery'))"
    try:
        answer = subprocess.run(  # noqa: S603 - this very interpreter
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_IMPORT_PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        found = f"import did not end within {_IMPORT_PATIENCE} s"
        return Finding("cadquery", "missing", found, "pip install --force-reinstall cadquery")
    if answer.returncode == 0:
        return Finding("cadquery", "ok", answer.stdout.strip())
    lines = answer.stderr.strip().splitlines()
    found = lines[-1] if lines else f"import ended with code {answer.returncode}"
    return Finding("cadquery", "missing", found, import_remedy(found, platform.system()))


def import_remedy(failure: str, system: str) -> str:
    """Say what to do about an import of cadquery that failed.

    Args:
        failure: the last line that Python said.
        system: as ``platform.system()`` names it.
    """
    library = re.search(r"(lib[\w+-]+\.so[.\d]*): cannot open shared object", failure)
    if library and system == "Linux":
        known = " ".join(_DEBIAN_PACKAGES.values())
        if library[1] in _DEBIAN_PACKAGES:
            return f"Debian, Ubuntu: apt install {known}; elsewhere the package with {library[1]}"
        return f"install your system's package with {library[1]}"
    if "No module named" in failure:
        return "pip install cadquery"
    return "pip install --force-reinstall cadquery"


def default_font() -> Finding:
    """Say whether the default font family, a package of its own, is found."""
    from kitgen.errors import UserError
    from kitgen.lettering.fonts import DEFAULT_FAMILY, DEFAULT_WEIGHT, find_font

    try:
        font = find_font(DEFAULT_FAMILY, DEFAULT_WEIGHT)
    except UserError as failure:
        remedy = "pip install --force-reinstall fontpkg-atkinson-hyperlegible"
        return Finding("font", "missing", str(failure), remedy)
    return Finding("font", "ok", f"{font.family} {font.style}, weight {font.weight}")


def pictures() -> Finding:
    """Say whether VTK can draw here; where it cannot, a simple renderer of kitgen's own does.

    Asked of a child process, because VTK without OpenGL ends the process that tries.
    """
    try:
        answer = subprocess.run(  # noqa: S603 - this very interpreter
            [sys.executable, "-c", _DRAW],
            capture_output=True,
            timeout=_IMPORT_PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Finding("pictures", "optional", "VTK does not answer", _SIMPLER)
    if answer.returncode == 0:
        return Finding("pictures", "ok", "VTK draws without a display")
    return Finding("pictures", "optional", "VTK cannot draw: no OpenGL", _SIMPLER)


def slicer() -> Finding:
    """Say whether a slicer is on the path; kitgen needs none to build a kit."""
    found = _first_program(SLICERS)
    if found:
        return Finding("slicer", "ok", found)
    return Finding("slicer", "optional", "none on PATH", "to print: install PrusaSlicer or another")


def mesh_repair() -> Finding:
    """Say whether admesh, the tests' second opinion on meshes, is on the path."""
    found = _first_program(("admesh",))
    if found:
        return Finding("admesh", "ok", found)
    return Finding("admesh", "optional", "not on PATH", "for the tests: apt install admesh")


def cache_folder() -> Finding:
    """Say where the cache is, whether it can be written, and how large it is."""
    from kitgen import store

    folder = store.cache_folder()
    size = describe_size(*store.Store(folder).size())
    return _writable("cache", folder, f", {size}", "set KITGEN_CACHE_DIR to another folder")


def output_folder(folder: Path) -> Finding:
    """Say whether kits can be written to a folder, which need not exist yet."""
    return _writable("output", folder, "", "choose another with --output")


def describe_size(entries: int, size: int) -> str:
    """Write how much the cache holds for people; a MB is a million bytes."""
    return f"{entries} {'entry' if entries == 1 else 'entries'}, {size / 1e6:.1f} MB"


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


def _first_program(names: tuple[str, ...]) -> str | None:
    return next((found for name in names if (found := shutil.which(name))), None)
