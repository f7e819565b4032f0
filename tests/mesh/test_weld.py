"""Welding: what is closed stays closed, what is equal becomes equal bytes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kitgen.mesh.measure import measure
from kitgen.mesh.slivers import slivers
from kitgen.mesh.soundness import faults
from kitgen.mesh.weld import weld

BOX = np.array(
    [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]],
    dtype=float,
)
BOX_FACES = np.array(
    [
        [0, 2, 1], [0, 3, 2], [4, 5, 6], [4, 6, 7], [0, 1, 5], [0, 5, 4],
        [1, 2, 6], [1, 6, 5], [2, 3, 7], [2, 7, 6], [3, 0, 4], [3, 4, 7],
    ]
)  # fmt: skip


def no_slivers(mesh):
    return len(slivers(mesh.vertices, mesh.faces.astype(np.int64))) == 0


def split_edge(points, faces, a, b, new):
    """Put a vertex on the edge a-b of both triangles that share it."""
    points = np.vstack([points, new])
    tip = len(points) - 1
    out = []
    for face in faces.tolist():
        for k in range(3):
            p, q, r = face[k], face[(k + 1) % 3], face[(k + 2) % 3]
            if {p, q} == {a, b}:
                out += [[p, tip, r], [tip, q, r]]
                break
        else:
            out.append(face)
    return points, np.array(out)


def test_a_soup_of_loose_triangles_becomes_one_closed_body(soups):
    mesh = weld(*soups.unwelded(soups.torus(24, 12)))
    assert len(mesh.vertices) == 24 * 12
    assert len(mesh.faces) == 2 * 24 * 12
    assert faults(mesh) == []


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), around=st.integers(3, 20), across=st.integers(3, 12))
def test_numbering_does_not_show(seed, around, across):
    grid = np.arange(around * across).reshape(around, across)
    u, v = np.divmod(np.arange(around * across), across)
    r = 10 + 3 * np.cos(v * 2 * np.pi / across)
    angle = u * 2 * np.pi / around
    points = np.stack([r * np.cos(angle), r * np.sin(angle), 3 * np.sin(v * 2 * np.pi / across)], 1)
    b, d = np.roll(grid, -1, 0), np.roll(grid, -1, 1)
    c = np.roll(b, -1, 1)
    faces = np.concatenate([np.stack(t, -1).reshape(-1, 3) for t in ((grid, b, c), (grid, c, d))])
    random = np.random.default_rng(seed)
    order = random.permutation(len(points))
    shuffled = np.argsort(order)[random.permutation(faces)]
    turns = random.integers(0, 3, len(faces))
    shuffled = np.stack(
        [shuffled[np.arange(len(faces)), (turns + k) % 3] for k in range(3)], axis=1
    )
    one, two = weld(points, faces), weld(points[order], shuffled)
    assert one.vertices.tobytes() == two.vertices.tobytes()
    assert one.faces.tobytes() == two.faces.tobytes()
    assert faults(one) == []


def test_winding_survives_canonical_order():
    assert measure(weld(BOX, BOX_FACES)).volume_mm3 == 1
    assert measure(weld(BOX, BOX_FACES[:, ::-1])).volume_mm3 == -1


def test_negative_zero_is_zero():
    signed = np.where(BOX == 0, -0.0, BOX)
    assert weld(signed, BOX_FACES).vertices.tobytes() == weld(BOX, BOX_FACES).vertices.tobytes()


def test_values_that_round_to_one_float32_are_one_vertex(soups):
    points, faces = soups.unwelded((BOX + 100, BOX_FACES))
    random = np.random.default_rng(1)
    mesh = weld(points + random.uniform(-1e-7, 1e-7, points.shape), faces)
    assert len(mesh.vertices) == 8
    assert faults(mesh) == []


def test_a_seam_rounded_apart_is_closed(soups):
    """One point computed twice, on either side of a float32 rounding boundary."""
    points, faces = soups.unwelded((BOX + 100, BOX_FACES))
    apart = points.astype(np.float32)
    apart[::2] = np.nextafter(apart[::2], np.float32(1000))
    mesh = weld(apart, faces)
    assert faults(mesh) == []
    assert len(mesh.vertices) == 8


def test_detail_on_closed_edges_is_not_merged():
    """Two bodies that are closer than a cracked seam stay two."""
    mesh = weld(
        np.vstack([BOX, BOX + np.array([1.00001, 0, 0])]),
        np.vstack([BOX_FACES, BOX_FACES + len(BOX)]),
    )
    assert measure(mesh).bodies == 2
    assert faults(mesh) == []


def test_two_triangles_that_face_each_other_vanish():
    mesh = weld(BOX, np.vstack([BOX_FACES, [[0, 1, 6], [6, 1, 0]]]))
    assert mesh.faces.tobytes() == weld(BOX, BOX_FACES).faces.tobytes()


def test_a_triangle_given_twice_is_written_once():
    mesh = weld(BOX, np.vstack([BOX_FACES, BOX_FACES[:1]]))
    assert faults(mesh) == []


def test_unused_vertices_are_dropped():
    assert len(weld(np.vstack([BOX, [[9, 9, 9]]]), BOX_FACES).vertices) == 8


@pytest.mark.parametrize("at", [0.5, 0.3, 0.001])
@pytest.mark.parametrize("off", [0.0, 1e-7, 5e-5])
def test_a_cap_is_flipped_away(at, off):
    """A vertex on the diagonal of the top face, then pulled off it by less than the limit."""
    points, faces = split_edge(BOX, BOX_FACES, 4, 6, [at, at, 1])
    points[-1] += [off, -off, 0]
    # The vertex now belongs to four good triangles; make the cap: join it to one side only.
    tip = len(points) - 1
    faces = np.array([f for f in faces.tolist() if not (tip in f and 7 in f)])
    faces = np.vstack([faces, [[4, 6, 7]], [[4, tip, 6]]])
    mesh = weld(points, faces)
    assert faults(mesh) == []
    assert no_slivers(mesh)
    assert measure(mesh).volume_mm3 == pytest.approx(1, abs=1e-4)


def test_a_needle_is_collapsed():
    points, faces = split_edge(BOX, BOX_FACES, 4, 6, [5e-5, 5e-5, 1])
    raw = weld(BOX, BOX_FACES)
    assert len(slivers(points.astype(np.float32), faces)) == 2
    mesh = weld(points, faces)
    assert no_slivers(mesh)
    assert faults(mesh) == []
    assert len(mesh.faces) == len(raw.faces)
    # Nothing moved further than the needle was thick.
    gaps = np.abs(mesh.vertices[:, None] - BOX[None]).max(axis=2).min(axis=1)
    assert gaps.max() <= 1e-4


@pytest.mark.parametrize("edge", [1e-4, 1.2e-4, 1.4e-4, 1.5e-4])
def test_a_speck_of_a_triangle_goes_although_it_is_no_needle(edge):
    """Cut the corner of a box by less than 1e-8 mm2: all three edges are short."""
    t = edge / np.sqrt(2)
    corner = np.array([[1 - t, 1, 1], [1, 1 - t, 1], [1, 1, 1 - t]])
    points = np.vstack([BOX, corner])
    a, b, c = 8, 9, 10
    faces = [f for f in BOX_FACES.tolist() if 6 not in f]
    faces += [[a, c, b], [4, 5, b], [4, b, a], [4, a, 7], [1, 2, c], [1, c, b], [1, b, 5]]
    faces += [[2, 7, a], [2, a, c], [2, 3, 7]]
    assert faults(weld(points, faces)) == []
    mesh = weld(points, faces)
    assert no_slivers(mesh)
    assert measure(mesh).volume_mm3 == pytest.approx(1, abs=1e-3)


def test_what_lies_on_the_bed_does_not_rise_from_it():
    """A step of 5e-5 mm at a bed corner is removed downward."""
    points, faces = split_edge(BOX, BOX_FACES, 0, 4, [0, 0, 5e-5])
    mesh = weld(points, faces)
    assert mesh.vertices.tobytes() == weld(BOX, BOX_FACES).vertices.tobytes()


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_random_slivers_leave_a_closed_surface(data):
    """Points strewn on the edges of a box, some nearly in one place, some nearly on the edge."""
    points, faces = BOX * 10, BOX_FACES
    for _ in range(data.draw(st.integers(1, 6))):
        face = faces[data.draw(st.integers(0, len(faces) - 1))].tolist()
        a, b = face[0], face[1]
        t = data.draw(st.sampled_from([1e-6, 4e-6, 1e-5, 0.3, 0.5, 1 - 1e-6]))
        points, faces = split_edge(points, faces, a, b, points[a] * (1 - t) + points[b] * t)
    mesh = weld(points, faces)
    assert faults(mesh) == []
    assert no_slivers(mesh)
    assert measure(mesh).volume_mm3 == pytest.approx(1000, abs=0.05)
    assert measure(mesh).genus == 0


@pytest.mark.parametrize(
    ("points", "faces", "message"),
    [
        ([[0, 0, float("nan")]], [[0, 0, 0]], "finite"),
        ([[0, 0, 1e39]], [[0, 0, 0]], "finite"),
        ([[0, 0, 0]], [[0, 0, 1]], "does not exist"),
        ([[0, 0, 0]], [[0, 0, -1]], "does not exist"),
    ],
)
def test_input_that_is_no_mesh_is_refused(points, faces, message):
    with pytest.raises(ValueError, match=message):
        weld(points, faces)


def test_nothing_welds_to_nothing():
    mesh = weld(np.zeros((0, 3)), np.zeros((0, 3), int))
    assert mesh.vertices.shape == (0, 3)
    assert faults(mesh) == ["no triangles"]


def test_cadquery_solids_weld_at_any_position():
    """Sharp corners, fillets, a cut letter-like loop and a bore, moved in steps of 0.1 mm."""
    import cadquery as cq

    solid = (
        cq.Workplane()
        .box(19, 19, 3)
        .edges("|Z")
        .fillet(2)
        .faces(">Z")
        .workplane()
        .spline([(-4, -4), (5, -3), (3, 5), (-5, 4)], periodic=True)
        .close()
        .cutBlind(-0.8)
        .faces(">Z")
        .workplane()
        .center(7, 7)
        .hole(1.1)
        .edges(">Z and %LINE")
        .chamfer(0.4)
        .val()
    )
    for step in range(20):
        moved = solid.moved(cq.Location((0.1 * step + 33, 0.37 * step, 0)))
        points, faces = moved.tessellate(0.01, 0.1)
        mesh = weld(np.array([point.toTuple() for point in points]), np.array(faces))
        assert faults(mesh) == []
        assert no_slivers(mesh)
        measured = measure(mesh)
        assert (measured.bodies, measured.genus) == (1, 1)
        assert measured.volume_mm3 == pytest.approx(moved.Volume(), rel=1e-3)
