"""Table: the current game, with the help that the player asked for.

It holds no rule of the game and draws nothing. It calls `on_change` after every change. Help is
computed in threads, from the view alone; a move discards the help for the last position, even if it
is still being computed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from mineproof.agents.entrant import Entrant
from mineproof.app.game.assist import (
    Assistance,
    Climb,
    assistance,
    first_move,
    flags_are_moves,
    hint_to_begin,
    seed_of,
)
from mineproof.app.game.session import Session
from mineproof.app.text.board import Marks
from mineproof.app.tui.advice import (
    Advice,
    Section,
    board_advice,
    can_chord,
    cell_advice,
    flags_advice,
    hint_advice,
    missed_advice,
    move_advice,
)
from mineproof.app.tui.background import Thinker, Told
from mineproof.app.tui.painter import Scene
from mineproof.app.tui.words import Words, clock
from mineproof.board.game import Act, GameStatus, Move
from mineproof.board.grid import Cell
from mineproof.board.view import FLAG, View
from mineproof.coach.hints import hint
from mineproof.coach.language import Language
from mineproof.coach.missed import missed
from mineproof.coach.rungs import RUNGS
from mineproof.engines.exact import Exact
from mineproof.errors import IllegalMove, LimitReached
from mineproof.play.guests import decide


class Table:
    """A session, its helpers, and the latest advice."""

    def __init__(
        self,
        session: Session,
        words: Words,
        entrant: Entrant,
        now: Callable[[], float],
        hire: Callable[[Callable[[str], None]], Thinker],
        *,
        flags: bool | None = None,
    ) -> None:
        """Sit down; `hire` returns a thinker that sends its complaints to the given function.

        `flags` says whether hints and the program flag mines; by default where that is needed.
        """
        self.session, self.words, self.entrant, self.now = session, words, entrant, now
        self._flags = flags
        self.on_change: Callable[[], None] = lambda: None
        self.thinker = hire(self.say)
        self._weigher = hire(self.say)
        self._message = ""
        self.shows_risks = False
        self._risks: Mapping[Cell, float] = {}
        self._climb: Climb | None = None
        self.advice = end_advice(self) if session.is_over else None

    # What is seen

    @property
    def is_playing(self) -> bool:
        """Whether the game is still in progress."""
        return not self.session.is_over

    @property
    def is_thinking(self) -> bool:
        """Whether a thinker is still busy."""
        return self.thinker.is_busy or self._weigher.is_busy

    @property
    def scene(self) -> Scene:
        """Everything drawn on the board."""
        session, advice = self.session, self.advice
        marks = advice.marks if advice else Marks()
        if session.game.lost_at is not None:
            marks = replace(marks, last=session.game.lost_at)
        wrong = session.wrong_flags if session.is_over else advice.wrong if advice else ()
        region = advice.region if advice else None
        return Scene(session.game.view, marks, self._risks, wrong, region)

    @property
    def told(self) -> Advice:
        """All the text: what was refused, then the advice, or how to get some."""
        intro = Advice.of(self.words.say("coach.title"), self.words.say("hint.intro"))
        advice = self.advice or intro
        if not self._message:
            return advice
        refused = Section("", (self._message,))
        return replace(advice, sections=(refused, *advice.sections), grows=False)

    @property
    def mines_left(self) -> int:
        """The mine count less the flags; may be negative."""
        return self.session.game.mines - self.session.game.view.cells.count(FLAG)

    @property
    def standing(self) -> str:
        """The state of the game, in words."""
        status, words = self.session.game.status, self.words
        if self.thinker.is_busy:
            return words.say("tui.thinking")
        if status is GameStatus.WON:
            return words.say("status.won", time=clock(self.session.elapsed(self.now())))
        if status is GameStatus.LOST:
            return words.say("status.lost")
        if self.session.moves:
            return words.say("status.playing")
        return words.say(f"status.ready_{self.session.game.finish.value}")

    def say(self, text: str) -> None:
        """Show a message above everything else, until the next one."""
        self._message = text
        self.on_change()

    # What the player does

    def sit_at(self, session: Session) -> None:
        """Go to another game."""
        self.session = session
        self._changed()

    def act(self, act: Act, cell: Cell) -> None:
        """Make a move, or say why it is impossible. Opening a number chords on it."""
        view = self.session.game.view
        if not self.is_playing:
            return
        if view.is_open(cell) and act is not Act.CHORD:
            if act is Act.FLAG or not self._can_chord(view, cell):
                return
            act = Act.CHORD
        if act is Act.OPEN and view.is_flagged(cell):
            self.say(self.words.say("play.flagged"))
        elif act is Act.CHORD and not self._can_chord(view, cell):
            self.say(self.words.say("play.no_chord"))
        else:
            self.play(Move(act, cell))

    def play(self, move: Move, why: Advice | None = None) -> None:
        """Make a move, and show the advice that comes with it; complain if it is illegal."""
        self._try(lambda: self.session.play(move, self.now()), why)

    def undo(self) -> None:
        """Undo the last move, even if it hit a mine."""
        self._try(lambda: self.session.undo(self.now()))

    def restart(self) -> None:
        """Go back to the start of the same board."""
        self.session.restart()
        self._changed()

    def describe(self, cell: Cell) -> None:
        """Describe the board."""
        self._show(board_advice(self.session.game.view, self.session.game.mines, cell, self.words))

    # Help

    def hint(self) -> None:
        """Climb the ladder by one rung; from the top, play the move."""
        if not self._can_ask(by="a hint"):
            return
        tag = self.words.coach.tag
        if self._climb is None and self.session.awaits_first:
            self._show_climb(Climb.begin(hint_to_begin(self.session, tag)))
        elif self._climb is None:
            flags = flags_are_moves(self.session, self._flags)
            ask = partial(hint, self.session.known, RUNGS[-1], language=tag, flags=flags)
            self._think(ask, lambda found: self._show_climb(Climb.begin(found)))
        elif not self._climb.is_at_top:
            self._show_climb(self._climb.up())
        elif self._climb.hint.move is not None:
            self.play(self._climb.hint.move)

    def _show_climb(self, climb: Climb) -> None:
        self._climb = climb
        self._show(hint_advice(climb.hint.down_to(climb.rung), self.words))

    def explain(self, cell: Cell) -> None:
        """Say what is known about a cell, and why."""
        if self._can_ask(by="an explanation") and not self._awaits_first():
            self._think(partial(cell_advice, self.session.known, cell, self.words), self._show)

    def check_flags(self) -> None:
        """Say which flags are provably wrong."""
        if self._can_ask(by="the flag check"):
            self._think(partial(flags_advice, self.session.known, self.words), self._show)

    def decide(
        self, then: Callable[[Assistance], None], otherwise: Callable[[], None] = lambda: None
    ) -> None:
        """Let the program decide, and pass its decision on without playing it.

        If it cannot, the reason is shown, and `otherwise` is called.
        """
        if not self._can_ask(by="a program's move", moves=True):
            return
        session, language = self.session, self.words.coach
        if session.awaits_first:
            then(first_move(session, language))
        else:
            flags = flags_are_moves(session, self._flags)
            ask = partial(_decide, self.entrant, session.known, language, flags=flags)
            self._think(ask, then, otherwise)

    def follow(self, found: Assistance) -> None:
        """Make the move that a program decided on, and show why; or why there is none."""
        session = self.session
        advice = move_advice(found, session.known, session.game.finish, self.words)
        if found.move is None:
            self._show(advice)
        else:
            self.play(found.move, advice)

    def toggle_risks(self) -> None:
        """Show or hide the risk of every covered cell."""
        self.shows_risks = not self.shows_risks
        self._weigh()
        self.on_change()

    # Within

    def _show(self, advice: Advice) -> None:
        self.advice, self._message = advice, ""
        self.on_change()

    def _think(
        self,
        question: Callable[[], Told],
        then: Callable[[Told], None],
        otherwise: Callable[[], None] = lambda: None,
    ) -> None:
        self.thinker.ask(question, then, otherwise)
        self.on_change()

    def _can_ask(self, by: str, *, moves: bool = False) -> bool:
        """Record that the player is helped; tell whether help is possible now."""
        if self.session.is_over:
            self.say(self.words.say("coach.over"))
            return False
        if self.thinker.is_busy:
            return False
        self.session.assist(by=by, moves=moves)
        return True

    def _awaits_first(self) -> bool:
        if self.session.awaits_first:
            self.say(self.words.say("tui.any_first"))
        return self.session.awaits_first

    def _can_chord(self, view: View, cell: Cell) -> bool:
        return self.session.game.finish.spreads and can_chord(view, cell)

    def _try(self, deed: Callable[[], object], why: Advice | None = None) -> None:
        try:
            deed()
        except (IllegalMove, LimitReached) as error:
            self.say(f"{error}.")
        else:
            self._changed(why)

    def _changed(self, why: Advice | None = None) -> None:
        """Drop what was said about the previous position."""
        self.thinker.drop()
        self._weigher.drop()
        self._climb = None
        self._message = ""
        self.advice = end_advice(self, why) if self.session.is_over else why
        self._weigh()
        self.on_change()

    def _weigh(self) -> None:
        """Compute the risks of the position, if they are shown."""
        self._risks = {}
        if not self.shows_risks or self.session.is_over:
            return
        self.session.assist(by="the risk of each cell")
        if self.session.awaits_first:
            self._risks = dict.fromkeys(range(self.session.grid.size), 0.0)
        else:
            self._weigher.ask(partial(_risks_in, self.session.known), self._weighed)

    def _weighed(self, risks: Mapping[Cell, float]) -> None:
        self._risks = risks
        self.on_change()


def _decide(entrant: Entrant, view: View, language: Language, *, flags: bool) -> Assistance:
    decision = decide(entrant, view, seed_of(view), marks_mines=flags)
    return assistance(decision, view, language, flags=flags)


def _risks_in(view: View) -> Mapping[Cell, float]:
    return Exact().look(view).risks


def end_advice(table: Table, why: Advice | None = None) -> Advice:
    """Return the text at the end: the result and its figures, the code to share the game.

    If a program made the last move, also why; and if a prove-it game is lost, what was missed.
    """
    session, words = table.session, table.words
    why = _missed(session, words) or why
    score = session.score(table.now())
    figures = [words.say("result.bbbv", n=score.bbbv)]
    if score.speed is not None:
        figures.append(words.say("result.speed", n=f"{score.speed:.2f}"))
    if session.assisted:
        figures.append(words.say("status.assisted"))
    code = str(session.transcript)
    keys = words.say("tui.end_keys")
    return Advice(
        (
            Section(table.standing, (" · ".join(figures), keys)),
            Section(words.say("share.game"), (code,)),
            *(why.sections if why else ()),
        ),
        why.marks if why else Marks(),
    )


def _missed(session: Session, words: Words) -> Advice | None:
    found = missed(session.game, session.moves[-1], words.coach.tag) if session.moves else None
    return missed_advice(found, words) if found else None
