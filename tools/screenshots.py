"""Take pictures of every view for the documents: `make screenshots`, into docs/images/page.

With a folder as its argument it takes many more, in all themes, for whoever works on the look, or
those whose names follow.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import quote

from tools.browser import open_browser, serving, until

from mineproof.agents import agent_named
from mineproof.board.game import Act, Game, Move
from mineproof.board.transcript import Transcript
from mineproof.course.exercises.ready import exercise_named
from mineproof.engines import engine_named
from mineproof.logic.reader import read
from mineproof.play.match import Match

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

IMAGES = Path(__file__).parent.parent / "docs" / "images" / "page"
DESKTOP = (1280, 800)
WIDE = (1440, 860)
PHONE = (412, 915)

HEX = "hex:9x11/16/opening:d4#3 d4"
HUGE = "200x200/8000/opening:cv100#3 cv100"
EXPERT = "expert/opening:d4#5 d4"


@dataclass(frozen=True)
class Shot:
    """One picture: what is done before it is taken, and how the page is dressed."""

    name: str
    prepare: Callable[[Page], None]
    size: tuple[int, int] = DESKTOP
    theme: str = "light"
    language: str = "en"
    sight: str = "none"
    """A deficiency of colour vision to look with, as Chromium names it."""
    is_for_docs: bool = False

    @property
    def is_phone(self) -> bool:
        """Whether it is taken on a small touch screen."""
        return self.size == PHONE


def at_start(page: Page) -> None:
    """Before the first move."""
    page.locator("#play-board .cell").first.wait_for()


def game(code: str) -> Callable[[Page], None]:
    """A game that is opened by its code."""

    def prepare(page: Page) -> None:
        page.evaluate("code => { location.hash = code }", f"#game/{quote(code, safe='')}")
        until(page, "() => location.hash === '#play'")

    return prepare


def then(*parts: Callable[[Page], None]) -> Callable[[Page], None]:
    """One thing after the other."""

    def prepare(page: Page) -> None:
        for part in parts:
            part(page)

    return prepare


def climb(rungs: int) -> Callable[[Page], None]:
    """Climb a hint."""

    def prepare(page: Page) -> None:
        for rung in range(rungs):
            page.keyboard.press("h")
            until(page, "n => document.querySelectorAll('.rung').length >= n", rung + 1)
        page.locator(".rung:last-child .sentence").first.hover()

    return prepare


def press(name: str, *, wait: int = 400) -> Callable[[Page], None]:
    """Press a button by its id."""

    def prepare(page: Page) -> None:
        page.locator(f"#{name}").click()
        page.wait_for_timeout(wait)

    return prepare


def customise(page: Page) -> None:
    """Open the dialog for a board of one's own."""
    page.locator("#level").select_option("own")


def key(name: str) -> Callable[[Page], None]:
    """Press a key."""
    return lambda page: page.keyboard.press(name)


def moves(
    count: int, *, engine: str = "cascade", agent: str = "safest-corner"
) -> Callable[[Page], None]:
    """Let the AI make some moves."""

    def prepare(page: Page) -> None:
        page.locator("#tab-ai").click()
        page.locator("#ai-engine").select_option(engine)
        page.locator("#ai-agent").select_option(agent)
        for _ in range(count):
            before = page.locator("#ai-now").inner_text()
            page.locator("#ai-move").click()
            until(page, "text => document.querySelector('#ai-now').innerText !== text", before)

    return prepare


def played(setting: str, agent: str, engine: str) -> Callable[[Page], None]:
    """A game that a program has played to its end."""
    match = Match(Game.of(setting), agent_named(agent, engine_named(engine)))
    return game(str(Transcript.of(match.game, [turn.move for turn in match.turns()])))


def read_by_single_clues(setting: str) -> Callable[[Page], None]:
    """A game in which all that single clues tell has been opened and flagged."""
    engine = engine_named("single")
    match = Match(Game.of(setting), agent_named("never-guess", engine))
    moves = [turn.move for turn in match.turns()]
    mines = engine.infer(read(match.game.view)).mines
    return game(str(Transcript.of(match.game, [*moves, *(Move(Act.FLAG, m) for m in mines)])))


def analyse(code: str) -> Callable[[Page], None]:
    """A position in the editor."""

    def prepare(page: Page) -> None:
        page.evaluate("code => { location.hash = code }", f"#analyse/{code}")
        page.locator("#analyse-verdict p").first.wait_for()
        page.wait_for_timeout(400)

    return prepare


def logic(place: str) -> Callable[[Page], None]:
    """A step of an engine."""

    def prepare(page: Page) -> None:
        page.evaluate("place => { location.hash = place }", f"#logic/{quote(place, safe='')}")
        step = place.rpartition("=")[2]
        until(page, "step => document.querySelector('#logic-slider').value === step", step)

    return prepare


def seeded(seed: int) -> Callable[[Page], None]:
    """From now on the server is asked for this game, or this puzzle, whenever it may choose."""

    def add(route: Route) -> None:
        asked = json.loads(route.request.post_data or "{}")
        route.continue_(post_data=asked | {"seed": seed})

    def prepare(page: Page) -> None:
        for path in ("games", "puzzles"):
            page.route(f"**/api/{path}", add)

    return prepare


def no_guess(level: str, cell: int) -> Callable[[Page], None]:
    """A no-guess game after its first cell."""

    def prepare(page: Page) -> None:
        page.locator("#no-guess").check()
        page.locator("#level").select_option(level)
        page.locator("#of-day").wait_for(state="hidden")
        page.wait_for_timeout(300)
        page.locator(f"#play-board [data-cell='{cell}']").click()
        page.wait_for_timeout(500)

    return prepare


def puzzle(technique: str) -> Callable[[Page], None]:
    """A puzzle."""

    def prepare(page: Page) -> None:
        page.evaluate("place => { location.hash = place }", f"#puzzles/{technique}")
        page.locator("#puzzle-board .cell").first.wait_for()

    return prepare


def explained(page: Page) -> None:
    """The answer of a puzzle, one of its sentences pointed at."""
    page.locator("#puzzle-show").click()
    page.locator("#puzzle-told .sentence").nth(1).hover()


def lesson(name: str) -> Callable[[Page], None]:
    """Return how to open a lesson, or the list of all."""

    def prepare(page: Page) -> None:
        page.evaluate("place => { location.hash = place }", f"#learn/{name}")
        page.locator("#learn-body h2").wait_for()

    return prepare


def refuted(page: Page) -> None:
    """Answer the second exercise wrongly, and look at what refutes it."""
    second = page.locator("#exercise-2")
    second.locator("[data-cell='3']").click()
    second.locator("[type=submit]").click()
    second.locator(".told .grid").wait_for()
    page.locator("#exercise-1 .frame").evaluate("frame => frame.scrollIntoView()")


def resolved(page: Page) -> None:
    """A proof made by hand: two steps, and a third line chosen."""
    page.evaluate("location.hash = '#resolve/resolve-3-2'")
    lines = page.locator("#resolve .line")
    lines.first.wait_for()
    given = lines.count()
    for made, pair in enumerate(exercise_named("resolve-3-2").solution()[:2], 1):
        for line in pair:
            lines.nth(line).click()
        lines.nth(given + made - 1).wait_for()
    lines.nth(given + 1).click()


def review(page: Page) -> None:
    """The finished game, move by move."""
    page.evaluate("location.hash = '#review'")
    page.locator("#review-bar [data-verdict=missed]").nth(1).click()
    page.locator("#review-plot-title", has_text="Chance of winning").wait_for()  # it takes a moment


def statistics(page: Page) -> None:
    """Some records, as they come together in a week."""
    page.evaluate(
        """() => {
          const records = [];
          const kinds = [["beginner safe clearing", 60, 12], ["intermediate safe clearing", 24, 71],
                         ["expert safe clearing", 9, 240], ["easy list marking", 12, 95]];
          for (const [kind, games, seconds] of kinds)
            for (let i = 0; i < games; i++)
              records.push({kind, won: (i * 7) % 10 < 7,
                            seconds: seconds * (1 + ((i * 13) % 9) / 8),
                            bbbv: 10 + ((i * 5) % 11) * (seconds / 30), guesses: i % 4,
                            luck: ((i * 3) % 7 - 3) / 10, when: `${kind}${i}`});
          localStorage.setItem("mineproof.records", JSON.stringify(records));
          location.hash = "#statistics";
        }"""
    )
    page.locator("#statistics-table table").wait_for()


POSITION = "s.9x12.18.-y21a-1a2a-c101b0a1-c210d1-d101b02-d21a-101-h31a-m"
IMPOSSIBLE = "s.3x6.u.-e-13a11-e"
RISKY = "s.9x12.18.0b1b01-c1a01-212-d1012-23-c1a0a12-e0c13-e0c1-f0a1a234-d0a1-1a-3-c0a1d2-c"

HINT = then(read_by_single_clues("expert/opening:d4#63"), climb(6))
WATCH = then(game("easy/list9#4"), moves(2, engine="resolution", agent="never-guess"))
WON = played("intermediate/opening:d4#11", "safest", "cascade")
LOST = played("intermediate/opening:d4#28", "random", "single")

NO_GUESS = then(seeded(8), no_guess("expert", 226), moves(30, agent="never-guess"))
LEARN = then(lesson("1"), refuted)
TRAIN = then(seeded(3), puzzle("1-2-2-1"), explained)

_VIEWS: tuple[Shot, ...] = (
    Shot("start", at_start),
    Shot("no-guess", NO_GUESS, WIDE, is_for_docs=True),
    Shot("daily", press("daily")),
    Shot("train", TRAIN, is_for_docs=True),
    Shot("learn", LEARN, is_for_docs=True),
    Shot("learn-list", lesson("")),
    Shot("phone-learn", LEARN, PHONE),
    Shot("train-asked", then(seeded(3), puzzle("1-2-2-1"))),
    Shot("train-mixed", then(seeded(4), puzzle(""))),
    Shot("resolve", resolved, is_for_docs=True),
    Shot("dark-resolve", resolved, theme="dark"),
    Shot("phone-resolve", resolved, PHONE),
    Shot("hint", HINT, WIDE, is_for_docs=True),
    Shot("risks", then(game(EXPERT), moves(20), press("risks")), WIDE, is_for_docs=True),
    Shot("watch", WATCH),
    Shot("logic", logic("5x5/4/list#89?step=55"), is_for_docs=True),
    Shot("logic-hard", logic("hard/list#4?step=3005")),
    Shot("dark-logic", logic("4x4/3/list3#98?step=199"), theme="dark", language="zh-TW"),
    Shot("phone-logic", logic("5x5/4/list#89?step=55"), PHONE),
    Shot("hex", then(game(HEX), climb(5))),
    Shot("torus", game("torus:10x14/20/opening:d4#2 d4")),
    Shot("won", WON),
    Shot("lost", LOST),
    Shot("analyse", analyse(POSITION), is_for_docs=True),
    Shot("impossible", analyse(IMPOSSIBLE)),
    Shot("guess", analyse(RISKY)),
    Shot("review", then(LOST, review), WIDE, is_for_docs=True),
    Shot("no-review", lambda page: page.evaluate("location.hash = '#review'")),
    Shot("statistics", statistics, is_for_docs=True),
    Shot("help", press("open-help")),
    Shot("settings", press("open-settings")),
    Shot("games", press("open-games")),
    Shot("setup", customise),
    Shot("open", then(analyse(POSITION), press("analyse-file"))),
)

_OTHERS: tuple[Shot, ...] = (
    Shot("dark", HINT, WIDE, theme="dark", is_for_docs=True),
    Shot("classic", then(game(EXPERT), moves(12)), WIDE, theme="classic", is_for_docs=True),
    Shot("contrast", HINT, WIDE, theme="contrast"),
    Shot("contrast-dark", HINT, WIDE, theme="contrast-dark"),
    Shot("dark-risks", then(game(EXPERT), moves(20), press("risks")), WIDE, theme="dark"),
    Shot("dark-analyse", analyse(POSITION), theme="dark"),
    Shot("dark-review", then(LOST, review), WIDE, theme="dark"),
    Shot("dark-statistics", statistics, theme="dark"),
    Shot("dark-settings", press("open-settings"), theme="dark"),
    Shot("classic-hint", HINT, WIDE, theme="classic"),
    Shot("classic-start", at_start, theme="classic"),
    Shot("deuteranopia", HINT, WIDE, sight="deuteranopia"),
    Shot("deuteranopia-review", then(LOST, review), WIDE, sight="deuteranopia"),
    Shot(
        "deuteranopia-risks",
        then(game(EXPERT), moves(20), press("risks")),
        WIDE,
        sight="deuteranopia",
    ),
    Shot(
        "protanopia-risks", then(game(EXPERT), moves(20), press("risks")), WIDE, sight="protanopia"
    ),
    Shot("achromatopsia", HINT, WIDE, sight="achromatopsia"),
    Shot("phone", game("expert/opening:d4#8 d4"), PHONE, is_for_docs=True),
    Shot("phone-whole", then(game(EXPERT), key("0")), PHONE, is_for_docs=True),
    Shot("large", then(game(HUGE), press("hint")), WIDE, is_for_docs=True),
    Shot("phone-start", at_start, PHONE),
    Shot("phone-train", TRAIN, PHONE, is_for_docs=True),
    Shot("phone-daily", press("daily"), PHONE),
    Shot("dark-train", TRAIN, theme="dark"),
    Shot("contrast-train", TRAIN, theme="contrast"),
    Shot("classic-train", TRAIN, theme="classic"),
    Shot("zh-train", TRAIN, language="zh-TW"),
    Shot("phone-hint", then(game("beginner/opening:d4#3 d4"), press("hint"), press("hint")), PHONE),
    Shot("phone-hex", game(HEX), PHONE),
    Shot("phone-analyse", analyse(POSITION), PHONE),
    Shot("phone-review", then(LOST, review), PHONE),
    Shot("phone-statistics", statistics, PHONE),
    Shot("phone-dark", game(EXPERT), PHONE, theme="dark"),
    Shot("zh", HINT, WIDE, language="zh-TW", is_for_docs=True),
    Shot("zh-help", press("open-help"), language="zh-TW"),
    Shot("zh-analyse", analyse(RISKY), language="zh-TW"),
    Shot("zh-review", then(LOST, review), WIDE, language="zh-TW"),
    Shot("forced", HINT, WIDE, theme="forced"),
)


@contextmanager
def dressed(browser: Browser, shot: Shot) -> Iterator[Page]:
    """Open a page as a shot wants it to look."""
    width, height = shot.size
    theme, _, scheme = shot.theme.partition("-")
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=2 if shot.is_phone else 1,
        has_touch=shot.is_phone,
        is_mobile=shot.is_phone,
        color_scheme="dark" if "dark" in (theme, scheme) else "light",
        forced_colors="active" if theme == "forced" else "none",
        reduced_motion="reduce",
    )
    chosen = "auto" if theme == "forced" else theme
    settings = f'{{"theme": "{chosen}", "language": "{shot.language}"}}'
    context.add_init_script(f"localStorage.setItem('mineproof.settings', '{settings}')")
    context.add_init_script("localStorage.setItem('mineproof.tour', 'true')")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": shot.sight})
    yield page
    context.close()


def take(browser: Browser, url: str, shot: Shot, folder: Path) -> None:
    """Take one picture."""
    with dressed(browser, shot) as page:
        page.goto(url)
        page.wait_for_selector("[data-ready]")
        shot.prepare(page)
        page.wait_for_timeout(150)
        page.evaluate("document.querySelector('#notice').hidden = true")
        page.screenshot(path=folder / f"{shot.name}.png")
    _shrink(folder / f"{shot.name}.png")


def _shrink(path: Path) -> None:
    """Keep 256 colours, in a third of the bytes: the common ones, and some that are far from them.

    So large areas keep their shade, and a digit that stands on the board but once its colour.
    """
    from PIL import Image

    with Image.open(path) as picture:
        whole = picture.convert("RGB")
    parts = whole.tobytes()
    colours = Counter(zip(parts[0::3], parts[1::3], parts[2::3], strict=True))
    common = [part for colour, _ in colours.most_common(192) for part in colour]
    others = whole.quantize(64, Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette(common + others[:192])
    whole.quantize(palette=palette, dither=Image.Dither.NONE).save(path, optimize=True)


def wanted(names: list[str], *, is_for_docs: bool) -> Iterator[Shot]:
    """Choose the pictures of these names; without any, those for the documents, or all."""
    for shot in (*_VIEWS, *_OTHERS):
        if shot.name in names or (not names and shot.is_for_docs >= is_for_docs):
            yield shot


def main() -> None:
    """Take the pictures for the documents, or into a folder all or those that are named."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else IMAGES
    folder.mkdir(parents=True, exist_ok=True)
    shots = wanted(sys.argv[2:], is_for_docs=folder == IMAGES)
    with (
        TemporaryDirectory() as data,
        serving(Path(data) / "games") as server,
        open_browser() as browser,
    ):
        for shot in shots:
            take(browser, server.url, shot, folder)
            print(shot.name, flush=True)


if __name__ == "__main__":
    main()
