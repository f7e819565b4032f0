"""What the booklet says in one section, it does not take back in another."""

import re
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from booklet_kits import KitOf, kit_of

from kitgen.paper.booklet import booklet, booklet_data
from kitgen.paper.options_in_words import option_rows
from kitgen.pictures.kit import PicturedKit
from kitgen.wording import LANGUAGES, Wording

__all__ = ["kit_of"]

STACKS = {"en": r"stack|on top|underneath", "de": r"[Ss]tapel|[Gg]estapelt", "fr": r"[Pp]ile|empil"}
EXCHANGES = {"en": r"exchang", "de": r"tausch", "fr": r"échang"}
STARTS = {"en": r"start square", "de": r"Startfeld", "fr": r"cases? de départ"}
DOUBTS = {"en": r"challenge|doubt", "de": r"zweifel", "fr": r"contest"}
OTHERS = {
    "en": r"[Ww]hoever|[Ee]verybody|each player|other player|[Nn]obody|All players",
    "de": r"[Aa]lle ziehen|für jede Person|andere dürfen|[Nn]iemand|ihr ",
    "fr": r"[Cc]hacun (?!des)|[Tt]out le monde|autre personne|[Pp]ersonne ",
}


def said(kit: PicturedKit, language: str, *, without: tuple[str, ...] = ()) -> str:
    """Cover, legend, sections and examples, without tables of options and other editions."""
    data = booklet_data(kit, language)
    left_out = ("options", "editions", *without)
    told = [section for section in data["sections"] if section["key"] not in left_out]
    return repr((data["cover"]["kind"], data["cover"]["facts"], data["legend"], told))


def hits(pattern: Mapping[str, str], text: str, language: str) -> list[str]:
    return [
        text[max(0, m.start() - 40) : m.end() + 40] for m in re.finditer(pattern[language], text)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", ["per_letter", "word_flat_or_stacked"])
def test_where_nothing_is_stacked_stacks_are_spoken_of_in_one_place(
    kit_of: KitOf, language: str, mode: str
) -> None:
    rules = {"scoring.mode": mode, "bonus.when": "flat_word"}
    kit = kit_of("hasbro-2006", rules={**rules, "stack.max_height": 1})
    assert hits(STACKS, said(kit, language, without=("stacking",)), language) == []
    assert hits(STACKS, said(kit_of("hasbro-2006", rules=rules), language), language)
    data = booklet_data(kit, language)
    kinds = {
        block["example"] for s in data["sections"] for block in s["blocks"] if "example" in block
    }
    assert kinds
    assert not kinds & {"stack", "several", "tall", "two_words", "cover", "same_letter"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_nothing_is_exchanged_exchanges_are_spoken_of_in_one_place(
    kit_of: KitOf, language: str
) -> None:
    for name in ("werdup", "solo"):
        kit = kit_of(name, rules={"exchange.when": "never"})
        assert hits(EXCHANGES, said(kit, language, without=("exchange", "solo")), language) == []
        assert hits(EXCHANGES, said(kit_of(name), language, without=("exchange",)), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_any_square_will_do_there_is_no_start_square(kit_of: KitOf, language: str) -> None:
    kit = kit_of("werdup", rules={"first_word.centre": "none"})
    assert hits(STARTS, said(kit, language), language) == []
    assert hits(STARTS, said(kit_of("werdup"), language), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_printed_rings_that_are_no_start_squares_are_explained(
    kit_of: KitOf, language: str
) -> None:
    rings = Wording.read("kitgen.paper", "booklet", language).text("first.rings")
    others = kit_of("werdup", start_squares=[[0, 0], [9, 9]])
    anywhere = kit_of("werdup", rules={"first_word.centre": "none"})
    same = kit_of("werdup", start_squares=[[4, 4], [4, 5], [5, 4], [5, 5]])
    assert rings in said(others, language)
    assert rings in said(anywhere, language)
    assert rings not in said(same, language)
    assert rings not in said(kit_of("werdup"), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_words_are_checked_at_once_nobody_doubts_elsewhere(
    kit_of: KitOf, language: str
) -> None:
    rules = {"challenge.mode": "auto", "plural.rule": "referee"}
    kit = kit_of("werdup", rules=rules)
    assert hits(DOUBTS, said(kit, language, without=("challenge", "words", "solo")), language) == []
    plain = said(kit_of("werdup"), language, without=("challenge", "words", "solo"))
    assert hits(DOUBTS, plain, language)


def bare_plural(kit: PicturedKit, language: str) -> dict[str, Any]:
    data = booklet_data(kit, language)
    blocks = [block for section in data["sections"] for block in section["blocks"]]
    (found,) = [block for block in blocks if block.get("example") == "bare_plural"]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_players_decide_is_not_called_forbidden(kit_of: KitOf, language: str) -> None:
    wording = Wording.read("kitgen.paper", "booklet", language)
    forbidden, asked = wording.text("example.refused"), wording.text("example.doubtful")
    referee = {"plural.rule": "referee"}
    for name, rules, verdict in (
        ("werdup", {"plural.rule": "s_append"}, forbidden),
        ("werdup", referee, asked),
        ("werdup", referee | {"challenge.mode": "auto"}, forbidden),
        ("solo", referee | {"challenge.mode": "lose_turn"}, forbidden),
    ):
        assert bare_plural(kit_of(name, rules=rules), language)["refused"][0] == verdict
    assert bare_plural(kit_of("werdup", rules={"plural.rule": "off"}), language)["refused"] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_tiles_are_drawn_when_the_section_on_doubt_says(kit_of: KitOf, language: str) -> None:
    title = Wording.read("kitgen.paper", "booklet", language).text("challenge.title")

    def pointed(**rules: str) -> list[bool]:
        data = booklet_data(kit_of("werdup", rules=rules), language)
        return [
            title in repr(s["blocks"]) for s in data["sections"] if s["key"] in ("first", "turns")
        ]

    assert pointed() == [True, True]
    assert pointed(**{"challenge.refill": "at_once"}) == [False, False]
    assert pointed(**{"challenge.mode": "auto"}) == [False, False]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_for_one_speaks_of_nobody_else(kit_of: KitOf, language: str) -> None:
    assert hits(OTHERS, said(kit_of("solo"), language), language) == []
    assert hits(OTHERS, said(kit_of("werdup"), language), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bonus_for_a_tile_that_the_set_lacks_is_told_nowhere(
    kit_of: KitOf, language: str
) -> None:
    rules = {"bonus.tiles": {"J": 2, "Q": 3}}
    kit = kit_of("euro-topwords", rules=rules)
    assert "Q" not in kit.rulebook.tiles
    wording = Wording.read("kitgen.paper", "booklet", language)
    rows = {row.key: row.value for row in option_rows(kit.rulebook, wording)}
    assert rows["rules.bonus.tiles"] == "J 2"
    assert "Q +3" not in said(kit, language)
    assert "J +2" in said(kit, language)


def test_a_star_on_a_tile_is_no_mark(kit_of: KitOf) -> None:
    letters = dict.fromkeys(("*", "A", "B", "E", "*x", "B*", "S", "T", "L"), 4)
    kit = kit_of("hasbro-2006", letters=letters, rules={"bonus.tiles": {"*": 3}})
    data = booklet_data(kit, "en")
    texts = [
        text
        for section in data["sections"]
        for block in section["blocks"]
        if block["kind"] in ("text", "list", "steps")
        for text in (block.get("items") or [block["text"]])
    ]
    assert all(text.count("*") % 2 == 0 for text in texts)
    stars = [text.replace("\ue000", "STAR") for text in texts if "\ue000" in text]
    assert any("nearest to *STAR*" in text for text in stars)
    assert any("*STAR +3*" in text for text in stars)
    assert any("STARx and BSTAR: the letters" in text for text in stars)


@pytest.mark.parametrize("racks", [1, 2, 4])
def test_who_has_no_rack_is_not_counted_in(kit_of: KitOf, racks: int) -> None:
    kit = kit_of("werdup")
    profile = {**kit.manifest.profile, "print": {"players": racks}}
    other = PicturedKit(
        kit.folder, kit.manifest.model_copy(update={"profile": profile}), kit.manifest_sha256
    )
    data = booklet_data(other, "en")
    fact = {1: "for 1 player", 2: "1 to 2 players", 4: "1 to 4 players"}[racks]
    assert data["cover"]["facts"][0] == fact
    options = next(s for s in data["sections"] if s["key"] == "options")["blocks"][-1]["rows"]
    answer = next(value for _, value, key in options if key == "players_min, players_max")
    assert answer == {1: "1", 2: "1 to 2", 4: "1 to 4"}[racks]


def test_editions_are_said_to_differ_where_they_do_and_nowhere_else(kit_of: KitOf) -> None:
    from wordstack import Rulebook, profile_names

    wording = Wording.read("kitgen.paper", "booklet", "en")
    kit = kit_of("werdup")
    (table,) = [
        block
        for section in booklet_data(kit, "en")["sections"]
        for block in section["blocks"]
        if block["kind"] == "editions"
    ]
    own = {row.title: row.value for row in option_rows(kit.rulebook, wording)}
    short = {name: wording.text(f"editions.short.{name}") for name in profile_names()}
    others = [name for name in short if name != "werdup"]
    told = {topic: (here, elsewhere) for topic, here, elsewhere in table["rows"]}
    assert len(told) > 8
    for topic, value in own.items():
        differing = {}
        for name in others:
            row = next(r for r in option_rows(Rulebook.of(name), wording) if r.title == topic)
            if row.value != value and not row.moot:
                differing.setdefault(row.value, []).append(name)
        assert (topic in told) is bool(differing), topic
        if not differing:
            continue
        here, elsewhere = told[topic]
        assert here == value
        answers = [line.rsplit(": ", 1) for line in elsewhere]
        assert {answer for answer, _ in answers} == set(differing), topic
        for answer, whose in answers:
            named = {
                name
                for name in others
                if re.search(rf"\b{re.escape(short[name])}(,|$| and)", whose)
            }
            if whose == "all others":
                named = set(others)
            elif whose.startswith("all others but"):
                named = set(others) - named
            # "WerdUp" is also how "WerdUp Classic" begins, which is matched whole.
            assert named == set(differing[answer]), (topic, answer, whose)


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("order", ["draw_then_return", "discard"])
def test_one_tile_is_exchanged_in_the_singular(kit_of: KitOf, count: int, order: str) -> None:
    kit = kit_of("werdup", rules={"exchange.count": count, "exchange.order": order})
    (section,) = [s for s in booklet_data(kit, "en")["sections"] if s["key"] == "exchange"]
    text = " ".join(section["blocks"][0]["items"])
    assert ("as many" in text) is (count > 1)
    assert ("a new one" in text) is (count == 1)


@pytest.mark.parametrize(
    ("language", "told", "said"),
    [
        ("de", "en", "Sprache der Wörter dieses Spiels: *Englisch*."),
        ("fr", "en-GB", "Langue des mots de ce jeu\u00a0: *anglais*."),
        ("en", "de", "The words of this game are *German*."),
        ("de", "de-AT", None),
        ("en", "en", None),
    ],
)
def test_a_booklet_in_another_language_says_of_which_the_words_are(
    kit_of: KitOf, language: str, told: str, said: str | None
) -> None:
    data = booklet_data(kit_of("werdup", language=told), language)
    (section,) = [s for s in data["sections"] if s["key"] == "words"]
    first = section["blocks"][0]["text"]
    plain = Wording.read("kitgen.paper", "booklet", language).text("words.house")
    assert first == (f"{said} {plain}" if said else plain)


def test_no_long_table_ends_with_a_row_or_two_by_themselves(
    kit_of: KitOf, tmp_path: Path, system_tool: Callable[[str], str]
) -> None:
    for name, rules in (
        ("werdup", {}),
        ("hasbro-2006", {"stack.max_height": 1, "exchange.when": "never"}),
        ("euro-topwords", {}),
        ("solo", {}),
    ):
        for language in LANGUAGES:
            for sheet in ("a4", "letter"):
                path = tmp_path / "booklet.pdf"
                path.write_bytes(booklet(kit_of(name, rules=rules), language, sheet))
                command = [system_tool("pdftotext"), "-layout", str(path), "-"]
                done = subprocess.run(command, capture_output=True, text=True, check=True)
                pages = done.stdout.split("\f")[:-1]
                lines = [
                    len([line for line in page.splitlines() if line.strip()]) for page in pages
                ]
                # The head of the table, four rows and the foot of the page.
                assert min(lines[1:]) >= 6, (name, language, sheet, lines)


@pytest.mark.parametrize("key", ["", "end.pass_rounds", "exchange.solo_after", "plural.rule"])
def test_a_game_with_one_rack_is_told_like_a_game_for_one(kit_of: KitOf, key: str) -> None:
    value = {"end.pass_rounds": 2, "exchange.solo_after": "lose_turn", "plural.rule": "referee"}
    rules = {key: value[key]} if key else {}
    wording = Wording.read("kitgen.paper", "booklet", "en")
    one_rack = kit_of("werdup", rules=rules, players_min=1, players_max=4).rulebook
    for_one = kit_of("werdup", rules=rules, players_min=1, players_max=1).rulebook
    rows = option_rows(one_rack, wording, players_most=1)
    assert rows == option_rows(for_one, wording)
    assert {row.key for row in rows if row.moot} >= {
        "rules.challenge.mode",
        "rules.challenge.window",
        "rules.challenge.refill",
        "rules.start.draw",
    }
    assert not any(row.moot and "start.draw" in row.key for row in option_rows(one_rack, wording))


@pytest.mark.parametrize(
    ("name", "rules", "answer"),
    [
        ("werdup", {}, "s_append"),
        ("werdup", {"plural.rule": "off"}, "off"),
        ("werdup", {"plural.suffixes": []}, "off"),
        ("werdup", {"plural.suffixes": ["Ы"]}, "off"),
        ("werdup", {"plural.rule": "referee"}, "referee"),
        ("app", {"plural.rule": "referee"}, "s_append"),
    ],
)
def test_table_example_and_engine_agree_on_a_bare_plural(
    kit_of: KitOf, name: str, rules: dict[str, Any], answer: str
) -> None:
    from wordstack import Board, Placement, Play, Position, validate

    kit = kit_of(name, rules=rules)
    wording = Wording.read("kitgen.paper", "booklet", "en")
    rows = {row.key: row for row in option_rows(kit.rulebook, wording)}
    assert rows["rules.plural.rule"].value == wording.text(f"option.plural.rule.{answer}")
    assert rows["rules.plural.suffixes"].moot is (answer == "off")
    board = Board.empty(10).lay(tuple(Placement(4, 2 + n, tile) for n, tile in enumerate("LAKE")))
    position = Position(kit.rulebook, board, (("S",),))
    ruling = validate(position, Play((Placement(4, 6, "S"),)))
    assert ruling.is_legal is (answer == "off")
    shown = {"off": None, "s_append": "refused", "referee": "doubtful"}[answer]
    refused = bare_plural(kit, "en")["refused"][:1]
    assert refused == ([wording.text(f"example.{shown}")] if shown else [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_alone_has_no_exchange_reads_of_none(kit_of: KitOf, language: str) -> None:
    wording = Wording.read("kitgen.paper", "booklet", language)
    none = {"exchange.solo_free": 0, "exchange.solo_after": "forbid"}
    kit = kit_of("solo", rules=none)
    assert hits(EXCHANGES, said(kit, language, without=("exchange", "solo")), language) == []
    rows = {row.key: row for row in option_rows(kit.rulebook, wording)}
    assert all(rows[f"rules.exchange.{key}"].moot for key in ("when", "count", "order"))
    assert wording.text("solo.never") in said(kit, language)
    costly = kit_of("solo", rules={**none, "exchange.solo_after": "lose_turn"})
    assert wording.text("solo.none_free") in said(costly, language)
    assert hits(EXCHANGES, said(costly, language, without=("exchange", "solo")), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_words_are_checked_at_once_nobody_is_told_when_to_open_the_dictionary(
    kit_of: KitOf, language: str
) -> None:
    look = Wording.read("kitgen.paper", "booklet", language).text("words.look")
    assert look in said(kit_of("werdup"), language)
    assert look not in said(kit_of("app"), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_blank_may_be_drawn_for_the_start(kit_of: KitOf, language: str) -> None:
    blank = Wording.read("kitgen.paper", "booklet", language).text("setup.blank")
    letters = {**dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 4), "_": 2}
    assert blank in said(kit_of("werdup", letters=letters), language)
    assert blank not in said(kit_of("werdup"), language)


def test_from_an_empty_bag_nobody_exchanges(kit_of: KitOf) -> None:
    wording = Wording.read("kitgen.paper", "booklet", "en")
    texts = [wording.text(f"end.exchange_{key}") for key in ("passes", "no_pass")]
    for as_pass in (False, True):
        rules = {"end.pass_needs_empty_bag": True, "end.exchange_counts_as_pass": as_pass}
        kit = kit_of("werdup", rules=rules)
        rows = {row.key: row for row in option_rows(kit.rulebook, wording)}
        assert rows["rules.end.exchange_counts_as_pass"].moot
        assert not any(text in said(kit, "en") for text in texts)
        plain = kit_of("werdup", rules={**rules, "end.pass_needs_empty_bag": False})
        assert texts[not as_pass] in said(plain, "en")


def test_start_squares_that_bind_nobody_are_not_listed(kit_of: KitOf) -> None:
    wording = Wording.read("kitgen.paper", "booklet", "en")
    for centre, moot in (("none", True), ("any_of_four", False)):
        kit = kit_of("werdup", rules={"first_word.centre": centre})
        rows = {row.key: row for row in option_rows(kit.rulebook, wording)}
        assert rows["start_squares"].moot is moot


def test_no_legend_explains_drawings_that_are_not_there(kit_of: KitOf) -> None:
    few = kit_of("werdup", letters={"A": 50, "B": 50})
    data = booklet_data(few, "en")
    blocks = [block["kind"] for section in data["sections"] for block in section["blocks"]]
    assert ("legend" in blocks) is ("example" in blocks)
    assert "example" not in blocks
