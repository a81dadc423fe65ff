"""`mineproof serve` as the system runs it: few tests, for each starts some Pythons."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.app.conftest import Shell
from tests.app.web.running_server import serving

from mineproof.app.web.serve import has_screen


@pytest.mark.long
def test_nothing_is_lost_when_a_server_is_killed(tmp_path: Path) -> None:
    """In mid-game, without a chance to tidy up; a program plays on where it was."""
    file = tmp_path / "games"
    with serving(file) as server:
        assert server.line.startswith("mineproof is at http://127.0.0.1:")
        game = server.ask("/api/games", {"level": "expert", "start": "opening"})
        path = f"/api/games/{game['token']}"
        server.ask(f"{path}/moves", {"act": "open", "cell": [5, 5]})
        answer = server.ask(f"{path}/moves", {"act": "flag", "cell": [0, 0]})
        for _ in range(5):
            answer = server.ask(f"{path}/ai", {"engine": "single", "agent": "random"})["game"]
            if answer["status"] == "lost":
                answer = server.ask(f"{path}/undo", post=True)
        server.process.kill()
        server.process.wait()
    with serving(file) as server:
        found = server.ask(path)
        differs = {"changed", "elapsed", "undone"}  # what was undone is told once
        assert {k: found[k] for k in found.keys() - differs} == {
            k: answer[k] for k in answer.keys() - differs
        }
        assert found["elapsed"] >= answer["elapsed"] > 0
        assert server.ask(f"{path}/hint", {"rung": 0})["kind"] == "hint"
        assert server.ask(f"{path}/undo", post=True)["moves"] == found["moves"] - 1


def test_the_page_is_told_where_its_links_shall_lead(tmp_path: Path) -> None:
    with serving(tmp_path / "games", "--public-url", "https://example.org/mines") as server:
        assert server.ask("/api/info")["public_url"] == "https://example.org/mines/"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
def test_ctrl_c_ends_it_cleanly(tmp_path: Path) -> None:
    with serving(tmp_path / "games") as server:
        server.ask("/api/info")
        server.process.send_signal(signal.SIGINT)
        out, err = server.process.communicate(timeout=60)
        assert (out, err) == ("", "")
        assert server.process.returncode == 130


def test_a_port_that_is_taken(complains: Callable[..., str], tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        told = complains("serve", "--no-open", "--port", str(port), "--data", str(tmp_path / "x"))
    assert (
        told == f"mineproof: port {port} of 127.0.0.1 is in use;"
        f" try another, such as --port {port + 1}\n"
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--host", "256.1.1.1"], "cannot listen at 256.1.1.1, port 0: "),
        (["--host", "x" * 99], "port 0: encoding with 'idna' codec failed"),
        (["--host", "192.0.2.1"], "cannot listen at 192.0.2.1, port 0: "),
        (["--port", "99999999"], "port 99999999; expected 0 to 65535\n"),
        (["--port", "-1"], "port -1; expected 0 to 65535\n"),
        *(
            (["--public-url", url], f"public address {url!r}; expected one such as https://")
            for url in (
                "",
                "example.org",
                "ftp://example.org/",
                "https://",
                "https://a b/",
                "http://[x/",
                "https://a/?b",
            )
        ),
        (["--port", "x"], "Invalid value for '--port': 'x'; expected a whole number\n"),
        (["--data", "."], "cannot keep games in '.': unable to open database file"),
    ],
)
def test_what_cannot_be_served(
    complains: Callable[..., str], tmp_path: Path, words: list[str], told: str
) -> None:
    usual = {"--port": "0", "--data": str(tmp_path / "games")} | dict([words])
    command = [word for option in usual.items() for word in option]
    assert told in complains("serve", "--no-open", *command)


def test_a_file_that_is_no_database(complains: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_text("dear diary" * 200)
    told = complains("serve", "--no-open", "--port", "0", "--data", str(file))
    assert told == f"mineproof: cannot keep games in '{file}': file is not a database\n"


@pytest.mark.parametrize("below", ["games", "deeper/games"])
def test_a_folder_that_is_a_file(complains: Callable[..., str], tmp_path: Path, below: str) -> None:
    file = tmp_path / "file"
    file.touch()
    told = complains("serve", "--no-open", "--port", "0", "--data", str(file / below))
    assert told == f"mineproof: cannot keep games in '{file / below}': '{file}' is not a folder\n"


def test_what_is_missing_is_named(
    complains: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mineproof.app.cli.options.find_spec", lambda _: None)
    told = complains("serve")
    assert told == "mineproof: the page needs FastAPI and uvicorn: pip install 'mineproof[web]'\n"


def test_the_help_names_the_options(run: Shell) -> None:
    out = run("serve", "--help").out
    assert all(option in out for option in ("--host", "--port", "--data", "--no-open"))


def test_a_browser_needs_a_screen() -> None:
    assert has_screen({}, "darwin")
    assert has_screen({}, "win32")
    assert has_screen({"DISPLAY": ":0"}, "linux")
    assert not has_screen({"DISPLAY": ""}, "linux")
