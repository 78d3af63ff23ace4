"""The elements that make up rounds of games of chance, each shown by a game just large enough for it.

The games use roulette's layout, but only its wagers and limits.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import Card, ScriptedSource, SeededSource, SystemSource
from pitboss.floor.chance import LiveSource
from pitboss.simulation.sources import UnitSource
from pitboss.table import PUBLIC, Action, Dealer, Game, Hidden, Refused, State, Tape, view, view_step
from pitboss.table.amounts import Amounts
from pitboss.table.bots import RandomBot
from pitboss.table.decisions import card_sets, decide_together, parse_card_set, split_hand
from pitboss.table.game import YES, Answer
from pitboss.table.speech import Speech, parse_action
from pitboss.table.state import replace, split_wager
from pitboss.table.steps import AskDecision, AskDice, AskDraw, Round, Said
from pitboss.table.tape import decode_reply, encode_reply, read_entries
from pitboss.table.walk import walk


class Drawn(State):
    numbers: tuple[int, ...] = ()


class Shaken(Game[State]):
    """Three dice in a shaker; no wagers are taken while it is covered."""

    state_type = State
    terms_type = None  # roulette's terms, which these games do not use

    def round(self, state: State) -> Round[State]:
        state = yield from self.take_wagers(state, "5.1")
        yield AskDice(state, "5.3", 3, closed=True)
        return state


class RateSpeech(Speech[Any]):
    """Numbers, followed by a rate."""

    def parse_line(self, text: str) -> Action | None:
        numbers, mark, rate = text.partition(" @")
        return Action("make", "straight", int(rate) * 100, numbers) if mark else None


class AnySet(Amounts[Any]):
    """A straight wager is placed on any set of numbers."""

    def spot_format(self, wager: str) -> str:
        return "numbers from 1 to 5" if wager == "straight" else ""

    def spots(self, state: Drawn, position: int, wager: str) -> tuple[str, ...]:
        return ()

    def random_spot(self, state: Drawn, position: int, wager: str, below: Callable[[int], int]) -> str:
        return str(below(5) + 1)


class SmallKeno(Game[Drawn]):
    """Two of five numbers are drawn; a straight wager is on any set of numbers, separated by commas."""

    state_type = Drawn
    speech_type = RateSpeech
    amounts_type = AnySet
    terms_type = None  # roulette's terms, which these games do not use

    def round(self, state: Drawn) -> Round[Drawn]:
        state = yield from self.take_wagers(state, "5.1")
        numbers = yield AskDraw(state, "5.3", of=5, take=2)
        return replace(state, numbers=numbers)

    def may(self, state: Drawn, position: int, action: Action) -> Answer:
        fit = not action.wager or {*action.spot.split(",")} <= {*"12345"}
        return YES if fit else self.no(f"{action.spot!r} are not numbers from 1 to 5", "5.1")


class UpToTheFirst(Amounts[Any]):
    """A raise is at most the amount of the first wager."""

    def most(self, state: Drawn, position: int, wager: str, spot: str) -> int | None:
        held = state.find(position, "straight", "17")
        return held.amount if held and wager == "split" else None


class Raised(Game[Drawn]):
    """After a number is drawn a position stands, or raises by the same amount or a smaller one of its choice."""

    state_type = Drawn
    amounts_type = UpToTheFirst
    terms_type = None  # roulette's terms, which these games do not use

    def round(self, state: Drawn) -> Round[Drawn]:
        state = yield from self.take_wagers(state, "5.1")
        ask = AskDecision(state, "5.3", 1, "Raise?", ("raise", "stand"), "stand", wagers=("split",))
        reply = yield ask
        if isinstance(reply, tuple):
            state = yield from self.act(state, *reply)
        yield Said(state, "5.3", str(reply))
        for wager in state.wagers:
            state = yield from self.lose(state, wager, "5.3")
        return state


class Hands(State):
    hands: tuple[tuple[Hidden, ...], ...] = ()
    aside: tuple[tuple[Hidden, ...], ...] = ()


class SetAside(Game[Hands]):
    """Two positions with three cards each set one aside at the same time; then all cards are shown."""

    state_type = Hands
    terms_type = None  # roulette's terms, which these games do not use
    dealt = ("Ah Kd 2c", "9s 8s 7s")

    def round(self, state: Hands) -> Round[Hands]:
        state = yield from self.take_wagers(state, "5.1")
        hands = tuple(tuple(Hidden(card, (at,)) for card in cards(dealt)) for at, dealt in enumerate(self.dealt, 1))
        state = replace(state, hands=hands)

        def ask(position: int) -> AskDecision:
            return AskDecision(state, "5.3", position, "Which card is set aside?", card_sets(3, 1), "3")

        replies = yield from decide_together((1, 2), ask)
        parts = [split_hand(replies[at], held) for at, held in enumerate(state.hands, 1)]
        state = replace(state, hands=tuple(rest for _, rest in parts), aside=tuple(aside for aside, _ in parts))
        yield Said(state, "5.3", " and ".join(str(aside[0].card) for aside in state.aside))
        return replace(state, hands=(), aside=())


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


def table(game: type[Game[Any]], source: Any = None, tape: Tape | None = None) -> Dealer:
    dealer = Dealer(game(Layout.of("roulette")), source or SeededSource(1), tape=tape)
    dealer.act(1, Action("sit", amount=100_00, name="Ann"))
    return dealer


def test_no_wager_is_made_while_a_covered_shaker_is_shaken() -> None:
    dealer = table(Shaken, ScriptedSource(dice=["1-2-3"]))
    dealer.act(1, Action("make", "straight", 5_00, "17"))
    dealer.close()
    with pytest.raises(Refused, match="the round waits for the dice"):
        dealer.act(1, Action("make", "straight", 5_00, "17"))
    assert dealer.ask is not None
    assert dealer.ask.invalid_reason((1, Action("make", "straight", 5_00, "17")))
    dealer.draw()
    assert dealer.state.rounds == 1


@pytest.mark.parametrize("source", [SeededSource(3), SystemSource(), LiveSource(), UnitSource(3, 5)])
def test_a_draw_has_different_numbers_and_none_that_is_out(source: Any) -> None:
    drawn = source.draw(80, 20, out=(1, 2))
    assert len(set(drawn)) == 20
    assert set(drawn) <= set(range(3, 81))


@pytest.mark.parametrize("make", [SeededSource, lambda seed: UnitSource(7, seed)])
def test_every_set_of_numbers_is_drawn_equally_often(make: Callable[[int], Any]) -> None:
    counts: dict[tuple[int, ...], int] = {}
    for seed in range(6000):
        drawn = tuple(sorted(make(seed).draw(4, 2)))
        counts[drawn] = counts.get(drawn, 0) + 1
    assert len(counts) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 25  # chi square, 5 degrees: 1 in 7000


def test_a_seeded_draw_never_changes() -> None:
    assert SeededSource(2012).draw(80, 5) == SeededSource("2012").draw(80, 5) == (59, 21, 79, 76, 41)


def test_a_script_draws_what_is_written_or_refuses() -> None:
    source = ScriptedSource(draws=[(5, 1), (7, 1)])
    assert source.draw(5, 2) == (5, 1)
    with pytest.raises(ValueError, match="the script draws \\(7, 1\\)"):
        source.draw(5, 2)


def test_a_draw_goes_on_the_tape_and_comes_back() -> None:
    lines: list[str] = []
    dealer = table(SmallKeno, ScriptedSource(draws=[(5, 1)]), Tape(lines.append))
    dealer.act(1, Action("make", "straight", 5_00, "1,5"))
    ask = None
    while dealer.state.rounds < 1:
        ask = dealer.ask
        dealer.next()
    entry = next(one for one in read_entries(lines) if one.data.get("to") == "draw")
    assert entry.data["reply"] == [5, 1] == encode_reply((5, 1))
    assert isinstance(ask, AskDraw)
    assert decode_reply(ask, entry.data["reply"]) == (5, 1)
    assert dealer.state.numbers == (5, 1)


def test_a_walk_visits_every_draw_once() -> None:
    game = SmallKeno(Layout.of("roulette"))
    ends = [(chance, end.numbers) for chance, end, _ in walk(game, Drawn())]
    assert len(ends) == 10
    assert {chance for chance, _ in ends} == {Fraction(1, 10)}


def test_open_spots_are_offered_by_how_they_are_written() -> None:
    dealer = table(SmallKeno)
    (offer,) = dealer.game.offers(dealer.state, 1) if dealer.ask is None else dealer.game.offers(dealer.ask.state, 1)
    assert (offer.wager, offer.spot, offer.written) == ("straight", "1", "numbers from 1 to 5")
    with pytest.raises(Refused, match="are not numbers from 1 to 5"):
        dealer.act(1, Action("make", "straight", 5_00, "1,9"))


def test_a_game_reads_a_line_of_its_own_notation() -> None:
    game = SmallKeno(Layout.of("roulette"))
    assert parse_action(game, "1,2,3 @2") == Action("make", "straight", 200, "1,2,3")


def test_a_bot_picks_an_open_spot() -> None:
    dealer = table(SmallKeno)
    assert dealer.ask is not None
    actions = [RandomBot(seed).action(dealer, dealer.ask.state, 1) for seed in range(20)]
    assert {action.spot for action in actions if action} == {*"12345"}


def test_a_chosen_amount_answers_a_decision() -> None:
    dealer = table(Raised)
    dealer.act(1, Action("make", "straight", 10_00, "17"))
    dealer.close()
    with pytest.raises(ValueError, match="not a choice"):
        dealer.decide("raise 5")
    dealer.act(1, Action("make", "split", 5_00, "17-20"))
    assert dealer.state.rack(1) == 85_00


def test_a_part_of_a_wager_is_settled_and_the_rest_stays() -> None:
    dealer = table(Raised)
    dealer.act(1, Action("make", "straight", 5_00, "17"))
    assert dealer.ask is not None
    state = dealer.ask.state
    held = state.find(1, "straight", "17")
    assert held is not None
    apart, part = split_wager(state, held, 1_00, "17, game 1")
    assert [(wager.spot, wager.amount) for wager in apart.wagers] == [("17", 4_00), ("17, game 1", 1_00)]
    assert apart.chips == state.chips
    steps = dealer.game.lose(apart, part, "5.2")
    next(steps)
    with pytest.raises(StopIteration) as end:
        next(steps)
    assert [wager.amount for wager in end.value.value.wagers] == [4_00]
    with pytest.raises(ValueError, match="cannot be split off"):
        split_wager(state, held, 6_00, "17, game 1")


def seen_after(choice: str, eyes: int) -> list[Any]:
    """Return the steps that a viewer saw until the second position is asked, after the first made this choice."""
    steps: list[Any] = []
    dealer = table(SetAside)
    dealer.act(2, Action("sit", amount=100_00, name="Bob"))
    dealer.watch = steps.append
    dealer.close()
    dealer.decide(choice)
    assert isinstance(dealer.ask, AskDecision)
    assert dealer.ask.position == 2
    return [(view(step.state, eyes), view_step(step, eyes)) for step in steps]


@pytest.mark.parametrize("eyes", [PUBLIC, 2])
def test_a_player_deciding_at_once_sees_neither_cards_nor_choices_of_others(eyes: int) -> None:
    seen = seen_after("1", eyes)
    assert seen == seen_after("2", eyes)
    assert not {card for card in cards("Ah Kd 2c") if str(card) in str(seen)}
    assert view(table_of_two().ask.state, 1)["hands"][0] == ["Ah", "Kd", "2c"]


def table_of_two(lines: list[str] | None = None) -> Any:
    dealer = table(SetAside, tape=Tape(lines.append) if lines is not None else None)
    dealer.act(2, Action("sit", amount=100_00, name="Bob"))
    dealer.close()
    return dealer


def test_a_set_of_cards_is_decided_by_places_and_shown_when_all_have_decided() -> None:
    lines: list[str] = []
    dealer = table_of_two(lines)
    watched: list[Any] = []
    dealer.watch = watched.append
    assert dealer.ask.choices == ("1", "2", "3")
    with pytest.raises(ValueError, match="'Ah' is not a choice"):
        dealer.decide("Ah")
    dealer.decide(parse_card_set("Kd", cards("Ah Kd 2c")))
    assert not [step for step in watched if isinstance(step, Said)]
    dealer.decide("1")
    assert [step.text for step in watched if isinstance(step, Said)] == ["Kd and 9s"]
    assert [one.data["reply"] for one in read_entries(lines) if one.data.get("to") == "decision"] == ["2", "1"]


def test_players_asked_at_once_answer_in_any_order_and_the_tape_names_them() -> None:
    lines: list[str] = []
    dealer = table_of_two(lines)
    assert [one.position for one in dealer.ask.open_questions] == [1, 2]
    with pytest.raises(ValueError, match="position 3 is not asked now"):
        dealer.decide("1", 3)
    dealer.decide("3", 2)
    assert [one.position for one in dealer.ask.open_questions] == [1]
    with pytest.raises(ValueError, match="position 2 is not asked now"):
        dealer.decide("1", 2)
    dealer.decide("1", 1)
    assert [one.data["reply"] for one in read_entries(lines) if one.data.get("to") == "decision"] == [[2, "3"], "1"]
    assert [step.text for step in dealer.steps if isinstance(step, Said)] == []
    again = table_of_two()
    for entry in [one for one in read_entries(lines) if one.data.get("to") == "decision"]:
        again.apply_entry(entry)
    assert again.state == dealer.state


def test_a_reply_that_is_not_a_choice_of_an_open_question_is_rejected() -> None:
    ask = table_of_two().ask
    assert ask.invalid_reason((2, "3")) == ""
    assert ask.invalid_reason((2, "9")) == "'9' is not a choice; use one of: 1, 2, 3"
    assert ask.invalid_reason((3, "1")) == "position 3 is not asked"


def test_a_card_that_is_not_in_the_hand_and_a_set_too_large_are_refused() -> None:
    with pytest.raises(ValueError, match="'9s' is not in this hand; it is: Ah Kd 2c"):
        parse_card_set("9s", cards("Ah Kd 2c"))
    with pytest.raises(ValueError, match="sets of 4 to 4 of 3 cards"):
        card_sets(3, 4)
    assert len(card_sets(7, 2)) == 21
    assert len(card_sets(5, 0, 5)) == 32


def test_positions_that_decide_at_once_are_asked_from_one_state() -> None:
    def ask(position: int) -> AskDecision:
        return AskDecision(Hands(rounds=position), "5.3", position, "Which?", card_sets(3, 1), "3")

    with pytest.raises(ValueError, match="asked from one state"):
        next(decide_together((1, 2), ask))
