"""Every card sequence from a small shoe, dealt by the real procedure and compared with the count."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from pitboss.equipment import cards
from pitboss.families.baccarat.coup import Rules
from pitboss.families.baccarat.price import count_coups
from pitboss.pricing import price
from pitboss.table import Settled, game_on, walk

from .table import everything, laid_out, small_shoe

SHOES = {
    "naturals and third cards": "Ac 3d 5h 6c 8d 9h Kc",
    "low cards": "Ac 2d 2d 3h 4c 4c Kd",
    "pairs, dragons and pandas": "2c 2c 3d 5h 5h 7c Kd Kd",
    "six and seven draw": "3c 3c 6d 6d 7h 8c Ts",
}
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("naturals and third cards", {"vigorish_collection": "at_payout"}),
    ("low cards", {"banker_variant": "no_vig_six_half", "bonus_pay_table": "B"}),
    ("pairs, dragons and pandas", {"banker_variant": "no_vig_dragon7_push", "tie_payout": "9 to 1"}),
    (
        "six and seven draw",
        {"vigorish_collection": "at_payout", "vigorish_pct": 4, "vigorish_rounding": "up_to_quarter"},
    ),
]


@pytest.mark.parametrize(("shoe", "options"), TABLES, ids=[shoe for shoe, _ in TABLES])
def test_walk_over_every_card_sequence_agrees_with_the_count(shoe: str, options: dict[str, Any]) -> None:
    layout = everything(**options)
    game = game_on(layout)
    stake = 15_00
    cards_left = small_shoe(SHOES[shoe])
    found: dict[str, Counter[Fraction]] = {kind: Counter() for kind in layout.wagers}
    whole = Fraction()
    for probability, end, steps in walk(game, laid_out(game, cards_left, stake)):
        assert end.chips == end.bought_in
        assert not end.wagers
        whole += probability
        for step in steps:
            if isinstance(step, Settled):
                found[step.wager.kind][Fraction(step.net, stake)] += probability
    assert whole == 1
    report = price(layout, stake, shoe=cards_left.counts)
    for kind, nets in found.items():
        priced = {Fraction(one.net): Fraction(one.exact or 0) for one in report[kind].outcomes}
        assert dict(nets) == priced, kind


def plainly(order: tuple[int, ...]) -> tuple[int, int, int, int]:
    """The drawing rules in another form: the highest count on which the Banker draws, by third card."""
    player, banker = [order[0], order[2]], [order[1], order[3]]
    rest = list(order[4:])
    if max(sum(player) % 10, sum(banker) % 10) < 8:
        most = 5
        if sum(player) % 10 <= 5:
            player.append(rest.pop(0))
            most = {0: 3, 1: 3, 2: 4, 3: 4, 4: 5, 5: 5, 6: 6, 7: 6, 8: 2, 9: 3}[player[2]]
        if sum(banker) % 10 <= most:
            banker.append(rest.pop(0))
    return sum(player) % 10, sum(banker) % 10, len(player), len(banker)


@pytest.mark.parametrize("shoe", [*SHOES.values(), "Ac 2d 3h 4c 5d 6h 7c 8d 9h"])
def test_count_is_that_of_every_order_of_the_cards(shoe: str) -> None:
    rules = Rules(everything())
    values = [rules.value(card) for card in cards(shoe)]
    counts = [values.count(value) for value in range(10)]
    counted = {
        (coup.player, coup.banker, coup.player_cards, coup.banker_cards): ways
        for coup, ways in count_coups(counts, rules).items()
        if ways
    }
    assert counted == Counter(map(plainly, permutations(values, 6)))
