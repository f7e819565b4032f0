"""The cache gives back what was put in, or nothing; it never fails and never lies."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kitgen.store import Store, cache_folder, code_fingerprint


@pytest.fixture
def store(tmp_path) -> Store:
    return Store(tmp_path / "Zwischen lager é")


def entry(root: Path) -> Path:
    (path,) = [path for path in root.rglob("*") if path.is_file()]
    return path


@settings(max_examples=30, deadline=None)
@given(st.dictionaries(st.text(), st.binary(max_size=2000), max_size=5))
def test_what_was_put_is_found(tmp_path_factory, entries):
    store = Store(tmp_path_factory.mktemp("store"))
    for key, data in entries.items():
        assert store.get(key) is None
        store.put(key, data)
    for key, data in entries.items():
        assert store.get(key) == data
    assert store.size()[0] == len(entries)


def test_a_later_value_replaces_the_earlier(store):
    store.put("key", b"one")
    store.put("key", b"two")
    assert store.get("key") == b"two"
    assert store.size()[0] == 1


def test_an_entry_cut_or_changed_anywhere_counts_as_absent(store, tmp_path):
    store.put("key", b"some bytes")
    path = entry(tmp_path)
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        assert store.get("key") is None
    for position in range(len(whole)):
        changed = bytearray(whole)
        changed[position] ^= 1
        path.write_bytes(changed)
        assert store.get("key") is None
    path.write_bytes(whole + b"x")
    assert store.get("key") is None
    store.put("key", b"again")
    assert store.get("key") == b"again"


def test_an_entry_under_another_key_is_not_trusted(store, tmp_path):
    store.put("tile-E", b"an E")
    first = entry(tmp_path)
    data = first.read_bytes()
    store.put("tile-Q", b"a Q")
    for path in tmp_path.rglob("*"):
        if path.is_file():
            path.write_bytes(data)
    assert store.get("tile-E") == b"an E"
    assert store.get("tile-Q") is None


def test_a_folder_in_an_entrys_place_counts_as_absent(store, tmp_path):
    store.put("key", b"x")
    path = entry(tmp_path)
    path.unlink()
    path.mkdir()
    assert store.get("key") is None
    store.put("key", b"x")
    assert store.get("key") is None
    assert list(tmp_path.rglob("*.part")) == []


def test_without_a_folder_nothing_is_kept():
    store = Store(None)
    store.put("key", b"x")
    assert store.get("key") is None
    assert store.size() == (0, 0)
    assert store.clear() == (0, 0)


@pytest.mark.parametrize("root", ["/proc/kitgen", "/dev/null/kitgen"])
def test_a_folder_that_cannot_be_made_is_no_failure(root):
    store = Store(Path(root))
    store.put("key", b"x")
    assert store.get("key") is None
    assert store.clear() == (0, 0)


def test_a_full_disk_is_no_failure_and_leaves_no_rest(store, tmp_path, monkeypatch):
    def full(self, data):
        with self.open("wb") as file:
            file.write(data[:3])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    store.put("key", b"x")
    assert store.get("key") is None
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_clearing_removes_entries_and_half_written_ones_and_nothing_else(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    store = Store(tmp_path)
    store.put("a", b"1")
    store.put("b", b"22")
    one = next(path for path in tmp_path.rglob("*") if path.is_file() and len(path.name) == 64)
    one.with_name(one.name + "." + "0" * 16 + ".part").write_bytes(b"rest")
    (one.parent / "notes.txt").write_text("mine too")
    count, size = store.size()
    assert count == 3
    assert store.clear() == (3, size)
    assert size == 4 + 2 * 40 + 3
    assert store.get("a") is None
    left = sorted(path.name for path in tmp_path.rglob("*") if path.is_file())
    assert left == ["notes.txt", "thesis.txt"]
    assert store.clear() == (0, 0)


def test_clearing_leaves_no_empty_folders(store, tmp_path):
    store.put("a", b"1")
    store.clear()
    assert [path.name for path in tmp_path.rglob("*")] == ["Zwischen lager é"]


WRITER = """
import sys
from pathlib import Path
from kitgen.store import Store
store = Store(Path(sys.argv[1]))
for _ in range(200):
    store.put("key", sys.argv[2].encode() * 20000)
    assert store.get("key") in (b"a" * 20000, b"b" * 20000)
"""


def test_two_writers_at_once_never_mix(tmp_path):
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), letter]) for letter in "ab"
    ]
    assert [writer.wait() for writer in writers] == [0, 0]
    assert Store(tmp_path).size()[0] == 1


def test_the_folder_is_the_users_cache_or_the_one_named(monkeypatch, tmp_path):
    monkeypatch.setenv("KITGEN_CACHE_DIR", str(tmp_path / "here"))
    assert cache_folder() == tmp_path / "here"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KITGEN_CACHE_DIR", "relative")
    assert cache_folder() == tmp_path / "relative"
    monkeypatch.setenv("KITGEN_CACHE_DIR", "")
    if sys.platform == "linux":
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
        assert cache_folder() == tmp_path / "xdg" / "kitgen"


@pytest.fixture
def package(tmp_path, monkeypatch) -> Path:
    folder = tmp_path / "one" / "sampled"
    (folder / "inner").mkdir(parents=True)
    (folder / "__init__.py").write_text("raise RuntimeError('must not be imported')")
    (folder / "part.py").write_text("x = 1")
    (folder / "inner" / "data.toml").write_text("y = 2")
    monkeypatch.syspath_prepend(folder.parent)
    return folder


def test_the_fingerprint_changes_with_every_file_and_with_nothing_else(package):
    first = code_fingerprint(["sampled"])
    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "part.pyc").write_bytes(b"compiled")
    os.utime(package / "part.py", (0, 0))
    assert code_fingerprint(["sampled"]) == first
    seen = {first}
    (package / "part.py").write_text("x = 2")
    seen.add(code_fingerprint(["sampled"]))
    (package / "inner" / "data.toml").write_text("y = 3")
    seen.add(code_fingerprint(["sampled"]))
    (package / "part.py").rename(package / "other.py")
    seen.add(code_fingerprint(["sampled"]))
    seen.add(code_fingerprint(["sampled"], ["numpy"]))
    assert len(seen) == 5


def test_the_fingerprint_does_not_depend_on_the_place(package, tmp_path):
    script = textwrap.dedent("""
        import sys
        sys.path.insert(0, sys.argv[1])
        from kitgen.store import code_fingerprint
        print(code_fingerprint(["sampled"]))
    """)
    elsewhere = tmp_path / "two"
    package.parent.rename(elsewhere)
    out = subprocess.run(
        [sys.executable, "-c", script, str(elsewhere)], capture_output=True, text=True, check=True
    ).stdout.strip()
    elsewhere.rename(package.parent)
    assert out == code_fingerprint(["sampled"])


def test_the_fingerprint_takes_modules_of_this_program_and_refuses_unknown_ones():
    assert code_fingerprint(["kitgen.errors"]) != code_fingerprint(["kitgen.mesh"])
    assert code_fingerprint(["kitgen.mesh", "kitgen.errors"]) == code_fingerprint(
        ["kitgen.errors", "kitgen.mesh"]
    )
    with pytest.raises(ModuleNotFoundError, match=r"kitgen\.nothing"):
        code_fingerprint(["kitgen.nothing"])


def test_the_hot_path_imports_no_geometry_library():
    script = textwrap.dedent("""
        import sys
        import kitgen.store, kitgen.output_folder, kitgen.mesh.weld, kitgen.mesh.mesh_codec
        import kitgen.mesh.soundness, kitgen.export.stl, kitgen.export.threemf
        import kitgen.export.sheet, kitgen.export.bom, kitgen.export.manifest
        heavy = {"cadquery", "OCP", "trimesh", "vtk", "vtkmodules", "shapely", "scipy"}
        print(sorted(heavy & set(sys.modules)))
    """)
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"
