"""The coach: what a person wants to know about a position or a game."""
