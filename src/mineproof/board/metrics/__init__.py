"""Metrics by which players compare boards: 3BV, openings, islands and ZiNi.

Functions of a layout alone. How well a game was played is in `coach.performance`.
"""
