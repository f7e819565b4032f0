"""What became of a word list: how much was kept, and what was left out for which reason."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

REASONS: Mapping[str, str] = {
    "affix": "begins or ends with a hyphen: a part of words",
    "abbreviation": "holds a dot",
    "apostrophe": "holds an apostrophe",
    "hyphen": "holds a hyphen",
    "several_words": "holds a space",
    "capitalised": "holds a capital letter: a name, or an abbreviation",
    "two_letter_rule": "is too short to be a word without a vowel",
    "letters": "holds a letter that no tile has",
    "length": "has too few or too many tiles",
}
"""Every reason to leave a word out, in the order in which they are looked for."""


@dataclass(frozen=True)
class Rejected:
    """Words that were left out for one reason.

    Attributes:
        count: How many.
        examples: The first few of them, as they stood in the list.
    """

    count: int
    examples: tuple[str, ...]


@dataclass(frozen=True)
class Report:
    """What became of a word list.

    Attributes:
        name: What the lexicon is called.
        language: BCP 47 tag.
        labels: Number of labels in the alphabet.
        longest: Most tiles of a word.
        read: Words in the list; empty lines do not count.
        kept: Different spellings that became words, after case and accents were levelled.
        repeated: Words that were another spelling of a kept one, such as café beside cafe.
        tilings: Entries of the lexicon; more than `kept` where a word can be laid in several ways.
        by_length: Number of entries by their number of tiles.
        rejected: What was left out, by reason, in the order of `REASONS`.
    """

    name: str
    language: str
    labels: int
    longest: int
    read: int
    kept: int
    repeated: int
    tilings: int
    by_length: Mapping[int, int]
    rejected: Mapping[str, Rejected]

    @property
    def rejected_count(self) -> int:
        """Number of words left out, whatever the reason."""
        return sum(one.count for one in self.rejected.values())

    def to_json(self) -> dict[str, Any]:
        """Return the report as a tree for JSON, in fixed order."""
        return {
            "name": self.name,
            "language": self.language,
            "labels": self.labels,
            "longest": self.longest,
            "read": self.read,
            "kept": self.kept,
            "repeated": self.repeated,
            "tilings": self.tilings,
            "by_length": {str(length): count for length, count in self.by_length.items()},
            "rejected": {
                reason: {"count": one.count, "examples": list(one.examples)}
                for reason, one in self.rejected.items()
            },
        }

    def to_text(self) -> str:
        """Write the report for people, a line a fact."""
        lines = [
            f"{self.name}: language {self.language}, {self.labels} letters, words of "
            f"up to {self.longest} tiles",
            f"{self.read} read, {self.kept} kept, {self.repeated} repeated, "
            f"{self.rejected_count} left out",
        ]
        if self.tilings != self.kept:
            lines.append(f"{self.tilings} ways to lay the kept words with tiles")
        width = len(str(max((one.count for one in self.rejected.values()), default=0)))
        wide = max(map(len, REASONS))
        lines += [
            f"  {reason:<{wide}}  {one.count:>{width}}  {REASONS[reason]}: "
            f"{', '.join(one.examples)}" + (" ..." if one.count > len(one.examples) else "")
            for reason, one in self.rejected.items()
        ]
        return "\n".join(lines)

    def reasons_in_short(self) -> str:
        """Say in one phrase why words were left out, the most frequent reason first."""
        by_count = sorted(self.rejected.items(), key=lambda item: -item[1].count)
        return ", ".join(
            f"{one.count} {reason} ({', '.join(one.examples[:2])})" for reason, one in by_count
        )
