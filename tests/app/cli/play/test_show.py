from __future__ import annotations

import re
from functools import cache
from io import StringIO

import pytest
from rich.console import Console
from tools.play_picture import draw

from mineproof.agents import AGENTS
from mineproof.agents.base import Player
from mineproof.agents.choice import Decision
from mineproof.agents.entrant import Entrant
from mineproof.agents.never_guess import NeverGuess
from mineproof.app.cli.play.frame import PlayScene, frame, scene
from mineproof.app.cli.play.show import KEPT_EVENTS, animate, pass_by, show_game
from mineproof.app.game.defaults import USUAL_ENGINE
from mineproof.board.game import Game
from mineproof.engines.event import Event, EventLog, Happening
from mineproof.play.match import Match, Turn


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Console:
    monkeypatch.setenv("TERM", "xterm-256color")
    return Console(
        file=StringIO(),
        force_terminal=True,
        color_system="truecolor",  # Rich keeps the codes of a style: one system in all tests
        width=80,
        height=24,
        legacy_windows=False,
    )


def written(console: Console) -> str:
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


def test_a_terminal_shows_every_move_and_then_the_end(terminal: Console) -> None:
    game = Game.of("easy/list#1")
    assert show_game(terminal, game, Entrant(engine=USUAL_ENGINE), delay=0) == 0
    text = plain(written(terminal))
    assert text.count("of 81 cells settled") >= 72
    assert "KB 0 clauses, KB0 0 units" in text
    assert "solved: all 81 cells settled" in text.split("of 81 cells settled")[-1]


def test_moves_that_need_more_than_one_clue_are_shown_longer(terminal: Console) -> None:
    match = Match(Game.of("easy/list#13"), Entrant(engine=USUAL_ENGINE).hire())
    naps: list[float] = []
    moves = list(animate(terminal, match, None, 0.5, naps.append))
    assert len(moves) == match.record.moves
    assert naps.count(4.0) == match.proved["subset"] > 0


def test_watching_shows_the_clauses(terminal: Console) -> None:
    show_game(terminal, Game.of("5x5/4/list#89"), Entrant(engine=USUAL_ENGINE), delay=0, watch=True)
    assert re.search(r"marked ¬?[a-e]\d: moved to KB0", plain(written(terminal)))


def test_watching_shows_what_was_tried_before_the_game_was_given_up(terminal: Console) -> None:
    # The engine comes in only when the single clues are through.
    show_game(terminal, Game.of("easy/list#0"), Entrant(engine=USUAL_ENGINE), delay=0, watch=True)
    text = plain(written(terminal))
    assert re.search(r"inserted ¬?[a-i]\d ∨ ¬?[a-i]\d", text)
    assert "round of matching" in text


class Hasty(NeverGuess):
    """Its user presses Ctrl-C when the game is stuck."""

    name = "hasty"

    def guess(self, player: Player) -> Decision:  # noqa: ARG002 - the base class says so
        raise KeyboardInterrupt


def test_ctrl_c_says_how_to_see_it_again(
    terminal: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(AGENTS, "hasty", Hasty)
    game = Game.of("easy/list#0")
    assert show_game(terminal, game, Entrant("hasty", USUAL_ENGINE), delay=0) == 130
    end = " ".join(plain(written(terminal)).split())
    assert (
        "stopped after 68 moves; play it again: mineproof play --game easy/list#0 --agent hasty"
        in end
    )


@cache
def played(game_id: str) -> tuple[Match, Turn]:
    """Play a game to its end, and return it with its last turn."""
    match = Match(Game.of(game_id), Entrant(engine=USUAL_ENGINE).hire())
    *_, last = match.turns()
    return match, last


def last_scene(game_id: str, *, watch: bool) -> PlayScene:
    match, last = played(game_id)
    event = Event(Happening.INSERTED, frozenset(range(1, 40)))
    return scene(match, last, [event] * 50 if watch else None)


@pytest.mark.parametrize("watch", [False, True])
@pytest.mark.parametrize("game_id", ["easy/list#1", "medium/list#181", "hard/list#3", "50x90/3/list1#1"])  # fmt: skip # noqa: E501
@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40), (60, 20), (200, 60)])
def test_a_frame_fits_its_terminal(game_id: str, width: int, height: int, watch: bool) -> None:
    console = Console(file=StringIO(), width=width, height=height)
    lines = console.render_lines(frame(last_scene(game_id, watch=watch), width, height))
    assert len(lines) <= height - 1 or height < 22
    assert len(lines) <= height


def test_a_hard_game_is_whole_at_80_x_24() -> None:
    console = Console(file=StringIO(), width=80, height=24)
    console.print(frame(last_scene("hard/list#3", watch=True), 80, 24))
    text = written(console)
    assert "\n16 1 3 F" in text
    assert "\n 1 0 0 0" in text
    assert "inserted" in text


def test_new_events_pass_by_and_the_last_frame_has_them_all() -> None:
    log = EventLog(KEPT_EVENTS)
    assert list(pass_by(log)) == [[]]
    for number in range(1, 4):
        log.note(Event(Happening.INSERTED, frozenset({number})))
    assert [len(events) for events in pass_by(log)] == [1, 2, 3]
    assert [len(events) for events in pass_by(log)] == [3]
    for number in range(10_000):
        log.note(Event(Happening.INSERTED, frozenset({number})))
    frames = list(pass_by(log))
    assert len(frames) <= 40
    assert frames[-1][-1].clause == {9_999}


def test_the_picture_for_the_readme() -> None:
    svg = draw()
    assert svg.startswith("<svg")
    assert "url(" not in svg.replace("url(#", "")
