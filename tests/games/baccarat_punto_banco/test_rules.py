"""The rules of Subchapter 3; the name of each test begins with its section."""

from typing import Any

import pytest

from pitboss.equipment import CARDS, SeededSource
from pitboss.equipment import cards as read_cards
from pitboss.families.baccarat.coup import Coup, Rules
from pitboss.table import AskDecision, AskWagers, Dealer, Hidden, Refused, Settled, game_on, replay, view
from pitboss.table.bots import RandomBot
from pitboss.table.script import BadScript
from pitboss.table.state import replace
from pitboss.table.steps import Action, AskCard

from .table import BURNED, Played, everything, laid_out, small_shoe

NOBODY_DRAWS = "Kc Kd 7h 6c"
"Player 7, Banker 6."
BANKER_WINS = "6c 2d Kh 3c 4s"
"Player 6 stands, Banker 5 draws to 9."
TIE = "9c 5d 9h 3c"
SIT = "1: sit Ann 1000"


def of_value(value: int) -> str:
    return "A" if value == 1 else "K" if value == 0 else str(value)


# ---- 3.1


def test_3_1_b_1_to_3_values_are_the_number_nothing_for_tens_and_faces_and_one_for_the_ace() -> None:
    rules = Rules(everything())
    found = {card.rank.letter: rules.value(card) for card in CARDS[:52]}
    assert found == {str(n): n for n in range(2, 10)} | dict.fromkeys("TJQK", 0) | {"A": 1}


def test_3_1_c_1_and_2_hands_count_the_right_digit_of_their_total() -> None:
    rules = Rules(everything())
    by_name = {str(card): card for card in CARDS}
    assert rules.point_count([by_name["Ac"], by_name["2d"], by_name["4h"]]) == 7
    assert rules.point_count([by_name["Ac"], by_name["2d"], by_name["9h"]]) == 2


def test_3_1_a_six_decks_or_more_and_no_upper_limit() -> None:
    assert game_on(everything(decks=6)).decks == 6
    assert game_on(everything(decks=20)).decks == 20
    with pytest.raises(ValueError, match=r"3\.1\(a\).*decks is 5; permitted: a whole number, 6 or more"):
        everything(decks=5)


# ---- 3.2


@pytest.mark.parametrize(
    ("player", "banker", "natural"),
    [((8, 2), (7, 2), True), ((9, 2), (8, 2), True), ((7, 3), (3, 3), False), ((9, 3), (0, 3), False)],
)
def test_3_2_a_5_i_bonus_wins_by_a_natural_or_by_four(
    player: tuple[int, int], banker: tuple[int, int], natural: bool
) -> None:
    rules = Rules(everything())
    one = Coup(player[0], banker[0], player[1], banker[1])
    other = Coup(banker[0], player[0], banker[1], player[1])
    outcome = "natural" if natural else str(player[0] - banker[0])
    assert rules.decide("bonus_player", one) == rules.decide("bonus_banker", other) == ("wins", outcome)
    assert rules.decide("bonus_banker", one) == rules.decide("bonus_player", other) == ("loses", "")


@pytest.mark.parametrize(
    ("coup", "how"),
    [
        (Coup(8, 8, 2, 2), "void"),
        (Coup(9, 9, 2, 2), "void"),
        (Coup(8, 8, 3, 3), "loses"),
        (Coup(8, 9, 2, 2), "loses"),
        (Coup(7, 4, 2, 3), "loses"),
        (Coup(9, 6, 3, 2), "loses"),
        (Coup(5, 7, 3, 3), "loses"),
    ],
)
def test_3_2_a_5_bonus_is_void_on_equal_naturals_and_loses_on_all_else(coup: Coup, how: str) -> None:
    assert Rules(everything()).decide("bonus_player", coup)[0] == how


def test_3_2_no_more_bets_closes_the_wagers() -> None:
    table = Played(SIT, "1: banker 10", BURNED, "card 6c", "refused by 3.2 1: player 10", "refused 1: remove banker")
    assert table.refused[0] == "no bets now: the round waits for a card (N.J.A.C. 13:69F-3.2)"
    assert table.said("3.2")[-1] == "No more bets."


def test_3_2_wagers_may_be_changed_and_taken_down_before() -> None:
    table = Played(
        SIT, "1: banker 10", "1: increase banker 5", "1: reduce banker 3", "1: tie 5", "1: remove tie", BURNED
    )
    assert [(wager.kind, wager.amount) for wager in table.state.wagers] == [("banker_hand", 12_00)]


def test_3_2_a_2_and_1_both_hands_may_be_wagered_on_by_one_participant() -> None:
    table = Played(SIT, "1: player 10", "1: banker 10", BURNED, f"cards {NOBODY_DRAWS}")
    assert table.won() == {"player_hand": 10_00, "banker_hand": -10_00}


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("banker $25", "banker_hand"),
        ("player 10", "player_hand"),
        ("tie 5", "tie"),
        ("player pair 5", "pair_player"),
        ("six cards 5", "cards_6"),
        ("5 on the banker", "banker_hand"),
        ("banker pair 5", "pair_banker"),
        ("4 cards 5", "cards_4"),
        ("player bonus 5", "bonus_player"),
        ("banker's hand 5", "banker_hand"),
        ("dragon 7 5", "dragon7"),
        ("panda 5", "panda8"),
    ],
)
def test_3_2_wagers_are_known_by_the_names_that_players_use(said: str, kind: str) -> None:
    every = {f"offer_{one}": True for one in ("cards_wagers", "bonus_wager", "pairs", "dragon7", "panda8")}
    table = Played(SIT, f"1: {said}", banker_variant="no_vig_dragon7_push", **every)
    assert table.state.wagers[0].kind == kind


# ---- 3.3


@pytest.mark.parametrize(
    ("pct", "rounding", "wagered", "vigorish"),
    [
        (5, "none", 12, 60),
        (5, "up_to_quarter", 12, 75),
        (5, "up_to_quarter", 5, 25),
        (5, "up_to_quarter", 1, 25),
        (4, "none", 15, 60),
        (4, "up_to_quarter", 15, 75),
        (4, "up_to_quarter", 25, 100),
        (4, "none", 1, 4),
    ],
)
def test_3_3_vigorish_is_a_percentage_of_the_win_rounded_up(
    pct: int, rounding: str, wagered: int, vigorish: int
) -> None:
    options = {"vigorish_pct": pct, "vigorish_rounding": rounding, "vigorish_collection": "at_payout"}
    table = Played(SIT, f"1: banker {wagered}", BURNED, f"cards {BANKER_WINS}", **options)
    assert table.won() == {"banker_hand": wagered * 100 - vigorish}
    assert not table.state.owed


def test_3_3_vigorish_is_taken_of_wins_only() -> None:
    table = Played(SIT, "1: banker 10", BURNED, f"cards {TIE}", "1: banker 10", f"cards {NOBODY_DRAWS}")
    assert table.won() == {"banker_hand": -10_00}
    assert not table.state.owed


def test_3_3_vigorish_marked_is_collected_before_the_shuffle() -> None:
    table = Played(
        SIT, "2: sit Bob 1000", "1: banker 100", "2: banker 20", BURNED, f"cards {BANKER_WINS}", "1: keep", "1: tie 1"
    )
    assert [(marker.position, marker.amount) for marker in table.state.owed] == [(1, 5_00), (2, 1_00)]
    jam = Played(
        SIT,
        "2: sit Bob 1000",
        "1: banker 100",
        "2: banker 20",
        BURNED,
        f"cards {BANKER_WINS}",
        "1: keep",
        "interrupt shuffler_jams",
    )
    assert jam.said("3.3")[-2:] == ["Position 1 pays $5 vigorish.", "Position 2 pays $1 vigorish."]
    assert not jam.state.owed
    assert [seat.rack for seat in jam.state.positions] == [1095_00, 1019_00]


def test_3_3_vigorish_marked_is_collected_when_the_participant_leaves() -> None:
    table = Played(SIT, "2: sit Bob 10", "1: banker 100", BURNED, f"cards {BANKER_WINS}", "1: keep", "1: leave")
    assert table.said("3.3")[-1] == "Position 1 pays $5 vigorish."
    assert "Ann leaves with $1,095" in [getattr(step, "text", "") for step in table.steps]
    assert table.state.inventory == -95_00
    assert not table.state.owed


def test_3_3_vigorish_marked_cannot_be_wagered_away() -> None:
    lines = ("1: sit Ann 100", "1: banker 100", BURNED, f"cards {BANKER_WINS}", "1: keep")
    table = Played(*lines, "refused 1: player 196", "1: player 195")
    assert table.refused == ["$196 is more than the $195 available"]


def test_3_3_vigorish_marked_stays_owed_after_a_loss_and_after_a_void_round() -> None:
    lines = (SIT, "1: banker 100", BURNED, f"cards {BANKER_WINS}", "1: keep", "1: tie 10", f"cards {NOBODY_DRAWS}")
    table = Played(*lines, "1: accept", "1: tie 10", "card 2c", "throw not_enough_cards")
    assert table.said("3.12")[-1].endswith("the round is void.")
    # The void round ends with a shuffle, at which the vigorish is paid.
    assert table.said("3.3")[-1] == "Position 1 pays $5 vigorish."


@pytest.mark.parametrize(
    ("variant", "coup", "decided"),
    [
        ("no_vig_six_half", Coup(4, 6, 3, 2), ("wins", "six")),
        ("no_vig_six_half", Coup(4, 6, 3, 3), ("wins", "six")),
        ("no_vig_six_half", Coup(4, 7, 3, 3), ("wins", "")),
        ("no_vig_six_half", Coup(6, 6, 3, 3), ("void", "")),
        ("no_vig_dragon7_push", Coup(4, 7, 3, 3), ("void", "")),
        ("no_vig_dragon7_push", Coup(4, 7, 3, 2), ("wins", "")),
        ("no_vig_dragon7_push", Coup(7, 7, 2, 3), ("void", "")),
        ("vigorish", Coup(4, 7, 3, 3), ("wins", "")),
    ],
)
def test_3_3_no_vigorish_but_half_on_six_or_nothing_on_a_three_card_seven(
    variant: str, coup: Coup, decided: tuple[str, str]
) -> None:
    assert Rules(everything(banker_variant=variant)).decide("banker_hand", coup) == decided


def test_3_3_no_vigorish_is_taken_in_the_variants() -> None:
    for variant in ("no_vig_six_half", "no_vig_dragon7_push"):
        table = Played(SIT, "1: banker 10", BURNED, f"cards {BANKER_WINS}", banker_variant=variant)
        assert (table.won(), table.state.owed) == ({"banker_hand": 10_00}, ())


@pytest.mark.parametrize(
    ("wager", "coup", "won"),
    [("player", NOBODY_DRAWS, 10_00), ("banker", BANKER_WINS, 10_00 - 50), ("tie", TIE, 80_00)],
)
def test_3_3_odds_of_the_hands_and_the_tie(wager: str, coup: str, won: int) -> None:
    table = Played(SIT, f"1: {wager} 10", BURNED, f"cards {coup}", vigorish_collection="at_payout")
    assert list(table.won().values()) == [won]


def test_3_3_odds_of_the_hands_and_the_tie_may_be_nine() -> None:
    assert Played(SIT, "1: tie 10", BURNED, f"cards {TIE}", tie_payout="9 to 1").won() == {"tie": 90_00}


def test_3_3_odds_of_the_number_of_cards() -> None:
    odds = Rules(everything()).odds
    assert [str(odds[kind][""]) for kind in ("cards_4", "cards_5", "cards_6")] == ["3 to 2", "2 to 1", "2 to 1"]


@pytest.mark.parametrize(("table", "to_one"), [("A", (30, 10, 6, 4, 2, 1, 1)), ("B", (30, 10, 4, 4, 2, 2, 1))])
@pytest.mark.parametrize("wager", ["bonus_player", "bonus_banker"])
def test_3_3_odds_of_the_bonus(wager: str, table: str, to_one: tuple[int, ...]) -> None:
    odds = Rules(everything(bonus_pay_table=table)).odds[wager]
    rows = ("9", "8", "7", "6", "5", "4", "natural")
    assert {margin: str(paid) for margin, paid in odds.items()} == {
        row: f"{number} to 1" for row, number in zip(rows, to_one, strict=True)
    }


def test_3_3_odds_of_later_wagers() -> None:
    odds = Rules(everything()).odds
    later = {"pair_player": "11 to 1", "pair_banker": "11 to 1", "dragon7": "40 to 1", "panda8": "25 to 1"}
    assert {kind: str(odds[kind][""]) for kind in later} == later


def test_3_3_whole_dollars_can_always_be_paid_to_the_cent() -> None:
    table = Played(SIT, "refused by 3.3 1: banker 0.50", "1: banker 1", "refused 1: increase banker 0.25")
    assert table.refused[0].startswith("$0.50: wagers must be multiples of $1")


def test_3_2_pairs_go_by_rank_and_not_by_value() -> None:
    wagers = ("1: player pair 10", "1: banker pair 10")
    table = Played(SIT, *wagers, BURNED, "cards Jc Jd Kh Js 2c 3c", offer_pairs=True)
    assert table.won() == {"pair_player": -10_00, "pair_banker": 110_00}


@pytest.mark.parametrize(
    ("coup", "dragon", "panda"),
    [
        (Coup(5, 7, 3, 3), "wins", "loses"),
        (Coup(5, 7, 3, 2), "loses", "loses"),
        (Coup(7, 7, 2, 3), "loses", "loses"),
        (Coup(8, 7, 3, 2), "loses", "wins"),
        (Coup(8, 7, 2, 2), "loses", "loses"),
        (Coup(8, 8, 3, 3), "loses", "loses"),
    ],
)
def test_3_2_dragon_and_panda_want_a_win_with_three_cards(coup: Coup, dragon: str, panda: str) -> None:
    rules = Rules(everything(banker_variant="no_vig_dragon7_push"))
    assert (rules.decide("dragon7", coup)[0], rules.decide("panda8", coup)[0]) == (dragon, panda)


def test_3_2_a_2_ii_and_1_i_the_players_hand_loses_where_the_bankers_wins() -> None:
    table = Played(SIT, "1: player 10", BURNED, f"cards {BANKER_WINS}")
    assert [step.section for step in table.steps if isinstance(step, Settled)] == ["3.2(a)2ii"]


# ---- 3.5


@pytest.mark.parametrize(("first", "number"), [("Ac", 1), ("2c", 2), ("9c", 9), ("Tc", 10), ("Jc", 10), ("Kc", 10)])
def test_3_5_burn_by_the_number_of_the_first_card(first: str, number: int) -> None:
    rest = ["2d", "3d", "4d", "5d", "6d", "7d", "8d", "9d", "Td", "Jd"][:number]
    table = Played(SIT, "1: banker 10", f"cards {first}", f"cards {' '.join(rest)}")
    assert f": {number} more " in table.said("3.5")[-1]
    shoe = table.state.shoe
    assert shoe is not None
    assert (shoe.left, shoe.discards, shoe.on_table) == (416 - 1 - number, 1 + number, 0)


def test_3_5_cutting_card_goes_in_after_the_cut_with_as_many_cards_behind_it_as_the_table_posts() -> None:
    for options, behind in (({}, 14), ({"cut_card_from_end": 20}, 20)):
        table = Played(SIT, "1: banker 10", "cards As 2c", **options)
        assert table.said("3.5")[:3] == [
            "The cards are shuffled: 8 decks.",
            "The cards are cut.",
            f"The cutting card goes in with {behind} cards behind it.",
        ]
        assert table.state.shoe is not None
        assert table.state.shoe.cut_card == behind


def test_3_5_cutting_card_in_the_middle_of_a_round_leaves_one_more() -> None:
    dealer, said = few_cards("Kc Kd 7h 6c Qc Qd 7s 6h 9c 9d", behind=7)
    dealer.finish()
    assert "The cutting card comes out: after this round 1 more is dealt from this shoe." in said
    assert not dealer.state.finished
    dealer.decide("accept")
    dealer.act(1, Action("make", "tie", 10_00))
    dealer.finish()
    assert "The cutting card is out: this is the shoe's last round." in said
    assert dealer.state.finished


def test_3_5_last_round_if_the_cutting_card_comes_out_first() -> None:
    dealer, said = few_cards("Kc Kd 7h 6c Qc Qd 7s 6h 9c 9d", behind=10)
    dealer.finish()
    assert "The cutting card is out: this is the shoe's last round." in said
    assert "The shoe is finished." in said
    assert dealer.state.finished


def test_3_5_shuffle_after_the_last_round_of_a_real_shoe() -> None:
    game = game_on(everything(decks=6))
    dealer = Dealer(game, SeededSource(11))
    dealer.act(1, Action("sit", amount=100_000_00))
    bot = RandomBot(3)
    left = []
    while dealer.state.shoe is None or dealer.state.shoe.shuffles < 3:
        dealer.finish(bot)
        left.append(dealer.state.shoe.left if dealer.state.shoe else 0)
        if dealer.state.finished:
            assert 14 - 11 <= left[-1] <= 14
    assert min(left) >= 3


def test_3_5_cutting_card_cannot_stand_behind_the_whole_shoe() -> None:
    with pytest.raises(ValueError, match=r"3\.5 .*cut_card_from_end = 416 and decks = 8"):
        game_on(everything(cut_card_from_end=416))


def test_3_5_scoreboards_restart_with_a_new_shoe() -> None:
    table = Played(SIT, "1: banker 10", BURNED, f"cards {BANKER_WINS}", "1: keep", "interrupt shuffler_jams", BURNED)
    assert table.state.results == ()


# ---- 3.6, 3.11: the curator


def three(*lines: str) -> Played:
    return Played("2: sit Bob 1000", "5: sit Eve 1000", "9: sit Joe 1000", "2: banker 10", BURNED, *lines)


def test_3_6_curator_is_the_first_to_accept_from_seat_1_counterclockwise() -> None:
    table = three("2: decline")
    assert isinstance(table.dealer.ask, AskDecision)
    assert table.dealer.ask.position == 5
    table.dealer.decide("accept")
    assert table.state.curator == 5


def test_3_6_curator_none_a_dealer_deals() -> None:
    table = three("2: decline", "5: decline", "9: decline", f"cards {TIE}")
    assert "No one takes the shoe, so a dealer deals." in table.said("3.6")
    assert table.state.curator == 0
    # The dealer keeps the shoe after a tie, so no one is asked.
    assert isinstance(table.dealer.ask, AskWagers)


def test_3_6_curator_needs_no_wager() -> None:
    assert three("2: decline", "5: accept", f"cards {TIE}").state.curator == 5


def test_3_11_shoe_passes_after_a_player_win_and_the_next_seat_is_asked() -> None:
    table = three("2: accept", f"cards {NOBODY_DRAWS}")
    assert "position 2 gives up the shoe" in table.said("3.11")[-1]
    assert isinstance(table.dealer.ask, AskDecision)
    assert (table.dealer.ask.position, table.dealer.ask.choices) == (5, ("accept", "decline"))


@pytest.mark.parametrize("cards", [BANKER_WINS, TIE])
def test_3_11_shoe_passes_or_stays_after_a_banker_win_or_a_tie(cards: str) -> None:
    kept = three("2: accept", f"cards {cards}", "2: keep", "2: tie 1")
    assert kept.state.curator == 2
    passed = three("2: accept", f"cards {cards}", "2: pass")
    assert isinstance(passed.dealer.ask, AskDecision)
    assert passed.dealer.ask.position == 5


def test_3_11_shoe_passes_around_the_table_and_returns_to_its_last_holder_last() -> None:
    table = three("2: decline", "5: decline", "9: accept", f"cards {NOBODY_DRAWS}")
    asked = []
    while isinstance(table.dealer.ask, AskDecision):
        asked.append(table.dealer.ask.position)
        table.dealer.decide("decline")
    assert asked == [2, 5, 9]


def test_3_11_shoe_passes_when_the_curator_leaves() -> None:
    table = three("2: accept", "5: leave", "2: remove banker", "2: leave", "9: tie 5", "close")
    assert isinstance(table.dealer.ask, AskCard)
    assert table.state.curator == 9


def test_3_6_the_curator_is_chosen_again_for_a_new_shoe_from_seat_1_on() -> None:
    table = three("2: decline", "5: accept", "interrupt shuffler_jams", BURNED, "close")
    assert table.state.curator == 2


# ---- 3.7


def test_3_7_first_four_cards_are_dealt_face_down_and_nobody_sees_them() -> None:
    table = Played(SIT, "1: player 10", BURNED, "cards 6c 2d Kh")
    assert [held.card for held in table.state.player_down] == [CARDS[16], CARDS[46]]
    for position in (0, 1):
        seen = view(table.state, position)
        assert seen["player_down"] == ["??", "??"]
        assert seen["banker_down"] == ["??"]


def test_3_7_turning_is_by_the_largest_wager_on_the_players_hand() -> None:
    table = Played(
        SIT,
        "2: sit Bob 1000",
        "3: sit Eve 1000",
        "1: player 10",
        "2: player 20",
        "3: banker 50",
        BURNED,
        f"cards {TIE}",
    )
    handed = next(step for step in table.steps if "largest wager" in getattr(step, "text", ""))
    assert getattr(handed, "position", 0) == 2
    down: tuple[Hidden, ...] = handed.state.player_down
    assert [held.known_to for held in down] == [(2,), (2,)]
    assert view(handed.state, 2)["player_down"] == ["9c", "9h"]
    assert view(handed.state, 1)["player_down"] == ["??", "??"]
    assert "Position 1 turns the Banker's cards." in table.said("3.7")


def test_3_7_turning_of_equal_wagers_is_by_the_first_counterclockwise_from_the_curator() -> None:
    lines = (SIT, "2: sit Bob 1000", "3: sit Eve 1000", "1: player 20", "2: player 20", "3: player 20", BURNED)
    table = Played(*lines, "1: decline", "2: accept", f"cards {TIE}")
    assert table.said("3.7")[1].startswith("Position 3 has the largest wager")


def test_3_7_turning_is_the_dealers_if_nobody_wagered_on_the_players_hand() -> None:
    table = Played(SIT, "1: banker 20", BURNED, f"cards {TIE}")
    assert table.said("3.7")[1] == "The Player's Hand: 9♣ 9♥, 8, a natural."


# ---- 3.9


def test_3_8_third_card_goes_face_up_to_the_players_hand_first() -> None:
    table = Played(SIT, "1: tie 10", BURNED, "cards Kc Kd 2h 3c")
    assert isinstance(table.dealer.ask, AskCard)
    assert table.dealer.ask.to == "Player's Hand"
    assert "3.8" in [step.section for step in table.steps]
    table = Played(SIT, "1: tie 10", BURNED, "cards Kc Kd 2h 3c 4s")
    assert view(table.state)["player"] == ["Kc", "2h", "4s"]
    assert isinstance(table.dealer.ask, AskCard)
    assert table.dealer.ask.to == "Banker's Hand"


MOST = {0: 3, 1: 3, 2: 4, 3: 4, 4: 5, 5: 5, 6: 6, 7: 6, 8: 2, 9: 3}
"""The highest count on which the Banker's Hand draws, by third card: the table in 3.9 in another form."""


@pytest.mark.parametrize("third", range(10))
@pytest.mark.parametrize("banker", range(8))
def test_3_9_banker_draws_by_the_table(banker: int, third: int) -> None:
    """The Player's Hand has 5 and draws; the Banker's Hand has a king and its count."""
    cards = f"Kc Kd 5h {of_value(banker)}c {of_value(third)}s"
    draws = banker <= MOST[third]
    table = Played(SIT, "1: tie 10", BURNED, f"cards {cards}{' 9d' if draws else ''}")
    assert len(table.state.results) == 1
    assert table.state.results[0].cards == 5 + draws
    assert table.state.results[0].banker == (banker + 9 * draws) % 10


@pytest.mark.parametrize("banker", range(8))
@pytest.mark.parametrize("player", [6, 7])
def test_3_9_banker_draws_up_to_5_if_the_player_took_no_card(player: int, banker: int) -> None:
    draws = banker <= 5
    table = Played(SIT, "1: tie 10", BURNED, f"cards Kc Kd {player}h {of_value(banker)}c{' 9d' if draws else ''}")
    assert table.state.results[0].cards == 4 + draws


@pytest.mark.parametrize("player", range(6))
def test_3_9_player_draws_up_to_5(player: int) -> None:
    table = Played(SIT, "1: tie 10", BURNED, f"cards Kc Kd {of_value(player)}h 7c 2s")
    assert table.state.results[0].cards == 5
    assert table.state.results[0].player == player + 2


@pytest.mark.parametrize("cards", ["Kc Kd 8h Kh", "Kc Kd Ks 9c", "Kc 3d 9h 5c"])
def test_3_9_a_natural_in_either_hand_ends_the_round(cards: str) -> None:
    table = Played(SIT, "1: tie 10", BURNED, f"cards {cards}")
    assert table.said("3.9(a)") == ["A natural: no third card to either hand."]
    assert table.state.results[0].cards == 4


# ---- 3.10


def test_3_10_settlement_collects_losers_before_it_pays() -> None:
    lines = (SIT, "2: sit Bob 1000", "1: banker 10", "2: player 10", "1: tie 5", BURNED, f"cards {BANKER_WINS}")
    table = Played(*lines)
    results = [step.result for step in table.steps if hasattr(step, "result")]
    assert results == ["loses", "loses", "wins"]
    assert table.said("3.10") == ["Player 6, Banker 9: the Banker wins."]


def test_3_10_scoreboard_keeps_the_results_of_the_shoe() -> None:
    lines = (SIT, "1: tie 5", BURNED, f"cards {BANKER_WINS}", "1: keep", "1: tie 5", f"cards {TIE}", "1: keep")
    table = Played(*lines, "1: tie 5", f"cards {NOBODY_DRAWS}")
    boards = table.dealer.game.scoreboards(table.state)
    assert boards.wins == {"player": 1, "banker": 1, "tie": 1}
    assert [(mark.winner, mark.ties) for mark in boards.big_road] == [("banker", 1), ("player", 0)]
    assert table.state.results[1].player_pair


def test_3_10_scoreboard_has_six_rows_and_forgets_rounds_older_than_120() -> None:
    table = Played(SIT, "1: tie 5", BURNED, f"cards {BANKER_WINS}")
    game: Any = table.dealer.game
    assert game.scoreboards(table.state).rows == 6
    old = replace(
        table.state, results=table.state.results * 120, player=read_cards("9c 5d"), banker=read_cards("9h 3c")
    )
    kept = next(game.settle(old)).state.results
    assert (len(kept), kept[0].winner, kept[-1].winner) == (120, "banker", "player")


# ---- 3.12


def test_3_12_card_face_up_is_not_used_and_the_next_takes_its_place() -> None:
    table = Played(SIT, "1: player 10", BURNED, "cards Kc Kd", "throw card_face_up", "card 2s", "cards 7h 6c")
    assert table.won() == {"player_hand": 10_00}
    assert "The two of spades is discarded." in table.said("3.12")
    shoe = table.state.shoe
    assert shoe is not None
    assert (shoe.on_table, shoe.discards) == (0, 2 + 1 + 4)


def test_3_12_not_enough_cards_voids_the_round_and_the_cards_are_shuffled() -> None:
    dealer, said = few_cards("Kc Kd 2h 3c")
    dealer.finish()
    assert "Not enough cards in the shoe to finish the round: the round is void." in said
    assert not dealer.state.wagers
    assert dealer.state.rack(1) == dealer.state.positions[0].bought_in
    assert dealer.state.finished


@pytest.mark.parametrize(("event", "kept"), [("extra_card", 1), ("extra_card_seen", 0)])
def test_3_12_extra_card_begins_the_next_round_or_is_discarded(event: str, kept: int) -> None:
    table = Played(SIT, "1: player 10", BURNED, "cards Kc Kd", f"throw {event}", "cards 7h 6c 9s")
    assert table.won() == {"player_hand": 10_00}
    assert len(table.state.kept) == kept
    assert table.state.shoe is not None
    assert table.state.shoe.on_table == kept
    assert "??" in str(view(table.state)) or not kept
    assert "9s" not in str(view(table.state, 1))


@pytest.mark.parametrize(("event", "kept"), [("card_on_natural", 1), ("card_on_natural_seen", 0)])
def test_3_12_card_on_a_natural_is_not_used(event: str, kept: int) -> None:
    table = Played(SIT, "1: player 10", BURNED, "cards Kc Kd", f"throw {event}", "cards 9h 6c 5s")
    assert table.won() == {"player_hand": 10_00}
    assert table.state.results[0].cards == 4
    assert len(table.state.kept) == kept


def test_3_12_third_card_to_the_player_is_no_error_if_it_must_draw() -> None:
    table = Played(SIT, "1: player 10", BURNED, "cards Kc Kd", "throw player_third_card", "cards 5h 7c 4s")
    assert table.won() == {"player_hand": 10_00}
    assert table.said("3.12")[-1].endswith("no error, the rules called for these cards.")
    assert not table.state.kept


def test_3_12_third_card_to_the_player_is_no_error_if_both_hands_draw() -> None:
    table = Played(SIT, "1: player 10", BURNED, "cards Kc Kd", "throw player_third_card", "cards 5h 3c 2s 5d")
    assert table.state.results[0].cards == 6
    assert table.said("3.12")[-1].endswith("no error, the rules called for these cards.")


def test_3_12_third_card_to_the_player_on_a_natural_is_kept() -> None:
    table = Played(SIT, "1: player 10", BURNED, "cards Kc Kd", "throw player_third_card", "cards 9h 3c 4s")
    assert table.state.results[0].cards == 4
    assert len(table.state.kept) == 1


def test_3_12_extra_card_kept_is_put_away_with_a_new_shoe() -> None:
    table = Played(
        SIT,
        "1: tie 10",
        BURNED,
        "cards Kc Kd",
        "throw extra_card",
        "cards 7h 6c 9s",
        "1: accept",
        "interrupt shuffler_jams",
        BURNED,
    )
    shuffled = [step.state for step in table.steps if "The cards are shuffled" in getattr(step, "text", "")][-1]
    assert shuffled.kept == ()


def test_3_12_after_a_wrong_call_the_hands_are_called_again_before_payment() -> None:
    dealt = (SIT, "1: player 10", BURNED, "cards Kc Kd 7h 6c")
    table = Played(*dealt, "throw wrong_call")
    assert table.won() == {"player_hand": 10_00}
    assert table.said("3.12")[-2:] == ["The Player's Hand: K♣ 7♥, 7.", "The Banker's Hand: K♦ 6♣, 6."]
    cited = [getattr(step, "section", "") for step in table.steps]
    settled = [isinstance(step, Settled) for step in table.steps]
    assert len(cited) - cited[::-1].index("3.12") <= settled.index(True)
    with pytest.raises(BadScript, match="no hand has been turned and called yet"):
        Played(*dealt[:3], "cards Kc Kd 7h", "throw wrong_call")


@pytest.mark.parametrize(
    ("event", "cards", "kept"),
    [
        ("player_third_card", "Kc Kd 7h 6c", 1),
        ("player_third_card_seen", "Kc Kd 7h 6c", 0),
        ("extra_card", "Kc Kd 7h 6c", 1),
        ("card_on_natural", "Kc Kd 9h 6c", 1),
        ("card_on_natural_seen", "Kc Kd 9h 6c", 0),
    ],
)
def test_3_12_a_card_dealt_in_error_is_found_out_with_both_hands_standing(event: str, cards: str, kept: int) -> None:
    table = Played(SIT, "1: player 10", BURNED, f"cards {cards}", f"throw {event}", "card 5s")
    assert table.won() == {"player_hand": 10_00}
    assert table.state.results[0].cards == 4
    assert len(table.state.kept) == kept


def test_3_12_a_card_to_a_standing_player_is_the_bankers_also_when_it_is_found_out_at_that_card() -> None:
    table = Played(SIT, "1: player 10", BURNED, "cards Kc Kd 7h 5c", "throw player_third_card", "card 4s")
    assert table.won() == {"player_hand": -10_00}
    assert table.said("3.12")[-1].endswith("it is the Banker's third card.")


def test_3_12_errors_that_the_cards_contradict_are_not_found() -> None:
    for event, cards in (("card_on_natural", "Kc Kd 7h 6c"), ("player_third_card", "Kc Kd 9h 6c")):
        with pytest.raises(BadScript, match=r"natural"):
            Played(SIT, "1: player 10", BURNED, f"cards {cards}", f"throw {event}")


def test_3_12_only_an_existing_shuffling_device_jams_and_only_a_curator_is_removed() -> None:
    with pytest.raises(BadScript, match="only with shuffling_device true"):
        Played(SIT, "1: player 10", "close", "interrupt shuffler_jams", shuffling_device=False)
    with pytest.raises(BadScript, match="only the dealer has the shoe"):
        Played(SIT, "1: player 10", BURNED, "1: decline", "card Kc", "throw curator_removed")


def test_3_12_shuffler_jams_and_the_cards_are_shuffled_again() -> None:
    game = game_on(everything())
    dealer = Dealer(game, SeededSource(5))
    dealer.act(1, Action("sit", amount=100_00))
    dealer.act(1, Action("make", "tie", 10_00))
    dealer.close()
    assert dealer.ask is not None
    assert dealer.ask.kind == "shuffle"
    dealer.throw("shuffler_jams")
    assert dealer.ask is not None
    assert dealer.ask.kind == "shuffle"
    dealer.finish()
    assert dealer.state.rounds == 1


def test_3_12_curator_removed_loses_the_shoe_to_the_next_seat() -> None:
    lines = (SIT, "2: sit Bob 1000", "3: sit Eve 1000", "1: banker 10", BURNED, "1: accept", "cards Kc Kd")
    table = Played(*lines, "throw curator_removed")
    assert isinstance(table.dealer.ask, AskDecision)
    assert table.dealer.ask.position == 2
    table.dealer.decide("decline")
    table.dealer.decide("decline")
    assert isinstance(table.dealer.ask, AskCard)
    assert (table.state.curator, table.state.declined) == (0, True)


def test_3_12_irregularities_replay_from_the_tape() -> None:
    table = Played(
        SIT, "1: player 10", BURNED, "cards Kc Kd", "throw extra_card", "cards 7h 6c 9s", "1: accept", "1: tie 5"
    )
    again = replay(table.tape)
    assert again.states[-1] == table.dealer.state
    assert again.rounds[-1][-1].state == table.state


# ---- refusals: nothing changes, and the reply says what is allowed


@pytest.mark.parametrize(
    ("action", "section", "says"),
    [
        (Action("make", "banker_hand", 12_50), "3.3", "multiples of $1"),
        (Action("make", "banker_hand", 10_00, "3"), "3.2(a)1", "one place for each position"),
        (Action("make", "tie", 10_00, coupon=5_00), "3.2", "accepted only on"),
        (Action("off", "tie"), "3.2", "always on"),
        (Action("make", "cards_4", 10_00), "3.2(a)4", "offer_cards_wagers = true"),
        (Action("make", "dragon7", 10_00), "3.2", "offer_dragon7 = true"),
        (Action("make", "bankr_hand", 10_00), "3.2(a)", "did you mean banker_hand"),
        (Action("make", "tie", 5000_00), "", "more than the $990 available"),
        (Action("reduce", "tie", 10_00), "", "remove it instead"),
        (Action("leave"), "", "has wagers on the layout"),
    ],
)
def test_3_2_refusals_name_the_allowed_wagers_and_change_nothing(action: Action, section: str, says: str) -> None:
    table = Played(SIT, "1: tie 10")
    before = (table.dealer.ask, table.dealer.state, list(table.dealer.steps), list(table.tape))
    with pytest.raises(Refused, match=r".") as refused:
        table.dealer.act(1, action)
    assert refused.value.answer.section == section
    assert says in str(refused.value)
    assert (table.dealer.ask, table.dealer.state, table.dealer.steps, table.tape) == before


def test_3_6_seats_are_numbered_1_to_14() -> None:
    table = Played(SIT)
    with pytest.raises(Refused, match="positions 1 to 14"):
        table.dealer.act(15, Action("sit", amount=100_00))


class _Cards(SeededSource):
    """Deals the cards in a string in order, then stops."""

    __slots__ = ("order",)

    def __init__(self, text: str) -> None:
        super().__init__(1)
        self.order = [card for name in text.split() for card in CARDS if str(card) == name]

    def card(self, shoe_id: str) -> Any:
        return self.order.pop(0)


def few_cards(text: str, behind: int | None = None) -> tuple[Dealer, list[str]]:
    """A dealer with every wager made and these cards in the shoe, in order; and a list of all further announcements."""
    game = game_on(everything())
    shoe = small_shoe(text)
    said: list[str] = []
    state = laid_out(game, shoe if behind is None else shoe.cut(behind), 10_00)
    return Dealer(game, _Cards(text), state, watch=lambda step: said.append(getattr(step, "text", ""))), said
