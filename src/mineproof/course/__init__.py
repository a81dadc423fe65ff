"""The course: exercises that the program checks, and lessons that use them.

`exercises` has the kinds of exercises and those that are ready, `languages` what is said about
answers, `lessons` the lessons, one file each. `lesson_file` reads a lesson, `markup` its text and
`claims` what it says about boards. Nothing here draws or prints, and nothing remembers who has
solved what.
"""
