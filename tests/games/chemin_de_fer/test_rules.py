"""The rules of Subchapter 4 at the table, by section."""

from __future__ import annotations

from datetime import date
from itertools import product
from typing import Any

import pytest

from pitboss.chapter.check import Unlawful
from pitboss.chapter.layout import Layout, Limits
from pitboss.equipment import cards
from pitboss.families.baccarat.coup import NO_CARD
from pitboss.games.chemin_de_fer.round import CheminDeFer, CheminDeFerState
from pitboss.table import PUBLIC, Action, AskDecision, Dealer, Hidden, Refused, Settled, game_on, view
from pitboss.table.state import replace
from pitboss.table.steps import AskWagers
from tests.shared.played_script import PlayedScript

GAME = "chemin-de-fer"
BURNED = ("cards As 2c", "no more wagers")
TWO = ("1: sit Ben 1000", "2: sit Ann 1000")
THREE = (*TWO, "3: sit Cy 1000")
BANKER_WINS, PLAYER_WINS = "cards 7s Kh Qd 9c", "cards 9s Kh Qd 7c"


class Played(PlayedScript):
    """A chemin de fer script."""

    game = GAME
    day = "2012-06-01"


def played(*lines: str, limits: Limits | None = None, **options: Any) -> Played:
    chosen = {name: str(value).lower() for name, value in options.items()}
    return Played(*lines, limits=limits, **(options if limits else chosen))


def under(table: Played, section: str) -> list[str]:
    """Return the announcements made under a section."""
    return [text for cited, text in table.said if cited == section]


def won(table: Played) -> dict[str, int]:
    """Return each wager's total net in cents, including vigorish."""
    found: dict[str, int] = {}
    for step in table.steps:
        if isinstance(step, Settled):
            found[step.wager.kind] = found.get(step.wager.kind, 0) + step.net
    return found


def game(**options: Any) -> CheminDeFer:
    made = game_on(Layout.of(GAME, options=options))
    assert isinstance(made, CheminDeFer)
    return made


def asked(table: Played) -> AskDecision:
    assert isinstance(table.dealer.ask, AskDecision)
    return table.dealer.ask


# ---- 4.1


def test_4_1_decks_are_six_or_more() -> None:
    assert Layout.of(GAME, options={"decks": 8}).option("decks") == 8
    with pytest.raises(Unlawful, match=r"4\.1"):
        Layout.of(GAME, options={"decks": 5})


def test_4_1_counts_are_the_last_digit_with_nothing_for_tens_and_faces_and_one_for_the_ace() -> None:
    count = game().rules.point_count
    assert [count(cards(hand)) for hand in ("As 2c", "Th Kc", "Jd 9s", "8s 8c", "9h 9c 3d", "Qs 5h 6d")] == [
        3,
        0,
        9,
        6,
        1,
        1,
    ]


# ---- 4.3


def test_4_3_shuffle_and_cut_before_the_first_round_with_fourteen_cards_behind_the_cutting_card() -> None:
    table = played(*TWO, "1: bank 10", *BURNED)
    assert under(table, "4.3")[:3] == [
        "The cards are shuffled: 6 decks.",
        "The cards are cut.",
        "The cutting card goes in with 14 cards behind it.",
    ]


def test_4_3_shuffle_leaves_the_bank_where_it_is() -> None:
    table = played(*TWO, "1: bank 10", *BURNED, "2: banco", BANKER_WINS, "1: keep")
    state = replace(table.state, finished=True)
    dealer = Dealer(table.dealer.game, table.dealer.source, state)
    table.dealer.source.queue += cards("As 2c")
    while not isinstance(dealer.ask, AskWagers):
        dealer.next()
    assert isinstance(dealer.ask.state, CheminDeFerState)
    assert dealer.ask.state.curator == 1


def test_4_3_burn_is_by_the_number_of_the_first_card() -> None:
    table = played(*TWO, "1: bank 10", "cards 3s 2c 2c 2c", "no more wagers", "2: banco", BANKER_WINS)
    assert "The first card is the three of spades: 3 more are burned." in under(table, "4.3")
    assert game().layout.fact("burn") == {"A": 1, **{str(n): n for n in range(2, 10)}, **dict.fromkeys("TJQK", 10)}


@pytest.mark.parametrize(("before", "finished"), [(0, True), (2, False)])
def test_4_3_last_round_is_the_one_after_the_cutting_card_comes_out(before: int, finished: bool) -> None:
    """With this many cards in front of it, the cutting card comes out first or in the middle of the round."""
    table = played(*TWO, "1: bank 10", *BURNED)
    state = table.state
    source, said = table.dealer.source, list[str]()
    source.queue += cards("7s Kh Qd 9c")
    short = replace(state, shoe=state.shoe.cut(state.shoe.left - before))
    dealer = Dealer(table.dealer.game, source, short, watch=lambda step: said.append(getattr(step, "text", "")))
    dealer.finish(lambda dealer, ask: "banco" if isinstance(ask, AskDecision) and "banco" in ask.choices else None)
    first = "The cutting card is out: this is the shoe's last round."
    later = "The cutting card comes out: after this round 1 more is dealt from this shoe."
    assert (first if finished else later) in said
    assert ("The shoe is finished." in said) == finished


# ---- 4.4


@pytest.mark.parametrize("seats", [10, 14])
def test_4_4_seats_are_ten_to_fourteen(seats: int) -> None:
    made = game(seats=seats)
    state = made.opening()
    assert made.allowed(state, seats, Action("sit", amount=100_00))
    assert not made.allowed(state, seats + 1, Action("sit", amount=100_00))
    with pytest.raises(Unlawful, match=r"4\.4"):
        Layout.of(GAME, options={"seats": 9 if seats == 10 else 15})


def test_4_4_first_banker_is_asked_from_seat_1_on_counterclockwise_and_need_not_accept() -> None:
    table = played("2: sit Ann 1000", "5: sit Cy 1000", "9: sit Di 1000", *BURNED, "2: pass", "5: pass", "9: bank 50")
    assert table.state.curator == 9
    assert "Position 9 has the shoe and a bank of $50." in under(table, "4.5")


def test_4_4_first_banker_alone_may_state_a_bank_while_people_come_and_go() -> None:
    played(*THREE, "refused by 4.4 2: bank 50", "1: bank 50", "refused by 4.4 3: bank 10")


def test_4_4_auction_gives_the_bank_to_the_highest_and_places_no_chips_before() -> None:
    table = played(*THREE, *BURNED, "1: bank 100", "2: bank 300", bank_selection="auction")
    assert [seat.rack for seat in table.state.positions] == [1000_00] * 3
    table = played(*THREE, *BURNED, "1: bank 100", "2: bank 300", "3: pass", bank_selection="auction")
    assert [seat.rack for seat in table.state.positions] == [1000_00, 700_00, 1000_00]
    assert asked(table).question == "Position 3, banco, the whole bank of $300:"


def test_4_4_auction_lets_nobody_state_a_bank_before_it() -> None:
    played(*TWO, "refused by 4.4 1: bank 10", bank_selection="auction")


@pytest.mark.parametrize("way", ["rotation", "auction"])
def test_4_4_first_banker_may_have_just_the_chips_for_the_least_bank(way: str) -> None:
    assert asked(played("1: sit Ben 1", "2: sit Ann 1000", *BURNED, bank_selection=way)).position == 1
    assert asked(played("1: sit Ben 0.50", "2: sit Ann 1000", *BURNED, bank_selection=way)).position == 2


def test_4_4_auction_is_for_the_first_bank_only() -> None:
    table = played(*TWO, *BURNED, "1: bank 100", "2: pass", "2: banco", PLAYER_WINS, bank_selection="auction")
    assert table.state.offered_from == 1
    assert not game(bank_selection="auction").auctioned(table.state)


# ---- 4.5


def test_4_5_bank_is_within_the_limits_and_the_bankers_chips() -> None:
    made = game_on(Layout.of(GAME, limits=Limits(minimum=50_00, maximum=500_00)))
    dealer = Dealer(made, played(*TWO).dealer.source)
    for position in (1, 2):
        dealer.act(position, Action("sit", amount=400_00))
    for amount, why in (
        (0, "more than $0"),
        (49_00, "outside the limits, $50 to $500"),
        (501_00, "outside the limits"),
        (401_00, "more than the $400 available"),
        (50_50, "multiples of $1"),
    ):
        with pytest.raises(Refused, match=why.replace("$", r"\$")) as refused:
            dealer.act(1, Action("make", "bank", amount))
        assert refused.value.answer.section == ("4.6" if "multiples" in why else "4.5")
    dealer.act(1, Action("make", "bank", 50_00))
    dealer.act(1, Action("increase", "bank", 100_00))
    dealer.act(1, Action("remove", "bank"))


@pytest.mark.parametrize(("minimum", "least"), [(0, 1_00), (1_00, 1_00), (2_50, 3_00)])
def test_4_5_bank_and_wagers_against_it_are_whole_dollars_of_the_minimum_at_least(minimum: int, least: int) -> None:
    table = played(*TWO, "1: bank 10", *BURNED, "2: pass", limits=Limits(minimum=minimum))
    made, state = table.dealer.game, table.state
    assert made.amounts.least(state, 1, "bank", "") == made.amounts.least(state, 2, "against_bank", "") == least


def test_4_5_bank_is_within_the_maximum_and_the_chips_whichever_is_less() -> None:
    table = played(*TWO, limits=Limits(maximum=500_00))
    assert table.dealer.game.amounts.most(table.state, 1, "bank", "") == 500_00
    poor = played("1: sit Ben 300", "2: sit Ann 1000", limits=Limits(maximum=500_00))
    assert poor.dealer.game.amounts.most(poor.state, 1, "bank", "") == 300_00


def test_4_5_bank_is_stated_before_anybody_else_wagers() -> None:
    played(*TWO, "refused by 4.6 2: against 10", "refused by 4.6 2: banco 10", "1: bank 50")


def test_4_5_uncovered_part_is_returned_for_the_round() -> None:
    table = played(*TWO, "1: bank 400", *BURNED, "2: pass", "2: against 150", "cards 2s")
    assert table.state.rack(1) == 850_00
    assert "Position 2 controls the Player's Hand, position 1 the Banker's." in under(table, "4.7")


# ---- 4.6


def test_4_6_banco_is_asked_in_order_from_the_bankers_right_and_shuts_out_the_rest() -> None:
    table = played(*THREE, "1: bank 10", *BURNED, "2: banco", PLAYER_WINS, "2: bank 100", "no more wagers")
    assert asked(table).position == 3
    table = played(*THREE, "1: bank 100", *BURNED, "2: pass", "3: banco", "cards 2s")
    assert [wager.kind for wager in table.state.wagers] == ["bank", "banco"]
    assert [wager.amount for wager in table.state.wagers] == [100_00, 100_00]


def test_4_6_banco_and_covering_may_take_the_last_chip() -> None:
    banco = played("1: sit Ben 1000", "2: sit Ann 10", "1: bank 10", *BURNED)
    assert asked(banco).choices == ("banco", "pass")
    cover = played("1: sit Ben 1000", "2: sit Ann 1", "1: bank 10", *BURNED)
    assert asked(cover).choices == ("cover", "pass")


@pytest.mark.parametrize(("chips", "maximum", "laid"), [("7.50", None, 7_00), ("1000", 5_00, 5_00), ("3", 5_00, 3_00)])
def test_4_6_covering_without_an_amount_uses_the_chips_up_to_the_maximum(
    chips: str, maximum: int | None, laid: int
) -> None:
    limits = Limits(maximum=maximum, by_wager={"bank": (None, 100_00)})
    table = played(
        "1: sit Ben 1000",
        f"2: sit Ann {chips}",
        "1: bank 20",
        *BURNED,
        *(["2: pass"] if chips == "1000" else []),
        "2: cover",
        "cards 2s",
        limits=limits,
    )
    assert [wager.amount for wager in table.state.wagers] == [laid, laid]


def test_4_6_banco_needs_an_opponent_before_the_bank_is_offered() -> None:
    alone, two = played("1: sit Ben 1000"), played(*TWO)
    answer = alone.dealer.game.hosting.is_ready(alone.state, 1)
    assert not answer
    assert (answer.section, "a bank needs an opponent" in answer.reason) == ("4.6", True)
    assert two.dealer.game.hosting.is_ready(two.state, 1)


def test_4_6_banco_wants_the_chips_for_the_whole_bank() -> None:
    table = played("1: sit Ben 1000", "2: sit Ann 50", "3: sit Cy 1000", "1: bank 100", *BURNED)
    assert asked(table).position == 3
    played(*THREE, "1: bank 100", *BURNED, "refused by 4.6 3: banco 100", "2: pass", "refused by 4.6 3: banco 50")


def test_4_6_suivi_first_asks_the_player_who_lost_a_banco_and_only_him() -> None:
    begun = (
        *THREE,
        "1: bank 100",
        *BURNED,
        "2: pass",
        "3: banco",
        BANKER_WINS,
        "1: keep",
        "1: bank 50",
        "no more wagers",
    )
    assert asked(played(*begun, banco_suivi=True)).question == "Position 3, banco, suivi, the whole bank of $50:"
    assert asked(played(*begun, banco_suivi=False)).position == 2
    covered = (
        "2: pass",
        "3: pass",
        "2: pass",
        "3: against 100",
        BANKER_WINS,
        "1: keep",
        "1: bank 50",
        "no more wagers",
    )
    assert asked(played(*THREE, "1: bank 100", *BURNED, *covered, banco_suivi=True)).position == 2


def test_4_6_covering_goes_around_once_until_nothing_is_left() -> None:
    table = played(*THREE, "1: bank 100", *BURNED, "2: pass", "3: pass", "2: against 70")
    assert asked(table).question == "Position 3, $30 of the bank is left to cover:"
    full = played(*THREE, "1: bank 100", *BURNED, "2: pass", "3: pass", "2: cover", "cards 2s")
    assert [(wager.position, wager.amount) for wager in full.state.wagers] == [(1, 100_00), (2, 100_00)]


def test_4_6_covering_refuses_more_than_is_left_less_than_the_minimum_and_the_banker_himself() -> None:
    made = game_on(Layout.of(GAME, limits=Limits(minimum=20_00)))
    dealer = Dealer(made, played(*TWO).dealer.source)
    dealer.source.queue += cards("As 2c")
    for position in (1, 2, 3):
        dealer.act(position, Action("sit", amount=400_00))
    dealer.act(1, Action("make", "bank", 100_00))
    dealer.close()
    while not (isinstance(dealer.ask, AskDecision) and "cover" in dealer.ask.choices):
        dealer.next()
    for amount, why in (
        (101_00, r"more than the \$100 left"),
        (19_00, r"below the least wager against the bank, \$20"),
    ):
        with pytest.raises(Refused, match=why) as refused:
            dealer.act(2, Action("make", "against_bank", amount))
        assert refused.value.answer.section == "4.6"
    assert not (answer := made.may(dealer.ask.state, 1, Action("make", "against_bank", 20_00)))
    assert answer.reason == "the banker cannot wager against the bank"
    dealer.act(2, Action("make", "against_bank", 85_00))
    dealer.act(3, Action("make", "against_bank", 15_00))  # The whole remainder, although below the minimum.


def test_4_6_nobody_against_it_and_another_bank_may_be_stated_once_then_the_shoe_passes() -> None:
    begun = (*TWO, "1: bank 100", *BURNED, "2: pass", "2: pass")
    table = played(*begun)
    assert asked(table).question == "Position 1, no one plays against it: state another bank, or pass:"
    assert table.state.rack(1) == 1000_00
    passed = played(*begun, "1: bank 10", "2: pass", "2: pass")
    assert isinstance(passed.dealer.ask, AskWagers)
    assert passed.state.curator == 0
    assert [seat.rack for seat in passed.state.positions] == [1000_00, 1000_00]
    assert under(passed, "4.6")[-1] == "Nothing is wagered: the shoe passes, and no cards are dealt."
    covered = played(*begun, "1: bank 10", "2: banco", BANKER_WINS)
    assert won(covered) == {"bank": 9_50, "banco": -10_00}


def test_4_6_no_more_bets_once_cards_are_called_for() -> None:
    table = played(
        *TWO, "1: bank 10", *BURNED, "2: banco", "cards 2s", "refused by 4.6 2: against 5", "refused 1: leave"
    )
    assert "No more bets." in under(table, "4.6")


# ---- 4.7


def test_4_7_control_is_the_largest_wager_of_equal_ones_the_earlier_in_order() -> None:
    begun = ("1: sit Ben 1000", "2: sit Ann 1000", "3: sit Cy 1000", "4: sit Di 1000", "1: bank 100", *BURNED)
    passes = ("2: pass", "3: pass", "4: pass")
    large = played(*begun, *passes, "2: against 30", "3: against 40", "4: against 30", "cards 2s Th 3d 5c")
    assert asked(large).position == 3
    equal = played(*begun, *passes, "2: against 20", "3: against 40", "4: against 40", "cards 2s Th 3d 5c")
    assert asked(equal).position == 3


def test_4_7_control_of_a_hand_is_nobody_elses() -> None:
    """Anyone else who answers for a hand is refused, including the banker and onlookers."""
    lines = (*THREE, "1: bank 100", *BURNED, "2: banco", "cards 2s Th 3d 5c")
    table = played(
        *lines, "refused by 4.7 1: stand", "refused by 4.7 3: draw", "2: draw", "cards 4h", "refused by 4.7 2: stand"
    )
    assert table.refusals[0].startswith("position 2 controls the Player's Hand, not position 1")
    assert table.refusals[2].startswith("position 1 controls the Banker's Hand, not position 2")
    played("1: sit Ben 1000", "2: sit Ann 1000", "1: bank 100", *BURNED, "refused by 4.6 1: banco")


def test_4_5_bank_after_the_first_card_is_refused_under_its_own_section() -> None:
    lines = (*THREE, "1: bank 100", *BURNED, "2: banco", "cards 9s")
    assert len(played(*lines, "refused by 4.5 1: bank 10", "refused by 4.6 3: against 10").refusals) == 2


def test_4_7_first_cards_are_face_down_and_known_to_the_player_of_each_hand() -> None:
    table = played(*THREE, "1: bank 100", *BURNED, "2: banco", "cards 2s Th 3d 5c")
    state = table.state
    assert [one.known_to for one in state.player_down] == [(2,), (2,)]
    assert [one.known_to for one in state.banker_down] == [(1,), (1,)]
    assert [str(one.card) for one in (*state.player_down, *state.banker_down)] == ["2s", "3d", "Th", "5c"]
    assert view(state, 2)["player_down"] == ["2s", "3d"]
    for eyes in (PUBLIC, 1, 3):
        assert "2s" not in str(view(state, eyes))


def test_4_7_naturals_turned_at_once_the_players_before_the_bankers() -> None:
    both = played(*TWO, "1: bank 60", *BURNED, "2: banco", "cards Kd 9h 8s Kc")
    assert under(both, "4.7")[2] == "Position 2 turns a natural."
    bankers = played(*TWO, "1: bank 60", *BURNED, "2: banco", "cards Kd 9h 2s Kc")
    assert under(bankers, "4.7")[2] == "Position 1 turns a natural."
    assert won(bankers) == {"bank": 57_00, "banco": -60_00}


# ---- 4.8


def test_4_8_natural_ends_the_round_without_a_third_card() -> None:
    table = played(*TWO, "1: bank 10", *BURNED, "2: banco", "cards 5d 9h 4s Kc")
    assert "A natural: no third card to either hand." in under(table, "4.8")
    assert game().layout.fact("natural") == [8, 9]


@pytest.mark.parametrize(("count", "may"), [(n, "draw") for n in range(5)] + [(5, "both"), (6, "stand"), (7, "stand")])
def test_4_8_player_draws_to_4_and_stands_from_6_and_the_question_reveals_nothing(count: int, may: str) -> None:
    first = {0: "Ts", 1: "As"}.get(count, f"{count}s")
    table = played(*TWO, "1: bank 10", *BURNED, "2: banco", f"cards {first} 2h Kd 4c")
    ask = asked(table)
    assert ask.choices == ("draw", "stand")
    assert table.dealer.game.choices.lawful(ask.state, ask) == (("draw", "stand") if may == "both" else (may,))
    assert table.dealer.game.choices.default(ask.state, ask) == ("draw" if may == "both" else may)
    if may != "both":
        wrong = "stand" if may == "draw" else "draw"
        with pytest.raises(Refused, match=rf"cannot {wrong} on {count}: the table demands to {may}"):
            table.dealer.decide(wrong)


def test_4_8_option_on_5_is_to_draw_or_stand_and_for_a_hand_of_5_only() -> None:
    assert game().optional == {5}
    begun = (*TWO, "1: bank 10", *BURNED, "2: banco", "cards 2s 2h 3d 4c")
    assert "The Player's Hand draws." in under(played(*begun, "2: draw", "cards Kh"), "4.8")
    assert "The Player's Hand stands." in under(played(*begun, "2: stand"), "4.8")


TABLE = {  # By the banker's count: against no third card, then against 0 to 9, as printed in the fact sheet.
    0: "DDDDDDDDDDD",
    1: "DDDDDDDDDDD",
    2: "DDDDDDDDDDD",
    3: "DDDDDDDDDSO",
    4: "DSSDDDDDDSS",
    5: "DSSSSODDDSS",
    6: "SSSSSSSDDSS",
    7: "SSSSSSSSSSS",
}


def demanded(made: CheminDeFer, count: int, third: int) -> str:
    """Return the choice that the table requires of a banker."""
    cards_of = {
        value: next(card for card in cards("Ts As 2s 3s 4s 5s 6s 7s 8s 9s") if made.rules.value(card) == value)
        for value in range(10)
    }
    banker = (Hidden(cards_of[count]), Hidden(cards_of[0]))
    state = replace(made.opening(), banker_down=banker, player=() if third == NO_CARD else (cards_of[third],))
    return {"draw": "D", "stand": "S", "": "O"}[made.must(state, "banker")]


def test_4_8_banker_draws_by_his_count_and_the_players_third_card() -> None:
    made = game()
    for count, third in product(range(8), (NO_CARD, *range(10))):
        assert demanded(made, count, third) == TABLE[count][third + 1], (count, third)


def test_4_8_banker_is_asked_as_a_formality_where_he_has_no_choice() -> None:
    begun = (*TWO, "1: bank 10", *BURNED, "2: banco")
    assert asked(played(*begun, "cards 2s 4h 3d Tc", "2: stand")).formality
    assert not asked(played(*begun, "cards 2s Th 3d 5c", "2: draw", "cards 4h")).formality


def test_4_8_free_leaves_the_banker_every_count_but_a_natural() -> None:
    made = game(banker_draw_rule="free")
    assert {demanded(made, count, third) for count in range(8) for third in (NO_CARD, *range(10))} == {"O"}
    begun = (*TWO, "1: bank 10", *BURNED, "2: banco", "cards 6s 6h Kd Kc")
    table = played(*begun, "2: stand", "1: draw", "cards 2h", banker_draw_rule="free")
    assert won(table) == {"banco": -10_00, "bank": 9_50}


# ---- 4.9


def test_4_9_result_of_equal_counts_is_void_and_costs_no_vigorish() -> None:
    table = played(*TWO, "1: bank 100", *BURNED, "2: banco", "cards 4s 5h 2d Ac", "2: stand", "1: stand")
    assert won(table) == {"banco": 0, "bank": 0}
    assert table.state.inventory == 0
    assert under(table, "4.9") == ["Player 6, Banker 6: a tie."]
    assert [one.winner for one in table.state.results] == ["tie"]


def test_4_9_payment_is_between_the_positions_and_the_house_has_its_percentage_only() -> None:
    lost = played(*TWO, "1: bank 100", *BURNED, "2: banco", PLAYER_WINS)
    assert [seat.rack for seat in lost.state.positions] == [900_00, 1100_00]
    assert lost.state.inventory == 0
    won = played(*TWO, "1: bank 100", *BURNED, "2: banco", BANKER_WINS)
    assert [seat.rack for seat in won.state.positions] == [1095_00, 900_00]
    assert won.state.inventory == 5_00


@pytest.mark.parametrize("cards", [PLAYER_WINS, BANKER_WINS, "cards 8s Kh Qd 8c"])
def test_4_9_payment_goes_counterclockwise_from_the_bankers_right_and_the_bank_comes_last(cards: str) -> None:
    sat = ("1: sit Ben 1000", "2: sit Ann 1000", "3: sit Cy 1000", "4: sit Di 1000")
    passes = ("3: pass", "4: pass", "1: pass")
    declined = ("1: pass", "2: bank 100")
    laid = ("3: against 10", "4: against 10", "1: against 10")
    table = played(*sat, *BURNED, *declined, *passes, *laid, cards)
    assert [position for section, position, _, _ in table.settled][-4:] == [3, 4, 1, 2]


def test_4_9_vigorish_is_on_the_sum_and_not_on_each_wager() -> None:
    begun = (*THREE, "1: bank 33", *BURNED, "2: pass", "3: pass", "2: against 16", "3: against 17", BANKER_WINS)
    assert won(played(*begun, vigorish_rounding="up_to_quarter"))["bank"] == 31_25
    assert won(played(*begun, vigorish_rounding="none"))["bank"] == 31_35


# ---- 4.10


def test_4_10_shoe_passes_after_a_loss_and_may_be_kept_after_a_win_or_a_tie() -> None:
    begun = (*THREE, "1: bank 10", *BURNED, "2: banco")
    assert played(*begun, PLAYER_WINS, "no more wagers").dealer.ask.position == 2
    assert asked(played(*begun, BANKER_WINS)).choices == ("keep", "pass")
    kept = played(*begun, BANKER_WINS, "1: keep", "no more wagers")
    assert asked(kept).question == "Position 1, you have the bank: state it, or pass it on:"
    assert asked(played(*begun, BANKER_WINS, "1: pass", "no more wagers")).position == 2
    assert asked(played(*begun, "cards 4s 5h 2d Ac", "2: stand", "1: stand")).choices == ("keep", "pass")
    played(*begun, PLAYER_WINS, "no more wagers", "refused by 4.10 2: keep")


def test_4_10_all_decline_and_the_last_banker_may_go_on_unless_he_has_just_lost() -> None:
    begun = (*TWO, "1: bank 10", *BURNED, "2: banco")
    won = played(*begun, BANKER_WINS, "1: pass", "no more wagers", "2: pass")
    assert asked(won).position == 1
    lost = played(*begun, PLAYER_WINS, "no more wagers", "2: pass")
    assert isinstance(lost.dealer.ask, AskWagers)
    assert under(lost, "4.10")[-1] == "No one takes the bank, so no cards are dealt."
    # It is offered to that player again next time.
    assert asked(played(*begun, PLAYER_WINS, "no more wagers", "2: pass", "no more wagers", "2: pass")).position == 1


def test_4_10_whole_bank_is_offered_first_to_players_who_put_up_the_same() -> None:
    begun = (*THREE, "1: bank 100", *BURNED, "2: banco", BANKER_WINS, "1: pass", "no more wagers")
    table = played(*begun, bank_after_win="whole")
    assert asked(table).question == "Position 2, the bank of $195 is offered to you as it is:"
    taken = played(*begun, "2: pass", "3: bank", bank_after_win="whole")
    assert [(one.position, one.amount) for one in taken.state.wagers] == [(3, 195_00)]
    anew = played(*begun, "2: pass", "3: pass", "2: bank 20", bank_after_win="whole")
    assert [(one.position, one.amount) for one in anew.state.wagers] == [(2, 20_00)]


def test_4_10_whole_bank_is_still_due_after_a_tie_and_a_void_round() -> None:
    """Nothing was won or lost: a banker who had to put up $195 must do so again, and no less."""
    begun = (
        *TWO,
        "1: bank 100",
        *BURNED,
        "2: banco",
        BANKER_WINS,
        "1: keep",
        "1: bank 195",
        "no more wagers",
        "2: banco",
    )
    for course in (("cards 8s Kh Qd 8c", "1: keep"), ("throw shoe_exhausted",)):
        table = played(*begun, *course, bank_after_win="whole")
        assert table.state.due == 195_00
        answer = table.dealer.game.allowed(table.state, 1, Action("make", "bank", 100_00))
        assert "the bank stays whole, $195" in answer.reason
    free = played(*begun, "cards 8s Kh Qd 8c", "1: keep", "1: bank 100", "no more wagers", bank_after_win="any")
    assert free.state.due == 0


def test_4_10_whole_bank_is_cut_to_whole_dollars_and_the_table_maximum() -> None:
    table = played(*TWO, "1: bank 33", *BURNED, "2: banco", BANKER_WINS, "1: keep", bank_after_win="whole")
    assert table.state.due == 64_00
    limited = played(
        *TWO,
        "1: bank 40",
        *BURNED,
        "2: banco",
        BANKER_WINS,
        "1: keep",
        bank_after_win="whole",
        limits=Limits(maximum=50_00),
    )
    assert limited.state.due == 50_00


def test_4_10_a_banker_who_leaves_between_rounds_gives_up_the_shoe() -> None:
    table = played(*THREE, "1: bank 10", *BURNED, "2: banco", BANKER_WINS, "1: keep", "1: leave")
    assert table.state.curator == 0
    assert table.state.seat(1) is None


# ---- 4.11


def test_4_11_against_the_table_a_player_who_stood_on_3_draws() -> None:
    begun = (*TWO, "1: bank 10", *BURNED, "2: banco")
    table = played(*begun, "cards As Kh 2d 7c", "interrupt player_against_table", "cards 4h")
    assert "The table demands to draw." in under(table, "4.8")
    assert "The Player's third card is the four of hearts." in under(table, "4.8")
    played(*begun, "cards 2s 2h 3d 4c", "refused by 4.11 interrupt player_against_table")


def test_4_11_against_the_table_a_card_that_no_hand_may_have_is_discarded() -> None:
    begun = (*TWO, "1: bank 10", *BURNED, "2: banco", "cards 6s 7h Kd Kc")
    player = played(*begun, "interrupt player_against_table", "cards 4h", "1: stand")
    assert "The four of hearts, dealt in error, is discarded." in under(player, "4.11")
    banker = played(*begun, "2: stand", "interrupt banker_against_table", "cards 4h")
    assert "The four of hearts, dealt in error, is discarded." in under(banker, "4.11")
    assert won(banker) == {"banco": -10_00, "bank": 9_50}


def test_4_11_against_the_table_a_banker_who_stood_on_4_draws() -> None:
    begun = (*TWO, "1: bank 10", *BURNED, "2: banco", "cards 6s 4h Kd Kc", "2: stand")
    table = played(*begun, "interrupt banker_against_table", "cards 4c")
    assert won(table) == {"banco": -10_00, "bank": 9_50}


def test_4_11_extra_card_begins_the_next_round_or_is_discarded_if_it_was_seen() -> None:
    begun = (*TWO, "1: bank 10", *BURNED, "2: banco", "cards 6s")
    kept = played(*begun, "throw extra_card_unseen", "cards 7h Kd Kc", "2: stand", "1: stand", "cards 4h")
    assert [one.card for one in kept.state.kept] == list(cards("4h"))
    seen = played(*begun, "throw extra_card_seen", "cards 7h Kd Kc", "2: stand", "1: stand", "cards 4h")
    assert seen.state.kept == ()
    assert "The four of hearts, dealt in error, is discarded." in under(seen, "4.11")


def test_4_11_natural_not_shown_stands_and_the_card_drawn_is_discarded() -> None:
    begun = (*TWO, "1: bank 10", *BURNED, "2: banco", "cards 6s")
    table = played(*begun, "throw natural_not_shown", "cards 9h Kd Kc", "cards 4h")
    assert "The four of hearts, dealt in error, is discarded." in under(table, "4.11")
    assert won(table) == {"banco": -10_00, "bank": 9_50}


def test_4_11_face_up_in_the_shoe_a_card_is_not_used() -> None:
    begun = (*TWO, "1: bank 10", *BURNED, "2: banco", "cards 9s")
    table = played(*begun, "throw face_up_in_shoe", "cards 5h", "cards Kh Qd 7c")
    assert "The five of hearts is discarded." in under(table, "4.11")
    assert won(table) == {"banco": 10_00, "bank": -10_00}


def test_4_11_shoe_exhausted_is_void_and_the_banker_stays() -> None:
    table = played(*TWO, "1: bank 10", *BURNED, "2: banco", "cards 9s", "throw shoe_exhausted", "cards As 2c")
    assert won(table) == {"banco": 0, "bank": 0}
    assert table.state.curator == 1


def test_4_11_over_covered_concerns_the_player_asked_to_cover() -> None:
    begun = (*THREE, "1: bank 100", *BURNED)
    played(*begun, "refused by 4.11 interrupt over_covered")
    table = played(*begun, "2: pass", "3: pass", "2: against 60", "interrupt over_covered", "cards 2s")
    assert [wager.amount for wager in table.state.wagers] == [100_00, 60_00, 40_00]


def test_4_11_banker_gone_needs_a_banker() -> None:
    played(*TWO, "refused by 4.11 interrupt banker_gone", "1: bank 100", "interrupt banker_gone")


def test_4_11_banker_gone_before_the_first_card_and_wagers_go_back() -> None:
    table = played(*THREE, "1: bank 100", *BURNED, "2: pass", "3: pass", "2: against 60", "interrupt banker_gone")
    assert isinstance(table.dealer.ask, AskWagers)
    assert [seat.rack for seat in table.state.positions] == [1000_00] * 3
    assert (table.state.curator, table.state.wagers) == (0, ())
    at_the_wagers = played(*TWO, "1: bank 100", "interrupt banker_gone")
    assert at_the_wagers.state.rack(1) == 1000_00


@pytest.mark.parametrize("against", [("2: banco",), ("2: pass", "3: pass", "2: against 60", "3: pass")])
def test_4_11_banker_gone_after_no_more_bets_and_before_the_first_card_and_wagers_go_back(against: Any) -> None:
    table = played(*THREE, "1: bank 100", *BURNED, *against, "interrupt banker_gone")
    assert "No more bets." in under(table, "4.6")
    assert under(table, "4.11")[-1] == "The shoe passes from position 1."
    assert sum(isinstance(step, Settled) and step.result == "returned" for step in table.steps) == len(table.settled)
    assert isinstance(table.dealer.ask, AskWagers)
    assert [seat.rack for seat in table.state.positions] == [1000_00] * 3
    assert (table.state.curator, table.state.wagers, table.state.offered_from) == (0, (), 1)
    assert (table.state.player_down, table.state.banker_down, table.state.results) == ((), (), ())


def test_4_11_banker_gone_before_the_first_card_and_the_next_banker_deals_a_round_of_his_own() -> None:
    gone = (*THREE, "1: bank 100", *BURNED, "2: banco", "interrupt banker_gone")
    table = played(*gone, "no more wagers", "2: bank 50", "3: banco", "cards 7s Kh Qd 9c", "2: pass")
    assert won(table) == {"bank": 47_50, "banco": -50_00}
    assert table.state.rack(1) == 1000_00


def test_4_11_banker_gone_after_the_first_card_and_the_dealer_draws_on_both_options() -> None:
    begun = (*TWO, "1: bank 10", *BURNED, "2: banco", "cards 2s")
    table = played(*begun, "throw banker_gone", "cards Th 3d 5c", "2: draw", "cards 4h", "cards 2c")
    assert won(table) == {"banco": 10_00, "bank": -10_00}
    assert view(played(*begun, "throw banker_gone", "cards Th 3d 5c").state, 1)["banker_down"] == ["??", "??"]
    natural = played(*begun, "throw banker_gone", "cards Th Kd 9c")
    assert natural.state.curator == 0
    assert won(natural) == {"banco": -10_00, "bank": 9_50}


def test_4_11_shuffler_fails_and_the_cards_are_shuffled_again() -> None:
    table = played(*TWO, "1: bank 10", "throw shuffler_failure", "cards As 2c")
    assert under(table, "4.3")[0] == "The cards are shuffled: 6 decks."
    assert under(table, "4.11") == ["Shuffling fails: reshuffled. The cards are shuffled again."]


# ---- Section numbers by date


def test_sections_before_2012_are_one_higher_from_4_3_on() -> None:
    then, now = (Layout.of(GAME, date(year, 6, 1)) for year in (2008, 2013))
    assert then.cite(then.rules.facts["banker_draws"].section) == "N.J.A.C. 19:47-4.9"
    assert now.cite(now.rules.facts["banker_draws"].section) == "N.J.A.C. 13:69F-4.8"
    assert then.cite(then.rules.facts["card_values"].section) == "N.J.A.C. 19:47-4.1"
