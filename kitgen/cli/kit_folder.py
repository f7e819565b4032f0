"""Which kit a command is about when none is named."""

from pathlib import Path

from kitgen.cli.options import OUTPUT
from kitgen.errors import UserError


def kit_folder(named: Path | None) -> Path:
    """Give the folder of a kit: the one that is named, the current one, or the only one built.

    Raises:
        UserError: There is none, or several; the message names them.
    """
    from kitgen.export.manifest_file import MANIFEST
    from kitgen.output_folder import recover

    if named is None:
        named = _only_kit()
    recover(named)
    if not (named / MANIFEST).is_file():
        raise UserError(
            f"{named}: holds no {MANIFEST}; allowed is the folder of a kit that was built"
        )
    return named


def _only_kit() -> Path:
    from kitgen.export.manifest_file import MANIFEST

    if Path(MANIFEST).is_file():
        return Path()
    found = sorted(path.parent for path in OUTPUT.glob(f"*/{MANIFEST}"))
    # A kit that failed its own check and parts that were built alone are asked for by name.
    whole = [path for path in found if not path.name.endswith((".failed", "-only"))]
    if len(whole) == 1:
        return whole[0]
    if not whole:
        raise UserError(f"no kit named, and none in {OUTPUT}: `kitgen build` makes one")
    raise UserError(f"name one of the kits in {OUTPUT}: {', '.join(map(str, whole))}")
