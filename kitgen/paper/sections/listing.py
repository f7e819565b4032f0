"""All sections of the booklet, in the order of reading."""

from __future__ import annotations

from typing import Any

from kitgen.paper.editions import edition_blocks
from kitgen.paper.options_in_words import option_rows
from kitgen.paper.sections import box, counting, order, play
from kitgen.paper.sections.telling import Block, Telling, paragraph


def sections(told: Telling) -> list[dict[str, Any]]:
    """Write all sections: key, title and blocks of each."""
    made = (
        ("box", box.box(told)),
        ("assembly", box.assembly(told)),
        ("setup", box.setup(told)),
        ("first", play.first(told)),
        ("turns", play.turns(told)),
        ("stacking", play.stacking(told)),
        ("plurals", play.plurals(told)),
        ("scoring", counting.scoring(told)),
        ("exchange", order.exchange(told)),
        ("words", order.words(told)),
        ("challenge", order.challenge(told)),
        ("end", order.end(told)),
        ("solo", order.solo(told)),
        ("options", _options(told)),
        ("editions", edition_blocks(told.kit, told.wording)),
    )
    titles = {"exchange": "exchange.title" if told.exchanging else "exchange.title_never"}
    return [
        {"key": key, "title": told.text(titles.get(key, f"{key}.title")), "blocks": blocks}
        for key, blocks in made
    ]


def _options(told: Telling) -> list[Block]:
    rows = option_rows(told.rulebook, told.wording, players_most=told.kit.players_most)
    return [
        paragraph(told.text("options.intro")),
        {
            "kind": "options",
            "header": [told.text("options.topic"), told.text("options.rule")],
            "key": told.text("options.key"),
            "rows": [[row.title, row.value, row.key] for row in rows],
        },
    ]
