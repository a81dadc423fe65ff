"""The strategist: which cell to open when none is certainly safe.

`guesses` combines `endgame` (best play when few layouts are left), `lookahead` (surviving this
guess and the next), `value` (what was learned of guesses from their `features`) and `fifty` (50/50s
that no play avoids); `agent` plays by it. The kernel's version, in `native/strategist`, adds
playouts.
"""
