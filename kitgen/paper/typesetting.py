"""From a template and its data to the bytes of a PDF, by typst."""

from __future__ import annotations

import hashlib
import importlib.resources
import json
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kitgen.errors import BuildError
from kitgen.paper.sheets import SHEETS
from kitgen.paper.typefaces import Typefaces, typefaces_for
from kitgen.store import Store, code_fingerprint

_CODE = (
    "kitgen.lettering",
    "kitgen.paper",
)
_LIBRARIES = ("fontpkg-atkinson-hyperlegible", "fontpkg-noto-sans", "typst")
_PLACE = re.compile(r"[\w-]+\.typ:\d+:\d+")


class TypesettingError(BuildError):
    """typst refused a template or its data: a fault of kitgen's."""


def typeset(
    template: str,
    data: Mapping[str, Any],
    *,
    pictures: Mapping[str, bytes] | None = None,
    language: str,
    paper: str,
    title: str,
    tagged: bool = True,
    own_font: str = "",
    own_weight: int = 400,
    store: Store | None = None,
    scratch: Path | None = None,
) -> bytes:
    """Typeset a document, or take it from the cache.

    Args:
        template: File in ``templates/``, such as ``manual.typ``. It reads ``data.json``, in which
            ``document`` holds title, language, paper and families for ``style.typ``.
        data: What the template shows: JSON values.
        pictures: PNG or SVG files by path, which the template can read.
        language: Of the text.
        paper: Of :data:`kitgen.paper.sheets.SHEETS`.
        title: Of the document.
        tagged: PDF/UA-1; a folded booklet is made of pages without tags.
        own_font: Family or file of the tiles' letters, for letters that the text faces lack.
        own_weight: Its weight.
        store: Where documents are kept; by default nowhere.
        scratch: Folder for what typst reads; by default one of its own.

    Returns:
        A PDF; the same input gives the same bytes.

    Raises:
        UserError: No typeface has one of the letters.
        TypesettingError: typst refuses the document.
    """
    faces = typefaces_for(_strings([data, title]), own_font, own_weight)
    shown = pictures or {}
    about = [
        [template, title, language, paper, tagged, data],
        [[path, hashlib.sha256(shown[path]).hexdigest()] for path in sorted(shown)],
        [faces.families, faces.file and hashlib.sha256(faces.file.read_bytes()).hexdigest()],
    ]
    digest = hashlib.sha256(json.dumps(about).encode()).hexdigest()
    kept = store or Store(None)
    key = f"pdf {code_fingerprint(_CODE, _LIBRARIES)} {digest}"
    known = kept.get(key)
    if known is not None:
        return known
    pdf, _ = compiled(
        template,
        data,
        pictures=shown,
        language=language,
        paper=paper,
        title=title,
        tagged=tagged,
        faces=faces,
        scratch=scratch,
    )
    kept.put(key, pdf)
    return pdf


def compiled(
    template: str,
    data: Mapping[str, Any],
    *,
    pictures: Mapping[str, bytes] | None,
    language: str,
    paper: str,
    title: str,
    tagged: bool,
    faces: Typefaces,
    scratch: Path | None = None,
) -> tuple[bytes, list[str]]:
    """Typeset with given typefaces, and give typst's warnings too; see :func:`typeset`."""
    import typst

    sheet = SHEETS[paper]
    document = {
        "title": title,
        "lang": language,
        "paper": paper,
        "size_mm": [sheet.width_mm, sheet.height_mm],
        "families": faces.families,
    }
    with tempfile.TemporaryDirectory(
        prefix="kitgen-paper-", dir=scratch, ignore_cleanup_errors=True
    ) as name:
        root = Path(name)
        for source in importlib.resources.files("kitgen.paper").joinpath("templates").iterdir():
            if source.name.endswith(".typ"):
                (root / source.name).write_bytes(source.read_bytes())
        (root / "data.json").write_text(
            json.dumps({**data, "document": document}, ensure_ascii=False), encoding="utf-8"
        )
        for path, picture in (pictures or {}).items():
            target = root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(picture)
        folders = [str(folder) for folder in faces.folders]
        if faces.file is not None:
            (root / "letters").mkdir()
            shutil.copyfile(faces.file, root / "letters" / faces.file.name)
            folders.append(str(root / "letters"))
        fonts = typst.Fonts(
            include_system_fonts=False, include_embedded_fonts=False, font_paths=folders
        )
        compiler = typst.Compiler(str(root / template), root=str(root), font_paths=fonts)
        try:
            pdf, warnings = compiler.compile_with_warnings(
                format="pdf",
                pdf_standards=["ua-1"] if tagged else [],
                pdf_tags=tagged,
                timestamp=0,
            )
        except typst.TypstError as error:
            place = _PLACE.search(error.diagnostic)
            where = place.group() if place else template
            raise TypesettingError(f"{where}: {' '.join(error.message.split())}") from error
    if not isinstance(pdf, bytes):
        raise TypesettingError(f"{template}: typst gave no PDF")
    return pdf, [str(warning) for warning in warnings]


def _strings(value: Any) -> Iterator[str]:
    """All strings in nested JSON values."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _strings(item)
