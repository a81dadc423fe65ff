"""Review: a finished game, move by move, with a verdict on each."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static

from mineproof.app.text.board import Marks
from mineproof.app.text.marks import step_marks
from mineproof.app.tui.advice import Advice
from mineproof.app.tui.arrangement import BARS, arrange
from mineproof.app.tui.background import Thinker
from mineproof.app.tui.board import Board
from mineproof.app.tui.painter import Scene
from mineproof.app.tui.panel import Panel
from mineproof.app.tui.words import Words
from mineproof.board.transcript import Transcript, move_word
from mineproof.board.view import View
from mineproof.coach.language import percent
from mineproof.coach.review import Remark, Review, Verdict, review
from mineproof.coach.words.review_words import SIGNS, remark_words, summary_words, verdict_word

_PLAIN = (Verdict.START, Verdict.PROVED, Verdict.NOTE)


class ReviewScreen(Screen[Transcript | None]):
    """Shows the view before each move, and the verdict on it.

    Returns the game up to a move that the player wants to try again.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,v,V,q", "dismiss(None)", show=False),
        Binding("left,k,h", "step(-1)", show=False),
        Binding("right,j,l", "step(1)", show=False),
        Binding("left_square_bracket", "seek(-1)", show=False),
        Binding("right_square_bracket", "seek(1)", show=False),
        Binding("question_mark", "app.show_help", show=False),
    ]

    def __init__(self, transcript: Transcript, words: Words) -> None:
        super().__init__()
        self._transcript, self._words = transcript, words
        self._views = [turn.view for turn in transcript.replay()]
        self._end = transcript.end()
        self._review: Review | None = None

    def compose(self) -> ComposeResult:
        yield Static(self._words.say("nav.review"), id="status")
        with Horizontal(id="middle"):
            yield Board(Scene(self._end.view))
            with Vertical(id="side"):
                yield OptionList(id="moves")
                yield Panel()
        yield Static(self._words.say("tui.review_keys"), id="keys")

    def on_mount(self) -> None:
        self.query_one(Board).can_focus = False
        self.query_one(Panel).tell(Advice.of(self._words.say("tui.thinking")), self._words)
        self._thinker = Thinker(self.app, self._complain)
        self._thinker.ask(partial(review, self._transcript), self._found)

    def on_resize(self) -> None:
        room = arrange(self._end.grid, self.size.width, self.size.height - BARS)
        self.query_one("#middle").set_class(not room.is_beside, "stacked")
        self.query_one(Board).fit(room)

    @property
    def shown(self) -> int:
        """The move shown, counted from 0; past the last is the end."""
        return self.query_one(OptionList).highlighted or 0

    def _complain(self, text: str) -> None:
        self.query_one(Panel).tell(Advice.of(text), self._words)

    def _found(self, found: Review) -> None:
        self._review = found
        moves = self.query_one(OptionList)
        moves.add_options([self._line(remark) for remark in found.remarks])
        moves.add_option(self._words.say("review.end"))
        moves.highlighted = len(found.remarks)
        moves.focus()

    def _line(self, remark: Remark) -> Text:
        word = move_word(self._end.grid, remark.move)
        verdict = verdict_word(remark.verdict, self._words.coach)
        style = "" if remark.verdict in _PLAIN else "bold"
        return Text(f"{remark.number:>3} {word:5} {SIGNS[remark.verdict]:2} {verdict}", style)

    # Going through

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        assert self._review is not None, "until then the list is empty"
        remarks = self._review.remarks
        if event.option_index < len(remarks):
            self._show_move(remarks[event.option_index])
        else:
            self._show_end(self._review)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Try again from before a move."""
        if event.option_index < len(self._transcript.moves):
            self.dismiss(self._transcript.before(event.option_index + 1))

    def action_step(self, by: int) -> None:
        moves = self.query_one(OptionList)
        if moves.option_count:
            moves.highlighted = min(max(self.shown + by, 0), moves.option_count - 1)

    def action_seek(self, way: int) -> None:
        """Go to the next move in this direction that deserves a comment."""
        remarks = self._review.remarks if self._review else ()
        wanted = [i for i, remark in enumerate(remarks) if remark.verdict not in _PLAIN]
        ahead = [i for i in wanted if (i - self.shown) * way > 0]
        if ahead:
            self.query_one(OptionList).highlighted = min(ahead, key=lambda i: abs(i - self.shown))

    def _show_move(self, remark: Remark) -> None:
        view, grid = self._views[remark.number - 1], self._end.grid
        marks = step_marks(remark.steps, remark.cell)
        self._draw(view, marks, remark.move.cell)
        heading = self._words.say(
            "review.heading",
            n=remark.number,
            of=len(self._views),
            act=self._words.say(f"act.{remark.move.act.value}"),
            cell=grid.name(remark.move.cell),
        )
        verdict = verdict_word(remark.verdict, self._words.coach)
        told = [f"{SIGNS[remark.verdict]} {verdict}", remark_words(remark, grid, self._words.coach)]
        if remark.is_guess:
            told.append(self._words.say("review.risk", risk=f"{percent(remark.risk)}%"))
        advice = Advice.of(heading, *told)
        self.query_one(Panel).tell(Advice(advice.sections, marks), self._words)

    def _show_end(self, found: Review) -> None:
        last = found.remarks[-1].move.cell if found.remarks else 0
        self._draw(self._end.view, Marks(self._end.lost_at), last)
        told = summary_words(found, self._words.coach)
        advice = Advice.of(self._words.say("review.summary"), *told)
        self.query_one(Panel).tell(advice, self._words)

    def _draw(self, view: View, marks: Marks, cell: int) -> None:
        self.query_one(Board).draw(Scene(view, marks), cell)
