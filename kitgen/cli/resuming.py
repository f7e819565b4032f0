"""What `kitgen play` and `kitgen score` share: a game is gone on with from its record."""

from kitgen.errors import UserError


def refuse_beside_resume(**given: object) -> None:
    """Refuse options that the record decides.

    Args:
        given: What was given, by the option's name; None, or no values, where it was not.

    Raises:
        UserError: One was given, be it 0.
    """
    for name, value in given.items():
        if value not in (None, [], ()):  # not given; 0 and an empty name are
            raise UserError(f"--{name} cannot stand beside --resume: the record says it")
