"""The course: exercises that the program checks, and lessons that use them.

`exercises` has the kinds of exercises and those that are ready, `languages` what is said about
answers. Nothing here draws or prints, and nothing remembers who has solved what.
"""
