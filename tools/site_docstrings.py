"""Docstrings for the site: examples that start with `>>>` become blocks of code."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Module, Object

_EXAMPLE = re.compile(r"^>>> (?:.+\n?)+", re.MULTILINE)


class FencedExamples(Extension):
    """Puts a fence around every doctest, which Markdown would take for a quotation."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Rewrite the docstring of a module, class, function or attribute."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)

    def on_package(self, *, pkg: Module, **_: Any) -> None:
        """Rewrite the docstring of the package itself, for which `on_object` is not called."""
        self.on_object(obj=pkg)


def fenced(text: str) -> str:
    r"""Return a docstring with its examples fenced.

    >>> fenced("One.\n\n>>> 1 + 1\n2\n\nTwo.")
    'One.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nTwo.'
    """
    return _EXAMPLE.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", text).rstrip()
