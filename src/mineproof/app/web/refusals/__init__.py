"""The server's refusals in every language: one file of phrases per language, and how they are used.

What is refused, and when, is decided elsewhere; `refusal` makes the answer.
"""
