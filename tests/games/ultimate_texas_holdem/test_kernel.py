"""Decisions, burns and the meter in ultimate Texas hold 'em's loop, which `tests/simulation` does not cover."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from pitboss.chapter.layout import Layout, Limits
from pitboss.equipment import CARDS, composition
from pitboss.families.house_poker.standing_wagers import deal_order
from pitboss.games.ultimate_texas_holdem import price as pricing
from pitboss.games.ultimate_texas_holdem.kernel import STREETS
from pitboss.games.ultimate_texas_holdem.round import UltimateTexasHoldem
from pitboss.library.simulations import exact_prices
from pitboss.pricing import price
from pitboss.pricing.contract import PriceInputs
from pitboss.simulation.kernel import Kernel, Result, kernel_of
from pitboss.simulation.statistics import Statistics
from pitboss.table import game_on
from tests.shared.poker_table import assert_alike, first_unit, real_nets, real_path

GAME = "ultimate-texas-holdem"
MAIN = ["ante+blind+play", "blind", "play"]
DOLLAR = 100
SEED = 7
THUMB = "rule of thumb"


def histogram(kernel: Kernel, wager: str, units: int) -> dict[Result, int]:
    """Count each result of a wager over the units in which it was made."""
    found = kernel.histograms(kernel.run(SEED, 0, units))[wager]
    return {result: count for result, count in found.items() if count}


def test_an_ante_includes_blind_and_play() -> None:
    layout = Layout.of(GAME, options={"offer_progressive": True})
    for asked in ("ante", "blind", "play"):
        assert [slot.id for slot in kernel_of(layout, [asked]).slots] == MAIN
    assert [slot.id for slot in kernel_of(layout, ["trips"]).slots] == [*MAIN, "trips"]
    assert [slot.id for slot in kernel_of(layout, ["progressive"]).slots] == [*MAIN, "progressive"]
    # Ante, blind, a play wager of four antes, trips, and a dollar.
    assert kernel_of(layout).at_risk == (20 + 20 + 80 + 20 + 1) * DOLLAR
    three = Layout.of(GAME, options={"preflop_multiples": "3x_only"})
    assert kernel_of(three, ["ante"]).at_risk == (20 + 20 + 60) * DOLLAR


@pytest.mark.parametrize(
    ("multiples", "played"), [("3x_or_4x", {1, 2, 4}), ("3x_only", {1, 2, 3}), ("4x_only", {1, 2, 4})]
)
def test_32_6_the_play_wager_has_an_amount_that_the_table_offers(multiples: str, played: set[int]) -> None:
    kernel = kernel_of(Layout.of(GAME, options={"preflop_multiples": multiples}), ["ante"])
    assert {result.per // (20 * DOLLAR) for result in histogram(kernel, "play", 5000)} == played


# ---- Cards


def test_32_7_a_card_is_burned_before_the_flop_and_before_the_last_cards() -> None:
    def places(method: str) -> tuple[tuple[int, ...], ...]:
        game = game_on(Layout.of(GAME, options={"dealing_method": method}))
        assert isinstance(game, UltimateTexasHoldem)
        found = deal_order(game, STREETS)
        return found.own, found.dealer, found.community

    assert places("manual_shoe") == places("hand") == ((0, 2), (1, 3), (5, 6, 7, 9, 10))
    assert places("automated_shoe") == ((0, 1), (2, 3), (4, 5, 6, 7, 8))


@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated_shoe"])
def test_32_7_to_32_9_cards_go_to_the_right_hands(method: str) -> None:
    assert_alike(kernel_of(Layout.of(GAME, options={"dealing_method": method})), SEED, range(60))


# ---- Settlement


def test_32_11_the_payout_limit_cuts_ante_blind_and_play_together() -> None:
    kernel = kernel_of(Layout.of(GAME, limits=Limits(minimum=5 * DOLLAR, increment=200 * DOLLAR)), ["ante"], "always")
    unit = first_unit(kernel, SEED, MAIN[0], 50_000 * DOLLAR, 1 << 19)
    assert real_nets(kernel, SEED, unit) == {"ante": 200 * DOLLAR, "blind": 49_800 * DOLLAR, "play": 0}
    assert_alike(kernel, SEED, [unit])


@pytest.mark.parametrize(("on_fold", "lost"), [("loses", True), ("settles", False)])
def test_32_10_a_fold_loses_or_keeps_trips_and_progressive(on_fold: str, lost: bool) -> None:
    """Everything is folded."""
    layout = Layout.of(GAME, options={"offer_progressive": True, "trips_on_fold": on_fold})
    kernel = kernel_of(layout, strategy="never")
    assert {result.net for result in histogram(kernel, MAIN[0], 20_000)} == {-40 * DOLLAR}
    assert histogram(kernel, "play", 20_000) == {}
    for wager, stake in (("trips", 20 * DOLLAR), ("progressive", DOLLAR)):
        assert ({result.net for result in histogram(kernel, wager, 20_000)} == {-stake}) == lost
    assert_alike(kernel, SEED, range(60))


def test_32_11_the_meter_is_at_its_reading_when_the_wagers_are_closed() -> None:
    """Counts use the same meter as the price: a royal flush wins that figure, not 70 cents more."""
    kernel = kernel_of(Layout.of(GAME, options={"offer_progressive": True, "progressive_meter": 12_345}))
    for net in (12_345 * DOLLAR - DOLLAR, 123_450 - DOLLAR):
        unit = first_unit(kernel, SEED, "progressive", net, 1 << 23)
        assert real_nets(kernel, SEED, unit)["progressive"] == net


@pytest.mark.parametrize("row", ["straight flush", "royal flush"])
def test_32_11_the_meter_moves_in_bankroll_paths(row: str) -> None:
    """Check a straight flush, which takes a tenth of the meter, or a royal flush, which resets it."""
    kernel = kernel_of(Layout.of(GAME, options={"offer_progressive": True, "progressive_meter": 50_000}))
    prize = 5_000 if row == "straight flush" else 50_000
    unit = first_unit(kernel, SEED, "progressive", (prize - 1) * DOLLAR, 1 << 23)
    first, rounds = unit - 40, 100
    nets = np.zeros(rounds, np.int64)
    kernel.play(SEED, first, nets)
    assert nets.tolist() == real_path(kernel, SEED, first, rounds)


# ---- Strategies


def test_the_loop_plays_as_the_strategy_decides() -> None:
    """How each unit ended, as shown by its play wager, agrees with `decide` for the same cards on every street."""
    kernel = kernel_of(Layout.of(GAME), ["ante"])
    best = pricing.PRICING.strategy(Layout.of(GAME), PriceInputs(20 * DOLLAR))
    seen = set()
    for unit in range(400):
        source = kernel.source(SEED, unit)
        source.shuffle("shoe", composition(1))
        cards = [source.card("shoe") for _ in range(11)]
        own, board = (cards[0], cards[2]), (*cards[5:8], *cards[9:11])
        choice = next(said for known in (0, 3, 5) if (said := best.decide(own, board[:known])) != "check")
        counted = kernel.histograms(kernel.run(SEED, unit, 1))["play"]
        times = [result.per // (20 * DOLLAR) for result, count in counted.items() if count]
        assert times == ([] if choice == "fold" else [int(choice[5])])
        seen.add(choice)
    assert seen == {"fold", "play_1x", "play_2x", "play_4x"}


def random_file(random: Random, folder: Path) -> str:
    """Write a random strategy file with holdings, holdings by flop, and a rule for the last decision."""

    def some(number: int) -> list[str]:
        return [str(card) for card in random.sample(CARDS[:52], number)]

    early = [" ".join(some(2)) for _ in range(20)]
    at_flop = [" ".join((*own[:2], "on", *own[2:])) for own in (some(5) for _ in range(300))]
    at_flop += random.choice((["hidden pair or better"], ["two pair or better"], ["pair of nines"]))
    last = random.choice((["hidden pair or better", "fewer than 21 outs"], ["pair of sevens or better"]))
    path = folder / f"{random.getrandbits(40)}.toml"
    path.write_text(f"play_4x = {early}\nplay_2x = {at_flop}\nplay_1x = {last}\n", "utf-8")
    return str(path)


def test_any_strategy_gives_the_same_cents_as_the_round(tmp_path: Path) -> None:
    random = Random(5)
    layout = Layout.of(GAME, options={"offer_progressive": True, "trips_on_fold": "loses"})
    for strategy in (THUMB, random_file(random, tmp_path)):
        first = random.getrandbits(40)
        assert_alike(kernel_of(layout, strategy=strategy), SEED, range(first, first + 60))


@pytest.mark.slow
def test_many_strategies_give_the_same_cents_as_the_round(tmp_path: Path) -> None:
    random = Random(6)
    layout = Layout.of(GAME, options={"offer_progressive": True, "trips_on_fold": "loses"})
    files = [random_file(random, tmp_path) for _ in range(20)]
    for strategy in ("always", "never", "with a pair of sevens or better", *files):
        first = random.getrandbits(40)
        assert_alike(kernel_of(layout, strategy=strategy), SEED, range(first, first + 60))


def test_always_is_four_times_the_ante_on_every_hand() -> None:
    kernel = kernel_of(Layout.of(GAME), ["ante"], "always")
    assert {result.per for result in histogram(kernel, "play", 1000)} == {80 * DOLLAR}
    assert kernel.plays == "always"


def test_a_file_says_what_to_do_on_each_street(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        """name = "mine"
play_4x = ["pair of tens or better", "Ah Kh"]
play_2x = ["two pair or better", "Jh 8h on 9h 5h 2c"]
play_1x = ["hidden pair or better", "fewer than 5 outs"]
""",
        "utf-8",
    )
    best = pricing.PRICING.strategy(Layout.of(GAME))
    mine = best.strategy_for(str(path))
    assert [mine.decide(own) for own in ("Tc Td", "9c 9d", "As Ks", "As Kd")] == [
        "play_4x",
        "check",
        "play_4x",
        "check",
    ]
    # Suits matter only as same or different, and flop cards may be in any order.
    for own, flop, choice in (
        ("Js 8s", "2d 5s 9s", "play_2x"),
        ("Js 8s", "2s 5s 9d", "check"),
        ("Jd 8s", "2d 5s 9s", "check"),
        ("9d 5c", "9s 5s 2d", "play_2x"),
        ("9d 4c", "9s 5s 2d", "check"),
    ):
        assert mine.decide(own, flop) == choice
    assert mine.decide("9d 4c", "9s 5s 2d Kc Qh") == "play_1x"
    assert mine.decide("8d 4c", "9s 5s 2d Kc Qh") == "fold"
    # The board is a full house that only the fourth king would beat.
    assert mine.decide("Ad 4c", "Ks Kd Kc Qh Qs") == "play_1x"


@pytest.mark.parametrize(
    ("play_4x", "play_2x", "said"),
    [
        ("Ah Kh Qh", "pair", "'Ah Kh Qh': 3 cards, where 2 are known"),
        ("pair", "Ah Kh on Qh", "'Ah Kh on Qh': a holding on a flop is two cards on three others"),
        ("pair", "Ah Kh on Ah Qh Jh", "'Ah Kh on Ah Qh Jh': a holding on a flop is two cards on three others"),
        ("pair", "four pair", "'four pair': 'four pair' is not a hand of the order five-card"),
        ("flush", "pair", "'flush': 'flush' is not a hand of the order showing-2"),
    ],
)
def test_a_line_without_a_meaning_is_refused(play_4x: str, play_2x: str, said: str) -> None:
    strategy = f'play_4x = ["{play_4x}"]\nplay_2x = ["{play_2x}"]\nplay_1x = ["pair"]\n'
    with pytest.raises(ValueError, match=said):
        kernel_of(Layout.of(GAME), strategy=strategy)


@pytest.mark.parametrize("strategy", ["nonsense", "straight or better"])
def test_an_unknown_strategy_is_refused(strategy: str) -> None:
    with pytest.raises(ValueError, match=f"no strategy '{strategy}': name one of {THUMB}"):
        kernel_of(Layout.of(GAME), strategy=strategy)


def test_the_fingerprint_covers_everything_that_counts_depend_on() -> None:
    last = ["hidden pair", "fewer than 20 outs"]
    strategies = [f'play_4x = ["pair"]\nplay_2x = ["pair"]\nplay_1x = ["{line}"]\n' for line in last]
    prints = {kernel_of(Layout.of(GAME), strategy=strategy).fingerprint for strategy in (None, *strategies)}
    assert len(prints) == len(last) + 1


def assert_near_its_price(kernel: Kernel, rounds: int) -> None:
    exact = exact_prices(kernel)
    histograms = kernel.histograms(kernel.run(9, 0, rounds))
    for slot in kernel.slots:
        found = Statistics.of(histograms[slot.id])
        if found is not None:
            z = found.z(exact[slot.id])
            assert z is None or abs(z) < 4, f"{slot.id} by {kernel.strategy}: z {z}"


@pytest.mark.slow
@pytest.mark.parametrize("strategy", [THUMB, "always", "never", "with a pair or better", "file"])
@pytest.mark.parametrize("on_fold", ["settles", "loses"])
def test_another_strategy_is_near_its_own_price(strategy: str, on_fold: str, tmp_path: Path) -> None:
    chosen = random_file(Random(8), tmp_path) if strategy == "file" else strategy
    layout = Layout.of(GAME, options={"offer_progressive": True, "trips_on_fold": on_fold})
    assert_near_its_price(kernel_of(layout, strategy=chosen), 20_000_000)


@pytest.mark.slow
def test_the_price_of_a_rule_is_the_best_price_plus_its_cost() -> None:
    best = pricing.PRICING.strategy(Layout.of(GAME))
    report = price(Layout.of(GAME), strategy=THUMB)
    assert report[MAIN[0]].exact == str(best.house_edge + best.cost(THUMB))
    said = f"With the blind and the play wager that follows, under the strategy '{THUMB}'."
    assert report["ante"].note.startswith(said)


@pytest.mark.slow
@pytest.mark.parametrize("multiples", ["3x_or_4x", "3x_only"])
@pytest.mark.parametrize("blind", ["A", "B"])
def test_other_tables_are_near_their_price(multiples: str, blind: str) -> None:
    options = {"preflop_multiples": multiples, "blind_paytable": blind, "trips_on_fold": "loses"}
    kernel = kernel_of(Layout.of(GAME, options={**options, "offer_progressive": True}))
    assert_near_its_price(kernel, 100_000_000)
