from __future__ import annotations

import json
import os
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from mineproof.agents.entrant import Entrant
from mineproof.errors import BadInput
from mineproof.lab.experiment import MAX_LOT, Experiment
from mineproof.lab.experiment_file import parse_experiment, read_experiment, write_experiment

LEVELS = """
about = "What each engine wins"
entrants = ["single", "safest", { engine = "resolution", options = { width = 3 } }]
levels = ["easy", "hard"]
starts = ["list", "list:5"]
games = 50
ceiling = "single"
"""

BOARD = '{"rows": 1, "cols": 3, "mines": [[0, 2]], "safe": [[0, 0]]}'
CLEARING = '{"rows": 1, "cols": 3, "mines": [[0, 2]], "start": [0, 0]}'


def read(tmp_path: Path, text: str) -> Experiment:
    (tmp_path / "levels.toml").write_text(text)
    return read_experiment(tmp_path / "levels.toml")


def test_a_file_says_who_plays_what_how_often(tmp_path: Path) -> None:
    experiment = read(tmp_path, LEVELS)
    assert experiment.name == "levels"
    names = [entrant.name for entrant in experiment.entrants]
    assert names == ["single", "safest", "resolution (width 3)"]
    assert experiment.kinds == ["easy/list", "easy/list5", "hard/list", "hard/list5"]
    assert experiment.total == 50 * 3 * 4
    assert experiment.ceiling == "single"


def test_settings_may_be_listed_and_finish_another_way(tmp_path: Path) -> None:
    text = 'entrants = ["exact"]\nsettings = ["easy/list5", "8x8/9/safe"]\ngames = 3\n'
    assert read(tmp_path, text).kinds == ["easy/list5", "8x8/9/safe"]
    assert read(tmp_path, text + 'finish = "marking"').kinds[1] == "8x8/9/safe/marking"
    assert read(tmp_path, text + 'finish = "fair"').kinds[1] == "8x8/9/safe/fair"
    usual = 'entrants = ["exact"]\nlevels = ["expert", "cs50"]\ngames = 3\nfirst_seed = 7\n'
    assert read(tmp_path, usual).kinds == ["expert/safe", "cs50/none"]
    assert [setting.seed for setting in read(tmp_path, usual).settings] == [7, 7]


def test_every_game_is_in_exactly_one_chunk(tmp_path: Path) -> None:
    experiment = read(tmp_path, LEVELS + "chunk = 7\nfirst_seed = 100\n")
    chunks = experiment.chunks()
    assert [chunk.number for chunk in chunks] == list(range(len(chunks)))
    played = [
        (chunk.entrant.name, str(chunk.lot.setting), seed)
        for chunk in chunks
        for seed in chunk.lot.seeds
    ]
    assert len(played) == len(set(played)) == experiment.total
    assert {seed for _, _, seed in played} == set(range(100, 150))
    assert max(map(len, chunks)) == 7


def test_entrants_advance_side_by_side() -> None:
    experiment = Experiment.of("x", ["exact", "single"], ["easy/list", "hard/list"], games=40)
    chunks = [
        (str(chunk.lot.setting), chunk.lot.seeds, chunk.entrant.name)
        for chunk in experiment.chunks()
    ]
    easy, hard = "easy/list#0", "hard/list#0"
    lots = [(easy, range(20)), (easy, range(20, 40)), (hard, range(20)), (hard, range(20, 40))]
    assert chunks == [(*lot, name) for lot in lots for name in ("exact", "single")]


@pytest.mark.parametrize(
    ("games", "size"), [(1, 1), (100, 20), (1000, 50), (10**6, MAX_LOT), (10**7, MAX_LOT)]
)
def test_chunks_grow_with_the_number_of_games(games: int, size: int) -> None:
    chunks = Experiment.of("x", ["exact"], ["easy/list"], games=games).chunks()
    assert len(chunks[0]) == size
    assert sum(map(len, chunks)) == games


def test_an_experiment_is_read_back_from_its_text(tmp_path: Path) -> None:
    experiment = read(tmp_path, LEVELS.replace("width = 3", 'width = "any"'))
    again = parse_experiment(write_experiment(experiment))
    assert again == experiment
    assert again.id == experiment.id
    assert [*again.chunks()] == [*experiment.chunks()]


def test_the_id_tells_all_that_decides_the_records_and_nothing_else(tmp_path: Path) -> None:
    experiment = read(tmp_path, LEVELS)
    ids = {
        experiment.id,
        experiment.with_games(51).id,
        replace(experiment, chunk=9).id,
        replace(experiment, entrants=experiment.entrants[1:], ceiling=None).id,
        replace(experiment, settings=experiment.settings[1:]).id,
        read(tmp_path, LEVELS + "first_seed = 1").id,
        read(tmp_path, LEVELS + 'finish = "clearing"').id,
        read(tmp_path, LEVELS.replace("width = 3", "width = 4")).id,
    }
    assert len(ids) == 8
    same = replace(experiment, name="other", about="in other words", ceiling=None)
    assert same.id == experiment.id


def test_boards_are_played_in_lots_of_one_kind(tmp_path: Path) -> None:
    lines = [BOARD] * 3 + ["", CLEARING] + [BOARD]
    (tmp_path / "boards.jsonl").write_text("\n".join(lines))
    text = 'entrants = ["exact", "single"]\nboards = "boards.jsonl"\nchunk = 2\n'
    experiment = read(tmp_path, text)
    assert experiment.games == 5
    lots = [chunk.lot for chunk in experiment.chunks() if chunk.entrant.name == "single"]
    assert [lot.seeds for lot in lots] == [range(2), range(2, 3), range(3, 4), range(4, 5)]
    assert [board for lot in lots for board in lot.boards] == (
        [*lots[0].boards, lots[0].boards[0], *lots[2].boards, lots[0].boards[0]]
    )
    assert [*parse_experiment(write_experiment(experiment)).chunks()] == [*experiment.chunks()]
    assert len(experiment.with_games(4).chunks()) == 6
    assert experiment.with_games(999).games == 5
    assert read(tmp_path, text + "games = 999").total == 10


def test_boards_that_have_changed_are_refused_and_have_another_id(tmp_path: Path) -> None:
    file = tmp_path / "boards.jsonl"
    file.write_text(BOARD)
    text = 'entrants = ["exact"]\nboards = "boards.jsonl"\ngames = 1\n'
    before = read(tmp_path, text)
    file.write_text(CLEARING)
    with pytest.raises(BadInput, match=r"boards\.jsonl has changed since the experiment began"):
        before.chunks()
    assert read(tmp_path, text).id != before.id
    (tmp_path / "moved.jsonl").write_text(BOARD)
    assert read(tmp_path, text.replace("boards.jsonl", "moved.jsonl")).id == before.id


GOOD = {"entrants": ["exact"], "levels": ["easy"], "games": 5}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"entrants": ["exakt"]}, "unknown engine 'exakt'; expected single, subset"),
        ({"entrants": ["lucky/exact"]}, "unknown agent 'lucky'; expected never-guess"),
        ({"entrants": ["safest/single"]}, "the agent safest needs risks"),
        ({"entrants": []}, "no entrants; expected at least one"),
        ({"entrants": "exact"}, "'entrants' holds a text; expected a list"),
        ({"entrants": [3]}, "3 as an entrant; expected a text or a table"),
        ({"entrants": ["exact", "exact"]}, "entrant 'exact' twice"),
        ({"entrants": [{"engin": "exact"}]}, "unknown 'engin'; expected agent, engine"),
        (
            {"entrants": [{"engine": "resolution", "options": {"depth": 2}}]},
            "resolution has no option 'depth'; expected width, count_limit, max_clauses",
        ),
        (
            {"entrants": [{"engine": "single", "options": {"width": 2}}]},
            "single has no option 'width'; expected none",
        ),
        (
            {"entrants": [{"engine": "resolution", "options": {"width": 2.5}}]},
            "option width is 2.5; expected a whole number",
        ),
        (
            {"entrants": [{"engine": "subset", "options": {"count_limit": "any"}}]},
            "subset's option count_limit is any; expected a whole number",
        ),
        (
            {"entrants": [{"engine": "subset", "options": {"count_limit": -1}}]},
            "subset's option count_limit is -1; expected 0 or more",
        ),
        (
            {"entrants": [{"engine": "single+exact", "options": {"width": 2}}]},
            r"options width for single\+exact; expected them for one engine alone",
        ),
        ({"entrants": [{"hide_total": 1}]}, "'hide_total' holds a whole number; expected true or"),
        ({"levels": ["moderate"]}, "unknown level 'moderate'"),
        ({"levels": []}, "expected either settings or a file of boards"),
        ({"levels": ["easy", "easy"]}, "setting 'easy/list' twice"),
        ({"starts": ["soon"]}, "unknown start 'soon'"),
        ({"starts": ["list:72"]}, "72 safe cells on easy; expected 1 to 71"),
        ({"finish": "soon"}, "unknown finish 'soon'"),
        ({"settings": ["easy/list"]}, "'settings' and 'levels' or 'starts' cannot be combined"),
        ({"games": 0}, "0 games; expected 1 or more"),
        ({"games": "many"}, "'games' holds a text; expected a whole number"),
        ({"games": None}, "'games' is missing"),
        ({"games": 10**15 + 1}, "1000000000000001 games in all; expected at most 1000000000000000"),
        ({"games": 2**64}, "'games' holds a whole number of 65 bits; expected at most 64"),
        ({"starts": ["list"] * 10_001}, "1 levels and 10001 starts; expected at most 10000 settin"),
        ({"first_seed": 2**64 - 3}, "seed 18446744073709551617 is out of range"),
        ({"chunk": 10**6}, "chunks of 1000000 games; expected 1 to 10000"),
        ({"ceiling": "sat"}, "no entrant 'sat'; expected one of exact"),
        ({"colour": "red"}, "unknown 'colour'; expected name, about, notes"),
        ({"name": "a/b"}, "name 'a/b'; expected letters"),
        ({"name": "../up"}, "expected letters"),
        ({"boards": "b.jsonl"}, "'boards' and 'levels' cannot be combined"),
        ({"levels": None, "boards": "b.jsonl"}, "cannot read '.*b.jsonl': No such file"),
        ({"levels": None, "boards": "\0"}, "cannot read '.*': embedded null"),
    ],
)
def test_what_cannot_be_meant_is_named(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    fields = {key: value for key, value in {**GOOD, **change}.items() if value is not None}
    with pytest.raises(BadInput, match=message) as caught:
        read(tmp_path, "\n".join(f"{key} = {_toml(value)}" for key, value in fields.items()))
    assert str(caught.value).startswith(str(tmp_path / "levels.toml"))


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"games = = 3", "levels.toml: Invalid value"),
        (b"", "'entrants' is missing"),
        (b"\xff\xfe", "levels.toml is not text; expected TOML in UTF-8"),
        (b"games = " + b"9" * 5000, r"levels.toml: Exceeds the limit \(4300 digits\)"),
        (
            b'entrants = ["exact"]\nlevels = ["easy"]\ngames = 0x' + b"f" * 5000,
            "levels.toml: 'games' holds a whole number of 20000 bits; expected at most 64",
        ),
        (b"entrants = [0x" + b"f" * 5000 + b"]", "a whole number as an entrant; expected a text"),
        (b"games = " + b"[" * 5000, "levels.toml: nested too deeply"),
        (b'about = "\\ud800"', "levels.toml: Escaped character is not a Unicode scalar value"),
    ],
)
def test_files_that_are_no_experiment_are_refused(
    tmp_path: Path, content: bytes, message: str
) -> None:
    file = tmp_path / "levels.toml"
    file.write_bytes(content)
    with pytest.raises(BadInput, match=message):
        read_experiment(file)


@pytest.mark.parametrize("field", ["about", "notes", "name", "ceiling"])
@pytest.mark.parametrize("half", ["\ud800", "\\ud800"])
def test_half_a_character_is_refused(field: str, half: str) -> None:
    text = json.dumps({**GOOD, "name": "x", field: "?"}).replace("?", half)
    with pytest.raises(BadInput, match=rf"^'{field}' holds half a character, '\\ud800'; expected"):
        parse_experiment(text)


def test_boards_may_be_in_a_file_whose_name_is_not_text(tmp_path: Path) -> None:
    file = Path(os.fsdecode(bytes(tmp_path) + b"/\xff.jsonl"))
    file.write_text(BOARD)
    text = json.dumps({"name": "x", "entrants": ["exact"], "boards": str(file)})
    experiment = parse_experiment(text)
    assert len(parse_experiment(write_experiment(experiment)).chunks()) == 1


def test_billions_of_chunks_are_made_one_by_one() -> None:
    experiment = Experiment.of("x", ["exact", "safest"], ["easy/list", "expert/safe"], games=10**14)
    chunks = replace(experiment, chunk=1).chunks()
    assert len(chunks) == 4 * 10**14
    last = chunks[len(chunks) - 1]
    assert (last.number, last.entrant.name, len(last)) == (len(chunks) - 1, "safest", 1)
    assert (str(last.lot.setting), last.lot.seeds[0]) == ("expert/safe#0", 10**14 - 1)
    assert [chunk.number for chunk in islice(chunks, 3)] == [0, 1, 2]


def test_files_that_are_not_there_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"cannot read '.*none.toml': No such file"):
        read_experiment(tmp_path / "none.toml")


def test_broken_boards_are_named_by_their_line(tmp_path: Path) -> None:
    (tmp_path / "b.jsonl").write_text(f"{BOARD}\n{BOARD[:-1]}\n")
    with pytest.raises(BadInput, match=r"b\.jsonl, line 2: a line that is not JSON"):
        read(tmp_path, 'entrants = ["exact"]\nboards = "b.jsonl"')
    (tmp_path / "b.jsonl").write_text("\n")
    with pytest.raises(BadInput, match=r"b\.jsonl holds no board"):
        read(tmp_path, 'entrants = ["exact"]\nboards = "b.jsonl"')


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("safest", "safest"),
        ("safest/exact", "safest"),
        ("never-guess", "exact"),
        ("exact", "exact"),
        ("random/subset", "random/subset"),
        ("single+subset", "single+subset"),
        ("never-guess/cascade", "cascade"),
    ],
)
def test_an_entrant_has_the_shortest_name_that_says_who_it_is(text: str, name: str) -> None:
    assert Entrant.parse(text).name == name
    assert Entrant.parse(Entrant.parse(text).name) == Entrant.parse(text)


def test_an_entrant_may_have_a_name_of_its_own() -> None:
    assert Entrant(tell_total=False).name == "exact (mine count hidden)"
    assert Entrant(name="me").name == "me"
    assert Entrant(engine="resolution", options=(("width", None),)).name == "resolution (width any)"
