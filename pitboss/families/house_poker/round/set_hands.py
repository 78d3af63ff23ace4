"""House poker in which cards are set: each position puts its own into several hands, and each is held to the dealer's.

What a game declares:
1. A decision with `sets`, the hands and how many cards each has, and the choice `house_way` beside the settings.
2. The fact `compare`, how many hands must be higher to win and how many at most to lose; `foul`, `house_way`, `set`.
3. In its folder a function `house_way`, which gives one setting for any cards. The table calls it for the dealer and
   for whoever asks for it; price, kernel and bots call the same.

The cards of a hand that is set lie in the order of its hands, still face down and known to their position alone; that
they are set everybody sees, and how nobody. Who sets a foul is told before it is final (`caution`); a foul that is set
all the same loses.
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
from pitboss.families.house_poker.round.questions import HousePokerChoices
from pitboss.families.house_poker.round.settlement import Verdict
from pitboss.families.house_poker.terms import Decision
from pitboss.hands import Hand as Poker
from pitboss.table.allowed import YES, Answer, no
from pitboss.table.cards import laid_out
from pitboss.table.setting import HOUSE_WAY, Setting
from pitboss.table.state import Wager, replace
from pitboss.table.steps import AskDecision, Irregularity, Round, Said


class SetHandsChoices(HousePokerChoices):
    """Hands that are set are named, and a foul one is warned of."""

    game: SetHands[Any]

    def _made_by(self, ask: AskDecision, choice: str) -> tuple[Poker, ...]:
        """The hands that a setting would make."""
        state = self.game.cast_state(ask.state)
        own, _ = self.known_cards(state, ask)
        return self.game.made_hands(self.game.setting.parts(choice, own), state.community)

    def hand_names(self, ask: AskDecision, choice: str) -> tuple[str, ...]:
        return tuple(str(hand) for hand in self._made_by(ask, choice)) if ask.sets and choice != HOUSE_WAY else ()

    def warning(self, ask: AskDecision, choice: str) -> Answer:
        """A foul is told before it is final."""
        if not ask.sets or choice == HOUSE_WAY:
            return YES
        reason = self.game.foul(self._made_by(ask, choice))
        return no(f"a foul, which loses: {reason}", self.game.section("foul")) if reason else YES


class SetHandsIrregularities(HousePokerIrregularities):
    """House poker's irregularities, and those of setting a hand."""

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

    # ---- What is so

    @abstractmethod
    def house_way(self, own: Sequence[Card], shared: Sequence[Card]) -> str:
        """How the house sets these cards: one of the settings."""

    @cached_property
    def setting(self) -> Setting:
        """The hands into which cards are set."""
        return next(decision.setting for decision in self.asked.values() if decision.sets)

    def made_hands(self, parts: Sequence[tuple[Card, ...]], shared: tuple[Card, ...]) -> tuple[Poker, ...]:
        """What each of the hands is that cards were set into."""
        return tuple(self.made_of(tuple(part), shared) for part in parts)

    def foul(self, made: Sequence[Poker]) -> str:
        """Why hands as they were set are a foul; nothing if they are none: each is at least as high as the next."""
        for at, (one, other) in enumerate(pairwise(made)):
            if one < other:
                first, second = self.setting.names[at : at + 2]
                lower = f"the {first} hand, {one.describe(full=True)}, is lower than the {second} hand"
                return f"{lower}, {other.describe(full=True)}"
        return ""

    # ---- What is done

    def choose(self, state: P, box: int, decision: Decision, chosen: str, section: str) -> Round[P]:
        if not decision.sets:
            return (yield from super().choose(state, box, decision, chosen, section))
        hand = state.hand(box)
        way = self.house_way(hand.all, state.community) if chosen == HOUSE_WAY else chosen
        down = tuple(chain.from_iterable(decision.setting.parts(way, hand.down)))
        state = self.hand_changed(state, box, down=down, parts=decision.setting.sizes)
        # The same words for every setting: how it was done is nobody else's to know.
        yield Said(state, section, f"{hand.name} has set its cards, face down.", hand.position)
        return state

    def reveal_dealer(self, state: P, section: str) -> Round[P]:
        """The dealer turns his cards, and sets them by the house way."""
        turned = (*state.dealer, *(held.card for held in state.dealer_down))
        state = replace(state, dealer=turned, dealer_down=())
        yield Said(state, section, f"The dealer has {laid_out(turned)}.")
        return (yield from self.set_dealer(state, self.section("house_way")))

    def set_dealer(self, state: P, section: str) -> Round[P]:
        """The dealer's cards as the house way sets them, and called."""
        parts = self.setting.parts(self.house_way(state.dealer, state.community), state.dealer)
        state = replace(state, dealer=tuple(chain.from_iterable(parts)), dealer_parts=self.setting.sizes)
        called = self._called(parts, self.made_hands(parts, state.community))
        yield Said(state, section, f"The dealer sets by the house way: {called}.")
        return state

    def show(self, state: P, box: int, section: str) -> Round[P]:
        """Hands are turned over and called; a foul too."""
        hand = state.hand(box)
        state = self.hand_changed(state, box, cards=hand.all, down=())
        parts = self.setting.cut(hand.all)
        made = self.made_hands(parts, state.community)
        foul = "; a foul" if self.foul(made) else ""
        yield Said(state, section, f"{hand.name} has {self._called(parts, made)}{foul}.", hand.position)
        return state

    def _called(self, parts: Sequence[Sequence[Card]], made: Sequence[Poker]) -> str:
        each = zip(self.setting.names, parts, made, strict=True)
        return "; ".join(f"{name} {laid_out(part)}, {hand.describe(full=True)}" for name, part, hand in each)

    def irregular(self, state: P, event: Irregularity) -> Round[P]:
        state = yield from super().irregular(state, event)
        rule = self.layout.irregularities[event.id]
        if rule.effect == "reset":
            state = yield from self.set_dealer(state, rule.section)
        return state

    # ---- What becomes of a wager

    def verdict(self, state: P, hand: Hand, wager: Wager) -> Verdict:
        if self.terms[wager.kind].settles != "dealer":
            return super().verdict(state, hand, wager)
        mine = self.made_hands(self.setting.cut(hand.all), state.community)
        theirs = self.made_hands(self.setting.cut(state.dealer), state.community)
        return self.against_hands(wager, mine, theirs)

    def against_hands(self, wager: Wager, mine: Sequence[Poker], theirs: Sequence[Poker]) -> Verdict:
        """Each hand against the dealer's of the same name; one that is equal is a copy, and is not higher."""
        if self.foul(mine):
            return Verdict(wager, "loses", self.section("foul"))
        compared = self.declared.compared
        assert compared is not None
        higher = sum(own > other for own, other in zip(mine, theirs, strict=True))
        if higher >= compared.wins:
            return self.by_table(wager, None, "", self.section("wins"))
        if higher <= compared.loses:
            copies = any(own == other for own, other in zip(mine, theirs, strict=True))
            return Verdict(wager, "loses", self.section("copy" if copies else "compare"))
        return Verdict(wager, "returned", self.section("compare"))
