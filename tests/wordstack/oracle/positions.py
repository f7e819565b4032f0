"""Random positions, profiles and plays for the oracle: plain data, one seed, one result."""

import random
from collections.abc import Sequence
from typing import Any

import oracle

# Short words over few letters, so that small boards hold many crossings and many stacks. The
# empty ones of the list end in S on purpose: the plural rule needs both.
SYLLABLES = {
    "plain": (
        "AT TA AS SA SAT TAS SATS EAT EATS TEA TEAS SEA SEAS ES SET SETS TEST TESTS ASS TASTE "
        "TASTES STATE STATES TEASE SEAT SEATS EASE EASES ATE STET SASSES ASSET ASSETS"
    ),
    "stack": (
        "NO ON NOON MOON SOON LOON LOONS MOONS NOONS MOO MOOS SO OM LO LOO LOOS SOLO SOLOS SOL "
        "SOLS MOSS LOSS LOSSES SLOMO OSLO NOSS OMS NOS LOOM LOOMS MOOLS SOLON SOOL"
    ),
    "quill": (
        "QUIT QUITS IT ITS SIT SITS TI TIS IS QUID SUIT SUITS SQUID SQUIDS DUST US DUSTS QUIS "
        "DIS DID DIDST TIDI QUIDS SQUIT SQUITS TUTU TUTUS DUD DUDS STUD STUDS STUDIT"
    ),
}


def tiles_of(word: str) -> tuple[str, ...]:
    return tuple("Qu" if char == "Q" else char for char in word.replace("QU", "Q"))


LEXICONS: dict[str, set[tuple[str, ...]]] = {
    name: {tiles_of(word) for word in text.split()} for name, text in SYLLABLES.items()
}
