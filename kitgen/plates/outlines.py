"""Packing by outline: parts that reach between each other's arms, round excluded corners.

A part goes where it leaves the bed behind it lowest, or furthest to the left, at any of four
turns; the few large parts of a plate are tried in several such ways at once (a beam search), the
small ones then fill what is free. Nothing is drawn by lot and no clock is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import shapely

from kitgen.plates.nofit import corners_of, distinct_turns, inner_fit, moved, no_fit, turned
from kitgen.plates.pieces import TURNS, Bed, Point

ROUNDING_MM = 0.02
"""By which outlines are grown beyond half the gap: places are rounded to 0.01 mm."""
SIMPLIFY_MM = 0.1
"""By which an outline may be grown so that it has few corners."""
LARGE_SHARE = 0.08
"""Of the bed: parts above it are worth a search."""
SMALL_SHARE = 0.015
"""Of the bed: below it nothing is worth reaching between the arms of."""
BEAM = 4
"""Arrangements of the large parts that are followed at once."""


@dataclass(frozen=True, eq=False)
class Form:
    """An outline with half the gap around it, and the turns worth trying."""

    polygon: shapely.Polygon

    @cached_property
    def turns(self) -> tuple[int, ...]:
        """Those in which it covers something new."""
        return distinct_turns(self.polygon, TURNS)

    @cached_property
    def at(self) -> dict[int, shapely.Polygon]:
        """By turn."""
        return {turn: turned(self.polygon, turn) for turn in TURNS}

    @cached_property
    def area(self) -> float:
        """In mm2."""
        return float(self.polygon.area)


def grown(outline: shapely.Polygon, gap_mm: float) -> shapely.Polygon:
    """Grow an outline by half the gap, and by a little more to have few corners."""
    more = min(SIMPLIFY_MM, gap_mm / 4) if gap_mm else 0.0
    wide = outline.buffer(gap_mm / 2 + more + ROUNDING_MM / 2, join_style="mitre", mitre_limit=1.2)
    return shapely.Polygon(wide.simplify(more).exterior)


@dataclass(frozen=True)
class Lying:
    """A form on a bed."""

    form: Form
    turn: int
    place: Point


@dataclass(frozen=True, eq=False)
class Layout:
    """What lies on a bed; adding to it gives a new one."""

    packer: OutlinePacker
    lying: tuple[Lying, ...] = ()
    free: dict[tuple[int, int], tuple[shapely.Geometry, int]] = field(default_factory=dict)
    """By form and turn: where its origin may be, and how many of `lying` that heeds."""

    def region(self, form: Form, turn: int) -> shapely.Geometry:
        """Give all places at which a form still fits."""
        key = (id(form), turn)
        found, heeded = self.free.get(key, (None, 0))
        if found is None:
            found = self.packer.empty_region(form, turn)
        if heeded < len(self.lying) and not found.is_empty:
            taken = [
                moved(self.packer.no_fit(other.form, other.turn, form, turn), other.place)
                for other in self.lying[heeded:]
            ]
            found = shapely.difference(found, shapely.union_all(taken))
        self.free[key] = (found, len(self.lying))
        return found

    def ways(self, form: Form) -> Iterable[tuple[tuple[float, ...], Layout]]:
        """Give, for every turn, the lowest and the leftmost place, with a mark: less is better."""
        for turn in form.turns:
            corners = corners_of(self.region(form, turn))
            if not len(corners):
                continue
            bounds = form.at[turn].bounds
            far = np.round(corners + np.array(bounds[2:]), 6)
            for order in ((far[:, 0], far[:, 1]), (far[:, 1], far[:, 0])):
                best = int(np.lexsort(order)[0])
                mark = (float(order[1][best]), float(order[0][best]))
                place = (float(corners[best, 0]), float(corners[best, 1]))
                yield mark, self.with_one(Lying(form, turn, place))

    def lowest(self, form: Form) -> Layout | None:
        """Add a form where it ends lowest; None if it fits nowhere."""
        best: tuple[tuple[float, float], Lying] | None = None
        for turn in form.turns:
            corners = corners_of(self.region(form, turn))
            if not len(corners):
                continue
            far = np.round(corners + np.array(form.at[turn].bounds[2:]), 6)
            first = int(np.lexsort((far[:, 0], far[:, 1]))[0])
            mark = (float(far[first, 1]), float(far[first, 0]))
            if best is None or mark < best[0]:
                place = (float(corners[first, 0]), float(corners[first, 1]))
                best = (mark, Lying(form, turn, place))
        return None if best is None else self.with_one(best[1])

    def with_one(self, one: Lying) -> Layout:
        """Give this layout and one form more."""
        return replace(self, lying=(*self.lying, one), free=dict(self.free))

    def spread(self) -> tuple[float, float]:
        """Measure how compactly all lies: the box round it, area and half its edge."""
        if not self.lying:
            return (0.0, 0.0)
        boxes = np.array(
            [np.add(one.form.at[one.turn].bounds, [*one.place, *one.place]) for one in self.lying]
        )
        width, depth = boxes[:, 2:].max(axis=0) - boxes[:, :2].min(axis=0)
        return (round(float(width * depth), 3), round(float(width + depth), 3))


class OutlinePacker:
    """Packs forms on one bed; keeps the no-fit polygons that it has worked out."""

    def __init__(self, bed: Bed, gap_mm: float) -> None:
        """Take a bed.

        Args:
            bed: To pack on.
            gap_mm: Between parts, to the edges and to what is excluded.
        """
        half = gap_mm / 2
        self.area = (half, half, bed.width_mm - half, bed.depth_mm - half)
        self.excluded = tuple(
            shapely.box(low[0], low[1], high[0], high[1]).buffer(half, join_style="mitre")
            for low, high in bed.excluded_mm
        )
        box = shapely.box(*self.area)
        self.usable = box.difference(shapely.union_all(list(self.excluded)))
        self._no_fits: dict[tuple[int, int, int, int], shapely.Geometry] = {}
        self._empty: dict[tuple[int, int], shapely.Geometry] = {}
        self._kept: list[Form] = []

    def form(self, outline: shapely.Polygon, gap_mm: float) -> Form:
        """Give the form of an outline; of a small one its hull, which is quick to lay out."""
        small = outline.convex_hull.area < SMALL_SHARE * self.usable.area
        return Form(grown(outline.convex_hull if small else outline, gap_mm))

    def empty_region(self, form: Form, turn: int) -> shapely.Geometry:
        """Give all places at which a form fits on the bare bed."""
        key = (id(form), turn)
        if key not in self._empty:
            self._kept.append(form)  # so that no other form takes its id
            inside = inner_fit(self.area, form.at[turn])
            if inside is None:
                self._empty[key] = shapely.Polygon()
            else:
                taken = [no_fit(rectangle, form.at[turn]) for rectangle in self.excluded]
                self._empty[key] = shapely.difference(inside, shapely.union_all(taken))
        return self._empty[key]

    def no_fit(self, fixed: Form, fixed_turn: int, moving: Form, turn: int) -> shapely.Geometry:
        """Give the places of `moving` at which it overlaps `fixed`, which lies at the origin."""
        key = (id(fixed), fixed_turn, id(moving), turn)
        if key not in self._no_fits:
            if fixed_turn:
                base = self.no_fit(fixed, 0, moving, (turn - fixed_turn) % 360)
                self._no_fits[key] = turned(base, fixed_turn)
            else:
                self._no_fits[key] = no_fit(fixed.at[0], moving.at[turn])
        return self._no_fits[key]

    def fill(self, forms: Sequence[Form]) -> list[Lying | None]:
        """Put as much as possible on one bed.

        Args:
            forms: In the order in which they should lie, large ones first.

        Returns:
            For each form where it lies, or None where it found no room.
        """
        limit = LARGE_SHARE * self.usable.area
        large = [index for index, form in enumerate(forms) if form.area > limit]
        layout, laid = self._search(forms, large)
        hopeless: set[int] = set()
        for index, form in enumerate(forms):
            if index in laid or index in large or id(form) in hopeless:
                continue
            following = layout.lowest(form)
            if following is None:
                hopeless.add(id(form))
            else:
                layout = following
                laid.append(index)
        found: list[Lying | None] = [None] * len(forms)
        for index, one in zip(laid, layout.lying, strict=True):
            found[index] = one
        return found

    def _search(self, forms: Sequence[Form], large: Sequence[int]) -> tuple[Layout, list[int]]:
        """Lay out the large forms, each on the best few layouts of those before it."""
        beam: list[tuple[Layout, list[int]]] = [(Layout(self), [])]
        room = self.usable.area
        for index in large:
            following: dict[tuple[float, ...], tuple[Layout, list[int]]] = {}
            for layout, laid in beam:
                if sum(one.form.area for one in layout.lying) + forms[index].area > room:
                    continue
                for mark, grown_layout in layout.ways(forms[index]):
                    merit = (*grown_layout.spread(), *mark)
                    following.setdefault(merit, (grown_layout, [*laid, index]))
            if following:
                beam = [following[merit] for merit in sorted(following)[:BEAM]]
        return beam[0]
