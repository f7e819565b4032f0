"""What the sections of one booklet are told from, and the blocks that they are made of.

A block is a mapping with ``kind``: ``text``, ``list``, ``steps``, ``small``, ``table``,
``letters``, ``example``, ``legend``, ``options``, ``names`` or ``editions``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kitgen.paper.example_blocks import example_block
from kitgen.paper.examples import Example
from kitgen.paper.rules_at_hand import are_exchanged, is_doubted, is_flat
from kitgen.wording import Wording

if TYPE_CHECKING:
    from wordstack import GameProfile, Rulebook
    from wordstack.rules_options import RulesOptions

    from kitgen.pictures.kit import PicturedKit

Block = dict[str, Any]
STAR = "\ue000"
"""Stands for a star of a tile or a name: in a text a star begins or ends bold."""


@dataclass(frozen=True)
class Telling:
    """A game, and the language in which it is told.

    Attributes:
        kit: Whose game it is.
        rulebook: Its rules.
        wording: Of the booklet.
        worked: Examples by kind.
    """

    kit: PicturedKit
    rulebook: Rulebook
    wording: Wording
    worked: Mapping[str, Example]

    @property
    def rules(self) -> RulesOptions:
        """The options."""
        return self.rulebook.rules

    @property
    def profile(self) -> GameProfile:
        """The game half of the profile."""
        return self.rulebook.profile

    @property
    def alone(self) -> bool:
        """Whether it is a game for one and no more."""
        return self.kit.players_most == 1

    @property
    def flat(self) -> bool:
        """Whether nothing is ever put on a tile."""
        return is_flat(self.rulebook)

    @property
    def doubted(self) -> bool:
        """Whether players challenge each other's words."""
        return is_doubted(self.rulebook, alone=self.alone)

    @property
    def exchanging(self) -> bool:
        """Whether tiles are ever exchanged."""
        return are_exchanged(self.rulebook, alone=self.alone)

    def text(self, key: str, /, **values: object) -> str:
        """A string of the booklet; see :meth:`kitgen.wording.Wording.text`."""
        return self.wording.text(key, **_starless(values))

    def count(self, key: str, number: int, /, **values: object) -> str:
        """A string that counts; see :meth:`kitgen.wording.Wording.count`."""
        return self.wording.count(key, number, **_starless(values))

    def number(self, value: int) -> str:
        """A number as the language writes it."""
        return self.wording.number(value)

    def shown(self, *kinds: str) -> list[Block]:
        """Blocks of the examples that there are, of these kinds."""
        return [
            example_block(self.worked[kind], self.rulebook, self.wording, alone=self.alone)
            for kind in kinds
            if kind in self.worked
        ]


def _starless(values: Mapping[str, object]) -> dict[str, object]:
    """Values in whose text a star is no mark; the template writes it again."""
    return {
        key: value.replace("*", STAR) if isinstance(value, str) else value
        for key, value in values.items()
    }


def paragraph(text: str) -> Block:
    """A paragraph; a star begins or ends bold."""
    return {"kind": "text", "text": text}


def bullets(items: Iterable[str]) -> Block:
    """A list."""
    return {"kind": "list", "items": list(items)}


def numbered(items: Iterable[str]) -> Block:
    """A list of steps."""
    return {"kind": "steps", "items": list(items)}
