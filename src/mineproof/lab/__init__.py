"""The lab: from an experiment (who plays what, how often) to tables and plots with intervals.

`experiment` is the question, `experiment_file` its TOML and JSON, `run` plays it and stores the
rows, `report` turns rows into documents. Playing games belongs in `play`, statistics in `stats`.
"""
