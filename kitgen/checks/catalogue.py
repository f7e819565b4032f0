"""Every check, in the order of the report."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kitgen.checks.finding import Finding


@dataclass(frozen=True)
class Check:
    """One question.

    Attributes:
        name: first part of the names of its findings.
        question: for the report, in words.
        module: where `findings(kit)` lives.
        by_part: asked of each part by itself: `findings(kit, name)`, kept by its file's digest.
    """

    name: str
    question: str
    module: str
    by_part: bool = False

    @property
    def findings(self) -> Callable[..., Iterator[Finding]]:
        """`findings(kit: WrittenKit)`, or `findings(kit: WrittenKit, name: str)` by part."""
        found: Callable[..., Iterator[Finding]] = importlib.import_module(self.module).findings
        return found


CHECKS: tuple[Check, ...] = (
    Check(
        "files",
        "Are the files whole, sound and those that were written?",
        "kitgen.checks.files",
        by_part=True,
    ),
    Check(
        "package", "Do 3MF files, counts and plates agree with the parts?", "kitgen.checks.package"
    ),
    Check("printable", "Does each part print as it lies?", "kitgen.checks.printable", by_part=True),
    Check(
        "letters", "Does each tile carry its letter, the right way round?", "kitgen.checks.letters"
    ),
    Check(
        "seated",
        "Do the seated parts keep clear of each other and rest where they should?",
        "kitgen.checks.seated",
    ),
    Check("gaps", "Are mating faces the clearance apart?", "kitgen.checks.gaps"),
    Check("swollen", "Does it still fit when plastic swells?", "kitgen.checks.swollen"),
    Check(
        "held",
        "Does each part stay where it must, and come out where it may?",
        "kitgen.checks.held",
    ),
    Check("snaps", "Do the snap arms bend without harm and still hold?", "kitgen.checks.snaps"),
    Check("grid", "Is the assembled board one level grid?", "kitgen.checks.grid"),
)
LAID_DOWN = Check("laid", "Does a slicer lay every letter down?", "kitgen.checks.laid_down")
"""Asked only on request, since it takes a slicer: `findings(kit, slicer)`."""
