"""Proofs go out as pseudo-Boolean proofs: cutting planes from clues and mine count to a claim.

`formula` states what is proved in OPB, `lines` writes the lines of VeriPB's format, and
`cutting_planes` turns the steps of a proof into them, with `cases` (by `simplex`) where a step only
says that all layouts agree. Checking is not done here: `logic/pb_checker.py` knows nothing of this
room.
"""
