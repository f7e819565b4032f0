"""The score sheet follows the profile, and has a line for every turn of the longest game."""

import math
import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from kits import Kits

from kitgen.export.manifest import Playability
from kitgen.paper.score_sheet import ACROSS, rounds, score_sheet, score_sheet_data
from kitgen.pictures.kit import PicturedKit
from kitgen.wording import LANGUAGES


def judged(turns: int | None, players: int) -> Playability:
    return Playability(
        verdict="playable",
        lexicon="words",
        lexicon_sha256="0" * 64,
        racks=1,
        games=1,
        players=players,
        seed=0,
        most_turns=turns,
        gates=(),
    )


@pytest.fixture
def kit(kits: Kits) -> PicturedKit:
    return PicturedKit.read(kits(size=6, players=2).folder)


def with_judgement(kit: PicturedKit, judgement: Playability | None) -> PicturedKit:
    return replace(kit, manifest=kit.manifest.model_copy(update={"playability": judgement}))


def with_rules(kit: PicturedKit, table: str, **changed: Any) -> PicturedKit:
    game = dict(kit.manifest.profile["game"])
    game["rules"] = {**game["rules"], table: {**game["rules"][table], **changed}}
    profile = {**kit.manifest.profile, "game": game}
    return replace(kit, manifest=kit.manifest.model_copy(update={"profile": profile}))


@pytest.mark.parametrize(("turns", "players"), [(61, 2), (60, 2), (17, 1), (90, 4)])
def test_there_are_lines_for_the_longest_game(kit: PicturedKit, turns: int, players: int) -> None:
    assert rounds(with_judgement(kit, judged(turns, players))) == math.ceil(turns / players)


def test_without_games_there_are_lines_for_all_tiles(kit: PicturedKit) -> None:
    for none in (None, judged(None, 2)):
        assert rounds(with_judgement(kit, none)) == 36 / 2 / 2


def for_players(kit: PicturedKit, most: int, racks: int | None = None) -> PicturedKit:
    profile = kit.manifest.profile
    profile = {
        **profile,
        "game": {**profile["game"], "players_max": most},
        "print": {**profile["print"], "players": racks},
    }
    return replace(kit, manifest=kit.manifest.model_copy(update={"profile": profile}))


@pytest.mark.parametrize("most", range(2, 9))
def test_every_player_has_a_column(kit: PicturedKit, most: int) -> None:
    groups = score_sheet_data(for_players(kit, most), "en")["groups"]
    groups = [group["columns"] for group in groups]
    names = [name for group in groups for name in group]
    assert names == [f"Player {number}" for number in range(1, most + 1)]
    assert max(map(len, groups)) <= ACROSS
    assert max(map(len, groups)) - min(map(len, groups)) <= 1


def test_who_has_no_rack_has_no_column(kit: PicturedKit) -> None:
    for racks, columns in ((2, 2), (3, 3), (4, 4), (6, 4)):
        (group,) = score_sheet_data(for_players(kit, 4, racks), "en")["groups"]
        assert len(group["columns"]) == columns


def test_who_needs_a_second_sheet_shares_the_turns_with_more_players(kit: PicturedKit) -> None:
    eight = with_judgement(for_players(kit, 8), judged(91, 2))
    first, second = score_sheet_data(eight, "en")["groups"]
    assert (first["rounds"], second["rounds"]) == (46, math.ceil(91 / 5))
    assert second["columns"][0] == "Player 5"


def test_nobody_wins_alone(kit: PicturedKit) -> None:
    assert score_sheet_data(for_players(kit, 1), "en")["words"]["winner"] is None
    assert score_sheet_data(for_players(kit, 2), "en")["words"]["winner"] == "Winner"


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_nothing_is_stacked_no_stack_is_spoken_of(kit: PicturedKit, language: str) -> None:
    bonus = with_rules(kit, "bonus", tiles={"E": 7})
    stacked = score_sheet_data(bonus, language)["reminder"]
    flat = score_sheet_data(with_rules(bonus, "stack", max_height=1), language)["reminder"]
    said = re.compile("stack|stapel|empil|pile", re.IGNORECASE)
    assert any(map(said.search, stacked))
    assert not any(map(said.search, flat))
    assert any("E +7" in line for line in flat)


def test_a_bonus_for_a_tile_that_the_set_lacks_is_not_promised(kit: PicturedKit) -> None:
    there = with_rules(kit, "bonus", tiles={"E": 7, "Ψ": 9})
    assert any("E +7" in line for line in score_sheet_data(there, "en")["reminder"])
    assert "Ψ" not in repr(score_sheet_data(there, "en"))
    none = score_sheet_data(with_rules(kit, "bonus", tiles={"Ψ": 9}), "en")["reminder"]
    assert none == score_sheet_data(with_rules(kit, "bonus", tiles={}), "en")["reminder"]


def test_a_game_for_one_has_columns_for_several_games(kit: PicturedKit) -> None:
    (group,) = score_sheet_data(for_players(kit, 1), "en")["groups"]
    assert group["columns"] == ["Game 1", "Game 2", "Game 3"]


def test_nothing_is_taken_off_where_the_rules_take_nothing_off(kit: PicturedKit) -> None:
    assert "5" in score_sheet_data(kit, "en")["words"]["deduction"]
    free = with_rules(kit, "end", penalty_per_tile=0)
    assert score_sheet_data(free, "en")["words"]["deduction"] is None


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("players", "turns"), [(1, 40), (4, 44), (4, 58), (5, 60), (8, 200)])
def test_every_round_is_there_and_high_enough_to_write_in(
    kit: PicturedKit,
    tmp_path: Path,
    system_tool: Callable[[str], str],
    paper: str,
    players: int,
    turns: int,
) -> None:
    made = for_players(with_judgement(kit, judged(turns, min(players, 2))), players)
    path = tmp_path / "score.pdf"
    path.write_bytes(score_sheet(made, "de", paper))
    command = [system_tool("pdftotext"), "-bbox", str(path), "-"]
    page = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    word = re.compile(r'xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(\d+)<')
    left_edge = 10 / 25.4 * 72
    sheets: list[list[tuple[int, float]]] = []
    for text in page.split("<page ")[1:]:
        found = [
            (int(n), float(y))
            for x, y, right, _, n in word.findall(text)
            if float(right) < left_edge + 9 / 25.4 * 72
        ]
        sheets.append(found)
    groups = score_sheet_data(made, "de")["groups"]
    firsts = [at for at, sheet in enumerate(sheets) if sheet[0][0] == 1]
    assert len(firsts) == len(groups)
    for group, start, end in zip(groups, firsts, [*firsts[1:], len(sheets)], strict=True):
        numbers = [number for sheet in sheets[start:end] for number, _ in sheet]
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) >= group["rounds"]
    for sheet in sheets:
        assert len(sheet) >= min(groups[-1]["rounds"], 15), "a sheet with a few rows"
        for (_, above), (_, below) in pairwise(sheet):
            assert (below - above) / 72 * 25.4 >= 7 - 1e-2


@pytest.mark.parametrize(
    ("table", "changed"),
    [
        ("scoring", {"mode": "word_flat_or_stacked"}),
        ("scoring", {"flat_points": 3}),
        ("scoring", {"stack_points": 4}),
        ("scoring", {"stack_count": "added_tiles"}),
        ("bonus", {"all_tiles": 20}),
        ("bonus", {"tiles": {"Qu": 2}}),
        ("end", {"penalty_per_tile": 7}),
    ],
)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_reminder_follows_the_profile(
    kit: PicturedKit, language: str, table: str, changed: dict[str, Any]
) -> None:
    assert score_sheet_data(with_rules(kit, table, **changed), language) != score_sheet_data(
        kit, language
    )


@pytest.mark.parametrize("when", ["flat_word", "always", "newly_placed"])
@pytest.mark.parametrize("per", ["word", "turn"])
def test_every_form_of_a_bonus_has_words(kit: PicturedKit, when: str, per: str) -> None:
    for requires in ("rack_size", "emptied_rack"):
        bonus = {"tiles": {"J": 2, "Qu": 3}, "when": when, "per": per}
        bonus |= {"all_tiles": 10, "all_tiles_requires": requires}
        for language in ("en", "de", "fr"):
            reminder = score_sheet_data(with_rules(kit, "bonus", **bonus), language)["reminder"]
            assert any("J +2" in line and "Qu +3" in line for line in reminder)
            assert any("10" in line for line in reminder)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_way_to_count_is_reminded_of_in_its_own_words(kit: PicturedKit, language: str) -> None:
    said = {
        score_sheet_data(with_rules(kit, "scoring", mode=mode, stack_count=count), language)[
            "reminder"
        ][0]
        for mode in ("word_flat_or_stacked", "per_letter")
        for count in ("all_tiles", "added_tiles")
    }
    assert len(said) == 4
    # Where only tiles on others count in a stacked word, flat ones count nothing in it.
    nothing = {"en": "nothing for the rest", "de": "sonst nichts", "fr": "rien pour le reste"}
    assert sum(nothing[language] in text for text in said) == 1
