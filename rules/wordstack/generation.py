"""Every legal play of a position, each once, with its points.

One line at a time: a word starts where the square before it is empty (or the edge) and is walked
to the right through the graph of the lexicon. A square keeps its letter, or takes a tile of the
rack whose letter also fits the line that crosses there (`cross_words`); an empty square must take
one. All other rules are about single squares, or about words that stood in the line, which lie
wholly within the new word as both its ends are bounded by empty squares. So every legal play is
found, as exactly one walk; Appel and Jacobson 1988 with stacks. A single tile that makes words both
ways is a play of its row only.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from wordstack.actions import Placement, Play
from wordstack.board import DIRECTIONS, Board, Direction, letter_of
from wordstack.cross_words import Fits, fits_of_line
from wordstack.line import Laid, Line
from wordstack.piles import Choices, Hand, Pile, choices_of_rack, choices_on, without
from wordstack.plural import bare_plurals
from wordstack.position import Position, is_known
from wordstack.rulebook import Rulebook
from wordstack.scoring import all_tiles_bonus, score, word_bonus, word_points
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
    search = _search(position, lexicon, rack)
    return tuple(sorted([line.play(laid) for line, _, _, laid in search.found()], key=_squares))


def scored_plays(
    position: Position, lexicon: WordGraph, rack: Sequence[str] | None = None
) -> tuple[ScoredPlay, ...]:
    """Return the legal plays, sorted, each with its points; otherwise as `legal_plays`."""
    search = _search(position, lexicon, rack)
    scored = [
        ScoredPlay(line.play(laid), search.points(line, start, end, laid))
        for line, start, end, laid in search.found()
    ]
    scored.sort(key=lambda one: one.play.placements)
    return tuple(scored)


def can_play(position: Position, lexicon: WordGraph, rack: Sequence[str] | None = None) -> bool:
    """Tell whether there is any legal play; otherwise as `legal_plays`."""
    return any(True for _ in _search(position, lexicon, rack).found())


def _squares(play: Play) -> tuple[Placement, ...]:
    return play.placements


def _search(position: Position, lexicon: WordGraph, rack: Sequence[str] | None) -> "_Search":
    tiles = position.rack if rack is None else tuple(rack)
    if not is_known(tiles):
        raise ValueError(f"player {position.turn + 1} has tiles that nobody has seen")
    return _Search(position.rulebook, position.board, () if position.is_over else tiles, lexicon)


Beginning: TypeAlias = tuple[int, tuple[Pile, ...], Hand]


class _Search:
    """The search for the plays of one rack on one board."""

    def __init__(
        self, rulebook: Rulebook, board: Board, rack: Sequence[str], lexicon: WordGraph
    ) -> None:
        self.rulebook = rulebook
        self.rules = rulebook.rules
        self.board = board
        self.rack_size = len(rack)
        self.every_choice = choices_of_rack(rulebook, rack)
        self.letters = {*board.letters, *(shown for shown, _, _ in self.every_choice)}
        self.lexicon = lexicon
        self.endings = {suffix[-1] for suffix in self.rules.plural.suffixes if suffix}
        self.crossed: dict[tuple[Direction, int, int, str, int], int] = {}
        self._beginnings: list[dict[str, list[Beginning]]] = [
            {
                letter: [(node, (), tuple(rack))]
                for letter, node in lexicon.children(lexicon.root).items()
            }
        ]

    def found(self) -> Iterator[tuple[Line, int, int, Laid]]:
        """Yield every legal play as its line, where its word starts and ends, and its tiles."""
        if not self.rack_size:
            return
        for line in self.lines():
            for start, end, laid in self.walks(line):
                if self.keeps_rules(line, start, end, laid):
                    yield line, start, end, laid

    def lines(self) -> Iterator[Line]:
        """Yield the rows and columns in which a play can join what lay before."""
        board = self.board
        every = self.every_choice
        on_stack = {
            stack: choices_on(self.rules.stack, stack, every) if stack else every
            for stack in set(board.stacks)
        }
        choices = [on_stack[stack] for stack in board.stacks]
        for direction in DIRECTIONS:
            for number, fits in enumerate(self.fits(direction)):
                cut = board.line(direction, number)
                anchors = self.anchors(board.letters[cut], fits, direction, number)
                if any(anchors):
                    narrowed = [
                        _fitting(ways, fit) for ways, fit in zip(choices[cut], fits, strict=True)
                    ]
                    yield Line(
                        direction,
                        number,
                        (*board.letters[cut], ""),
                        board.tops[cut],
                        board.heights[cut],
                        fits,
                        anchors,
                        narrowed,
                    )

    def fits(self, along: Direction) -> Iterator[Sequence[Fits]]:
        """Yield for each line that runs `along`, by square, what fits the lines crossing it."""
        crossing: Direction = "down" if along == "across" else "across"
        board = self.board
        crossings = [
            fits_of_line(board.letters[board.line(crossing, number)], self.lexicon)
            for number in range(board.size)
        ]
        return zip(*crossings, strict=True)

    def anchors(
        self, letters: Sequence[str], fits: Sequence[Fits], direction: Direction, number: int
    ) -> list[bool]:
        """Return for each square whether a play that has it joins what lay before.

        What an opening joins is a start square.
        """
        if not self.board.is_empty:
            return [
                bool(letter) or fit is not None for letter, fit in zip(letters, fits, strict=True)
            ]
        starts = self.rulebook.start_cells
        if direction == "across":
            return [(number, square) in starts for square in range(len(letters))]
        return [(square, number) in starts for square in range(len(letters))]

    def walks(self, line: Line) -> list[tuple[int, int, Laid]]:
        """Walk all words of a line; each with its start, its end and the tiles it takes.

        Up to the first anchor the squares are empty and nothing crosses them, so the beginnings of
        words are the same for all lines; from there on every word joins what lay before.
        """
        letters, choices, size = line.letters, line.choices, len(line.anchors)
        children, is_final = self.lexicon.children, self.lexicon.is_final
        cover = self.rules.cover
        every_word = cover.full_word == "forbid" and cover.scope == "each_old_word"
        ends_word, inside_word = line.ends_word, line.inside_word
        found: list[tuple[int, int, Laid]] = []

        def walk(at: int, node: int, kept: bool, laid: Laid, hand: Hand) -> None:
            # `kept`: whether the word that stood here before keeps a letter so far.
            letter = letters[at]
            if not letter:
                if ends_word[at] and not kept and every_word:
                    return
                if laid and is_final(node):
                    found.append((start, at, laid))
                if at == size:
                    return
            onward = children(node)
            if letter in onward:
                walk(at + 1, onward[letter], True, laid, hand)
            if not hand:
                return
            kept = kept and inside_word[at]
            for shown, pile, held in choices[at]:
                if shown in onward and (left := without(hand, held)) is not None:
                    walk(at + 1, onward[shown], kept, (*laid, (at, pile)), left)

        for start, first in line.starts:
            if first - start > self.rack_size:
                continue
            beginnings = self.beginnings(first - start)
            for node, piles, hand in beginnings.get(letters[first], ()):
                walk(first + 1, node, True, tuple(enumerate(piles, start)), hand)
            for shown, pile, held in choices[first]:
                for node, piles, hand in beginnings.get(shown, ()):
                    if (left := without(hand, held)) is not None:
                        laid = (*enumerate(piles, start), (first, pile))
                        walk(first + 1, node, False, laid, left)
        return found

    def beginnings(self, length: int) -> Mapping[str, list[Beginning]]:
        """Return what the rack can lay on so many empty squares that begins some word.

        Returns:
            Beginnings by the letter that comes next: their node in the lexicon with that letter,
            their tiles, and the hand that is left.
        """
        while len(self._beginnings) <= length:
            longer: dict[str, list[Beginning]] = {letter: [] for letter in self.letters}
            for shown, pile, held in self.every_choice:
                for node, piles, hand in self._beginnings[-1].get(shown, ()):
                    if (left := without(hand, held)) is not None:
                        onward = self.lexicon.children(node)
                        laid = (*piles, pile)
                        for letter in self.letters.intersection(onward):
                            longer[letter].append((onward[letter], laid, left))
            self._beginnings.append(longer)
        return self._beginnings[length]

    def keeps_rules(self, line: Line, start: int, end: int, laid: Laid) -> bool:
        """Tell whether a walked word also keeps the rules that look at a whole play."""
        if len(laid) == 1:
            square = laid[0][0]
            if line.direction == "down" and line.fits[square] is not None:
                return False
            if end - start == 1 and (line.direction == "down" or not self.board.is_empty):
                return False
        if self.board.is_empty and not self.is_long_enough(laid):
            return False
        stack, cover = self.rules.stack, self.rules.cover
        if stack.max_stacked_cells_per_turn is not None:
            raised = sum(bool(line.letters[square]) for square, _ in laid)
            if raised > stack.max_stacked_cells_per_turn:
                return False
        if cover.full_word == "forbid" and len(laid) == end - start and line.has_word(start, end):
            return False
        return not self.is_bare_plural(line, start, end, laid)

    def is_long_enough(self, laid: Laid) -> bool:
        """Tell whether an opening has the length that the rules ask for."""
        first = self.rules.first_word
        labels = [letter_of(pile[-1]) for _, pile in laid]
        if first.min_unit == "tiles":
            return len(labels) >= first.min
        return sum(mark.isalpha() for label in labels for mark in label) >= first.min

    def is_bare_plural(self, line: Line, start: int, end: int, laid: Laid) -> bool:
        """Tell whether a play breaks the plural rule.

        The word along the line excuses every plural that crosses it, unless it is one itself: then
        all that was laid ends it.
        """
        options, last = self.rules.plural, laid[-1][1][-1]
        if options.rule == "off" or last[-1] not in self.endings:
            return False
        stem = laid[0][0] - start
        if stem < 2 or stem + len(laid) != end - start:
            return False
        play = line.play(laid)
        words = formed_words(self.board, self.board.lay(play.placements), play)
        return bool(bare_plurals(options, self.board, words))

    def points(self, line: Line, start: int, end: int, laid: Laid) -> int:
        """Return what a found play scores: as `score`, with words that many plays cross kept."""
        bonus = self.rules.bonus
        count = sum(len(pile) for _, pile in laid)
        if bonus.per == "turn":
            play = line.play(laid)
            words = formed_words(self.board, self.board.lay(play.placements), play)
            return score(self.rulebook, words, count, self.rack_size).total
        total = all_tiles_bonus(self.rulebook, count, self.rack_size)
        total += self.points_of_run(line.tops, line.heights, start, end, laid)
        crossing: Direction = "down" if line.direction == "across" else "across"
        for square, pile in laid:
            if line.fits[square] is not None:
                key = (crossing, square, line.number, pile[-1], len(pile))
                points = self.crossed.get(key)
                if points is None:
                    points = self.crossed[key] = self.points_across(crossing, square, line, pile)
                total += points
        return total

    def points_across(
        self, direction: Direction, number: int, line: Line, pile: tuple[str, ...]
    ) -> int:
        """Return what the word is worth that a pile on a square of a line makes across it."""
        cut = self.board.line(direction, number)
        letters = self.board.letters[cut]
        start, end = line.number, line.number + 1
        while start and letters[start - 1]:
            start -= 1
        while end < len(letters) and letters[end]:
            end += 1
        tops, heights = self.board.tops[cut], self.board.heights[cut]
        return self.points_of_run(tops, heights, start, end, ((line.number, pile),))

    def points_of_run(
        self, tops: Sequence[str], heights: Sequence[int], start: int, end: int, laid: Laid
    ) -> int:
        """Return what the word between two squares of a line is worth with some tiles laid."""
        new_heights, bonus = list(heights[start:end]), self.rules.bonus
        for square, pile in laid:
            new_heights[square - start] += len(pile)
        points = word_points(self.rules.scoring, new_heights)
        if bonus.tiles:
            new_tops, new = list(tops[start:end]), [False] * (end - start)
            for square, pile in laid:
                new_tops[square - start], new[square - start] = pile[-1], True
            points += word_bonus(bonus, new_tops, new, max(new_heights) == 1)
        return points


def _fitting(choices: Choices, fit: Fits) -> Choices:
    return choices if fit is None else [choice for choice in choices if choice[0] in fit]
