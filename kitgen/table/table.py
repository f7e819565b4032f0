"""What every game at the terminal has: a board, a sheet, commands, and a record that is kept."""

import difflib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from wordstack import (
    Action,
    Exchange,
    Game,
    IllegalActionError,
    NotationError,
    Pass,
    Play,
    Position,
    read_play,
    validate,
)
from wordstack.board import held_as
from wordstack.lexicon import Lexicon
from wordstack.record import Ending, Record, Seat, ending_of, entry_of, record_of
from wordstack.record.record import TAKEN_BACK, UPHELD, EndReasonSaid

from kitgen.errors import UserError
from kitgen.table.console import Console
from kitgen.table.drawing import LEGEND, board_lines
from kitgen.table.explaining import points_text, ruling_lines
from kitgen.table.record_file import write_record

_SQUARE = re.compile(r"[A-Za-z][0-9]{1,2}|[0-9]{1,2}[A-Za-z]")

WHY_OVER = {
    "out": "all tiles are played",
    "passes": "everybody has passed",
    "scoreless": "too many turns in a row without a word",
    "nobody_can_move": "nobody can make a word",
    "agreed": "the players stop",
    "resigned": "a player resigns",
}


@dataclass(frozen=True)
class Command:
    """One thing that can be typed.

    Attributes:
        name: Its first word.
        usage: How it is typed.
        summary: What it does, in one line.
        run: Does it; takes what was typed after the name.
    """

    name: str
    usage: str
    summary: str
    run: Callable[[str], None]


@dataclass
class Sheet:
    """What a table starts from.

    Attributes:
        game: The game so far.
        lexicon: The words, `None` where nobody judges any.
        seats: The players.
        path: The file of the record.
        seed: What the game was set up from, `None` on a real board.
        others: Headers of the record that the format does not know.
        notes: Notes of the record, by number of the action.
    """

    game: Game
    lexicon: Lexicon | None
    seats: tuple[Seat, ...]
    path: Path
    seed: int | None = None
    others: tuple[tuple[str, str], ...] = ()
    notes: dict[int, tuple[str, ...]] | None = None


class Table:
    """A game that somebody types; what is played and how turns go is for the kinds of table."""

    def __init__(self, sheet: Sheet, console: Console) -> None:
        """Sit down."""
        self.game = sheet.game
        self.lexicon = sheet.lexicon
        self.seats = sheet.seats
        self.path = sheet.path
        self.seed = sheet.seed
        self.others = sheet.others
        self.notes = dict(sheet.notes or {})
        self.console = console
        self.ending: Ending | None = None
        self.left = False
        self.commands = {command.name: command for command in self.all_commands()}

    @property
    def position(self) -> Position:
        """The position now."""
        return self.game.position

    def nick(self, seat: int) -> str:
        """Return what a player is called."""
        return self.seats[seat].nick

    def seat(self, nick: str) -> int:
        """Return the seat of a player.

        Raises:
            UserError: Nobody is called so.
        """
        for number, seat in enumerate(self.seats):
            if nick.casefold() in (seat.nick.casefold(), seat.name.casefold()) and nick:
                return number
        names = ", ".join(seat.nick for seat in self.seats)
        raise UserError(f"{nick!r} is no player: must be one of {names}")

    def all_commands(self) -> Iterator[Command]:
        """Yield the commands that every table has."""
        yield Command("try", "try 6B WORD", "rule on a play without making it", self.try_play)
        yield Command("pass", "pass", "pass the turn", self.pass_turn)
        yield Command("undo", "undo", "take back the last turn", self.undo)
        yield Command("board", "board", "draw the board", lambda _: self.draw())
        yield Command("sheet", "sheet", "list all turns and scores", lambda _: self.show_sheet())
        yield Command("tiles", "tiles", "count the tiles that nobody has seen", self.show_unseen)
        yield Command("note", "note TEXT", "note something after the last turn", self.note)
        yield Command("save", "save", "say where the record is kept", self.show_path)
        yield Command("help", "help", "list what can be typed", lambda _: self.help())
        yield Command("quit", "quit", "stop for now; the game can be resumed", self.quit)

    def help(self) -> None:
        """List the commands."""
        width = max(len(command.usage) for command in self.commands.values())
        rows = [("6B BEL...D", "play: row 6 from column B across (B6: down), . keeps a tile")]
        rows += [("6B BELATED", "the same: a letter that already lies there is kept")]
        rows += [(command.usage, command.summary) for command in self.commands.values()]
        self.console.say(*(f"  {usage:{width}}  {summary}" for usage, summary in rows))
        self.console.say(*(f"  {line}" for line in LEGEND))

    def obey(self, line: str) -> None:
        """Do what was typed, or say in one line why not."""
        word, _, rest = line.partition(" ")
        command = self.commands.get(word.casefold())
        try:
            if command is not None:
                command.run(rest.strip())
            elif _SQUARE.fullmatch(word):
                self.act(read_play(line, self.position))
            else:
                near = difflib.get_close_matches(word.casefold(), self.commands, n=1)
                hint = f"did you mean {near[0]}?" if near else "help lists what can be typed"
                self.console.say(f"{word!r} is no command and no square: {hint}")
        except (NotationError, UserError) as error:
            self.console.say(f"not understood: {error}")

    def act(self, action: Action) -> bool:
        """Do an action and keep the record; where the rules refuse it, say why.

        Returns:
            Whether it was done.
        """
        before = self.position
        try:
            self.game.push(action)
        except IllegalActionError as error:
            if error.ruling is not None:
                self.console.say(*ruling_lines(error.ruling, before))
            else:
                self.console.say(f"not allowed: {error}")
            return False
        self.keep()
        self.console.say(self.report(before, action))
        return True

    def report(self, before: Position, action: Action) -> str:
        """Say what was done in one line; which tiles were exchanged nobody sees."""
        entry = entry_of(before, action, self.position)
        sum_text = f"{entry.points:+d} makes {entry.total}"
        nick = self.nick(entry.seat)
        if isinstance(action, Play):
            ruling = validate(before, action)
            pairs = zip(ruling.words, ruling.points.words, strict=True)
            words = [f"{word.text} {points}" for word, points in pairs]
            if bonus := ruling.points.bonus + ruling.points.letter_bonus:
                words.append(f"bonus {bonus}")
            return f"{nick}: {entry.move} ({', '.join(words)}), {sum_text}"
        if entry.move == TAKEN_BACK:
            return f"{nick}: the play is taken back, {sum_text}"
        if entry.move == UPHELD:
            return f"{nick}: the play stands"
        return f"{nick}: {_told(action, entry.move)}"

    def record(self) -> Record:
        """Return the record as it stands."""
        return record_of(
            self.game.positions,
            self.game.actions,
            self.seats,
            lexicon=self.lexicon,
            seed=self.seed,
            ending=self.ending,
            others=self.others,
            notes=self.notes,
        )

    def keep(self) -> None:
        """Write the record."""
        write_record(self.path, self.record())

    def try_play(self, text: str) -> None:
        """Rule on a play without making it."""
        play = read_play(text, self.position)
        ruling = validate(self.position, play, self.lexicon)
        self.console.say(*ruling_lines(ruling, self.position))

    def pass_turn(self, _: str) -> None:
        """Pass."""
        self.act(Pass())

    def undo(self, _: str) -> None:
        """Take back the last action."""
        if not self.game.actions:
            self.console.say("there is nothing to take back")
            return
        self.take_back()
        actions = len(self.game.actions)
        self.notes = {number: notes for number, notes in self.notes.items() if number < actions}
        self.keep()
        self.console.say(f"taken back; to move: {self.nick(self.game.turn)}")

    def take_back(self) -> None:
        """Undo what one `undo` undoes."""
        self.game.pop()

    def draw(self) -> None:
        """Draw the board."""
        self.console.say(*board_lines(self.position))

    def scores(self) -> str:
        """Return all scores in one line."""
        pairs = zip(self.seats, self.position.scores, strict=True)
        return ", ".join(f"{seat.nick} {score}" for seat, score in pairs)

    def show_sheet(self) -> None:
        """List all turns."""
        positions, actions = self.game.positions, self.game.actions
        rows = [("", "player", "move", "points", "total")]
        for index, action in enumerate(actions):
            entry = entry_of(positions[index], action, positions[index + 1])
            told = _told(action, entry.move)
            numbers = f"{entry.points:+d}", str(entry.total)
            rows.append((str(index + 1), self.nick(entry.seat), told, *numbers))
        widths = [max(len(row[column]) for row in rows) for column in range(5)]
        for number, nick, move, points, total in rows:
            self.console.say(
                f"{number:>{widths[0]}}  {nick:{widths[1]}}  {move:{widths[2]}}  "
                f"{points:>{widths[3]}}  {total:>{widths[4]}}".rstrip()
            )

    def unseen(self) -> Sequence[str]:
        """Return the tiles that the player to move has not seen, in order."""
        position = self.position
        stacks = [tile for stack in position.board.stacks for tile in stack]
        seen = (*map(held_as, stacks), *position.rack, *position.discards)
        return position.rulebook.sorted(position.rulebook.unseen(seen).elements())

    def show_unseen(self, _: str) -> None:
        """Count the tiles that nobody has seen."""
        tiles = self.unseen()
        counts = [f"{tile}{tiles.count(tile)}" for tile in dict.fromkeys(tiles)]
        self.console.say(f"not seen: {' '.join(counts) or 'none'}; bag {len(self.position.bag)}")

    def note(self, text: str) -> None:
        """Note something after the last turn."""
        if not self.game.actions or not text:
            self.console.say("a note is a text, and stands after a turn")
            return
        number = len(self.game.actions) - 1
        self.notes[number] = (*self.notes.get(number, ()), text)
        self.keep()

    def show_path(self, _: str) -> None:
        """Write the record and say where it is."""
        self.keep()
        self.console.say(f"saved in {self.path}; every turn is")

    def quit(self, _: str) -> None:
        """Leave the table."""
        self.left = True

    def close(
        self, position: Position, reason: EndReasonSaid | None = None, seat: int | None = None
    ) -> None:
        """End the game, keep the record and say how it went.

        Args:
            position: The last one, with racks filled in where nobody saw them.
            reason: Why it ends, where the rules have not ended it.
            seat: Who resigned.
        """
        self.ending = ending_of(position, reason, seat)
        self.keep()
        self.console.say(f"The game is over: {WHY_OVER[self.ending.reason]}.")
        width = max(len(seat.nick) for seat in self.seats)
        for number, final in enumerate(self.ending.finals):
            left = f"  ({final.points:+d} for {final.rack})" if final.rack != "-" else ""
            self.console.say(f"  {self.nick(number):{width}}  {final.total:4}{left}")
        playing = [number for number in range(len(self.seats)) if number != seat]
        totals = [self.ending.finals[number].total for number in playing]
        best = [
            self.nick(number)
            for number, total in zip(playing, totals, strict=True)
            if total == max(totals)
        ]
        if len(self.seats) > 1:
            verb = "wins" if len(best) == 1 else "tie"
            self.console.say(f"{' and '.join(best)} {verb} with {points_text(max(totals))}.")
        self.console.say(f"The record: {self.path} (kitgen verify checks it)")


def _told(action: Action, move: str) -> str:
    """Return a move as everybody at the table knows it."""
    if isinstance(action, Exchange):
        count = len(action.tiles)
        return f"exchanges {count} tile" + ("s" if count > 1 else "")
    return "passes" if isinstance(action, Pass) else move
