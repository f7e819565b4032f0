"""Whether each plate's package pictures it: a relationship to a PNG that is there and whole."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping

from kitgen.checks.finding import Finding, within
from kitgen.checks.inventory import is_coupon
from kitgen.checks.package_parts import BrokenSettingsError, xml_of
from kitgen.checks.several import MOST_FAILURES
from kitgen.checks.written import WrittenKit

RELATIONSHIPS = "_rels/.rels"
KIND = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail"
SIGNATURE = b"\x89PNG\r\n\x1a\n"
_LENGTH, _FRAME = 4, 12
"""Bytes of a chunk's length, and of length, name and checksum (PNG specification, 5.3)."""


def thumbnails(kit: WrittenKit, beside: Mapping[str, Mapping[str, bytes]]) -> Iterator[Finding]:
    """Judge the pictures of all plates but those of coupons, which have none.

    Args:
        kit: as written.
        beside: parts beside the model of each 3MF file that could be read, by path.
    """
    wrong = []
    judged = 0
    for plate in kit.manifest.plates:
        if plate.file not in beside or all(is_coupon(kit.parts[i.part]) for i in plate.items):
            continue
        judged += 1
        if why := fault(beside[plate.file]):
            wrong.append((plate.file, why))
    if not judged:
        return
    yield within(
        "package.thumbnail",
        "plates without a picture that viewers find",
        tuple(path for path, _ in wrong[:MOST_FAILURES]),
        len(wrong),
        high=0,
        unit="",
        source="3MF core specification 6.1; ECMA-376 part 2: thumbnail relationship",
        note="; ".join(f"{path}: {why}" for path, why in wrong[:MOST_FAILURES]),
    )


def fault(parts: Mapping[str, bytes]) -> str:
    """Say what keeps viewers from a package's thumbnail; empty if nothing does."""
    try:
        entries = list(xml_of(parts, RELATIONSHIPS))
    except BrokenSettingsError as error:
        return str(error)
    targets = [entry.get("Target", "") for entry in entries if entry.get("Type") == KIND]
    if len(targets) != 1:
        return f"{len(targets)} thumbnail relationships"
    path = targets[0].removeprefix("/")
    if path not in parts:
        return f"{path} is not in the package"
    return f"{path} is no whole PNG" if not whole_png(parts[path]) else ""


def whole_png(data: bytes) -> bool:
    """Whether bytes are a PNG from signature to end, each chunk with its checksum."""
    if not data.startswith(SIGNATURE):
        return False
    at, names = len(SIGNATURE), []
    while at + _FRAME <= len(data):
        length = int.from_bytes(data[at : at + _LENGTH], "big")
        end = at + _FRAME + length
        body = data[at + _LENGTH : end - _LENGTH]
        if end > len(data) or zlib.crc32(body) != int.from_bytes(data[end - _LENGTH : end], "big"):
            return False
        names.append(body[:_LENGTH])
        at = end
    return (
        at == len(data)
        and names[:1] == [b"IHDR"]
        and names[-1:] == [b"IEND"]
        and (b"IDAT" in names)
    )
