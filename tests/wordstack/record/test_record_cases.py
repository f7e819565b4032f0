"""Rulings: the shipped worked examples agree, and what disagrees or cannot be read is told."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from wordstack import ProfileError
from wordstack.record import Disagreement, judge, read_cases
from wordstack.record.case_file import CaseFile

FILE = Path(__file__).parents[1] / "cases" / "stacking_plays.json"
DATA = json.loads(FILE.read_text(encoding="utf-8"))
BY_ID = {case["id"]: case for case in DATA["cases"]}


@pytest.mark.parametrize("case", read_cases(FILE), ids=lambda case: case.name)
def test_every_worked_example_agrees(case: Any) -> None:
    assert case.counts
    assert judge(case) == ()


def judged(tmp_path: Path, *cases: dict[str, Any]) -> list[tuple[Disagreement, ...]]:
    path = tmp_path / "cases.json"
    path.write_text(json.dumps({"cases": cases}), encoding="utf-8")
    return [judge(case) for case in read_cases(path)]


def legal() -> dict[str, Any]:
    return copy.deepcopy(BY_ID["hasbro06-fig2-dear"])


def illegal() -> dict[str, Any]:
    return copy.deepcopy(next(case for case in DATA["cases"] if not case["expect"]["legal"]))


def test_every_number_of_every_case_is_compared(tmp_path: Path) -> None:
    spoilt = []
    for case in DATA["cases"]:
        expect = case["expect"]
        if not expect["legal"]:
            continue
        keys = [key for key in ("bonus", "letter_bonus", "total") if key in expect]
        for key in keys:
            other = copy.deepcopy(case)
            other["expect"][key] += 1
            spoilt.append(other)
        for number in range(len(expect["words"])):
            for key, value in expect["words"][number].items():
                other = copy.deepcopy(case)
                other["expect"]["words"][number][key] = {
                    "word": "XYZZY",
                    "tiles": ["X"],
                    "heights": [9],
                    "dir": {"across": "down", "down": "across"}.get(str(value)),
                    "start": [0, 0] if value != [0, 0] else [1, 1],
                    "flat": not value,
                    "points": -1,
                }[key]
                spoilt.append(other)
        if "werdup_literal_total" in expect.get("derived_alt", {}):
            other = copy.deepcopy(case)
            other["expect"]["derived_alt"]["werdup_literal_total"] += 1
            spoilt.append(other)
    for number, case in enumerate(spoilt):
        case["id"] = str(number)
    found = judged(tmp_path, *spoilt)
    assert len(found) > 200
    assert [number for number, one in enumerate(found) if not one] == []


def test_a_disagreement_says_both_sides(tmp_path: Path) -> None:
    case = legal()
    case["expect"]["total"] = 9
    case["expect"]["words"][0]["points"] = 9
    assert judged(tmp_path, case) == [
        (
            Disagreement(
                "words",
                "DEAR down from [4, 6] heights 1111 flat points 9",
                "DEAR down from [4, 6] heights 1111 flat points 8",
            ),
            Disagreement("total", "9", "8"),
        )
    ]


def test_verdicts_and_reasons_are_compared(tmp_path: Path) -> None:
    one, other, third = legal(), illegal(), illegal()
    one["expect"] = {"legal": False, "reason": "gap"}
    other["id"], third["id"] = "other", "third"
    other["expect"] = {"legal": True}
    wrong = "gap" if third["expect"]["reason"] != "gap" else "plural_s"
    third["expect"]["reason"] = wrong
    found = judged(tmp_path, one, other, third)
    assert [[why.what for why in case] for case in found] == [["verdict"], ["verdict"], ["reason"]]
    assert found[0][0].said == "not legal: gap"
    assert found[0][0].found == "legal"


def test_a_missing_word_and_one_too_many_are_told(tmp_path: Path) -> None:
    case = legal()
    word = case["expect"]["words"].pop()
    case["expect"]["words"].append({"word": "MOOD", "dir": "across", "start": [4, 3]})
    (found,) = judged(tmp_path, case)
    assert [(one.said, one.found) for one in found] == [
        ("no such word", "DEAR down from [4, 6] heights 1111 flat points 8"),
        ("MOOD across from [4, 3]", "no such word"),
    ]
    case["expect"]["words"] = [word, word]
    (found,) = judged(tmp_path, case)
    assert [one.found for one in found] == ["no such word"]


def test_what_is_not_said_is_not_compared(tmp_path: Path) -> None:
    case = legal()
    case["expect"] = {"legal": True}
    del case["lexicon"]
    assert judged(tmp_path, case) == [()]


def test_words_are_judged_by_the_case(tmp_path: Path) -> None:
    case = legal()
    case["lexicon"] = ["dear"]
    other = {**legal(), "id": "other", "lexicon": [["D", "E", "A", "R"]]}
    third = {**legal(), "id": "third", "lexicon": []}
    assert [bool(one) for one in judged(tmp_path, case, other, third)] == [False, False, True]


def test_a_dispute_counts_if_it_names_an_option(tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    case = copy.deepcopy(BY_ID["wordsapi-double-plural"])
    without = {**case, "id": "without", "options": {}}
    path.write_text(json.dumps({"cases": [case, without]}), encoding="utf-8")
    assert [one.counts for one in read_cases(path)] == [True, False]


def test_digraphs_and_blanks_and_a_profile_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "hu.toml").write_text(
        '[game]\nextends = "hasbro-2006"\nlanguage = "hu"\nletters = ["A", "K", "S", "SZ", "Z"]\n'
        'blanks = true\n[game.tiles.6]\nA = 9\nK = 9\nS = 9\nSZ = 9\nZ = 9\n"_" = 2\n',
        encoding="utf-8",
    )
    case = {
        "id": "szak",
        "profile": "./hu.toml",
        "board_size": 6,
        "grid_before": ["......", "......", "..[SZ]A..", "......", "......", "......"],
        "heights_before": ["000000", "000000", "001100", "000000", "000000", "000000"],
        "placements": [{"row": 2, "col": 4, "tile": "_", "shows": "K"}],
        "lexicon": ["szak"],
        "expect": {
            "legal": True,
            "words": [{"dir": "across", "start": [2, 2], "tiles": ["SZ", "A", "K"], "points": 6}],
            "total": 6,
        },
    }
    assert judged(tmp_path, case) == [()]


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("id", "", "cases\\[0\\]|id"),
        ("profile", "hasbro-2007", "did you mean hasbro-2006"),
        ("profile", None, "profile = .*valid string"),
        ("options", {"plural.doubel": "allow"}, "nearest known is .*plural.double"),
        ("options", {"plural.double": "perhaps"}, "allow"),
        ("board_size", 4, "board size|must be from 5 to 16"),
        ("first_turn", True, "must say whether the board is empty"),
        ("grid_before", ["."] * 10, "1 squares: must be 10"),
        ("grid_before", [".........."], "1 rows: must be 10"),
        ("grid_before", ["[SZ......."] * 10, "a bracket is not closed"),
        ("heights_before", ["000000000x"] * 10, "must be 10 digits"),
        ("heights_before", ["1" * 10] * 10, "1 in column 0, where no letter lies"),
        ("placements", [{"row": 1, "col": 1, "tile": "A", "shows": "B"}], "shows is for a blank"),
        ("placements", [{"row": 1, "col": 1, "tle": "A"}], "placements\\[0\\]"),
        ("placements", [{"row": "1", "col": 1, "tile": "A"}], 'row = "1": .*valid integer'),
        ("lexicon", ["D!"], 'no tile for "!"'),
        ("lexicon", [[]], "must be a word"),
        ("expect", {"legal": False}, "a play that is not legal has a reason"),
        ("expect", {"legal": True, "reason": "gap"}, "and a legal one has none"),
        ("expect", {"legal": False, "reason": "gapp"}, "the nearest known is gap"),
        ("expect", {"legal": True, "totl": 8}, "the nearest known is total"),
        ("expect", {"legal": "yes"}, "valid boolean"),
    ],
)
def test_what_cannot_be_read_is_one_line(
    key: str, value: object, reason: str, tmp_path: Path
) -> None:
    with pytest.raises(ProfileError, match=reason) as caught:
        judged(tmp_path, {**legal(), key: value})
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(f"{tmp_path / 'cases.json'}: ")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"{", "not JSON"),
        (b"\xff", "not UTF-8 at byte 0"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "valid dictionary|object"),
        (b'{"cases": {}}', "cases = .*valid list"),
        (b'{"cases": [1]}', "cases\\[0\\]"),
        (None, "cannot be read"),
    ],
)
def test_a_file_that_is_none_is_one_line(data: bytes | None, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(ProfileError, match=reason) as caught:
        read_cases(path)
    assert "\n" not in str(caught.value)


def test_the_same_id_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="stands twice"):
        judged(tmp_path, legal(), legal())


def test_the_schema_judges_the_shipped_file() -> None:
    import jsonschema

    jsonschema.validate(DATA, CaseFile.model_json_schema())
    broken = {"cases": [{**legal(), "expect": {"legal": 1}}]}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(broken, CaseFile.model_json_schema())
