"""Boards drawn with lines and letters, as SVG and PNG.

`cells` draws a board, `shapes` is what a drawing consists of, `colours` has its palette; `svg` and
`png` write it. Nothing here knows a grid or a view: `View.svg` hands over what is to be drawn. Only
`png` needs more than the standard library, namely Pillow, which is optional.
"""
