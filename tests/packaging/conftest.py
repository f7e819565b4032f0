"""Builds of this clone's wheel and sdist, made from copies so that the clone stays as it is.

Nothing here asks the network: builds use the backend that is installed, and the new environments
borrow this one's dependencies through a .pth file that lists its site-packages.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

import pytest

CLONE = Path(__file__).parents[2]

# What a clone has that a build reads; tests, output and the environment stay behind.
BUILT_FROM = (
    ".gitignore",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "hatch_build.py",
    "kitgen",
    "profiles",
    "pyproject.toml",
    "rules",
)


def run(arguments: list[str], **options: object) -> subprocess.CompletedProcess[str]:
    """Run a program and fail with what it said, not merely with its code."""
    answer = subprocess.run(  # type: ignore[call-overload]
        arguments, capture_output=True, text=True, check=False, **options
    )
    assert answer.returncode == 0, f"{arguments}\n{answer.stdout}\n{answer.stderr}"
    return answer  # type: ignore[no-any-return]


def copy_of_the_clone(folder: Path) -> Path:
    """Copy into a folder what a build reads of this clone."""
    folder.mkdir()
    for name in BUILT_FROM:
        source = CLONE / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, folder / name, ignore=ignored)
        else:
            shutil.copy2(source, folder / name)
    return folder


@dataclass(frozen=True)
class Environment:
    """A new virtual environment, where this one's dependencies are at hand but not its kitgen."""

    folder: Path

    @property
    def programs(self) -> Path:
        return self.folder / ("Scripts" if os.name == "nt" else "bin")

    @property
    def python(self) -> Path:
        return self.programs / "python"

    @property
    def site_packages(self) -> Path:
        scheme = {"base": str(self.folder), "platbase": str(self.folder)}
        return Path(sysconfig.get_path("purelib", scheme="venv", vars=scheme))

    def run(self, arguments: list[str], cwd: Path) -> str:
        """Run this environment's python, blind to PYTHONPATH and to the current folder."""
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("PYTHON")
        }
        return run([str(self.python), "-I", *arguments], cwd=cwd, env=environment).stdout


def new_environment(folder: Path) -> Environment:
    """Make an environment that borrows this one's dependencies.

    Its .pth lists folders only: a .pth found inside a listed folder (such as that of an editable
    kitgen) is not followed, so this clone is out of its reach.
    """
    run([sys.executable, "-m", "venv", "--without-pip", str(folder)])
    environment = Environment(folder)
    borrowed = dict.fromkeys(path for path in sys.path if path.endswith("-packages"))
    (environment.site_packages / "borrowed.pth").write_text(
        "".join(f"{path}\n" for path in borrowed), encoding="utf-8"
    )
    return environment


def install(environment: Environment, *what: str) -> None:
    """Install without dependencies and without asking any index."""
    run(
        [
            *(sys.executable, "-m", "pip", "--python", str(environment.python), "install"),
            *("--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--ignore-installed"),
            *("--disable-pip-version-check", *what),
        ]
    )


@pytest.fixture(scope="session")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist, built from a copy of the clone."""
    source = copy_of_the_clone(tmp_path_factory.mktemp("clone") / "kitgen")
    out = tmp_path_factory.mktemp("dist")
    run(
        [
            *(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--sdist"),
            *("--outdir", str(out), str(source)),
        ]
    )
    return out


@pytest.fixture(scope="session")
def wheel(distributions: Path) -> Path:
    """The wheel."""
    (found,) = distributions.glob("*.whl")
    return found


@pytest.fixture(scope="session")
def sdist(distributions: Path) -> Path:
    """The source distribution."""
    (found,) = distributions.glob("*.tar.gz")
    return found


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """A new environment with the wheel in it."""
    environment = new_environment(tmp_path_factory.mktemp("wheel") / "venv")
    install(environment, str(wheel))
    return environment
