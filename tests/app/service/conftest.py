"""Requests are tried over HTTP: that answers come the same way otherwise is tested in `browser`."""

from tests.app.web.conftest import make_page, page, same_games

__all__ = ["make_page", "page", "same_games"]
