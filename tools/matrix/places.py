"""Places: homes, folders, paths, streams, terminals and locales in which a command may run."""

from __future__ import annotations

import re
import signal
import subprocess
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from tools.matrix.checks import BOARD, EVERYDAY, EXPERIMENT, PLAIN_C
from tools.matrix.install import Venv
from tools.matrix.process import Done, Env, Failed, call

_LAB = ("lab", "run", "matrix.toml", "--jobs", "2", "--results")
_UTF_8: Env = {}
_LOCALES: Sequence[Env] = (
    {"LANG": "C"},
    {"LC_ALL": "POSIX"},
    PLAIN_C,
    {"PYTHONIOENCODING": "latin1"},
)
_SHADOWS = ("random", "json", "typing", "enum", "logging", "numpy", "polars", "rich", "mineproof")


def no_home(venv: Venv, work: Path) -> str:
    """No home, a home that is a file, and one that may not be written."""
    (work / "file").write_text("")
    (work / "matrix.toml").write_text(EXPERIMENT)
    below = str(work / "file" / "home")
    nowhere: Env = {"HOME": below, "XDG_CONFIG_HOME": below, "XDG_CACHE_HOME": below}
    for words, text in EVERYDAY.items():
        venv.mineproof(*words, text=text, env=nowhere).well()
    venv.mineproof("serve", "--no-open", "--port", "0", env=nowhere).refused("cannot keep games in")
    lab = venv.mineproof(*_LAB, "results", cwd=work, env=nowhere).well()
    lab.expected(not lab.err, "nothing on standard error")
    if (user := venv.base.other_user) is None:
        return "a file in place of the home; not tried: a user without one, which needs root"
    unset: Env = {"HOME": None, "XDG_DATA_HOME": None}
    gone = venv.mineproof("serve", "--no-open", user=user - 1000, env=unset)
    gone.refused("no home directory")
    venv.mineproof("serve", "--no-open", user=user, env={"HOME": "/"}).refused(
        "cannot keep games in"
    )
    return "a file in place of the home; as another user: none, and a read-only one"


def read_only_folder(venv: Venv, work: Path) -> str:
    """A current folder in which nothing can be written."""
    (work / "matrix.toml").write_text(EXPERIMENT)
    work.chmod(0o555)
    user = venv.base.other_user
    try:
        _write_nothing(venv, work if user is not None or not _is_root() else Path("/proc"), user)
    finally:
        work.chmod(0o755)
    return "as another user" if user is not None else "/proc" if _is_root() else "mode 555"


def _is_root() -> bool:
    return call(["id", "-u"]).out.strip() == "0"


def _write_nothing(venv: Venv, folder: Path, user: int | None) -> None:
    for words, text in EVERYDAY.items():
        venv.mineproof(*words, text=text, cwd=folder, user=user).well()
    writing: list[tuple[str, ...]] = [
        ("generate", "--level", "beginner", "--seed", "1", "--to", "x.txt")
    ]
    writing += [("play", "--seed", "1", "--save", "x.txt")]
    writing += [("convert", "-", "x.txt", "--from", "picture", "--to", "picture")]
    if folder != Path("/proc"):
        writing += [(*_LAB, "results")]
    for words in writing:
        venv.mineproof(*words, cwd=folder, text=BOARD, user=user).refused("cannot write")


def odd_paths(venv: Venv, work: Path) -> str:
    """Files and results with blanks and other letters in their names, in two locales."""
    folder = work / "Spiele für 朋友"
    folder.mkdir()
    (folder / "stück 1.txt").write_text(BOARD)
    (folder / "matrix.toml").write_text(EXPERIMENT)
    for env in (_UTF_8, PLAIN_C):
        _name_files(venv, folder, env)
    address = serve_once(venv, folder / "spiele ü.sqlite3")
    return f"files, results, a report and games, in UTF-8 and in the locale C; {address} served"


def _name_files(venv: Venv, folder: Path, env: Env) -> None:
    (folder / "gemischt ü.txt").unlink(missing_ok=True)
    venv.mineproof("solve", folder / "stück 1.txt", env=env).well()
    new = ("generate", "--level", "beginner", "--seed", "1", "--to", "gemischt ü.txt")
    venv.mineproof(*new, cwd=folder, env=env).well()
    venv.mineproof("grade", "gemischt ü.txt", cwd=folder, env=env).well()
    venv.mineproof("solve", "nichts ü.txt", cwd=folder, env=env).refused("cannot read")
    results = f"ergebnisse ü {len(env)}"
    venv.mineproof(*_LAB, results, cwd=folder, env=env).well()
    report = ("lab", "report", "matrix.toml", "--results", results, "--to", "bericht ü.md")
    venv.mineproof(*report, cwd=folder, env=env).well()
    text = (folder / "bericht ü.md").read_text(encoding="utf-8")
    if "](bericht ü/" not in text:
        raise Failed("bericht ü.md: expected links to its figures")


def serve_once(venv: Venv, data: Path) -> str:
    """Start the server, ask for the page, end it by SIGINT; return the page's path."""
    words: list[str | Path] = [venv.command, "serve", "--no-open", "--port", "0", "--data", data]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+/", server.stdout.readline())
            if found is None:
                raise Failed("serve does not say where it is")
            with urllib.request.urlopen(found[0], timeout=60) as page:
                is_page = page.status == 200 and b"mineproof" in page.read()
        finally:
            server.send_signal(signal.SIGINT)
    if not is_page or server.returncode != 130:
        raise Failed(f"serve: exit code {server.returncode}; expected a page, then 130")
    return "the page"


def shadows(venv: Venv, work: Path) -> str:
    """A current folder with files that have the names of modules."""
    for name in _SHADOWS:
        (work / f"{name}.py").write_text("raise SystemExit('not the module you meant')")
    (work / "matrix.toml").write_text(EXPERIMENT)
    for words, text in EVERYDAY.items():
        venv.mineproof(*words, text=text, cwd=work).well()
    venv.mineproof(*_LAB, "results", cwd=work).well()
    return f"{', '.join(_SHADOWS)}"


def closed_streams(venv: Venv, work: Path) -> str:
    """Standard input, output and error closed, or the disk full."""
    (work / "matrix.toml").write_text(EXPERIMENT)
    for number, closed in enumerate((">&-", "2>&-", ">&- 2>&-", "<&-", "<&- >&- 2>&-")):
        for words in ("levels", "play --level easy --seed 1", f"{' '.join(_LAB)} r{number}"):
            _shell(venv, work, f"{words} {closed}").well()
    _shell(venv, work, "solve - <&-").refused("standard input is closed")
    _shell(venv, work, "train <&-").refused("standard input is closed")
    _shell(venv, work, "tui").refused("this needs a terminal")
    for words in ("levels", "play --level easy --seed 1", "generate --level beginner --seed 1"):
        _shell(venv, work, f"{words} >/dev/full").refused("No space left")
    return "each stream, all of them, no terminal, and a full disk"


def _shell(venv: Venv, work: Path, words: str) -> Done:
    return call(["sh", "-c", f'exec "$0" {words}', venv.command], cwd=work)


def terminals(venv: Venv, _: Path) -> str:
    """Widths and kinds of terminals."""
    for columns in ("0", "1", "3", "-1", "x", "100000"):
        for words in (("engines",), ("--help",), ("play", "--level", "easy", "--seed", "1")):
            done = venv.mineproof(*words, env={"COLUMNS": columns, "LINES": columns}).well()
            done.expected(bool(done.out.strip()), "some output")
    for term in ("dumb", "", "xterm-256color", "no-such-terminal"):
        venv.mineproof("play", "--level", "easy", "--seed", "1", env={"TERM": term}).well()
    return "COLUMNS 0, 1, 3, -1, x, 100000; TERM dumb, empty, unknown"


def locales(venv: Venv, _: Path) -> str:
    """Locales that have no UTF-8: unknown letters become question marks, JSON stays whole."""
    for env in _LOCALES:
        for words, text in EVERYDAY.items():
            venv.mineproof(*words, text=text, env=env).well()
    json = ("explain", "-", "--lang", "zh-TW", "--json")
    plain, usual = (venv.mineproof(*json, text=BOARD, env=env).well() for env in (PLAIN_C, _UTF_8))
    plain.expected(plain.out == usual.out, "the same JSON in both locales")
    return "LANG=C, LC_ALL=POSIX, C without UTF-8 mode, output in Latin-1"
