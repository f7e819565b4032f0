"""Which parts a kit has, and how many of each."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kitgen.errors import UserError
from kitgen.kit.dimensions import Dimensions
from kitgen.kit.names import label_names
from kitgen.lettering.composition import Letter
from kitgen.parts.registry import PartParameters, kind_of
from kitgen.parts.tile import LetterStyle, TileLetterParameters

QUARTERS = 4
MOST_SPARES = 1000


@dataclass(frozen=True)
class Lettering:
    """The letters of a kit, laid out."""

    font: str
    """Family and style, for people."""
    cap_height: float
    baseline: float
    letters: Mapping[str, Letter]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class LetterFacts:
    """How a part is lettered, for whoever judges it; lengths in mm, the tile's centre is 0."""

    font: str
    cap_height: float
    baseline: float
    scale: float
    narrowing: float
    relief: float
    style: LetterStyle
    bar: tuple[float, float, float, float] | None


@dataclass(frozen=True)
class KitPart:
    """One unique part of a kit."""

    name: str
    parameters: PartParameters
    count: int
    colour: str
    label: str | None = None
    letter: LetterFacts | None = None

    @property
    def kind(self) -> str:
        """As the manifest has it."""
        return kind_of(self.parameters).name

    @property
    def volume_mm3(self) -> float:
        """Of one, from its dimensions."""
        return kind_of(self.parameters).volume(self.parameters)


def kit_parts(dimensions: Dimensions, lettering: Lettering) -> tuple[KitPart, ...]:
    """List the parts of a whole kit: board, racks, then tiles in the set's order."""
    settings = dimensions.settings
    p = settings.print
    left, right = dimensions.rack_halves()
    parts = [
        KitPart("board-quarter", dimensions.board_quarter(), QUARTERS, p.board_colour),
        KitPart("rack-half-left", left, settings.players, p.rack_colour),
        KitPart("rack-half-right", right, settings.players, p.rack_colour),
    ]
    names = label_names(settings.tile_set.counts)
    for label, count in settings.tile_set.counts.items():
        parts += _tile_parts(dimensions, lettering, label, f"tile-{names[label]}", count)
    return tuple(parts)


def chosen_parts(
    parts: Sequence[KitPart], *, only: Sequence[str] = (), spare: Mapping[str, int] | None = None
) -> tuple[KitPart, ...]:
    """Pick parts by name and add spares.

    Args:
        parts: Of the whole kit.
        only: Names of parts, or beginnings of names up to a dash (``rack-half``, ``tile``);
            empty for all. The letter of an inlay tile comes with its tile.
        spare: By tile label or part name, how many more to make.

    Raises:
        UserError: For a name that no part has, or a number of spares that is none.
    """
    more: dict[str, int] = {}
    for key, number in (spare or {}).items():
        if not 1 <= number <= MOST_SPARES:
            raise UserError(f"--spare {key}={number}: must be from 1 to {MOST_SPARES}")
        for part in _spared(parts, key):
            more[part.name] = more.get(part.name, 0) + number
    wanted: set[str] = set()
    for name in only:
        named = [part.name for part in _named(parts, name)]
        if not named:
            raise UserError(f"--only {name}: no such part; {_advice(name, parts)}")
        wanted.update(named)
    return tuple(
        replace(part, count=part.count + more.get(part.name, 0))
        for part in parts
        if not only or part.name in wanted
    )


def _tile_parts(
    dimensions: Dimensions, lettering: Lettering, label: str, name: str, count: int
) -> list[KitPart]:
    p = dimensions.settings.print
    letter = lettering.letters[label]
    facts = (
        None
        if letter.outline.is_empty
        else LetterFacts(
            font=lettering.font,
            cap_height=lettering.cap_height,
            baseline=lettering.baseline,
            scale=letter.scale,
            narrowing=letter.narrowing,
            relief=dimensions.relief,
            style=p.letter_style,
            bar=letter.bar,
        )
    )
    tile = dimensions.tile(letter.shape)
    parts = [KitPart(name, tile, count, p.tile_colour, label, facts)]
    if p.letter_style == "inlay" and facts is not None:
        inlay = TileLetterParameters(dimensions.relief, letter.shape)
        parts.append(KitPart(f"{name}-letter", inlay, count, p.letter_colour, label, facts))
    return parts


def _named(parts: Sequence[KitPart], name: str) -> list[KitPart]:
    """The part of a name with the letter that fills it, else all whose names begin with it.

    A whole name comes first: the tile of A is not meant to bring that of A with a diaeresis.
    """
    exact = [part for part in parts if part.name == name]
    if exact and exact[0].kind == "tile":
        return [part for part in parts if part.label == exact[0].label]
    return exact or [part for part in parts if part.name.startswith(f"{name}-")]


def _spared(parts: Sequence[KitPart], key: str) -> list[KitPart]:
    """The parts that a spare is asked for: by label first, since labels are what people see."""
    by_label = [part for part in parts if part.label == key]
    found = by_label or _named(parts, key)
    if not found:
        raise UserError(f"--spare {key}: no such tile or part; {_advice(key, parts)}")
    return found


def _advice(name: str, parts: Sequence[KitPart]) -> str:
    known = [part.name for part in parts]
    labels = [part.label for part in parts if part.label is not None]
    labelled = [part.name for part in parts if part.label == name]
    near = labelled[:1] or difflib.get_close_matches(name, [*known, *labels], n=3)
    others = [name for name in known if not name.startswith("tile-")]
    tiles = [name for name in known if name.startswith("tile-")]
    hint = f"did you mean {' or '.join(near)}?" if near else f"known are {', '.join(others)}"
    return hint if near else f"{hint} and {tiles[0]} to {tiles[-1]}"
