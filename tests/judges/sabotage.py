"""Kits spoilt on purpose, with checksums, volumes and counts in the manifest mended.

What is left for a check to find is the damage itself, not the traces of doing it.
"""

import hashlib
import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import trimesh
from manifold3d import Manifold

from kitgen.export import stl
from kitgen.mesh.measure import measure
from kitgen.mesh.mesh import Mesh

Spoil = Callable[[Manifold], Manifold]


def welded(solid: Manifold) -> Mesh:
    """The triangles of a solid as a file would hold them."""
    made = solid.to_mesh64()
    vertices = np.asarray(made.vert_properties)[:, :3].astype(np.float32)
    unique, which = np.unique(vertices, axis=0, return_inverse=True)
    faces = which.reshape(-1)[np.asarray(made.tri_verts)]
    distinct = (
        (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
    )
    return Mesh(unique, faces[distinct].astype(np.int32))


def sabotaged(
    kit: Path,
    target: Path,
    *,
    solids: Mapping[str, Spoil] | None = None,
    meshes: Mapping[str, Callable[[trimesh.Trimesh], trimesh.Trimesh]] | None = None,
    manifest: Callable[[dict[str, Any]], None] | None = None,
) -> Path:
    """Copy a kit, spoil it, and mend its manifest.

    Args:
        kit: folder of a sound kit.
        target: a new folder.
        solids: by part, what becomes of its solid.
        meshes: by part, what becomes of its triangles (they may end up unsound).
        manifest: changes the manifest in place, after it was mended.
    """
    shutil.copytree(kit, target)
    path = target / "manifest.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    parts = {part["name"]: part for part in record["parts"]}
    spoilt: dict[str, Mesh] = {}
    for name, spoil in (solids or {}).items():
        loaded = trimesh.load_mesh(target / parts[name]["file"])
        from assembled import solid_of

        spoilt[name] = welded(spoil(solid_of(loaded)))
    for name, change in (meshes or {}).items():
        loaded = change(trimesh.load_mesh(target / parts[name]["file"]))
        spoilt[name] = Mesh(
            np.asarray(loaded.vertices, dtype=np.float32), np.asarray(loaded.faces, dtype=np.int32)
        )
    for name, mesh in spoilt.items():
        part = parts[name]
        data = stl.encode(mesh, name)
        (target / part["file"]).write_bytes(data)
        measures = measure(mesh)
        part["solid_volume_mm3"] *= measures.volume_mm3 / part["volume_mm3"]
        part["volume_mm3"] = measures.volume_mm3
        part["area_mm2"] = measures.area_mm2
        part["bbox_mm"] = [list(corner) for corner in measures.bbox_mm]
        part["bodies"] = measures.bodies
        part["bed_face"]["area_mm2"] = measures.bed_area_mm2
        part["sha256"] = hashlib.sha256(data).hexdigest()
    if manifest is not None:
        manifest(record)
    path.write_text(json.dumps(record, indent=1), encoding="utf-8")
    return target
