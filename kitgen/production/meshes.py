"""The meshes of a kit's parts: from the cache where the same part was made before, else built.

A part is known by its parameters, the chord error and the code that builds it; two tiles of one
letter are one part. What is not known is built on all cores, each process importing the CAD kernel
for itself, and comes out the same however many there are.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass

from kitgen.errors import BuildError, KitgenError
from kitgen.mesh.mesh import Mesh
from kitgen.mesh.mesh_codec import decode, encode
from kitgen.parts.registry import PartParameters
from kitgen.store import Store, code_fingerprint

_CODE = (
    "kitgen.parts",
    "kitgen.joints",
    "kitgen.mesh",
    "kitgen.lettering.outline",
    "kitgen.lettering.polygons",
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
    for order, data, step in _built(missing, jobs):
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


def _built(
    orders: Sequence[Order], jobs: int | None
) -> Iterator[tuple[Order, bytes, bytes | None]]:
    processes = min(len(orders), jobs or _cores())
    if processes <= 1 or len(orders) < WORTH_A_POOL:
        for order in orders:
            yield (order, *_build(order))
        return
    # A fresh process on every platform: a forked one would inherit threads of the CAD kernel.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context, initializer=_end_with_parent) as pool:
        try:
            pending: dict[Future[tuple[bytes, bytes | None]], Order] = {}
            with _interrupts_held():
                for order in _longest_first(orders):
                    pending[pool.submit(_build, order)] = order
            while pending:
                done, _ = wait(pending, return_when=FIRST_COMPLETED)
                for future in done:
                    yield (pending.pop(future), *future.result())
        except BaseException as error:
            # Nobody waits for parts that nobody wants any more.
            for process in multiprocessing.active_children():
                process.terminate()
            pool.shutdown(wait=False, cancel_futures=True)
            if isinstance(error, BrokenProcessPool):
                raise BuildError(
                    "a process that builds parts was ended by the system, perhaps for want of"
                    " memory; try --jobs 1"
                ) from error
            raise


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let processes start that Control-C does not reach: only this one answers it, in one line.

    A signal mask is handed down to new processes. Where there is none (Windows), they may
    complain of the interrupt themselves.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """End this process with the one that started it, even if that one is killed.

    The queue of a pool is held open by its own workers, so they would wait for ever.
    """
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _longest_first(orders: Sequence[Order]) -> list[Order]:
    """Boards and racks take longest; begun last, one core would wait for them."""
    return sorted(orders, key=lambda order: order.name.startswith("tile"))


def _cores() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


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
