"""Tables set up: a new game, or one that is taken up again from its record."""

import secrets
from collections.abc import Sequence
from pathlib import Path

from wordstack import Game, Rulebook, real_game
from wordstack.lexicon import Lexicon, load_lexicon
from wordstack.record import Seat

from kitgen.errors import UserError
from kitgen.table.console import Console
from kitgen.table.players import BOTS, PERSON, make_bot, seats_of
from kitgen.table.playing import PlayingTable
from kitgen.table.record_file import ENDING, NO_LEXICON, Verified, verified_record
from kitgen.table.scoring import ScoringTable
from kitgen.table.table import Sheet

_SEATED = "seated"
"""Header that says what sits in each seat: `#seated person greedy`."""

_SEEDS = 1_000_000
"""New games without a seed get one below this, short enough to be told to a friend."""


def new_game_table(
    console: Console,
    *,
    profile: str,
    size: int | None = None,
    lexicon: str | None = None,
    players: Sequence[str] = (),
    seed: int | None = None,
    path: Path | None = None,
) -> PlayingTable:
    """Set up a game of people and bots.

    Args:
        console: Where people type.
        profile: Name or path of the rules.
        size: Squares along one side; by default the profile's.
        lexicon: Name or path of the words; by default the profile's.
        players: Names of people, and kinds of bots; by default you against a gentle bot.
        seed: What the game follows from; by default any.
        path: File of the record; by default one named after the seed.

    Raises:
        UserError: A name or the file cannot be used.
        ProfileError: There is no such profile or lexicon, or it does not allow it.
    """
    rulebook = Rulebook.of(profile, size)
    names = players or ("you", "gentle")[: rulebook.profile.players_max]
    seats, kinds = seats_of(names)
    rulebook.check_players(len(seats))
    words = load_lexicon(lexicon, rulebook.profile)
    seed = secrets.randbelow(_SEEDS) if seed is None else seed
    path = _free(path or Path(f"game-{seed}{ENDING}"))
    game = Game(rulebook, lexicon=words, players=len(seats), seed=seed)
    sheet = Sheet(game, words, seats, path, seed, ((_SEATED, " ".join(kinds)),))
    return _playing(sheet, console, kinds, words)


def resumed_game_table(
    console: Console, path: Path, *, profile: str | None = None, lexicon: str | None = None
) -> PlayingTable:
    """Take up a game of people and bots where its record ends.

    Raises:
        UserError: The record cannot be read, is that of a real board, or the game is over.
        FalseGameError: What it says is not so.
    """
    verified = _resumable(path, profile, lexicon)
    seed, words = verified.record.seed, verified.lexicon
    if seed is None:
        raise UserError(f"{path}: a game on a real board: go on with kitgen score --resume {path}")
    if words is None:
        raise UserError(f"{path}: no words to play with: {verified.unchecked}")
    players = len(verified.record.seats)
    seated = verified.record.other(_SEATED)
    kinds = [PERSON] * players if seated is None else seated.split()
    if len(kinds) != players or not set(kinds) <= {PERSON, *BOTS}:
        allowed = f"{players} of {', '.join((PERSON, *BOTS))}"
        raise UserError(f"{path}: #{_SEATED} {seated}: must be {allowed}")
    game = Game(verified.rulebook, lexicon=words, players=len(kinds), seed=seed)
    for action in verified.replayed.actions:
        game.push(action)
    return _playing(_sheet(game, verified, path), console, kinds, words)


def new_scoring_table(
    console: Console,
    *,
    profile: str,
    size: int | None = None,
    lexicon: str | None = None,
    players: Sequence[str] = (),
    first: str | None = None,
    path: Path | None = None,
) -> ScoringTable:
    """Set up the score sheet of a game on a real board.

    Args:
        console: Where the keeper types.
        profile: Name or path of the rules.
        size: Squares along one side; by default the profile's.
        lexicon: Name or path of the words that decide challenges; `none` where the players have
            their own dictionary; by default the profile's.
        players: Their names, in the order of turns.
        first: Who begins; by default the first.
        path: File of the record.

    Raises:
        UserError: A name or the file cannot be used.
        ProfileError: There is no such profile or lexicon, or it does not allow it.
    """
    rulebook = Rulebook.of(profile, size)
    seats, kinds = seats_of(players or ("player-1", "player-2")[: rulebook.profile.players_max])
    for seat, kind in zip(seats, kinds, strict=True):
        if kind != PERSON:
            raise UserError(f"--player {seat.nick}: a bot cannot play on a real board")
    rulebook.check_players(len(seats))
    words = None if lexicon == NO_LEXICON else load_lexicon(lexicon, rulebook.profile)
    path = _free(path or Path(f"score{ENDING}"))
    opening = real_game(rulebook, len(seats), _first(seats, first))
    game = Game.from_position(opening, words)
    return ScoringTable(Sheet(game, words, seats, path), console)


def resumed_scoring_table(
    console: Console, path: Path, *, profile: str | None = None, lexicon: str | None = None
) -> ScoringTable:
    """Take up a score sheet where its record ends.

    Raises:
        UserError: The record cannot be read, is that of a game against bots, or the game is over.
        FalseGameError: What it says is not so.
    """
    verified = _resumable(path, profile, lexicon)
    if verified.record.seed is not None:
        raise UserError(f"{path}: no game on a real board: go on with kitgen play --resume {path}")
    if verified.record.lexicon is not None and verified.lexicon is None:
        raise UserError(f"{path}: {verified.unchecked}")
    game = Game.from_position(verified.replayed.positions[0], verified.lexicon)
    for action in verified.replayed.actions:
        game.push(action)
    return ScoringTable(_sheet(game, verified, path), console)


def _resumable(path: Path, profile: str | None, lexicon: str | None) -> Verified:
    verified = verified_record(path, profile, lexicon)
    if verified.record.ending is not None:
        raise UserError(f"{path}: the game is over")
    return verified


def _sheet(game: Game, verified: Verified, path: Path) -> Sheet:
    record = verified.record
    notes = {number: entry.notes for number, entry in enumerate(record.entries) if entry.notes}
    return Sheet(game, verified.lexicon, record.seats, path, record.seed, record.others, notes)


def _playing(
    sheet: Sheet, console: Console, kinds: Sequence[str], lexicon: Lexicon
) -> PlayingTable:
    profile = sheet.game.position.rulebook.profile
    seed = sheet.seed or 0
    bots = [make_bot(kind, seed, profile) for kind in kinds]
    return PlayingTable(sheet, console, bots, lexicon)


def _first(seats: Sequence[Seat], first: str | None) -> int:
    if first is None:
        return 0
    for number, seat in enumerate(seats):
        if first.casefold() in (seat.nick.casefold(), seat.name.casefold()):
            return number
    names = ", ".join(seat.nick for seat in seats)
    raise UserError(f"--first {first}: must be one of the players: {names}")


def _free(path: Path) -> Path:
    if path.suffix != ENDING:
        raise UserError(f"{path}: a record must have the ending {ENDING}")
    if path.exists():
        raise UserError(
            f"{path}: is there already: --resume {path} goes on with it, --output names another"
        )
    return path
