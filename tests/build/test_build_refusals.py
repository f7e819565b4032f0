"""What the user gave and cannot be used: one line, exit code 2, nothing written."""

import os
import shutil
import struct
import zlib
from pathlib import Path

import pytest

OWN = """
[game]
name = "own"
extends = "werdup"
board_size = 6
letters = {letters}
[game.tiles.6]
{tiles}
"""


def own_profile(*labels: str) -> str:
    letters = "[" + ", ".join(f'"{label}"' for label in labels) + "]"
    return OWN.format(letters=letters, tiles="\n".join(f'"{label}" = 9' for label in labels))


def png() -> bytes:
    """The smallest picture there is."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        chunk(kind, data)
        for kind, data in (
            (b"IHDR", header),
            (b"IDAT", zlib.compress(b"\0\0")),
            (b"IEND", b""),
        )
    )


FILES = {
    "bad.toml": "[game\n",
    "unknown.toml": '[game]\nextends = "werdup"\n[print]\nclearence_per_side = 0.2\n',
    "unknown-table.toml": '[game]\nextends = "werdup"\n[prnt]\npitch = 21\n',
    "type.toml": '[game]\nextends = "werdup"\n[print]\npitch = "wide"\n',
    "empty-set.toml": '[game]\nname = "own"\nextends = "werdup"\nletters = []\n',
    "no-tiles.toml": '[game]\nname = "own"\nextends = "werdup"\nletters = ["A"]\n[game.tiles.6]\n',
    "twice.toml": own_profile("A", "B", "A").replace('"A" = 9\n', "", 1),
    "four.toml": own_profile("A", "B", "QUUX"),
    "self.toml": '[game]\nname = "own"\nextends = "self.toml"\n',
    "greek.toml": own_profile("H", "\u03a9", "\u4e00"),
    "font-folder.toml": '[game]\nextends = "werdup"\n[print]\nfont = "./fonts"\n',
    "text.ttf": "not a font",
    "empty.ttf": "",
}

REFUSED = [
    # arguments, and what the line must say: what is wrong, its value, what is allowed
    (["--profile", "bad.toml"], ["bad.toml", "TOML", "line"]),
    (["--profile", "missing.toml"], ["missing.toml"]),
    (["--profile", "fonts"], ["fonts"]),
    (["--profile", "werdupp"], ["werdupp", "werdup"]),
    (["--profile", "unknown.toml"], ["clearence_per_side", "print.clearance_per_side"]),
    (["--profile", "unknown-table.toml"], ["prnt", "print"]),
    (["--profile", "type.toml"], ["print.pitch", "wide", "21 to 26"]),
    (["--profile", "empty-set.toml"], ["empty-set.toml", "letters"]),
    (["--profile", "no-tiles.toml"], ["no-tiles.toml", "tiles"]),
    (["--profile", "twice.toml"], ["twice.toml", "A", "twice"]),
    (["--profile", "four.toml"], ["four.toml", "QUUX", "1 to 3"]),
    (["--profile", "self.toml"], ["self.toml"]),
    (["--profile", "greek.toml"], ["\u4e00"]),
    (["--profile", "font-folder.toml"], ["fonts", "folder"]),
    (["--set", "print.clearance_per_side=-0.1"], ["-0.1", "0.05 to 0.4"]),
    (["--set", "print.clearance_per_side=0"], ["= 0:", "0.05 to 0.4"]),
    (["--set", "print.clearance_per_side=nan"], ["nan", "0.05 to 0.4"]),
    (["--set", "print.clearance_per_side=inf"], ["inf", "0.05 to 0.4"]),
    (["--set", "print.clearance_per_side=1e308"], ["1e+308", "0.05 to 0.4"]),
    (["--set", "print.clearance_per_side=3"], ["= 3:", "0.05 to 0.4"]),
    (["--set", "print.clearance_per_side=0,25"], ["0,25", "0.05 to 0.4"]),
    (["--set", "print.clearance_per_side="], ["print.clearance_per_side"]),
    (["--set", "print.clearance"], ["print.clearance"]),
    (["--set", "print.pich=21"], ["print.pich", "print.pitch"]),
    (
        [
            "--set",
            "print.snap_arm_length=12",
            "--set",
            "print.snap_hook_left=0.4",
            "--set",
            "print.clearance_per_side=0.4",
        ],
        # An arm of 1.2 x 12 mm bent by 0.4 and the gap of a leaning flank, 0.51.
        ["strain", "= 1.14 %", "0.8 %"],
    ),
    (["--set", "print.material=Cheese"], ["Cheese", "PLA"]),
    (["--set", "print.letter_style=painted"], ["painted", "engraved", "raised", "inlay"]),
    (["--set", "print.tile_colour=red"], ["red", "#1F4E52"]),
    (["--set", "print.cap_height=14", "--font", "text.ttf"], ["text.ttf"]),
    (["--font", "fonts"], ["fonts", "folder"]),
    (["--font", "fonts/"], ["fonts", "folder"]),
    (["--font", "picture.ttf"], ["picture.ttf", ".ttf"]),
    (["--font", "text.ttf"], ["text.ttf", ".ttf"]),
    (["--font", "empty.ttf"], ["empty.ttf", ".ttf"]),
    (["--font", "missing.ttf"], ["missing.ttf", "no such file"]),
    (["--font", "Atkinson Hyperlegibel"], ["Hyperlegibel", "Atkinson Hyperlegible"]),
    (["--font", "NoSuchFontXYZ"], ["NoSuchFontXYZ"]),
    (["--font-weight", "5"], ["5", "100 to 1000"]),
    (["--font-weight", "bold"], ["bold"]),
    (["--size", "7"], ["7", "even", "6 to 16"]),
    (["--size", "4"], ["4", "6 to 16"]),
    (["--size", "18"], ["18", "6 to 16"]),
    (["--size", "0"], ["0", "6 to 16"]),
    (["--size", "-10"], ["-10", "6 to 16"]),
    (["--size", "10.5"], ["10.5"]),
    (["--size", "1_0"], ["1_0"]),
    (["--size", "1" * 30], ["6 to 16"]),
    (["--players", "0"], ["0", "1 to 8"]),
    (["--players", "9"], ["9", "1 to 8"]),
    (["--players", "two"], ["two"]),
    (["--jobs", "0"], ["jobs", "1"]),
    (["--only", "tile-ZZ"], ["tile-ZZ", "tile-Z"]),
    (["--only", "pawn"], ["pawn", "board-quarter", "tile-A"]),
    (["--only", ","], ["--only", "tile-E,rack-half"]),
    (["--only", ""], ["--only", "tile-E,rack-half"]),
    (["--only", "tile-E,,tile-9"], ["tile-9"]),
    (["--spare", "E"], ["E", "E=1"]),
    (["--spare", "E=0"], ["E=0", "1 to 1000"]),
    (["--spare", "E=-1"], ["E=-1", "E=1"]),
    (["--spare", "E=1.5"], ["E=1.5", "E=1"]),
    (["--spare", "E=1001"], ["E=1001", "1 to 1000"]),
    (["--spare", "E=" + "9" * 40], ['--spare "E=', "1 to 1000"]),
    (["--spare", "=1"], ["=1", "E=1"]),
    (["--spare", "\u00c4=1"], ["\u00c4"]),
    (["--spare", "board-quater=1"], ["board-quater", "board-quarter"]),
    (["--nonsense"], ["--nonsense"]),
    (["surplus"], ["surplus"]),
]


def tree(folder) -> dict[str, tuple[int, int]]:
    """Every file below a folder with what would change if it were written."""
    found = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        found[path.relative_to(folder).as_posix()] = (status.st_mtime_ns, status.st_ino)
    return found


@pytest.fixture
def here(tmp_path, kit6):
    """What will be the current folder, with an earlier kit and all the bad input there is."""
    folder = tmp_path / "here"
    folder.mkdir(exist_ok=True)
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "picture.ttf").write_bytes(png())
    (folder / "fonts").mkdir()
    (folder / "kit").mkdir()
    shutil.copy(kit6.folder / "manifest.json", folder / "kit")
    (folder / "kit/notes.gcode").write_text("mine")
    return folder


def refused(answer) -> str:
    """The one line that a refusal consists of."""
    assert answer.code == 2, answer
    assert answer.out == ""
    assert "Traceback" not in answer.err
    assert answer.err.count("\n") == 1, answer.err
    assert answer.err.startswith("kitgen: error: ")
    return answer.err


@pytest.mark.parametrize(("arguments", "says"), REFUSED, ids=[" ".join(a)[:60] for a, _ in REFUSED])
def test_refused_in_one_line_with_nothing_written(here, kitgen_here, arguments, says):
    before = tree(here)
    line = refused(kitgen_here("build", *arguments, "-o", "kit"))
    for text in says:
        assert text in line
    assert str(here) not in line  # the user's own words, not a path that he did not type
    assert tree(here) == before


def test_a_debugger_gets_the_traceback(kitgen_here):
    answer = kitgen_here("build", "--size", "7", "-o", "kit", "--debug")
    assert answer.code == 2
    assert "Traceback" in answer.err
    assert answer.err.splitlines()[-1].startswith("kitgen: error: ")


@pytest.mark.parametrize(
    ("output", "says"),
    [
        ("bad.toml", ["bad.toml", "file"]),
        ("bad.toml/kit", ["bad.toml/kit", "cannot be written"]),
        ("foreign", ["foreign", "notes.txt", "--force"]),
        (".", ["current folder"]),
        ("", ["current folder"]),
        ("..", ["current folder"]),
        ("/", ["/", "current folder"]),
        ("link", ["link"]),
        ("a" * 300, ["a" * 300, "too long"]),
        ("a" * 250, ["a" * 250, "too long"]),
        ("/".join(["b" * 200] * 30), ["too long"]),
        ("no\0name", ["null"]),
    ],
    ids=lambda value: value[:20].replace("\0", "0") if isinstance(value, str) else "",
)
def test_an_output_folder_that_cannot_be(here, kitgen_here, output, says):
    (here / "foreign").mkdir()
    (here / "foreign/notes.txt").write_text("mine")
    (here / "link").symlink_to("kit")
    before = tree(here)
    line = refused(kitgen_here("build", "--size", 6, "-o", output))
    for text in says:
        assert text in line
    assert tree(here) == before


@pytest.mark.skipif(
    not Path("/proc/self").is_dir(), reason="needs /proc, where nothing can be made"
)
@pytest.mark.parametrize("output", ["/proc/kit", "/proc/a/b"])
def test_an_unwritable_folder_is_named_even_for_root(kitgen_here, output):
    line = refused(kitgen_here("build", "--size", 6, "-o", output))
    assert output in line
    assert "cannot be written" in line
    assert "another build" not in line


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_named(here, kitgen_here):
    (here / "closed").mkdir(mode=0o500)
    line = refused(kitgen_here("build", "--size", 6, "-o", "closed/kit"))
    assert "closed/kit" in line


def test_a_program_of_its_own_says_no_more(run_kitgen, tmp_path):
    """What tests in this process cannot see: the real exit code, and no import that complains."""
    answer = run_kitgen("build", "--font", tmp_path, "-o", "kit", cwd=tmp_path)
    assert "is a folder" in refused(answer)
    assert list(tmp_path.iterdir()) == []
