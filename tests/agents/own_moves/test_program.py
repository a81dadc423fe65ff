"""Programs behind the protocol: they play many games, and whatever they do costs only their own."""

from __future__ import annotations

import gc
import json
import os
import pickle
import select
import shutil
import subprocess
import sys
import textwrap
import threading
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from mineproof.agents import agent_named
from mineproof.agents.entrant import Entrant
from mineproof.agents.own_moves import partner
from mineproof.agents.own_moves.program import Program
from mineproof.agents.own_moves.table import Table
from mineproof.board.game import Game
from mineproof.board.grid import Grid
from mineproof.board.notation import Setting
from mineproof.board.rules import Finish
from mineproof.board.view import View
from mineproof.engines.single import Single
from mineproof.errors import BadInput, Fault
from mineproof.play.guests import play_guest
from mineproof.play.match import Match
from mineproof.play.record import Outcome, Record

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs need POSIX")

PROGRAM = Path(__file__).with_name("programs.py")
SETTING = Setting.parse("4x4/3/safe#0")
CEILING = 60  # seconds, against hanging


@pytest.fixture(autouse=True)
def nobody_waits() -> Iterator[None]:
    """End the programs of each test with it."""
    yield
    while partner._idle:
        partner._idle.pop().process.kill()


def command(mode: str, file: Path | None = None) -> str:
    return f"{sys.executable} -I -S {PROGRAM} {mode}" + (f" {file}" if file else "")


def played(mode: str, games: int = 2, options: str = "", file: Path | None = None) -> list[Record]:
    entrant = Entrant(f"exec{options}:{command(mode, file)}", "single")
    return list(play_guest(SETTING, entrant, range(games)))


def messages(file: Path) -> list[dict[str, object]]:
    """Return what a program has read, once it has ended."""
    partner.dismiss_all()
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


# What goes well


def test_one_process_plays_many_games(tmp_path: Path) -> None:
    records = played("fair", games=3, file=tmp_path / "log")
    assert [record.fault for record in records] == [None] * 3
    heard = messages(tmp_path / "log")
    assert [each["number"] for each in heard if each["type"] == "game"] == [1, 2, 3]
    assert [each["type"] for each in heard].count("hello") == 1
    outcomes = [each["outcome"] for each in heard if each["type"] == "over"]
    assert outcomes == [record.outcome.value for record in records]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has clocks of other processes")
def test_the_time_of_a_program_is_part_of_its_game() -> None:
    busy, quick = played("busy")
    assert quick.seconds < 0.2 < busy.seconds < CEILING


def test_the_game_is_described(tmp_path: Path) -> None:
    setting = Setting.parse("torus:4x5/3/list4#7")
    entrant = Entrant(f"exec(nodes=9):{command('fair', tmp_path / 'log')}", "single")
    list(play_guest(setting, entrant, [7], seconds=8))
    (game,) = (each for each in messages(tmp_path / "log") if each["type"] == "game")
    seed = game.pop("seed")
    assert game == {
        "type": "game",
        "number": 1,
        "rows": 4,
        "cols": 5,
        "mines": 3,
        "shape": "torus",
        "start": "list4",
        "finish": "marking",
        "limits": {"seconds": 8, "nodes": 9},
    }
    assert isinstance(seed, int)
    assert 0 <= seed < 2**32
    assert seed != 7


def test_the_mine_count_can_be_hidden(tmp_path: Path) -> None:
    entrant = Entrant(f"exec:{command('fair', tmp_path / 'log')}", "single", tell_total=False)
    list(play_guest(SETTING, entrant, [0]))
    assert [each["mines"] for each in messages(tmp_path / "log") if each["type"] == "game"] == [
        None
    ]


def test_what_it_says_is_kept_but_not_believed() -> None:
    agent = agent_named(f"exec:{command('fair')}", Single())
    decision = agent.choose(View.from_picture("1# ##", 1))
    assert decision.reason == "first"
    assert decision.is_claimed  # type: ignore[union-attr]
    assert decision.risk is None  # type: ignore[union-attr]


def test_news_are_told_once(tmp_path: Path) -> None:
    agent = agent_named(f"exec:{command('news', tmp_path / 'log')}", Single())
    player = agent.join(View.from_picture("1#F ### ##*", 3))
    player.choose()
    player.choose()
    del player
    assert [each for each in messages(tmp_path / "log") if each["type"] == "turn"] == [
        {"type": "turn", "opened": [[0, 0, 1]], "flagged": [[0, 2]], "mined": [[2, 2]]},
        {"type": "turn", "opened": []},
    ]


def test_a_game_that_is_left_ends_and_its_program_plays_on(tmp_path: Path) -> None:
    agent = agent_named(f"exec:{command('fair', tmp_path / 'log')}", Single())
    for _ in range(2):
        agent.choose(View.from_picture("1# ##", 1))
        gc.collect()
    heard = messages(tmp_path / "log")
    kinds = ["hello", *["game", "turn", "over"] * 2, "bye"]
    assert [each["type"] for each in heard] == kinds
    assert heard[3]["outcome"] == "left"


def test_games_at_the_same_time_have_processes_of_their_own() -> None:
    agent = agent_named(f"exec:{command('fair')}", Single())
    assert isinstance(agent, Program)
    table = Table(Grid(2, 2), 1, 0, Finish.CLEARING)
    first, second = agent.sit_down(table), agent.sit_down(table)
    view = View.hidden(table.grid)
    assert first.move(view, ()) == second.move(view, ())
    assert partner._idle == []
    first.leave("stuck")
    second.leave("stuck")
    assert len({each.process._process.pid for each in partner._idle}) == 2


def test_only_a_few_wait() -> None:
    agent = agent_named(f"exec:{command('fair')}", Single())
    assert isinstance(agent, Program)
    table = Table(Grid(2, 2), 1, 0, Finish.CLEARING)
    movers = [agent.sit_down(table) for _ in range(partner._idle.most + 1)]
    for mover in movers:
        mover.leave("stuck")
    assert len(partner._idle) == partner._idle.most


def test_an_agent_can_be_sent_elsewhere() -> None:
    agent = pickle.loads(pickle.dumps(agent_named(f"exec:{command('fair')}", Single())))
    assert agent.choose(View.from_picture("1# ##", 1)).move.cell == 1


def test_a_fork_starts_programs_of_its_own() -> None:
    agent = agent_named(f"exec:{command('fair')}", Single())
    assert isinstance(agent, Program)
    agent.introduce()
    (ours,) = partner._idle
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # other threads do not matter here
        child = os.fork()
    if child == 0:
        done = not partner._idle and agent.introduce().name == "test" and partner._idle != [ours]
        partner._idle.close()
        os._exit(0 if done else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert agent.introduce().version == "7"
    assert partner._idle == [ours]


@pytest.mark.parametrize("mode", ["complains", "growing", "stays", "chatters", "leaves"])
def test_what_does_no_harm_is_no_fault(mode: str) -> None:
    def result(record: Record) -> tuple[Outcome, int, str | None]:
        return record.outcome, record.moves, record.fault

    assert list(map(result, played(mode))) == list(map(result, played("fair")))


# Options


def test_options_are_set_before_the_first_game(tmp_path: Path) -> None:
    (record,) = played("options", 1, "(depth=5, book=small, seconds=9)", tmp_path / "log")
    assert record.fault is None
    assert messages(tmp_path / "log")[1] == {
        "type": "options",
        "values": {"depth": 5, "book": "small"},
    }


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("(width=5)", "test has no option 'width'; expected depth, book"),
        ("(depth=high)", "option depth of test is 'high'; expected a whole number from 1 to 9"),
        ("(depth=10)", "option depth of test is 10; expected a whole number from 1 to 9"),
        ("(seconds=0)", "0 seconds for a move; expected more than 0"),
        ("(seconds=soon)", "exec's option seconds is soon; expected a number or any"),
        ("(nodes=0)", "0 nodes for a move; expected 1 or more"),
    ],
)
def test_a_wrong_option_is_bad_input(options: str, told: str) -> None:
    with pytest.raises(BadInput) as error:
        Entrant(f"exec{options}:{command('options')}").pinned()
    assert str(error.value) == told


def test_a_program_may_refuse_its_options() -> None:
    (record,) = played("refuses_options", 1, "(depth=5)")
    assert record.fault == "it reports an error: not today"


# Before the first game


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("exec:no-such-program --x", "no command 'no-such-program'; expected a program, as in"),
        ("exec:'", '"\'" as a command: no closing quotation'),
        ("exec", "'exec' as an agent; expected exec:COMMAND"),
        ("exec:true", "cannot play with 'true': its process ended with exit code 0"),
    ],
)
def test_a_command_that_cannot_play_is_bad_input(name: str, told: str) -> None:
    with pytest.raises(BadInput) as error:
        Entrant(name).pinned()
    assert str(error.value).startswith(told)


def test_a_file_that_is_no_program_is_told(tmp_path: Path) -> None:
    file = tmp_path / "program"
    file.write_bytes(b"\x7fnothing that runs")
    file.chmod(0o755)
    with pytest.raises(BadInput, match=r"cannot play with '.*': .*(Exec format error|no move)"):
        Entrant(f"exec:{file}").pinned()


# What goes wrong

TOLD = {
    "dies_at_hello": "its process ended with exit code 4 (no licence)",
    "dies": "its process ended with exit code 3 (out of cheese)",
    "killed": "its process ended by SIGKILL",
    "closes": "it closed its output",
    "huge": "it wrote more than 1049088 bytes: 'xxxxx",
    "rubbish": "it wrote 'hello?': a line that is not JSON: ",
    "not_utf8": 'it wrote \'{"type":"move","act":"open","cell":[0,�]}\': a line that is not',
    "error": "it reports an error: no idea",
    "wrong_cell": 'it wrote \'{"type":"move","act":"open","cell":["a",1]}\': \'cell\' holds',
    "outside": 'it wrote \'{"type":"move","act":"open","cell":[4,0]}\': \'cell\': no cell at',
    "open_cell": "illegal move: a1 is already open; expected a hidden cell to open",
    "twice": 'it wrote out of turn: \'{"type":"stuck"}\'',
    "wrong_protocol": 'it wrote \'{"type": "hello", "protocol": 2, "name": "test", "version"',
}


@pytest.mark.parametrize("mode", TOLD)
def test_a_fault_is_told_and_the_next_game_is_played(mode: str) -> None:
    records = played(mode)
    assert all(record.outcome is Outcome.LOST for record in records)
    for record in records:
        assert record.fault is not None
        assert record.fault.startswith(TOLD[mode])
        assert len(record.fault) < 500


@pytest.mark.parametrize("mode", ["hangs", "endless", "floods", "bears"])
def test_a_program_that_does_not_answer_is_ended(mode: str) -> None:
    started = time.monotonic()
    for record in played(mode, options="(seconds=0.3)"):
        assert record.fault is not None
        assert record.fault.startswith("no move within 0.3 seconds")
    assert time.monotonic() - started < CEILING


def test_a_program_that_forks_harms_only_itself() -> None:
    """Two copies answer the same pipe: whatever comes of it, the games go on."""
    assert len(played("forks", games=3, options="(seconds=0.5)")) == 3
    assert played("fair", games=1)[0].fault is None


def test_a_program_that_changes_its_file_plays_on(tmp_path: Path) -> None:
    file = Path(shutil.copy(PROGRAM, tmp_path / "changing.py"))
    entrant = Entrant(f"exec:{sys.executable} -I -S {file} changes", "single").pinned()
    records = list(play_guest(SETTING, entrant, range(2)))
    assert [record.fault for record in records] == [None, None]
    partner.dismiss_all()  # from now on it is another program
    with pytest.raises(BadInput, match="cannot play with"):
        Entrant(entrant.agent).pinned()


def test_a_program_that_does_not_begin_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partner, "READY_SECONDS", 0.3)
    assert played("hangs_at_hello", games=1)[0].fault == "no answer within 0.3 seconds"


def test_a_program_that_does_not_read_is_ended() -> None:
    """Its pipe is full then, and writing must not block."""
    agent = agent_named(f"exec(seconds=0.3):{command('hangs')}", Single())
    assert isinstance(agent, Program)
    mover = agent.sit_down(Table(Grid(2, 2), 1, 0, Finish.CLEARING))
    with pytest.raises(Fault, match=r"no move within 0\.3 seconds"):
        mover.move(View.hidden(Grid(1000, 1000)), ())
    with pytest.raises(Fault, match="its process is gone"):
        mover.move(View.hidden(Grid(2, 2)), ())


def test_without_a_referee_a_fault_is_raised() -> None:
    agent = agent_named(f"exec:{command('dies')}", Single())
    with pytest.raises(Fault, match="out of cheese"):
        Match(Game.of(SETTING), agent).play()


# Nothing stays behind: a program keeps a pipe open, and so do its children


class Held:
    """A pipe by name, which whoever opens it for writing holds until its end."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self._end = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def wait_for(self, text: bytes) -> None:
        """Wait until something is written."""
        poll, heard = select.poll(), b""
        poll.register(self._end, select.POLLIN)
        while text not in heard:
            assert poll.poll(CEILING * 1000), "nothing was written"
            heard += os.read(self._end, 1 << 16)

    def wait_for_end(self) -> None:
        """Wait until nobody holds it."""
        poll = select.poll()
        poll.register(self._end, select.POLLIN)
        while True:
            assert poll.poll(CEILING * 1000), "somebody still holds it"
            if not os.read(self._end, 1 << 16):
                os.close(self._end)
                return


def test_a_program_is_ended_with_its_children(tmp_path: Path) -> None:
    held = Held(tmp_path / "pipe")
    (record,) = played("breeds", 1, "(seconds=0.5)", tmp_path / "pipe")
    assert record.fault == "no move within 0.5 seconds"
    held.wait_for_end()


def python(code: str, mode: str, file: Path) -> subprocess.Popen[bytes]:
    """Start a Python that has an agent."""
    begin = f"""
        from mineproof.agents import agent_named
        from mineproof.board.view import View
        agent = agent_named("exec:{command(mode, file)}")
        """
    code = textwrap.dedent(begin) + textwrap.dedent(code)
    return subprocess.Popen([sys.executable, "-c", code])


@pytest.mark.parametrize("mode", ["fair", "stays"])
def test_programs_end_with_mineproof(mode: str, tmp_path: Path) -> None:
    held = Held(tmp_path / "pipe")
    play = "player = agent.join(View.from_picture('1# ##', 1)); player.choose()"
    process = python(play, mode, tmp_path / "pipe")
    held.wait_for(b'{"type":"bye"}')
    held.wait_for_end()
    assert process.wait(CEILING) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere, a program that hangs stays")
def test_programs_end_when_mineproof_is_killed(tmp_path: Path) -> None:
    held = Held(tmp_path / "pipe")
    process = python("agent.choose(View.from_picture('1# ##', 1))", "hangs", tmp_path / "pipe")
    held.wait_for(b"turn")
    process.kill()
    process.wait(CEILING)
    held.wait_for_end()


@pytest.mark.skipif(sys.platform != "linux", reason="a matter of Linux")
def test_a_program_outlives_the_thread_that_started_it() -> None:
    agent = agent_named(f"exec:{command('fair')}", Single())
    assert isinstance(agent, Program)
    thread = threading.Thread(target=agent.introduce)
    thread.start()
    thread.join()
    (first,) = partner._idle
    agent.choose(View.from_picture("1# ##", 1))
    assert partner._idle == [first]
