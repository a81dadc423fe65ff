"""What the coach says: steps, guesses and reviews as sentences, in every language.

The templates are in `coach/languages`. This room phrases; what there is to say is decided
elsewhere. The words of a grade are beside the grade, in `coach.boards`.
"""
