"""Figures against gates, and what follows from all of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from wordstack.playability.gates import GATES, Gate, GateKey
from wordstack.playability.statistics import Share

Verdict: TypeAlias = Literal["playable", "not playable", "undecided", "not judged"]
"""`undecided`: the sample is too small to tell; `not judged`: there are no words to judge by."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One figure against its gate.

    Attributes:
        gate: What is allowed.
        share: What was found.
    """

    gate: Gate
    share: Share

    @property
    def verdict(self) -> Verdict:
        """Whether the whole interval of the share lies on one side of the limit."""
        low, high = self.share.interval
        if high <= self.gate.limit:
            return "playable"
        return "not playable" if low > self.gate.limit else "undecided"


def findings(shares: Mapping[GateKey, Share]) -> tuple[Finding, ...]:
    """Hold shares against their gates, in the order of the table; one not measured is left out."""
    return tuple(Finding(gate, shares[gate.key]) for gate in GATES if gate.key in shares)


def overall(found: Iterable[Finding]) -> Verdict:
    """Return what follows from all gates: one that fails decides, all must hold."""
    verdicts = {finding.verdict for finding in found}
    if "not playable" in verdicts:
        return "not playable"
    return "undecided" if "undecided" in verdicts else "playable"
