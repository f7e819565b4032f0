"""Lexicons by name or path, kept in a cache that is never trusted and never needed."""

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from wordstack import GameProfile, ProfileError, load_profile
from wordstack.lexicon import WordPolicy, cache, catalogue, lexicons, load_lexicon
from wordstack.lexicon.shipped import EnglishWords
from wordstack.lexicon.word_files import WordFile, check_name, store_words, stored_words

GERMAN = " ".join("ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ")
Profiles = Callable[..., GameProfile]


@pytest.fixture
def werdup() -> GameProfile:
    return load_profile("werdup")


@pytest.fixture
def words(tmp_path: Path) -> Path:
    path = tmp_path / "club.txt"
    path.write_bytes("\ufeffcat\r\ncafé\n\nQuit\nquit\nkb\n".encode())
    return path


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the lexicons that were built rather than found in the cache."""
    made: list[str] = []
    build = catalogue.build_lexicon

    def counted(name: str, *rest: object) -> object:
        made.append(name)
        return build(name, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(catalogue, "build_lexicon", counted)
    return made


def entries(folder: Path) -> list[Path]:
    return [path for path in (folder / "cache").rglob("*") if path.is_file()]


def test_the_default_and_its_names(werdup: GameProfile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EnglishWords, "words", lambda self: ["of", "word"][: self.tier // 35])
    for name in (None, "house", "english", "english-70"):
        assert load_lexicon(name, werdup).name == "english-70"
    assert load_lexicon("english-family", werdup).name == "english-60"
    named = werdup.model_copy(update={"lexicon": "english-35"})
    assert load_lexicon(None, named).name == "english-35"
    assert load_lexicon("english", named).name == "english-70"


def test_the_list_of_lexicons() -> None:
    store_words("mein", "de", WordPolicy(), ["haus"])
    found = {one.name: one for one in lexicons()}
    assert list(found) == ["english-35", "english-50", "english-60", "english-70", "mein"]
    assert found["english-70"].also == ("english",)
    assert found["english-60"].also == ("english-family",)
    assert (found["mein"].language, found["mein"].words, found["mein"].shipped) == ("de", 1, False)


def test_a_file_of_ones_own(werdup: GameProfile, words: Path) -> None:
    for path in (words, str(words)):
        lexicon = load_lexicon(path, werdup)
        assert list(lexicon) == [tuple("CAFE"), tuple("CAT"), ("Qu", "I", "T")]
        assert lexicon.name == "club.txt"


@pytest.mark.parametrize("name", ["english-7", "englsh", "collins", "", "english-70 ", "ENGLISH"])
def test_an_unknown_name_gets_all_known_ones(name: str, werdup: GameProfile) -> None:
    with pytest.raises(ProfileError, match="unknown lexicon") as refusal:
        load_lexicon(name, werdup)
    assert "english-70, english, english-family" in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_the_nearest_name_is_offered(werdup: GameProfile) -> None:
    with pytest.raises(ProfileError, match=r"did you mean english-70\?"):
        load_lexicon("english-7", werdup)


def test_a_language_without_a_lexicon_names_the_command(profile_with: Profiles) -> None:
    german = profile_with(GERMAN, "de-AT")
    wanted = r'no lexicon for language "de-AT": bring one with kitgen lexicon build FILE --lang de$'
    with pytest.raises(ProfileError, match=wanted):
        load_lexicon(None, german)
    store_words("club", "de", WordPolicy(), ["haus"])
    with pytest.raises(ProfileError, match="or name one of yours with --lexicon: club"):
        load_lexicon(None, german)
    store_words("de", "de", WordPolicy(), ["käse"])
    assert list(load_lexicon(None, german)) == [tuple("KÄSE")]
    assert list(load_lexicon("club", german)) == [tuple("HAUS")]


def test_a_lexicon_in_another_language_is_refused(profile_with: Profiles) -> None:
    with pytest.raises(ProfileError, match='its language is "en", that of profile own is "de"'):
        load_lexicon("english-70", profile_with(GERMAN, "de"))


def test_a_stored_list_keeps_its_policy_and_serves_other_letters(profile_with: Profiles) -> None:
    store_words("de", "de", WordPolicy(accept_capitalised=True), ["Käfig", "Straße", "Buch"])
    with_ch = profile_with(f"{GERMAN} CH", "de")
    assert list(load_lexicon("de", with_ch)) == [("B", "U", "CH"), tuple("KÄFIG"), tuple("STRASSE")]
    both = profile_with(f"{GERMAN} CH", "de", "optional")
    assert len(load_lexicon("de", both)) == 4
    small = profile_with(GERMAN, "de", more="board_size = 6")
    assert list(load_lexicon("de", small)) == [tuple("BUCH"), tuple("KÄFIG")]


def test_nothing_to_play_with_says_why(werdup: GameProfile, tmp_path: Path) -> None:
    path = tmp_path / "names.txt"
    path.write_text("Ann\nBob\nand-so-on\n", encoding="utf-8")
    wanted = (
        r"names.txt: none of its 3 words .* 26 letters given: 2 capitalised \(Ann, Bob\), 1 hyp"
    )
    with pytest.raises(ProfileError, match=wanted):
        load_lexicon(path, werdup)
    path.write_text("", encoding="utf-8")
    with pytest.raises(ProfileError, match="none of its 0 words"):
        load_lexicon(path, werdup)


def test_files_that_cannot_be_read(werdup: GameProfile, tmp_path: Path) -> None:
    latin = tmp_path / "latin.txt"
    latin.write_bytes(b"cat\ncaf\xe9\n")
    zero = tmp_path / "zero.txt"
    zero.write_bytes(b"c\0a\0t\0")
    for path, wanted in (
        (tmp_path / "none.txt", "no such file"),
        (tmp_path, "a folder"),
        (latin, "not UTF-8 in line 2; if it is Latin-1: kitgen lexicon build .*--encoding latin-1"),
        (zero, "holds a zero byte"),
        (Path("bad\0name.txt"), "cannot be read"),
    ):
        with pytest.raises(ProfileError, match=wanted) as refusal:
            load_lexicon(path, werdup)
        assert "\n" not in str(refusal.value)
    assert WordFile(latin, "latin-1").words() == ["cat", "café", ""]


def test_lines_end_where_editors_end_them(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_bytes("a\r\nb\rc\nd\u2028e\x85f".encode())
    assert WordFile(path).words() == ["a", "b", "c", "d\u2028e\x85f"]
    store_words("odd", "en", WordPolicy(), ["d\u2028e\x85f", "g"])
    assert stored_words("odd").words() == ["d\u2028e\x85f", "g"]


def test_the_second_time_comes_from_the_cache(
    werdup: GameProfile, words: Path, builds: list[str], own_folders: Path
) -> None:
    first, second = load_lexicon(words, werdup), load_lexicon(words, werdup)
    assert builds == ["club.txt"]
    assert (first, first.name, list(first)) == (second, second.name, list(second))
    assert first.to_bytes() == second.to_bytes()
    assert len(entries(own_folders)) == 1


def test_whatever_the_words_depend_on_is_in_the_key(
    werdup: GameProfile, words: Path, builds: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    load_lexicon(words, werdup)
    load_lexicon(words, werdup.model_copy(update={"board_size": 8}))
    load_lexicon(words, load_profile("wikipedia"))
    load_lexicon(words, werdup.model_copy(update={"letters": (*werdup.letters, "CA")}))
    digraphs = werdup.rules.model_copy(update={"digraphs": "optional"})
    load_lexicon(words, werdup.model_copy(update={"rules": digraphs}))
    words.write_text("dog\n", encoding="utf-8")
    assert list(load_lexicon(words, werdup)) == [tuple("DOG")]
    monkeypatch.setattr(cache, "code_digest", lambda: "another version")
    load_lexicon(words, werdup)
    renamed = words.with_name("other.txt")
    shutil.copy(words, renamed)
    assert load_lexicon(renamed, werdup).name == "other.txt"
    store_words("own", "en", WordPolicy(), ["dog"])
    load_lexicon("own", werdup)
    store_words("own", "en", WordPolicy(two_letter_rule=False), ["dog"])
    load_lexicon("own", werdup)
    assert len(builds) == 10


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: b"",
        lambda data: data[:-1],
        lambda data: data + b"\0",
        lambda data: data[:40] + bytes([data[40] ^ 1]) + data[41:],
        lambda data: data[:-1] + bytes([data[-1] ^ 1]),
        lambda data: b"\0" * len(data),
    ],
    ids=["empty", "cut", "longer", "head flipped", "tail flipped", "zeros"],
)
def test_a_damaged_entry_is_built_again(
    spoil: Callable[[bytes], bytes],
    werdup: GameProfile, words: Path, builds: list[str], own_folders: Path,
) -> None:  # fmt: skip
    good = load_lexicon(words, werdup)
    (entry,) = entries(own_folders)
    data = entry.read_bytes()
    entry.write_bytes(spoil(data))
    assert list(load_lexicon(words, werdup)) == list(good)
    assert len(builds) == 2
    assert entry.read_bytes() == data


def test_an_entry_of_another_key_is_not_taken(
    werdup: GameProfile, words: Path, builds: list[str], own_folders: Path
) -> None:
    load_lexicon(words, werdup)
    (first,) = entries(own_folders)
    words.write_text("dog\n", encoding="utf-8")
    load_lexicon(words, werdup)
    (second,) = set(entries(own_folders)) - {first}
    shutil.copy(first, second)
    assert list(load_lexicon(words, werdup)) == [tuple("DOG")]
    assert len(builds) == 3


def test_a_folder_that_cannot_be_written_is_no_failure(
    werdup: GameProfile, words: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "a file, no folder"
    blocked.write_text("", encoding="utf-8")
    for folder in (blocked, blocked / "below"):
        monkeypatch.setattr(cache, "cache_folder", lambda folder=folder: folder)
        assert len(load_lexicon(words, werdup)) == 3


def test_no_half_written_entry_is_left(
    werdup: GameProfile, words: Path, own_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert len(load_lexicon(words, werdup)) == 3
    assert entries(own_folders) == []


def test_where_the_folders_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from platformdirs import user_cache_dir, user_data_dir
    from wordstack.lexicon.word_files import user_lexicon_folder

    assert cache.cache_folder() == tmp_path / "cache"
    assert user_lexicon_folder() == tmp_path / "data" / "lexicons"
    monkeypatch.setenv("KITGEN_CACHE_DIR", "")
    monkeypatch.delenv("KITGEN_DATA_DIR")
    assert cache.cache_folder() == Path(user_cache_dir("kitgen", appauthor=False))
    assert user_lexicon_folder() == Path(user_data_dir("kitgen", appauthor=False)) / "lexicons"


def test_a_stored_list_round_trips_and_is_replaced() -> None:
    policy = WordPolicy(accept_capitalised=True, two_letter_rule=False)
    path = store_words("mein", "de-AT", policy, ["Haus", "Käse"])
    stored = stored_words("mein")
    assert (stored.words(), stored.language, stored.policy) == (["Haus", "Käse"], "de-AT", policy)
    before = path.read_bytes()
    store_words("mein", "de-AT", policy, ["Haus", "Käse"])
    assert path.read_bytes() == before
    store_words("mein", "de", policy, ["Maus"])
    assert stored_words("mein").words() == ["Maus"]
    assert os.listdir(path.parent) == ["mein.lexicon"]  # noqa: PTH208


@pytest.mark.parametrize(
    "damage",
    [b"", b"{}\n", b"[]\nx", b'{"form": 1}\n', b"not json\n\xfd7zXZ"],
)
def test_a_damaged_stored_list_is_refused(damage: bytes, werdup: GameProfile) -> None:
    path = store_words("mein", "en", WordPolicy(), ["house"])
    whole = path.read_bytes()
    for data in (damage, whole[:-1], whole.replace(b'"en"', b'"EN"').replace(b'"sha256": "', b'"sha256": "0')):  # fmt: skip  # noqa: E501
        path.write_bytes(data)
        with pytest.raises(ProfileError, match="word list mein: damaged; build it again"):
            load_lexicon("mein", werdup)


@pytest.mark.parametrize(
    "name",
    ["", "Big", "a b", "../a", "a/b", ".hidden", "-x", "é", "x" * 65, "english", "english-70",
     "english-family", "house", "a\n"],
)  # fmt: skip
def test_names_that_cannot_be_given(name: str) -> None:
    with pytest.raises(ProfileError, match="--name"):
        check_name(name, {**catalogue.ENGLISH, **catalogue.ALIASES})


def test_a_damaged_shipped_file_is_said(
    werdup: GameProfile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "english.txt.xz").write_bytes(b"no xz")
    monkeypatch.setattr("wordstack.lexicon.shipped.lexicon_folder", lambda: tmp_path)
    with pytest.raises(ProfileError, match=r"english.txt.xz: damaged"):
        load_lexicon("english-70", werdup)


def test_policies_are_values() -> None:
    assert replace(WordPolicy(), two_letter_rule=False) == WordPolicy(two_letter_rule=False)
