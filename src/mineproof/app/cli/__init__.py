"""The command line: one module per command.

`commands` declares them and `options` what they accept; the modules here do the work. `app/main.py`
lists them. What another front end also needs belongs in `app/game`, `app/json` or `app/text`.
"""
