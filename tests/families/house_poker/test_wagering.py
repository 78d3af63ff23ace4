"""Declared games: rows, pay tables, settlement and limits; and strategies in words."""

from fractions import Fraction

import pytest

from pitboss.chapter.layout import Layout
from pitboss.families.house_poker.price.pricing import PokerPricing
from pitboss.families.house_poker.price.rows import Rows, floor, table
from pitboss.families.house_poker.price.side_wagers import cards_seen
from pitboss.families.house_poker.price.strategy import least_strength, read_cards
from pitboss.families.house_poker.price.tally import Tally
from pitboss.families.house_poker.price.wagering import End, Limit, SettlementTerms, Wagering, side_wager
from pitboss.families.house_poker.terms import Terms
from pitboss.hands import FIVE_CARD, THREE_CARD_ROYAL
from pitboss.pricing.entry import declared_pricing
from pitboss.pricing.progress import part_of_progress, run_in_parts

EVEN = table(FIVE_CARD, {"pair_or_less": 1})
BET = table(FIVE_CARD, {"royal_flush": 100, "flush": 5, "pair_or_less": 1})


def wagering(limit: Limit | None = None) -> Wagering:
    return Wagering(
        {"ante": SettlementTerms(EVEN, "wins"), "bet": SettlementTerms(BET, "void")},
        {"fold": End({"ante": 1}, folded=True), "bet": End({"ante": 1, "bet": 2})},
        frozenset({"bet"}),
        limit,
    )


@pytest.mark.parametrize(
    ("end", "row", "result", "net"),
    [
        ("fold", "royal_flush", "win", -1),
        ("bet", "pair_or_less", "win", 3),
        ("bet", "flush", "win", 11),
        ("bet", "flush", "lose", -3),
        ("bet", "flush", "tie", 0),
        ("bet", "pair_or_less", "lose_unqualified", 1),
        ("bet", "royal_flush", "win_unqualified", 1),
    ],
)
def test_net_of_a_round(end: str, row: str, result: str, net: int) -> None:
    assert wagering().net(end, row, result) == net


def test_a_wager_that_was_not_made_has_no_net() -> None:
    assert wagering().net_of("bet")("fold", "flush", "win") is None
    assert wagering().net_of("ante")("fold", "flush", "win") == -1
    assert wagering().net_of("bet")("bet", "flush", "win") == 5


def test_a_limit_cuts_the_last_wager_first() -> None:
    nets = wagering(Limit(("ante", "bet"), Fraction(20))).nets("bet", "royal_flush", "win")
    assert nets == {"ante": 1, "bet": 19}
    only_bet = wagering(Limit(("bet",), Fraction(50))).nets("bet", "royal_flush", "win")
    assert only_bet == {"ante": 1, "bet": 50}


def test_a_side_wager_may_be_lost_on_a_fold() -> None:
    tally = Tally({("fold", "flush", "win"): 1, ("bet", "flush", "win"): 1, ("bet", "", "win"): 2})
    assert side_wager(tally, table(FIVE_CARD, {"flush": 5})).mean == Fraction(5 * 2 - 2, 4)
    assert side_wager(tally, table(FIVE_CARD, {"flush": 5}), ["fold"]).mean == Fraction(5 - 3, 4)


def test_rows_of_several_tables_are_kept_separate() -> None:
    rows = Rows.of(FIVE_CARD, ["straight_flush", "pair_of_jacks_or_better"], ["royal_flush", "pair"])
    assert rows.names == ("royal_flush", "straight_flush", "pair_of_jacks_or_better", "pair")
    numbers = rows.by_strength()
    assert numbers[floor(FIVE_CARD, "pair of tens")] == 3
    assert numbers[floor(FIVE_CARD, "two pair")] == 2
    assert numbers[1] == 4
    assert rows.name_at(len(FIVE_CARD.ladder)) == "royal_flush"


def test_a_royal_without_a_row_is_a_straight_flush() -> None:
    assert table(FIVE_CARD, {"straight_flush": 50}).net("royal_flush") == 50
    assert table(THREE_CARD_ROYAL, {"straight_flush": 40}).net("mini_royal") == 40


@pytest.mark.parametrize(
    ("said", "hand"),
    [
        ("raise with A-K-J-8-3 or better", "ace high, king-jack-eight-three"),
        ("A-K-J-8-3", "ace high, king-jack-eight-three"),
        ("bet with ace-king high or better", "ace high, king-four-three-two"),
        ("raise with a pair or better.", "pair of twos, five-four-three"),
        ("with a pair of sixes or better", "pair of sixes, four-three-two"),
        ("raise everything", "seven high, five-four-three-two"),
    ],
)
def test_a_strategy_in_words(said: str, hand: str) -> None:
    assert FIVE_CARD.describe(least_strength(said, FIVE_CARD), full=True) == hand


@pytest.mark.parametrize(
    "given", ["Ah Ah Kd Qc 2s", "Ah Kd Qc 2s", "Ah Kd Qc 2s 3s 4s", "Ah Kd Qc 2s Jk", "Ah Kd Qc 2s Zz"]
)
def test_cards_that_do_not_make_a_hand_are_refused(given: str) -> None:
    with pytest.raises(ValueError, match=r"more than once|needs 5 cards|is not a card"):
        read_cards(given, 5, "the player's hand")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_work_in_parts_reports_its_progress(workers: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CORES", workers)
    fractions: list[float] = []
    done: list[int] = []
    run_in_parts(
        lambda first, last: done.extend(range(first, last)),
        [(0, 3), (3, 5)],
        part_of_progress(fractions.append, 0.5, 1.0),
    )
    assert sorted(done) == [0, 1, 2, 3, 4]
    assert fractions == [0.75, 1.0]


@pytest.mark.parametrize(
    ("game", "ends"),
    [
        ("caribbean-stud", {"bet": 3, "fold": 1}),
        ("double-down-stud", {"stand": 1, "double": 2}),
        (
            "let-it-ride",
            {"take_back, take_back": 1, "take_back, let_ride": 2, "let_ride, take_back": 2, "let_ride, let_ride": 3},
        ),
        ("flop-poker", {"flop": 2, "surrender": 1}),
        ("ultimate-texas-holdem", {"play_3x": 5, "play_4x": 6, "play_2x": 4, "play_1x": 3, "fold": 2}),
    ],
)
def test_the_ends_of_a_game_and_what_is_at_risk_follow_from_its_decisions(game: str, ends: dict[str, int]) -> None:
    layout = Layout.of(game)
    pricing = declared_pricing(game)
    assert isinstance(pricing, PokerPricing)
    found = pricing.wagering_on(layout).ends
    assert {name: sum(end.at_risk.values()) for name, end in found.items()} == ends


@pytest.mark.parametrize(
    ("game", "wager", "on_hand", "cards"),
    [
        ("caribbean-stud", "progressive", True, 5),
        ("three-card-poker", "pair_plus", True, 3),
        ("three-card-poker", "six_card_bonus", False, 6),
        ("let-it-ride", "three_card_bonus", False, 3),
        ("ultimate-texas-holdem", "progressive", False, 5),
    ],
)
def test_the_cards_of_a_side_wager_follow_from_its_terms(game: str, wager: str, on_hand: bool, cards: int) -> None:
    terms, pricing = Terms.on(Layout.of(game)), declared_pricing(game)
    assert isinstance(pricing, PokerPricing)
    assert pricing.on_hand(terms, wager) is on_hand
    assert cards_seen(terms, wager) == cards
