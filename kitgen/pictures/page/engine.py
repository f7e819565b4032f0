"""The 3D engine of the page: three.js as the trimesh package ships it, MIT licence.

trimesh brings it inside the template of its own viewer, packed in an archive: three.js itself, its
controls, a loader and trimesh's few functions, one after the other. The page takes the first two.
"""

from __future__ import annotations

import importlib.util
import zipfile
from pathlib import Path

from kitgen.errors import BuildError

ARCHIVE = "resources/templates/viewer.zip"
"""Inside the package."""
TEMPLATE = "viewer.html.template"
"""Inside the archive."""
_START = "<script>/**\n * @license"
"""The licence of three.js is the first thing of the script."""
_END = "THREE.TrackballControls=TrackballControls;})();"
"""Last words of the controls; a loader for files that the page does not read follows them."""


def engine_script() -> str:
    """Give three.js and its trackball controls as one script that sets the global ``THREE``.

    Raises:
        BuildError: trimesh is not there or no longer ships the engine in this way.
    """
    found = importlib.util.find_spec("trimesh")  # finds it without the cost of importing it
    if found is None or found.origin is None:
        raise BuildError("the 3D page needs the package trimesh, which is not installed")
    archive = Path(found.origin).parent / ARCHIVE
    try:
        with zipfile.ZipFile(archive) as opened:
            return cut_out(opened.read(TEMPLATE).decode())
    except (OSError, KeyError, zipfile.BadZipFile) as error:
        raise _changed(f"{ARCHIVE} with {TEMPLATE} cannot be read ({type(error).__name__})") from (
            error
        )


def cut_out(template: str) -> str:
    """Cut the engine out of the viewer's template.

    Raises:
        BuildError: It does not stand there as it is known to.
    """
    start, end = template.find(_START), template.find(_END)
    if start < 0 or end < start:
        raise _changed("three.js and its controls are not where they were")
    script = template[start + len("<script>") : end + len(_END)]
    if "</script" in script:
        raise _changed("three.js and its controls are no longer one script")
    return script


def _changed(what: str) -> BuildError:
    return BuildError(f"the 3D page takes three.js from trimesh, where {what}; try trimesh 5.2")
