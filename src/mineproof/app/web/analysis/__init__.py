"""Analysis for the page: the tasks, the worker processes that do them, and whose turn it is.

Nothing here knows HTTP or the stored games. A task gets JSON and returns JSON.
"""
