"""Certificates: that a board needs no guess, or where it forces one, for anybody to check.

`certificate` is what a file holds, `text` and `data` write and read it, `words` is the language of
its proofs, and `check` replays it. Nothing here searches for a proof or knows an engine:
certificates are made in `coach.boards.certify`. docs/certificates.md describes the format.
"""
