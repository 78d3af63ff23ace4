"""Published pay tables that New Jersey never had, priced to the last published digit.

Each figure is quoted from the page named beside it, as found in October 2026; nothing here was computed from our own
prices.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pitboss.chapter.layout import Layout
from pitboss.pricing import price

GROCHOWSKI_RARE = "online.casinocity.com/article/a-rare-pair-plus-payout-at-three-card-poker-124535"
SYNAPTIA = "synaptia.net/three-789betting-card-poker (the Wizard of Odds' table of pair plus pay tables)"
TOKYO3 = "tokyo3.org/forums/holiday/topics/3392"
EXPLOIT = "casinoexploit.com/baccarat.html"
SIX_TO_FIVE = "casinocitytimes.com/john-grochowski/article/the-6-5-blackjack-games-62675"


def pair_plus(**odds: int) -> Layout:
    stated = {f"pair_plus.{row}": f"{win} to 1" for row, win in odds.items()}
    return Layout.of("three-card-poker", odds=stated, unlawful=True)


@pytest.mark.parametrize(
    ("odds", "published", "source"),
    [
        ({"mini_royal": 40, "straight": 5}, "5.57", GROCHOWSKI_RARE),
        ({"mini_royal": 50, "straight": 5}, "5.39", GROCHOWSKI_RARE),
        ({"mini_royal": 100, "straight": 5}, "4.49", GROCHOWSKI_RARE),
        ({"flush": 3}, "7.28", GROCHOWSKI_RARE),
        ({"three_of_a_kind": 25}, "3.49", SYNAPTIA),
        ({"mini_royal": 35, "straight_flush": 35, "three_of_a_kind": 25}, "4.58", SYNAPTIA),
    ],
)
def test_pair_plus_tables_from_print(odds: Mapping[str, int], published: str, source: str) -> None:
    """From the original table, 40-30-6-4-1, whose published edge is 2.32 percent."""
    assert f"{price(pair_plus(**odds))['pair_plus'].house_edge:.2%}" == f"{published}%", source


@pytest.mark.parametrize(
    ("wager", "odds", "published"),
    [
        ("two_dice_combination_12", "6 to 1", "2.8"),
        ("three_of_a_kind_1", "180 to 1", "16"),
        ("any_three_of_a_kind", "31 to 1", "11"),
        ("total_4", "62 to 1", "12"),
        ("total_5", "31 to 1", "11"),
        ("total_9", "7 to 1", "7"),
    ],
)
def test_a_sic_bo_table_from_japan(wager: str, odds: str, published: str) -> None:
    """The post prints whole percents, and 2.8 percent for a pair of numbers."""
    edge = 100 * price(Layout.of("sic-bo", odds={wager: odds}, unlawful=True))[wager].house_edge
    digits = len(published.partition(".")[2])
    assert f"{edge:.{digits}f}" == published, TOKYO3


def test_baccarat_from_four_decks() -> None:
    """The page counts hands from 4 decks, which the chapter never allowed: 34,543,624,867,840 banker wins."""
    found = price(Layout.of("mini-baccarat", options={"decks": 4}, unlawful=True))
    wins = {event.event: event.combinations for event in found["banker_hand"].events}
    assert wins["banker wins"] == 34_543_624_867_840, EXPLOIT
    assert wins["player wins"] == 33_608_344_225_792, EXPLOIT
    assert f"{found['banker_hand'].house_edge:.2%}" == "1.05%"


def test_6_to_5_costs_what_is_printed() -> None:
    """Published for six decks, a dealer who hits soft 17, and splits to four hands: 0.64 percent, and 2.00 at 6 to 5.

    Ours are 0.62 and 1.98, for a shoe's first round; the published ones include the cut card effect. The cost of the 6
    to 5 rule is the same.
    """
    options = {"decks": 6, "soft17": "hit", "max_split_hands": 4}
    at = {
        pays: price(Layout.of("blackjack", options={**options, "blackjack_pays": pays}))
        for pays in ("3 to 2", "6 to 5")
    }
    assert f"{at['6 to 5']['blackjack'].house_edge - at['3 to 2']['blackjack'].house_edge:.2%}" == "1.36%", SIX_TO_FIVE
