"""A font that is given as a file."""

from pathlib import Path

from kitgen.errors import UserError


def require_font(font: Path) -> None:
    """Refuse what is no font at once: letters judged by nothing would not fail.

    Raises:
        UserError: There is no such file, or it is no font.
    """
    from kitgen.lettering.faces import read_faces

    if not font.is_file():
        raise UserError(f"--font {font}: no such file")
    try:
        read_faces(font)
    except UserError as error:
        raise UserError(f"--{error}") from None  # it begins with: font "FILE"
