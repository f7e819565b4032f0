"""The two kinds of failure that a user sees, each with its exit code."""


class KitgenError(Exception):
    """Base of every failure that is reported as one line, without a traceback."""

    exit_code = 1


class UserError(KitgenError):
    """What the user gave cannot be used; the message names it, its value and what is allowed."""

    exit_code = 2


class ParameterError(UserError):
    """Dimensions that contradict each other; the message names the inequality and both sides."""


class BuildError(KitgenError):
    """What was asked for is sound, yet it failed (a full disk, a mesh that does not close)."""

    exit_code = 1
