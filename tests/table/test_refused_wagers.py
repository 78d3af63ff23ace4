"""When a wager is refused because betting is closed, the reason says whether it is too early or too late."""

from __future__ import annotations

import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import SeededSource
from pitboss.table import Action, AskCard, AskWagers, Dealer, game_on
from pitboss.table.irregularities import callable_now
from tests.shared.every_game import GAMES

TOO_EARLY = "betting is not open yet: the round waits for "
PLACED = [game for game in GAMES if not game_on(Layout.of(game)).hosting.posts_when_due]


@pytest.mark.parametrize("slug", PLACED)
def test_the_closing_call_is_not_given_before_betting_opens(slug: str) -> None:
    """Play rounds with one player, the first of them void if possible: the next then begins with fresh cards.

    The first wager of the layout is offered again at every ask.
    """
    game = game_on(Layout.of(slug))
    dealer = Dealer(game, SeededSource(6))
    dealer.act(1, Action("sit", amount=10_000_00, name="Ann"))
    closing, reasons = game.hosting.closing_call()[0], {"before": set[str](), "after": set[str]()}
    for _ in range(3):
        number, taken = dealer.state.rounds, False
        while dealer.state.rounds == number:
            ask = dealer.ask
            assert ask is not None
            if isinstance(ask, AskWagers):
                for offer in game.offers(ask.state, 1) if not taken else ():
                    if dealer.allowed(1, action := Action("make", offer.wager, offer.least, offer.spot)):
                        dealer.act(1, action)
                        taken = True
                        break
                if dealer.ask is ask:
                    dealer.next()
                continue
            wager = next(iter(game.layout.wagers))
            answer = dealer.allowed(1, Action("make", wager, 10_00))
            reasons["after" if taken else "before"].add("" if answer else answer.reason)
            void = [call for call in callable_now(game, ask) if call.rule.effect == "void"] if taken else []
            if void and not number:
                dealer.throw(void[0].rule.id, *list(void[0].subjects)[:1])
            else:
                dealer.next()
    assert not [reason for reason in reasons["before"] if reason.startswith(closing)]
    assert not [reason for reason in reasons["after"] if reason.startswith(TOO_EARLY)]


def test_6_5_after_a_void_round_red_dog_says_that_betting_is_not_open_yet() -> None:
    dealer = Dealer(game_on(Layout.of("red-dog")), SeededSource(6))
    dealer.act(1, Action("sit", amount=1000_00, name="Ann"))
    wager = Action("make", "initial", 10_00)
    dealer.act(1, wager)
    while not isinstance(dealer.ask, AskCard) or dealer.ask.to == "discard rack":
        dealer.next()
    assert dealer.allowed(1, wager).reason == "no more bets: the round waits for a card"
    dealer.throw("cards_face_up")
    reasons = set()
    while not isinstance(dealer.ask, AskWagers):
        reasons.add(dealer.allowed(1, wager).reason)
        dealer.next()
    assert reasons == {f"{TOO_EARLY}a shuffle", f"{TOO_EARLY}a card"}
    assert dealer.allowed(1, wager)
