"""Each step of putting the kit together: before it, pulled apart, and after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from kitgen.pictures.arrow import arrow
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.scene import Picture, Prop, Scene, Slab, moved, placed
from kitgen.pictures.stage import prop_corners
from kitgen.steps import Step, StepKey, steps
from kitgen.wording import Wording

State = Literal["exploded", "finished"]
STATES: tuple[State, ...] = get_args(State)
"""Before a step, with what moves drawn back, and after it."""


@dataclass(frozen=True)
class _View:
    """How a step is seen.

    Attributes:
        gap_mm: How far what moves is drawn back.
        toward: From where the joint is seen.
        height: Of the picture, as a share of its width.
        arrow: Over what moves, behind it on the table, beside it, under it, or none.
        width_mm: Show so much about what moves, rather than all.
    """

    gap_mm: float
    toward: tuple[float, float, float]
    height: float
    arrow: Literal["over", "behind", "beside", "under", ""]
    width_mm: float | None = None


_VIEWS: Mapping[StepKey, _View] = {
    "board-pairs": _View(30, (0.3, -1.0, 1.0), 0.5, "over"),
    "board": _View(30, (0.55, -1.0, 1.0), 0.54, "over"),
    "rack": _View(24, (0.22, 1.0, 0.85), 0.36, "behind"),
    "square": _View(19, (0.5, -1.0, 0.75), 0.42, "under", 112),
    "stack": _View(9, (0.5, -1.0, 0.6), 0.5, "beside"),
    "rack-tiles": _View(17, (0.3, -1.0, 0.55), 0.42, ""),
}
_WIDTHS_PX: Mapping[State, int] = {"exploded": 720, "finished": 480}
"""The second is for comparing, and stands small beside the text in the manual."""


def pictures(kit: PicturedKit, language: str) -> list[Picture]:
    """Two pictures a step, in the order of the steps."""
    wording = Wording.read("kitgen.steps", "steps", language)
    return [
        Picture(
            picture_path(number, step, state),
            _scene(kit, step, state),
            wording.text(f"{step.key}.{state}"),
            _WIDTHS_PX[state],
        )
        for number, step in enumerate(steps(kit.manifest), start=1)
        for state in STATES
    ]


def picture_path(number: int, step: Step, state: State) -> str:
    """Path in the kit's folder of a picture of the step with that number, counted from 1."""
    return f"pictures/steps/{number:02d}-{step.key}-{state}.png"


def _scene(kit: PicturedKit, step: Step, state: State) -> Scene:
    view = _VIEWS[step.key]
    apart = state == "exploded"
    back = [-view.gap_mm * along if apart else 0.0 for along in step.insert]
    props, moving = [], []
    for name in step.standing:
        standing = kit.standing[name]
        prop = Prop(standing.part, placed(standing.pose))
        if name in step.moving:
            prop = Prop(standing.part, moved(prop.pose, back))
            moving.append(prop)
        props.append(prop)
    slabs = _arrow(kit, step, view, moving) if apart else ()
    if view.width_mm is None:
        return Scene(props, view.toward, view.height, slabs)
    # About the same point in both pictures, so that only what moves differs.
    low, high = _box(kit, moving)
    middle = (low + high) / 2 - np.array(back) - np.array(step.insert) * view.gap_mm / 2
    focus = (float(middle[0]), float(middle[1]), float(middle[2]))
    return Scene(
        props,
        view.toward,
        view.height,
        slabs,
        projection="parallel",
        width_mm=view.width_mm,
        focus=focus,
    )


def _arrow(kit: PicturedKit, step: Step, view: _View, moving: Sequence[Prop]) -> tuple[Slab, ...]:
    if not view.arrow:
        return ()
    low, high = _box(kit, moving)
    middle = (low + high) / 2
    axis = int(np.argmax(np.abs(step.insert)))
    if view.arrow == "beside":
        tip = (float(high[0]) + 5.0, float(middle[1]), float(low[2]) - view.gap_mm + 1.5)
        return arrow(tip, step.insert, 0, view.gap_mm + 1.0, 6.0)
    if view.arrow == "under":
        # From what moves to where it comes to lie, and in sight below its near edge.
        tip = (float(middle[0]), float(middle[1]), float(low[2]) - view.gap_mm + 3.0)
        return arrow(tip, step.insert, 0, view.gap_mm - 4.0, 7.0)
    length = 0.3 * float(high[axis] - low[axis])
    across = 1 - axis
    tip_at = middle + np.array(step.insert) * length / 2
    if view.arrow == "over":
        tip_at[2] = high[2] + 1.0
    else:
        tip_at[across], tip_at[2] = high[across] + 9.0, 0.0
    tip = (float(tip_at[0]), float(tip_at[1]), float(tip_at[2]))
    return arrow(tip, step.insert, across, length, min(24.0, length * 0.5))


def _box(kit: PicturedKit, props: Sequence[Prop]) -> tuple[np.ndarray, np.ndarray]:
    corners = np.concatenate([prop_corners(kit, prop) for prop in props])
    return corners.min(axis=0), corners.max(axis=0)
