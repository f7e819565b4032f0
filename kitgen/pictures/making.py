"""All pictures of one kit, and the page to turn it round."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kitgen.companions import CompanionFile, Companions, packed, unpacked
from kitgen.export.manifest_file import ManifestFile
from kitgen.pictures.position import words_digest
from kitgen.store import Store, code_fingerprint
from kitgen.wording import chosen_language

if TYPE_CHECKING:
    from kitgen.pictures.kit import PicturedKit
    from kitgen.pictures.scene import Picture

LIST = "pictures/pictures.json"
PAGE = "preview.html"
_CODE = (
    "kitgen.companions",
    "kitgen.export",
    "kitgen.kit.names",
    "kitgen.mesh",
    "kitgen.pictures",
    "kitgen.settings",
    "kitgen.steps",
    "kitgen.wording",
    "wordstack",
)
_LIBRARIES = ("babel", "numpy", "pillow", "trimesh", "vtk")


def make_pictures(
    folder: Path,
    store: Store,
    *,
    language: str | None = None,
    jobs: int | None = None,
    begin: Callable[[int], None] = lambda _: None,
    drawn: Callable[[str], None] = lambda _: None,
    note: Callable[[str], None] = lambda _: None,
) -> Companions:
    """Draw a kit.

    Args:
        folder: Holds the kit.
        store: Where pictures are kept.
        language: Of the texts; None for the profile's, else the game's.
        jobs: How many processes draw at most; all cores if None.
        begin: Called with the number of pictures.
        drawn: Called with the path of each that is there.
        note: Called with what the user should know.

    Raises:
        UserError: There is no kit, or a part's file is absent or damaged.
    """
    manifest = ManifestFile.read(folder)
    wanted = manifest.printed.get("paper_language") if language is None else language
    tongue, remark = chosen_language(wanted, manifest.language)
    if remark:
        note(remark)
    manifest.require_parts()
    code = code_fingerprint(_CODE, _LIBRARIES)
    key = f"pictures {code} {manifest.sha256} {words_digest(manifest)} {tongue}"
    known = store.get(key)
    if known is not None:
        about = {"language": tongue, "renderer": "vtk"}
        return Companions(LIST, manifest.sha256, unpacked(known), about)
    from kitgen.pictures.kit import PicturedKit

    kit = PicturedKit.read(folder)
    files, renderer = _made(kit, tongue, store, jobs, begin, drawn, note)
    if renderer == "vtk":
        # What a simple renderer drew must not stand for VTK's once VTK can draw.
        store.put(key, packed(files))
    about = {"language": tongue, "renderer": renderer}
    return Companions(LIST, manifest.sha256, files, about)


def every_picture(kit: PicturedKit, language: str, store: Store) -> list[Picture]:
    """What is drawn of a kit: views of the whole, steps, plates, parts; of a part of a kit less."""
    from kitgen.pictures.scenes import letters, mid_game, parts, plates, steps, whole_kit

    return [
        *whole_kit.pictures(kit, language),
        *mid_game.pictures(kit, language, store),
        *letters.pictures(kit, language),
        *(steps.pictures(kit, language) if kit.manifest.whole else ()),
        *plates.pictures(kit, language),
        *parts.pictures(kit, language),
    ]


def _made(
    kit: PicturedKit,
    language: str,
    store: Store,
    jobs: int | None,
    begin: Callable[[int], None],
    drawn: Callable[[str], None],
    note: Callable[[str], None],
) -> tuple[list[CompanionFile], str]:
    from kitgen.pictures.drawing import draw_all
    from kitgen.pictures.page.preview import preview_page

    pictures = every_picture(kit, language, store)
    begin(len(pictures) + 1)
    outcome = draw_all(kit, pictures, store, jobs=jobs, drawn_one=drawn, note=note)
    files = [
        CompanionFile(
            picture.path,
            outcome.files[picture.path],
            {
                "width": picture.width_px,
                "height": round(picture.width_px * picture.scene.height),
                "alt": picture.alt,
            },
        )
        for picture in pictures
    ]
    files.append(CompanionFile(PAGE, preview_page(kit, language)))
    drawn(PAGE)
    return files, outcome.renderer
