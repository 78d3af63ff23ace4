"""Rare hands and single wagers in three card poker's loop, which `tests/simulation` does not cover."""

from __future__ import annotations

import pytest

from pitboss.chapter.layout import Layout, Limits
from pitboss.simulation.kernel import kernel_of
from tests.shared.poker_table import assert_alike, first_unit, real_nets

GAME = "three-card-poker"
DOLLAR = 100


def test_an_ante_includes_its_play_wager_and_a_six_card_bonus_an_ante() -> None:
    assert [slot.id for slot in kernel_of(Layout.of(GAME), ["ante"]).slots] == ["ante+play", "play"]
    layout = Layout.of(GAME, options={"offer_six_card_bonus": True})
    assert [slot.id for slot in kernel_of(layout, ["six_card_bonus"]).slots] == ["ante+play", "play", "six_card_bonus"]
    beside_pair_plus = kernel_of(layout, ["six_card_bonus", "pair_plus"])
    assert [slot.id for slot in beside_pair_plus.slots] == ["pair_plus", "six_card_bonus"]
    assert_alike(beside_pair_plus, 5, range(20))


def test_20_6_pair_plus_needs_an_ante_if_it_may_not_be_made_alone() -> None:
    layout = Layout.of(GAME, options={"pair_plus_alone": False})
    assert [slot.id for slot in kernel_of(layout, ["pair_plus"]).slots] == ["ante+play", "play", "pair_plus"]


def test_20_10_a_fold_forfeits_pair_plus_by_option() -> None:
    """When every hand is folded, pair plus either is lost with the ante or is still paid, depending on the option."""
    taken, kept, alone = (
        kernel_of(Layout.of(GAME, options={"pair_plus_forfeited_on_fold": forfeited}), wagers, strategy)
        for forfeited, wagers, strategy in ((True, None, "never"), (False, None, "never"), (True, ["pair_plus"], None))
    )
    histograms = [kernel.histograms(kernel.run(7, 0, 10_000))["pair_plus"] for kernel in (taken, kept, alone)]
    assert {result.net for result, count in histograms[0].items() if count} == {-20 * DOLLAR}
    assert histograms[1] == histograms[2]
    assert max(result.net for result, count in histograms[1].items() if count) > 0
    for kernel in (taken, kept, alone):
        assert_alike(kernel, 7, range(30))


@pytest.mark.parametrize(
    ("table", "net"),
    [("SCB-1", 20_000 * DOLLAR), ("SCB-5", 100_000 * DOLLAR)],
)
def test_20_11_six_card_royals_are_found_and_paid(table: str, net: int) -> None:
    """They are paid at any royal flush's odds or in dollars: one in 6.8 million deals, not counting diamonds."""
    layout = Layout.of(GAME, options={"offer_six_card_bonus": True, "six_card_bonus_table": table})
    kernel = kernel_of(layout, ["six_card_bonus", "pair_plus"])
    unit = first_unit(kernel, 1, "six_card_bonus", net, 1 << 24)
    assert real_nets(kernel, 1, unit)["six_card_bonus"] == net


def test_20_11_a_six_card_royal_in_diamonds_is_a_million_dollars() -> None:
    layout = Layout.of(GAME, options={"offer_six_card_bonus": True, "six_card_bonus_table": "SCB-5"})
    kernel = kernel_of(layout, ["six_card_bonus", "pair_plus"])
    unit = first_unit(kernel, 2, "six_card_bonus", 1_000_000 * DOLLAR, 1 << 25)
    assert real_nets(kernel, 2, unit)["six_card_bonus"] == 1_000_000 * DOLLAR


def test_20_6_a_player_may_wager_on_the_next_position() -> None:
    layout = Layout.of(GAME, options={"two_positions": True})
    beside, own = kernel_of(layout, ["ante 2", "pair_plus"]), kernel_of(layout, ["ante", "pair_plus"])
    assert {slot.spot for slot in beside.slots} == {"2"}
    assert_alike(beside, 3, range(20))
    assert (beside.run(3, 0, 1000) == own.run(3, 0, 1000)).all()


def test_amounts_follow_the_posted_limits() -> None:
    limits = Limits(minimum=25 * DOLLAR, increment=10 * DOLLAR, by_wager={"pair_plus": (5 * DOLLAR, 15 * DOLLAR)})
    kernel = kernel_of(Layout.of(GAME, limits=limits))
    assert {slot.id: slot.stake for slot in kernel.slots} == {
        "ante+play": 30 * DOLLAR,
        "play": 30 * DOLLAR,
        "pair_plus": 10 * DOLLAR,
    }
    assert kernel.at_risk == 70 * DOLLAR
    assert_alike(kernel, 3, range(20))


def test_the_best_strategy_is_q_6_4() -> None:
    layout = Layout.of(GAME)
    best = kernel_of(layout).run(7, 0, 100_000)
    for same in ("Q-6-4", "play with Q-6-4 or better"):
        assert (kernel_of(layout, strategy=same).run(7, 0, 100_000) == best).all()
    assert (kernel_of(layout, strategy="Q-6-3").run(7, 0, 100_000) != best).any()
    assert (kernel_of(layout, strategy="mimic the dealer").run(7, 0, 100_000) != best).any()


@pytest.mark.parametrize(
    ("wagers", "strategy", "said"),
    [
        (["ante 2"], None, "'ante 2': wagers are made on your own position; give only their id"),
        (["six_card_bonus"], None, "Six-card bonus wager is not on this layout; it needs --set offer_six_card_bonus="),
        (["pair_plus"], "always", "without an ante a strategy has nothing to decide"),
        (None, "four of a kind", "no strategy 'four of a kind': name one of Q-6-4, mimic the dealer, play everything"),
    ],
)
def test_games_and_wagers_that_cannot_be_simulated_are_refused(
    wagers: list[str] | None, strategy: str | None, said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        kernel_of(Layout.of(GAME), wagers, strategy)


def test_two_positions_at_once_are_refused() -> None:
    layout = Layout.of(GAME, options={"two_positions": True})
    with pytest.raises(ValueError, match="positions 2 and 3: name only one"):
        kernel_of(layout, ["ante 2", "pair_plus 3"])
