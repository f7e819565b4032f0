"""The smallest automaton of a set of words (a DAWG), and its bytes.

Built from sorted words by the incremental algorithm of Daciuk, Mihov, Watson and Watson (2000,
Computational Linguistics 26(1), algorithm 1): a state is compared with the ones that are finished
as soon as no later word can change it. States are then numbered from 0, the root, in the order in
which a walk through the sorted words meets them, so one set of words has one automaton.
"""

import struct
import sys
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

Arc: TypeAlias = tuple[int, int]


@dataclass(frozen=True)
class Automaton:
    """A minimal acyclic automaton.

    Attributes:
        final: For each state whether a word ends there.
        arcs: For each state its arcs as (index of label, state), by index of label.
    """

    final: tuple[bool, ...]
    arcs: tuple[tuple[Arc, ...], ...]

    def to_bytes(self) -> bytes:
        """Write the automaton: counts, then each state's arcs and finality, labels, targets."""
        pairs = zip(self.arcs, self.final, strict=True)
        heads = array("H", (len(out) << 1 | end for out, end in pairs))
        labels = array("B", (label for out in self.arcs for label, _ in out))
        targets = array("I", (target for out in self.arcs for _, target in out))
        return b"".join(
            (
                _COUNTS.pack(len(heads), len(labels)),
                _little_endian(heads),
                labels.tobytes(),
                _little_endian(targets),
            )
        )

    @classmethod
    def from_bytes(cls, data: bytes) -> "Automaton":
        """Read what `to_bytes` wrote.

        Raises:
            ValueError: The bytes are something else.
        """
        try:
            states, count = _COUNTS.unpack_from(data)
        except struct.error:
            raise ValueError("no automaton: too few bytes") from None
        if len(data) != _COUNTS.size + 2 * states + 5 * count:
            raise ValueError("no automaton: the number of bytes does not fit the counts")
        first = _COUNTS.size
        heads = _from_little_endian("H", data[first : first + 2 * states])
        first += 2 * states
        labels = data[first : first + count]
        targets = _from_little_endian("I", data[first + count :])
        if sum(head >> 1 for head in heads) != count or any(t >= states for t in targets):
            raise ValueError("no automaton: arcs that lead nowhere")
        pairs = list(zip(labels, targets, strict=True))
        arcs: list[tuple[Arc, ...]] = []
        at = 0
        for head in heads:
            arcs.append(tuple(pairs[at : at + (head >> 1)]))
            at += head >> 1
        return cls(tuple(bool(head & 1) for head in heads), tuple(arcs))


_COUNTS = struct.Struct("<II")


def _little_endian(numbers: "array[int]") -> bytes:
    if sys.byteorder == "big":
        numbers = array(numbers.typecode, numbers)
        numbers.byteswap()
    return numbers.tobytes()


def _from_little_endian(typecode: str, data: bytes) -> "array[int]":
    numbers = array(typecode, data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def minimal_automaton(words: Iterable[tuple[int, ...]]) -> Automaton:
    """Build the automaton of a set of words.

    Args:
        words: Words as indices of labels (0 to 255), sorted, none twice, none empty.

    Raises:
        ValueError: They are not in strictly rising order, or one is empty.
    """
    finished: dict[tuple[bool, tuple[Arc, ...]], int] = {}
    growing: list[list[Arc]] = [[]]  # arcs of the states along the last word
    ends: list[bool] = [False]
    last: tuple[int, ...] = ()

    def finish(depth: int) -> None:
        while len(growing) > depth + 1:
            state = (ends.pop(), tuple(growing.pop()))
            number = finished.setdefault(state, len(finished))
            growing[-1].append((last[len(growing) - 1], number))

    for word in words:
        if word <= last:
            raise ValueError(f"words must rise: {word} after {last}")
        shared = 0
        while shared < len(last) and last[shared] == word[shared]:
            shared += 1
        finish(shared)
        for _ in word[shared:]:
            growing.append([])
            ends.append(False)
        ends[-1] = True
        last = word
    finish(0)
    states = [*finished, (ends[0], tuple(growing[0]))]
    return _renumbered(states)


def _renumbered(states: list[tuple[bool, tuple[Arc, ...]]]) -> Automaton:
    numbers: dict[int, int] = {}
    waiting = [len(states) - 1]
    while waiting:
        state = waiting.pop()
        if state not in numbers:
            numbers[state] = len(numbers)
            waiting.extend(target for _, target in reversed(states[state][1]))
    return Automaton(
        tuple(states[state][0] for state in numbers),
        tuple(
            tuple((label, numbers[target]) for label, target in states[state][1])
            for state in numbers
        ),
    )
