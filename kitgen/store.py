"""The cache: bytes kept under a key that says everything they depend on.

Nothing in it is trusted: an entry holds a checksum over its key and its bytes, and one that does
not match counts as absent. Nothing depends on it: where the folder cannot be written or the
disk is full, a build goes on without.
"""

import contextlib
import hashlib
import importlib.metadata
import importlib.util
import os
import re
import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path

CACHE_DIR_VARIABLE = "KITGEN_CACHE_DIR"

_MAGIC = b"KGSTORE1"
_DIGEST_BYTES = hashlib.sha256().digest_size
_ENTRIES = "entries-1"
_OURS = re.compile(r"[0-9a-f]{64}(\.[0-9a-f]{16}\.part)?")
"""Names of entries and of half-written ones; nothing else in the folder is ever removed."""


def cache_folder() -> Path:
    """Give the cache's folder: ``KITGEN_CACHE_DIR``, else the user's cache folder for kitgen."""
    if chosen := os.environ.get(CACHE_DIR_VARIABLE):
        return Path(chosen).expanduser().absolute()
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("kitgen", appauthor=False))


class Store:
    """A content-addressed cache in one folder; safe for several processes at once."""

    def __init__(self, root: Path | None) -> None:
        """Use a folder, which need not exist yet; with None nothing is kept and nothing found."""
        self._root = None if root is None else root / _ENTRIES

    def get(self, key: str) -> bytes | None:
        """Give what was put under a key; None if absent, damaged or unreadable."""
        if self._root is None:
            return None
        try:
            data = self._path(self._root, key).read_bytes()
        except OSError:
            return None
        start = len(_MAGIC) + _DIGEST_BYTES
        payload = data[start:]
        if data[:start] != _MAGIC + _checksum(key, payload):
            return None
        return payload

    def put(self, key: str, payload: bytes) -> None:
        """Keep bytes under a key. A failure is silent: the next build makes them again."""
        if self._root is None:
            return
        path = self._path(self._root, key)
        part = path.with_name(f"{path.name}.{secrets.token_hex(8)}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(_MAGIC + _checksum(key, payload) + payload)
            part.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                part.unlink()

    def size(self) -> tuple[int, int]:
        """Give the number of entries and their bytes in all."""
        count = total = 0
        for path in self._files():
            with contextlib.suppress(OSError):
                total += path.stat().st_size
                count += 1
        return count, total

    def clear(self) -> tuple[int, int]:
        """Remove all entries, and nothing else that lies there.

        Returns:
            The number of files removed and their bytes in all.
        """
        count = total = 0
        for path in list(self._files()):
            with contextlib.suppress(OSError):
                size = path.stat().st_size
                path.unlink()
                count, total = count + 1, total + size
        if self._root is not None:
            with contextlib.suppress(OSError):
                for folder in list(self._root.iterdir()):
                    with contextlib.suppress(OSError):
                        folder.rmdir()
                self._root.rmdir()
        return count, total

    @staticmethod
    def _path(root: Path, key: str) -> Path:
        name = hashlib.sha256(key.encode()).hexdigest()
        return root / name[:2] / name

    def _files(self) -> Iterator[Path]:
        if self._root is None:
            return
        for path in sorted(self._root.glob("[0-9a-f][0-9a-f]/*")):
            if _OURS.fullmatch(path.name) and path.is_file():
                yield path


def _checksum(key: str, payload: bytes) -> bytes:
    digest = hashlib.sha256(len(key.encode()).to_bytes(8, "big"))
    digest.update(key.encode())
    digest.update(payload)
    return digest.digest()


def code_fingerprint(packages: Iterable[str], distributions: Iterable[str] = ()) -> str:
    """Hash the code that made an entry, so that a change of it is a change of key.

    Args:
        packages: names of packages (every module and data file in them counts) or of single
            modules, such as ``kitgen.parts``. They are not imported.
        distributions: names of installed distributions whose version counts.

    Returns:
        64 hexadecimal digits, independent of where the code lies.

    Raises:
        ModuleNotFoundError: for a package that does not exist.
        importlib.metadata.PackageNotFoundError: for a distribution that is not installed.
    """
    digest = hashlib.sha256()
    for name in sorted(packages):
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(f"no module named {name!r}", name=name)
        origin = Path(spec.origin)
        files = [origin]
        if spec.submodule_search_locations is not None:
            files = sorted(_sources(origin.parent))
        for path in files:
            data = path.read_bytes()
            place = path.relative_to(origin.parent).as_posix()
            digest.update(f"{name} {place} {len(data)}\n".encode() + data)
    for name in sorted(distributions):
        digest.update(f"{name} {importlib.metadata.version(name)}\n".encode())
    return digest.hexdigest()


def _sources(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc":
            yield path
