"""A package, so that its fixtures end with it.

While Playwright is there, a loop of its own runs in the main thread, and nobody else can start one.
"""
