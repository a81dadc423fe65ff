"""The lab: from an experiment (who plays what, how often) to tables with intervals.

`experiment` is the question, `run` plays it and stores the rows, `report` turns rows into tables
and figures. Playing a game belongs in `play`, statistics in `stats`.
"""
