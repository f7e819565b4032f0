"""The kit to be packed: outlines of real parts, counts of real kits."""

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import shapely

# Test folders are no packages: what several of them share is found by its folder.
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "judges"))

from kits import kits

from kitgen.mesh.mesh import Mesh
from kitgen.plates.pieces import Piece, outline

__all__ = ["kits"]

BOARD, RACK, TILE = "#1F5A60", "#5E6870", "#F4EBDD"
COUPONS = ((100, 20), (60, 16), (60, 16), (40, 30))
"""Width and depth in mm of boxes that stand for a coupon's pieces."""

Pieces = Callable[..., tuple[Piece, ...]]


@pytest.fixture(scope="session")
def kit_of(kits) -> Pieces:
    """Give the pieces of a kit with four racks, and of a coupon."""

    def pieces(size: int, *, coupon: bool = True, one_colour: bool = False) -> tuple[Piece, ...]:
        game = kits(size=size, only=("board-quarter", "rack-half", "tile-A"))
        seen = {
            name: outline(Mesh(np.float32(mesh.vertices), np.int32(mesh.faces)))
            for name, mesh in game.meshes.items()
        }
        board, rack, tile = (BOARD,) * 3 if one_colour else (BOARD, RACK, TILE)
        found = [
            Piece("board-quarter", "board-quarter", (board,), seen["board-quarter"], 4),
            Piece("rack-half-left", "rack-half", (rack,), seen["rack-half-left"], 4),
            Piece("rack-half-right", "rack-half", (rack,), seen["rack-half-right"], 4),
        ]
        tiles = size * size
        for number in range(26):
            count = tiles // 26 + (number < tiles % 26)
            name = f"tile-{chr(65 + number)}"
            found.append(Piece(name, "tile", (tile,), seen["tile-A"], count))
        if coupon:
            found += [
                Piece(f"coupon-{number}", "coupon-nest", (board,), shapely.box(0, 0, *size_mm), 1)
                for number, size_mm in enumerate(COUPONS)
            ]
        return tuple(found)

    return pieces
