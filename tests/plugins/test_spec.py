from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mineproof.errors import BadInput
from mineproof.plugins.spec import Spec, Value, checked

NAMES = st.from_regex(r"[A-Za-z_]\w{0,8}", fullmatch=True)
TEXTS = st.text("abc/.:,= x'", max_size=6).filter(lambda text: not {"'", '"'} <= set(text))
VALUES: st.SearchStrategy[Value] = st.one_of(
    st.none(), st.booleans(), st.integers(-999, 999), st.floats(0, 9, width=16), TEXTS
)


@given(NAMES, st.dictionaries(NAMES, VALUES, max_size=3))
def test_a_spec_is_read_as_it_is_written(name: str, options: dict[str, Value]) -> None:
    spec = Spec(name, tuple(options.items()))
    assert Spec.parse(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' as a name"),
        ("a(b=1", r"'a\(b=1' as a name; expected NAME or NAME\(option=value, ...\)"),
        ("a(b)", "'b' in 'a(b)'; expected option=value".replace("(", r"\(").replace(")", r"\)")),
        ("a(b=1, b=2)", "option b twice"),
        ("a(b=1 c=2)", "expected option=value"),
    ],
)
def test_what_is_no_name_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Spec.parse(text)


def test_an_argument_is_everything_after_the_colon() -> None:
    spec = Spec.parse(" exec(seconds=2): node a.js (x) ", lambda name: name == "exec")
    assert (spec.name, spec.options, spec.argument) == ("exec", (("seconds", 2),), "node a.js (x)")
    assert str(spec) == "exec(seconds=2):node a.js (x)"


def player(view: object, depth: int = 3, share: float = 0.5, free=None, *, loud: bool = False) -> None: ...  # type: ignore[no-untyped-def] # fmt: skip # noqa: E501


@pytest.mark.parametrize(
    "options", [{"depth": 4}, {"share": 1}, {"share": 0.1}, {"free": "x"}, {"loud": True}]
)
def test_options_fit_the_signature(options: dict[str, Value]) -> None:
    assert checked("player", player, options, skip=("view",)) == options


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"view": 1}, "player has no option 'view'; expected depth, share, free, loud"),
        ({"depth": 0.5}, "player's option depth is 0.5; expected a whole number"),
        ({"depth": True}, "player's option depth is true; expected a whole number"),
        ({"loud": 1}, "player's option loud is 1; expected true or false"),
        ({"depth": None}, "player's option depth is any; expected a whole number"),
    ],
)
def test_other_options_are_refused(options: dict[str, Value], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        checked("player", player, options, skip=("view",))
