"""The judgement of a kit's tile set by `wordstack`, kept in the cache with all it depends on."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from kitgen.errors import BuildError
from kitgen.store import Store, code_fingerprint

if TYPE_CHECKING:
    from wordstack import GameProfile
    from wordstack.lexicon import Lexicon
    from wordstack.playability import Sample

_CODE = ("wordstack", "kitgen.playability")


@dataclass(frozen=True)
class Judgement:
    """What was found out about a tile set.

    Attributes:
        lexicon: Name of the words that it was judged by, or `None` without any.
        lexicon_sha256: Their digest, or `None`.
        missing: Why there were no words, with the command that brings some; else empty.
        assessment: `wordstack.playability.Assessment` as plain data.
    """

    lexicon: str | None
    lexicon_sha256: str | None
    missing: str
    assessment: Mapping[str, Any]

    @property
    def verdict(self) -> str:
        """One of playable, not playable, undecided, not judged."""
        return str(self.assessment["verdict"])

    def summary(self) -> str:
        """Say in one line what was found, with the figures that decided."""
        if self.verdict == "playable":
            return f"the tile set is playable with the words of {self.lexicon}"
        if self.verdict == "not judged":
            return f"whether the tile set is playable was not judged: {self.missing}"
        figures = "; ".join(self.gates(self.verdict))
        if self.verdict == "undecided":
            return f"whether the tile set is playable, so few games cannot tell: {figures}"
        return f"the tile set is not playable: {figures}"

    def notice(self) -> str:
        """Return the summary with its weight: a warning, a note, or the plain sentence."""
        if self.verdict == "not playable":
            return f"WARNING: {self.summary()}"
        return self.summary() if self.verdict == "playable" else f"note: {self.summary()}"

    def gates(self, verdict: str) -> list[str]:
        """Say for each gate with a verdict what was found and what is allowed."""
        from wordstack.playability import GATES

        titles = {gate.key: gate.title for gate in GATES}
        return [
            f"{titles[found['gate']]} {percent(found['share'])} (at most {percent(found['limit'])})"
            for found in self.assessment["gates"]
            if found["verdict"] == verdict
        ]


def percent(share: float) -> str:
    """Write a share from 0 to 1 for people."""
    return f"{100 * share:.1f} %".replace(".0 %", " %")


def judge(
    game: GameProfile,
    size: int,
    store: Store,
    *,
    sample: Sample | None = None,
    lexicon: str | None = None,
    jobs: int | None = None,
    begin: Callable[[int], None] = lambda _: None,
    played_one: Callable[[], None] = lambda: None,
) -> Judgement:
    """Judge the tiles of a game on one board.

    Args:
        game: The game.
        size: Squares along one side.
        store: Where judgements are kept.
        sample: How many racks and games; by default those of the quick form.
        lexicon: Name or path of the words; by default the game's own, or its language's.
        jobs: Processes that play; by default all cores. The result does not depend on it.
        begin: Called with the number of games when they are not known and must be played.
        played_one: Called once a game.

    Raises:
        ProfileError: The game does not fit the board, or the lexicon that was named cannot be
            used.
        BuildError: A process that plays was ended.
    """
    from wordstack import Rulebook
    from wordstack.playability import QUICK, assess

    rulebook = Rulebook.of(game, size)
    sample = QUICK if sample is None else sample
    words, missing = _words(rulebook.profile, lexicon)
    if words is None:
        return Judgement(None, None, missing, assess(rulebook, None, sample).to_json())
    code = code_fingerprint(_CODE)
    key = f"playability {code} {rulebook.sha256} {words.sha256} {json.dumps(asdict(sample))}"
    known = store.get(key)
    if known is None:
        begin(sample.games)
        try:
            assessment = assess(rulebook, words, sample, jobs=jobs, played_one=played_one)
        except BrokenProcessPool as error:
            raise BuildError(
                "a process that plays games was ended by the system, perhaps for want of memory;"
                " try --jobs 1"
            ) from error
        known = json.dumps(assessment.to_json()).encode()
        store.put(key, known)
    return Judgement(words.name, words.sha256, "", json.loads(known))


def _words(game: GameProfile, lexicon: str | None) -> tuple[Lexicon | None, str]:
    """Load the words; where nobody named any and the language has none, say so instead."""
    from wordstack import ProfileError
    from wordstack.lexicon import default_name, load_lexicon

    if lexicon is None and game.lexicon in (None, "house"):
        try:
            default_name(game.language)
        except ProfileError as error:
            return None, str(error)
    return load_lexicon(lexicon, game), ""
