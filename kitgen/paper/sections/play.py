"""Laying tiles: the first turn, all others, stacking, plurals."""

from __future__ import annotations

from kitgen.paper.rules_at_hand import plural_rule
from kitgen.paper.sections.telling import Block, Telling, bullets, paragraph


def first(told: Telling) -> list[Block]:
    """The opening."""
    rule = told.rules.first_word
    items = [told.count(f"first.{rule.min_unit}", rule.min)]
    if rule.min == 1:
        items[0] += " " + told.text("first.lone")
    items += _start(told)
    then = "then_alone" if told.alone else _drawing(told, "then")
    return [
        paragraph(told.text("first.make_alone" if told.alone else "first.make")),
        bullets(items),
        paragraph(told.text(f"first.{then}", section=_doubts(told))),
        *([{"kind": "legend"}] if told.worked else []),
        *told.shown("first"),
    ]


def _start(told: Telling) -> list[str]:
    """Where it may lie, and what the printed rings say of that."""
    squares = told.profile.start_squares
    if told.rules.first_word.centre == "none":
        return [told.text("first.none"), told.text("first.rings")]
    if squares is None:
        return [told.text("first.any_of_four")]
    named = [
        told.text("first.square", row=told.number(row + 1), column=told.number(col + 1))
        for row, col in squares
    ]
    number = told.number(len(squares))
    where = told.text("first.squares", number=number, list="; ".join(named))
    middle = told.rulebook.size // 2
    ringed = {(row, col) for row in (middle - 1, middle) for col in (middle - 1, middle)}
    return [where] if set(squares) == ringed else [where, told.text("first.rings")]


def _drawing(told: Telling, key: str) -> str:
    """Which text says when tiles are drawn: at once, or when nobody can doubt the play."""
    later = told.doubted and told.rules.challenge.refill == "window_closed"
    return f"{key}_later" if later else key


def _doubts(told: Telling) -> str:
    return told.text("challenge.title")


def turns(told: Telling) -> list[Block]:
    """Every other turn."""
    laying = [paragraph(told.text("turns.lay_flat"))]
    if not told.flat:
        ways = (told.text(f"turns.{way}") for way in ("new", "stack", "both"))
        laying = [paragraph(told.text("turns.lay")), bullets(ways)]
    join = "join_flat" if told.flat else "join"
    refill = f"turns.{_drawing(told, 'refill')}"
    return [
        paragraph(told.text("turns.intro" if told.exchanging else "turns.intro_never")),
        *laying,
        paragraph(told.text("turns.hold")),
        bullets(told.text(f"turns.{key}") for key in (join, "line", "words")),
        paragraph(told.count(refill, told.rulebook.rack_size, section=_doubts(told))),
        *told.shown("cross", "longer"),
    ]


def stacking(told: Telling) -> list[Block]:
    """What may lie on what."""
    stack, cover = told.rules.stack, told.rules.cover
    if told.flat:
        return [paragraph(told.text("stacking.never"))]
    items = [
        told.count("stacking.height", stack.max_height),
        told.count("stacking.per_cell", stack.max_new_per_cell),
        told.text("stacking.unlimited")
        if stack.max_stacked_cells_per_turn is None
        else told.count("stacking.per_turn", stack.max_stacked_cells_per_turn),
        told.text(f"stacking.{stack.same_letter}"),
    ]
    if cover.full_word == "forbid":
        items.append(f"{told.text('stacking.cover_forbid')} {told.text(f'stacking.{cover.scope}')}")
    else:
        items.append(told.text("stacking.cover_allow"))
    return [
        paragraph(told.text("stacking.intro")),
        bullets(items),
        *told.shown("stack", "several", "two_words", "cover", "same_letter"),
    ]


def plurals(told: Telling) -> list[Block]:
    """Whether an ending alone is a play."""
    rule = told.rules.plural
    endings = told.wording.listed(rule.suffixes, "or")
    judged = plural_rule(told.rulebook, alone=told.alone)
    if judged == "off":
        shown = endings or "S"
        return [
            paragraph(told.text("plurals.off", endings=shown)),
            *told.shown("bare_plural"),
        ]
    if judged == "unspelt":
        return [
            paragraph(told.text("plurals.unspelt", endings=endings)),
            *told.shown("bare_plural"),
        ]
    items = [told.text("plurals.excuse"), told.text(f"plurals.double_{rule.double}")]
    if not told.flat:
        items.append(told.text(f"plurals.stacked_{rule.stacked_s}"))
    items.append(told.text("plurals.two_letters"))
    return [
        paragraph(told.text(f"plurals.{judged}", endings=endings)),
        bullets(items),
        *told.shown("plural", "bare_plural"),
    ]
