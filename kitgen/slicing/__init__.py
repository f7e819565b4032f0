"""A slicer found, called and read."""
