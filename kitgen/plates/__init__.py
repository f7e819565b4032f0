"""Parts packed on the beds of printers."""
