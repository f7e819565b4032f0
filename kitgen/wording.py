"""Text for people, by language, in data files beside the code that uses it.

A domain of text is a set of files ``wording/NAME.LANGUAGE.toml`` in a package: nested tables of
strings with ``{fields}``. A string that depends on a number is a table by CLDR plural category,
``one`` and ``other``. Whatever is missing is an error when it is asked for, never an empty place.
"""

from __future__ import annotations

import importlib.resources
import string
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from babel import Locale

LANGUAGES = ("en", "de", "fr")
"""Languages that every domain has, by primary subtag of BCP 47."""
FALLBACK = "en"


class MissingTextError(KeyError):
    """A string, a field or a plural form that a language lacks: a fault of kitgen's."""


def chosen_language(asked: str | None, profile_language: str) -> tuple[str, str]:
    """Decide in which language to write.

    Args:
        asked: Of :data:`LANGUAGES`, or None for the profile's.
        profile_language: BCP 47 tag of the game.

    Returns:
        The language, and a note for the user where it is not the one of the game; else "".

    Raises:
        UserError: The language that is asked for is not one of them.
    """
    from kitgen.errors import UserError

    if asked is not None:
        if asked not in LANGUAGES:
            raise UserError(f"--lang {asked!r}: must be one of {', '.join(LANGUAGES)}")
        return asked, ""
    tag = profile_language.lower().partition("-")[0]
    if tag in LANGUAGES:
        return tag, ""
    return FALLBACK, (
        f"paper and pictures are written in English: there is no text in {profile_language!r} "
        f"(there is in {', '.join(LANGUAGES)})"
    )


@dataclass(frozen=True)
class Wording:
    """The strings of one domain in one language.

    Attributes:
        language: Of :data:`LANGUAGES`.
        domain: ``package:name``, for messages.
        table: As read.
    """

    language: str
    domain: str
    table: Mapping[str, Any]

    @staticmethod
    def read(package: str, name: str, language: str) -> Wording:
        """Read ``wording/NAME.LANGUAGE.toml`` of a package.

        Raises:
            MissingTextError: There is no such file.
        """
        return Wording(language, f"{package}:{name}", _table(package, name, language))

    def text(self, key: str, /, **values: object) -> str:
        """Give a string, its fields filled in; numbers should come from :meth:`number`.

        Args:
            key: Path in the tables, with dots.
            values: Of the fields.

        Raises:
            MissingTextError: There is no such string, or it has a field that is not given.
        """
        found = self._at(key)
        if not isinstance(found, str):
            raise MissingTextError(f"{self.domain} {self.language}: {key} is no string")
        return self._filled(found, key, values)

    def count(self, key: str, number: int, /, **values: object) -> str:
        """Give the plural form of a string for a number, which fills its field ``n``."""
        forms = self._at(key)
        category = str(self._locale.plural_form(number))
        if not isinstance(forms, Mapping) or category not in forms:
            raise MissingTextError(f"{self.domain} {self.language}: {key} has no form {category!r}")
        return self._filled(forms[category], key, {"n": self.number(number), **values})

    def number(self, value: float, digits: int = 0) -> str:
        """Write a number as the language does: 1,5 or 1.5, with so many decimals at most."""
        from babel.numbers import format_decimal

        pattern = "#,##0" + ("." + "#" * digits if digits else "")
        return str(format_decimal(value, format=pattern, locale=self._locale))

    def listed(self, items: Iterable[str], style: str = "standard") -> str:
        """Join items as the language does: "a, b and c" (``standard``), "a or b" (``or``)."""
        from babel.lists import format_list

        return str(format_list(list(items), style=style, locale=self._locale))  # type: ignore[arg-type]

    def language_name(self, language: str) -> str | None:
        """What a language is called in this one; None where that is not known."""
        return self._locale.languages.get(language)

    @cached_property
    def _locale(self) -> Locale:
        from babel import Locale

        return Locale.parse(self.language)

    def _at(self, key: str) -> Any:
        found: Any = self.table
        for step in key.split("."):
            if not isinstance(found, Mapping) or step not in found:
                raise MissingTextError(f"{self.domain} {self.language}: there is no {key}")
            found = found[step]
        return found

    def _filled(self, template: str, key: str, values: Mapping[str, object]) -> str:
        try:
            return string.Formatter().vformat(template, (), values)
        except (KeyError, IndexError) as error:
            raise MissingTextError(
                f"{self.domain} {self.language}: {key} needs the field {error}"
            ) from error


@lru_cache
def _table(package: str, name: str, language: str) -> Mapping[str, Any]:
    path = importlib.resources.files(package) / "wording" / f"{name}.{language}.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise MissingTextError(f"{package} has no wording/{name}.{language}.toml") from None
