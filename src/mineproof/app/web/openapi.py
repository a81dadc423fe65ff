"""The OpenAPI 3.1 description of the API: the models, and the coach's schema beside them."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from mineproof.app.service.messages.values import coach_name
from mineproof.version import __version__

_ABOUT = """\
Play, learn and analyse Minesweeper. `POST /api/games` begins a game and returns the token to play
it with. Cells are `[row, column]`, counted from 0; sentences use names such as b3: column b, row 3.
Until a game is over, answers depend only on what has been opened, never on where the mines are.
Errors are one sentence: `{"error": "..."}`.
"""


def describe(app: FastAPI) -> dict[str, Any]:
    """Return the description; it is built once."""
    if app.openapi_schema is None:
        described = get_openapi(
            title="mineproof", version=__version__, description=_ABOUT, routes=app.routes
        )
        described["components"]["schemas"] |= _coach_schemas()
        app.openapi_schema = described
    return app.openapi_schema


def _coach_schemas() -> dict[str, Any]:
    text = (files("mineproof.coach") / "schema.json").read_text(encoding="utf-8")
    entries = json.loads(text)["$defs"]
    return {coach_name(name): _pointed(entry) for name, entry in entries.items()} | {
        coach_name("reviewed"): _reviewed(entries["review"])
    }


def _reviewed(review: dict[str, Any]) -> Any:
    row = {"type": "string"}
    boards = {
        "description": "The board after each move; null if they would be too many.",
        "type": ["array", "null"],
        "items": {"type": "array", "items": row},
    }
    with_boards = {**review["properties"], "boards": boards}
    return _pointed(
        {**review, "properties": with_boards, "required": [*review["required"], "boards"]}
    )


def _pointed(schema: Any) -> Any:
    """Return a schema whose references point to where its entries are here."""
    if isinstance(schema, dict):
        return {key: _pointed_at(key, value) for key, value in schema.items()}
    return [_pointed(each) for each in schema] if isinstance(schema, list) else schema


def _pointed_at(key: str, value: Any) -> Any:
    if key == "$ref":
        return f"#/components/schemas/{coach_name(value.rpartition('/')[2])}"
    return _pointed(value)
