"""Wilson's interval against published values and by its own definition."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wordstack.playability import Share, wilson
from wordstack.playability.statistics import Z_95


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [
        # Newcombe 1998, Statistics in Medicine 17, 857-872, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_published_values(count, total, low, high):
    assert wilson(count, total) == pytest.approx((low, high), abs=5e-5)


@given(
    st.integers(1, 10**6).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total)))
)
def test_bounds_are_the_shares_that_the_sample_just_allows(sample):
    count, total = sample
    for bound in wilson(count, total):
        if 0 < bound < 1:
            spread = math.sqrt(bound * (1 - bound) / total)
            assert abs(count / total - bound) == pytest.approx(Z_95 * spread, rel=1e-6)
    low, high = wilson(count, total)
    assert 0 <= low <= count / total <= high <= 1
    other_low, other_high = wilson(total - count, total)
    assert (1 - other_high, 1 - other_low) == pytest.approx((low, high), abs=1e-12)


def test_nothing_seen_means_nothing_known():
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("count", "total"), [(-1, 3), (4, 3), (1, 0)])
def test_counts_that_cannot_be(count, total):
    with pytest.raises(ValueError, match="must be from 0"):
        wilson(count, total)


def test_an_exact_share_has_no_spread():
    assert Share(1, 4, is_sample=False).interval == (0.25, 0.25)
    assert Share(1, 4).interval == wilson(1, 4)
    assert Share(0, 0, is_sample=False).value == 0
