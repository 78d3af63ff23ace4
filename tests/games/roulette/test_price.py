"""The price of roulette: exact, as published, and equal to a walk over every spin of the real procedure.

Published figures: 5.26 and 2.7 percent for the two wheels, "almost eight percent" for the first five, and half of these
for surrender (Scoblete, casinocitytimes.com, 15 December 2020); 1.35 percent for la partage and en prison on a single
zero wheel, with second zeros that lose, stay or are halved (several sites). The standard deviations are widely quoted
and were written down from memory. Sources that give 1.35 or 2.63 percent for en prison without mentioning a second zero
assume that the wager then stays or is halved; if it loses, the exact price is slightly higher: 1.39 and 2.77.
"""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from pitboss.chapter.check import Unlawful
from pitboss.chapter.layout import Layout
from pitboss.games.roulette.places import places
from pitboss.pricing import Distribution, PricedWager, PriceReport, decide, price
from pitboss.table import Action, Dealer, Game, Settled, State, game_on, walk
from pitboss.table.state import replace

from .table import DAY, EVEN_CHANCES, Ball

CONFIGURATIONS = [
    {"wheel": wheel, "zero_rule": rule, "second_zero": second} | ({"converted_wheel": True} if converted else {})
    for wheel, converted in (("double_zero", False), ("single_zero", False), ("single_zero", True))
    for rule, seconds in (
        ("by_wheel", ["lose"]),
        ("none", ["lose"]),
        ("surrender_half", ["lose"]),
        ("en_prison", ["lose", "half", "stay"]),
    )
    for second in seconds
]
every_configuration = pytest.mark.parametrize(
    "options", CONFIGURATIONS, ids=["-".join(str(v) for v in one.values()) for one in CONFIGURATIONS]
)


def layout(**options: Any) -> Layout:
    return Layout.of("roulette", DAY, options, unlawful=True)


def roulette(**options: Any) -> PriceReport:
    return price(layout(**options))


EVEN_CHANCE = [
    ("double_zero", "none", "lose", "1/19", "5.26"),
    ("double_zero", "surrender_half", "lose", "1/38", "2.63"),
    ("double_zero", "by_wheel", "lose", "1/38", "2.63"),
    ("double_zero", "en_prison", "lose", "10/361", "2.77"),
    ("double_zero", "en_prison", "half", "1/38", "2.63"),
    ("double_zero", "en_prison", "stay", "1/38", "2.63"),
    ("single_zero", "none", "lose", "1/37", "2.70"),
    ("single_zero", "by_wheel", "lose", "1/37", "2.70"),
    ("single_zero", "surrender_half", "lose", "1/74", "1.35"),
    ("single_zero", "en_prison", "lose", "19/1369", "1.39"),
    ("single_zero", "en_prison", "half", "1/74", "1.35"),
    ("single_zero", "en_prison", "stay", "1/74", "1.35"),
]


@pytest.mark.parametrize(("wheel", "rule", "second", "exact", "percent"), EVEN_CHANCE)
def test_5_2_zero_rule_price_of_even_chances(wheel: str, rule: str, second: str, exact: str, percent: str) -> None:
    report = roulette(wheel=wheel, zero_rule=rule, second_zero=second)
    for wager in EVEN_CHANCES:
        assert report[wager].exact == exact
        assert round(Decimal(report[wager].house_edge * 100), 2) == Decimal(percent)


def test_5_2_payout_odds_give_the_published_prices() -> None:
    double, single = roulette(), roulette(wheel="single_zero")
    alike = ("straight", "split", "three_numbers", "four_numbers", "six_numbers", "column", "dozen")
    assert {double[wager].exact for wager in alike} == {"1/19"}
    assert {single[wager].exact for wager in alike} == {"1/37"}
    assert double["five_numbers"].exact == "3/38"
    assert round(double["five_numbers"].house_edge * 100, 2) == 7.89
    assert "five_numbers" not in [wager.id for wager in single.wagers]
    deviations = {"straight": 5.763, "split": 4.019, "three_numbers": 3.236, "four_numbers": 2.762}
    deviations |= {"five_numbers": 2.366, "six_numbers": 2.188, "column": 1.394, "dozen": 1.394}
    assert {wager: round(double[wager].std_dev, 3) for wager in deviations} == deviations
    assert round(roulette(zero_rule="none")["red"].std_dev, 3) == 0.999


@every_configuration
def test_outcomes_and_combinations_of_every_price_add_up(options: dict[str, Any]) -> None:
    report = roulette(**options)
    assert [wager.id for wager in report.wagers] == list(places(layout(**options)))
    for wager in report.wagers:
        assert sum(Fraction(outcome.exact or 0) for outcome in wager.outcomes) == 1
        mean = sum(Fraction(outcome.net) * Fraction(outcome.exact or 0) for outcome in wager.outcomes)
        assert wager.exact == str(-mean) == wager.element_of_risk_exact
        assert wager.hit_rate == pytest.approx(sum(o.probability for o in wager.outcomes if Fraction(o.net) > 0))
        assert wager.push_rate == pytest.approx(sum(o.probability for o in wager.outcomes if Fraction(o.net) == 0))
        if wager.id in EVEN_CHANCES and options["second_zero"] == "stay":
            assert wager.space is None
        else:
            assert wager.space == sum(outcome.combinations or 0 for outcome in wager.outcomes)


def test_5_2_second_zero_outcomes_are_counted_over_pairs_of_spins() -> None:
    red = roulette(wheel="single_zero", zero_rule="en_prison", second_zero="half")["red"]
    assert red.space == 37**2
    assert {outcome.net: outcome.combinations for outcome in red.outcomes} == {"1": 666, "0": 18, "-1/2": 1, "-1": 684}
    stays = roulette(wheel="double_zero", zero_rule="en_prison", second_zero="stay")["red"]
    assert {outcome.net: outcome.exact for outcome in stays.outcomes} == {"1": "9/19", "0": "1/38", "-1": "1/2"}
    assert stays.rounds_exact == "19/18"


@every_configuration
def test_walk_and_price_agree_exactly_on_every_wager(options: dict[str, Any]) -> None:
    """Every place on the layout, one wager at a time, over all spins; en prison uses the same chain machinery."""
    table = layout(**options)
    game, report = game_on(table), price(table)
    for kind, held in places(table).items():
        for place in held if len(held) <= 3 else (next(iter(held)), next(reversed(held))):
            distribution, spins = walked(game, kind, place)
            assert stated(report[kind]) == distribution
            assert report[kind].rounds_exact == str(spins)


def test_walk_and_price_agree_on_every_place_of_the_double_zero_layout() -> None:
    table = layout()
    game, report = game_on(table), price(table)
    for kind, held in places(table).items():
        for place in held:
            assert stated(report[kind]) == walked(game, kind, place)[0]


def stated(wager: PricedWager) -> Distribution:
    return Distribution({Fraction(outcome.net): Fraction(outcome.exact or 0) for outcome in wager.outcomes})


def walked(game: Game[Any], kind: str, place: str) -> tuple[Distribution, Fraction]:
    """Return a wager's net and number of spins, found by driving the real round from every reachable state."""
    stake = 100
    dealer = Dealer(game, Ball())
    dealer.act(1, Action("sit", amount=stake))
    dealer.act(1, Action("make", kind, stake, place))
    assert dealer.ask is not None

    def steps(state: State) -> Iterator[tuple[Fraction, State | None, Fraction]]:
        for chance, end, seen in walk(game, state):
            assert end.chips == end.bought_in
            net = sum(step.net for step in seen if isinstance(step, Settled))
            # The display and the number of spins are not part of the wager.
            after = replace(end, last=(), spins=0, rounds=0) if end.wagers else None
            yield chance, after, Fraction(net, stake)

    decision = decide(replace(dealer.ask.state, last=(), spins=0, rounds=0), steps)
    return decision.distribution, decision.rounds


def test_5_2_zero_rule_none_on_a_double_zero_wheel_is_a_breach_but_can_be_priced() -> None:
    with pytest.raises(Unlawful, match=r"5\.2.*zero_rule.*surrender_half or en_prison"):
        Layout.of("roulette", DAY, {"zero_rule": "none"})
    assert roulette(zero_rule="none")["red"].exact == "1/19"
    for rule in ("by_wheel", "surrender_half", "en_prison"):
        Layout.of("roulette", DAY, {"zero_rule": rule})
    for rule in ("by_wheel", "surrender_half", "en_prison", "none"):
        Layout.of("roulette", DAY, {"zero_rule": rule, "wheel": "single_zero"})


def test_5_3_converted_wheel_needs_a_single_zero_table_and_changes_no_price() -> None:
    with pytest.raises(Unlawful, match=r"converted_wheel.*wheel = single_zero"):
        Layout.of("roulette", DAY, {"converted_wheel": True})
    own, converted = (roulette(wheel="single_zero", converted_wheel=given) for given in (False, True))
    assert [wager.exact for wager in own.wagers] == [wager.exact for wager in converted.wagers]
    assert {wager.rounds_exact for wager in converted.wagers} == {"38/37"}


def test_5_2_payout_odds_may_be_higher_and_not_lower() -> None:
    raised = price(Layout.of("roulette", DAY, {}, {"straight": "36 to 1"}))
    assert raised["straight"].exact == "1/38"
    with pytest.raises(Unlawful, match="34 to 1 is too low; permitted: 35 to 1 or more"):
        Layout.of("roulette", DAY, {}, {"straight": "34 to 1"})


def test_price_names_its_provisions_and_its_number_of_places() -> None:
    report = roulette(zero_rule="en_prison", offer_five_numbers=False)
    assert {wager.provenance for wager in report.wagers} == {"published"}
    assert report["split"].note.startswith("62 places")
    assert not report["five_numbers"].offered
    assert report["red"].citation == "N.J.A.C. 19:47-5.1"
    assert report["red"].paid_under == "N.J.A.C. 19:47-5.2"
