"""Analysis: the tasks that may take long, for an analyst in another process or another worker.

Nothing here knows the stored games. A task gets JSON and returns JSON.
"""
