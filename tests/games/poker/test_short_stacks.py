"""Hands in which chips, cards or players run out.

Tables of every variant and structure, with few chips, any permitted options and any irregularities: every hand ends, no
chip is lost, and the betting figures match the chips on the table.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value, rules_of
from pitboss.equipment import ScriptedSource, SeededSource, cards
from pitboss.families.poker_room.round import PokerRoom
from pitboss.families.poker_room.state import POT, PokerState
from pitboss.table import Action, Ask, AskCard, AskDecision, AskShuffle, Dealer, Refused, game_on
from pitboss.table.irregularities import callable_now

VARIANTS = tuple(str(value.value) for value in rules_of("poker").options["variant"].values)
STRUCTURES = ("fixed_limit", "spread_limit", "pot_limit", "no_limit")
MAYBE: dict[str, tuple[Value, ...]] = {
    "kill": ("half", "full"),
    "straddle": (True,),
    "forced_bet": (1, 3, 5),
    "ante": (0, 1, 2),
    "third_blind": (6,),
    "small_blind": (0,),
    "show_all_called": (True,),
    "payout_program": ("bad_beat", "high_hand"),
    "last_card_shortage": ("community",),
    "stud_odd_chip": ("five_cards",),
    "rake_method": ("scheduled_rake",),
    "draw_openers": ("jacks_or_better",),
}


def any_table(random: Random) -> PokerRoom:
    """Return a random lawful table."""
    options: dict[str, Value] = {"variant": random.choice(VARIANTS), "structure": random.choice(STRUCTURES)}
    options |= {option: random.choice(values) for option, values in MAYBE.items() if random.random() < 0.25}
    if options.get("draw_openers"):
        options |= {"variant": "draw5_high", "ante": 1}
    game = game_on(Layout.of("poker", None, options | {"min_buy_in": 1}))
    assert isinstance(game, PokerRoom)
    return game


def holds_together(game: PokerRoom, ask: Ask) -> None:
    """Check that no chip is lost, and that the betting round's figures match the chips on the table."""
    state = ask.state
    assert isinstance(state, PokerState)
    assert state.chips == state.bought_in
    betting = state.betting
    if betting is None or state.asked or not isinstance(ask, AskDecision):
        return
    for position, stack, staked in zip(betting.seats, betting.stacks, betting.staked, strict=True):
        assert stack == (0 if position in state.amiss.declared else state.rack(position))
        assert staked == sum(wager.amount for wager in state.wagers_of(position) if wager.spot != POT)
    may = game.may_now(state)
    if game.stakes.structure == "fixed_limit" and may.most:
        assert may.sizes, "at fixed limit there are only some sizes"


def plays_on(game: PokerRoom, dealer: Dealer, random: Random) -> None:
    """Reply at random, for chance or for the player whose turn it is."""
    ask = dealer.ask
    if not isinstance(ask, AskDecision):
        return dealer.next()
    state = ask.state
    assert isinstance(state, PokerState)
    if ask.wagers and random.random() < 0.3 and not game.lacks_openers(state, ask.position):
        may = game.may_now(state)
        to = random.choice((may.least, may.most, (may.least + may.most) // 200 * 100))
        if may.takes(to, game.room.chip):
            return dealer.act(ask.position, Action("make", ask.wagers[0], to))
    return dealer.decide(random.choice(game.choices.lawful(state, ask)))


def hands_end(seed: int, hands: int = 5) -> int:
    """Play hands at one table; return their number."""
    random = Random(seed)
    game = any_table(random)
    dealer = Dealer(game, SeededSource(seed))
    wrongs = random.random() < 0.5
    for position in random.sample(range(1, game.seats + 1), random.randint(2, game.seats)):
        dealer.act(position, Action("sit", amount=random.choice((1, 2, 3, 7, 20, 60)) * 100))
    for played in range(hands):
        if not game.hosting.may_begin(state(dealer)):
            return played
        steps = 0
        while dealer.state.rounds == played:
            steps += 1
            assert steps < 800, "a hand has an end"
            assert dealer.ask is not None
            holds_together(game, dealer.ask)
            wrong = list(callable_now(game, dealer.ask)) if wrongs and random.random() < 0.06 else []
            if wrong:
                call = random.choice(wrong)
                dealer.throw(call.rule.id, *random.sample(list(call.subjects), min(1, len(call.subjects))))
            else:
                plays_on(game, dealer, random)
    return hands


def test_every_hand_ends_with_every_chip_even_if_players_run_out() -> None:
    assert sum(hands_end(seed) for seed in range(60)) > 100


@pytest.mark.slow
def test_thousands_of_hands_end_with_every_chip() -> None:
    assert sum(hands_end(seed) for seed in range(60, 6_000)) > 10_000


# ---- Single cases


def seated(*chips: int, dealt: str = "", **options: Any) -> Dealer:
    """Return a closed table with these chips at its seats, and given or random cards."""
    source: Any = ScriptedSource(cards=cards(dealt)) if dealt else SeededSource(9)
    dealer = Dealer(game_on(Layout.of("poker", None, {"rake_percent": 0, "min_buy_in": 1} | options)), source)
    for position, dollars in enumerate(chips, 1):
        dealer.act(position, Action("sit", amount=dollars * 100))
    dealer.close()
    return on(dealer)


def on(dealer: Dealer) -> Dealer:
    while dealer.ask is not None and dealer.ask.chance:
        dealer.next()
    return dealer


def to_the_card(dealer: Dealer, to: str) -> Dealer:
    """Let all players check or call until a card is requested for this destination."""
    while not (isinstance(dealer.ask, AskCard) and dealer.ask.to == to):
        ask = dealer.ask
        if isinstance(ask, AskDecision):
            dealer.decide(next(choice for choice in ("forced_bet", "check", "none", "call") if choice in ask.choices))
        else:
            dealer.next()
    return dealer


def state(dealer: Dealer) -> PokerState:
    assert dealer.ask is not None
    assert isinstance(dealer.ask.state, PokerState)
    return dealer.ask.state


def racks(dealer: Dealer) -> list[int]:
    return [seat.rack // 100 for seat in state(dealer).positions]


def test_14_9_no_one_brings_it_in_against_players_all_in_for_the_ante() -> None:
    dealer = seated(1, 50, 1, variant="stud7_high")
    assert state(dealer).rounds == 1, "dealt out and settled without a decision"
    assert sum(racks(dealer)) == 52
    assert racks(dealer)[1] in (49, 52)


def test_14_9_last_player_with_chips_is_not_asked_when_the_others_have_folded_to_an_all_in() -> None:
    dealt = "Kc Kd Kh Qc Qd Qh 2c 9d 9h 3c Jc Jd 4c Tc Td 5c 8c 8d 6c 7c 7d"
    dealer = seated(1, 50, 50, dealt=dealt, variant="stud7_high")
    assert isinstance(dealer.ask, AskDecision)
    assert dealer.ask.position == 2, "the deuce is all-in for the ante, and the player to its left acts first"
    dealer.decide("fold")
    on(dealer)
    assert state(dealer).rounds == 1, "no one is left for the third to bet against"
    assert racks(dealer) == [3, 49, 49]


@pytest.mark.parametrize(("chips", "choices"), [(3, ("forced_bet",)), (4, ("forced_bet", "bet"))])
def test_14_9_a_player_with_exactly_the_forced_bet_has_nothing_more_to_bet(chips: int, choices: tuple[str]) -> None:
    dealt = "2c Kd Kh Qc Qd Qh 3c 9d 9h"
    dealer = seated(chips, 50, 50, dealt=dealt, variant="stud7_high", forced_bet=2)
    assert isinstance(dealer.ask, AskDecision)
    assert (dealer.ask.position, dealer.ask.choices) == (1, choices)


def test_14_9_a_forced_bet_of_the_whole_limit_is_the_bet() -> None:
    dealer = seated(100, 100, 100, variant="stud7_high", lower_limit=5, upper_limit=10, forced_bet=5)
    dealer.decide("forced_bet")
    for to in (10, 15, 20):
        assert isinstance(dealer.ask, AskDecision)
        with pytest.raises(Refused, match=f"raise to \\${to}"):
            dealer.act(dealer.ask.position, Action("make", "raise", 50_00))
        dealer.act(dealer.ask.position, Action("make", "raise", to * 100))
    with pytest.raises(Refused, match="the bet and 3 raises have been made"):
        dealer.act(dealer.ask.position, Action("make", "raise", 25_00))


@pytest.mark.parametrize(("structure", "most"), [("spread_limit", 10), ("pot_limit", 9), ("no_limit", 99)])
def test_14_9_a_forced_bet_is_completed_to_the_lower_limit_whatever_the_structure(structure: str, most: int) -> None:
    dealer = seated(100, 100, 100, variant="stud7_high", structure=structure)
    dealer.decide("forced_bet")
    assert isinstance(dealer.ask, AskDecision)
    with pytest.raises(Refused, match=f"raise to between \\$5 and \\${most}"):
        dealer.act(dealer.ask.position, Action("make", "raise", 4_00))
    dealer.act(dealer.ask.position, Action("make", "raise", 5_00))
    with pytest.raises(Refused, match="raise to between \\$10 and"):
        dealer.act(dealer.ask.position, Action("make", "raise", 9_00))


def test_14_7_kill_in_stud_replaces_the_forced_bet() -> None:
    dealer = seated(100, 100, 100, variant="stud7_high", kill="full")
    for hand in range(2):
        while state(dealer).rounds == hand:
            assert isinstance(dealer.ask, AskDecision)
            follows = ("forced_bet", "call") if state(dealer).street == 1 else ("fold", "check")
            wants = ("bet", "raise", "forced_bet", "call") if dealer.ask.position == 1 else follows
            dealer.decide(next(choice for choice in wants if choice in dealer.ask.choices))
            on(dealer)
        dealer.close()
        on(dealer)
    kill = state(dealer).find(1, "kill")
    assert kill is not None
    assert kill.amount == 10_00
    assert isinstance(dealer.ask, AskDecision)
    lowest = min(state(dealer).hands, key=lambda held: (held.up[0].rank, held.up[0].suit))
    assert dealer.ask.position == lowest.position
    assert dealer.ask.choices == ("call", "raise", "fold"), "the kill is faced, and nothing is forced"
    with pytest.raises(Refused, match="raise to \\$20"):
        dealer.act(dealer.ask.position, Action("make", "raise", 15_00))


def test_14_10_d_every_player_passed_by_the_big_blind_owes_it() -> None:
    dealer = seated(100, 100, 100, 100, 100, 100)
    for _ in range(5):
        assert isinstance(dealer.ask, AskDecision)
        dealer.decide("fold")
        on(dealer)
    for position in (3, 4):
        dealer.act(position, Action("sit_out"))
    dealer.close()
    assert state(on(dealer)).owing == (3, 4)


@pytest.mark.parametrize("options", [{}, {"small_blind": 0}])
def test_14_10_d_the_big_blind_passes_a_third_also_while_two_play_and_without_a_small_one(options: Any) -> None:
    dealer = Dealer(game_on(Layout.of("poker", None, options)), SeededSource(3))
    for position in (1, 2, 3):
        dealer.act(position, Action("sit", amount=100_00))
    dealer.act(3, Action("sit_out"))
    owing = []
    for _ in range(2):
        dealer.close()
        owing.append(state(on(dealer)).owing)
        dealer.decide("fold")
        on(dealer)
    assert owing[-1] == (3,)


def test_14_10_d_two_players_owe_the_blinds_that_are_posted_and_no_third() -> None:
    dealer = seated(100, 100, small_blind=1, big_blind=2, third_blind=4)
    assert isinstance(dealer.ask, AskDecision)
    assert dealer.game.choices.consequences(state(dealer), dealer.ask)["call"] == "$1 more"


def test_14_7_refusal_of_a_raise_in_fractions_says_so() -> None:
    dealer = seated(100, 100, structure="no_limit")
    assert isinstance(dealer.ask, AskDecision)
    with pytest.raises(Refused, match="in chips of \\$1"):
        dealer.act(dealer.ask.position, Action("make", "raise", 9_50))


def test_14_15_boxed_card_while_another_is_set_aside_and_a_hand_taken_meanwhile() -> None:
    dealer = Dealer(game_on(Layout.of("poker")), SeededSource(9), halts=True)
    for position in (1, 2, 3):
        dealer.act(position, Action("sit", amount=100_00))
    dealer.close()
    to_the_card(dealer, "burn")
    dealer.throw("boxed_card")
    assert isinstance(dealer.ask, AskCard)
    assert dealer.ask.to == "discard rack"
    dealer.throw("unprotected_hand", "2")
    dealer.throw("boxed_card")
    assert 2 not in state(dealer).live
    while state(dealer).rounds == 0:
        assert dealer.ask is not None
        if isinstance(dealer.ask, AskDecision):
            dealer.decide("check")
        else:
            dealer.next()
    assert state(dealer).chips == 300_00


def test_14_15_the_shuffler_jams_while_the_stub_is_mixed() -> None:
    dealer = Dealer(game_on(Layout.of("poker")), SeededSource(9), halts=True)
    for position in (1, 2, 3):
        dealer.act(position, Action("sit", amount=100_00))
    dealer.close()
    while not isinstance(dealer.ask, AskDecision):
        dealer.next()
    dealer.throw("early_board_card")
    while not isinstance(dealer.ask, AskShuffle):
        dealer.next()
    dealer.throw("shuffler_jams")
    assert isinstance(dealer.ask, AskShuffle)
    dealer.next()
    assert isinstance(dealer.ask, AskDecision)


def test_14_15_eleven_at_omaha_need_every_card_and_a_scrap_is_shuffled_in() -> None:
    dealer = Dealer(game_on(Layout.of("poker", None, {"variant": "omaha_high"})), SeededSource(9), halts=True)
    for position in range(1, 12):
        dealer.act(position, Action("sit", amount=100_00))
    dealer.close()
    to_the_card(dealer, "burn")
    dealer.throw("boxed_card")
    while state(dealer).rounds == 0:
        assert dealer.ask is not None
        if isinstance(dealer.ask, AskDecision):
            dealer.decide("check" if "check" in dealer.ask.choices else "call")
        else:
            dealer.next()
    assert state(dealer).chips == 1_100_00


def test_14_15_dead_hands_never_include_the_last_player_even_without_chips_in_the_pot() -> None:
    dealer = seated(100, 100, 100)
    for position in ("1", "2"):
        dealer.throw("unprotected_hand", position)
    assert state(dealer).rounds == 1
    assert racks(dealer) == [99, 99, 102], "the unmatched part of the big blind is returned"
    dealer = seated(100, 100, variant="draw5_high")
    for _ in range(2):
        assert isinstance(dealer.ask, AskDecision)
        dealer.decide("check" if "check" in dealer.ask.choices else "call")
        on(dealer)
    assert isinstance(dealer.ask, AskDecision)
    last = dealer.ask.position
    dealer.throw("unprotected_hand", str(3 - last))
    with pytest.raises(Refused, match="only one left"):
        dealer.throw("unprotected_hand", str(last))
