"""Engines for comparison: the students' three knowledge bases, and `resolution` without its ideas.

They are sound, their proofs are real, and they are slow. `clause_list.py` is what they share: a
knowledge base that is one list of clauses, with the rules of the exercise that all three solved.
"""
