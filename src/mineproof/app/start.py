"""Where the command `mineproof` starts: its own help at once, everything else from `main`.

Typer, rich and the engines take half a second to load, and someone who asks for the list of
commands needs none of them. What is printed is what Typer would print, wherever it is printed.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # importing `typing` would take longer than all of this
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(args: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    words = list(sys.argv[1:] if args is None else args)
    if words in ([], ["--help"], ["-h"]):
        from mineproof.app.help_page import help_page, screen

        if (seen := screen()) is not None:
            try:
                sys.stdout.write(help_page(seen))
                sys.stdout.flush()
                return 0
            except OSError:
                pass  # `main` knows what to say about streams
    from mineproof.app.main import main as run

    return run(words)


if __name__ == "__main__":
    sys.exit(main())
