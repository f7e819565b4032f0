"""The keeper of the score of a game on a real board: it sees what is played, never a rack."""

from collections import Counter
from collections.abc import Iterator

from wordstack import HIDDEN, Challenge, Exchange, NotationError, Position, Withdraw
from wordstack.record import closed_position
from wordstack.record.record import EndReasonSaid
from wordstack.tile_text import tiles_text

from kitgen.errors import UserError
from kitgen.table.drawing import board_lines
from kitgen.table.table import Command, Table
from kitgen.table.tiles import read_tiles


class ScoringTable(Table):
    """Somebody types what the players do."""

    stopped: tuple[EndReasonSaid, int | None] | None = None

    def all_commands(self) -> Iterator[Command]:
        """Yield the commands of a score keeper, then those of every table."""
        yield Command(
            "exchange",
            "exchange [TILES]",
            "tiles are exchanged: letters, a number, or one",
            self.exchange,
        )
        yield Command(
            "challenge",
            "challenge NICK",
            "NICK doubts the last play: lexicon decides",
            self.challenge,
        )
        yield Command(
            "withdraw",
            "withdraw",
            "the last play is taken back as illegal",
            lambda _: self.look_up(),
        )
        yield Command("resign", "resign NICK", "NICK gives up; the game ends", self.resign)
        yield Command("end", "end", "the players stop; the game ends", self.stop)
        yield from super().all_commands()

    def run(self) -> None:
        """Keep the score until the game is over, the keeper leaves, or the input ends."""
        self.introduce()
        self.keep()
        while not self.left and self.stopped is None:
            over = self.game.is_over
            if over:
                prompt = "The game ends here: challenge, undo, or Enter to close>"
            else:
                self.console.say("", *board_lines(self.position), self.standing())
                prompt = f"{self.nick(self.game.turn)}>"
            before = self.position
            while self.position is before and not self.left and self.stopped is None:
                line = self.console.ask(prompt, empty=over)
                if line is None:
                    self.left = True
                elif over and not line:
                    break
                else:
                    self.obey(line)
            if over and self.position is before:
                break
        final = None if self.left else self.ask_racks()
        if final is None:
            self.console.say(f"Saved; go on with: kitgen score --resume {self.path}")
        elif self.stopped is not None:
            self.close(final, *self.stopped)
        else:
            self.close(final)

    def introduce(self) -> None:
        """Say what is played and who judges words."""
        rulebook = self.position.rulebook
        words = "the players' own dictionary" if self.lexicon is None else self.lexicon.name
        self.console.say(
            f"{rulebook.profile.name}, {rulebook.size} x {rulebook.size}, words by {words}; "
            "help lists what can be typed"
        )

    def standing(self) -> str:
        """Return scores, bag and racks in one line."""
        held = "/".join(str(len(rack)) for rack in self.position.racks)
        return f"{self.scores()}; bag {len(self.position.bag)}, racks {held}"

    def exchange(self, text: str) -> None:
        """Write down an exchange.

        Raises:
            UserError: Tiles of the player are known, so it must be said whether they went.
        """
        shown = tuple(tile for tile in self.position.rack if tile != HIDDEN)
        if shown and (not text or text.isdigit()):
            raise UserError(
                f"{self.nick(self.game.turn)} holds {tiles_text(shown)}, which were taken back: "
                "exchange with the letters, ? for one that is none of these"
            )
        if not text or (text.isascii() and text.isdigit() and len(text) < 3):
            self.act(Exchange((HIDDEN,) * int(text or "1")))
        else:
            self.act(Exchange(read_tiles(text, self.position.rulebook)))

    def challenge(self, nick: str) -> None:
        """Let the lexicon decide on the last play."""
        window = self.position.window
        if self.lexicon is None:
            raise UserError("no lexicon decides here: look the word up; withdraw if it is none")
        others = [seat for seat in range(len(self.seats)) if not window or seat != window.player]
        seat = others[0] if not nick and len(others) == 1 else self.seat(nick)
        self.act(Challenge(seat))

    def look_up(self) -> None:
        """Write down that the last play is taken back."""
        self.act(Withdraw())

    def resign(self, nick: str) -> None:
        """Write down that a player gives up.

        Raises:
            UserError: The rules have ended the game already.
        """
        self.refuse_after_the_end()
        self.stopped = ("resigned", self.seat(nick))

    def stop(self, _: str) -> None:
        """Write down that the players stop.

        Raises:
            UserError: The rules have ended the game already.
        """
        self.refuse_after_the_end()
        self.stopped = ("agreed", None)

    def refuse_after_the_end(self) -> None:
        """Let nobody stop a game that is over: its record would say what is not so."""
        if self.game.is_over:
            raise UserError("the game is over already; Enter closes the sheet")

    def ask_racks(self) -> Position | None:
        """Ask what each player has left; `None` where the input ends."""
        final = closed_position(self.position)
        for seat in range(final.players):
            while HIDDEN in final.racks[seat]:
                deduced = _deduced(final, seat)
                known = f" (Enter: {tiles_text(deduced)})" if deduced else " (Enter: unknown)"
                count = len(final.racks[seat])
                tiles = f"{count} tile" + ("s" if count > 1 else "")
                answer = self.console.ask(
                    f"{self.nick(seat)} has {tiles} left, which?{known}", empty=True
                )
                if answer is None:
                    return None
                if not answer and not deduced:
                    break
                try:
                    given = read_tiles(answer, final.rulebook) if answer else deduced
                    final = _filled(final, seat, given)
                except (NotationError, UserError) as error:
                    self.console.say(f"not understood: {error}")
                    continue
                break
        return final


def _known(position: Position) -> Counter[str]:
    return Counter(tile for tile in position.all_tiles() if tile != HIDDEN)


def _deduced(position: Position, seat: int) -> tuple[str, ...]:
    """Return a rack that can only be one: the last tiles that nobody has seen."""
    hidden = position.racks[seat].count(HIDDEN)
    unseen = position.rulebook.unseen(_known(position).elements())
    if unseen.total() != hidden:
        return ()
    seen = [tile for tile in position.racks[seat] if tile != HIDDEN]
    return position.rulebook.sorted((*seen, *unseen.elements()))


def _filled(position: Position, seat: int, tiles: tuple[str, ...]) -> Position:
    held = position.racks[seat]
    if len(tiles) != len(held):
        raise UserError(f"{len(tiles)} tiles: must be {len(held)}")
    seen = Counter(tile for tile in held if tile != HIDDEN)
    if missing := seen - Counter(tiles):
        back = tiles_text(position.rulebook.sorted(missing.elements()))
        raise UserError(f"{back} must be among them, it was taken back")
    filled = position.with_rack(seat, tiles)
    if over := _known(filled) - Counter(dict(position.rulebook.tiles)):
        more = tiles_text(position.rulebook.sorted(over.elements()))
        raise UserError(f"{more}: the game has no more of these")
    return filled
