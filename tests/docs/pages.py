"""What the documents say: blocks of code, code in a line, links."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Page:
    path: Path

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def prose(self) -> str:
        """Without blocks of code."""
        return _FENCE.sub("", self.text)

    @property
    def plain(self) -> str:
        """Words only, in one line: what a sentence is looked for in."""
        return " ".join(self.prose.replace("**", "").split())

    def blocks(self, language: str) -> list[str]:
        return [body for name, body in _FENCE.findall(self.text) if name == language]

    def code(self) -> list[str]:
        """Code in running text."""
        return _CODE.findall(self.prose)

    def links(self) -> list[str]:
        return _LINK.findall(self.prose)

    def anchors(self) -> set[str]:
        """Of the headings, as forges make them."""
        headings = re.findall(r"^#+ (.+)$", self.prose, re.MULTILINE)
        return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in headings}

    def table(self, first: str) -> dict[str, list[str]]:
        """The table that a line starts: its first column to the others."""
        lines = self.text.split(f"\n{first}", 1)[1].split("\n\n", 1)[0].splitlines()[1:]
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
        return {row[0]: row[1:] for row in rows if not set(row[0]) <= set("-")}


def page(name: str) -> Page:
    return Page(ROOT / name)
