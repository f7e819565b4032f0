"""The booklet's examples: numbers worked out by hand, letters of other languages, refusals."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from booklet_kits import KitOf, kit_of

from kitgen.paper.booklet import booklet, booklet_data
from kitgen.paper.examples import KINDS, REFUSED_WITH, examples
from kitgen.pictures.kit import PicturedKit
from kitgen.wording import LANGUAGES

__all__ = ["kit_of"]

TIMES = "\N{MULTIPLICATION SIGN}"

BY_HAND: dict[str, dict[str, tuple[int, ...]]] = {
    # Each letter by its own height: 2 where it is flat, else 1 for each tile. No bonus.
    "werdup": {
        "first": (4 * 2,),
        "cross": (3 * 2, 5 * 2),
        "longer": (5 * 2 + 2,),
        "stack": (2 + 3 * 2,),
        "several": (2 * 2 + 2 + 2,),
        "tall": (2 + 2 + 3 + 2,),
        "two_words": (2 + 2 + 2, 3 * 2 + 2),
        "cover": (4 * 2,),
        "plural": (3 * 2, 5 * 2),
    },
    # A flat word 2 for each tile, else 1 for each tile, those underneath too; Qu 2, full rack 20.
    "hasbro-2006": {
        "first": (4 * 2,),
        "cross": (3 * 2, 5 * 2),
        "longer": (5 + 2,),
        "stack": (2 + 3,),
        "several": (2 + 2 + 2,),
        "tall": (1 + 2 + 3 + 1,),
        "two_words": (1 + 1 + 2, 3 + 2),
        "plural": (3 * 2, 5 * 2),
        "letter_bonus": (4 * 2 + 2,),
        "no_letter_bonus": (2 + 1 + 1,),
        "full_rack": (7 * 2, 20),
    },
    # As Hasbro, but 10 for any rack emptied, and 2 for J, X, Y or Z once, when it is laid.
    "euro-topwords": {
        "first": (4 * 2,),
        "stack": (2 + 3,),
        "tall": (1 + 2 + 3 + 1,),
        "cover": (4 * 2,),
        "letter_bonus": (4 * 2, 2),
        "no_letter_bonus": (4 + 2,),
        "full_rack": (7 * 2, 10),
        "last_tiles": (3 * 2, 5 * 2, 10),
    },
}
REFUSED = {
    "werdup": {"same_letter", "bare_plural"},
    "hasbro-2006": {"cover", "same_letter", "bare_plural"},
    "euro-topwords": {"same_letter", "bare_plural"},
}


def blocks(data: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [
        block
        for section in data["sections"]
        for block in section["blocks"]
        if block["kind"] == kind
    ]


def shown(kit: PicturedKit) -> dict[str, list[int]]:
    """Points of all words and bonuses, and their total, by kind of example; none if refused."""
    return {
        one["example"]: [int(row[-1]) for row in one["rows"]] + [int(one["total"][1])]
        for one in blocks(booklet_data(kit, "en"), "example")
        if not one["refused"]
    }


@pytest.mark.parametrize("profile", BY_HAND)
def test_points_are_those_worked_out_by_hand(kit_of: KitOf, profile: str) -> None:
    found = shown(kit_of(profile))
    for kind, points in BY_HAND[profile].items():
        assert found[kind] == [*points, sum(points)], kind
    assert not REFUSED[profile] & set(found)


def test_points_of_other_rules_are_not_those(kit_of: KitOf) -> None:
    for rules in ({"scoring.flat_points": 3}, {"scoring.stack_points": 2}):
        found = shown(kit_of("hasbro-2006", rules=rules))
        assert any(
            found[kind] != [*points, sum(points)] for kind, points in BY_HAND["hasbro-2006"].items()
        )


@pytest.mark.parametrize("profile", BY_HAND)
def test_the_sum_that_is_written_out_gives_the_points(kit_of: KitOf, profile: str) -> None:
    for one in blocks(booklet_data(kit_of(profile), "en"), "example"):
        for word, formula, points in one["rows"]:
            if word != "+":
                terms = [term.split(f"\u00a0{TIMES}\u00a0") for term in formula.split(" + ")]
                value = sum(int(term[0]) * int(term[-1] if term[1:] else 1) for term in terms)
                assert value == int(points), (one["example"], formula)


@pytest.mark.parametrize("profile", BY_HAND)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_engine_refuses_what_the_booklet_calls_refused(
    kit_of: KitOf, profile: str, language: str
) -> None:
    """Asked again, with a rack that holds just the tiles laid."""
    from wordstack import Placement, Play, Position, validate

    rulebook = kit_of(profile, language=language).rulebook
    worked = examples(rulebook)
    assert set(worked) <= set(KINDS)
    assert {kind for kind, one in worked.items() if one.refused} == REFUSED[profile]
    for kind, one in worked.items():
        laid = [(cell, one.after.letters[one.after.index(cell)]) for cell in sorted(one.laid)]
        play = Play(tuple(Placement(cell.row, cell.col, letter) for cell, letter in laid))
        ruling = validate(Position(rulebook, one.before, (tuple(t for _, t in laid),)), play)
        assert ruling.codes == ((REFUSED_WITH[kind],) if one.refused else ()), kind
        assert [word.text for word in ruling.words] == [word.text for word in one.words]


def test_letters_without_words_stand_for_words_and_the_text_says_so(
    kit_of: KitOf, tmp_path: Path, system_tool: Callable[[str], str]
) -> None:
    letters = dict(zip("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ", [5] * 24, strict=True))
    kit = kit_of("hasbro-2006", language="el", letters=letters)
    told: list[str] = []
    pdf = booklet(kit, "en", "a4", note=told.append)
    assert len(told) == 1
    assert "'el'" in told[0]
    text = extracted(pdf, tmp_path, system_tool)
    assert "stand for words" in text
    assert "Ω" in text
    worked = examples(kit.rulebook)
    assert {"first", "stack", "tall", "full_rack"} <= set(worked)
    assert all(one.invented for one in worked.values())
    assert all(set(word.text) <= set(letters) for one in worked.values() for word in one.words)


def test_digraph_tiles_are_one_tile(kit_of: KitOf) -> None:
    labels = "A,Á,B,C,Cs,D,E,É,G,Gy,I,K,L,Ly,M,N,Ny,O,R,S,Sz,T,U,Z,Zs"
    letters = dict.fromkeys(labels.split(","), 4)
    data = booklet_data(kit_of("hasbro-2006", language="hu", letters=letters), "de")
    (table,) = blocks(data, "letters")
    assert [label for label, _ in table["tiles"]] == list(letters)
    box = data["sections"][0]
    assert any("Cs, Gy, Ly, Ny, Sz und Zs" in block.get("text", "") for block in box["blocks"])


@pytest.mark.parametrize("missing", ["L", "S"])
def test_an_example_whose_letters_are_missing_is_left_out(kit_of: KitOf, missing: str) -> None:
    letters = {label: 4 for label in "ABCDEFGHIKLMNOPRSTU" if label != missing}
    for language in LANGUAGES:
        kit = kit_of("hasbro-2006", language=language, letters=letters)
        data = booklet_data(kit, "en")
        assert all(section["blocks"] for section in data["sections"])
        for one in examples(kit.rulebook).values():
            assert all(missing not in word.text for word in one.words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_box_holds_what_the_profile_says(
    kit_of: KitOf, tmp_path: Path, system_tool: Callable[[str], str], language: str
) -> None:
    kit = kit_of("euro-topwords")
    text = extracted(booklet(kit, language, "letter"), tmp_path, system_tool)
    for label, count in kit.rulebook.tiles.items():
        assert f" {label} {count} " in f" {text} ", label


def extracted(pdf: bytes, folder: Path, system_tool: Callable[[str], str]) -> str:
    path = folder / "booklet.pdf"
    path.write_bytes(pdf)
    command = [system_tool("pdftotext"), "-layout", str(path), "-"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return " ".join(text.split())
