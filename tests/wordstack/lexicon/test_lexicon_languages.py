"""Case and accents go by the language's own table: D3, D4 and D6 of the complaints."""

# ruff: noqa: RUF001 - letters that look alike are what is tested

import string
import unicodedata

import pytest
from wordstack.lexicon import Alphabet, WordPolicy, alphabet_of_language, sift
from wordstack.lexicon.languages import LANGUAGES

LATIN = tuple(string.ascii_uppercase)
WITH: dict[str, tuple[str, ...]] = {
    "de": (*LATIN, "Ä", "Ö", "Ü"),
    "de-ẞ": (*LATIN, "Ä", "Ö", "Ü", "ẞ"),
    "fr": LATIN,
    "fr-é": (*LATIN, "É"),
    "es": (*LATIN, "Ñ"),
    "en": LATIN,
    "tr": tuple("ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ"),
    "el": tuple("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"),
    "pl": tuple("AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ"),
    "ro": tuple("AĂÂBCDEFGHIÎJKLMNOPQRSȘTȚUVWXYZ"),
    "ru": tuple("АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"),
    "hu": ("A", "Á", "CS", "E", "K", "L", "SZ", "T", "Ű", "Z"),
}


def tiles(word: str, key: str, *, capitals: bool = True) -> str:
    """Lay a word; the empty text where it is left out."""
    alphabet = Alphabet(WITH[key], key.partition("-")[0])
    found, _ = sift("list", [word], alphabet, WordPolicy(accept_capitalised=capitals))
    return "".join(alphabet.labels[i] for i in found[0]) if found else ""


@pytest.mark.parametrize(
    ("key", "word", "wanted"),
    [
        ("de", "Käfig", "KÄFIG"), ("de", "größer", "GRÖSSER"), ("de", "Café", "CAFE"),
        ("de", "STRASSE", "STRASSE"), ("de", "Straße", "STRASSE"), ("de", "STRAẞE", "STRASSE"),
        ("de-ẞ", "Straße", "STRAẞE"), ("de-ẞ", "STRAẞE", "STRAẞE"),
        ("fr", "été", "ETE"), ("fr", "garçon", "GARCON"), ("fr", "cœur", "COEUR"),
        ("fr", "Noël", "NOEL"), ("fr", "où", "OU"), ("fr-é", "été", "ÉTÉ"),
        ("es", "niño", "NIÑO"), ("es", "acción", "ACCION"), ("es", "pingüino", "PINGUINO"),
        ("es", "ÁRBOL", "ARBOL"), ("es", "señor", "SEÑOR"), ("es", "él", "EL"),
        ("en", "café", "CAFE"), ("en", "naïve", "NAIVE"), ("en", "mañana", "MANANA"),
        ("en", "coöperate", "COOPERATE"), ("en", "æon", "AEON"), ("en", "fœtus", "FOETUS"),
        ("tr", "ısırık", "ISIRIK"), ("tr", "ISIRIK", "ISIRIK"), ("tr", "iki", "İKİ"),
        ("tr", "İKİ", "İKİ"), ("tr", "KİTAP", "KİTAP"), ("tr", "kâğıt", "KAĞIT"),
        ("el", "λόγος", "ΛΟΓΟΣ"), ("el", "ΛΌΓΟΣ", "ΛΟΓΟΣ"), ("el", "σκύλος", "ΣΚΥΛΟΣ"),
        ("el", "προϊόν", "ΠΡΟΙΟΝ"), ("el", "μαΐου", "ΜΑΙΟΥ"), ("el", "άνθρωπος", "ΑΝΘΡΩΠΟΣ"),
        ("pl", "żółw", "ŻÓŁW"), ("pl", "ŻÓŁW", "ŻÓŁW"), ("pl", "café", "CAFE"),
        ("ro", "știință", "ȘTIINȚĂ"), ("ro", "ştiinţă", "ȘTIINȚĂ"), ("ro", "ŢARĂ", "ȚARĂ"),
        ("ru", "ёлка", "ЕЛКА"), ("ru", "йод", "ЙОД"), ("ru", "Йод", "ЙОД"),
        ("hu", "szál", "SZÁL"), ("hu", "kacsa", "KACSA"), ("hu", "tűz", "TŰZ"), ("hu", "kéz", ""),
    ],
)  # fmt: skip
def test_spot_check(key: str, word: str, wanted: str) -> None:
    assert tiles(word, key) == wanted
    assert tiles(unicodedata.normalize("NFD", word), key) == wanted


@pytest.mark.parametrize(
    ("key", "word"),
    [("fr", "Käfig"), ("en", "Käfig")],
)
def test_what_one_language_keeps_another_folds(key: str, word: str) -> None:
    assert tiles(word, key) == "KAFIG"


def test_a_letter_that_no_tile_has_is_refused_where_it_is_a_letter_of_its_own() -> None:
    for language, word in (("de", "käfig"), ("es", "niño"), ("pl", "kąt"), ("tr", "çay")):
        _, report = sift("list", [word], Alphabet(LATIN, language), WordPolicy())
        assert report.rejected["letters"].examples == (word,)


def test_a_language_that_is_not_in_the_table_folds_nothing() -> None:
    _, report = sift("list", ["năo", "nao"], Alphabet(LATIN, "xx"), WordPolicy())
    assert (report.kept, report.rejected["letters"].examples) == (1, ("năo",))


def test_the_lower_case_that_python_makes_of_a_dotted_capital_is_understood() -> None:
    assert tiles("İKİ".lower(), "tr") == "İKİ"  # i and a combining dot


def test_a_composed_and_a_decomposed_letter_are_one_word_of_the_same_length() -> None:
    alphabet = Alphabet(tuple("AÉT"), "hu")
    found, report = sift("list", ["été", "e\u0301te\u0301"], alphabet, WordPolicy())
    assert found == [(1, 2, 1)]
    assert (report.kept, report.repeated) == (1, 1)


def test_words_are_sorted_by_the_alphabet_and_not_by_code_point() -> None:
    alphabet = Alphabet(tuple("AÄBZ"), "de")
    found, _ = sift("list", ["za", "äb", "ba", "ab"], alphabet, WordPolicy())
    assert ["".join(alphabet.labels[i] for i in one) for one in found] == ["AB", "ÄB", "BA", "ZA"]


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_letters_of_each_language_are_its_own(tag: str) -> None:
    """Capitals and small letters lead to each other, and no kept letter is folded away."""
    language = LANGUAGES[tag]
    alphabet = alphabet_of_language(tag)
    assert len(set(alphabet.labels)) == len(alphabet.labels) == len(language.letters)
    for letter, label in zip(language.letters, alphabet.labels, strict=True):
        assert language.lower(label) == letter
        assert language.upper(letter) == label
        assert language.fold(letter, alphabet.characters) == letter
        assert unicodedata.is_normalized("NFC", letter)
