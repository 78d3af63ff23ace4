"""House poker kernels: cards, places, cells, the meter, and every form of strategy."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from random import Random

import numpy as np
import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS, composition
from pitboss.families.house_poker.kernel import cells
from pitboss.families.house_poker.kernel.cells import Parts
from pitboss.families.house_poker.kernel.kernels import BATCH
from pitboss.families.house_poker.kernel.meter import Meter, Prize
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.library.simulations import exact_prices
from pitboss.pricing.deals import DECK, place_of
from pitboss.simulation import dealing
from pitboss.simulation.dealing import MOST, TOGETHER, ScratchBuffers
from pitboss.simulation.kernel import Kernel, Result, kernel_of
from pitboss.simulation.philox import WORD, plain_block, rejection_limit
from pitboss.simulation.sources import UnitSource
from pitboss.simulation.statistics import Statistics
from pitboss.table import game_on
from tests.shared.every_kernel import assert_the_same, random_layout

GAMES = ["three-card-poker", "double-down-stud", "let-it-ride", "caribbean-stud", "flop-poker"]
every_game = pytest.mark.parametrize("game", GAMES)
STRATEGIES = 5
"""The number of strategies to try per game, each at a random table that must be counted first."""


def dealt(seed: int, first: int, number: int) -> np.ndarray:
    buffers = ScratchBuffers.of(number)
    dealing.deal(np.uint64(seed), np.uint64(first), buffers)
    return buffers.dealt


def by_the_source(seed: int, unit: int, number: int) -> list[int]:
    source = UnitSource(seed, unit)
    source.shuffle("shoe", composition(1))
    return [source.card("shoe").index for _ in range(number)]


# ---- Cards


@pytest.mark.parametrize("number", [1, 4, 5, 6, 9, 10, 11, MOST])
@pytest.mark.parametrize(("seed", "first"), [(7, 0), (2**64 - 1, 2**40 + 13)])
def test_units_have_the_cards_that_the_source_gives_the_real_round(number: int, seed: int, first: int) -> None:
    cards = dealt(seed, first, number)
    for unit in range(0, TOGETHER, 11):
        assert cards[:, unit].tolist() == by_the_source(seed, first + unit, number)


def test_a_unit_that_rejects_a_random_word_draws_the_next_one() -> None:
    spaces = [DECK * 51 * 50 * 49, 48 * 47 * 46 * 45, 44 * 43 * 42 * 41]
    found = 0
    for first in range(0, 20 * TOGETHER, TOGETHER):
        cards = dealt(3, first, 10)
        for unit in range(TOGETHER):
            words = plain_block(3, first + unit, 1, 0)
            if any(word * space % WORD < rejection_limit(space) for word, space in zip(words, spaces, strict=False)):
                assert cards[:, unit].tolist() == by_the_source(3, first + unit, 10)
                found += 1
    assert found > 5


def test_more_cards_than_a_block_can_draw_are_refused() -> None:
    with pytest.raises(ValueError, match="one block of words draws at most"):
        dealt(1, 0, MOST + 1)


def test_every_card_is_equally_likely_in_every_place() -> None:
    counts = np.zeros((MOST, DECK), np.int64)
    rounds = 200
    for first in range(rounds):
        cards = dealt(5, first * TOGETHER, MOST)
        assert (np.diff(np.sort(cards, axis=0), axis=0) > 0).all(), "a card was dealt twice"
        for place in range(MOST):
            counts[place] += np.bincount(cards[place], minlength=DECK)
    expected = rounds * TOGETHER / DECK
    square = ((counts - expected) ** 2 / expected).sum(axis=1)
    # 51 degrees of freedom; a fair deal exceeds 110 once in three million.
    assert (square < 110).all(), square


@pytest.mark.parametrize(
    ("number", "sort"),
    [
        (2, dealing.sort_two),
        (3, dealing.sort_three),
        (4, dealing.sort_four),
        (5, dealing.sort_five),
    ],
)
def test_rows_are_sorted(number: int, sort: Callable[..., None]) -> None:
    cards = dealt(1, 0, number)
    expected = np.sort(cards, axis=0)
    sort(*cards)
    assert (cards == expected).all()


@pytest.mark.parametrize(
    ("number", "place"), [(2, dealing.place2), (3, dealing.place3), (4, dealing.place4), (5, dealing.place5)]
)
def test_places_in_loops_equal_those_of_the_price(number: int, place: Callable[..., int]) -> None:
    sets = list(combinations(range(DECK), number))
    for held in Random(number).sample(sets, 300):
        assert place(*(np.uint8(card) for card in held)) == place_of(np.array(held, np.uint8))
    assert place(*(np.uint8(card) for card in range(DECK - number, DECK))) == len(sets) - 1


@pytest.mark.parametrize(
    ("mine", "theirs", "said"),
    [
        (9, 8, "win"),
        (8, 8, "tie"),
        (7, 8, "lose"),
        (9, 4, "win_unqualified"),
        (4, 4, "tie_unqualified"),
        (3, 4, "lose_unqualified"),
    ],
)
def test_results_against_a_dealer_who_needs_five(mine: int, theirs: int, said: str) -> None:
    assert RESULTS[cells.result(np.uint64(mine), np.uint64(theirs), np.uint64(5))] == said


# ---- Cells


def test_main_cells_are_ends_rows_and_results_in_order() -> None:
    main = cells.cell_keys(("fold", "play"), ("flush", "pair"), ("win", "lose"))
    assert main == tuple(product(("fold", "play"), ("flush", "pair", ""), ("win", "lose")))
    assert main[(1 * 3 + 2) * 2 + 1] == ("play", "", "lose")


def test_a_part_has_as_many_nets_as_cells() -> None:
    with pytest.raises(ValueError, match="1 nets for the 2 cells of part 1"):
        Parts((3, 2)).spread(1, [100])


def test_combined_nets_are_relative_to_the_first_wager() -> None:
    ante, play = [100, -100, 100], [None, Result(-200, 200), Result(0, 200)]
    assert cells.combined_nets(100, ante, play) == [Result(100, 100), Result(-300, 100), Result(100, 100)]
    assert cells.combined_nets(100, [None], [None]) == [None]


def test_fractions_of_a_cent_are_refused() -> None:
    assert cells.whole_cents(Fraction(3, 2), 100) == 150
    with pytest.raises(ValueError, match="100 cents cannot be paid exactly at 1/3"):
        cells.whole_cents(Fraction(1, 3), 100)


def test_the_meter_moves_from_round_to_round() -> None:
    royal, straight_flush, flush, nothing = range(4)
    prizes = {royal: Prize(Fraction(1), resets=True), straight_flush: Prize(Fraction(1, 10)), flush: Prize(amount=5000)}
    meter = Meter(reading=100_000, contribution=70, reset=20_000, prizes=prizes, fixed_come_off=True)
    events = np.array([nothing, flush, straight_flush, royal, straight_flush, nothing, royal], np.int32)
    paid_as_at_the_reading = np.array([-100, 4900, 9900, 99_900, 9900, -100, 99_900])
    nets = paid_as_at_the_reading.copy()
    after = meter.follow(events, nets, meter.reading)
    # $1,000; $1,000.70 less $50; $951.40 less a tenth, rounded up; $856.96 to the royal flush; and from $200 on.
    assert nets.tolist() == [-100, 4900, 9514 - 100, 85_696 - 100, 2007 - 100, -100, 20_070 - 2007 + 140 - 100]
    assert after == 20_070
    kept = Meter(reading=100_000, contribution=70, reset=20_000, prizes=prizes, fixed_come_off=False)
    nets = paid_as_at_the_reading.copy()
    kept.follow(events, nets, kept.reading)
    assert nets[2] == 10_014 - 100


def test_a_meter_never_falls_below_zero() -> None:
    meter = Meter(1000, 70, 0, {0: Prize(amount=5000), 1: Prize(Fraction(1), resets=True)}, fixed_come_off=True)
    nets = np.array([4900, 900])
    meter.follow(np.array([0, 1], np.int32), nets, meter.reading)
    assert nets.tolist() == [4900, 70 - 100]


# ---- Kernels of every game


@every_game
def test_batches_do_not_change_the_counts(game: str) -> None:
    kernel = kernel_of(Layout.of(game))
    units = BATCH + TOGETHER + 7
    whole = kernel.run(5, 300, units)
    parts = [kernel.run(5, 300 + first, some) for first, some in ((0, 7), (7, BATCH), (BATCH + 7, TOGETHER))]
    assert (sum(parts[1:], parts[0]) == whole).all()


@every_game
def test_paths_add_up_to_the_counts(game: str) -> None:
    """Leave out the meter, because it moves along each path."""
    layout = Layout.of(game)
    kernel = kernel_of(layout, [wager for wager in layout.wagers if wager != "progressive"])
    units = BATCH + 999
    nets = np.zeros(units, np.int64)
    assert kernel.play(4, 77, nets) == units
    histograms = kernel.histograms(kernel.run(4, 77, units))
    # Main wagers are combined; side wagers have their own slots.
    main = next(slot for slot in kernel.slots if "+" in slot.id)
    sides = [slot for slot in kernel.slots if slot.id not in main.wagers]
    assert nets.sum() == sum(result.net * count for slot in sides for result, count in histograms[slot.id].items())
    assert nets.min() >= -kernel.at_risk


# ---- Strategies


def random_strategy(game: str, random: Random, folder: Path) -> str:
    """A strategy by name, in words, or as a file of random hands."""
    choice, known = {
        "three-card-poker": ("play", (3,)),
        "double-down-stud": ("double", (4,)),
        "let-it-ride": ("let_ride", (3, 4)),
        "caribbean-stud": ("bet", (5,)),
        "flop-poker": ("flop", (3,)),
    }[game]
    named = ["always", "never", "pair of sevens or better", "with a pair or better", "K-9-2", "A-Q-5"]
    if random.random() < 0.5:
        return random.choice(named)
    lists = {}
    for number in known:
        hands = [" ".join(map(str, random.sample(CARDS[:DECK], number))) for _ in range(2000)]
        if game == "caribbean-stud":
            free = [[str(card) for card in CARDS[:DECK] if str(card) not in hand] for hand in hands]
            shown = [random.choice((random.choice(cards), random.choice("23456789TJQKA"))) for cards in free]
            hands = [f"{hand} v {up}" for hand, up in zip(hands, shown, strict=True)]
        lists[number] = [*hands, random.choice(named)]
    path = folder / f"{random.getrandbits(40)}.toml"
    text = "\n".join(f"{number} = {hands}" for number, hands in lists.items())
    path.write_text(f"[{choice}]\n{text}\n", "utf-8")
    return str(path)


@every_game
def test_kernel_and_round_agree_to_the_cent_under_any_strategy(game: str, tmp_path: Path) -> None:
    random = Random(f"strategies {game}")
    for _ in range(STRATEGIES):
        layout = random_layout(game, random)
        kernel = kernel_of(layout, strategy=random_strategy(game, random, tmp_path))
        first = random.getrandbits(40)
        for unit in range(first, first + 40):
            assert_the_same(kernel, game_on(layout), 7, unit)


def assert_near_its_price(kernel: Kernel, rounds: int) -> None:
    exact = exact_prices(kernel)
    histograms = kernel.histograms(kernel.run(9, 0, rounds))
    for slot in kernel.slots:
        found = Statistics.of(histograms[slot.id])
        if found is not None:
            z = found.z(exact[slot.id])
            assert z is None or abs(z) < 4, f"{slot.id} by {kernel.strategy}: z {z}"


@every_game
@pytest.mark.parametrize("strategy", ["always", "never", "pair of nines or better"])
def test_a_strategy_in_words_is_near_its_own_price(game: str, strategy: str) -> None:
    assert_near_its_price(kernel_of(Layout.of(game), strategy=strategy), 1_000_000)


@every_game
def test_a_strategy_in_a_file_is_near_its_own_price(game: str, tmp_path: Path) -> None:
    random = Random(game)
    path = next(text for _ in range(99) if (text := random_strategy(game, random, tmp_path)).endswith(".toml"))
    assert_near_its_price(kernel_of(Layout.of(game), strategy=path), 1_000_000)


@pytest.mark.parametrize("game", ["three-card-poker", "double-down-stud", "caribbean-stud", "flop-poker"])
def test_strategies_meet_the_same_cards(game: str) -> None:
    """This allows strategies to be compared round by round: with one decision, the best strategy plays each round like
    either "always" or "never".
    """
    layout = Layout.of(game)
    nets = {}
    for strategy in (None, "always", "never"):
        nets[strategy] = np.zeros(20_000, np.int64)
        kernel_of(layout, strategy=strategy).play(3, 0, nets[strategy])
    assert ((nets[None] == nets["always"]) | (nets[None] == nets["never"])).all()
    assert nets["always"].sum() < nets[None].sum() > nets["never"].sum()


def test_strategies_do_not_change_the_third_wager() -> None:
    layout = Layout.of("let-it-ride", options={"payout_limit": "none"})
    best, never = (kernel_of(layout, strategy=strategy) for strategy in (None, "never"))
    histograms = [kernel.histograms(kernel.run(3, 0, 20_000)) for kernel in (best, never)]
    assert histograms[0]["wager3"] == histograms[1]["wager3"]
    assert histograms[0]["wager2"] != histograms[1]["wager2"]


@every_game
def test_the_fingerprint_covers_everything_that_changes_counts(game: str, tmp_path: Path) -> None:
    layout = Layout.of(game)
    path = tmp_path / "mine.toml"
    own = {"double-down-stud": "double", "let-it-ride": "let_ride", "caribbean-stud": "bet", "flop-poker": "flop"}
    choice = own.get(game, "play")
    prints = set()
    for hand in ("pair", "pair of tens"):
        known = (3, 4) if game == "let-it-ride" else ()
        lists = "\n".join(f'{number} = ["{hand}"]' for number in known)
        path.write_text(f"[{choice}]\n{lists}" if known else f'{choice} = ["{hand}"]', "utf-8")
        prints.add(kernel_of(layout, strategy=str(path)).fingerprint)
    assert len(prints) == 2


@every_game
@pytest.mark.parametrize(
    ("strategy", "said"),
    [
        ("nonsense", "no strategy 'nonsense': name one of "),
        ("missing.toml", "missing.toml: cannot be read"),
    ],
)
def test_an_unreadable_strategy_is_refused_in_one_line(game: str, strategy: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)) as refused:
        kernel_of(Layout.of(game), strategy=strategy)
    assert "\n" not in str(refused.value)
