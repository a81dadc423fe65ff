"""Running an experiment: where its chunks are played, and how their rows are stored.

A run resumes by itself: a chunk is done if its part is in the folder. Statistics over rows belong
in `lab.report`, the game loop in `play`.
"""

from __future__ import annotations

from mineproof.lab.extra import require

require("filelock", "joblib", "polars")
