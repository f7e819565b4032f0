"""`kitgen paper` that is interrupted or ended: at once, in one line, and nothing is left behind."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "judges"))

from kits import Kits, kits

__all__ = ["kits"]

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="signals as Linux has them"
)
WITHIN_S = 60
"""Far more than it takes; only one that hangs is ended by it."""


@pytest.fixture
def kit(kits: Kits, tmp_path: Path) -> Path:
    folder = tmp_path / "kit"
    shutil.copytree(kits(size=6, players=2).folder, folder)
    return folder


def files(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def run(folder: Path, temporary: Path) -> "subprocess.Popen[str]":
    temporary.mkdir(exist_ok=True)
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from kitgen.cli import main; sys.exit(main())"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code, "paper", str(folder), "--no-cache", "--lang", "de"],
        env={**os.environ, "TMPDIR": str(temporary)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def ended(running: "subprocess.Popen[str]") -> tuple[int, str]:
    """Exit code and errors; a process that hangs fails the test."""
    try:
        _, errors = running.communicate(timeout=WITHIN_S)
    except subprocess.TimeoutExpired:
        os.killpg(running.pid, signal.SIGKILL)
        running.communicate()
        pytest.fail("it hangs")
    return running.returncode, errors


def alone(group: int) -> bool:
    """Whether all processes of a group come to an end."""
    for _ in range(200):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("delay_s", [0.3, 0.5, 0.55, 0.6, 0.9, 1.5])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_it_ends_at_once_and_leaves_nothing(
    kit: Path, tmp_path: Path, delay_s: float, number: signal.Signals, code: int
) -> None:
    before = files(kit)
    temporary = tmp_path / "temporary"
    running = run(kit, temporary)
    time.sleep(delay_s)
    running.send_signal(number)
    returned, errors = ended(running)
    assert alone(running.pid), "processes outlive the one that started them"
    if returned == 0:
        return  # it was done before
    # Before Python has begun to run kitgen, a signal ends it as it ends any program.
    assert returned in (code, -number)
    if returned == code:
        assert "Traceback" not in errors
        assert errors.count("kitgen: ") == (number == signal.SIGINT)
        assert list(temporary.iterdir()) == []
    assert files(kit) == before


def test_after_an_interrupt_it_works(kit: Path, tmp_path: Path) -> None:
    running = run(kit, tmp_path / "temporary")
    time.sleep(1.0)
    running.send_signal(signal.SIGINT)
    ended(running)
    returned, _ = ended(run(kit, tmp_path / "temporary"))
    assert returned == 0
    assert (kit / "paper" / "manual.pdf").is_file()
    assert not [path for path in kit.iterdir() if path.name.startswith(".")]
