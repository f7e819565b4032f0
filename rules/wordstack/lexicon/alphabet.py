"""The tiles that words are laid with: from a spelling to rows of tiles."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from wordstack.errors import ProfileError, shown
from wordstack.lexicon.languages import Language, language_of
from wordstack.profile import GameProfile

_MOST_TILINGS = 1024
"""No real word comes near it; it bounds the work on a hostile alphabet (A, AA, AAA)."""


@dataclass(frozen=True)
class Alphabet:
    """The labels of a game, and how a word may be laid with them.

    Attributes:
        labels: The labels in the order of the alphabet.
        language: BCP 47 tag of the words' language.
        digraphs: `exclusive`: letters that have a tile of their own together must use it, so a
            word has one tiling. `optional`: every tiling is a word of the lexicon.
        longest: Most tiles of a word; the fewest are two.
        lone_letters: Fewest letters of a word of a single tile; `None` where none counts, however
            many letters the tile shows.
    """

    labels: tuple[str, ...]
    language: str = "en"
    digraphs: Literal["exclusive", "optional"] = "exclusive"
    longest: int = 10
    lone_letters: int | None = None
    _by_first: dict[str, tuple[tuple[str, int], ...]] = field(init=False, repr=False, compare=False)
    _characters: frozenset[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        lower = language_of(self.language).lower
        seen: dict[str, int] = {}
        for index, label in enumerate(self.labels):
            spelling = lower(label)
            if spelling in seen:
                raise ProfileError(
                    f"game.letters: {shown(self.labels[seen[spelling]])} and {shown(label)} are "
                    f'one label in the case of language "{self.language}": must differ'
                )
            seen[spelling] = index
        by_first: dict[str, tuple[tuple[str, int], ...]] = {}
        for spelling, index in sorted(seen.items(), key=lambda item: -len(item[0])):
            by_first[spelling[0]] = (*by_first.get(spelling[0], ()), (spelling, index))
        object.__setattr__(self, "_by_first", by_first)
        object.__setattr__(self, "_characters", frozenset("".join(seen)))

    @classmethod
    def of(cls, profile: GameProfile) -> "Alphabet":
        """Take the alphabet of a profile: words of two tiles up to the length of a line.

        Where the rules let a single tile be the first word, such words are kept as well; whether
        one may be played is for the rules to say.
        """
        first = profile.rules.first_word
        return cls(
            labels=profile.letters,
            language=profile.language,
            digraphs=profile.rules.digraphs,
            longest=profile.board_size,
            lone_letters=first.min if first.min == 1 or first.min_unit == "letters" else None,
        )

    def takes(self, tiling: Sequence[int]) -> bool:
        """Tell whether a tiling has a length that words of this game can have."""
        if len(tiling) == 1:
            letters = len(self.labels[tiling[0]])
            return self.lone_letters is not None and letters >= self.lone_letters
        return len(tiling) <= self.longest

    @property
    def rules(self) -> Language:
        """What the language does with its letters."""
        return language_of(self.language)

    @property
    def characters(self) -> frozenset[str]:
        """Every character that occurs on a tile, in lower case."""
        return self._characters

    def tilings(self, word: str) -> tuple[tuple[int, ...], ...]:
        """Lay a word with tiles.

        With `exclusive`, of all tilings the one that takes the longest label at the earliest
        place. A tile is never split and never counted as its characters.

        Args:
            word: A spelling as `Language.lower` and `Language.fold` give it.

        Returns:
            Tilings as indices of labels, those with longer labels first; none where some letter
            has no tile.

        Raises:
            ProfileError: It has more than 1024 tilings.
        """
        if self.digraphs == "exclusive" and (greedy := self._longest_first(word)):
            return (greedy,)
        found: list[tuple[int, ...]] = []
        for tiling in self._walk(word, 0, set()) if word else ():
            found.append(tiling)
            if self.digraphs == "exclusive":
                break
            if len(found) > _MOST_TILINGS:
                raise ProfileError(
                    f"{shown(word)}: more than {_MOST_TILINGS} ways to lay it with the letters "
                    'given: game.rules.digraphs = "exclusive" allows one'
                )
        return tuple(found)

    def _longest_first(self, word: str) -> tuple[int, ...] | None:
        # Where always taking the longest label comes to an end, it is what _walk finds first.
        tiling: list[int] = []
        at = 0
        while at < len(word):
            for spelling, index in self._by_first.get(word[at], ()):
                if word.startswith(spelling, at):
                    tiling.append(index)
                    at += len(spelling)
                    break
            else:
                return None
        return tuple(tiling)

    def _walk(self, word: str, at: int, dead: set[int]) -> Iterator[tuple[int, ...]]:
        if at == len(word):
            yield ()
            return
        if at in dead:
            return
        alive = False
        for spelling, index in self._by_first.get(word[at], ()):
            if word.startswith(spelling, at):
                for rest in self._walk(word, at + len(spelling), dead):
                    alive = True
                    yield (index, *rest)
        if not alive:
            dead.add(at)

    def indices(self, tiles: Sequence[str]) -> tuple[int, ...]:
        """Return the indices of labels that are given tile by tile.

        Raises:
            ProfileError: One of them is no label of this alphabet.
        """
        known = {label: index for index, label in enumerate(self.labels)}
        for tile in tiles:
            if tile not in known:
                raise ProfileError(f"{shown(tile)}: no label of this alphabet")
        return tuple(known[tile] for tile in tiles)
