"""Checks: that installations are complete, give the same answers, and name what they lack."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tools.matrix.build import build_wheel, check_same, check_sdist, check_wheel
from tools.matrix.install import Install, Source, Venv
from tools.matrix.process import Env, Failed

BOARD = "####\n1221\n0000\n"
GAME = "easy/list#1 d8 e8"
EXPERIMENT = """name = "matrix"
entrants = ["safest", "exact"]
settings = ["beginner/safe"]
games = 8
"""

EVERYDAY: Mapping[tuple[str, ...], str] = {
    ("--help",): "",
    ("--version",): "",
    ("levels",): "",
    ("engines",): "",
    ("play", "--level", "easy", "--seed", "1"): "",
    ("play", "--games", "20", "--seed", "1", "--level", "beginner"): "",
    ("solve", "-"): BOARD,
    ("explain", "-", "--lang", "zh-TW"): BOARD,
    ("review", "-"): GAME,
    ("grade", "-"): GAME,
    ("generate", "--level", "beginner", "--seed", "1"): "",
    ("train", "--seed", "1", "--lang", "zh-TW"): "quit\n",
    ("convert", "-", "-", "--from", "transcript", "--to", "picture"): GAME,
}
"""Commands that need no extra, with their standard input."""

_NEEDING: Mapping[tuple[str, ...], str] = {
    ("serve", "--no-open"): "web",
    ("tui",): "tui",
    ("lab", "run", "matrix.toml"): "lab",
    ("lab", "run", "matrix.toml", "--backend", "dask"): "lab",
    ("lab", "run", "matrix.toml", "--backend", "ray"): "lab",
    ("lab", "report", "matrix.toml"): "lab",
    ("lab", "list"): "lab",
    ("lab", "compare", "a:b", "c:d"): "lab",
    ("play", "--engine", "sat", "--seed", "1"): "sat",
    ("play", "--engine", "sat", "--games", "5"): "sat",
    ("solve", "-", "--engine", "sat"): "sat",
    ("convert", "-", "-", "--from", "picture", "--to", "png"): "png",
}

_LIBRARY = {
    "import mineproof.adapters.gymnasium": "gym",
    "import mineproof.lab.run.runner": "lab",
    "import mineproof as m; m.play(engine='sat')": "sat",
    "from mineproof.engines import engine_named as e; e('sat')": "sat",
}

_HALVES = {
    "filelock": (("lab", "list"), "lab"),
    "joblib": (("lab", "list"), "lab"),
    "matplotlib": (("lab", "list"), "lab"),
    "polars": (("lab", "list"), "lab"),
    "fastapi": (("serve",), "web"),
    "uvicorn": (("serve",), "web"),
    "textual": (("tui",), "tui"),
    "pysolvers": (("play", "--engine", "sat"), "sat"),
}

PLAIN_C: Env = {"LANG": None, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
"""The locale C as it was before UTF-8 was assumed everywhere: all output is ASCII."""

_CIRCUMSTANCES: Mapping[str, tuple[tuple[str, ...], Env]] = {
    "hash seed 0": ((), {"PYTHONHASHSEED": "0"}),
    "hash seed 1, -O": (("-O",), {"PYTHONHASHSEED": "1"}),
    "random hashes, -OO, LANG=C": (("-OO",), {"PYTHONHASHSEED": "random", "LANG": "C"}),
    "-X utf8=0, LC_ALL=C": (("-X", "utf8=0"), PLAIN_C),
    "-X utf8=0, LC_ALL=POSIX": (("-X", "utf8=0"), {"LC_ALL": "POSIX"}),
    "pure Python": ((), {"MINEPROOF_KERNEL": "python"}),
}


def sdist(source: Source) -> str:
    """Check the sdist, and that it builds the wheel that the tree builds."""
    note = check_sdist(source.sdist)
    folder = source.work / "same"
    none = str(source.builder.parent)  # without a compiler, so that it takes seconds
    of_tree, of_sdist = (
        build_wheel(source.builder, each, folder / name, path=none)
        for each, name in ((source.tree, "tree"), (source.sdist, "sdist"))
    )
    check_wheel(of_sdist, has_kernel=False)
    check_same(of_tree, of_sdist)
    return f"{note}; builds the same wheel as the tree"


def wheel(install: Install) -> str:
    """Check the wheel, and that it can be installed."""
    found, is_new = install.wheel
    note = check_wheel(found, has_kernel=install.has_kernel)
    told = install.bare.mineproof("--version").well().out
    if install.has_kernel and "native kernel" not in told:
        raise Failed(f"mineproof --version says {told!r}; expected the native kernel")
    return f"{note}{'' if is_new else ', built before'}"


def answers(install: Install) -> str:
    """Check that games and answers are the same as everywhere, whatever the circumstances."""
    for name, (options, env) in _CIRCUMSTANCES.items():
        _compare(install.source, install.bare, f"{install.python.version}, {name}", options, env)
    return f"{len(_CIRCUMSTANCES)} circumstances: {'; '.join(_CIRCUMSTANCES)}"


def _compare(
    source: Source,
    venv: Venv,
    where: str,
    options: tuple[str, ...] = (),
    env: Env | None = None,
) -> int:
    script = Path(__file__).with_name("digests.py")
    lines = venv.run("-W", "error", *options, script, env=env).well().out.splitlines()
    for name, digest in (line.split() for line in lines):
        before, other = source.digests.setdefault(name, (digest, where))
        if before != digest:
            raise Failed(f"{name} differ between {other} and {where}")
    return len(lines)


def no_extras(install: Install) -> str:
    """Check that each command works without extras or names the one that it needs."""
    for words, text in EVERYDAY.items():
        install.bare.mineproof(*words, text=text).well()
    for words, extra in _NEEDING.items():
        install.bare.mineproof(*words, text=BOARD).refused(f"pip install 'mineproof[{extra}]'")
    for code, extra in _LIBRARY.items():
        done = install.bare.run("-c", code)
        last = (done.err.splitlines() or [""])[-1]
        done.expected(f"pip install 'mineproof[{extra}]'" in last, f"the name of extra {extra}")
    return f"{len(EVERYDAY)} commands work, {len(_NEEDING) + len(_LIBRARY)} name their extra"


def extras(install: Install, work: Path) -> str:
    """Check the extras: the same answers, and one line for each module that is missing."""
    venv = install.full
    subjects = _compare(install.source, venv, f"{install.python.version} with extras")
    halves = {name: half for name, half in _HALVES.items() if half[1] not in venv.lacking}
    for module, (words, extra) in halves.items():
        venv.without(module, *words).refused(f"pip install 'mineproof[{extra}]'")
    if "lab" not in venv.lacking:
        (work / "matrix.toml").write_text(EXPERIMENT)
        for backend in ("dask", "ray"):
            words = ("lab", "run", "matrix.toml", "--backend", backend)
            venv.mineproof(*words, cwd=work).refused(f"pip install 'mineproof[{backend}]'")
    lacking = f"; no wheels for {', '.join(venv.lacking)}" if venv.lacking else ""
    return f"{subjects} subjects, {len(halves)} half-installed extras, no dask, no ray{lacking}"


def no_compiler(install: Install) -> str:
    """Check that the sdist installs without a compiler, and gives the same answers."""
    told = install.pure.mineproof("--version").well().out
    if "pure Python: the native kernel is not built" not in told:
        raise Failed(f"mineproof --version says {told!r}; expected pure Python")
    subjects = _compare(install.source, install.pure, f"{install.python.version}, no compiler")
    for words, text in EVERYDAY.items():
        install.pure.mineproof(*words, text=text).well()
    return f"{subjects} subjects, {len(EVERYDAY)} commands, in pure Python"
