"""`mineproof play`: the AI's game on the screen, many games at once, or a person's own."""
