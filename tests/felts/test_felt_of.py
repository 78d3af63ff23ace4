"""A game gets its own felt, its family's, or the generic one; shared code names no game."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import pitboss
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import RulesError, read_rules, registered_games, rules_of
from pitboss.families import by_family, family_of
from pitboss.families.dice.craps_felt import CrapsFelt
from pitboss.families.house_poker.felt import PokerFelt
from pitboss.families.twenty_one.felt import TwentyOneFelt
from pitboss.felts.generic import KNOWN, GenericFelt
from pitboss.library.felts import felt_of
from pitboss.table.cards import CardState

ROOMS = Path(pitboss.__file__).parent


def test_a_game_with_a_felt_of_its_own_gets_it() -> None:
    assert type(felt_of(Layout.of("craps"), 8)) is CrapsFelt


def test_a_game_without_one_gets_its_familys() -> None:
    assert type(felt_of(Layout.of("blackjack"), 6)) is TwentyOneFelt
    assert type(felt_of(Layout.of("three-card-poker"), 6)) is PokerFelt


def test_a_third_party_game_may_have_its_own_felt() -> None:
    felt = felt_of(Layout.of("high-card"), 5)
    assert type(felt).__module__ == "high_card.felt"
    assert "HIGH" in felt.svg()


def test_any_other_game_gets_the_generic_felt() -> None:
    layout = Layout.of("double-down-stud")
    head = layout.rules.game.model_copy(update={"family": "nobodys"})
    apart = replace(layout, rules=layout.rules.model_copy(update={"game": head}))
    assert type(felt_of(apart, 4)) is GenericFelt


def test_the_generic_felt_leaves_out_fields_that_every_table_has() -> None:
    assert {*CardState.__struct_fields__} <= KNOWN


@pytest.mark.parametrize("room", ["web", "floor"])
def test_packages_above_the_games_name_no_game(room: str) -> None:
    """Games are found through data. Docstrings and an example table file may mention one."""
    games = {name for game in registered_games() for name in (game, game.replace("-", "_"))}
    families = {family.id for family in by_family(map(rules_of, registered_games()))}
    steps = {"dice", "cards", "shoe"}  # rounds request these, or deal from them, under the same names
    found = {
        f"{path.relative_to(ROOMS)}: {word}"
        for path in (ROOMS / room).rglob("*.py")
        for word in re.findall(r'"([a-z0-9_-]+)"', re.sub(r'""".*?"""', "", path.read_text("utf-8"), flags=re.DOTALL))
        if word in games | families - steps
    }
    assert not found


def test_a_family_has_its_words_in_its_folder() -> None:
    assert [family.name for family in by_family(map(rules_of, registered_games()))][:3] == [
        "Dice",
        "Twenty-one",
        "Baccarat",
    ]
    assert (family_of("wheel").go, family_of("wheel").round) == ("Spin", "spin")


def test_names_printed_on_the_felt_must_exist() -> None:
    text = (ROOMS / "games/let_it_ride/rules.toml").read_text("utf-8").replace('wager3 = ["$"]', 'wager4 = ["$"]')
    with pytest.raises(RulesError, match=r"rules\.toml:\d+: felt\.wagers: wager4 is not a wager"):
        read_rules(text, "rules.toml")
