"""Boards for people: generated without guesses, certified, graded, and turned into exercises.

Everything that judges a layout. Advice about a game in progress never comes from here.
"""
