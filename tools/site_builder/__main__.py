"""`make site`: builds the static site in build/site."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.site_builder.build import FOR_TESTS, build, build_if_changed


def main() -> int:
    """Build the site where the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tools.site_builder")
    parser.add_argument("--to", type=Path, default=Path("build/site"), help="the folder to write")
    parser.add_argument("--no-docs", action="store_true", help="leave out the documents")
    parser.add_argument(
        "--for-tests", action="store_true", help="only what tests need, if it has changed"
    )
    asked = parser.parse_args()
    if asked.for_tests:
        print(f"{build_if_changed(FOR_TESTS)}/index.html")
        return 0
    build(asked.to, with_docs=not asked.no_docs)
    print(f"{asked.to}/index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
