"""A build judges the tile set first, says what it found, and prints all the same."""

import json

import pytest

PART = ("--only", "tile-T")
WORDS = "at\neat\ntea\ntee\nseat\nsea\nset\n"
HOPELESS = {"A": 2, "E": 2, "S": 2, "T": 2, "X": 30}
GOOD = {"A": 5, "E": 7, "I": 4, "O": 4, "L": 3, "N": 4, "R": 4, "S": 4, "T": 5}
"""Good with the words of English."""


@pytest.fixture
def own(kitgen_here, tmp_path):
    """Build a small kit with tiles of one's own; give the answer and the manifest's record."""
    here = tmp_path / "here"

    def build(tiles, *arguments, language="en"):
        words = WORDS if tiles == HOPELESS else ""
        if words:
            (here / "words.txt").write_text(words)
        lexicon = f'lexicon = "{here / "words.txt"}"\n' if words else ""
        counts = "\n".join(f"{letter} = {count}" for letter, count in tiles.items())
        (here / "own.toml").write_text(
            f'[game]\nextends = "werdup"\nlanguage = "{language}"\nboard_size = 6\n{lexicon}'
            f"[game.tiles.6]\n{counts}\n"
        )
        answer = kitgen_here("build", "--profile", "own.toml", *arguments, "-o", "kit")
        manifest = here / "kit/manifest.json"
        record = json.loads(manifest.read_bytes())["playability"] if manifest.exists() else None
        return answer, record

    return build


def test_the_default_kit_is_judged_and_its_manifest_says_so(kit10):
    record = kit10.manifest["playability"]
    assert record["verdict"] == "playable"
    assert (record["racks"], record["games"], record["lexicon"]) == (2000, 40, "english-70")
    assert {gate["verdict"] for gate in record["gates"]} == {"playable"}


def test_a_hopeless_set_is_a_loud_warning_and_is_built(own):
    answer, record = own(HOPELESS)
    assert answer.code == 0
    assert record["verdict"] == "not playable"
    assert "WARNING: the tile set is not playable: tiles that no word can use 78.9 %" in answer.err
    assert "WARNING: the tile set is not playable" in answer.out
    assert answer.err.index("WARNING") < answer.err.index("Building parts")


def test_strict_builds_nothing_of_a_hopeless_set(own, tmp_path):
    answer, record = own(HOPELESS, "--strict")
    assert answer.code == 1
    assert record is None
    assert not (tmp_path / "here/kit").exists()
    assert answer.err.splitlines()[-1].startswith(
        "kitgen: error: the tile set is not playable: tiles that no word can use"
    )
    assert "Building parts" not in answer.err


def test_strict_judges_single_parts_too_which_else_nobody_asks(own):
    assert own(HOPELESS, *PART, "--strict")[0].code == 1
    answer, record = own(HOPELESS, *PART)
    assert (answer.code, record) == (0, None)
    assert "playable" not in answer.out + answer.err


def test_strict_does_not_mind_what_is_not_refused(own):
    answer, record = own(GOOD, *PART, "--strict")
    assert answer.code == 0
    assert record["verdict"] == "playable"


def test_no_validate_asks_nothing(own):
    answer, record = own(HOPELESS, "--no-validate", "--dry-run")
    assert answer.code == 0
    assert record is None
    refused, _ = own(HOPELESS, "--no-validate", "--strict")
    assert refused.code == 2
    assert "--strict" in refused.err


def test_a_language_without_words_is_not_judged_and_built(own):
    answer, record = own(GOOD, *PART, "--strict", language="tr")
    assert answer.code == 0
    assert record["verdict"] == "not judged"
    assert (record["lexicon"], record["games"], record["racks"]) == (None, 0, 0)
    assert "kitgen lexicon build FILE --lang tr" in answer.err


def test_json_holds_the_record(own):
    answer, record = own(GOOD, *PART, "--strict", "--json")
    assert json.loads(answer.out)["playability"] == record


def test_a_second_build_plays_no_games(own):
    _, record = own(GOOD, *PART, "--strict")
    second, again = own(GOOD, *PART, "--strict")
    assert again == record
    assert "Playing games" not in second.err
    other, _ = own({**GOOD, "T": 10}, *PART, "--strict")
    assert "Playing games (40)" in other.err
