"""Values as JSON: one shape for commands, page and files.

Functions from a value to plain data, nothing else. `coach/schema.json` describes the coach's part.
"""
