"""``preview.html``: one file that shows a kit in three dimensions, without a network."""
