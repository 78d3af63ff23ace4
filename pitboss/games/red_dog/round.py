"""Red dog: the procedure of Subchapter 6, from the wagers to the discard rack.

Read `RedDog.round` first. Two cards are dealt for the whole table: the outcome is the same for every area, and only the
raises differ. A player's areas are the one at which he sits (spot "") and, where the licensee permits several, others
by number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import Irregularity as Rule
from pitboss.equipment import Card
from pitboss.families.shoe.round import BY_RANK, ShoeGame, ShoeGameIrregularities, ShoeState
from pitboss.table.allowed import may_add_coupon
from pitboss.table.amounts import Amounts
from pitboss.table.cards import join_cards, take_up
from pitboss.table.choices import Choices
from pitboss.table.game import YES, Answer
from pitboss.table.speech import SpokenChoices
from pitboss.table.state import Wager, replace
from pitboss.table.steps import Action, AskDecision, Irregularity, Reply, Round, Said


class RedDogState(ShoeState):
    """The state of a red dog table. `cards` are the two cards dealt apart, `third` the one between them.

    `turn` is the position that decides now, and `area` the one of its areas that it decides for.
    """

    cards: tuple[Card, ...] = ()
    third: Card | None = None
    turn: int = 0
    area: str = ""


class RedDogSpeech(SpokenChoices):
    """Other words for the choices of red dog."""

    words: ClassVar[Mapping[str, str]] = {
        "call": "stand",
        "no": "stand",
        "ride": "raise",
        "take back": "take_back",
        "keep": "leave",
    }


class RedDogAmounts(Amounts["RedDog"]):
    """Wager amounts: a raise is at most the original wager, and wins at the spread's odds."""

    def spots(self, state: RedDogState, position: int, wager: str) -> tuple[str, ...]:
        """A player's own area, and free ones where several are permitted."""
        if self.game.areas == 1:
            return ("",)
        taken = {_area(other)[0] for other in state.wagers if other.position != position}
        seated = {seat.number for seat in state.positions} | {position}
        free = [number for number in range(1, self.game.seats + 1) if number not in taken | seated]
        return ("", *map(str, free))

    def parts(self, kind: str) -> dict[str, int]:
        """The parts of a raise, which is paid like the initial wager."""
        return {"initial": 1}

    def most(self, state: RedDogState, position: int, wager: str, spot: str) -> int | None:
        """A raise is at most the initial wager of the area that decides."""
        initial = state.find(position, "initial", state.area) if wager == "raise" else None
        return initial.amount if initial else None

    def least(self, state: RedDogState, position: int, wager: str, spot: str) -> int:
        return (self.most(state, position, wager, spot) or 0) if self.game.equal_only else 0

    def winning_outcomes(self, state: RedDogState, kind: str, spot: str) -> tuple[str, ...] | None:
        spread = self.game.spread(state)
        return (self.game.rows[str(spread)],) if kind == "raise" and spread else None


class RedDogChoices(Choices["RedDog"]):
    """A player may raise when the spread is known."""

    def consequences(self, state: RedDogState, ask: AskDecision) -> Mapping[str, str]:
        initial = state.find(ask.position, "initial", state.area)
        if initial is None or "raise" not in ask.choices:
            return {}
        return {"raise": f"{dollars(self.game.usual_raise(state, initial))} more"}

    def known_cards(self, state: RedDogState, ask: AskDecision) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The two cards, which everyone can see."""
        return (), state.cards


class RedDogIrregularities(ShoeGameIrregularities):
    """Irregularities involving cards at red dog."""

    game: RedDog
    effects = ShoeGameIrregularities.effects | {"spread_put_right", "void_if_begun"}
    conditions: ClassVar[Mapping[str, str]] = {
        "consecutive": "a third card is due unless the two cards are consecutive",
        "spread": "there are no two cards with a spread",
        "two_cards": "two cards have not been dealt yet",
    }

    def subjects(self, state: RedDogState, concerns: str) -> Mapping[str, str]:
        """The positions of all seated players, since even one without a wager may make a late one."""
        return {str(seat.number): seat.name for seat in state.positions} if concerns == "position" else {}

    def holds(self, state: RedDogState, condition: str, about: tuple[str, ...]) -> bool:
        spread = self.game.spread(state)
        if condition == "two_cards":
            return len(state.cards) == 2
        return spread == 0 if condition == "consecutive" else bool(spread)


class RedDog(ShoeGame[RedDogState]):
    """The procedure of Subchapter 6 on one layout."""

    state_type = RedDogState
    speech_type = RedDogSpeech
    amounts_type = RedDogAmounts
    choices_type = RedDogChoices
    irregularities_type = RedDogIrregularities
    decisions: ClassVar[Mapping[str, str]] = {
        "raise": "raise",
        "stand": "raise",
        "leave": "raise",
        "take_back": "raise",
    }
    fact_kinds: ClassVar[Mapping[str, Any]] = {
        **ShoeGame.fact_kinds,
        "card_values": BY_RANK,
        "spread": dict[str, str],
    }

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.seats = int(layout.options["positions"])
        self.areas = int(layout.options["multiple_areas"])
        self.values: dict[str, int] = layout.fact("card_values")
        self.rows: dict[str, str] = layout.fact("spread")
        self.cut_card = self.behind_the_cut()
        self.continuous = layout.option("shuffler") == "continuous"
        self.equal_only = layout.option("raise_amount") == "equal_only"

    # ---- The round

    def round(self, state: RedDogState) -> Round[RedDogState]:
        """Play one round."""
        state = yield from self.before_the_deal(state)
        if not state.wagers:
            return state
        state = yield from self.deal_two(state)
        spread = self.spread(state)
        if spread is None:
            yield Said(state, self.sections["pair"], f"{join_cards(state.cards)}: a pair.")
            state = yield from self.deal_third(state)
        elif spread == 0:
            yield Said(state, self.sections["consecutive"], f"{join_cards(state.cards)}: consecutive, a push.")
        else:
            yield Said(state, self.sections["spread"], self.called(state))
            state = yield from self.raises(state)
            state = yield from self.deal_third(state)
        state = yield from self.before_settlement(state, self.sections["settlement"])
        state = yield from self.settle(state)
        state = self.cards_away(state)
        return (yield from self.shoe_after(state))

    # ---- 6.3, 6.8: the shoe, or the continuous shuffler

    def must_shuffle(self, state: RedDogState) -> bool:
        return not self.continuous and super().must_shuffle(state)

    def new_shoe(self, state: RedDogState) -> Round[RedDogState]:
        """With a continuous shuffler no card is burned, and there is no cutting card."""
        if not self.continuous:
            return (yield from super().new_shoe(state))
        return (yield from self.shuffle_cards(state, self.sections["continuous_shuffler"]))

    # ---- 6.4: the cards

    def deal_two(self, state: RedDogState) -> Round[RedDogState]:
        """Deal two cards face up, left and right, with room between them."""
        section = self.sections["deal"]
        if self.continuous:
            state = yield from self.new_shoe(state)
        for side in ("the left", "the right"):
            state, card = yield from self.next_card(state, section, side)
            state = replace(state, cards=(*state.cards, card))
        return state

    def deal_third(self, state: RedDogState) -> Round[RedDogState]:
        """Deal the third card between the two."""
        section = self.sections["third_card"]
        state, card = yield from self.next_card(state, section, "the middle")
        state = replace(state, third=card)
        yield Said(state, section, f"The third card: {card.pretty}.")
        return state

    def value(self, card: Card) -> int:
        return self.values[card.rank.letter]

    def spread(self, state: RedDogState) -> int | None:
        """The number of values between the two cards; None for a pair, or before two are dealt."""
        if len(state.cards) < 2:
            return None
        low, high = sorted(map(self.value, state.cards))
        return high - low - 1 if high > low else None

    def called(self, state: RedDogState) -> str:
        """The spread as it is announced and marked."""
        spread = self.spread(state)
        odds = self.odds["initial"][self.rows[str(spread)]]
        return f"{join_cards(state.cards)}: a spread of {spread}, which pays {odds}."

    # ---- 6.5: raises

    def raises(self, state: RedDogState) -> Round[RedDogState]:
        """Let each player in turn, from the dealer's left, raise or stand, area by area."""
        for initial in sorted(state.wagers, key=_area):
            state = yield from self.raise_or_stand(state, initial)
        return replace(state, turn=0, area="")

    def raise_or_stand(self, state: RedDogState, initial: Wager) -> Round[RedDogState]:
        number, spot = initial.position, initial.spot
        state = replace(state, turn=number, area=spot)
        reply: Reply = None
        while reply is None:
            try:
                reply = yield self.raise_asked(state, initial)
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
                state = replace(state, turn=number, area=spot)
        if reply == "raise":
            amount = self.usual_raise(state, initial)
            return (yield from self.act(state, number, Action("make", "raise", amount, spot)))
        if isinstance(reply, tuple):
            return (yield from self.act(state, number, replace(reply[1], spot=spot)))
        return state

    def raise_asked(self, state: RedDogState, initial: Wager) -> AskDecision:
        spread, number = self.spread(state), initial.position
        may = bool(self.usual_raise(state, initial))
        choices, wagers = (("raise", "stand"), ("raise",)) if may else (("stand",), ())
        area = f", area {initial.spot}" if initial.spot else ""
        upto = "" if self.equal_only else "up to "
        question = f"Position {number}{area}, a spread of {spread}: raise {upto}{dollars(initial.amount)}, or stand?"
        return AskDecision(state, self.sections["raise"], number, question, choices, "stand", (), wagers)

    def usual_raise(self, state: RedDogState, initial: Wager) -> int:
        """The raise for a player who names no amount: equal to the initial wager, or else all that is left, or 0."""
        rack = state.rack(initial.position)
        return initial.amount if rack >= initial.amount else 0 if self.equal_only else rack

    # ---- 6.5: settlement

    def settle(self, state: RedDogState) -> Round[RedDogState]:
        """Settle all areas alike: collect losers, pay winners, return the others."""
        section, outcome = self.sections["settlement"], self.outcome(state)
        for wager in sorted(state.wagers, key=_area):
            if outcome == "loses":
                state = yield from self.lose(state, wager, section)
            elif outcome == "push":
                state = yield from self.push(state, wager, section)
            else:
                odds = self.odds["initial"][outcome]
                state = yield from self.win(state, wager, odds.pays(wager.amount + wager.coupon), section, odds)
        return state

    def outcome(self, state: RedDogState) -> str:
        """The row of the odds that wins, or whether all lose or push."""
        spread, third = self.spread(state), state.third
        if third is None:
            return "push"
        low, high = sorted(map(self.value, state.cards))
        if spread is None:
            return "three_of_a_kind" if self.value(third) == low else "push"
        return self.rows[str(spread)] if low < self.value(third) < high else "loses"

    # ---- 6.6: irregularities

    def handle_irregularity(self, state: RedDogState, event: Irregularity) -> Round[RedDogState]:
        """Apply the event's `effect` in rules.toml."""
        rule = self.layout.irregularities[event.id]
        if rule.effect == "void_if_begun":
            raise event
        state = yield from super().handle_irregularity(state, event)
        if rule.effect == "spread_put_right":
            yield Said(state, rule.section, self.called(state))
            if state.third is None:
                state = yield from self.raises_reconsidered(state, rule.section)
        return state

    def voiding_rule(self, event: Irregularity) -> Rule:
        rule = self.layout.irregularities.get(event.id)
        return rule if rule is not None and rule.effect == "void_if_begun" else super().voiding_rule(event)

    def raises_reconsidered(self, state: RedDogState, section: str) -> Round[RedDogState]:
        """Announce the right spread; players who have raised may take that back."""
        for wager in [wager for wager in state.wagers if wager.kind == "raise"]:
            state = replace(state, turn=wager.position, area=wager.spot)
            question = f"Position {wager.position}, leave the raise of {dollars(wager.amount)}, or take it back?"
            choices = ("leave", "take_back")
            reply: Reply = None
            while reply is None:
                try:
                    reply = yield AskDecision(state, section, wager.position, question, choices, "leave")
                except Irregularity as event:
                    # A spread that has been corrected is not corrected again while players are being asked.
                    if self.layout.irregularities[event.id].effect != "spread_put_right":
                        state = yield from self.handle_irregularity(state, event)
            if reply == "take_back":
                state = yield from self.give_back(state, wager, section)
        return replace(state, turn=0, area="")

    def cards_away(self, state: RedDogState) -> RedDogState:
        lying = len(state.cards) + (state.third is not None)
        return replace(take_up(state, lying), cards=(), third=None, turn=0, area="")

    def clear_layout(self, state: RedDogState) -> RedDogState:
        """Shuffle the cards after a void round."""
        return replace(self.cards_away(state), last_round=False, finished=True)

    # ---- 6.5, 6.7: permitted wagers

    def may_sit(self, state: RedDogState, position: int) -> Answer:
        if any(_area(wager)[0] == position for wager in state.wagers):
            return self.no(f"there is a wager of another player on area {position}", self.sections["several_areas"])
        return YES

    def may(self, state: RedDogState, position: int, action: Action) -> Answer:
        if not action.wager:
            return YES
        name, section = self.name(action.wager), self.layout.wagers[action.wager].section
        if action.verb in ("on", "off"):
            return self.no(f"{name} is always on; take it down instead", self.sections["removal"])
        if not (answer := may_add_coupon(self, state, action)):
            return answer
        if action.wager == "raise":
            return self.may_raise(state, position, action)
        if state.turn:
            return self.no(f"{name} is made before the first card; now you can only raise or stand", section)
        return self.may_use(state, position, action)

    def may_use(self, state: RedDogState, position: int, action: Action) -> Answer:
        """Whether a player may wager on an area: it must be his own or free, and within the permitted number."""
        section = self.sections["several_areas"]
        if action.spot not in self.amounts.spots(state, position, action.wager):
            own = "an area of your own" if self.areas == 1 else "your own area, or one that is free, by its number"
            return self.no(f"area {action.spot!r} cannot be wagered on; use {own}", section)
        used = {wager.spot for wager in state.wagers_of(position)} | {action.spot}
        if len(used) > self.areas:
            return self.no(f"one player can have at most {self.areas} betting areas here", section)
        return YES

    def may_raise(self, state: RedDogState, position: int, action: Action) -> Answer:
        """Whether a raise may be made: by the player who decides, once, and up to the initial wager of its area."""
        section = self.sections["raise"]
        spot = action.spot or state.area
        initial = state.find(position, "initial", spot)
        if state.turn != position or initial is None or action.verb != "make":
            return self.no(
                "a raise can be made only once, in turn, after the first two cards and before the third", section
            )
        if spot != state.area:
            return self.no(f"the raise is for area {state.area or position} now", section)
        if self.equal_only and action.amount != initial.amount:
            return self.no(f"a raise equals the initial wager here: {dollars(initial.amount)}", section)
        if action.amount > initial.amount:
            return self.no(f"a raise is at most the initial wager: {dollars(initial.amount)}", section)
        return YES

    # ---- Status

    def status(self, state: RedDogState) -> list[str]:
        spread = self.spread(state)
        cards = [f"a spread of {spread}"] if spread else []
        return [*cards, *(["continuous shuffler"] if self.continuous else self.shoe_status(state))]


def _area(wager: Wager) -> tuple[int, int]:
    """A wager's place from the dealer's left; an initial wager comes before its raise."""
    return int(wager.spot or wager.position), wager.kind == "raise"


GAME = RedDog

__all__ = ["GAME", "RedDog", "RedDogState"]
