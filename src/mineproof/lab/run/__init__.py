"""Running an experiment: where its chunks are played, and how their rows are stored.

A run resumes by itself: a chunk is done if its file is there. No statistics here.
"""
