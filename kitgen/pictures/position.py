"""A board in the middle of a game, as the rules engine's own players leave it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kitgen.store import Store, code_fingerprint

if TYPE_CHECKING:
    from wordstack import Position, Rulebook, WordGraph

Stacks = dict[str, list[str]]
"""Tiles on a square, the lowest first, by ``ROW-COLUMN`` from the top left."""

GAMES = 12
"""Games looked at."""
SHARE_LAID = 0.4
"""Of the tiles, so that the board is neither empty nor full."""
_CODE = ("wordstack", "kitgen.pictures.position")


def mid_game(game: Mapping[str, Any], size: int, store: Store) -> tuple[Stacks, list[str]] | None:
    """Play some games to their middle and give the board that shows most.

    Args:
        game: The resolved rules, as the manifest holds them.
        size: Squares along one side.
        store: Where boards are kept.

    Returns:
        The stacks, and the rack of the player to move; None where the language has no words.
    """
    from wordstack import GameProfile, ProfileError, Rulebook
    from wordstack.lexicon import load_lexicon

    try:
        rulebook = Rulebook.of(GameProfile.model_validate(game), size)
        lexicon = load_lexicon(None, rulebook.profile)
    except (ProfileError, ValueError):
        return None
    key = f"mid-game {code_fingerprint(_CODE)} {rulebook.sha256} {lexicon.sha256}"
    known = store.get(key)
    if known is None:
        boards = [_played(rulebook, lexicon, seed) for seed in range(GAMES)]
        best = max(boards, key=lambda position: _shown(position))
        columns = rulebook.size
        stacks = {
            f"{number // columns}-{number % columns}": list(stack)
            for number, stack in enumerate(best.board.stacks)
            if stack
        }
        known = json.dumps([stacks, list(best.rack)]).encode()
        store.put(key, known)
    stacks, rack = json.loads(known)
    return stacks, rack


def _played(rulebook: Rulebook, lexicon: WordGraph, seed: int) -> Position:
    from wordstack import apply, new_game
    from wordstack.bots import GreedyBot

    players = min(max(2, rulebook.profile.players_min), rulebook.profile.players_max)
    position, _ = new_game(rulebook, players, seed)
    bot = GreedyBot()
    enough = SHARE_LAID * rulebook.tile_total
    while not position.is_over and position.board.tile_count < enough:
        position = apply(position, bot.choose(position, lexicon))
    return position


def _shown(position: Position) -> int:
    """How much of the game a board shows: squares that are taken, and stacks of a few tiles."""
    heights = [height for height in position.board.heights if height]
    return len(heights) + sum(1 < height < 5 for height in heights)
