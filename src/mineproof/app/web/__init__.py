"""The page's server: the service over HTTP, the only room that knows FastAPI.

It carries requests to `app/service` and back, guards against clients, keeps games in SQLite, and
has the worker processes. The page itself is in `app/static`.
"""
