"""Pictures of a kit, drawn from its written files: PNG files and the page to turn it round.

``scenes/`` says what is shown, ``drawing`` draws it or takes it from the cache, ``page/`` makes the
3D page, ``making`` all of them for one kit.
"""
