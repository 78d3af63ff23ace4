"""The wagers permitted at a pai gow table."""

from __future__ import annotations

from typing import Any, ClassVar, Generic

from pitboss.chapter.odds import dollars
from pitboss.families.pai_gow.round.hands import P, SetHand
from pitboss.families.pai_gow.round.layout import BANK, DEALER_WAGER, DICE_WAGER, OnLayout
from pitboss.table.allowed import no
from pitboss.table.amounts import Amounts
from pitboss.table.bank import bank_of, house_share
from pitboss.table.boxes import adjacent_spots
from pitboss.table.game import YES, Answer
from pitboss.table.hosting import Hosting
from pitboss.table.state import THE_HOUSE, Wager
from pitboss.table.steps import Action, Round
from pitboss.table.vigorish import vigorish_on

HALF = 50
"""The house's percentage of a shared bank."""


class PaiGowHosting(Hosting["Wagers[Any]"]):
    """A round begins once there is a hand to play against the bank."""

    def may_begin(self, state: P) -> bool:
        return self.game.is_played(state)

    def closing_call(self) -> tuple[str, str]:
        return str(self.game.layout.fact("no_more_wagers")), self.game.section("no_more_wagers")

    def is_ready(self, state: P, position: int) -> Answer:
        if self.game.is_played(state):
            return YES
        if position == state.banker:
            return no("there are no wagers against your bank yet", self.game.section("bank_offered"))
        return no(f"there is no hand to play: make {self.game.name(self.game.main)} first", self.game.section("wagers"))


class PaiGowAmounts(Amounts["Wagers[Any]"]):
    """Wager amounts, on one or two positions, and the vigorish (commission) on winnings."""

    def spots(self, state: P, position: int, wager: str) -> tuple[str, ...]:
        """The player's own position and, if two may be used, a free adjacent one."""
        if self.game.areas == 1 or wager in (BANK, DEALER_WAGER, DICE_WAGER):
            return ("",)
        return adjacent_spots(state, position, self.game.seats, self.game.box)

    def most(self, state: P, position: int, wager: str, spot: str) -> int | None:
        if fixed := self.game.fixed(wager):
            return fixed
        room = self.game.room(state) if wager == self.game.main else None
        held = state.find(position, wager, spot)
        return None if room is None else room + (held.amount if held else 0)

    def least(self, state: P, position: int, wager: str, spot: str) -> int:
        return self.game.fixed(wager)

    def vigorish_on_win(self, wager: Wager) -> int:
        """The vigorish on the wager that a hand is played for; the dealer's wager and side wagers pay none."""
        if wager.kind != self.game.main or wager.position == THE_HOUSE:
            return 0
        return self.game.vigorish(self.game.odds[wager.kind][""].pays(wager.amount + wager.coupon))


class Wagers(OnLayout[P], Generic[P]):
    """The wagers of a table."""

    hosting_type: ClassVar[type[Hosting[Any]]] = PaiGowHosting
    amounts_type = PaiGowAmounts

    # ---- Boxes

    def box(self, wager: Wager) -> int:
        """A wager's betting position: its owner's, or the one its spot names."""
        return int(wager.spot) if wager.spot else wager.position

    def on_box(self, state: P, box: int) -> list[Wager]:
        """The wagers on a box, in layout order, without a bank."""
        order = list(self.layout.rules.wagers)
        there = [wager for wager in state.wagers if self.box(wager) == box and wager.kind != BANK]
        return sorted(there, key=lambda wager: order.index(wager.kind))

    def main_on(self, state: P, box: int) -> Wager | None:
        """The wager that a box's hand is played for."""
        return next((one for one in state.wagers if one.kind == self.main and self.box(one) == box), None)

    def players(self, state: P) -> list[SetHand]:
        """The hands played against the bank, counterclockwise from the dealer's right."""
        return [hand for hand in state.hands if hand.box > 0 and hand.box != state.banker]

    # ---- What a bank covers

    def risked(self, state: P, amount: int) -> int:
        """The part of a wager that the bank covers."""
        return amount - (house_share(amount, HALF) if state.co else 0)

    def covered(self, state: P) -> int:
        """The part of a player's bank that covers wagers."""
        against = [one for one in state.wagers if one.kind in (self.main, DEALER_WAGER)]
        return sum(self.risked(state, wager.amount) for wager in against)

    def room(self, state: P) -> int | None:
        """The amount that may still be wagered against the bank; None if the house banks."""
        bank = bank_of(state)
        if bank is None:
            return None
        left = bank.amount - self.covered(state)
        return max(0, 2 * left if state.co else left)

    # ---- Permission

    def may_sit(self, state: P, position: int) -> Answer:
        if any(self.box(wager) == position for wager in state.wagers):
            return self.no(f"another player wagers on position {position}; wait until the round is over")
        return YES

    def may(self, state: P, position: int, action: Action) -> Answer:
        if action.verb in ("leave", "buy_in"):
            return YES
        rule = self.layout.rules.wagers[action.wager]
        if action.verb in ("on", "off"):
            return self.no(f"{rule.name} cannot be turned {action.verb}: it stays until it is decided", rule.section)
        if action.wager == BANK:
            return self.may_put_up(state, position, action)
        if action.wager == DEALER_WAGER:
            return self.may_name_dealer_wager(state, position, action)
        if state.closed:
            words, section = self.hosting.closing_call()
            return self.no(f"{words}: no wager can be made or withdrawn now", section)
        if position == state.banker:
            text = f"position {position} has the bank and makes no other wagers"
            return self.no(text, self.section("bank_offered"))
        if action.verb in ("make", "increase"):
            return self._may_make(state, position, action)
        return YES

    def may_put_up(self, state: P, position: int, action: Action) -> Answer:
        """Whether a position may have the bank; overridden by `banking`."""
        return self.no("the house is the bank here", self.section("bank_offered", "wagers"))

    def may_name_dealer_wager(self, state: P, position: int, action: Action) -> Answer:
        """Whether a position may choose the dealer's wager against it; overridden by `banking`."""
        return self.no("the dealer wagers only against a player's bank", self.section("dealer_wager", "wagers"))

    def _may_make(self, state: P, position: int, action: Action) -> Answer:
        rule = self.layout.rules.wagers[action.wager]
        spots = self.amounts.spots(state, position, action.wager)
        if action.spot not in spots:
            where = " or ".join(spot for spot in spots if spot)
            also = f", or the adjacent position {where}" if where else ""
            return self.no(f"{rule.name} is made on your own position{also}", self.section("two_positions", "wagers"))
        held = state.find(position, action.wager, action.spot)
        after = action.amount + (held.amount if held else 0)
        if (fixed := self.fixed(action.wager)) and after != fixed:
            return self.no(f"{rule.name} must be exactly {dollars(fixed)}", rule.section)
        if action.wager != self.main:
            if not self.supports(state, position, action):
                return self.no(f"{rule.name} needs {self.name(self.main)} first", self.section("wagers"))
            return YES
        room = self.room(state)
        if room is not None and action.coupon:
            return self.no("a match play coupon is not accepted against a player's bank", self.section("bank_chips"))
        if room is not None and action.amount > room:
            text = f"{dollars(action.amount)} exceeds the {dollars(room)} still covered by position {state.banker}"
            return self.no(text, self.section("bank_chips"))
        return YES

    def supports(self, state: P, position: int, action: Action) -> bool:
        """Whether the wager that a side wager requires has been made."""
        return state.find(position, self.main, action.spot) is not None

    def is_played(self, state: P) -> bool:
        """Whether there is a wager against the bank, whoever holds it."""
        return any(wager.kind in (self.main, DEALER_WAGER) for wager in state.wagers)

    def after_reduction(self, state: P, position: int, held: Wager, left: int) -> Round[P]:
        """Return the side wagers of a hand when its main wager is removed."""
        if held.kind == self.main and not left:
            for wager in [one for one in state.wagers_of(position) if one.spot == held.spot and one.kind != BANK]:
                state = yield from self.give_back(state, wager, self.amounts.removal_section(wager.kind))
        return state

    # ---- The vigorish

    def vigorish(self, won: int) -> int:
        """The vigorish (commission) on a win of a hand or of a player's bank, rounded as the licensee chooses."""
        percent, rounding = (self.layout.options.get(name) for name in self.vigorish_options)
        unit: int = self.layout.fact("vigorish_units")[str(rounding)] if rounding is not None else 1
        return vigorish_on(won, percent, unit)


__all__ = ["HALF", "Wagers"]
