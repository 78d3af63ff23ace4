"""The rules of Subchapter 2A by section, and the refusals under each."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.chapter.check import findings
from pitboss.chapter.layout import Layout, Limits
from pitboss.equipment import cards
from pitboss.families.twenty_one.felt import TwentyOneFelt
from pitboss.games.blackjack_switch.round import BlackjackSwitch
from pitboss.pricing.entry import pricing_of
from pitboss.table import Action, AskCard, AskDecision, AskShuffle, Dealer, Said, Settled, Step, game_on
from pitboss.table.script import play_script
from tests.shared.cuts import cut_passed

HEAD = "game blackjack-switch\non 2013-06-01\n"
SEATED = "1: sit Ann 1000\n2: sit Bob 1000\n"
BOTH = SEATED + "1: hand_1 10\n1: hand_2 10\n"
DEALT = BOTH + "cards 2c\ncards "


def play(body: str, *choices: str) -> Dealer:
    return play_script(HEAD + "".join(f"set {choice}\n" for choice in choices) + body, "test")


@pytest.mark.parametrize(
    "body",
    [
        SEATED + "refused by 2A.5 1: hand_2 10\n",
        SEATED + "1: hand_1 10\nrefused by 2A.5 1: hand_2 15\n",
        SEATED + "1: hand_1 10\nrefused by 2A.6 1: match 5\n",
        DEALT + "Ts 6h 9d 5c Td 9c\nrefused by 2A.5 1: hand_1 10\n",
        DEALT + "Ts 6h 9d 5c Td 9c\nrefused by 2A.8 1: insure\n",
        DEALT + "Ts 6h Ad 5c Td 9c\nrefused by 2A.8 1: insurance 6\n",
        DEALT + "Ts 6h 9d 5c Td 9c\nrefused by 2A.12(a) 1: draw\n",
        DEALT + "Ts 6h 9d 5c Td 9c\n1: switch\n1: confirm\nrefused by 2A.7 1: switch\n",
        DEALT + "Ts 6h 9d 5c Td 9c\n1: keep\n1: stand\nrefused by 2A.7 1: switch\n",
        DEALT + "Ts 6h 9d 5c Td 9c\n1: keep\nrefused by 2A.9(a) 1: surrender\n",
        DEALT + "5s 6h 9d 5c Td 9c\n1: keep\n1: draw\ncards 2d\nrefused by 2A.10 1: double\n",
        DEALT + "Ts 6h 9d 5c Td 9c\n1: keep\nrefused by 2A.11(a) 1: split\n",
        DEALT + "8s 6h 9d 8c Td 9c\n1: keep\n1: split\ncards 8d\nrefused by 2A.11(c)1 1: split\n",
        BOTH + "refused by 2A.13(a) 2: hand_1 1 10\n",
        BOTH + "refused by 2A.14 1: hand_1 3 10\n",
    ],
)
def test_2a_5_to_2a_14_refusals_cite_their_sections(body: str) -> None:
    play(body)


def test_2a_5_wagers_without_both_hands_are_not_dealt() -> None:
    game = game_on(Layout.of("blackjack-switch"))
    dealer = play(SEATED + "1: hand_1 10\n")
    assert dealer.ask is not None
    answer = game.hosting.is_ready(dealer.ask.state, 1)
    assert not answer
    assert answer.section == "2A.5"
    dealer = play(SEATED + "1: hand_1 10\n1: hand_2 10\n1: hand_1 5\n")
    assert dealer.ask is not None
    assert not game.hosting.is_ready(dealer.ask.state, 1), "15 and 10 are not equal"
    dealer = play(SEATED + "1: hand_1 10\n1: hand_2 10\n1: hand_1 5\n1: hand_2 5\n")
    assert dealer.ask is not None
    assert game.hosting.is_ready(dealer.ask.state, 1)


def test_2a_6_the_match_wager_has_limits_of_its_own() -> None:
    own = Limits(minimum=10_00, by_wager={"match": (2_00, 25_00)})
    layout = Layout.of("blackjack-switch", limits=own)
    assert findings(layout.rules, layout.on, {}, {}, own) == ()
    dealer = play_script(HEAD + BOTH, "test", layout=layout)
    assert not dealer.allowed(1, Action("make", "match", 100, "1")), "$1 is below $2"
    assert dealer.allowed(1, Action("make", "match", 200, "1")), "and $2 is not, though hands begin at $10"
    assert not dealer.allowed(1, Action("make", "match", 2600, "1"))


def test_2a_9_a_surrender_is_before_any_hand_is_played_and_not_of_a_blackjack() -> None:
    body = DEALT + "As 9h 9d Kc 7c 9s\n1: keep\n"
    # Only the second hand is offered surrender: the first is a blackjack.
    play(body + "1: surrender\n= 1: +5\n", "surrender=late")
    play(body + "1: play\nrefused by 2A.9(a) 1: surrender\n", "surrender=late")


def test_2a_9_a_surrender_before_the_exchange_leaves_nothing_to_exchange() -> None:
    first = ("surrender=late", "surrender_order=before_switch")
    play(DEALT + "Ts 9h 9d 6c 9c 9s\n1: surrender\n1: play\n1: stand\n= 1: -5\n", *first)
    play(DEALT + "Ts 6h 9d 5c Td 9c\n1: play\n1: play\n1: switch\n1: confirm\n1: stand\n1: stand\n= 1: 0\n", *first)


def test_2a_11_e_four_hands_from_each_hand_that_was_dealt() -> None:
    eights = "1: split\ncards 8d\n1: split\ncards 8h\n1: split\ncards Ts\n1: stand\ncards Td\n1: stand\n"
    body = DEALT + "8s 9h 6d 8c 9c Tc\n1: keep\n" + eights + "cards Th\n1: stand\ncards Tc\n1: stand\n"
    nines = "1: split\ncards 9d\n1: split\ncards Ts\n1: stand\ncards Td\n1: stand\ncards Th\n1: stand\n"
    play(body + nines + "cards 9s\n= 1: +70\n", "max_split_hands=4")


def test_2a_11_c_2_each_split_ace_gets_one_card() -> None:
    body = DEALT + "As 9h 6d Ac 9c Tc\n1: keep\n1: split\ncards 5d\ncards Td\n1: stand\ncards 9s\n"
    # Sixteen and 21 against 25; the 21 of a split ace is not a blackjack, and all win at 1 to 1.
    play(body + "= 1: +30\n")


def test_2a_13_e_each_person_on_a_spot_insures_for_himself() -> None:
    people = SEATED + "1: hand_1 10\n1: hand_2 10\n2: hand_1 1 20\n1: consent\n2: hand_2 1 20\n"
    body = people + "cards 2c\ncards Ts 9h Ad Kc 9c Kd\n1: insure\n2: decline\n1: decline\n2: insure\n"
    play(body + "settles 1: insurance 1 +10, hand_1 1 -10, hand_2 1 -10\n= 1: -10\n= 2: -20\n", "players_per_spot=2")


def test_2a_12_c_no_card_to_the_dealer_where_it_cannot_matter() -> None:
    play(DEALT + "Ts 7h 6d 4c 5c Tc\n1: keep\n1: draw\ncards 9s\n1: draw\ncards Th\n= 1: -20\n")


def test_2a_7_advice_includes_the_value_of_an_exchange() -> None:
    layout = Layout.of("blackjack-switch")
    worth, advice = pricing_of(layout).worth(layout), pricing_of(layout).advice(layout)
    known = (cards("Ts 5c 6h Td"), cards("9d"))
    found = worth(*known, ("keep", "switch"))
    assert found["switch"] > found["keep"] + 0.9
    assert advice(*known, ("keep", "switch")) == "switch"
    # After the exchange, the same figures show what it would cost to take it back.
    after = worth(cards("Ts Td 6h 5c"), cards("9d"), ("confirm", "undo"))
    assert after["confirm"] == pytest.approx(found["switch"])
    assert after["undo"] == pytest.approx(found["keep"])


def test_2a_9_a_the_value_of_a_surrender_before_the_exchange_depends_on_the_earlier_hand() -> None:
    first = {"surrender": "late", "surrender_order": "before_switch"}
    layout, asked = Layout.of("blackjack-switch", None, first), ("play", "surrender")
    worth, sixteen, seven = pricing_of(layout).worth(layout), cards("Ts 6c"), cards("9h 7d")
    up = cards("Td")

    def hand_values(body: str) -> dict[str, float]:
        """Return the values behind the round's hint: the cards and the earlier hand."""
        dealer = play(DEALT + "Ts 9h Td 6c 7d 9s\n" + body, "surrender=late", "surrender_order=before_switch")
        assert isinstance(dealer.ask, AskDecision)
        game = dealer.game
        return worth(
            *game.choices.known_cards(dealer.ask.state, dealer.ask),
            asked,
            *game.choices.earlier_choices(dealer.ask.state, dealer.ask),
        )

    both, after, alone = hand_values(""), hand_values("1: play\n"), hand_values("1: surrender\n")
    # After a surrender one hand is left, valued as one that can no longer be exchanged.
    later = Layout.of("blackjack-switch", None, {"surrender": "late"})
    assert alone == pytest.approx(pricing_of(later).worth(later)(seven, (*up, *sixteen), asked))
    assert alone["surrender"] == -0.5
    # Before the other hand is played it may be surrendered too; once its turn has come it may not.
    assert both["surrender"] == -1.0
    assert after["surrender"] < both["surrender"]


def test_2a_7_an_exchange_is_decided_with_both_hands_in_view() -> None:
    dealer = play(DEALT + "Ts 6h 9d 5c Td 9c\n")
    assert isinstance(dealer.ask, AskDecision)
    assert dealer.game.choices.known_cards(dealer.ask.state, dealer.ask) == (
        tuple(cards("Ts 5c 6h Td")),
        tuple(cards("9d")),
    )


def test_2a_7_a_blackjack_switched_away_is_restored_only_by_undoing_the_switch() -> None:
    body = DEALT + "As Ah 6d Kc 5c Tc\n1: switch\n1: undo\n1: stand\ncards 6s\n"
    play(body + "settles 1: hand_1 1 +10, hand_2 1 0\n= 1: +10\n")


@pytest.mark.parametrize(
    ("choices", "section"),
    [
        ({"decks": 4}, "2A.2"),
        ({"hole_card": "none"}, "2A.7"),
        ({"surrender": "early"}, "2A.9(c)"),
        ({"resplit_aces": True}, "2A.11(e)"),
        ({"max_split_hands": 5}, "2A.11(e)"),
        ({"spots": 6}, "2A.5"),
        ({"players_per_spot": 4}, "2A.13(a)"),
        ({"penetration": 0.9}, "2A.4"),
        ({"switching": False}, "2A.7"),
        ({"dealer_22": "over"}, "2A.5"),
        ({"soft17": "stand"}, "2A.12(b)"),
        ({"blackjack_pays": "3 to 2"}, "2A.5"),
    ],
)
def test_2a_2_to_2a_14_a_table_that_departs_is_reported_under_its_section(
    choices: dict[str, Any], section: str
) -> None:
    layout = Layout.of("blackjack-switch")
    found = findings(layout.rules, layout.on, choices, {}, layout.limits)
    assert [one.section for one in found] == [section]


def test_2a_6_leaving_out_the_match_wager_needs_no_edition() -> None:
    layout = Layout.of("blackjack-switch")
    assert findings(layout.rules, layout.on, {"match": "off"}, {}, layout.limits) == ()


def test_2a_6_on_a_phone_the_match_wager_is_between_the_boxes_of_the_two_hands() -> None:
    """Below the cards it pushed the player's name plate out of sight."""
    felt = TwentyOneFelt(game_on(Layout.of("blackjack-switch")), 5, narrow=True)
    at = {
        spot.wager: (spot.x, spot.y) for spot in felt.spots_at_a_place() if spot.wager in ("hand_1", "hand_2", "match")
    }
    assert at["match"][1] == at["hand_1"][1] == at["hand_2"][1]
    assert at["hand_2"][0] < at["match"][0] < at["hand_1"][0]


# ---- The sections cited by each step


def steps(body: str, *choices: str) -> list[Step]:
    found: list[Step] = []
    play_script(HEAD + "".join(f"set {choice}\n" for choice in choices) + body, "test", watch=found.append)
    return found


def settled(found: list[Step], kind: str) -> list[tuple[str, str, int]]:
    """Return the section, result and net of each settlement of a wager."""
    return [(one.section, one.result, one.net) for one in found if isinstance(one, Settled) and one.wager.kind == kind]


def dealt_under(found: list[Step], section: str) -> int:
    """Return the number of cards dealt under a section."""
    return sum(isinstance(one, AskCard) and one.section == section for one in found)


def test_2a_2_cards_are_six_or_eight_decks_with_one_cutting_card() -> None:
    for decks, many in ((6, 312), (8, 416)):
        found = steps(DEALT + "Ts 6h 9d 5c Td 9c\n", f"decks={decks}")
        assert [sum(one.composition) for one in found if isinstance(one, AskShuffle)] == [many]
    layout = Layout.of("blackjack-switch")
    assert layout.options["decks"] == 6
    assert findings(layout.rules, layout.on, {"decks": 8}, {}, layout.limits) == ()
    assert [one.section for one in findings(layout.rules, layout.on, {"decks": 7}, {}, layout.limits)] == ["2A.2"]


def test_2a_2_values_a_picture_is_ten_and_an_ace_eleven_or_one() -> None:
    game = game_on(Layout.of("blackjack-switch"))
    assert isinstance(game, BlackjackSwitch)
    hands = {"Kh Qd": 20, "Jc 9d": 19, "Ad 6c": 17, "Ad 6c Kd": 17, "Ad Ac": 12, "Td 2c": 12}
    assert {hand: game.score(cards(hand)).total for hand in hands} == hands
    assert game.score(cards("Ad 6c")).soft
    play(DEALT + "Ts 9h 6d 2c Tc Td\n1: keep\n1: draw\ncards Kd\n1: stand\ncards 9s\n= 1: 0\n")  # 22 busts, 25 too


def test_2a_9_b_insurance_of_a_surrendered_hand_is_settled_separately() -> None:
    body = DEALT + "Ts 9h Ad 6c 9c Kd\n1: insure\n1: decline\n1: keep\n1: surrender\n1: play\n1: stand\n"
    found = steps(body, "surrender=late", "hole_card=unpeeked")
    assert settled(found, "insurance") == [("2A.9(b)", "wins", 10_00)]
    found = steps(DEALT + "Ts 9h Ad 9c 9c Kd\n1: insure\n1: decline\n", "surrender=late")
    assert settled(found, "insurance") == [("2A.8", "wins", 10_00)]


def test_2a_11_b_a_split_hand_is_completed_before_the_other_gets_a_card() -> None:
    body = DEALT + "8s 9h 6d 8c Tc Td\n1: keep\n1: split\ncards 3d\n1: draw\ncards 9d\n1: stand\ncards Th\n1: stand\n"
    found = steps(body + "1: stand\ncards 9s\n= 1: +30\n")
    asked = [one for one in found if isinstance(one, AskCard)]
    second = [at for at, one in enumerate(asked) if one.section == "2A.11(b)"]
    assert len(second) == 2
    assert asked[second[0] + 1].section == "2A.12(a)", "the card that the first hand drew lies between"


def test_2a_11_c_1_a_pair_is_not_resplit_where_the_licensee_offers_one_split() -> None:
    again = DEALT + "8s 6h 9d 8c Td 9c\n1: keep\n1: split\ncards 8d\n"
    play(again + "refused by 2A.11(c)1 1: split\n")
    play(again + "1: split\n", "max_split_hands=3")


def test_2a_11_c_2_the_card_of_a_split_ace_is_dealt_under_its_paragraph_and_is_one() -> None:
    found = steps(DEALT + "As 9h 6d Ac 9c Tc\n1: keep\n1: split\ncards 5d\ncards Td\n1: stand\ncards 9s\n")
    assert dealt_under(found, "2A.11(c)2") == 2
    assert dealt_under(found, "2A.12(a)") == 0


def test_2a_10_returned_and_2a_11_d_wagers_returned_after_a_blackjack_discovered_late() -> None:
    """Hand 1's first wager is taken and the one from its split is returned, like hand 2's double."""
    body = DEALT + "8s 6h Kd 8c 5c Ad\n1: keep\n1: split\ncards Td\n1: stand\ncards Th\n1: stand\n1: double\ncards 9d\n"
    found = steps(body + "= 1: -20\n", "hole_card=unpeeked")
    assert settled(found, "split") == [("2A.11(d)", "returned", 0)]
    assert settled(found, "double") == [("2A.10", "returned", 0)]


def test_2a_11_d_a_busted_part_counts_toward_the_original_wager() -> None:
    body = DEALT + "8s 9h Kd 8c 9c Ad\n1: keep\n1: split\ncards 6d\n1: draw\ncards Td\ncards Th\n1: stand\n1: stand\n"
    found = steps(body + "= 1: -20\n", "hole_card=unpeeked")
    assert settled(found, "split") == [("2A.11(d)", "returned", 0)]


def test_2a_12_a_1_no_card_to_a_blackjack_or_21() -> None:
    play(DEALT + "As 9h 6d Kc 9c Tc\nrefused by 2A.12(a)1 1: draw\n")
    # Once hand 1 has 21, the question is about hand 2.
    dealer = play(DEALT + "6s 9h 6d 5c 9c Tc\n1: keep\n1: draw\ncards Kd\n")
    assert isinstance(dealer.ask, AskDecision)
    assert "hand 2" in dealer.ask.question


def test_2a_12_a_2_a_double_gets_one_card_only() -> None:
    found = steps(DEALT + "6s 9h 6d 5c 9c Tc\n1: keep\n1: double\ncards 2d\n1: stand\ncards 9d\n= 1: +30\n")
    assert dealt_under(found, "2A.12(a)2") == 1
    assert dealt_under(found, "2A.12(a)") == 0


def test_2a_12_c_the_dealer_announces_that_his_total_does_not_matter() -> None:
    found = steps(DEALT + "Ts 7h 6d 4c 5c Tc\n1: keep\n1: draw\ncards 9s\n1: draw\ncards Th\n= 1: -20\n")
    assert [one.section for one in found if isinstance(one, Said) and "does not matter" in one.text] == ["2A.12(c)"]
    assert dealt_under(found, "2A.12(b)") == 0


SHARED = SEATED + "1: hand_1 3 10\n1: hand_2 3 10\n2: hand_1 3 25\n1: consent\n2: hand_2 3 25\ncards 2c\ncards "


def test_2a_13_b_the_seated_player_calls_or_the_highest_wager_if_nobody_is_seated() -> None:
    dealer = play(SHARED + "Ts 6h 9d 5c Td 9c\n", "players_per_spot=2")
    assert isinstance(dealer.ask, AskDecision)
    assert dealer.ask.position == 2
    people = BOTH + "2: hand_1 1 25\n1: consent\n2: hand_2 1 25\ncards 2c\ncards Ts 6h 9d 5c Td 9c\n"
    dealer = play(people, "players_per_spot=2")
    assert isinstance(dealer.ask, AskDecision)
    assert dealer.ask.position == 1
    play(SEATED + "refused by 2A.13(b) 1: hand_1 2 10\n", "players_per_spot=2")


def test_2a_13_d_and_e_others_are_asked_whether_they_double_and_insure_too() -> None:
    insured = "2: decline\n1: insure\n2: decline\n1: decline\n"
    body = SHARED + "6s 9h Ad 5c Tc 9c\n" + insured + "2: keep\n2: double\n1: leave\n"
    found = steps(body, "players_per_spot=2")
    asked = [(one.section, one.position, one.choices) for one in found if isinstance(one, AskDecision)]
    assert ("2A.13(d)", 1, ("double", "leave")) in asked
    assert [who for section, who, _ in asked if section == "2A.13(e)"][:2] == [2, 1]


def test_2a_13_split_others_add_an_equal_wager_or_follow_the_first_hand() -> None:
    body = (
        SHARED + "8s 9h 6d 8c Tc 9c\n2: keep\n2: split\n1: follow\ncards Td\n2: stand\ncards Th\n2: stand\n2: stand\n"
    )
    # 18, 18 and 19 against 25: three of the calling player's hands win, and two of the other player's.
    found = steps(body + "cards Ts\n= 2: +75\n= 1: +20\n", "players_per_spot=2")
    assert [one.section for one in found if isinstance(one, AskDecision) and "follow" in one.choices] == ["2A.13"]


def test_2a_14_spots_one_to_a_player_unless_the_licensee_permits_more() -> None:
    play(BOTH + "refused by 2A.14 1: hand_1 3 10\n")
    play(BOTH + "1: hand_1 3 10\n1: hand_2 3 10\nrefused by 2A.14 1: hand_1 4 10\n", "spots_per_player=2")


def test_2a_15_g_a_hand_without_any_initial_card_is_dead_also_where_one_was_missed_at_a_time() -> None:
    body = DEALT + "Ts\nthrow one_card_dealt\ncards 9d Kc\nrefused by 2A.15(g) throw one_card_dealt\n"
    play(body + "throw no_cards_dealt\ncards Td\n1: stand\nsettles 1: hand_2 1 0, hand_1 1 +10\n= 1: +10\n")


def test_2a_15_h_a_card_missed_twice_still_comes_before_the_hole_card_is_shown() -> None:
    missed = "throw draw_missed\n1: later\n"
    body = DEALT + "Ts 7h 9d Kc 5c Tc\n1: keep\n1: stand\n1: draw\n" + missed + missed + "cards 9s\n"
    play(body + "settles 1: hand_2 1 +10, hand_1 1 +10\n= 1: +20\n")


def test_2a_15_a_a_round_is_void_also_while_a_card_that_the_dealer_drew_too_many_is_burned() -> None:
    body = DEALT + "As 7h 9d Kc 5c Tc\ninterrupt dealer_overdrew\n1: keep\n1: draw\ncards Th\n"
    dealer = play(body + "throw two_face_up_in_shoe\n= 1: 0\n")
    assert dealer.state.rack(1) == 1000_00


def test_2a_11_a_split_with_its_own_amount_is_refused_and_the_amount_named() -> None:
    said: list[str] = []
    body = HEAD + DEALT + "8s 6h 9d 8c Td 9c\n1: keep\nrefused by 2A.11(a) 1: split 5\n"
    play_script(body, "test", refused=lambda why: said.append(str(why)))
    assert said == ["say 'split' without an amount: it is $10 more (N.J.A.C. 13:69F-2A.11(a))"]


@pytest.mark.parametrize("method", ["manual", "automated"])
def test_2a_4_cut_is_offered_to_a_player_then_the_dealer_cuts(method: str) -> None:
    found = cut_passed("blackjack-switch", method, "hand_1", "hand_2")
    assert found == ([(1, "2A.4"), (2, "2A.4")], True)


def test_2a_8_insurance_of_a_player_alone_on_a_spot_does_not_cite_2a_13() -> None:
    dealer = play(DEALT + "Ts 9h Ad Kc 9c Kd\n")
    assert isinstance(dealer.ask, AskDecision)
    assert dealer.ask.section == "2A.8"


def test_2a_9_a_the_totals_are_announced_before_a_surrender() -> None:
    found = steps(DEALT + "Ts 6h 9d 5c Tc 9c\n1: play\n", "surrender=late", "surrender_order=before_switch")
    later = [step for step in found if getattr(step, "section", "") == "2A.9(a)"]
    assert [type(step).__name__ for step in later] == ["Said", "AskDecision", "AskDecision"]
