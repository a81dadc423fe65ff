"""The terminal application, `mineproof tui`; alone in knowing Textual."""
