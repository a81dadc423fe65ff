"""Uses: install a release as its users do, outside of the project and without a compiler, and run it."""

from __future__ import annotations

import os
import pty
import select
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from tools.dist.files import Release
from tools.matrix.build import pip
from tools.matrix.checks import BOARD, EVERYDAY, EXPERIMENT
from tools.matrix.install import Venv, new_venv
from tools.matrix.places import serve_once
from tools.matrix.process import Env, Failed, call
from tools.matrix.pythons import Python

_ALTERNATE_SCREEN = b"\x1b[?1049h"
_CTRL_Q = b"\x11"
_PATIENCE = 60

_GYM = (
    "import gymnasium, mineproof.adapters.gymnasium;"
    "gymnasium.make('mineproof/Minesweeper-v0').reset(seed=1)"
)
_PLAY = ("play", "--level", "beginner", "--seed", "1")
_LAB = ("lab", "run", "matrix.toml", "--results", "results")


def install(release: Release, python: Python, work: Path) -> str:
    """Install the wheel that pip chooses, run everyday commands, uninstall: nothing is left."""
    venv = empty(python, work / "empty")
    wheel = release.wheel_for(venv.python)
    if "-none-any" in wheel.name:
        raise Failed(f"pip chooses {wheel.name} for {python.version}; expected one with the kernel")
    add(venv, str(wheel))
    _is_kernel(venv, "native kernel")
    _run_everyday(venv, work)
    before = _ours(work)
    pip(venv.python, "uninstall", "-q", "-y", "mineproof")
    if left := _ours(work):
        raise Failed(f"{left[0]} is left after uninstalling")
    return f"{wheel.name}: {len(EVERYDAY)} commands; {len(before)} files removed, none left"


def _ours(folder: Path) -> list[Path]:
    """Return the files below a folder that are ours by their path."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return [path for path in files if "mineproof" in str(path.relative_to(folder))]


def install_pure(release: Release, python: Python, work: Path) -> str:
    """Install the pure-Python wheel, where pip would find no other, and run everyday commands."""
    venv = empty(python, work / "pure")
    add(venv, str(release.pure))
    _is_kernel(venv, "pure Python: the native kernel is not built")
    _run_everyday(venv, work)
    return f"{release.pure.name}: {len(EVERYDAY)} commands"


def install_sdist(release: Release, python: Python, work: Path) -> str:
    """Build and install the sdist where there is no compiler."""
    venv = empty(python, work / "sdist")
    pip(venv.python, "install", "-q", release.sdist, path=_bare_path(venv)["PATH"])
    _is_kernel(venv, "pure Python: the native kernel is not built")
    _run_everyday(venv, work)
    return f"{release.sdist.name}: {len(EVERYDAY)} commands, without a compiler"


def empty(python: Python, folder: Path) -> Venv:
    """Make an environment with nothing in it."""
    return Venv(new_venv(python, folder), python)


def add(venv: Venv, what: str) -> None:
    """Install something with what it needs, of which nothing may be compiled."""
    pip(venv.python, "install", "-q", "--only-binary=:all:", what, path=_bare_path(venv)["PATH"])


def _bare_path(venv: Venv) -> dict[str, str]:
    return {"PATH": os.fspath(venv.command.parent)}


def _is_kernel(venv: Venv, wish: str) -> None:
    told = venv.mineproof("--version", env=_bare_path(venv)).well().out
    if wish not in told:
        raise Failed(f"mineproof --version says {told!r}; expected {wish!r}")


def _run_everyday(venv: Venv, work: Path) -> None:
    """Run commands that need no extra, in a home of their own, where they leave nothing."""
    home = work / "home"
    home.mkdir()
    env: Env = {**_bare_path(venv), "HOME": str(home)}
    for words, text in EVERYDAY.items():
        venv.mineproof(*words, text=text, cwd=home, env=env).well()
    if left := list(home.iterdir()):
        raise Failed(f"{left[0]} is left by a command that has nothing to keep")


# Extras, each alone


def use_dask(venv: Venv, work: Path) -> str:
    return _use_backend(venv, work, "dask")


def use_gym(venv: Venv, _: Path) -> str:
    venv.run("-W", "error", "-c", _GYM).well()
    return "an environment is made and reset"


def use_lab(venv: Venv, work: Path) -> str:
    (work / "matrix.toml").write_text(EXPERIMENT)
    venv.mineproof(*_LAB, cwd=work).well()
    venv.mineproof("lab", "report", "matrix.toml", "--to", "report.md", cwd=work).well()
    return "an experiment is played and reported"


def use_peers(venv: Venv, _: Path) -> str:
    venv.mineproof(*_PLAY, "--agent", "ms-toollib").well()
    return "ms-toollib plays a game"


def use_png(venv: Venv, work: Path) -> str:
    venv.mineproof("solve", "-", "--draw", "board.png", text=BOARD, cwd=work).well()
    if not (work / "board.png").read_bytes().startswith(b"\x89PNG"):
        raise Failed("board.png is no PNG")
    return "a board is drawn"


def use_ray(venv: Venv, work: Path) -> str:
    return _use_backend(venv, work, "ray")


def use_sat(venv: Venv, _: Path) -> str:
    venv.mineproof("solve", "-", "--engine", "sat", text=BOARD).well()
    return "a position is solved"


def use_tui(venv: Venv, _: Path) -> str:
    """Start the application in a terminal, and end it by its key once it is on the screen."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", COLUMNS="100", LINES="40")
        os.execv(venv.command, ["mineproof", "tui", "--level", "easy", "--seed", "1"])
    shown = _read(terminal, lambda shown: _ALTERNATE_SCREEN in shown and len(shown) > 4000)
    os.write(terminal, _CTRL_Q)
    _read(terminal, lambda _: False)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code != 0 or _ALTERNATE_SCREEN not in shown:
        raise Failed(f"mineproof tui: exit code {code}, after {shown[-200:]!r}; expected a screen")
    return "it draws its screen and ends by its key"


def use_web(venv: Venv, work: Path) -> str:
    return f"{serve_once(venv, work / 'games')} is served, and the server ends by Ctrl-C"


def _use_backend(venv: Venv, work: Path, backend: str) -> str:
    (work / "matrix.toml").write_text(EXPERIMENT)
    venv.mineproof(*_LAB, "--backend", backend, "--jobs", "1", cwd=work).well()
    return "an experiment is played"


def _read(terminal: int, is_enough: Callable[[bytes], bool]) -> bytes:
    """Return what a terminal shows until it is enough, or the other side ends."""
    shown = b""
    late = time.monotonic() + _PATIENCE
    while not is_enough(shown) and time.monotonic() < late:
        try:
            if select.select([terminal], [], [], 1)[0]:
                shown += os.read(terminal, 65_536)
        except OSError:  # how Linux tells that the other side has closed
            break
    return shown


EXTRAS: Mapping[str, Callable[[Venv, Path], str]] = {
    "dask": use_dask,
    "gym": use_gym,
    "lab": use_lab,
    "peers": use_peers,
    "png": use_png,
    "ray": use_ray,
    "sat": use_sat,
    "tui": use_tui,
    "web": use_web,
}
"""What each extra for users is for; bench, dev and docs are for working on the project."""


def extra(release: Release, name: str, python: Python, work: Path) -> str:
    """Install one extra in an environment of its own, and use it for what it is for."""
    venv = empty(python, work / "alone")
    add(venv, f"{release.wheel_for(venv.python)}[{name}]")
    return f"Python {python.version}: {EXTRAS[name](venv, work)}"


# Without installing


def run_by_uv(release: Release, python: Python, work: Path) -> str:
    """Run the light core as `uvx mineproof play` does."""
    wheel = release.wheel_for(python.path)
    words = ("tool", "run", "--python", python.path, "--from", wheel, "mineproof", *_PLAY)
    return _last_line([release.tools / "uv", *words], work, {"UV_CACHE_DIR": str(work / "cache")})


def run_by_pipx(release: Release, python: Python, work: Path) -> str:
    """Run the light core as `pipx run mineproof play` does."""
    wheel = release.wheel_for(python.path)
    words = ("run", "--python", python.path, "--spec", wheel, "mineproof", *_PLAY)
    return _last_line([release.tools / "pipx", *words], work, {"PIPX_HOME": str(work / "pipx")})


def _last_line(words: list[str | Path], work: Path, env: Env) -> str:
    done = call(words, cwd=work, env=env).well()
    return done.out.strip().splitlines()[-1]
