"""Asks every question of a kit, or takes the answers from the cache, in several processes."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import warnings
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

from kitgen.checks.catalogue import CHECKS, Check
from kitgen.checks.finding import Finding, unjudged
from kitgen.checks.written import UnsoundFileError, WrittenKit
from kitgen.errors import KitgenError
from kitgen.export.manifest_file import MANIFEST
from kitgen.processes import spread
from kitgen.store import Store, code_fingerprint

_CODE = (
    "kitgen.checks",
    "kitgen.export",
    "kitgen.lettering",
    "kitgen.mesh",
    "kitgen.slicing",
)
_LIBRARIES = ("numpy", "scipy", "shapely", "trimesh", "manifold3d", "lib3mf", "fonttools")
WORTH_A_POOL = 4
"""Fewer questions than this are answered sooner in this process than in new ones."""


@dataclasses.dataclass(frozen=True)
class Question:
    """One check of one kit, or of one of its parts."""

    check: Check
    folder: Path
    part: str | None
    font_path: Path | None

    @property
    def title(self) -> str:
        """For progress."""
        return self.check.name if self.part is None else f"{self.check.name} {self.part}"


def judge(
    folder: Path,
    store: Store,
    *,
    font_path: Path | None = None,
    jobs: int | None = None,
    begin: Callable[[int], None] = lambda _: None,
    answered: Callable[[str], None] = lambda _: None,
) -> tuple[WrittenKit, tuple[Finding, ...]]:
    """Ask every question of the kit in a folder.

    Args:
        folder: Holds the kit.
        store: Where answers are kept, by the digests of the files that they are about.
        font_path: Font file to judge letters by, where the profile's font is not to be found.
        jobs: How many processes judge at most; all cores if None.
        begin: Called with the number of questions.
        answered: Called with the title of each question that is answered.

    Returns:
        The kit, and the findings in the order of the catalogue.

    Raises:
        UserError: If there is no kit.
        BuildError: If the system ended a process.
    """
    kit = WrittenKit.read(folder, font_path)
    questions = _questions(kit)
    begin(len(questions))
    keys = _keys(kit, questions)
    answers: dict[Question, tuple[Finding, ...]] = {}
    missing: list[Question] = []
    for question in questions:
        known = _recalled(store, keys[question])
        if known is None:
            missing.append(question)
        else:
            answers[question] = known
            answered(question.title)
    # Questions about the whole game take longest: begun last, one core would wait for them.
    missing.sort(key=lambda question: question.part is not None)
    for question, found in spread(
        _answer, missing, jobs=jobs, worth_a_pool=WORTH_A_POOL, doing="checks parts"
    ):
        answers[question] = found
        if not any(f.check == f"{question.check.name}.measurable" for f in found):
            store.put(keys[question], json.dumps([dataclasses.asdict(f) for f in found]).encode())
        answered(question.title)
    return kit, tuple(finding for question in questions for finding in answers[question])


def _questions(kit: WrittenKit) -> list[Question]:
    return [
        Question(check, kit.folder, part, kit.font_path)
        for check in CHECKS
        for part in (list(kit.parts) if check.by_part else [None])
    ]


def _answer(question: Question) -> tuple[Finding, ...]:
    """Answer one question; runs in a process of its own."""
    kit = _kit(question.folder, question.font_path)
    about = (question.part,) if question.part is not None else ()
    try:
        with warnings.catch_warnings():
            # Figures past float64 become NaN, which no limit allows: that is said in a finding.
            warnings.simplefilter("ignore", RuntimeWarning)
            return tuple(question.check.findings(kit, *about))
    except UnsoundFileError as error:
        return (
            unjudged(
                f"{question.check.name}.read",
                question.check.question,
                about,
                str(error),
                fails=True,
            ),
        )
    except (KitgenError, OSError, ImportError):
        raise  # of the command line, or of this computer: it says nothing of the kit
    except Exception as error:
        # Figures that are sound one by one, such as a part 1000 km away, can be past measuring
        # together. That fails the kit, and the other questions are still answered.
        why = f"cannot be measured: {type(error).__name__}: {error}"
        return (
            unjudged(
                f"{question.check.name}.measurable",
                question.check.question,
                about,
                " ".join(why.split()),
                fails=True,
            ),
        )


@lru_cache(maxsize=1)
def _kit(folder: Path, font_path: Path | None) -> WrittenKit:
    return WrittenKit.read(folder, font_path)


def _recalled(store: Store, key: str) -> tuple[Finding, ...] | None:
    data = store.get(key)
    if data is None:
        return None
    return tuple(
        Finding(**{**entry, "between": tuple(entry["between"])}) for entry in json.loads(data)
    )


def _keys(kit: WrittenKit, questions: Sequence[Question]) -> dict[Question, str]:
    """Say for each question all that its answer depends on."""
    code = code_fingerprint(_CODE, _LIBRARIES)
    digests = _digests(kit)
    font = "" if kit.font_path is None else _digest(kit.font_path)
    whole = json.dumps([digests, font or _named_font(kit)])
    printed = json.dumps(dict(kit.printed), sort_keys=True)
    keys = {}
    for question in questions:
        if question.part is None:
            about = whole
        else:
            part = kit.parts[question.part]
            about = f"{part.model_dump_json()} {digests[part.file]} {printed}"
        keys[question] = f"findings {question.check.name} {code} {about}"
    return keys


def digest_of(kit: WrittenKit) -> str:
    """One digest of all that a kit's folder lists, and of the code that judges it."""
    about = f"{code_fingerprint(_CODE, _LIBRARIES)} {json.dumps(_digests(kit))}"
    return hashlib.sha256(about.encode()).hexdigest()


def _digests(kit: WrittenKit) -> dict[str, str]:
    paths = [*(p.file for p in kit.manifest.parts), *(f.path for f in kit.manifest.files)]
    return {path: _digest(kit.folder / path) for path in (*paths, MANIFEST)}


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return "absent"


def _named_font(kit: WrittenKit) -> str:
    """What the profile's font is on this machine: letters are judged by it."""
    from kitgen.errors import UserError
    from kitgen.lettering.fonts import font_fingerprint

    try:
        return str(
            font_fingerprint(str(kit.printed.get("font")), int(kit.number("font_weight", 400)))
        )
    except UserError:
        return "unknown"
