"""Other people's interfaces on top of ours: CS50's classes, Gymnasium's environments.

An adapter translates and decides nothing. No other room imports one, and file formats are in
`board.formats`.
"""
