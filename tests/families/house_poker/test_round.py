"""House poker, tested with games that consist of declarations only.

These games declare only what the tests need. Their rules cite 8.4, which covers new games.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, ClassVar

import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Rules, RulesError, read_rules
from pitboss.equipment import Card, ScriptedSource, cards
from pitboss.families.house_poker.price.wagering import wagering_on
from pitboss.families.house_poker.round import COMMUNITY, DEALER, Deal, HousePoker, PokerState
from pitboss.families.house_poker.terms import Terms
from pitboss.table import Action, AskCard, AskDecision, Dealer, Refused, Said, Settled, Step, view
from pitboss.table.steps import Round

CITED = {"section": "8.4(c)", "provenance": "reconstructed", "source": "OURS"}
HEAD = """
[game]
id = "made-up"
name = "Made up"
subchapter = "8"
family = "cards"
since = 2004-12-20
summary = "Made up."
[source]
OURS = "made up for the tests"
"""
FACTS = {
    "decks": 1,
    "shuffle": True,
    "wagers": True,
    "no_more_wagers": "No more bets",
    "stub_count": 5,
    "showdown": True,
    "settlement": "hand_by_hand",
    "bonus": True,
    "positions": 7,
}
BY_HAND = {"default": "hand", "values": ["hand"]}

Declared = Mapping[str, Any]


def toml(value: Any) -> str:
    """Format a value as in rules.toml."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return str(value).lower() if isinstance(value, (bool, int)) else f'"{value}"'


def provision(path: str, **lines: Any) -> str:
    return f"[{path}]\n" + "".join(f"{key} = {toml(value)}\n" for key, value in (lines | CITED).items())


def rules(facts: Declared, wagers: Declared, options: Declared | None = None, more: str = "") -> Rules:
    """Return the rules of an invented game: facts are given by value, wagers and options as lines of text."""
    text = HEAD + "".join(provision(f"fact.{name}", value=value) for name, value in (FACTS | dict(facts)).items())
    for name, lines in wagers.items():
        text += provision(f"wager.{name}", name=f"{name.replace('_', ' ').capitalize()} wager", **lines)
    for name, lines in ({"dealing_method": BY_HAND} | dict(options or {})).items():
        text += provision(f"option.{name}", name=name, **lines)
    return read_rules(text + more, "made-up/rules.toml")


def pays(odds: str | Declared = "1 to 1", **terms: Any) -> dict[str, Any]:
    """Return a wager with these odds and terms."""
    return {"pays": {"exactly": odds} | CITED, "terms": terms}


def decision(asks: str, default: str, **choices: Declared) -> dict[str, Any]:
    return {"asks": asks, "question": "what now?", "default": default, "choices": choices}


class Table:
    """Return a table of an invented game, with two players and a fixed order of cards."""

    def __init__(
        self, game: type[HousePoker[Any]], declared: Rules, deal: str, rack: int = 1000, **options: Any
    ) -> None:
        self.steps: list[Step] = []
        layout = Layout.of(declared, date(2013, 6, 1), options)
        self.dealer = Dealer(game(layout), ScriptedSource(cards=list(cards(deal))), watch=self._see)
        for number in (1, 2):
            self.dealer.act(number, Action("sit", amount=rack * 100, name=f"Player {number}"))

    def _see(self, step: Step) -> None:
        assert step.state.chips == step.state.bought_in
        self.steps.append(step)

    def wager(self, position: int, kind: str, amount: int) -> Table:
        self.dealer.act(position, Action("make", kind, amount * 100))
        return self

    def play(self, *choices: str) -> Table:
        """Close the wagers and deal; each decision takes the next choice."""
        left = list(choices)
        rounds = self.dealer.state.rounds
        while self.dealer.state.rounds == rounds and (left or not isinstance(self.dealer.ask, AskDecision)):
            if isinstance(self.dealer.ask, AskDecision):
                self.dealer.decide(left.pop(0))
            else:
                self.dealer.next()
        return self

    @property
    def state(self) -> Any:
        assert self.dealer.ask is not None
        return self.dealer.ask.state

    def nets(self, position: int = 1) -> dict[str, int]:
        """Return the net of each of a position's wagers, in dollars."""
        settled = [step for step in self.steps if isinstance(step, Settled) and step.wager.position == position]
        return {f"{step.wager.kind} {step.wager.spot}".strip(): step.net // 100 for step in settled}


# ---- Four card poker: five cards against six, ties win for the player, a wager of one to three antes


class FourCard(HousePoker[PokerState]):
    decisions: ClassVar[Mapping[str, str]] = dict.fromkeys(("fold", "play_1x", "play_2x", "play_3x"), "play_or_fold")

    def deal_and_settle(self, state: PokerState) -> Round[PokerState]:
        state = yield from self.deal(state)
        state = yield from self.discard_stub(state)
        state = yield from self.decide(state, "play_or_fold")
        return (yield from self.showdown(state, self.sections["showdown"]))


MULTIPLES: dict[str, Declared] = {f"play_{n}x": {"lays": "play", "times": n} for n in (1, 2, 3)}
ACES_UP = {"four_of_a_kind": "50 to 1", "straight_flush": "40 to 1", "pair_of_aces": "1 to 1"}
BONUS = {"four_of_a_kind": "25 to 1", "straight_flush": "20 to 1", "three_of_a_kind": "2 to 1"}
FOUR = rules(
    {
        "ranking": "four-card",
        "dealing_hand": {"player": 5, "dealer": 6, "dealer_up": [6]},
        "play_or_fold": decision("ante", "fold", fold={"folds": True}, **MULTIPLES),
    },
    {
        "ante": pays(settles="dealer", tie="wins", bonus="bonus_table"),
        "play": {"tied": "ante"} | pays(made="decision", settles="dealer", tie="wins"),
        "aces_up": pays(ACES_UP, side=True, lost_on_fold={"aces_up_forfeited_on_fold": [True]}),
    },
    {
        "bonus_table": {"default": "FB-1", "values": ["FB-1"]},
        "aces_up_forfeited_on_fold": {"default": True, "values": [True, False]},
    },
    provision("pay_table.bonus_table.FB-1", exactly=BONUS),
)


def four_card(mine: str, dealers: str, choice: str, **options: Any) -> Table:
    deal = " ".join(one for pair in zip(mine.split(), dealers.split(), strict=False) for one in pair)
    table = Table(FourCard, FOUR, f"{deal} {dealers.split()[5]}", **options)
    return table.wager(1, "ante", 10).wager(1, "aces_up", 5).play(choice)


def test_four_card_poker_is_a_declaration() -> None:
    table = four_card("As Ad 9c 7h 3d", "Ks Kd 8c 7c 4h 2d", "play_3x")
    assert table.nets() == {"ante": 10, "play": 30, "aces_up": 5}
    asked = next(step for step in table.steps if isinstance(step, AskDecision))
    assert view(asked.state, 1)["dealer"] == ["2d"]
    assert view(asked.state, 1)["dealer_down"] == ["??"] * 5


def test_a_tie_can_win_and_a_bonus_is_paid_on_the_ante() -> None:
    table = four_card("9s 9d 9c 7h 3d", "9h Kd Ks Kc 4h 2d", "play_1x")
    assert table.nets() == {"ante": -10, "play": -10, "ante bonus": 20, "aces_up": 5}
    table = four_card("As Kd 8c 7h 3d", "Ah Kc 8d 7s 4h 2d", "play_2x")
    assert table.nets() == {"ante": 10, "play": 20, "aces_up": -5}


def test_a_fold_takes_a_side_wager_by_the_licensees_choice() -> None:
    hands = ("As Ad 9c 7h 3d", "Ks Kd 8c 7c 4h 2d", "fold")
    assert four_card(*hands).nets() == {"ante": -10, "aces_up": -5}
    assert four_card(*hands, aces_up_forfeited_on_fold=False).nets() == {"ante": -10, "aces_up": 5}


def test_a_choice_that_costs_more_than_the_rack_is_refused_with_the_reason() -> None:
    table = Table(FourCard, FOUR, "As Ks Ad Kd 9c 8c 7h 7c 3d 4h 2d", rack=35).wager(1, "ante", 10).play()
    assert isinstance(table.dealer.ask, AskDecision)
    assert table.dealer.ask.choices == ("fold", "play_1x", "play_2x")
    with pytest.raises(Refused, match=r"Play wager of \$30 is more than the \$25 available"):
        table.dealer.decide("play_3x")


# ---- Texas hold 'em bonus poker: wagers street by street, an ante that wins only with a flush


class HoldemBonus(HousePoker[PokerState]):
    decisions: ClassVar[Mapping[str, str]] = {
        "flop": "at_flop",
        "fold": "at_flop",
        "turn": "at_turn",
        "river": "at_river",
    }

    def deal_and_settle(self, state: PokerState) -> Round[PokerState]:
        section = self.sections["showdown"]
        state = yield from self.deal(state)
        for fact, number in (("at_flop", 3), ("at_turn", 1), ("at_river", 1)):
            state = yield from self.decide(state, fact)
            if not state.wagers:
                return state
            state = yield from self.show_community(state, number, section, burns=1)
        return (yield from self.showdown(state, section))


LAID = {"tied": "ante"} | pays(made="decision", settles="dealer")
FLUSH = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush")
STREETS = ["ante", "flop", "turn", "river"]
HOLDEM = rules(
    {
        "ranking": "five-card",
        "dealing_hand": {"player": 2, "dealer": 2},
        "at_flop": decision("ante", "fold", flop={"lays": "flop", "times": 2}, fold={"folds": True}),
        "at_turn": decision("ante", "check", turn={"lays": "turn"}, check={}),
        "at_river": decision("ante", "check", river={"lays": "river"}, check={}),
        "payout_limit": {"wagers": STREETS, "option": "payout_limit", "minimum": "ante"},
    },
    {"ante": pays(dict.fromkeys(FLUSH, "1 to 1"), settles="dealer", below="returned")}
    | dict.fromkeys(STREETS[1:], LAID),
    {
        "payout_limit": {"default": 60, "range": {"least": 30, "whole": True}, "largest": 1000},
        "min_wager": {"default": 5, "range": {"least": 1}, "posts_minimum": "ante", "largest": 1000},
    },
)


def holdem(mine: str, dealers: str, board: str, *choices: str, **options: Any) -> Table:
    (a, b), (c, d), shared = mine.split(), dealers.split(), board.split()
    deal = f"{a} {c} {b} {d} 2c {' '.join(shared[:3])} 2d {shared[3]} 2h {shared[4]}"
    return Table(HoldemBonus, HOLDEM, deal, **options).wager(1, "ante", 10).play(*choices)


def test_holdem_bonus_is_a_declaration() -> None:
    table = holdem("Ah Kh", "As Qd", "Ac 9h 4h 3h 9c", "flop", "turn", "river")
    assert table.nets() == {"ante": 10, "flop": 20, "turn": 10, "river": 10}
    table = holdem("8c 7d", "Ks Qs", "6s 5h 4c Kd 3s", "flop", "turn", "check")
    assert table.nets() == {"ante": 0, "flop": 20, "turn": 10}
    assert holdem("7s 3d", "Ks Qs", "6s 5h 4c Kd 9s", "fold").nets() == {"ante": -10}
    burned = [step.text for step in table.steps if isinstance(step, Said) and "burns" in step.text]
    assert burned[0] == "The dealer burns a card and turns 6♠ 5♥ 4♣."


def test_decisions_with_the_same_question_are_distinguished_by_their_choices() -> None:
    table = Table(HoldemBonus, HOLDEM, "Ah As Kh Qd 2c Ac 9h 4h").wager(1, "ante", 10).play("flop")
    ask, game = table.dealer.ask, table.dealer.game
    assert isinstance(ask, AskDecision)
    assert game.choices.consequences(ask.state, ask) == {"turn": "$10 more"}
    with pytest.raises(Refused, match="'fold' is not a choice"):
        table.dealer.decide("fold")


def test_a_payout_limit_cuts_the_sum_from_the_last_listed_wager_first() -> None:
    hand = ("Ah Kh", "As Qd", "Ac 9h 4h 3h 9c", "flop", "turn", "river")
    table = holdem(*hand, payout_limit=35)
    assert table.nets() == {"ante": 10, "flop": 20, "turn": 5, "river": 0}
    cut = [step.text for step in table.steps if isinstance(step, Said) and "limit" in step.text]
    assert cut == [
        "The payout limit of $35 a hand: $5 instead of $10.",
        "The payout limit of $35 a hand: $0 instead of $10.",
    ]
    assert holdem(*hand, payout_limit=50).nets() == {"ante": 10, "flop": 20, "turn": 10, "river": 10}


def test_a_payout_limit_is_never_below_what_the_minimum_could_win() -> None:
    game = HoldemBonus(Layout.of(HOLDEM, date(2013, 6, 1), {"payout_limit": 30, "min_wager": 8}))
    assert game.limit == 8 * (1 + 2 + 1 + 1) * 100


def test_the_ends_of_a_game_of_several_streets_follow_from_its_decisions() -> None:
    ends = wagering_on(Terms.on(Layout.of(HOLDEM, date(2013, 6, 1))), STREETS).ends
    assert list(ends) == [
        "flop, turn, river",
        "flop, turn, check",
        "flop, check, river",
        "flop, check, check",
        "fold",
    ]
    assert ends["flop, turn, check"].at_risk == {"ante": 1, "flop": 2, "turn": 1}
    assert (ends["fold"].at_risk, ends["fold"].folded) == ({"ante": 1}, True)


# ---- Boston 5 stud: a first wager made with the ante, two more cards after the decision


class Boston(HousePoker[PokerState]):
    decisions: ClassVar[Mapping[str, str]] = {"second": "second_or_fold", "fold": "second_or_fold"}

    def deal_and_settle(self, state: PokerState) -> Round[PokerState]:
        state = yield from self.deal(state)
        state = yield from self.decide(state, "second_or_fold")
        state = yield from self.deal(state, Deal(player=2, dealer=2), self.sections["dealing_hand"])
        return (yield from self.showdown(state, self.sections["showdown"]))


def boston(more: str = "", options: Declared | None = None) -> Rules:
    return rules(
        {
            "ranking": "five-card",
            "dealing_hand": {"player": 3, "dealer": 3},
            "second_or_fold": decision("first", "fold", second={"lays": "second"}, fold={"folds": True}),
        },
        {
            "ante": pays(settles="dealer", higher="returned"),
            "first": {"tied": "ante"} | pays(made="beside", beside="ante", times=2, settles="dealer"),
            "second": {"tied": "first"} | pays(made="decision", settles="dealer"),
        },
        options,
        more,
    )


BOSTON = boston()


def test_boston_5_is_a_declaration_and_folded_hands_get_no_more_cards() -> None:
    table = Table(Boston, BOSTON, "7c Kc Ah 7d Kd Qh Ks 9d 9h  4h 6h 2c 3s")
    table.wager(1, "ante", 5).wager(2, "ante", 5).play("second", "fold")
    assert table.nets(1) == {"ante": 0, "first": 10, "second": 10}
    assert table.nets(2) == {"ante": -5, "first": -10}
    dealt = [step.to for step in table.steps if isinstance(step, AskCard)]
    assert dealt[9:] == ["position 1", "dealer"] * 2


def test_a_wager_made_beside_another_follows_it() -> None:
    table = Table(Boston, BOSTON, "")
    act = table.dealer.act
    act(1, Action("make", "ante", 5_00))
    act(1, Action("increase", "ante", 2_00))
    assert {wager.kind: wager.amount for wager in table.state.wagers} == {"ante": 7_00, "first": 14_00}
    act(1, Action("reduce", "ante", 3_00))
    assert {wager.kind: wager.amount for wager in table.state.wagers} == {"ante": 4_00, "first": 8_00}
    for action in (Action("make", "first", 5_00), Action("remove", "first"), Action("make", "second", 5_00)):
        assert not table.dealer.allowed(1, action)
    act(1, Action("remove", "ante"))
    assert not table.state.wagers
    assert "with $800 for First wager" in table.dealer.allowed(1, Action("make", "ante", 400_00)).reason


def test_a_position_with_another_players_wager_cannot_be_taken() -> None:
    table = Table(Boston, boston(options={"two_positions": {"default": True, "values": [True, False]}}), "")
    sits = Action("sit", amount=100_00)
    table.dealer.act(2, Action("make", "ante", 5_00, "3"))
    assert "another player wagers on position 3" in table.dealer.allowed(3, sits).reason
    assert table.dealer.allowed(4, sits)
    assert table.dealer.allowed(2, sits).reason == "position 2 is taken"
    table.dealer.act(2, Action("remove", "ante", spot="3"))
    assert table.dealer.allowed(3, sits)


def test_a_void_returns_folded_wagers_and_those_made_by_decisions() -> None:
    exposed = provision("irregularity.exposed", name="A card is exposed", at=["decision"], effect="void")
    table = Table(Boston, boston(exposed), "7c Kc Ah 7d Kd Qh Ks 9d 9h")
    table.wager(1, "ante", 5).wager(2, "ante", 5).play("fold")
    table.dealer.throw("exposed")
    assert [seat.rack for seat in table.state.positions] == [1000_00, 1000_00]
    assert table.state.inventory == 0
    assert table.dealer.state.rounds == 1


# ---- Two card joker poker: another deck, a qualifying hand, a table for the call wager


class TwoCard(FourCard):
    decisions: ClassVar[Mapping[str, str]] = {"call": "call_or_fold", "fold": "call_or_fold"}

    def deal_and_settle(self, state: PokerState) -> Round[PokerState]:
        state = yield from self.deal(state)
        state = yield from self.decide(state, "call_or_fold")
        return (yield from self.showdown(state, self.sections["showdown"]))


CALL = {"pair_of_jokers": "8 to 1", "royal_flush": "5 to 1", "straight_flush": "3 to 1", "high_card": "1 to 1"}
TWO = rules(
    {
        "ranking": "two-card-joker",
        "jokers": 2,
        "qualifying": "queen_high",
        "dealing_hand": {"player": 2, "dealer": 2, "stacks": True},
        "call_or_fold": decision("ante", "fold", call={"lays": "call"}, fold={"folds": True}),
    },
    {
        "ante": pays(settles="dealer", not_qualified="wins"),
        "call": {"tied": "ante"} | pays(CALL, made="decision", settles="dealer", not_qualified="returned"),
    },
)


@pytest.mark.parametrize(
    ("deal", "ante", "call"),
    [
        ("Ks 9d Jh 8c", 10, 0),
        ("Jk 7c Qd 4s", 10, 10),
        ("Qh Jh Jk Kd", 10, 30),
        ("9c 9s Jk 9d", 0, 0),
        ("As 2s 5d 4d", -10, -10),
        ("Jk Jk Ah Kh", 10, 80),
    ],
)
def test_two_card_joker_poker_is_a_declaration(deal: str, ante: int, call: int) -> None:
    assert Table(TwoCard, TWO, deal).wager(1, "ante", 10).play("call").nets() == {"ante": ante, "call": call}


# ---- The parts


@pytest.mark.parametrize(
    ("deal", "order"),
    [
        (Deal(player=1, player_up=(1,), community=3), [(1, 1), (4, 1), (COMMUNITY, 1), (COMMUNITY, 2), (COMMUNITY, 3)]),
        (Deal(player=1, dealer=2), [(1, 1), (4, 1), (DEALER, 1), (DEALER, 2)]),
        (
            Deal(player=1, dealer=1, community=1, spare=1, stacks=True),
            [(1, 1), (4, 1), (DEALER, 1), (COMMUNITY, 1), (COMMUNITY, 2)],
        ),
    ],
)
def test_the_order_in_which_cards_are_dealt(deal: Deal, order: list[tuple[int, int]]) -> None:
    assert list(deal.order([1, 4])) == order


def test_an_unknown_term_or_choice_is_an_error_that_names_it() -> None:
    facts = {"ranking": "five-card", "dealing_hand": {"player": 5}, "second_or_fold": decision("ante", "fold")}
    declared = rules(facts, {"ante": pays(mode=1)})
    with pytest.raises(RulesError, match=r"wager\.ante\.terms\.mode"):
        Boston(Layout.of(declared, date(2013, 6, 1)))
    declared = rules(facts | {"second_or_fold": decision("ante", "fold", fly={"away": True})}, {"ante": pays()})
    with pytest.raises(ValueError, match=r"choices\.fly\.away"):
        Boston(Layout.of(declared, date(2013, 6, 1)))


def test_a_card_is_known_to_its_position_only_until_it_is_turned() -> None:
    table = Table(TwoCard, TWO, "Ks 9d Jk 7c Jh 8c").wager(1, "ante", 10).wager(2, "ante", 10).play()
    assert [one["down"] for one in view(table.state, 2)["hands"]] == [["??", "??"], ["Jk", "7c"]]
    table.play("call", "call")
    shown = [step.state for step in table.steps if isinstance(step, Said) and step.text.startswith("Position 2 has")]
    assert view(shown[0])["hands"][1]["cards"] == [str(Card("Jk")), "7c"]
