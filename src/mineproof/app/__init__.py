"""What meets people: the command line, the terminal application, the page and its server.

`game`, `json` and `text` serve all of them; `service` is what the page's requests do. `cli`, `tui`,
`web` and `browser` never import each other. No rule of the game lives here.
"""
