"""The ZIP file round a 3MF model: content types, relationships, and parts beside the model.

Written to the Open Packaging Conventions (ECMA-376 part 2) as the 3MF core specification 1.4 uses
them. A thumbnail without a relationship is seen by nobody.
"""

import io
import zipfile
from collections.abc import Mapping
from pathlib import PurePosixPath
from xml.sax.saxutils import quoteattr

from kitgen.errors import BuildError

MODEL_PATH = "3D/3dmodel.model"

_CONTENT_TYPE = {
    "config": "application/xml",
    "model": "application/vnd.ms-package.3dmanufacturing-3dmodel+xml",
    "png": "image/png",
    "rels": "application/vnd.openxmlformats-package.relationships+xml",
    "xml": "application/xml",
}
_MODEL_RELATIONSHIP = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"
_THUMBNAIL_RELATIONSHIP = (
    "http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail"
)
_EARLIEST_ZIP_DATE = (1980, 1, 1, 0, 0, 0)
_COMPRESSION_LEVEL = 6
_PNG = b"\x89PNG\r\n\x1a\n"


def write_package(
    model: bytes, *, others: Mapping[str, bytes] | None = None, thumbnail: str | None = None
) -> bytes:
    """Write a package; it holds no date, so that equal parts give equal bytes.

    Args:
        model: The model part, XML in UTF-8.
        others: Further parts by their path in the package.
        thumbnail: Path of the one among them that pictures the package, a PNG.

    Returns:
        The bytes of the ZIP file.

    Raises:
        BuildError: For a part whose type is not known, or a thumbnail that is missing or no PNG.
    """
    parts = {MODEL_PATH: model, **(others or {})}
    if thumbnail is not None and not parts.get(thumbnail, b"").startswith(_PNG):
        raise BuildError(f"3MF thumbnail {thumbnail!r} is no PNG in the package")
    entries = {
        "[Content_Types].xml": _content_types(parts),
        "_rels/.rels": _relationships(thumbnail),
        **parts,
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as package:
        for path, data in entries.items():
            entry = zipfile.ZipInfo(path, date_time=_EARLIEST_ZIP_DATE)
            entry.create_system = 3  # else the bytes would differ on Windows
            entry.external_attr = 0o644 << 16
            package.writestr(entry, data, zipfile.ZIP_DEFLATED, _COMPRESSION_LEVEL)
    return buffer.getvalue()


def _content_types(parts: Mapping[str, bytes]) -> bytes:
    extensions = ["rels", "model"]
    for path in parts:
        extension = PurePosixPath(path).suffix.removeprefix(".")
        if extension not in _CONTENT_TYPE:
            raise BuildError(f"3MF part {path!r}: no content type is known for it")
        if extension not in extensions:
            extensions.append(extension)
    defaults = "".join(
        f'<Default Extension="{extension}" ContentType="{_CONTENT_TYPE[extension]}"/>'
        for extension in extensions
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        f"{defaults}</Types>\n"
    ).encode()


def _relationships(thumbnail: str | None) -> bytes:
    targets = [(MODEL_PATH, _MODEL_RELATIONSHIP)]
    if thumbnail is not None:
        targets.append((thumbnail, _THUMBNAIL_RELATIONSHIP))
    relationships = "".join(
        f'<Relationship Id="rel{number}" Target={quoteattr("/" + path)} Type="{kind}"/>'
        for number, (path, kind) in enumerate(targets)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f"{relationships}</Relationships>\n"
    ).encode()
