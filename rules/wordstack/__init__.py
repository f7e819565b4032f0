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
from wordstack.packaged import profile_folder, profile_names
from wordstack.position import OpenPlay, Position
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
    "legal_plays",
    "load_profile",
    "new_game",
    "profile_folder",
    "profile_names",
    "read_layers",
    "real_game",
    "resolve_game",
    "result",
    "scored_plays",
    "sources",
    "validate",
]
