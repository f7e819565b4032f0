"""Before the game: cover, what is in the box, how it goes together, getting ready."""

from __future__ import annotations

from typing import Any

from kitgen.paper.sections.telling import Block, Telling, bullets, numbered, paragraph


def cover(told: Telling) -> dict[str, Any]:
    """Give the cover: name, kind, and the set in figures."""
    low, high = told.kit.players_least, told.kit.players_most
    if low == high:
        players = told.count("cover.exact_players", high)
    else:
        players = told.count("cover.players", high, low=told.number(low))
    return {
        "name": told.kit.title(told.wording.language),
        "title": told.text("cover.rules"),
        "kind": told.text("cover.kind_flat" if told.flat else "cover.kind"),
        "facts": [
            players,
            told.count("cover.tiles", told.rulebook.tile_total),
            told.text("cover.size", size=told.number(told.rulebook.size)),
        ],
        "contents": told.text("cover.contents"),
    }


def box(told: Telling) -> list[Block]:
    """What should be there."""
    size, tiles = told.number(told.rulebook.size), told.rulebook.tiles
    quarters, racks = _parts(told, "board-quarter"), _racks(told)
    board = told.text("box.board_joined", size=size, pieces=told.number(quarters))
    each = racks == told.kit.players_most > 1
    return [
        paragraph(told.text("box.intro_alone" if told.alone else "box.intro")),
        bullets(
            [
                board,
                told.count("box.racks_each" if each else "box.racks", racks),
                told.count("box.tiles", told.rulebook.tile_total),
            ]
        ),
        paragraph(told.text("box.more_alone" if told.alone else "box.more")),
        {
            "kind": "letters",
            "title": told.text("box.letters"),
            "header": [told.text("box.letter"), told.text("box.number")],
            "tiles": [
                [told.text("box.blank") if label == "_" else label, told.number(n)]
                for label, n in tiles.items()
            ],
        },
        *map(paragraph, _remarks(told)),
    ]


def _parts(told: Telling, kind: str) -> int:
    """How many parts of a kind the kit has."""
    return sum(part.count for part in told.kit.manifest.parts if part.kind == kind)


def _racks(told: Telling) -> int:
    return _parts(told, "rack-half") // 2


def _remarks(told: Telling) -> list[str]:
    """On tiles with several letters, and on blanks."""
    tiles = told.rulebook.tiles
    joined = [label for label in tiles if len(label) > 1]
    remarks = []
    if joined:
        remarks.append(told.text("box.digraphs", labels=told.wording.listed(joined)))
        spelt = [x for x in joined if all(c.upper() in tiles or c in tiles for c in x)]
        if spelt:
            remarks.append(told.text(f"box.{told.rules.digraphs}"))
    if "_" in tiles:
        remarks.append(told.text("box.blanks"))
    return remarks


def assembly(told: Telling) -> list[Block]:
    """How board and racks go together, in short."""
    return [
        paragraph(told.text("assembly.intro")),
        numbered(
            [
                told.text("assembly.pairs"),
                told.text("assembly.board"),
                told.count("assembly.rack", _racks(told)),
            ]
        ),
        paragraph(told.text("assembly.keep")),
    ]


def setup(told: Telling) -> list[Block]:
    """What is done before the first turn."""
    size = told.rulebook.rack_size
    if told.alone:
        return [numbered([told.text("setup.mix_alone"), told.count("setup.own", size)])]
    first = next(iter(told.profile.letters))
    begins = [told.text("setup.start", first=first), told.text("setup.ties")]
    if "_" in told.rulebook.tiles:
        begins.insert(1, told.text("setup.blank"))
    return [
        numbered(
            [
                told.text("setup.mix"),
                told.text("setup.write"),
                " ".join(begins),
                f"{told.count('setup.racks', size)} {told.text('setup.left')}",
            ]
        )
    ]
