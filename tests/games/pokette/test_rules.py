"""The rules of pokette from the fact sheet, section by section."""

from datetime import date
from typing import Any

import pytest

from pitboss.chapter.check import Unlawful
from pitboss.chapter.layout import Layout
from pitboss.equipment import ScriptedSource
from pitboss.games.pokette.places import Places
from pitboss.table import Action, AskNumber, Dealer, Refused, Said, Settled, Step, game_on

DAY = date(2008, 6, 1)


class Table:
    """A table with two players and a wheel that stops at given sections."""

    def __init__(self, **options: Any) -> None:
        self.layout = Layout.of("pokette", DAY, options)
        self.steps: list[Step] = []
        self.source = Wheel()
        self.dealer = Dealer(game_on(self.layout), self.source, watch=self.steps.append)
        self.dealer.act(1, Action("sit", amount=1_000_00))
        self.dealer.act(2, Action("sit", amount=1_000_00))

    def lay(self, kind: str, amount: int, spot: str = "", position: int = 1) -> None:
        self.dealer.act(position, Action("make", kind, amount, spot))

    def spin(self, section: str) -> list[Step]:
        """Return the steps of a spin that stops at this section."""
        self.source.next = Places(self.layout).rim.index(section)
        before = len(self.steps)
        self.dealer.finish()
        return self.steps[before:]


class Wheel(ScriptedSource):
    """A wheel that stops at the given sections."""

    next = 0

    def number(self, below: int) -> int:
        return self.next


def said(steps: list[Step]) -> list[tuple[str, str]]:
    return [(step.section, step.text) for step in steps if isinstance(step, Said)]


@pytest.mark.parametrize(
    ("positions", "covered"),
    [
        (53, {"joker_1", "As", "Ah", "Ad"}),
        (54, {"joker_1", "joker_2", "Ah", "Ad"}),
        (56, {"joker_1", "joker_2", "joker_3", "joker_4"}),
    ],
)
def test_12_1_jacer_is_jokers_and_aces_by_the_wheel(positions: int, covered: set[str]) -> None:
    places = Places(Layout.of("pokette", DAY, {"wheel_positions": positions}))
    assert set(places.on_layout["jacer"][""]) == covered


def test_12_2_ranks_from_ace_to_two_in_four_suits() -> None:
    places = Places(Layout.of("pokette", DAY))
    assert list(places.ranks) == ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    assert set(places.cards) == {rank + suit for rank in places.ranks for suit in "shdc"}
    assert len(places.rim) == 54


def test_12_2_deck_each_card_of_a_hand_is_shown() -> None:
    table = Table()
    assert said(table.spin("7h"))[-1] == ("12.8", "7h is shown: the hand is 7h.")
    assert said(table.spin("2c"))[-1] == ("12.8", "2c is shown: the hand is 7h 2c.")


def test_12_2_sections_are_the_cards_and_the_jokers() -> None:
    for positions, jokers in ((53, 1), (54, 2), (56, 4)):
        places = Places(Layout.of("pokette", DAY, {"wheel_positions": positions}))
        assert len(set(places.rim)) == len(places.rim) == positions
        assert len(places.jokers) == jokers
        assert set(places.rim) == {*places.cards, *places.jokers}
        assert len(places.on_layout["jacer"][""]) == 4


def test_12_4_wagers_are_made_and_withdrawn_until_the_call() -> None:
    table = Table()
    table.lay("red", 5_00)
    table.dealer.act(1, Action("remove", "red"))
    assert not table.dealer.state.wagers
    table.lay("red", 5_00)
    table.dealer.close()
    assert isinstance(table.dealer.ask, AskNumber)
    with pytest.raises(Refused, match=r"12\.7"):
        table.lay("black", 5_00)


def test_12_4_positions_are_those_the_table_has() -> None:
    table = Table(positions=2)
    with pytest.raises(Refused):
        table.dealer.act(3, Action("sit", amount=100_00))


@pytest.mark.parametrize("positions", [0, 13])
def test_12_4_positions_are_one_to_twelve(positions: int) -> None:
    assert Layout.of("pokette", DAY, {"positions": 1}).options["positions"] == 1
    assert Layout.of("pokette", DAY, {"positions": 12}).options["positions"] == 12
    with pytest.raises(Unlawful, match=r"12\.4.*1 to 12"):
        Layout.of("pokette", DAY, {"positions": positions})


@pytest.mark.parametrize("color", ["red", "black"])
def test_12_4_coupons_are_accepted_on_either_color(color: str) -> None:
    table = Table()
    table.dealer.act(1, Action("make", color, 5_00, coupon=5_00))
    settled = [step.net for step in table.spin("Kd" if color == "red" else "Kc") if isinstance(step, Settled)]
    assert settled == [10_00]
    with pytest.raises(Refused, match=r"12\.4"):
        table.dealer.act(1, Action("make", "suit", 5_00, "s", coupon=5_00))


def covers(kind: str, spot: str = "") -> set[str]:
    return set(Places(Layout.of("pokette", DAY)).on_layout[kind][spot])


def test_12_5_triple_rank_is_three_ranks_and_never_the_twos() -> None:
    for spot, ranks in {"akq": "AKQ", "j109": ["J", "10", "9"], "876": "876", "543": "543"}.items():
        assert covers("triple_rank", spot) == {rank + suit for rank in ranks for suit in "shdc"}


def test_12_5_suit_is_its_thirteen_cards() -> None:
    cards = Places(Layout.of("pokette", DAY)).cards
    for suit in "shdc":
        assert covers("suit", suit) == {card for card in cards if card.endswith(suit)}


def test_12_5_red_and_black_are_two_suits_each() -> None:
    assert covers("red") == covers("suit", "h") | covers("suit", "d")
    assert covers("black") == covers("suit", "s") | covers("suit", "c")


def test_12_5_straight_up_may_be_on_a_joker() -> None:
    table = Table()
    table.lay("straight_up", 1_00, "joker_2")
    assert [step.net for step in table.spin("joker_2") if isinstance(step, Settled)] == [50_00]


def test_12_5_split_of_the_jokers_is_an_option() -> None:
    with pytest.raises(Refused, match=r"12\.5"):
        Table().lay("split", 1_00, "joker_1-joker_2")
    table = Table(offer_joker_split=True)
    table.lay("split", 1_00, "joker_1-joker_2")
    assert [step.net for step in table.spin("joker_2") if isinstance(step, Settled)] == [24_00]


def test_12_5_joker_split_needs_two_jokers_and_is_not_offered_by_default() -> None:
    assert "joker_1-joker_2" not in Places(Layout.of("pokette", DAY)).on_layout["split"]
    with pytest.raises(Unlawful, match=r"12\.5"):
        Layout.of("pokette", DAY, {"offer_joker_split": True, "wheel_positions": 53})


def test_12_5_listed_wagers_only() -> None:
    with pytest.raises(Refused, match=r"no wager 'dozen'.*12\.5"):
        Table().lay("dozen", 5_00)


def test_12_5_places_of_the_layout() -> None:
    places = Places(Layout.of("pokette", DAY)).on_layout
    assert {kind: len(held) for kind, held in places.items()} == {
        "straight_up": 54,
        "split": 87,
        "corner": 36,
        "single_rank": 13,
        "double_rank": 12,
        "triple_rank": 4,
        "red": 1,
        "black": 1,
        "suit": 4,
        "jacer": 1,
    }
    assert len(Places(Layout.of("pokette", DAY, {"offer_joker_split": True})).on_layout["split"]) == 88


def test_12_6_b_every_wager_is_paid_at_its_odds() -> None:
    layout = Layout.of("pokette", DAY)
    assert {kind: str(layout.odds(kind)).removesuffix(" to 1") for kind in layout.wagers} == {
        "straight_up": "50",
        "split": "24",
        "corner": "12",
        "single_rank": "12",
        "double_rank": "5",
        "triple_rank": "3",
        "red": "1",
        "black": "1",
        "suit": "3",
        "jacer": "12",
        "pair_in_two": "11",
        "pair_in_three": "5",
        "three_of_a_kind": "11",
        "flush": "3",
        "straight_open": "5",
        "straight_inside": "11",
        "straight_flush_open": "24",
        "straight_flush_inside": "49",
    }


def test_12_6_payable_in_whole_chips() -> None:
    layout = Layout.of("pokette", DAY, odds={"red": "3 to 2"})
    dealer = Dealer(game_on(layout), ScriptedSource())
    dealer.act(1, Action("sit", amount=100_00))
    with pytest.raises(Refused, match=r"12\.6"):
        dealer.act(1, Action("make", "red", 1))


def test_12_7_call_before_the_wheel_is_spun() -> None:
    steps = Table().spin("Ks")
    asked = next(at for at, step in enumerate(steps) if isinstance(step, AskNumber))
    call = next(at for at, step in enumerate(steps) if isinstance(step, Said) and step.section == "12.7")
    assert call < asked
    assert said(steps)[0] == ("12.7", "No more bets. The wheel spins at least 3 times.")


def test_12_7_turns_are_at_least_three_and_the_spin_cites_its_section() -> None:
    table = Table()
    table.lay("red", 5_00)
    table.dealer.close()
    assert isinstance(table.dealer.ask, AskNumber)
    assert table.dealer.ask.section == "12.7"
    assert said(table.steps)[-1] == ("12.7", "No more bets. The wheel spins at least 3 times.")


def test_12_7_announcement_and_settlement_losing_wagers_first() -> None:
    table = Table()
    table.lay("red", 5_00)
    table.lay("black", 5_00, position=2)
    steps = table.spin("Ks")
    assert ("12.7", "The wheel stops at the king of spades.") in said(steps)
    settled = [(step.wager.kind, step.result) for step in steps if isinstance(step, Settled)]
    assert settled == [("red", "loses"), ("black", "wins")]
    assert table.dealer.state.last == ("Ks",)


@pytest.mark.parametrize(
    ("hand", "allowed"),
    [
        ([], set()),
        (["7h"], {"pair_in_two"}),
        (["7h", "7h"], {"three_of_a_kind", "flush"}),
        (["7h", "7c"], {"three_of_a_kind"}),
        (["7h", "8c"], {"pair_in_three", "straight_open"}),
        (["2h", "3h"], {"pair_in_three", "flush", "straight_open", "straight_flush_open"}),
        (["Ah", "Kc"], {"pair_in_three", "straight_inside"}),
        (["Ah", "2h"], {"pair_in_three", "flush", "straight_inside", "straight_flush_inside"}),
        (["Ah", "3c"], {"pair_in_three", "straight_inside"}),
        (["Qh", "Ac"], {"pair_in_three", "straight_inside"}),
        (["Kh", "2c"], {"pair_in_three"}),
        (["5h", "9h"], {"pair_in_three", "flush"}),
    ],
)
def test_12_8_standing_cards_determine_which_wagers_may_be_made(hand: list[str], allowed: set[str]) -> None:
    table = Table()
    for card in hand:
        table.spin(card)
    game = table.dealer.game
    poker = [kind for kind, rule in table.layout.wagers.items() if rule.group == "poker hand"]
    may = {kind for kind in poker if game.allowed(table.dealer.state, 1, Action("make", kind, 5_00))}
    assert may == allowed


def test_12_8_hand_is_three_spins() -> None:
    table = Table()
    for number, card in enumerate(("7h", "2c", "9d"), 1):
        table.spin(card)
        assert len(table.dealer.state.hand) == number % 3


@pytest.mark.parametrize("event", ["too_few_turns", "between_sections", "wheel_touched"])
def test_12_9_no_spin_decides_nothing_and_wagers_and_hand_remain(event: str) -> None:
    table = Table()
    table.spin("7h")
    table.lay("pair_in_two", 5_00)
    with pytest.raises(Refused, match=r"12\.9"):
        table.dealer.throw(event)
    table.dealer.close()
    before = len(table.steps)
    table.dealer.throw(event)
    assert said(table.steps[before:])[0][0] == "12.9"
    assert not any(isinstance(step, Settled) for step in table.steps[before:])
    assert [step.net for step in table.spin("7d") if isinstance(step, Settled)] == [55_00]


@pytest.mark.parametrize(
    ("event", "closed"), [("hand_wager_too_early", False), ("no_such_place", False), ("late_wager", True)]
)
def test_12_9_not_accepted_wagers_do_not_affect_the_others(event: str, closed: bool) -> None:
    table = Table()
    table.lay("red", 5_00)
    if closed:
        with pytest.raises(Refused, match=r"12\.9"):
            table.dealer.throw(event)
        table.dealer.close()
    table.dealer.throw(event)
    section, text = said(table.steps)[-1]
    assert (section, "not accepted" in text) == ("12.9", True)
    assert [step.net for step in table.spin("Kd") if isinstance(step, Settled)] == [5_00]


def test_12_8_standing_cards_are_common_to_all_players() -> None:
    table = Table()
    table.lay("red", 5_00)
    table.spin("7h")
    table.lay("pair_in_two", 5_00, position=2)
    settled = [step.net for step in table.spin("7d") if isinstance(step, Settled)]
    assert settled == [55_00]
