"""The games of a sample on several cores."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager, suppress

from wordstack.playability.selfplay import Outcome, play_numbered_game
from wordstack.rulebook import Rulebook
from wordstack.word_graph import WordGraph

WORTH_A_PROCESS = 8
"""Games that take about as long as a new process needs to be ready to play."""


class Games:
    """Games of a sample that are being played, in this process and in others.

    The others start at once, so that the caller has time for something else before `outcomes`,
    which plays along. Every game has random numbers of its own: who plays it changes nothing.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        lexicon: WordGraph,
        players: int,
        seed: int,
        number: int,
        *,
        jobs: int | None = None,
    ) -> None:
        """Start the processes.

        Args:
            rulebook: The rules.
            lexicon: The words.
            players: Number of players.
            seed: Root seed of the sample.
            number: Games to play.
            jobs: Processes in all, this one included; by default all cores.
        """
        self._table = (rulebook, lexicon, players, seed)
        self._number = number
        self._pool: ProcessPoolExecutor | None = None
        self._futures: list[Future[Outcome]] = []
        others = min((jobs or _cores()) - 1, number // WORTH_A_PROCESS)
        if others > 0:
            # A new process on every platform: a forked one would inherit the caller's threads.
            self._pool = ProcessPoolExecutor(
                others,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_sit_down,
                initargs=self._table,
            )
            with _interrupts_held():
                self._futures = [self._pool.submit(_play, which) for which in range(number)]

    def outcomes(self, played_one: Callable[[], None] = lambda: None) -> tuple[Outcome, ...]:
        """Play until all games are played.

        Args:
            played_one: Called once a game, not in their order.

        Returns:
            What happened in each game, by number.

        Raises:
            ProfileError: The profile does not allow so many players.
            ValueError: The seed is out of range.
        """
        if self._pool is None:
            return tuple(self._played_here(which, played_one) for which in range(self._number))
        try:
            here: dict[int, Outcome] = {}
            # From the last on: the others begin with the first.
            for which in reversed(range(self._number)):
                if self._futures[which].cancel():
                    here[which] = self._played_here(which, played_one)
            for future in as_completed(
                future for which, future in enumerate(self._futures) if which not in here
            ):
                future.result()
                played_one()
            return tuple(
                here[which] if which in here else future.result()
                for which, future in enumerate(self._futures)
            )
        finally:
            self.close()

    def close(self) -> None:
        """End the other processes; their games are lost unless all were played."""
        if self._pool is not None:
            for future in self._futures:
                future.cancel()
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None

    def _played_here(self, which: int, played_one: Callable[[], None]) -> Outcome:
        outcome = play_numbered_game(*self._table, which)
        played_one()
        return outcome


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Start processes that Control-C does not reach: the one that was started by hand answers it.

    A signal mask is handed down to new processes, so it holds from their first moment on. A
    library's thread may take the signal in spite of it; then it is noted, and answered at the end,
    so that no process is left half begun.
    """
    came: list[int] = []
    handler = signal.getsignal(signal.SIGINT)
    ours = threading.current_thread() is threading.main_thread() and callable(handler)
    if ours:
        signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    masks = hasattr(signal, "pthread_sigmask")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]) if masks else set()
    try:
        yield
    finally:
        if masks:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if ours:
            signal.signal(signal.SIGINT, handler)
        if came:
            signal.raise_signal(signal.SIGINT)


_table: tuple[Rulebook, WordGraph, int, int]


def _sit_down(rulebook: Rulebook, lexicon: WordGraph, players: int, seed: int) -> None:
    """Make a process ready to play: it gets rules and words once, not with every game."""
    global _table
    _table = rulebook, lexicon, players, seed
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # where no mask could be handed down
    parent = multiprocessing.parent_process()

    def end_with_parent() -> None:
        # A pool's queue is held open by its own workers: they would wait for ever.
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()


def _play(which: int) -> Outcome:
    return play_numbered_game(*_table, which)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
