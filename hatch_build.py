"""Puts the shipped profiles and word lists into the wheel, beside what reads them.

A plain ``force-include`` would do so in editable installs too and leave a copy in site-packages
that no later edit of ``profiles/`` reaches; a build hook can tell the two apart.
"""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ProfilesHook(BuildHookInterface):  # type: ignore[type-arg]
    """Includes the folders of data in standard wheels only."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the folder to what is built; called by hatchling before each build.

        Args:
            version: ``standard`` or ``editable``.
            build_data: what hatchling is about to build, changed in place.
        """
        if version == "standard":
            included = build_data["force_include"]
            included["profiles/games"] = "wordstack/profiles"
            included["profiles/lexicons"] = "wordstack/lexicons"
            included["profiles/materials"] = "kitgen/profiles/materials"
            included["profiles/printers"] = "kitgen/profiles/printers"
