"""The commands as they are typed: each checks its options and calls the module that does the work.

`app/main.py` lists them. Modules are imported where they are used, so that a command loads only
what it needs.
"""
