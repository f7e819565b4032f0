"""A ruling on one play: legal, or everything that is wrong with it, and what it scores."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wordstack.actions import Play
from wordstack.board import Board
from wordstack.placement import hand_reasons, square_reasons
from wordstack.plural import bare_plurals
from wordstack.position import Position
from wordstack.reasons import Reason
from wordstack.rulebook import Rulebook
from wordstack.scoring import Points, score
from wordstack.word_graph import WordGraph
from wordstack.words import FormedWord, formed_words

_WITHOUT_WORDS = {"not_in_line", "gap", "not_connected", "first_move_min_length"}


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules say of a play; nothing is changed by asking.

    Attributes:
        play: The play.
        reasons: Everything that is wrong, of both classes; placement first.
        words: Every word that it forms, also where it is not legal.
        points: What it scores, or would.
        words_judged: Whether there was a lexicon to ask.
    """

    play: Play
    reasons: tuple[Reason, ...]
    words: tuple[FormedWord, ...]
    points: Points
    words_judged: bool

    @property
    def is_legal(self) -> bool:
        """Whether nothing is wrong."""
        return not self.reasons

    @property
    def placement_reasons(self) -> tuple[Reason, ...]:
        """The reasons for which it can never be laid."""
        return tuple(reason for reason in self.reasons if reason.kind == "placement")

    @property
    def word_reasons(self) -> tuple[Reason, ...]:
        """The reasons for which a challenge would succeed."""
        return tuple(reason for reason in self.reasons if reason.kind == "word")

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of all reasons, each once."""
        return tuple(dict.fromkeys(reason.code for reason in self.reasons))


def validate(
    position: Position, play: Play, lexicon: WordGraph | None = None, *, player: int | None = None
) -> Ruling:
    """Rule on a play without making it.

    Of a play that is off the board nothing more is said than that, whose turn it is and what is
    not held.

    Args:
        position: Before the play.
        play: Any tiles on any squares.
        lexicon: The words; without it no word is called wrong.
        player: Who plays; by default the player to move.
    """
    rulebook, before = position.rulebook, position.board
    seat = position.turn if player is None else player
    reasons = list(hand_reasons(position, play, seat))
    judged = lexicon is not None
    if any(reason.code in ("no_tiles", "off_board") for reason in reasons):
        return Ruling(play, tuple(reasons), (), Points((), 0, 0), judged)
    after = before.lay(play.placements)
    reasons += square_reasons(rulebook, before, after, play)
    codes = {reason.code for reason in reasons}
    words = formed_words(before, after, play)
    if len(words) == 1 and len(words[0].cells) == 1 and "first_move_min_length" in codes:
        words = ()
    if not words and not codes & _WITHOUT_WORDS:
        reasons.append(Reason("no_word", "placement", "no word is made or changed"))
    plurals = list(_plural_reasons(rulebook, before, words))
    reasons += [reason for reason in plurals if reason.kind == "placement"]
    reasons += [reason for reason in plurals if reason.kind == "word"]
    if lexicon is not None:
        reasons += [
            Reason(
                "not_a_word", "word", f"{word.text} is not in the lexicon", word.cells, (word.text,)
            )
            for word in words
            if word.letters not in lexicon
        ]
    points = score(rulebook, words, len(play.placements), len(position.racks[seat]))
    return Ruling(play, tuple(reasons), words, points, judged)


def _plural_reasons(
    rulebook: Rulebook, before: Board, words: Sequence[FormedWord]
) -> Iterator[Reason]:
    options = rulebook.rules.plural
    if options.rule == "off":
        return
    for word in bare_plurals(options, before, words):
        yield Reason(
            "plural_s",
            "word" if options.rule == "referee" else "placement",
            f"{word.text} only puts an ending to a word",
            word.cells,
            (word.text,),
        )
