"""The rules of stacking word games: profiles as data, and an engine that plays and rules by them.

    >>> from wordstack import Game, Pass
    >>> game = Game("werdup", players=2, seed=1)
    >>> game.position.board.is_empty, len(game.position.rack)
    (True, 7)

Nothing here knows of printing.
"""

from wordstack.actions import Action, Challenge, Exchange, Pass, Placement, Play, Withdraw
from wordstack.board import HIDDEN, Board, Cell, Direction
from wordstack.ending import Result, result
from wordstack.errors import ProfileError
from wordstack.game import Game
from wordstack.generation import ScoredPlay, can_play, legal_plays, scored_plays
from wordstack.illegal import IllegalActionError
from wordstack.labels import BLANK
from wordstack.layers import Layer, read_layers
from wordstack.notation_error import NotationError
from wordstack.packaged import profile_folder, profile_names
from wordstack.perft import divide, perft
from wordstack.play_text import format_play, parse_play, read_play
from wordstack.position import OpenPlay, Position
from wordstack.position_json import position_from_json, position_to_json
from wordstack.position_reading import parse_position
from wordstack.position_text import full_text, position_sha256, short_text
from wordstack.profile import GameProfile, load_profile, resolve_game, sources
from wordstack.reasons import Reason
from wordstack.rulebook import Rulebook
from wordstack.rules_options import RulesOptions
from wordstack.ruling import Ruling, validate
from wordstack.setup import StartDraw, new_game, real_game
from wordstack.tile_sets import TileSet
from wordstack.transitions import apply, challenge_succeeds
from wordstack.word_graph import WordGraph
from wordstack.words import FormedWord

__all__ = [
    "BLANK",
    "HIDDEN",
    "Action",
    "Board",
    "Cell",
    "Challenge",
    "Direction",
    "Exchange",
    "FormedWord",
    "Game",
    "GameProfile",
    "IllegalActionError",
    "Layer",
    "NotationError",
    "OpenPlay",
    "Pass",
    "Placement",
    "Play",
    "Position",
    "ProfileError",
    "Reason",
    "Result",
    "Rulebook",
    "RulesOptions",
    "Ruling",
    "ScoredPlay",
    "StartDraw",
    "TileSet",
    "Withdraw",
    "WordGraph",
    "apply",
    "can_play",
    "challenge_succeeds",
    "divide",
    "format_play",
    "full_text",
    "legal_plays",
    "load_profile",
    "new_game",
    "parse_play",
    "parse_position",
    "perft",
    "position_from_json",
    "position_sha256",
    "position_to_json",
    "profile_folder",
    "profile_names",
    "read_layers",
    "read_play",
    "real_game",
    "resolve_game",
    "result",
    "scored_plays",
    "short_text",
    "sources",
    "validate",
]
