"""Host: a process of its own for players that are not ours. They may hang there, or die.

`hosted` is seen from outside: it hands out games, and ends a process whose player is silent for too
long. `process` is the inside. The host is no sandbox: a player can do what its user can.
"""
