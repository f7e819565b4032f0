"""The page in a real browser, and what judges it: each skips a user's run and fails CI's."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "judges"))

from kits import game, kits  # noqa: E402

__all__ = ["game", "kits"]

BROWSER = [
    "--headless=new",
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
]
SCREEN = {"width": 900, "height": 600}
"""Small, because every pixel is drawn without a graphics card."""
WITHOUT_3D = ["--headless=new", "--no-sandbox", "--disable-3d-apis"]


def without(reason: str) -> NoReturn:
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


class Opened:
    """A page opened from its file, with all that it said and asked for."""

    def __init__(self, context: Any, path: Path) -> None:
        self.page = context.new_page()
        self._protocol: Any = None
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(path.as_uri())
        self.page.wait_for_selector("html[data-ready]")
        self.settle()

    def data(self, name: str) -> str:
        value = self.page.evaluate("name => document.documentElement.dataset[name] ?? ''", name)
        assert isinstance(value, str)
        return value

    def settle(self) -> None:
        """Wait until two frames of the browser bring no frame of the page."""
        self.page.evaluate(
            """async () => {
                const data = document.documentElement.dataset;
                const frame = () => new Promise(requestAnimationFrame);
                for (let seen = null; seen !== data.frames;) {
                    seen = data.frames; await frame(); await frame(); await frame();
                }
            }"""
        )

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
        self.settle()

    def focus(self, selector: str) -> None:
        """Reach something by the Tab key alone."""
        self.page.evaluate("document.activeElement.blur()")
        for _ in range(40):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("query => document.activeElement.matches(query)", selector):
                return
        pytest.fail(f"{selector} is not reached by Tab")

    def touch(self, start: list[tuple[float, float]], end: list[tuple[float, float]]) -> None:
        """Lay fingers on the screen, draw them along straight ways, lift them."""
        if self._protocol is None:
            self._protocol = self.page.context.new_cdp_session(self.page)

        def at(share: float) -> list[dict[str, float]]:
            return [
                {"x": a + share * (c - a), "y": b + share * (d - b), "id": finger}
                for finger, ((a, b), (c, d)) in enumerate(zip(start, end, strict=True))
            ]

        def send(kind: str, points: list[dict[str, float]]) -> None:
            self._protocol.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        send("touchStart", at(0))
        for share in (0.25, 0.5, 0.75, 1.0):
            send("touchMove", at(share))
            self.settle()
        send("touchEnd", [])
        self.settle()

    def pixels(self) -> Any:
        """The 3D view as it is on the screen: (height, width, 3) uint8."""
        import io

        import numpy as np
        from PIL import Image

        box = self.page.locator("#canvas").bounding_box()
        # Controls lie over the right edge of the view.
        box["width"] -= 80
        shot = self.page.screenshot(clip=box, animations="disabled")
        return np.asarray(Image.open(io.BytesIO(shot)).convert("RGB"))


class Browser:
    def __init__(self, browser: Any) -> None:
        self._browser = browser

    @contextmanager
    def open(self, path: Path, **context: Any) -> Iterator[Opened]:
        opened = self._browser.new_context(
            **{"reduced_motion": "reduce", "viewport": SCREEN} | context
        )
        try:
            yield Opened(opened, path)
        finally:
            opened.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Callable[[list[str]], Any]]:
    """Call it with arguments to start Debian's Chromium."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        without("playwright is not installed (pip install playwright)")
    program = shutil.which("chromium")
    if program is None:
        without("chromium is not installed (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        yield lambda arguments: playwright.chromium.launch(executable_path=program, args=arguments)


@pytest.fixture(scope="module")
def browser(chromium) -> Iterator[Browser]:
    """Draws 3D in software."""
    launched = chromium(BROWSER)
    yield Browser(launched)
    launched.close()


@pytest.fixture
def flat_browser(chromium) -> Iterator[Browser]:
    """Cannot draw 3D."""
    launched = chromium(WITHOUT_3D)
    yield Browser(launched)
    launched.close()


@pytest.fixture(scope="session")
def node_modules() -> Path:
    """What package-lock.json names, installed beside it."""
    from filelock import FileLock

    if (npm := shutil.which("npm")) is None:
        without("npm is not installed (Debian: apt-get install nodejs npm)")
    folder = HERE / "node_modules"
    with FileLock(HERE / ".npm.lock"):
        kept, asked = folder / ".asked.json", (HERE / "package-lock.json").read_bytes()
        if not kept.is_file() or kept.read_bytes() != asked:
            done = subprocess.run(
                [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
                cwd=HERE,
                capture_output=True,
                text=True,
            )
            if done.returncode != 0:
                without(f"npm cannot install: {done.stderr.strip()[-200:]}")
            kept.write_bytes(asked)
    return folder
