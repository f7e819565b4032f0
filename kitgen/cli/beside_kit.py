"""What `kitgen paper` and `kitgen preview` share: files are made from a kit and put beside it."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kitgen.cli.json_output import print_json

if TYPE_CHECKING:
    from kitgen.cli.terminal import Reporter
    from kitgen.companions import Companions
    from kitgen.store import Store

Make = Callable[[Path, "Store", "Reporter"], "Companions"]


@dataclass(frozen=True)
class Put:
    """What was done.

    Attributes:
        folder: The kit's.
        made: What was made.
        before: What the list of before said of all its files; empty where there was none.
        gone: Paths of what was made before and is not there any more.
    """

    folder: Path
    made: "Companions"
    before: Mapping[str, Any]
    gone: Sequence[str]


def put_beside(
    output: Path | None, make: Make, *, no_cache: bool, quiet: bool, as_json: bool
) -> "Put":
    """Make files from a kit and write them into its folder; print their list where JSON is asked.

    Args:
        output: The kit's folder, or None for the only one.
        make: Makes them, given the folder, the cache and who reports.
        no_cache: Make everything anew, and keep nothing.
        quiet: Report nothing.
        as_json: Print the list of files.

    Raises:
        UserError: There is no kit.
        BuildError: The folder cannot be written.
    """
    from kitgen.cli.kit_folder import kit_folder
    from kitgen.cli.terminal import Reporter
    from kitgen.companion_writing import write
    from kitgen.output_folder import adding
    from kitgen.store import Store, cache_folder

    folder = kit_folder(output)
    with Reporter(quiet=quiet or as_json) as reporter, adding(folder):
        made = make(folder, Store(None if no_cache else cache_folder()), reporter)
        before = _about(folder, made)
        gone = write(made, folder)
    if as_json:
        print_json(json.loads(made.list_bytes()))
    return Put(folder, made, before, gone)


def _about(folder: Path, made: "Companions") -> Mapping[str, Any]:
    """What the list of before says of all its files, as far as the new one says the same."""
    from kitgen.export.manifest_file import plain_bytes

    try:
        listed = json.loads(plain_bytes(folder / made.list_path))
        return {key: listed[key] for key in made.about}
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return {}
