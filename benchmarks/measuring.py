"""What the benchmarks measure with: Python in a process of its own, by the clock."""

import os
import subprocess
import sys
import time
from pathlib import Path


def seconds(arguments: list[str], cache: Path) -> float:
    """Run Python with some arguments and return how long it took, in seconds.

    Args:
        arguments: What follows the interpreter.
        cache: kitgen's cache folder.

    Raises:
        SystemExit: It failed; the message is its code and what it said.
    """
    begin = time.perf_counter()
    answer = subprocess.run(
        [sys.executable, *arguments],
        check=False,
        capture_output=True,
        text=True,
        errors="replace",
        env=os.environ | {"KITGEN_CACHE_DIR": str(cache)},
    )
    taken = time.perf_counter() - begin
    if answer.returncode != 0:
        sys.exit(f"{' '.join(arguments)}: exit {answer.returncode}\n{answer.stderr}")
    return taken
