"""`protect`: what information is worth, against published figures and against counting by hand."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest
from typer.testing import CliRunner

import pitboss
from pitboss.chapter.rules import registered_games
from pitboss.cli.app import app
from pitboss.families.baccarat.coup import Rules
from pitboss.families.baccarat.price import count_coups
from pitboss.families.dice.price import loaded_dice
from pitboss.families.house_poker.kinds.stud.price import StudPricing
from pitboss.families.house_poker.terms import Terms
from pitboss.library.layouts import layout
from pitboss.library.protection import ExposureReport, protect, vulnerability_report
from pitboss.pricing.entry import price, pricing_of

SLOW = {
    "automated-craps",
    "blackjack",
    "caribbean-stud",
    "craps",
    "four-card-poker",
    "pai-gow",
    "spanish-21",
    "texas-holdem-bonus",
    "three-card-poker",
}
"""Games whose price or exposures take some seconds; they are left to the slow tests."""
FIELDS = {"id", "description", "section", "edge", "method", "error"}


def one_of(game: str, exposure: str, **choices: object) -> ExposureReport:
    (found,) = protect(game, exposures=exposure, **choices).exposures
    return found


# ---- Published figures


def test_baccarat_first_card_sorted_into_high_and_low_is_worth_the_published_edge() -> None:
    """Eliot Jacobson, apheat.net and 888casino.com, "Edge Sorting in Baccarat": 6 to 9 are high, 6.765 %."""
    found = one_of("mini-baccarat", "edge_sorted", decks=8)
    assert round(found.edge, 5) == 0.06765
    assert found.use == "banker_hand: 0, 1, 2, 3, 4, 5; player_hand: 6, 7, 8, 9"
    assert found.rounds == 1


def test_three_card_poker_with_one_dealer_card_known_has_the_published_edge() -> None:
    """Eliot Jacobson, apheat.net, "Three Card Poker Hole Card Play: Update #1": 3.4829 % for the player."""
    found = one_of("three-card-poker", "dealer_card")
    assert round(found.edge, 6) == 0.034829
    assert (found.method, found.section) == ("exact", "20.12")
    assert [each.id for each in found.irregularities] == ["dealer_card_exposed"]


@pytest.mark.parametrize(
    ("exposure", "edge", "digits"), [("community_card_1", 0.548660, 6), ("community_card_3", 1.04466863669, 11)]
)
def test_mississippi_stud_with_a_known_community_card_has_the_published_edge(
    exposure: str, edge: float, digits: int
) -> None:
    """Eliot Jacobson, 888casino.com, "Mississippi Stud Poker Hole-Card Play": 54.8660 % with the first card known, and
    in its Update #1 104.4668636686 % with the last; ours ends in 85.
    """
    assert round(one_of("mississippi-stud", exposure).edge, digits) == edge


def test_three_card_poker_sampled_with_one_card_agrees_with_the_exact_count() -> None:
    """The sample that prices two known cards and collusion, asked for what is also counted exactly."""
    table = layout("three-card-poker")
    pricing = pricing_of(table)
    assert isinstance(pricing, StudPricing)
    found = pricing._sampled(Terms.on(table), pricing.wagering_on(table), known=1)
    assert found.method == "simulated"
    assert abs(found.edge - 0.034829) < 2 * found.error


def test_let_it_ride_with_the_first_card_known_decides_both_wagers_on_four_cards() -> None:
    """Both wagers ride exactly when the four cards are worth it, so each is worth what the second was before."""
    table = layout("let-it-ride")
    found = one_of("let-it-ride", "community_card_1")
    prices = price(table)
    second, third = prices["wager2"].house_edge, prices["wager3"].house_edge
    assert found.edge == pytest.approx(-(2 * second + third), abs=1e-12)
    assert found.without == pytest.approx(-(prices["wager1"].house_edge + second + third), abs=1e-12)


@pytest.mark.parametrize("game", ["let-it-ride", "mississippi-stud"])
def test_a_community_card_that_is_turned_later_is_worth_more(game: str) -> None:
    by_id = {one.id: one for one in protect(game).exposures if one.id.startswith("community_card")}
    edges = [by_id[id].edge for id in sorted(by_id)]
    assert edges == sorted(edges)
    assert {one.method for one in by_id.values()} == {"exact"}
    assert {each.id for one in by_id.values() for each in one.irregularities} == {"community_card_exposed"}


# ---- Counted by hand


def test_baccarat_with_a_known_first_card_counts_the_sequences_that_begin_with_it() -> None:
    rules, cards = Rules(layout("mini-baccarat")), [1, 0, 1, 1, 0, 1, 1, 0, 1, 1]
    shoe = [value for value, count in enumerate(cards) for _ in range(count)]
    for first in (0, 3, 6, 9):
        counted = count_coups(cards, rules, (first, None))
        # The cards are dealt to the Player, the Banker, the Player, the Banker.
        assert sum(counted.values()) == sum(order[0] == first for order in permutations(shoe, 6))
        second = count_coups(cards, rules, (None, first))
        assert sum(second.values()) == sum(order[1] == first for order in permutations(shoe, 6))


def test_baccarat_sequences_with_every_first_card_are_all_sequences() -> None:
    rules, cards = Rules(layout("mini-baccarat")), [8, 2, 2, 2, 2, 2, 2, 2, 2, 2]
    found: dict[object, int] = {}
    for first in range(10):
        for coup, sequences in count_coups(cards, rules, (first, None)).items():
            found[coup] = found.get(coup, 0) + sequences
    assert found == count_coups(cards, rules)


def test_casino_war_next_card_is_bet_on_only_when_it_is_high() -> None:
    """A nine or better wins more often than it loses; the sum of all thirteen ranks is the full shoe's price."""
    found = one_of("casino-war", "next_card", decks=6)
    assert found.use == "initial: 9, T, J, Q, K, A; no wager: 2, 3, 4, 5, 6, 7, 8"
    assert found.rounds == pytest.approx(6 / 13)
    # An ace against a six-deck shoe: 288 lower cards, 23 equal ones among 311.
    assert 0.4 < found.edge < 288 / 311


def test_red_dog_third_card_wins_every_raise_that_is_made() -> None:
    """With the third card known, a raise is made exactly when it wins, so it adds what the wager wins."""
    table = layout("red-dog", decks=1)
    found = one_of("red-dog", "third_card", decks=1)
    nets = {Fraction(one.net): one.probability for one in price(table, strategy="never raise")["initial"].outcomes}
    alone = sum(float(net) * chance for net, chance in nets.items())
    three_alike = float(table.odds_table("initial")["three_of_a_kind"].ratio)
    won = sum(float(net) * chance for net, chance in nets.items() if 0 < net < three_alike)
    assert found.edge == pytest.approx(alone + won)


def test_roulette_biased_number_breaks_even_one_in_thirty_six_times() -> None:
    found = one_of("roulette", "biased_wheel", bias=str(Fraction(5, 100)), wheel="double_zero")
    assert found.edge == pytest.approx(float(Fraction(105, 3800) * 36 - 1))


def test_fair_weights_leave_every_price_of_craps_as_it_is() -> None:
    table = layout("craps")
    pricing = [price(table)[wager].exact for wager in ("pass", "hard_6", "field", "place_win_6")]
    with loaded_dice((3,) * 6):
        assert [price(table)[wager].exact for wager in ("pass", "hard_6", "field", "place_win_6")] == pricing


def test_a_loaded_die_weighs_every_roll_by_its_faces() -> None:
    table = layout("craps")
    weights = (1, 1, 1, 1, 1, 2)
    with loaded_dice(weights):
        found = Fraction(price(table)["any_seven"].exact or 0)
    sevens = sum(weights[a - 1] * weights[b - 1] for a in range(1, 7) for b in range(1, 7) if a + b == 7)
    assert -found == Fraction(sevens, 49) * (table.odds("any_seven").ratio + 1) - 1


def test_a_late_chip_adds_what_the_wager_wins_when_it_wins() -> None:
    straight = one_of("roulette", "late_wager_straight", wheel="double_zero")
    assert straight.edge == pytest.approx(-2 / 38 + 35 / 38)
    half = one_of("roulette", "late_wager_straight", wheel="double_zero", success=0.5)
    assert half.edge == pytest.approx(-2 / 38 + 35 / 76)
    assert [each.id for each in half.irregularities] == ["late_wager", "called_too_late"]
    assert half.section == "5.3"


# ---- The contract


@pytest.mark.parametrize(
    "game", [pytest.param(one, marks=pytest.mark.slow) if one in SLOW else one for one in registered_games()]
)
def test_every_game_has_exposures_with_the_fields_of_the_contract(game: str) -> None:
    found = json.loads(protect(game).to_json())
    assert found["game"] == game
    assert found["exposures"] or found["none"]
    for one in found["exposures"]:
        assert one.keys() >= FIELDS
        assert one["method"] in ("exact", "simulated")
        assert (one["error"] == 0) == (one["method"] == "exact")
        # Information is never worth less than nothing.
        assert one["without"] is None or one["edge"] >= one["without"] - one["error"] - 1e-12
    edges = [one["edge"] for one in found["exposures"]]
    assert edges == sorted(edges, reverse=True)
    assert "8.1" in found["notice"]


def test_a_game_played_for_a_pot_says_why_it_has_no_exposures() -> None:
    found = protect("poker")
    assert not found.exposures
    assert found.none == "players win from a pot, not from the house, so no exposure has a price"


def test_citations_are_those_of_the_game() -> None:
    rules = layout("casino-war").rules
    held = {one.section for kind in (rules.facts, rules.irregularities) for one in kind.values()}
    for one in protect("casino-war").exposures:
        assert one.section in held
        assert {each.section for each in one.irregularities} <= held


def test_an_unknown_exposure_is_refused_with_those_that_exist() -> None:
    with pytest.raises(ValueError, match=r"no exposure 'hole'; use next_card"):
        protect("casino-war", exposures="hole")
    with pytest.raises(ValueError, match="bias of 3"):
        protect("roulette", bias=3)
    with pytest.raises(ValueError, match="from 0 to 1"):
        protect("roulette", success=2)


def test_the_command_prints_the_contract_and_writes_the_report(tmp_path: Path) -> None:
    paper = tmp_path / "report.html"
    ran = CliRunner().invoke(app, ["protect", "red-dog", "--json", "--out", str(paper)])
    assert ran.exit_code == 0, ran.output
    found = json.loads(ran.stdout)
    assert found["game"] == "red-dog"
    assert {one["id"] for one in found["exposures"]} >= {"next_card", "third_card", "edge_sorted", "late_wager_initial"}
    text = paper.read_text()
    assert "vulnerability report" in text.lower()
    assert "8.1" in text
    shown = CliRunner().invoke(app, ["protect", "red-dog", "--exposure", "next_card"])
    assert "+17.274%" in shown.stdout
    assert "8.1" in shown.stdout


def test_the_report_ranks_by_edge_and_names_what_a_countermeasure_removes() -> None:
    table = layout("casino-war")
    document = vulnerability_report(pitboss.protect(table), table)
    grids = [block for block in document.plain()["blocks"] if block["kind"] == "grid"]
    assert [grid["columns"][0] for grid in grids] == ["exposure", "exposure", "countermeasure"]
    assert all(row[2].endswith("%") for row in grids[2]["rows"])
