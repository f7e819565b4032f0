"""The rules of stacking word games as data; knows nothing of printing."""
