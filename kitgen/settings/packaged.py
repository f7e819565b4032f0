"""Where kitgen's own data are, and tables read from them, a TOML file each."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from wordstack.faults import checked_table
from wordstack.options import Options

from kitgen.errors import BuildError

Table = TypeVar("Table", bound=Options)


def data_folder(name: str) -> Path:
    """Return a folder of kitgen's data, such as `materials`.

    A wheel carries it as `kitgen/profiles/NAME`. An editable install has no such folder, so the
    clone's own `profiles/NAME` is read and an edit of it is seen at once.

    Raises:
        BuildError: Neither is there.
    """
    package = Path(__file__).resolve().parents[1]
    packaged, clone = package / "profiles" / name, package.parent / "profiles" / name
    for path in (packaged, clone):
        if path.is_dir():
            return path
    raise BuildError(f"the installation is not whole: neither {packaged} nor {clone} exists")


def data_tables(folder: str, model: type[Table]) -> Mapping[str, Table]:
    """Read every file of a data folder.

    Returns:
        The tables by name of file without its ending, in alphabetical order.

    Raises:
        ProfileError: One holds a fault; the message names file and key.
    """
    return {
        path.stem: checked_table(
            model,
            tomllib.loads(path.read_text(encoding="utf-8")),
            path.stem,
            lambda *_, file=path.name: f"{folder}/{file}",
        )
        for path in sorted(data_folder(folder).glob("*.toml"))
    }
