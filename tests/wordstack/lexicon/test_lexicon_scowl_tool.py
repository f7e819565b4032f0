"""The script that makes the shipped list: from a small package, and from Debian's where it is."""

import gzip
import importlib.util
import lzma
from pathlib import Path
from types import ModuleType

import pytest
from wordstack.lexicon.shipped import lexicon_folder

TOOL = Path(__file__).parents[3] / "tools" / "scowl.py"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("scowl_tool", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def small_package(root: Path, version: str = "2020.12.07-2") -> Path:
    lists, documents = root / "usr/share/dict/scowl", root / "usr/share/doc/scowl"
    lists.mkdir(parents=True)
    documents.mkdir(parents=True)
    for size in (10, 20, 35, 40, 50, 55, 60, 70):
        for spelling in ("english", "american"):
            words = f"word{size}\nword{size}'s\n{spelling}\ncafé\n"
            (lists / f"{spelling}-words.{size}").write_text(words, encoding="utf-8")
    (lists / "english-upper.10").write_text("London\n", encoding="utf-8")
    (lists / "british-words.10").write_text("colour\n", encoding="utf-8")
    (documents / "copyright").write_text("the terms\n", encoding="utf-8")
    with gzip.open(documents / "changelog.Debian.gz", "wt") as changelog:
        changelog.write(f"scowl ({version}) unstable; urgency=medium\n")
    return root


def test_words_stand_in_the_smallest_tier_that_has_them(tool: ModuleType, tmp_path: Path) -> None:
    files = tool.english_files(small_package(tmp_path))
    assert lzma.decompress(files["english.txt.xz"]).decode() == (
        "# 35\namerican\ncafé\nenglish\nword10\nword20\nword35\n# 50\nword40\nword50\n"
        "# 60\nword55\nword60\n# 70\nword70\n"
    )
    assert b"35 = 6\n50 = 8\n60 = 10\n70 = 11\n" in files["english.toml"]
    assert files["english.NOTICE.txt"].endswith(b"the terms\n")


def test_the_same_package_gives_the_same_bytes(tool: ModuleType, tmp_path: Path) -> None:
    one = tool.english_files(small_package(tmp_path / "one"))
    assert tool.english_files(small_package(tmp_path / "two")) == one
    assert tool.english_files(small_package(tmp_path / "three", "2021-1")) != one


def test_the_shipped_files_are_what_debians_package_gives(tool: ModuleType) -> None:
    if not Path("/usr/share/dict/scowl").is_dir():
        pytest.skip("Debian's word lists are not installed (apt-get install scowl)")
    made = tool.english_files(Path("/"))
    if f'version = "{tool.package_version(Path("/usr/share/doc/scowl"))}"' not in (
        lexicon_folder() / "english.toml"
    ).read_text(encoding="utf-8"):
        pytest.skip("another version of Debian's scowl is installed")
    folder = lexicon_folder()
    for name in ("english.toml", "english.NOTICE.txt"):
        assert made[name] == (folder / name).read_bytes()
    text = lzma.decompress(made["english.txt.xz"])
    assert text == lzma.decompress((folder / "english.txt.xz").read_bytes())
