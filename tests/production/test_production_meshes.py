"""Parts are made once, found again, and the same however many processes make them."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from spoilt import dimensions_of

from kitgen.errors import BuildError
from kitgen.export import stl
from kitgen.kit.contents import kit_parts
from kitgen.lettering.outline import Outline, rectangle
from kitgen.parts.tile import TileParameters
from kitgen.production import meshes
from kitgen.production.letters import laid_out
from kitgen.production.meshes import Order, make
from kitgen.store import Store


@pytest.fixture(scope="module")
def orders() -> list[Order]:
    """Five tiles of the default kit."""
    dims = dimensions_of()
    parts = kit_parts(dims, laid_out(dims, Store(None)))
    tiles = [part for part in parts if part.kind == "tile"][:5]
    return [Order(tile.name, tile.parameters, 0.01, step=False) for tile in tiles]


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the parts that are really built, in order."""
    names: list[str] = []
    honest = meshes._build

    def counted(order: Order):
        names.append(order.name)
        return honest(order)

    monkeypatch.setattr(meshes, "_build", counted)
    return names


def files(made) -> dict[str, bytes]:
    return {name: stl.encode(piece.mesh, name) for name, piece in made.items()}


def test_what_was_made_is_found_again(orders, built, tmp_path: Path) -> None:
    store = Store(tmp_path)
    ready: list[str] = []
    first = make(orders, store, jobs=1, made_one=ready.append)
    names = [order.name for order in orders]
    assert list(first) == built == ready == names
    again = make(orders, store, jobs=1, made_one=ready.append)
    assert built == names
    assert ready == names * 2
    assert files(again) == files(first)
    assert [piece.solid_volume_mm3 for piece in again.values()] == [
        piece.solid_volume_mm3 for piece in first.values()
    ]


def test_without_a_store_all_is_built_anew(orders, built) -> None:
    for _ in range(2):
        make(orders[:2], Store(None), jobs=1)
    assert built == ["tile-A", "tile-B"] * 2


def test_one_changed_letter_rebuilds_one_tile(orders, built, tmp_path: Path) -> None:
    store = Store(tmp_path)
    make(orders, store, jobs=1)
    built.clear()
    parameters = orders[2].parameters
    assert isinstance(parameters, TileParameters)
    other = replace(parameters, letter=Outline((rectangle(-1.0, -1.0, 1.0, 1.0),)))
    changed = [*orders[:2], replace(orders[2], parameters=other), *orders[3:]]
    make(changed, store, jobs=1)
    assert built == [orders[2].name]


def test_two_tiles_of_one_letter_are_one_part(orders, built, tmp_path: Path) -> None:
    """A part is known by its dimensions, not by its name."""
    store = Store(tmp_path)
    make(orders[:1], store, jobs=1)
    make([replace(orders[0], name="tile-other")], store, jobs=1)
    assert built == ["tile-A"]


@pytest.mark.parametrize("change", [{"chord_error": 0.005}, {"step": True}])
def test_another_order_is_another_entry(orders, built, tmp_path: Path, change: dict) -> None:
    store = Store(tmp_path)
    make(orders[:1], store, jobs=1)
    (made,) = make([replace(orders[0], **change)], store, jobs=1).values()
    assert built == ["tile-A"] * 2
    assert (made.step is not None) is change.get("step", False)


def test_other_code_makes_other_entries(orders, built, tmp_path: Path, monkeypatch) -> None:
    store = Store(tmp_path)
    make(orders[:1], store, jobs=1)
    monkeypatch.setattr(meshes, "code_fingerprint", lambda *_: "another version")
    make(orders[:1], store, jobs=1)
    assert built == ["tile-A"] * 2


def spoil(path: Path, how: str) -> None:
    data = path.read_bytes()
    if how == "cut":
        path.write_bytes(data[: len(data) // 2])
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "a bit flipped":
        path.write_bytes(data[:-100] + bytes([data[-100] ^ 1]) + data[-99:])
    else:
        path.write_bytes(b"\xff" * len(data))


@pytest.mark.parametrize("how", ["cut", "empty", "a bit flipped", "noise"])
def test_a_corrupt_entry_is_rebuilt(orders, built, tmp_path: Path, how: str) -> None:
    store = Store(tmp_path)
    first = make(orders[:2], store, jobs=1)
    built.clear()
    entries = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    assert len(entries) == 2
    spoil(entries[0], how)
    again = make(orders[:2], store, jobs=1)
    assert len(built) == 1
    assert files(again) == files(first)
    built.clear()
    make(orders[:2], store, jobs=1)
    assert built == []


def test_any_number_of_processes_makes_the_same_bytes(orders, tmp_path: Path) -> None:
    alone = make(orders, Store(None), jobs=1)
    together = make(orders, Store(tmp_path), jobs=2)
    assert list(together) == list(alone)
    assert files(together) == files(alone)
    assert all(piece.solid_volume_mm3 == alone[n].solid_volume_mm3 for n, piece in together.items())


def test_what_was_made_before_leaves_no_trace(orders) -> None:
    """A tile is the same after a finer mesh of it was made in the same process."""
    first = make(orders[:1], Store(None), jobs=1)
    make([replace(orders[0], chord_error=0.002)], Store(None), jobs=1)
    assert files(make(orders[:1], Store(None), jobs=1)) == files(first)


def test_bytes_that_differ_are_found(orders) -> None:
    (made,) = make(orders[:1], Store(None), jobs=1).values()
    moved = replace(made, mesh=replace(made.mesh, vertices=made.mesh.vertices + np.float32(1e-6)))
    assert files({"tile-A": moved}) != files({"tile-A": made})


def test_what_the_kernel_cannot_build_is_one_line(orders) -> None:
    """OpenCASCADE's own errors say nothing to a user, and never reach one."""
    crossed = Outline(
        (((-1.0, 0.0), (1.0, 0.0)), ((1.0, 0.0), (-1.0, 0.0))),
    )
    spoilt = replace(orders[0].parameters, letter=crossed)
    with pytest.raises(BuildError) as failed:
        make([replace(orders[0], parameters=spoilt)], Store(None), jobs=1)
    assert "tile-A" in str(failed.value)


def test_a_part_of_too_many_bodies_is_refused(orders, monkeypatch) -> None:
    monkeypatch.setattr("kitgen.parts.registry.bodies_of", lambda _: 2)
    with pytest.raises(BuildError, match=r"the mesh of tile-A has 1 body, 2 declared"):
        make(orders[:1], Store(None), jobs=1)
