"""The page's server, the only room that knows FastAPI.

Routes, stored games, and worker processes that analyse positions. The page itself is in
`app/static`.
"""
