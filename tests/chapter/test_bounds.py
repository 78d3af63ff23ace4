"""Every number in a table has a bound: values that no equipment has are refused in one line, before any computation."""

from __future__ import annotations

import time
from datetime import date
from decimal import Decimal

import pytest

from pitboss.chapter.check import Unlawful, file_findings
from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import LARGEST_AMOUNT, Odds
from pitboss.chapter.rules import RulesError, TooLarge, read_rules, registered_games, rules_of
from pitboss.chapter.table_file import BadTable, read_table
from pitboss.table import game_on
from pitboss.table.allowed import least_payable

DECKS = """\
[game]
id = "mini"
name = "A miniature"
subchapter = "3"
family = "shoe"
since = 1978-06-02
summary = "Small."

[option.decks]
name = "Decks in the shoe"
section = "3.1"
default = 8
range = { least = 6, whole = true }
"""


def test_an_unbounded_option_must_declare_its_largest_value() -> None:
    with pytest.raises(RulesError, match=r"mini.toml:9: option.decks: no upper bound: set `largest`"):
        read_rules(DECKS, "mini.toml")
    assert read_rules(f"{DECKS}largest = 100\n", "mini.toml").options["decks"].largest == 100


@pytest.mark.parametrize("game", registered_games())
def test_every_option_of_every_game_has_a_bound(game: str) -> None:
    """Beyond the bound nothing is dealt or priced, even if the chapter states only a minimum."""
    for option in rules_of(game).options.values():
        assert not option.unbounded
        if option.range is not None and option.range.most is None:
            assert option.too_large(10**12)


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("blackjack", {"decks": 999_999_999}, "decks is 999999999; a table can be dealt or priced with at most 100"),
        ("craps", {"max_odds_pass": "99999999x"}, "max_odds_pass is 99999999x; a table can be dealt"),
        ("craps", {"max_odds_pass": f"1.{'1' * 400}x"}, "max_odds_pass has 403 characters; at most 200 are allowed"),
        ("blackjack", {"penetration": Decimal(f"0.{'1' * 90}")}, "a number has at most 15 digits"),
        ("caribbean-stud", {"progressive_meter": 10**10}, "a table can be dealt or priced with at most 1000000000"),
    ],
)
def test_values_beyond_real_equipment_are_refused(
    game: str, options: dict[str, Decimal | int | str], said: str
) -> None:
    with pytest.raises(TooLarge, match=said):
        Layout.of(game, options=options)


def test_a_table_that_opened_before_there_were_bounds_can_still_be_read() -> None:
    plain = Layout.of("blackjack").plain()
    plain["options"]["decks"] = "100000"
    assert Layout.from_plain(plain).options["decks"] == 100_000


@pytest.mark.parametrize("figure", ["1e30", "1" + "0" * 60, "1e99999", "1e-99999", "nan", "9223372036854775808"])
def test_a_figure_of_any_size_is_judged_and_never_breaks_the_check(figure: str) -> None:
    for name in ("ante", "time_period", "lower_limit", "rake_percent"):
        table = read_table(f'game = "poker"\non = 2026-01-01\n[options]\n{name} = {figure}\n')
        file_findings(table)
        with pytest.raises((Unlawful, TooLarge)):
            table.layout()


def test_odds_have_a_bounded_number_of_digits() -> None:
    assert Odds.parse("999999999999 to 1").win == 999_999_999_999
    with pytest.raises(ValueError, match="at most 12 digits"):
        Odds.parse("1000000000000 to 1")
    with pytest.raises(ValueError, match="is not odds"):
        Odds.parse("9" * 10_000)


def test_posted_limits_have_a_bound() -> None:
    most = LARGEST_AMOUNT // 100
    at_most, above = (f'game = "craps"\non = 2026-01-01\n[limits]\nmaximum = {one}\n' for one in (most, most + 1))
    assert read_table(at_most).layout().limits.maximum == LARGEST_AMOUNT
    with pytest.raises(Unlawful, match="is too large; permitted: at most"):
        read_table(above).layout()


def test_the_least_payable_wager_is_computed_and_not_searched_for() -> None:
    """With large primes in the odds, a search in steps of one chip would never end."""
    game = game_on(Layout.of("roulette", date(2026, 1, 1), odds={"straight": "99999999977 to 999999937"}))
    begun = time.perf_counter()
    assert least_payable(game, "straight", None) % 999_999_937 == 0
    assert time.perf_counter() - begun < 1


def test_a_huge_integer_is_not_a_valid_table_file() -> None:
    with pytest.raises(BadTable, match="a number cannot be read"):
        read_table(f'game = "poker"\n[options]\nante = {"9" * 5000}\n')
