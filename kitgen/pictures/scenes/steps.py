"""Each step of putting the kit together: before it, pulled apart, and after it."""

from __future__ import annotations

from collections.abc import Mapping

from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.scene import Picture, Prop, Scene, moved, placed
from kitgen.steps import Step, StepKey, steps
from kitgen.wording import Wording

_GAPS_MM: Mapping[StepKey, float] = {"board-pairs": 26, "board": 26, "rack": 22, "tiles": 9}
"""How far what moves is drawn back."""
_TOWARD: Mapping[StepKey, tuple[float, float, float]] = {
    "board-pairs": (0.35, -1.0, 1.0),
    "board": (0.8, -1.0, 1.0),
    "rack": (0.3, 1.0, 0.75),
    "tiles": (0.55, -1.0, 0.6),
}
"""From where the joint is seen."""
_HEIGHT = 0.6
_WIDTH_PX = 880


def pictures(kit: PicturedKit, language: str) -> list[Picture]:
    """Two pictures a step, in the order of the steps."""
    wording = Wording.read("kitgen.steps", "steps", language)
    drawn = []
    for number, step in enumerate(steps(kit.manifest), start=1):
        for name, gap in (("exploded", _GAPS_MM[step.key]), ("finished", 0.0)):
            path = f"pictures/steps/{number:02d}-{step.key}-{name}.png"
            alt = wording.text(f"{step.key}.{name}")
            drawn.append(Picture(path, _scene(kit, step, gap), alt, _WIDTH_PX))
    return drawn


def _scene(kit: PicturedKit, step: Step, gap_mm: float) -> Scene:
    back = [-gap_mm * along for along in step.insert]
    props = []
    for name in step.standing:
        standing = kit.standing[name]
        pose = placed(standing.pose)
        props.append(Prop(standing.part, moved(pose, back) if name in step.moving else pose))
    return Scene(props, _TOWARD[step.key], _HEIGHT)
