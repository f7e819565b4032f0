"""The page in Debian's Chromium, opened from its file."""

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

import kitgen.pictures.page
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.page import preview
from kitgen.pictures.page.content import colours
from kitgen.pictures.page.preview import preview_page

SCRIPTS = [Path(kitgen.pictures.page.__file__).parent / name for name in preview.SCRIPTS]
PHONE = {"width": 360, "height": 740}
SEEN = 0.02
"""Share of the pixels that another view must change."""


@pytest.fixture(scope="module")
def kit(game) -> PicturedKit:
    return PicturedKit.read(game.folder)


@pytest.fixture(scope="module")
def file(kit, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("page") / "preview.html"
    path.write_bytes(preview_page(kit, "en"))
    return path


def differing(first: np.ndarray, second: np.ndarray) -> float:
    """Share of pixels that differ by more than the noise of shading."""
    return float((np.abs(first.astype(int) - second).max(axis=2) > 24).mean())


@pytest.fixture
def opened(browser, file):
    with browser.open(file) as page:
        yield page
        assert page.said == []
        assert page.asked == [file.as_uri()]


def test_it_draws_the_kit_and_each_view_differs(opened) -> None:
    views = [opened.pixels()]
    colours = {tuple(pixel) for pixel in views[0].reshape(-1, 3)[::7]}
    assert len(colours) > 200, "nothing but a background"
    for view in ("plates", "part"):
        opened.page.locator(f"input[name=view][value={view}]").check(force=True)
        opened.settle()
        assert opened.data("view") == view
        views.append(opened.pixels())
    for number, first in enumerate(views):
        for second in views[number + 1 :]:
            assert differing(first, second) > SEEN


def test_an_empty_kit_of_pixels_would_be_seen() -> None:
    empty = np.full((40, 60, 3), 247, np.uint8)
    assert differing(empty, empty) == 0


def test_the_slider_takes_the_kit_apart_and_together_again(opened) -> None:
    together = opened.pixels()
    opened.focus("#explode")
    opened.press("End")
    assert opened.data("apart") == "100"
    apart = opened.pixels()
    assert differing(together, apart) > SEEN
    assert "100" in opened.page.locator("#status").inner_text()
    opened.press("Home")
    assert opened.data("apart") == "0"
    assert differing(together, opened.pixels()) < 0.002


def test_the_arrow_keys_turn_plus_and_minus_zoom_home_starts_again(opened) -> None:
    start = opened.data("eye")
    opened.focus("#canvas")
    seen = {start}
    for key in ("ArrowLeft", "ArrowUp", "+", "Shift+ArrowRight", "-", "ArrowDown", "ArrowRight"):
        opened.press(key)
        assert opened.data("eye") not in seen, key
        seen.add(opened.data("eye"))
    opened.press("Home")
    assert opened.data("eye") == start


@pytest.mark.parametrize("act", ["left", "right", "up", "down", "in", "out"])
def test_each_button_of_the_camera_works_by_keyboard(opened, act: str) -> None:
    start = opened.data("eye")
    opened.focus(f"[data-act={act}]")
    opened.press("Enter")
    assert opened.data("eye") != start
    opened.focus("[data-act=home]")
    opened.press("Space")
    assert opened.data("eye") == start


def test_zooming_in_brings_the_eye_nearer(opened) -> None:
    start = distance(opened.data("eye"))
    opened.focus("#canvas")
    opened.press("+")
    assert distance(opened.data("eye")) == pytest.approx(0.8 * start, rel=0.01)


def distance(eye: str) -> float:
    """From the eye to what it looks at, in mm."""
    places = np.array([float(value) for value in eye.split()])
    return float(np.linalg.norm(places[:3] - places[3:]))


def test_views_plates_and_parts_are_chosen_by_keyboard(opened, kit: PicturedKit) -> None:
    opened.focus("input[name=view]")
    opened.press("ArrowRight")
    assert opened.data("view") == "plates"
    assert opened.data("items") == str(len(kit.manifest.plates[0].items))
    opened.focus("#plate")
    opened.press("End")
    last = len(kit.manifest.plates) - 1
    assert opened.data("plate") == str(last)
    assert opened.data("items") == str(len(kit.manifest.plates[last].items))
    opened.focus("input[name=part]")
    opened.press("Space")
    first = opened.data("part")
    assert (opened.data("view"), opened.data("items")) == ("part", "1")
    picture = opened.pixels()
    opened.press("ArrowDown")
    assert opened.data("part") != first
    assert differing(picture, opened.pixels()) > SEEN


def test_the_list_has_every_part_with_its_count(opened, kit: PicturedKit) -> None:
    rows = opened.page.locator(".part").all_inner_texts()
    assert len(rows) == len(kit.parts)
    assert sum(int(row.split()[-1][:-1]) for row in rows) == sum(
        part.count for part in kit.manifest.parts
    )


def test_colours_change_and_come_back(opened, kit: PicturedKit) -> None:
    own = " ".join(colours(kit).values()).lower()
    before = opened.pixels()
    picker = opened.page.locator("input[type=color][name=board]")
    opened.focus("input[type=color][name=board]")
    picker.fill("#ff2020")
    opened.settle()
    assert "#ff2020" in opened.data("colours")
    red = opened.pixels()
    assert differing(before, red) > 0.005
    opened.focus("#uncolour")
    opened.press("Enter")
    assert opened.data("colours") == own
    assert differing(before, opened.pixels()) < 0.002


def test_the_mouse_turns_and_zooms(opened) -> None:
    start = opened.data("eye")
    box = opened.page.locator("#canvas").bounding_box()
    x, y = box["x"] + box["width"] / 3, box["y"] + box["height"] / 2
    opened.page.mouse.move(x, y)
    opened.page.mouse.down()
    opened.page.mouse.move(x + 120, y + 30, steps=4)
    opened.page.mouse.up()
    opened.settle()
    turned = opened.data("eye")
    assert turned != start
    opened.page.mouse.wheel(0, -240)
    opened.page.wait_for_function(
        "eye => document.documentElement.dataset.eye !== eye", arg=turned, timeout=5000
    )


def test_a_finger_turns_and_two_fingers_zoom(browser, file) -> None:
    with browser.open(file, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        box = page.page.locator("#canvas").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        start = page.data("eye")
        page.touch([(x, y)], [(x + 90, y + 20)])
        turned = page.data("eye")
        assert turned != start
        assert distance(turned) == pytest.approx(distance(start), rel=0.01)
        page.touch([(x - 30, y), (x + 30, y)], [(x - 90, y), (x + 90, y)])
        assert distance(page.data("eye")) < 0.9 * distance(turned)
        assert page.page.evaluate("scrollY") == 0


def test_a_letter_inlaid_in_its_tile_is_seen_in_its_colour(browser, kits, tmp_path: Path) -> None:
    kit = PicturedKit.read(kits(size=6, players=1, letter_style="inlay").folder)
    file = tmp_path / "preview.html"
    file.write_bytes(preview_page(kit, "en"))
    number = list(kit.parts).index("tile-L")
    with browser.open(file) as page:
        page.page.locator(f"input[name=part][value='{number}']").check(force=True)
        page.settle()
        assert dark(page.pixels()) > 0.02
        plate = next(
            index
            for index, plate in enumerate(kit.manifest.plates)
            if any(item.part == "tile-L" for item in plate.items)
        )
        page.page.locator("input[name=view][value=plates]").check(force=True)
        page.page.locator("#plate").select_option(str(plate))
        page.settle()
        assert dark(page.pixels()) > 0.002
        page.page.locator("input[type=color][name=letters]").fill("#ffffff")
        page.settle()
        assert dark(page.pixels()) < 0.001


def dark(pixels: np.ndarray) -> float:
    """Share of the pixels that are nearly black, as letters are and no shadow of the page is."""
    return float((pixels.max(axis=2) < 70).mean())


def test_a_page_that_lost_its_graphics_draws_again(opened) -> None:
    before = opened.pixels()
    opened.page.evaluate(
        """async () => {
            const canvas = document.getElementById("canvas");
            const lose = canvas.getContext("webgl2").getExtension("WEBGL_lose_context");
            const told = (name) => new Promise((done) => {
                canvas.addEventListener(name, done, { once: true });
            });
            const lost = told("webglcontextlost");
            lose.loseContext();
            await lost;
            await new Promise((done) => { setTimeout(done, 50); });
            const back = told("webglcontextrestored");
            lose.restoreContext();
            await back;
        }"""
    )
    opened.settle()
    opened.said[:] = [line for line in opened.said if "Context" not in line]
    assert differing(before, opened.pixels()) < 0.002


def test_dark_follows_the_system_and_the_button(browser, file) -> None:
    with browser.open(file, color_scheme="dark") as page:
        assert page.data("theme") == "dark"
        night = page.pixels()
        page.focus("#theme")
        page.press("Enter")
        assert page.data("theme") == "light"
        assert page.page.locator("#theme").get_attribute("aria-pressed") == "false"
        assert night[0, 0].max() < 90 < 200 < page.pixels()[0, 0].min()


def test_on_a_phone_nothing_is_wider_than_the_screen(browser, file) -> None:
    with browser.open(file, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        assert page.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        start = page.data("eye")
        page.page.locator("[data-act=in]").tap()
        page.settle()
        assert page.data("eye") != start


def test_without_3d_the_list_and_a_text_remain(flat_browser, file) -> None:
    with flat_browser.open(file) as page:
        assert page.data("ready") == "text"
        assert page.page.locator("#fallback").is_visible()
        assert page.page.locator(".part").first.is_visible()
        assert not page.page.locator("#views").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser, file, node_modules: Path, scheme: str) -> None:
    axe = (node_modules / "axe-core/axe.min.js").read_text()
    with browser.open(file, color_scheme=scheme) as page:
        for view in ("assembled", "plates", "part"):
            page.page.locator(f"input[name=view][value={view}]").check(force=True)
            assert serious(page.page, axe) == []


def test_axe_would_find_a_fault(browser, file, node_modules: Path) -> None:
    axe = (node_modules / "axe-core/axe.min.js").read_text()
    with browser.open(file) as page:
        page.page.evaluate("document.querySelector('[data-act=in]').removeAttribute('aria-label')")
        page.page.evaluate("document.querySelector('[data-act=in]').removeAttribute('title')")
        assert serious(page.page, axe) == ["button-name"]


def serious(page, axe: str) -> list[str]:
    page.evaluate(axe)
    found = json.loads(page.evaluate("axe.run().then(JSON.stringify)"))
    return [rule["id"] for rule in found["violations"] if rule["impact"] in ("serious", "critical")]


def types(node_modules: Path, *scripts: Path) -> subprocess.CompletedProcess[str]:
    options = "--noEmit --allowJs --checkJs --strict --noUnusedLocals --noUnusedParameters"
    return subprocess.run(
        [
            "node",
            node_modules / "typescript/bin/tsc",
            *options.split(),
            *("--target", "es2022", "--lib", "es2022,dom,dom.iterable"),
            *scripts,
        ],
        capture_output=True,
        text=True,
    )


def test_the_scripts_are_typed(node_modules: Path) -> None:
    done = types(node_modules, *SCRIPTS)
    assert done.returncode == 0, done.stdout


def test_a_fault_of_type_is_found(node_modules: Path, tmp_path: Path) -> None:
    broken = tmp_path / "page.js"
    text = SCRIPTS[-1].read_text()
    broken.write_text(text.replace("state.part = Number(input.value)", "state.part = 'one'"))
    done = types(node_modules, *SCRIPTS[:-1], broken)
    assert "Type 'string' is not assignable to type 'number'" in done.stdout
