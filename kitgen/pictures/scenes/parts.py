"""Each different part by itself."""

from __future__ import annotations

from kitgen.export.manifest import Part
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.part_titles import coupon_title, is_blank
from kitgen.pictures.scene import Picture, Pose, Prop, Scene, turned
from kitgen.pictures.tiles import is_letter, with_letter
from kitgen.wording import Wording

_HEIGHT = 0.72
_SMALL_PX, _LARGE_PX = 360, 640
_TOWARD = {
    "tile": (0.16, -1.0, 1.35),
    "tile-letter": (0.16, -1.0, 1.35),
    "board-quarter": (0.75, -1.0, 0.95),
    "rack-half": (0.45, -1.0, 0.75),
}
_SIDES = ("rack-half-left", "rack-half-right")
_OTHERWISE = (0.5, -1.0, 0.9)


def pictures(kit: PicturedKit, language: str) -> list[Picture]:
    """One picture for each part of the manifest, a tile with its letter in it."""
    wording = Wording.read("kitgen.pictures", "pictures", language)
    return [_picture(kit, part, wording) for part in kit.manifest.parts]


def _picture(kit: PicturedKit, part: Part, wording: Wording) -> Picture:
    large = max(part.size_mm) > 60
    pose = _turned(part)
    whole = (
        [Prop(part.name, pose)] if is_letter(part.name) else list(with_letter(kit, part.name, pose))
    )
    x, y, z = _TOWARD.get(part.kind, _OTHERWISE)
    if part.kind == "rack-half" and -part.bbox_mm[0][0] < part.bbox_mm[1][0]:
        # It reaches to the right, so its joint is at the left, and is seen from there.
        x = -x
    scene = Scene(whole, (x, y, z), _HEIGHT)
    path = f"pictures/parts/{part.name}.png"
    return Picture(path, scene, _alt(part, wording), _LARGE_PX if large else _SMALL_PX)


def _turned(part: Part) -> Pose:
    """Quarters lie with their seams to the viewer."""
    return turned("z", 180.0 if part.kind == "board-quarter" else 0.0)


def _alt(part: Part, wording: Wording) -> str:
    """What it is, how large and how many."""
    dimensions = " \u00d7 ".join(wording.number(length, 1) for length in part.size_mm)
    kind = part.name if part.name in _SIDES else part.kind
    if is_blank(part):
        kind = "blank"
    elif kind not in ("tile", "tile-letter", "board-quarter", *_SIDES):
        kind = "other"
    name = coupon_title(part.name, wording.language)
    what = wording.text(f"part.{kind}", label=part.label or "", name=name)
    return wording.count("part.about", part.count, what=what, dimensions=dimensions)
