"""A person's game, whatever the screen: sessions, new games, and the help they can ask for.

Screens call it and draw what it returns. It prints nothing and knows neither HTTP nor terminals.
"""
