"""The kit: which parts, how many, in which orientation, where in the assembled game.

One source for files, checks, pictures and manuals. Nothing here builds a solid.
"""
