"""Records of a slicer's figures, made up."""

from kitgen.pictures.kit import PicturedKit
from kitgen.slicing.record import (
    Filament,
    Print,
    ProcessUsed,
    SliceRecord,
    SpeedsUsed,
    added,
)

SPEEDS = {name: 60.0 for name in SpeedsUsed.model_fields if name != "name"}


def slice_of(kit: PicturedKit, digest: str, *, copies: int = 1) -> SliceRecord:
    """Figures that no slicer gives, for each plate of a kit."""
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
            copies=copies,
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
