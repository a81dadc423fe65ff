"""Play: the screen of a game. It passes keys to the table, and shows the table in widgets."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import Static

from mineproof.app.game.assist import Assistance
from mineproof.app.game.session import Session
from mineproof.app.tui.arrangement import BARS, arrange
from mineproof.app.tui.autoplay import Autoplay
from mineproof.app.tui.board import Board
from mineproof.app.tui.dialogs import SaveScreen
from mineproof.app.tui.panel import Panel
from mineproof.app.tui.review import ReviewScreen
from mineproof.app.tui.setup import SetupScreen
from mineproof.app.tui.table import Table
from mineproof.app.tui.watch import WatchScreen, story_of
from mineproof.app.tui.words import clock
from mineproof.board.grid import Cell, Grid
from mineproof.board.rules import Level
from mineproof.board.transcript import Transcript
from mineproof.files import check_new, save


def _key(keys: str, action: str) -> Binding:
    return Binding(keys, action, show=False)


class PlayScreen(Screen[None]):
    """A table with its board, its text and its status."""

    BINDINGS: ClassVar[list[BindingType]] = [
        _key("H", "hint"),
        _key("a,A", "ai"),
        _key("p,P", "auto"),
        _key("plus,equals_sign", "speed(1)"),
        _key("minus", "speed(-1)"),
        _key("escape", "stop"),
        _key("u,U", "undo"),
        _key("r,R", "restart"),
        _key("n,N", "new"),
        _key("percent_sign", "risks"),
        _key("w,W", "check_flags"),
        _key("e,E", "explain"),
        _key("d,D", "describe"),
        _key("v,V", "review"),
        _key("K", "watch"),
        _key("s,S", "save"),
        _key("q,Q", "app.quit"),
        _key("left_square_bracket", "scroll_words(-1)"),
        _key("right_square_bracket", "scroll_words(1)"),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.auto = Autoplay(table, self._wait)

    def compose(self) -> ComposeResult:
        yield Static(id="status")
        with Container(id="middle"):
            yield Board(self.table.scene, _middle(self.table.session.grid))
            yield Panel()
        yield Static(self.table.words.say("tui.keys"), id="keys")

    def on_mount(self) -> None:
        self.table.on_change = self.show
        self.set_interval(1, self._show_status)
        self.query_one(Board).focus()
        self.show()

    def on_resize(self) -> None:
        self._arrange()

    # What is seen

    def show(self) -> None:
        """Show the current state of the table."""
        table = self.table
        self._arrange()
        self.query_one(Board).draw(table.scene)
        self.query_one(Panel).tell(table.told, table.words)
        self._show_status()

    def _show_status(self) -> None:
        self.query_one("#status", Static).update(status_line(self.table, self.auto))

    def _arrange(self) -> None:
        """Size the cells, and put the text beside the board or below it."""
        needs_wide, grid = self.table.shows_risks, self.table.session.grid
        room = arrange(grid, self.size.width, self.size.height - BARS, needs_wide=needs_wide)
        self.query_one("#middle").set_class(not room.is_beside, "stacked")
        self.query_one(Board).fit(room)

    def _wait(self, seconds: float, then: Callable[[], None]) -> None:
        self.set_timer(max(seconds, 0.001), then)

    # What the player does

    def on_board_acted(self, event: Board.Acted) -> None:
        self.auto.stop()
        self.table.act(event.act, event.cell)

    def action_undo(self) -> None:
        self.auto.stop()
        self.table.undo()

    def action_restart(self) -> None:
        self.auto.stop()
        self.table.restart()

    def action_new(self) -> None:
        self.auto.stop()
        setting = self.table.session.game.setting
        grid, mines = self.table.session.grid, self.table.session.game.mines
        level = str(setting.level if setting else Level(grid, mines))
        self.app.push_screen(SetupScreen(self.table.words, level), self._sit_at)

    def _sit_at(self, session: Session | None) -> None:
        if session is not None:
            self.table.sit_at(session)
            self.query_one(Board).go_to(_middle(session.grid))

    # Help

    def action_hint(self) -> None:
        self.auto.stop()
        self.table.hint()

    def action_explain(self) -> None:
        self.auto.stop()
        self.table.explain(self.query_one(Board).cursor)

    def action_check_flags(self) -> None:
        self.auto.stop()
        self.table.check_flags()

    def action_risks(self) -> None:
        self.table.toggle_risks()

    def action_describe(self) -> None:
        self.table.describe(self.query_one(Board).cursor)

    def action_scroll_words(self, way: int) -> None:
        panel = self.query_one(Panel)
        panel.scroll_relative(y=way * max(1, panel.size.height - 1), animate=False)

    def action_ai(self) -> None:
        self.auto.stop()
        self.table.decide(self._follow)

    def _follow(self, found: Assistance) -> None:
        self.table.follow(found)
        if found.move is not None:
            self.query_one(Board).go_to(found.move.cell)

    def action_auto(self) -> None:
        self.auto.toggle(self._follow)
        self._show_status()

    def action_stop(self) -> None:
        self.auto.stop()
        self._show_status()

    def action_speed(self, by: int) -> None:
        self.auto.change_speed(by)
        self._show_status()

    def action_watch(self) -> None:
        """Watch an engine think about the position, or play a finished game from its beginning."""
        self.auto.stop()
        story = story_of(self.table.session, self.table.entrant)
        self.app.push_screen(WatchScreen(story, self.table.words))

    # A finished game

    def action_review(self) -> None:
        if self.table.is_playing:
            self.table.say(self.table.words.say("review.none"))
            return
        transcript = self.table.session.transcript
        self.app.push_screen(ReviewScreen(transcript, self.table.words), self._try_again)

    def _try_again(self, before: Transcript | None) -> None:
        if before is not None:
            self._sit_at(Session(before, is_given=self.table.session.is_given, assisted=True))

    def action_save(self) -> None:
        self.auto.stop()
        self.app.push_screen(SaveScreen(self.table.words, self._write), self._saved)

    def _write(self, file: str) -> None:
        check_new(file)
        save(file, f"{self.table.session.transcript}\n")

    def _saved(self, file: str | None) -> None:
        if file is not None:
            self.table.say(self.table.words.say("tui.saved", file=file))


def _middle(grid: Grid) -> Cell:
    return grid.at(grid.rows // 2, grid.cols // 2)


def status_line(table: Table, auto: Autoplay) -> str:
    """Return the state of the game in one line, without its seed."""
    say, session = table.words.say, table.session
    setting = session.game.setting
    grid, mines = session.grid, session.game.mines
    parts = [
        str(setting.level if setting else Level(grid, mines)),
        f"{say('status.mines_left')} {table.mines_left}",
        f"{say('status.time')} {clock(session.elapsed(table.now()))}",
        table.standing,
        *([say("status.assisted")] if session.assisted else []),
        *([auto.pace(table.words)] if auto.is_running else []),
    ]
    return " · ".join(parts)
