"""Agents that make every move themselves; their engine only tells which moves were certain.

`base` is their interface: an agent of this kind sits down at a `table` and is asked for a move in
each position. `function` plays what a plain function says. `program` plays what a program answers:
`protocol` has the messages, `process` runs it, `partner` keeps it for many games.
"""
