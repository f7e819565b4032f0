"""Who sits at the table: people by their names, bots by what they are."""

from collections.abc import Sequence

from wordstack import GameProfile
from wordstack.bots import Bot, GentleBot, GreedyBot, RandomBot, Share
from wordstack.lexicon import Lexicon, load_lexicon
from wordstack.lexicon.languages import primary
from wordstack.record import Seat

from kitgen.errors import UserError

BOTS = ("random", "gentle", "greedy")
PERSON = "person"

EASY_ENGLISH = "english-35"
KNOWN_SHARE = 0.5
"""Of the words of other languages, for which no list of easy words is at hand."""


def seats_of(names: Sequence[str]) -> tuple[tuple[Seat, ...], tuple[str, ...]]:
    """Return seats and what sits in each: `person`, or the kind of a bot.

    Args:
        names: Names of people; `random`, `gentle` and `greedy` are bots.

    Raises:
        UserError: A name is empty, or two people have the same.
    """
    seats: list[Seat] = []
    kinds: list[str] = []
    for given in names:
        name = " ".join(given.split())
        kind = name if name in BOTS else PERSON
        nick = base = name.replace(":", "").replace(" ", "-")
        if not nick or not nick.isprintable():
            raise UserError(f"--player {given!r}: must be a name, or {', '.join(BOTS)} for a bot")
        if kind != PERSON:
            number = kinds.count(kind) + 1
            nick = base if number == 1 else f"{base}-{number}"
        if nick.casefold() in {seat.nick.casefold() for seat in seats}:
            raise UserError(f"--player {given!r}: two players have the name {nick}")
        seats.append(Seat(nick, name if name != nick and kind == PERSON else ""))
        kinds.append(kind)
    return tuple(seats), tuple(kinds)


def make_bot(kind: str, seed: int, profile: GameProfile) -> Bot | None:
    """Return the bot of a kind, `None` for a person.

    Args:
        kind: As `seats_of` gives it.
        seed: What chance goes by.
        profile: Whose words a gentle one knows some of.
    """
    if kind == "random":
        return RandomBot(seed)
    if kind == "greedy":
        return GreedyBot()
    if kind == "gentle":
        easy: Lexicon | Share = Share(KNOWN_SHARE, seed)
        if primary(profile.language) == "en":
            easy = load_lexicon(EASY_ENGLISH, profile)
        return GentleBot(easy)
    return None
