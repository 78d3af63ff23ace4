"""The library's results display themselves as text, HTML, JSON and data frames."""

from __future__ import annotations

import json
import sys
from types import ModuleType
from typing import Any

import pytest

from pitboss import catalogue, check, deal, diff, exhibit, price, simulate, strategy
from pitboss.exhibit import Exhibit, html_table, text_table

SHOWN: dict[str, Any] = {
    "catalogue": catalogue,
    "price": lambda: price("roulette"),
    "wager": lambda: price("roulette")["red"],
    "strategy": lambda: strategy("three-card-poker"),
    "simulation": lambda: simulate("roulette", 1e4, 7, wagers=["red"]),
    "simulated": lambda: simulate("roulette", 1e4, 7, wagers=["red"])["red"],
    "table": lambda: deal("roulette", seed=1).sit("Ann").wager("red", 5).play(),
    "check": lambda: check('game = "craps"\non = 2004-06-01\n[odds]\n"field.12" = "1 to 1"\n'),
    "diff": lambda: diff("2005-01-01", "2006-01-01"),
}


def test_containers_of_items_with_ids_are_searched() -> None:
    for held, id in ((catalogue(), "craps"), (price("roulette"), "red"), (simulate("roulette", 1e4, 7), "red")):
        assert [one.id for one in held].count(id) == 1
        assert len(held) == len(list(held))
        assert id in held
        assert held[id] in held
        assert "faro" not in held
        with pytest.raises(KeyError, match=rf"no (game|wager) 'faro'; use one of: .*{id}"):
            held["faro"]


@pytest.mark.parametrize("what", SHOWN)
def test_every_result_displays_itself(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one: Exhibit = SHOWN[what]()
    assert str(one) == repr(one)
    assert len(repr(one)) < 4000, "a repr does not list everything"
    assert "<" in one._repr_html_()
    assert json.loads(one.to_json())
    assert one.rows()
    # pandas may not be installed, so this fake receives the rows, one mapping each.
    frames = ModuleType("pandas")
    frames.DataFrame = list
    monkeypatch.setitem(sys.modules, "pandas", frames)
    monkeypatch.setattr(exhibit, "find_spec", lambda name: object())
    assert one.to_pandas() == [dict(row) for row in one.rows()]


def test_without_pandas_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exhibit, "find_spec", lambda name: None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install pandas; or use rows\(\) or to_json\(\)"):
        price("roulette").to_pandas()


def test_user_input_is_never_rendered_as_markup() -> None:
    assert "<b>" not in html_table([{"name": "<b>bold</b>"}])
    assert text_table([]) == []
    assert html_table([]) == ""
