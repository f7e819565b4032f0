"""Whole kits, of several sizes, clearances, faces and styles, through every check."""

from pathlib import Path

import pytest

from kitgen.checks.catalogue import CHECKS
from kitgen.checks.reporting import checked
from kitgen.store import Store


def verdicts(folder: Path, cache: Path) -> dict[str, list[str]]:
    """By verdict, what came out so, in words."""
    _, report = checked(folder, Store(cache), jobs=1)
    assert [check.name for check in report.checks] == [check.name for check in CHECKS]
    found: dict[str, list[str]] = {}
    for f in report.findings:
        line = f"{f.check} {', '.join(f.between)}: {f.measured}: {f.value} {f.limit}"
        found.setdefault(f.verdict, []).append(line)
    return found


@pytest.mark.parametrize(
    ("size", "clearance"), [(6, 0.2), (10, 0.2), (16, 0.2), (8, 0.05), (8, 0.4)]
)
def test_kits_of_all_sizes_and_clearances_pass(kits, size: int, clearance: float) -> None:
    kit = kits(size=size, clearance_per_side=clearance, players=1)
    found = verdicts(kit.folder, kits.cache)
    assert found.get("fail", []) == []
    assert found.get("not judged", []) == []
    assert len(found["pass"]) > 500


@pytest.mark.parametrize("font", ["Lexend", "Nunito"])
def test_kits_in_other_faces_pass(kits, font: str) -> None:
    kit = kits(size=6, font=font, players=1)
    found = verdicts(kit.folder, kits.cache)
    assert found.get("fail", []) == []
    assert found.get("not judged", []) == []


@pytest.mark.parametrize("style", ["raised", "inlay"])
def test_kits_with_other_letters_pass(kits, style: str) -> None:
    kit = kits(size=6, letter_style=style, players=1)
    assert verdicts(kit.folder, kits.cache).get("fail", []) == []


def test_the_default_kit_gives_nothing_to_look_at(kits) -> None:
    found = verdicts(kits(size=10, players=1).folder, kits.cache)
    assert found.get("warn", []) == []
