"""What a language does with its letters: case, which accents are letters of their own, folding.

Python's `str.lower` knows one case table for the whole world. Turkish and Azerbaijani have another
one, Greek has a second small sigma, German writes ß as SS: a word list must be read by the table
of its own language.
"""

# ruff: noqa: RUF001, RUF002 - letters that look alike are what this module is about

import string
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

LANGUAGE_TAG = r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*"
"""A BCP 47 tag, as `game.language` takes it."""

_SAME_LETTER = {
    "ς": "σ",  # the sigma at the end of a word
    "ĳ": "ij",
    "ŀ": "l·",
    "ǆ": "dž",
    "ǉ": "lj",
    "ǌ": "nj",
    "ſ": "s",
    "ﬀ": "ff",
    "ﬁ": "fi",
    "ﬂ": "fl",
    "ﬃ": "ffi",
    "ﬄ": "ffl",
}
"""Characters that are only another way to write the letters on the right, in every language."""

_DOTTED_I = "i\N{COMBINING DOT ABOVE}"  # what str.lower makes of İ


@dataclass(frozen=True)
class Language:
    """How the words of one language become the letters of a game.

    Attributes:
        tag: Primary language subtag of BCP 47, such as `de`.
        name: English name of the language.
        keep: Lower-case letters with marks that are letters of their own: never folded.
        folds: Whether other accents are taken off (é becomes e) where no tile has them.
        spelt: What a letter is spelt as where no tile has it, such as ß as ss.
        same: Other ways to write a letter, in this language only.
        dotless: Whether I is the capital of ı, and İ that of i.
        short_words: Letters of which a word needs one, by the number of its letters.
        basic: Lower-case letters without marks, in alphabetical order.
    """

    tag: str
    name: str
    keep: str = ""
    folds: bool = True
    spelt: Mapping[str, str] = field(default_factory=dict)
    same: Mapping[str, str] = field(default_factory=dict)
    dotless: bool = False
    short_words: Mapping[int, str] = field(default_factory=dict)
    basic: str = string.ascii_lowercase

    def lower(self, text: str) -> str:
        """Return a text in small letters, composed (NFC), each letter in its one spelling.

        Both sigmas of Greek give σ, so the result is for comparing and tiling, not for print.
        """
        text = unicodedata.normalize("NFC", text)
        if self.dotless:
            text = text.replace("I", "ı").replace("İ", "i")
        text = text.lower().replace(_DOTTED_I, "i")
        if text.isascii():
            return text
        for written, letter in (*_SAME_LETTER.items(), *self.same.items()):
            text = text.replace(written, letter)
        return text

    def upper(self, text: str) -> str:
        """Return a text in capitals, as they stand on tiles: ß gives ẞ, Turkish i gives İ."""
        if self.dotless:
            text = text.replace("i", "İ")
        return unicodedata.normalize("NFC", text.replace("ß", "ẞ").upper())

    def fold(self, word: str, tile_letters: frozenset[str]) -> str:
        """Rewrite letters that no tile has, as far as the language allows it.

        Args:
            word: A word as `lower` gives it.
            tile_letters: Every character that occurs on a tile, in lower case.

        Returns:
            The word; a letter that may not be folded is left and no tile will match it.
        """
        if tile_letters.issuperset(word):
            return word
        return "".join(c if c in tile_letters else self._folded(c) for c in word)

    def _folded(self, character: str) -> str:
        if character in self.spelt:
            return self.spelt[character]
        if not self.folds or character in self.keep:
            return character
        apart = unicodedata.normalize("NFD", character)
        return "".join(c for c in apart if not unicodedata.combining(c))

    @property
    def letters(self) -> str:
        """All letters of the language in lower case, those with marks last."""
        return self.basic + "".join(c for c in self.keep if c not in self.basic)


_LIGATURES = {"æ": "ae", "œ": "oe"}
_GREEK = "αβγδεζηθικλμνξοπρστυφχψω"
_RUSSIAN = "абвгдежзийклмнопрстуфхцчшщъыьэюя"
_UKRAINIAN = "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя"

_KNOWN = (
    # One-letter words matter only where a profile allows a one-tile opening. The rule for two
    # letters keeps 77 of the 93 such words of SCOWL 70, every one valid in tournaments; what it
    # takes out are plurals of letters and units (cs, kb, mf), and sh.
    Language("en", "English", spelt={**_LIGATURES, "ø": "o"}, short_words={1: "aio", 2: "aeiouy"}),
    Language("az", "Azerbaijani", keep="çəğıiöşü", dotless=True),
    Language("bg", "Bulgarian", keep="й", basic="абвгдежзийклмнопрстуфхцчшщъьюя"),
    Language("bs", "Bosnian", keep="čćđšž"),
    Language("ca", "Catalan", keep="ç"),
    Language("cs", "Czech", keep="áčďéěíňóřšťúůýž"),
    Language("cy", "Welsh"),
    Language("da", "Danish", keep="æøå"),
    Language("de", "German", keep="äöü", spelt={"ß": "ss", **_LIGATURES}),
    Language("el", "Greek", basic=_GREEK),
    Language("eo", "Esperanto", keep="ĉĝĥĵŝŭ"),
    Language("es", "Spanish", keep="ñ"),
    Language("et", "Estonian", keep="õäöüšž"),
    Language("eu", "Basque", keep="ñ"),
    Language("fi", "Finnish", keep="åäö"),
    Language("fr", "French", spelt=_LIGATURES),
    Language("ga", "Irish", keep="áéíóú"),
    Language("gl", "Galician", keep="ñ"),
    Language("hr", "Croatian", keep="čćđšž"),
    Language("hu", "Hungarian", keep="áéíóöőúüű"),
    Language("is", "Icelandic", keep="áðéíóúýþæö"),
    Language("it", "Italian"),
    Language("lt", "Lithuanian", keep="ąčęėįšųūž"),
    Language("lv", "Latvian", keep="āčēģīķļņšūž"),
    Language("nb", "Norwegian Bokmål", keep="æøå"),
    Language("nl", "Dutch"),
    Language("nn", "Norwegian Nynorsk", keep="æøå"),
    Language("no", "Norwegian", keep="æøå"),
    Language("pl", "Polish", keep="ąćęłńóśźż"),
    Language("pt", "Portuguese", keep="ç"),
    # Files of before 2007 write the letters with a comma below as those with a cedilla.
    Language("ro", "Romanian", keep="ăâîșț", same={"ş": "ș", "ţ": "ț"}),
    Language("ru", "Russian", keep="й", basic=_RUSSIAN),
    Language("sk", "Slovak", keep="áäčďéíĺľňóôŕšťúýž"),
    Language("sl", "Slovene", keep="čšž"),
    Language("sv", "Swedish", keep="åäö", spelt=_LIGATURES),
    Language("tr", "Turkish", keep="çğıiöşü", dotless=True),
    Language("uk", "Ukrainian", keep="йїґ", basic=_UKRAINIAN),
)
LANGUAGES: Mapping[str, Language] = {language.tag: language for language in _KNOWN}


def is_known(tag: str) -> bool:
    """Tell whether the table has the language of a BCP 47 tag."""
    return primary(tag) in LANGUAGES


def primary(tag: str) -> str:
    """Return the primary subtag: `pt` of `pt-BR`."""
    return tag.partition("-")[0].lower()


def language_of(tag: str) -> Language:
    """Return the language of a BCP 47 tag.

    One that the table lacks has the case of Unicode, folds nothing and has no rule for short
    words: a letter that is not on a tile is then refused rather than guessed at.
    """
    code = primary(tag)
    return LANGUAGES.get(code, Language(code, code, folds=False))
