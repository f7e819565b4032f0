"""Worked examples of the rules booklet: real plays, ruled and scored by the rules engine.

The data files ``examples/LANGUAGE.toml`` hold plays by the language of the game, ``any.toml`` plays
for letters that no file has words for. Which of them are shown is decided by the game at hand: a
play counts as an example only where the engine rules as its kind demands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kitgen.paper.example_plays import (
    Laid,
    entries,
    of_several_turns,
    places,
    play_of,
    read,
    speller,
    stand_ins,
)
from kitgen.paper.rules_at_hand import bonus_tiles

if TYPE_CHECKING:
    from wordstack import Board, Cell, FormedWord, Play, Rulebook, Ruling

_ANY = "any"
REFUSED_WITH = {
    "several": "too_many_stacks",
    "cover": "full_cover",
    "same_letter": "same_letter",
    "bare_plural": "plural_s",
}
"""Kinds that are an example too where the engine refuses them, for this reason alone."""
_BONUS = ("letter_bonus", "no_letter_bonus", "full_rack", "last_tiles")
KINDS = (
    "first",
    "cross",
    "longer",
    "stack",
    "several",
    "tall",
    "two_words",
    "cover",
    "same_letter",
    "plural",
    "bare_plural",
    *_BONUS,
)


@dataclass(frozen=True)
class Counted:
    """One word of an example.

    Attributes:
        text: How it reads.
        heights: Of its stacks after the play.
        points: By the engine, a bonus that the word itself earns included.
        terms: What its tiles are worth one by one, which adds up to ``points`` less ``bonus``.
        bonus: What tiles such as Qu add in this word.
    """

    text: str
    heights: tuple[int, ...]
    points: int
    terms: tuple[int, ...]
    bonus: int


@dataclass(frozen=True)
class Example:
    """A play as the engine rules on it.

    Attributes:
        kind: Of :data:`KINDS`.
        before: The board without the play.
        after: The board with it, also where it is refused.
        laid: Squares that got a tile.
        words: Every word that is formed; the first along the play.
        letter_bonus: For tiles such as Qu, where it counts once a turn.
        rack_bonus: For playing all tiles.
        total: Points of the play, by the engine.
        refused: Code of the reason why it is not allowed; empty where it is.
        about: Words that this reason is about.
        invented: Whether its words only stand for words.
        start: Start squares of the board.
    """

    kind: str
    before: Board
    after: Board
    laid: frozenset[Cell]
    words: tuple[Counted, ...]
    letter_bonus: int
    rack_bonus: int
    total: int
    refused: str
    about: tuple[str, ...]
    invented: bool
    start: frozenset[Cell]


def examples(rulebook: Rulebook) -> dict[str, Example]:
    """Work out the examples that a game allows, by kind, in the order of :data:`KINDS`.

    Args:
        rulebook: The rules, with letters and board.
    """
    language = rulebook.profile.language.partition("-")[0]
    found = _found(rulebook, language, invented=False)
    if KINDS[0] in found:
        return found
    # Words and rows of letters that only stand for words are not mixed: the reader would wonder.
    stand_in = _found(rulebook, _ANY, invented=True)
    return stand_in if len(stand_in) > len(found) else found


def _found(rulebook: Rulebook, language: str, *, invented: bool) -> dict[str, Example]:
    """For each kind the first play of a data file that the engine rules on as it must."""
    found: dict[str, Example] = {}
    data = entries(language)
    # Where a first word must be long, or the rack is small, another will do.
    data = {**data, KINDS[0]: [*data.get(KINDS[0], ()), *data.get("full_rack", ())]}
    for kind in KINDS:
        told = data.get(kind, ()) if _applies(rulebook, kind) else ()
        tried = (_worked(rulebook, kind, entry, invented) for entry in told)
        example = next((one for one in tried if one is not None), None)
        if example is not None:
            found[kind] = example
    return found


def _applies(rulebook: Rulebook, kind: str) -> bool:
    """Tell whether a game has the bonus that a kind is about."""
    bonus = rulebook.rules.bonus
    rare = bool(bonus_tiles(rulebook))
    return {
        "letter_bonus": rare,
        "no_letter_bonus": rare and bonus.when != "always",
        "full_rack": bonus.all_tiles > 0,
        "last_tiles": bonus.all_tiles > 0 and bonus.all_tiles_requires == "emptied_rack",
    }.get(kind, True)


def _worked(
    rulebook: Rulebook, kind: str, entry: Mapping[str, Any], invented: bool
) -> Example | None:
    """Lay an entry on the board: nearest to the middle, where the engine rules as it must."""
    spell = stand_ins(rulebook) if invented else speller(rulebook)
    expected = [spell(word) for word in entry["words"]]
    plays = [read(text, spell) for text in entry["plays"]]
    if any(tiles is None for tiles in expected) or any(play is None for play in plays):
        return None
    known = [play for play in plays if play is not None]
    texts = ["".join(tiles) for tiles in expected if tiles]
    for row, col in places(rulebook):
        example = _at(rulebook, kind, known, texts, (row, col), invented)
        if example is not None:
            return example
    return None


def _at(
    rulebook: Rulebook,
    kind: str,
    plays: Sequence[Laid],
    texts: Sequence[str],
    place: tuple[int, int],
    invented: bool,
) -> Example | None:
    from wordstack import Board, Cell

    board = Board.empty(rulebook.size)
    earlier = of_several_turns(rulebook)
    for word in plays[:-1]:
        play = play_of(board, word, place)
        ruling = play and _ruled(earlier, board, play)
        if not play or not ruling or not ruling.is_legal:
            return None
        board = board.lay(play.placements)
    play = play_of(board, plays[-1], place)
    ruling = play and _ruled(rulebook, board, play, exact=kind == "last_tiles")
    if not play or not ruling:
        return None
    if [word.text for word in ruling.words] != list(texts) or not _fits(rulebook, kind, ruling):
        return None
    points = ruling.points
    return Example(
        kind=kind,
        before=board,
        after=board.lay(play.placements),
        laid=frozenset(Cell(*one.cell) for one in play.placements),
        words=tuple(
            _counted(rulebook, word, scored)
            for word, scored in zip(ruling.words, points.words, strict=True)
        ),
        letter_bonus=points.letter_bonus,
        rack_bonus=points.bonus,
        total=points.total,
        refused=ruling.codes[0] if ruling.codes else "",
        about=ruling.reasons[0].words if ruling.reasons else (),
        invented=invented,
        start=rulebook.start_cells if len(rulebook.start_cells) < rulebook.size**2 else frozenset(),
    )


def _fits(rulebook: Rulebook, kind: str, ruling: Ruling) -> bool:
    """Tell whether a ruling is what an example of this kind is to show."""
    if ruling.codes and ruling.codes != (REFUSED_WITH.get(kind),):
        return False
    earned = ruling.points.letter_bonus + sum(_word_bonus(rulebook, word) for word in ruling.words)
    bonus = rulebook.rules.bonus
    tiles = {tile for word in ruling.words for tile in word.tops}
    full = len(ruling.play.placements) == rulebook.rack_size
    return {
        "letter_bonus": earned > 0,
        "no_letter_bonus": earned == 0 and bool(tiles & set(bonus.tiles)),
        "full_rack": ruling.points.bonus > 0 and full,
        "last_tiles": ruling.points.bonus > 0 and not full,
    }.get(kind, True)


def _word_bonus(rulebook: Rulebook, word: FormedWord) -> int:
    from wordstack.scoring import word_bonus

    return word_bonus(rulebook.rules.bonus, word.tops, word.laid, word.is_flat)


def _counted(rulebook: Rulebook, word: FormedWord, points: int) -> Counted:
    from wordstack.scoring import word_points

    scoring = rulebook.rules.scoring
    if scoring.mode == "per_letter" or word.is_flat:
        terms = tuple(word_points(scoring, (height,)) for height in word.heights)
    else:
        under = 1 if scoring.stack_count == "added_tiles" else 0
        terms = tuple(scoring.stack_points * (height - under) for height in word.heights)
    return Counted(word.text, word.heights, points, terms, _word_bonus(rulebook, word))


def _ruled(rulebook: Rulebook, board: Board, play: Play, *, exact: bool = False) -> Ruling | None:
    """Ask the engine; None where the set has too few tiles or the rack holds too few.

    Args:
        rulebook: The rules.
        board: Before the play.
        play: The play.
        exact: Whether the rack holds these tiles and no more.
    """
    from wordstack import Position, validate

    hand = [one.tile for one in play.placements]
    used = Counter(tile for stack in board.stacks for tile in stack)
    left = Counter(dict(rulebook.tiles)) - used
    if Counter(hand) - left or len(hand) > rulebook.rack_size:
        return None
    rest = list((left - Counter(hand)).elements())
    rack = hand if exact else [*hand, *rest[: rulebook.rack_size - len(hand)]]
    return validate(Position(rulebook, board, (tuple(rack),)), play)
