"""The lab: programs play, and what comes of it is measured."""
