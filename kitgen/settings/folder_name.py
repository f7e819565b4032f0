"""Names that every file system takes as a folder's name."""

from wordstack.errors import shown

from kitgen.errors import UserError

_MOST_CHARACTERS = 64
_MOST_BYTES = 200
_FORBIDDEN = set('<>:"/\\|?*')
_DEVICES = {"con", "prn", "aux", "nul"} | {
    f"{port}{n}" for port in ("com", "lpt") for n in "123456789"
}


def check_folder_name(name: str, source: str) -> None:
    """Refuse a profile name that could not name its output folder on some platform.

    Args:
        name: Name of the profile.
        source: The layer it comes from, for the message.

    Raises:
        UserError: It holds a separator or a sign that Windows forbids, begins with `.` or `-`,
            begins or ends with a space, ends with a dot, is too long, or is a device's name.
    """
    if (
        not name.isprintable()
        or set(name) & _FORBIDDEN
        or name != name.strip()
        or name.startswith((".", "-"))
        or name.endswith(".")
        or len(name) > _MOST_CHARACTERS
        or len(name.encode()) > _MOST_BYTES
        or name.partition(".")[0].casefold() in _DEVICES
    ):
        raise UserError(
            f"{source}: game.name = {shown(name)}: must do as a folder's name on every system: "
            f"none of {' '.join(sorted(_FORBIDDEN))}, no dot or - in front, no dot or space at the "
            f"end, no device such as nul, "
            f"at most {_MOST_CHARACTERS} characters and {_MOST_BYTES} bytes"
        )
