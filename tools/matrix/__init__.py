"""`make test-matrix`: where mineproof installs, and whether it gives the same answers everywhere.

`build` makes sdist and wheels, `pythons` finds interpreters, `install` sets up environments, and
`checks` and `places` are what is run in them. `digests` runs inside the environment under test.
"""
