"""Writes docs/options.md from the models: every option of the rules, its values and its reason.

Run it after a change of an option: ``python tools/options_page.py docs/options.md``.
"""

import sys
from pathlib import Path

from wordstack import load_profile, profile_names
from wordstack.options import leaves
from wordstack.rules_options import RulesOptions

BASE = "hasbro-2006"
HEAD = f"""# Options of the rules

Where editions and players disagree, the engine has an option. A profile sets them in `[game.rules]`
as `scoring.mode = "per_letter"`; `kitgen build --set game.rules.scoring.mode=per_letter` and
`kitgen profiles show NAME` know them by their full names. The defaults are those of `{BASE}`; the
last column names the shipped profiles that have another value.

"""


def page() -> str:
    """The whole page in Markdown."""
    defaults = {leaf.key: leaf for leaf in leaves(RulesOptions(), "game.rules")}
    profiles = {name: load_profile(name) for name in profile_names()}
    others: dict[str, list[str]] = {key: [] for key in defaults}
    for name, profile in profiles.items():
        for leaf in leaves(profile.rules, "game.rules"):
            if leaf.value != defaults[leaf.key].value:
                others[leaf.key].append(f"`{name}` {_shown(leaf.value, leaf.absent)}")
    lines = ["| option | default | allowed | meaning | others |", "|---|---|---|---|---|"]
    for key, leaf in defaults.items():
        cells = (
            f"`{key.removeprefix('game.rules.')}`",
            _shown(leaf.value, leaf.absent),
            leaf.allowed,
            leaf.reason,
            ", ".join(others[key]),
        )
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return HEAD + "\n".join(lines) + "\n"


def _shown(value: object, absent: str) -> str:
    if value is None:
        return absent or "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if hasattr(value, "items"):
        return ", ".join(f"{key} {number}" for key, number in value.items()) or "none"
    if isinstance(value, tuple):
        return ", ".join(str(one) for one in value) or "none"
    return str(value)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
