"""What a user may set, layered and resolved: `load_settings` is the way in."""

from kitgen.settings.kit_settings import KitSettings, is_font_path, load_settings
from kitgen.settings.materials import Material, material, materials
from kitgen.settings.print_settings import PrintSettings
from kitgen.settings.printers import Printer, printer, printers

__all__ = [
    "KitSettings",
    "Material",
    "PrintSettings",
    "Printer",
    "is_font_path",
    "load_settings",
    "material",
    "materials",
    "printer",
    "printers",
]
