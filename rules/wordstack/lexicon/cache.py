"""Built lexicons kept in the user's cache folder, under a key of all that they depend on.

An entry is checked before it is used, and one that does not match is made again. Where the folder
cannot be written nothing is kept, and nothing fails.

The folder is kitgen's, and entries have names of 64 hexadecimal digits in `entries-1` as kitgen's
own have, so that `kitgen cache clear` empties it of both; the keys cannot meet.
"""

import contextlib
import functools
import hashlib
import json
import os
import secrets
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path

from wordstack.lexicon.lexicon import Lexicon

CACHE_DIR_VARIABLE = "KITGEN_CACHE_DIR"
_DIGEST_BYTES = hashlib.sha256().digest_size


def cache_folder() -> Path:
    """Give the cache's folder: `KITGEN_CACHE_DIR`, else the user's cache folder for kitgen."""
    if chosen := os.environ.get(CACHE_DIR_VARIABLE):
        return Path(chosen).expanduser().absolute()
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("kitgen", appauthor=False))


def cached_lexicon(
    parts: Mapping[str, object], build: Callable[[], Lexicon], folder: Path | None = None
) -> Lexicon:
    """Give the lexicon of a key, from the cache or else built and kept there.

    Args:
        parts: All that the lexicon depends on besides the code: plain data for JSON.
        build: Makes it.
        folder: The cache's folder; by default the user's.
    """
    everything = {**parts, "code": code_digest(), "unicode": unicodedata.unidata_version}
    key = "wordstack lexicon " + json.dumps(everything, sort_keys=True)
    name = hashlib.sha256(key.encode()).hexdigest()
    path = (folder or cache_folder()) / "entries-1" / name[:2] / name
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError, IndexError):
        data = path.read_bytes()
        if data[:_DIGEST_BYTES] == _seal(key, data[_DIGEST_BYTES:]):
            return Lexicon.from_bytes(data[_DIGEST_BYTES:])
    lexicon = build()
    payload = lexicon.to_bytes()
    _keep(path, _seal(key, payload) + payload)
    return lexicon


def _seal(key: str, payload: bytes) -> bytes:
    return hashlib.sha256(hashlib.sha256(key.encode()).digest() + payload).digest()


def _keep(path: Path, data: bytes) -> None:
    part = path.with_name(f"{path.name}.{secrets.token_hex(8)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        part.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink()


@functools.cache
def code_digest() -> str:
    """Hash the modules that make a lexicon, so that a change of them is a change of key."""
    digest = hashlib.sha256()
    for module in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(module.name.encode() + b"\0" + module.read_bytes() + b"\0")
    return digest.hexdigest()
