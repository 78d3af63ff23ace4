"""What is broken is broken in one place, and is seen to be."""

from __future__ import annotations

import ast
import tomllib
from decimal import Decimal
from pathlib import Path

import pytest

from .data import broken_data
from .proof import keep
from .steps import broken_step
from .trial import run_id

RULES = """
[fact.seven]
value = 7
section = "1.2(a)1"

[fact.removal]
value = true
section = "1.3(c)"

[option.offer]
default = "both"
values = ["both", { value = "none", since = 1990-01-01, by = "R.1990 d.1" }]
section = "1.5(b)"

[wager.field]
section = "1.2(a)11"
pays = { section = "1.4(c)", least = { "2" = "2 to 1", other = "1 to 1" } }
terms = { kind = "one_roll", wins = { totals = [7, 11], section = "1.2(a)11i" }, made = "1.2(a)11ii" }

[wager.pass]
section = "1.2(a)1"
pays = []

[irregularity.stacked]
section = "1.9"
at = ["dice", "settlement"]
effect = "no_roll"
when = { variant = ["craps"] }
"""
RAW = tomllib.loads(RULES, parse_float=Decimal)


@pytest.mark.parametrize(
    ("path", "section", "what"),
    [
        ("fact.seven", "1.2(a)1", ["value 8 for 7"]),
        ("fact.removal", "1.3(c)", ["cited as 1.2(a)11"]),
        ("option.offer", "1.5(b)", ["none not permitted", "default none"]),
        ("wager.field.pays", "1.4(c)", ["pays.least.2 3 to 1 for 2 to 1", "pays.least.other 2 to 1 for 1 to 1"]),
        (
            "wager.field.terms.wins.section",
            "1.2(a)11i",
            ["terms.wins.totals without 11", "terms.wins.totals.1 12 for 11"],
        ),
        ("wager.field.terms.made", "1.2(a)11ii", ["cited as 1.2(a)11"]),
        (
            "irregularity.stacked",
            "1.9",
            ["effect void", "not found out at settlement", "also where when does not hold"],
        ),
    ],
)
def test_each_kind_of_provision_is_broken_and_nothing_beside_it(path: str, section: str, what: list[str]) -> None:
    found = list(broken_data(RAW, path, section))
    assert [one.what.removeprefix(f"{path}: ") for one in found] == what
    assert tomllib.loads(RULES, parse_float=Decimal) == RAW
    for one in found:
        kind, name = path.split(".")[:2]
        assert one.raw[kind][name] != RAW[kind][name]
        assert {**one.raw, kind: {**one.raw[kind], name: RAW[kind][name]}} == RAW


@pytest.mark.parametrize(
    ("line", "was", "now"),
    [
        ("yield Said(state, '1.9', 'No roll.')", "yield Said(state, '1.9', 'No roll.')", "if False:\n    yield"),
        ("state = yield from self.win(state, '1.4')", "state = (yield from self.win(state, '1.4'))", "if False:"),
        ("wins = '1.1' if total == 7 else '1.2'", "if total == 7", "if not total == 7"),
        ("section = self.sections['burn']", "self.sections['burn']", "section = '8.1'"),
    ],
)
def test_a_statement_is_left_out_or_decides_otherwise(line: str, was: str, now: str) -> None:
    text = f"def round(self, state, total):\n    {line}\n    return state\n"
    broken = broken_step("round.py", text, 2)
    assert broken is not None
    told = ast.unparse(broken.module)
    assert was in ast.unparse(ast.parse(text))
    assert was not in told
    assert now in told.replace("\n    ", "\n")


def test_a_refusal_that_is_left_out_refuses_nothing() -> None:
    text = "def may(self, action):\n    if action.late:\n        return self.no('too late', '1.3(a)')\n    return YES\n"
    broken = broken_step("round.py", text, 3)
    assert broken is not None
    assert ast.unparse(broken.module) == "def may(self, action):\n    if action.late:\n        pass\n    return YES"


def test_what_a_round_ends_with_is_left_undone() -> None:
    text = "def settle(self, state, wager):\n    return (yield from self.give_back(state, wager, '1.2(a)4iii'))\n"
    broken = broken_step("round.py", text, 2)
    assert broken is not None
    assert "return state if state else" in ast.unparse(broken.module)


def test_a_statement_that_only_reads_a_figure_is_broken_with_the_figure() -> None:
    assert broken_step("round.py", "def opened(self, layout):\n    self.dice = layout.fact('dice')\n", 2) is None


def test_a_function_that_is_named_does_nothing_or_answers_otherwise() -> None:
    told = {
        "def off(self, state) -> bool:\n    return state.off": "return not state.off",
        "def seats(self) -> int:\n    return 9": "return 9 + 1",
        "def move(self, state):\n    yield Said(state, '1.1', 'moved')\n    return state": "return state\n    yield",
    }
    for text, now in told.items():
        broken = broken_step("round.py", text, 1)
        assert broken is not None
        assert now in ast.unparse(broken.module)


def test_a_script_is_run_as_a_case_of_the_test_that_deals_them_all() -> None:
    assert run_id("tests/games/craps/examples/06-whirl.script").endswith("_its_tape_replays[craps-06-whirl]")
    assert run_id("tests/playthroughs/craps.txt").endswith("_golden_one[craps]")
    assert run_id("tests/games/craps/test_rules.py::test_1_9") == "tests/games/craps/test_rules.py::test_1_9"


def test_what_is_proven_is_kept_and_what_is_tried_again_takes_its_place(tmp_path: Path) -> None:
    script = "tests/games/craps/examples/06-whirl.script"
    tests = {
        "1.1": ["t.py::test_1_1", script],
        '1.2 "dice"': ["t.py::test_1_2_dice"],
        "1.3": [],
        "1.4": ["t.py::test_1_4"],
    }
    keep("craps", tests, {"1.1": ({"other odds": run_id(script)}, []), "1.4": ({}, ["left out"])}, tmp_path)
    keep("craps", tests, {'1.2 "dice"': ({"3 for 2": "t.py::test_1_2_dice[four]"}, ["1 for 2"])}, tmp_path)
    kept = tomllib.loads((tmp_path / "craps.toml").read_text("utf-8"))
    assert kept == {
        "1.1": {"found": 1, "of": 1, "by": script},
        '1.2 "dice"': {"found": 1, "of": 2, "by": "t.py::test_1_2_dice"},
        "1.4": {"found": 0, "of": 1},
    }
    keep("craps", {"1.1": ["t.py::test_1_1"]}, {"1.1": ({"hangs": "never ends"}, [])}, tmp_path)
    kept = tomllib.loads((tmp_path / "craps.toml").read_text("utf-8"))
    assert kept == {"1.1": {"found": 1, "of": 1, "by": "t.py::test_1_1"}}
