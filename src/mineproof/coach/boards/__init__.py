"""Boards for people: generated without guesses, certified, graded, and turned into exercises.

Everything here knows the layout. Advice to a player, who does not, is in the rooms above.
"""
