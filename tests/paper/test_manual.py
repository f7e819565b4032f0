"""The manual says what the manifest says, on pages on which nothing is cut off."""

import io
import json
import re
import shutil
import subprocess
import tomllib
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from string import Formatter

import numpy as np
import pikepdf
import pytest

from kitgen.export.manifest import Manifest, sha256
from kitgen.paper import manual as manual_module
from kitgen.paper.manual import manual, manual_data
from kitgen.pictures.drawing import Drawn
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.png import encode
from kitgen.slicing.record import (
    Filament,
    Print,
    ProcessUsed,
    SliceRecord,
    SpeedsUsed,
    added,
)
from kitgen.store import Store
from kitgen.wording import LANGUAGES

TIMES = "\N{MULTIPLICATION SIGN}"
SPEEDS = {name: 60.0 for name in SpeedsUsed.model_fields if name != "name"}


@lru_cache
def blank(width: int, height: int) -> bytes:
    """A picture of one grey: where pages break depends on its shape, not on what it shows."""
    return encode(np.full((height, width, 3), 200, dtype=np.uint8))


@pytest.fixture(autouse=True)
def undrawn(monkeypatch):
    def draw(_kit, pictures, _store, **_):
        shapes = {p.path: (p.width_px, round(p.width_px * p.scene.height)) for p in pictures}
        return Drawn({path: blank(*shape) for path, shape in shapes.items()}, "simple")

    monkeypatch.setattr(manual_module, "draw_all", draw)


@pytest.fixture(scope="module")
def kit(kits) -> PicturedKit:
    return PicturedKit.read(kits(size=6, players=2).folder)


def pages(kit: PicturedKit, tmp_path: Path, system_tool, language="en", paper="a4") -> list[str]:
    """Text of each page, as poppler finds it, with runs of blanks as one."""
    path = tmp_path / f"{language}-{paper}.pdf"
    path.write_bytes(manual(kit, language, paper, Store(None)))
    command = [system_tool("pdftotext"), "-layout", str(path), "-"]
    text = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    return [plain(page) for page in text.split("\f")[:-1]]


def plain(text: str) -> str:
    """With every run of blanks, also those at which no line may break, as one."""
    return re.sub(r"\s+", " ", text).strip()


def changed(kit: PicturedKit, tmp_path: Path, **values) -> PicturedKit:
    """The same kit with another manifest."""
    folder = tmp_path / "changed"
    shutil.copytree(kit.folder, folder, dirs_exist_ok=True)
    manifest = json.loads((folder / "manifest.json").read_bytes())
    (folder / "manifest.json").write_text(json.dumps({**manifest, **values}))
    return PicturedKit.read(folder)


def figure(value: float, language: str = "en") -> str:
    text = f"{value:.1f}"
    return text if language == "en" else text.replace(".", ",")


@pytest.mark.parametrize("language", LANGUAGES)
def test_plates_and_their_figures_are_the_manifests(kit, tmp_path, system_tool, language):
    first, *_ = pages(kit, tmp_path, system_tool, language)
    estimates = [plate.estimate for plate in kit.manifest.plates]
    for plate, estimate in zip(kit.manifest.plates, estimates, strict=True):
        figures = [estimate.grams, estimate.hours["careful"], estimate.hours["fast"]]
        row = " ".join(figure(value, language) for value in figures)
        name = plate.file.removeprefix("3mf/")
        assert re.search(rf"{name} {len(plate.items)}.*?{plate.colours[0]} {row}", first), name
    sums = [
        sum(e.grams for e in estimates),
        *(sum(e.hours[speed] for e in estimates) for speed in ("careful", "fast")),
    ]
    assert " ".join(figure(value, language) for value in sums) in first
    metres = sum(e.metres for e in estimates[:2])
    assert f"{figure(estimates[0].grams + estimates[1].grams, language)} " in first
    assert figure(metres, language) in first
    assert f"{figure(kit.printed['layer_height'], language)} mm" in first
    assert re.search(r"15 ?%", first)


def test_every_part_and_its_count_stand_in_the_list(kit, tmp_path, system_tool):
    text = pages(kit, tmp_path, system_tool)[-1]
    for part in kit.manifest.parts:
        if part.kind == "tile":
            assert re.search(rf"\b{part.label} ?{TIMES} ?{part.count}\b", text), part.name
        elif not part.kind.startswith("coupon"):
            assert re.search(rf" {part.count} [\d. {TIMES}]+{part.file}", text), part.name
    assert f"{sum(part.count for part in kit.manifest.parts)} parts" in text


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_step_has_a_page_and_stays_on_it(kit, tmp_path, system_tool, language, paper):
    told = pages(kit, tmp_path, system_tool, language, paper)
    data = manual_data(kit, language)
    titles = [plain(step["title"]) for step in data["steps"]]
    first = next(i for i, page in enumerate(told) if page.startswith(titles[0]))
    for page, step in zip(told[first:], data["steps"], strict=False):
        assert page.startswith(plain(step["title"]))
        # The last words of a step are on its page, not on the next.
        end = plain(step["undo"]).split()[-1]
        assert end in page
        assert all(plain(label) in page for label in data["step_words"].values())
        for need in step["needs"]:
            assert re.search(rf"\b{need['count']} ?{TIMES}", page)
    assert told[first + len(titles)].startswith(plain(data["care"]["title"]))


def test_racks_are_as_many_as_players(kits, kit, tmp_path, system_tool):
    alone = PicturedKit.read(kits(size=6, players=1).folder)
    text = " ".join(pages(kit, tmp_path, system_tool))
    assert "Do this step 2 times" in text
    assert "4 rack halves" in text
    text = " ".join(pages(alone, tmp_path, system_tool))
    assert text.count("Do this step") == 1
    assert "2 rack halves" in text


def test_a_change_of_filament_is_told_with_its_height_and_layer(kits, tmp_path, system_tool, kit):
    assert "Letters in a second colour" not in " ".join(pages(kit, tmp_path, system_tool))
    raised = PicturedKit.read(kits(size=6, players=2, letter_style="raised").folder)
    change = raised.manifest.filament_change
    text = " ".join(pages(raised, tmp_path, system_tool))
    assert f"when {change.z_mm:g} mm are printed, before layer {change.layer}" in text
    assert f"from {change.first} to {change.second}" in text


def test_inlaid_letters_ask_for_two_filaments(kits, tmp_path, system_tool):
    inlay = PicturedKit.read(kits(size=6, players=2, letter_style="inlay").folder)
    text = " ".join(pages(inlay, tmp_path, system_tool))
    assert "needs two filaments in the same layers" in text
    assert "tiles and letters" in text


def test_the_coupon_is_read_by_the_clearance_of_the_kit(kit):
    rows = {row[0]: row[2] for row in manual_data(kit, "en")["coupon"]["tables"][0]["rows"]}
    assert list(rows) == ["05", "10", "20", "30", "40"]
    assert rows["20"] == ["Print the kit: it is made with this gap."]
    assert rows["30"] == [
        "print.clearance_per_side=0.30 for all joints",
        "or print.fit_offset_board=0.10 for this kind alone",
    ]
    printed = {**kit.printed, "fit_offset_board": 0.1}
    profile = {**kit.manifest.profile, "print": printed}
    other = PicturedKit(
        kit.folder, kit.manifest.model_copy(update={"profile": profile}), kit.manifest_sha256
    )
    rows = {row[0]: row[2] for row in manual_data(other, "en")["coupon"]["tables"][0]["rows"]}
    assert rows["30"] == ["Print the kit: it is made with this gap."]
    assert rows["20"][1] == "or print.fit_offset_board=0.00 for this kind alone"


def test_a_kit_without_coupon_says_how_to_get_one(kits, tmp_path, system_tool):
    without = PicturedKit.read(kits(size=6, players=2, coupon="none").folder)
    text = " ".join(pages(without, tmp_path, system_tool))
    assert "“kitgen coupon” makes one" in text
    assert "coupon piece" not in text


def slice_of(kit: PicturedKit, digest: str) -> SliceRecord:
    process = ProcessUsed(
        layer_height_mm=0.2,
        line_width_mm=0.45,
        nozzle_mm=0.4,
        perimeters=2,
        infill=0.15,
        top_layers=4,
        bottom_layers=4,
        support_angle_deg=45,
        material="PLA",
        density_g_per_cm3=1.24,
    )
    prints = tuple(
        Print(
            file=plate.file,
            title=plate.title,
            copies=1,
            hours=7.3 + number,
            layers=20,
            filaments=tuple(
                Filament(colour=colour, grams=61.7 + number, metres=20.1, cm3=50)
                for colour in plate.colours
            ),
            changes=0,
            support_cm3=0,
        )
        for number, plate in enumerate(kit.manifest.plates)
    )
    return SliceRecord(
        kitgen_version="1",
        slicer="PrusaSlicer-2.5.0",
        manifest_sha256=digest,
        process=process,
        speeds=SpeedsUsed(name="careful", **SPEEDS),
        prints=prints,
        total=added(prints),
    )


def test_a_slicers_figures_stand_where_they_are_of_this_very_kit(kit, tmp_path, system_tool):
    copy = changed(kit, tmp_path)
    (copy.folder / "slice.json").write_bytes(slice_of(copy, copy.manifest_sha256).to_bytes())
    first, *_ = pages(copy, tmp_path, system_tool)
    assert "come from PrusaSlicer-2.5.0" in first
    assert "61.7 7.3" in first
    assert "own estimate" not in first
    (copy.folder / "slice.json").write_bytes(slice_of(copy, "0" * 64).to_bytes())
    first, *_ = pages(copy, tmp_path, system_tool)
    assert "own estimate" in first
    assert "61.7" not in first


def test_a_kit_of_before_estimates_shows_no_figures(kit, tmp_path, system_tool):
    manifest = json.loads((kit.folder / "manifest.json").read_bytes())
    plates = [{**plate, "estimate": None} for plate in manifest["plates"]]
    old = changed(kit, tmp_path, plates=plates)
    text = " ".join(pages(old, tmp_path, system_tool))
    assert "plate-01.3mf" in text
    assert "Grams" not in text


def test_a_kit_without_plates_points_to_its_files(kit, tmp_path, system_tool):
    bare = changed(kit, tmp_path, plates=[], printer=None, material=None)
    first, *_ = pages(bare, tmp_path, system_tool)
    assert "This kit has no plates" in first
    assert "plate-01" not in first


def test_advice_of_a_material_is_in_the_manuals_language(kit, tmp_path):
    assert manual_data(kit, "de")["print"]["advice"].startswith("Am leichtesten zu drucken")
    material = {**kit.manifest.material.model_dump(), "advice": "Mine."}
    assert (
        manual_data(changed(kit, tmp_path, material=material), "de")["print"]["advice"] == "Mine."
    )


def test_english_advice_is_that_of_the_materials_themselves():
    words = tomllib.loads((files("kitgen.paper") / "wording/manual.en.toml").read_text("utf-8"))
    ours = Path(__file__).parents[2] / "profiles/materials"
    for name, advice in words["material"].items():
        assert tomllib.loads((ours / f"{name}.toml").read_text())["advice"] == advice
    assert set(words["material"]) == {path.stem for path in ours.glob("*.toml")}


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_it_is_tagged_and_every_figure_has_words(kit, paper):
    pdf = pikepdf.open(io.BytesIO(manual(kit, "fr", paper, Store(None))))
    assert str(pdf.Root.Lang) == "fr"
    figures = list(figures_in(pdf.Root.StructTreeRoot))
    data = manual_data(kit, "fr")
    needs = sum(len(step["needs"]) for step in data["steps"])
    assert len(figures) == len(data["print"]["plans"]) + 2 * len(data["steps"]) + needs
    assert all(str(figure.Alt).strip() for figure in figures)
    width, height = (float(v) for v in pdf.pages[0].MediaBox[2:])
    assert (round(width), round(height)) == {"a4": (595, 842), "letter": (612, 792)}[paper]


def figures_in(node) -> list[pikepdf.Object]:
    if not isinstance(node, pikepdf.Dictionary):
        return []
    kids = node.get("/K", [])
    kids = kids if isinstance(kids, pikepdf.Array) else [kids]
    inner = [found for kid in kids for found in figures_in(kid)]
    return [node, *inner] if node.get("/S") == "/Figure" else inner


def test_the_same_kit_gives_the_same_bytes(kit):
    assert sha256(manual(kit, "de", "a4", Store(None))) == sha256(
        manual(kit, "de", "a4", Store(None))
    )


def test_languages_have_the_same_strings_and_fields():
    for package, name in (("kitgen.paper", "manual"), ("kitgen.steps", "steps")):
        tables = {
            language: leaves(
                tomllib.loads(
                    (files(package) / f"wording/{name}.{language}.toml").read_text("utf-8")
                )
            )
            for language in LANGUAGES
        }
        for language in LANGUAGES:
            assert tables[language] == tables["en"], (name, language)


def leaves(value, key: str = "") -> dict[str, set[str]]:
    if isinstance(value, str):
        return {key: {field for _, field, _, _ in Formatter().parse(value) if field}}
    items = enumerate(value) if isinstance(value, list) else value.items()
    return {k: v for name, inner in items for k, v in leaves(inner, f"{key}.{name}").items()}


def test_a_manifest_is_all_it_needs(kit):
    """Nothing in it is settled by what this computer, this day or this folder is called."""
    again = PicturedKit(
        Path("elsewhere"), Manifest.from_bytes(kit.manifest.to_bytes()), kit.manifest_sha256
    )
    assert manual_data(again, "en") == manual_data(kit, "en")
