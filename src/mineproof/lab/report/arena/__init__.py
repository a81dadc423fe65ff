"""The arena: players on the same boards, each compared with one of them.

`figures` computes what is said about each player, `tables` words it, `files` writes it in several
formats. The games are those of an ordinary run; the picture is in `lab.report.plots.speed`.
"""
