"""Whether a tile set is playable: arithmetic, opening racks and games of greedy players.

>>> from wordstack import Rulebook
>>> from wordstack.lexicon import load_lexicon
>>> from wordstack.playability import Sample, assess
>>> rulebook = Rulebook.of("werdup")
>>> lexicon = load_lexicon(None, rulebook.profile)
>>> assess(rulebook, lexicon, Sample(racks=200, games=2), jobs=1).verdict
'undecided'
"""

from wordstack.playability.arithmetic import Arithmetic, arithmetic
from wordstack.playability.assessment import QUICK, Assessment, Sample, assess
from wordstack.playability.gates import GATES, Gate
from wordstack.playability.racks import OpeningRacks, sample_racks
from wordstack.playability.selfplay import Outcome, play_game, play_numbered_game
from wordstack.playability.statistics import Share, wilson
from wordstack.playability.verdict import Finding, Verdict

__all__ = [
    "GATES",
    "QUICK",
    "Arithmetic",
    "Assessment",
    "Finding",
    "Gate",
    "OpeningRacks",
    "Outcome",
    "Sample",
    "Share",
    "Verdict",
    "arithmetic",
    "assess",
    "play_game",
    "play_numbered_game",
    "sample_racks",
    "wilson",
]
