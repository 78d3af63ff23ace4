"""Fast action hold 'em: exact prices, compared with deals counted one by one, since no figures were published."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

from pitboss import strategy
from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS, Card, cards
from pitboss.games.fast_action_holdem.boards import RANKS, board_of, boards
from pitboss.games.fast_action_holdem.counting import Counts, count, count_boards, worth_of
from pitboss.games.fast_action_holdem.house_way import SPLITS, rating
from pitboss.games.fast_action_holdem.price import PRICING, counts_by_decks
from pitboss.hands import FIVE_CARD_MANY_DECKS, Hand
from pitboss.pricing import price
from pitboss.table import game_on

GAME = "fast-action-holdem"
DECKS = (1, 2, 4, 6, 8)


def strength_of(pair: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    return int(Hand.best((*pair, *board), FIVE_CARD_MANY_DECKS).strength)


def by_house(own: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[int, int]:
    """Return the high and low hands of four cards as a person would set them by the rule."""
    ways = [sorted(strength_of(tuple(own[at] for at in pair), board) for pair in way) for way in SPLITS]
    low, high = max(ways)
    return high, low


@pytest.mark.parametrize("decks", DECKS)
def test_all_deals_are_counted_and_both_sides_are_alike(decks: int) -> None:
    """Wins and losses differ only by copies, which are equally likely on both sides."""
    size = 52 * decks
    counted = counts_by_decks()[decks]
    assert counted["deals"] == comb(size, 5) * comb(size - 5, 4) * comb(size - 9, 4)
    assert 0 < counted["wins"] < counted["loses"]
    assert counted["best_loses"] - counted["best_wins"] < counted["loses"] - counted["wins"]


def test_boards_add_up_to_all_ways_to_deal_five_cards() -> None:
    assert sum(board.ways for board in boards(2)) == comb(104, 5)


def test_21_8_prices_are_exact_and_marked_as_reconstructed() -> None:
    edges = {decks: price(Layout.of(GAME, options={"decks": decks}))["wager"] for decks in DECKS}
    assert [f"{row.house_edge:.4%}" for row in edges.values()] == [
        "4.4801%",
        "5.2334%",
        "5.6252%",
        "5.7581%",
        "5.8249%",
    ]
    assert Fraction(edges[1].exact or "") == Fraction(45_767_710_484_791, 1_021_578_064_006_500)
    assert {row.provenance for row in edges.values()} == {"reconstructed"}
    best = price(Layout.of(GAME), strategy="best")["wager"]
    assert f"{best.house_edge:.4%}" == "2.2004%"


def test_worth_of_a_hand_and_the_house_way_as_a_person_reads_it() -> None:
    """With two decks, compare one player hand with every possible dealer hand."""
    own, board = cards("Ah Kd 9h 2c"), cards("Kh 9s 5h 5h 2d")
    left = Counter(card for card in CARDS[:52] for _ in range(2)) - Counter((*own, *board))
    random = Random(4)
    every = list(left.elements())
    assert len(every) == 104 - 9
    # Check the strengths against a person's reading on a sample of dealer hands.
    for hand in (tuple(random.sample(every, 4)) for _ in range(60)):
        strong = [tuple(strength_of(tuple(hand[at] for at in pair), board) for pair in way) for way in SPLITS]
        low, high = divmod(max(rating(*way) for way in strong), 1 << 14)
        assert (high, low) == by_house(hand, board)
    worth = worth_of(own, board, 2)
    assert set(worth) == {"1-2", "1-3", "1-4", "2-3", "2-4", "3-4"}
    fouls = [choice for choice, gain in worth.items() if gain == -1]
    assert len(fouls) == 3


def test_worth_agrees_with_every_dealer_hand_from_one_deck() -> None:
    """Set 148,995 dealer hands as a person would, and compare with `worth`; only a few ranks are used, for speed."""
    own, board = cards("Ah Ad Kh Kd"), cards("Ac As Kc Ks Qh")
    rest = [card for card in CARDS[:52] if card not in (*own, *board)]
    strong = {pair: strength_of(pair, board) for pair in combinations(rest, 2)}
    mine = strength_of(own[:2], board), strength_of(own[2:], board)
    gained = 0
    for a, b, c, d in combinations(rest, 4):
        best = max(
            rating(strong[a, b], strong[c, d]), rating(strong[a, c], strong[b, d]), rating(strong[a, d], strong[b, c])
        )
        low, high = divmod(best, 1 << 14)
        gained += (mine[0] > high and mine[1] > low) - (mine[0] <= high and mine[1] <= low)
    assert worth_of(own, board, 1)["1-2"] == Fraction(gained, comb(43, 4))


@pytest.mark.slow
@pytest.mark.parametrize("board", ["Ks 9d 7c 4h 2s", "Kh 9h 2h Tc 4s"])
def test_counts_of_a_board_are_the_sum_over_its_hands(board: str) -> None:
    """Estimate the counts from a sample of hands, each valued by `worth_of`."""
    shared, decks = cards(board), 1
    found = board_of(shared, decks)
    wins, loses, best_wins, best_loses = count_boards([found])[0]
    left = sum(found.left)
    deals = comb(left, 4) * comb(left - 4, 4)
    rest = [card for card in CARDS[:52] if card not in shared]
    random = Random(7)
    game = game_on(Layout.of(GAME, options={"decks": decks}))
    house, best = [], []
    for own in (tuple(random.sample(rest, 4)) for _ in range(60)):
        worth = worth_of(own, shared, decks)
        house.append(float(worth[game.house_way(own, shared)]))
        best.append(float(max(worth.values())))
        assert best[-1] >= house[-1]
    for some, exact in ((house, (wins - loses) / deals), (best, (best_wins - best_loses) / deals)):
        mean = sum(some) / len(some)
        error = (sum((one - mean) ** 2 for one in some) / len(some) ** 2) ** 0.5
        assert abs(mean - exact) < 4 * error


@pytest.mark.slow
def test_best_settings_of_a_board_gain_no_less_than_the_house_way() -> None:
    plain = [board for board in boards(6) if board.kinds == RANKS][::700]
    for board, (wins, loses, best_wins, best_loses) in zip(plain, count_boards(plain), strict=True):
        left = sum(board.left)
        deals = comb(left, 4) * comb(left - 4, 4)
        assert wins + loses <= deals
        assert best_wins - best_loses >= wins - loses


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "decks", "counted"),
    [
        ("4c 6d 7s 8h Jc", 1, (7_557_132_580, 8_418_002_436, 7_599_008_434, 7_916_091_096)),
        (
            "4c 6d 7s 8h Jc",
            6,
            (43_551_220_432_868_210, 49_102_217_135_054_506, 43_082_967_955_000_721, 45_044_561_037_653_013),
        ),
        ("6s Js Jh Qh Qh", 2, (3_640_830_911_053, 4_847_810_530_235, 3_654_875_847_755, 4_822_076_924_471)),
    ],
)
def test_a_board_is_counted_as_another_program_counted_it(board: str, decks: int, counted: tuple[int, ...]) -> None:
    """The other program counted all deals independently, with its own hand ranking and a sweep over sorted hands."""
    assert count_boards([board_of(cards(board), decks)]) == [counted]


@pytest.mark.slow
@pytest.mark.parametrize("decks", DECKS)
def test_every_deal_is_counted_again(decks: int) -> None:
    assert count(decks) == Counts(*counts_by_decks()[decks].values())


def test_21_8_best_setting_is_advised_with_its_worth() -> None:
    layout = Layout.of(GAME)
    own, board = cards("7s 6d 9c 2h"), cards("5h 4c 3d Kc Jd")
    choices = ("house_way", "1-2", "1-3", "1-4", "2-3", "2-4", "3-4")
    worth = PRICING.worth(layout)(own, board, choices)
    best = PRICING.advice(layout)(own, board, choices)
    assert best is not None
    assert worth[best] == max(worth.values())
    assert worth["house_way"] == worth["2-4"]
    assert PRICING.strategy(layout, None).decide(own, board) == best
    assert f"{float(PRICING.strategy(layout, None).cost('house way')):.3%}" == "3.558%"
    with pytest.raises(ValueError, match="choose from: house way, best"):
        price(layout, strategy="always")


def test_21_8_the_strategy_command_describes_how_to_play() -> None:
    assert strategy(GAME).summary == ("set every hand by the house way",)
