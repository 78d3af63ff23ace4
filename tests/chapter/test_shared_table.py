"""One named pay table for many wagers, and several games in one subchapter."""

from __future__ import annotations

from datetime import date

import pytest

from pitboss.chapter.check import findings
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import RulesError, read_rules

SHAKEN = """\
[game]
id = "shaken"
name = "Shaken"
subchapter = "9"
family = "dice"
since = 1991-12-16
summary = "Small."

[wager.small]
name = "Small"
section = "9.2"
pays = { section = "9.4", table = "pay_table", row = "small" }

[wager.one]
name = "One of a kind"
section = "9.2"
pays = { section = "9.4", table = "pay_table", row = "one" }

[wager.rare]
name = "Rare"
section = "9.2"
pays = { section = "9.4", table = "pay_table", row = "rare" }

[option.pay_table]
name = "Pay table"
section = "9.4"
default = "usual"
values = ["minimum", "usual"]

[pay_table.pay_table.minimum]
section = "9.4"
least = { small = "1 to 1", "one.1" = "1 to 1", "one.3" = "3 to 1", rare = "50 to 1" }

[pay_table.pay_table.usual]
section = "9.4"
least = { small = "2 to 1", "one.1" = "1 to 1", "one.3" = "12 to 1" }
"""
RULES = read_rules(SHAKEN, "shaken/rules.toml")
DAY = date(2000, 1, 1)


def test_each_wager_is_paid_by_its_row_of_the_table() -> None:
    layout = Layout.of(RULES, DAY)
    assert {key: str(odds) for key, odds in layout.odds_table("one").items()} == {"1": "1 to 1", "3": "12 to 1"}
    assert str(layout.odds("small")) == "2 to 1"
    assert str(Layout.of(RULES, DAY, {"pay_table": "minimum"}).odds("small")) == "1 to 1"


def test_a_wager_without_a_row_in_the_table_that_was_chosen_is_not_offered() -> None:
    assert [*Layout.of(RULES, DAY).wagers] == ["small", "one"]
    assert [*Layout.of(RULES, DAY, {"pay_table": "minimum"}).wagers] == ["small", "one", "rare"]


def test_odds_may_go_down_to_those_of_another_permitted_pay_table_and_no_lower() -> None:
    assert not findings(RULES, DAY, {}, {"one.3": "3 to 1"}, None)
    (found,) = findings(RULES, DAY, {}, {"one.3": "2 to 1"}, None)
    assert "3 to 1 or more (pay_table is usual; it may be minimum, usual)" in str(found)


def test_the_keys_for_odds_are_wager_and_outcome() -> None:
    assert RULES.odds_keys() == {
        "small": ("small", ""), "one.1": ("one", "1"), "one.3": ("one", "3"), "rare": ("rare", ""),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (SHAKEN.replace('row = "rare"', 'row = "odd"'), "no pay table of pay_table has a row odd"),
        (SHAKEN.replace('"9"', '"9"\nsections = ["9.4", "5.5"]', 1), "5.5 is not in subchapter 9"),
    ],
)
def test_missing_items_are_named(wrong: str, says: str) -> None:
    with pytest.raises(RulesError, match=says):
        read_rules(wrong, "shaken/rules.toml")
