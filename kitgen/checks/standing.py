"""Whether the manifest puts the whole game together, and joins what it puts together.

Every other check follows the assembly and its joints: what is left out of them is not judged, and
what is not judged does not fail. A kit must therefore not be able to pass by saying little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kitgen.checks.finding import Finding, unjudged, within
from kitgen.checks.several import MOST_FAILURES
from kitgen.checks.written import WrittenKit

QUARTERS = 4
"""A board has four, each between two others."""
RACK_HALVES = ("rack-half-left", "rack-half-right")


def complete(kit: WrittenKit) -> Iterator[Finding]:
    """Ask whether there is something to judge, and whether the game's joints are all on record."""
    if not kit.manifest.parts:
        what = "parts of the kit"
        yield unjudged("package.parts", what, (), "it lists none: nothing to judge", fails=True)
    if kit.manifest.printer is not None and not kit.manifest.plates:
        what = "plates for the printer"
        why = f"packed for {kit.manifest.printer.name}, but none is listed"
        yield unjudged("package.plate", what, (), why, fails=True)
    if kit.manifest.whole:
        absent = _absent(kit)
        yield within(
            "package.standing",
            "parts that the assembled game needs and the assembly has not",
            tuple(absent[:MOST_FAILURES]),
            len(absent),
            high=0,
            unit="",
            source="manifest: whole, assembly",
        )
    loose = _loose(kit)
    yield within(
        "package.joined",
        "parts that stand in the game without the joints that hold them",
        tuple(loose[:MOST_FAILURES]),
        len(loose),
        high=0,
        unit="",
        source="manifest: assembly, joints",
    )


def _absent(kit: WrittenKit) -> list[str]:
    """Names of parts that do not stand where a whole game has them, as often as they are missed."""
    standing = Counter(item.part for item in kit.manifest.assembly)
    quarters = sum(standing[name] for name in kit.named("board-quarter"))
    absent = ["board-quarter"] * (QUARTERS - quarters)
    absent += [name for name in RACK_HALVES if not standing[name]]
    for group in ("board", "stack"):
        if kit.named("tile") and not kit.ids(group, "tile"):
            absent.append(f"tile ({group})")
    return absent


def _loose(kit: WrittenKit) -> list[str]:
    """Ids of what is not joined as it should be, in the assembly's order.

    Tiles on a rack lean, and inlaid letters are printed in: neither has a joint.
    """
    snapped = {
        kind: Counter(member for joint in kit.joints(kind) for member in joint.members)
        for kind in ("board-snap", "rack-snap")
    }
    nested = {joint.members[0] for joint in kit.joints("nest")}
    quarters = kit.ids("board", "board-quarter")
    lowest = set(kit.ids("stack", "tile")[:1])
    halves = Counter(i.group for i in kit.manifest.assembly if _kind(kit, i.id) == "rack-half")
    loose = []
    for item in kit.manifest.assembly:
        kind = _kind(kit, item.id)
        if kind == "board-quarter" and len(quarters) == QUARTERS:
            joined = snapped["board-snap"][item.id] >= 2
        elif kind == "rack-half" and halves[item.group] > 1:
            joined = snapped["rack-snap"][item.id] >= 1
        elif kind == "tile" and item.group == "board" and quarters:
            joined = item.id in nested
        elif kind == "tile" and item.group == "stack" and kit.manifest.whole:
            # Of a kit in parts, tiles of the stack are left out, and others hang in the air.
            joined = item.id in nested or item.id in lowest
        else:
            joined = True
        if not joined:
            loose.append(item.id)
    return loose


def _kind(kit: WrittenKit, item: str) -> str:
    return kit.parts[kit.items[item].part].kind
