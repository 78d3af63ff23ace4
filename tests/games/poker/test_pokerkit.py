"""Random hands, played here and replayed by PokerKit from our hand history: equal to the chip.

Where the rules differ, random players avoid the situation, and separate tests assert the difference: odd chips
(PokerKit gives the whole remainder to one player), the cap on raises, half-bet all-ins, and side pots in split games:
if only a player outside a side pot has a low, PokerKit still halves that pot. Variants without a PHH code are defined
for PokerKit by their streets. PokerKit has no spread limit. Every lawful spread limit action is also lawful at no
limit, where a raise must be at least as large as the last one, so these hands are replayed as no limit with the lower
limit as the least bet, and at every turn PokerKit's least bet or raise is compared. Larger bets are refused by
`test_14_7_structures_spread_limit…`.

Mambo stud is not compared: PokerKit has neither its three-card high hands nor its low ones, and implementing them there
would compare Pitboss with itself. Its hand rankings are compared with manual counts (`tests/hands`), its pots with the
fact sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pokerkit
import pytest
from pokerkit.notation import parse_action

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS, SeededSource
from pitboss.families.poker_room import phh
from pitboss.families.poker_room.betting import FIXED, SPREAD, at_cap
from pitboss.families.poker_room.phh import VARIANTS, game_of, read_history, replay_history, write_history
from pitboss.families.poker_room.round import PokerRoom
from pitboss.families.poker_room.terms import Street
from pitboss.table import Action, Ask, AskDecision, AskWagers, Dealer, Refused, Step, game_on

pytestmark = [
    pytest.mark.filterwarnings("ignore:A card being dealt .. is not recommended:UserWarning:pokerkit"),
    pytest.mark.filterwarnings("ignore:Returning reserved .* cards as dealable:UserWarning:pokerkit"),
]
"""PokerKit burns random cards if a history has none, and warns when one of them is dealt later; the warning is
harmless.
"""

KINDS = list(VARIANTS)
OTHERS = [
    ("holdem", "pot_limit"),
    ("omaha_high", "fixed_limit"),
    ("omaha_high", "no_limit"),
    ("omaha_hilo8", "pot_limit"),
    ("stud7_hilo", "fixed_limit"),
    ("draw5_high", "fixed_limit"),
    ("draw5_high", "no_limit"),
    ("draw5_low", "pot_limit"),
    ("draw_triple_a5", "fixed_limit"),
    ("draw_triple_27", "no_limit"),
    ("stud5_high", "fixed_limit"),
    ("stud5_hilo", "fixed_limit"),
    ("holdem", "spread_limit"),
    ("omaha_high", "spread_limit"),
    ("draw_triple_27", "spread_limit"),
]
"""Variants and structures without a PHH code: PokerKit plays them from definitions of their streets."""
PLAYERS = {
    "draw_triple_27": 4,
    "badugi": 4,
    "stud7_high": 5,
    "stud7_hilo8": 5,
    "stud7_low": 5,
    "stud7_hilo": 5,
    "draw_triple_a5": 4,
    "draw5_high": 4,
    "draw5_low": 4,
}
"""Few enough players that no deck runs out, because PokerKit refills it differently."""


class Anybody:
    """Makes a random choice that is lawful here and in PokerKit."""

    def __init__(self, random: Random, game: PokerRoom) -> None:
        self.random, self.game = random, game

    def __call__(self, dealer: Dealer, ask: Ask) -> Any:
        state: Any = ask.state
        if isinstance(ask, AskWagers) or not isinstance(ask, AskDecision):
            return None
        if state.asked == "discard":
            return self.random.choice(ask.choices)
        betting = state.betting
        choices = [one for one in ask.choices if one != "fold" or "call" in ask.choices]
        fixed = self.game.stakes.structure == FIXED
        base = self.game.room.big_blind if state.street == 1 and state.button else 0
        gone = [staked for staked, stack in zip(betting.staked, betting.stacks, strict=True) if staked and not stack]
        uneven = any((total - base) % betting.size for total in (*gone, *([betting.bet] if betting.raises else [])))
        if fixed and (betting.raises > 3 or uneven):
            choices = [one for one in choices if one not in ("bet", "raise", "all_in")]
        if not fixed and ask.wagers and self.random.random() < 0.25:
            least, most = (
                self.game.amounts.least(state, ask.position, "raise", ""),
                self.game.amounts.most(state, ask.position, "raise", ""),
            )
            assert most is not None
            return ask.position, Action("make", ask.wagers[0], self.random.randrange(least, most + 1, 100))
        weights = [1 if one in ("fold", "all_in") else 4 for one in choices]
        return self.random.choices(choices, weights)[0]


SPREADS = ((2, 2), (1, 2), (2, 4), (5, 2))
"""Lower limits and big blinds for spread limit tables, by seed: equal, below and above."""


def hand(variant: str, structure: str, seed: int) -> tuple[PokerRoom, list[Step], dict[int, int]]:
    """Play a random hand; return its steps, and all stacks at the end."""
    random = Random(f"{variant} {structure} {seed}")
    options: dict[str, int | str] = {"variant": variant, "structure": structure, "rake_percent": 0, "min_buy_in": 1}
    if structure != FIXED:
        options |= {"small_blind": 1, "big_blind": 2, "lower_limit": 2, "upper_limit": 2}
    if structure == SPREAD:
        lower, big = SPREADS[seed % len(SPREADS)]
        options |= {"lower_limit": lower, "upper_limit": 10, "big_blind": big}
    game = game_on(Layout.of("poker", None, options))
    assert isinstance(game, PokerRoom)
    steps: list[Step] = []
    dealer = Dealer(game, SeededSource(seed), watch=steps.append)
    stacks = (5, 12, 20, 33, 60, 150, 400)
    same = random.choice(stacks) if variant.endswith("hilo8") else 0
    for position in range(1, random.randint(2, PLAYERS.get(variant, 6)) + 1):
        chips = same or random.choice(stacks)
        dealer.act(position, Action("sit", amount=chips * 100, name=f"P{position}"))
    steps.clear()
    dealer.close()
    rounds = dealer.state.rounds
    player = Anybody(random, game)
    while dealer.state.rounds == rounds:
        dealer.next(player)
    last = next(place for place, step in enumerate(steps) if isinstance(step, AskWagers))
    return game, steps[:last], {seat.number: seat.rack for seat in dealer.state.positions}


def theirs(text: str) -> list[Fraction]:
    """Return PokerKit's stacks at the end of the hand. It shows hands in its own order."""
    automation = pokerkit.Automation
    by_itself = (
        automation.ANTE_POSTING,
        automation.BET_COLLECTION,
        automation.BLIND_OR_STRADDLE_POSTING,
        automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        automation.HAND_KILLING,
        automation.CHIPS_PUSHING,
        automation.CHIPS_PULLING,
    )
    unshown = re.sub(r',\s*"p\d+ sm \w+"', "", text)
    history = pokerkit.HandHistory.loads(
        unshown, automations=by_itself, divmod=lambda amount, number: (Fraction(amount) / number, 0)
    )
    states = list(history)
    assert not states[-1].status, f"the hand is not over: {text}"
    return [Fraction(stack) for stack in states[-1].stacks]


EVERY_CARD = frozenset(CARDS[:52])
OPENS = {
    "blinds": pokerkit.Opening.POSITION,
    "left": pokerkit.Opening.POSITION,
    "forced_low": pokerkit.Opening.LOW_CARD,
    "high_board": pokerkit.Opening.HIGH_HAND,
}
STRUCTURES = {
    "fixed_limit": pokerkit.BettingStructure.FIXED_LIMIT,
    "pot_limit": pokerkit.BettingStructure.POT_LIMIT,
    "no_limit": pokerkit.BettingStructure.NO_LIMIT,
    "spread_limit": pokerkit.BettingStructure.NO_LIMIT,
}
ORDERS: dict[tuple[str, int], Any] = {
    ("five-card", 0): pokerkit.StandardHighHand,
    ("five-card", 2): pokerkit.OmahaHoldemHand,
    ("ace-to-five", 0): pokerkit.RegularLowHand,
    ("eight-or-better", 2): pokerkit.OmahaEightOrBetterLowHand,
    ("deuce-to-seven", 0): pokerkit.StandardLowHand,
}


def least_bet(game: PokerRoom, street: Street) -> int:
    """Return the least full bet or raise at the start of a street."""
    if game.stakes.structure == FIXED:
        return game.stakes.upper if street.limit == "upper" else game.stakes.lower
    if game.stakes.structure == SPREAD:
        return max(game.stakes.lower, game.room.big_blind if street is game.room.streets[0] else 0)
    return game.room.big_blind


def asks_kept(steps: list[Step], asks: list[AskDecision]) -> Iterator[Step]:
    """Yield the steps, recording the decisions."""
    for step in steps:
        if isinstance(step, AskDecision):
            asks.append(step)
        yield step


def compared_at_turn(game: PokerRoom, ask: AskDecision, state: pokerkit.State) -> None:
    """Check that both give the position the same least bet or raise.

    Rounds at the cap, which PokerKit lacks, are not compared, nor those opened by an all-in below the least bet, which
    PokerKit treats as a full bet.
    """
    ours: Any = ask.state
    assert state.street is not None
    is_short = 0 < state.completion_betting_or_raising_amount < state.street.min_completion_betting_or_raising_amount
    if not is_short and not at_cap(game.stakes, ours.betting):
        least = game.amounts.least(ours, ask.position, "bet", "") // 100
        assert least == (state.min_completion_betting_or_raising_to_amount or 0), f"{ours.betting}"


def by_streets(game: PokerRoom, steps: list[Step]) -> tuple[list[int], list[Fraction]]:
    """Return the seats in dealing order, and PokerKit's result for the hand when it is given the streets."""
    room, fixed = game.room, game.stakes.structure == FIXED
    first: Any = next(step.state for step in steps if getattr(step.state, "hands", ()))
    seats = [held.position for held in first.hands]
    begins = [first.rack(one) + sum(wager.amount for wager in first.wagers_of(one)) for one in seats]
    automation = pokerkit.Automation
    streets = tuple(
        pokerkit.Street(
            street.burn,
            (False,) * street.down + (True,) * street.up,
            street.community,
            street.draw,
            OPENS[street.opens],
            least_bet(game, street) // 100,
            4 if fixed else None,
        )
        for street in room.streets
    )
    state = pokerkit.State(
        (
            automation.ANTE_POSTING,
            automation.BET_COLLECTION,
            automation.BLIND_OR_STRADDLE_POSTING,
            automation.CARD_BURNING,
            automation.HOLE_CARDS_SHOWING_OR_MUCKING,
            automation.HAND_KILLING,
            automation.CHIPS_PUSHING,
            automation.CHIPS_PULLING,
        ),
        pokerkit.Deck.STANDARD,
        tuple(ORDERS[made.order, made.own] for made in (room.high, room.low) if made is not None),
        streets,
        STRUCTURES[game.stakes.structure],
        True,
        room.ante // 100,
        tuple(amount // 100 for _, amount in room.blinds),
        room.forced_bet // 100,
        tuple(chips // 100 for chips in begins),
        len(seats),
        divmod=lambda amount, number: (Fraction(amount) / number, 0),  # type: ignore[return-value] # cents are divided
    )
    asks: list[AskDecision] = []
    names = {position: f"p{place}" for place, position in enumerate(seats, 1)}
    for action in phh._actions(asks_kept(steps, asks), names, EVERY_CARD):
        if game.stakes.structure == SPREAD and action.split()[1] in ("f", "cc", "cbr"):
            compared_at_turn(game, asks[-1], state)
        if " sm " not in action:
            parse_action(state, action, int)
    assert not state.status, "the hand is over"
    return seats, [Fraction(stack) for stack in state.stacks]


def compared_by_streets(variant: str, structure: str, seed: int) -> None:
    game, steps, racks = hand(variant, structure, seed)
    seats, theirs_have = by_streets(game, steps)
    for position, other in zip(seats, theirs_have, strict=True):
        assert abs(racks[position] - other * 100) < 200, f"{variant} {structure} {seed}: {racks} and {theirs_have}"


@pytest.mark.parametrize(("variant", "structure"), OTHERS)
def test_14_15_pots_of_all_other_variants_match_pokerkit(variant: str, structure: str) -> None:
    for seed in range(3):
        compared_by_streets(variant, structure, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "structure"), OTHERS)
def test_hundreds_of_hands_of_all_other_variants_match_pokerkit(variant: str, structure: str) -> None:
    for seed in range(3, 503):
        compared_by_streets(variant, structure, seed)


def compared(variant: str, structure: str, seed: int) -> None:
    game, steps, racks = hand(variant, structure, seed)
    text = write_history(game, steps)
    seats = read_history(text)
    ours = [racks[position] for position in map(int, text.split("seats = [")[1].split("]")[0].split(","))]
    for own, other in zip(ours, theirs(text), strict=True):
        assert abs(own - other * 100) < 100 * 2, f"{variant} {structure} {seed}: {own} and {other}\n{text}"
    assert sum(ours) == sum(seats.stacks)


@pytest.mark.parametrize(("variant", "structure"), KINDS)
def test_14_15_pots_match_pokerkit(variant: str, structure: str) -> None:
    for seed in range(52):
        compared(variant, structure, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "structure"), KINDS)
def test_thousands_of_hands_match_pokerkit(variant: str, structure: str) -> None:
    for seed in range(52, 52 + 1750):
        compared(variant, structure, seed)


@pytest.mark.parametrize(("variant", "structure"), KINDS)
def test_written_history_is_read_and_replayed_to_the_chip(variant: str, structure: str) -> None:
    for seed in range(12):
        game, steps, _ = hand(variant, structure, seed)
        history = read_history(write_history(game, steps))
        again = replay_history(game_of(history, "poker"), history)
        assert tuple(again.state.rack(position) for position in history.seats) == history.finishing


def test_hand_history_of_the_fact_sheet_matches_pokerkit() -> None:
    text = (Path(__file__).parent / "histories" / "three-all-ins.phh").read_text("utf-8")
    history = read_history(text)
    again = replay_history(game_of(history, "poker"), history)
    assert [again.state.rack(position) // 100 for position in history.seats] == [30, 110, 120, 150] == theirs(text)


@pytest.mark.parametrize(
    ("hand", "ends"),
    [
        ("dwan-ivey-2009", [572_100_00, 1_997_500_00, 1_109_500_00]),
        ("antonius-blom-2009", [1_937_923_75, 0]),
        ("arieh-yockey-2019", [0, 4_190_000_00, 5_910_000_00, 12_095_000_00]),
    ],
)
def test_published_hands_match_pokerkit(hand: str, ends: list[int]) -> None:
    text = (Path(__file__).parent / "histories" / f"{hand}.phh").read_text("utf-8")
    history = read_history(text)
    again = replay_history(game_of(history, "poker"), history)
    assert [again.state.rack(position) for position in history.seats] == ends
    assert [stack * 100 for stack in theirs(text)] == ends


def test_history_with_a_different_end_is_refused() -> None:
    text = (Path(__file__).parent / "histories" / "three-all-ins.phh").read_text("utf-8")
    wrong = read_history(text.replace("[30, 110, 120, 150]", "[30, 110, 150, 120]"))
    with pytest.raises(ValueError, match="by the chapter it is"):
        replay_history(game_of(wrong, "poker"), wrong)
    low = read_history(text.replace('"p4 cbr 80"', '"p4 cbr 40"'))
    with pytest.raises(Refused, match="raise to"):
        replay_history(game_of(low, "poker"), low)
    with pytest.raises(ValueError, match="is not played in the poker room"):
        read_history(text.replace('"NT"', '"NS"'))


def test_14_7_raises_are_one_more_in_pokerkit_before_the_flop() -> None:
    """The big blind counts as the bet here, but not in PokerKit."""
    state = pokerkit.FixedLimitTexasHoldem.create_state(
        (pokerkit.Automation.ANTE_POSTING, pokerkit.Automation.BLIND_OR_STRADDLE_POSTING), True, 0, (1, 3), 3, 6, 100, 3
    )
    for cards in ("2c9c", "2d9d", "2h9h"):
        state.deal_hole(cards)
    for to in (6, 9, 12):
        state.complete_bet_or_raise_to(to)
    assert state.can_complete_bet_or_raise_to(15)
    dealer = Dealer(game_on(Layout.of("poker")), SeededSource(1))
    for position in (1, 2, 3):
        dealer.act(position, Action("sit", amount=100_00))
    dealer.close()
    for to in (6, 9, 12):
        while not isinstance(dealer.ask, AskDecision):
            dealer.next()
        dealer.act(dealer.ask.position, Action("make", "raise", to * 100))
    assert isinstance(dealer.ask, AskDecision)
    assert "raise" not in dealer.ask.choices
    with pytest.raises(Refused, match="the bet and 3 raises have been made"):
        dealer.act(dealer.ask.position, Action("make", "raise", 15_00))


def test_14_15_side_pots_without_a_low_are_not_halved() -> None:
    """P3, all-in for the main pot, has the only low: the side pot goes to the high hand; PokerKit halves it."""
    text = (Path(__file__).parent / "histories" / "side-pot-without-a-low.phh").read_text("utf-8")
    history = read_history(text)
    again = replay_history(game_of(history, "poker"), history)
    assert [again.state.rack(position) // 100 for position in history.seats] == [119, 365, 25, 96, 43]
    assert theirs(text) == [143, 365, 25, 72, 43]
