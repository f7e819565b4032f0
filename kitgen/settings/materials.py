"""Filaments: what they weigh and how far they may be bent."""

import difflib
from collections.abc import Mapping
from functools import lru_cache

from pydantic import Field
from wordstack.errors import shown
from wordstack.options import Options

from kitgen.errors import UserError
from kitgen.settings.packaged import data_tables


class Material(Options):
    """One filament of `profiles/materials/`."""

    density_g_per_cm3: float = Field(
        ge=0.5,
        le=10.0,
        description="Mass of the solid plastic.",
        json_schema_extra={"unit": "g/cm3"},
    )
    strain_limit_once: float = Field(
        ge=0.001,
        le=0.2,
        description="Largest root strain of a snap arm that is bent a single time, as a fraction.",
    )
    strain_limit_repeated: float = Field(
        ge=0.001,
        le=0.1,
        description="Largest root strain of a snap arm that is opened again and again, as a "
        "fraction.",
    )
    advice: str = Field(description="What to expect of it in this kit.")
    note: str = Field(description="Where the figures come from.")


@lru_cache(maxsize=1)
def materials() -> Mapping[str, Material]:
    """Return the materials by name, in alphabetical order."""
    return data_tables("materials", Material)


def material(name: str) -> Material:
    """Return one material.

    Raises:
        UserError: There is none of this name; the message gives the nearest and all names.
    """
    known = materials()
    if name in known:
        return known[name]
    by_folded = {one.casefold(): one for one in known}
    close = difflib.get_close_matches(name.casefold(), by_folded, n=1, cutoff=0.6)
    hint = f", did you mean {by_folded[close[0]]}?" if close else ""
    raise UserError(f"unknown material {shown(name)}: must be one of {', '.join(known)}{hint}")
