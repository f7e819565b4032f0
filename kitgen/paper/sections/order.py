"""What keeps order: exchanging, passing, words, challenges, the end, a game for one."""

from __future__ import annotations

from kitgen.paper.rules_at_hand import are_exchanged, exchange_may_pass, scoreless_rounds
from kitgen.paper.sections.telling import Block, Telling, bullets, numbered, paragraph


def exchange(told: Telling) -> list[Block]:
    """Exchanging tiles, and passing."""
    rule = told.rules.exchange
    passing = told.text("exchange.pass")
    if told.alone:
        passing = told.text("exchange.pass_alone", section=told.text("end.title"))
    if not told.exchanging:
        return [bullets([told.text("exchange.never"), passing])]
    items = [
        f"{told.text(f'exchange.{rule.when}')} {told.count('exchange.count', rule.count)}",
        told.count(f"exchange.{rule.order}", rule.count)
        + ("" if told.alone else " " + told.text("exchange.turn")),
        told.count("exchange.bag", rule.count),
    ]
    if told.rules.challenge.mode in ("retry_or_pass", "retry_then_miss") and told.doubted:
        items.append(told.text("exchange.after"))
    return [bullets([*items, passing])]


def words(told: Telling) -> list[Block]:
    """Which words count."""
    lexicon = told.profile.lexicon
    if lexicon in (None, "house"):
        intro = told.text("words.house_alone" if told.alone else "words.house")
    else:
        intro = told.text("words.list", name=lexicon)
    german = told.profile.language.startswith("de")
    keys = ("capital_de" if german else "capital", "hyphen", "short", "parts", "foreign")
    tongue = told.profile.language.partition("-")[0]
    spoken = told.wording.language_name(tongue)
    if tongue != told.wording.language and spoken is not None:
        intro = f"{told.text('words.language', language=spoken)} {intro}"
    return [
        paragraph(intro),
        paragraph(told.text("words.not")),
        bullets(told.text(f"words.{key}") for key in keys),
        paragraph(told.text("words.accents")),
        *([paragraph(told.text("words.look"))] if told.doubted else []),
    ]


def challenge(told: Telling) -> list[Block]:
    """Doubting a word."""
    rule = told.rules.challenge
    if told.alone:
        return [paragraph(told.text("challenge.alone"))]
    if rule.mode == "auto":
        return [paragraph(told.text("challenge.auto"))]
    window = rule.window if told.exchanging else f"{rule.window}_never"
    keys = (window, "look", rule.mode, rule.failed_penalty)
    return [
        numbered(told.text(f"challenge.{key}") for key in keys),
        paragraph(told.text(f"challenge.{rule.refill}")),
    ]


def end(told: Telling) -> list[Block]:
    """How the game ends, and who has won."""
    rule = told.rules.end
    passing = [told.count("end.alone_passes" if told.alone else "end.passes", rule.pass_rounds)]
    if rule.pass_needs_empty_bag:
        passing.append(told.text("end.empty_bag"))
    as_pass = rule.exchange_counts_as_pass
    if exchange_may_pass(told.rulebook, alone=told.alone) and (as_pass or not told.alone):
        passing.append(told.text("end.exchange_passes" if as_pass else "end.exchange_no_pass"))
    out = "out_alone" if told.alone else rule.out
    items = [told.text(f"end.{out}"), " ".join(passing)]
    if rule.nobody_can_move != "off":
        items.insert(1, told.text(f"end.{_stuck(told)}"))
    if scoreless_rounds(told.rulebook, alone=told.alone):
        scoreless = "scoreless" if told.exchanging else "scoreless_never"
        items.append(told.count(f"end.{scoreless}", rule.scoreless_turns))
    closing = [paragraph(told.text("end.off"))] if rule.nobody_can_move == "off" else []
    penalty = "penalty_alone" if told.alone else "penalty"
    lost = (
        told.count(f"end.{penalty}", rule.penalty_per_tile)
        if rule.penalty_per_tile
        else told.text("end.penalty_none")
    )
    return [
        paragraph(told.text("end.intro")),
        bullets(items),
        *([] if told.alone else closing),
        paragraph(f"{lost} {told.text('end.alone' if told.alone else 'end.winner')}"),
    ]


def _stuck(told: Telling) -> str:
    """Which text says what ends a game in which no word can be made."""
    when = told.rules.end.nobody_can_move
    if not told.alone:
        return when
    return f"alone_{when}" + ("" if told.exchanging else "_never")


def solo(told: Telling) -> list[Block]:
    """A game for one."""
    low = told.profile.players_min
    if low > 1:
        return [paragraph(told.text("solo.cannot_note", low=told.number(low)))]
    rule = told.rules.exchange
    exchanging = are_exchanged(told.rulebook, alone=True)
    if not exchanging:
        items = [told.text("solo.never")]
    elif not rule.solo_free:
        items = [told.text("solo.none_free")]
    else:
        free = told.count("solo.free", rule.solo_free)
        items = [f"{free} {told.text(f'solo.{rule.solo_after}')}"]
    if told.alone:
        return [paragraph(told.text("solo.only")), bullets(items)]
    stuck = told.rules.end.nobody_can_move
    ending = "end_off" if stuck == "off" else f"end_{stuck}"
    if not exchanging and stuck != "off":
        ending += "_never"
    return [
        paragraph(told.text("solo.can")),
        bullets([told.text("solo.draw"), *items, told.text(f"solo.{ending}")]),
    ]
