"""What goes wrong at a poker table, and what is then done."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.chapter import Layout
from pitboss.equipment import SeededSource
from pitboss.table import Action, AskCard, AskDecision, Dealer, Refused, game_on


def table(players: int = 3, **options: Any) -> Dealer:
    """A table with cards dealt, up to the first decision."""
    dealer = Dealer(game_on(Layout.of("poker", None, options)), SeededSource(9))
    for position in range(1, players + 1):
        dealer.act(position, Action("sit", amount=100_00))
    dealer.close()
    return on(dealer)


def on(dealer: Dealer) -> Dealer:
    while dealer.ask is not None and dealer.ask.chance:
        dealer.next()
    return dealer


def racks(dealer: Dealer) -> list[int]:
    assert dealer.ask is not None
    return [seat.rack for seat in dealer.ask.state.positions]


def test_14_15_misdeal_before_action_gives_all_back_and_the_button_stays() -> None:
    dealer = table()
    button = dealer.ask.state.button  # type: ignore[union-attr]
    dealer.throw("misdeal")
    assert racks(dealer) == [100_00] * 3
    dealer.close()
    assert on(dealer).ask.state.button == button  # type: ignore[union-attr]


def test_14_15_misdeal_is_too_late_after_action() -> None:
    dealer = table()
    for _ in range(2):
        dealer.decide("call")
    with pytest.raises(Refused, match="there has been action"):
        dealer.throw("misdeal")
    dealer.throw("misdeal_late", "1")
    assert isinstance(dealer.ask, AskDecision)
    assert 1 not in dealer.ask.state.live  # type: ignore[attr-defined]
    assert racks(dealer)[0] == 97_00, "its chips stay"


def test_14_15_fouled_deck_voids_all_action() -> None:
    dealer = table()
    dealer.decide("raise")
    dealer.throw("fouled_deck")
    assert racks(dealer) == [100_00] * 3


def test_14_15_absent_player_is_folded_at_his_turn_only() -> None:
    dealer = table()
    with pytest.raises(Refused, match="not his turn"):
        dealer.throw("absent", "1")
    dealer.throw("absent", "3")
    assert isinstance(dealer.ask, AskDecision)
    assert (dealer.ask.position, dealer.ask.state.live) == (1, (1, 2))  # type: ignore[attr-defined]


def test_14_15_dead_hands_an_unprotected_hand_leaves_the_pot_to_the_last() -> None:
    dealer = table(players=2)
    rounds = dealer.state.rounds
    dealer.throw("unprotected_hand", "2")
    assert dealer.state.rounds == rounds + 1
    assert racks(dealer) == [101_00, 99_00]


def test_14_15_boxed_card_is_set_aside_and_the_next_takes_its_place() -> None:
    dealer = table()
    for choice in ("call", "call", "check"):
        dealer.decide(choice)
    assert isinstance(dealer.ask, AskCard)
    left = dealer.ask.state.shoe.left  # type: ignore[attr-defined]
    dealer.throw("boxed_card")
    dealer.draw()
    assert isinstance(dealer.ask, AskCard)
    assert dealer.ask.to == "burn"
    assert dealer.ask.state.shoe.left == left - 1  # type: ignore[attr-defined]
