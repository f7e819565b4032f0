"""What goes into the cache comes out of it, and nothing else is taken for it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kitgen.mesh.mesh_codec import decode, encode

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text() | st.floats(-1e9, 1e9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(), JSON, max_size=4))
def test_a_mesh_and_its_facts_survive(facts):
    from kitgen.mesh.mesh import Mesh

    mesh = Mesh(
        np.array([[0, 0, 0], [1.1, 0, 0], [0, 1e-30, 0]], np.float32),
        np.array([[0, 1, 2], [2, 1, 0]], np.int32),
    )
    read, read_facts = decode(encode(mesh, facts))
    assert read.vertices.dtype == np.float32
    assert read.faces.dtype == np.int32
    assert read.vertices.tobytes() == mesh.vertices.tobytes()
    assert read.faces.tobytes() == mesh.faces.tobytes()
    assert read_facts == facts
    assert read.vertices.flags.aligned


def test_any_cut_is_refused(cube):
    data = encode(cube, {"volume": 1.0})
    for length in range(len(data)):
        with pytest.raises(ValueError, match="encoded mesh"):
            decode(data[:length])
    with pytest.raises(ValueError, match="wrong length"):
        decode(data + b"\0")


def test_facts_that_json_cannot_hold_are_refused(cube):
    with pytest.raises(ValueError, match="not JSON compliant"):
        encode(cube, {"volume": float("nan")})
