"""The text of a lesson as plain data."""

from __future__ import annotations

from mineproof.course.markup import (
    ClauseLines,
    Heading,
    Items,
    Paragraph,
    ShownBoard,
    Span,
    Style,
    Verbatim,
    parse,
    spans,
)


def test_every_kind_of_block() -> None:
    text = (
        "One\ntwo.\n\n## Head\n\n- a\n- b\n  c\n\n1. d\n2. e\n\n![Cap](wall)\n\n"
        "```clauses\na1 ∨ b1 : from *a2*\n¬a1\n```\n```\n1 2 0\n\n-1 0\n```\nend"
    )
    assert parse(text) == (
        Paragraph(1, (Span("One two."),)),
        Heading(4, (Span("Head"),)),
        Items(6, ((Span("a"),), (Span("b c"),)), is_numbered=False),
        Items(10, ((Span("d"),), (Span("e"),)), is_numbered=True),
        ShownBoard(13, "wall", (Span("Cap"),)),
        ClauseLines(15, (("a1 ∨ b1", (Span("from "), Span("a2", Style.EMPHASIS))), ("¬a1", ()))),
        Verbatim(19, "1 2 0\n\n-1 0"),
        Paragraph(24, (Span("end"),)),
    )


def test_every_kind_of_span() -> None:
    assert spans("**a** *b* `c*` [d](b1 safe) e") == (
        Span("a", Style.STRONG),
        Span(" "),
        Span("b", Style.EMPHASIS),
        Span(" "),
        Span("c*", Style.CODE),
        Span(" "),
        Span("d", Style.CLAIM, "b1 safe"),
        Span(" e"),
    )


def test_html_is_text() -> None:
    assert parse("<script>alert(1)</script> &amp;")[0] == Paragraph(
        1, (Span("<script>alert(1)</script> &amp;"),)
    )


def test_lines_of_chinese_are_joined_without_a_blank() -> None:
    assert parse("所以\n安全")[0] == Paragraph(1, (Span("所以安全"),))
    assert parse("b1\n安全")[0] == Paragraph(1, (Span("b1 安全"),))
