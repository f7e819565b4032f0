"""Font folders of three platforms, with faked environments (complaint A4)."""

from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from kitgen.lettering.folders import font_files, font_folders


def test_windows_looks_among_the_fonts_installed_for_this_user_first() -> None:
    environ = {"LOCALAPPDATA": "C:\\Users\\Zoë Müller\\AppData\\Local", "WINDIR": "D:\\Windows"}
    assert font_folders("win32", environ) == (
        PureWindowsPath("C:\\Users\\Zoë Müller\\AppData\\Local\\Microsoft\\Windows\\Fonts"),
        PureWindowsPath("D:\\Windows\\Fonts"),
    )


def test_windows_without_localappdata_goes_by_the_profile() -> None:
    folders = font_folders("win32", {"USERPROFILE": "C:\\Users\\Zoë Müller"})
    own = "C:\\Users\\Zoë Müller\\AppData\\Local\\Microsoft\\Windows\\Fonts"
    assert folders == (PureWindowsPath(own), PureWindowsPath("C:\\Windows\\Fonts"))


def test_macos_looks_into_the_home_folder_and_the_system() -> None:
    folders = font_folders("darwin", {"HOME": "/Users/Zoë Müller"})
    assert folders[0] == PurePosixPath("/Users/Zoë Müller/Library/Fonts")
    assert PurePosixPath("/System/Library/Fonts") in folders
    assert PurePosixPath("/Library/Fonts") in folders


def test_linux_follows_the_xdg_variables() -> None:
    environ = {
        "HOME": "/home/Zoë Müller",
        "XDG_DATA_HOME": "/mnt/My Data",
        "XDG_DATA_DIRS": "/opt/share:relative:/usr/share",
    }
    assert font_folders("linux", environ) == (
        PurePosixPath("/mnt/My Data/fonts"),
        PurePosixPath("/home/Zoë Müller/.fonts"),
        PurePosixPath("/opt/share/fonts"),
        PurePosixPath("/usr/share/fonts"),
    )


def test_linux_without_the_variables_uses_their_defaults() -> None:
    assert font_folders("linux", {"HOME": "/home/Zoë Müller"}) == (
        PurePosixPath("/home/Zoë Müller/.local/share/fonts"),
        PurePosixPath("/home/Zoë Müller/.fonts"),
        PurePosixPath("/usr/local/share/fonts"),
        PurePosixPath("/usr/share/fonts"),
    )


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_an_empty_environment_leaves_the_shared_folders(platform: str) -> None:
    folders = font_folders(platform, {})
    assert folders
    assert all(folder.is_absolute() for folder in folders)


def test_files_are_found_below_in_a_fixed_order_and_links_end(tmp_path: Path) -> None:
    for name in ("b/Z.ttf", "b/deep.er/A.OTF", "a.ttc", "b/readme.txt", "b/folder.ttf/inner.ttf"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "b" / "round").symlink_to(tmp_path)
    found = [str(p.relative_to(tmp_path)) for p in font_files((tmp_path, tmp_path / "missing"))]
    assert found == ["a.ttc", "b/Z.ttf", "b/deep.er/A.OTF"]
