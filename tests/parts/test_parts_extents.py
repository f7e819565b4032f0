"""Extents in closed form are those of the solids."""

import importlib.util
from pathlib import Path

import pytest

from kitgen.kit.contents import kit_parts
from kitgen.kit.coupon import coupon_parts
from kitgen.kit.dimensions import dimensions
from kitgen.parts.registry import PART_KINDS, kind_of, size_of
from kitgen.production.coupon_letters import coupon_lettering
from kitgen.production.letters import laid_out
from kitgen.settings import load_settings
from kitgen.store import Store

ROOT = Path(__file__).resolve().parents[2]
TOLERANCE_MM = 1e-3


def golden():
    spec = importlib.util.spec_from_file_location("golden", ROOT / "tools" / "golden.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GOLDEN = golden()
EXAMPLES = {
    **{name: dict(example) for name, example in GOLDEN.examples().items()},
    "board of six, tight": {
        "part": "board-quarter",
        "size": 6,
        "settings": {"print.fit_offset_board": -0.15, "print.board_rim": 4.0},
    },
    "board of sixteen in PETG": {
        "part": "board-quarter",
        "size": 16,
        "settings": {"print.material": "PETG"},
    },
    "rack of ten, steep": {
        "part": "rack-half-left",
        "settings": {"game.rack_size": 10, "print.rack_angle": 78.0, "print.rack_wall": 3.0},
    },
    "rack of seven, low": {
        "part": "rack-half-right",
        "settings": {"print.rack_angle": 62.0, "print.rack_rest_length": 17.0},
    },
    "clip, loose": {"part": "coupon-board-40-clip"},
    "socket, tight": {"part": "coupon-rack-05-socket"},
}


def part_of(example):
    shared = dimensions(
        load_settings(size=example.get("size"), named=dict(example.get("settings", {})))
    )
    lettering = laid_out(shared, Store(None))
    parts = kit_parts(shared, lettering)
    if example["part"].startswith("coupon"):
        parts = coupon_parts(shared, lettering, coupon_lettering(shared, lettering, Store(None)))
    return next(part for part in parts if part.name == example["part"])


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_extent_is_that_of_the_solid(name: str) -> None:
    part = part_of(EXAMPLES[name])
    kind = kind_of(part.parameters)
    low, high = kind.extent(part.parameters)
    built_low, built_high = GOLDEN._bounds(kind.build(part.parameters))
    assert low == pytest.approx(built_low, abs=TOLERANCE_MM)
    assert high == pytest.approx(built_high, abs=TOLERANCE_MM)
    assert size_of(part.parameters) == pytest.approx(
        [b - a for a, b in zip(built_low, built_high, strict=True)], abs=2 * TOLERANCE_MM
    )


def test_every_kind_is_among_the_examples() -> None:
    assert {part_of(example).kind for example in EXAMPLES.values()} == set(PART_KINDS)
