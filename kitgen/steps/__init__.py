"""How the kit goes together, step by step, read from its manifest; each step's text beside it."""

from kitgen.steps.derivation import Step, StepKey, joints_closed, stack_allowed, steps
from kitgen.steps.exploding import explosion

__all__ = ["Step", "StepKey", "explosion", "joints_closed", "stack_allowed", "steps"]
