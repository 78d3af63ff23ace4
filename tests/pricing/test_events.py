"""Every wager in every game lists the events behind its results, and they add up to the whole."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.chapter.layout import Layout
from pitboss.library.prices import desk
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.events import with_events
from pitboss.pricing.report import PricedWager
from tests.shared.every_game import every_game

TWENTY_ONE_BY_NET = "twenty-one names the results of a hand by their size: its splits and doubles are summed by net"


def test_events_with_the_same_result_stay_apart_and_add_up() -> None:
    found = Distribution.from_events({("12", 2): 1, ("2", 2): 1, ("other", 1): 14, ("loses", -1): 20})
    assert found.probabilities[Fraction(2)] == Fraction(2, 36)
    assert len(found.events) == 4
    halved = found.shifted(1).scaled(Fraction(1, 2))
    assert halved.events["12", Fraction(3, 2)] == Fraction(1, 36)
    mixed = Distribution.mixture([(Fraction(1, 2), found), (Fraction(1, 2), found)])
    assert mixed.events == found.events
    won = found.conditional(lambda net: net > 0)
    assert won.events["other", Fraction(1)] == Fraction(14, 16)
    with pytest.raises(ValueError, match="events add up to"):
        Distribution({Fraction(1): Fraction(1)}, None, {("wins", Fraction(2)): Fraction(1)})


def test_results_without_names_are_named_by_all_odds_that_pay_them() -> None:
    unnamed = Distribution.from_counts({3: 1, 0: 1, -1: 2})
    odds = {"straight": Fraction(3), "flush": Fraction(3)}
    assert {event for event, _ in with_events(unnamed, odds).events} == {"straight or flush", "push", "loses"}


@every_game()
def test_the_outcomes_of_every_wager_add_up_to_the_whole(game: str) -> None:
    for one in desk.price(Layout.of(game)):
        adds_up(one)


def adds_up(one: PricedWager) -> None:
    """Combinations add up to the sample space, probabilities to one, contributions to minus the edge, and events by net
    to the results.
    """
    assert one.events, one.id
    if one.exact is not None:
        assert sum(Fraction(event.exact or 0) for event in one.events) == 1
        assert sum(Fraction(event.contribution_exact or 0) for event in one.events) == -Fraction(one.exact)
    assert sum(event.probability for event in one.events) == pytest.approx(1, abs=1e-12)
    if one.space is not None:
        assert sum(event.combinations or 0 for event in one.events) == one.space
    for result in one.outcomes:
        alike = sum(event.probability for event in one.events if Fraction(event.net) == Fraction(result.net))
        assert alike == pytest.approx(result.probability, abs=1e-12)
    assert len({(event.event, event.net) for event in one.events}) == len(one.events)


def test_the_ante_says_whether_the_dealer_qualifies_and_which_bonus_is_paid() -> None:
    ante = desk.price(Layout.of("three-card-poker"))["ante"]
    counted = {event.event: event.combinations for event in ante.events}
    assert counted["play, dealer does not qualify, straight"] == 4_001_004
    assert counted["fold"] == 132_652_800
    assert sum(count or 0 for count in counted.values()) == 407_170_400
