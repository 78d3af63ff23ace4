"""The rules of Subchapter 10 at the table, by section."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest

from pitboss.chapter.check import Unlawful
from pitboss.chapter.layout import Layout
from pitboss.equipment import PAI_GOW, SeededSource, Tile, spread, tiles
from pitboss.games.pai_gow.house_way import house_way_of
from pitboss.games.pai_gow.ranking import kinds_of, ranking_of
from pitboss.games.pai_gow.round import PaiGowTiles
from pitboss.table import PUBLIC, Action, AskDecision, AskWagers, Dealer, Refused, Said, Settled, game_on, view
from pitboss.table.setting import HOUSE_WAY
from pitboss.traceability.trace import trace
from tests.shared.played_script import PlayedScript

from .woodpile import woodpile

GAME = "pai-gow"
TEEN_AND_DAY, LOW, HIGHEST = "6-6 6-6 1-1 1-1", "1-4 2-3 5-6 4-6", "2-4 1-2 4-4 4-4"
"""Two pairs that rarely lose, a pair of fives with a one, and the supreme pair with a pair of Yun."""
ONE = ("1: sit Ann 1000", "1: bet 100")
TWO = (*ONE, "2: sit Bob 1000", "2: bet 50")
NINE = "roll 3-4-2"


class PaiGowScript(PlayedScript):
    """A pai gow script that can be continued with more lines."""

    game = GAME
    day = "2014-05-01"

    def __init__(self, *lines: str, **options: Any) -> None:
        self.lines, self.options = lines, options
        texts = {name: str(value).lower() if isinstance(value, bool) else value for name, value in options.items()}
        super().__init__(*lines, **texts)

    @property
    def paid(self) -> list[Settled]:
        return [step for step in self.steps if isinstance(step, Settled)]


def played(*lines: str, **options: Any) -> PaiGowScript:
    return PaiGowScript(*lines, **options)


def deal(hands: Mapping[int, str], total: int = 9, bank: int = 0) -> str:
    return f"cards {woodpile(hands, total, bank)}"


def texts(table: PaiGowScript, section: str) -> list[str]:
    return [step.text for step in table.steps if isinstance(step, Said) and step.section == section]


def assert_refused(table: PaiGowScript, section: str, *lines: str) -> None:
    """Check that each line is refused under this section and changes nothing."""
    for line in lines:
        tried = played(*table.lines, f"refused by {section} {line}", **table.options)
        assert tried.state == table.state


def bank_script(amount: str = "bank", *more: str, wager: int = 80, **options: Any) -> list[str]:
    """Position 1 banks the second round, after all players have lost the first."""
    first = deal({0: TEEN_AND_DAY})
    sat = [f"{at}: sit P{at} 1000" for at in (1, 2, 3)]
    return [
        *sat,
        f"1: bet {wager}",
        "2: bet 10",
        "3: bet 10",
        NINE,
        first,
        "1: house",
        "2: house",
        "3: house",
        f"1: {amount}",
        *more,
    ]


# ---- 10.2: tiles and hands


def test_10_2_g_the_tiles_are_32_of_16_kinds() -> None:
    listed = Layout.of(GAME).fact("tiles")
    found: dict[str, list[str]] = {}
    for tile in spread(PAI_GOW.counts):
        assert isinstance(tile, Tile)
        found.setdefault(tile.kind, []).append(str(tile))
    assert sum(map(len, found.values())) == 32
    assert {kind: sorted(set(faces)) for kind, faces in found.items()} == {
        kind: sorted(faces.split()) for kind, faces in listed.items()
    }


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("2-4 1-2", "6-6 6-6"),
        ("6-6 6-6", "1-1 1-1"),
        ("1-5 1-5", "3-6 4-5"),
        ("1-4 2-3", "6-6 3-6"),
    ],
)
def test_10_2_pairs_rank_gee_joon_first_and_above_all_else(higher: str, lower: str) -> None:
    ranking = ranking_of(Layout.of(GAME))
    assert ranking.of(*tiles(higher)) > ranking.of(*tiles(lower))


def test_10_2_pairs_are_two_tiles_of_one_kind_only() -> None:
    ranking = ranking_of(Layout.of(GAME))
    assert ranking.named(*tiles("3-6 4-5")) == "Nine pair"
    assert ranking.named(*tiles("4-4 2-6")) == "6, Yun"
    assert len({ranking.of(one, other) for one in spread(PAI_GOW.counts) for other in spread(PAI_GOW.counts)}) == 102


def test_10_2_wong_and_gong_are_teen_or_day_with_a_nine_or_an_eight() -> None:
    ranking = ranking_of(Layout.of(GAME))
    order = ["6-6 3-6", "1-1 4-5", "6-6 4-4", "1-1 3-5", "6-6 2-5"]
    ranks = [ranking.of(*tiles(hand)) for hand in order]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == 5
    assert [ranking.named(*tiles(hand)) for hand in order] == [
        "Teen Wong",
        "Day Wong",
        "Teen Gong",
        "Day Gong",
        "9, Teen",
    ]
    assert ranking.of(*tiles("6-6 3-6")) == ranking.of(*tiles("6-6 4-5"))
    assert ranking.of(*tiles("6-6 4-4")) == ranking.of(*tiles("6-6 2-6"))


def test_10_2_single_tiles_break_ties_of_value_by_the_higher_tile_only() -> None:
    ranking = ranking_of(Layout.of(GAME))
    nine = ["6-6 1-6", "1-1 1-6", "4-4 5-6", "1-3 1-4", "5-5 3-6"]
    ranks = [ranking.of(*tiles(hand)) for hand in nine]
    assert ranks == sorted(ranks, reverse=True)
    assert ranking.of(*tiles("5-5 3-6")) > ranking.of(*tiles("4-6 4-5"))
    assert ranking.of(*tiles("6-6 1-6")) == ranking.of(*tiles("6-6 2-5"))
    assert ranking.named(*tiles("2-4 1-4")) == "8, Five"  # a single Gee Joon tile is the lowest


@pytest.mark.parametrize(
    ("hand", "named"),
    [
        ("2-4 4-4", "4, Yun"),
        ("1-2 2-5", "3, Seven"),
        ("1-2 1-6", "3, Tit"),
        ("2-4 5-6", "7, Foo"),
        ("6-6 1-1", "4, Teen"),
    ],
)
def test_10_2_value_is_the_spots_without_tens_and_gee_joon_counts_three_or_six(hand: str, named: str) -> None:
    assert ranking_of(Layout.of(GAME)).named(*tiles(hand)) == named


def test_10_2_value_of_zero_is_one_rank_whatever_the_tiles() -> None:
    ranking = ranking_of(Layout.of(GAME))
    assert ranking.of(*tiles("5-5 4-6")) == ranking.of(*tiles("1-5 2-2")) == 0


# ---- 10.3 to 10.6: dice, woodpile, wagers, stacks


def test_10_3_dice_are_three_or_a_generator_shows_one_to_eight() -> None:
    assert "Dice total 9, counting the dealer as 1: the dealer gets the first stack." in texts(
        played(*ONE, NINE), "10.6"
    )
    shown = played(*ONE, "number 3", deal({}, 3), dice_method="rng")
    assert "Number 3, counting the dealer as 1: position 2 gets the first stack." in texts(shown, "10.6")


def test_10_4_inspection_comes_once_when_the_table_opens() -> None:
    lines = [*ONE, NINE, deal({0: TEEN_AND_DAY}), "1: house way", "1: bet 100", NINE, deal({})]
    table = played(*lines, player_bank=False)
    assert texts(table, "10.4").count("All tiles are shown in 16 pairs and turned face down.") == 1


def test_10_4_eight_stacks_of_four_are_built_for_every_round_and_dealt_to_eight_places() -> None:
    lines = [*ONE, NINE, deal({0: TEEN_AND_DAY}), "1: house way", "1: bet 100", NINE, deal({})]
    table = played(*lines, player_bank=False)
    assert texts(table, "10.4").count("The tiles are mixed and built into 8 stacks of 4.") == 2
    for positions, places in ((6, (0, 1, 2, 3, 4, 5, 6, -1)), (7, (0, 1, 2, 3, 4, 5, 6, 7))):
        game = game_on(Layout.of(GAME, options={"positions": positions}))
        assert isinstance(game, PaiGowTiles)
        assert game.places == places
    assert table.state.shoe is not None
    assert table.state.shoe.left == 0


def test_10_5_wager_of_a_seated_player_may_use_a_coupon_against_the_dealer_only() -> None:
    table = played(*ONE)
    assert_refused(table, "10.5", "1: tie 5")
    assert played(*ONE, "1: take down bet", "1: bet 20 coupon 20").state.wagers[0].coupon == 20_00
    bank = played(*bank_script("bank", "1: none"))
    assert_refused(bank, "10.8", "2: bet 20 coupon 20")


def test_10_5_closed_before_the_dice_are_shaken_and_open_until_then() -> None:
    assert not played(*ONE, "1: take down bet").state.wagers
    table = played(*ONE, NINE)
    assert_refused(table, "10.5", "1: bet 5", "1: take down bet")
    assert "No more bets." in texts(table, "10.5")


@pytest.mark.parametrize(
    ("dice", "place"),
    [("1-1-1", "position 2"), ("3-3-2", "the dead hand"), ("3-4-2", "the dealer"), ("6-6-6", "position 1")],
)
def test_10_6_starting_place_is_counted_counterclockwise_with_the_dealer_as_1(dice: str, place: str) -> None:
    total = sum(map(int, dice.split("-")))
    assert f"Dice total {total}, counting the dealer as 1: {place} gets the first stack." in texts(
        played(*ONE, f"roll {dice}"), "10.6"
    )


def test_10_6_starting_place_is_counted_from_a_players_bank() -> None:
    table = played(*bank_script("bank", "1: none", "2: bet 20", "roll 1-1-1"))
    assert "Dice total 3, counting position 1, the bank, as 1: position 3 gets the first stack." in texts(table, "10.6")


def test_10_6_delivery_is_a_stack_to_every_place_and_unplayed_stacks_are_collected_unseen() -> None:
    table = played(*TWO, NINE, deal({0: TEEN_AND_DAY, 1: LOW}))
    assert [hand.box for hand in table.state.hands] == [0, 1, 2]
    assert "Hands without a wager are collected unseen." in texts(table, "10.6")
    assert view(table.state, 1)["hands"][0]["down"] == ["??"] * 4
    assert view(table.state, 1)["hands"][1]["down"] == LOW.split()
    assert view(table.state, 2)["hands"][1]["down"] == ["??"] * 4


def test_10_6_a_dragons_eye_needs_dice_and_is_settled_before_a_tile_is_dealt() -> None:
    with pytest.raises(Unlawful):
        Layout.of(GAME, options={"dragons_eye": "A", "dice_method": "rng"})
    table = played(*ONE, "1: dragon's eye 5", "roll 3-3-2", dragons_eye="A")
    assert table.state.find(1, "dragons_eye_sum") is None
    assert table.state.rack(1) == 1000_00 - 100_00 + 15_00
    assert not any(hand.all for hand in table.state.hands)


@pytest.mark.parametrize(
    ("table", "dice", "won"),
    [
        ("A", "6-6-5", 125),
        ("A", "6-6-4", 30),
        ("A", "1-1-1", -5),
        ("B", "1-1-1", 125),
        ("B", "3-3-2", 20),
        ("B", "3-4-2", 10),
    ],
)
def test_10_11_sum_wager_pays_by_the_total_of_the_dice(table: str, dice: str, won: int) -> None:
    dealer = played(*ONE, "1: dragon's eye 5", f"roll {dice}", dragons_eye=table)
    assert dealer.state.rack(1) == (1000 - 100 + won) * 100
    with pytest.raises(Unlawful):
        Layout.of(GAME, date(2011, 5, 1), options={"dragons_eye": table})


# ---- 10.7: setting, comparison, payment


def test_10_7_setting_makes_the_hand_of_higher_rank_the_high_hand() -> None:
    for said in ("set 1-1 2-6", "set 1-3 4-6", "set 3-4", "1-2"):
        table = played(*ONE, NINE, deal({0: "1-3 5-5 6-6 1-6", 1: "1-1 2-6 1-3 4-6"}), f"1: {said}", player_bank=False)
        assert "Position 1 has high 1-1 2-6, Day Gong; low 1-3 4-6, 4, Gor." in texts(table, "10.7")


@pytest.mark.parametrize("said", ["1: set 6-6 6-6", "1: set 1-1", "1: set 1-1 2-6 1-3", "1: bet 5"])
def test_10_7_setting_must_divide_ones_own_tiles_into_two_and_two(said: str) -> None:
    table = played(*ONE, NINE, deal({0: TEEN_AND_DAY, 1: "2-6 3-5 1-3 4-6"}))
    with pytest.raises(ValueError, match=r"name 2|not in this hand|too often|No more bets"):
        played(*table.lines, said)


def test_10_7_setting_is_known_to_its_position_alone_until_hands_are_turned() -> None:
    """Whatever the first player sets, the others see the same tiles, wording and choices until the showdown."""

    def seen(choice: str, eyes: int) -> list[Any]:
        table = played(*TWO, NINE, deal({0: TEEN_AND_DAY, 1: LOW}), f"1: {choice}")
        assert isinstance(table.dealer.ask, AskDecision)
        said = [step.text for step in table.steps if isinstance(step, Said)]
        return [view(table.state, eyes), said]

    for eyes in (PUBLIC, 2):
        shown = [seen(choice, eyes) for choice in ("1-2", "1-3", "2-3", HOUSE_WAY)]
        assert all(one == shown[0] for one in shown)


def test_10_7_setting_by_the_house_way_is_given_on_request_and_by_default() -> None:
    for lines in (["1: house way"], ["close"]):
        table = played(*ONE, NINE, deal({0: TEEN_AND_DAY, 1: LOW}), *lines, "1: pass")
        assert "Position 1 has high 1-4 2-3, Five pair; low 5-6 4-6, 1, Foo." in texts(table, "10.7")


@pytest.mark.parametrize(
    ("way", "hand", "high", "low"),
    [
        ("balanced_strong", "1-3 3-3 5-6 4-6", "6, Chong", "5, Gor"),  # 3: the best low hand
        ("balanced_strong", "6-6 6-6 3-6 4-5", "Teen pair", "Nine pair"),  # 1
        ("balanced_strong", "6-6 6-6 2-6 3-4", "Teen Gong", "9, Teen"),  # 2a
        ("balanced_strong", "6-6 6-6 5-5 4-6", "Teen pair", "0"),  # 2b: splitting gives 2 and 2
        ("balanced_strong", "6-6 6-6 5-6 4-6", "Teen pair", "1, Foo"),  # 2b: splitting gives 2 too
        ("balanced_strong", "1-1 1-1 3-3 1-5", "8, Day", "8, Day"),  # 2b: keeping leaves 2
        ("balanced_strong", "2-6 3-5 6-6 1-6", "Eight pair", "9, Teen"),  # 2c: low 9
        ("balanced_strong", "2-6 3-5 1-1 5-6", "Day Gong", "9, Foo"),  # 2c
        ("balanced_strong", "4-4 4-4 5-5 4-6", "8, Yun", "8, Yun"),  # 2d
        ("balanced_strong", "2-2 2-2 5-5 5-6", "Bon pair", "1, Mooy"),  # 2e
        ("balanced_strong", "6-6 2-6 4-4 1-3", "Teen Gong", "2, Yun"),  # 3 and 4: a strong hand
        ("balanced_strong", "6-6 6-6 5-6 3-6", "Teen Wong", "3, Teen"),  # 2b: a low hand of 3 is enough
        ("balanced_strong", "6-6 5-5 1-6 1-6", "9, Teen", "7, Mooy"),  # 2c: low 7 and high 9 are enough
        ("balanced_strong", "6-6 4-4 4-4 5-6", "Teen Gong", "9, Yun"),  # 2c: keeping leaves 3
        ("balanced_strong", "1-3 3-3 1-6 2-4", "7, Gor", "3, Chong"),  # 4: a 3 with Chong is not too low
        ("balanced_strong", "6-6 1-1 4-4 5-6", "Day Gong", "3, Teen"),  # 4: nor is a 3 with a higher tile
        ("balanced_strong", "6-6 5-5 4-6 1-4", "7, Teen", "0"),  # 4: a low hand of 2, and a high hand of 7
        ("balanced_strong", "1-3 2-2 2-6 1-4", "9, Gor", "2, Bon"),  # 4: a 3 with Eight, and a high hand of 9
        ("statute_basic", "1-3 3-3 5-6 4-6", "7, Chong", "4, Gor"),
        ("statute_basic", "6-6 1-1 5-5 5-6", "3, Teen", "2, Day"),
        ("statute_basic", "4-4 1-3 1-6 2-4", "7, Gor", "5, Yun"),  # a high hand of 7 is good enough
        ("statute_basic", "6-6 6-6 2-6 3-4", "Teen pair", "5, Eight"),
        ("max_high_hand", "6-6 1-1 5-5 5-6", "4, Teen", "1, Mooy"),
        ("custom", "3-6 4-5 1-1 5-5", "Day Wong", "9, Mooy"),
        ("custom", "2-4 1-2 3-3 1-3", "9, Chong", "7, Gor"),
        ("custom", "1-6 1-6 6-6 5-6", "9, Teen", "8, Foo"),
        ("custom", "6-6 1-6 4-4 5-5", "9, Teen", "8, Yun"),
        ("custom", "2-2 2-2 5-5 5-6", "Bon pair", "1, Mooy"),
        ("custom", "6-6 6-6 4-4 1-3", "Teen Gong", "6, Teen"),  # twelves are split for 6 and 8
        ("custom", "6-6 6-6 1-3 3-3", "8, Teen", "6, Teen"),  # exactly 6 and 8 are enough
        ("custom", "6-6 1-1 4-4 4-4", "Teen Gong", "Day Gong"),  # eights are split with a 12 and a 2
        ("custom", "6-6 5-6 2-6 1-4", "Teen Gong", "6, Foo"),  # no nine with the 12, so the Gong
        ("custom", "6-6 1-1 4-4 1-3", "Teen Gong", "6, Day"),  # the 12 before the 2
        ("custom", "6-6 4-4 1-3 2-6", "Teen Gong", "2, Yun"),  # of two Gongs the one with the better low hand
        ("custom", "6-6 1-1 1-3 5-5", "4, Teen", "4, Gor"),  # nothing strong: the best low hand
    ],
)
def test_10_7_house_way_gives_one_setting(way: str, hand: str, high: str, low: str) -> None:
    split = house_way_of(Layout.of(GAME), way).split(kinds_of(tiles(hand)))
    assert (str(split.top), str(split.under)) == (high, low)


def test_10_7_house_way_is_the_one_filed_by_the_licensee() -> None:
    for way, text in (("statute_basic", "7, Chong; low"), ("balanced_strong", "6, Chong; low")):
        table = played(
            *ONE, NINE, deal({0: "1-3 3-3 5-6 4-6", 1: LOW}), "1: house way", house_way=way, player_bank=False
        )
        assert any(text in said for said in texts(table, "10.7") if said.startswith("The dealer sets"))


@pytest.mark.parametrize(
    ("mine", "setting", "rack"),
    [("2-4 1-2 4-4 4-4", "house way", 1095), ("2-4 1-2 5-5 4-6", "house way", 1000), (LOW, "house way", 900)],
)
def test_10_7_comparison_wins_with_both_higher_loses_with_neither_and_otherwise_pushes(
    mine: str, setting: str, rack: int
) -> None:
    table = played(*ONE, NINE, deal({0: "6-6 6-6 3-3 2-5", 1: mine}), f"1: {setting}", player_bank=False)
    assert table.dealer.state.rack(1) == rack * 100


def test_10_7_comparison_goes_counterclockwise_from_the_dealers_right() -> None:
    table = played(*TWO, NINE, deal({0: TEEN_AND_DAY}), "1: house", "2: house", player_bank=False)
    assert [step.wager.position for step in table.paid] == [1, 2]


def test_10_7_copies_go_to_the_bank() -> None:
    table = played(*ONE, NINE, deal({0: "1-3 5-5 6-6 1-6", 1: "1-1 2-6 1-3 4-6"}), "1: set 1-1 2-6", player_bank=False)
    assert "Position 1 beats the bank in 1 of 2 hands, with 1 copy." in texts(table, "10.7")
    assert table.dealer.state.rack(1) == 1000_00


@pytest.mark.parametrize(
    ("bet", "rounding", "vig"), [(100, "none", 500), (33, "none", 165), (33, "up_to_quarter", 175)]
)
def test_10_7_vigorish_is_five_percent_of_winnings(bet: int, rounding: str, vig: int) -> None:
    lines = ["1: sit Ann 1000", f"1: bet {bet}", NINE, deal({0: "6-6 6-6 3-3 2-5", 1: HIGHEST}), "1: house way"]
    table = played(*lines, vigorish_rounding=rounding, player_bank=False)
    assert [step.vig for step in table.paid] == [vig]
    lost = played(
        "1: sit Ann 1000", f"1: bet {bet}", NINE, deal({0: TEEN_AND_DAY, 1: LOW}), "1: house", player_bank=False
    )
    assert [step.vig for step in lost.paid] == [0]


# ---- 10.8: the bank


def test_10_8_bank_offered_from_the_dealers_right_to_players_who_wagered_against_the_dealer_and_not_twice() -> None:
    first = played(*TWO, "3: sit Cy 1000", NINE, deal({0: TEEN_AND_DAY}), "1: house", "2: house")
    ask = first.dealer.ask
    assert isinstance(ask, AskDecision)
    assert (ask.position, ask.choices) == (1, ("bank", "co_bank", "pass"))
    assert isinstance(played(*ONE).dealer.ask, AskWagers)  # the dealer banks the first round
    declined = played(*first.lines, "1: pass", "2: pass")
    assert "No one banks; the dealer does." in texts(declined, "10.8")
    assert_refused(declined, "10.8", "3: bank 100")  # Cy did not wager
    lines = bank_script(
        "bank", "1: none", "2: bet 20", "roll 1-1-1", deal({1: LOW, 2: HIGHEST}, 3, 1), "2: house", "1: house"
    )
    twice = played(*lines)
    assert isinstance(twice.dealer.ask, AskDecision)
    assert twice.dealer.ask.position == 2
    none = played(*TWO, NINE, deal({0: TEEN_AND_DAY}), "1: house", "2: house", player_bank=False)
    assert_refused(none, "10.8", "1: bank 100")


def test_10_8_bank_covers_every_wager_and_its_uncovered_chips_are_returned() -> None:
    table = played(*bank_script("bank 100", "1: none"))
    assert_refused(table, "10.8", "2: bet 101", "1: bet 5")
    both = played(*table.lines, "2: bet 60")
    assert_refused(both, "10.8", "3: bet 41")
    closed = played(*both.lines, "3: bet 10", "roll 1-1-1")
    bank = closed.state.find(1, "bank")
    assert bank is not None
    assert bank.amount == 70_00
    poor = played(*bank_script(wager=1000)[:-1], "2: pass", "3: pass")
    assert_refused(poor, "10.8", "1: bank 100")  # no chips are left


def test_10_8_dealers_wager_is_what_the_bank_last_wagered_or_less_or_none_and_pays_no_vigorish() -> None:
    same = played(*bank_script("bank", "1: same"))
    assert same.state.find(0, "dealer_wager").amount == 80_00
    less = played(*bank_script("bank", "1: dealer's wager 30"))
    assert less.state.find(0, "dealer_wager").amount == 30_00
    assert_refused(played(*bank_script("bank")), "10.8", "1: dealer's wager 81")
    assert played(*bank_script("bank", "1: none")).state.find(0, "dealer_wager") is None
    assert played(*bank_script("co bank")).state.find(0, "dealer_wager") is None
    wins = played(*same.lines, "roll 1-1-1", deal({1: LOW, 0: HIGHEST}, 3, 1), "1: house")
    assert [(step.wager.kind, step.vig) for step in wins.paid if step.wager.position == 0] == [("dealer_wager", 0)]


def test_10_8_bank_sets_freely_after_all_others_have_set() -> None:
    table = played(
        *bank_script(
            "bank", "1: same", "2: bet 20", "roll 1-1-1", deal({1: "6-6 6-6 5-6 1-6", 2: LOW}, 3, 1), "2: house"
        )
    )
    ask = table.dealer.ask
    assert isinstance(ask, AskDecision)
    assert ask.position == 1
    assert any(said.startswith("The dealer sets by the house way") for said in texts(table, "10.7"))
    done = played(*table.lines, "1: set 6-6 5-6")
    assert "Position 1 sets high 6-6 1-6, 9, Teen; low 6-6 5-6, 3, Teen." in texts(done, "10.8")


def test_10_8_co_bank_is_half_owned_by_the_house_and_set_by_the_house_way() -> None:
    lines = bank_script("co bank", "2: bet 20", "roll 1-1-1", deal({1: HIGHEST, 2: LOW}, 3, 1), "2: house")
    table = played(*lines)
    assert "Position 1 is set by the house way: high 2-4 1-2, Gee Joon pair; low 4-4 4-4, Yun pair." in texts(
        table, "10.8"
    )
    assert table.dealer.state.rack(1) == 1000_00 - 80_00 + 10_00 - 50
    alone = played(*TWO, NINE, deal({0: TEEN_AND_DAY}), "1: house", "2: house", co_banking=False)
    assert isinstance(alone.dealer.ask, AskDecision)
    assert alone.dealer.ask.choices == ("bank", "pass")


def test_10_8_co_bank_leaves_the_odd_cent_to_the_house() -> None:
    lines = bank_script("co bank", "2: bet 20.01", "roll 1-1-1", deal({1: HIGHEST, 2: LOW}, 3, 1), "2: house")
    assert played(*lines).dealer.state.rack(1) == 1000_00 - 80_00 + 10_00 - 50


def test_10_8_co_bank_that_has_paid_everything_still_lets_the_house_collect_its_cent() -> None:
    hands = deal({1: "6-6 6-6 3-3 3-3", 2: HIGHEST, 3: LOW}, 3, 1)
    lines = bank_script("co bank", "2: bet 20", "3: bet 0.01", "roll 1-1-1", hands, "2: house", "3: house")
    results = [(step.wager.position, step.result, step.net) for step in played(*lines).paid[-3:]]
    assert results == [(2, "wins", 19_00), (3, "loses", -1), (1, "loses", -10_00)]


def test_10_8_bank_that_breaks_even_comes_back_and_pays_no_vigorish() -> None:
    lines = bank_script("bank", "1: none", "2: bet 20", "3: bet 20", "roll 1-1-1")
    even = played(*lines, deal({1: "6-6 6-6 3-3 3-3", 2: LOW, 3: HIGHEST}, 3, 1), "2: house", "3: house", "1: house")
    assert [(step.wager.kind, step.result, step.vig) for step in even.paid[-1:]] == [("bank", "void", 0)]
    assert [step.wager.kind for step in even.paid].count("bank") == 2, "uncovered chips were returned before"
    assert even.dealer.state.rack(1) == 1000_00 - 80_00


def test_10_8_vigorish_of_the_bank_is_on_its_net_if_that_is_a_win() -> None:
    lines = bank_script("bank", "1: none", "2: bet 120", "3: bet 20", "roll 1-1-1")
    wins = played(*lines, deal({1: "6-6 6-6 3-3 3-3", 2: LOW, 3: HIGHEST}, 3, 1), "2: house", "3: house", "1: house")
    assert [(step.winnings, step.vig) for step in wins.paid if step.wager.kind == "bank" and step.winnings] == [
        (100_00, 5_00)
    ]
    loses = played(*lines, deal({1: LOW, 2: TEEN_AND_DAY, 3: HIGHEST}, 3, 1), "2: house", "3: house", "1: house")
    assert [step.vig for step in loses.paid if step.wager.kind == "bank"] == [0, 0]


# ---- 10.9: irregularities


def test_10_9_no_roll_is_shaken_again_and_a_failed_generator_is_replaced() -> None:
    table = played(*ONE, "throw no_roll", NINE)
    assert any(said.startswith("Invalid roll") for said in texts(table, "10.9"))
    failed = played(*ONE, "throw generator_failure", "roll 1-1-1", dice_method="rng")
    assert "Dice total 3, counting the dealer as 1: position 2 gets the first stack." in texts(failed, "10.6")


def test_10_9_wrong_start_is_corrected_until_a_tile_is_seen_and_voids_the_round_afterwards() -> None:
    begun = [*ONE, NINE]
    early = played(*begun, "throw wrong_start", deal({0: TEEN_AND_DAY, 1: LOW}))
    assert early.state.wagers
    late = played(*begun, deal({0: TEEN_AND_DAY, 1: LOW}), "interrupt wrong_start")
    assert not late.state.wagers
    assert late.state.rack(1) == 1000_00


def test_10_9_exposed_tiles_of_a_player_are_played_or_void_and_those_of_the_bank_void_all_hands() -> None:
    pile = woodpile({0: "6-6 6-6 3-3 2-5", 1: HIGHEST}).split()
    begun = [*ONE, NINE, f"cards {' '.join(pile[:6])}", "throw player_tile_exposed 1"]
    rest = f"cards {' '.join(pile[6:])}"
    void = played(*begun, "1: void", rest)
    assert void.dealer.state.rack(1) == 1000_00
    plays = played(*begun, "1: play", rest, "1: house way", player_bank=False)
    assert plays.dealer.state.rack(1) == 1095_00
    assert not played(*ONE, NINE, deal({0: TEEN_AND_DAY}), "interrupt bank_tile_exposed").state.wagers
    with pytest.raises(ValueError, match="that place has no pieces yet"):
        played(*ONE, NINE, "throw player_tile_exposed 1")


def test_10_9_exposed_tile_belongs_to_the_hand_being_dealt_unless_another_is_named() -> None:
    pile = woodpile({0: "6-6 6-6 3-3 2-5", 1: HIGHEST, 2: LOW}).split()
    for tiles_dealt, shown in ((6, "1-2 of position 1"), (10, "2-3 of position 2")):
        table = played(*TWO, NINE, f"cards {' '.join(pile[:tiles_dealt])}", "throw player_tile_exposed")
        assert f"{shown} was exposed." in texts(table, "10.9")


def test_10_9_tiles_touched_with_a_player_as_bank_needs_the_name_of_the_player() -> None:
    wagers = bank_script("bank", "1: none", "2: bet 20", "3: bet 20", "roll 1-1-1")
    tiles_dealt = deal({1: LOW, 2: HIGHEST, 3: TEEN_AND_DAY}, 3, 1)
    table = played(*wagers, tiles_dealt, "2: house", "3: house", "1: house")
    assert_refused(table, "10.9", "throw tiles_touched")


@pytest.mark.parametrize("error", ["wrong_tile_count", "bad_tile"])
def test_10_9_wrong_tiles_void_the_round(error: str) -> None:
    table = played(*ONE, NINE, deal({0: TEEN_AND_DAY, 1: LOW}), f"interrupt {error}")
    assert table.state.rack(1) == 1000_00
    assert not table.state.hands


def test_10_9_errors_in_setting_are_corrected_for_the_dealer_and_kept_for_a_player() -> None:
    set_so = [*ONE, NINE, deal({0: TEEN_AND_DAY, 1: LOW}), "1: house way"]
    again = played(*set_so, "throw dealer_missets", "1: pass")
    assert len([said for said in texts(again, "10.9") if said.startswith("The dealer sets by the house way")]) == 1
    stands = played(*set_so, "throw tiles_touched 1", "1: pass")
    assert any("stands as it was set" in said for said in texts(stands, "10.9"))
    assert stands.dealer.state.rack(1) == 900_00


def test_10_9_bank_short_of_chips_is_refused_before_the_deal_and_the_dealer_banks() -> None:
    table = played(*bank_script("bank", "1: same", "2: bet 20"), "interrupt bank_short")
    assert table.state.banker == 0
    assert [wager.kind for wager in table.state.wagers] == ["main"]
    assert table.state.rack(1) == 920_00
    with pytest.raises(ValueError, match="no player has the bank"):
        played(*ONE, "interrupt bank_short")


# ---- 10.10: two areas


def test_10_10_two_areas_are_adjacent_and_the_larger_wager_is_set_first() -> None:
    table = played("2: sit Ann 1000", "2: bet 20", "2: bet 3 50", NINE, deal({}), areas_per_player=2)
    ask = table.dealer.ask
    assert isinstance(ask, AskDecision)
    assert table.state.turn == 3
    equal = played("2: sit Ann 1000", "2: bet 20", "2: bet 3 20", NINE, deal({}), areas_per_player=2)
    assert equal.state.turn == 2
    two = played("2: sit Ann 1000", "2: bet 20", areas_per_player=2)
    assert_refused(two, "10.10", "2: bet 4 20")
    assert_refused(played("2: sit Ann 1000", "2: bet 20"), "10.10", "2: bet 3 20")


def test_every_paragraph_is_implemented() -> None:
    found = trace(GAME)
    assert found.gaps == ()
    assert found.dangling == ()


def test_10_11_sum_wager_is_refused_before_its_date_with_the_section_of_the_later_chapter() -> None:
    """19:47 never had a section 10.11. The refusal names the option as table files spell it."""
    for day, words in ((date(1999, 6, 1), "13:69F-10.11"), (date(2013, 6, 1), "dragons_eye = A or B")):
        dealer = Dealer(game_on(Layout.of("pai-gow", day)), SeededSource(1))
        dealer.act(1, Action("sit", amount=100_00))
        with pytest.raises(Refused, match=words):
            dealer.act(1, Action("make", "dragons_eye_sum", 5_00))
