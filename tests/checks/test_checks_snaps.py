"""Snap arms measured from the mesh, on sound kits and on spoilt ones."""

from pathlib import Path

import pytest
from arms_spoilt import ArmPlace
from sabotage import sabotaged

from kitgen.checks import snaps
from kitgen.checks.finding import Finding
from kitgen.checks.written import WrittenKit

BOARD = ["board-quarter", "rack-half"]
PLACES = [("board-snap-2", 1), ("board-snap-3", 2), ("rack-1-snap", 1)]
"""Arms at three places, none the first: one of either edge of a quarter, and one of a rack."""


@pytest.fixture(scope="session")
def sound(kits):
    return kits(only=BOARD)


def found(folder: Path, check: str, joint: str | None = None) -> list[Finding]:
    kit = WrittenKit.read(folder)
    members = next((j.members for j in kit.manifest.joints if j.id == joint), None)
    return [
        finding
        for finding in snaps.findings(kit)
        if finding.check == check and members in (None, finding.between)
    ]


def part_of(game, joint: str, number: int) -> str:
    record = next(j for j in game.manifest["joints"] if j["id"] == joint)
    return game.item(record["members"][record["arm_members"][number]])["part"]


def spoilt(sound, tmp_path: Path, joint: str, number: int, spoil) -> Path:
    """A kit with one arm spoilt, by `spoil(place, solid)`."""
    place = ArmPlace.of(sound, joint, number)
    solids = {part_of(sound, joint, number): lambda solid: spoil(place, solid)}
    return sabotaged(sound.folder, tmp_path / "spoilt", solids=solids)


@pytest.mark.parametrize("clearance", [0.05, 0.2, 0.4])
def test_a_sound_kit_passes(kits, clearance: float) -> None:
    kit = WrittenKit.read(kits(size=6, only=BOARD, clearance_per_side=clearance).folder)
    bad = [finding for finding in snaps.findings(kit) if finding.verdict != "pass"]
    assert bad == []


def test_figures_are_those_of_the_design(sound) -> None:
    """h 1.2 mm, L 10.2 mm or more, hook Y + clearance, by hand from the profile."""
    printed = sound.printed
    joint = "board-snap-2"
    (strain,) = found(sound.folder, "snaps.strain", joint)
    (slim,) = found(sound.folder, "snaps.slenderness", joint)
    (fillet,) = found(sound.folder, "snaps.fillet", joint)
    (lead_in,) = found(sound.folder, "snaps.lead_in", joint)
    (catch,) = found(sound.folder, "snaps.catch", joint)
    hook = ArmPlace.of(sound, joint, 1).hook
    thickness = printed["snap_arm_thickness"]
    length = slim.value * thickness
    deflection = hook - sound.clearance
    assert strain.value == pytest.approx(150 * thickness * deflection / length**2, rel=1e-3)
    assert fillet.value == pytest.approx(thickness / 2, abs=2e-3)
    assert lead_in.value == pytest.approx(38.0, abs=0.01)
    assert catch.value == pytest.approx(45.0, abs=0.01)


def test_kits_without_snaps_say_nothing(kits) -> None:
    kit = WrittenKit.read(kits(size=6, only=["tile"]).folder)
    assert list(snaps.findings(kit)) == []


def test_without_a_material_strain_is_not_judged(sound, tmp_path: Path) -> None:
    def no_material(record) -> None:
        record["material"] = None

    folder = sabotaged(sound.folder, tmp_path / "spoilt", manifest=no_material)
    verdicts = {finding.verdict for finding in found(folder, "snaps.strain")}
    assert verdicts == {"not judged"}


@pytest.mark.parametrize(("joint", "number"), PLACES)
def test_a_missing_arm_is_found(sound, tmp_path: Path, joint: str, number: int) -> None:
    folder = spoilt(sound, tmp_path, joint, number, ArmPlace.missing)
    (arms,) = found(folder, "snaps.arms", joint)
    assert arms.verdict == "fail"
    assert arms.value == arms.low - 1
    assert arms.note == f"no arm in the box: {number + 1}"


@pytest.mark.parametrize(("joint", "number"), PLACES)
def test_an_upright_arm_is_found(sound, tmp_path: Path, joint: str, number: int) -> None:
    folder = spoilt(sound, tmp_path, joint, number, ArmPlace.upright)
    (flat,) = found(folder, "snaps.flat", joint)
    assert flat.verdict == "fail"
    assert flat.value == pytest.approx(90.0, abs=1.0)


@pytest.mark.parametrize(("joint", "number"), PLACES)
def test_a_thicker_arm_is_strained(sound, tmp_path: Path, joint: str, number: int) -> None:
    (before,) = found(sound.folder, "snaps.strain", joint)
    folder = spoilt(sound, tmp_path, joint, number, lambda p, s: p.thickened(s, 0.2))
    (strain,) = found(folder, "snaps.strain", joint)
    assert strain.verdict == "fail"
    thickness = sound.printed["snap_arm_thickness"]
    assert strain.value == pytest.approx(before.value * (thickness + 0.2) / thickness, rel=5e-3)


@pytest.mark.parametrize(("joint", "number"), PLACES)
def test_a_shorter_arm_is_strained(sound, tmp_path: Path, joint: str, number: int) -> None:
    (before,) = found(sound.folder, "snaps.strain", joint)
    (slim,) = found(sound.folder, "snaps.slenderness", joint)
    folder = spoilt(sound, tmp_path, joint, number, lambda p, s: p.shortened(s, 1.0))
    (strain,) = found(folder, "snaps.strain", joint)
    assert strain.verdict == "fail"
    length = slim.value * sound.printed["snap_arm_thickness"]
    assert strain.value == pytest.approx(before.value * (length / (length - 1.0)) ** 2, rel=5e-3)


@pytest.mark.parametrize(("joint", "number"), PLACES)
def test_half_an_arm_is_too_stout(sound, tmp_path: Path, joint: str, number: int) -> None:
    (slim,) = found(sound.folder, "snaps.slenderness", joint)
    folder = spoilt(sound, tmp_path, joint, number, lambda p, s: p.shortened(s, 5.2))
    (stout,) = found(folder, "snaps.slenderness", joint)
    thickness = sound.printed["snap_arm_thickness"]
    assert stout.verdict == "fail"
    assert stout.value * thickness == pytest.approx(slim.value * thickness - 5.2, abs=0.01)


@pytest.mark.parametrize(("joint", "number"), PLACES)
def test_a_sharp_root_is_found(sound, tmp_path: Path, joint: str, number: int) -> None:
    folder = spoilt(sound, tmp_path, joint, number, ArmPlace.without_fillet)
    (fillet,) = found(folder, "snaps.fillet", joint)
    assert fillet.verdict == "fail"
    assert fillet.value == pytest.approx(0.0, abs=0.01)
    assert fillet.note == f"arm {number + 1}"


@pytest.mark.parametrize(("joint", "number"), PLACES)
def test_a_low_hook_is_found(sound, tmp_path: Path, joint: str, number: int) -> None:
    (before,) = found(sound.folder, "snaps.hook_left", joint)
    by = before.value - 0.1
    folder = spoilt(sound, tmp_path, joint, number, lambda p, s: p.without_hook(s, by))
    (hook,) = found(folder, "snaps.hook_left", joint)
    assert hook.verdict == "fail"
    assert hook.value == pytest.approx(0.1, abs=0.01)


@pytest.mark.parametrize(("joint", "number"), PLACES)
def test_an_arm_off_the_bed_is_found(sound, tmp_path: Path, joint: str, number: int) -> None:
    def raised(place: ArmPlace, solid):
        return solid - place.room(-9.0, 9.0, 1.0, 40.0, -1.0, 0.4)

    folder = spoilt(sound, tmp_path, joint, number, raised)
    (rise,) = found(folder, "snaps.on_bed", joint)
    assert rise.verdict == "fail"
    assert rise.value == pytest.approx(0.4, abs=0.01)


@pytest.mark.parametrize(("joint", "number"), PLACES)
def test_a_blunt_tip_is_found(sound, tmp_path: Path, joint: str, number: int) -> None:
    def blunt(place: ArmPlace, solid):
        tip = place.reach - 0.5 * place.hook
        return solid - place.room(-9.0, 9.0, tip, 40.0)

    folder = spoilt(sound, tmp_path, joint, number, blunt)
    (slope,) = found(folder, "snaps.lead_in", joint)
    assert slope.verdict == "pass"  # cut short, it still leans by 38 degrees

    def square(place: ArmPlace, solid):
        room = place.room(0.0, place.thickness + place.hook, place.reach - 1.0, place.reach)
        return solid + (room ^ place.room(-9.0, 9.0, 0.0, 40.0, 0.0, 2.2))

    folder = spoilt(sound, tmp_path / "square", joint, number, square)
    (slope,) = found(folder, "snaps.lead_in", joint)
    assert slope.verdict == "fail"
    assert slope.value == pytest.approx(0.0, abs=1.0)
