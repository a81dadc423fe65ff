"""Plug-ins: other people's classes and functions, by name.

`spec` reads names with options, `source` finds and loads the code, `alarm` interrupts code that
takes too long, `launch` starts processes that end with this one. What an engine or an agent is,
this room does not know.
"""
