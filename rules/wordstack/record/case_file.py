"""The JSON of a file of rulings, key by key; `docs/cases.md` explains it."""

import difflib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from wordstack.errors import ProfileError, shown
from wordstack.reasons import PlacementCode, WordCode

REASONS: tuple[str, ...] = tuple(dict.fromkeys((*get_args(PlacementCode), *get_args(WordCode))))

_STRICT = ConfigDict(frozen=True, strict=True, extra="forbid")
Number = Annotated[int, Field(ge=-100_000, le=100_000)]
Label = Annotated[str, Field(min_length=1)]


class PlacedTile(BaseModel):
    """One tile of the play; `shows` is the letter of a blank `_`."""

    model_config = _STRICT

    row: Number
    col: Number
    tile: Label
    shows: str = ""


class WordSaid(BaseModel):
    """One word that the play forms; what is left out is not compared, but where it stands is."""

    model_config = _STRICT

    dir: Literal["across", "down"]
    start: Annotated[list[Number], Field(min_length=2, max_length=2)]
    word: str | None = None
    tiles: list[Label] | None = None
    heights: list[Number] | None = None
    flat: bool | None = None
    points: Number | None = None


class OtherTotals(BaseModel):
    """Totals of the same play under other rules; other keys are notes."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")

    werdup_literal_total: Number | None = None


class Said(BaseModel):
    """What the case says of the play; what is left out is not compared."""

    model_config = _STRICT

    legal: bool
    reason: str | None = None
    words: list[WordSaid] | None = None
    bonus: Number | None = None
    letter_bonus: Number | None = None
    total: Number | None = None
    derived_alt: OtherTotals = OtherTotals()
    would_form: Any = None
    score_origin: Any = None


class CaseSaid(BaseModel):
    """One ruling; keys that are not listed here are notes, such as `source`."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")

    id: Label
    kind: str = "own"
    profile: Label
    options: dict[str, Any] = {}
    board_size: int = 10
    first_turn: bool | None = None
    grid_before: list[str]
    heights_before: list[str]
    placements: list[PlacedTile]
    rack: list[Label] | None = None
    lexicon: list[str | list[Label]] | None = None
    expect: Said


class CaseFile(BaseModel):
    """A file of rulings; keys that are not listed here are notes, such as `about`."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")

    cases: list[CaseSaid]


def read_case_file(path: Path) -> CaseFile:
    """Read and check the JSON of a file of rulings.

    Raises:
        ProfileError: One line: the file, the case, the key, its value, what is allowed.
    """
    try:
        data = json.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise ProfileError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise ProfileError(f"{path}: not UTF-8 at byte {error.start}") from None
    except (ValueError, RecursionError) as error:
        raise ProfileError(f"{path}: not JSON: {' '.join(str(error).split())}") from None
    try:
        found = CaseFile.model_validate(data)
    except ValidationError as error:
        raise ProfileError(f"{path}: {_first_fault(error, data)}") from None
    seen: set[str] = set()
    for case in found.cases:
        if case.id in seen:
            raise ProfileError(f"{path}: id = {shown(case.id)}: stands twice")
        seen.add(case.id)
        _check_verdict(f"{path}: {case.id}", case.expect)
    return found


def _check_verdict(place: str, said: Said) -> None:
    if said.legal == (said.reason is not None):
        problem = "a play that is not legal has a reason, and a legal one has none"
        raise ProfileError(f"{place}: expect.reason = {shown(said.reason)}: {problem}")
    if said.reason is not None and said.reason not in REASONS:
        raise ProfileError(
            f"{place}: expect.reason = {shown(said.reason)}: unknown, the nearest known is "
            f"{_nearest(said.reason, REASONS)}"
        )


def _first_fault(error: ValidationError, data: Any) -> str:
    first, *more = error.errors(include_url=False)
    path = list(first["loc"])
    place = ""
    if path[:1] == ["cases"] and len(path) > 1:
        raw = data["cases"][path[1]]
        name = raw.get("id") if isinstance(raw, dict) else None
        place = f"{name if isinstance(name, str) else f'cases[{path[1]}]'}: "
        path = path[2:]
    key = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    if first["type"] == "extra_forbidden":
        model = WordSaid if "words" in path else PlacedTile if "placements" in path else Said
        problem = f"unknown key, the nearest known is {_nearest(path[-1], model.model_fields)}"
    else:
        problem = first["msg"][:1].lower() + first["msg"][1:]
    value = "" if first["type"] == "missing" else f" = {shown(first['input'])}"
    others = f" (and {len(more)} more)" if more else ""
    return f"{place}{key.removeprefix('.') or 'the file'}{value}: {problem}{others}"


def _nearest(unknown: object, known: Iterable[str]) -> str:
    return difflib.get_close_matches(str(unknown), list(known), n=1, cutoff=0)[0]
