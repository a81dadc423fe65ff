"""Games are kept: nothing is lost when a server ends, and nothing is kept for ever."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from httpx2 import ASGITransport, AsyncClient
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.app.web.conftest import Clock, Inline, MakePage

from mineproof.app.game.session import Session
from mineproof.app.json.cells import Json
from mineproof.app.service.analyst import Asker
from mineproof.app.service.limits import Limits
from mineproof.app.web.games import StoredGames
from mineproof.app.web.server import create_app
from mineproof.app.web.settings import Bounds, Settings, data_file
from mineproof.board.game import Act, GameStatus, Move
from mineproof.board.transcript import Transcript
from mineproof.errors import BadInput, NotNow, TooMany, UnknownGame

DAY = 86_400


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "games"


def session(code: str = "easy/opening#1", **wishes: Any) -> Session:
    return Session(Transcript.parse(code), is_given=False, **wishes)


# --- how often the file is read -------------------------------------------------------------------


def test_a_click_reads_its_game_once(make_page: MakePage, monkeypatch: pytest.MonkeyPatch) -> None:
    statements: list[str] = []
    connect = sqlite3.connect

    def traced(*args: Any, **wishes: Any) -> sqlite3.Connection:
        base: sqlite3.Connection = connect(*args, **wishes)
        base.set_trace_callback(statements.append)
        return base

    monkeypatch.setattr(sqlite3, "connect", traced)
    page = make_page()
    game, certified = page.begin("beginner"), page.begin("beginner", no_guess=True)

    def reads(act: Callable[[], object]) -> int:
        statements.clear()
        act()
        return sum(statement.startswith("SELECT") for statement in statements)

    assert reads(lambda: game.move("open", 4, 4)) == 1
    assert reads(lambda: game.move("flag", 0, 0)) == 1
    assert reads(lambda: game.post("/undo")) == 1
    assert reads(game.get) == 1
    assert reads(lambda: game.post("/hint", {"rung": 0})) == 1
    # Where the server waits for a worker, the game may have changed before it goes on.
    assert reads(lambda: game.post("/ai", {})) == 2
    assert reads(lambda: certified.move("open", 4, 4)) == 2


# --- what is kept ---------------------------------------------------------------------------------


CODES = ["easy/opening#1", "hard/list9#7", "hex:layout/marking:b1 *1. 1..", "cs50/none/marking#3"]


def snapshot(session: Session) -> tuple[object, ...]:
    figures = (session.is_given, session.assisted, session.started, session.ended, session.version)
    return (session.transcript, session.game.view, session.game.status, *figures)


@given(st.sampled_from(CODES), st.lists(st.integers(0, 10**6), max_size=30))
@settings(max_examples=30)
def test_a_game_comes_back_as_it_was(code: str, numbers: list[int]) -> None:
    """Whatever has been done in a game, a second server finds it so."""
    base, clock = memory(), Clock()
    games = StoredGames(base, Limits(), clock)
    token = games.add(session(code), "ada")
    for number in numbers:
        do_something(games, token, number, clock)
    twin = StoredGames(base, Limits(), clock)
    assert snapshot(twin.session(token)) == snapshot(games.session(token))


def memory() -> sqlite3.Connection:
    from mineproof.app.web.games import _prepare

    base = sqlite3.connect(":memory:", isolation_level=None)
    _prepare(base, Path("memory"))
    return base


def do_something(games: StoredGames, token: str, number: int, clock: Clock) -> None:
    clock.now += number % 5
    found = games.session(token)
    act, cell = list(Act)[number % 3], number % found.grid.size
    try:
        match number % 8:
            case 0:
                found.undo(clock())
            case 1:
                found.restart()
            case 2:
                found.assist(by="a test")
            case _:
                found.play(Move(act, cell), clock())
    except BadInput:
        return
    games.save(token, found)


def test_what_was_not_saved_is_forgotten(file: Path) -> None:
    games = StoredGames.open(file, Limits())
    token = games.add(session(), "ada")
    games.session(token).play(Move(Act.OPEN, 30), 0.0)
    games.forget(token)
    assert games.session(token).moves == ()


def test_a_game_that_cannot_be_saved_stays_as_it_was(make_page: MakePage, tmp_path: Path) -> None:
    page = make_page(tmp_path / "games")
    game = page.begin("beginner")
    other = sqlite3.connect(tmp_path / "games", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")  # nobody else can write
    move = {"act": "flag", "cell": [0, 0]}
    refusal = page.send("POST", f"{game.path}/moves", move)
    assert (refusal.status_code, refusal.headers["retry-after"]) == (503, "1")
    assert refusal.json() == {"error": "the game could not be saved: database is locked"}
    other.execute("ROLLBACK")
    other.close()
    assert game.get()["moves"] == 0
    assert game.move("flag", 0, 0)["moves"] == 1


# --- two servers, two requests --------------------------------------------------------------------


def test_two_servers_on_one_file_see_the_same(file: Path) -> None:
    one, two = (StoredGames.open(file, Limits()) for _ in range(2))
    token = one.add(session(), "ada")
    mine, theirs = one.session(token), two.session(token)
    mine.play(Move(Act.OPEN, 30), 0.0)
    one.save(token, mine)
    theirs.play(Move(Act.OPEN, 0), 0.0)
    with pytest.raises(NotNow, match="another request changed the game"):
        two.save(token, theirs)
    assert snapshot(two.session(token)) == snapshot(one.session(token))
    assert two.session(token).moves == (Move(Act.OPEN, 30),)


class Slow(Inline):
    """An analyst who does not answer before he is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = asyncio.Event()

    async def ask(self, task: str, asked: Mapping[str, Any], seconds: float, asker: Asker) -> Json:
        await self.go_on.wait()
        return await super().ask(task, asked, seconds, asker)


def test_a_program_does_not_move_in_a_game_that_has_moved_on(tmp_path: Path) -> None:
    async def scene() -> tuple[int, list[str], list[str]]:
        analyst = Slow()
        app = create_app(Settings(data=tmp_path / "games"), analyst=analyst)
        async with AsyncClient(transport=ASGITransport(app), base_url="http://localhost") as page:
            begun = (await page.post("/api/games", json={"code": "easy/opening#1 d4"})).json()
            path = f"/api/games/{begun['token']}"
            thinking = asyncio.create_task(page.post(f"{path}/ai", json={}))
            await asyncio.sleep(0)
            body = {"act": "flag", "cell": [1, 1]}
            moved = (await page.post(f"{path}/moves", json=body)).json()
            analyst.go_on.set()
            answer = await thinking
            return answer.status_code, moved["board"], (await page.get(path)).json()["board"]

    status, moved, left = asyncio.run(scene())
    assert status == 409
    assert left == moved


def test_requests_at_once_leave_a_game_that_could_be_played(tmp_path: Path) -> None:
    """Every move that was answered is there, and every other is not."""

    async def scene() -> tuple[list[int], dict[str, Any], StoredGames, str]:
        app = create_app(Settings(data=tmp_path / "games"), analyst=Inline())
        async with AsyncClient(transport=ASGITransport(app), base_url="http://localhost") as page:
            begun = (await page.post("/api/games", json={"level": "beginner", "seed": 4})).json()
            path = f"/api/games/{begun['token']}"
            bodies = [{"act": "flag", "cell": [n % 9, n // 9 % 9]} for n in range(60)]
            posts = [page.post(f"{path}/moves", json=body) for body in bodies]
            asked = [page.post(f"{path}/ai", json={"engine": "single"}) for _ in range(10)]
            answers = await asyncio.gather(*posts, *asked)
            left = (await page.get(path)).json()
            return [each.status_code for each in answers], left, games_of(tmp_path), begun["token"]

    statuses, left, games, token = asyncio.run(scene())
    assert set(statuses) <= {200, 409}
    assert left["moves"] == statuses.count(200)
    kept = games.session(token)
    assert kept.game.view.picture().split("\n") == left["board"]
    assert kept.transcript.end().view == kept.game.view


def games_of(folder: Path) -> StoredGames:
    return StoredGames.open(folder / "games", Limits())


# --- how long -------------------------------------------------------------------------------------


def test_a_game_that_nobody_looks_at_goes(file: Path, clock: Clock) -> None:
    games = StoredGames.open(file, Limits(game_days=30), clock)
    old = games.add(session(), "ada")
    clock.now += 10 * DAY
    new = games.add(session(), "ada")
    clock.now += 20 * DAY + 1
    with pytest.raises(UnknownGame, match="no such game"):
        games.session(old)
    assert games.session(new).moves == ()
    games.add(session(), "ada")
    assert count(file) == 2  # the old one is gone from the file too


def count(file: Path) -> int:
    return int(sqlite3.connect(file).execute("SELECT count(*) FROM games").fetchone()[0])


def test_whoever_looks_at_a_game_keeps_it(file: Path, clock: Clock) -> None:
    games = StoredGames.open(file, Limits(game_days=30), clock)
    token = games.add(session(), "ada")
    for _ in range(4):
        clock.now += 29 * DAY
        assert games.session(token).game.status is GameStatus.PLAYING


def test_the_least_used_game_of_a_client_makes_room(file: Path, clock: Clock) -> None:
    games = StoredGames.open(file, Limits(games_per_client=3), clock)
    tokens = []
    for _ in range(3):
        tokens.append(games.add(session(), "ada"))
        clock.now += 1
    games.add(session(), "bob")
    with pytest.raises(TooMany):
        games.add(session(), "ada")
    clock.now += 3700
    games.session(tokens[0])
    games.add(session(), "ada")
    with pytest.raises(UnknownGame):
        games.session(tokens[1])
    assert [games.session(tokens[i]).moves for i in (0, 2)] == [(), ()]


def test_more_games_than_fit_into_memory(file: Path) -> None:
    games = StoredGames.open(file, Limits(), bounds=Bounds(cells_in_memory=3 * 81 + 3))
    tokens = [games.add(session(), "ada") for _ in range(6)]
    for number, token in enumerate(tokens):
        found = games.session(token)
        found.play(Move(Act.FLAG, number), 0.0)
        games.save(token, found)
    assert len(games._sessions._latest._kept) == 3
    moves = [games.session(token).moves for token in tokens]
    assert moves == [(Move(Act.FLAG, number),) for number in range(6)]
    assert games._sessions._latest._left == 3 * 81 + 3 - 3 * 82


def test_more_games_than_may_be_stored(file: Path, clock: Clock) -> None:
    """The least used one goes, whoever has it, unless it is in use."""
    games = StoredGames.open(file, Limits(), clock, Bounds(games=3))
    first, *_ = [games.add(session(), name) for name in ("ada", "bob", "cleo")]
    with pytest.raises(TooMany, match="3 games are in play, the most allowed"):
        games.add(session(), "dan")
    clock.now += 3700
    games.session(first)
    games.add(session(), "dan")
    assert count(file) == 3
    assert games.session(first).moves == ()


def test_more_than_the_disk_may_hold(file: Path, clock: Clock) -> None:
    """The least used ones go, and what they took is used again; a game in use does not grow."""
    games = StoredGames.open(file, Limits(), clock, Bounds(stored_bytes=60_000))
    long = session()
    for number in range(3000):
        long.play(Move(Act.FLAG, number % 81), 0.0)
    tokens = [games.add(session(), "ada") for _ in range(3)]
    for _ in range(3):
        games.add(long, "bob")
    with pytest.raises(TooMany, match="the games in play take 0 MB of the disk, the most allowed"):
        games.add(long, "bob")
    found = games.session(tokens[0])
    found.play(Move(Act.FLAG, 0), 0.0)
    with pytest.raises(TooMany):
        games.save(tokens[0], found)
    assert games.session(tokens[0]).moves == ()
    clock.now += 3700
    assert games.session(tokens[0]).moves == ()
    for _ in range(5):
        clock.now += 3700
        games.add(long, "bob")
    assert games._used() < 80_000
    with pytest.raises(UnknownGame):
        games.session(tokens[1])


# --- a file that fails ----------------------------------------------------------------------------


@pytest.fixture
def bases(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    """The connections of the servers that a test starts."""
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def keep(*args: Any, **wishes: Any) -> sqlite3.Connection:
        opened.append(connect(*args, **wishes))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", keep)
    return opened


READ_ONLY = "query_only = 1", "query_only = 0", "attempt to write a readonly database"
FULL = "max_page_count = 1", "max_page_count = 9999", "database or disk is full"


@pytest.mark.parametrize("fault", [READ_ONLY, FULL])
def test_a_file_that_cannot_be_written_to(
    make_page: MakePage,
    bases: list[sqlite3.Connection],
    caplog: pytest.LogCaptureFixture,
    fault: tuple[str, str, str],
) -> None:
    """A sentence, the page stays up, every game is as it was; and it goes on once it can."""
    breaks, repairs, told = fault
    page = make_page()
    game = page.begin("beginner", start="none", seed=1)
    before = game.move("flag", 0, 0)
    bases[-1].execute(f"PRAGMA {breaks}")
    long = {"code": "63x63/900/none#1 " + "Fa1 " * 5000}  # more than fits on the pages there are
    response = page.send("POST", "/api/games", long)
    assert response.json() == {"error": f"the game could not be saved: {told}"}
    assert response.status_code == 503
    assert "retry-after" not in response.headers
    assert f"a game could not be saved: {told}" in caplog.text
    page.clock.now += 3700  # the time of the last use cannot be noted either
    assert game.get()["board"] == before["board"]
    assert page.send("GET", "/").status_code == 200
    bases[-1].execute(f"PRAGMA {repairs}")
    assert game.move("flag", 0, 1)["moves"] == 2


def test_a_damaged_file_is_told_and_left_alone(
    make_page: MakePage, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "damaged"
    games = StoredGames.open(file, Limits(), Clock())
    tokens = [games.add(session(), "ada") for _ in range(100)]
    games.close()
    page = make_page(file)
    whole = file.read_bytes()
    damaged = whole[:4096] + b"\x5a" * (len(whole) - 4096)
    file.write_bytes(damaged)
    told = "the file of games is damaged: database disk image is malformed"
    for what in ("", "/risks", "/explain?cell=a1"):
        assert page.refused("GET", f"/api/games/{tokens[0]}{what}") == (503, told)
    move = {"act": "flag", "cell": [0, 0]}
    assert page.refused("POST", f"/api/games/{tokens[0]}/moves", move) == (503, told)
    assert page.refused("POST", "/api/games", {"level": "easy"}) == (503, told)
    assert "the file of games is damaged, and is left as it is" in caplog.text
    assert page.send("GET", "/").status_code == 200
    assert file.read_bytes() == damaged
    with pytest.raises(
        BadInput, match=r"cannot keep games in .*: database disk image is malformed"
    ):
        StoredGames.open(file, Limits())
    assert file.read_bytes() == damaged


@pytest.mark.parametrize(
    ("column", "value"),
    [("board", "nonsense"), ("moves", "z99"), ("no_guess", "x"), ("verdicts", "x")],
)
def test_a_stored_game_that_makes_no_sense(
    make_page: MakePage, tmp_path: Path, column: str, value: str
) -> None:
    file = tmp_path / "games"
    page = make_page(file)
    games = StoredGames.open(file, Limits(), page.clock)
    token, other = games.add(session(), "ada"), games.add(session(), "ada")
    with sqlite3.connect(file) as base:
        base.execute(f"UPDATE games SET {column} = ? WHERE token = ?", (value, token))
    base.close()
    status, told = page.refused("GET", f"/api/games/{token}")
    assert status == 503
    assert told.startswith("the file of games is damaged: a stored game makes no sense: ")
    assert page.get(f"/api/games/{other}")["moves"] == 0


# --- the file -------------------------------------------------------------------------------------


def test_only_the_owner_reads_the_file(file: Path) -> None:
    StoredGames.open(file, Limits())
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_what_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_text("dear diary" * 200)
    with pytest.raises(BadInput, match=r"cannot keep games in '.*text': file is not a database"):
        StoredGames.open(file, Limits())
    assert file.read_text().startswith("dear diary")


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "music"
    with sqlite3.connect(file) as base:
        base.execute("CREATE TABLE songs (name TEXT)")
    base.close()
    before = file.read_bytes()
    with pytest.raises(BadInput, match="is another program's database"):
        StoredGames.open(file, Limits())
    assert file.read_bytes() == before


def test_a_file_without_verdicts_is_judged_again(file: Path) -> None:
    games = StoredGames.open(file, Limits())
    token = games.add(session("beginner/opening/fair#1 d4 a6"), "ada")
    view = games.session(token).game.view
    games.close()
    with sqlite3.connect(file) as base:
        base.executescript("ALTER TABLE games DROP COLUMN verdicts; PRAGMA user_version = 2;")
    base.close()
    assert StoredGames.open(file, Limits()).session(token).game.view == view


def test_a_file_of_a_later_version(file: Path) -> None:
    StoredGames.open(file, Limits()).close()
    with sqlite3.connect(file) as base:
        base.execute("PRAGMA user_version = 4")
    base.close()
    with pytest.raises(BadInput, match="was made by a newer mineproof"):
        StoredGames.open(file, Limits())


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"cannot keep games in .*: unable to open database file"):
        StoredGames.open(tmp_path, Limits())
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match=r"cannot keep games in .*: '.*file' is not a folder$"):
        StoredGames.open(tmp_path / "file" / "games", Limits())


@pytest.mark.parametrize(
    ("environment", "platform", "expected"),
    [
        ({}, "linux", "home/.local/share/mineproof/games.sqlite3"),
        ({"XDG_DATA_HOME": "/data"}, "linux", "/data/mineproof/games.sqlite3"),
        ({"XDG_DATA_HOME": "data"}, "linux", "home/.local/share/mineproof/games.sqlite3"),
        ({}, "darwin", "home/Library/Application Support/mineproof/games.sqlite3"),
        ({"APPDATA": "C:/Roaming"}, "win32", "C:/Roaming/mineproof/games.sqlite3"),
        ({}, "win32", "home/AppData/Roaming/mineproof/games.sqlite3"),
    ],
)
def test_where_games_are_kept(environment: dict[str, str], platform: str, expected: str) -> None:
    assert data_file(environment, Path("home"), platform).as_posix() == expected


def test_a_user_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", fail)
    with pytest.raises(BadInput, match=r"^no home directory for the games; expected HOME"):
        data_file({})
