"""The 3D engine of the page: three.js, as trimesh ships it inside its own viewer."""

from __future__ import annotations

import importlib.resources
import io
import zipfile
from functools import lru_cache

from kitgen.errors import BuildError

_ARCHIVE = "resources/templates/viewer.zip"
_TEMPLATE = "viewer.html.template"
_BEGIN = "<script>"
_LICENCE = "SPDX-License-Identifier: MIT"
_OWN_PART = "var camera,controls,scene,renderer,tracklight;"
"""Where trimesh's own viewer begins, behind the engine."""


@lru_cache
def engine() -> str:
    """Give the engine's script, its licence at the top; it defines ``THREE``.

    Raises:
        BuildError: The installed trimesh does not ship it in this form.
    """
    try:
        archive = importlib.resources.files("trimesh").joinpath(_ARCHIVE).read_bytes()
        template = zipfile.ZipFile(io.BytesIO(archive)).read(_TEMPLATE).decode("utf-8")
        script = template[template.index(_BEGIN) + len(_BEGIN) : template.index(_OWN_PART)]
    except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise BuildError(
            f"the installed trimesh has no three.js where preview.html takes it from: {error}"
        ) from error
    if _LICENCE not in script[:400] or "</script" in script:
        raise BuildError("the installed trimesh has another three.js than preview.html can hold")
    return script.strip()
