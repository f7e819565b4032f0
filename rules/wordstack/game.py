"""A game in play: a position, the lexicon, and the way back."""

from wordstack.actions import Action, Play
from wordstack.ending import Result, result
from wordstack.generation import ScoredPlay, legal_plays, scored_plays
from wordstack.position import Position
from wordstack.profile import GameProfile
from wordstack.rulebook import Rulebook
from wordstack.ruling import Ruling, validate
from wordstack.setup import StartDraw, new_game
from wordstack.transitions import apply
from wordstack.word_graph import WordGraph


class Game:
    """One game from its start, with undo.

    Everything it does is a function of its own (`apply`, `validate`, `legal_plays`, `result`);
    this only remembers the positions.

    Attributes:
        lexicon: The words, or `None` where nobody judges words.
        seed: The whole number it was set up from, or `None`.
        start: Who drew what for the first turn, or `None`.
    """

    def __init__(
        self,
        profile: GameProfile | Rulebook | str = "werdup",
        *,
        lexicon: WordGraph | None = None,
        players: int | None = None,
        seed: int = 0,
        board_size: int | None = None,
    ) -> None:
        """Set up a game.

        Args:
            profile: A profile, the name of a shipped one, or the path of a file.
            lexicon: The words; `None` where nobody judges words.
            players: Number of players; by default two, or what the profile has nearest to it.
            seed: From 0 to 2^64 - 1; one seed is one game on every platform.
            board_size: Squares along one side; by default the profile's.

        Raises:
            ProfileError: The profile does not allow it.
            ValueError: The seed is out of range.
        """
        rulebook = profile if isinstance(profile, Rulebook) else Rulebook.of(profile, board_size)
        if players is None:
            players = min(max(2, rulebook.profile.players_min), rulebook.profile.players_max)
        position, start = new_game(rulebook, players, seed)
        self.lexicon = lexicon
        self.seed: int | None = seed
        self.start: StartDraw | None = start
        self._positions = [position]
        self._actions: list[Action] = []

    @classmethod
    def from_position(cls, position: Position, lexicon: WordGraph | None = None) -> "Game":
        """Take up a game at a position; nothing before it can be undone."""
        game = cls.__new__(cls)
        game.lexicon = lexicon
        game.seed = game.start = None
        game._positions = [position]
        game._actions = []
        return game

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position from the first to the one now."""
        return tuple(self._positions)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action so far; each stands between two of the positions."""
        return tuple(self._actions)

    @property
    def turn(self) -> int:
        """Seat of the player to move, from 0."""
        return self.position.turn

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.position.is_over

    def push(self, action: Action, *, player: int | None = None) -> Position:
        """Do an action and return the position after it.

        Raises:
            IllegalActionError: The rules do not allow it; nothing was changed.
        """
        after = apply(self.position, action, self.lexicon, player=player)
        self._positions.append(after)
        self._actions.append(action)
        return after

    def pop(self) -> Action:
        """Undo the last action and return it.

        Raises:
            IndexError: There is none.
        """
        action = self._actions.pop()
        self._positions.pop()
        return action

    def validate(self, play: Play, *, player: int | None = None) -> Ruling:
        """Rule on a play without making it."""
        return validate(self.position, play, self.lexicon, player=player)

    def legal_plays(self) -> tuple[Play, ...]:
        """Return every legal play of the player to move, sorted.

        Raises:
            ValueError: There is no lexicon, or not all tiles of the rack are known.
        """
        return legal_plays(self.position, self._words())

    def scored_plays(self) -> tuple[ScoredPlay, ...]:
        """Return the legal plays with their points, as `legal_plays`."""
        return scored_plays(self.position, self._words())

    def result(self) -> Result:
        """Return the scores, and who leads or has won."""
        return result(self.position)

    def _words(self) -> WordGraph:
        if self.lexicon is None:
            raise ValueError("without a lexicon there are no words to play")
        return self.lexicon
