"""Light, colours and background that all pictures share, whoever draws them."""

from __future__ import annotations

from dataclasses import dataclass

BACKGROUND = "#F7F5F0"
SHADOW = 0.62
"""Brightness of the table under a part."""
CREASE_DEG = 28.0
"""Facets that meet at less than this are shaded as one smooth face."""
AMBIENT = 0.30
DIFFUSE = 0.80
"""With all lamps on it a level face is as light as its colour: cream stays cream."""
FADED = 0.62
"""Share of the background in the colour of what is only there for the others."""
ENGRAVED = 0.6
"""Brightness of the ground of an engraved letter: light hardly reaches it."""


@dataclass(frozen=True)
class Lamp:
    """A light.

    Attributes:
        toward: direction to it.
        intensity: 0 to 1.
        at_eye: whether it moves with the eye, in whose frame ``toward`` is then given.
    """

    toward: tuple[float, float, float]
    intensity: float
    at_eye: bool = False


LIGHTS = (
    Lamp((-0.7, -0.2, 1.0), 0.62),
    Lamp((1.0, -0.5, 0.4), 0.20),
    Lamp((0.0, 0.0, 1.0), 0.26, at_eye=True),
)
"""One over the table, a weaker one to the right, and one at the eye."""


def rgb(colour: str) -> tuple[float, float, float]:
    """Three numbers from 0 to 1 for ``#RRGGBB``."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def mixed(colour: str, other: str, share: float) -> str:
    """``#RRGGBB`` of a colour with a share, from 0 to 1, of another."""
    values = (
        round(255 * (share * there + (1 - share) * here))
        for here, there in zip(rgb(colour), rgb(other), strict=True)
    )
    return "#" + "".join(f"{value:02X}" for value in values)
