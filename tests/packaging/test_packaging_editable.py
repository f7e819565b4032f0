"""An editable install reads the profiles of its clone, and no copy of them."""

from pathlib import Path

import pytest

from .conftest import Environment, copy_of_the_clone, install, new_environment


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_of_the_clone(tmp_path_factory.mktemp("editable") / "clone")


@pytest.fixture(scope="module")
def environment(clone: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    made = new_environment(tmp_path_factory.mktemp("venv") / "venv")
    install(made, "--editable", str(clone))
    return made


def test_imports_come_from_the_clone(environment: Environment, clone: Path, tmp_path: Path) -> None:
    code = "import kitgen, wordstack; print(kitgen.__file__); print(wordstack.__file__)"
    for file in environment.run(["-c", code], tmp_path).splitlines():
        assert Path(file).is_relative_to(clone)


def test_no_copy_of_the_profiles_is_left_behind(environment: Environment) -> None:
    assert list(environment.site_packages.rglob("werdup.toml")) == []
    assert not (environment.site_packages / "kitgen").exists()
    assert not (environment.site_packages / "wordstack").exists()


def test_an_edit_of_a_profile_is_seen_from_another_folder(
    environment: Environment, clone: Path, tmp_path: Path
) -> None:
    show = ["-m", "kitgen", "profiles", "show", "werdup"]
    profile = clone / "profiles" / "games" / "werdup.toml"
    before = profile.read_text(encoding="utf-8")
    assert "Zebrabridge" not in environment.run(show, tmp_path)
    name = next(line for line in before.splitlines() if line.startswith("name"))
    profile.write_text(before.replace(name, 'name = "Zebrabridge"', 1), encoding="utf-8")
    try:
        assert "Zebrabridge" in environment.run(show, tmp_path)
    finally:
        profile.write_text(before, encoding="utf-8")
