"""Fuzzers: random inputs, one check per target, and a corpus of what they found.

A target is a module here with a `TARGET` (see `target.py`); its name is the name of the file.
`make fuzz` runs them for as long as you like, `make test` for a second each. A finding is made as
small as possible and stored in `corpus/NAME`, where `make test` replays it from then on.
"""
