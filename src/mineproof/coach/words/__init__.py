"""What the coach says: steps, guesses, reviews and grades as sentences, in every language.

The templates are in `coach/languages`. This room phrases; what there is to say is decided
elsewhere.
"""
