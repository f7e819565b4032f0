"""What holds for every game: random profiles, games with every kind of action, at every ply."""

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import engine_games as games
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from wordstack import (
    Board,
    Exchange,
    Game,
    IllegalActionError,
    Pass,
    Placement,
    Play,
    Position,
    apply,
    format_play,
    full_text,
    legal_plays,
    parse_play,
    parse_position,
    position_from_json,
    position_sha256,
    position_to_json,
    profile_names,
    scored_plays,
    short_text,
    validate,
)
from wordstack.cross_words import fits_of_line
from wordstack.lexicon import Lexicon

OPTIONS: dict[str, list[Any]] = {
    "scoring__mode": ["word_flat_or_stacked", "per_letter"],
    "scoring__stack_count": ["all_tiles", "added_tiles"],
    "first_word__min": [1, 2, 3],
    "first_word__min_unit": ["tiles", "letters"],
    "first_word__centre": ["any_of_four", "none"],
    "bonus__all_tiles_requires": ["rack_size", "emptied_rack"],
    "bonus__when": ["flat_word", "always", "newly_placed"],
    "bonus__per": ["word", "turn"],
    "end__out": ["first_player", "all_players"],
    "end__pass_rounds": [1, 2],
    "end__pass_needs_empty_bag": [False, True],
    "end__nobody_can_move": ["bag_empty", "always", "off"],
    "end__exchange_counts_as_pass": [False, True],
    "end__scoreless_turns": [1, 3],
    "exchange__when": ["any_turn", "cannot_play", "never"],
    "exchange__count": [1, 3],
    "exchange__order": ["draw_then_return", "discard"],
    "exchange__solo_after": ["forbid", "lose_turn"],
    "cover__full_word": ["forbid", "allow"],
    "cover__scope": ["each_old_word", "finished_line"],
    "stack__same_letter": ["not_on_top", "not_anywhere_in_stack", "allow"],
    "stack__max_new_per_cell": [1, 1, 1, 2],
    "stack__max_height": [5, 1, 2, 9],
    "plural__rule": ["s_append", "off", "referee"],
    "plural__double": ["forbid", "allow"],
    "plural__stacked_s": ["allow", "forbid"],
    "challenge__mode": ["retry_or_pass", "retry_then_miss", "lose_turn", "auto"],
    "challenge__window": ["before_next_word", "next_action"],
    "challenge__refill": ["window_closed", "at_once"],
}
LETTERS = ["A", "E", "I", "N", "O", "Qu", "R", "S", "T", "U"]


@st.composite
def small_games(draw: st.DrawFn) -> tuple[Game, int]:
    """A game of few tiles on a small board under any options, and a seed to play it by."""
    options = {key: draw(st.sampled_from(values)) for key, values in OPTIONS.items()}
    size = draw(st.integers(5, 8))
    counts = {letter: draw(st.integers(1, 4)) for letter in LETTERS}
    blanks = draw(st.booleans()) and options["stack__max_new_per_cell"] == 1
    if blanks:
        counts["_"] = 2
    game = {
        "board_size": size,
        "rack_size": draw(st.integers(3, 5)),
        "players_min": 1,
        "blanks": blanks,
        "start_squares": [[size // 2, size // 2], [1, 2]],
        "tiles": {str(size): counts},
    }
    rules = games.rulebook("hasbro-2006", game, **options)
    players = draw(st.integers(1, 3))
    assume(rules.tile_total >= players * rules.rack_size)
    words = Lexicon.from_words(
        [w for w in games.WORDS if set(w) <= set("AEINOQRSTU")], rules.profile
    )
    seed = draw(st.integers(0, 2**64 - 1))
    return Game(rules, lexicon=words, players=players, seed=seed), seed


def check_position(position: Position, tiles: tuple[str, ...]) -> None:
    """What holds of every position of a game."""
    rules = position.rulebook
    assert position.all_tiles() == tiles
    assert all(len(rack) <= rules.rack_size for rack in position.racks)
    assert position.is_over or position.has_tiles(position.turn)
    assert max(position.board.heights) <= rules.rules.stack.max_height
    for stack in position.board.stacks:
        assert "" not in stack
    text = full_text(position)
    read = parse_position(text, rules)
    assert read == position
    assert full_text(read) == text
    assert position_sha256(read) == position_sha256(position)
    data = json.loads(json.dumps(position_to_json(position)))
    assert position_from_json(data, rules) == position
    short = short_text(position)
    assert short_text(parse_position(short, rules)) == short


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(small_games())
def test_tiles_are_conserved_and_every_form_reads_back_at_every_ply(
    drawn: tuple[Game, int],
) -> None:
    game, seed = drawn
    tiles = game.position.all_tiles()
    assert Counter(tiles) == Counter(dict(game.position.rulebook.tiles))
    check_position(game.position, tiles)
    for position in games.random_game(game, seed, 12):
        check_position(position, tiles)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(small_games())
def test_undo_goes_back_to_the_start_at_every_ply(drawn: tuple[Game, int]) -> None:
    game, seed = drawn
    forms = [full_text(game.position)]
    for position in games.random_game(game, seed, 10):
        forms.append(full_text(position))
        actions = []
        for form in reversed(forms):
            assert full_text(game.position) == form
            if game.actions:
                actions.append(game.pop())
        for action in reversed(actions):
            game.push(action)
        assert game.position == position


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(small_games(), st.randoms(use_true_random=False))
def test_a_ruling_and_the_list_of_plays_say_the_same(drawn: tuple[Game, int], rng: Any) -> None:
    game, seed = drawn
    for position in [game.position, *games.random_game(game, seed, 8)]:
        if position.is_over:
            return
        plays = {one.play: one.points for one in scored_plays(position, game.lexicon)}  # type: ignore[arg-type]
        assert list(plays) == sorted(plays)
        for play, points in plays.items():
            ruling = validate(position, play, game.lexicon)
            assert ruling.is_legal, (ruling.codes, play)
            assert ruling.points.total == points
            written = format_play(play, position)
            assert parse_play(written, position.rulebook) == play
            assert format_play(parse_play(written, position.rulebook), position) == written
        for play in random_plays(position, rng):
            before = full_text(position)
            assert validate(position, play, game.lexicon).is_legal == (play in plays)
            assert full_text(position) == before


def random_plays(position: Position, rng: Any) -> list[Play]:
    """Lay tiles of the rack at random in lines near what lies there."""
    plays, size = [], position.board.size
    for _ in range(30):
        hand = list(position.rack)
        rng.shuffle(hand)
        row, col = rng.randrange(size), rng.randrange(size)
        placements = []
        for tile in hand[: rng.randint(1, 3)]:
            shows = rng.choice(LETTERS) if tile == "_" else ""
            placements.append(Placement(row, col, tile, shows))
            col += rng.choice((1, 1, 1, 2))
        play = Play(tuple(placements))
        plays.append(play if rng.random() < 0.5 else play.transposed())
    return plays


def transposed(position: Position) -> Position:
    """Return the position with rows and columns exchanged."""
    profile = position.rulebook.profile
    squares = tuple((col, row) for row, col in profile.start_squares or ())
    rules = replace(
        position.rulebook, profile=profile.model_copy(update={"start_squares": squares or None})
    )
    return replace(position, rulebook=rules, board=position.board.transposed())


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(small_games())
def test_rows_and_columns_are_alike(drawn: tuple[Game, int]) -> None:
    game, seed = drawn
    assert game.lexicon is not None
    for position in [game.position, *games.random_game(game, seed, 8)]:
        here = {one.play.transposed(): one.points for one in scored_plays(position, game.lexicon)}  # type: ignore[arg-type]
        there = scored_plays(transposed(position), game.lexicon)  # type: ignore[arg-type]
        assert here == {one.play: one.points for one in there}


@pytest.mark.parametrize("name", profile_names())
def test_whole_games_end_under_every_profile(name: str) -> None:
    game = Game(name, lexicon=games.ENGLISH, seed=11)
    tiles = game.position.all_tiles()
    turns = 0
    while not game.is_over:
        turns += 1
        assert turns < 400
        plays = game.scored_plays()
        try:
            if plays:
                game.push(max(plays, key=lambda one: one.points).play)
            else:
                game.push(Exchange(game.position.rack[:1]))
        except IllegalActionError:
            game.push(Pass())
        assert game.position.all_tiles() == tiles
    final = game.result()
    assert final.reason
    assert final.scores == tuple(
        score - 5 * len(rack)
        for score, rack in zip(game.position.scores, game.position.racks, strict=True)
    )


@given(st.lists(st.sampled_from(["", "", "A", "E", "S", "T"]), min_size=5, max_size=8))
def test_letters_that_fit_a_square_by_trying_all(line: list[str]) -> None:
    """Also between two words, on squares that are taken, and where what lies there is no word."""
    found = fits_of_line(tuple(line), games.ENGLISH)
    for square in range(len(line)):
        tried = {
            letter for letter in games.rulebook().profile.letters if fits(line, square, letter)
        }
        alone = not any(line[one] for one in (square - 1, square + 1) if 0 <= one < len(line))
        assert (found[square] is None) == alone
        assert alone or found[square] == tried


def fits(line: list[str], square: int, letter: str) -> bool:
    row = [*line[:square], letter, *line[square + 1 :]]
    first, end = square, square
    while first and row[first - 1]:
        first -= 1
    while end < len(row) and row[end]:
        end += 1
    return tuple(row[first:end]) in games.ENGLISH


def test_a_position_read_from_text_knows_all_that_play_would_have_made() -> None:
    """Nothing is remembered from the way: the same board gives the same plays."""
    game = Game("hasbro-2006", lexicon=games.ENGLISH, seed=2)
    for position in games.random_game(game, 2, 30):
        read = parse_position(full_text(position), position.rulebook)
        assert legal_plays(read, games.ENGLISH) == legal_plays(position, games.ENGLISH)


def test_actions_do_not_touch_the_position_they_start_from() -> None:
    game = Game("hasbro-2006", lexicon=games.ENGLISH, seed=8)
    before = game.position
    text = full_text(before)
    for play in game.legal_plays()[:10]:
        apply(before, play, games.ENGLISH)
        with pytest.raises(IllegalActionError):
            apply(before, Play((*play.placements, Placement(0, 0, "A"))), games.ENGLISH)
    assert full_text(before) == text
    assert before.board == Board.empty(10)
