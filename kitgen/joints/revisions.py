"""Revisions of the joints: parts of one revision fit each other, whatever kitgen made them."""

from kitgen.errors import ParameterError

REVISIONS = (1, 2)
"""Those whose geometry can be built. A joint that would no longer fit the last one gets a new
number, and its parameters keep building the old one by it."""
# 1: a hook keeps what is asked for beyond the clearance. 2: beyond all the play that leaning
# tongues leave it, so that arms and sockets are longer. The nest is the same in both.
JOINT_REVISION = REVISIONS[-1]
"""One number for nest and seams: a kit is of one revision."""


def require_known(revision: int) -> None:
    """Refuse a revision that this kitgen cannot build.

    Raises:
        ParameterError: If it is none of `REVISIONS`.
    """
    if revision not in REVISIONS:
        known = ", ".join(str(number) for number in REVISIONS)
        raise ParameterError(f"print.joint_revision = {revision}: must be one of {known}")
