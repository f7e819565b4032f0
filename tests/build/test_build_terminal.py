"""What a person sees: progress on a terminal, plain lines in a pipe, and a closing table."""

import os
import re
import subprocess
import sys

import pytest

SMALL = ("build", "--size", "6", "--only", "tile-E,tile-I,tile-O,rack-half", "--no-cache")
SMALL += ("--no-preview",)


def on_a_terminal(arguments, cwd, cache) -> tuple[str, int]:
    """Run kitgen with its output on a pseudo-terminal of 100 columns."""
    pty = pytest.importorskip("pty", reason="pseudo-terminals are of POSIX")
    leader, follower = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    process = subprocess.Popen(
        [sys.executable, "-m", "kitgen", *arguments],
        cwd=cwd,
        env={**environment, "KITGEN_CACHE_DIR": str(cache), "TERM": "xterm", "COLUMNS": "100"},
        stdin=follower,
        stdout=follower,
        stderr=follower,
    )
    os.close(follower)
    seen = b""
    while True:
        try:
            data = os.read(leader, 4096)
        except OSError:  # the other end is closed
            break
        if not data:
            break
        seen += data
    os.close(leader)
    return seen.decode(), process.wait()


def test_a_terminal_shows_bars_and_gets_its_cursor_back(tmp_path, cache):
    seen, code = on_a_terminal([*SMALL, "-o", "kit"], tmp_path, cache)
    assert code == 0
    assert "Building parts" in seen
    assert "5/5" in seen
    assert "\x1b[?25l" in seen  # the cursor is hidden while bars move,
    assert seen.rindex("\x1b[?25h") > seen.rindex("\x1b[?25l")  # and shown again
    assert "│" in seen  # a drawn table
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", seen)
    assert "Written to kit" in plain
    assert "Next: slice" in plain


def test_an_error_on_a_terminal_is_one_line_too(tmp_path, cache):
    seen, code = on_a_terminal(["build", "--size", "7"], tmp_path, cache)
    assert code == 2
    assert seen.startswith("kitgen: error: --size 7")
    assert seen.count("\n") == 1


def test_a_pipe_gets_plain_lines(tmp_path, run_kitgen):
    answer = run_kitgen(*SMALL, "-o", "kit", "--jobs", 1, cwd=tmp_path)
    assert answer.code == 0
    assert "\x1b" not in answer.out + answer.err
    assert "\r" not in answer.out + answer.err
    lines = answer.err.splitlines()
    assert lines[0].startswith("note: ")
    assert lines[1] == "Building parts (5)"
    assert [line.split()[0] for line in lines[2:7]] == ["1/5", "2/5", "3/5", "4/5", "5/5"]
    assert lines[7:] == ["Writing files"]


def test_the_closing_table(tmp_path, run_kitgen, kit10):
    answer = run_kitgen("build", "-o", "my kit", cwd=tmp_path)
    header, *lines = answer.out.splitlines()
    assert header.split("  ")[0].strip() == "part"
    assert re.split(r" {2,}", header) == [
        *("part", "count", "cm3 each", "cm3 in all", "grams in all")
    ]
    rows = [re.split(r" {2,}", line) for line in lines[: len(kit10.manifest["parts"])]]
    for row, part in zip(rows, kit10.manifest["parts"], strict=True):
        volume = part["solid_volume_mm3"] / 1000
        assert row[:2] == [part["name"], str(part["count"])]
        assert row[2:] == [
            f"{volume:.2f}",
            f"{volume * part['count']:.2f}",
            f"{volume * part['count'] * 1.24:.1f}",
        ]
    total, *closing = lines[len(rows) :]
    count = sum(part["count"] for part in kit10.manifest["parts"])
    assert total.split()[:2] == ["total", str(count)]
    assert float(total.split()[-1]) == pytest.approx(sum(float(row[4]) for row in rows), abs=2)
    text = "\n".join(closing)
    assert "Written to my kit: 3mf/plate-01.3mf and on (the prints), stl/" in text
    for name in ("3mf/kit.3mf", "bom.csv", "manifest.json"):
        assert name in text
    for plate in kit10.manifest["plates"]:
        assert f"  {plate['file']}: {plate['title']}" in closing
    grams = sum(plate["estimate"]["grams"] for plate in kit10.manifest["plates"])
    assert f"Plates for bambu-a1 (256 x 256 mm); by kitgen's own estimate {grams:.0f} g" in text
    assert "Next: slice the plates at 0.2 mm layers, the first one too, without supports" in text
    assert "print the first" in closing[-1]


def test_inlays_are_told_of(tmp_path, run_kitgen):
    answer = run_kitgen(
        *("build", "--size", 6, "--set", "print.letter_style=inlay", "--only", "tile-I"),
        *("-o", "kit", "--step"),
        cwd=tmp_path,
    )
    assert "the plates of tiles take two filaments: body first, letter second" in answer.out
    assert "step/" in answer.out


@pytest.mark.parametrize("size", [6, 10])
def test_no_library_complains_of_what_kitgen_gave_it(tmp_path, run_kitgen, size):
    """A quiet build of a whole kit, tile set judged anew, says nothing at all."""
    answer = run_kitgen(
        *("build", "--size", size, "--players", 1, "--set", "game.players_max=2", "--quiet"),
        *("-o", "kit"),
        cwd=tmp_path,
    )
    assert (answer.code, answer.out, answer.err) == (0, "", "")
