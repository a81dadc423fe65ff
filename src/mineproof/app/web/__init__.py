"""The page's server, the only room that knows FastAPI.

Routes and stored games; `analysis` has the worker processes, `messages` describes what is sent and
answered. The page itself is in `app/static`.
"""
