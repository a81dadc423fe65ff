"""The learned value of the strategist: draws examples, trains a network, writes its weights.

`make train` does all of it; docs/value.md says what was measured. Playing needs none of this.
"""
