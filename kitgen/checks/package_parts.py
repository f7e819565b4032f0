"""What a 3MF package holds beside its model: settings of slicers, pictures, relationships."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree

from kitgen.errors import KitgenError

MODEL_FOLDER = "3D/"


class BrokenSettingsError(KitgenError):
    """A part beside the model is not what its readers take; the text says why."""


def parts_beside(path: Path) -> dict[str, bytes]:
    """Give all parts but the model, by path in the package; what cannot be unpacked is left out."""
    found = {}
    try:
        with zipfile.ZipFile(path) as package:
            for name in package.namelist():
                if name.startswith(MODEL_FOLDER):
                    continue
                try:
                    found[name] = package.read(name)
                except (zipfile.BadZipFile, zlib.error, NotImplementedError):
                    continue
    except (OSError, zipfile.BadZipFile):
        return {}
    return found


def xml_of(parts: Mapping[str, bytes], path: str) -> ElementTree.Element:
    """Read a part that is XML.

    Raises:
        BrokenSettingsError: It is absent, no XML, or has a document type, which the packaging
            conventions forbid (and which could make a small file grow without end).
    """
    if path not in parts:
        raise BrokenSettingsError(f"{path} is not in the package")
    if b"<!DOCTYPE" in parts[path]:
        raise BrokenSettingsError(f"{path} has a document type")
    try:
        return ElementTree.fromstring(parts[path])  # noqa: S314 - without entities, see above
    except ElementTree.ParseError as error:
        raise BrokenSettingsError(f"{path}: {error}") from error


def whole_number(text: str | None, what: str) -> int:
    """Read a whole number from an attribute.

    Raises:
        BrokenSettingsError: It is none.
    """
    try:
        return int(text or "")
    except ValueError:
        raise BrokenSettingsError(f"{what} is {text!r}, no whole number") from None


def metadata_of(element: ElementTree.Element) -> dict[str, str]:
    """Give the keys and values of `metadata` below an element, as slicers write them."""
    return dict(_metadata(element))


def _metadata(element: ElementTree.Element) -> Iterator[tuple[str, str]]:
    for entry in element.findall("metadata"):
        yield entry.get("key", ""), entry.get("value", "")
