"""Agents play games to the end: one match, many games at once, and the record of each game.

Also win chances found by playouts. A person's game is in `app.game`; experiments are in `lab`.
"""
