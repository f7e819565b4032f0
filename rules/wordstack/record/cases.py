"""Rulings as values: positions, plays and what somebody says of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from wordstack.actions import Placement, Play
from wordstack.board import HIDDEN, Board
from wordstack.errors import ProfileError, shown
from wordstack.labels import BLANK
from wordstack.layers import Layer, is_path, read_layers
from wordstack.lexicon import Alphabet, Lexicon
from wordstack.position import Position
from wordstack.profile import resolve_game
from wordstack.record.case_file import CaseSaid, Said, read_case_file
from wordstack.rulebook import Rulebook
from wordstack.rules_options import LARGEST_HEIGHT

ALTERNATIVE = "werdup"
"""The profile of `derived_alt.werdup_literal_total`."""


@dataclass(frozen=True)
class Case:
    """One ruling.

    Attributes:
        name: Its id.
        counts: Whether it can agree or disagree: a dispute counts if it names an option.
        position: Before the play.
        play: The play.
        lexicon: The words, `None` where the case lists none and words are not judged.
        said: What it says.
        alternative: The same position under `werdup`, where it says a total for that.
    """

    name: str
    counts: bool
    position: Position
    play: Play
    lexicon: Lexicon | None
    said: Said
    alternative: Position | None

    def label(self, text: str) -> str:
        """Return a label of the game: `Q` is the tile Qu where no other has a Q."""
        return _label(text, self.position.rulebook)


def read_cases(path: Path) -> tuple[Case, ...]:
    """Read a file of rulings; a path of a profile in it is relative to the file.

    Raises:
        ProfileError: One line: the file, the case, the key, its value, what is allowed.
    """
    return tuple(
        _Builder(f"{path}: {raw.id}", path.parent, raw).case() for raw in read_case_file(path).cases
    )


def _label(text: str, rulebook: Rulebook) -> str:
    letters = rulebook.profile.letters
    return "Qu" if text == "Q" and "Q" not in letters and "Qu" in letters else text


class _Builder:
    """Makes a case of its JSON; `place` begins every message."""

    def __init__(self, place: str, folder: Path, raw: CaseSaid) -> None:
        self.place = place
        self.folder = folder
        self.raw = raw

    def case(self) -> Case:
        raw = self.raw
        rulebook = self.rulebook(raw.profile)
        board = self.board(rulebook)
        play = self.play(rulebook)
        racks = (self.rack(rulebook, play), ())
        alternative = None
        if raw.expect.derived_alt.werdup_literal_total is not None:
            alternative = Position(self.rulebook(ALTERNATIVE), board, racks)
        return Case(
            raw.id,
            raw.kind != "disputed" or bool(raw.options),
            Position(rulebook, board, racks),
            play,
            self.lexicon(rulebook, board, play),
            raw.expect,
            alternative,
        )

    def rulebook(self, name: str) -> Rulebook:
        rules: dict[str, Any] = {}
        for key, value in self.raw.options.items():
            table, _, option = key.rpartition(".")
            (rules.setdefault(table, {}) if table else rules)[option] = value
        options = Layer(self.place, {"game": {"rules": rules}})
        try:
            layers = read_layers(self.folder / name if is_path(name) else name)
            return Rulebook.of(resolve_game((*layers, options)), self.raw.board_size)
        except ProfileError as error:
            told = str(error)
            raise ProfileError(
                told if told.startswith(self.place) else f"{self.place}: {told}"
            ) from None

    def board(self, rulebook: Rulebook) -> Board:
        size = rulebook.size
        grid, digits = self.raw.grid_before, self.raw.heights_before
        for key, rows in (("grid_before", grid), ("heights_before", digits)):
            if len(rows) != size:
                self.fail(key, rows, f"{len(rows)} rows: must be {size}")
        tops: list[str] = []
        heights: list[int] = []
        for row in range(size):
            labels = self.squares(f"grid_before[{row}]", grid[row], rulebook)
            key, text = f"heights_before[{row}]", digits[row]
            if len(text) != size or not (text.isascii() and text.isdigit()):
                self.fail(key, text, f"must be {size} digits from 0 to {LARGEST_HEIGHT}")
            for col, (label, digit) in enumerate(zip(labels, text, strict=True)):
                if bool(label) != (digit != "0"):
                    lies = "a letter" if label else "no letter"
                    self.fail(key, text, f"{digit} in column {col}, where {lies} lies")
            tops += labels
            heights += map(int, text)
        board = Board.from_tops(tops, heights)
        if self.raw.first_turn not in (None, board.is_empty):
            self.fail("first_turn", self.raw.first_turn, "must say whether the board is empty")
        return board

    def squares(self, key: str, row: str, rulebook: Rulebook) -> list[str]:
        """Split a row: a character a square, `[SZ]` for longer labels, `.` where none lies."""
        labels: list[str] = []
        at = 0
        while at < len(row):
            end = row.find("]", at) if row[at] == "[" else at
            if end < 0:
                self.fail(key, row, "a bracket is not closed")
            text = row[at + 1 : end] if row[at] == "[" else row[at]
            labels.append("" if text == "." else _label(text, rulebook))
            at = end + 1
        if len(labels) != rulebook.size:
            self.fail(key, row, f"{len(labels)} squares: must be {rulebook.size}")
        return labels

    def play(self, rulebook: Rulebook) -> Play:
        for one in self.raw.placements:
            if bool(one.shows) != (one.tile == BLANK):
                self.fail("placements", one.shows, f'shows is for a blank "{BLANK}" and only that')
        return Play(
            tuple(
                Placement(one.row, one.col, _label(one.tile, rulebook), one.shows)
                for one in self.raw.placements
            )
        )

    def rack(self, rulebook: Rulebook, play: Play) -> tuple[str, ...]:
        """Return the rack of the case, else one that has the tiles and others nobody has seen."""
        if self.raw.rack is not None:
            return tuple(_label(tile, rulebook) for tile in self.raw.rack)
        tiles = tuple(one.tile for one in play.placements)
        return tiles + (HIDDEN,) * (rulebook.rack_size - len(tiles))

    def lexicon(self, rulebook: Rulebook, board: Board, play: Play) -> Lexicon | None:
        """Return a lexicon of the case's words, over the labels of the game and of the case."""
        if self.raw.lexicon is None:
            return None
        lying = (*board.letters, *(one.letter for one in play.placements))
        every = dict.fromkeys((*rulebook.profile.letters, *lying))
        labels = tuple(label for label in every if label not in ("", BLANK, HIDDEN))
        forms: dict[str, str] = {}
        for label in labels:
            for form in (label, label.upper(), label.lower()):
                forms.setdefault(form, label)
        words = [self.tiles(word, forms) for word in self.raw.lexicon]
        return Lexicon.from_words(words, Alphabet(labels), name=self.raw.id)

    def tiles(self, word: str | list[str], forms: Mapping[str, str]) -> Sequence[str]:
        """Split a word into labels, the longest first; a list is split already."""
        left, tiles = word, []
        while left:
            lengths = range(min(len(left), 3), 0, -1) if isinstance(left, str) else (1,)
            pieces = [left[:length] if isinstance(left, str) else left[0] for length in lengths]
            found = next((piece for piece in pieces if piece in forms), None)
            if found is None:
                self.fail("lexicon", word, f"no tile for {shown(left)}")
            tiles.append(forms[found])
            left = left[len(found) if isinstance(left, str) else 1 :]
        if not tiles:
            self.fail("lexicon", word, "must be a word")
        return tiles

    def fail(self, key: str, value: object, problem: str) -> NoReturn:
        raise ProfileError(f"{self.place}: {key} = {shown(value)}: {problem}")
