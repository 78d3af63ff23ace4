"""Triple attack blackjack, a reconstruction: its price against blackjack's, and the refusals under each section."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from pitboss.chapter.layout import Layout
from pitboss.cli.games import games_table
from pitboss.equipment import SPANISH, composition
from pitboss.families.twenty_one.price.pricing import price
from pitboss.families.twenty_one.price.table import PricedTable, analysis_of
from pitboss.library.listing import catalogue
from pitboss.table import AskDecision
from pitboss.table.script import play_script
from tests.shared.cuts import cut_passed

OFF: dict[str, Any] = {
    "surrender": "none",
    "max_split_hands": 2,
    "doubling": "any_two",
    "double_split_aces": False,
    "six_card_charlie": False,
    "dealer_22": "over",
    "blackjack_wins": False,
    "soft17": "stand",
    "attacks": "never",
}


def layout(**options: Any) -> Layout:
    return Layout.of("triple-attack-blackjack", options=options, unlawful=True)


def test_with_its_special_rules_switched_off_it_is_blackjack_without_tens() -> None:
    """A blackjack still pays 1 to 1, so half a unit is subtracted for each blackjack that is not a push."""
    same = Layout.of("blackjack", options={"decks": 8, "even_money": False}, unlawful=True)
    blackjack, ours = analysis_of(same, composition(8, SPANISH)), analysis_of(layout(**OFF))
    extra = 0.5 * blackjack.basic.spread.probabilities[ours.terms.blackjack_pays * 3 / 2]
    assert ours.basic.house_edge - extra == pytest.approx(blackjack.basic.house_edge, abs=1e-12)


def test_36_when_the_attacks_are_right() -> None:
    raises = PricedTable.of(layout(), None).raises()
    assert raises["second_attack"] == "with 10 to A"
    assert raises["third_attack"].endswith("with A against 2 to A")


@pytest.mark.parametrize("off", [{"six_card_charlie": False}, {"surrender": "none"}, {"attacks": "never"}])
def test_every_rule_has_a_value_for_the_player(off: dict[str, Any]) -> None:
    assert analysis_of(layout(**off)).basic.house_edge > analysis_of(layout()).basic.house_edge


def test_36_the_distribution_has_the_mean_of_the_analysis() -> None:
    played = analysis_of(layout(surrender="any_time")).basic
    assert played.spread.mean == pytest.approx(-played.house_edge, abs=3 * played.spread.error)


HEAD = "game triple-attack-blackjack\non 2014-06-01\n1: sit Ann 1000\n1: first attack 10\n"


@pytest.mark.parametrize(
    "body",
    [
        HEAD + "refused by 36 1: second_attack 10\n",
        HEAD + "cards 2c\ncards 9h\nrefused by 36 1: second_attack 20\n",
        HEAD + "cards 2c\ncards 9h\nrefused by 36 1: third_attack 10\n",
        HEAD
        + "cards 2c\ncards 9h\n1: pass\ncards 6d\n1: pass\ncards 2h Kd\n"
        + "1: draw\ncards 2d\nrefused by 36 1: surrender\n",
        # A double must match everything wagered on the hand, including attacks.
        HEAD
        + "cards 2c\ncards 6h\n1: raise\ncards 6d\n1: pass\ncards 5h Kd\n"
        + "refused by 36 1: double 10\n1: double 20\ncards 9c 9d\n= 1: +40\n",
    ],
)
def test_36_refusals_cite_their_section(body: str) -> None:
    play_script(body, "test")


def test_36_everything_is_cited_as_the_subchapter_because_the_numbers_of_its_sections_are_not_known() -> None:
    ours = layout()
    rules = ours.rules
    provisions = [
        *rules.wagers.values(),
        *rules.options.values(),
        *rules.facts.values(),
        *rules.irregularities.values(),
    ]
    assert {one.section for one in provisions} == {"36"}
    assert ours.cite("36") == "N.J.A.C. 13:69F-36"
    with pytest.raises(ValueError, match=r"no section 36\.5"):
        ours.cite("36.5")


def test_36_a_reconstruction_is_shown_as_one_wherever_the_game_is_described() -> None:
    assert catalogue()["triple-attack-blackjack"].provenance == "reconstructed"
    assert {row.provenance for row in price(layout()).wagers} == {"reconstructed"}
    out = io.StringIO()
    Console(file=out, width=200).print(games_table(catalogue()))
    assert "Triple attack blackjackʳ" in out.getvalue()


@pytest.mark.parametrize("hole", ["Ad", "9d"])
def test_36_a_six_card_hand_is_paid_at_once_also_where_the_reader_has_failed_and_a_ten_is_up(hole: str) -> None:
    body = "game triple-attack-blackjack\non 2013-06-01\n1: sit Ann 1000\n1: first_attack 10\ncards 2c\n"
    body += "cards 2d\n1: raise\ncards Kd\n1: pass\nthrow reader_malfunction\ncards 3c " + hole + "\n"
    for card in ("2h", "4h", "3h", "5h"):
        body += f"1: draw\ncards {card}\n"
    play_script(body + "= 1: +20\n", "test")


TOP = "game triple-attack-blackjack\non 2013-06-01\n"


def test_36_sharing_needs_consent_is_for_three_at_most_and_one_calls_for_all() -> None:
    people = "1: sit Ann 1000\n2: sit Bob 1000\n3: sit Cy 1000\n4: sit Di 1000\n1: first_attack 10\n"
    play_script(TOP + people + "refused by 36 2: first_attack 1 20\n", "test")
    joined = people + "2: first_attack 1 20\n1: consent\n3: first_attack 1 5\n1: refuse\n"
    # Each player has his own attacks; the seated player decides on the hand, and the other may double with him.
    dealt = "cards 2c\ncards 6d\n1: pass\n2: raise\ncards 6s\n1: pass\n2: pass\ncards 5d Ks\n"
    dealt += "1: double\n2: leave\ncards 9d\n"
    body = TOP + "set players_per_box=3\n" + joined + dealt + "cards 3s\n= 1: +20\n= 2: +40\n= 3: 0\n"
    play_script(body, "test")


def test_36_boxes_one_to_a_player_unless_the_licensee_permits_more() -> None:
    seated = "1: sit Ann 1000\n1: first_attack 10\n"
    play_script(TOP + seated + "refused by 36 1: first_attack 3 10\n", "test")
    two = seated + "1: first_attack 3 10\nrefused by 36 1: first_attack 4 10\n"
    play_script(TOP + "set boxes_per_player=2\n" + two, "test")


@pytest.mark.parametrize("method", ["manual", "automated"])
def test_36_cut_is_offered_to_a_player_then_the_dealer_cuts_and_nobody_after_a_device(method: str) -> None:
    found = cut_passed("triple-attack-blackjack", method, "first_attack")
    assert found == (([(1, "36"), (2, "36")], True) if method == "manual" else ([], False))


@pytest.mark.parametrize("attacks", ["1: attack\ncards 6d\n", "1: pass\ncards 6d\n"])
def test_36_an_attack_is_equal_to_the_first_wager_whatever_its_neighbours(attacks: str) -> None:
    dealer = play_script(HEAD + "cards 2c\ncards Qs\n" + attacks, "test")
    ask = dealer.ask
    assert isinstance(ask, AskDecision)
    assert dealer.game.amounts.most(ask.state, 1, "third_attack", "1") == 10_00
    assert dealer.game.choices.advice_unit(ask.state, ask) == 10_00


def test_36_a_double_is_equal_to_the_whole_wager_on_the_hand() -> None:
    attacks = "cards 2c\ncards 6s\n1: attack\ncards 6d\n1: pass\ncards 5h Kd\n"
    dealer = play_script(HEAD + attacks, "test")
    assert dealer.ask is not None
    assert dealer.game.amounts.least(dealer.ask.state, 1, "double", "1") == 20_00
