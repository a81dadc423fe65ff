"""Messages: requests, which are validated, and answers, which are documented.

One module for each thing that they are about, and `values` for what they share. What the coach says
is described by `coach/schema.json`; `web/openapi.py` adds it to these.
"""
