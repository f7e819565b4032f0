"""What kitgen runs on, as `kitgen doctor` finds it: Python, the CAD kernel, a font, OpenGL."""

import platform
import re
import subprocess
import sys
from dataclasses import dataclass
from typing import Literal

Status = Literal["ok", "missing", "optional"]

# The Debian package of each shared library that the CAD kernel loads and a bare system lacks.
_DEBIAN_PACKAGES = {"libGL.so.1": "libgl1", "libX11.so.6": "libx11-6"}

# Seconds that a first, uncached import of the CAD kernel may take before it counts as hung.
_IMPORT_PATIENCE = 300

_DRAW = "from kitgen.pictures.vtk_renderer import opened_window; opened_window().Render()"
_SIMPLER = "for better ones, Debian, Ubuntu: apt install libegl1 libegl-mesa0 libgl1-mesa-dri"


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
