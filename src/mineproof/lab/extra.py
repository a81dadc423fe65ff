"""The extra `lab`: an error that names it if one of its modules is missing."""

from __future__ import annotations

from importlib.util import find_spec


def missing(*modules: str) -> str | None:
    """Return what to install if one of these modules is missing."""
    for module in modules:
        if find_spec(module) is None:
            return f"the lab needs {module}: pip install 'mineproof[lab]'"
    return None


def require(*modules: str) -> None:
    """Raise ModuleNotFoundError, which names the extra, if one of these modules is missing."""
    for module in modules:
        if advice := missing(module):
            raise ModuleNotFoundError(f"No module named {module!r}; {advice}", name=module)
