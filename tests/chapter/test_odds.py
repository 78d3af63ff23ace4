"""Odds and amounts are exact."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.chapter.odds import Odds, cents, dollars

ODDS = st.builds(Odds, st.integers(0, 10_000), st.integers(1, 1_000))


@given(ODDS)
def test_odds_as_text_and_back(odds: Odds) -> None:
    again = Odds.parse(str(odds))
    assert (again.win, again.stake) == (odds.win, odds.stake)


@given(ODDS, ODDS)
def test_odds_compare_as_ratios(one: Odds, other: Odds) -> None:
    assert (one < other) == (one.ratio < other.ratio)
    assert (one <= other) == (one.ratio <= other.ratio)
    assert (one == other) == (one.ratio == other.ratio)
    assert one != other or hash(one) == hash(other)


@given(ODDS, st.integers(0, 10**9))
def test_winnings_are_exact_or_refused(odds: Odds, amount: int) -> None:
    exact = amount * odds.ratio
    assert odds.payable(amount) == (exact.denominator == 1)
    if odds.payable(amount):
        assert odds.pays(amount) == exact
    else:
        with pytest.raises(ValueError, match="cannot be paid exactly"):
            odds.pays(amount)


@given(ODDS, st.integers(1, 10**6), st.sampled_from([25, 50, 100, 500]))
def test_1_4_e_winnings_are_whole_chips(odds: Odds, amount: int, chip: int) -> None:
    assert odds.payable(amount, chip) == ((amount * odds.ratio / chip).denominator == 1)


@given(st.integers(0, 10**15))
def test_cents_as_dollars_and_back(amount: int) -> None:
    assert cents(dollars(amount)) == amount
    assert cents(Decimal(amount) / 100) == amount


@given(st.integers(0, 10**12))
def test_whole_dollars(amount: int) -> None:
    assert cents(amount) == cents(str(amount)) == 100 * amount
    assert Fraction(cents(amount), 100) == amount


@pytest.mark.parametrize(
    "text",
    ["8 for 1", "8 FOR 1", "8:1", "8", "", "-1 to 1", "1 to 0", "8 to 1 to 1", "8to1", None, 8, True],
)
def test_1_4_a_anything_but_x_to_y_is_refused(text: object) -> None:
    with pytest.raises(ValueError, match="odds"):
        Odds.parse(text)


@pytest.mark.parametrize("text", ["8 to 1", " 8  to 1 ", "8 TO 1"])
def test_1_4_a_odds_with_to(text: str) -> None:
    assert Odds.parse(text) == Odds(8, 1)


@pytest.mark.parametrize("text", ["", "-5", "2.505", "1,00", "five", "1e3", "NaN", True, 0.25, "$", "5.", "٣"])
def test_invalid_amounts_are_refused(text: object) -> None:
    with pytest.raises(ValueError, match=r"is not an amount|is not an exact amount"):
        cents(text)


def test_odds_read_like_the_game() -> None:
    assert repr(Odds.parse("9 to 5")) == "Odds('9 to 5')"
    assert len({Odds(1, 1), Odds(2, 2), Odds(3, 2)}) == 2
