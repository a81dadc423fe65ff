"""Steps: everything that is certain in a view, found the way a human player would find it.

What a step is, how the easiest one is found, and what players call it. `coach.words` phrases it.
"""
