"""Pure queries about a house poker table: what hands there are, and what may be done.

Nothing here yields a step. `may` covers wagers, `open_choices` and `amount_of` build the choices of a decision,
and `refusal` explains why another choice is not available; `best` and related methods evaluate hands.
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
from pitboss.families.house_poker.round.layout import HousePokerLayoutHosting, LayoutRules
from pitboss.families.house_poker.terms import Choice, Decision
from pitboss.hands import Hand as Poker
from pitboss.hands import Order
from pitboss.table.allowed import YES, Answer, may_add_coupon, no, payable
from pitboss.table.amounts import Amounts
from pitboss.table.boxes import adjacent_spots
from pitboss.table.choices import Choices
from pitboss.table.state import Wager
from pitboss.table.steps import Action, AskDecision


@lru_cache(maxsize=256)
def best_hand(cards: tuple[Card, ...], order: Order) -> Poker:
    """The best hand that some cards make. It is cached, because every wager on a hand needs it."""
    return Poker.best(cards, order)


@lru_cache(maxsize=256)
def best_hand_using(own: tuple[Card, ...], shared: tuple[Card, ...], order: Order, least_own: int) -> Poker:
    """The best hand that uses at least `least_own` of the player's own cards.

    >>> from pitboss.equipment import cards
    >>> from pitboss.hands import THREE_CARD
    >>> print(best_hand_using(cards("3s 2d"), cards("Kc Qh Js"), THREE_CARD, 1))
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
    """House poker's hosting rules: wagers made by a decision are refused at any other time."""

    game: TableQueries[Any]

    def too_late(self, action: Action) -> tuple[str, str]:
        """Refuse a wager made by a decision, citing the section of that decision."""
        if action.wager not in self.game.layout.wagers or action.wager not in self.game.choice_wagers:
            return super().too_late(action)
        laying = (
            fact
            for fact, one in self.game.declared_decisions.items()
            if any(c.lays == action.wager for c in one.choices.values())
        )
        section = self.game.sections[next(laying)]
        return f"{self.game.name(action.wager)} is made when its position decides on it", section


class HousePokerAmounts(Amounts["TableQueries[Any]"]):
    """Wager amounts on the player's own position and the adjacent one, and for wagers made by a decision."""

    def spots(self, state: P, position: int, wager: str) -> tuple[str, ...]:
        """The player's own position, plus a free adjacent one if two may be wagered on."""
        if not self.game.applies({"two_positions": (True,)}):
            return ("",)
        return adjacent_spots(state, position, self.game.seats, self.game.box)

    def takes_coupon_alone(self, kind: str) -> bool:
        return kind in self.game.coupon_wagers and self.game.terms[kind].made == "beside"

    def most(self, state: P, position: int, wager: str, spot: str) -> int | None:
        if self.game.terms[wager].fixed:
            return cents(self.game.terms[wager].fixed)
        return max(self._choice_amounts(state, wager)) if wager in state.may_make else None

    def least(self, state: P, position: int, wager: str, spot: str) -> int:
        """The minimum by the wager's own rule, or the lowest amount for which the current decision can make it."""
        least = self.game.declarations.least(wager)
        between = wager in self.game.coupon_wagers or any(
            decision.between == wager for decision, _ in self.game.choices_making(wager)
        )
        return max(least, min(self._choice_amounts(state, wager))) if between and wager in state.may_make else least

    def _choice_amounts(self, state: P, wager: str) -> list[int]:
        """The amounts for which the current hand's choices make a wager."""
        return [
            self.game.amount_of(state, state.turn, decision, choice)
            for decision, choice in self.game.choices_making(wager)
        ]

    def step(self, state: P, kind: str, spot: str = "") -> int:
        """A wager's increment, chosen so that the wagers made together with it can be paid too."""
        step = super().step(state, kind, spot)
        multiples = [other for other in self.game.companions.get(kind, ()) if not self.game.terms[other].amount]
        return lcm(step, *(super(HousePokerAmounts, self).step(state, other, spot) for other in multiples))


class HousePokerChoices(Choices["TableQueries[Any]"]):
    """A hand's choices, and what each costs."""

    def known_cards(self, state: P, ask: AskDecision) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The current hand's cards, and the exposed cards of the dealer and the board."""
        own = next((hand.dealt for hand in state.hands if hand.box == state.turn), ())
        return own, (*state.dealer, *state.community)

    def earlier_choices(self, state: P, ask: AskDecision) -> tuple[str, ...]:
        """The hand's choices at earlier decisions, inferred from the wagers it still has and those that are gone."""
        now = self.game.current_decision(state, ask)
        asked = list(self.game.declared_decisions.values())
        earlier = asked[: asked.index(now)] if now is not None else []
        chosen = [choice for one in earlier if (choice := self.game.earlier_choice(state, state.turn, one))]
        return (", ".join(chosen),) if chosen else ()

    def consequences(self, state: P, ask: AskDecision) -> Mapping[str, str]:
        decision = self.game.current_decision(state, ask)
        if decision is None:
            return {}
        said = {name: self._consequence(state, decision, decision.choices[name]) for name in ask.choices}
        return {name: words for name, words in said.items() if words}

    def _consequence(self, state: P, decision: Decision, choice: Choice) -> str:
        """What a choice does to the player's chips, in a few words."""
        if choice.lays:
            return f"{dollars(self.game.amount_of(state, state.turn, decision, choice))} more"
        if choice.takes_back:
            held = self.game.find_wager(state, state.turn, choice.takes_back)
            return f"{dollars(held.amount)} back" if held else ""
        if choice.folds:
            return f"lose {dollars(sum(wager.amount for wager in self.game.lost_on_fold(state, state.turn)))}"
        return ""

    def _refuse_direct_wager(self, state: P, ask: AskDecision, decision: Decision, kind: str) -> Answer:
        """Why a wager cannot be made directly during a decision: only certain choices make it, or it is not time."""
        laying = [name for name in ask.choices if decision.choices[name].lays == kind]
        if not laying:
            return no(
                f"{self.game.name(kind)} cannot be made at this decision; choose {' or '.join(ask.choices)}",
                ask.section,
            )
        amounts = [self.game.amount_of(state, state.turn, decision, decision.choices[name]) for name in laying]
        ways = " or ".join(f"{name} for {dollars(amount)}" for name, amount in zip(laying, amounts, strict=True))
        return no(f"{self.game.name(kind)} is made by a choice; say {ways}", ask.section)

    def refusal(self, ask: AskDecision, choice: str) -> Answer:
        """Why a choice is not available: too few chips, or not offered at this table."""
        state = self.game.cast_state(ask.state)
        decision = self.game.current_decision(state, ask)
        known = decision.choices.get(choice) if decision else None
        if known is None and choice in self.game.layout.rules.wagers and choice not in self.game.choice_wagers:
            said, section = self.game.hosting.closing_call()
            return no(f"{said}: the round waits for a decision", section)
        if decision is not None and known is None and choice in self.game.choice_wagers:
            return self._refuse_direct_wager(state, ask, decision, choice)
        if decision is None or known is None:
            return super().refusal(ask, choice)
        if not self.game.applies(known.when):
            return no(f"{choice} is not offered at this table; choose {' or '.join(ask.choices)}", ask.section)
        if not known.lays:
            return super().refusal(ask, choice)
        amount = dollars(self.game.amount_of(state, state.turn, decision, known))
        if choice in ask.choices:
            text = f"{self.game.name(known.lays)} must be exactly {amount} here; say {choice}"
            return no(text, ask.section)
        has = dollars(state.rack(ask.position))
        return no(f"{self.game.name(known.lays)} of {amount} is more than the {has} available", ask.section)


class TableQueries(LayoutRules[P], Generic[P]):
    """Queries about the state of a table."""

    hosting_type = HousePokerHosting
    amounts_type = HousePokerAmounts
    choices_type = HousePokerChoices

    # ---- Boxes

    def box(self, wager: Wager) -> int:
        """A wager's betting position: the player's own, or the one that its spot names."""
        return int(wager.spot) if wager.spot else wager.position

    def spot_of(self, hand: Hand) -> str:
        """The spot for a hand's wagers."""
        return "" if hand.box == hand.position else str(hand.box)

    def wager_label(self, wager: Wager) -> str:
        """A wager's name with its position, for announcements."""
        return f"{self.name(wager.kind)} ({wager.spot})" if wager.spot else self.name(wager.kind)

    def wagers_on_box(self, state: P, box: int) -> list[Wager]:
        """The wagers on a box, in layout order."""
        there = [wager for wager in state.wagers if self.box(wager) == box]
        return sorted(there, key=lambda wager: self.layout_order[wager.kind])

    def find_wager(self, state: P, box: int, kind: str) -> Wager | None:
        return next((wager for wager in state.wagers if wager.kind == kind and self.box(wager) == box), None)

    # ---- Hands

    def best(self, state: P, hand: Hand) -> Poker:
        """The hand that a box plays."""
        return self.hand_of(hand.all, state.community)

    def best_of_dealer(self, state: P) -> Poker:
        """The hand that the dealer plays."""
        return self.hand_of(state.dealer, state.community)

    def hand_of(self, own: tuple[Card, ...], shared: tuple[Card, ...]) -> Poker:
        """The best hand from own and shared cards, using as many own cards as the rules require.

        If shared cards are in rows, it uses those of one complete row.
        """
        if self.declarations.community_rows:
            return max(best_hand((*own, *row), self.order) for row in self.complete_rows(shared))
        if self.declarations.least_own:
            return best_hand_using(own, shared, self.order, self.declarations.least_own)
        return best_hand((*own, *shared), self.order)

    def complete_rows(self, shared: Sequence[Card]) -> list[tuple[Card, ...]]:
        """The rows of community cards whose cards are all face up."""
        whole = [row for row in self.declarations.community_rows if max(row) <= len(shared)]
        return [tuple(shared[number - 1] for number in row) for row in whole]

    def complete(self, own: Sequence[Card], shared: Sequence[Card]) -> bool:
        """Whether own and shared cards make a hand; False if every player folded before the shared cards were dealt."""
        if self.declarations.community_rows:
            return bool(self.complete_rows(shared))
        return len(own) + len(shared) >= self.order.size

    def qualifies(self, dealer: Poker) -> bool:
        """Whether the dealer's hand qualifies."""
        return dealer.strength >= self.least_qualifying

    def select_cards(self, state: P, hand: Hand, sees: Sequence[str], community: int = 0) -> tuple[Card, ...]:
        """The cards that a wager looks at."""
        shared = state.community[:community] if community else state.community
        cards = {"own": hand.dealt, "dealer": state.dealer, "community": shared}
        return tuple(card for part in sees for card in cards[part])

    def cards_of_wager(self, state: P, hand: Hand, kind: str) -> tuple[Card, ...]:
        """The cards that a wager is paid by."""
        return self.select_cards(state, hand, self.terms[kind].sees, self.terms[kind].community)

    def awaits_cards(self, state: P) -> bool:
        """Whether any wager depends on more than the cards of its own hand."""
        terms = [self.terms[wager.kind] for wager in state.wagers]
        return any(one.settles == "dealer" or {"dealer", "community"} & set(one.sees) for one in terms)

    def lost_on_fold(self, state: P, box: int) -> list[Wager]:
        """The wagers on a box that a fold forfeits."""
        return [wager for wager in self.wagers_on_box(state, box) if self.applies(self.terms[wager.kind].lost_on_fold)]

    def status(self, state: P) -> list[str]:
        said = [f"the meter stands at {dollars(state.meter)}"] if self.progressive else []
        return [*said, "the shuffler is off the table"] if state.by_hand else said

    # ---- Whether a wager may be made

    def may_sit(self, state: P, position: int) -> Answer:
        if any(self.box(wager) == position for wager in state.wagers):
            return self.no(f"another player wagers on position {position}; wait until the round is over")
        return YES

    def may(self, state: P, position: int, action: Action) -> Answer:
        if action.verb in ("leave", "buy_in"):
            return YES
        rule, terms = self.layout.wagers[action.wager], self.terms[action.wager]
        if action.verb in ("on", "off"):
            return self.no(f"{rule.name} cannot be turned {action.verb}: it stays until it is settled", rule.section)
        if terms.made == "decision":
            mine = state.turn and state.hand(state.turn).position == position
            coupon = action.coupon and action.wager not in self.coupon_wagers
            if mine and action.wager in state.may_make and action.verb == "make" and not coupon:
                return self._may_decide(state, action)
            return self.no(f"{rule.name} is made when its position decides, after the deal", rule.section)
        if state.hands:
            closed = self.section("no_more_wagers")
            return self.no(f"{self.layout.fact('no_more_wagers')}: wagers can no longer be made or taken back", closed)
        if terms.made == "beside":
            if action.verb == "make" and action.coupon and not action.amount:
                return may_add_coupon(self, state, action)
            what = self.name(terms.beside)
            return self.no(f"{rule.name} is made with {what} and changes with it; change {what} instead", rule.section)
        if action.coupon and "match_play" not in self.sections:
            return self.no("a match play coupon is not accepted here", self.section("only_listed", "wagers"))
        if not (answer := may_add_coupon(self, state, action)):
            return answer
        if action.verb in ("make", "increase"):
            return self._may_make(state, position, action)
        held = state.find(position, action.wager, action.spot)
        if action.verb == "reduce" and held is not None:
            after = held.amount - action.amount
            return self._meets_minimum(state, position, action, after, "; remove it") and self._covers_coupon(
                state, position, action, after
            )
        return YES

    def _covers_coupon(self, state: P, position: int, action: Action, after: int) -> Answer:
        """Whether, if this wager is reduced, each wager made together with it still covers its own coupon."""
        for kind in self.companions[action.wager]:
            there = state.find(position, kind, action.spot)
            if there is not None and there.coupon > self.amount_beside(kind, after):
                text = f"a match play coupon of {dollars(there.coupon)} is on {self.name(kind)} and needs chips of"
                return self.no(
                    f"{text} at least its value; take the wager down to get both back", self.section("match_play")
                )
        return YES

    def _may_make(self, state: P, position: int, action: Action) -> Answer:
        rule, terms = self.layout.wagers[action.wager], self.terms[action.wager]
        spots = self.amounts.spots(state, position, action.wager)
        if action.spot not in spots:
            where = " or ".join(spot for spot in spots if spot)
            also = f" or on position {where}" if where else ""
            return self.no(
                f"{rule.name} can be made only on your own position{also}",
                self.section("two_positions", "one_position", "wagers"),
            )
        held = state.find(position, action.wager, action.spot)
        after = action.amount + (held.amount if held else 0)
        if terms.fixed and after != cents(terms.fixed):
            return self.no(f"{rule.name} must be exactly {dollars(cents(terms.fixed))}", rule.section)
        if not (answer := self._meets_minimum(state, position, action, after)):
            return answer
        if self.lacks_support(state, position, action.wager, action.spot):
            wanted = " or ".join(self.name(kind) for kind in terms.needs)
            return self.no(f"{rule.name} needs {wanted} first", rule.section)
        return self._may_make_companions(state, position, action, after)

    def _meets_minimum(self, state: P, position: int, action: Action, after: int, instead: str = "") -> Answer:
        """Whether a wager meets this table's minimum."""
        rule, least = self.layout.wagers[action.wager], self.amounts.least(state, position, action.wager, action.spot)
        if after >= least:
            return YES
        section = "8.2" if self.terms[action.wager].minimum else rule.section
        return self.no(f"{rule.name} is at least {dollars(least)} at this table{instead}", section)

    def _may_make_companions(self, state: P, position: int, action: Action, after: int) -> Answer:
        """Whether the wagers made together with this one can be made too."""
        more = 0
        for kind in self.companions[action.wager]:
            amount = self.amount_beside(kind, after)
            there = state.find(position, kind, action.spot)
            more += amount - (there.amount if there else 0)
            if not (answer := payable(self, state, kind, action.spot, amount)):
                return answer
        seat = state.seat(position)
        if more and seat is not None and action.amount + more > self.amounts.available(state, seat):
            names = " and ".join(self.name(kind) for kind in self.companions[action.wager])
            what = f"{dollars(action.amount)} with {dollars(more)} for {names}"
            section = self.layout.wagers[action.wager].section
            return self.no(f"{what} is more than the {dollars(seat.rack)} available", section)
        return YES

    def _may_decide(self, state: P, action: Action) -> Answer:
        """Whether a wager may be made for a chosen amount during a decision."""
        position, rule = state.hand(state.turn).position, self.layout.wagers[action.wager]
        most = self.amounts.most(state, position, action.wager, action.spot)
        least = self.amounts.least(state, position, action.wager, action.spot)
        if action.spot != self.spot_of(state.hand(state.turn)):
            return self.no(f"{rule.name} can be made only for the hand that is deciding", rule.section)
        if least and least == most != action.amount:
            return self.no(f"{rule.name} must be exactly {dollars(least)} here", rule.section)
        if least and most is not None and not least <= action.amount <= most:
            return self.no(f"{rule.name} must be between {dollars(least)} and {dollars(most)} here", rule.section)
        if most is not None and action.amount > most:
            return self.no(f"{rule.name} is at most {dollars(most)} here", rule.section)
        return YES

    def lacks_support(self, state: P, position: int, kind: str, spot: str) -> bool:
        """Whether the wager that this one requires is missing."""
        terms = self.terms[kind]
        return (
            bool(terms.needs)
            and self.applies(terms.needs_when)
            and not any(state.find(position, needed, spot) for needed in terms.needs)
        )

    # ---- What may be decided

    def open_choices(self, state: P, box: int, decision: Decision) -> dict[str, Choice]:
        """A hand's choices: those that the table offers and the player's chips can pay for."""
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
        base = self.find_wager(state, box, choice.of or decision.asks)
        full = base.amount * choice.times if base else 0
        return min(full, state.rack(state.hand(box).position)) if choice.or_less else full

    def own_amounts(self, choices: Mapping[str, Choice], decision: Decision) -> tuple[str, ...]:
        """The wagers that a hand may make for an amount of its choice, or with a coupon, instead of a choice."""
        free = [
            one.lays
            for one in choices.values()
            if one.lays and (one.or_less or one.lays == decision.between or one.lays in self.coupon_wagers)
        ]
        return tuple(dict.fromkeys(free))

    def default_choice(self, choices: Mapping[str, Choice], decision: Decision) -> str:
        """The choice made for a player who does not answer."""
        return decision.default if decision.default in choices else next(iter(choices))

    def current_decision(self, state: P, ask: AskDecision) -> Decision | None:
        """The decision that is currently asked for."""
        if not state.turn:
            return None
        asked = [
            one for one in self.declared_decisions.values() if ask.question.endswith(self.declarations.question(one))
        ]
        return next((one for one in asked if set(ask.choices) <= set(one.choices)), None)

    def earlier_choice(self, state: P, box: int, decision: Decision) -> str:
        """The choice made at a decision by a hand that is still in the round."""
        offered = self.declarations.offered_choices(decision)
        for name, choice in offered.items():
            held = self.find_wager(state, box, choice.lays)
            if choice.lays and held is not None and held.amount == self.amount_of(state, box, decision, choice):
                return name
            if choice.takes_back and self.find_wager(state, box, choice.takes_back) is None:
                return name
        nothing = (name for name, one in offered.items() if not (one.lays or one.takes_back or one.folds))
        return next(nothing, "")
