"""The command line: one module per command.

`app/main.py` declares the commands and `options` what they accept; the modules here do the work.
What another front end also needs belongs in `app/game`, `app/json` or `app/text`.
"""
