"""Shares of a sample, and how far off they may be."""

import math
from dataclasses import dataclass

Z_95 = 1.959963984540054
"""Quantile of the normal distribution that leaves 2.5 % on either side."""


def wilson(count: int, total: int, z: float = Z_95) -> tuple[float, float]:
    """Return the interval of a proportion that was estimated from a sample.

    Wilson's score interval (1927, Journal of the American Statistical Association 22, 209-212),
    which keeps its promise for small samples and for counts of 0, where the usual one is empty.

    Args:
        count: How many of the sample have the property.
        total: Size of the sample; with 0 nothing is known.
        z: Quantile of the normal distribution; by default for 95 %.

    Returns:
        Lower and upper bound, from 0 to 1.

    Raises:
        ValueError: The count is not from 0 to `total`.
    """
    if not 0 <= count <= total:
        raise ValueError(f"count = {count}: must be from 0 to {total}")
    if total == 0:
        return 0.0, 1.0
    spread = z * math.sqrt(count * (total - count) / total + z * z / 4)
    middle = count + z * z / 2
    low = 0.0 if count == 0 else (middle - spread) / (total + z * z)
    high = 1.0 if count == total else (middle + spread) / (total + z * z)
    return low, high


@dataclass(frozen=True, slots=True)
class Share:
    """How many of a number of things have a property.

    Attributes:
        count: Those that have it.
        total: All that were looked at.
        is_sample: Whether they stand for more of their kind; else the share is exact.
    """

    count: int
    total: int
    is_sample: bool = True

    @property
    def value(self) -> float:
        """The share, from 0 to 1; 0 where there was nothing to look at."""
        return self.count / self.total if self.total else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Bounds of the true share: Wilson's at 95 %, or the value itself where it is exact."""
        if self.is_sample:
            return wilson(self.count, self.total)
        return self.value, self.value
