"""Other people's interfaces to this package, each in a thin file of its own."""
