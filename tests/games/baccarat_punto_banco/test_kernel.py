"""The baccarat kernel: how shoes are burned, cut and finished, each replayed by the real procedure."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import composition
from pitboss.families.baccarat.coup import Coup, Rules
from pitboss.families.baccarat.kernel import coup_of, kernel
from pitboss.families.baccarat.price import count_coups
from pitboss.library.simulations import dealt_again
from pitboss.simulation.kernel import PLAYER, ROUNDS, Kernel
from pitboss.table import Settled, game_on

SEED = 23
CUTS = (14, 15, 16, 17, 18, 19, 20, 21, 60, 300, 400, 411)


def assert_the_same(made: Kernel, unit: int) -> int:
    """Deal a shoe by kernel and by round, with vigorish taken at payment; return its number of rounds."""
    rounds, dealer = dealt_again(made, game_on(made.layout), SEED, unit)
    steps = [step for steps in rounds for step in steps]
    mine = [step for step in steps if isinstance(step, Settled) and step.wager.position == PLAYER]
    counted: Counter[tuple[str, int]] = Counter()
    for id, histogram in made.histograms(made.run(SEED, unit, 1)).items():
        for result, count in histogram.items():
            counted[id, result.net] += count
    assert Counter((step.wager.kind, step.net) for step in mine) == +counted
    assert dealer.state.finished
    assert all(not before[-1].state.finished for before in rounds[:-1])
    return len(rounds)


@pytest.mark.parametrize("cut", CUTS)
def test_3_5_a_shoe_ends_with_the_round_after_the_cutting_card(cut: int) -> None:
    options = {"cut_card_from_end": cut, "vigorish_collection": "at_payout"}
    made = kernel(Layout.of("baccarat-punto-banco", options=options), ["banker_hand", "tie"])
    for unit in range(2 if cut < 100 else 12):
        rounds = assert_the_same(made, unit)
        assert rounds >= 1


def test_3_5_every_first_card_burns_its_number() -> None:
    """Deal shoes of one or two rounds until every rank has come first."""
    options = {"cut_card_from_end": 400, "vigorish_collection": "at_payout"}
    made = kernel(Layout.of("baccarat-punto-banco", options=options), ["player_hand"])
    first: set[str] = set()
    for unit in range(90):
        source = made.source(SEED, unit)
        source.shuffle("shoe", composition(8))
        first.add(source.card("shoe").rank.letter)
        assert_the_same(made, unit)
    assert len(first) == 13


@pytest.mark.parametrize(
    "options",
    [
        {"offer_pairs": True, "offer_cards_wagers": True, "offer_bonus_wager": True, "bonus_pay_table": "B"},
        {"banker_variant": "no_vig_six_half", "offer_pairs": True},
        {"banker_variant": "no_vig_dragon7_push", "offer_dragon7": True, "offer_panda8": True, "tie_payout": "9 to 1"},
        {"vigorish_pct": 4, "vigorish_rounding": "up_to_quarter"},
        {"decks": 6},
        {"decks": 9},
        {"decks": 10},
    ],
)
def test_3_2_every_wager_through_whole_shoes(options: dict[str, Any]) -> None:
    made = kernel(Layout.of("baccarat-punto-banco", options={"vigorish_collection": "at_payout", **options}))
    for unit in range(3):
        assert_the_same(made, unit)


def test_3_9_the_table_of_coups_counts_as_the_price_does() -> None:
    """All six-card sequences from a small shoe, by the coup table and by the price's own count."""
    rules = Rules(Layout.of("baccarat-punto-banco"))
    cards = [4, 1, 0, 2, 0, 1, 2, 0, 1, 2]
    found: Counter[Coup] = Counter()
    for values in product([value for value, count in enumerate(cards) if count], repeat=6):
        left = cards.copy()
        ways = 1
        for value in values:
            ways *= left[value]
            left[value] -= 1
        one, two, three, four, fifth, sixth = values
        found[coup_of(rules, (one + three) % 10, (two + four) % 10, fifth, sixth)] += ways
    assert +found == {coup: ways for coup, ways in count_coups(cards, rules).items() if ways}


def test_a_shoe_that_could_run_out_is_refused() -> None:
    layout = Layout.of("baccarat-punto-banco", options={"cut_card_from_end": 5}, unlawful=True)
    with pytest.raises(ValueError, match="a shoe can run out during a round"):
        kernel(layout)


def test_mini_baccarat_with_a_continuous_shuffler_deals_every_round_from_all_cards() -> None:
    layout = Layout.of("mini-baccarat", options={"shuffler": "continuous", "vigorish_collection": "at_payout"})
    made = kernel(layout)
    assert made.unit == "round"
    for unit in range(150):
        rounds, _ = dealt_again(made, game_on(layout), SEED, unit)
        assert made.run(SEED, unit, 1)[ROUNDS] == len(rounds) == 1
        mine = [step for step in rounds[0] if isinstance(step, Settled)]
        counted = {
            (id, result.net)
            for id, histogram in made.histograms(made.run(SEED, unit, 1)).items()
            for result, count in histogram.items()
            if count
        }
        assert {(step.wager.kind, step.net) for step in mine} == counted
