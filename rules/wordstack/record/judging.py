"""Holds the engine against rulings: where it says something else than a case does."""

from collections.abc import Iterator
from dataclasses import dataclass

from wordstack.record.case_file import WordSaid
from wordstack.record.cases import Case
from wordstack.ruling import Ruling, validate
from wordstack.words import FormedWord


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One thing that a case and the engine see differently.

    Attributes:
        what: `verdict`, `reason`, `words`, `bonus`, `letter bonus`, `total` or `werdup total`.
        said: What the case says.
        found: What the engine says.
    """

    what: str
    said: str
    found: str


def judge(case: Case) -> tuple[Disagreement, ...]:
    """Rule on a case's play and compare; nothing where they agree.

    A legal case agrees where all that it states of words, points, bonus and total is so; an
    illegal one where its reason is among those found.
    """
    ruling = validate(case.position, case.play, case.lexicon)
    verdict = tuple(_verdict(case, ruling))
    if verdict or not case.said.legal:
        return verdict
    return (*_words(case, ruling), *_points(case, ruling))


def _verdict(case: Case, ruling: Ruling) -> Iterator[Disagreement]:
    said, codes = case.said, ", ".join(ruling.codes)
    if said.legal != ruling.is_legal:
        verdict = "legal" if said.legal else f"not legal: {said.reason}"
        yield Disagreement("verdict", verdict, f"not legal: {codes}" if codes else "legal")
    elif said.reason is not None and said.reason not in ruling.codes:
        yield Disagreement("reason", said.reason, codes)


def _words(case: Case, ruling: Ruling) -> Iterator[Disagreement]:
    if case.said.words is None:
        return
    left = list(case.said.words)
    for word, points in zip(ruling.words, ruling.points.words, strict=True):
        place = (word.direction, list(word.cells[0]))
        said = next((one for one in left if (one.dir, one.start) == place), None)
        if said is not None:
            left.remove(said)
        if said is None or not _same(case, said, word, points):
            yield Disagreement("words", _said(case, said), _found(word, points))
    for said in left:
        yield Disagreement("words", _said(case, said), "no such word")


def _same(case: Case, said: WordSaid, word: FormedWord, points: int) -> bool:
    tiles = None if said.tiles is None else [case.label(tile) for tile in said.tiles]
    return all(
        one is None or one == other
        for one, other in (
            (said.word and said.word.casefold(), word.text.casefold()),
            (tiles, list(word.letters)),
            (said.heights, list(word.heights)),
            (said.flat, word.is_flat),
            (said.points, points),
        )
    )


def _said(case: Case, said: WordSaid | None) -> str:
    if said is None:
        return "no such word"
    tiles = None if said.tiles is None else "".join(map(case.label, said.tiles))
    heights = None if said.heights is None else "".join(map(str, said.heights))
    name = said.word if tiles is None or said.word is None else f"{said.word} ({tiles})"
    name = tiles if said.word is None or said.word == tiles else name
    return _row(name or "a word", said.dir, said.start, heights, said.flat, said.points)


def _found(word: FormedWord, points: int) -> str:
    heights = "".join(map(str, word.heights))
    start = list(word.cells[0])
    return _row(word.text, word.direction, start, heights, word.is_flat, points)


def _row(
    name: str,
    direction: str,
    start: list[int],
    heights: str | None,
    flat: bool | None,
    points: int | None,
) -> str:
    parts = [name, direction, f"from {start}"]
    parts += [] if heights is None else [f"heights {heights}"]
    parts += [] if flat is None else ["flat" if flat else "stacked"]
    parts += [] if points is None else [f"points {points}"]
    return " ".join(parts)


def _points(case: Case, ruling: Ruling) -> Iterator[Disagreement]:
    said, points, other = case.said, ruling.points, None
    if case.alternative is not None:
        other = validate(case.alternative, case.play).points.total
    for what, stated, found in (
        ("bonus", said.bonus, points.bonus),
        ("letter bonus", said.letter_bonus, points.letter_bonus),
        ("total", said.total, points.total),
        ("werdup total", said.derived_alt.werdup_literal_total, other),
    ):
        if stated is not None and stated != found:
            yield Disagreement(what, str(stated), str(found))
