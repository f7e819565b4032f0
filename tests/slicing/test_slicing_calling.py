"""How PrusaSlicer is called, and how its failures are told: each in one line."""

import json
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import trimesh

from kitgen.slicing.finding import Slicer
from kitgen.slicing.prusa import SlicingError, end_running, slice_model, version

STL = trimesh.creation.box((10, 10, 2)).export(file_type="stl")
OUT = 'out = sys.argv[sys.argv.index("--output") + 1]\n'


def called(slicer, **more):
    return slice_model(slicer, STL, ".stl", ["--perimeters", "2"], name="plate-01.3mf", **more)


def failure(slicer, **more) -> str:
    with pytest.raises(SlicingError) as caught:
        called(slicer, **more)
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_it_is_given_a_list_of_arguments_and_a_folder_that_is_gone_afterwards(standing_in):
    slicer = standing_in(
        OUT + "import json\n"
        'made = {"arguments": sys.argv[1:], "here": os.getcwd(),'
        ' "size": os.path.getsize(sys.argv[-1])}\n'
        'open(out, "w").write(json.dumps(made))'
    )
    made = json.loads(called(slicer))
    assert made["arguments"][:3] == ["--export-gcode", "--perimeters", "2"]
    assert made["arguments"][-1].endswith("plate.stl")
    assert made["size"] == len(STL)
    assert not Path(made["here"]).exists()


def test_a_code_is_told_with_the_last_line_of_stderr(standing_in):
    slicer = standing_in('print("a\\nb; $(touch x)", file=sys.stderr)\nsys.exit(3)')
    assert failure(slicer) == "plate-01.3mf: PrusaSlicer ended with code 3: b; $(touch x)"


def test_progress_and_traces_are_no_reasons(standing_in):
    slicer = standing_in(
        'print("10 => Processing triangulated mesh")\n'
        'print("[2026-01-01 00:00:00.1] [0x1] [trace]   Initializing", file=sys.stderr)\n'
        "sys.exit(1)"
    )
    assert failure(slicer) == ("plate-01.3mf: PrusaSlicer ended with code 1, and did not say why")


def test_a_crash_is_told_by_its_signal(standing_in):
    slicer = standing_in(f"os.kill(os.getpid(), {int(signal.SIGKILL)})")
    assert failure(slicer).startswith("plate-01.3mf: PrusaSlicer crashed (SIGKILL)")
    slicer = standing_in(f"sys.exit(128 + {int(signal.SIGABRT)})")  # through a wrapper
    assert failure(slicer).startswith("plate-01.3mf: PrusaSlicer crashed (SIGABRT)")


def test_no_gcode_is_a_failure_although_the_code_is_0(standing_in):
    slicer = standing_in('print("Nothing to do.", file=sys.stderr)')
    assert failure(slicer) == "plate-01.3mf: PrusaSlicer wrote no G-code: Nothing to do."


def test_one_that_hangs_is_stopped(standing_in):
    text = failure(standing_in("time.sleep(600)"), patience_s=1.0)
    assert text.startswith("plate-01.3mf: PrusaSlicer did not end within 1 s")


def test_one_that_cannot_be_started_is_named(standing_in):
    slicer = standing_in("")
    Path(slicer.where).chmod(0o644)
    assert failure(slicer).startswith(f"{slicer.where} cannot be started: ")


def test_a_path_from_the_current_folder_is_found(standing_in, monkeypatch):
    """PrusaSlicer is started in a folder of its own, from which such a path leads nowhere."""
    slicer = standing_in('print("PrusaSlicer-9.9.9")')
    place = Path(slicer.where)
    monkeypatch.chdir(place.parent.parent)
    near = str(Path(place.parent.name) / place.name)
    assert version(Slicer((near,), near)) == "PrusaSlicer-9.9.9"


def test_what_a_terminal_would_obey_is_not_repeated(standing_in):
    slicer = standing_in(
        r'print("\x1b[2J\x1b]0;title\x07" + "x" * 5000, file=sys.stderr); sys.exit(2)'
    )
    text = failure(slicer)
    assert text.isprintable()
    assert len(text) < 500


def test_all_that_run_can_be_ended(standing_in):
    slicer = standing_in("time.sleep(600)")
    with ThreadPoolExecutor(2) as threads:
        waiting = [threads.submit(failure, slicer) for _ in range(2)]
        while not all(one.done() for one in waiting):
            end_running()
        assert all("crashed (SIGKILL)" in one.result() for one in waiting)


def test_another_program_is_not_taken_for_prusaslicer(standing_in):
    with pytest.raises(SlicingError, match="is not PrusaSlicer: I am OrcaSlicer"):
        version(standing_in('print("I am OrcaSlicer")'))


def test_the_real_one_says_its_version(prusa):
    assert version(prusa).startswith("PrusaSlicer-2.")


def test_the_real_one_fails_in_one_line(prusa):
    with pytest.raises(SlicingError, match=r"^x.stl: PrusaSlicer ended with code 1: .*failed\.$"):
        slice_model(prusa, b"no solid", ".stl", (), name="x.stl")
    with pytest.raises(SlicingError, match=r"crashed .SIGABRT.: Objects could not fit on the bed"):
        slice_model(prusa, STL, ".stl", ("--bed-shape", "0x0,5x0,5x5,0x5"), name="x.stl")
