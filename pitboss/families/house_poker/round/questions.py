"""What is so at a table of house poker, and what may be done: pure questions, asked before anything is.

Nothing here yields a step. `may` answers for wagers, `choices` and `amount_of` make the choices of a decision, and
`declined` says why another is refused; `best` and its like say what hands are worth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import lcm
from typing import Any, Generic

from pitboss.chapter.odds import cents, dollars
from pitboss.equipment import Card
from pitboss.families.house_poker.round.hands import Hand, P
from pitboss.families.house_poker.round.layout import HousePokerLayoutHosting, OnLayout
from pitboss.families.house_poker.terms import Choice, Decision
from pitboss.hands import Hand as Poker
from pitboss.hands import Order
from pitboss.table.allowed import YES, Answer, may_lay_coupon, no, payable
from pitboss.table.amounts import Amounts
from pitboss.table.boxes import adjacent_spots
from pitboss.table.choices import Choices
from pitboss.table.state import Wager
from pitboss.table.steps import Action, AskDecision


@lru_cache(maxsize=256)
def made(cards: tuple[Card, ...], order: Order) -> Poker:
    """The best hand of some cards. It is kept, because every wager on a hand asks for it again."""
    return Poker.best(cards, order)


@lru_cache(maxsize=256)
def made_with(own: tuple[Card, ...], shared: tuple[Card, ...], order: Order, least_own: int) -> Poker:
    """The best hand that uses so many of one's own cards at least.

    >>> from pitboss.equipment import cards
    >>> from pitboss.hands import THREE_CARD
    >>> print(made_with(cards("3s 2d"), cards("Kc Qh Js"), THREE_CARD, 1))
    king high
    """
    numbers = range(least_own, min(len(own), order.size) + 1)
    ways = (
        (*mine, *rest)
        for n in numbers
        for mine in combinations(own, n)
        for rest in combinations(shared, order.size - n)
    )
    return max(Poker(way, order) for way in ways)


class HousePokerHosting(HousePokerLayoutHosting):
    """A wager that is made by a decision has its time at that decision."""

    game: Questions[Any]

    def too_late(self, action: Action) -> tuple[str, str]:
        """A wager that a decision lays has its time when its position decides, under the section of that."""
        if action.wager not in self.game.layout.wagers or action.wager not in self.game.by_choice:
            return super().too_late(action)
        laying = (
            fact for fact, one in self.game.asked.items() if any(c.lays == action.wager for c in one.choices.values())
        )
        section = self.game.sections[next(laying)]
        return f"{self.game.name(action.wager)} is made when its position decides on it", section


class HousePokerAmounts(Amounts["Questions[Any]"]):
    """Wagers on one's own position and beside it, and those that a decision makes."""

    def spots(self, state: P, position: int, wager: str) -> tuple[str, ...]:
        """One's own position; where two may be wagered on, an adjacent one that nobody has."""
        if not self.game.applies({"two_positions": (True,)}):
            return ("",)
        return adjacent_spots(state, position, self.game.seats, self.game.box)

    def takes_coupon_alone(self, kind: str) -> bool:
        return kind in self.game.under_chips and self.game.terms[kind].made == "beside"

    def most(self, state: P, position: int, wager: str, spot: str) -> int | None:
        if self.game.terms[wager].fixed:
            return cents(self.game.terms[wager].fixed)
        return max(self._laid(state, wager)) if wager in state.may_make else None

    def least(self, state: P, position: int, wager: str, spot: str) -> int:
        """By its own rule; where a decision lays it for one amount, or for any between two, the least of these."""
        least = self.game.declared.least(wager)
        between = wager in self.game.under_chips or any(
            decision.between == wager for decision, _ in self.game.choices_making(wager)
        )
        return max(least, min(self._laid(state, wager))) if between and wager in state.may_make else least

    def _laid(self, state: P, wager: str) -> list[int]:
        """What the choices lay of a wager, for the hand that decides."""
        return [
            self.game.amount_of(state, state.turn, decision, choice)
            for decision, choice in self.game.choices_making(wager)
        ]

    def step(self, state: P, kind: str, spot: str = "") -> int:
        """What is laid with a wager must be payable too."""
        step = super().step(state, kind, spot)
        multiples = [other for other in self.game.beside.get(kind, ()) if not self.game.terms[other].amount]
        return lcm(step, *(super(HousePokerAmounts, self).step(state, other, spot) for other in multiples))


class HousePokerChoices(Choices["Questions[Any]"]):
    """What a hand may choose, and what each choice costs."""

    def known_cards(self, state: P, ask: AskDecision) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The hand that decides; what the dealer shows, and the community cards that are turned."""
        own = next((hand.dealt for hand in state.hands if hand.box == state.turn), ())
        return own, (*state.dealer, *state.community)

    def earlier_choices(self, state: P, ask: AskDecision) -> tuple[str, ...]:
        """The choices of this hand at the decisions before: told by the wagers that it has, and has no more."""
        now = self.game.deciding(state, ask)
        asked = list(self.game.asked.values())
        earlier = asked[: asked.index(now)] if now is not None else []
        chosen = [choice for one in earlier if (choice := self.game.chosen(state, state.turn, one))]
        return (", ".join(chosen),) if chosen else ()

    def consequences(self, state: P, ask: AskDecision) -> Mapping[str, str]:
        decision = self.game.deciding(state, ask)
        if decision is None:
            return {}
        said = {name: self._moves(state, decision, decision.choices[name]) for name in ask.choices}
        return {name: words for name, words in said.items() if words}

    def _moves(self, state: P, decision: Decision, choice: Choice) -> str:
        """What a choice does with chips, in a few words."""
        if choice.lays:
            return f"{dollars(self.game.amount_of(state, state.turn, decision, choice))} more"
        if choice.takes_back:
            held = self.game.find_on(state, state.turn, choice.takes_back)
            return f"{dollars(held.amount)} back" if held else ""
        if choice.folds:
            return f"lose {dollars(sum(wager.amount for wager in self.game.lost_on_fold(state, state.turn)))}"
        return ""

    def _laid_otherwise(self, state: P, ask: AskDecision, decision: Decision, kind: str) -> Answer:
        """Why somebody who is to choose cannot make a wager: which choices lay it, or that its time is not now."""
        laying = [name for name in ask.choices if decision.choices[name].lays == kind]
        if not laying:
            return no(f"{self.game.name(kind)} is not decided on now; {' or '.join(ask.choices)}", ask.section)
        amounts = [self.game.amount_of(state, state.turn, decision, decision.choices[name]) for name in laying]
        ways = " or ".join(f"{name} for {dollars(amount)}" for name, amount in zip(laying, amounts, strict=True))
        return no(f"{self.game.name(kind)} is made by a choice; say {ways}", ask.section)

    def refusal(self, ask: AskDecision, choice: str) -> Answer:
        """Why a choice is not there: too few chips, or not at this table."""
        state = self.game.cast_state(ask.state)
        decision = self.game.deciding(state, ask)
        known = decision.choices.get(choice) if decision else None
        if known is None and choice in self.game.layout.rules.wagers and choice not in self.game.by_choice:
            said, section = self.game.hosting.closing_call()
            return no(f"{said}: the round waits for a decision", section)
        if decision is not None and known is None and choice in self.game.by_choice:
            return self._laid_otherwise(state, ask, decision, choice)
        if decision is None or known is None:
            return super().refusal(ask, choice)
        if not self.game.applies(known.when):
            return no(f"{choice} is not offered at this table; {' or '.join(ask.choices)}", ask.section)
        if not known.lays:
            return super().refusal(ask, choice)
        amount = dollars(self.game.amount_of(state, state.turn, decision, known))
        if choice in ask.choices:
            text = f"{self.game.name(known.lays)} is {amount} here, no more and no less; say {choice}"
            return no(text, ask.section)
        has = dollars(state.rack(ask.position))
        return no(f"{self.game.name(known.lays)} of {amount} is more than the {has} at hand", ask.section)


class Questions(OnLayout[P], Generic[P]):
    """What is so, and what may be done, on a layout."""

    hosting_type = HousePokerHosting
    amounts_type = HousePokerAmounts
    choices_type = HousePokerChoices

    # ---- Boxes

    def box(self, wager: Wager) -> int:
        """The betting position on which a wager lies: the person's own, or the one that its spot names."""
        return int(wager.spot) if wager.spot else wager.position

    def spot_of(self, hand: Hand) -> str:
        """The spot of a hand's wagers."""
        return "" if hand.box == hand.position else str(hand.box)

    def told(self, wager: Wager) -> str:
        """A wager with its place, as it is announced."""
        return f"{self.name(wager.kind)} ({wager.spot})" if wager.spot else self.name(wager.kind)

    def on_box(self, state: P, box: int) -> list[Wager]:
        """The wagers on a box, in the order of the layout."""
        there = [wager for wager in state.wagers if self.box(wager) == box]
        return sorted(there, key=lambda wager: self.listed[wager.kind])

    def find_on(self, state: P, box: int, kind: str) -> Wager | None:
        return next((wager for wager in state.wagers if wager.kind == kind and self.box(wager) == box), None)

    # ---- Hands

    def best(self, state: P, hand: Hand) -> Poker:
        """The hand that a box plays."""
        return self.made_of(hand.all, state.community)

    def best_of_dealer(self, state: P) -> Poker:
        """The hand that the dealer plays."""
        return self.made_of(state.dealer, state.community)

    def made_of(self, own: tuple[Card, ...], shared: tuple[Card, ...]) -> Poker:
        """The best hand of own and shared cards, with as many of one's own among them as the rules ask for.

        Where shared cards lie in rows, with those of one row that is all there.
        """
        if self.declared.community_rows:
            return max(made((*own, *row), self.order) for row in self.rows_there(shared))
        if self.declared.least_own:
            return made_with(own, shared, self.order, self.declared.least_own)
        return made((*own, *shared), self.order)

    def rows_there(self, shared: Sequence[Card]) -> list[tuple[Card, ...]]:
        """The rows of the community cards that are all turned."""
        whole = [row for row in self.declared.community_rows if max(row) <= len(shared)]
        return [tuple(shared[number - 1] for number in row) for row in whole]

    def complete(self, own: Sequence[Card], shared: Sequence[Card]) -> bool:
        """Whether some cards make a hand with those that all share: not where everybody folded before these came."""
        if self.declared.community_rows:
            return bool(self.rows_there(shared))
        return len(own) + len(shared) >= self.order.size

    def qualifies(self, dealer: Poker) -> bool:
        """Whether the dealer's hand is one that counts."""
        return dealer.strength >= self.least_qualifying

    def seen(self, state: P, hand: Hand, sees: Sequence[str], community: int = 0) -> tuple[Card, ...]:
        """The cards that a wager looks at."""
        shared = state.community[:community] if community else state.community
        cards = {"own": hand.dealt, "dealer": state.dealer, "community": shared}
        return tuple(card for part in sees for card in cards[part])

    def seen_by(self, state: P, hand: Hand, kind: str) -> tuple[Card, ...]:
        """The cards that a wager is paid by."""
        return self.seen(state, hand, self.terms[kind].sees, self.terms[kind].community)

    def awaits_cards(self, state: P) -> bool:
        """Whether a wager is left that looks at more than the cards of its own hand."""
        terms = [self.terms[wager.kind] for wager in state.wagers]
        return any(one.settles == "dealer" or {"dealer", "community"} & set(one.sees) for one in terms)

    def lost_on_fold(self, state: P, box: int) -> list[Wager]:
        """The wagers of a box that a fold gives up."""
        return [wager for wager in self.on_box(state, box) if self.applies(self.terms[wager.kind].lost_on_fold)]

    def status(self, state: P) -> list[str]:
        said = [f"the meter stands at {dollars(state.meter)}"] if self.progressive else []
        return [*said, "the shuffler is off the table"] if state.by_hand else said

    # ---- May a wager be made?

    def may_sit(self, state: P, position: int) -> Answer:
        if any(self.box(wager) == position for wager in state.wagers):
            return self.no(f"another player wagers on position {position}; wait until the round is over")
        return YES

    def may(self, state: P, position: int, action: Action) -> Answer:
        if action.verb in ("leave", "buy_in"):
            return YES
        rule, terms = self.layout.wagers[action.wager], self.terms[action.wager]
        if action.verb in ("on", "off"):
            return self.no(f"{rule.name} cannot be turned {action.verb}: it stands until it is decided", rule.section)
        if terms.made == "decision":
            mine = state.turn and state.hand(state.turn).position == position
            coupon = action.coupon and action.wager not in self.under_chips
            if mine and action.wager in state.may_make and action.verb == "make" and not coupon:
                return self._may_decide(state, action)
            return self.no(f"{rule.name} is made when its position decides, after the deal", rule.section)
        if state.hands:
            closed = self.section("no_more_wagers")
            return self.no(f"{self.layout.fact('no_more_wagers')}: no wager is made or taken back now", closed)
        if terms.made == "beside":
            if action.verb == "make" and action.coupon and not action.amount:
                return may_lay_coupon(self, state, action)
            what = self.name(terms.beside)
            return self.no(f"{rule.name} is laid with {what} and changes with it; say the amount of that", rule.section)
        if action.coupon and "match_play" not in self.sections:
            return self.no("a match play coupon is not taken here", self.section("only_listed", "wagers"))
        if not (answer := may_lay_coupon(self, state, action)):
            return answer
        if action.verb in ("make", "increase"):
            return self._may_make(state, position, action)
        held = state.find(position, action.wager, action.spot)
        if action.verb == "reduce" and held is not None:
            after = held.amount - action.amount
            return self._enough(state, position, action, after, "; remove it") and self._covers_coupon(
                state, position, action, after
            )
        return YES

    def _covers_coupon(self, state: P, position: int, action: Action, after: int) -> Answer:
        """Whether a coupon under what is laid with a wager has chips enough on it when that wager is lowered."""
        for kind in self.beside[action.wager]:
            there = state.find(position, kind, action.spot)
            if there is not None and there.coupon > self.amount_beside(kind, after):
                text = f"a match play coupon of {dollars(there.coupon)} lies with {self.name(kind)}, and wants chips of"
                return self.no(
                    f"{text} at least its value; take the wager down to have both back", self.section("match_play")
                )
        return YES

    def _may_make(self, state: P, position: int, action: Action) -> Answer:
        rule, terms = self.layout.wagers[action.wager], self.terms[action.wager]
        spots = self.amounts.spots(state, position, action.wager)
        if action.spot not in spots:
            where = " or ".join(spot for spot in spots if spot)
            also = f", or position {where}" if where else ""
            return self.no(
                f"{rule.name} is made on one's own position{also}",
                self.section("two_positions", "one_position", "wagers"),
            )
        held = state.find(position, action.wager, action.spot)
        after = action.amount + (held.amount if held else 0)
        if terms.fixed and after != cents(terms.fixed):
            return self.no(f"{rule.name} is {dollars(cents(terms.fixed))}, no more and no less", rule.section)
        if not (answer := self._enough(state, position, action, after)):
            return answer
        if self.lacks_support(state, position, action.wager, action.spot):
            wanted = " or ".join(self.name(kind) for kind in terms.needs)
            return self.no(f"{rule.name} needs {wanted} first", rule.section)
        return self._may_lay_beside(state, position, action, after)

    def _enough(self, state: P, position: int, action: Action, after: int, instead: str = "") -> Answer:
        """Whether a wager is not below what this table asks for."""
        rule, least = self.layout.wagers[action.wager], self.amounts.least(state, position, action.wager, action.spot)
        if after >= least:
            return YES
        section = "8.2" if self.terms[action.wager].minimum else rule.section
        return self.no(f"{rule.name} is at least {dollars(least)} at this table{instead}", section)

    def _may_lay_beside(self, state: P, position: int, action: Action, after: int) -> Answer:
        """Whether what is laid with this wager can be laid too."""
        more = 0
        for kind in self.beside[action.wager]:
            amount = self.amount_beside(kind, after)
            there = state.find(position, kind, action.spot)
            more += amount - (there.amount if there else 0)
            if not (answer := payable(self, state, kind, action.spot, amount)):
                return answer
        seat = state.seat(position)
        if more and seat is not None and action.amount + more > self.amounts.available(state, seat):
            names = " and ".join(self.name(kind) for kind in self.beside[action.wager])
            what = f"{dollars(action.amount)} with {dollars(more)} for {names}"
            section = self.layout.wagers[action.wager].section
            return self.no(f"{what} is more than the {dollars(seat.rack)} at hand", section)
        return YES

    def _may_decide(self, state: P, action: Action) -> Answer:
        """A wager for an amount of one's own, when one decides."""
        position, rule = state.hand(state.turn).position, self.layout.wagers[action.wager]
        most = self.amounts.most(state, position, action.wager, action.spot)
        least = self.amounts.least(state, position, action.wager, action.spot)
        if action.spot != self.spot_of(state.hand(state.turn)):
            return self.no(f"{rule.name} is made for the hand that decides", rule.section)
        if least and least == most != action.amount:
            return self.no(f"{rule.name} is {dollars(least)} here, no more and no less", rule.section)
        if least and most is not None and not least <= action.amount <= most:
            return self.no(f"{rule.name} is from {dollars(least)} to {dollars(most)} here", rule.section)
        if most is not None and action.amount > most:
            return self.no(f"{rule.name} is at most {dollars(most)} here", rule.section)
        return YES

    def lacks_support(self, state: P, position: int, kind: str, spot: str) -> bool:
        """Whether a wager is missing that this one needs."""
        terms = self.terms[kind]
        return (
            bool(terms.needs)
            and self.applies(terms.needs_when)
            and not any(state.find(position, needed, spot) for needed in terms.needs)
        )

    # ---- What may be decided?

    def open_choices(self, state: P, box: int, decision: Decision) -> dict[str, Choice]:
        """What a hand may choose: what the table offers, and what its chips suffice for."""
        rack = state.rack(state.hand(box).position)
        return {
            name: choice
            for name, choice in decision.choices.items()
            if self.applies(choice.when)
            and (not choice.lays or choice.or_less or self.amount_of(state, box, decision, choice) <= rack)
            and (not choice.or_less or rack >= self.chip)
        }

    def amount_of(self, state: P, box: int, decision: Decision, choice: Choice) -> int:
        """What a choice costs."""
        base = self.find_on(state, box, choice.of or decision.asks)
        full = base.amount * choice.times if base else 0
        return min(full, state.rack(state.hand(box).position)) if choice.or_less else full

    def own_amounts(self, choices: Mapping[str, Choice], decision: Decision) -> tuple[str, ...]:
        """The wagers that a hand may make for an amount of its own, or with a coupon, instead of what a choice lays."""
        free = [
            one.lays
            for one in choices.values()
            if one.lays and (one.or_less or one.lays == decision.between or one.lays in self.under_chips)
        ]
        return tuple(dict.fromkeys(free))

    def silent(self, choices: Mapping[str, Choice], decision: Decision) -> str:
        """What is taken to be decided by whoever says nothing."""
        return decision.default if decision.default in choices else next(iter(choices))

    def deciding(self, state: P, ask: AskDecision) -> Decision | None:
        """The decision that is asked for."""
        if not state.turn:
            return None
        asked = [one for one in self.asked.values() if ask.question.endswith(self.declared.question(one))]
        return next((one for one in asked if set(ask.choices) <= set(one.choices)), None)

    def chosen(self, state: P, box: int, decision: Decision) -> str:
        """What a hand that is still in the round chose at a decision."""
        offered = self.declared.offered_choices(decision)
        for name, choice in offered.items():
            held = self.find_on(state, box, choice.lays)
            if choice.lays and held is not None and held.amount == self.amount_of(state, box, decision, choice):
                return name
            if choice.takes_back and self.find_on(state, box, choice.takes_back) is None:
                return name
        nothing = (name for name, one in offered.items() if not (one.lays or one.takes_back or one.folds))
        return next(nothing, "")
