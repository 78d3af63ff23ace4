"""A page address describes a table and is read as a table file would be."""

import re
from collections import Counter
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from pitboss.chapter.rules import registered_games, rules_of
from pitboss.web.addresses import Choices, Refused, parse_choices
from pitboss.web.price_address import price_query
from pitboss.web.rules_page import Reading, book_markup
from tests.shared.every_game import every_family


@pytest.mark.parametrize("game", sorted(registered_games()))
def test_a_table_survives_a_round_trip_through_its_address(game: str) -> None:
    """Every permitted value of every option survives a round trip through an address."""
    rules = rules_of(game)
    asked = price_query({}, game)
    for option in asked.rules.options.values():
        for value in (choice.value for choice in option.values if choice.in_force(asked.day)):
            choices = Choices({option.id: value}, {})
            assert parse_choices(choices.query(), rules) == choices


def test_a_game_that_may_be_older_than_the_edition_that_shows_it_first_is_said_to_be() -> None:
    with pytest.raises(Refused, match="only since 2012-03-19, when the 2012 edition first shows it; it may be older"):
        price_query({"on": "2010-01-01"}, "automated-craps")


@given(some.dictionaries(some.text(max_size=30), some.text(max_size=60), max_size=8))
def test_no_query_is_a_fault_of_ours(query: dict[str, str]) -> None:
    options = {f"options.{key}": value for key, value in query.items()}
    odds = {f"odds.{key}": value for key, value in query.items()}
    named = query | options | odds
    for each in (named, {**named, "on": next(iter(query.values()), "")}, {"stake": next(iter(query), "1")}):
        try:
            asked = price_query(each, "craps")
        except Refused as refused:
            assert refused.status in (400, 404)
        else:
            assert isinstance(asked.address(), str)
            asked.findings()


@every_family()
def test_no_anchor_of_a_rulebook_is_there_twice(game: str) -> None:
    rules = rules_of(game)
    day = min(date.today(), rules.game.until - timedelta(days=1)) if rules.game.until else date.today()
    anchors = Counter(re.findall(r'\bid="([^"]+)"', str(book_markup(Reading(rules, day, False)))))
    assert anchors
    assert [anchor for anchor, times in anchors.items() if times > 1] == []
