"""A house poker game's declarations are read strictly, and in the same way for the table, the price and the loops."""

from __future__ import annotations

from datetime import date
from importlib.resources import files

import pytest

from pitboss import check
from pitboss.chapter.layout import Layout, Limits
from pitboss.chapter.rules import Rules, RulesError, read_rules, registered_games, rules_of
from pitboss.chapter.table_file import read_table
from pitboss.families.house_poker.terms import AggregateLimit, Terms
from pitboss.games.flop_poker import price as flop_poker
from pitboss.games.ultimate_texas_holdem import price as ultimate_texas_holdem
from pitboss.pricing import price
from pitboss.table.game import game_on

DAY = date(2012, 6, 1)
GAMES = [
    "caribbean-stud",
    "double-down-stud",
    "flop-poker",
    "let-it-ride",
    "three-card-poker",
    "ultimate-texas-holdem",
]


def misspelt(game: str, written: str, instead: str) -> tuple[Rules, int]:
    """Return a game's rules with one change in the file, and the line of the change."""
    text = (files(f"pitboss.games.{game}") / "rules.toml").read_text("utf-8")
    assert written in text
    line = text[: text.index(written)].count("\n") + 1
    return read_rules(text.replace(written, instead, 1), f"{game}/rules.toml"), line


@pytest.mark.parametrize("game", GAMES)
def test_table_and_price_read_the_same_terms(game: str) -> None:
    layout = Layout.of(game, DAY)
    read = Terms.on(layout)
    assert list(read.wagers) == list(layout.permissible)
    assert game_on(layout).declarations.wagers == read.wagers


@pytest.mark.parametrize(
    ("game", "written", "instead", "says"),
    [
        ("three_card_poker", 'not_qualified = "wins"', 'not_qualified = "pays"', "Input should be 'compared'"),
        ("three_card_poker", 'settles = "dealer"', 'settle = "dealer"', "Extra inputs are not permitted"),
        (
            "three_card_poker",
            'special = ["six_card_royal_diamonds", "six_card_royal"]',
            "special = []",
            "six_card_royal",
        ),
        ("flop_poker", 'value = "hand_by_hand"', 'value = "hand_in_hand"', "choose from hand_by_hand, losers_first"),
        ("flop_poker", 'beside = "ante"', 'beside = "anti"', "unknown wager 'anti'; choose from ante, pot, flop"),
        ("flop_poker", 'dollars = 50000, minimum = "ante"', 'minimum = "least"', "unknown wager 'least'"),
        (
            "ultimate_texas_holdem",
            "least = 50000, whole = true",
            "least = 50000",
            "a payout limit is posted in whole dollars",
        ),
        ("flop_poker", 'order = "three-card-royal"', 'order = "six-card"', "unknown order 'six-card'"),
        ("ultimate_texas_holdem", 'trips_on_fold = ["loses"]', 'trips_on_fold = ["gone"]', "gone is not a value"),
    ],
)
def test_an_unknown_name_is_an_error_with_file_and_line(game: str, written: str, instead: str, says: str) -> None:
    rules, line = misspelt(game, written, instead)
    with pytest.raises(RulesError) as error:
        Terms.on(Layout.of(rules, DAY))
    assert says in str(error.value)
    named = int(str(error.value).split(":")[1])
    assert str(error.value).startswith(f"{game}/rules.toml:")
    # An inline table is on its key's line; a separate table begins a few lines above.
    assert line - 8 <= named <= line


def test_a_bad_declaration_is_refused_at_the_table_and_in_the_price() -> None:
    rules, _ = misspelt("flop_poker", 'value = "hand_by_hand"', 'value = "hand_in_hand"')
    layout = Layout.of(rules, DAY)
    with pytest.raises(RulesError, match="hand_in_hand"):
        price(layout)


# ---- 29.11(d), 32.11: the posted minimum


@pytest.mark.parametrize(
    ("posted", "limit"),
    [(None, 50_000), (49, 50_000), (50, 50_050), (500, 500_500)],
)
def test_29_11_d_the_minimum_that_is_posted_raises_the_limit(posted: int | None, limit: int) -> None:
    limits = Limits(posted * 100) if posted else None
    layout = Layout.of("flop-poker", DAY, {"positions": 1}, limits=limits)
    assert game_on(layout).limit == limit * 100
    ante = 1000_00
    house = flop_poker.PRICING.wagering_on(layout, ante)
    assert house.net("flop", "royal_flush", "") * ante == limit * 100


def test_29_11_d_the_limit_of_the_ante_counts_where_it_differs_from_the_tables() -> None:
    limits = Limits(5_00, by_wager={"ante": (50_00, None)})
    assert game_on(Layout.of("flop-poker", DAY, limits=limits)).limit == 50_050_00


def test_29_11_d_what_is_posted_goes_before_the_option() -> None:
    layout = Layout.of("flop-poker", DAY, limits=Limits(50_00))
    assert Terms.on(layout).payout_limit == AggregateLimit(("ante", "flop"), 50_050_00)
    layout = Layout.of("flop-poker", DAY, {"min_wager": 100})
    assert Terms.on(layout).payout_limit == AggregateLimit(("ante", "flop"), 100_100_00)


def test_32_11_the_minimum_that_is_posted_raises_the_limit() -> None:
    layout = Layout.of("ultimate-texas-holdem", DAY, limits=Limits(100_00))
    assert game_on(layout).limit == 50_500_00
    house = ultimate_texas_holdem.PRICING.wagering_on(layout, 200_00)
    assert house.net("play_4x", "royal_flush", "win") * 200 == 50_500


def with_figure(game: str) -> bool:
    """Whether a game's payout limit is the greater of an option and the most that the posted minimum can win."""
    fact = rules_of(game).facts.get("payout_limit")
    return fact is not None and bool(fact.value.get("option")) and bool(fact.value.get("minimum"))


@pytest.mark.parametrize("game", [game for game in registered_games() if with_figure(game)])
def test_the_figure_of_a_payout_limit_is_lawful_written_out_or_not(game: str) -> None:
    head = f'game = "{game}"\non = {DAY}\n[limits]\nminimum = 20000\nmaximum = 30000\n'
    unwritten, written = (read_table(head + more) for more in ("", "[options]\npayout_limit = 50000\n"))
    assert check(unwritten).findings == check(written).findings == ()
    least = [Terms.on(one.layout()).payout_limit for one in (unwritten, written)]
    assert least[0] == least[1]
    assert least[0] is not None
    assert least[0].most > 50_000_00  # The table pays the greater of the two.


def test_every_game_names_its_file() -> None:
    rules = rules_of("flop-poker")
    assert rules.at("fact", "payout_limit", "value").startswith("flop_poker/rules.toml:")
