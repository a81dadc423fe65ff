"""The arena: figures of hand-made games, and every format read back."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import polars as pl
import pytest
from tests.lab.game_rows import game_rows

from mineproof.agents.entrant import Entrant
from mineproof.errors import BadInput
from mineproof.lab.experiment import Experiment
from mineproof.lab.experiment_file import parse_experiment, write_experiment
from mineproof.lab.report.arena.figures import OVERALL, SCHEMA, arena_table, fault_table
from mineproof.lab.report.arena.files import ArenaResult, check_format, write_arena
from mineproof.lab.report.arena.tables import arena_sheets, fault_lines
from mineproof.lab.report.markup import latex_text
from mineproof.lab.report.played import PlayedExperiment
from mineproof.lab.report.plots.speed import rates_by_speed
from mineproof.stats.intervals import wilson

DEAD: Mapping[str, object] = {
    **dict.fromkeys(("moves", "guesses", "left", "luck", "seconds")),
    "outcome": "lost",
    "fault": "its process ended by SIGKILL",
}
LOST: Mapping[str, object] = {"outcome": "lost", "guesses": 1, "left": 30}
ODD = r"100 % <odd> & a_b|c\d"


def hand_made(*settings: str) -> pl.DataFrame:
    """Return 40 games of each: ours wins 30, a guest 20 of those, and it dies in one."""
    games: list[Mapping[str, object]] = []
    for start in settings:
        for seed in range(40):
            ours = {"start": start, "seed": seed, "entrant": "safest"}
            games.append({**ours, **({} if seed < 30 else LOST), "seconds": 0.5})
            guest = {**ours, "entrant": ODD, "guesses": seed % 2}
            games.append({**guest, **({} if seed < 20 else DEAD if seed == 39 else LOST)})
    return game_rows(games, tallies=("fault",))


def arena(*settings: str) -> ArenaResult:
    players = (Entrant("safest"), Entrant("random", name=ODD))
    experiment = replace(
        Experiment.of("mine", ["safest"], [f"beginner/{start}" for start in settings], games=40),
        entrants=players,
        about="Odd & <even>",
    )
    played = PlayedExperiment(experiment, hand_made(*settings), "mineproof arena mine.toml", ())
    return ArenaResult(played, "safest")


def test_the_figures_are_those_of_the_games() -> None:
    table = arena_table(hand_made("safe"), "safest")
    assert table.schema == SCHEMA
    ours, guest = table.to_dicts()
    assert [ours["games"], ours["won"], ours["faults"], ours["games_to_tell"]] == [40, 30, 0, None]
    assert [ours["won_low"], ours["won_high"]] == list(wilson(30, 40))
    assert ours["difference"] is None
    assert [guest["won"], guest["unguessed"], guest["faults"]] == [20, 10, 1]
    assert guest["difference"] == pytest.approx(-0.25)
    assert guest["difference_error"] == pytest.approx((0.25 * 0.75 / 40) ** 0.5)
    assert guest["difference_low"] < -0.25 < guest["difference_high"] < 0
    assert guest["games_to_tell"] == 24  # 0.1875 * (1.96 + 0.84) ** 2 / 0.25 ** 2
    assert [ours["speed"], guest["speed"]] == [2, 4]  # the game that died was not timed
    # One game with unknown luck, and nothing can be taken out.
    assert guest["adjusted_rate"] is guest["adjusted_difference"] is None


def test_settings_are_added_up() -> None:
    table = arena_table(hand_made("safe", "opening"), "safest")
    assert len(table) == 6
    ours, guest = table.to_dicts()[4:]
    assert (guest["level"], guest["start"], guest["finish"]) == OVERALL
    assert [ours["games"], ours["won"], guest["won"], guest["faults"]] == [80, 60, 40, 2]
    assert guest["difference"] == pytest.approx(-0.25)
    assert [ours["speed"], guest["speed"]] == [2, 4]
    titles = [sheet.title for sheet in arena_sheets(table, "safest")]
    assert titles == ["beginner/safe", "beginner/opening", "All settings together"]


def test_luck_is_taken_out_where_it_is_known() -> None:
    wins = [{"luck": 0.5, "guesses": 1}] * 20 + [{**LOST, "luck": -0.5}] * 20
    lucky = [{**game, "seed": seed, "entrant": "random"} for seed, game in enumerate(wins)]
    rows = pl.concat([game_rows([{}] * 30 + [LOST] * 10), game_rows(lucky)])
    _, line = arena_table(rows, "safest").to_dicts()
    assert line["adjusted_rate"] == pytest.approx(0.5)
    assert line["adjusted_difference"] is not None


def test_a_player_without_a_common_game_is_not_compared() -> None:
    other = game_rows([{"entrant": "random", "seed": 7}])
    table = arena_table(pl.concat([game_rows([{}]), other]), "safest")
    assert table["difference"].to_list() == [None, None]
    (sheet,) = arena_sheets(table, "safest")
    assert not {"difference, luck taken out", "faults"} & set(sheet.headings)
    with pytest.raises(BadInput, match="no rows of the reference 'exact'; expected one of safest"):
        arena_table(game_rows([{}]), "exact")


def test_faults_are_counted_by_reason() -> None:
    rows = hand_made("safe", "opening")
    assert fault_table(rows).rows() == [(ODD, DEAD["fault"], 2)]
    assert fault_lines(fault_table(rows)) == [f"Faults of {ODD}: {DEAD['fault']} (2)."]
    assert fault_lines(fault_table(game_rows([{}]))) == []  # an old run, without that column
    many = [{"fault": f"reason {number}"} for number in range(9)]
    (line,) = fault_lines(fault_table(game_rows(many, tallies=("fault",))))
    assert line.endswith("reason 2 (1); others (6).")


def test_the_picture_shows_who_was_timed() -> None:
    result = arena("safe")
    assert result.picture is not None
    figure = rates_by_speed(result.played.experiment, result.table.to_dicts())
    assert figure is not None
    (panel,) = figure.axes
    assert panel.get_xscale() == "log"
    xs, ys = ([np.asarray(line.get_data()[axis])[0] for line in panel.lines] for axis in (0, 1))
    assert (xs, ys) == ([2, 4], [75, 50])
    figure.draw_without_rendering()
    ticks = [label.get_text() for label in panel.get_xticklabels()]
    assert len(set(ticks)) == len(ticks)
    untimed = [{**line, "speed": None} for line in result.table.to_dicts()]
    assert rates_by_speed(result.played.experiment, untimed) is None


def test_markdown_has_its_picture_beside_it(tmp_path: Path) -> None:
    write_arena(tmp_path / "mine.md", arena("safe", "opening"))
    text = (tmp_path / "mine.md").read_text()
    assert "](mine.svg)" in text
    assert ET.parse(tmp_path / "mine.svg").getroot().tag.endswith("svg")
    lines = [line for line in text.splitlines() if line.startswith("| 100 % <odd>")]
    assert len(lines) == 3
    assert all(r"a_b\|c" in line for line in lines)


def test_csv_and_json_hold_every_figure(tmp_path: Path) -> None:
    result = arena("safe", "opening")
    write_arena(tmp_path / "mine.csv", result)
    write_arena(tmp_path / "mine.json", result)
    with (tmp_path / "mine.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert [line["entrant"] for line in lines] == ["safest", ODD] * 3
    assert list(lines[0]) == list(SCHEMA)
    said = json.loads((tmp_path / "mine.json").read_text())
    assert said["players"] == result.table.to_dicts()
    assert (said["reference"], said["faults"][0]["games"]) == ("safest", 2)


def test_latex_escapes_what_it_would_read(tmp_path: Path) -> None:
    write_arena(tmp_path / "mine.tex", arena("safe"))
    text = (tmp_path / "mine.tex").read_text()
    row = next(line for line in text.splitlines() if "odd" in line and line.endswith(r"\\"))
    assert row.startswith(
        r"100 \% \textless{}odd\textgreater{} \& a\_b\textbar{}c\textbackslash{}d &"
    )
    heading = next(line for line in text.splitlines() if line.startswith("player"))
    cells = [len(re.findall(r"(?<!\\)&", line)) for line in (heading, row)]
    assert cells[0] == cells[1]
    assert r"$-$25.00 $\pm$ 6.85" in row
    assert latex_text("#${}^~") == r"\#\$\{\}\textasciicircum{}\textasciitilde{}"


def test_latex_has_its_picture_beside_it(tmp_path: Path) -> None:
    (tmp_path / "mine.pdf").write_text("the compiled page")
    write_arena(tmp_path / "mine.tex", arena("safe", "opening"))
    text = (tmp_path / "mine.tex").read_text()
    assert r"\includegraphics[width=\linewidth]{mine-picture.pdf}" in text
    assert r"% Needs \usepackage{booktabs} and \usepackage{graphicx}." in text.splitlines()
    assert (tmp_path / "mine-picture.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "mine.pdf").read_text() == "the compiled page"
    for one, other in (("{table}", 3), ("{tabular}", 3), ("{figure}", 1)):
        assert text.count(rf"\begin{one}") == text.count(rf"\end{one}") == other
    plain = re.sub(r"(?m)^%.*", "", text).replace(r"\{", "").replace(r"\}", "")
    assert plain.count("{") == plain.count("}")


STARTS = {".svg": b"<?xml", ".png": b"\x89PNG", ".pdf": b"%PDF"}


@pytest.mark.parametrize("suffix", STARTS)
def test_the_picture_alone(tmp_path: Path, suffix: str) -> None:
    for name in ("a", "b"):
        write_arena(tmp_path / f"{name}{suffix}", arena("safe"))
    data = (tmp_path / f"a{suffix}").read_bytes()
    assert data.startswith(STARTS[suffix])
    assert data == (tmp_path / f"b{suffix}").read_bytes()  # it holds no date
    assert len(list(tmp_path.iterdir())) == 2


def test_no_picture_without_times(tmp_path: Path) -> None:
    result = arena("safe")
    rows = hand_made("safe").with_columns(pl.lit(None, pl.Float64).alias("seconds"))
    untimed = replace(result, played=result.played._replace(rows=rows))
    with pytest.raises(BadInput, match=r"nothing to draw in '.*x\.pdf'; expected a player whose"):
        write_arena(tmp_path / "x.pdf", untimed)
    write_arena(tmp_path / "x.tex", untimed)
    assert [file.name for file in tmp_path.iterdir()] == ["x.tex"]


def test_html_is_one_page_with_its_picture(tmp_path: Path) -> None:
    write_arena(tmp_path / "mine.html", arena("safe", "opening"))
    page = (tmp_path / "mine.html").read_text()
    read = _Tags()
    read.feed(page)
    assert (read.tags.count("table"), read.tags.count("svg")) == (3, 1)
    assert not {"img", "link", "script", "even", "odd"} & set(read.tags)
    assert "<?xml" not in page


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 - inherited
        self.tags.append(tag)


def test_an_unknown_format_is_one_line() -> None:
    with pytest.raises(BadInput, match=r"'a.gif'; expected a name with .md, .* or .pdf"):
        check_format(Path("a.gif"))


def test_the_reference_is_no_part_of_what_is_played() -> None:
    mine = Experiment.of("mine", ["safest", "random"], ["beginner/safe"], games=4)
    chosen = replace(mine, reference="random")
    assert chosen.id == mine.id
    assert parse_experiment(write_experiment(chosen)) == chosen
    with pytest.raises(BadInput, match="no entrant 'exact'; expected one of safest, random"):
        replace(mine, reference="exact")
