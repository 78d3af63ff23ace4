"""Double attack blackjack: its price, compared with published figures and with blackjack's, and the refusals under each
section.

Published: 0.62 percent of the first wager, with the attack made against 2 to 8, in 58.3 percent of rounds. The edge
matches with one split per pair and surrender on two cards only; the fact sheet allows more of both.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pitboss.chapter.check import findings
from pitboss.chapter.layout import Layout
from pitboss.equipment import SPANISH, composition
from pitboss.families.twenty_one.price.pricing import price
from pitboss.families.twenty_one.price.table import PricedTable, analysis_of
from pitboss.table import AskDecision, Settled
from pitboss.table.script import play_script
from tests.shared.cuts import cut_passed

OFF: dict[str, Any] = {
    "surrender": "none",
    "max_split_hands": 2,
    "doubling": "any_two",
    "attack": "never",
    "blackjack_pays": "3 to 2",
}


def layout(**options: Any) -> Layout:
    return Layout.of("double-attack-blackjack", options=options, unlawful=True)


def test_the_published_edge_and_when_to_attack() -> None:
    found = analysis_of(layout(max_split_hands=2, surrender="first_two"))
    assert found.perfect.house_edge == pytest.approx(0.0062, abs=0.00005)
    table = PricedTable.of(layout(), None)
    assert table.raises() == {"double_attack": "against 2 to 8"}
    assert table.analysis.perfect.house_edge == pytest.approx(0.00480, abs=0.00001)


def test_with_its_special_rules_switched_off_it_is_blackjack_without_tens() -> None:
    same = Layout.of("blackjack", options={"decks": 8, "even_money": False}, unlawful=True)
    blackjack, ours = analysis_of(same, composition(8, SPANISH)), analysis_of(layout(**OFF))
    assert ours.basic.house_edge == pytest.approx(blackjack.basic.house_edge, abs=1e-14)
    assert ours.perfect.house_edge == pytest.approx(blackjack.perfect.house_edge, abs=1e-14)


def test_26_6_bust_it_and_insurance_are_exact() -> None:
    found = {row.id: row for row in price(layout()).wagers}
    assert Fraction(found["bust_it"].exact or 0) == Fraction(70283, 877836)
    assert Fraction(found["insurance"].exact or 0) == Fraction(47, 383)
    assert found["double_attack"].house_edge < 0 < found["bet"].house_edge


def test_the_attack_is_worth_the_difference_from_never_making_it() -> None:
    best, never, always = (analysis_of(layout(attack=when)).basic for when in ("best", "never", "always"))
    assert always.house_edge == pytest.approx(2 * never.house_edge, abs=1e-14)
    assert best.house_edge < never.house_edge
    assert best.spread.mean == pytest.approx(-best.house_edge, abs=2 * best.spread.error)


HEAD = "game double-attack-blackjack\non 2008-06-01\n1: sit Ann 1000\n"
BET = HEAD + "1: bet 10\n"
DEALT = BET + "cards 2c\ncards 6d\n1: pass\ncards "


@pytest.mark.parametrize(
    "body",
    [
        HEAD + "refused by 26.6 1: bust it 5\n",
        BET + "refused by 26.6 1: bust it 12\n",
        HEAD + "1: bet 100\nrefused by 26.6 1: bust it 51\n",
        BET + "refused by 26.6 1: bust_it 0.50\n",
        BET + "1: bust it 10\nrefused by 26.6 1: reduce bet 5\n1: remove bust it\n1: reduce bet 5\n",
        BET + "refused by 26.5 1: double_attack 10\n",
        BET + "cards 2c\ncards 6d\nrefused by 26.5 1: double_attack 11\n",
        DEALT + "6h 5h Kd\n1: double\ncards 2h\nrefused by 26.9 1: double\n",
        DEALT + "Ah Ad Kd\n1: split\ncards 4h\nrefused by 26.10 1: double\n",
        DEALT + "6h 5h Kd\nrefused by 26.10 1: split\n",
    ],
)
def test_26_5_to_26_10_refusals_cite_their_sections(body: str) -> None:
    play_script(body, "test")


def test_26_5_attack_a_hint_covers_the_whole_wager_on_the_hand() -> None:
    """Surrendering a hand with an attack costs half of both wagers, so a hint must cover both."""
    dealer = play_script(
        "game double-attack-blackjack\non 2008-06-01\n1: sit Ann 1000\n1: bet 10\ncards 2c\ncards 5d\n1: attack\n"
        "cards 7d 9h Kd\n",
        "test",
    )
    ask = dealer.ask
    assert isinstance(ask, AskDecision)
    assert dealer.game.choices.advice_unit(ask.state, ask) == 20_00


def test_26_1_blackjack_is_two_cards_as_dealt_and_not_after_a_split() -> None:
    # Against a dealer's blackjack it is a push; a 21 on a split ace only ties with a dealer's 21.
    play_script(BET + "cards 2c\ncards Kd\n1: pass\ncards Ah Qd Ad\n= 1: 0\n", "test")
    split = BET + "cards 2c\ncards 6d\n1: pass\ncards Ah Ad Kc\n1: split\ncards Kh\ncards Qh\ncards 5c\n= 1: 0\n"
    play_script(split, "test")


def test_26_2_cards_are_six_or_eight_decks_of_48() -> None:
    for decks, many in ((6, 288), (8, 384)):
        assert sum(composition(decks, SPANISH)) == many
        assert sum(analysis_of(layout(decks=decks)).shoe) == many
    ours = Layout.of("double-attack-blackjack")
    assert ours.options["decks"] == 8
    assert [one.section for one in findings(ours.rules, ours.on, {"decks": 4}, {}, ours.limits)] == ["26.2"]


def test_26_2_values_a_picture_is_ten_and_an_ace_eleven_or_one() -> None:
    play_script(DEALT + "Kh 9h Qd\n1: draw\ncards 2d\ncards Kd\n= 1: +10\n", "test")  # 21, against 26
    play_script(DEALT + "Ah 6h Qd\n1: draw\ncards Kd\n1: stand\ncards 2d\n= 1: -10\n", "test")  # 17, against 18


def test_26_10_aces_are_split_once_and_have_one_card_each() -> None:
    split = DEALT + "Ah Ad Kd\n1: split\ncards Ac\n"
    play_script(split + "refused by 26.10 1: split\nrefused by 26.10 1: draw\n", "test")
    again = split.replace("1: sit", "set resplit_aces=true\n1: sit", 1)
    play_script(again + "1: split\n", "test")


def test_26_13_sharing_needs_consent_and_is_for_three_at_most() -> None:
    people = "1: sit Ann 1000\n2: sit Bob 1000\n3: sit Cy 1000\n4: sit Di 1000\n1: bet 10\n"
    top = "game double-attack-blackjack\non 2008-06-01\n"
    play_script(top + people + "refused by 26.13 2: bet 1 10\n", "test")
    joined = people + "2: bet 1 10\n1: consent\n3: bet 1 10\n1: consent\nrefused by 26.13 4: bet 1 10\n"
    play_script(top + "set players_per_box=3\n" + joined, "test")


def test_26_14_boxes_one_to_a_player_unless_the_licensee_permits_more() -> None:
    play_script(BET + "refused by 26.14 1: bet 3 10\n", "test")
    top = "game double-attack-blackjack\non 2008-06-01\nset boxes_per_player=2\n1: sit Ann 1000\n"
    play_script(top + "1: bet 10\n1: bet 3 10\nrefused by 26.14 1: bet 4 10\n", "test")


@pytest.mark.parametrize("method", ["manual", "automated"])
def test_26_4_cut_is_offered_to_a_player_then_the_dealer_cuts_and_nobody_after_a_device(method: str) -> None:
    found = cut_passed("double-attack-blackjack", method, "bet")
    assert found == (([(1, "26.4"), (2, "26.4")], True) if method == "manual" else ([], False))


def test_26_5_attack_may_take_the_last_chips() -> None:
    dealer = play_script(BET.replace("1000", "20") + "cards 2c\ncards 6d\n", "test")
    assert isinstance(dealer.ask, AskDecision)
    assert dealer.ask.choices == ("raise", "pass")


def test_26_6_bust_it_is_offered_up_to_the_main_wager() -> None:
    dealer = play_script(BET, "test")
    assert dealer.ask is not None
    assert dealer.game.amounts.most(dealer.ask.state, 1, "bust_it", "1") == 10_00


def test_26_6_bust_it_is_settled_after_the_hands() -> None:
    settled = []
    dealt = DEALT.replace("1: bet 10\n", "1: bet 10\n1: bust_it 5\n") + "Jh 9h Kd\n1: stand\ncards 8c\n"
    play_script(dealt, "test", watch=lambda step: settled.append(step) if isinstance(step, Settled) else None)
    assert [(step.wager.kind, step.result) for step in settled] == [("bet", "wins"), ("bust_it", "wins")]
