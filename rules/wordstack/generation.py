"""Every legal play of a position, each once, with its points.

One line at a time: a word starts where the square before it is empty (or the edge) and is walked
to the right through the graph of the lexicon. A square keeps its letter, or takes a tile of the
rack whose letter also fits the line that crosses there (`cross_words`); an empty square must take
one. All other rules are about single squares, or about words that stood in the line, which lie
wholly within the new word as both its ends are bounded by empty squares. So every legal play is
found, as exactly one walk; Appel and Jacobson 1988 with stacks. A single tile that makes words both
ways is a play of its row only.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from wordstack.actions import Placement, Play
from wordstack.board import DIRECTIONS, Board, Direction, letter_of
from wordstack.cross_words import Fits, fits_of_line
from wordstack.labels import BLANK
from wordstack.placement import repeats
from wordstack.plural import bare_plurals
from wordstack.position import Position, is_known
from wordstack.rulebook import Rulebook
from wordstack.scoring import score
from wordstack.word_graph import WordGraph
from wordstack.words import formed_words


@dataclass(frozen=True, order=True, slots=True)
class ScoredPlay:
    """A legal play and what it scores."""

    play: Play
    points: int


def legal_plays(
    position: Position, lexicon: WordGraph, rack: Sequence[str] | None = None
) -> tuple[Play, ...]:
    """Return exactly the plays that `validate` finds nothing wrong with, sorted.

    Args:
        position: The position; none where the game is over.
        lexicon: The words.
        rack: Tiles to play with; by default those of the player to move.

    Raises:
        ValueError: Not all tiles of the rack are known.
    """
    return tuple(sorted(_every_play(position, lexicon, rack)))


def scored_plays(
    position: Position, lexicon: WordGraph, rack: Sequence[str] | None = None
) -> tuple[ScoredPlay, ...]:
    """Return the legal plays, sorted, each with its points; otherwise as `legal_plays`."""
    held = len(position.rack if rack is None else rack)
    return tuple(
        ScoredPlay(play, points_of(position, play, held))
        for play in legal_plays(position, lexicon, rack)
    )


def can_play(position: Position, lexicon: WordGraph, rack: Sequence[str] | None = None) -> bool:
    """Tell whether there is any legal play; otherwise as `legal_plays`."""
    return next(_every_play(position, lexicon, rack), None) is not None


def points_of(position: Position, play: Play, held: int) -> int:
    """Return what a play scores that is known to be legal, of a rack of so many tiles."""
    after = position.board.lay(play.placements)
    words = formed_words(position.board, after, play)
    return score(position.rulebook, words, len(play.placements), held).total


Pile = tuple[str, ...]
"""Tiles laid on one square in one turn, bottom to top, as they will lie on the board."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """One way to lay a letter on a square: the tiles, and what they are on the rack."""

    pile: Pile
    held: tuple[str, ...]


Choices = Mapping[str, Sequence[_Choice]]
"""Ways to lay tiles on a square, by the letter that shows in the end."""


def _every_play(
    position: Position, lexicon: WordGraph, rack: Sequence[str] | None
) -> Iterator[Play]:
    tiles = position.rack if rack is None else tuple(rack)
    if not is_known(tiles):
        raise ValueError(f"player {position.turn + 1} has tiles that nobody has seen")
    if position.is_over or not tiles:
        return
    search = _Search(position.rulebook, position.board, tiles, lexicon)
    for direction in DIRECTIONS:
        for number in range(position.board.size):
            yield from search.line(direction, number)


class _Search:
    """The search for the plays of one rack on one board."""

    def __init__(
        self, rulebook: Rulebook, board: Board, rack: Sequence[str], lexicon: WordGraph
    ) -> None:
        self.rulebook = rulebook
        self.rules = rulebook.rules
        self.board = board
        self.hand = Counter(rack)
        self.lexicon = lexicon
        self.choices = self._choices_of_squares()
        self.fits = {direction: self._fits(direction) for direction in DIRECTIONS}
        self.endings = {suffix[-1] for suffix in self.rules.plural.suffixes if suffix}

    def _fits(self, along: Direction) -> tuple[Sequence[Fits], ...]:
        """Return for each line that runs `along`, by square, what fits the lines crossing it."""
        crossing: Direction = "down" if along == "across" else "across"
        board = self.board
        columns = [
            fits_of_line(board.letters[board.line(crossing, number)], self.lexicon)
            for number in range(board.size)
        ]
        return tuple(zip(*columns, strict=True))

    def _choices_of_squares(self) -> tuple[Choices, ...]:
        """Return for every square what the rules of stacking let the rack lay there."""
        every = self._choices_of_rack()
        return tuple(
            {
                letter: allowed
                for letter, choices in every.items()
                if (allowed := [one for one in choices if self._may_lie(stack, one.pile)])
            }
            if stack
            else every
            for stack in self.board.stacks
        )

    def _choices_of_rack(self) -> Choices:
        """Return every pile that the rack can make and an empty square can take."""
        tiles = [tile for tile in self.hand if tile != BLANK]
        if self.hand[BLANK]:
            tiles += [BLANK + letter for letter in self.rulebook.profile.letters]
        found: dict[str, list[_Choice]] = {}
        for height in range(1, self.rules.stack.max_new_per_cell + 1):
            for pile in product(tiles, repeat=height):
                held = tuple(BLANK if tile[0] == BLANK else tile for tile in pile)
                if not Counter(held) - self.hand and self._may_lie((), pile):
                    found.setdefault(letter_of(pile[-1]), []).append(_Choice(pile, held))
        return found

    def _may_lie(self, stack: Pile, pile: Pile) -> bool:
        options = self.rules.stack
        if len(stack) + len(pile) > options.max_height:
            return False
        return not any(
            repeats(options, (*stack, *pile[:height]), letter_of(tile))
            for height, tile in enumerate(pile)
        )

    def line(self, direction: Direction, number: int) -> Iterator[Play]:
        """Yield the plays along one row or column."""
        cut = self.board.line(direction, number)
        letters, fits = self.board.letters[cut], self.fits[direction][number]
        anchors = self._anchors(letters, fits, direction, number)
        if not any(anchors):
            return
        choices = [
            every if fit is None else {letter: every[letter] for letter in every if letter in fit}
            for every, fit in zip(self.choices[cut], fits, strict=True)
        ]
        line = _Line(direction, number, letters, fits, anchors, choices)
        for start in range(len(letters)):
            if not (start and letters[start - 1]):
                for end, laid in self._walks(line, start):
                    play = line.play(laid)
                    if self._passes(line, start, end, laid, play):
                        yield play

    def _anchors(
        self, letters: Sequence[str], fits: Sequence[Fits], direction: Direction, number: int
    ) -> tuple[bool, ...]:
        """Return for each square whether a play that has it joins what lay before."""
        if not self.board.is_empty:
            return tuple(
                bool(letter) or fit is not None for letter, fit in zip(letters, fits, strict=True)
            )
        starts = self.rulebook.start_cells
        across = direction == "across"
        return tuple(
            ((number, square) if across else (square, number)) in starts
            for square in range(len(letters))
        )

    def _walks(self, line: "_Line", start: int) -> list[tuple[int, tuple[tuple[int, Pile], ...]]]:
        """Walk all words that start on a square; each with its end and the tiles it takes."""
        letters, anchors, choices = line.letters, line.anchors, line.choices
        size, hand = len(letters), self.hand
        if not line.reaches_anchor(start, hand.total()):
            return []
        children, is_final = self.lexicon.children, self.lexicon.is_final
        cover = self.rules.cover
        every_word = cover.full_word == "forbid" and cover.scope == "each_old_word"
        found: list[tuple[int, tuple[tuple[int, Pile], ...]]] = []
        laid: list[tuple[int, Pile]] = []

        def walk(at: int, node: int, kept: bool, anchored: bool) -> None:
            # `kept`: whether the word that stood before this square keeps a letter so far.
            letter = letters[at] if at < size else ""
            if not letter:
                if (
                    every_word
                    and not kept
                    and at - start > 1
                    and letters[at - 1]
                    and letters[at - 2]
                ):
                    return
                if laid and anchored and is_final(node):
                    found.append((at, tuple(laid)))
                if at == size:
                    return
            onward = children(node)
            if letter and letter in onward:
                walk(at + 1, onward[letter], True, True)
            inside = kept and bool(letter) and at > start and bool(letters[at - 1])
            for shown, ways in choices[at].items():
                if shown not in onward:
                    continue
                for way in ways:
                    held = way.held
                    if hand[held[0]] and (len(held) == 1 or not Counter(held) - hand):
                        for tile in held:
                            hand[tile] -= 1
                        laid.append((at, way.pile))
                        walk(at + 1, onward[shown], inside, anchored or anchors[at])
                        laid.pop()
                        for tile in held:
                            hand[tile] += 1

        walk(start, self.lexicon.root, False, False)
        return found

    def _passes(
        self,
        line: "_Line",
        start: int,
        end: int,
        laid: Sequence[tuple[int, Pile]],
        play: Play,
    ) -> bool:
        """Tell whether a walked word also keeps the rules that look at a whole play."""
        if len(laid) == 1 and not self._is_for_this_line(line, start, end, laid[0][0]):
            return False
        if self.board.is_empty and not self._is_long_enough(laid):
            return False
        stack, cover = self.rules.stack, self.rules.cover
        if stack.max_stacked_cells_per_turn is not None:
            raised = sum(bool(line.letters[square]) for square, _ in laid)
            if raised > stack.max_stacked_cells_per_turn:
                return False
        if cover.full_word == "forbid" and len(laid) == end - start and line.has_word(start, end):
            return False
        return not self._is_bare_plural(laid, play)

    def _is_for_this_line(self, line: "_Line", start: int, end: int, square: int) -> bool:
        """Tell whether a one-tile play belongs to this line rather than to the one across."""
        if line.direction == "down":
            return end - start > 1 and line.fits[square] is None
        return end - start > 1 or self.board.is_empty

    def _is_long_enough(self, laid: Sequence[tuple[int, Pile]]) -> bool:
        first = self.rules.first_word
        labels = [letter_of(pile[-1]) for _, pile in laid]
        if first.min_unit == "tiles":
            return len(labels) >= first.min
        return sum(mark.isalpha() for label in labels for mark in label) >= first.min

    def _is_bare_plural(self, laid: Sequence[tuple[int, Pile]], play: Play) -> bool:
        options = self.rules.plural
        if options.rule == "off" or letter_of(laid[-1][1][-1])[-1] not in self.endings:
            return False
        after = self.board.lay(play.placements)
        words = formed_words(self.board, after, play)
        return bool(bare_plurals(options, self.board, words))


@dataclass(frozen=True)
class _Line:
    """One row or column, with what may be laid on each of its squares."""

    direction: Direction
    number: int
    letters: Sequence[str]
    fits: Sequence[Fits]
    anchors: Sequence[bool]
    choices: Sequence[Choices]

    @cached_property
    def _steps(self) -> tuple[int, ...]:
        """For each square how many tiles it takes at least to have an anchor from there on."""
        need, steps = len(self.letters) + 1, []
        for letter, anchor in zip(reversed(self.letters), reversed(self.anchors), strict=True):
            need = 0 if letter else 1 if anchor else need + 1
            steps.append(need)
        return tuple(reversed(steps))

    def reaches_anchor(self, start: int, tiles: int) -> bool:
        """Tell whether so many tiles can join a word that starts here to what lay before."""
        return self._steps[start] <= tiles

    def has_word(self, start: int, end: int) -> bool:
        """Tell whether a word stood between two squares before."""
        return any(
            self.letters[square] and self.letters[square + 1] for square in range(start, end - 1)
        )

    def play(self, laid: Sequence[tuple[int, Pile]]) -> Play:
        """Make a play of tiles laid on squares of this line."""
        placements = []
        for square, pile in laid:
            cell = (self.number, square) if self.direction == "across" else (square, self.number)
            for tile in pile:
                blank = tile[0] == BLANK
                placements.append(
                    Placement(*cell, BLANK if blank else tile, tile[1:] if blank else "")
                )
        return Play(tuple(placements))
