"""What of a kit goes to the slicer: each plate as written, or its parts laid out anew."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kitgen.errors import UserError
from kitgen.export.manifest import Manifest, OnPlate, Part, Plate
from kitgen.slicing.project import CONFIG_PATH, Thing, Volume, encode

BED_MM = (250.0, 210.0)
"""Where the kit names no printer: of the bed that single parts are laid on, unless they are larger.
"""
_AROUND_MM = 10.0
_STL_HEADER = 84
_STL_FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
_EXTRUDER = re.compile(rb'key="extruder"\s+value="(\d+)"')
_NO_SUPPORT = re.compile(rb'<metadata type="object" key="support_material[a-z_]*"[^>]*/>\s*')
"""What an object says of itself goes before what is asked for on the command line."""


@dataclass(frozen=True)
class Sheet:
    """One print, ready for the slicer.

    Attributes:
        file: of the kit, with forward slashes.
        title: for people.
        copies: how often it is printed.
        colours: of its filaments; at least one.
        tools: how many of them are loaded at once. Where that is one of two colours, the second
            is loaded by hand above a height.
        second_above_mm: that height, None where filaments are not changed by hand.
        options: of the bed, and that everything stays where it is.
        model: a 3MF for PrusaSlicer.
    """

    file: str
    title: str
    copies: int
    colours: tuple[str | None, ...]
    options: tuple[str, ...]
    model: bytes = field(repr=False)
    tools: int = 1
    second_above_mm: float | None = None


def sheets(folder: Path, manifest: Manifest) -> Iterator[Sheet]:
    """Give the plates of a kit; without plates each part alone, as often as the kit has it.

    A plate whose 3MF was written for PrusaSlicer goes to it as it is. It would take any other
    apart into loose bodies without filaments, so that such a plate is laid out again from the
    parts' STL files, where the manifest says that they lie.

    Raises:
        UserError: A file is absent or is none of kitgen's.
    """
    if manifest.plates:
        for plate in manifest.plates:
            yield _plate(folder, manifest, plate)
        return
    for part in manifest.parts:
        if part.count:
            yield alone(part, triangles_of(folder, part))


def triangles_of(folder: Path, part: Part) -> NDArray[np.float64]:
    """Read a part's binary STL: (n, 3, 3) corners in mm.

    Raises:
        UserError: It is absent or no binary STL.
    """
    data = _bytes(folder, part.file)
    count = int.from_bytes(data[_STL_HEADER - 4 : _STL_HEADER], "little")
    if not count or len(data) != _STL_HEADER + count * _STL_FACET.itemsize:
        raise UserError(f"{folder / part.file} is no binary STL file")
    facets = np.frombuffer(data, dtype=_STL_FACET, offset=_STL_HEADER)
    return facets["corners"].astype(np.float64)


def alone(part: Part, triangles: NDArray[np.float64]) -> Sheet:
    """One part in the middle of a bed."""
    low, high = triangles.reshape(-1, 3).min(axis=0), triangles.reshape(-1, 3).max(axis=0)
    bed = np.maximum(BED_MM, (high - low)[:2] + 2 * _AROUND_MM)
    x, y = (bed / 2 - (low + high)[:2] / 2).tolist()
    things = [Thing((Volume(part.name, triangles),), ((0.0, x, y),))]
    options = bed_options(bed.tolist())
    return Sheet(part.file, part.name, part.count, (part.colour,), options, encode(things))


def bed_options(bed_mm: Sequence[float]) -> tuple[str, ...]:
    """For PrusaSlicer's command line: the bed, and to leave the model where it lies."""
    width, depth = bed_mm
    shape = f"0x0,{width:g}x0,{width:g}x{depth:g},0x{depth:g}"
    return ("--bed-shape", shape, "--dont-arrange")


def _plate(folder: Path, manifest: Manifest, plate: Plate) -> Sheet:
    model = _bytes(folder, plate.file)
    colours: tuple[str | None, ...] = plate.colours or (None,)
    written = _for_prusa(model, folder / plate.file)
    if written is None:
        things = list(_laid_out(folder, manifest, plate))
        model = encode(things)
        tools = 1 + max(volume.tool for thing in things for volume in thing.volumes)
    else:
        model, tools = written
    change = manifest.filament_change
    by_hand = change is not None and tools == 1 and len(colours) == 2
    return Sheet(
        file=plate.file,
        title=plate.title,
        copies=1,
        colours=colours + (None,) * (tools - len(colours)),
        options=bed_options(manifest.printer.bed_mm if manifest.printer else BED_MM),
        model=model,
        tools=tools,
        second_above_mm=change.z_mm if change is not None and by_hand else None,
    )


def _for_prusa(model: bytes, path: Path) -> tuple[bytes, int] | None:
    """Take a plate of PrusaSlicer's flavour, without what forbids supports; count its filaments.

    Returns:
        None for a plate of another flavour.
    """
    buffer, found = io.BytesIO(), None
    try:
        with zipfile.ZipFile(io.BytesIO(model)) as package, zipfile.ZipFile(buffer, "w") as copy:
            for entry in package.infolist():
                data = package.read(entry)
                if entry.filename == CONFIG_PATH:
                    found = max((int(number) for number in _EXTRUDER.findall(data)), default=1)
                    data = _NO_SUPPORT.sub(b"", data)
                copy.writestr(entry.filename, data)
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, EOFError):
        raise UserError(f"{path} is no 3MF file") from None
    except RuntimeError as error:  # encrypted, or packed by a method that Python does not know
        raise UserError(f"{path} cannot be unpacked: {error}") from None
    return None if found is None else (buffer.getvalue(), found)


def _laid_out(folder: Path, manifest: Manifest, plate: Plate) -> Iterator[Thing]:
    """The parts of a plate where they lie, letters in their tiles."""
    parts = {part.name: part for part in manifest.parts}
    placed: dict[str, list[OnPlate]] = {}
    for item in plate.items:
        placed.setdefault(item.part, []).append(item)
    for name, items in placed.items():
        tile = parts[name]
        letter = parts.get(f"{name}-letter")
        inlaid = letter is not None and len(plate.colours) > 1
        if tile.kind == "tile-letter" and name.removesuffix("-letter") in placed:
            continue  # it is in its tile
        volumes = [_volume(folder, tile, plate.colours)]
        if inlaid and letter is not None:
            up = tile.bbox_mm[1][2] - letter.bbox_mm[1][2]
            volumes.append(_volume(folder, letter, plate.colours, up))
        places = tuple((item.turn_deg, *item.place_mm) for item in items)
        yield Thing(tuple(volumes), places)


def _volume(folder: Path, part: Part, colours: Sequence[str], up: float = 0.0) -> Volume:
    tool = colours.index(part.colour) if part.colour in colours else 0
    return Volume(part.name, triangles_of(folder, part) + np.array((0.0, 0.0, up)), tool)


def _bytes(folder: Path, file: str) -> bytes:
    try:
        return (folder / file).read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise UserError(f"{folder / file} cannot be read: {reason}") from None
