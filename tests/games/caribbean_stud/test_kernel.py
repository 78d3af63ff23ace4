"""Suits, the meter and the payout limit in Caribbean stud's loop, which `tests/simulation` does not cover."""

from __future__ import annotations

from datetime import date
from random import Random

import numpy as np
import pytest

from pitboss.chapter.layout import Layout, Limits
from pitboss.equipment import CARDS
from pitboss.families.house_poker.kinds.stud.up_card import up_card_decisions
from pitboss.games.caribbean_stud import price as pricing
from pitboss.hands import FIVE_CARD, Hand
from pitboss.pricing.deals import RENAMINGS, place_of
from pitboss.simulation.kernel import kernel_of
from tests.shared.poker_table import assert_alike, first_unit, real_nets, real_path

GAME = "caribbean-stud"
DOLLAR = 100
SEED = 7


def test_the_tables_decide_as_the_strategy_does() -> None:
    """This matters most for ace-king hands, whose decision depends on the dealer's card and its suit."""
    best = pricing.PRICING.strategy(Layout.of(GAME))
    by = up_card_decisions(best.decisions, 5, FIVE_CARD)
    random = Random(1)
    asked = 0
    while asked < 60:
        dealt = random.sample(CARDS[:52], 6)
        own, shown = dealt[:5], dealt[5]
        found = int(by.done[Hand(own).strength, shown.index >> 2])
        if found == len(by.ends):
            place = place_of(np.sort(np.array([card.index for card in own], np.uint8)))
            renamed = int(RENAMINGS[by.renaming[place], shown.index])
            found = int(by.masks[by.class_of[place], 0]) >> renamed & 1
            asked += 1
        assert best.decide(own, [shown]) == ("bet" if found else "fold")


def test_a_decision_can_depend_on_the_suit_shown() -> None:
    by = up_card_decisions(pricing.PRICING.strategy(Layout.of(GAME)).decisions, 5, FIVE_CARD)
    assert (by.done == len(by.ends)).any()
    some = by.masks[by.masks != 0]
    by_rank = np.stack([some >> np.uint64(4 * rank) & np.uint64(15) for rank in range(13)])
    assert ((by_rank != 0) & (by_rank != 15)).any()


@pytest.mark.parametrize(
    ("day", "method"),
    [
        (date(1998, 1, 1), "automated_shoe"),
        (date(2008, 1, 1), "manual_shoe"),
        (date(2008, 1, 1), "hand"),
        *(pytest.param(date(1998, 1, 1), method, marks=pytest.mark.slow) for method in ("manual_shoe", "hand")),
    ],
)
def test_16_8_c_2_the_card_that_is_shown_is_the_one_that_decides(day: date, method: str) -> None:
    assert_alike(kernel_of(Layout.of(GAME, day, {"dealing_method": method})), SEED, range(40))


def test_16_12_d_a_bet_wins_no_more_than_5_000_dollars() -> None:
    kernel = kernel_of(Layout.of(GAME, limits=Limits(minimum=100 * DOLLAR)), ["ante"])
    assert kernel.at_risk == 300 * DOLLAR
    unit = first_unit(kernel, SEED, "bet", 5000 * DOLLAR, 1 << 20)
    assert real_nets(kernel, SEED, unit)["bet"] == 5000 * DOLLAR
    assert_alike(kernel, SEED, [unit])


def test_16_12_g_the_meter_is_at_its_reading_when_the_wagers_are_closed() -> None:
    """Counts use the same meter as the price: a royal flush wins that figure, not 70 cents more."""
    kernel = kernel_of(Layout.of(GAME, options={"progressive_meter": 12_345}))
    for net in (12_345 * DOLLAR - DOLLAR, 123_450 - DOLLAR):
        unit = first_unit(kernel, SEED, "progressive", net, 1 << 23)
        assert real_nets(kernel, SEED, unit)["progressive"] == net


@pytest.mark.parametrize(("come_off", "rate"), [(True, 0.70), (False, 0.715)])
def test_16_12_f_the_meter_moves_in_bankroll_paths(come_off: bool, rate: float) -> None:
    """Check a straight flush, which takes a tenth of the meter, and the prizes before and after it."""
    layout = Layout.of(GAME, options={"fixed_prizes_from_meter": come_off, "progressive_rate": rate})
    kernel = kernel_of(layout)
    unit = first_unit(kernel, SEED, "progressive", 1000 * DOLLAR - DOLLAR, 1 << 20)
    first, rounds = unit - 150, 300
    nets = np.zeros(rounds, np.int64)
    kernel.play(SEED, first, nets)
    assert nets.tolist() == real_path(kernel, SEED, first, rounds)


def test_16_12_f_after_a_royal_flush_the_meter_is_reset() -> None:
    layout = Layout.of(GAME, options={"progressive_meter": 50_000})
    kernel = kernel_of(layout)
    unit = first_unit(kernel, SEED, "progressive", 50_000 * DOLLAR - DOLLAR, 1 << 23)
    nets = np.zeros(200, np.int64)
    kernel.play(SEED, unit - 20, nets)
    assert nets.tolist() == real_path(kernel, SEED, unit - 20, 200)


def test_without_a_progressive_wager_there_is_no_meter() -> None:
    kernel = kernel_of(Layout.of(GAME), ["ante"])
    assert [slot.id for slot in kernel.slots] == ["ante+bet", "bet"]
    assert kernel.opening is None
    assert_alike(kernel, SEED, range(20))


def test_simple_strategies_by_their_names() -> None:
    layout = Layout.of(GAME)
    said = "raise with A-K-J-8-3 or better"
    named = ("A-K-J-8-3", said, "matching rank", "three rules", "raise everything", "always")
    tallies = {name: kernel_of(layout, ["ante"], name).run(3, 0, 50_000) for name in named}
    assert (tallies["A-K-J-8-3"] == tallies[said]).all()
    assert (tallies["raise everything"] == tallies["always"]).all()
    assert (tallies["matching rank"] != tallies["three rules"]).any()
    for name in ("matching rank", "three rules"):
        assert_alike(kernel_of(layout, ["ante"], name), SEED, range(60))
