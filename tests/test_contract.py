"""Every game provides what it declares, and reports what it lacks."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import RulesError, read_rules, registered_games, rules_of
from pitboss.contract import Feature, NotSupported, Pricing, contract_of
from pitboss.pricing import price
from pitboss.pricing.entry import advice
from pitboss.table import game_on
from pitboss.web.live.hints import NO_ADVICE, NO_MATTER

GAMES = sorted(registered_games())
MODELLED = {"ranking", "settlement"}
"""House poker facts that its models read strictly."""


@pytest.mark.parametrize("game", GAMES)
def test_a_game_provides_exactly_the_features_it_declares(game: str) -> None:
    pricing = contract_of(game).pricing
    assert pricing is not None
    own = {gift for gift in get_args(Feature) if getattr(type(pricing), gift) is not getattr(Pricing, gift)}
    assert own == pricing.gives


@pytest.mark.parametrize("game", GAMES)
def test_games_with_decisions_give_advice_or_a_reason(game: str) -> None:
    found = contract_of(game)
    assert ("advice" in found.gives) != ("advice" in found.lacks) or not found.game.decisions


@pytest.mark.parametrize("game", GAMES)
def test_a_price_refuses_inputs_that_it_does_not_depend_on(game: str) -> None:
    pricing = contract_of(game).pricing
    assert pricing is not None
    settings: dict[str, Any] = {"shoe": [8] * 52, "meter": 100_00, "players": 3}
    for name in settings.keys() - pricing.depends_on:
        with pytest.raises(NotSupported, match=f"does not depend on the {name}"):
            price(Layout.of(game), **{name: settings[name]})


@pytest.fixture
def without_advice(monkeypatch: pytest.MonkeyPatch) -> Pricing:
    """Pricing for a game with decisions but without advice."""
    pricing = contract_of("high-card").pricing
    assert pricing is not None
    monkeypatch.setattr(type(pricing), "gives", frozenset())
    monkeypatch.setattr(type(pricing), "lacks", {"advice": "no strategy has been computed"})
    return pricing


def test_a_game_without_advice_does_not_claim_that_the_choice_makes_no_difference(without_advice: Pricing) -> None:
    with pytest.raises(NotSupported, match="high-card gives no advice: no strategy has been computed"):
        advice(Layout.of("high-card"))
    assert NO_ADVICE != NO_MATTER


def test_games_lists_what_a_game_lacks(
    without_advice: Pricing, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pitboss.cli import main

    monkeypatch.setattr("pitboss.contract.contract.has_game_module", lambda game, part: game != "high-card")
    assert main(["games"]) == 0
    settings = " ".join(capsys.readouterr().out.split())
    assert "high-card: no advice: no strategy has been computed" in settings
    assert "high-card: no simulation: it has no kernel.py" in settings


@pytest.mark.parametrize(
    ("file", "broken", "says"),
    [
        ("price", "PRICING", "must end with PRICING"),
        ("kernel", "SIMULATION", "must end with SIMULATION"),
        ("round", "GAME", "must be a class on"),
    ],
)
def test_a_file_that_declares_something_else_is_named(
    monkeypatch: pytest.MonkeyPatch, file: str, broken: str, says: str
) -> None:
    from pitboss.pricing.entry import declared_pricing
    from pitboss.simulation.kernel import declared_simulation
    from pitboss.table.game import game_class

    ask: dict[str, Callable[[str], object]] = {
        "price": declared_pricing.__wrapped__,
        "kernel": declared_simulation.__wrapped__,
        "round": game_class,
    }
    monkeypatch.setattr(f"pitboss.games.craps.{file}.{broken}", object())
    with pytest.raises(TypeError, match=says):
        ask[file]("craps")
    monkeypatch.undo()
    assert game_on(Layout.of("craps")) is not None


@pytest.mark.parametrize("game", list(registered_games()))
def test_a_term_that_a_game_does_not_understand_is_an_error_with_file_and_line(game: str) -> None:
    text = (files(registered_games()[game]) / "rules.toml").read_text("utf-8")
    wager = next(iter(Layout.of(game).permissible))
    head, own = text.split(f"[wager.{wager}]\n")
    for written, instead in (("terms = {}", "terms = { blessed = 1 }"), ("terms = { ", "terms = { blessed = 1, ")):
        if written in own.split("\n[")[0]:
            own = own.replace(written, instead, 1)
            break
    else:
        own = f"terms = {{ blessed = 1 }}\n{own}"
    rules = read_rules(f"{head}[wager.{wager}]\n{own}", "rules.toml")
    with pytest.raises(RulesError, match=rf"^rules\.toml:\d+: wager\.{wager}\.terms\.blessed: "):
        game_on(Layout.of(rules))


# ---- errors in rules.toml


def _asked(folder: Path) -> set[str]:
    """Return the facts whose values are read by code in a folder."""
    calls = (node for file in folder.rglob("*.py") for node in ast.walk(ast.parse(file.read_text("utf-8"))))
    return {
        str(node.args[0].value)
        for node in calls
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "fact"
        if node.args and isinstance(node.args[0], ast.Constant)
    }


@cache
def _asked_in(module: str) -> set[str]:
    return _asked(Path(str(files(module))))


@pytest.mark.parametrize("game", GAMES)
def test_a_fact_that_is_read_has_its_kind_declared(game: str) -> None:
    found = contract_of(game)
    homes = {".".join(kind.__module__.split(".")[:3]) for kind in found.game.__mro__}
    families = (home for home in homes if home.startswith("pitboss.families."))
    read = _asked_in(registered_games()[game]).union(*map(_asked_in, families))
    # House poker's models declare the facts that it reads.
    assert sorted((read & found.rules.dated_facts.keys()) - found.game.fact_kinds.keys() - MODELLED) == []


BROKEN = {
    "an effect that is not done": (r'^effect = "[^"]+"', 'effect = "nonsense"'),
    "a moment that there is not": (r"^at = \[[^\]]*\]", 'at = ["nonsense"]'),
    "a condition that no one answers": (r'^given = \["[^"]+"', 'given = ["nonsense"'),
    "somebody whom it cannot concern": (r'^concerns = "[^"]+"', 'concerns = "nonsense"'),
    "a term without a meaning": (r"^terms = \{", "terms = { nonsense = 3,"),
    "a section that there is not": (r'^section = "(\d+)\.\d+', r'section = "\1.99'),
    "a section twice": (r"^(section = .*)$", r"\1\n\1"),
    "a wager twice": (r"^(\[wager\.\w+\])$", r"\1\n\1"),
    "a word of a fact": (r"^(\[fact\.\w+\])$", r"\1\nnonsense = 1"),
    "a word of a wager": (r"^(\[wager\.\w+\])$", r"\1\nnonsense = 1"),
    "a word of an option": (r"^(\[option\.\w+\])$", r"\1\nnonsense = 1"),
    "a word of an irregularity": (r"^(\[irregularity\.\w+\])$", r"\1\nnonsense = 1"),
    "a table of an unknown kind": (r"^\[wager\.(\w+)\]$", r"[nonsense.\1]"),
    "a rule that there is not": (r'\bby = "[^"]+"', 'by = "R.1900 d.1"'),
    "a provenance that there is not": (r'^provenance = "[^"]+"', 'provenance = "hearsay"'),
    "a source that there is not": (r'\bsource = "[^"]+"', 'source = "nobody"'),
    "a day that is none": (r"^since = \d{4}-\d\d-\d\d", 'since = "soon"'),
    "odds that are none": (r'"\d+ to \d+"', '"many to 1"'),
    "a default that is no value": (r"^default = .*$", 'default = "nonsense"'),
    "an option that there is not": (r"^when = \{ ?\w+", "when = { nonsense"),
}
ONE_OF_EACH_FAMILY = sorted({rules_of(game).game.family: game for game in reversed(GAMES)}.values())


@pytest.mark.parametrize("game", ONE_OF_EACH_FAMILY)
def test_faults_in_the_data_of_a_game_are_reported_with_file_and_line(game: str) -> None:
    text = (files(registered_games()[game]) / "rules.toml").read_text("utf-8")
    tried = 0
    for what, (pattern, instead) in BROKEN.items():
        broken, done = re.subn(pattern, instead, text, count=1, flags=re.MULTILINE)
        if done:
            tried += 1
            with pytest.raises(RulesError, match=r"^rules.toml(:\d+: |: .*at line \d+)"):
                _played(broken, what)
    assert tried > len(BROKEN) // 2


@pytest.mark.parametrize("game", ONE_OF_EACH_FAMILY)
def test_a_fact_of_the_wrong_type_or_without_a_value_is_reported(game: str) -> None:
    rules, kinds = rules_of(game), contract_of(game).game.fact_kinds
    for name in kinds.keys() & rules.dated_facts.keys():
        wrong = tuple(one.model_copy(update={"value": {"nonsense": b""}}) for one in rules.dated_facts[name])
        changed = rules.model_copy(update={"dated_facts": {**rules.dated_facts, name: wrong}})
        changed._file = rules._file
        with pytest.raises(RulesError, match=rf"rules.toml:\d+: fact\.{name}\b"):
            changed.check_facts(kinds)
    with pytest.raises(RulesError, match=r"rules.toml: there is no fact 'nonsense'; use one of: "):
        game_on(Layout.of(game)).sections["nonsense"]
    with pytest.raises(RulesError, match=r"rules.toml: there is no fact 'nonsense'; use one of: "):
        rules.fact("nonsense")


def _played(text: str, what: str) -> None:
    rules = read_rules(text, "rules.toml")
    game_on(Layout.of(rules, rules.game.since))
    pytest.fail(f"nothing is said of {what}")
