"""What the engine asks of a lexicon."""

from collections.abc import Mapping
from typing import Protocol


class WordGraph(Protocol):
    """Words as paths of labels through a graph; `wordstack.lexicon.Lexicon` is one.

    It never changes and can be hashed: what follows from it is remembered.
    """

    @property
    def root(self) -> int:
        """The node where every word begins."""

    def children(self, node: int) -> Mapping[str, int]:
        """Return the labels that may follow, in their order, and the nodes they lead to."""

    def is_final(self, node: int) -> bool:
        """Tell whether the path to a node is a word."""

    def __contains__(self, tiles: object) -> bool:
        """Tell whether a tuple of labels is a word."""

    def __hash__(self) -> int: ...
