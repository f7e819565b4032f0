"""The disputed rules of the stacking word games as named options, with a reason for each.

The defaults are those of the Hasbro 2006 sheet (04312, 10 x 10 board, 100 tiles), the fullest
official text. How many tiles a rack holds and how many may play are no options here: they are
`game.rack_size`, `game.players_min` and `game.players_max`.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, PlainSerializer, PlainValidator

from wordstack.frozen_map import FrozenMap
from wordstack.labels import read_amounts
from wordstack.options import Options

LARGEST_BONUS = 100
LARGEST_HEIGHT = 9
"""The short form of a position writes a height as one digit."""


def _read_bonus(raw: object) -> FrozenMap[str, int]:
    return read_amounts(raw, LARGEST_BONUS)


LabelPoints = Annotated[Mapping[str, int], PlainValidator(_read_bonus), PlainSerializer(dict)]


class Scoring(Options):
    """What a word is worth."""

    mode: Literal["word_flat_or_stacked", "per_letter"] = Field(
        "word_flat_or_stacked",
        description="A word scores as a whole (all flat, or stacked somewhere: every text but one) "
        "or each letter by the height of its own stack (WerdUp's wording).",
    )
    flat_points: int = Field(
        2,
        ge=0,
        le=20,
        description="Points for a tile of an all-flat word, or for a flat letter per letter; "
        "2 in every text.",
        json_schema_extra={"unit": "points"},
    )
    stack_points: int = Field(
        1,
        ge=0,
        le=20,
        description="Points for each tile, those underneath included, once a word (or letter) is "
        "stacked; 1 in every text.",
        json_schema_extra={"unit": "points"},
    )
    stack_count: Literal["all_tiles", "added_tiles"] = Field(
        "all_tiles",
        description="Whether the tile on the board itself counts, or only those put on it; "
        "'added_tiles' is a possible reading of WerdUp's '1 point per tile stacked'.",
    )


class FirstWord(Options):
    """What the opening must satisfy."""

    min: int = Field(
        2,
        ge=1,
        le=10,
        description="Least length of the first word: 2 at Hasbro, one tile in the encyclopedia.",
    )
    min_unit: Literal["tiles", "letters"] = Field(
        "tiles",
        description="Whether that length counts tiles or letters: is a lone Qu a word of two? "
        "No text answers.",
    )
    centre: Literal["any_of_four", "none"] = Field(
        "any_of_four",
        description="The first word covers at least one start square (by default the four in the "
        "middle; all texts agree), or may lie anywhere.",
    )


class Bonus(Options):
    """Points beyond the tiles of the words."""

    all_tiles: int = Field(
        20,
        ge=0,
        le=LARGEST_BONUS,
        description="Bonus for playing all tiles in one turn: 20 at Hasbro, 10 in European "
        "Topwords, none mentioned by WerdUp.",
        json_schema_extra={"unit": "points"},
    )
    all_tiles_requires: Literal["rack_size", "emptied_rack"] = Field(
        "rack_size",
        description="Whether that bonus needs a full rack (Hasbro: all seven) or any rack emptied "
        "(Topwords).",
    )
    tiles: LabelPoints = Field(
        FrozenMap({"Qu": 2}),
        description="Bonus per label; a later profile replaces the table whole, and a label that "
        "no tile carries earns nothing. Hasbro: Qu 2.",
        json_schema_extra={
            "unit": "points",
            "allowed": f"a table of labels and whole numbers from 1 to {LARGEST_BONUS}",
        },
    )
    when: Literal["flat_word", "always", "newly_placed"] = Field(
        "flat_word",
        description="Whether the label's bonus needs an all-flat word (Hasbro), nothing more, or a "
        "tile laid in this turn (Topwords; a Greek program).",
    )
    per: Literal["word", "turn"] = Field(
        "word",
        description="Whether the label's bonus counts in every word it stands in (Hasbro: 'any "
        "word') or once a turn (Topwords).",
    )


class End(Options):
    """When the game ends, and what is left over."""

    out: Literal["first_player", "all_players"] = Field(
        "first_player",
        description="With an empty bag the game ends when one player is out (Hasbro) or when all "
        "tiles are played (WerdUp; players without tiles are skipped, which is no pass).",
    )
    pass_rounds: int = Field(
        1,
        ge=1,
        le=10,
        description="Rounds in which everybody passes that end the game: 1 at Hasbro, 3 in the "
        "official app.",
        json_schema_extra={"unit": "rounds"},
    )
    pass_needs_empty_bag: bool = Field(
        False,
        description="Whether passes end the game only once the bag is empty (encyclopedia).",
    )
    nobody_can_move: Literal["bag_empty", "always", "off"] = Field(
        "bag_empty",
        description="Whether the game ends when nobody can make a word: with an empty bag "
        "(Hasbro), whatever the bag holds (WerdUp), or not at all (encyclopedia).",
    )
    exchange_counts_as_pass: bool = Field(
        False, description="Whether an exchange counts as a pass; every text is silent."
    )
    scoreless_turns: int = Field(
        3,
        ge=1,
        le=20,
        description="Rounds without any score, passes and exchanges alike, that end the game. Our "
        "own: without it stuck players would exchange for ever.",
        json_schema_extra={"unit": "rounds"},
    )
    penalty_per_tile: int = Field(
        5,
        ge=0,
        le=50,
        description="Points lost for each tile left on the rack, Qu being one tile; all texts "
        "agree on 5.",
        json_schema_extra={"unit": "points"},
    )


class Exchange(Options):
    """Changing tiles instead of playing."""

    when: Literal["any_turn", "cannot_play", "never"] = Field(
        "any_turn",
        description="Any turn (Hasbro), only if no word can be made (WerdUp), or never.",
    )
    count: int = Field(
        1,
        ge=1,
        le=10,
        description="Most tiles exchanged in one turn; 1 in every text.",
        json_schema_extra={"unit": "tiles"},
    )
    order: Literal["draw_then_return", "discard"] = Field(
        "draw_then_return",
        description="Draw first, then mix the old tile in (Hasbro, WerdUp), or lay it out of the "
        "game (one reading of the encyclopedia's 'discard').",
    )
    solo_free: int = Field(
        5,
        ge=0,
        le=100,
        description="Exchanges that a single player has; 5 at Hasbro.",
        json_schema_extra={"unit": "exchanges"},
    )
    solo_after: Literal["forbid", "lose_turn"] = Field(
        "forbid",
        description="What a single player's further exchange is: not allowed, or the turn.",
    )


class Cover(Options):
    """Whether a word may vanish under new tiles."""

    full_word: Literal["forbid", "allow"] = Field(
        "forbid",
        description="Whether every tile of a word may be covered in one turn: forbidden by Hasbro, "
        "the app and the encyclopedia; WerdUp is silent, a Topwords retelling allows it.",
    )
    scope: Literal["each_old_word", "finished_line"] = Field(
        "each_old_word",
        description="Whether each word that stood before must keep a tile (strict reading), or "
        "only the finished line as a whole.",
    )


class Stack(Options):
    """How tiles go on tiles."""

    same_letter: Literal["not_on_top", "not_anywhere_in_stack", "allow"] = Field(
        "not_on_top",
        description="A letter may not cover itself (every text), not even further down (a house "
        "rule), or may.",
    )
    max_new_per_cell: int = Field(
        1,
        ge=1,
        le=10,
        description="Tiles laid on one stack in one turn; 1 at Hasbro and WerdUp.",
        json_schema_extra={"unit": "tiles"},
    )
    max_stacked_cells_per_turn: int | None = Field(
        None,
        ge=1,
        le=LARGEST_BONUS,
        description="Stacks that one turn may raise. Not limited: WerdUp's own example raises "
        "several, though its sentence could be misread as one.",
        json_schema_extra={"unit": "stacks", "absent": "unlimited"},
    )
    max_height: int = Field(
        5,
        ge=1,
        le=LARGEST_HEIGHT,
        description="Tiles in the highest stack; 5 in every text.",
        json_schema_extra={"unit": "tiles"},
    )


class Plural(Options):
    """Words that only got longer by a plural ending."""

    rule: Literal["s_append", "off", "referee"] = Field(
        "s_append",
        description="A bare plural ending may not be all that lengthens a word (every text since "
        "about 2001), may, or the players decide.",
    )
    double: Literal["forbid", "allow"] = Field(
        "forbid",
        description="Whether one S may make two plurals at once; unsettled, forbidden by most "
        "programs.",
    )
    stacked_s: Literal["allow", "forbid"] = Field(
        "allow",
        description="Whether an S laid on a stack (CARED to CARES) is free of the rule: nothing "
        "was lengthened. No official text tests it.",
    )
    suffixes: tuple[str, ...] = Field(
        ("S",),
        description="Endings that the rule means, which depend on the language.",
        max_length=20,
        strict=False,
        json_schema_extra={"allowed": "a list of at most 20 texts"},
    )


class Challenge(Options):
    """Doubting a word."""

    mode: Literal["retry_or_pass", "retry_then_miss", "lose_turn", "auto"] = Field(
        "retry_or_pass",
        description="After an illegal word: play another or pass (Hasbro), a second one misses "
        "the turn (WerdUp), the turn is lost, or none can be played (the app).",
    )
    window: Literal["before_next_word", "next_action"] = Field(
        "before_next_word",
        description="Until when a play may be challenged: until another word is played (every text "
        "that says it), or until the next action of any kind. It ends with the author's next "
        "action in any case.",
    )
    refill: Literal["window_closed", "at_once"] = Field(
        "window_closed",
        description="When the author of a play draws: once it cannot be challenged any more, so "
        "that a withdrawn play returns to the same rack (and at the latest before anybody else "
        "draws or the author moves), or at once. Every text is silent.",
    )
    failed_penalty: Literal["none"] = Field(
        "none", description="What a wrong challenge costs; no text gives a penalty."
    )


class Start(Options):
    """Who begins."""

    draw: Literal["nearest_first_letter"] = Field(
        "nearest_first_letter",
        description="The tile nearest to the first of game.letters begins; all texts agree.",
    )
    ties: Literal["redraw_tied"] = Field(
        "redraw_tied", description="Players who drew the same draw again; every text is silent."
    )


class RulesOptions(Options):
    """The table `[game.rules]`; its keys are dotted, such as `scoring.mode`."""

    scoring: Scoring = Scoring()
    first_word: FirstWord = FirstWord()
    bonus: Bonus = Bonus()
    end: End = End()
    exchange: Exchange = Exchange()
    cover: Cover = Cover()
    stack: Stack = Stack()
    plural: Plural = Plural()
    challenge: Challenge = Challenge()
    start: Start = Start()
    digraphs: Literal["exclusive", "optional"] = Field(
        "exclusive",
        description="Whether a letter pair that has its own tile must use it (Spanish federation, "
        "Welsh sets) or may be laid with two tiles. Moot for Qu: there is no plain Q.",
    )
