"""The manifest as a file, where its name or bytes will do: its model takes long to load."""

from pathlib import Path

from kitgen.errors import UserError

FORMAT = "kitgen-manifest"
MANIFEST = "manifest.json"


def manifest_bytes(folder: Path) -> bytes:
    """Read the manifest of a kit's folder, as it is.

    Raises:
        UserError: There is none, or it cannot be read.
    """
    path = folder / MANIFEST
    try:
        return path.read_bytes()
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from error
