"""How hypothesis works here: no clocks, since a busy machine is no bug."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "mineproof", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("mineproof")
