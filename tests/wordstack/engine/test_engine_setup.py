"""From one whole number to a game: random numbers, the start draw, racks."""

from collections import Counter

import engine_games as games
import pytest
from hypothesis import given
from hypothesis import strategies as st
from wordstack import Game, ProfileError, Rulebook, full_text, new_game, position_sha256, real_game
from wordstack.randomness import STATES, draw_64, draw_below, mixed_in, shuffled
from wordstack.setup import start_draw

SEEDS = st.integers(0, STATES - 1)


def test_the_generator_is_splitmix64() -> None:
    """The published first outputs for the seed 1234567."""
    state, found = 1234567, []
    for _ in range(5):
        number, state = draw_64(state)
        found.append(number)
    assert found == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(bound=st.integers(1, 1000) | st.integers(1, STATES), state=SEEDS)
def test_numbers_below_a_bound(bound: int, state: int) -> None:
    number, after = draw_below(bound, state)
    assert 0 <= number < bound
    assert after != state


def test_numbers_are_redrawn_that_would_favour_the_low_ones() -> None:
    """With a bound of 3/4 of all states every fourth draw is refused, or low numbers come twice."""
    bound, state, low = STATES // 4 * 3, 1, 0
    for _ in range(3000):
        number, state = draw_below(bound, state)
        low += number < bound // 3
    assert 900 < low < 1100


def test_all_orders_come_up_equally_often() -> None:
    state = 42
    orders: Counter[tuple[str, ...]] = Counter()
    inserted: Counter[int] = Counter()
    for _ in range(2400):
        order, state = shuffled("ABCD", state)
        orders[order] += 1
        bag, state = mixed_in("ABC", "X", state)
        inserted[bag.index("X")] += 1
    assert len(orders) == 24
    assert all(60 < count < 140 for count in orders.values())
    assert all(500 < count < 700 for count in inserted.values())


def test_a_seed_is_a_game_for_ever() -> None:
    """Written down once: another platform or version that gives other tiles is wrong."""
    position, start = new_game(Rulebook.of("werdup"), 3, 2006)
    assert start.first == position.turn
    assert position_sha256(position) == GOLDEN
    assert full_text(new_game(Rulebook.of("werdup"), 3, 2007)[0]) != full_text(position)


GOLDEN = "a7b0373a07bfa8346dea4cae42e19d8d9febd5065402bde080d378660160c382"


@pytest.mark.parametrize("seed", [-1, STATES, 1.0, True, "1", None])
def test_other_seeds_are_refused(seed: object) -> None:
    with pytest.raises(ValueError, match="seed = "):
        Game("werdup", seed=seed)  # type: ignore[arg-type]


@given(seed=SEEDS, players=st.integers(1, 4))
def test_racks_are_full_and_no_tile_is_lost(seed: int, players: int) -> None:
    position, start = new_game(Rulebook.of("werdup"), players, seed)
    assert [len(rack) for rack in position.racks] == [7] * players
    assert Counter(position.all_tiles()) == Counter(dict(position.rulebook.tiles))
    assert position.turn == start.first
    assert len(start.rounds) >= (players > 1)


def test_the_nearest_to_the_first_letter_begins() -> None:
    rules = games.rulebook()
    assert start_draw(rules, 2, tuple("JG")).first == 1
    assert start_draw(rules, 3, tuple("JKG")).first == 2
    tied = start_draw(rules, 4, tuple("BACABBZB"))
    assert tied.rounds == ({0: "B", 1: "A", 2: "C", 3: "A"}, {1: "B", 3: "B"}, {1: "Z", 3: "B"})
    assert tied.first == 3


def test_the_order_is_that_of_the_profiles_own_letters() -> None:
    game = {
        "letters": ["Z", "CS", "A"],
        "blanks": True,
        "tiles": {"10": {"A": 9, "Z": 9, "CS": 9, "_": 9}},
    }
    rules = games.rulebook("hasbro-2006", game)
    assert start_draw(rules, 3, ("A", "CS", "_")).first == 1
    assert start_draw(rules, 2, ("_", "A")).first == 1
    assert rules.sorted(("_", "A", "?", "CS", "Z")) == ("Z", "CS", "A", "_", "?")


def test_ties_that_no_tile_can_break_go_to_the_first_seat() -> None:
    rules = games.rulebook()
    assert start_draw(rules, 2, tuple("AAB")).first == 0
    assert start_draw(rules, 1, tuple("A")).rounds == ()


def test_how_many_may_play() -> None:
    with pytest.raises(ProfileError, match="players = 5: must be from 1 to 4"):
        Game("werdup", players=5)
    with pytest.raises(ProfileError, match="players = 1: must be from 2 to 4"):
        real_game(Rulebook.of("app"), 1)
    small = games.rulebook("werdup", {"tiles": {"10": {"A": 20}}})
    with pytest.raises(ProfileError, match="20 tiles are too few: 3 players hold 7 each"):
        Game(small, players=3)
    assert Game(small, players=2).position.players == 2


def test_boards_of_every_size() -> None:
    for size in range(6, 17, 2):
        rules = Rulebook.of("werdup", size)
        assert rules.size == size
        assert rules.tile_total == {8: 64, 10: 100}.get(size, size**2)
        assert len(rules.start_cells) == 4
    with pytest.raises(ProfileError, match=r"board size 9: game\.board_size = 9: an odd"):
        Rulebook.of("werdup", 9)
    with pytest.raises(ProfileError, match="must be from 5 to 16"):
        Rulebook.of("werdup", 4)
    with pytest.raises(ProfileError, match="unknown profile"):
        Game("werdap")


def test_the_digest_is_of_the_rules_alone() -> None:
    plain = games.rulebook("werdup")
    named = games.rulebook("werdup", {"name": "mine", "summary": "other words"})
    assert plain.sha256 == named.sha256 != games.rulebook("werdup", stack__max_height=4).sha256
    digests = {Rulebook.of(name).sha256 for name in ("werdup", "app", "solo", "wikipedia")}
    assert len(digests) == 4
    assert Rulebook.of("werdup", 8).sha256 != plain.sha256
    assert Rulebook.of("classic-8x8").sha256 == Rulebook.of("hasbro-2006", 8).sha256
