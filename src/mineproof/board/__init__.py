"""The game itself: grids, layouts, views, rules, game ids and transcripts.

Standard library only, except that drawing a PNG needs Pillow. What a game *is* belongs here; what
follows from a view does not (`logic`, `engines`), and neither does who plays it (`agents`, `play`).
"""
