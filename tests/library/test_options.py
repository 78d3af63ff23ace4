"""`pitboss.options`: every option of a game at a table, with its values, section and effect."""

from __future__ import annotations

import json

import pytest

import pitboss
from pitboss.chapter.layout import Layout
from pitboss.library.options import describe_effect
from pitboss.library.ranges import lawful_range
from tests.shared.every_game import every_game


@every_game()
def test_every_option_of_every_game_has_its_values_default_section_and_effect(game: str) -> None:
    layout = Layout.of(game)
    found = pitboss.options(game)
    assert [one.id for one in found] == list(layout.options)
    for one in found:
        assert one.value == one.default
        assert not one.changed
        assert one.permitted
        assert one.citation.startswith("N.J.A.C. 13:69F-")
        assert one.moves == bool(one.effects) or one.moves is None
        assert all(effect.least <= effect.most for effect in one.effects)


def test_changed_rules_come_first_and_so_do_odds_of_ones_own() -> None:
    own = {"odds": {"any_seven": "9 to 2", "field.12": "7 to 2"}, "vig_timing": "on_win"}
    found = pitboss.options("craps", on="2008-06-01", unlawful=True, **own)
    assert [one.id for one in found if one.changed] == ["odds.any_seven", "vig_timing", "field_12"]
    assert [one.changed for one in found][:4] == [True, True, True, False]
    assert (found["field_12"].value, found["field_12"].default) == ("7 to 2", "2 to 1")
    odds = found["odds.any_seven"]
    assert (odds.value, odds.default, odds.citation) == ("9 to 2", "4 to 1", "N.J.A.C. 19:47-1.4(b)")
    assert json.loads(found.to_json())["options"][1]["default"] == "when_made"


def test_the_options_are_those_of_the_day() -> None:
    assert "surrender" in pitboss.options("blackjack")
    early = pitboss.options("blackjack", on="1985-06-01")
    assert len(early) < len(pitboss.options("blackjack"))
    with pytest.raises(KeyError, match="no option"):
        early["match_dealer"]


def test_effects_at_this_table_are_computed_if_asked() -> None:
    found = pitboss.options("roulette", wheel="single_zero", priced=True)
    zero_rule = found["zero_rule"]
    assert zero_rule.moves
    assert (zero_rule.effects[0].least, zero_rule.effects[0].most) == pytest.approx((1 / 74, 1 / 37), abs=1e-9)
    assert describe_effect(zero_rule).endswith("1.3514% to 2.7027%")
    assert found.effects_of == "this table"


def test_a_range_holds_given_choices_fixed_also_unlawful_ones() -> None:
    found = lawful_range("roulette", "2012-06-01", odds={"straight": "30 to 1"}, unlawful=True)
    assert found.fixed == {"straight": "30 to 1"}
    assert found.unlawful
    assert found["straight"].best.exact == "6/37"
    assert 'straight" = "30 to 1"' in found["straight"].best.table
    lawful = lawful_range("roulette", "2012-06-01", options={"wheel": "double_zero"})
    assert lawful["straight"].best.exact == lawful["straight"].worst.exact == "1/19"
