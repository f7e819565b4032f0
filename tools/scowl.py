"""Makes the shipped English word list from Debian's package `scowl`.

    apt-get install scowl
    python tools/scowl.py             # writes profiles/lexicons/english.*
    python tools/scowl.py --check     # says whether they are what this package gives

Of SCOWL's classes only "words" is read (no names, abbreviations, contractions, roman numerals),
common to all English plus American spellings, sizes up to 70. Possessives ('s) are left out: they
are a fifth of the list and no game has an apostrophe. Everything else stays as it is; what may be
played is decided when a lexicon is built.

The output is one xz file of UTF-8 text: a line `# 35`, the words of that tier that no smaller one
has, a line each, sorted by code point, then `# 50` and so on. The same package gives the same
text; the packed bytes depend on the version of liblzma as well, so the digest in english.toml is
that of the text.
"""

import argparse
import gzip
import hashlib
import lzma
import sys
from pathlib import Path

TIERS = {35: (10, 20, 35), 50: (40, 50), 60: (55, 60), 70: (70,)}
SPELLINGS = ("english", "american")
CHANGED = """\
The word list english.txt.xz is a modified version of SCOWL: a selection (class "words", spellings
"english" and "american", sizes 10 to 70, without possessives), sorted, in one file. It was made by
tools/scowl.py of kitgen from the Debian package scowl {version}. The selection is under the same
terms as SCOWL, which follow as that package has them.

{line}
"""


def read_tiers(folder: Path) -> tuple[dict[int, list[str]], dict[str, str]]:
    """Read the package's lists.

    Args:
        folder: Where the files such as `english-words.35` are.

    Returns:
        Words by tier, each in the smallest tier that has it; SHA-256 of each file by its name.
    """
    seen: set[str] = set()
    tiers: dict[int, list[str]] = {}
    inputs: dict[str, str] = {}
    for tier, sizes in TIERS.items():
        found: set[str] = set()
        for name in (f"{spelling}-words.{size}" for size in sizes for spelling in SPELLINGS):
            data = (folder / name).read_bytes()
            inputs[name] = hashlib.sha256(data).hexdigest()
            found.update(data.decode("utf-8").split())
        tiers[tier] = sorted(word for word in found - seen if "'" not in word)
        seen |= found
    return tiers, inputs


def package_version(documents: Path) -> str:
    """Read the package's version from the first line of its Debian changelog."""
    with gzip.open(documents / "changelog.Debian.gz", "rt", encoding="utf-8") as changelog:
        return changelog.readline().split("(")[1].split(")")[0]


def english_files(root: Path) -> dict[str, bytes]:
    """Make the three files, by name.

    Args:
        root: Root of the file system that has the package.
    """
    documents = root / "usr/share/doc/scowl"
    version = package_version(documents)
    tiers, inputs = read_tiers(root / "usr/share/dict/scowl")
    text = "".join(f"# {tier}\n" + "".join(f"{w}\n" for w in tiers[tier]) for tier in tiers)
    packed = lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)
    total = 0
    counts = []
    for tier, words in tiers.items():
        total += len(words)
        counts.append(f"{tier} = {total}")
    facts = [
        "# Where english.txt.xz comes from; written by tools/scowl.py.",
        'language = "en"',
        'package = "scowl"',
        f'version = "{version}"',
        'homepage = "http://wordlist.sourceforge.net/"',
        f'sha256 = "{hashlib.sha256(text.encode()).hexdigest()}"',
        "",
        "# Words up to each tier, before anything is left out.",
        "[words]",
        *counts,
        "",
        "# SHA-256 of the package's files.",
        "[inputs]",
        *(f'"{name}" = "{digest}"' for name, digest in inputs.items()),
    ]
    terms = (documents / "copyright").read_text(encoding="utf-8")
    notice = CHANGED.format(version=version, line="-" * 78) + "\n" + terms
    return {
        "english.txt.xz": packed,
        "english.toml": ("\n".join(facts) + "\n").encode(),
        "english.NOTICE.txt": notice.encode(),
    }


def main() -> int:
    """Write the files, or with --check compare them."""
    parser = argparse.ArgumentParser(description="Make the shipped English word list.")
    parser.add_argument("--root", type=Path, default=Path("/"), help="where the package is")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    given = parser.parse_args()
    folder = Path(__file__).resolve().parents[1] / "profiles" / "lexicons"
    different = []
    for name, data in english_files(given.root).items():
        path = folder / name
        if not given.check:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        elif path.read_bytes() != data:
            different.append(name)
    if different:
        print(f"different: {', '.join(different)}", file=sys.stderr)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
