"""A ruling in words: what an arbiter at the table would say."""

from collections.abc import Iterator

from wordstack import Position, Ruling, format_play
from wordstack.play_text import square_text
from wordstack.words import FormedWord


def play_name(ruling: Ruling, position: Position) -> str:
    """Return the spelling of a play, or its tiles square by square where it is in no line."""
    try:
        return format_play(ruling.play, position)
    except ValueError:
        return " ".join(
            f"{square_text(one.cell, 'across')}={one.letter}" for one in ruling.play.placements
        )


def ruling_lines(ruling: Ruling, position: Position) -> Iterator[str]:
    """Say whether a play is legal, every reason against it, and every word with its points."""
    name = play_name(ruling, position)
    total = ruling.points.total
    if ruling.is_legal:
        yield f"{name}: legal, {points_text(total)}"
    else:
        yield f"{name}: not legal"
        for reason in ruling.reasons:
            cells = " ".join(square_text(cell, "across") for cell in reason.cells)
            yield f"  {reason.code}: {reason.text}" + (f" ({cells})" if cells else "")
    if not ruling.words_judged:
        yield "  words were not judged: no lexicon"
    wrong = {word for reason in ruling.word_reasons for word in reason.words}
    for word, points in zip(ruling.words, ruling.points.words, strict=True):
        yield "  " + _word_line(word, points, wrong)
    if ruling.points.letter_bonus:
        yield f"  bonus for letters: {points_text(ruling.points.letter_bonus)}"
    if ruling.points.bonus:
        yield f"  bonus for all tiles: {points_text(ruling.points.bonus)}"
    if ruling.words and not ruling.is_legal:
        yield f"  it would score {points_text(total)}"


def _word_line(word: FormedWord, points: int, wrong: set[str]) -> str:
    place = f"{square_text(word.cells[0], word.direction)} {word.direction}"
    heights = "flat" if word.is_flat else "heights " + "".join(map(str, word.heights))
    fault = " - not in the lexicon" if word.text in wrong else ""
    return f"{word.text} {place}, {heights}: {points_text(points)}{fault}"


def points_text(points: int) -> str:
    """Return `1 point`, `2 points`."""
    return f"{points} point" if abs(points) == 1 else f"{points} points"
