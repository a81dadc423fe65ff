"""Other people's interfaces on top of ours: CS50's classes, Gymnasium's environments.

An adapter translates and decides nothing. Nothing else in mineproof imports one.
"""
