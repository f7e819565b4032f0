"""Every kind of part is what it was on record; `make golden` accepts a change."""

import copy
import importlib.util
import json
from pathlib import Path

import pytest

from kitgen.parts.registry import PART_KINDS

ROOT = Path(__file__).resolve().parents[2]


def loaded():
    spec = importlib.util.spec_from_file_location("golden", ROOT / "tools" / "golden.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GOLDEN = loaded()
EXAMPLES = GOLDEN.examples()


def kept(name: str) -> dict:
    return json.loads((GOLDEN.FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_parts_are_what_they_were(name: str) -> None:
    assert GOLDEN.differences(kept(name), GOLDEN.record(EXAMPLES[name])) == []


def test_every_kind_has_a_record_and_every_record_an_example() -> None:
    assert {kept(name)["kind"] for name in EXAMPLES} == set(PART_KINDS)
    assert {path.stem for path in GOLDEN.FOLDER.glob("*.json")} == set(EXAMPLES)


def test_changes_are_found() -> None:
    record = kept("tile-engraved")
    assert GOLDEN.differences(record, copy.deepcopy(record)) == []
    for key, value in (
        ("volume_mm3", record["volume_mm3"] * 1.0001),
        ("area_mm2", record["area_mm2"] * 0.9999),
        ("faces", record["faces"] + 1),
        ("genus", 1),
        ("kind", "rack-half"),
    ):
        lines = GOLDEN.differences(record, {**record, key: value})
        assert len(lines) == 1
        assert lines[0].startswith(f"{key}: ")
    moved = copy.deepcopy(record)
    moved["bbox_mm"][1][2] += 0.01
    assert GOLDEN.differences(record, moved)[0].startswith("bbox_mm[1][2]: 4.4 on record")
    assert GOLDEN.differences(record, {**record, "dimensions": {}}) != []


def test_one_command_accepts_a_change(tmp_path, monkeypatch, capsys) -> None:
    example = {"tile-letter": EXAMPLES["tile-letter"]}
    monkeypatch.setattr(GOLDEN, "FOLDER", tmp_path)
    monkeypatch.setattr(GOLDEN, "examples", lambda: example)
    old = tmp_path / "gone.json"
    old.write_text("{}")
    assert GOLDEN.main([]) == 1
    assert "gone.json: no example of this name" in capsys.readouterr().out
    assert GOLDEN.main(["--accept"]) == 0
    assert not old.exists()
    capsys.readouterr()
    assert GOLDEN.main([]) == 0
    assert capsys.readouterr().out == "1 records, 0 differ\n"
    path = tmp_path / "tile-letter.json"
    path.write_text(path.read_text().replace('"genus": 1', '"genus": 2'))
    assert GOLDEN.main([]) == 1
    assert capsys.readouterr().out.startswith("tile-letter: genus: 2 on record, 1 built")
