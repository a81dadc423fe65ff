"""The command line.

`main` lists the commands, `options` says what they accept, and one module does the work of each.
"""
