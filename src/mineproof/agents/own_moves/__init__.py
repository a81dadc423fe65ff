"""Agents that make every move themselves; their engine only tells which moves were certain.

`base` is their interface: an agent of this kind sits down at a table and is asked for a move in
each position. `function` plays what a plain function says; `program` talks to a process, by the
messages in `protocol`.
"""
