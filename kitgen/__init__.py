"""kitgen: the printed kit of a stacking word game, from a profile to files for a slicer."""

__version__ = "0.1.0"
