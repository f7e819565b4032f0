"""The one mesh value that everything after the solids works with."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Mesh:
    """A welded triangle mesh in millimetres.

    Attributes:
        vertices: (n, 3) float32, exactly what the files hold.
        faces: (m, 3) int32 indices into ``vertices``, counter-clockwise seen from outside.
    """

    vertices: NDArray[np.float32]
    faces: NDArray[np.int32]
