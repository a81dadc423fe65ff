"""Counting layouts: how many fit a problem, and how many of those mine each cell.

`kernel` finds the native kernel, `count` is its readable twin in Python, and `odds` is the answer
of either. This room lies below the engines and knows none of them.
"""
