"""The command line: the list of commands, those that start other front ends, and what goes wrong.

Bad input is reported in one line on standard error, with exit code 2. Ctrl-C exits with 130. A
closed pipe, such as `| head`, ends the command quietly.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from typing import Any

import typer
from typer.main import get_command

from mineproof.app.cli import options
from mineproof.app.cli.commands.boards import certify, generate
from mineproof.app.cli.commands.games import convert, figures, grade, review
from mineproof.app.cli.commands.lessons import learn, train
from mineproof.app.cli.commands.play import play, wished_game
from mineproof.app.cli.commands.players import assess, engines, levels, new
from mineproof.app.cli.commands.positions import explain, solve
from mineproof.app.cli.commands.proofs import check, prove
from mineproof.app.cli.lab.commands import arena, lab
from mineproof.app.game.defaults import USUAL_ENGINE, USUAL_STRATEGIST, usual_language
from mineproof.app.help_page import ABOUT, COMMANDS
from mineproof.app.text.streams import complain, prepare_output
from mineproof.counting.kernel import describe
from mineproof.errors import BadInput, Contradiction, Fault, LimitReached
from mineproof.version import __version__

_HELP = ["--help", "-h"]

app = typer.Typer(
    context_settings={"help_option_names": _HELP},
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",  # unlike the default, it fills paragraphs to the terminal's width
)
app.add_typer(lab, name="lab", short_help=COMMANDS["lab"])

_NUMBERS = {"int": "a whole number", "float": "a number"}
"""By the first word of Pydantic's error types."""


@app.callback(invoke_without_command=True, help=ABOUT)
def _root(version: options.Version = False) -> None:
    if version:
        print(f"mineproof {__version__} ({describe()})")


def serve(
    *,
    host: options.Host = options.USUAL_HOST,
    port: options.Port = options.USUAL_PORT,
    data: options.DataFile = None,
    no_open: options.NoOpen = False,
    agent: options.OfferedAgents = None,
    engine: options.OfferedEngines = None,
    lessons: options.Lessons = None,
    origin: options.Origin = None,
    proxy: options.TrustedProxies = None,
    public_url: options.PublicUrl = None,
) -> None:
    """Play, learn and analyse in the browser."""
    options.require_web()
    from mineproof.app.service.guests import guests_named
    from mineproof.app.web.proxy import Proxies, origin_of
    from mineproof.app.web.serve import serve as open_page

    guests = guests_named(agent or (), engine or ())
    code = open_page(
        host,
        port,
        data,
        opens_browser=not no_open,
        guests=guests,
        lessons=lessons,
        origin=origin and origin_of(origin),
        proxies=Proxies.parse(proxy or ()),
        public_url=public_url,
    )
    raise typer.Exit(code)


def tui(
    ctx: typer.Context,
    *,
    level: options.Level = None,  # noqa: ARG001 - the game is read from ctx
    start: options.Start = None,  # noqa: ARG001
    finish: options.FinishRule = None,  # noqa: ARG001
    seed: options.Seed = None,
    game: options.GameId = None,  # noqa: ARG001
    no_guess: options.Certified = False,  # noqa: ARG001
    daily: options.Daily = None,  # noqa: ARG001
    resume: options.GoOn = None,  # noqa: ARG001
    engine: options.Engine = USUAL_ENGINE,
    agent: options.Helper = None,
    flags: options.GameFlags = None,
    lang: options.Lang = None,
    light: options.Light = False,
) -> None:
    """Play in the terminal with keyboard and mouse, hints and an AI."""
    options.require_tui()
    from mineproof.app.game.assist import helper
    from mineproof.app.tui.application import run
    from mineproof.app.tui.words import words_of

    session = wished_game(ctx.params, seed).deal()
    words, entrant = words_of(lang or usual_language()), helper(engine, agent)
    notice = ""
    if agent is None and entrant.agent != USUAL_STRATEGIST:
        notice = words.say("ai.other_agent", engine=engine, agent=entrant.agent)
    raise typer.Exit(run(session, words, entrant, is_light=light, flags=flags, notice=notice))


_COMMANDS = (  # in the order of the help
    *(play, solve, explain, prove, check, review, grade, figures, convert, serve, tui),
    *(generate, certify, train, learn, arena, new, assess, engines, levels),
)
for _command in _COMMANDS:
    app.command(short_help=COMMANDS[_command.__name__])(_command)


def main(args: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    prepare_output()
    words = list(sys.argv[1:] if args is None else args)
    try:
        command = _with_plain_flags(get_command(app))
        code = command.main(words or ["--help"], prog_name="mineproof", standalone_mode=False)
        sys.stdout.flush()
        return int(code or 0)
    except typer.TyperException as error:
        return complain(_worded(error))
    except (BadInput, Contradiction, LimitReached) as error:
        return complain(str(error))
    except Fault as fault:
        complain(str(fault))
        return 1
    except BrokenPipeError:
        _leave_stdout()
        return 1
    except OSError as error:
        _leave_stdout()
        where = f"{error.filename!r}: " if error.filename else ""
        return complain(f"{where}{error.strerror or error}")


def _with_plain_flags(command: Any) -> Any:
    """Return a command whose help shows flags, --help included, without the value `<bool>`."""
    own_help = command.get_help_option(typer.Context(command, help_option_names=_HELP))
    for param in (own_help, *command.params):
        if getattr(param, "is_flag", False):
            param.metavar = ""
    for each in getattr(command, "commands", {}).values():
        _with_plain_flags(each)
    return command


def _worded(error: typer.TyperException) -> str:
    """Return the message; Typer names the option, but its reader of values speaks for itself."""
    errors = getattr(error.__cause__, "errors", list)  # of Pydantic, with which Typer reads values
    for each in errors():
        if expected := _expected(each["type"], each["msg"]):
            error.message = f"{each['input']!r}; expected {expected}"
    return error.format_message()


def _expected(kind: str, message: str) -> str | None:
    """Return what Pydantic expected in place of a value, by the type and text of its error.

    >>> _expected("value_error", "Value error, 'x' is not one of 'a', 'b', 'c'.")
    'a, b or c'
    """
    *others, last = re.findall("'([^']*)'", message.partition("is not one of")[2]) or [""]
    choices = f"{', '.join(others)} or {last}" if others else last
    return choices or _NUMBERS.get(kind.partition("_")[0])


def _leave_stdout() -> None:
    """Discard further output: the reader is gone or the disk is full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
