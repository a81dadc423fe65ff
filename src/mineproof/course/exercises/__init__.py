"""Exercises: a question, a check of any answer, hints and a solution; one kind per file.

`base` is what all have in common, `kinds` the list of kinds, from which any exercise is made as
data. An answer is checked by what it means, never by how it is written.
"""
