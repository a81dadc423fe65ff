"""`mineproof new`: the first files of somebody's own player."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from mineproof.assess.starters import Kind, class_name, starter
from mineproof.files import check_new, save


def write_starter(console: Console, kind: Kind, name: str, folder: Path) -> None:
    """Write a player and its test, and print what to do next; raise BadInput if one exists."""
    texts = {folder / file: text for file, text in starter(kind, name).items()}
    for path in texts:
        check_new(str(path))
    for path, text in texts.items():
        save(path, text)
    player, test = texts
    spec = f"{player}:{class_name(name)}"
    console.print(f"wrote {player} and {test}; edit the first, then")
    console.print(f"  mineproof play --{kind.value} {spec}")
    console.print(f"  mineproof assess {spec}")
    console.print(f"  python -m pytest {test}")
