"""Screens: the command line now, the page later. No rule of the game lives here."""
