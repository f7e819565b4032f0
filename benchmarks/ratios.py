"""Prints how long kitgen takes, as ratios to what the same computer needs for an import.

Seconds say more about the computer than about kitgen; a ratio measured in one run travels. Every
measurement is a new process, every round has a cache folder of its own, all things are measured
once a round, so that a slow minute slows them alike, and the medians are divided. Nothing is
asserted: a busy computer must not fail a build.
"""

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path

import wordstack
from measuring import seconds

SIZE = 10
# What is changed in "one letter changed": a plain letter, neither the widest nor the tallest.
OLD_LETTER, NEW_LETTER = "L", "Þ"

CADQUERY, TYPER = "import cadquery", "import typer"
COLD, WARM, CHANGED = "build, cold cache", "build, nothing changed", "build, one letter changed"
CHECK, CHECKED = "check, nothing cached", "check, nothing changed"
PREVIEW, PREVIEWED = "pictures, nothing cached", "pictures, nothing changed"
PAPER, PAPERED = "paper, nothing cached", "paper, nothing changed"
WHOLE, WHOLE_WARM = "all stages, cold cache", "all stages, nothing changed"
HELP = "kitgen --help"
RATIOS = (
    (COLD, CADQUERY, 5.0),
    (WARM, CADQUERY, 0.7),
    (CHANGED, CADQUERY, None),
    (CHECK, CADQUERY, 5.0),
    (CHECKED, CADQUERY, None),
    (PREVIEW, CADQUERY, 3.0),
    (PREVIEWED, CADQUERY, None),
    (PAPER, CADQUERY, 1.5),
    (PAPERED, CADQUERY, None),
    (WHOLE, CADQUERY, 13.5),
    (WHOLE_WARM, CADQUERY, 0.9),
    (HELP, TYPER, 4),
)


def changed_profile() -> str:
    """Return werdup as TOML, with another letter in the place of one."""
    werdup = wordstack.load_profile("werdup")

    def label(old: str) -> str:
        return f'"{NEW_LETTER if old == OLD_LETTER else old}"'

    letters = ", ".join(label(letter) for letter in werdup.letters)
    counts = "".join(f"{label(old)} = {count}\n" for old, count in werdup.tiles[SIZE].items())
    return (
        f'[game]\nname = "changed"\nextends = "werdup"\nletters = [{letters}]\n'
        f"[game.tiles.{SIZE}]\n{counts}"
    )


def measure(folder: Path) -> dict[str, float]:
    """Measure everything once, in an empty folder."""
    cache, kit, changed = folder / "cache", folder / "kit", folder / "changed.toml"
    changed.write_text(changed_profile(), encoding="utf-8")
    everything = ["-m", "kitgen", "build", "--size", str(SIZE)]
    build = [*everything, "--no-validate", "--no-check", "--no-preview", "--no-paper"]
    preview = ["-m", "kitgen", "preview", str(kit), "--quiet"]
    paper = ["-m", "kitgen", "paper", str(kit), "--quiet"]
    # Alone the manual draws its own steps; in a build the pictures come first.
    alone, whole = folder / "paper-cache", folder / "whole-cache"
    check = ["-m", "kitgen", "check", str(kit), "--quiet"]
    other = [*build, "--profile", str(changed), "-o", str(folder / "other")]
    return {
        CADQUERY: seconds(["-c", CADQUERY], cache),
        COLD: seconds([*build, "-o", str(kit)], cache),
        WARM: seconds([*build, "-o", str(kit)], cache),
        CHANGED: seconds(other, cache),
        CHECK: seconds(check, cache),
        CHECKED: seconds(check, cache),
        PREVIEW: seconds(preview, cache),
        PREVIEWED: seconds(preview, cache),
        PAPER: seconds(paper, alone),
        PAPERED: seconds(paper, alone),
        WHOLE: seconds([*everything, "-o", str(folder / "whole")], whole),
        WHOLE_WARM: seconds([*everything, "-o", str(folder / "whole")], whole),
        TYPER: seconds(["-c", TYPER], cache),
        HELP: seconds(["-m", "kitgen", "--help"], cache),
    }


def main() -> None:
    """Measure some rounds and print the ratios of the medians."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="how often each thing is measured")
    rounds = parser.parse_args().rounds
    measured = []
    for number in range(rounds + 1):
        with tempfile.TemporaryDirectory(prefix="kitgen-bench-") as folder:
            once = measure(Path(folder))
        # The first round only warms the system's file cache and Python's bytecode.
        label = f"round {number}" if number else "warming up"
        print(label, "  ".join(f"{name} {taken:.2f} s" for name, taken in once.items()))
        measured.append(once)
    median = {name: statistics.median(once[name] for once in measured[1:]) for name in measured[0]}
    print(f"\nmedians of {rounds} rounds, {os.cpu_count()} cores, Python {sys.version.split()[0]}")
    for what, base, limit in RATIOS:
        aim = "" if limit is None else f"  (aim: at most {limit:g})"
        print(f"{what:28} / {base:16} {median[what] / median[base]:5.2f}{aim}")


if __name__ == "__main__":
    main()
