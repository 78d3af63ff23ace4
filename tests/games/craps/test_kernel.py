"""The craps kernel in rare cases, each replayed by the round: every fire bet, long hands, wagers in parts."""

from __future__ import annotations

from collections import Counter
from datetime import date
from functools import cache

import pytest

from pitboss.chapter.layout import Layout, Limits
from pitboss.equipment.dice import outcomes
from pitboss.families.dice.kernel import ROLLS, Table, kernel
from pitboss.library.simulations import dealt_again
from pitboss.simulation.kernel import PLAYER, ROUNDS, Kernel
from pitboss.table import Settled, game_on

SEED = 11


def settled(made: Kernel, unit: int) -> Counter[tuple[str, int]]:
    """Return the net of each of our wagers at the real table."""
    rounds, _ = dealt_again(made, game_on(made.layout), SEED, unit)
    steps = [step for steps in rounds for step in steps]
    mine = [step for step in steps if isinstance(step, Settled) and step.wager.position == PLAYER]
    return Counter((step.wager.kind, step.net) for step in mine)


def counted(made: Kernel, unit: int) -> Counter[tuple[str, int]]:
    """Return each wager's net in the kernel, without combined wagers."""
    found: Counter[tuple[str, int]] = Counter()
    for id, histogram in made.histograms(made.run(SEED, unit, 1)).items():
        for result, count in histogram.items():
            found[id, result.net] += count if "+" not in id else 0
    return +found


@cache
def shooters_by_points() -> dict[int, int]:
    """Find a shooter for each number of different points made before the loser seven."""
    layout = Layout.of("craps", date(2013, 1, 1), {"offer_fire_bet": True})
    made = kernel(layout, ["fire_bet"])
    marks = Table(layout, ["fire_bet"]).marks
    found: dict[int, int] = {}
    for unit in range(60_000):
        mark = int(made.run(SEED, unit, 1)[-marks:].argmax())
        found.setdefault(mark.bit_count(), unit)
        if len(found) == 7:
            break
    return found


@pytest.mark.parametrize("points", range(7))
@pytest.mark.parametrize("pays", ["A", "B", "C"])
def test_1_12_a_fire_bet_on_every_number_of_points(points: int, pays: str) -> None:
    layout = Layout.of("craps", date(2013, 1, 1), {"offer_fire_bet": True, "fire_pay_table": pays})
    made = kernel(layout, ["fire_bet"])
    unit = shooters_by_points()[points]
    assert settled(made, unit) == counted(made, unit)
    assert sum(counted(made, unit).values()) == 1


@pytest.mark.parametrize("limit", ["1x", "3-4-5x", "100x", "7x", "2.5x"])
def test_1_6_full_odds_on_every_point(limit: str) -> None:
    """Replay the longest of many hands, with the line wagers, come and don't come, all with full odds."""
    wagers = ["pass_odds", "dont_pass_odds", "come_odds", "dont_come_odds"]
    made = kernel(Layout.of("craps", options={"max_odds_pass": limit, "max_odds_dont": limit}), wagers)
    longest = max(range(2000), key=lambda unit: int(made.run(SEED, unit, 1)[ROUNDS]))
    assert made.run(SEED, longest, 1)[ROUNDS] > 40
    assert settled(made, longest) == counted(made, longest)


@pytest.mark.parametrize("timing", ["when_made", "on_win"])
@pytest.mark.parametrize("rounding", ["none", "down_to_chip"])
def test_1_5_vigorish_with_either_timing(timing: str, rounding: str) -> None:
    options = {"vig_timing": timing, "vig_rounding": rounding, "vig_rate": 0.03}
    layout = Layout.of("craps", date(2008, 6, 1), options)
    made = kernel(layout, [id for id in layout.wagers if id.startswith(("buy", "lay"))])
    for unit in range(12):
        assert settled(made, unit) == counted(made, unit)


@pytest.mark.parametrize("wager", ["whirl", "horn_high_2", "horn_high_3", "horn_high_11", "horn_high_12"])
@pytest.mark.parametrize("area", ["split", "area"])
def test_1_2_wagers_in_parts_equal_the_sum_of_their_parts(wager: str, area: str) -> None:
    made = kernel(Layout.of("craps", options={"horn_high_area": area}), [wager])
    for unit in range(8):
        both = settled(made, unit), counted(made, unit)
        assert sum(net * count for (_, net), count in both[0].items()) == sum(
            net * count for (_, net), count in both[1].items()
        )


def test_1_11_a_unit_ends_with_the_loser_seven() -> None:
    made = kernel(Layout.of("craps"), ["pass"])
    for unit in range(20):
        rounds, dealer = dealt_again(made, game_on(made.layout), SEED, unit)
        last = rounds[-1][-1].state
        assert sum(map(int, last.last.split("-"))) == 7
        assert not dealer.state.shooter
        assert all(before[-1].state.shooter for before in rounds[:-1])


def test_8_2_stakes_are_within_the_posted_limits_and_payable() -> None:
    limits = Limits(minimum=2500, maximum=500_000, increment=500)
    made = kernel(Layout.of("craps", options={"smallest_chip": 5, "max_odds_pass": "3x"}, limits=limits))
    assert all(slot.stake >= 2500 and slot.stake % 500 == 0 for slot in made.slots)
    assert settled(kernel(made.layout, ["pass_odds", "place_win_6", "dont_come_odds"]), 3)
    with pytest.raises(ValueError, match=r"no amount of Place Bet 6 to Win within the limits, \$21 to \$23"):
        kernel(Layout.of("craps", limits=Limits(minimum=2100, maximum=2300)), ["place_win_6"])


def test_every_event_is_a_roll_with_points_up() -> None:
    table = Table(Layout.of("craps"), ["come"])
    assert len(table.events) == 7 * 7 * 36
    assert [event.dice for event in table.events[:ROLLS]] == list(outcomes(2))
    assert all(state % ROLLS == 0 and state <= table.end for state in table.follows.tolist())
    assert set(table.follows[table.end :].tolist()) == {table.end}
