"""The game: grids, layouts, views and the rules. Standard library only."""
