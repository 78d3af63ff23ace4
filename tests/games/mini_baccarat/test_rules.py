"""The rules specific to Subchapter 7, each test named by its section; the rest is tested in punto banco, whose round
this game uses.
"""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.equipment import SeededSource, Shoe
from pitboss.equipment import cards as read_cards
from pitboss.families.baccarat.round import Baccarat, BaccaratState
from pitboss.games.mini_baccarat.round import MiniBaccarat
from pitboss.pricing import price
from pitboss.table import AskDecision, AskWagers, Dealer, Position, Refused, Settled, Step, Wager, game_on, view, walk
from pitboss.table.script import BadScript, play_script
from pitboss.table.state import replace
from pitboss.table.steps import Action, AskCard, AskShuffle, Said

SIT = "1: sit Ann 1000"
BURNED = "cards As 2c"
BANKER_WINS = "cards 6c 2d Kh 3c 4s"


class Played:
    """A played script."""

    def __init__(self, *lines: str, **options: Any) -> None:
        self.steps: list[Step] = []
        head = ["game mini-baccarat", "on 2012-06-01", *(f"set {key}={value}" for key, value in options.items())]
        self.dealer = play_script("\n".join([*head, *lines]), watch=self.steps.append)

    @property
    def state(self) -> Any:
        assert self.dealer.ask is not None
        return self.dealer.ask.state

    def said(self, section: str) -> list[str]:
        return [step.text for step in self.steps if isinstance(step, Said) and step.section == section]


def test_round_and_price_are_those_of_punto_banco() -> None:
    assert issubclass(MiniBaccarat, Baccarat)
    mini, large = price(Layout.of("mini-baccarat")), price(Layout.of("baccarat-punto-banco"))
    assert [(one.id, one.exact) for one in mini.wagers] == [(one.id, one.exact) for one in large.wagers]


def test_7_1_decks_values_and_point_count_are_those_of_punto_banco() -> None:
    same_facts("card_values", "point_count")
    mini, large = rules_of("mini-baccarat"), rules_of("baccarat-punto-banco")
    assert mini.options["decks"].range == large.options["decks"].range
    assert (mini.fact("cutting_cards"), large.fact("cutting_cards")) == (1, 2)


def test_7_9_natural_and_when_the_player_draws_and_the_banker_draws_are_those_of_punto_banco() -> None:
    same_facts("natural", "player_draws", "banker_draws", "initial_deal", "third_card")


def test_7_3_odds_of_the_hands_and_the_tie_the_bonus_and_all_others_are_those_of_punto_banco() -> None:
    same_facts("vigorish_units", "banker_variants", "wager_unit")
    mini, large = (Layout.of(game) for game in ("mini-baccarat", "baccarat-punto-banco"))
    assert {kind: mini.odds_table(kind) for kind in mini.permissible} == {
        kind: large.odds_table(kind) for kind in large.permissible
    }


def same_facts(*names: str) -> None:
    mini, large = rules_of("mini-baccarat"), rules_of("baccarat-punto-banco")
    assert [mini.fact(name) for name in names] == [large.fact(name) for name in names]


def test_7_2_no_more_bets_and_only_the_wagers_of_the_list() -> None:
    Played(SIT, "1: tie 10", "refused by 7.2 1: any_pair 5", BURNED, "card 6c", "refused by 7.2 1: tie 5")


def test_7_3_whole_dollars_only() -> None:
    Played(SIT, "refused by 7.3 1: banker 2.50")


def test_7_5_burn_by_the_first_card_behind_a_cutting_card() -> None:
    table = Played(SIT, "1: tie 10", "cards 2s", "cards 3c 4d")
    assert table.said("7.5") == [
        "The cards are shuffled: 8 decks.",
        "The cards are cut.",
        "The cutting card goes in with 14 cards behind it.",
        "The first card is the two of spades: 2 more are burned.",
    ]


def test_7_5_last_round_then_a_shuffle() -> None:
    game = game_on(Layout.of("mini-baccarat", options={"decks": 6, "cut_card_from_end": 300}))
    said: list[str] = []
    dealer = Dealer(game, SeededSource(4), watch=lambda step: said.append(getattr(step, "text", "")))
    dealer.act(1, Action("sit", amount=1000_00))
    while "The shoe is finished." not in said:
        while not isinstance(dealer.ask, AskWagers):
            dealer.next()
        dealer.act(1, Action("make", "tie", 1_00))
        dealer.finish()
    assert "The cutting card is out: this is the shoe's last round." in said
    assert isinstance(dealer.ask, AskShuffle)


def test_7_10_settlement_and_scoreboard_after_the_result() -> None:
    table = Played(SIT, "1: banker 10", "1: tie 5", BURNED, BANKER_WINS)
    assert table.said("7.10") == ["Player 6, Banker 9: the Banker wins."]
    assert [step.result for step in table.steps if isinstance(step, Settled)] == ["loses", "wins"]
    assert table.dealer.game.scoreboards(table.state).wins["banker"] == 1


def test_7_11_third_card_to_the_player_in_error_is_the_bankers() -> None:
    lines = (SIT, "1: player 10", BURNED, "cards 6c 2d Kh", "throw player_third_card", "cards 2c 9s")
    assert Played(*lines, "= 1: +10").said("7.11")[-1] == "The card dealt in error goes to the Banker's Hand."


def test_7_11_card_face_up_and_not_enough_cards() -> None:
    lines = (SIT, "1: player 10", BURNED, "card 6c", "throw card_face_up", "card 3c", "cards 2d Kh")
    assert Played(*lines, "throw not_enough_cards", "= 1: 0").said("7.11")[-1].endswith("the round is void.")


def test_7_6_dealer_alone_deals_and_nobody_is_asked() -> None:
    table = Played(SIT, "1: banker 10", BURNED, BANKER_WINS, "1: tie 5", "cards 9c 5d 9h 3c")
    assert not [step for step in table.steps if isinstance(step, AskDecision)]
    assert all(step.state.curator == 0 for step in table.steps)


def test_7_4_seats_are_nine() -> None:
    with pytest.raises(Refused, match="positions 1 to 9"):
        Played(SIT).dealer.act(10, Action("sit", amount=100_00))


def test_7_7_first_four_cards_are_dealt_face_up() -> None:
    table = Played(SIT, "1: banker 10", BURNED, "cards 6c 2d Kh")
    seen = view(table.state)
    assert (seen["player"], seen["banker"]) == (["6c", "Kh"], ["2d"])


def test_7_7_turning_of_cards_dealt_face_down_is_the_dealers_the_players_hand_first() -> None:
    table = Played(SIT, "1: player 10", BURNED, "cards 6c 2d Kh", deal_method="face_down")
    seen = view(table.state, 1)
    assert (seen["player_down"], seen["banker_down"]) == (["??", "??"], ["??"])
    table = Played(SIT, "1: player 10", BURNED, "cards 6c 2d Kh 3c 4s", deal_method="face_down")
    _, first, second = (step for step in table.steps if isinstance(step, Said) and step.section == "7.7")
    assert (first.text, second.text) == ("The Player's Hand: 6♣ K♥, 6.", "The Banker's Hand: 2♦ 3♣, 5.")
    assert view(first.state)["banker_down"] == ["??", "??"]


@pytest.mark.parametrize("method", ["face_up", "face_down"])
def test_7_7_deal_method_changes_nothing_of_the_result(method: str) -> None:
    table = Played(SIT, "1: banker 10", BURNED, BANKER_WINS, "= 1: +10", deal_method=method)
    assert [step.net for step in table.steps if isinstance(step, Settled)] == [10_00]


def test_7_12_continuous_shuffler_deals_every_round_from_all_cards() -> None:
    lines = (SIT, "1: banker 10", BANKER_WINS, "1: banker 10", "cards 9c 5d 9h 3c")
    table = Played(*lines, shuffler="continuous")
    first = [step for step in table.steps if isinstance(step, AskCard) and step.state.shoe.dealt == 0]
    assert [sum(step.composition) for step in first] == [416, 416]
    assert len([step for step in table.steps if isinstance(step, AskShuffle)]) == 2
    assert table.said("7.5") == []
    assert len(table.state.results) == 2


def test_7_3_vigorish_marked_is_kept_over_continuous_shuffles_until_the_player_leaves() -> None:
    lines = (SIT, "1: banker 100", BANKER_WINS, "1: banker 100", BANKER_WINS)
    table = Played(*lines, shuffler="continuous")
    assert [marker.amount for marker in table.state.owed] == [10_00]
    table = Played(*lines, "1: leave", shuffler="continuous")
    assert table.said("7.3")[-1] == "Position 1 pays $10 vigorish."
    assert table.state.inventory == -190_00


def test_7_3_vigorish_at_payout_with_a_continuous_shuffler() -> None:
    Played(SIT, "1: banker 100", BANKER_WINS, "net 1: +95", shuffler="continuous", vigorish_collection="at_payout")


def test_7_11_extra_card_goes_back_into_a_continuous_shuffler() -> None:
    lines = (SIT, "1: tie 10", "cards Kc Kd 7h", "throw extra_card", "cards 6c 9s")
    assert Played(*lines, shuffler="continuous").state.kept == ()
    lines = (SIT, "1: tie 10", BURNED, "cards Kc Kd 7h", "throw extra_card", "cards 6c 9s")
    assert len(Played(*lines).state.kept) == 1


def test_7_11_shuffler_fails_and_the_round_is_void() -> None:
    lines = (SIT, "1: tie 10", "1: player 20", "cards Kc Kd 7h", "throw shuffler_fails", "= 1: 0")
    table = Played(*lines, shuffler="continuous")
    assert [step.result for step in table.steps if isinstance(step, Settled)] == ["void", "void"]
    assert table.state.player == table.state.banker == ()


def test_7_11_shuffler_jams_between_rounds_and_the_cards_are_shuffled() -> None:
    table = Played(
        SIT, "1: tie 10", BURNED, "cards Kc Kd 7h 6c", "interrupt shuffler_jams", BURNED, "1: tie 5", "close"
    )
    assert len([step for step in table.steps if isinstance(step, AskShuffle)]) == 2
    assert table.state.shoe.dealt == 2


def test_7_11_shuffling_changed_takes_the_device_off_the_table() -> None:
    table = Played(SIT, "interrupt shuffling_changed")
    assert "The device first leaves the table" in table.said("7.11")[0]
    assert table.state.by_hand
    with pytest.raises(BadScript, match="has left the table"):
        Played(SIT, "interrupt shuffling_changed", "interrupt shuffler_jams")


@pytest.mark.parametrize("section", ["7.2", "7.3", "7.5", "7.7", "7.8", "7.9", "7.10"])
def test_steps_cite_this_subchapter(section: str) -> None:
    table = Played(SIT, "1: banker 10", BURNED, BANKER_WINS)
    cited = {step.section for step in table.steps}
    assert section in cited
    assert all(one.startswith("7.") for one in cited if one)


def test_random_shoe_conserves_chips_with_a_continuous_shuffler() -> None:
    game = game_on(Layout.of("mini-baccarat", options={"shuffler": "continuous"}))
    dealer = Dealer(game, SeededSource(2))
    dealer.act(1, Action("sit", amount=1000_00))
    for _ in range(150):
        dealer.act(1, Action("make", "banker_hand", 5_00))
        dealer.finish()
        assert dealer.state.chips == dealer.state.bought_in
    assert isinstance(dealer.state, BaccaratState)
    assert len(dealer.state.results) == 120


@pytest.mark.parametrize("method", ["face_up", "face_down"])
def test_walk_over_every_card_sequence_agrees_with_the_count(method: str) -> None:
    options = {"banker_variant": "no_vig_dragon7_push", "deal_method": method}
    offered = {f"offer_{one}": True for one in ("cards_wagers", "bonus_wager", "pairs", "dragon7", "panda8")}
    layout = Layout.of("mini-baccarat", options={**options, **offered})
    game = game_on(layout)
    counts = [0] * 53
    for card in read_cards("Kc Kc 2d 2d 3h 7c 8s"):
        counts[card.index] += 1
    shoe = Shoe(8, full=tuple(counts), counts=tuple(counts), shuffles=1)
    wagers = tuple(Wager(1, kind, 10_00) for kind in layout.wagers)
    held = 10_00 * len(wagers)
    state = replace(game.opening(), positions=(Position(1, "Ann", 0, held),), wagers=wagers, bought_in=held, shoe=shoe)
    found: dict[str, Counter[Fraction]] = {kind: Counter() for kind in layout.wagers}
    for probability, _, steps in walk(game, state):
        for step in steps:
            if isinstance(step, Settled):
                found[step.wager.kind][Fraction(step.net, 10_00)] += probability
    report = price(layout, shoe=counts)
    assert len(found) == 12
    for kind, nets in found.items():
        assert dict(nets) == {Fraction(one.net): Fraction(one.exact or 0) for one in report[kind].outcomes}, kind
