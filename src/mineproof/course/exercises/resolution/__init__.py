"""You resolve: exercises in which the student makes each step of a resolution proof.

`resolve` is the exercise, `sheet` the clauses it is worked on, `given` what the clues say. `games`
finds exercises in real games and `shortest` their shortest derivations; both work ahead, and
what they found is stored as data.
"""
