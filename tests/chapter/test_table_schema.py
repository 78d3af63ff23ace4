"""A table file's JSON Schema: it accepts what the chapter permits on a day, and rejects what it does not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft4Validator

from pitboss.chapter.check import findings, option_fault, resolve_options
from pitboss.chapter.rules import Option, Value, registered_games, rules_of
from pitboss.chapter.table_file import read_table
from pitboss.chapter.table_schema import table_schema
from pitboss.web.checker_page import example

TODAY = date(2026, 6, 1)
GAMES = [game for game in registered_games() if not registered_games()[game].startswith("high_card")]


def first_and_last_day(game: str) -> tuple[date, date]:
    header = rules_of(game).game
    return header.since, header.until - timedelta(days=1) if header.until else TODAY


schema_on = cache(table_schema)


def as_json(value: Any) -> Any:
    """A value as an editor reads it from TOML."""
    if isinstance(value, dict):
        return {key: as_json(one) for key, one in value.items()}
    if isinstance(value, Decimal):
        return float(value)
    return value.isoformat() if isinstance(value, date) else value


def accepts(schema: dict[str, Any], value: Any) -> bool:
    return validator_of(json.dumps(schema)).is_valid(as_json(value))


@cache
def validator_of(text: str) -> Draft4Validator:
    """Return the validator of a schema; compiling its patterns takes most of the time, and many wagers share them."""
    return Draft4Validator(json.loads(text))


def candidates(option: Option) -> Iterator[Value]:
    """Values worth trying for an option: those listed for any date, those at and beyond the ends of its range, and
    nonsense."""
    yield from (choice.value for choice in option.values)
    yield from (False, True, "off", "none", "nonsense", "", 0, -1, 1, 7, Decimal("0.5"), 10**7)
    if option.range is not None:
        for end in (option.range.least, option.range.most):
            if end is not None:
                yield from (end, end - 1, end + 1)


@pytest.mark.parametrize("game", GAMES)
def test_the_default_table_of_a_game_is_valid_on_its_first_and_last_day(game: str) -> None:
    for day in first_and_last_day(game):
        rules = rules_of(game).on(day)
        validator = validator_of(json.dumps(schema_on(game, day)))
        chosen = resolve_options(rules, day, {}, {})
        assert validator.is_valid(as_json({"game": game, "on": day, "options": chosen})), day
        shown = read_table(example(rules, day))
        whole = {"game": game, "on": day, "name": shown.name, "options": shown.options, "limits": shown.limits}
        assert validator.is_valid(as_json(whole)), day
        assert not validator.is_valid(as_json(whole | {"on": day + timedelta(days=1)})), "a schema is for its date"


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_of_an_option_accepts_what_check_does(game: str) -> None:
    for day in first_and_last_day(game):
        rules = rules_of(game).on(day)
        held = schema_on(game, day)["properties"]["options"]["properties"]
        for option in (one for one in rules.options.values() if one.in_force(day)):
            validator = Draft4Validator(held[option.id])
            rejected = 0
            for value in candidates(option):
                fault = option_fault(rules, day, option.id, value, {})
                lawful = fault is None or fault.severity == "warning"
                rejected += not lawful
                assert validator.is_valid(as_json(value)) == lawful, (day, option.id, value, fault)
            assert rejected, f"nothing was tried that {option.id} must not be"


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_of_odds_accepts_what_check_does_at_the_default_table(game: str) -> None:
    """Odds depend on other choices; under the default ones, the schema accepts whatever the check accepts."""
    for day in first_and_last_day(game):
        rules = rules_of(game).on(day)
        held = table_schema(game, day)["properties"]["odds"]["properties"]
        for key in rules.odds_keys():
            for text in (
                "0 to 1",
                "1 to 1",
                "2 to 2",
                "3 to 2",
                "7 TO 5",
                "8 to 11",
                "30 to 1",
                "1000 to 1",
                "8 for 1",
            ):
                faults = [one for one in findings(rules, day, {}, {key: text}, None) if one.severity == "breach"]
                if not faults:
                    assert accepts(held[key], text), (day, key, text)
            assert key not in held or not accepts(held[key], "much")


def test_2_to_1_on_the_field_is_the_least_and_the_schema_says_so() -> None:
    field = table_schema("craps", date(2004, 6, 1))["properties"]["odds"]["properties"]["field.12"]
    assert [accepts(field, text) for text in ("2 to 1", "3 to 1", "5 to 2", "1 to 1", "3 to 2")] == [True] * 3 + [
        False
    ] * 2
    assert "2 to 1 or more" in field["description"]
    assert "N.J.A.C. 19:47-1.4(b)" in field["description"]


def test_1_2_a_39_an_option_is_unlawful_before_its_day_and_lawful_from_it_on() -> None:
    table = {"game": "craps", "options": {"offer_678": True}}
    assert not accepts(table_schema("craps", date(2005, 10, 16)), table)
    assert accepts(table_schema("craps", date(2005, 10, 17)), table)
    (error,) = Draft4Validator(table_schema("craps", date(2005, 10, 16))).iter_errors(table)
    assert list(error.instance_path) == ["options", "offer_678"]
    says = table_schema("craps", date(2005, 10, 16))["properties"]["options"]["properties"]["offer_678"]["description"]
    assert "since 2005-10-17" in says
    assert "1.2(a)39" in says


def test_an_unknown_section_option_wager_or_limit_is_rejected() -> None:
    schema = table_schema("craps", TODAY)
    assert accepts(schema, {"game": "craps"})
    for more in (
        {"colour": "green"},
        {"options": {"offer_999": True}},
        {"odds": {"field.13": "2 to 1"}},
        {"limits": {"least": 5}},
        {"limits": {"minimum": 0}},
        {"notices": {"colour": True}},
        {"changes": [{"colour": 1}]},
        {"game": "roulette"},
    ):
        assert not accepts(schema, {"game": "craps", **more}), more


def test_odds_may_be_written_with_and_without_quotes_around_the_key() -> None:
    schema = table_schema("craps", TODAY)
    assert accepts(schema, {"game": "craps", "odds": {"field.12": "3 to 1"}})
    assert accepts(schema, {"game": "craps", "odds": {"field": {"12": "3 to 1"}}})
    assert not accepts(schema, {"game": "craps", "odds": {"field": {"12": "1 to 1"}}})


def test_every_table_file_of_these_tests_that_is_lawful_is_valid() -> None:
    """The files with which `check` is tested, whatever they contain."""
    from pitboss.library.checks import check

    tried = 0
    for file in sorted((Path(__file__).parent / "tables").rglob("*.toml")):
        try:
            found = check(file)
        except ValueError:
            continue
        table = read_table(file)
        held = {"game": table.game, "on": table.on, "options": dict(table.options), "odds": dict(table.odds)}
        if found.lawful:
            tried += 1
            assert accepts(table_schema(table.game, table.on), held | {"limits": dict(table.limits)}), file.name
    assert tried


def test_a_schema_is_plain_json_in_draft_4() -> None:
    schema = table_schema("blackjack", TODAY)
    assert schema["$schema"] == "http://json-schema.org/draft-04/schema#"
    assert json.loads(json.dumps(schema)) == schema


def test_there_is_no_schema_for_a_game_that_is_not_in_the_chapter() -> None:
    with pytest.raises(ValueError, match="not a game of the chapter on 1990-01-01: it is permitted from"):
        table_schema("three-card-poker", date(1990, 1, 1))
