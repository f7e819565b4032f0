"""Golden records: what each kind of part measures, and from which dimensions it was built.

Without arguments the records in tests/golden/ are compared with what the code builds now;
`--accept` writes them anew, so that a change of geometry is seen in review and meant.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "golden"
RELATIVE = 1e-5
"""Tolerance of measured figures: other versions of libraries and fonts' rounding stay below it."""
CHORD_MM = 0.01


def examples() -> dict[str, Mapping[str, Any]]:
    """Return the examples by name of record."""
    return tomllib.loads((FOLDER / "examples.toml").read_text(encoding="utf-8"))


def record(example: Mapping[str, Any]) -> dict[str, Any]:
    """Build an example and measure it.

    Returns:
        kind, dimensions and of the exact solid volume (mm3), area (mm2), bbox (mm), faces; bodies
        and genus of its mesh.
    """
    from kitgen.kit.contents import kit_parts
    from kitgen.kit.coupon import coupon_parts
    from kitgen.kit.dimensions import dimensions
    from kitgen.lettering import area
    from kitgen.mesh.measure import measure
    from kitgen.mesh.triangulate import triangulate
    from kitgen.parts.registry import kind_of
    from kitgen.production.coupon_letters import coupon_lettering
    from kitgen.production.letters import laid_out
    from kitgen.settings import load_settings
    from kitgen.store import Store

    settings = load_settings(size=example.get("size"), named=example.get("settings", {}))
    shared = dimensions(settings)
    lettering = laid_out(shared, Store(None))
    parts = kit_parts(shared, lettering)
    if example["part"].startswith("coupon-"):
        written = coupon_lettering(shared, lettering, Store(None))
        parts = coupon_parts(shared, lettering, written)
    part = next(part for part in parts if part.name == example["part"])
    solid = kind_of(part.parameters).build(part.parameters)
    measures = measure(triangulate(solid, CHORD_MM))
    low, high = _bounds(solid)
    dims = asdict(part.parameters)
    letter = getattr(part.parameters, "letter", None)
    if letter is not None:
        dims["letter"] = {"contours": len(letter.contours), "area": round(area(letter), 4)}
    mark = getattr(part.parameters, "mark", None)
    if mark is not None:
        outline = mark.outline
        dims["mark"]["outline"] = {
            "contours": len(outline.contours),
            "area": round(area(outline), 4),
        }
    return {
        "kind": part.kind,
        "dimensions": _rounded(dims),
        "volume_mm3": round(solid.Volume(), 3),
        "area_mm2": round(solid.Area(), 3),
        "bbox_mm": [low, high],
        "faces": len(solid.Faces()),
        "bodies": measures.bodies,
        "genus": measures.genus,
    }


def differences(kept: Any, found: Any, where: str = "") -> list[str]:
    """Say where two records differ by more than the tolerance, one line each."""
    if isinstance(kept, dict) and isinstance(found, dict):
        return [
            line
            for key in sorted({*kept, *found})
            for line in differences(kept.get(key), found.get(key), f"{where}.{key}".lstrip("."))
        ]
    if isinstance(kept, list) and isinstance(found, list) and len(kept) == len(found):
        pairs = enumerate(zip(kept, found, strict=True))
        return [line for i, (a, b) in pairs for line in differences(a, b, f"{where}[{i}]")]
    numbers = [value for value in (kept, found) if isinstance(value, float)]
    if numbers and all(isinstance(value, int | float) for value in (kept, found)):
        if math.isclose(kept, found, rel_tol=RELATIVE, abs_tol=2e-4):
            return []
    elif kept == found:
        return []
    return [f"{where}: {kept} on record, {found} built"]


def main(arguments: list[str] | None = None) -> int:
    """Compare or accept all records; the exit code is 1 if any differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--accept", action="store_true", help="write the records anew")
    accept = parser.parse_args(arguments).accept
    known, changed = examples(), 0
    for name, example in known.items():
        path = FOLDER / f"{name}.json"
        kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        found = record(example)
        lines = differences(kept, found)
        changed += bool(lines)
        for line in lines:
            print(f"{name}: {line}")
        if accept and lines:
            path.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    for path in FOLDER.glob("*.json"):
        if path.stem not in known:
            print(f"{path.name}: no example of this name")
            changed += 1
            if accept:
                path.unlink()
    print(f"{len(known)} records, {changed} {'accepted anew' if accept else 'differ'}")
    return int(bool(changed) and not accept)


def _bounds(solid: Any) -> tuple[list[float], list[float]]:
    """Lowest and highest corner of the exact surfaces in mm; meshes are not looked at."""
    from OCP.Bnd import Bnd_Box
    from OCP.BRepBndLib import BRepBndLib

    box = Bnd_Box()
    BRepBndLib.AddOptimal_s(solid.wrapped, box, False, False)
    values = [round(value, 4) + 0.0 for value in box.Get()]
    return values[:3], values[3:]


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(inner) for inner in value]
    return round(value, 6) if isinstance(value, float) else value


if __name__ == "__main__":
    sys.exit(main())
