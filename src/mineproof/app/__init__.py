"""What meets people: the command line, the terminal application, the page and its server.

`game`, `json` and `text` serve all of them; `cli`, `web` and `tui` never import each other. No rule
of the game lives here.
"""
