"""Checks that more than one test needs: the tests run them, the mutants must make them fail."""

import engine_games as games
from wordstack import Exchange, Play, apply, legal_plays, scored_plays, validate
from wordstack.board import Board
from wordstack.position import Position
from wordstack.rulebook import Rulebook


def agree(position: Position, lexicon: games.Lexicon, play: Play) -> set[str]:
    """Hold the generator against a ruling of one play, and return the codes of the ruling."""
    ruling = validate(position, play, lexicon)
    scored = {one.play: one.points for one in scored_plays(position, lexicon)}
    assert (play in scored) == ruling.is_legal, ruling.codes
    if ruling.is_legal:
        assert scored[play] == ruling.points.total
    return set(ruling.codes)


def cover_is_forbidden_everywhere(size: int = 10) -> None:
    """FA may not become HE by two tiles, in whatever line and at whatever place of it."""
    rules = games.rulebook("hasbro-2006", {"board_size": size})
    words = games.lexicon(["fa", "ha", "fe", "he"], rules)
    middle = size // 2
    for turned in (False, True):
        for line in (0, middle, size - 1):
            for start in (0, middle, size - 2):
                played = games.across(line, start, "FA")
                both, first, second = (
                    games.across(line, start, letters) for letters in ("HE", "H.", ".E")
                )
                if turned:
                    played, both, first, second = (
                        play.transposed() for play in (played, both, first, second)
                    )
                board = Board.empty(size).lay(played.placements)
                position = Position(rules, board, (tuple("EH"), ()))
                assert agree(position, words, both) == {"full_cover"}
                assert agree(position, words, first) == set()
                assert agree(position, words, second) == set()


def cross_words_count_the_new_tile() -> None:
    """WOOD to WOOL and DEAR to LEAP in one turn: both words hold the new L, two high, 6 each."""
    rules = games.rulebook()
    words = games.lexicon(["wool", "leap"], rules)
    position = games.board({4: "3WOOD3", 5: "6E3", 6: "6A3", 7: "6R3"}, rules, "LP/-", "2111111")
    play = games.down(4, 6, "L..P")
    assert agree(position, words, play) == set()
    assert validate(position, play, words).points.words == (6, 6)


def no_stack_grows_beyond_the_limit() -> None:
    """A tile goes on four, not on five; with other limits likewise."""
    words = games.lexicon(["cat", "bat"])
    for limit in range(1, 10):
        rules = games.rulebook(stack__max_height=limit)
        for height in range(1, limit + 1):
            position = games.board({4: "3CAT4"}, rules, "B/-", f"{height}11")
            codes = agree(position, words, games.across(4, 3, "B"))
            assert codes == (set() if height < limit else {"max_height"})


def an_exchange_draws_before_it_returns() -> None:
    """With one tile in the bag that tile is drawn, never the one given."""
    rules = games.rulebook()
    for seed in range(20):
        position = Position(
            rules, Board.empty(10), (tuple("AAAAAAA"), tuple("BBBBBBB")), ("Z",), random=seed
        )
        after = apply(position, Exchange(("A",)))
        assert after.racks[0] == tuple("AAAAAAZ")
        assert after.bag == ("A",)
        assert after.all_tiles() == position.all_tiles()


def the_bonus_is_for_a_full_rack() -> None:
    """Seven tiles of seven earn 20; the last three of three earn nothing more."""
    words = games.lexicon(["creates", "cat"])
    for letters, size, bonus in (("CREATES", 7, 20), ("CAT", 7, 0), ("CAT", 3, 20)):
        rules = games.rulebook("hasbro-2006", {"rack_size": size})
        rack = "".join(rules.sorted(letters))
        position = games.board({}, rules, f"{rack}/-")
        play = games.across(4, 3, letters)
        ruling = validate(position, play, words)
        assert agree(position, words, play) == set()
        assert ruling.points.bonus == bonus
        assert ruling.points.total == 2 * len(letters) + bonus


def qu_is_one_tile() -> None:
    """QUIT lies on three squares, scores 3 x 2 and 2 for the tile, and leaves one tile fewer."""
    rules = games.rulebook()
    words = games.lexicon(["quit", "qua"], rules)
    position = games.board({}, rules, "I[Qu]T/E")
    play = Play(((4, 4, "Qu"), (4, 5, "I"), (4, 6, "T")))
    ruling = validate(position, play, words)
    assert agree(position, words, play) == set()
    assert ruling.words[0].letters == ("Qu", "I", "T")
    assert ruling.points.total == 3 * 2 + 2
    over = Position(rules, Board.empty(10), (("Qu",), ()), ended="out")
    assert over.adjustments == (-5, 0)
    alone = Play(((4, 4, "Qu"),))
    assert "first_move_min_length" in validate(position, alone, words).codes


def first_plays_of(rules: Rulebook, words: list[str], rack: str) -> tuple[Play, ...]:
    """Return all openings."""
    return legal_plays(games.board({}, rules, f"{rack}/-"), games.lexicon(words, rules))
