"""The name by which a manifest is known, where its model would take too long to load."""

FORMAT = "kitgen-manifest"
