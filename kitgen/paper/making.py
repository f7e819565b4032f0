"""All paper of one kit: rules booklet, score sheet and manual, and what is folded."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kitgen.companions import CompanionFile, Companions, packed, unpacked
from kitgen.errors import UserError
from kitgen.export.manifest_file import MANIFEST, ManifestFile, plain_bytes
from kitgen.paper.beside import beside, scratch_folder
from kitgen.paper.sheets import PRINTED, SHEETS
from kitgen.store import Store, code_fingerprint
from kitgen.wording import chosen_language

if TYPE_CHECKING:
    from kitgen.pictures.kit import PicturedKit

LIST = "paper/paper.json"
BOOKLET, SCORE_SHEET, MANUAL = "rules-booklet", "score-sheet", "manual"
FOLDED = "rules-booklet-folded"
_CODE = (
    "kitgen.companions",
    "kitgen.export",
    "kitgen.kit.names",
    "kitgen.lettering",
    "kitgen.mesh",
    "kitgen.paper",
    "kitgen.pictures",
    "kitgen.settings",
    "kitgen.slicing.process",
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
    font_path: Path | None = None,
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
        font_path: Of the letters, where the kit's font was given as a file.
        jobs: How many processes draw the pictures of the manual.
        begin: Called with the number of documents, where they are not known.
        done: Called with the name of each that is ready.
        note: Called with what the user should know.

    Raises:
        UserError: There is no whole kit, the sheet or language is not one of those there are, or
            no typeface has one of the letters.
        TypesettingError: typst refused a document.
    """
    manifest = ManifestFile.read(folder)
    kinds = {part.get("kind") for part in manifest.table["parts"]}
    if not manifest.table.get("whole", True) or "board-quarter" not in kinds:
        raise UserError(f"{folder} holds a part of a kit: paper goes with a whole one")
    sheet, asked = paper, f"--paper {paper}"
    if sheet is None:
        sheet = manifest.printed.get("paper") or PRINTED[0]
        asked = f"{folder / MANIFEST}: profile.print.paper {sheet!r}"
    if sheet not in PRINTED:
        raise UserError(f"{asked}: must be one of {', '.join(PRINTED)}")
    wanted = manifest.printed.get("paper_language") if language is None else language
    tongue, remark = chosen_language(wanted, manifest.language)
    if remark:
        note(remark)
    if font_path is not None:
        manifest.require_font(font_path)
    manifest.require_parts()
    about = {"language": tongue, "paper": sheet}
    code = code_fingerprint(_CODE, _LIBRARIES)
    key = f"paper {code} {manifest.sha256} {_slice_digest(folder)} {tongue} {sheet} {booklet}"
    known = store.get(key)
    if known is not None:
        remarks, _, documents = known.partition(b"\n")
        for remark in json.loads(remarks):
            note(remark)
        return Companions(LIST, manifest.sha256, unpacked(documents), about)
    from kitgen.pictures.kit import PicturedKit

    kit = PicturedKit.read(folder, font_path=font_path)
    files, said, lasting = _made(kit, store, tongue, sheet, booklet, jobs, begin, done, note)
    if lasting:
        store.put(key, json.dumps(said).encode() + b"\n" + packed(files))
    return Companions(LIST, manifest.sha256, files, about)


def _slice_digest(folder: Path) -> str:
    """Of the slicer's figures, which the manual shows where they are about this kit."""
    try:
        return hashlib.sha256(plain_bytes(folder / "slice.json")).hexdigest()
    except OSError:
        return "none"


def _made(
    kit: PicturedKit,
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
    from kitgen.paper.manual import manual

    remarks: list[str] = []
    of_drawing: list[str] = []
    begin(4 if fold else 3)
    # Processes draw for the manual, which is waited for here: an interrupt then ends them at once.
    with scratch_folder() as scratch:
        others = beside(lambda: _texts(kit, language, sheet, fold, store, scratch, remarks.append))
        drawn = manual(
            kit, language, sheet, store, scratch=scratch, jobs=jobs, note=of_drawing.append
        )
        done(MANUAL)
        documents = others()
    for name in documents:
        done(name)
    documents[MANUAL] = drawn
    for said in (*remarks, *of_drawing):
        note(said)
    files = [_file(name, data, language) for name, data in documents.items()]
    # What a simple renderer drew must not stand for VTK's once VTK can draw.
    return files, remarks, not of_drawing


def _texts(
    kit: PicturedKit,
    language: str,
    sheet: str,
    fold: bool,
    store: Store,
    scratch: Path,
    note: Callable[[str], None],
) -> dict[str, bytes]:
    """The documents without pictures."""
    from kitgen.paper.booklet import booklet
    from kitgen.paper.folding import folded
    from kitgen.paper.score_sheet import score_sheet

    documents = {
        BOOKLET: booklet(kit, language, sheet, store=store, scratch=scratch, note=note),
        SCORE_SHEET: score_sheet(kit, language, sheet, store=store, scratch=scratch),
    }
    page = SHEETS[sheet].folded
    if fold and page is not None:
        small = booklet(kit, language, page, store=store, scratch=scratch)
        documents[FOLDED] = folded(small, sheet)
    return documents


def _file(name: str, data: bytes, language: str) -> CompanionFile:
    import pikepdf

    with pikepdf.open(io.BytesIO(data)) as pdf:
        title, pages = str(pdf.docinfo.get("/Title", "")), len(pdf.pages)
    about = {"title": title, "pages": pages, "language": language}
    return CompanionFile(f"paper/{name}.pdf", data, about)
