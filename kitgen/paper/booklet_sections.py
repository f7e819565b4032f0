"""What each section of the rules booklet says, chosen option by option.

A section is a title and blocks, each a mapping with ``kind``: ``text``, ``list``, ``steps``,
``small``, ``table``, ``letters``, ``example``, ``legend``, ``options``,
``names`` or ``editions``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from kitgen.paper.editions import edition_blocks, edition_name
from kitgen.paper.example_blocks import example_block
from kitgen.paper.examples import Example
from kitgen.paper.options_in_words import option_rows
from kitgen.wording import Wording

if TYPE_CHECKING:
    from wordstack import Rulebook

    from kitgen.pictures.kit import PicturedKit

Block = dict[str, Any]


def cover(kit: PicturedKit, rulebook: Rulebook, wording: Wording) -> dict[str, Any]:
    """Give the cover: name, kind, and the set in figures."""
    low, high = rulebook.profile.players_min, rulebook.profile.players_max
    if low == high:
        players = wording.count("cover.exact_players", high)
    else:
        players = wording.count("cover.players", high, low=wording.number(low))
    size = wording.number(rulebook.size)
    return {
        "name": edition_short(kit, wording),
        "title": wording.text("cover.rules"),
        "kind": wording.text("cover.kind"),
        "facts": [
            players,
            wording.count("cover.tiles", rulebook.tile_total),
            wording.text("cover.size", size=size),
        ],
        "contents": wording.text("cover.contents"),
        "whose": edition_name(rulebook.profile.name, wording),
    }


def edition_short(kit: PicturedKit, wording: Wording) -> str:
    """Name of the game as its profile has it: ``werdup`` is WerdUp, ``my-game`` My game."""
    name = str(kit.game["name"])
    known = wording.table["cover"]["names"]
    if name in known:
        return str(known[name])
    spaced = name.replace("-", " ").replace("_", " ")
    return spaced[:1].upper() + spaced[1:]


def sections(
    kit: PicturedKit, rulebook: Rulebook, wording: Wording, worked: Mapping[str, Example]
) -> list[dict[str, Any]]:
    """Write all sections, in the order of reading."""
    write = _Sections(kit, rulebook, wording, worked)
    made = (
        ("box", write.box()),
        ("assembly", write.assembly()),
        ("setup", write.setup()),
        ("first", write.first()),
        ("turns", write.turns()),
        ("stacking", write.stacking()),
        ("plurals", write.plurals()),
        ("scoring", write.scoring()),
        ("exchange", write.exchange()),
        ("words", write.words()),
        ("challenge", write.challenge()),
        ("end", write.end()),
        ("solo", write.solo()),
        ("options", write.options()),
        ("editions", edition_blocks(rulebook, wording)),
    )
    return [
        {"key": key, "title": wording.text(f"{key}.title"), "blocks": blocks}
        for key, blocks in made
    ]


class _Sections:
    """The sections of one booklet; each method gives the blocks of one."""

    def __init__(
        self,
        kit: PicturedKit,
        rulebook: Rulebook,
        wording: Wording,
        worked: Mapping[str, Example],
    ) -> None:
        self.kit, self.rulebook, self.worked = kit, rulebook, worked
        self.rules, self.profile = rulebook.rules, rulebook.profile
        self.text, self.count, self.wording = wording.text, wording.count, wording
        self.number = wording.number
        self.alone = self.profile.players_max == 1

    def box(self) -> list[Block]:
        kinds: dict[str, int] = {}
        for part in self.kit.manifest.parts:
            kinds[part.kind] = kinds.get(part.kind, 0) + part.count
        size = self.number(self.rulebook.size)
        quarters, halves = kinds.get("board-quarter", 0), kinds.get("rack-half", 0)
        items = [
            self.text("box.board_joined", size=size, pieces=self.number(quarters))
            if quarters > 1
            else self.text("box.board", size=size),
            self.count("box.racks_joined", halves // 2)
            if halves > 1
            else self.count("box.racks", self.profile.players_max),
            self.count("box.tiles", self.rulebook.tile_total),
        ]
        tiles = self.rulebook.tiles
        joined = [label for label in tiles if len(label) > 1]
        remarks = []
        if joined:
            remarks.append(self.text("box.digraphs", labels=self.wording.listed(joined)))
            spelt = [x for x in joined if all(c.upper() in tiles or c in tiles for c in x)]
            if spelt:
                remarks.append(self.text(f"box.{self.rules.digraphs}"))
        if "_" in tiles:
            remarks.append(self.text("box.blanks"))
        return [
            _text(self.text("box.intro")),
            _list(items),
            _text(self.text("box.more")),
            {
                "kind": "letters",
                "title": self.text("box.letters"),
                "header": [self.text("box.letter"), self.text("box.number")],
                "tiles": [
                    [self.text("box.blank") if label == "_" else label, self.number(n)]
                    for label, n in tiles.items()
                ],
            },
            *map(_text, remarks),
        ]

    def assembly(self) -> list[Block]:
        return [
            _text(self.text("assembly.intro")),
            _steps(self.text(f"assembly.{key}") for key in ("board", "rack")),
            _text(self.text("assembly.keep")),
        ]

    def setup(self) -> list[Block]:
        size = self.rulebook.rack_size
        steps = [self.text("setup.mix"), self.text("setup.write")]
        if self.alone:
            return [_steps([steps[0], self.count("setup.own", size)])]
        first = next(iter(self.profile.letters))
        steps += [
            f"{self.text('setup.start', first=first)} {self.text('setup.ties')}",
            f"{self.count('setup.racks', size)} {self.text('setup.left')}",
        ]
        return [_steps(steps)]

    def first(self) -> list[Block]:
        rule = self.rules.first_word
        lone = rule.min == 1
        items = [self.count(f"first.{rule.min_unit}", rule.min)]
        if lone:
            items[0] += " " + self.text("first.lone")
        squares = self.profile.start_squares
        if rule.centre == "none":
            items.append(self.text("first.none"))
        elif squares is None:
            items.append(self.text("first.any_of_four"))
        else:
            named = [
                self.text("first.square", row=self.number(row + 1), column=self.number(col + 1))
                for row, col in squares
            ]
            items.append(
                self.text(
                    "first.squares",
                    number=self.number(len(squares)),
                    list="; ".join(named),
                )
            )
        return [
            _text(self.text("first.make")),
            _list(items),
            _text(self.text("first.then")),
            {"kind": "legend"},
            *self._shown("first"),
        ]

    def turns(self) -> list[Block]:
        never = self.rules.exchange.when == "never"
        ways = [self.text("turns.new")]
        if self.rules.stack.max_height > 1:
            ways += [self.text("turns.stack"), self.text("turns.both")]
        else:
            ways = [ways[0].rstrip(",") + "."]
        return [
            _text(self.text("turns.intro_never" if never else "turns.intro")),
            _text(self.text("turns.lay")),
            _list(ways),
            _text(self.text("turns.hold")),
            _list(self.text(f"turns.{key}") for key in ("join", "line", "words")),
            _text(self.count("turns.refill", self.rulebook.rack_size)),
            *self._shown("cross", "longer"),
        ]

    def stacking(self) -> list[Block]:
        stack, cover = self.rules.stack, self.rules.cover
        if stack.max_height == 1:
            return [_text(self.text("stacking.never"))]
        items = [
            self.count("stacking.height", stack.max_height),
            self.count("stacking.per_cell", stack.max_new_per_cell),
            self.text("stacking.unlimited")
            if stack.max_stacked_cells_per_turn is None
            else self.count("stacking.per_turn", stack.max_stacked_cells_per_turn),
            self.text(f"stacking.{stack.same_letter}"),
        ]
        if cover.full_word == "forbid":
            items.append(
                f"{self.text('stacking.cover_forbid')} {self.text(f'stacking.{cover.scope}')}"
            )
        else:
            items.append(self.text("stacking.cover_allow"))
        return [
            _text(self.text("stacking.intro")),
            _list(items),
            *self._shown("stack", "several", "two_words", "cover", "same_letter"),
        ]

    def plurals(self) -> list[Block]:
        rule = self.rules.plural
        endings = self.wording.listed(rule.suffixes, "or")
        if rule.rule == "off" or not rule.suffixes:
            shown = endings or "S"
            return [_text(self.text("plurals.off", endings=shown)), *self._shown("bare_plural")]
        if not any(self._spelt(ending) for ending in rule.suffixes):
            return [_text(self.text("plurals.unspelt", endings=endings))]
        items = [
            self.text("plurals.excuse"),
            self.text(f"plurals.double_{rule.double}"),
            self.text(f"plurals.stacked_{rule.stacked_s}"),
            self.text("plurals.two_letters"),
        ]
        return [
            _text(self.text(f"plurals.{rule.rule}", endings=endings)),
            _list(items),
            *self._shown("plural", "bare_plural"),
        ]

    def _spelt(self, ending: str) -> bool:
        """Tell whether tiles of the set spell an ending."""
        return ending in self.rulebook.tiles or all(c in self.rulebook.tiles for c in ending)

    def scoring(self) -> list[Block]:
        scoring = self.rules.scoring
        if scoring.mode == "per_letter":
            intro = self.text("scoring.by_letter")
            worth = [
                [self.text("scoring.flat_letter"), self._points("letter_flat", scoring.flat_points)]
            ]
            stacked = ("stacked_letter", f"letter_{scoring.stack_count}")
        else:
            intro = self.text("scoring.by_word")
            worth = [
                [
                    self.text("scoring.flat_word"),
                    self._points("flat_word_points", scoring.flat_points),
                ]
            ]
            stacked = ("stacked_word", f"stacked_{scoring.stack_count}")
        if self.rules.stack.max_height > 1:
            worth.append(
                [self.text(f"scoring.{stacked[0]}"), self._points(stacked[1], scoring.stack_points)]
            )
        header = [self.text("scoring.situation"), self.text("scoring.worth")]
        return [
            _text(intro),
            {"kind": "table", "header": header, "rows": worth, "columns": [2, 3]},
            _text(self.text("scoring.every")),
            _list([self._rare(), self._full()]),
            *self._shown("tall", "letter_bonus", "no_letter_bonus", "full_rack", "last_tiles"),
        ]

    def _points(self, key: str, points: int) -> str:
        return self.count(f"scoring.{key}", points)

    def _rare(self) -> str:
        bonus = self.rules.bonus
        listed = {x: n for x, n in bonus.tiles.items() if x in self.rulebook.tiles}
        if not listed:
            return self.text("scoring.rare_none")
        items = [
            self.text("scoring.rare_item", label=label, n=self.number(points))
            for label, points in listed.items()
        ]
        return self.text(
            f"scoring.rare_{bonus.per}_{bonus.when}", list="*" + self.wording.listed(items) + "*"
        )

    def _full(self) -> str:
        bonus = self.rules.bonus
        if not bonus.all_tiles:
            return self.text("scoring.full_none")
        return self.count(
            f"scoring.full_{bonus.all_tiles_requires}",
            bonus.all_tiles,
            tiles=self.number(self.rulebook.rack_size),
        )

    def exchange(self) -> list[Block]:
        rule = self.rules.exchange
        if rule.when == "never":
            return [_list([self.text("exchange.never"), self.text("exchange.pass")])]
        items = [
            f"{self.text(f'exchange.{rule.when}')} {self.count('exchange.count', rule.count)}",
            self.text(f"exchange.{rule.order}")
            + ("" if self.alone else " " + self.text("exchange.turn")),
            self.text("exchange.bag"),
        ]
        if self.rules.challenge.mode in ("retry_or_pass", "retry_then_miss") and not self.alone:
            items.append(self.text("exchange.after"))
        return [_list([*items, self.text("exchange.pass")])]

    def words(self) -> list[Block]:
        lexicon = self.profile.lexicon
        intro = (
            self.text("words.house")
            if lexicon in (None, "house")
            else self.text("words.list", name=lexicon)
        )
        german = self.profile.language.startswith("de")
        keys = ("capital_de" if german else "capital", "hyphen", "short", "parts", "foreign")
        return [
            _text(intro),
            _text(self.text("words.not")),
            _list(self.text(f"words.{key}") for key in keys),
            _text(self.text("words.accents")),
            _text(self.text("words.look")),
        ]

    def challenge(self) -> list[Block]:
        rule = self.rules.challenge
        if rule.mode == "auto":
            return [_text(self.text("challenge.auto"))]
        steps = [
            self.text(f"challenge.{rule.window}"),
            self.text("challenge.look"),
            self.text(f"challenge.{rule.mode}"),
            self.text(f"challenge.{rule.failed_penalty}"),
        ]
        opening = [_text(self.text("challenge.alone"))] if self.alone else []
        return [*opening, _steps(steps), _text(self.text(f"challenge.{rule.refill}"))]

    def end(self) -> list[Block]:
        rule = self.rules.end
        passes = "end.alone_passes" if self.alone else "end.passes"
        passing = [self.count(passes, rule.pass_rounds)]
        if rule.pass_needs_empty_bag:
            passing.append(self.text("end.empty_bag"))
        if self.rules.exchange.when != "never":
            as_pass = rule.exchange_counts_as_pass
            passing.append(self.text("end.exchange_passes" if as_pass else "end.exchange_no_pass"))
        items = [self.text(f"end.{rule.out}"), " ".join(passing)]
        if rule.nobody_can_move != "off":
            items.insert(1, self.text(f"end.{rule.nobody_can_move}"))
        items.append(self.count("end.scoreless", rule.scoreless_turns))
        closing = [] if rule.nobody_can_move != "off" else [_text(self.text("end.off"))]
        penalty = (
            self.count("end.penalty", rule.penalty_per_tile)
            if rule.penalty_per_tile
            else self.text("end.penalty_none")
        )
        return [
            _text(self.text("end.intro")),
            _list(items),
            *closing,
            _text(f"{penalty} {self.text('end.alone' if self.alone else 'end.winner')}"),
        ]

    def solo(self) -> list[Block]:
        low = self.profile.players_min
        if low > 1:
            return [_text(self.text("solo.cannot_note", low=self.number(low)))]
        rule = self.rules.exchange
        if rule.when == "never":
            items = [self.text("solo.never")]
        else:
            items = [
                f"{self.count('solo.free', rule.solo_free)} {self.text(f'solo.{rule.solo_after}')}"
            ]
        return [
            _text(self.text("solo.can")),
            _list([self.text("solo.draw"), *items, self.text("solo.end")]),
        ]

    def options(self) -> list[Block]:
        rows = option_rows(self.rulebook, self.wording)
        return [
            _text(self.text("options.intro")),
            {
                "kind": "options",
                "header": [self.text("options.topic"), self.text("options.rule")],
                "key": self.text("options.key"),
                "rows": [[row.title, row.value, row.key] for row in rows],
            },
        ]

    def _shown(self, *kinds: str) -> list[Block]:
        return [
            example_block(self.worked[kind], self.rulebook, self.wording)
            for kind in kinds
            if kind in self.worked
        ]


def _text(text: str) -> Block:
    return {"kind": "text", "text": text}


def _list(items: Iterable[str]) -> Block:
    return {"kind": "list", "items": list(items)}


def _steps(items: Iterable[str]) -> Block:
    return {"kind": "steps", "items": list(items)}
