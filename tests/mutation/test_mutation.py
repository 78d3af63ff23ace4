"""Each mutation changes one place, and the change is detected."""

from __future__ import annotations

import ast
import tomllib
from decimal import Decimal
from pathlib import Path

import pytest

from pitboss.chapter.rules import registered_games
from pitboss.traceability.trace import trace

from .data import broken_data
from .loaded import FUNCTION, changed_code
from .procedure import broken_procedure, names
from .proof import HERE, digest, digest_of_names, keep, keep_procedure, proven, proven_procedure
from .steps import broken_step
from .trial import ROOT, run_id

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
def test_a_statement_is_removed_or_its_decision_reversed(line: str, was: str, now: str) -> None:
    text = f"def round(self, state, total):\n    {line}\n    return state\n"
    broken = broken_step("round.py", text, 2)
    assert broken is not None
    source = ast.unparse(broken.module)
    assert was in ast.unparse(ast.parse(text))
    assert was not in source
    assert now in source.replace("\n    ", "\n")


def test_a_refusal_without_its_check_refuses_nothing() -> None:
    text = "def may(self, action):\n    if action.late:\n        return self.no('too late', '1.3(a)')\n    return YES\n"
    broken = broken_step("round.py", text, 3)
    assert broken is not None
    assert ast.unparse(broken.module) == "def may(self, action):\n    if action.late:\n        pass\n    return YES"


def test_the_end_of_a_round_is_not_replayed() -> None:
    text = "def settle(self, state, wager):\n    return (yield from self.give_back(state, wager, '1.2(a)4iii'))\n"
    broken = broken_step("round.py", text, 2)
    assert broken is not None
    assert "return state if state else" in ast.unparse(broken.module)


def test_a_statement_that_only_reads_a_figure_is_broken_with_the_figure() -> None:
    assert broken_step("round.py", "def opened(self, layout):\n    self.dice = layout.fact('dice')\n", 2) is None


def test_a_named_function_is_emptied_or_its_answer_is_changed() -> None:
    source = {
        "def off(self, state) -> bool:\n    return state.off": "return not state.off",
        "def seats(self) -> int:\n    return 9": "return 9 + 1",
        "def move(self, state):\n    yield Said(state, '1.1', 'moved')\n    return state": "return state\n    yield",
    }
    for text, now in source.items():
        broken = broken_step("round.py", text, 1)
        assert broken is not None
        assert now in ast.unparse(broken.module)


@pytest.mark.parametrize(
    ("text", "line", "where"),
    [
        ("class Game:\n    def off(self, state) -> bool:\n        return state.off\n", 2, "Game.off"),
        ("def settle(self):\n    def each():\n        yield Said('1.9')\n    return each\n", 3, "settle"),
        ("class Game:\n    if late:\n        may = None\n", 2, "Game"),
    ],
)
def test_a_break_is_put_into_the_outermost_function_that_differs(text: str, line: int, where: str) -> None:
    broken = broken_step("round.py", text, line)
    assert broken is not None
    [(old, new)] = changed_code(compile(text, "round.py", "exec"), compile(broken.module, "round.py", "exec"))
    assert old.co_qualname == where
    assert bool(new.co_flags & FUNCTION) is (where != "Game"), "a class body cannot be put into a function"


def test_a_script_is_run_as_a_case_of_the_test_that_deals_them_all() -> None:
    assert run_id("tests/games/craps/examples/06-whirl.script").endswith("_its_tape_replays[craps-06-whirl]")
    assert run_id("tests/playthroughs/craps.txt").endswith("_golden_one[craps]")
    assert run_id("tests/games/craps/test_rules.py::test_1_9") == "tests/games/craps/test_rules.py::test_1_9"


def test_the_playthrough_proves_a_paragraph_only_if_no_other_test_does(tmp_path: Path) -> None:
    script, playthrough = "tests/games/craps/examples/06-whirl.script", "tests/playthroughs/craps.txt"
    tests, digests = {"1.1": [playthrough, script]}, {"1.1": ""}
    alone = {"one": run_id(playthrough)}
    for killed, by in ((alone, playthrough), (alone | {"two": run_id(script)}, script)):
        keep("craps", tests, {"1.1": (killed, [])}, digests, folder=tmp_path)
        assert proven("craps", tmp_path)["1.1"]["by"] == by


def test_proofs_are_kept_until_a_new_trial_replaces_them(tmp_path: Path) -> None:
    script = "tests/games/craps/examples/06-whirl.script"
    digests = {"1.1": "d1", '1.2 "dice"': "d2", "1.4": "d4"}
    tests = {
        "1.1": ["t.py::test_1_1", script],
        '1.2 "dice"': ["t.py::test_1_2_dice"],
        "1.3": [],
        "1.4": ["t.py::test_1_4"],
    }
    keep(
        "craps",
        tests,
        {"1.1": ({"other odds": run_id(script)}, []), "1.4": ({}, ["left out"])},
        digests,
        folder=tmp_path,
    )
    keep(
        "craps",
        tests,
        {'1.2 "dice"': ({"3 for 2": "t.py::test_1_2_dice[four]"}, ["1 for 2"])},
        digests,
        folder=tmp_path,
    )
    kept = tomllib.loads((tmp_path / "craps.toml").read_text("utf-8"))
    assert kept == {
        "1.1": {"found": 1, "of": 1, "by": script, "digest": "d1"},
        '1.2 "dice"': {"found": 1, "of": 2, "by": "t.py::test_1_2_dice", "digest": "d2"},
        "1.4": {"found": 0, "of": 1, "digest": "d4"},
    }
    keep("craps", {"1.1": ["t.py::test_1_1"]}, {"1.1": ({"hangs": "never ends"}, [])}, digests, folder=tmp_path)
    kept = tomllib.loads((tmp_path / "craps.toml").read_text("utf-8"))
    assert kept == {"1.1": {"found": 1, "of": 1, "by": "t.py::test_1_1", "digest": "d1"}}


ORDER = """\
class Table:
    def settle(self, state) -> Round:
        state = yield from self.announce(state)
        state = yield from self.open(state)
        for box in state.boxes:
            state = yield from self.ask(state, box)
            state = yield from self.lose(state, box, '1.1')
        return state
"""
RULE = """\
def way(held):
    if held.pairs > 1:
        return 'both'
    if held.pairs == 1:
        return 'one'
    return next(way for way in (first, second, third) if way(held))

def share(pot, chip, winners):
    each = pot // chip
    up = -(-pot // 2)
    if each >= chip:
        return sorted(winners), each // len(winners), max(winners)
"""


@pytest.mark.parametrize(
    ("text", "name", "line"),
    [
        (ORDER, "settle: for box in state.boxes, backwards", "for box in [*state.boxes][::-1]:"),
        (ORDER, "settle: self.lose(state, box, '1.1'): give_back", "(yield from self.give_back(state, box, '1.1'))"),
        (RULE, "way: without the case held.pairs == 1", "if False:"),
        (RULE, "way: without second", "for way in (first, third)"),
        (RULE, "way: held.pairs > 1: GtE", "if held.pairs >= 1:"),
        (RULE, "share: pot // chip, rounded up", "each = 0 - -pot // chip"),
        (RULE, "share: pot // chip, not divided", "each = pot // 1"),
        (RULE, "share: -(-pot // 2), rounded down", "up = +(+pot // 2)"),
        (RULE, "share: each // len(winners), not divided", "each // 1"),
        (RULE, "share: sorted(winners), reversed", "sorted(winners, reverse=True)"),
        (RULE, "share: max(winners): min", "min(winners)"),
    ],
)
def test_each_kind_of_procedure_is_broken_in_its_place(text: str, name: str, line: str) -> None:
    found = {one.what.removeprefix("round.py:"): one for one in broken_procedure("round.py", text)}
    assert line not in ast.unparse(ast.parse(text))
    assert line in ast.unparse(found[name].module)
    assert list(found) == names(text)


def test_values_unpacked_into_names_are_not_rules() -> None:
    assert names("first, second, third = rule(A), rule(B), rule(C)") == []
    assert names("rules = (first, second, third)") == ["module: without second"]


def test_a_step_is_done_before_the_one_that_comes_first_or_after_the_loop() -> None:
    found = {
        one.what.removeprefix("round.py:settle: "): ast.unparse(one.module)
        for one in broken_procedure("round.py", ORDER)
    }
    early = found["state = (yield from self.open(state)) before state = (yield from self.announce(state))"]
    assert early.index("self.open") < early.index("self.announce")
    late = found["state = (yield from self.lose(state, box, '1.1')) after the loop"]
    assert late.count("for box in state.boxes") == 2


def test_a_break_that_survived_keeps_its_reason(tmp_path: Path) -> None:
    file = tmp_path / "procedure.toml"
    keep_procedure({"round.py": {"settle: 'a', \"b\"": "", "ask: c": "named: t"}}, file)
    kept = proven_procedure(file)["round.py"]
    assert (kept["found"], kept["of"], kept["survived"]) == (1, 2, {"settle: 'a', \"b\"": "open"})
    file.write_text(file.read_text("utf-8").replace('"open"', '"no order"'))
    keep_procedure({"round.py": {"settle: 'a', \"b\"": "", "ask: c": ""}, "way.py": {"d": "named: t"}}, file)
    kept = proven_procedure(file)
    assert kept["round.py"]["survived"] == {"settle: 'a', \"b\"": "no order", "ask: c": "open"}
    assert kept["way.py"] == {"found": 1, "of": 1, "digest": kept["way.py"]["digest"]}


# ---- The records are up to date


@pytest.mark.slow
@pytest.mark.parametrize("file", sorted(proven_procedure()))
def test_recorded_breaks_of_procedure_match_the_current_code(file: str) -> None:
    """If this fails, run `make mutation FILE=...` with the file named."""
    kept, today = proven_procedure()[file], names((ROOT / file).read_text("utf-8"))
    assert (kept["of"], kept["digest"]) == (len(today), digest_of_names(today)), "its breaks have changed"
    assert kept["found"] == kept["of"] - len(kept.get("survived", ()))
    assert set(kept.get("survived", ())) <= set(today)


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(file.stem for file in HERE.glob("*.toml")))
def test_recorded_mutations_of_a_game_match_the_current_code(game: str) -> None:
    """If this fails, run `make mutation GAME=... HOW=--stale` with the game named."""
    rules = (ROOT.joinpath(*registered_games()[game].split(".")) / "rules.toml").read_text("utf-8")
    kept = proven(game)
    listed = {one.id: one.model_dump(mode="json") for one in trace(game).paragraphs}
    assert set(kept) <= set(listed)
    changed = [id for id in kept if kept[id].get("digest", "") not in ("", digest(rules, listed[id]))]
    assert not changed, "tried with other rules or other tests than today's"
