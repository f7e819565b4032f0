"""The rules of stacking word games as data; knows nothing of printing."""

from wordstack.errors import ProfileError
from wordstack.labels import BLANK
from wordstack.layers import Layer, read_layers
from wordstack.packaged import profile_folder, profile_names
from wordstack.profile import GameProfile, load_profile, resolve_game, sources
from wordstack.rules_options import RulesOptions
from wordstack.tile_sets import TileSet

__all__ = [
    "BLANK",
    "GameProfile",
    "Layer",
    "ProfileError",
    "RulesOptions",
    "TileSet",
    "load_profile",
    "profile_folder",
    "profile_names",
    "read_layers",
    "resolve_game",
    "sources",
]
