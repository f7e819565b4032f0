"""Scaling a tile set: the properties that largest remainder with one of each must have."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wordstack import Layer, ProfileError, load_profile, read_layers, resolve_game
from wordstack.tile_sets import scale

counts_and_total = st.dictionaries(
    st.integers(0, 200).map(str), st.integers(1, 256), min_size=1, max_size=60
).flatmap(lambda counts: st.tuples(st.just(counts), st.integers(len(counts), 300)))


@given(counts_and_total)
def test_scaled_sets_have_the_total_and_one_of_each(case: tuple[dict[str, int], int]) -> None:
    counts, total = case
    scaled = scale(counts, total)
    assert sum(scaled.values()) == total
    assert min(scaled.values()) >= 1
    assert list(scaled) == list(counts)
    assert scaled == scale(dict(counts), total)


@given(counts_and_total)
def test_nobody_is_further_than_one_tile_from_the_exact_share(
    case: tuple[dict[str, int], int],
) -> None:
    """Those above one tile keep their quota, and remainders decide, ties by order."""
    counts, total = case
    scaled = scale(counts, total)
    whole = sum(counts.values())
    if any(Fraction(n * total, whole) < 1 for n in counts.values()):
        return  # the next test judges sets where some are raised to one
    shares = {label: Fraction(n * total, whole) for label, n in counts.items()}
    raised = [label for label in counts if scaled[label] == int(shares[label]) + 1]
    kept = [label for label in counts if scaled[label] == int(shares[label])]
    assert set(raised) | set(kept) == set(counts)
    order = {label: place for place, label in enumerate(counts)}
    for up in raised:
        for down in kept:
            above, below = shares[up] % 1, shares[down] % 1
            assert above > below or (above == below and order[up] < order[down])


@given(counts_and_total)
def test_more_tiles_before_are_never_fewer_after(case: tuple[dict[str, int], int]) -> None:
    counts, total = case
    scaled = scale(counts, total)
    for one in counts:
        for other in counts:
            if counts[one] > counts[other]:
                assert scaled[one] >= scaled[other]


def test_a_worked_example() -> None:
    # 5 : 3 : 1 to 7 tiles: shares 3.89, 2.33, 0.78; C gets its one, A and B share six as 3.75
    # and 2.25, so A takes the tile that is left.
    assert dict(scale({"A": 5, "B": 3, "C": 1}, 7)) == {"A": 4, "B": 2, "C": 1}


def test_ties_go_by_letter_order_not_by_name() -> None:
    assert dict(scale({"Z": 2, "A": 2, "M": 2}, 7)) == {"Z": 3, "A": 2, "M": 2}


def test_fewer_tiles_than_kinds_are_refused() -> None:
    with pytest.raises(ProfileError, match="2 tiles are too few: there are 3 kinds"):
        scale({"A": 1, "B": 1, "C": 1}, 2)


def test_a_board_without_a_set_of_its_own_says_so() -> None:
    tiles = load_profile("werdup").tile_set(12)
    assert (tiles.total, tiles.scaled) == (144, True)
    assert "scaled" in tiles.note
    assert "100 tiles for 10 x 10" in tiles.note
    assert tiles.counts["E"] == 12  # 8 * 1.44 = 11.52, the remainder decides


def test_the_base_is_the_profiles_own_board_else_its_largest_set() -> None:
    assert "64 tiles for 8 x 8" in load_profile("classic-8x8").tile_set(12).note
    layers = (*read_layers("werdup"), Layer("my.toml", {"game": {"board_size": 14}}))
    assert "100 tiles for 10 x 10" in resolve_game(layers).tile_set(14).note


def test_a_board_with_fewer_squares_than_kinds_is_refused_by_name() -> None:
    letters = [chr(ord("A") + i) for i in range(26)] + [chr(ord("a") + i) for i in range(26)]
    game = {"letters": letters, "tiles": {"10": dict.fromkeys(letters, 2)}}
    profile = resolve_game([Layer("my.toml", {"game": {"name": "big", **game}})])
    assert profile.tile_set(8).total == 64
    with pytest.raises(ProfileError, match=r"big: board 6 x 6: 36 tiles are too few: .* 52 kinds"):
        profile.tile_set(6)


@pytest.mark.parametrize("size", [4, 17, 0, -10])
def test_a_board_out_of_range_is_refused(size: int) -> None:
    with pytest.raises(ProfileError, match=f"board size {size}: must be from 5 to 16"):
        load_profile("werdup").tile_set(size)
