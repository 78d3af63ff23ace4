"""The starting place: three dice, a generator or a button, counted around the table with the bank as 1.

Every place is counted, with or without a wager. Wagers on the dice themselves are settled right after the roll, before
anything is dealt, and are not affected by later events.
"""

from __future__ import annotations

from typing import Generic

from pitboss.families.pai_gow.round.hands import DEALER, P, SetHand
from pitboss.families.pai_gow.round.layout import DICE_WAGER
from pitboss.families.pai_gow.round.wagers import Wagers
from pitboss.table.state import replace
from pitboss.table.steps import AskDice, AskNumber, Irregularity, Part, Round, Said

DICE, RNG, BUTTON = "dice", "rng", "button"


class Starting(Wagers[P], Generic[P]):
    """A round's starting place."""

    def start_method(self, state: P) -> str:
        """The table's method of finding the place, or the one used after the generator failed."""
        chosen = self.layout.options.get("start_method") or self.layout.options.get("dice_method") or DICE
        return state.by or (DICE if chosen == "shaker" else str(chosen))

    def counted_from_bank(self, state: P, number: int) -> int:
        """The place that a number stands for, counted counterclockwise with the bank as 1."""
        around = self.places
        return around[(around.index(state.banker or DEALER) + number - 1) % len(around)]

    def find_start(self, state: P) -> Round[P]:
        """Find the place that gets the first pile."""
        method = self.start_method(state)
        if method == BUTTON:
            place = self.places[state.button % len(self.places)]
            state = replace(state, starts=place)
            yield Said(state, self.section("start_button"), f"The button is at {self.place_name(place)}.")
            return state
        state, number = yield from (self._roll_dice(state) if method == DICE else self._draw_number(state))
        if self.start_method(state) != method:
            return (yield from self.find_start(state))
        place = self.counted_from_bank(state, number)
        state = replace(state, starts=place)
        whose = f"position {state.banker}, the bank," if state.banker else "the dealer"
        label = "Dice total" if method == DICE else "Number"
        text = f"{label} {number}, counting {whose} as 1: {self.place_name(place)} gets the first {self.portion_name}."
        yield Said(state, self.section("start_dice" if method == DICE else "start_rng", "start"), text)
        return (yield from self.settle_dice_wagers(state, number)) if method == DICE else state

    @property
    def portion_name(self) -> str:
        return "stack" if self.dealing["stacks"] else "card"

    def place_name(self, place: int) -> str:
        named = SetHand(place, 0).name
        return named[0].lower() + named[1:]

    def _roll_dice(self, state: P) -> Part[tuple[P, int]]:
        """Shake and show three dice."""
        while True:
            try:
                dice = yield AskDice(state, self.section("start_dice", "start"), 3, closed=True)
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
                continue
            return state, sum(dice)

    def _draw_number(self, state: P) -> Part[tuple[P, int]]:
        """Draw a number, one for each place, from the generator; if it fails, the state names the replacement."""
        shows = tuple(str(number) for number in range(1, len(self.places) + 1))
        while not state.by:
            ask = AskNumber(state, self.section("start_rng", "start"), len(shows), "generator", shows)
            try:
                number = yield ask
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
                continue
            return state, int(number)
        return state, 0

    def settle_dice_wagers(self, state: P, total: int) -> Round[P]:
        """Settle wagers on the sum of the dice."""
        for wager in [one for one in state.wagers if one.kind == DICE_WAGER]:
            odds = self.odds[DICE_WAGER].get(str(total))
            section = self.section("dice_wager")
            if odds is None:
                state = yield from self.lose(state, wager, section)
            else:
                state = yield from self.win(state, wager, odds.pays(wager.amount), section, odds)
        return state
