"""The compiled poker loop, in cases that the two-player tests of every kernel do not reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np
import pytest

from pitboss.chapter.layout import Layout
from pitboss.cli import main
from pitboss.families.poker_room.kernel import deal_places
from pitboss.families.poker_room.state import PokerState
from pitboss.families.poker_room.terms import PokerRoomTerms
from pitboss.library.cross_checks import settled
from pitboss.library.simulations import dealt_again, exact_prices
from pitboss.simulation.kernel import ROUNDS, Kernel, kernel_of
from pitboss.simulation.statistics import Statistics
from pitboss.table import Settled, game_on
from tests.shared.every_kernel import assert_the_same

VARIANTS = Layout.of("poker").rules.facts["list"].value


def table(players: int, **options: Any) -> Kernel:
    """Return the strategy for this many players who check or call."""
    return kernel_of(Layout.of("poker", options=options), None, f"{players} players")


def same(kernel: Kernel, seed: int, units: Iterable[int]) -> int:
    """Deal some units by kernel and by round, and compare."""
    game = game_on(kernel.layout)
    return sum(assert_the_same(kernel, game, seed, unit) for unit in units)


@pytest.mark.parametrize("variant", VARIANTS)
def test_full_table_of_each_variant_matches_the_round_to_the_cent(variant: str) -> None:
    room = PokerRoomTerms(Layout.of("poker", options={"variant": variant}))
    same(table(3, variant=variant, ante=2), 5, range(2))
    same(table(room.seats, variant=variant, ante=2), 5, range(1))


SHARED = [
    *(("all_cards", one) for one in ("omaha_hilo8", "holdem", "badugi", "stud7_low", "stud7_hilo8", "mambo_stud")),
    *(("five_cards", one) for one in ("stud7_low", "stud7_hilo8", "stud5_hilo", "mambo_stud")),
]


@pytest.mark.parametrize(("by", "variant"), SHARED)
def test_odd_chips_of_shared_pots_match_the_round(by: str, variant: str) -> None:
    # Chips are whole dollars, and five players have three each in the pot: two cannot share it evenly.
    stud = {"ante": 1, "stud_odd_chip": by} if variant.startswith(("stud", "mambo")) else {}
    kernel = table(5, variant=variant, rake_percent=0, **stud)
    assert kernel.slots[0].stake == 3_00
    odd = list(islice((unit for unit in range(3000) if has_odd_chips(kernel, unit)), 3))
    assert odd
    same(kernel, 3, odd)


def has_odd_chips(kernel: Kernel, unit: int) -> bool:
    """Whether the player gets seven or eight dollars of a $15 pot within an orbit."""
    found = kernel.histograms(kernel.run(3, unit, 1))["bet"]
    return any(result.net in (7_00 - 3_00, 8_00 - 3_00) for result, count in found.items() if count)


def test_a_split_pot_without_a_low_goes_whole_to_the_high_hands() -> None:
    kernel = table(6, variant="omaha_hilo8", rake_percent=0)
    same(kernel, 8, range(4))
    shared = Counter[bool]()
    for unit in range(4):
        rounds, _ = dealt_again(kernel, game_on(kernel.layout), 8, unit)
        for steps in rounds:
            last = [step.state for step in steps if isinstance(step.state, PokerState) and len(step.state.board) == 5][
                -1
            ]
            low = len({card.rank for card in last.board if card.rank in (14, *range(2, 9))}) > 2
            won = [step.net for step in steps if isinstance(step, Settled) and step.result == "wins"]
            shared[low] += 1
            # Without three low cards on the board there is no low: all winners get the same.
            assert low or max(won) - min(won) <= 1_00
    assert min(shared[False], shared[True])


def test_six_players_at_hold_em_lose_the_rake_and_share_odd_chips_evenly_over_an_orbit() -> None:
    kernel = table(6)
    assert (kernel.unit, kernel.round, kernel.slots[0].stake) == ("orbit", "hand", 3_00)
    tally = kernel.run(7, 0, 50_000)
    assert tally[ROUNDS] == 300_000
    exact = exact_prices(kernel)["bet"]
    assert exact.house_edge == Fraction(1, 18)  # one dollar of eighteen
    every = Statistics.of(kernel.histograms(tally)["bet"])
    whole = Statistics.of(kernel.histograms(tally, priced=True)["bet"])
    assert every is not None
    assert whole is not None
    assert 0.9 < whole.decided / every.decided < 0.95
    assert abs(whole.z(exact) or 9) < 4
    # Over all pots, including shared ones, the average is the same: the button gives odd chips to each player in turn.
    assert abs(every.house_edge - float(exact.house_edge)) < 2 * every.error


def test_a_killed_deal_has_its_own_stakes() -> None:
    kernel = table(3, kill="full", ante=0)
    puts = {result.per for result, count in kernel.histograms(kernel.run(2, 0, 200))["bet"].items() if count}
    assert puts == {3_00, 6_00}
    same(kernel, 2, range(6))
    same(table(4, variant="stud7_hilo8", kill="half", ante=20), 2, range(6))
    with pytest.raises(ValueError, match="blinds of \\$90 and \\$80 above a kill of \\$6 make side pots"):
        table(3, kill="full", small_blind=90, big_blind=80)


def test_antes_of_hands_without_openers_stay_in_the_pot() -> None:
    kernel = table(3, variant="draw5_high", draw_openers="jacks_or_better", kill="half")
    assert same(kernel, 4, range(12)) > 36  # the unit continues until the pot is won
    found = kernel.histograms(kernel.run(4, 0, 2000))["bet"]
    assert {result.per for result, count in found.items() if count} >= {4_00, 5_00, 6_00}


PAYOUTS = [("holdem", "high_hand", 8), ("stud7_high", "bad_beat", 6), ("omaha_high", "bad_beat", 6)]


@pytest.mark.parametrize(("variant", "program", "players"), [*PAYOUTS, ("draw5_high", "high_hand", 7)])
def test_payouts_from_the_fund_match_the_round(variant: str, program: str, players: int) -> None:
    options = {"variant": variant, "payout_program": program, "payout_fund": 1001, "ante": 4}
    kernel, nets = table(players, **options), np.zeros(600_000, np.int64)
    kernel.play(9, 0, nets)
    usual = [result.net for result in kernel.slots[0].results]
    paid = np.flatnonzero(~np.isin(nets, usual)) // players
    assert len(paid)
    same(kernel, 9, sorted({int(unit) for unit in paid})[:3])
    rounds, _ = dealt_again(kernel, game_on(kernel.layout), 9, int(paid[0]))
    assert any(spot == "payout" for one in rounds for _, spot in settled(one))


def test_short_last_street_is_dealt_like_in_the_round() -> None:
    def board(players: int, **options: Any) -> int:
        return len(
            deal_places(
                PokerRoomTerms(Layout.of("poker", options={"variant": "stud7_high", **options})), players, 52
            ).board
        )

    assert [board(players) for players in (6, 7, 8)] == [0, 0, 1]
    assert [board(players, last_card_shortage="community") for players in (6, 7, 8)] == [0, 1, 1]
    for players in (7, 8):
        same(table(players, variant="stud7_high", last_card_shortage="community"), 6, range(2))


def test_a_pot_without_chips_is_undecided() -> None:
    kernel = table(2, small_blind=0, big_blind=0)
    assert not any(kernel.histograms(kernel.run(1, 0, 50))["bet"].values())
    same(kernel, 1, range(2))


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        (
            "call everything",
            "'call everything' is not a number of players who check or call to the end, such as \"6 players\"",
        ),
        ("1 player", "1 players: Hold 'em is played by 2 to 11"),
        ("12", "12 players: Hold 'em is played by 2 to 11"),
    ],
)
def test_number_of_players_is_given_in_words(strategy: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "poker", "--strategy", strategy]) == 2
    assert capsys.readouterr().err == f"pitboss: {message}\n"
    assert main(["simulate", "poker", "--strategy", "6", "--rounds", "600", "--seed", "7"]) == 0
    out = " ".join(capsys.readouterr().out.split())  # at any terminal width
    assert "6 players with $3 each who check or call to the end" in out


def test_price_states_which_figures_are_exact_for_every_pot() -> None:
    from pitboss import price

    found = price("poker", players=6, stake=12)["bet"]
    assert found.exact == "1/18"
    assert "The average holds for every pot; the results are those of a pot with a single winner." in found.note
    fund = price("poker", players=6, stake=12, payout_program="bad_beat")["bet"]
    assert fund.exact == "5/72"
    assert "$1 goes into the fund of payouts; it counts as lost here, though players win it back." in fund.note
