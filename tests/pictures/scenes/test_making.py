"""All pictures of a kit: once drawn, found again without drawing; what is poorer is not kept."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kitgen.errors import UserError
from kitgen.pictures import drawing
from kitgen.pictures.drawing import Drawn
from kitgen.pictures.making import LIST, PAGE, make_pictures
from kitgen.pictures.page import preview
from kitgen.store import Store


class Drawer:
    """Stands for VTK: bytes that name the picture."""

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self.renderer = "vtk"

    def __call__(self, _kit, pictures, _store, *, drawn_one, **_) -> Drawn:
        self.drawn += [picture.path for picture in pictures]
        for picture in pictures:
            drawn_one(picture.path)
        return Drawn({p.path: f"PNG of {p.path}".encode() for p in pictures}, self.renderer)


@pytest.fixture
def drawer(monkeypatch) -> Drawer:
    made = Drawer()
    monkeypatch.setattr(drawing, "draw_all", made)
    monkeypatch.setattr(preview, "preview_page", lambda _, language: f"page {language}".encode())
    return made


@pytest.fixture
def folder(make_kit) -> Path:
    return make_kit().folder


def test_the_list_has_each_picture_with_its_words_and_size(folder, drawer) -> None:
    begun, done = [], []
    made = make_pictures(folder, Store(None), begin=begun.append, drawn=done.append)
    assert made.list_path == LIST
    assert begun == [len(made.files)]
    assert sorted(done) == sorted(file.path for file in made.files)
    assert [file.path for file in made.files[:-1]] == drawer.drawn
    assert made.files[-1].path == PAGE
    for file in made.files[:-1]:
        assert file.data == f"PNG of {file.path}".encode()
        assert file.about["alt"]
        assert file.about["width"] > 0 < file.about["height"]
    assert json.loads(made.list_bytes())["language"] == "en"


def test_what_is_known_is_not_drawn_again_and_is_the_same(folder, drawer, tmp_path) -> None:
    store = Store(tmp_path)
    first = make_pictures(folder, store)
    drawer.drawn.clear()
    again = make_pictures(folder, store, begin=lambda _: pytest.fail("work was announced"))
    assert drawer.drawn == []
    assert again == first


def test_another_language_or_another_kit_is_made_anew(folder, drawer, tmp_path) -> None:
    store = Store(tmp_path / "cache")
    make_pictures(folder, store)
    drawer.drawn.clear()
    german = make_pictures(folder, store, language="de")
    assert drawer.drawn
    assert german.about["language"] == "de"
    drawer.drawn.clear()
    other = Path(shutil.copytree(folder, tmp_path / "other"))
    manifest = other / "manifest.json"
    manifest.write_text(manifest.read_text().replace("#1F5A60", "#AA0000"))
    make_pictures(other, store)
    assert drawer.drawn


def test_what_the_simple_renderer_drew_is_drawn_anew(folder, drawer, tmp_path) -> None:
    store = Store(tmp_path)
    drawer.renderer = "simple"
    make_pictures(folder, store)
    drawer.drawn.clear()
    drawer.renderer = "vtk"
    make_pictures(folder, store)
    assert drawer.drawn
    drawer.drawn.clear()
    make_pictures(folder, store)
    assert drawer.drawn == []


@pytest.mark.usefixtures("drawer")
def test_a_language_without_text_is_said_each_time(make_kit, tmp_path) -> None:
    def hungarian(manifest) -> None:
        manifest["profile"]["game"]["language"] = "hu"

    folder, store = make_kit(change=hungarian).folder, Store(tmp_path)
    for _ in range(2):
        notes: list[str] = []
        made = make_pictures(folder, store, note=notes.append)
        assert made.about["language"] == "en"
        assert len(notes) == 1
        assert "'hu'" in notes[0]


@pytest.mark.usefixtures("drawer")
def test_the_language_of_the_settings_is_taken(make_kit) -> None:
    def french(manifest) -> None:
        manifest["profile"]["print"]["paper_language"] = "fr"

    assert make_pictures(make_kit(change=french).folder, Store(None)).about["language"] == "fr"


@pytest.mark.parametrize("content", [None, b"", b"[1, 2]", b'{"format": "other"}'])
def test_a_folder_without_a_kit_is_refused_in_one_line(tmp_path, content) -> None:
    if content is not None:
        (tmp_path / "manifest.json").write_bytes(content)
    with pytest.raises(UserError) as refused:
        make_pictures(tmp_path, Store(None))
    assert "\n" not in str(refused.value)
    assert "manifest.json" in str(refused.value)


@pytest.mark.usefixtures("drawer")
def test_known_pictures_are_found_without_vtk(folder, tmp_path) -> None:
    make_pictures(folder, Store(tmp_path))
    program = (
        "import sys; from pathlib import Path; from kitgen.store import Store;"
        "from kitgen.pictures.making import make_pictures;"
        f"made = make_pictures(Path({str(folder)!r}), Store(Path({str(tmp_path)!r})));"
        "assert made.files;"
        "print([n for n in ('vtk', 'PIL', 'scipy', 'cadquery', 'trimesh') if n in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "[]"
