"""House poker in which each position sets its cards into several hands, each of which is compared with the dealer's.

A game declares:
1. A decision with `sets`, the hands with the number of cards in each, and the choice `house_way` in addition to the
   settings.
2. The facts `compare` (how many hands must be higher to win, and at most how many to lose), `foul`, `house_way` and
   `set`.
3. A function `house_way` in its folder that returns one setting for any cards. The table calls it for the dealer and
   for players who ask for it; the price, the kernel and bots call the same function.

Cards that have been set are in the order of their hands, still face down and known only to their position. Other
players see that they are set, but not how. A player who sets a foul is warned before it is final (`warning`); a foul
that is set anyway loses.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import Any, ClassVar, Generic

from pitboss.equipment import Card
from pitboss.families.house_poker.round.hands import Hand, P
from pitboss.families.house_poker.round.irregularities import HousePokerIrregularities
from pitboss.families.house_poker.round.play import HousePoker
from pitboss.families.house_poker.round.queries import HousePokerChoices
from pitboss.families.house_poker.round.settlement import Verdict
from pitboss.families.house_poker.terms import Decision
from pitboss.hands import Hand as Poker
from pitboss.table.allowed import YES, Answer, no
from pitboss.table.cards import join_cards
from pitboss.table.setting import HOUSE_WAY, Setting
from pitboss.table.state import Wager, replace
from pitboss.table.steps import AskDecision, Irregularity, Round, Said


class SetHandsChoices(HousePokerChoices):
    """Names the hands in each setting, and warns of a foul."""

    game: SetHands[Any]

    def _hands_of_choice(self, ask: AskDecision, choice: str) -> tuple[Poker, ...]:
        """The hands that a setting would make."""
        state = self.game.cast_state(ask.state)
        own, _ = self.known_cards(state, ask)
        return self.game.made_hands(self.game.setting.parts(choice, own), state.community)

    def hand_names(self, ask: AskDecision, choice: str) -> tuple[str, ...]:
        return (
            tuple(str(hand) for hand in self._hands_of_choice(ask, choice)) if ask.sets and choice != HOUSE_WAY else ()
        )

    def warning(self, ask: AskDecision, choice: str) -> Answer:
        """Warn that a setting is a foul before it becomes final."""
        if not ask.sets or choice == HOUSE_WAY:
            return YES
        reason = self.game.foul_reason(self._hands_of_choice(ask, choice))
        return no(f"a foul, which loses: {reason}", self.game.section("foul")) if reason else YES


class SetHandsIrregularities(HousePokerIrregularities):
    """House poker's irregularities, plus those that concern setting a hand."""

    game: SetHands[Any]
    effects: ClassVar[frozenset[str]] = HousePokerIrregularities.effects | {"reset"}
    conditions: ClassVar[Mapping[str, str]] = {
        **HousePokerIrregularities.conditions,
        "dealer_set": "the dealer's cards are not set yet",
    }

    def holds(self, state: P, condition: str, about: tuple[str, ...]) -> bool:
        return bool(state.dealer_parts) if condition == "dealer_set" else super().holds(state, condition, about)


class SetHands(HousePoker[P], Generic[P]):
    """A poker game against the house in which cards are set into several hands."""

    choices_type = SetHandsChoices
    irregularities_type = SetHandsIrregularities

    # ---- Queries

    @abstractmethod
    def house_way(self, own: Sequence[Card], shared: Sequence[Card]) -> str:
        """How the house sets these cards: one of the settings."""

    @cached_property
    def setting(self) -> Setting:
        """The hands that cards are set into."""
        return next(decision.setting for decision in self.declared_decisions.values() if decision.sets)

    def made_hands(self, parts: Sequence[tuple[Card, ...]], shared: tuple[Card, ...]) -> tuple[Poker, ...]:
        """The hands that some cards were set into."""
        return tuple(self.hand_of(tuple(part), shared) for part in parts)

    def foul_reason(self, made: Sequence[Poker]) -> str:
        """Why the set hands are a foul, or "" if each is at least as high as the next."""
        for at, (one, other) in enumerate(pairwise(made)):
            if one < other:
                first, second = self.setting.names[at : at + 2]
                lower = f"the {first} hand, {one.describe(full=True)}, is lower than the {second} hand"
                return f"{lower}, {other.describe(full=True)}"
        return ""

    # ---- Steps

    def choose(self, state: P, box: int, decision: Decision, chosen: str, section: str) -> Round[P]:
        if not decision.sets:
            return (yield from super().choose(state, box, decision, chosen, section))
        hand = state.hand(box)
        way = self.house_way(hand.all, state.community) if chosen == HOUSE_WAY else chosen
        down = tuple(chain.from_iterable(decision.setting.parts(way, hand.down)))
        state = self.change_hand(state, box, down=down, parts=decision.setting.sizes)
        # The wording is the same for every setting, because only the position may know it.
        yield Said(state, section, f"{hand.name} has set its cards, face down.", hand.position)
        return state

    def reveal_dealer(self, state: P, section: str) -> Round[P]:
        """Turn the dealer's cards and set them by the house way."""
        turned = (*state.dealer, *(held.card for held in state.dealer_down))
        state = replace(state, dealer=turned, dealer_down=())
        yield Said(state, section, f"The dealer has {join_cards(turned)}.")
        return (yield from self.set_dealer(state, self.section("house_way")))

    def set_dealer(self, state: P, section: str) -> Round[P]:
        """Set the dealer's cards by the house way and call them."""
        parts = self.setting.parts(self.house_way(state.dealer, state.community), state.dealer)
        state = replace(state, dealer=tuple(chain.from_iterable(parts)), dealer_parts=self.setting.sizes)
        called = self._call_hands(parts, self.made_hands(parts, state.community))
        yield Said(state, section, f"The dealer sets by the house way: {called}.")
        return state

    def show(self, state: P, box: int, section: str) -> Round[P]:
        """Turn hands over and call them, including a foul."""
        hand = state.hand(box)
        state = self.change_hand(state, box, cards=hand.all, down=())
        parts = self.setting.split(hand.all)
        made = self.made_hands(parts, state.community)
        foul = "; a foul" if self.foul_reason(made) else ""
        yield Said(state, section, f"{hand.name} has {self._call_hands(parts, made)}{foul}.", hand.position)
        return state

    def _call_hands(self, parts: Sequence[Sequence[Card]], made: Sequence[Poker]) -> str:
        each = zip(self.setting.names, parts, made, strict=True)
        return "; ".join(f"{name} {join_cards(part)}, {hand.describe(full=True)}" for name, part, hand in each)

    def handle_irregularity(self, state: P, event: Irregularity) -> Round[P]:
        state = yield from super().handle_irregularity(state, event)
        rule = self.layout.irregularities[event.id]
        if rule.effect == "reset":
            state = yield from self.set_dealer(state, rule.section)
        return state

    # ---- The verdict on a wager

    def verdict(self, state: P, hand: Hand, wager: Wager) -> Verdict:
        if self.terms[wager.kind].settles != "dealer":
            return super().verdict(state, hand, wager)
        mine = self.made_hands(self.setting.split(hand.all), state.community)
        theirs = self.made_hands(self.setting.split(state.dealer), state.community)
        return self.against_hands(wager, mine, theirs)

    def against_hands(self, wager: Wager, mine: Sequence[Poker], theirs: Sequence[Poker]) -> Verdict:
        """Compare each hand with the dealer's of the same name; an equal hand is a copy and not higher."""
        if self.foul_reason(mine):
            return Verdict(wager, "loses", self.section("foul"))
        compared = self.declarations.compared
        assert compared is not None
        higher = sum(own > other for own, other in zip(mine, theirs, strict=True))
        if higher >= compared.wins:
            return self.by_table(wager, None, "", self.section("wins"))
        if higher <= compared.loses:
            copies = any(own == other for own, other in zip(mine, theirs, strict=True))
            return Verdict(wager, "loses", self.section("copy" if copies else "compare"))
        return Verdict(wager, "returned", self.section("compare"))
