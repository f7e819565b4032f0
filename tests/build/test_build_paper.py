"""A whole build with paper and pictures: what lies there, and whose it is when built again."""

import json


def found(folder):
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}


def test_a_build_brings_paper_and_pictures_that_name_the_kit(kitgen_here, tmp_path) -> None:
    options = ("build", "--size", 6, "--players", 1, "--no-validate", "--jobs", 1, "-o")
    kit = tmp_path / "kit"
    answer = kitgen_here(*options, kit, drawn=True)
    assert answer.code == 0, answer.err
    names = found(kit)
    paper = {f"paper/{name}.pdf" for name in ("rules-booklet", "score-sheet", "manual")}
    assert paper | {"preview.html", "pictures/whole-kit.png", "paper/paper.json"} <= names
    assert "preview.html" in answer.out
    assert "rules-booklet.pdf" in answer.out
    from kitgen.export.manifest import sha256

    digest = sha256((kit / "manifest.json").read_bytes())
    for name in ("paper/paper.json", "pictures/pictures.json"):
        listed = json.loads((kit / name).read_text(encoding="utf-8"))
        assert listed["manifest_sha256"] == digest
        for entry in listed["files"]:
            assert sha256((kit / entry["path"]).read_bytes()) == entry["sha256"]
    # Built again without them they are gone, and what the user put among them is not.
    (kit / "paper" / "mine.pdf").write_text("mine")
    assert kitgen_here(*options, kit).code == 0
    assert found(kit) == {n for n in names if not n.startswith(("paper/", "pictures/"))} - {
        "preview.html"
    } | {"paper/mine.pdf"}


def test_a_part_of_a_kit_is_drawn_and_has_no_paper(kitgen_here, tmp_path) -> None:
    kit = tmp_path / "kit"
    options = ("--size", 6, "--only", "tile-E", "--jobs", 1, "-o", kit)
    answer = kitgen_here("build", *options, drawn=True)
    assert answer.code == 0, answer.err
    assert "pictures/parts/tile-E.png" in found(kit)
    assert not (kit / "paper").exists()
    assert "rules-booklet" not in answer.out
