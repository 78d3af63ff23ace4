"""Setting hands: all players do it at once and in private; the dealer and a shared bank follow the house way.

1. Every setting is announced in the same words, and only when every player has set, so there is nothing to learn by
   waiting.
2. A choice other than a setting (`other_choices`), such as a surrender, takes effect at once, while the others are
   still deciding.
3. A player who sets a foul hand is warned first (`warning`); the hand is then accepted, and loses.
"""

from __future__ import annotations

from itertools import chain
from typing import Any, Generic

from pitboss.equipment import Card, Hidden
from pitboss.families.pai_gow.round.dealing import PileDealing
from pitboss.families.pai_gow.round.hands import DEALER, P, SetHand
from pitboss.families.pai_gow.round.layout import BANK
from pitboss.table.allowed import no
from pitboss.table.choices import Choices
from pitboss.table.decisions import match_reply, merge_asks
from pitboss.table.game import YES, Answer
from pitboss.table.setting import HOUSE_WAY
from pitboss.table.state import replace
from pitboss.table.steps import AskDecision, Irregularity, Part, Round, Said

SETTING = "set"
"""The decision on setting a hand."""


class HandSettingChoices(Choices["HandSetting[Any]"]):
    """Names the set hands, and warns of a foul one."""

    def known_cards(self, state: Any, ask: AskDecision) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        return (state.hand(state.turn).all, ()) if state.asking == SETTING else ((), ())

    def earlier_choices(self, state: P, ask: AskDecision) -> tuple[str, ...]:
        """Whether the hand is the bank's, which changes the value of a setting."""
        return (BANK,) if state.asking == SETTING and state.turn == state.banker else ()

    def hand_names(self, ask: AskDecision, choice: str) -> tuple[str, ...]:
        return self.game.hand_names(self._parts(ask, choice)) if self.game.sets(ask, choice) else ()

    def warning(self, ask: AskDecision, choice: str) -> Answer:
        """Warn of a foul before it becomes final."""
        if not self.game.sets(ask, choice) or not (reason := self.game.foul(self._parts(ask, choice))):
            return YES
        state = self.game.cast_state(ask.state)
        what = "is set again by the house way" if state.turn == state.banker else "loses"
        return no(f"a foul, which {what}: {reason}", self.game.section("foul"))

    def _parts(self, ask: AskDecision, choice: str) -> tuple[tuple[Card, ...], ...]:
        return self.game.setting.parts(
            choice, self.game.cast_state(ask.state).hand(self.game.cast_state(ask.state).turn).all
        )


class HandSetting(PileDealing[P], Generic[P]):
    """Setting and showing hands."""

    choices_type = HandSettingChoices

    other_choices: tuple[str, ...] = ()
    """Choices other than a setting, such as a surrender. They take effect at once."""

    # ---- Questions

    def setting_order(self, state: P) -> list[int]:
        """The places in the order in which settings become final."""
        return [hand.box for hand in self.players(state) if hand.position and not hand.fate]

    def sets(self, ask: AskDecision, choice: str) -> bool:
        return bool(ask.sets) and choice in self.setting.choices

    # ---- The players' settings

    def set_hands(self, state: P) -> Round[P]:
        """Ask all players at once. Settings take effect when everyone has answered, a surrender when it is made."""
        order, chosen = self.setting_order(state), dict[int, str]()
        while waiting := [box for box in order if box not in chosen and not state.hand(box).fate]:
            asked = merge_asks([self._to_set(state, box) for box in waiting])
            try:
                one, choice = match_reply(asked, (yield asked))
            except Irregularity as event:
                state = replace(
                    (yield from self.handle_irregularity(self.cast_state(asked.state), event)), turn=0, asking=""
                )
                continue
            box = self.cast_state(one.state).turn
            if choice in self.other_choices:
                state = yield from self.apply_choice(state, box, choice)
            else:
                chosen[box] = choice
        for box in [box for box in order if box in chosen and not state.hand(box).fate]:
            state = yield from self.apply_choice(state, box, chosen[box])
        return state

    def ask_to_set(self, state: P, box: int) -> Part[tuple[P, str]]:
        """Ask a single place for its setting; "" if it drops out of the round in the meantime."""
        while not state.hand(box).fate:
            asked = self._to_set(state, box)
            try:
                return state, (yield asked)
            except Irregularity as event:
                state = replace(
                    (yield from self.handle_irregularity(self.cast_state(asked.state), event)), turn=0, asking=""
                )
        return state, ""

    def _to_set(self, state: P, box: int) -> AskDecision:
        position, asked = state.hand(box).position, replace(state, turn=box, asking=SETTING)
        choices, hands = (HOUSE_WAY, *self.other_choices, *self.setting.choices), self.setting.hands
        question = self._question(box, position)
        return AskDecision(asked, self.section("set"), position, question, choices, HOUSE_WAY, sets=hands)

    def _question(self, box: int, position: int) -> str:
        hands = " and ".join(f"{size} for the {name} hand" for name, size in self.setting.hands[:-1])
        which = f"position {box}: " if box != position else ""
        instead = " or ".join(["the house way", *self.other_choices])
        return f"{which}choose {hands} (the rest is the {self.setting.names[-1]} hand), or {instead}"

    def apply_choice(self, state: P, box: int, choice: str) -> Round[P]:
        """Set a hand face down. A game handles its other choices here."""
        hand = state.hand(box)
        state = self.arrange_hands(state, box, choice)
        yield Said(state, self.section("set"), f"{hand.name} has set its {self.pieces}, face down.", hand.position)
        return state

    def arrange_hands(self, state: P, box: int, choice: str) -> P:
        """Arrange a place's pieces by hand: face up if all of them are, otherwise face down."""
        hand = state.hand(box)
        way = self.house_way(hand.all) if choice == HOUSE_WAY else choice
        if not hand.down:
            cards = tuple(chain.from_iterable(self.setting.parts(way, hand.cards)))
            return self.change_hand(state, box, cards=cards, parts=self.setting.sizes)
        held = (*(Hidden(card, (hand.position,)) for card in hand.cards), *hand.down)
        down = tuple(chain.from_iterable(self.setting.parts(way, held)))
        return self.change_hand(state, box, cards=(), down=down, parts=self.setting.sizes)

    # ---- The dealer's and the bank's settings

    def turn_up(self, state: P, box: int) -> P:
        """Turn a place's pieces face up."""
        return self.change_hand(state, box, cards=state.hand(box).all, down=())

    def set_dealer(self, state: P, section: str) -> Round[P]:
        """Turn over the dealer's pieces and set them by the house way."""
        turned = self.turn_up(state, DEALER)
        yield Said(turned, self.section("dealer_shows", "house_way"), self.shows(turned.hand(DEALER)))
        return (yield from self.by_house_way(turned, DEALER, section))

    def by_house_way(self, state: P, box: int, section: str) -> Round[P]:
        """Set face-up pieces by the house way and announce them."""
        state = self.arrange_hands(state, box, HOUSE_WAY)
        hand = state.hand(box)
        text = f"{hand.name} {'sets' if box == DEALER else 'is set'} by the house way: {self.hands_text(hand)}."
        yield Said(state, section, text, hand.position)
        return state

    def show_bank(self, state: P) -> Round[P]:
        """Show and set the hand the others play against; `banking` overrides it for a player's bank."""
        return (yield from self.set_dealer(state, self.section("house_way")))

    def shows(self, hand: SetHand) -> str:
        return f"{hand.name} has {self.pieces_text(hand.all)}."

    def hands_text(self, hand: SetHand) -> str:
        """A set hand as text: the pieces and name of each of its hands."""
        parts = self.setting.split(hand.all)
        each = zip(self.setting.names, parts, self.hand_names(parts), strict=True)
        return "; ".join(f"{name} {self.pieces_text(part)}, {called}" for name, part, called in each)

    def show(self, state: P, box: int, section: str) -> Round[P]:
        """Turn over and announce a player's hands, including a foul."""
        state = self.turn_up(state, box)
        hand = state.hand(box)
        foul = "; a foul" if self.foul(self.setting.split(hand.all)) else ""
        yield Said(state, section, f"{hand.name} has {self.hands_text(hand)}{foul}.", hand.position)
        return state
