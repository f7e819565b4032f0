"""A position from the middle of a real game, for a picture: played by bots, by the rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kitgen.errors import UserError
from kitgen.export.manifest_file import ManifestFile
from kitgen.pictures.showing import flaws, shift, target
from kitgen.store import Store, code_fingerprint

if TYPE_CHECKING:
    from wordstack import Position, Rulebook
    from wordstack.lexicon import Lexicon

GAMES = 24
"""At most so many games are played until one has stacks as a picture wants them."""
GOOD_ENOUGH = 0.5
"""Flaws of a position with all wanted heights, its middle a tenth of the board off at most."""
_KNOWN_SHARE = 0.4
"""Of the words: players who know all of them lay many that nobody else knows."""
_MOST_HELD = 7
_FEW = 5000
"""Of fewer words players know all: nobody chose rare ones."""
_CODE = (
    "kitgen.pictures.position",
    "kitgen.pictures.showing",
    "kitgen.pictures.wordless",
    "kitgen.pictures.words",
    "wordstack",
)
_SHIPPED = "en"
"""Whose words come with the package, as its code does: nothing must be loaded to know them."""


@dataclass(frozen=True)
class MidGame:
    """What lies where.

    Attributes:
        stacks: Labels from the bottom to the top by (row, column) from the top left; only squares
            with tiles. A blank is ``_``, whatever letter it was laid as.
        racks: Labels on the rack of each player.
        worded: Whether words were asked for; else tiles were laid by the other rules alone.
    """

    stacks: Mapping[tuple[int, int], tuple[str, ...]]
    racks: tuple[tuple[str, ...], ...]
    worded: bool

    @property
    def tiles(self) -> int:
        """How many lie on the board."""
        return sum(map(len, self.stacks.values()))

    @property
    def tallest(self) -> int:
        """Tiles in the highest stack."""
        return max(map(len, self.stacks.values()), default=0)

    @property
    def stacked(self) -> int:
        """Stacks of more than one tile."""
        return sum(len(stack) > 1 for stack in self.stacks.values())

    def to_bytes(self) -> bytes:
        """Write JSON."""
        stacks = [[*cell, *stack] for cell, stack in self.stacks.items()]
        values = {"stacks": stacks, "racks": self.racks, "worded": self.worded}
        return json.dumps(values, ensure_ascii=False).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> MidGame:
        """Read what :meth:`to_bytes` wrote."""
        values = json.loads(data)
        stacks = {(row, col): tuple(stack) for row, col, *stack in values["stacks"]}
        return cls(stacks, tuple(map(tuple, values["racks"])), values["worded"])


def mid_game(rulebook: Rulebook, store: Store) -> MidGame | None:
    """Play until about a third of the board's squares have tiles, some of them stacks.

    Args:
        rulebook: What is played.
        store: Where positions are kept.

    Returns:
        The same for the same rules and words everywhere; None where nothing can be laid.
    """
    words = _words(rulebook)
    digest = "no words" if words is None else words.sha256
    key = f"mid-game {code_fingerprint(_CODE)} {rulebook.sha256} {digest}"
    known = store.get(key)
    if known is not None:
        return MidGame.from_bytes(known)
    played = _quickly_played(rulebook)
    found = _best(played, words)
    if found is None and words is not None:
        found, words = _best(played, None), None
    if found is None:
        return None
    made = _values(found, rulebook.rack_size, worded=words is not None)
    store.put(key, made.to_bytes())
    return made


def _quickly_played(rulebook: Rulebook) -> Rulebook:
    """Rules of which every play is one of these rules too, and which have fewer plays to try.

    Ten tiles of which several may go on one square have so many that a game takes minutes.
    """
    profile = rulebook.profile
    stack = profile.rules.stack.model_copy(update={"max_new_per_cell": 1})
    rules = profile.rules.model_copy(update={"stack": stack})
    fewer = min(profile.rack_size, _MOST_HELD)
    return type(rulebook)(profile.model_copy(update={"rules": rules, "rack_size": fewer}))


def words_digest(kit: ManifestFile) -> str:
    """Name the words that a kit's game is played with: a list may be brought or changed any day.

    Args:
        kit: Its manifest.

    Raises:
        UserError: It is no manifest.
    """
    if kit.language.partition("-")[0].lower() == _SHIPPED and kit.lexicon in (None, "house"):
        return "shipped"
    from kitgen.pictures.kit import PicturedKit

    pictured = PicturedKit.read(kit.folder)
    try:
        words = _words(pictured.rulebook)
    except UserError:
        return "no rules"
    return "no words" if words is None else words.sha256


def _words(rulebook: Rulebook) -> Lexicon | None:
    from wordstack import ProfileError
    from wordstack.lexicon import load_lexicon

    from kitgen.pictures.words import common_words

    try:
        return load_lexicon(None, rulebook.profile)
    except ProfileError:
        return common_words(rulebook.profile)


def _best(rulebook: Rulebook, words: Lexicon | None) -> Position | None:
    """The first game with stacks as wanted, else the one that comes nearest."""
    best, least = None, 0.0
    for seed in range(GAMES):
        position = _played(rulebook, words, seed)
        if position.board.is_empty:
            continue
        found = flaws(position)
        if best is None or found < least:
            best, least = position, found
        if least <= GOOD_ENOUGH:
            break
    return best


def _played(rulebook: Rulebook, words: Lexicon | None, seed: int) -> Position:
    """Play one game until enough is laid, or until it ends."""
    from wordstack import Game, Pass
    from wordstack.bots import GentleBot, Share
    from wordstack.drawing import author_drawn

    profile = rulebook.profile
    players = min(max(2, profile.players_min), profile.players_max)
    game = Game(rulebook, lexicon=words, players=players, seed=seed)
    known = 1.0 if words is not None and len(words) < _FEW else _KNOWN_SHARE
    bot = GentleBot(Share(known, seed))
    while not game.is_over and sum(map(len, game.position.board.stacks)) < target(rulebook):
        if words is not None:
            game.push(bot.choose(game.position, words))
            continue
        from kitgen.pictures.wordless import wordless_play

        game.push(wordless_play(game.position, seed) or Pass())
    # Whoever laid last has drawn: racks are full while the bag lasts.
    return author_drawn(game.position)


def _values(position: Position, rack_size: int, *, worded: bool) -> MidGame:
    from wordstack.board import held_as

    board, bag = position.board, list(position.bag)
    down, right = shift(position)
    racks = []
    for rack in position.racks:
        # Who played with fewer draws the rest.
        missing = rack_size - len(rack) if len(rack) == position.rulebook.rack_size else 0
        racks.append((*rack, *bag[:missing]))
        del bag[:missing]
    return MidGame(
        {
            (index // board.size + down, index % board.size + right): tuple(map(held_as, stack))
            for index, stack in enumerate(board.stacks)
            if stack
        },
        tuple(racks),
        worded,
    )
