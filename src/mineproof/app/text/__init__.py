"""Values as text for a terminal: boards, heat maps, moves in words, reading and writing files.

Shared by the command line and the terminal application. A whole screen belongs to one of them.
"""
