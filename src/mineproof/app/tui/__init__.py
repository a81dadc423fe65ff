"""The terminal application, the only room that knows Textual.

What the application decides about a game is in `app.game`; here are widgets, keys and panels.
"""
