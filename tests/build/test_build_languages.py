"""Kits of other languages: digraphs, accents, other alphabets, blanks."""

# ruff: noqa: RUF001 - Greek capitals are meant, not the Latin ones that they look like

import json

import pytest
import trimesh

# Facts: the 100 tiles of two games like Upwords, by letter.
HUNGARIAN = {
    **dict.fromkeys(("A", "E", "K"), 6),
    **dict.fromkeys("T", 5),
    **dict.fromkeys(("Á", "L", "N", "R"), 4),
    **dict.fromkeys(("B", "D", "É", "G", "I", "M", "O", "Ó", "S"), 3),
    **dict.fromkeys(("C", "F", "GY", "H", "J", "Ö", "Ő", "P", "SZ", "U", "Ü", "V", "Z"), 2),
    **dict.fromkeys(("CS", "Í", "LY", "NY", "TY", "Ú", "Ű", "ZS"), 1),
}
GREEK = {
    **dict.fromkeys("Α", 11),
    **dict.fromkeys("ΕΙΟΤ", 8),
    **dict.fromkeys("ΗΣ", 7),
    **dict.fromkeys("Ν", 6),
    **dict.fromkeys("Ρ", 5),
    **dict.fromkeys("ΚΠΥ", 4),
    **dict.fromkeys("ΛΜΩ", 3),
    **dict.fromkeys("ΓΔ", 2),
    **dict.fromkeys("ΒΖΘΞΦΧΨ", 1),
}
# Facts: a Spanish bag with digraphs of its own and two blanks.
SPANISH = {"_": 2, "A": 12, "CH": 1, "E": 12, "H": 2, "LL": 1, "N": 5, "Ñ": 1, "O": 9, "RR": 1}

FONTS_WITH_GREEK = ("Noto Sans", "DejaVu Sans", "Liberation Sans", "Arial", "Helvetica")


def profile(folder, name: str, counts: dict[str, int], blanks: bool = False) -> None:
    letters = ", ".join(f'"{label}"' for label in counts if label != "_")
    tiles = "\n".join(f'"{label}" = {count}' for label, count in counts.items())
    (folder / f"{name}.toml").write_text(
        f'[game]\nname = "{name}"\nextends = "werdup"\nletters = [{letters}]\n'
        f"blanks = {str(blanks).lower()}\n[game.tiles.10]\n{tiles}\n",
        encoding="utf-8",
    )


@pytest.fixture
def here(kitgen_here, tmp_path):
    assert kitgen_here("--version").code == 0
    return tmp_path / "here"


def manifest(folder):
    return json.loads((folder / "manifest.json").read_bytes())


def test_hungarian(here, kitgen_here):
    profile(here, "magyar", HUNGARIAN)
    planned = kitgen_here("build", "--profile", "magyar.toml", "--dry-run", "--json")
    assert planned.code == 0, planned.err
    rows = {row["part"]: row["count"] for row in json.loads(planned.out)["parts"]}
    assert rows["tile-SZ"] == 2
    assert rows["tile-O-double-acute"] == 2
    assert rows["tile-U-diaeresis"] == 2
    assert all(name.isascii() for name in rows)
    only = "tile-SZ,tile-GY,tile-O-double-acute"
    built = kitgen_here("build", "--profile", "magyar.toml", "--only", only, "-o", "kit")
    assert built.code == 0, built.err
    letters = {part["label"]: part["letter"] for part in manifest(here / "kit")["parts"]}
    assert sorted(letters) == ["GY", "SZ", "Ő"]
    assert len({letter["baseline_mm"] for letter in letters.values()}) == 1
    assert all(letter["narrowing"] >= 0.75 for letter in letters.values())
    assert all(letter["scale"] >= 0.6 for letter in letters.values())


def test_greek(here, kitgen_here):
    profile(here, "greek", GREEK)
    refused = kitgen_here("build", "--profile", "greek.toml", "-o", "kit")
    assert refused.code == 2
    assert refused.err.count("\n") == 1
    assert "no glyph for" in refused.err  # the default face has no Greek
    assert "Α" in refused.err
    assert not (here / "kit").exists()
    for font in FONTS_WITH_GREEK:
        options = ("--profile", "greek.toml", "--font", font, "--only", "tile", "-o", "kit")
        answer = kitgen_here("build", *options)
        if answer.code == 0:
            break
        assert answer.code == 2, answer.err  # not here, or without these letters
    else:
        pytest.skip(f"none of {', '.join(FONTS_WITH_GREEK)} is installed with Greek letters")
    parts = manifest(here / "kit")["parts"]
    assert [part["label"] for part in parts] == list(GREEK)
    names = [part["name"] for part in parts]
    assert names[0] == "tile-greek-alpha"
    assert "tile-greek-omega" in names
    assert all(name.isascii() for name in names)


def test_spanish_with_blanks(here, kitgen_here):
    profile(here, "none", SPANISH, blanks=False)
    refused = kitgen_here("build", "--profile", "none.toml", "-o", "kit")
    assert refused.code == 2
    assert "blanks" in refused.err
    profile(here, "es", SPANISH, blanks=True)
    options = ("--profile", "es.toml", "--only", "tile-blank,tile-N-tilde,tile-CH,tile-N")
    answer = kitgen_here("build", *options, "-o", "kit")
    assert answer.code == 0, answer.err
    parts = {part["name"]: part for part in manifest(here / "kit")["parts"]}
    blank = parts["tile-blank"]
    assert blank["label"] == "_"
    assert blank["letter"] is None
    assert blank["count"] >= 1
    assert blank["solid_volume_mm3"] > parts["tile-N"]["solid_volume_mm3"] + 10
    mesh = trimesh.load_mesh(here / "kit/stl/tile-blank.stl")
    assert mesh.is_watertight
