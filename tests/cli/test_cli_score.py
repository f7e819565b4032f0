"""`kitgen score`: the sheet of a game on a real board, kept by script."""

from collections.abc import Callable
from pathlib import Path

import pytest
from wordstack import Exchange, Game, Pass, Play, Rulebook, format_play
from wordstack.bots import Bot, GreedyBot
from wordstack.lexicon import load_lexicon
from wordstack.record import read_record
from wordstack.tile_text import tiles_text

Run = Callable[..., tuple[int, str, str]]
TWO = ["--player", "ann", "--player", "bob"]


def played(profile: str, seed: int, players: int) -> tuple[list[str], Game]:
    """Play a game whose racks are known, and type it as a keeper would."""
    rulebook = Rulebook.of(profile, 8)
    words = load_lexicon("english-35", rulebook.profile)
    game = Game(rulebook, lexicon=words, players=players, seed=seed)
    typed = []
    bot: Bot = GreedyBot()
    while not game.is_over:
        action = bot.choose(game.position, words)
        if isinstance(action, Play):
            typed.append(format_play(action, game.position).lower())
        else:
            typed.append("pass" if isinstance(action, Pass) else "exchange")
            assert isinstance(action, Pass | Exchange)
        game.push(action)
    return typed, game


@pytest.mark.parametrize(("profile", "players"), [("hasbro-2006", 2), ("werdup", 3)])
def test_a_whole_game_is_scored_and_its_record_holds(run: Run, profile: str, players: int) -> None:
    typed, game = played(profile, 5, players)
    names = ["ann", "bob", "cyd"][:players]
    seats = [word for name in names for word in ("--player", name)]
    # The keeper cannot see that nobody can move, so it is told; every other ending it sees.
    end = ["end"] if game.position.ended == "nobody_can_move" else [""]
    left = [tiles_text(rack).lower() for rack in game.position.racks if rack]
    first = names[game.positions[0].turn]
    arguments = ["score", *seats, "--first", first, "--profile", profile, "-n", "8"]
    code, out, err = run([*arguments, "--lexicon", "english-35"], *typed, *end, *left)
    assert (code, err) == (0, "")
    assert "not understood" not in out
    for name, score in zip(names, game.result().scores, strict=True):
        assert f"  {name}  {score:4}" in out
    record = read_record(Path("score.kgg"))
    assert record.seed is None
    assert len(record.entries) == len(game.actions)
    assert record.ending is not None
    assert [final.total for final in record.ending.finals] == list(game.result().scores)
    code, out, _ = run(["verify", "score.kgg"])
    assert code == 0
    assert out.startswith(f"score.kgg: holds, {len(typed)} lines of play, ended: ")


def test_a_sheet_that_is_resumed_is_the_same_sheet(run: Run) -> None:
    typed, _ = played("hasbro-2006", 5, 2)
    arguments = ["score", *TWO, "--profile", "hasbro-2006", "-n", "8"]
    run(arguments, *typed[:10])
    whole = Path("score.kgg").read_bytes()
    Path("score.kgg").unlink()
    code, out, _ = run(arguments, *typed[:4])
    assert (code, out.splitlines()[-1]) == (
        0,
        "Saved; go on with: kitgen score --resume score.kgg",
    )
    assert run(["score", "--resume", "score.kgg"], *typed[4:10])[0] == 0
    assert Path("score.kgg").read_bytes() == whole
    assert run(["play", "--resume", "score.kgg"])[0] == 2


def test_what_the_players_do_beside_playing(run: Run) -> None:
    code, out, _ = run(
        ["score", *TWO, "--profile", "hasbro-2006"],
        "# a comment, and an empty line",
        "",
        "5e qat",
        "5e xone",
        "challenge ann",
        "challenge zoe",
        "challenge",
        "try 5e tone",
        "5e tone",
        "challenge bob",
        "exchange 2",
        "exchange x y",
        "exchange",
        "1a tone",
        "f5 .n",
        "undo",
        "note well played",
        "sheet",
        "tiles",
        "end",
        "aeiou",
        "xaeioux",
        "xeeioua",
        "zzzzzzz",
        "",
    )
    assert code == 0
    for text in (
        "not allowed: nobody challenges a play of their own",
        "'zoe' is no player: must be one of ann, bob",
        "ann: the play is taken back, -8 makes 0",
        "5E TONE: legal, 8 points",
        "ann: the play stands",
        "not allowed: 2 tiles: must be from 1 to 1",
        "bob: exchanges 1 tile",
        "1A TONE: not legal",
        "taken back; to move: ann",
        "not understood: 5 tiles: must be 7",
        "not understood: X: the game has no more of these",
        "not understood: ZZZZZZ: the game has no more of these",
        "The game is over: the players stop.",
    ):
        assert text in out, text
    record = read_record(Path("score.kgg"))
    assert record.ending is not None
    assert [final.rack for final in record.ending.finals] == ["AEEIOUX", "7?"]
    assert [final.total for final in record.ending.finals] == [8 - 35, -35]
    assert record.entries[-1].notes == ("well played",)
    assert run(["verify", "score.kgg"])[0] == 0


def test_a_tile_that_was_seen_must_be_among_those_left(run: Run) -> None:
    _, out, _ = run(
        ["score", *TWO, "--profile", "hasbro-2006"],
        "5e xone",
        "withdraw",
        "resign bob",
        "aeiouab",
        "xoneaaa",
        "",
    )
    assert "not understood: NX must be among them, it was taken back" in out
    record = read_record(Path("score.kgg"))
    assert record.ending is not None
    assert (record.ending.reason, record.ending.seat) == ("resigned", 1)
    assert "ann wins" in out


def test_a_tile_that_was_seen_may_be_exchanged(run: Run) -> None:
    _, out, _ = run(
        ["score", *TWO, "--profile", "hasbro-2006"],
        "5e xone",
        "withdraw",
        "exchange",
        "exchange 1",
        "exchange x",
    )
    assert out.count("ann holds ENOX, which were taken back: exchange with the letters") == 2
    entries = read_record(Path("score.kgg")).entries
    assert [entry.move for entry in entries] == ["5E XONE", "--"]
    assert "after an illegal word one plays another or passes" in out
    run(["score", "--resume", "score.kgg"], "pass", "exchange", "pass", "pass", "undo", "undo")
    run(["score", "--resume", "score.kgg"], "pass", "exchange x", "exchange")
    moves = [entry.move for entry in read_record(Path("score.kgg")).entries]
    assert moves[2:] == ["-", "-?", "-", "-X"]


def test_the_last_rack_is_deduced(run: Run) -> None:
    typed, game = played("hasbro-2006", 5, 2)
    assert game.position.bag == ()
    left = [tiles_text(rack) for rack in game.position.racks]
    keep = [rack.lower() for rack in left if rack != "-"][:-1]
    end = "end" if game.position.ended == "nobody_can_move" else ""
    _, out, _ = run(
        ["score", *TWO, "--profile", "hasbro-2006", "-n", "8", "--lexicon", "english-35"],
        *typed,
        end,
        *keep,
        "",
    )
    record = read_record(Path("score.kgg"))
    assert record.ending is not None
    assert {final.rack for final in record.ending.finals} == set(left)
    assert "(Enter: " in out


def test_without_a_lexicon_the_players_look_words_up(run: Run) -> None:
    _, out, _ = run(
        ["score", *TWO, "--lexicon", "none", "--profile", "hasbro-2006"],
        "5e xone",
        "challenge bob",
        "withdraw",
        "pass",
        "pass",
        "challenge bob",
        "",
    )
    assert "no lexicon decides here: look the word up; withdraw if it is none" in out
    assert "The game ends here: challenge, undo, or Enter to close>" in out
    code, out, _ = run(["verify", "score.kgg"])
    assert code == 0
    assert "words were not checked: the record names no lexicon" in out
    assert "not finished" in out


def test_undo_reopens_a_game_that_ended(run: Run) -> None:
    code, out, _ = run(
        ["score", *TWO, "--profile", "hasbro-2006"], "pass", "pass", "undo", "5e tone", "quit"
    )
    assert code == 0
    assert "taken back; to move: bob" in out
    assert [entry.move for entry in read_record(Path("score.kgg")).entries] == ["-", "5E TONE"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--player", "ann", "--player", "greedy"], "a bot cannot play on a real board"),
        ([*TWO, "--first", "zoe"], "--first zoe: must be one of the players: ann, bob"),
        ([*TWO, "--profile", "solo"], "players = 2: must be from 1 to 1"),
        (["--resume", "x.kgg", "--first", "ann"], "--first cannot stand beside --resume"),
        (["--resume", "x.kgg", "--first", ""], "--first cannot stand beside --resume"),
        (["--resume", "x.kgg", "--size", "0"], "--size cannot stand beside --resume"),
        (["--resume", "x.kgg"], "x.kgg: cannot be read: No such file or directory"),
        (["--output", "x"], "x: a record must have the ending .kgg"),
    ],
)
def test_what_cannot_be_used_is_one_line(run: Run, arguments: list[str], message: str) -> None:
    code, _, err = run(["score", *arguments])
    assert code in (1, 2)
    assert message in err
    assert err.count("\n") == 1


def test_a_game_with_racks_is_not_resumed_as_a_sheet(run: Run) -> None:
    run(["play", "--seed", "1"])
    code, _, err = run(["score", "--resume", "game-1.kgg"])
    assert code == 2
    assert "go on with kitgen play --resume game-1.kgg" in err


@pytest.mark.parametrize("typed", ["end", "resign bob", "resign ann"])
def test_a_game_that_is_over_is_only_closed_and_its_record_holds(run: Run, typed: str) -> None:
    code, out, _ = run(["score", *TWO], "pass", "pass", typed, "", "", "")
    assert code == 0
    assert "the game is over already; Enter closes the sheet" in out
    assert run(["verify", "score.kgg"])[0] == 0
