"""All paper of one kit: rules booklet, score sheet and manual, and what is folded."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from kitgen.companions import CompanionFile, Companions, packed, unpacked
from kitgen.errors import UserError
from kitgen.export.manifest_file import MANIFEST, manifest_bytes
from kitgen.store import Store, code_fingerprint
from kitgen.wording import chosen_language

LIST = "paper/paper.json"
BOOKLET, SCORE_SHEET, MANUAL = "rules-booklet", "score-sheet", "manual"
FOLDED = "rules-booklet-folded"
_FOLDED_FROM = {"a4": "a5", "letter": "half-letter"}
"""Small pages that are folded from each sheet."""
SHEETS = tuple(_FOLDED_FROM)
_CODE = (
    "kitgen.export.manifest",
    "kitgen.export.stl_reading",
    "kitgen.paper",
    "kitgen.pictures",
    "kitgen.slicing.record",
    "kitgen.steps",
    "kitgen.wording",
    "wordstack",
)
_LIBRARIES = (
    "babel",
    "fontpkg-atkinson-hyperlegible",
    "fontpkg-noto-sans",
    "numpy",
    "pikepdf",
    "pillow",
    "typst",
    "vtk",
)


def make_paper(
    folder: Path,
    store: Store,
    *,
    paper: str | None = None,
    language: str | None = None,
    booklet: bool = False,
    jobs: int | None = None,
    begin: Callable[[int], None] = lambda _: None,
    done: Callable[[str], None] = lambda _: None,
    note: Callable[[str], None] = lambda _: None,
) -> Companions:
    """Write all paper of a kit.

    Args:
        folder: Holds the kit.
        store: Where finished documents are kept.
        paper: ``a4`` or ``letter``; None for the profile's.
        language: Of the text; None for the profile's, else the game's.
        booklet: The rules once more, for folding.
        jobs: How many processes draw the pictures of the manual.
        begin: Called with the number of documents, where they are not known.
        done: Called with the name of each that is ready.
        note: Called with what the user should know.

    Raises:
        UserError: There is no whole kit, the sheet or language is not one of those there are, or
            no typeface has one of the letters.
        TypesettingError: typst refused a document.
    """
    data, profile = _read(folder)
    sheet = paper or profile["print"].get("paper") or SHEETS[0]
    if sheet not in SHEETS:
        raise UserError(f"--paper {sheet}: must be one of {', '.join(SHEETS)}")
    wanted = language or profile["print"].get("paper_language")
    tongue, remark = chosen_language(wanted, profile["game"]["language"])
    if remark:
        note(remark)
    digest = hashlib.sha256(data).hexdigest()
    about = {"language": tongue, "paper": sheet}
    code = code_fingerprint(_CODE, _LIBRARIES)
    key = f"paper {code} {digest} {_slice_digest(folder)} {tongue} {sheet} {booklet}"
    known = store.get(key)
    if known is not None:
        remarks, _, documents = known.partition(b"\n")
        for remark in json.loads(remarks):
            note(remark)
        return Companions(LIST, digest, unpacked(documents), about)
    files, said, lasting = _made(folder, store, tongue, sheet, booklet, jobs, begin, done, note)
    if lasting:
        store.put(key, json.dumps(said).encode() + b"\n" + packed(files))
    return Companions(LIST, digest, files, about)


def _read(folder: Path) -> tuple[bytes, dict[str, Any]]:
    """The manifest's bytes, and its profile, read without its model, which takes long to load."""
    data = manifest_bytes(folder)
    try:
        manifest = json.loads(data)
        profile = manifest["profile"]
        game, printed = profile["game"], profile["print"]
        whole = manifest.get("whole", True)
        kinds = {part["kind"] for part in manifest["parts"]}
        if not (isinstance(game["language"], str) and isinstance(printed, dict)):
            raise TypeError("profile")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise UserError(f"{folder / MANIFEST} is no manifest of a kit") from error
    if not whole or "board-quarter" not in kinds:
        raise UserError(f"{folder} holds a part of a kit: paper goes with a whole one")
    return data, profile


def _slice_digest(folder: Path) -> str:
    """Of the slicer's figures, which the manual shows where they are about this kit."""
    try:
        return hashlib.sha256((folder / "slice.json").read_bytes()).hexdigest()
    except OSError:
        return "none"


def _made(
    folder: Path,
    store: Store,
    language: str,
    sheet: str,
    fold: bool,
    jobs: int | None,
    begin: Callable[[int], None],
    done: Callable[[str], None],
    note: Callable[[str], None],
) -> tuple[list[CompanionFile], list[str], bool]:
    """Documents, what was noted on the way, and whether they may be kept."""
    from kitgen.paper.booklet import booklet
    from kitgen.paper.folding import folded
    from kitgen.paper.manual import manual
    from kitgen.paper.score_sheet import score_sheet
    from kitgen.pictures.kit import PicturedKit

    kit = PicturedKit.read(folder)
    remarks: list[str] = []
    of_drawing: list[str] = []
    begin(4 if fold else 3)
    # The manual waits for processes that draw; the others are set meanwhile.
    with ThreadPoolExecutor(1) as beside:
        drawn = beside.submit(
            manual, kit, language, sheet, store, jobs=jobs, note=of_drawing.append
        )
        documents = {BOOKLET: booklet(kit, language, sheet, note=remarks.append)}
        done(BOOKLET)
        documents[SCORE_SHEET] = score_sheet(kit, language, sheet)
        done(SCORE_SHEET)
        if fold:
            small = booklet(kit, language, _FOLDED_FROM[sheet], note=lambda _: None)
            documents[FOLDED] = folded(small, sheet)
            done(FOLDED)
        documents[MANUAL] = drawn.result()
        done(MANUAL)
    for said in (*remarks, *of_drawing):
        note(said)
    files = [_file(name, data, language) for name, data in documents.items()]
    # What a simple renderer drew must not stand for VTK's once VTK can draw.
    return files, remarks, not of_drawing


def _file(name: str, data: bytes, language: str) -> CompanionFile:
    import pikepdf

    with pikepdf.open(io.BytesIO(data)) as pdf:
        title, pages = str(pdf.docinfo.get("/Title", "")), len(pdf.pages)
    about = {"title": title, "pages": pages, "language": language}
    return CompanionFile(f"paper/{name}.pdf", data, about)
