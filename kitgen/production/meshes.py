"""The meshes of a kit's parts: from the cache where the same part was made before, else built.

A part is known by its parameters, the chord error and the code that builds it; two tiles of one
letter are one part. What is not known is built on all cores, each process importing the CAD kernel
for itself, and comes out the same however many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kitgen.errors import BuildError, KitgenError
from kitgen.mesh.mesh import Mesh
from kitgen.mesh.mesh_codec import decode, encode
from kitgen.parts.registry import PartParameters
from kitgen.processes import spread
from kitgen.store import Store, code_fingerprint

_CODE = (
    "kitgen.parts",
    "kitgen.joints",
    "kitgen.mesh",
    "kitgen.lettering.outline",
    "kitgen.lettering.polygons",
    "kitgen.production.meshes",
)
_STEP_CODE = (*_CODE, "kitgen.export.step")
_LIBRARIES = ("cadquery", "cadquery-ocp", "numpy")
WORTH_A_POOL = 4
"""Fewer parts than this are built sooner in this process than in new ones."""


@dataclass(frozen=True)
class Order:
    """A part to be made."""

    name: str
    parameters: PartParameters
    chord_error: float
    step: bool
    """Whether its STEP file is wanted as well."""


@dataclass(frozen=True)
class Made:
    """A part as it came from the solid."""

    mesh: Mesh
    solid_volume_mm3: float
    step: bytes | None


def make(
    orders: Sequence[Order],
    store: Store,
    *,
    jobs: int | None = None,
    made_one: Callable[[str], None] = lambda _: None,
) -> dict[str, Made]:
    """Make all parts.

    Args:
        orders: What to make; names are unique.
        store: Where made parts are kept.
        jobs: How many processes build at most; all cores if None.
        made_one: Called with the name of each part that is ready.

    Raises:
        ParameterError: If the dimensions of a part contradict each other.
        BuildError: If a solid or its mesh came out unsound.
    """
    code = code_fingerprint(_CODE, _LIBRARIES)
    steps = any(order.step for order in orders)
    step_code = code_fingerprint(_STEP_CODE, _LIBRARIES) if steps else ""
    found: dict[str, Made] = {}
    missing: list[Order] = []
    for order in orders:
        known = _from_store(order, store, code, step_code)
        if known is None:
            missing.append(order)
        else:
            found[order.name] = known
            made_one(order.name)
    # Boards and racks take longest; begun last, one core would wait for them.
    missing.sort(key=lambda order: order.name.startswith("tile"))
    built = spread(_build, missing, jobs=jobs, worth_a_pool=WORTH_A_POOL, doing="builds parts")
    for order, (data, step) in built:
        store.put(_key(order, code), data)
        if step is not None:
            store.put(_step_key(order, step_code), step)
        found[order.name] = _made(data, step)
        made_one(order.name)
    return {order.name: found[order.name] for order in orders}


def _key(order: Order, code: str) -> str:
    return f"mesh {code} {order.chord_error!r} {order.parameters!r}"


def _step_key(order: Order, code: str) -> str:
    return f"step {code} {order.name} {order.parameters!r}"


def _from_store(order: Order, store: Store, code: str, step_code: str) -> Made | None:
    data = store.get(_key(order, code))
    step = store.get(_step_key(order, step_code)) if order.step else None
    if data is None or (order.step and step is None):
        return None
    return _made(data, step)


def _made(data: bytes, step: bytes | None) -> Made:
    mesh, facts = decode(data)
    return Made(mesh, float(facts["solid_volume_mm3"]), step)


def _build(order: Order) -> tuple[bytes, bytes | None]:
    """Build one part; runs in a process of its own."""
    from kitgen.export import step as step_files
    from kitgen.mesh.soundness import require_sound
    from kitgen.mesh.triangulate import triangulate
    from kitgen.parts.registry import bodies_of, chord_error_of, kind_of

    try:
        shape = kind_of(order.parameters).build(order.parameters)
        mesh = triangulate(shape, chord_error_of(order.parameters, order.chord_error))
        require_sound(mesh, order.name, bodies_of(order.parameters))
        step = step_files.encode(shape, order.name) if order.step else None
        return encode(mesh, {"solid_volume_mm3": shape.Volume()}), step
    except KitgenError:
        raise
    except Exception as error:
        # OpenCASCADE raises many types; which one says nothing to a user.
        raise BuildError(f"{order.name} could not be built: {error}") from error
