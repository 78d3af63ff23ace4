"""The solvers, compared with enumerations of every card on random deals."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.equipment import CARDS
from pitboss.families.house_poker.kinds.flop import solver as flops
from pitboss.families.house_poker.kinds.ladder import solver as ladder
from pitboss.families.house_poker.kinds.streets import stopping
from pitboss.families.house_poker.kinds.stud import solver as stud
from pitboss.families.house_poker.price.rows import Rows, floor, table
from pitboss.families.house_poker.price.tally import Tally
from pitboss.families.house_poker.price.wagering import End, SettlementTerms, Wagering
from pitboss.families.house_poker.showdown import RESULTS
from pitboss.hands import FIVE_CARD, FOUR_CARD, THREE_CARD_ROYAL, Hand, Order
from pitboss.hands.fast import evaluate_batch
from pitboss.pricing.boards import HOLDINGS
from pitboss.pricing.deals import RENAMINGS, all_sets, classes, classes_with_one_more, place_of, to_representative

RANDOM = np.random.default_rng(20)
CARIBBEAN = floor(FIVE_CARD, "ace-king high")


def dealt(number: int) -> NDArray[np.uint8]:
    """Random cards in the order dealt."""
    return RANDOM.permutation(52)[:number].astype(np.uint8)


def left(*taken: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.setdiff1d(np.arange(52, dtype=np.uint8), np.concatenate(taken))


def sets(cards: NDArray[np.uint8], number: int) -> NDArray[np.uint8]:
    return np.array(list(combinations(cards, number)), np.uint8)


def strength(*cards: NDArray[np.uint8], order: Order = FIVE_CARD) -> int:
    return int(evaluate_batch(np.concatenate(cards)[None], order)[0])


# ---- Deals up to suits


@pytest.mark.parametrize(("number", "many"), [(1, 13), (2, 169), (3, 1_755), (4, 16_432), (5, 134_459)])
def test_the_weights_of_classes_add_up_to_all_deals(number: int, many: int) -> None:
    held = classes(number)
    assert len(held) == many
    assert held.weights.sum() == comb(52, number)
    assert (np.bincount(held.class_of) == held.weights).all()


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_renaming_suits_does_not_change_the_class(number: int) -> None:
    for _ in range(50):
        cards = dealt(number)
        assert len({classes(number).find(renaming[cards]) for renaming in RENAMINGS}) == 1


def test_a_set_has_a_renaming_to_its_representative() -> None:
    for place, cards in enumerate(all_sets(3)):
        renamed = np.sort(RENAMINGS[to_representative(3)[place]][cards])
        assert (renamed == classes(3).representatives[classes(3).class_of[place]]).all()


def test_places_have_no_gaps() -> None:
    assert [place_of(cards) for cards in all_sets(4)[::997]] == list(range(0, comb(52, 4), 997))


def test_classes_with_one_more_card_are_found_by_dealing_it() -> None:
    for number in RANDOM.integers(0, 1_755, 30):
        cards = classes(3).representatives[number]
        grown = [classes(4).find(np.append(cards, card)) for card in left(cards)]
        assert list(classes_with_one_more(3)[number]) == grown


# ---- The player's cards against the dealer's


def stud_game(order: Order, cards: int, shown: int, qualifying: int) -> stud.StudGame:
    rows = Rows.of(order, ["pair"])
    return stud.StudGame(order, cards, cards, shown, qualifying, rows, ("fold", "bet"), lambda *_: Fraction(0))


def below(hands: NDArray[np.uint8], order: Order, limit: int) -> int:
    return int((evaluate_batch(np.ascontiguousarray(hands), order) < limit).sum())


def test_the_census_equals_a_deal_of_every_dealer_hand() -> None:
    game = stud_game(FIVE_CARD, 5, 1, CARIBBEAN)
    dealt_ = stud.count_deals(game)
    for row in RANDOM.integers(0, len(dealt_.hands), 6):
        own = dealt_.hands[row]
        shown = RANDOM.choice(left(own))
        others = sets(left(own, np.array([shown], np.uint8)), 4)
        hands = np.concatenate([others, np.full((len(others), 1), shown, np.uint8)], axis=1)
        assert len(hands) == dealt_.counts.each
        mine = strength(own)
        assert below(hands, FIVE_CARD, CARIBBEAN) == dealt_.counts.below_qualifying[row, shown]
        assert below(hands, FIVE_CARD, mine) == dealt_.counts.below[row, shown]
        assert below(hands, FIVE_CARD, mine + 1) == dealt_.counts.not_above[row, shown]


def test_a_census_of_three_cards() -> None:
    queen = floor(THREE_CARD_ROYAL, "queen high")
    dealt_ = stud.count_deals(stud_game(THREE_CARD_ROYAL, 3, 0, queen))
    for row in RANDOM.integers(0, 1_755, 40):
        hands = sets(left(dealt_.hands[row]), 3)
        mine = strength(dealt_.hands[row], order=THREE_CARD_ROYAL)
        for limit, counts in zip((queen, mine, mine + 1), dealt_.counts[:3], strict=True):
            assert below(hands, THREE_CARD_ROYAL, limit) == counts[row, 0]


@pytest.mark.slow
def test_four_card_poker_is_a_declaration() -> None:
    """Five cards against six, the best four of each. Known figures: 2.79 % and 1.30 %."""
    even = table(FOUR_CARD, {"pair_or_less": 1})
    bonus = table(FOUR_CARD, {"four_of_a_kind": 25, "straight_flush": 20, "three_of_a_kind": 2}, 0)
    ends = {"fold": End({"ante": 1}, folded=True)} | {f"play_{n}x": End({"ante": 1, "play": n}) for n in (1, 2, 3)}
    house = Wagering(
        {"ante": SettlementTerms(even, tie="wins", bonus=bonus), "play": SettlementTerms(even, tie="wins")}, ends
    )
    game = stud.StudGame(FOUR_CARD, 5, 6, 1, 1, Rows.of(FOUR_CARD, *house.rows()), tuple(ends), house.net)
    tally = stud.play(game, stud.solve(game))
    edge = -tally.mean(house.net)
    assert f"{float(edge) * 100:.2f} {float(edge / tally.mean(house.at_risk)) * 100:.2f}" == "2.79 1.30"


# ---- Cards dealt one by one


PAYS = table(FIVE_CARD, {"flush": 8, "straight": 5, "three_of_a_kind": 3, "two_pair": 2, "pair_of_tens_or_better": 1})


def two_streets() -> ladder.LadderGame:
    first = ladder.Street(3, {"dealt": {"back": "back", "ride": "ride"}})
    second = ladder.Street(4, {state: {"back": f"{state} back", "ride": f"{state} ride"} for state in ("back", "ride")})
    rows = Rows.of(FIVE_CARD, PAYS.pays)
    return ladder.LadderGame(rows, (first, second), lambda end, row, _: (1 + end.count("ride")) * PAYS.net(row))


def test_two_decisions_against_a_deal_of_every_card() -> None:
    game = two_streets()
    decisions = ladder.solve(game)
    for row in RANDOM.integers(0, 1_755, 12):
        own = classes(3).representatives[row]
        whole = sets(left(own), 2)
        hands = np.concatenate([np.broadcast_to(own, (len(whole), 3)), whole], axis=1)
        nets = [PAYS.payoff(int(one)) for one in evaluate_batch(np.ascontiguousarray(hands))]
        assert decisions[3, "dealt"][row] == (sum(nets) > 0)
        fourth = RANDOM.choice(left(own))
        four = np.append(own, fourth)
        fives = np.array([np.append(four, card) for card in left(four)], np.uint8)
        worth = sum(PAYS.payoff(int(one)) for one in evaluate_batch(fives))
        for state in ("back", "ride"):
            assert decisions[4, state][classes(4).find(four)] == (worth > 0)


def test_a_tally_is_the_strategy_played_out() -> None:
    game = two_streets()
    decisions = ladder.solve(game)
    tally = ladder.play(game, decisions)
    assert tally.total == comb(52, 3) * 49 * 48
    riding = sum(int(classes(3).weights[row]) for row in range(1_755) if decisions[3, "dealt"][row])
    assert tally.share(lambda end, _row, _result: end.startswith("ride")) == Fraction(riding, comb(52, 3))


def test_mississippi_stud_is_a_declaration() -> None:
    """Three streets, with a bet of one to three antes or a fold at each. Published: 4.91 %."""
    pays = table(
        FIVE_CARD,
        {
            "royal_flush": 500,
            "straight_flush": 100,
            "four_of_a_kind": 40,
            "full_house": 10,
            "flush": 6,
            "straight": 4,
            "three_of_a_kind": 3,
            "two_pair": 2,
            "pair_of_jacks_or_better": 1,
            "pair_of_sixes_to_tens": 0,
        },
    )
    streets = []
    states = ["1"]
    for street, known in enumerate((2, 3, 4)):
        last = street == 2
        choices = {
            state: {"fold": f"fold {state.split()[-1]}"}
            | {f"{more}x": f"{'play' if last else known} {int(state.split()[-1]) + more}" for more in (1, 2, 3)}
            for state in states
        }
        streets.append(ladder.Street(known, choices))
        states = list(dict.fromkeys(to for led in choices.values() for to in led.values() if not to.startswith("fold")))

    def net(end: str, row: str, _: str) -> Fraction:
        how, antes = end.split()
        return Fraction(-int(antes)) if how == "fold" else int(antes) * pays.net(row)

    game = ladder.LadderGame(Rows.of(FIVE_CARD, pays.pays), tuple(streets), net)
    tally = ladder.play(game, ladder.solve(game))
    assert f"{float(-tally.mean(net)) * 100:.2f}" == "4.91"


# ---- A flop of which two cards are used


def test_flops_against_the_best_of_three_hands() -> None:
    rows = Rows.of(FIVE_CARD, ["flush", "straight", "three_of_a_kind", "two_pair", "pair_of_jacks_or_better"])
    counts = flops.count_flop_rows(rows)
    grades = np.array(rows.by_strength())
    for row in RANDOM.integers(0, 1_755, 4):
        own = classes(3).representatives[row]
        shown = sets(left(own), 3)
        best = np.zeros(len(shown), np.int16)
        for two in ((0, 1), (0, 2), (1, 2)):
            hands = np.concatenate([np.broadcast_to(own, (len(shown), 3)), shown[:, two]], axis=1)
            best = np.maximum(best, evaluate_batch(np.ascontiguousarray(hands)))
        assert (np.bincount(grades[best], minlength=len(rows.names) + 1) == counts[row]).all()


def test_ties_on_a_flop_against_pairs_of_hands_compared_one_by_one() -> None:
    flop = np.sort(dealt(3))
    by_strength: dict[int, list[frozenset[int]]] = {}
    own = sets(left(flop), 3)
    best = np.zeros(len(own), np.int16)
    for two in ((0, 1), (0, 2), (1, 2)):
        hands = np.concatenate([own, np.broadcast_to(flop[list(two)], (len(own), 2))], axis=1)
        best = np.maximum(best, evaluate_batch(np.ascontiguousarray(hands)))
    for cards, found in zip(own.tolist(), best.tolist(), strict=True):
        by_strength.setdefault(found, []).append(frozenset(cards))
    ties = sum(one.isdisjoint(other) for same in by_strength.values() for one in same for other in same)
    assert flops._ties(flop[None], np.ones(1, np.int64), 0, 1) == ties


# ---- Hold 'em


def hold_em() -> stopping.BoardGame:
    rows = Rows.of(FIVE_CARD, ["straight", "three_of_a_kind", "pair"])

    def net(end: str, row: str, result: str) -> Fraction:
        return Fraction({"fold": -2, "1x": 1, "2x": 2}[end] * (1 if end == "fold" else 1 - RESULTS.index(result) % 3))

    return stopping.BoardGame(rows, floor(FIVE_CARD, "pair"), (), ("2x",), ("fold", "1x"), net, rows)


def results_by_hand(own: NDArray[np.uint8], board: NDArray[np.uint8], bar: int) -> list[int]:
    """Count the six results by dealing out every dealer holding."""
    others = sets(left(own, board), 2)
    theirs = evaluate_batch(np.concatenate([others, np.broadcast_to(board, (len(others), 5))], axis=1))
    mine = strength(own, board)
    who = np.where(theirs < mine, 0, np.where(theirs == mine, 1, 2)) + np.where(theirs < bar, 3, 0)
    return [int(count) for count in np.bincount(who, minlength=6)]


def test_every_holding_on_a_board_against_a_deal_of_every_dealer_holding() -> None:
    game = hold_em()
    pays, _ = game.amounts
    for _ in range(40):
        cards = dealt(7)
        own, board = cards[:2], cards[2:]
        counts = results_by_hand(own, board, game.qualifying)
        grade = game.rows.by_strength()[strength(own, board)]
        values = stopping.river_values(game, own, board)
        assert values == {end: int(pays[game.ends.index(end), grade] @ counts) for end in game.river}


def test_a_board_played_out_against_a_deal_of_every_hand() -> None:
    """Every holding checks and makes the best river decision, on one board."""
    game = hold_em()
    pays, _ = game.amounts
    row = int(RANDOM.integers(0, len(classes(5))))
    board = classes(5).representatives[row]
    nothing = np.full(HOLDINGS, stopping.NO_DECISION, np.uint8)
    flop = np.full((len(classes(3)), HOLDINGS), stopping.LOW_HALF, np.uint8)
    two = classes(2)
    tally = np.zeros((len(two), 3, 4, 6), np.int64)
    deals = game.boards._replace(weights=np.ones(len(classes(5)), np.int64))
    straight = floor(FIVE_CARD, "straight")
    played = stopping.Policy(nothing, flop, stopping.BEST, straight, False, stopping.NO_TABLE)
    at_flop = np.zeros((len(two), 3, 4), np.int64)
    stopping._play(deals, game.flops, row, row + 1, game.pay_tables(), played, two.class_of, tally, at_flop)
    by_hand = np.zeros_like(tally)
    for own in sets(left(board), 2):
        counts = results_by_hand(own, board, game.qualifying)
        grade = game.rows.by_strength()[strength(own, board)]
        values = [int(pays[game.ends.index(end), grade] @ counts) for end in game.river]
        by_hand[two.find(own), values.index(max(values)), grade] += 10 * np.array(counts)
    assert (tally == by_hand).all()
    assert tally.sum() == 1_081 * 990 * 10


@pytest.mark.slow
def test_the_flop_against_a_deal_of_every_board() -> None:
    """Over all boards and dealer holdings, the gain from wagering at the flop instead of waiting equals the stored
    sums.
    """
    game = hold_em()
    pays, _ = game.amounts
    _, values = stopping.solve(game)
    for row in RANDOM.integers(0, len(classes(3)), 3):
        flop = classes(3).representatives[row]
        own = np.sort(RANDOM.choice(left(flop), 2, replace=False))
        more = 0
        for rest in sets(left(own, flop), 2):
            board = np.concatenate([flop, rest])
            counts = results_by_hand(own, board, game.qualifying)
            grade = game.rows.by_strength()[strength(own, board)]
            worth = {end: int(pays[number, grade] @ counts) for number, end in enumerate(game.ends)}
            more += worth["2x"] - max(worth["fold"], worth["1x"])
        assert values.flop[row, 0, place_of(own)] == more


# ---- Tallies


def test_a_tally_prices_each_wager_over_the_rounds_in_which_it_is_made() -> None:
    tally = Tally({("fold", "", ""): 3, ("bet", "pair", ""): 1})
    bet = tally.distribution(lambda end, row, _: None if end == "fold" else Fraction(2), lambda end, row, _: row)
    assert bet.mean == 2
    assert bet.events == {("pair", Fraction(2)): 1}
    assert tally.share(lambda end, _row, _result: end == "fold") == Fraction(3, 4)
    assert Tally.from_data(tally.to_data()) == tally


def test_strengths_are_those_of_hands() -> None:
    for _ in range(20):
        cards = dealt(5)
        assert strength(cards) == Hand(CARDS[card] for card in cards).strength
