"""Panel: the text beside the board, or below it."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from mineproof.app.text.marks import legend
from mineproof.app.tui.advice import Advice
from mineproof.app.tui.words import Words


class Panel(VerticalScroll, can_focus=False):
    """Shows advice."""

    def compose(self) -> ComposeResult:
        yield Static(id="told")

    def tell(self, advice: Advice, words: Words) -> None:
        """Show advice, and scroll to its beginning, or to the news."""
        self.query_one("#told", Static).update(as_text(advice, words))
        scroll = self.scroll_end if advice.grows else self.scroll_home
        self.call_after_refresh(scroll, animate=False)

    @property
    def text(self) -> str:
        """The text shown, without colours."""
        return str(self.query_one("#told", Static).content)


def as_text(advice: Advice, words: Words) -> Text:
    """Return advice as text: headings, sentences, and what the signs on the board mean."""
    lines = list[Text]()
    for section in advice.sections:
        if section.heading:
            lines.append(Text(section.heading, "bold"))
        lines += map(Text, section.sentences)
    signs = legend(advice.marks, words.coach.tag)
    return Text("\n").join([*lines, Text(signs, "dim")] if signs else lines)
