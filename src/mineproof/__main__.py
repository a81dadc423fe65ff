"""`python -m mineproof` is `mineproof`."""

from __future__ import annotations

import sys

from mineproof.app.start import main

if __name__ == "__main__":
    sys.exit(main())
