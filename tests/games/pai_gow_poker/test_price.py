"""Pai gow poker prices: counts checked against independent counts, and the value of each setting."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS, cards
from pitboss.games.pai_gow_poker import counting, settings
from pitboss.games.pai_gow_poker.house_way import WAYS
from pitboss.games.pai_gow_poker.price import (
    PRICING,
    Deals,
    PaiGowPokerSetting,
    SettingWorth,
    figures,
    hands,
    stored_counts,
)
from pitboss.games.pai_gow_poker.sevens import lines, pai_gow
from pitboss.games.pai_gow_poker.unseen_hand import unseen
from pitboss.pricing import price
from tests.games.pai_gow_poker.table import game
from tests.shared.several_players import bank_pays_less_on_its_net

HANDS = comb(53, 7)


@pytest.mark.parametrize("way", ["foxwoods", "tiered", "custom"])
def test_all_deals_are_counted_and_both_sides_are_symmetric(way: str) -> None:
    deals = Deals(way)
    assert deals.all == HANDS * comb(46, 7)
    assert 0 < deals.wins < deals.loses < deals.all
    # The bank's only advantage is that it wins copies.
    assert deals.loses - deals.wins == (deals.low_copies + deals.high_copies) // 2
    assert deals.copies < deals.high_copies < deals.low_copies


def test_every_hand_has_one_kind_and_rare_kinds_match_counts_by_hand() -> None:
    assert sum(figures("hands").values()) == HANDS
    found = hands()
    assert sum(found.values()) == HANDS
    natural, joker = ("seven_card_straight_flush", "seven_card_straight_flush_with_joker")
    assert [found[kind] for kind in (natural, f"{natural}_royal", joker, f"{joker}_royal")] == [28, 4, 160, 36]
    assert (found["royal_match"], found["five_aces"]) == (72, 1128)
    assert (found["royal_flush"], found["straight_flush"], found["four_of_a_kind"]) == (26_020, 184_644, 307_472)
    assert (found["full_house"], found["flush"], found["straight"]) == (4_188_528, 6_172_088, 11_034_204)
    assert found["three_of_a_kind"] + found["straight_and_three_of_a_kind"] == 7_672_500


@pytest.mark.parametrize(
    ("wager", "options"),
    [("seven_card_bonus", {"three_seven_bonus": "seven"}), ("additional_11_13", {"additional_11_13": True})],
)
def test_11_18_a_royal_flush_within_a_straight_flush_of_seven_cards_is_paid_as_one(
    wager: str, options: dict[str, Any]
) -> None:
    """Of the seven-card hands from 53 cards, 26,132 contain a royal flush, 40 of them within a seven-card straight
    flush.
    """
    tops = frozenset(range(8, 13))
    royals = [
        ranks
        for joker in (0, 1)
        for ranks in combinations(range(13), 7 - joker)
        if len(tops & set(ranks)) + joker >= 5 and max(ranks) - min(ranks) < 7
    ]
    assert 4 * len(royals) == 40
    row = price(Layout.of("pai-gow-poker", options=options))[wager]
    assert row.exact == "72161/1133405"
    paid = {Fraction(outcome.net): outcome.probability for outcome in row.outcomes}
    assert paid[Fraction(250)] == pytest.approx(26_132 / HANDS)
    assert paid[Fraction(50)] == pytest.approx(184_832 / HANDS)


def test_counts_of_pairs_of_kinds_add_up_to_the_hands_of_each_side() -> None:
    names, beside = list(figures("hands")), stored_counts()["beside"]
    for kind, row in beside.items():
        assert sum(map(int, row)) == figures("hands")[kind] * comb(46, 7)
    for at, kind in enumerate(names):
        assert [int(row[at]) for row in beside.values()] == list(map(int, beside[kind]))


def test_11_16_edges_to_the_digit() -> None:
    found = price(Layout.of("pai-gow-poker", options={"insurance": True, "vigorish_round": "none"}))
    assert f"{found['pai_gow_poker'].house_edge:.4%}" == "2.7211%"
    assert f"{found['bank'].house_edge:.4%}" == "0.2541%"
    assert f"{found['bonus_wager'].house_edge:.2%}" == "7.77%"
    assert found["insurance"].exact == "763/10387"
    assert found["three_card_bonus"].exact == "452/11713"
    assert found["queens_dragon"].exact == "6491/64766"
    assert found["dragons_eye_sum"].exact == "1/18"


@pytest.mark.parametrize(("way", "edge"), [("foxwoods", "2.5126%"), ("tiered", "2.5097%")])
def test_11_9_best_setting_of_every_hand_costs_less_than_the_house_way(way: str, edge: str) -> None:
    layout = Layout.of("pai-gow-poker", options={"house_way": way, "vigorish_round": "none"})
    best = PaiGowPokerSetting(layout)
    assert f"{float(best.house_edge):.4%}" == edge
    assert price(layout, strategy="best")["pai_gow_poker"].exact == str(best.house_edge)
    assert best.cost("house way") > 0
    assert best.decide("8s 8d 5h 5c As Qd 3c") in ("house_way", *game().setting.choices)


@pytest.mark.parametrize(("way", "edge"), [("foxwoods", "2.5761%"), ("tiered", "2.5757%")])
def test_11_22_ez_best_setting_of_every_hand_is_counted_with_the_push_of_a_queen_high(way: str, edge: str) -> None:
    layout = Layout.of("pai-gow-poker", options={"house_way": way, "variation": "ez"})
    best = PaiGowPokerSetting(layout)
    assert f"{float(best.house_edge):.4%}" == edge
    assert price(layout, strategy="best")["ez_main"].exact == str(best.house_edge)
    assert best.cost("house way") == Fraction(price(layout)["ez_main"].exact) - best.house_edge > 0


def test_11_9_vigorish_rounded_up_depends_on_the_stake() -> None:
    layout = Layout.of("pai-gow-poker")
    edges = {stake: price(layout, stake)["pai_gow_poker"].house_edge for stake in (5_00, 7_00, 25_00)}
    exact = price(layout)["pai_gow_poker"].house_edge
    assert edges[5_00] == pytest.approx(exact)
    assert edges[7_00] > exact
    wins = Fraction(Deals("foxwoods").wins, Deals("foxwoods").all)
    assert edges[7_00] - exact == pytest.approx(float(wins * (Fraction(50, 700) - Fraction(5, 100))))


def test_11_9_house_way_of_the_licensees_own_is_priced_as_the_default_with_a_note() -> None:
    rows = {way: price(Layout.of("pai-gow-poker", options={"house_way": way})) for way in ("custom", "foxwoods")}
    for wager in ("pai_gow_poker", "bank", "dealer_wager"):
        assert rows["custom"][wager].house_edge == rows["foxwoods"][wager].house_edge
        assert ["is not defined here, so `foxwoods` is used" in rows[way][wager].note for way in rows] == [True, False]
    assert "filed" not in rows["custom"]["bonus_wager"].note


def test_colours_match_a_count_of_every_split() -> None:
    found = price(Layout.of("pai-gow-poker", options={"variation": "ez", "red_black": True}))["red_black"]
    wins = sum(comb(26, red) * comb(27, 7 - red) for red in range(4, 8))
    assert found.exact == str(1 - 2 * Fraction(wins, HANDS))


def random_hands(number: int, seed: int) -> list[list[int]]:
    """Random hands, a third of them with five cards of one suit or the joker."""
    random, found = Random(seed), []
    for at in range(number):
        suit = random.randrange(4)
        first = random.sample([card for card in range(52) if card % 4 == suit] + [52], 5) if at % 3 == 0 else []
        found.append(first + random.sample([card for card in range(53) if card not in first], 7 - len(first)))
    return found


@pytest.mark.parametrize("way", ["foxwoods", "tiered"])
def test_table_of_settings_equals_the_house_way_of_the_round(way: str) -> None:
    table, dealt = game(house_way=way), random_hands(150, 7)
    found = np.empty(len(dealt), np.int32)
    settings.entries_of(np.array(dealt, np.uint8), settings.entries(WAYS[way]), found)
    for hand, entry in zip(dealt, found, strict=True):
        held = tuple(CARDS[card] for card in hand)
        parts = table.setting.parts(table.house_way(held), held)
        assert not table.foul(parts)
        low, high, kind = settings.unpack(int(entry))
        assert (low, high) == table.ranks(parts)
        reached = [line for line in lines(held) if line in settings.KINDS]
        assert kind.partition("_and_")[0] == (pai_gow(held) or next(iter(reached), "nothing"))


def test_11_9_worth_of_a_setting_against_every_hand_one_by_one() -> None:
    own = cards("Ks Kd 9h 7c 5d 4s 2h")
    left = unseen(own, classes=False)
    assert left.all == comb(46, 7)
    random, there = Random(3), [card.index for card in CARDS if card not in own]
    some = np.array([random.sample(there, 7) for _ in range(40_000)], np.uint8)
    entries = np.empty(len(some), np.int32)
    settings.entries_of(some, settings.entries(False), entries)
    low, high = entries >> 18, (entries >> 5) & 8191
    table = game()
    for choice in ("3-4", "1-3", "6-7"):
        mine = table.ranks(table.setting.parts(choice, own))
        wins, loses = left.against(*mine)
        seen = (
            ((low < mine[0] - 1) & (high < mine[1] - 1)).mean(),
            ((low >= mine[0] - 1) & (high >= mine[1] - 1)).mean(),
        )
        assert wins / left.all == pytest.approx(seen[0], abs=0.012)
        assert loses / left.all == pytest.approx(seen[1], abs=0.012)


def test_11_9_best_setting_is_advised_with_its_value_and_a_foul_loses() -> None:
    brings = SettingWorth(Layout.of("pai-gow-poker"))
    own = cards("As Ad Kh Qc 9h 8s 5c")
    found = brings.exactly(own)
    assert found["1-2"] == -1
    assert max(found.values()) >= found["house_way"] > 0
    winnings = PaiGowPokerSetting(Layout.of("pai-gow-poker")).decide(own)
    assert found[winnings] == max(found.values())
    as_bank = brings.exactly(own, bank=True)
    assert as_bank["house_way"] > found["house_way"]
    assert as_bank["1-2"] == as_bank["house_way"]
    assert len(found) == 22


def test_sets_of_cards_up_to_suits_match_the_fact_sheet() -> None:
    for size, number in enumerate((14, 182, 1924, 18187), 1):
        found = counting.sets_of(size)
        assert (len(found.ways), found.ways.sum()) == (number, comb(53, size))


@pytest.mark.slow
@pytest.mark.parametrize("way", ["foxwoods", "tiered"])
def test_every_deal_is_counted_again(way: str) -> None:
    found = counting.count(WAYS[way])
    assert [str(figure) for figure in found.totals] == list(stored_counts()[way].values())
    assert [str(figure) for figure in found.hands] == list(stored_counts()["hands"].values())


@pytest.mark.slow
def test_every_three_cards_are_counted_again() -> None:
    assert counting.three_cards() == figures("three_cards")
    assert sum(figures("three_cards").values()) == comb(53, 3)


@pytest.mark.slow
def test_few_cards_dealt_to_both_are_counted_one_by_one() -> None:
    """Compare pairs of hands that share six or more cards, one by one."""
    by, random = settings.entries(False), Random(1)
    for _ in range(20):
        held = random.sample(range(53), 6)
        rest = [card for card in range(53) if card not in held]
        entries = np.empty(len(rest), np.int32)
        settings.entries_of(np.array([[*held, card] for card in rest], np.uint8), by, entries)
        totals, kinds = np.zeros(counting.COUNTED, np.int64), np.zeros((17, 17), np.int64)
        room = counting.Scratch.of(6)
        counting.count_sets(np.array([held], np.uint8), np.ones(1, np.int64), 0, 1, by, room, totals, kinds)
        pairs = [(one, other) for one in entries for other in entries]
        above = sum((a >> 18) > (b >> 18) and (a >> 5 & 8191) > (b >> 5 & 8191) for a, b in pairs)
        assert (totals[counting.ALL], totals[counting.WINS]) == (len(pairs), above)


def test_11_10_bank_against_several_players_pays_less_vigorish_and_the_error_is_reported() -> None:
    layout = Layout.of("pai-gow-poker", options={"vigorish_round": "none"})
    bank_pays_less_on_its_net(PRICING, layout)
