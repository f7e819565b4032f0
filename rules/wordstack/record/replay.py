"""Plays a record again and refuses what is not so."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from wordstack.actions import Action, Challenge, Exchange, Pass, Play, Withdraw
from wordstack.board import HIDDEN
from wordstack.drawing import settled
from wordstack.ending import with_ending
from wordstack.errors import ProfileError
from wordstack.illegal import IllegalActionError
from wordstack.lexicon import Lexicon
from wordstack.notation_error import NotationError
from wordstack.play_text import parse_play
from wordstack.position import Position
from wordstack.position_text import position_sha256
from wordstack.record.errors import FalseRecordError, UnreadableRecordError
from wordstack.record.keeping import closed_position, entry_of
from wordstack.record.record import PASSED, TAKEN_BACK, UPHELD, Entry, Final, Record
from wordstack.rulebook import Rulebook
from wordstack.ruling import validate
from wordstack.setup import new_game, real_game
from wordstack.tile_text import Reader, tiles_text
from wordstack.transitions import apply, challenge_succeeds


@dataclass(frozen=True, slots=True)
class Phony:
    """A play that stands though a challenge would have succeeded.

    Attributes:
        line: Line of the record.
        words: The words that are none.
    """

    line: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A record that holds.

    Attributes:
        positions: From the opening on, one more than there are entries.
        actions: What was done between them.
        final: The position with the racks of the end, `None` while the game goes on.
        words_checked: Whether there was a lexicon to ask.
        phonies: Plays that nobody challenged, or not yet.
    """

    positions: tuple[Position, ...]
    actions: tuple[Action, ...]
    final: Position | None
    words_checked: bool
    phonies: tuple[Phony, ...]


def replay(record: Record, rulebook: Rulebook, lexicon: Lexicon | None = None) -> Replay:
    """Play a record again, and recompute every rack, score and ending.

    Without a lexicon the outcome of challenges, and that nobody could make a word, are taken as
    they are said.

    Args:
        record: What was written down.
        rulebook: The rules that it names.
        lexicon: The words that it names, where they are at hand.

    Raises:
        FalseRecordError: It says something that is not so; the message names line and reason.
        UnreadableRecordError: A play or a rack cannot be read.
    """
    if record.lexicon is None:
        lexicon = None
    _check_sources(record, rulebook, lexicon)
    position = _opening(record, rulebook)
    positions, actions = [position], []
    for index, entry in enumerate(record.entries):
        line = record.line_of_entry(index)
        try:
            action, after = _step(line, entry, position, lexicon)
        except NotationError as error:
            raise UnreadableRecordError(line, f"{entry.move}: {error}") from None
        except IllegalActionError as error:
            raise FalseRecordError(line, f"{entry.move}: {error}") from None
        _check_entry(line, record, entry, entry_of(position, action, after))
        positions.append(after)
        actions.append(action)
        position = after
    if lexicon is None and record.ending and record.ending.reason == "nobody_can_move":
        position = closed_position(position)
    if (sha256 := position_sha256(position)) != record.position_sha256:
        raise FalseRecordError(
            record.line_of_position,
            f"the moves lead to position {sha256}, the record says {record.position_sha256}",
        )
    final = _final(record, position)
    phonies = () if lexicon is None else _phonies(record, positions, actions, lexicon)
    return Replay(tuple(positions), tuple(actions), final, lexicon is not None, phonies)


def _check_sources(record: Record, rulebook: Rulebook, lexicon: Lexicon | None) -> None:
    lines = record.header_lines
    if record.board_size != rulebook.size:
        raise FalseRecordError(
            lines["board"],
            f"the board has {rulebook.size} squares a side, the record says {record.board_size}",
        )
    if record.profile.sha256 != rulebook.sha256:
        raise FalseRecordError(
            lines["kitgen-profile"],
            f"the rules of {rulebook.profile.name} on a board of {rulebook.size} have the digest "
            f"{rulebook.sha256}, the record says {record.profile.sha256}",
        )
    if lexicon is None or record.lexicon is None:
        return
    if record.lexicon.sha256 != lexicon.sha256:
        raise FalseRecordError(
            lines["lexicon"],
            f"lexicon {lexicon.name} has the digest {lexicon.sha256}, the record says "
            f"{record.lexicon.sha256}",
        )


def _opening(record: Record, rulebook: Rulebook) -> Position:
    players = len(record.seats)
    try:
        if record.seed is None:
            return real_game(rulebook, players, record.first)
        position, start = new_game(rulebook, players, record.seed)
    except ProfileError as error:
        raise FalseRecordError(record.header_lines[f"player{players}"], str(error)) from None
    if start.first != record.first:
        nick = record.seats[start.first].nick
        raise FalseRecordError(
            record.header_lines["first"], f"with seed {record.seed} {nick} begins"
        )
    return position


def _step(
    line: int, entry: Entry, position: Position, lexicon: Lexicon | None
) -> tuple[Action, Position]:
    if entry.move in (TAKEN_BACK, UPHELD):
        return _looked_up(line, entry, position, lexicon)
    if entry.seat != position.turn:
        raise FalseRecordError(line, f"it is the turn of player {position.turn + 1}")
    action: Action
    if entry.move == PASSED:
        action = Pass()
    elif entry.move.startswith(PASSED):
        reader = Reader(entry.move, position.rulebook)
        reader.expect(PASSED, "an exchange")
        action = Exchange(tuple(reader.tiles("")))
    else:
        action = parse_play(entry.move, position.rulebook)
    return action, apply(position, action, lexicon)


def _looked_up(
    line: int, entry: Entry, position: Position, lexicon: Lexicon | None
) -> tuple[Action, Position]:
    """Take the last play back, or close its window, as the record says and the lexicon agrees."""
    fell = entry.move == TAKEN_BACK
    if position.window is None:
        raise FalseRecordError(line, "no play is open to a challenge")
    if position.window.player != entry.seat:
        author = position.window.player + 1
        raise FalseRecordError(line, f"the play that is open is that of player {author}")
    if entry.doubter is None:
        return Withdraw(), apply(position, Withdraw(), lexicon)
    if entry.doubter == entry.seat:
        raise FalseRecordError(line, "nobody challenges a play of their own")
    challenge = Challenge(entry.doubter)
    if lexicon is None:
        after = apply(position, Withdraw()) if fell else with_ending(settled(position), None)
        return challenge, after
    if challenge_succeeds(position, lexicon) != fell:
        found = "has a word that is not in the lexicon" if not fell else "has only words"
        raise FalseRecordError(line, f"the challenged play {found}")
    return challenge, apply(position, challenge, lexicon)


def _check_entry(line: int, record: Record, said: Entry, found: Entry) -> None:
    nick = record.seats[said.seat].nick
    for what, one, other in (
        (f"the rack of {nick}", said.rack, found.rack),
        ("the move", said.move, found.move),
        (f"{said.move}: the points", f"{said.points:+d}", f"{found.points:+d}"),
        (f"the score of {nick}", str(said.total), str(found.total)),
    ):
        if one != other:
            raise FalseRecordError(line, f"{what} must be {other}, the record says {one}")


def _phonies(
    record: Record, positions: Sequence[Position], actions: Sequence[Action], lexicon: Lexicon
) -> tuple[Phony, ...]:
    standing: list[Phony] = []
    for index, action in enumerate(actions):
        if isinstance(action, Play):
            reasons = validate(positions[index], action, lexicon).word_reasons
            words = tuple(dict.fromkeys(word for reason in reasons for word in reason.words))
            standing.append(Phony(record.line_of_entry(index), words))
        elif positions[index].board != positions[index + 1].board:
            standing.pop()
    return tuple(phony for phony in standing if phony.words)


def _final(record: Record, position: Position) -> Position | None:
    ending = record.ending
    if ending is None:
        return None
    line = record.line_of_position + 1
    said, found = ending.reason, position.ended
    if said in ("agreed", "resigned"):
        if found:
            raise FalseRecordError(line, f"the game was over: {found}")
    elif said != found:
        raise FalseRecordError(line, f"the record says {said}, by the rules {_why(found)}")
    closed = closed_position(position)
    for seat, final in enumerate(ending.finals):
        where = record.line_of_final(seat)
        closed = closed.with_rack(seat, _final_rack(where, final, closed, seat))
    if record.seed is None:
        _check_left(record.line_of_final(0), closed)
    for seat, final in enumerate(ending.finals):
        where = record.line_of_final(seat)
        points, total = closed.adjustments[seat], closed.final_scores[seat]
        if final.points != points:
            problem = f"the tiles left count {points:+d}, the record says {final.points:+d}"
            raise FalseRecordError(where, problem)
        if final.total != total:
            raise FalseRecordError(where, f"the score is {total}, the record says {final.total}")
    return closed


def _why(found: str) -> str:
    return f"it is {found}" if found else "the game goes on"


def _final_rack(line: int, final: Final, closed: Position, seat: int) -> tuple[str, ...]:
    try:
        tiles = tuple(Reader(final.rack, closed.rulebook).tiles(""))
    except NotationError as error:
        raise UnreadableRecordError(line, str(error)) from None
    held = closed.racks[seat]
    unseen = held.count(HIDDEN)
    missing = Counter(tile for tile in held if tile != HIDDEN) - Counter(tiles)
    if missing or len(tiles) != len(held) or (not unseen and Counter(tiles) != Counter(held)):
        raise FalseRecordError(
            line, f"the rack is {tiles_text(held)}, the record says {final.rack}"
        )
    if tiles_text(closed.rulebook.sorted(tiles)) != final.rack:
        written = tiles_text(closed.rulebook.sorted(tiles))
        raise UnreadableRecordError(line, f"{final.rack}: must be written {written}")
    return tiles


def _check_left(line: int, closed: Position) -> None:
    """Refuse tiles left that the game does not have beside those on the board."""
    known = Counter(tile for tile in closed.all_tiles() if tile != HIDDEN)
    over = known - Counter(dict(closed.rulebook.tiles))
    if over:
        tiles = tiles_text(closed.rulebook.sorted(over))
        raise FalseRecordError(line, f"the game has not so many tiles: {tiles}")
