"""Other people's interfaces on top of ours, and other people's players behind ours.

CS50's classes and Gymnasium's environments are the former; students' CS50 files and ms_toollib are
the latter, registered as agents in pyproject.toml. An adapter translates and decides nothing. No
other room imports one, and file formats are in `board.formats`.
"""
