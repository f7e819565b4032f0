"""Where PrusaSlicer is looked for, on computers that are made up."""

from pathlib import Path

import pytest

from kitgen.errors import UserError
from kitgen.slicing.finding import NoSlicerError, Surroundings, find_slicer

HOME = "/home/Jörg Müller"


def computer(platform, *files, on_path=None, home=HOME, **variables):
    """A computer with these files and nothing else."""
    known = dict(on_path or {})

    def names_in(folder):
        return [file.rpartition("/")[2] for file in files if file.rpartition("/")[0] == folder]

    return Surroundings(
        platform,
        home,
        variables,
        which=known.get,
        is_file=set(files).__contains__,
        names_in=names_in,
    )


@pytest.mark.parametrize("platform", ["linux", "windows", "macos"])
@pytest.mark.parametrize("name", ["prusa-slicer", "PrusaSlicer", "prusa-slicer-console"])
def test_what_is_on_path_comes_first(platform, name):
    found = find_slicer(at=computer(platform, on_path={name: f"/opt/Größe 1/{name}"}))
    assert found.program == (f"/opt/Größe 1/{name}",)
    assert not found.sandboxed


@pytest.mark.parametrize(
    ("variable", "root", "folder"),
    [
        ("ProgramFiles", r"C:\Program Files", r"Prusa3D\PrusaSlicer"),
        ("ProgramW6432", r"C:\Programme für alle", "PrusaSlicer"),
        ("ProgramFiles(x86)", r"C:\Program Files (x86)", r"Prusa3D\PrusaSlicer"),
        ("LOCALAPPDATA", r"C:\Users\Jörg Müller\AppData\Local", r"Programs\PrusaSlicer"),
    ],
)
def test_windows_keeps_it_among_programs(variable, root, folder):
    path = rf"{root}\{folder}\prusa-slicer-console.exe"
    found = find_slicer(at=computer("windows", path, **{variable: root}))
    assert found.program == (path,)


def test_the_window_program_of_windows_is_not_taken():
    path = r"C:\Program Files\Prusa3D\PrusaSlicer\prusa-slicer.exe"
    with pytest.raises(NoSlicerError):
        find_slicer(at=computer("windows", path, ProgramFiles=r"C:\Program Files"))


@pytest.mark.parametrize(
    "bundle",
    [
        "/Applications/PrusaSlicer.app",
        "/Applications/Original Prusa Drivers/PrusaSlicer.app",
        "/Users/Jörg Müller/Applications/PrusaSlicer.app",
    ],
)
def test_macos_keeps_it_in_a_bundle(bundle):
    path = f"{bundle}/Contents/MacOS/PrusaSlicer"
    at = computer("macos", path, home="/Users/Jörg Müller")
    assert find_slicer(at=at).program == (path,)
    assert find_slicer(Path(bundle), at).program == (path,)


@pytest.mark.parametrize("root", [f"{HOME}/.local/share", "/var/lib"])
def test_a_flatpak_is_run_with_its_own_program_and_one_folder(root):
    exported = f"{root}/flatpak/exports/bin/com.prusa3d.PrusaSlicer"
    found = find_slicer(at=computer("linux", exported, on_path={"flatpak": "/usr/bin/flatpak"}))
    assert found.sandboxed
    assert found.command(["--export-gcode", "a b.stl"], Path("/srv/für hier")) == [
        "/usr/bin/flatpak",
        "run",
        "--filesystem=/srv/für hier",
        "--command=prusa-slicer",
        "com.prusa3d.PrusaSlicer",
        "--export-gcode",
        "a b.stl",
    ]


def test_a_flatpak_without_the_program_that_runs_it_is_none():
    exported = "/var/lib/flatpak/exports/bin/com.prusa3d.PrusaSlicer"
    with pytest.raises(NoSlicerError):
        find_slicer(at=computer("linux", exported))


@pytest.mark.parametrize("folder", ["Applications", "Downloads", ".local/bin"])
def test_the_newest_appimage_of_the_usual_folders_is_taken(folder):
    names = [
        "PrusaSlicer-2.9.4+linux-x64-GTK3.AppImage",
        "PrusaSlicer-2.10.0+linux-x64-GTK3.AppImage",
        "PrusaSlicer-2.10.0.zip",
        "OrcaSlicer-9.9.AppImage",
    ]
    found = find_slicer(at=computer("linux", *(f"{HOME}/{folder}/{name}" for name in names)))
    assert found.program == (f"{HOME}/{folder}/{names[1]}",)


def test_a_digit_that_is_no_number_is_a_character_of_a_name():
    path = f"{HOME}/Downloads/PrusaSlicer-2²1.AppImage"
    assert find_slicer(at=computer("linux", path)).program == (path,)


def test_where_there_is_none_the_remedy_is_named():
    for platform in ("linux", "windows", "macos"):
        with pytest.raises(NoSlicerError, match=r"install it .* or name it with --slicer-path"):
            find_slicer(at=computer(platform))


def test_what_is_given_goes_before_all_else():
    at = computer("linux", "/a b/ü", on_path={"prusa-slicer": "/usr/bin/prusa-slicer"})
    assert find_slicer(Path("/a b/ü"), at).program == ("/a b/ü",)
    assert find_slicer(Path("prusa-slicer"), at).program == ("/usr/bin/prusa-slicer",)
    with pytest.raises(UserError, match="--slicer-path /a b/o: no such file"):
        find_slicer(Path("/a b/o"), at)


def test_the_surroundings_of_this_computer_can_be_had(tmp_path):
    here = Surroundings.here()
    (tmp_path / "ä ö").write_text("")
    assert here.names_in(str(tmp_path)) == ["ä ö"]
    assert here.names_in(str(tmp_path / "none")) == ()
    assert here.is_file(str(tmp_path / "ä ö"))
