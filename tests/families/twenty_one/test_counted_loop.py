"""The loop for card counters: the same rounds as the plain loop, with departures where the count calls for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import floor

import numpy as np
import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS
from pitboss.families.twenty_one.kernel.counting import CountedLoop, departing_chart
from pitboss.families.twenty_one.kernel.loop import deal, shoe_for
from pitboss.families.twenty_one.kernel.table import SimulatedTable
from pitboss.families.twenty_one.price.counted_chart import counted_chart, from_counted_toml
from pitboss.families.twenty_one.price.strategies import basic
from pitboss.library.layouts import layout
from pitboss.pricing.counting.departures import Decision, Departure
from pitboss.pricing.counting.distribution import CountedShoe
from pitboss.pricing.counting.systems import CountingSystem, builtin
from pitboss.pricing.twenty_one.chart import Chart, StrategyError
from pitboss.simulation.kernel import ROUNDS, kernel_of
from pitboss.table import Dealer, Step
from pitboss.table.game import game_on
from pitboss.table.steps import AskCard

STAND_16 = Departure("hard 16", "10", "hit", "stand", ">=", 0, None, 0, Decision("hard", 16, 10, "S"))
HIT_12 = Departure("hard 12", "4", "stand", "hit", "<=", -1, None, 0, Decision("hard", 12, 4, "S"))
INSURE = Departure("any", "A", "decline", "insurance", ">=", 3, None, 0)
SHOES = 400


@cache
def six_decks(**choices: str) -> Layout:
    return layout("blackjack", options={"decks": "6", **choices})


def loop_of(table: Layout, system: CountingSystem, *departures: Departure) -> CountedLoop:
    plain = SimulatedTable(table, {"blackjack": ""}, basic(table))
    counted = CountedShoe(system, (6,) * 52, 6, 0.75)
    return CountedLoop(table, basic(table), counted, departures, stop=plain.stop)


def nets_of(table: Layout, chart: Chart, shoes: int) -> tuple[int, int, int]:
    """Return the plain loop's rounds, the sum of their nets, and the sum of the squares."""
    simulated = SimulatedTable(table, {"blackjack": ""}, chart)
    arrays = simulated.rules.to_arrays()
    found = np.zeros(3, np.int64)
    for shoe in range(shoes):
        cells = np.zeros(2 * simulated.rules.at.half, np.int64)
        one, nothing = np.uint64(shoe), np.zeros(0, np.int64)
        rounds = int(deal(arrays, shoe_for(arrays.rules), np.uint64(1), one, 1, cells, nothing)[1])
        nets = np.zeros(rounds, np.int64)
        deal(arrays, shoe_for(arrays.rules), np.uint64(1), one, 0, np.zeros_like(cells), nets)
        found += (rounds, nets.sum(), (nets**2).sum())
    rounds, net, squares = found.tolist()
    return rounds, net, squares


@pytest.mark.parametrize("hole_card", ["reader", "none"])
@pytest.mark.parametrize("system", ["hi-lo", "ko", "halves", "red-7"])
def test_without_departures_the_rounds_are_those_of_the_plain_loop(system: str, hole_card: str) -> None:
    table = six_decks(hole_card=hole_card)
    tally = loop_of(table, builtin(system)).run(1, 0, SHOES)
    assert tuple(tally.sum(axis=(0, 1)).tolist()) == nets_of(table, basic(table), SHOES)


def test_a_departure_that_is_always_made_is_another_chart() -> None:
    table = six_decks()
    always = Departure("hard 16", "10", "hit", "stand", ">=", -99, None, 0, STAND_16.decision)
    tally = loop_of(table, builtin("hi-lo"), always).run(1, 0, SHOES)
    chart = departing_chart(basic(table), [always])
    assert chart["hard", 16, 10] == "S"
    assert tuple(tally.sum(axis=(0, 1)).tolist()) == nets_of(table, chart, SHOES)


def test_each_count_plays_by_its_own_departures() -> None:
    loop = loop_of(six_decks(), builtin("hi-lo"), STAND_16, HIT_12, INSURE)
    tables, which = loop.segments
    assert len(tables) == 3
    by_count = dict(zip(loop.counts, which.tolist(), strict=True))
    charts = {count: tables[by_count[count]].chart for count in (-2.0, 0.0, 4.0)}
    assert [charts[count]["hard", 16, 10] for count in charts] == ["H", "S", "S"]
    assert [charts[count]["hard", 12, 4] for count in charts] == ["H", "S", "S"]
    assert [tables[by_count[count]].rules.insurance.taken for count in charts] == [False, False, True]


def test_the_count_before_the_deal_is_that_of_the_cards_seen() -> None:
    """Count card by card as well: the first round's true count is 0, and each tag moves the running count."""
    loop = loop_of(six_decks(), builtin("hi-lo"))
    counting = loop.counting
    for dealt, running, count in ((0, 0, 0), (52, 5, 1), (52, 4, 0), (52, -1, -1), (260, 3, 3), (260, -7, -7)):
        at = dealt * int(counting.width) + int(counting.middle) + running
        assert loop.counts[int(counting.bins[at])] == count, (dealt, running)


def test_an_unbalanced_count_is_used_as_it_runs() -> None:
    loop = loop_of(six_decks(), builtin("ko"))
    counting = loop.counting
    for dealt, seen in ((0, 0), (100, 9)):
        at = dealt * int(counting.width) + int(counting.middle) + seen
        assert loop.counts[int(counting.bins[at])] == -20 + seen


def test_a_strategy_file_with_departures_reads_back() -> None:
    chart = counted_chart(basic(six_decks()), builtin("halves"), [STAND_16, HIT_12, INSURE])
    again = from_counted_toml(chart.to_toml())
    assert again.to_toml() == chart.to_toml()
    assert again.system is not None
    assert again.system.tags == builtin("halves").tags
    assert [one.decision for one in again.departures] == [STAND_16.decision, HIT_12.decision, None]


@pytest.mark.parametrize(
    ("cell", "rule", "says"),
    [
        ("hard 16 v 10", "stand > 0", "'stand > 0' is not a departure"),
        ("hard 30 v 10", "stand >= 0", "hard 30 v 10 is not a cell of a chart"),
        ("insurance", "stand >= 3", "'stand >= 3' is not a departure"),
    ],
)
def test_a_wrong_departure_says_what_is_allowed(cell: str, rule: str, says: str) -> None:
    text = counted_chart(basic(six_decks()), builtin("hi-lo"), [INSURE]).to_toml()
    with pytest.raises(StrategyError, match=says):
        from_counted_toml(text.replace("\"insurance\" = ['>= 3']", f'"{cell}" = ["{rule}"]'))


def test_simulate_plays_a_strategy_with_departures() -> None:
    """Insuring only from +3 on is rare, but wins far more often than insuring against every ace."""
    table = six_decks()
    chart = counted_chart(basic(table), builtin("hi-lo"), [STAND_16, INSURE])
    kernel = kernel_of(table, None, chart.to_toml())
    tally = kernel.run(1, 0, 4000)
    rounds = int(tally[1])
    slots = {slot.id: slot for slot in kernel.slots}
    insured = slots["insurance"].histogram(tally)
    assert 0 < sum(insured) < rounds / 13 / 4
    results = [result.net for result in slots["insurance"].results]
    won = dict(zip(results, insured, strict=True))
    assert won[max(results)] / sum(insured) > 1 / 3
    assert sum(slots["blackjack"].histogram(tally)) == rounds


# ---- Compared with counting cards one by one at the real table

TAGS = {
    "hi-lo": {"A": -1, **dict.fromkeys("23456", 1), **dict.fromkeys("789", 0), **dict.fromkeys("TJQK", -1)},
    "ko": {"A": -1, **dict.fromkeys("234567", 1), **dict.fromkeys("89", 0), **dict.fromkeys("TJQK", -1)},
    "zen": {"A": -1, **dict.fromkeys("237", 1), **dict.fromkeys("456", 2), **dict.fromkeys("89", 0)}
    | dict.fromkeys("TJQK", -2),
}


def counted_by_hand(system: str, seen: Mapping[str, int], left: int) -> int:
    """The true count, rounded down; for the Knock-Out count, the running count starting at -20."""
    running = sum(TAGS[system][rank] * number for rank, number in seen.items())
    return running - 20 if system == "ko" else floor(Fraction(running * 52, left))


def _burned(steps: Sequence[Step]) -> tuple[int, ...]:
    """The cards left after the shoe's first card is burned."""
    drawn = [step for step in steps if isinstance(step, AskCard)]
    return drawn[1].composition


@cache
def real_rounds(shoes: int) -> list[tuple[dict[str, int], int, int]]:
    """Yield rounds from some shoes dealt by the real procedure, each with the ranks seen before it, its cards, and its
    net.
    """
    table = six_decks()
    kernel = kernel_of(table, ("blackjack",))
    found = []
    for shoe in range(shoes):
        steps: list[Step] = []
        dealer = Dealer(game_on(table), kernel.source(1, shoe), watch=steps.append)
        nets = np.zeros(int(kernel.run(1, shoe, 1)[ROUNDS]), np.int64)
        kernel.play(1, shoe, nets)
        after: tuple[int, ...] | None = None
        for net in nets.tolist():
            dealer.finish(kernel.standing)
            seen: dict[str, int] = {}
            if after is not None:
                burned = _burned(steps)
                for card, first, now in zip(CARDS, burned, after, strict=False):
                    if not card.is_joker:
                        seen[card.rank.letter] = seen.get(card.rank.letter, 0) + first - now
            found.append((seen, 1 + sum(seen.values()), net))
            after = dealer.state.shoe.counts
    return found


@pytest.mark.parametrize("system", TAGS)
def test_the_tallies_are_those_of_cards_counted_one_by_one(system: str) -> None:
    """Compare with real rounds of the same cards; their tags and rounding are reimplemented here."""
    shoes = 3
    loop = loop_of(six_decks(), builtin(system))
    expected = np.zeros((loop.depths, len(loop.counts), 3), np.int64)
    for seen, dealt, net in real_rounds(shoes):
        count = counted_by_hand(system, seen, 312 - dealt)
        expected[dealt // 13, loop.counts.index(count)] += (1, net, net * net)
    assert (loop.run(1, 0, shoes) == expected).all()
