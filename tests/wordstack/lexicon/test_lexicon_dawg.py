"""The automaton holds exactly the words it was given, in as few states as any can."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wordstack.lexicon.dawg import Automaton, minimal_automaton

word = st.lists(st.integers(0, 3), min_size=1, max_size=5).map(tuple)
word_sets = st.sets(word, max_size=30)


def words_of(automaton: Automaton) -> set[tuple[int, ...]]:
    found = set()
    walk = [(0, ())]
    while walk:
        state, so_far = walk.pop()
        if automaton.final[state]:
            found.add(so_far)
        walk += [(target, (*so_far, label)) for label, target in automaton.arcs[state]]
    return found


def right_languages(words: set[tuple[int, ...]]) -> set[frozenset[tuple[int, ...]]]:
    """For every prefix of a word what may follow it: as many states as the smallest automaton."""
    prefixes = {()} | {word[:end] for word in words for end in range(len(word) + 1)}
    return {
        frozenset(word[len(prefix) :] for word in words if word[: len(prefix)] == prefix)
        for prefix in prefixes
    }


@given(word_sets)
def test_words_in_are_words_out(words: set[tuple[int, ...]]) -> None:
    assert words_of(minimal_automaton(sorted(words))) == words


@given(word_sets)
def test_no_automaton_has_fewer_states(words: set[tuple[int, ...]]) -> None:
    automaton = minimal_automaton(sorted(words))
    assert len(automaton.final) == len(right_languages(words))


@given(word_sets)
def test_bytes_round_trip_and_depend_on_the_words_only(words: set[tuple[int, ...]]) -> None:
    automaton = minimal_automaton(sorted(words))
    data = automaton.to_bytes()
    assert Automaton.from_bytes(data) == automaton
    assert minimal_automaton(sorted(words)).to_bytes() == data


@given(word_sets)
def test_arcs_are_in_the_order_of_the_labels(words: set[tuple[int, ...]]) -> None:
    for arcs in minimal_automaton(sorted(words)).arcs:
        assert [label for label, _ in arcs] == sorted({label for label, _ in arcs})


def test_a_trie_would_be_larger() -> None:
    """CATS, COTS: the endings are shared, so 5 states and not the 8 of a trie."""
    assert len(minimal_automaton([(2, 0, 19, 18), (2, 14, 19, 18)]).final) == 5


def test_all_256_labels() -> None:
    words = [(label, label) for label in range(256)]
    automaton = minimal_automaton(words)
    assert words_of(Automaton.from_bytes(automaton.to_bytes())) == set(words)


@pytest.mark.parametrize(
    "words",
    [[(1,), (0,)], [(0,), (0,)], [()], [(0, 1), (0,)]],
    ids=["falls", "twice", "empty", "prefix"],
)
def test_words_out_of_order_are_refused(words: list[tuple[int, ...]]) -> None:
    with pytest.raises(ValueError, match="words must rise"):
        minimal_automaton(words)


@given(word_sets, st.data())
def test_cut_or_lengthened_bytes_are_refused(
    words: set[tuple[int, ...]], data: st.DataObject
) -> None:
    whole = minimal_automaton(sorted(words)).to_bytes()
    end = data.draw(st.integers(0, len(whole) - 1))
    for damaged in (whole[:end], whole + b"\0"):
        with pytest.raises(ValueError, match="no automaton"):
            Automaton.from_bytes(damaged)


def test_arcs_to_nowhere_are_refused() -> None:
    whole = bytearray(minimal_automaton([(0, 1)]).to_bytes())
    whole[-4] = 9
    with pytest.raises(ValueError, match="lead nowhere"):
        Automaton.from_bytes(bytes(whole))
