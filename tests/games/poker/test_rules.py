"""Poker room rules that have no worked example, by section."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from pitboss.chapter.check import Unlawful, findings
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.equipment import ScriptedSource, SeededSource, cards
from pitboss.families.poker_room.felt import PokerFelt
from pitboss.families.poker_room.ranking import strength
from pitboss.families.poker_room.round import PokerRoom
from pitboss.families.poker_room.state import PokerState
from pitboss.library.layouts import layout
from pitboss.table import Action, AskCard, AskDecision, AskShuffle, Dealer, Refused, Said, Step, game_on


def seated(players: int, dealt: str = "", chips: int = 100, on: date | None = None, **options: Any) -> Dealer:
    """Return a closed table with this many players, and given or random cards."""
    source: Any = ScriptedSource(cards=cards(dealt)) if dealt else SeededSource(9)
    dealer = Dealer(game_on(Layout.of("poker", on, {"rake_percent": 0} | options)), source)
    for position in range(1, players + 1):
        dealer.act(position, Action("sit", amount=chips * 100))
    dealer.close()
    return dealer


def draws(variant: str, first: str, second: str) -> Dealer:
    """Return a draw game with these two hands, both standing pat; the first sits to the left of the button."""
    each = zip(first.split(), second.split(), strict=True)
    burns = [card for card in ("2h", "7d", "9s", "Tc", "8s") if card not in f"{first} {second}".split()]
    return seated(2, " ".join([card for pair in each for card in pair] + burns), variant=variant)


def mambo(first: str, second: str, community: str) -> Dealer:
    """Return a mambo stud game with these two hands and one community card."""
    (a, b, c), (d, e, f) = first.split(), second.split()
    return seated(2, f"{a} {d} {b} {e} 8h {c} {f} 8s {community}", variant="mambo_stud")


def on(dealer: Dealer) -> Dealer:
    """Continue until the next decision."""
    while dealer.ask is not None and dealer.ask.chance:
        dealer.next()
    return dealer


def state(dealer: Dealer) -> PokerState:
    assert dealer.ask is not None
    assert isinstance(dealer.ask.state, PokerState)
    return dealer.ask.state


def asked(dealer: Dealer) -> AskDecision:
    assert isinstance(on(dealer).ask, AskDecision)
    assert isinstance(dealer.ask, AskDecision)
    return dealer.ask


def plays(dealer: Dealer, *choices: str) -> Dealer:
    for choice in choices:
        asked(dealer)
        dealer.decide(choice)
    return on(dealer)


def sections(met: list[Step], words: str) -> set[str]:
    """Return the sections under which this text was announced."""
    return {str(step.section) for step in met if words in getattr(step, "text", "")}


def watched(players: int, dealt: str = "", **options: Any) -> tuple[Dealer, list[Step]]:
    """Return a table, and a list of all steps from now on."""
    dealer, met = seated(players, dealt, **options), []
    dealer.watch = met.append
    return dealer, met


def racks(dealer: Dealer) -> list[int]:
    return [seat.rack // 100 for seat in state(dealer).positions]


def passive(dealer: Dealer) -> Dealer:
    """Let all players check, call and stand pat to the end of the hand."""
    rounds = dealer.state.rounds
    while dealer.state.rounds == rounds:
        ask = dealer.ask
        if isinstance(ask, AskDecision):
            dealer.decide(next(one for one in ("forced_bet", "check", "none", "call") if one in ask.choices))
        else:
            dealer.next()
    return dealer


# ---- Cards, ranking, opening


def test_14_2_deck_one_of_52_shuffled_for_every_hand() -> None:
    dealer = seated(2)
    dealer.next()
    shoe = state(dealer).shoe
    assert shoe is not None
    assert (shoe.left, shoe.decks) == (52, 1)
    with pytest.raises(Refused):
        dealer.close()


def test_14_3_2_7_the_ace_is_high_and_a_straight_counts_against() -> None:
    options = {"variant": "draw_triple_27", "structure": "fixed_limit"}
    dealt = "7c Ah 5d 2s 4h 3s 3d 4s 2h 5s " + "Kc Kd Kh"
    dealer = passive(seated(2, dealt, **options))
    assert racks(dealer) == [103, 97], "7-5-4-3-2 is best; 5-4-3-2-A is ace high"
    dealt = "8c 6h 5d 5s 4h 4s 3d 3s 2h 2s " + "Kc Kd Kh"
    assert racks(passive(seated(2, dealt, **options))) == [103, 97], "a straight loses to an eight"


@pytest.mark.parametrize(
    ("variant", "better", "worse"),
    [
        ("draw5_high", "2c 3d 4h 5s 6c", "Ac 2d 3h 4s 5d"),
        ("draw5_high", "Ac Ad Ah As 2c", "Kc Kd Kh Qc Qd"),
        ("draw5_high", "2c 4c 6c 8c Tc", "9d Th Js Qd Kh"),
    ],
)
def test_14_3_high_the_wheel_is_the_lowest_straight_and_suits_do_not_count(
    variant: str, better: str, worse: str
) -> None:
    assert racks(passive(draws(variant, better, worse))) == [103, 97]
    assert racks(passive(draws(variant, worse, better))) == [97, 103]
    assert racks(passive(draws(variant, "As Ks Qs Js 9h", "Ad Kd Qd Jd 9c"))) == [100, 100]


def test_14_3_high_equal_up_cards_rank_by_suit_clubs_lowest() -> None:
    """Suits rank only for the forced bet: of two deuces the club opens, and of a spade and a heart the heart."""
    for first, second, opens in (("2c", "2d", 1), ("2d", "2c", 2), ("2s", "2h", 2), ("2h", "2d", 2), ("2s", "2c", 2)):
        dealer = seated(2, f"Ac Kc Qd Jd {first} {second}", variant="stud7_high")
        assert asked(dealer).position == opens


@pytest.mark.parametrize(
    ("better", "worse"), [("5c 4c 3c 2c Ac", "6d 4d 3h 2s Ad"), ("8d 4h 3s 2d Ah", "2c 2h 3d 4s 5h")]
)
def test_14_3_low_the_ace_is_one_and_straights_and_flushes_do_not_count(better: str, worse: str) -> None:
    assert racks(passive(draws("draw5_low", better, worse))) == [103, 97]


def test_14_3_eight_or_better_a_nine_is_not_a_low() -> None:
    """Aces win everything against a nine low, and half against an eight."""
    board = "Kc 7c 5d 4s Kd Qs Kh Jd"
    nine, eight = "Ah 9c As 2d Qh Ks Qc Ts", "Ah 8c As 2d Qh Ks Qc Ts"
    assert racks(passive(seated(2, f"{nine} {board}", variant="omaha_hilo8"))) == [103, 97]
    assert racks(passive(seated(2, f"{eight} {board}", variant="omaha_hilo8"))) == [100, 100]


def test_14_3_mambo_a_suited_ace_king_queen_is_on_top_and_a_low_is_six_or_less() -> None:
    """The High Mambo against three of a kind; 7-2-A is not a low, 6-2-A is."""
    assert racks(passive(mambo("Ac Kc Qc", "Kh Kd Ks", "9d"))) == [103, 97]
    assert racks(passive(mambo("Kh Kd Js", "7c 2d 9s", "Ah"))) == [103, 97]
    assert racks(passive(mambo("Kh Kd Js", "6c 2d 9s", "Ah"))) == [100, 100]


def test_14_3_badugi_four_cards_beat_three() -> None:
    assert racks(passive(draws("badugi", "Kc Qd Jh Ts", "Ac 2d 3h 3s"))) == [103, 97]
    assert racks(passive(draws("badugi", "Ac 2d 3h 3s", "Ad 2c 4h 4s"))) == [103, 97]


def test_14_4_opening_two_players_are_needed() -> None:
    dealer = Dealer(game_on(Layout.of("poker")), SeededSource(1))
    dealer.act(1, Action("sit", amount=100_00))
    assert not dealer.game.hosting.is_ready(dealer.state, 1)
    dealer.close()
    assert (dealer.state.rounds, racks(dealer)) == (1, [100]), "no hand is dealt to one"
    assert dealer.ask is not None
    assert dealer.ask.kind == "wagers"


def test_14_4_opening_a_blind_posted_without_an_opponent_is_returned() -> None:
    dealer = Dealer(game_on(Layout.of("poker")), SeededSource(1))
    dealer.act(1, Action("sit", amount=100_00))
    dealer.act(1, Action("make", "big_blind", 3_00))
    assert racks(dealer) == [97]
    dealer.close()
    assert racks(dealer) == [100]


def test_14_5_shuffle_before_every_round() -> None:
    dealer = seated(2)
    assert dealer.ask is not None
    assert dealer.ask.kind == "shuffle"
    passive(dealer)
    dealer.close()
    assert dealer.ask.kind == "shuffle"


def test_14_6_showdown_the_last_player_left_takes_the_pot_unseen() -> None:
    dealer = seated(3)
    met: list[Step] = []
    dealer.watch = met.append
    plays(dealer, "raise", "fold", "fold")
    assert racks(dealer) == [99, 97, 104]
    said = [step.text for step in met if isinstance(step, Said)]
    assert "The pot of $7: position 3 $7 without showing." in said
    assert not any("shows" in text for text in said)
    assert sections(met, "without showing") == {"14.6"}
    shown, announced = watched(2, "Ah Kh Ad Kd 2c 3s 5d 7c 2d 9s 2h Js")
    passive(shown)
    assert sections(announced, "The pot of") == {"14.15"}, "a pot that hands were shown for"


def test_14_6_overview_the_dealer_holds_no_hand_and_the_house_wins_only_its_rake() -> None:
    dealer = seated(3, rake_percent=10)
    on(dealer)
    assert [held.position for held in state(dealer).hands] == [1, 2, 3]
    plays(dealer, "raise", "call", "call")
    passive(dealer)
    taken = 300 - sum(racks(dealer))
    assert (taken, dealer.state.inventory) == (1, 1_00), "ten percent of 18 dollars, in whole chips"


# ---- 14.7


def test_14_7_kill_after_two_whole_pots_in_a_row_increases_both_limits_for_one_deal() -> None:
    dealer = seated(3, kill="full")
    plays(dealer, "fold", "raise", "fold")
    assert state(dealer).kill.leg == 1
    dealer.close()
    plays(dealer, "raise", "fold", "fold")
    assert (state(dealer).kill.due, racks(dealer)) == (1, [107, 96, 97])
    dealer.close()
    on(dealer)
    kill = state(dealer).find(1, "kill")
    assert kill is not None
    assert kill.amount == 6_00
    with pytest.raises(Refused, match="to \\$12"):
        dealer.act(asked(dealer).position, Action("make", "raise", 9_00))
    plays(dealer, *(["fold"] * 2))
    assert state(dealer).kill.posted == 0


def test_14_7_kill_needs_a_full_bet_in_the_second_pot() -> None:
    """Unmatched chips are returned and are not in the pot."""
    stakes = {"lower_limit": 4, "upper_limit": 8, "big_blind": 2, "small_blind": 1, "min_buy_in": 10}
    for second, due in ((("raise", "fold", "fold"), 0), (("raise", "fold", "call"), 1)):
        dealer = seated(3, kill="full", **stakes)
        plays(dealer, "fold", "raise", "fold")
        assert state(dealer).kill.leg == 1
        dealer.close()
        plays(dealer, *second)
        while isinstance(dealer.ask, AskDecision):
            plays(
                dealer,
                "bet"
                if dealer.ask.position == 1 and "bet" in dealer.ask.choices
                else "fold"
                if "call" in dealer.ask.choices
                else "check",
            )
        assert state(dealer).kill.due == due


def test_14_7_kill_half_rises_to_whole_chips_and_is_optional() -> None:
    dealer = seated(3, kill="half", lower_limit=4, upper_limit=8, big_blind=4, small_blind=2, min_buy_in=10)
    plays(dealer, "fold", "raise", "fold")
    dealer.close()
    plays(dealer, "raise", "fold", "fold")
    dealer.close()
    on(dealer)
    kill = state(dealer).find(1, "kill")
    assert kill is not None
    assert kill.amount == 6_00
    nobody = seated(3)
    plays(nobody, "fold", "raise", "fold")
    nobody.close()
    plays(nobody, "raise", "fold", "fold")
    assert state(nobody).kill.due == 0, "where no licensee kills pots"


def test_14_7_kill_raises_both_limits_and_rounds_them_up_to_whole_chips() -> None:
    """One and a half times $3 is $4.50, and of $5 it is $7.50."""
    game = game_on(Layout.of("poker", options={"kill": "half", "lower_limit": 3, "upper_limit": 5}))
    assert isinstance(game, PokerRoom)
    killed = game.room.killed
    assert (killed.lower, killed.upper, killed.least) == (5_00, 8_00, 5_00)


def test_14_7_kill_in_split_games_after_one_large_pot_taken_whole() -> None:
    for raises, due in ((0, 0), (3, 1)):
        dealt = "Ah Kh Ad Kd 2s Qs 3s Qd 7h 4s 5d 6c 9h 8c 9d Jc".replace("9h 8c", "Th 8c")
        dealer = seated(2, dealt, variant="omaha_hilo8", kill="half", lower_limit=3, upper_limit=3)
        plays(dealer, *(["raise"] * raises), "call", *(["check"] if not raises else []))
        passive(dealer)
        assert state(dealer).kill.due == due


@pytest.mark.parametrize(("variant", "lower", "least"), [("holdem", 3, 30), ("stud7_low", 5, 50), ("holdem", 20, 200)])
def test_14_7_least_buy_in_is_ten_times_the_lower_limit(variant: str, lower: int, least: int) -> None:
    layout = Layout.of("poker", None, {"variant": variant, "lower_limit": lower, "upper_limit": 40})
    dealer = Dealer(game_on(layout), SeededSource(1))
    with pytest.raises(Refused, match=f"below the minimum, \\${least} "):
        dealer.act(1, Action("sit", amount=least * 100 - 100))
    dealer.act(1, Action("sit", amount=least * 100))


def test_14_7_stakes_more_chips_come_between_rounds_only() -> None:
    dealer = seated(3)
    on(dealer)
    with pytest.raises(Refused, match="between rounds only"):
        dealer.act(3, Action("buy_in", amount=50_00))
    with pytest.raises(Refused, match="between rounds only"):
        dealer.act(1, Action("leave"))


def test_14_7_stakes_are_the_chips_on_the_table_only() -> None:
    dealer = seated(3, structure="no_limit")
    on(dealer)
    with pytest.raises(Refused, match=r"\$100, in chips.*14\.7"):
        dealer.act(3, Action("make", "raise", 101_00))
    plays(dealer, "all_in")
    with pytest.raises(Refused, match=r"is left: call or fold.*14\.7"):
        dealer.decide("raise")
    with pytest.raises(Refused, match=r"bought or taken away between rounds only.*14\.7"):
        dealer.act(1, Action("buy_in", amount=50_00))
    assert racks(dealer) == [99, 97, 0], "nothing has changed"
    plays(dealer, "fold", "fold")
    dealer.act(1, Action("buy_in", amount=50_00))
    assert racks(dealer) == [149, 97, 104], "between rounds chips may be brought"


def test_14_7_stakes_a_taken_seat_or_too_few_chips_are_refused() -> None:
    dealer = Dealer(game_on(Layout.of("poker")), SeededSource(1))
    with pytest.raises(Refused, match=r"below the minimum, \$30.*14\.7"):
        dealer.act(1, Action("sit", amount=29_00))
    dealer.act(1, Action("sit", amount=30_00))
    with pytest.raises(Refused, match="position 1 is taken"):
        dealer.act(1, Action("sit", amount=30_00))
    with pytest.raises(Refused, match=r"14\.7"):
        dealer.act(2, Action("sit_out"))


def test_14_7_structures_spread_limit_raises_by_at_least_the_last_raise() -> None:
    dealer = seated(3, structure="spread_limit", lower_limit=2, upper_limit=10, big_blind=2)
    on(dealer)
    with pytest.raises(Refused, match="between"):
        dealer.act(3, Action("make", "raise", 3_00))
    with pytest.raises(Refused, match="between"):
        dealer.act(3, Action("make", "raise", 13_00))
    dealer.act(3, Action("make", "raise", 7_00))
    with pytest.raises(Refused, match="between \\$12 and \\$17"):
        dealer.act(1, Action("make", "raise", 11_00))


SPREADS: list[dict[str, Any]] = [
    {"variant": "holdem", "lower_limit": 1, "upper_limit": 5, "small_blind": 1, "big_blind": 2},
    {"variant": "omaha_high", "lower_limit": 2, "upper_limit": 10, "small_blind": 2, "big_blind": 5},
    {"variant": "draw_triple_27", "lower_limit": 1, "upper_limit": 4, "small_blind": 1, "big_blind": 3},
]
"""Spread limits with a lower limit below the big blind."""


def second_street(dealer: Dealer) -> Dealer:
    """Return three players at the second street's betting, after calls only."""
    plays(dealer, "call", "call", "check")
    while state(dealer).asked == "discard":
        plays(dealer, "none")
    return dealer


@pytest.mark.parametrize("options", SPREADS)
def test_14_7_structures_a_bet_of_the_lower_limit_is_a_full_bet_and_counts_for_three_raises(options: Any) -> None:
    dealer, low = second_street(seated(3, structure="spread_limit", **options)), options["lower_limit"] * 100
    dealer.act(asked(dealer).position, Action("make", "bet", low))
    for times in (2, 3, 4):
        dealer.act(asked(dealer).position, Action("make", "raise", times * low))
    with pytest.raises(Refused, match=r"the bet and 3 raises have been made: call or fold.*14\.7"):
        dealer.act(asked(dealer).position, Action("make", "raise", 5 * low))


@pytest.mark.parametrize("options", SPREADS)
def test_14_7_structures_a_player_who_checked_may_raise_a_bet_of_the_lower_limit(options: Any) -> None:
    dealer, low = second_street(seated(3, structure="spread_limit", **options)), options["lower_limit"] * 100
    plays(dealer, "check")
    dealer.act(asked(dealer).position, Action("make", "bet", low))
    plays(dealer, "call")
    dealer.act(asked(dealer).position, Action("make", "raise", 2 * low))
    plays(dealer, "call", "call")
    assert racks(dealer) == [100 - options["big_blind"] - 2 * options["lower_limit"]] * 3


def test_14_7_structures_an_all_in_below_the_lower_limit_is_not_a_full_bet() -> None:
    chosen = {"lower_limit": 3, "upper_limit": 10, "small_blind": 1, "big_blind": 2, "min_buy_in": 1}
    game = game_on(Layout.of("poker", None, {"rake_percent": 0, "structure": "spread_limit", **chosen}))
    dealer = Dealer(game, SeededSource(9))
    for position, chips in ((1, 100), (2, 4), (3, 100)):
        dealer.act(position, Action("sit", amount=chips * 100))
    dealer.close()
    plays(second_street(dealer), "check", "all_in")
    with pytest.raises(Refused, match=r"raise to between \$5 and"):
        dealer.act(3, Action("make", "raise", 4_00))
    plays(dealer, "call")
    assert (asked(dealer).position, asked(dealer).choices) == (1, ("call", "fold"))


# ---- 14.8 to 14.13A: the variants


def breaches(on: date = date(2024, 6, 1), **options: Any) -> list[str]:
    """Return the sections that a table breaches."""
    return [finding.section for finding in findings(rules_of("poker"), on, options, {}, None)]


def test_14_8_list_has_the_first_day_of_each_variant() -> None:
    assert not breaches(variant="holdem")
    assert breaches(variant="pineapple") == ["14.8"]
    assert breaches(date(1999, 12, 31), variant="mambo_stud") == ["14.8"]
    assert not breaches(date(2000, 1, 3), variant="mambo_stud")
    for late in ("draw_triple_27", "draw_triple_a5", "badugi"):
        assert breaches(date(2012, 3, 18), variant=late) == ["14.8"]
        assert not breaches(date(2012, 3, 19), variant=late)


def test_14_9_first_to_act_is_the_best_board_and_among_equals_the_one_dealt_first() -> None:
    dealt = "2c 3c 4c 5c 6c 7c 8d Kh Qh " + "9s Kd Kc Ac"
    dealer = seated(3, dealt, variant="stud7_high")
    plays(dealer, "forced_bet", "call", "call")
    assert asked(dealer).position == 2, "a pair of kings"
    dealt = "2c 3c 4c 5c 6c 7c 8d Kh Kd " + "9s Qd Ac Ad"
    dealer = seated(3, dealt, variant="stud7_high")
    plays(dealer, "forced_bet", "call", "call")
    assert asked(dealer).position == 2, "of two equal boards the first"


def test_14_9_forced_bet_is_owed_by_the_low_card_and_may_be_more_but_not_a_fold() -> None:
    dealer = seated(3, "2c 3c 4c 5c 6c 7c 8d Kh Qh", variant="stud7_high")
    assert (asked(dealer).position, asked(dealer).choices) == (1, ("forced_bet", "bet"))
    with pytest.raises(Refused):
        dealer.decide("fold")


@pytest.mark.parametrize(("fourth", "first"), [("2d 3d 4d", 1), ("8h 3d 4d", 3), ("8h 3d Qd", 2)])
def test_14_9_first_to_act_in_razz_is_the_lowest_board_and_a_pair_is_high(fourth: str, first: int) -> None:
    dealer = seated(3, "2c 3c 4c 5c 6c 7c 8d Kh Qh " + f"9s {fourth}", variant="stud7_low")
    plays(dealer, "forced_bet", "call", "call")
    assert asked(dealer).position == first


def test_14_9_streets_without_an_open_pair_take_the_lower_limit_only() -> None:
    dealer = seated(3, "2c 3c 4c 5c 6c 7c 8d Kh Qh " + "9s 2d Qs Ac", variant="stud7_high")
    plays(dealer, "forced_bet", "call", "call")
    with pytest.raises(Refused, match="\\$5"):
        dealer.act(asked(dealer).position, Action("make", "bet", 10_00))


def test_14_9_streets_with_an_open_pair_allow_either_limit_in_high_stud_only() -> None:
    dealt = "2c 3c 4c 5c 6c 7c 8d Kh Qh " + "9s 2d Kc Ac"
    dealer = seated(3, dealt, variant="stud7_high")
    plays(dealer, "forced_bet", "call", "call")
    asked(dealer)
    dealer.act(2, Action("make", "bet", 10_00))
    with pytest.raises(Refused, match="\\$20"):
        dealer.act(3, Action("make", "raise", 15_00))
    dealer = seated(3, dealt, variant="stud7_hilo8")
    plays(dealer, "forced_bet", "call", "call")
    asked(dealer)
    with pytest.raises(Refused, match="\\$5"):
        dealer.act(2, Action("make", "bet", 10_00))


def test_14_10_b_eleven_sit_and_an_ante_only_if_it_is_posted() -> None:
    dealer = seated(11)
    on(dealer)
    assert len(state(dealer).hands) == 11
    twelfth = Dealer(game_on(Layout.of("poker")), SeededSource(1))
    with pytest.raises(Refused, match="positions 1 to 11"):
        twelfth.act(12, Action("sit", amount=100_00))
    with pytest.raises(Refused, match="below the minimum"):
        twelfth.act(1, Action("sit", amount=29_00))
    ante = seated(4, ante=1)
    on(ante)
    assert racks(ante) == [98, 96, 99, 99]


def test_14_10_d_and_f_a_third_blind_and_a_straddle_act_last_and_may_raise() -> None:
    dealer = seated(5, third_blind=6, lower_limit=6, upper_limit=6)
    assert asked(dealer).position == 4
    assert racks(dealer) == [99, 97, 94, 100, 100]
    straddled = seated(4, straddle=True)
    assert (asked(straddled).position, asked(straddled).choices) == (3, ("decline", "straddle"))
    plays(straddled, "straddle")
    assert (asked(straddled).position, racks(straddled)[2]) == (4, 94)
    plays(straddled, "call", "call", "call")
    assert (asked(straddled).position, "raise" in asked(straddled).choices) == (3, True)


def test_14_10_d_blind_posted_early_is_returned_when_another_player_owes_it() -> None:
    """Position 1, alone, posts the big blind; when two more players sit down it owes the small one, and position 2 the
    big.
    """
    dealer = Dealer(game_on(Layout.of("poker")), SeededSource(1))
    dealer.act(1, Action("sit", amount=100_00))
    dealer.act(1, Action("make", "big_blind", 3_00))
    for position in (2, 3):
        dealer.act(position, Action("sit", amount=100_00))
    dealer.close()
    on(dealer)
    assert racks(dealer) == [99, 97, 100]


def test_14_10_d_big_blind_is_owed_only_by_players_it_has_passed() -> None:
    """Position 5 is away, between the button and the small blind, so the big blind reaches it last."""
    dealer = seated(0)
    for position in range(1, 6):
        dealer.act(position, Action("sit", amount=100_00))
    dealer.act(5, Action("sit_out"))
    dealer.close()
    asked(dealer)
    assert (state(dealer).button, state(dealer).owing) == (4, ())


def test_14_10_d_blind_posted_early_is_returned_to_a_player_who_sits_out() -> None:
    dealer = seated(0)
    dealer.act(1, Action("sit", amount=100_00))
    dealer.act(1, Action("make", "big_blind", 3_00))
    dealer.act(1, Action("sit_out"))
    assert racks(dealer) == [100]


def test_14_10_d_single_blind_of_two_players_is_posted_from_the_left_of_the_button() -> None:
    dealer = on(seated(2, small_blind=0))
    assert (state(dealer).button, racks(dealer)) == (2, [97, 100])


@pytest.mark.parametrize(("chips", "asked_to"), [(6, True), (5, False)])
def test_14_10_f_straddle_needs_the_whole_amount(chips: int, asked_to: bool) -> None:
    dealer = seated(4, chips=chips, straddle=True, min_buy_in=1)
    assert (asked(dealer).choices == ("decline", "straddle")) is asked_to


def test_14_10_f_straddle_needs_a_player_beyond_the_blinds() -> None:
    assert "straddle" not in asked(seated(2, straddle=True)).choices


def test_14_10_f_straddle_of_two_players_with_one_blind_acts_last() -> None:
    dealer = seated(2, small_blind=0, straddle=True)
    straddler = asked(dealer).position
    plays(dealer, "straddle")
    assert asked(dealer).position != straddler
    plays(dealer, "call")
    assert (asked(dealer).position, "raise" in asked(dealer).choices) == (straddler, True)


def test_14_10_d_blinds_are_posted_from_the_left_of_the_button_under_their_paragraph() -> None:
    dealer, met = watched(4, third_blind=6, lower_limit=6, upper_limit=6)
    on(dealer)
    posted = [(step.text, step.section) for step in met if "posts" in getattr(step, "text", "")]
    assert posted == [
        ("position 1 posts the small blind, $1", "14.10(d)"),
        ("position 2 posts the big blind, $3", "14.10(d)"),
        ("position 3 posts the third blind, $6", "14.10(d)"),
    ]
    assert sections(met, "has the button") == {"14.10(d)"}
    assert (asked(dealer).position, state(dealer).button) == (4, 4)
    defaults = Layout.of("poker").options
    assert [defaults[blind] for blind in ("small_blind", "big_blind", "third_blind")] == [1, 3, 0]


@pytest.mark.parametrize(
    ("variant", "section"),
    [
        ("omaha_high", "14.11"),
        ("draw5_low", "14.12"),
        ("stud7_low", "14.9"),
        ("stud5_high", "14.13"),
        ("mambo_stud", "14.13A"),
    ],
)
def test_posts_cite_the_section_of_the_game_in_play(variant: str, section: str) -> None:
    """Antes, blinds, the button and forced bets are the same in several games, and repeated in each game's section."""
    dealer, met = watched(3, variant=variant, ante=1)
    on(dealer)
    if asked(dealer).section == section:
        dealer.decide("forced_bet")
    assert sections(met, "antes") == {section}
    assert sections(met, "posts") == {section}
    assert sections(met, "has the button") <= {section}
    refused = dealer.game.may(state(dealer), 1, Action("make", "ante", 1_00))
    assert (refused.reason, refused.section) == ("Ante is requested when it is due", section)


def test_14_10_d_no_blind_is_posted_if_there_is_none() -> None:
    posted = findings(rules_of("poker"), date(2024, 6, 1), {"big_blind": 0, "small_blind": 0}, {}, None)
    assert {one.severity for one in posted} <= {"warning"}, "lawful, though the editions held do not show it"
    dealer = on(seated(3, big_blind=0, small_blind=0))
    assert (asked(dealer).position, asked(dealer).choices) == (1, ("check", "bet", "fold")), "left of the button"
    passive(dealer)
    assert (racks(dealer), dealer.state.inventory) == ([100] * 3, 0), "no one bet, so there was no pot"
    dealer = plays(on(seated(3, big_blind=0)), "call", "raise", "fold", "fold")
    assert racks(dealer) == [99, 99, 102], "one blind is enough"


def test_14_10_d_heads_up_the_button_has_the_small_blind() -> None:
    dealer = seated(2)
    assert (asked(dealer).position, state(dealer).button, racks(dealer)) == (2, 2, [97, 99])
    plays(dealer, "call", "check")
    assert asked(dealer).position == 1


def test_14_10_d_player_who_missed_the_big_blind_posts_it_on_return() -> None:
    dealer = Dealer(game_on(Layout.of("poker", None, {"rake_percent": 0})), SeededSource(3))
    for position in range(1, 6):
        dealer.act(position, Action("sit", amount=100_00))
    dealer.act(2, Action("sit_out"))
    dealer.close()
    on(dealer)
    assert state(dealer).owing == (2,)
    passive(dealer)
    dealer.act(2, Action("come_back"))
    dealer.close()
    on(dealer)
    posted = state(dealer).find(2, "big_blind") or state(dealer).find(2, "small_blind")
    assert posted is not None


def test_14_10_e_two_cards_each_down_one_at_a_time_from_the_left_of_the_button() -> None:
    dealer = seated(3)
    order = []
    while dealer.ask is not None and dealer.ask.chance:
        if isinstance(dealer.ask, AskCard):
            order.append(dealer.ask.to)
        dealer.next()
    assert order == ["position 1", "position 2", "position 3"] * 2
    assert all(len(hand.down) == 2 and not hand.up for hand in state(dealer).hands)
    plays(dealer, "call", "call", "check", *["check"] * 6)
    assert len(state(dealer).board) == 5, "the rest is for all"


def test_14_10_g_and_turn_and_river_three_cards_one_and_one_each_after_a_burn() -> None:
    dealer, met = watched(2, "Ah Kh Ad Kd 2c 3s 5d 7c 2d 9s 2h Js")
    on(dealer)
    plays(dealer, "call", "check")
    assert (len(state(dealer).board), len(state(dealer).burned)) == (3, 1)
    assert sections(met, "Flop: 3♠ 5♦ 7♣.") == {"14.10(g)"}


def test_14_10_turn_a_burn_a_card_and_the_upper_limit() -> None:
    dealer, met = watched(2, "Ah Kh Ad Kd 2c 3s 5d 7c 2d 9s 2h Js")
    plays(dealer, "call", "check", "check", "check")
    assert (len(state(dealer).board), len(state(dealer).burned), asked(dealer).position) == (4, 2, 1)
    assert sections(met, "Turn: 9♠.") == {"14.10"}
    plays(dealer, "bet")
    assert racks(dealer) == [91, 97]


def test_14_10_river_a_burn_a_card_and_the_last_round() -> None:
    dealer, met = watched(2, "Ah Kh Ad Kd 2c 3s 5d 7c 2d 9s 2h Js")
    plays(dealer, "call", "check", *["check"] * 4)
    assert (len(state(dealer).board), len(state(dealer).burned), asked(dealer).position) == (5, 3, 1)
    assert sections(met, "River: J♠.") == {"14.10"}
    plays(dealer, "check", "check")
    assert dealer.state.rounds == 1


def test_14_10_showdown_any_five_of_seven() -> None:
    """A hand uses two, one or none of a player's own cards: the board alone is common to all players."""
    assert racks(passive(seated(2, "Ah Ks Ad Kd " + "2c Ac Kc Qc 2d Jd 2h Th"))) == [100, 100], (
        "the straight on the board"
    )
    assert racks(passive(seated(2, "9c Ks 2s Kd " + "2c Ac Kc Qc 2d 7c 2h Th"))) == [103, 97], "a flush with one card"
    assert racks(passive(seated(2, "9c Ks 8c Kd " + "2c Ac Kc 3c 2d 7h 2h Th"))) == [103, 97], "a flush with two"


def test_14_12_openers_need_jacks_or_better_and_antes_stay_if_no_one_opens() -> None:
    dealt = "2c Js 4d Jh 6h 3c 9s 7d Kd 8c"
    options = {"variant": "draw5_high", "draw_openers": "jacks_or_better"}
    dealer = seated(2, dealt + " " + "2c Js 4d Qh 6h 3c 9s 7d Kd 8c", **options)
    ask = asked(dealer)
    assert (ask.position, "bet" in ask.choices) == (1, True), "all see the same question"
    assert dealer.game.choices.lawful(ask.state, ask) == ("check", "fold")
    with pytest.raises(Refused, match="need a pair of jacks") as refusal:
        dealer.decide("bet")
    assert refusal.value.answer.section == "14.12"
    with pytest.raises(Refused, match="need a pair of jacks"):
        dealer.act(1, Action("make", "bet", 3_00))
    plays(dealer, "check", "check")
    assert (racks(dealer), dealer.state.pot) == ([99, 99], 2_00)
    dealer.close()
    on(dealer)
    assert (racks(dealer), state(dealer).pot) == ([98, 98], 4_00)


def test_14_12_openers_opening_without_them_loses_the_pot_to_the_others() -> None:
    dealt = "Jc 2s Jd 4h 6h 3c 9s 7d Kd 8c 5c"
    dealer = seated(2, dealt, variant="draw5_high", draw_openers="jacks_or_better", ante=2)
    first = asked(dealer).position
    plays(dealer, *(["check"] if first == 2 else []), "bet", "call")
    opener = state(dealer).opener
    assert opener
    with pytest.raises(Refused, match="player has not opened"):
        dealer.throw("false_openers", str(3 - opener))
    dealer.throw("false_openers", str(opener))
    on(dealer)
    while dealer.ask is not None and dealer.ask.kind != "wagers":
        dealer.next()
    assert racks(dealer)[opener - 1] == 95
    assert sum(racks(dealer)) == 200
    assert breaches(variant="draw5_high", draw_openers="jacks_or_better", ante=0) == ["14.12"]


def test_14_12_draw_any_number_in_turn_and_no_card_that_is_not_held() -> None:
    dealer = seated(2, variant="draw5_high")
    plays(dealer, "call", "check")
    hand = state(dealer).hands[0]
    for wrong in ("1-2-3-4-5-6", "7", "1-1"):
        with pytest.raises(Refused) as refusal:
            dealer.decide(wrong)
        assert refusal.value.answer.section == "14.12"
    assert state(dealer).hands[0] == hand
    plays(dealer, "1-2-3-4-5")
    assert not set(state(dealer).hands[0].cards) & set(hand.cards)


@pytest.mark.parametrize(("variant", "players"), [("draw_triple_27", 6), ("badugi", 8), ("draw5_high", 8)])
def test_14_12_stub_runs_out_and_earlier_discards_are_shuffled_in(variant: str, players: int) -> None:
    dealer = seated(players, variant=variant)
    mixed: list[int] = []
    rounds = dealer.state.rounds
    while dealer.state.rounds == rounds:
        ask = dealer.ask
        if isinstance(ask, AskDecision):
            free = [one for one in ("check", "call") if one in ask.choices]
            dealer.decide(free[0] if free else ask.choices[-1])
            continue
        if isinstance(ask, AskShuffle) and state(dealer).street:
            mixed.append(sum(ask.composition))
            assert not any(ask.composition[card.index] for hand in state(dealer).hands for card in hand.cards)
        dealer.next()
    assert mixed, "everyone draws as many as he has"
    assert mixed[0] == 2, "the last card and the burn: of this draw's discards nothing"
    assert max(mixed) > 2 or variant == "draw5_high"
    assert sum(racks(dealer)) == 100 * players


@pytest.mark.parametrize(("last", "left"), [("1-2-3-4-5", 1), ("1-2-3-4", 2)])
def test_14_12_stub_runs_out_before_a_draw_and_its_last_card_is_neither_burned_nor_drawn(last: str, left: int) -> None:
    """Six players draw 20 or 19 of the 21 cards that are left after the deal and a burn."""
    dealer = seated(6, variant="draw_triple_27")
    plays(dealer, *["call"] * 5, "check", *["1-2-3-4-5"] * 3, last, *["none"] * 2)
    while isinstance(dealer.ask, AskDecision):
        dealer.decide("check")
    shoe = state(dealer).shoe
    assert shoe is not None
    assert shoe.left == left
    waited_for: list[str] = []
    while not isinstance(dealer.ask, AskCard) or dealer.ask.to == "burn":
        assert dealer.ask is not None
        waited_for.append("burn" if isinstance(dealer.ask, AskCard) else dealer.ask.kind)
        if isinstance(dealer.ask, AskDecision):
            dealer.decide("1")
        else:
            dealer.next()
    assert waited_for == (["shuffle", "burn", "decision"] if left == 1 else ["burn", "decision", "shuffle"])


def test_14_9_last_street_of_stud_is_dealt_with_one_card_more_than_the_hands_and_the_burn() -> None:
    """One of seven players folds on fifth street: eight cards are left for six hands, the burn, and the last card."""
    dealer, met = watched(7, variant="stud7_high")
    while state(dealer).street < 3:
        plays(dealer, next(one for one in ("forced_bet", "check", "call") if one in asked(dealer).choices))
    plays(dealer, "bet", "fold")
    while state(dealer).street < 4:
        plays(dealer, next(one for one in ("check", "call") if one in asked(dealer).choices))
    shoe = state(dealer).shoe
    assert shoe is not None
    assert (len(state(dealer).live), shoe.left) == (6, 8)
    passive(dealer)
    assert not sections(met, "Too few cards")


def short_on_the_last_street(folds: Mapping[int, int], **options: Any) -> tuple[Dealer, list[Step]]:
    """Eight players at seven-card stud after the last street, this many having folded on each of these streets."""
    dealer, met = watched(8, variant="stud7_high", **options)
    left, street = dict(folds), 0
    while state(dealer).street < 5:
        ask = asked(dealer)
        bet = "bet" if left.get(state(dealer).street) and state(dealer).street > 1 else "forced_bet"
        if left.get(state(dealer).street) and "check" not in ask.choices and "forced_bet" not in ask.choices:
            left[state(dealer).street] -= 1
            dealer.decide("fold")
        elif state(dealer).street != street and bet in ask.choices:
            street = state(dealer).street
            dealer.decide(bet)
        else:
            dealer.decide(next(one for one in ("forced_bet", "check", "call") if one in ask.choices))
        on(dealer)
    return dealer, met


@pytest.mark.parametrize(
    ("folds", "options", "mixed", "for_all"),
    [
        ({1: 1, 3: 1}, {}, True, 0),
        ({3: 1}, {}, True, 1),
        ({3: 1}, {"last_card_shortage": "community"}, True, 1),
        ({2: 1}, {"last_card_shortage": "community"}, False, 1),
    ],
    ids=["5 cards and 3 burns for 6 hands", "2 cards and 3 burns for 7 hands", "2 cards", "3 cards"],
)
def test_14_9_last_street_of_stud_mixes_in_the_burns_if_that_is_enough_or_two_cards_are_left(
    folds: Mapping[int, int], options: Mapping[str, Any], mixed: bool, for_all: int
) -> None:
    dealer, met = short_on_the_last_street(folds, **options)
    assert bool(sections(met, "the stub and the burned cards are mixed")) is mixed
    assert len(state(dealer).board) == for_all


def test_14_13_five_card_stud_one_down_four_up() -> None:
    dealer = seated(3, variant="stud5_high")
    plays(dealer, "forced_bet", "call", "call")
    while state(dealer).street < 4:
        plays(dealer, "check")
    assert all((len(hand.down), len(hand.up)) == (1, 4) for hand in state(dealer).hands)
    betting = state(dealer).betting
    assert betting is not None
    assert betting.size == 10_00


def test_14_13a_mambo_the_third_card_may_be_dealt_down() -> None:
    for option, dealt in (("up", (1, 2)), ("down", (2, 1))):
        dealer = seated(3, variant="mambo_stud", mambo_third_card=option)
        plays(dealer, "forced_bet", "call", "call")
        assert all((len(hand.down), len(hand.up)) == dealt for hand in state(dealer).hands)


# ---- 14.14 to 14.19


def test_14_14_time_charge_instead_of_a_rake() -> None:
    dealer = seated(2, rake_method="time_charge")
    passive(dealer)
    assert sum(racks(dealer)) == 200
    dealer.act(1, Action("time", name="22:10"))
    dealer.act(2, Action("time", name="22:10"))
    assert (sum(racks(dealer)), state(dealer).inventory) == (188, 12_00)
    for said, why in (("22:20", "paid until 22:40"), ("24:00", "not a time of day"), ("8:60", "not a time of day")):
        with pytest.raises(Refused, match=why):
            dealer.act(1, Action("time", name=said))
    raked = seated(2)
    passive(raked)
    with pytest.raises(Refused, match="takes a rake"):
        raked.act(1, Action("time", name="8:00"))


@pytest.mark.parametrize(("chips", "pays"), [(6, True), (5, False)])
def test_14_14_time_charge_is_paid_by_a_player_with_exactly_that_but_not_with_less(chips: int, pays: bool) -> None:
    dealer = Dealer(
        game_on(Layout.of("poker", options={"rake_method": "time_charge", "time_fee": 6, "min_buy_in": 1})),
        SeededSource(1),
    )
    for position in (1, 2):
        dealer.act(position, Action("sit", amount=chips * 100))
    eight = 8 * 60
    verbs = [action.verb for _, action in dealer.game.hosting.dues(state(dealer), eight)]
    assert verbs == ["time" if pays else "sit_out"] * 2
    if pays:
        dealer.act(1, Action("time", name="8:00"))
        assert racks(dealer) == [0, 6]
        return
    with pytest.raises(Refused, match=r"\$6 is due; position 1 has \$5"):
        dealer.act(1, Action("time", name="8:00"))


def test_14_14_rake_is_taken_from_the_main_pot_first() -> None:
    """Position 1 is all in for $12 and wins the main pot of $36. The rake of $4 is taken from it, none from the
    side pot of $6.
    """
    dealt = "Ah Kh Qh Ad Kd Qd " + "2c 3s 5d 7c 2d 9s 2h Js"
    dealer = Dealer(game_on(Layout.of("poker", options={"min_buy_in": 1})), ScriptedSource(cards=cards(dealt)))
    for position, chips in ((1, 12_00), (2, 100_00), (3, 100_00)):
        dealer.act(position, Action("sit", amount=chips))
    dealer.close()
    met: list[Step] = []
    dealer.watch = met.append
    plays(dealer, "raise", "raise", "raise", "call", "call")
    plays(dealer, "bet", "call", *["check"] * 4)
    pots = [step.text for step in met if isinstance(step, Said) and " pot " in step.text and "position" in step.text]
    assert pots == ["The side pot 1 of $6: position 2 $6.", "The main pot of $32: position 1 $32."]
    assert racks(dealer) == [32, 91, 85]


def test_14_15_showdown_the_last_to_bet_shows_first_and_a_beaten_hand_is_discarded_unseen() -> None:
    dealt = "Ah Kh Qh Ad Kd Qd " + "2c 3s 5d 7c 2d 9s 2h Js"
    for every, unseen in ((False, ["2", "3"]), (True, [])):
        said: list[str] = []
        dealer = seated(3, dealt, show_all_called=every)
        dealer.watch = lambda step, said=said: said.append(getattr(step, "text", ""))
        plays(dealer, "call", "call", "check", *["check"] * 6, "bet", "call", "call")
        assert racks(dealer) == [118, 91, 91]
        shows = [text.split()[1] for text in said if " shows " in text]
        assert shows == [one for one in ("1", "2", "3") if one not in unseen]
        assert [text.split()[1] for text in said if "discards unseen" in text] == unseen


def test_14_15_shuffler_jams_and_the_cards_are_shuffled_again() -> None:
    dealer = seated(2)
    dealer.throw("shuffler_jams")
    assert dealer.ask is not None
    assert dealer.ask.kind == "shuffle"
    by_hand = seated(2, shuffler="hand")
    with pytest.raises(Refused, match="only with shuffler machine"):
        by_hand.throw("shuffler_jams")


def test_14_17_limits_the_upper_is_at_least_the_lower_and_the_forced_bet_at_most_the_lower() -> None:
    assert breaches(lower_limit=6, upper_limit=3) == ["14.17"]
    assert breaches(variant="stud7_high", forced_bet=6) == ["14.9"]
    assert not breaches(variant="stud7_high", forced_bet=5)


def bad_beat(**options: Any) -> Dealer:
    dealt = "As Ks 2d 3d Ah Kh 2h 3h " + "7s Ad Kd Kc 7c Ts 7h 9s"
    dealer = seated(4, dealt, payout_fund=1000, **options)
    return dealer


def test_14_19_a_high_hand_wins_the_fund_and_a_bad_beat_does_not_count_with_it() -> None:
    dealt = "9h Ks 2d 3d Th Kh 2c 3h " + "7s 6h 7h 8h 7c Ts 7d 9s"
    dealer = seated(4, dealt, payout_program="high_hand", payout_fund=1000)
    plays(dealer, "fold", "fold", "call", "check", *["check"] * 6)
    assert racks(dealer) == [1103, 97, 100, 100]
    assert state(dealer).meter == 0
    none = bad_beat(payout_program="high_hand")
    plays(none, "fold", "fold", "call", "check", *["check"] * 6)
    assert state(none).meter == 1000_00


def test_14_19_a_bad_beat_needs_both_own_cards_and_four_dealt_in() -> None:
    dealer = bad_beat(payout_program="bad_beat")
    plays(dealer, "fold", "fold", "call", "check", *["check"] * 6)
    assert racks(dealer) == [597, 353, 225, 225]
    three = seated(3, "As Ks 2d Ah Kh 2h 7s Ad Kd Kc 7c Ts 7h 9s", payout_program="bad_beat", payout_fund=1000)
    plays(three, "fold", "call", "check", *["check"] * 6)
    assert state(three).meter == 1000_00


def test_14_19_a_bad_beat_of_two_winners_who_tie_shares_the_quarter_of_the_winning_hand() -> None:
    """Quads lose to two equal straight flushes: $500 to the loser, $125 to each winner, $250 to the fourth player."""
    hands = ("5h 6h 7h 8h 9h", "2s 2h 2d 2c Ks", "5s 6s 7s 8s 9s", "3c 4d 8c Jd Qc")
    in_turn = " ".join(card for each in zip(*map(str.split, hands), strict=True) for card in each)
    tied = seated(
        4, f"{in_turn} 7d Tc Js", variant="draw5_high", payout_program="bad_beat", payout_fund=1000, chips=200
    )
    passive(tied)
    pot = 4 * 3
    assert racks(tied) == [200 - 3 + pot // 2 + 125, 200 - 3 + 500, 200 - 3 + pot // 2 + 125, 200 - 3 + 250]
    assert state(tied).meter == 0


def test_14_19_a_bad_beat_at_omaha_needs_the_posted_hand() -> None:
    dealt = "As 2d 3h 4c Ks 9d 8h 7c Qd 2h 3c 4s 7d 8s Jh Tc " + "5c Kd Qh 5d 6c 9s 6d 2c"
    dealer = seated(4, dealt, variant="omaha_high", payout_program="bad_beat", payout_fund=1000)
    passive(dealer)
    assert state(dealer).meter == 1000_00


def test_14_19_c_a_contribution_from_each_large_pot_after_the_rake() -> None:
    dealt = "Ah Kh Ad Kd " + "2c 3s 5d 7c 2d 9s 2h Js"
    dealer, met = watched(2, dealt, payout_program="bad_beat", rake_percent=10)
    plays(dealer, "raise", "raise", "call", "bet", "call", *["check"] * 4)
    assert sections(met, "$1 goes into the fund of payouts") == {"14.19(c)"}
    assert (racks(dealer), state(dealer).meter, state(dealer).inventory) == ([109, 88], 1_00, 3_00)
    assert Layout.of("poker").options["payout_program"] == "none"
    small = seated(2, dealt, payout_program="bad_beat")
    passive(small)
    assert state(small).meter == 0
    assert [dealer.game.room.contribution(pot) for pot in (19_99, 20_00)] == [0, 1_00]
    with pytest.raises(Exception, match="payout_program"):
        Layout.of("poker", date(2011, 1, 1), {"payout_program": "bad_beat"})


@pytest.mark.parametrize(
    ("steps", "lawful"), [("10:1,50:5", True), ("10:1.01", False), ("10:1,20:3", False), ("0:1", False)]
)
def test_14_14_no_step_of_a_rake_is_over_ten_percent_of_its_pot(steps: str, lawful: bool) -> None:
    rules = rules_of("poker")
    assert rules.options["rake_schedule"].most_percent == rules.fact("most_rake")  # the round's maximum
    options = {"rake_method": "scheduled_rake", "rake_schedule": steps}
    if lawful:
        assert Layout.of("poker", options=options).option("rake_schedule") == steps
        return
    with pytest.raises(Unlawful, match=r"14\.14.*none over 10 percent of its pot"):
        Layout.of("poker", options=options)


def test_14_14_posted_revenue_is_what_the_house_collects() -> None:
    for options, words in (
        ({}, "rake 10%, up to $4"),
        ({"rake_percent": Decimal("2.5"), "rake_cap": 3}, "rake 2.5%, up to $3"),
        ({"rake_method": "scheduled_rake"}, "rake by steps: $1 from $10, $2 from $20, $3 from $30, $4 from $40"),
        ({"rake_method": "time_charge"}, "time charge $6 for 30 minutes"),
    ):
        felt = PokerFelt(game_on(Layout.of("poker", None, options)), 9)
        (posted,) = [piece for piece in felt.pieces({}) if piece.id == "posted"]
        assert f">{words}<" in posted.svg


def test_14_19_b_fund_is_posted_at_the_table_with_its_current_amount() -> None:
    for program, words in (("bad_beat", "bad beat fund $1,001"), ("high_hand", "high hand fund $1,001")):
        for narrow in (False, True):
            felt = PokerFelt(game_on(Layout.of("poker", None, {"payout_program": program})), 9, narrow)
            assert any(f"up to $4 · {words}<" in piece.svg for piece in felt.pieces({"meter": 1_001_00}))
    assert not any("fund" in piece.svg for piece in PokerFelt(game_on(Layout.of("poker")), 9).pieces({"meter": 1_00}))


# ---- Names


def test_14_8_list_of_variants_accepts_common_names() -> None:
    for said, meant in (("omaha", "omaha_high"), ("Stud8", "stud7_hilo8"), ("razz", "stud7_low"), ("holdem", "holdem")):
        assert layout("poker", options={"game": said}).option("variant") == meant
    with pytest.raises(ValueError, match=r"14\.8.*whist; permitted: stud7_high"):
        layout("poker", options={"game": "whist"})


def test_14_3_eight_or_better_a_low_is_called_low_once() -> None:
    dealer = seated(2, variant="stud7_hilo8")
    room = dealer.game
    assert isinstance(room, PokerRoom)
    high, low = (room.room.high, room.room.low)
    assert high is not None
    assert low is not None
    hand = cards("9d Kh 4d 5d 7d Ad 3d")
    said = room.called(1, {1: strength(high, hand)}, {1: strength(low, hand)})
    assert said == "ace-high flush, nine-seven-five-four; seven-five low, four-three-ace"
    assert PokerFelt(game_on(room.layout), 8).called(hand, ()).count("low") == 1


def test_14_15_showdown_a_player_who_discards_unseen_still_sees_the_cards() -> None:
    dealer = seated(2, "Ad Kc As 2h " + "9d 3c 4d 9h Th Qs 9s Jd")
    met: list[Step] = []
    dealer.watch = met.append
    passive(dealer)
    said = next(step for step in met if "discards unseen" in getattr(step, "text", ""))
    beaten = said.state.hand(2)
    assert not beaten.shown
    assert [one.known_to for one in beaten.down] == [(2,), (2,)]


def test_14_17_limits_in_dollars_are_not_a_warning_and_a_breach_names_both_choices() -> None:
    rules = rules_of("poker")
    posted = {"structure": "no_limit", "small_blind": 1, "big_blind": 2, "ante": 1, "seats": 9}
    assert not findings(rules, date(2026, 1, 1), posted, {}, None)
    (found,) = findings(rules, date(2026, 1, 1), {"lower_limit": 10, "upper_limit": 5}, {}, None)
    assert found.wrong == "lower_limit = 10 and upper_limit = 5 cannot be combined"


# ---- Posts and refusals cite the game being played


@pytest.mark.parametrize(
    ("variant", "seats", "section"),
    [
        ("holdem", 11, "14.10(b)"),
        ("holdem", 6, "14.10(b)"),
        ("omaha_high", 11, "14.11"),
        ("stud7_low", 8, "14.9"),
        ("badugi", 8, "14.12"),
    ],
)
def test_14_10_b_taken_or_missing_seat_is_refused_under_the_section_of_the_game(
    variant: str, seats: int, section: str
) -> None:
    dealer = Dealer(game_on(Layout.of("poker", None, {"variant": variant, "seats": seats})), SeededSource(1))
    dealer.act(1, Action("sit", amount=100_00))
    for position, words in ((1, "position 1 is taken"), (seats + 1, f"no position {seats + 1}")):
        with pytest.raises(Refused, match=words) as refused:
            dealer.act(position, Action("sit", amount=100_00))
        assert refused.value.answer.section == section


def test_14_13_the_forced_bet_and_the_ante_are_posted_under_the_section_of_the_variant() -> None:
    chosen: dict[str, Any] = {"variant": "stud5_high", "forced_bet": 0, "ante": -1, "seats": 12}
    found = findings(rules_of("poker"), date(2013, 6, 1), chosen, {}, None)
    assert {one.where: one.section for one in found} == {
        "options.forced_bet": "14.13",
        "options.ante": "14.13",
        "options.seats": "14.13",
    }


def test_14_14_rake_paid_by_a_winner_is_called_rake() -> None:
    dealer, met = watched(2, rake_percent=10)
    passive(dealer)
    won = [step.text for step in met if "wins" in getattr(step, "text", "")]
    assert won
    assert all("percentage" not in text for text in won)


@pytest.mark.parametrize(
    ("chosen", "option"),
    [
        ({"small_blind": Decimal("0.5")}, "small_blind"),
        ({"variant": "stud7_low", "forced_bet": Decimal("2.5")}, "forced_bet"),
        ({"variant": "stud7_low", "ante": Decimal("0.25")}, "ante"),
    ],
)
def test_14_7_posted_amounts_are_whole_chips(chosen: dict[str, Any], option: str) -> None:
    [found] = findings(rules_of("poker"), date(2013, 6, 1), chosen, {}, None)
    assert (found.section, option in found.wrong, "smallest_chip" in found.wrong) == ("14.7", True, True)
    assert not findings(rules_of("poker"), date(2013, 6, 1), {**chosen, "smallest_chip": Decimal("0.25")}, {}, None)


def test_14_12_badugi_with_nine_seats_is_a_breach_of_its_own_section() -> None:
    [found] = findings(rules_of("poker"), date(2013, 6, 1), {"variant": "badugi", "seats": 9}, {}, None)
    assert found.section == "14.12"
