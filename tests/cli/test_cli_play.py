"""`kitgen play`: whole games by script, every command, saving and resuming."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from wordstack import Exchange, Game, Pass, Play, Rulebook, format_play
from wordstack.bots import Bot, GreedyBot, RandomBot
from wordstack.lexicon import load_lexicon
from wordstack.record import read_record

SIX = ["--size", "6", "--lexicon", "english-35", "--output", "game.kgg"]

Run = Callable[..., tuple[int, str, str]]


def scripted(seed: int, person: Bot, other: Bot, profile: str = "werdup") -> tuple[list[str], Game]:
    """Play what the first player will type; who sits where is as on the command line."""
    rulebook = Rulebook.of(profile, 6)
    words = load_lexicon("english-35", rulebook.profile)
    game = Game(rulebook, lexicon=words, players=2, seed=seed)
    typed = []
    while not game.is_over:
        position = game.position
        if position.turn == 1:
            game.push(other.choose(position, words))
            continue
        action = person.choose(position, words)
        if isinstance(action, Play):
            typed.append(format_play(action, position).lower())
        elif isinstance(action, Exchange):
            typed.append("exchange " + " ".join(action.tiles).lower())
        else:
            assert isinstance(action, Pass)
            typed.append("pass")
        game.push(action)
    return typed, game


@pytest.mark.parametrize("profile", ["werdup", "hasbro-2006", "app"])
def test_a_whole_game_against_a_bot(run: Run, profile: str) -> None:
    typed, game = scripted(4, RandomBot(2), GreedyBot(), profile)
    arguments = ["play", "--player", "ann", "--player", "greedy", "--profile", profile, *SIX]
    code, out, err = run([*arguments, "--seed", "4"], *typed)
    assert (code, err) == (0, "")
    scores = game.result().scores
    assert re.search(rf"^  ann +{scores[0]}\b", out, re.MULTILINE)
    assert re.search(rf"^  greedy +{scores[1]}\b", out, re.MULTILINE)
    assert "The game is over: " in out
    assert "not " not in out.replace("nobody can make a word", "")
    record = read_record(Path("game.kgg"))
    assert len(record.entries) == len(game.actions)
    code, out, _ = run(["verify", "game.kgg"])
    assert code == 0
    assert out.startswith(f"game.kgg: holds, {len(game.actions)} lines of play, ended: ")


def test_nothing_is_wider_than_80_columns_or_coloured(run: Run) -> None:
    code, out, _ = run(
        ["play", "--player", "ann", "--player", "gentle", "--size", "16", "--seed", "2"],
        "help",
        "board",
        "tiles",
        "sheet",
        "rack",
        "hint 3",
    )
    assert code == 0
    assert "\x1b" not in out
    board = [line for line in out.splitlines() if re.match(r" *\d+  ?[<.* ]|   +A ", line)]
    assert len(board) > 30
    help_lines = [line for line in out.splitlines() if line.startswith("  ")]
    assert max(map(len, board + help_lines)) <= 80


def test_stacks_show_their_heights(run: Run) -> None:
    typed, _ = scripted(4, RandomBot(2), GreedyBot())
    _, out, _ = run(["play", "--player", "ann", "--player", "greedy", *SIX, "--seed", "4"], *typed)
    assert re.search(r"^ ?\d+ .* [A-Z]2 ", out, re.MULTILINE)
    assert re.search(r"<[A-Z]2>", out)


@pytest.mark.parametrize("cut", [0, 1, 4])
def test_a_game_that_is_resumed_ends_as_one_that_is_not(run: Run, cut: int) -> None:
    typed, _ = scripted(4, RandomBot(2), GreedyBot())
    players = ["--player", "ann", "--player", "greedy", "--seed", "4"]
    assert run(["play", *players, *SIX], *typed)[0] == 0
    whole = Path("game.kgg").read_bytes()
    Path("game.kgg").unlink()
    code, out, _ = run(["play", *players, *SIX], *typed[:cut])
    assert code == 0
    assert out.endswith("Saved; go on with: kitgen play --resume game.kgg\n")
    code, out, _ = run(["verify", "game.kgg"])
    assert code == 0
    assert "not finished" in out
    assert run(["play", "--resume", "game.kgg"], *typed[cut:])[0] == 0
    assert Path("game.kgg").read_bytes() == whole
    code, out, err = run(["play", "--resume", "game.kgg"])
    assert (code, out, err) == (2, "", "kitgen: error: game.kgg: the game is over\n")


def test_undo_goes_back_to_the_persons_turn_and_on_from_there(run: Run) -> None:
    typed, _ = scripted(4, RandomBot(2), GreedyBot())
    players = ["--player", "ann", "--player", "greedy", "--seed", "4"]
    assert run(["play", *players, *SIX], *typed)[0] == 0
    whole = Path("game.kgg").read_bytes()
    Path("game.kgg").unlink()
    again = [typed[0], "pass", "undo", *typed[1:3], "undo", "undo", *typed[1:]]
    code, out, _ = run(["play", *players, *SIX], "undo", *again)
    assert code == 0
    assert out.count("taken back; to move: ann") == 3
    assert "there is nothing to take back" in out or "greedy" in out.splitlines()[1]
    assert Path("game.kgg").read_bytes() == whole


def test_a_refused_play_is_explained_and_changes_nothing(run: Run) -> None:
    code, out, _ = run(
        ["play", "--player", "ann", "--player", "bob", *SIX, "--seed", "4"],
        "1a zzz",
        "try 3c zzz",
        "3c e!",
        "9z aa",
        "exchange q",
        "exchange",
        "hint x",
        "flurb",
        "chalenge",
        "withdraw",
        "challenge",
        "note nothing yet",
        "undo",
        "save",
    )
    assert code == 0
    for text in (
        "1A ZZZ: not legal",
        "  first_move_centre: the first word covers no start square (1A 1B 1C)",
        "  tile_not_held: ",
        "  not_a_word: ZZZ is not in the lexicon (3C 3D 3E)",
        "not understood: ",
        "'flurb' is no command and no square: help lists what can be typed",
        "'chalenge' is no command and no square: did you mean challenge?",
        "not allowed: no play is open to a challenge",
        "a note is a text, and stands after a turn",
        "there is nothing to take back",
        "saved in game.kgg",
    ):
        assert text in out
    assert read_record(Path("game.kgg")).entries == ()


def test_a_phony_falls_to_the_bot_and_the_second_misses_the_turn(run: Run) -> None:
    code, out, _ = run(
        ["play", "--player", "ann", "--player", "greedy", *SIX, "--seed", "4"],
        *_phonies(),
        "sheet",
        "note a lesson",
    )
    assert code == 0
    assert out.count("greedy challenges.") == 2
    assert out.count("ann: the play is taken back, ") == 2
    entries = read_record(Path("game.kgg")).entries
    moves = [entry.move for entry in entries]
    assert moves.count("--") == 2
    assert entries[-1].notes == ("a lesson",)
    assert run(["verify", "game.kgg"])[0] == 0
    assert run(["play", "--resume", "game.kgg"], "sheet")[0] == 0
    assert read_record(Path("game.kgg")).entries == entries


def _phonies() -> list[str]:
    rulebook = Rulebook.of("werdup", 6)
    words = load_lexicon("english-35", rulebook.profile)
    game = Game(rulebook, lexicon=words, players=2, seed=4)
    typed = []
    if game.turn == 1:
        game.push(GreedyBot().choose(game.position, words))
    rack = [tile for tile in game.position.rack if len(tile) == 1]
    for first in rack:
        for second in rack:
            for text in (f"{row}{col} {first}{second}" for row in range(1, 7) for col in "ABCDE"):
                from wordstack import read_play

                ruling = game.validate(read_play(text, game.position))
                if ruling.word_reasons and not ruling.placement_reasons:
                    typed.append(text.lower())
                    if len(typed) == 2:
                        return typed
    raise AssertionError("no phony found")


def test_people_challenge_withdraw_and_resign(run: Run) -> None:
    players = ["--player", "ann", "--player", "bob", "--player", "cyd dee"]
    code, out, _ = run(
        ["play", *players, "--profile", "hasbro-2006", *SIX, "--seed", "1"],
        "3c " + _two_letters(1),
        "challenge",
        "3c " + _two_letters(1),
        "withdraw",
        "resign",
    )
    assert code == 0
    assert out.count("the play is taken back") == 2
    record = read_record(Path("game.kgg"))
    assert record.ending is not None
    assert record.ending.reason == "resigned"
    assert [seat.nick for seat in record.seats] == ["ann", "bob", "cyd-dee"]
    assert record.seats[2].name == "cyd dee"
    assert "The game is over: a player resigns." in out
    assert run(["verify", "game.kgg"])[0] == 0


def _two_letters(seed: int) -> str:
    """Two tiles of the beginner that are no word."""
    rulebook = Rulebook.of("hasbro-2006", 6)
    words = load_lexicon("english-35", rulebook.profile)
    rack = Game(rulebook, lexicon=words, players=3, seed=seed).position.rack
    return next(
        one + other
        for one in rack
        for other in rack
        if one != other and len(one + other) == 2 and (one, other) not in words
    )


def test_bots_play_alone_and_one_player_alone(run: Run) -> None:
    bots = ["--player", "random", "--player", "gentle", "--player", "greedy", "--player", "greedy"]
    code, out, _ = run(["play", *bots, "--size", "8", "--seed", "6"])
    assert code == 0
    assert "greedy-2" in out
    assert run(["verify", "game-6.kgg"])[0] == 0
    code, out, _ = run(["play", "--profile", "solo", "--seed", "7", "-n", "8"], "hint", "resign")
    assert code == 0
    assert run(["verify", "game-7.kgg"])[0] == 0


def test_the_last_play_may_be_challenged_by_another_person(run: Run) -> None:
    typed, _ = scripted(4, RandomBot(2), GreedyBot())
    assert typed
    rulebook = Rulebook.of("hasbro-2006", 6)
    words = load_lexicon("english-35", rulebook.profile)
    game = Game(rulebook, lexicon=words, players=2, seed=3)
    lines = []
    while not game.is_over:
        action = GreedyBot().choose(game.position, words)
        if isinstance(action, Play):
            lines.append(format_play(action, game.position))
        else:
            lines.append("pass" if isinstance(action, Pass) else f"exchange {action.tiles[0]}")
        game.push(action)
    people = ["--player", "ann", "--player", "bob", "--profile", "hasbro-2006", *SIX]
    code, out, _ = run(["play", *people, "--seed", "3"], *lines, "challenge", "")
    assert code == 0
    assert "The game is over" in out
    assert run(["verify", "game.kgg"])[0] == 0
    if game.position.window is not None:
        assert "the play stands" in out


def test_the_same_seed_is_the_same_game(run: Run) -> None:
    bots = ["--player", "random", "--player", "gentle", "--size", "6", "--seed", "6"]
    outputs = [run(["play", *bots, "--output", f"{name}.kgg"])[1] for name in "ab"]
    assert Path("a.kgg").read_bytes() == Path("b.kgg").read_bytes()
    assert outputs[0].replace("a.kgg", "b.kgg") == outputs[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--profile", "wedup"], "did you mean werdup"),
        (["--size", "7"], "odd board"),
        (["--size", "x"], "not a whole number"),
        (["--seed", "-1"], "must be from 0"),
        (["--output", "game.txt"], "game.txt: a record must have the ending .kgg"),
        (["--output", "no/game.kgg"], "no/game.kgg: No such file or directory"),
        (["--player", "ann"] * 2, "two players have the name ann"),
        (["--player", " "], "must be a name, or random, gentle, greedy for a bot"),
        (["--player", "a", "--player", "b", "--profile", "solo"], "players = 2: must be from 1"),
        (["--lexicon", "englisch"], "did you mean english"),
        (["--resume", "none.kgg"], "none.kgg: cannot be read: No such file or directory"),
        (["--resume", "x.kgg", "--seed", "1"], "--seed cannot stand beside --resume"),
        (["--resume", "x.kgg", "--seed", "0"], "--seed cannot stand beside --resume"),
        (["--resume", "x.kgg", "--size", "0"], "--size cannot stand beside --resume"),
        (["--resume", "x.kgg", "--player", "ann"], "--player cannot stand beside --resume"),
        (["--resume", "broken.kgg"], "broken.kgg: line 1: "),
        (["--output", "broken.kgg"], "broken.kgg: is there already: --resume"),
    ],
)
def test_what_cannot_be_used_is_one_line(run: Run, arguments: list[str], message: str) -> None:
    Path("broken.kgg").write_text("#kitgen\n")
    seed = [] if "--resume" in arguments else ["--seed", "1"]
    code, _, err = run(["play", *seed, *arguments])
    assert code in (1, 2)
    assert message in err
    assert err.count("\n") == 1
    assert Path("broken.kgg").read_text() == "#kitgen\n"


def test_seats_of_a_record_must_be_known(run: Run) -> None:
    run(["play", *SIX, "--seed", "1"])
    path = Path("game.kgg")
    path.write_text(path.read_text().replace("#seated person gentle", "#seated person wizard"))
    code, _, err = run(["play", "--resume", "game.kgg"])
    assert code == 2
    assert "#seated person wizard: must be 2 of person, random, gentle, greedy" in err


def test_the_widest_board_of_long_labels_fits(tmp_path: Path) -> None:
    from wordstack import Board, Position, Rulebook, load_profile

    from kitgen.table.drawing import board_lines

    path = tmp_path / "long.toml"
    path.write_text(
        '[game]\nextends = "hasbro-2006"\nlanguage = "ca"\nletters = ["A", "L·L"]\n'
        'board_size = 16\n[game.tiles.16]\nA = 200\n"L·L" = 200\n',
        encoding="utf-8",
    )
    rulebook = Rulebook.of(load_profile(path))
    full = Board.from_tops(["L·L"] * 256, [5] * 256)
    for board in (full, Board.empty(16), Board.from_tops(["A"] * 256, [1] * 256)):
        lines = board_lines(Position(rulebook, board, ((), ())))
        assert len(lines) == 18
        assert max(map(len, lines)) <= 80
    assert " 1 L·L5L·L5" in board_lines(Position(rulebook, full, ((), ())))[1]


def _sessions() -> list[str]:
    page = (Path(__file__).parents[2] / "docs" / "playing.md").read_text(encoding="utf-8")
    return re.findall(r"^```console\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)


def test_the_sessions_of_the_page_run_as_they_stand(run: Run) -> None:
    import shlex

    assert len(_sessions()) == 5
    for session in _sessions():
        command, expected = session.split("\n", 1)
        program, *arguments = shlex.split(command.removeprefix("$ "))
        typed = re.findall(r"^\w+> (.+)$|which\? \(Enter: \S+\) ?(.*)$", expected, re.MULTILINE)
        code, out, err = run(arguments, *(line or answer for line, answer in typed))
        assert (program, code, err) == ("kitgen", 0, "")
        written = [line.rstrip() for line in out.splitlines()]
        assert written == [line.rstrip() for line in expected.splitlines()]
