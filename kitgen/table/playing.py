"""A game in the terminal: people and bots, each with a rack that only they see."""

from collections.abc import Iterator, Sequence

from wordstack import Challenge, Exchange, Withdraw, format_play, scored_plays
from wordstack.bots import Bot
from wordstack.lexicon import Lexicon

from kitgen.table.console import Console
from kitgen.table.drawing import board_lines, rack_line
from kitgen.table.explaining import points_text
from kitgen.table.table import Command, Sheet, Table
from kitgen.table.tiles import read_tiles

_MOST_HINTS = 20
_SCREEN = 40


class PlayingTable(Table):
    """People and bots take turns."""

    def __init__(
        self, sheet: Sheet, console: Console, bots: Sequence[Bot | None], lexicon: Lexicon
    ) -> None:
        """Sit down.

        Args:
            sheet: The game.
            console: Where people type.
            bots: For each seat its bot, `None` for a person.
            lexicon: The words, without which no bot can play.
        """
        super().__init__(sheet, console)
        self.words = lexicon
        self.bots = tuple(bots)
        self.people = [seat for seat, bot in enumerate(bots) if bot is None]
        self.resigned: int | None = None

    def all_commands(self) -> Iterator[Command]:
        """Yield the commands of a game with racks, then those of every table."""
        yield Command("exchange", "exchange TILES", "exchange tiles of your rack", self.exchange)
        yield Command("hint", "hint [N]", "show the best play, or the N best", self.hint)
        yield Command("rack", "rack", "show your rack", lambda _: self.show_rack())
        yield Command(
            "challenge", "challenge", "doubt the last play; the lexicon decides", self.challenge
        )
        yield Command(
            "withdraw", "withdraw", "take your own last play back as illegal", self.withdraw
        )
        yield Command("resign", "resign", "give up; the game ends", self.resign)
        yield from super().all_commands()

    def run(self) -> None:
        """Play until the game is over, somebody leaves, or the input ends."""
        self.introduce()
        self.keep()
        while not self.left and self.resigned is None:
            if self.bots_doubt():
                continue
            if self.game.is_over:
                if not self.last_doubt():
                    break
                continue
            bot = self.bots[self.game.turn]
            if bot is not None:
                self.act(bot.choose(self.position, self.words))
            else:
                self.turn_of_person()
        if self.resigned is not None:
            self.close(self.position, "resigned", self.resigned)
        elif self.game.is_over and not self.left:
            self.close(self.position)
        else:
            self.console.say(f"Saved; go on with: kitgen play --resume {self.path}")

    def introduce(self) -> None:
        """Say what is played, who plays and who begins."""
        rulebook = self.position.rulebook
        self.console.say(
            f"{rulebook.profile.name}, {rulebook.size} x {rulebook.size}, words of "
            f"{self.words.name}, seed {self.seed}; help lists what can be typed"
        )
        start = self.game.start
        for draw in start.rounds if start is not None and not self.game.actions else ():
            drew = ", ".join(f"{self.nick(seat)} {tile}" for seat, tile in draw.items())
            self.console.say(f"Drawn for the first turn: {drew}")
        self.console.say(f"To move: {self.nick(self.game.turn)}.")

    def turn_of_person(self) -> None:
        """Let a person type until the turn has passed or the table is left."""
        seat = self.game.turn
        if len(self.people) > 1 and self.console.is_terminal:
            self.console.say(*[""] * _SCREEN)
            answer = self.console.ask(
                f"{self.nick(seat)}, press Enter when only you look", empty=True
            )
            if answer is None:
                self.left = True
                return
        self.console.say(
            "", *board_lines(self.position), f"{self.scores()}; bag {len(self.position.bag)}"
        )
        self.show_rack()
        before = self.position
        while self.position is before and not self.left and self.resigned is None:
            line = self.console.ask(f"{self.nick(seat)}>")
            if line is None:
                self.left = True
            else:
                self.obey(line)

    def show_rack(self) -> None:
        """Show the rack of the person to move."""
        seat = self.game.turn
        self.console.say(f"{self.nick(seat)} holds: {rack_line(self.position, seat)}")

    def exchange(self, text: str) -> None:
        """Exchange tiles."""
        self.act(Exchange(read_tiles(text, self.position.rulebook)))

    def hint(self, text: str) -> None:
        """Show the best plays."""
        count = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 1
        plays = scored_plays(self.position, self.words)
        best = sorted(plays, key=lambda one: -one.points)[: min(max(count, 1), _MOST_HINTS)]
        for one in best:
            name = format_play(one.play, self.position)
            self.console.say(f"  {name}: {points_text(one.points)}")
        if not best:
            self.console.say("no word can be made: exchange or pass")

    def challenge(self, _: str) -> None:
        """Let the person to move doubt the last play, or another person where it is their own."""
        window = self.position.window
        author = None if window is None else window.player
        doubters = [seat for seat in (self.game.turn, *self.people) if seat != author]
        self.act(Challenge(doubters[0] if doubters else self.game.turn))

    def withdraw(self, _: str) -> None:
        """Take back the last play, if a person made it."""
        window = self.position.window
        if window is not None and self.bots[window.player] is not None:
            self.console.say(f"not allowed: the last play is that of {self.nick(window.player)}")
            return
        self.act(Withdraw())

    def resign(self, _: str) -> None:
        """Give up."""
        self.resigned = self.game.turn

    def take_back(self) -> None:
        """Undo up to the last thing that a person did."""
        while self.game.actions:
            action, window = self.game.pop(), self.position.window
            seat = self.position.turn
            if isinstance(action, Challenge):
                seat = action.player
            elif isinstance(action, Withdraw) and window is not None:
                seat = window.player
            if self.bots[seat] is None:
                return

    def bots_doubt(self) -> bool:
        """Let bots challenge the open play of a person; tell whether one did."""
        window = self.position.window
        if window is None or self.bots[window.player] is not None:
            return False
        for seat, bot in enumerate(self.bots):
            if bot is not None and bot.doubts(self.position, self.words):
                self.console.say(f"{self.nick(seat)} challenges.")
                return self.act(Challenge(seat))
        return False

    def last_doubt(self) -> bool:
        """Let people challenge the play that ended the game; tell whether one did something."""
        window = self.position.window
        if window is None or self.bots[window.player] is not None or len(self.people) < 2:
            return False
        before = self.position
        while self.position is before and not self.left:
            line = self.console.ask("The game ends here: challenge, undo, or Enter>", empty=True)
            if not line:
                return False
            self.obey(line)
        return True
