"""Refusals: what a client is told when a request cannot be answered, in every language.

One file of phrases per language, and how they are used. What is refused, and when, is decided
elsewhere.
"""
