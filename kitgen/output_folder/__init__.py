"""A kit's folder, replaced as a whole: either the earlier kit stands there or the new one does."""

from kitgen.output_folder.places import checked
from kitgen.output_folder.replacing import adding, recover, replacing, set_aside

__all__ = ["adding", "checked", "recover", "replacing", "set_aside"]
