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
from slice_records import slice_of

from kitgen.export.manifest import Manifest, sha256
from kitgen.paper import manual as manual_module
from kitgen.paper.manual import manual, manual_data
from kitgen.paper.manual_coupon import NO_SETTING
from kitgen.paper.manual_coupon import setting as coupon_setting
from kitgen.pictures.drawing import Drawn
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.png import encode
from kitgen.store import Store
from kitgen.wording import LANGUAGES

TIMES = "\N{MULTIPLICATION SIGN}"


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
    assert f"{figure(kit.printed.layer_height, language)} mm" in first
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
    assert "from the colour of the tiles to that of the letters" in text
    assert f"{change.first} {change.second}" in text.replace("\u00a0", " ")


@pytest.mark.parametrize("slicer", ["generic", "prusa"])
def test_inlaid_letters_ask_for_two_filaments(kits, tmp_path, system_tool, slicer):
    inlay = PicturedKit.read(kits(size=6, players=2, letter_style="inlay", slicer=slicer).folder)
    text = " ".join(pages(inlay, tmp_path, system_tool))
    # The letter ends with its tile; it is as high as it is printed.
    tile, letter = inlay.parts["tile-E"], inlay.parts["tile-E-letter"]
    height = tile.bbox_mm[1][2] - (letter.bbox_mm[1][2] - letter.bbox_mm[0][2])
    assert f"two filaments in the same layers, from {height:.2f}".rstrip("0") in text
    shares = {
        row["roles"]: row for row in manual_data(inlay, "en")["print"]["plates"]["colours"]["rows"]
    }
    letters = next(row for roles, row in shares.items() if "letters" in roles)
    assert letters["colours"] == [inlay.printed.letter_colour]
    (plate,) = [plate for plate in inlay.manifest.plates if len(plate.colours) == 2]
    # Letters are solid: what their volume weighs.
    volume = sum(
        part.volume_mm3 * part.count for part in inlay.manifest.parts if part.kind == "tile-letter"
    )
    density = inlay.manifest.material.density_g_per_cm3
    assert float(letters["figures"][0]) == pytest.approx(volume / 1000 * density, abs=0.06)
    assert 0 < float(letters["figures"][0]) < plate.estimate.grams / 2


@pytest.mark.parametrize("style", ["engraved", "raised", "inlay"])
def test_grams_and_hours_by_colour_add_up_to_those_of_the_plates(kits, style):
    kit = PicturedKit.read(kits(size=6, players=2, letter_style=style).folder)
    plates = manual_data(kit, "en")["print"]["plates"]
    rows = plates["colours"]["rows"]
    totals = [float(figure) for figure in plates["total"]["figures"]]
    assert plates["colours"]["header"][2:] == ["Grams", "Metres", "Careful, h", "Fast, h"]
    found = [sum(float(row["figures"][column]) for row in rows) for column in (0, 2, 3)]
    assert found == pytest.approx(totals, abs=0.05 * (len(rows) + 1))
    assert len(rows) == (3 if style == "engraved" else 4)
    assert all(len(row["colours"]) == 1 and row["roles"] for row in rows)


def test_the_coupon_is_read_by_the_clearance_of_the_kit(kit):
    def settings(kit):
        (table,) = manual_data(kit, "en")["coupon"]["tables"]
        assert table["as_is"] == "Print the kit: it is made with this gap."
        return {row["number"]: row["settings"] for row in table["rows"]}

    rows = settings(kit)
    assert list(rows) == ["05", "10", "20", "30", "40"]
    assert rows["20"] == []
    assert rows["30"] == ["print.clearance_per_side=0.30", "print.fit_offset_board=0.10"]
    profile = kit.manifest.profile
    profile = {**profile, "print": {**profile["print"], "fit_offset_board": 0.1}}
    other = PicturedKit(
        kit.folder, kit.manifest.model_copy(update={"profile": profile}), kit.manifest_sha256
    )
    rows = settings(other)
    assert rows["30"] == []
    # All joints move by as much; the offset of this one stays.
    assert rows["20"] == ["print.clearance_per_side=0.10", "print.fit_offset_board=0.00"]
    assert rows["10"] == [NO_SETTING, "print.fit_offset_board=-0.10"]
    assert rows["40"] == ["print.clearance_per_side=0.30", "print.fit_offset_board=0.20"]


def test_no_setting_is_advised_that_is_not_allowed(kit):
    assert coupon_setting("clearance_per_side", 0.3) == "print.clearance_per_side=0.30"
    assert coupon_setting("fit_offset_nest", 0.25) == NO_SETTING
    profile = kit.manifest.profile
    for offset, advised in ((0.1, "fit_offset_nest=0.15"), (0.2, "clearance_per_side=0.25")):
        printed = {**profile["print"], "fit_offset_nest": offset}
        manifest = kit.manifest.model_copy(update={"profile": {**profile, "print": printed}})
        data = manual_data(PicturedKit(kit.folder, manifest, kit.manifest_sha256), "en")
        assert f"print.{advised} instead of" in repr(data["care"])


def test_a_kit_without_coupon_says_how_to_get_one(kits, tmp_path, system_tool):
    without = PicturedKit.read(kits(size=6, players=2, coupon="none").folder)
    text = " ".join(pages(without, tmp_path, system_tool))
    assert "“kitgen coupon” makes one" in text
    assert "coupon piece" not in text


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
    assert len(figures) == len(data["print"]["views"]) + 2 * len(data["steps"]) + needs
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


@pytest.mark.parametrize("clearance", [0.05, 0.2, 0.4])
def test_the_setting_that_is_shown_is_allowed(kit, clearance):
    profile = kit.manifest.profile
    printed = {**profile["print"], "clearance_per_side": clearance}
    manifest = kit.manifest.model_copy(update={"profile": {**profile, "print": printed}})
    data = manual_data(PicturedKit(kit.folder, manifest, kit.manifest_sha256), "en")
    shown = re.search(r"--set print\.clearance_per_side=([\d.]+)", data["coupon"]["then"])
    value = float(shown[1])
    assert coupon_setting("clearance_per_side", value) != NO_SETTING
    assert value != clearance


@pytest.mark.parametrize("letters", ["#F4EBDD", "#f4ebdd"])
def test_letters_in_the_colour_of_their_tiles_are_one_filament(kits, letters):
    named = {"letter_style": "inlay", "letter_colour": letters, "tile_colour": "#F4EBDD"}
    kit = PicturedKit.read(kits(size=6, players=2, **named).folder)
    printing = manual_data(kit, "en")["print"]
    assert printing["change"] is None
    rows = printing["plates"]["colours"]["rows"]
    total = float(printing["plates"]["total"]["figures"][0])
    assert sum(float(row["figures"][0]) for row in rows) == pytest.approx(total, abs=0.2)
    assert len({row["colours"][0] for row in rows}) == len(rows) == 3
