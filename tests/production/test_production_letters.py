"""Letters are laid out once for a font, a set and a size, and come back from the cache as made."""

from pathlib import Path

import pytest
from spoilt import dimensions_of

from kitgen.production import letters
from kitgen.production.letters import laid_out
from kitgen.store import Store


@pytest.fixture
def laid(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One entry for each time that letters are really laid out."""
    from kitgen.lettering import layout

    found: list[str] = []
    honest = layout.letter_set

    def counted(*arguments, **more):
        found.append(str(more["weight"]))
        return honest(*arguments, **more)

    monkeypatch.setattr(layout, "letter_set", counted)
    return found


def test_letters_come_back_as_they_were_made(laid, tmp_path: Path) -> None:
    store = Store(tmp_path)
    made, found = (laid_out(dimensions_of(), store) for _ in range(2))
    assert len(laid) == 1
    assert found == made
    assert list(found.letters) == list(made.letters)


@pytest.mark.parametrize(
    "change",
    [{"letter_margin": 1.0}, {"cap_height": 8.0}, {"font_weight": 400, "line_width": 0.4}],
)
def test_other_letters_are_laid_out_anew(laid, tmp_path: Path, change: dict) -> None:
    store = Store(tmp_path)
    first = laid_out(dimensions_of(), store)
    assert laid_out(dimensions_of(**change), store) != first
    assert len(laid) == 2


def test_a_board_of_another_thickness_has_the_same_letters(laid, tmp_path: Path) -> None:
    store = Store(tmp_path)
    laid_out(dimensions_of(), store)
    laid_out(dimensions_of(board_thickness=5.0, letter_style="raised"), store)
    assert len(laid) == 1


def test_a_corrupt_entry_is_laid_out_anew(laid, tmp_path: Path) -> None:
    store = Store(tmp_path)
    first = laid_out(dimensions_of(), store)
    (entry,) = (path for path in tmp_path.rglob("*") if path.is_file())
    entry.write_bytes(entry.read_bytes()[:-1])
    assert laid_out(dimensions_of(), store) == first
    assert len(laid) == 2


def test_other_code_lays_out_anew(laid, tmp_path: Path, monkeypatch) -> None:
    store = Store(tmp_path)
    laid_out(dimensions_of(), store)
    monkeypatch.setattr(letters, "code_fingerprint", lambda *_: "another version")
    laid_out(dimensions_of(), store)
    assert len(laid) == 2
