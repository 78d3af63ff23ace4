"""2.15: a round that is voided after a settlement leaves records that add up to zero."""

import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import SeededSource
from pitboss.table import Action, AskCard, AskDecision, Dealer, Settled, Step, game_on

BANKROLL = 1_000_00


def test_2_15_void_takes_the_records_of_the_round_back() -> None:
    """Three boxes: one doubles and busts, or has a blackjack, and then the cards turn out to be faulty."""
    seen = {voided(seed) for seed in range(60)}
    assert {"loses", "wins"} <= seen


def voided(seed: int) -> str | None:
    """Void a round at the first card after a settlement; return that settlement's kind."""
    steps: list[Step] = []
    dealer = Dealer(game_on(Layout.of("blackjack")), SeededSource(seed), watch=steps.append)
    for position in (1, 2, 3):
        dealer.act(position, Action("sit", amount=BANKROLL))
        dealer.act(position, Action("make", "blackjack", 10_00, str(position)))
    dealer.close()
    while dealer.ask is not None and dealer.ask.kind != "wagers":
        settled = [step for step in steps if isinstance(step, Settled)]
        if settled and isinstance(dealer.ask, AskCard):
            dealer.throw("two_face_up_in_shoe")
            break
        if isinstance(dealer.ask, AskDecision):
            dealer.decide(next(one for one in ("double", "draw", dealer.ask.choices[0]) if one in dealer.ask.choices))
        else:
            dealer.draw()
    else:
        return None
    assert dealer.ask is not None
    assert dealer.ask.kind == "wagers"
    records = [step for step in steps if isinstance(step, Settled)]
    assert all(dealer.ask.state.rack(position) == BANKROLL for position in (1, 2, 3))
    assert sum(step.net for step in records) == 0
    assert sum(step.result == "restored" for step in records) == sum(step.net != 0 for step in settled)
    return settled[0].result


@pytest.mark.parametrize(("lost", "words"), [(-5_00, "comes back"), (5_00, "$5 is given back")])
def test_restored_results_are_reported(lost: int, words: str) -> None:
    dealer = Dealer(game_on(Layout.of("blackjack")), SeededSource(1))
    dealer.act(1, Action("sit", amount=BANKROLL))
    dealer.act(1, Action("make", "blackjack", 5_00, "1"))
    (wager,) = dealer.ask.state.wagers if dealer.ask else ()
    assert words in Settled(dealer.state, "2.15", wager, "restored", "Blackjack", lost=lost).text
