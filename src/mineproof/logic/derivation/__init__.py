"""A proof goes out: the derivation of one conclusion as a graph, drawn and in many formats.

`whole` joins the proofs that a conclusion rests on, `graph` is what can be walked and drawn, and
`formats` lists the ways out: text, drawings, and files for other tools. Standard library only, and
no grid: whoever asks says what the cells are called. Finding a proof is the engines' work.
"""
