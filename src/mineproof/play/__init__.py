""" "Play until over", for programs: one match, many games at once, and the record of each game.

A person's game is in `app.game`. Measuring over many records belongs in `lab`.
"""
