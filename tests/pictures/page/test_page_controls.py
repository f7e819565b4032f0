"""Each control of the page does what its label says, and says what it did."""

import math
from collections import Counter

import pytest

from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.page.content import colours, content, listed_parts, part_title, plate_title
from kitgen.pictures.page.preview import preview_page
from kitgen.wording import Wording

TURN_DEG = 15.0


@pytest.fixture(scope="module")
def kit(game) -> PicturedKit:
    return PicturedKit.read(game.folder)


@pytest.fixture(scope="module")
def wording() -> Wording:
    return Wording.read("kitgen.pictures.page", "page", "en")


@pytest.fixture(scope="module")
def file(kit, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "preview.html"
    path.write_bytes(preview_page(kit, "en"))
    return path


@pytest.fixture
def opened(browser, file):
    with browser.open(file) as page:
        yield page
        assert page.said == []


def seen(opened) -> tuple[float, float, float, list[float]]:
    """Direction of the eye round the kit and above it in degrees, its distance, and the target."""
    x, y, z, *target = (float(value) for value in opened.data("eye").split())
    x, y, z = x - target[0], y - target[1], z - target[2]
    flat = math.hypot(x, y)
    return (
        math.degrees(math.atan2(y, x)),
        math.degrees(math.atan2(z, flat)),
        math.hypot(flat, z),
        target,
    )


def status(opened) -> str:
    return opened.page.locator("#status").inner_text()


@pytest.mark.parametrize("by", ["key", "button"])
@pytest.mark.parametrize(
    ("act", "key", "round_it", "above"),
    [
        # The near side goes to the left when the eye goes to the right, and up when it goes down.
        ("left", "ArrowLeft", TURN_DEG, 0.0),
        ("right", "ArrowRight", -TURN_DEG, 0.0),
        ("up", "ArrowUp", 0.0, -TURN_DEG),
        ("down", "ArrowDown", 0.0, TURN_DEG),
    ],
)
def test_the_kit_turns_the_way_that_the_label_says(opened, by, act, key, round_it, above) -> None:
    azimuth, height, distance, target = seen(opened)
    if by == "key":
        opened.focus("#canvas")
        opened.press(key)
    else:
        opened.focus(f"[data-act={act}]")
        opened.press("Enter")
    now = seen(opened)
    assert (now[0] - azimuth + 180) % 360 - 180 == pytest.approx(round_it, abs=0.3)
    assert now[1] - height == pytest.approx(above, abs=0.3)
    assert now[2] == pytest.approx(distance, rel=0.001)
    assert now[3] == target


@pytest.mark.parametrize(
    ("key", "factor"), [("+", 0.8), ("=", 0.8), ("-", 1.25), ("in", 0.8), ("out", 1.25)]
)
def test_plus_brings_nearer_and_minus_takes_away(opened, key, factor) -> None:
    azimuth, height, distance, target = seen(opened)
    if len(key) == 1:
        opened.focus("#canvas")
        opened.press(key)
    else:
        opened.focus(f"[data-act={key}]")
        opened.press("Space")
    now = seen(opened)
    assert now[2] == pytest.approx(factor * distance, rel=0.01)
    assert now[:2] == pytest.approx((azimuth, height), abs=0.3)
    assert now[3] == target


@pytest.mark.parametrize(
    ("there", "back", "axis"),
    [("ArrowLeft", "ArrowRight", 0), ("ArrowUp", "ArrowDown", 2)],
)
def test_shift_and_arrows_move_what_is_looked_at(opened, there, back, axis) -> None:
    *_, start = seen(opened)
    opened.focus("#canvas")
    opened.press(f"Shift+{there}")
    *_, moved = seen(opened)
    assert math.dist(start, moved) > 1
    # What is shown goes to the left or up: the eye goes to the right or down.
    assert (moved[axis] - start[axis]) * (1 if axis == 0 else -1) > 0
    opened.press(f"Shift+{back}", f"Shift+{back}")
    *_, other = seen(opened)
    assert math.dist(start, other) == pytest.approx(math.dist(start, moved), rel=0.01)
    opened.press(f"Shift+{there}")
    assert seen(opened)[3] == pytest.approx(start, abs=0.2)


def test_the_slider_stops_anywhere(opened) -> None:
    opened.focus("#explode")
    opened.press("Home", "ArrowRight")
    assert opened.data("apart") == "1"
    opened.press("PageUp", "PageUp", "PageUp")
    some = int(opened.data("apart"))
    assert 10 < some < 60
    assert str(some) in status(opened)
    halfway = opened.pixels()
    opened.press("End")
    assert opened.data("apart") == "100"
    assert (halfway != opened.pixels()).any(axis=2).mean() > 0.02


def test_each_colour_is_changed_by_its_own_picker(opened, kit) -> None:
    own = {role: colour.lower() for role, colour in colours(kit).items()}
    assert len(own) >= 3
    for role in own:
        opened.focus("#uncolour")
        opened.press("Enter")
        before = opened.pixels()
        opened.focus(f"input[type=color][name={role}]")
        opened.page.locator(f"input[type=color][name={role}]").fill("#ff00ff")
        opened.settle()
        assert opened.data("colours").split() == [
            "#ff00ff" if each == role else colour for each, colour in own.items()
        ]
        changed = (abs(before.astype(int) - opened.pixels()) > 24).any(axis=2).mean()
        assert changed > 0.001, role
        assert status(opened) == "Colours changed"


def test_the_theme_follows_the_system_while_the_page_is_open(opened) -> None:
    assert opened.data("theme") == "light"
    opened.page.emulate_media(color_scheme="dark")
    opened.settle()
    assert opened.data("theme") == "dark"
    opened.page.emulate_media(color_scheme="light")
    opened.settle()
    assert opened.data("theme") == "light"


def test_what_is_shown_is_said(opened, kit, wording) -> None:
    whole = sum(part.count for part in kit.manifest.parts if not part.kind.startswith("coupon"))
    assert status(opened) == f"Assembled: {whole} parts"
    opened.focus("input[name=view]")
    opened.press("ArrowRight")
    for number, plate in enumerate(kit.manifest.plates):
        opened.page.locator("#plate").select_option(str(number))
        opened.settle()
        assert status(opened) == plate_title(kit, plate, number, wording)
    for part in listed_parts(kit)[::7]:
        number = list(kit.parts).index(part.name)
        opened.page.locator(f"input[name=part][value='{number}']").check(force=True)
        opened.settle()
        said = status(opened)
        assert said.startswith(f"{part_title(part, wording)}: {part.count} in the kit")


def test_how_far_apart_is_said_whenever_it_is_shown(opened, kit) -> None:
    whole = sum(part.count for part in kit.manifest.parts if not part.kind.startswith("coupon"))
    opened.focus("#explode")
    opened.press("End")
    apart = f"Assembled: {whole} parts, taken apart by 100%"
    assert status(opened) == apart
    for view in ("plates", "part"):
        opened.page.locator(f"input[name=view][value={view}]").check(force=True)
        opened.settle()
        assert "taken apart" not in status(opened)
        opened.page.locator("input[name=view][value=assembled]").check(force=True)
        opened.settle()
        assert opened.data("apart") == "100"
        assert status(opened) == apart
    opened.focus("#explode")
    opened.press("Home")
    assert opened.data("apart") == "0"
    assert status(opened) == f"Assembled: {whole} parts"


def test_no_more_is_assembled_than_the_kit_holds(kits, kit) -> None:
    for folder in (kit.folder, kits(size=6, only=("tile-A",)).folder, kits(size=6).folder):
        each = PicturedKit.read(folder)
        shown = content(each, Wording.read("kitgen.pictures.page", "page", "en"))
        names = list(each.parts)
        standing = Counter(names[item["part"]] for item in shown["assembly"])
        for name, count in standing.items():
            assert count <= each.parts[name].count, name
        if each.manifest.whole:
            game = {p.name: p.count for p in each.parts.values() if "coupon" not in p.name}
            assert dict(standing) == game
