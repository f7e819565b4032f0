"""What the page holds, without a browser."""

import base64
import json
import re
import shutil
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import cKDTree

from kitgen.errors import BuildError
from kitgen.mesh.mesh import Mesh
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.page import engine
from kitgen.pictures.page.filling import there_at_once
from kitgen.pictures.page.packing import STEPS, packed
from kitgen.pictures.page.preview import ink, preview_page
from kitgen.wording import LANGUAGES, Wording


def shown(page: bytes) -> dict:
    found = re.search(r'<script type="application/json" id="kit">(.*?)</script>', page.decode())
    assert found is not None
    return json.loads(found[1])


def unpacked(part: dict, common: list[dict]) -> tuple[np.ndarray, np.ndarray]:
    """Points in mm and faces, as the script of the page puts them together."""
    packs = [part] if part["common"] is None else [common[part["common"]], part]
    steps = [np.frombuffer(base64.b64decode(pack["positions"]), "<i2") for pack in packs]
    indices = [
        np.frombuffer(base64.b64decode(pack["indices"]), "<u4" if pack["wide"] else "<u2")
        for pack in packs
    ]
    points = np.array(part["middle"]) + part["step"] * np.concatenate(steps).reshape(-1, 3)
    return points, np.concatenate(indices).reshape(-1, 3).astype(np.int64)


def alone(mesh: Mesh) -> tuple[np.ndarray, np.ndarray]:
    found = packed([mesh])
    assert found.common is None
    return unpacked(found.own[0] | {"common": None}, [])


def same_facets(points: np.ndarray, faces: np.ndarray, mesh: Mesh, tolerance: float) -> bool:
    """Whether two surfaces have the same facets, from whichever corner and in whichever order."""
    corners = mesh.vertices[mesh.faces]
    turned = np.concatenate([np.roll(corners, turn, axis=1) for turn in range(3)]).reshape(-1, 9)
    away, which = cKDTree(turned).query(points[faces].reshape(-1, 9), p=np.inf)
    return (
        len(faces) == len(mesh.faces)
        and len(set(which % len(faces))) == len(faces)
        and bool(away.max() <= tolerance)
    )


@pytest.fixture(scope="module")
def kit(game) -> PicturedKit:
    return PicturedKit.read(game.folder)


@pytest.fixture(scope="module")
def page(kit: PicturedKit) -> bytes:
    return preview_page(kit, "en")


def test_the_page_of_the_default_kit_is_smaller_than_2_mb(page: bytes) -> None:
    assert len(page) < 2_000_000


def test_the_same_kit_gives_the_same_bytes(kit: PicturedKit, page: bytes) -> None:
    assert preview_page(PicturedKit.read(kit.folder), "en") == page


def test_every_part_is_in_it_as_its_file_holds_it(kit: PicturedKit, page: bytes) -> None:
    content = shown(page)
    assert len(content["parts"]) == len(kit.parts)
    for part, drawn in zip(kit.manifest.parts, content["parts"], strict=True):
        points, faces = unpacked(drawn, content["common"])
        assert same_facets(points, faces, kit.mesh(part.name), 0.002), part.name  # mm
        a, b, c = points[faces].transpose(1, 0, 2)
        volume = float((a * np.cross(b, c)).sum() / 6)
        assert volume == pytest.approx(part.volume_mm3, rel=0.001), part.name


def test_the_body_of_tiles_is_in_it_once(kit: PicturedKit, page: bytes) -> None:
    content = shown(page)
    tiles = [
        drawn
        for part, drawn in zip(kit.manifest.parts, content["parts"], strict=True)
        if part.kind == "tile"
    ]
    (place,) = {drawn["common"] for drawn in tiles}
    body = len(content["common"][place]["indices"])
    assert body > sum(len(drawn["indices"]) for drawn in tiles) / len(tiles)


def test_things_stand_where_the_manifest_has_them(kit: PicturedKit, page: bytes) -> None:
    content = shown(page)
    names = list(kit.parts)
    standing = there_at_once(kit)
    assert {placed.group for placed in standing} == {p.group for p in kit.manifest.assembly}
    for placed, item in zip(standing, content["assembly"], strict=True):
        there = kit.standing[placed.id]
        assert names[item["part"]] == placed.part
        assert kit.parts[placed.part].kind == kit.parts[there.part].kind
        assert np.allclose(np.reshape(item["pose"], (3, 4)), there.pose[:3], atol=1e-4)
    for plate, drawn in zip(kit.manifest.plates, content["plates"], strict=True):
        assert [names[part] for part, *_ in drawn["items"]] == [item.part for item in plate.items]


@given(st.integers(0, 1000), st.floats(0.01, 300), st.floats(-500, 500))
def test_quantised_positions_are_off_by_half_a_step_at_most(seed, size, offset) -> None:
    points = (np.random.default_rng(seed).random((12, 3)) * size + offset).astype(np.float32)
    mesh = Mesh(points, np.arange(12, dtype=np.int32).reshape(-1, 3))
    longest = float(np.ptp(points, axis=0).max())
    assert same_facets(*alone(mesh), mesh, longest / STEPS / 2 + 2e-6)


@given(st.integers(0, 1000), st.integers(0, 30), st.integers(0, 6), st.integers(2, 4))
def test_meshes_packed_together_come_back_each(seed, shared, own, count) -> None:
    dice = np.random.default_rng(seed)
    points = dice.random((40, 3)).astype(np.float32)

    def facets(n: int) -> np.ndarray:
        return np.array([dice.permutation(40)[:3] for _ in range(n)]).reshape(-1, 3)

    body = np.unique(np.sort(facets(shared), axis=1), axis=0)
    meshes = []
    for _ in range(count):
        faces = np.unique(np.concatenate([body, np.sort(facets(own + 1), axis=1)]), axis=0)
        order = dice.permutation(len(faces))
        begun = dice.integers(3, size=(len(faces), 1))  # each list of corners begins anywhere
        faces = np.take_along_axis(faces, (begun + np.arange(3)) % 3, axis=1)[order]
        meshes.append(Mesh(points, faces.astype(np.int32)))
    found = packed(meshes)
    place = None if found.common is None else 0
    common = [] if found.common is None else [found.common]
    for mesh, pack in zip(meshes, found.own, strict=True):
        assert same_facets(*unpacked(pack | {"common": place}, common), mesh, 1e-4)


def test_more_vertices_than_16_bits_count_get_wider_indices() -> None:
    count = (1 << 16) + 2
    points = np.zeros((count, 3), np.float32)
    points[:, 0] = np.linspace(0, 1, count)
    faces = np.array([[0, 1, count - 1]], np.int32)
    faces = np.concatenate([faces, np.arange(count - count % 3, dtype=np.int32).reshape(-1, 3)])
    mesh = Mesh(points, faces)
    assert packed([mesh]).own[0]["wide"]
    assert same_facets(*alone(mesh), mesh, 1e-4)


def test_letters_of_two_colour_tiles_come_with_their_tiles(kits) -> None:
    kit = PicturedKit.read(kits(size=6, players=1, letter_style="inlay").folder)
    page = preview_page(kit, "de")
    assert len(page) < 2_000_000
    names = list(kit.parts)
    content = shown(page)
    parts = dict(zip(names, content["parts"], strict=True))
    assert names[parts["tile-A"]["letter"]["part"]] == "tile-A-letter"
    tops = [
        unpacked(parts[name], content["common"])[0][:, 2].max()
        for name in ("tile-A", "tile-A-letter")
    ]
    assert tops[1] + parts["tile-A"]["letter"]["up"] == pytest.approx(tops[0], abs=0.002)
    assert parts["tile-A-letter"]["letter"] is None
    standing = there_at_once(kit)
    tiles = {item.id for item in standing if item.part.startswith("tile-")}
    letters = {name for name in tiles if name.endswith("-letter")}
    assert {name.removesuffix("-letter") for name in letters} == tiles - letters
    others = len(standing) - len(letters)
    assert shown(page)["words"]["assembled"] == f"Aufgebaut: {others} Teile"
    moves = {
        placed.id: item["move"] for placed, item in zip(standing, content["assembly"], strict=True)
    }
    assert letters
    assert all(moves[name] == moves[name.removesuffix("-letter")] for name in letters)
    assert parts["tile-A-letter"]["role"] == "letters"
    assert parts["tile-A-letter"]["colour"] == kit.colour("tile-A-letter")
    assert f'value="{names.index("tile-A-letter")}">' not in page.decode().split("<fieldset")[2]


def test_a_kit_of_tiles_only_has_a_page(kits) -> None:
    kit = PicturedKit.read(kits(size=6, only=("tile-A", "tile-B")).folder)
    page = preview_page(kit, "fr").decode()
    assert 'type="color" name="tiles"' in page
    assert 'type="color" name="board"' not in page


def test_a_name_cannot_end_the_script_or_add_markup(kit: PicturedKit, tmp_path: Path) -> None:
    shutil.copytree(kit.folder, tmp_path / "kit")
    manifest = json.loads((tmp_path / "kit/manifest.json").read_text())
    nasty = "</script><b onclick=x>\"'&"
    manifest["profile"]["game"]["name"] = nasty
    for part in manifest["parts"]:
        if part["label"] == "A":
            part["label"] = nasty
    (tmp_path / "kit/manifest.json").write_text(json.dumps(manifest))
    page = preview_page(PicturedKit.read(tmp_path / "kit"), "en").decode()
    assert "<b onclick" not in page
    assert any(nasty in part["status"] for part in shown(page.encode())["parts"])


def test_the_policy_of_the_page_forbids_requests(page: bytes) -> None:
    assert b"default-src 'none'" in page
    assert b"connect-src" not in page
    text = page.decode().replace(engine.engine_script(), "")
    assert re.findall(r"""(?:src|href)=["'](?!data:)""", text) == []


def keys(table: dict, path: str = "") -> set[str]:
    return {
        found
        for key, value in table.items()
        for found in (keys(value, f"{path}{key}.") if isinstance(value, dict) else {path + key})
    }


def test_every_language_has_the_same_strings() -> None:
    tables = {
        language: Wording.read("kitgen.pictures.page", "page", language).table
        for language in LANGUAGES
    }
    assert {language: keys(table) ^ keys(tables["en"]) for language, table in tables.items()} == {
        language: set() for language in LANGUAGES
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_written_in_its_language(kit: PicturedKit, language: str) -> None:
    page = preview_page(kit, language).decode()
    assert f'<html lang="{language}">' in page
    rest = page.replace(engine.engine_script(), "").partition("<script>\n")[0]
    assert "{{" not in rest


@pytest.mark.parametrize(
    ("colour", "expected"),
    [
        ("#FFFFFF", "#000000"),
        ("#000000", "#FFFFFF"),
        ("#F4EBDD", "#000000"),
        ("#1F5A60", "#FFFFFF"),
    ],
)
def test_labels_on_swatches_contrast(colour: str, expected: str) -> None:
    assert ink(colour) == expected


def test_the_engine_is_three_js_with_its_licence() -> None:
    script = engine.engine_script()
    assert "SPDX-License-Identifier: MIT" in script[:200]
    assert "THREE.TrackballControls=" in script
    assert "GLTFLoader" not in script


def changed_archive(folder: Path, **files: str) -> None:
    path = folder / "trimesh" / engine.ARCHIVE
    path.parent.mkdir(parents=True)
    (folder / "trimesh/__init__.py").touch()
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("_", "."), text)


@pytest.mark.parametrize(
    "files",
    [
        {"other": "text"},
        {"viewer_html_template": "<script>something else</script>"},
        {"viewer_html_template": f"{engine._START} </script><script> {engine._END}"},
    ],
    ids=["no template", "no engine", "two scripts"],
)
def test_another_trimesh_is_refused_by_name(tmp_path, monkeypatch, files) -> None:
    changed_archive(tmp_path, **files)
    found = type("Spec", (), {"origin": str(tmp_path / "trimesh/__init__.py")})()
    monkeypatch.setattr(engine.importlib.util, "find_spec", lambda _: found)
    with pytest.raises(BuildError, match=r"three\.js from trimesh"):
        engine.engine_script()


def test_without_trimesh_the_error_says_so(monkeypatch) -> None:
    monkeypatch.setattr(engine.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(BuildError, match="trimesh, which is not installed"):
        engine.engine_script()


@pytest.mark.parametrize(("language", "name"), [("en", "Blank"), ("de", "Joker"), ("fr", "Joker")])
def test_a_blank_is_called_as_the_booklet_calls_it(
    kit: PicturedKit, tmp_path: Path, language: str, name: str
) -> None:
    shutil.copytree(kit.folder, tmp_path / "kit")
    path = tmp_path / "kit/manifest.json"
    manifest = json.loads(path.read_text())
    (part,) = [part for part in manifest["parts"] if part["name"] == "tile-Z"]
    part["label"] = "_"
    path.write_text(json.dumps(manifest))
    page = preview_page(PicturedKit.read(tmp_path / "kit"), language).decode()
    listed = page[page.index('<fieldset id="parts">') : page.index('<fieldset id="colours">')]
    assert f'<span class="name">{name}</span>' in listed
    assert ">_<" not in listed
    assert any(part["status"].startswith(name) for part in shown(page.encode())["parts"])
