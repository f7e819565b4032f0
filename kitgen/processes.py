"""Work in several processes that end with the one that started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from queue import SimpleQueue
from typing import TypeVar

from kitgen.errors import BuildError

Item = TypeVar("Item")
Result = TypeVar("Result")


_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals that end a process which does not answer them."""


class EndedProcessError(BuildError):
    """The system ended a process that worked."""


def cores() -> int:
    """How many processes can work at once on this machine, as far as this one may use it."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def spread(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    *,
    jobs: int | None = None,
    worth_a_pool: int = 2,
    apart: bool = False,
    doing: str,
) -> Iterator[tuple[Item, Result]]:
    """Do some work for each item, in as many processes as there are cores.

    Args:
        work: A function of a module, so that a new process finds it.
        items: What it is done for; those that take longest come first.
        jobs: How many processes work at most; all cores if None.
        worth_a_pool: Fewer items than this are done sooner in this process.
        apart: Never work in this process: the work may end the process that does it.
        doing: What the processes do, for the message when the system ends one.

    Yields:
        Item and result, in the order in which they are ready.

    Raises:
        EndedProcessError: If the system ended a process.
        Exception: What the work raises.
    """
    processes = min(len(items), jobs or cores())
    if processes == 0:
        return
    if not apart and (processes == 1 or len(items) < worth_a_pool):
        for item in items:
            yield item, work(item)
        return
    # A fresh process on every platform: a forked one would inherit threads of the CAD kernel.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context, initializer=_end_with_parent) as pool:
        try:
            pending: dict[Future[Result], Item] = {}
            # Not concurrent.futures.wait: it takes a lock of each future, and an interrupt
            # meanwhile would leave them locked, so that the pool could never end.
            ready: SimpleQueue[Future[Result]] = SimpleQueue()
            with interrupts_held():
                for item in items:
                    future = pool.submit(work, item)
                    pending[future] = item
                    future.add_done_callback(ready.put)
            # All have begun. With this process's own end of their pipe closed, it ends with the
            # last of them: whoever reads a result that was cut off half way would else wait for
            # its rest for ever.
            pool._result_queue._writer.close()  # type: ignore[attr-defined]
            while pending:
                future = ready.get()
                yield pending.pop(future), future.result()
        except BaseException as error:
            # Nobody waits for results that nobody wants any more. A pool's own processes: others
            # of whoever called are none of its business.
            for process in list(pool._processes.values()):
                process.terminate()
            # The pool's thread is waited for: were it still closing its pipe when the interpreter
            # ends, that would write to the closed pipe and complain.
            pool.shutdown(wait=True, cancel_futures=True)
            if isinstance(error, BrokenProcessPool):
                raise EndedProcessError(
                    f"a process that {doing} was ended by the system, perhaps for want of"
                    " memory; try --jobs 1"
                ) from error
            raise


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Let processes and threads start that Control-C does not reach: this thread answers it.

    A signal mask is handed down to both; where there is none (Windows), they may complain of the
    interrupt themselves. Those that end a process are held off as well, so that none is left half
    begun. The mask alone does not hold them: a library's thread may take a signal, and its handler
    then runs in the main thread all the same. So they are noted, and answered at the end.
    """
    held = [signal.SIGINT, *_ENDING]
    came: list[int] = []
    handlers = {}
    if threading.current_thread() is threading.main_thread():
        for number in held:
            handler = signal.getsignal(number)
            if handler not in (None, signal.SIG_IGN):
                handlers[number] = handler
                signal.signal(number, lambda number, _: came.append(number))
    masks = hasattr(signal, "pthread_sigmask")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, held) if masks else set()
    try:
        yield
    finally:
        if masks:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for number in dict.fromkeys(came):
            signal.raise_signal(number)


def _end_with_parent() -> None:
    """End this process with the one that started it, even if that one is killed.

    The queue of a pool is held open by its own workers, so they would wait for ever.
    """
    if hasattr(signal, "pthread_sigmask"):
        # Held off while this process was begun; what came meanwhile ends it now.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
