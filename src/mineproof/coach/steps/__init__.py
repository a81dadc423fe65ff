"""Steps: everything that is certain in a view, found the way a human player would find it.

What a step is, how the easiest one is found, what players call it, and which step helps a player
next. `coach.words` phrases it; proofs for every engine are in `logic`.
"""
