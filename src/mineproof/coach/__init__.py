"""The coach: what a person wants to know about a position or a game, as values and in words.

Hints, explanations, reviews and diagnoses. `steps` finds what a person could see, `words` phrases
it, `boards` makes and grades boards. Nothing here draws or prints; agents play in `play`.
"""
