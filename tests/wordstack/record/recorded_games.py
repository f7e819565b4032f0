"""Games that are over, to be written down."""

from collections.abc import Sequence
from dataclasses import dataclass

from wordstack import Game, Rulebook
from wordstack.bots import Bot, GentleBot, GreedyBot, RandomBot, Share
from wordstack.lexicon import Lexicon, load_lexicon
from wordstack.record import Record, Seat, ending_of, record_of

NICKS = ("ann", "bob", "cyd", "dee")


@dataclass
class Played:
    game: Game
    rulebook: Rulebook
    lexicon: Lexicon
    seed: int

    def record(self) -> Record:
        """As far as it went."""
        return record_of(
            self.game.positions,
            self.game.actions,
            [Seat(nick) for nick in NICKS[: self.game.position.players]],
            lexicon=self.lexicon,
            seed=self.seed,
            ending=ending_of(self.game.position) if self.game.is_over else None,
        )


def play(
    profile: str = "werdup",
    *,
    seed: int = 1,
    size: int | None = 6,
    players: int = 2,
    bots: Sequence[Bot] = (),
    turns: int = 1000,
) -> Played:
    """Let bots play a game to its end, or for some turns."""
    rulebook = Rulebook.of(profile, size)
    lexicon = load_lexicon("english-35", rulebook.profile)
    game = Game(rulebook, lexicon=lexicon, players=players, seed=seed)
    seated = bots or (RandomBot(seed), GreedyBot(), GentleBot(Share(0.5, seed)), RandomBot(7))
    while not game.is_over and len(game.actions) < turns:
        game.push(seated[game.turn].choose(game.position, lexicon))
    return Played(game, rulebook, lexicon, seed)
