"""The price of keno, compared with the formula, with all draws of a small keno game, and with published figures."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import SeededSource
from pitboss.games.keno.price import price_keno, ticket_distribution
from pitboss.games.keno.round import Keno, KenoState
from pitboss.games.keno.ticket import read_ticket
from pitboss.library.prices import price
from pitboss.pricing.contract import NotSupported
from pitboss.table import Action, Ask, Dealer, Reply
from pitboss.table.walk import walk

from .small import small_keno

PAIRS = "[1 2][3 4][5 6] 3/2 3/4 1/6 @1.00"


def returned(report: object, wager: str) -> Fraction:
    found = report[wager]  # type: ignore[index]
    assert found.exact is not None
    return 1 - Fraction(found.exact)


@pytest.mark.parametrize("table", ["classic_dollar", "lottery_style", "twelve_spot"])
def test_15_3_straight_wager_returns_match_the_formula(table: str) -> None:
    layout = Layout.of("keno", options={"pay_table": table})
    report = price_keno(layout)
    for wager in layout.wagers:
        spots = int(wager.partition("_")[0])
        total = sum(
            (1 + odds.ratio) * comb(spots, int(catch)) * comb(80 - spots, 20 - int(catch))
            for catch, odds in layout.odds_table(wager).items()
        )
        assert returned(report, wager) == total / comb(80, 20)


def test_15_3_edges_match_the_published_ones() -> None:
    assert price("keno")["1_spot"].exact == "1/4"
    # Both numbers are drawn with probability 20·19 / (80·79), returning 12 times the wager.
    assert returned(price("keno"), "2_spot") == 12 * Fraction(20 * 19, 80 * 79)


def walked(layout: Layout, ticket: str) -> dict[Fraction, Fraction]:
    """Return a ticket's net per unit of its price, over all draws, as settled by the real round."""
    game = Keno(layout)
    dealer = Dealer(game, SeededSource(1))
    dealer.act(1, Action("sit", amount=1000_00))
    assert dealer.ask is not None
    begun = dealer.ask.state
    parsed = read_ticket(ticket, game.numbers)
    acted = [(1, Action("write", spot=ticket))]

    def answer(ask: Ask) -> Reply:
        assert isinstance(ask.state, KenoState)
        return acted[0] if ask.kind == "wagers" and not ask.state.wagers and not ask.state.tickets else None

    found: dict[Fraction, Fraction] = {}
    for chance, end, _ in walk(game, begun, answer):
        net = Fraction(end.rack(1) - begun.rack(1), parsed.price)
        found[net] = found.get(net, Fraction()) + chance
    return found


@pytest.mark.parametrize(
    "ticket",
    [
        "[1 2 3 4] 1/4 @1.00",
        PAIRS,
        "[7][1 2 3][4 5 6] 2/4 1/7 @1.00",
        "[10][8][5] 3/1@0.50 3/2@0.25 1/3@1.00",
    ],
)
def test_walk_over_all_draws_of_a_small_keno_gives_the_price(ticket: str) -> None:
    layout = small_keno(11, 4)
    assert walked(layout, ticket) == dict(ticket_distribution(layout, read_ticket(ticket, 11)).probabilities)


def test_walk_over_all_draws_of_five_of_twenty_gives_the_price() -> None:
    layout, ticket = small_keno(20, 5), "[1 2 3 4] 1/4 @1.00"
    assert walked(layout, ticket) == dict(ticket_distribution(layout, read_ticket(ticket, 20)).probabilities)


def test_15_3_walk_with_the_aggregate_limit_gives_the_price_of_a_single_ticket() -> None:
    layout, ticket = small_keno(11, 4, aggregate_limit=20, aggregate_from=10), read_ticket(PAIRS)
    assert walked(layout, PAIRS) == dict(ticket_distribution(layout, ticket).probabilities)
    assert ticket_distribution(layout, ticket) != ticket_distribution(small_keno(11, 4), ticket)


def test_edge_of_a_ticket_is_the_mean_of_its_ways_weighted_by_rate() -> None:
    ticket = "[7][1 2 3][4 5 6] 2/4@0.50 1/7@2.00"
    report = price("keno", ticket=ticket)
    four, seven = (returned(report, wager) for wager in ("4_spot", "7_spot"))
    (found,) = report.combinations
    assert found.exact is not None
    assert 1 - Fraction(found.exact) == (2 * 50 * four + 200 * seven) / 300


def test_example_of_the_fact_sheet_returns_142_for_7_when_its_four_numbers_are_drawn() -> None:
    report = price("keno", ticket=PAIRS)
    nets = {Fraction(outcome.net): outcome for outcome in report.combinations[0].outcomes}
    assert {Fraction(135, 7), Fraction(-6, 7)} <= set(nets)
    # 1, 2, 3 and 4 with neither 5 nor 6, and likewise for the two other combinations of pairs; nothing else returns
    # 142.
    assert nets[Fraction(135, 7)].combinations == 3 * comb(74, 16)


def test_games_of_a_ticket_together_have_the_same_edge_and_less_deviation() -> None:
    one, both = price("keno", ticket="[1 2 3] 1/3 @1.00 x2").combinations
    assert one.exact == both.exact
    assert both.std_dev == pytest.approx(one.std_dev / 2**0.5)


def test_15_3_stake_above_the_limit_is_priced_as_it_is_paid() -> None:
    free, bound = price("keno")["9_spot"], price("keno", stake=10)["9_spot"]
    assert Fraction(bound.outcomes[0].net) == Fraction(50_000, 10) - 1
    assert bound.house_edge > free.house_edge


@pytest.mark.parametrize(
    ("ticket", "why"),
    [
        ("[1 2][3 4] 2/4 @1", r"there is 1 way of 4 numbers.*15\.2"),
        ("[1 2 3 4 5 6 7 8 9 10 11] 1/11 @1", r"no row for 11 spots.*15\.2"),
        ("[1 2] 1/2 @1 x21", r"21 games.*15\.4"),
        ("[1 2] 1/2", r"rate of a way is missing.*15\.3"),
        (
            "".join(f"[{' '.join(str(n * (n - 1) // 2 + k) for k in range(1, n + 1))}]" for n in range(1, 13))
            + "1/1 @1",
            "combinations of catches",
        ),
    ],
)
def test_invalid_ticket_is_refused_with_its_section(ticket: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        price("keno", ticket=ticket)


def test_games_without_tickets_do_not_accept_one() -> None:
    with pytest.raises(NotSupported, match="does not depend on the ticket"):
        price("craps", ticket=PAIRS)
