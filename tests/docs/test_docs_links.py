"""Links lead somewhere; files, settings, options and targets that are named exist."""

import re

import pytest
from pages import PAGES, ROOT, Page, page

from kitgen.settings.overrides import known_keys

PARAMETERS = [pytest.param(Page(path), id=path.name) for path in PAGES]
PLACES = (ROOT, ROOT / "kitgen", ROOT / "rules")
OWN_FOLDERS = ("kitgen/", "rules/", "profiles/", "tools/", "tests/", "docs/", "benchmarks/")
# Where a wheel puts its copies; nowhere in the clone.
IN_A_WHEEL = {"wordstack/profiles/", "kitgen/profiles/materials/", "kitgen/profiles/printers/"}


def broken(text: Page, links: list[str]) -> list[str]:
    """Links that lead nowhere; those to other hosts are not tried."""
    found = []
    for link in links:
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = text.path.parent / path if path else text.path
        if not target.exists() or (anchor and anchor not in Page(target).anchors()):
            found.append(link)
    return found


@pytest.mark.parametrize("text", PARAMETERS)
def test_links_lead_somewhere(text: Page) -> None:
    assert broken(text, text.links()) == []


def test_a_broken_link_is_found() -> None:
    links = ["docs/nowhere.md", "#no-such-heading", "LICENSE", "docs/joints.md#revisions"]
    assert broken(page("README.md"), links) == links[:2]


@pytest.mark.parametrize("text", PARAMETERS)
def test_files_that_are_named_exist(text: Page) -> None:
    named = {code for code in text.code() if " " not in code and "*" not in code}
    files = {code for code in named if code.startswith(OWN_FOLDERS) or code.endswith(".py")}
    lost = {code for code in files - IN_A_WHEEL if not any((p / code).exists() for p in PLACES)}
    assert lost == set()


@pytest.mark.parametrize("text", PARAMETERS)
def test_settings_that_are_named_exist(text: Page) -> None:
    known = set(known_keys())
    named = set(re.findall(r"\bprint\.[a-z_]+", text.text))
    assert named - known == set()


@pytest.mark.parametrize("text", PARAMETERS)
def test_make_has_the_targets_that_are_named(text: Page) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    said = [*text.code(), *"\n".join(text.blocks("sh")).splitlines()]
    said += re.findall(r"^    (make .+)$", text.text, re.MULTILINE)
    named = {m[1] for m in (re.match(r"make (?:\S+=\S+ )*([a-z]+)", code) for code in said) if m}
    assert named - targets == set()


def test_every_picture_is_shown_and_small() -> None:
    pictures = {path.resolve() for path in (ROOT / "docs/pictures").iterdir()}
    shown = {
        (path.parent / link).resolve()
        for path in PAGES
        for link in Page(path).links()
        if link.endswith(".png")
    }
    assert pictures == shown
    for picture in pictures:
        data = picture.read_bytes()
        assert len(data) < 200_000, picture.name
        assert data[12:20] == b"IHDR" + (1200).to_bytes(4, "big"), picture.name
