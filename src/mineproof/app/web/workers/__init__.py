"""Worker processes that do the tasks of the analysis, and whose turn it is.

A pool of them answers questions within a time limit; nothing here knows HTTP or the stored games.
"""
