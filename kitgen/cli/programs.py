"""Other people's programs that kitgen can use, or its users: slicers, and a judge of meshes."""

import shutil
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kitgen.cli.health import Finding

if TYPE_CHECKING:
    from kitgen.slicing.finding import Surroundings

OTHER_SLICERS = (
    "orca-slicer",
    "OrcaSlicer",
    "bambu-studio",
    "BambuStudio",
    "superslicer",
    "cura",
    "UltiMaker-Cura",
)
"""As PATH may know them. kitgen calls none of them."""


def slicer(at: "Surroundings | None" = None) -> Finding:
    """Say where `kitgen slice` finds PrusaSlicer; kitgen needs none to build a kit.

    Args:
        at: whose computer; by default this one.
    """
    from kitgen.slicing.finding import REMEDY, NoSlicerError, find_slicer

    try:
        found = find_slicer(at=at)
    except NoSlicerError:
        return Finding("slicer", "optional", "no PrusaSlicer", f"for kitgen slice: {REMEDY}")
    return Finding("slicer", "ok", found.where)


def other_slicers() -> Finding:
    """Say which other slicers are on the path: they open what a build writes."""
    found = _programs(OTHER_SLICERS)
    if found:
        return Finding("slicers", "ok", ", ".join(found))
    return Finding("slicers", "optional", "no others on PATH", "any that opens 3MF or STL prints")


def mesh_repair() -> Finding:
    """Say whether admesh, the tests' second opinion on meshes, is on the path."""
    found = _programs(("admesh",))
    if found:
        return Finding("admesh", "ok", found[0])
    return Finding("admesh", "optional", "not on PATH", "for the tests: apt install admesh")


def _programs(names: Sequence[str]) -> list[str]:
    return [found for name in names if (found := shutil.which(name))]
