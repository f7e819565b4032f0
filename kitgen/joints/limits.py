"""Inequalities between dimensions, refused with both sides named, and heights in whole layers."""

import math

from kitgen.errors import ParameterError

_SLACK_MM = 1e-9


def require_at_least(
    name: str, value: float, limit_name: str, limit: float, unit: str = "mm"
) -> None:
    """Refuse dimensions that contradict each other.

    Args:
        name: The left side, in words that name the settings it comes from.
        value: Its value, in ``unit``.
        limit_name: The right side, in words.
        limit: The least value allowed, in ``unit``.
        unit: Unit of both sides.

    Raises:
        ParameterError: If ``value`` is below ``limit``.
    """
    if not value >= limit - _SLACK_MM:
        raise ParameterError(
            f"{name} = {value:.4g} {unit} must be at least {limit_name} = {limit:.4g} {unit}"
        )


def require_at_most(
    name: str, value: float, limit_name: str, limit: float, unit: str = "mm"
) -> None:
    """Refuse a value above its limit; the mirror of `require_at_least`.

    Raises:
        ParameterError: If ``value`` is above ``limit``.
    """
    if not value <= limit + _SLACK_MM:
        raise ParameterError(
            f"{name} = {value:.4g} {unit} must be at most {limit_name} = {limit:.4g} {unit}"
        )


def whole_layers_up(height_mm: float, layer_height_mm: float) -> float:
    """Round a height up to whole layers, at least one.

    A slicer prints whole layers only; a height between two boundaries comes out one layer short or
    not at all, so every horizontal face of a part lies on a boundary.
    """
    layers = max(1, math.ceil(round(height_mm / layer_height_mm, 6)))
    return round(layers * layer_height_mm, 9)


def whole_layers_down(height_mm: float, layer_height_mm: float) -> float:
    """Round a height down to whole layers; may be none."""
    return round(math.floor(round(height_mm / layer_height_mm, 6)) * layer_height_mm, 9)


def whole_layers_near(height_mm: float, layer_height_mm: float, at_least_mm: float) -> float:
    """Round a height to the nearest whole layers that are not less than a limit."""
    nearest = math.floor(height_mm / layer_height_mm + 0.5 + 1e-6)
    least = math.ceil(round(at_least_mm / layer_height_mm, 6))
    return round(max(1, nearest, least) * layer_height_mm, 9)
