"""Figures of meshes against arithmetic, and against trimesh's own."""

import numpy as np
import pytest
import trimesh
from hypothesis import given
from hypothesis import strategies as st

from kitgen.mesh.components import components
from kitgen.mesh.measure import measure
from kitgen.mesh.weld import weld


def test_a_box(soups):
    measured = measure(weld(*soups.box((2, 3, 5), (10, -20, 0))))
    assert measured.volume_mm3 == pytest.approx(30, rel=1e-12)
    assert measured.area_mm2 == pytest.approx(62, rel=1e-12)
    assert measured.bbox_mm == ((10, -20, 0), (12, -17, 5))
    assert (measured.bodies, measured.genus) == (1, 0)
    assert measured.bed_area_mm2 == pytest.approx(6, rel=1e-12)


def test_only_a_face_on_the_bed_counts_as_bed_face(soups):
    assert measure(weld(*soups.box(at=(0, 0, 0.2)))).bed_area_mm2 == 0
    assert measure(weld(*soups.box(at=(0, 0, -1)))).bed_area_mm2 == 0  # its top lies on z = 0


def test_a_part_far_away_keeps_its_volume(soups):
    far = measure(weld(*soups.box(at=(1024, 2048, 512))))
    assert far.volume_mm3 == 1


def test_a_torus_has_one_hole_and_two_bodies_add_up(soups):
    one = measure(weld(*soups.torus(200, 100)))
    assert (one.bodies, one.genus) == (1, 1)
    # 2 pi^2 R r^2, less what 200 x 100 chords cut off
    assert one.volume_mm3 == pytest.approx(2 * np.pi**2 * 10 * 9, rel=2e-3)
    points, faces = soups.torus(20, 10)
    both = measure(
        weld(*soups.joined((points, faces), (points + np.array([0, 0, 50]), faces), soups.box()))
    )
    assert (both.bodies, both.genus) == (3, 2)


def test_trimesh_measures_the_same(soups):
    mesh = weld(*soups.joined(soups.torus(31, 17), soups.box((1, 2, 3), (20, 0, 0))))
    ours = measure(mesh)
    theirs = trimesh.Trimesh(mesh.vertices.astype(float), mesh.faces, process=False)
    assert theirs.is_watertight
    assert ours.volume_mm3 == pytest.approx(theirs.volume, rel=1e-9)
    assert ours.area_mm2 == pytest.approx(theirs.area, rel=1e-9)
    assert np.array_equal(ours.bbox_mm, theirs.bounds)
    assert ours.bodies == theirs.body_count
    assert 2 * ours.bodies - 2 * ours.genus == theirs.euler_number


@given(
    st.integers(1, 60).flatmap(
        lambda n: st.tuples(
            st.just(n),
            st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=80),
        )
    )
)
def test_components_are_those_of_a_plain_search(graph):
    count, edges = graph
    near = {node: {node} for node in range(count)}
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)
    expected = []
    for node in range(count):
        seen, queue = {node}, [node]
        while queue:
            fresh = near[queue.pop()] - seen
            seen |= fresh
            queue += fresh
        expected.append(min(seen))
    a, b = np.array(edges, dtype=np.intp).reshape(-1, 2).T
    assert components(count, a, b).tolist() == expected


def test_components_of_a_long_chain():
    order = np.random.default_rng(0).permutation(100_000)
    assert not components(len(order), order[:-1], order[1:]).any()
