"""Where kitgen's own data files are: in the installed package, else in the clone."""

from pathlib import Path

from kitgen.errors import BuildError


def data_file(name: str) -> Path:
    """Return a data file of kitgen, such as `materials.toml`.

    A wheel carries it as `kitgen/profiles/NAME`. An editable install has no such folder, so the
    clone's own `profiles/NAME` is read and an edit of it is seen at once.

    Raises:
        BuildError: Neither is there.
    """
    package = Path(__file__).resolve().parents[1]
    packaged, clone = package / "profiles" / name, package.parent / "profiles" / name
    for path in (packaged, clone):
        if path.is_file():
            return path
    raise BuildError(f"the installation is not whole: neither {packaged} nor {clone} exists")
