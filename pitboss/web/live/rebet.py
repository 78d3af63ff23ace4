"""Repeating wagers: those of the last round, or a first suggestion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.floor.sight import STEPS_PER_ROUND, MomentView, OfferView, VisibleTable

CHANCE = ("AskDice", "AskCard", "AskDraw", "AskNumber", "AskShuffle")
"""Steps that wait for a random event. Betting is closed once the event occurs."""
SUGGESTED = 10_00
"""The amount suggested to new players, if the rules allow it."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A wager on the layout, now or in the last round. Coupons count only when placed, and are not repeated."""

    wager: str
    spot: str
    amount: int
    coupon: int = 0

    @property
    def place(self) -> tuple[str, str]:
        return self.wager, self.spot


def wagers_of(position: int, state: Mapping[str, Any]) -> tuple[Laid, ...]:
    """Return a position's wagers, in the order in which they were placed."""
    return tuple(
        Laid(wager["kind"], wager.get("spot", ""), wager["amount"])
        for wager in state.get("wagers", ())
        if wager["position"] == position
    )


def coupon_of(position: int, state: Mapping[str, Any]) -> int:
    """Return the match play coupon of a position on the layout; there is at most one."""
    return sum(wager.get("coupon", 0) for wager in state.get("wagers", ()) if wager["position"] == position)


class Laying:
    """Remembers one person's wagers at a table; wagers carried over (`runs_on`) are not repeated."""

    def __init__(self, layout: Layout, runs_on: Callable[[str], bool] = lambda spot: False) -> None:
        self.layout = layout
        self._runs_on = runs_on
        self.last: tuple[Laid, ...] = ()
        self._now: tuple[Laid, ...] = ()
        self._went_on = -1
        """The last round that was dealt; wagers made after the deal, such as a double, are not repeated."""

    def remember(self, moment: MomentView, you: int) -> None:
        """Record a moment. The wagers on the layout when the round is dealt are the ones to repeat."""
        step, round_ = moment.step, moment.seq // STEPS_PER_ROUND
        if round_ == self._went_on:
            return
        if step["step"] in ("AskWagers", "Acted"):
            lying = wagers_of(you, moment.state or {})
            self._now = tuple(laid for laid in lying if not self._runs_on(laid.spot))
        elif step["step"] in CHANCE and not self._now:
            return  # a new shoe is shuffled and a card burned before wagers are placed
        elif step["step"] in CHANCE or (step["step"] == "AskDecision" and not step.get("formality")):
            self.last = self._now or self.last
            self._now, self._went_on = (), round_

    def missing(self, seen: VisibleTable) -> tuple[Laid, ...]:
        """Return the wagers to place that are not placed yet: the last ones, or a first suggestion."""
        lying = {laid.place for laid in wagers_of(seen.you, seen.state)}
        if not self.last and lying:
            return ()
        return tuple(laid for laid in self.last or self._first(seen) if laid.place not in lying)

    def by_hand(self, wagers: Iterable[Laid]) -> tuple[Laid, ...]:
        """Filter out wagers that accompany another one automatically, since they would be refused."""
        known = self.layout.rules.wagers
        return tuple(laid for laid in wagers if not known[laid.wager].terms.get("beside"))

    def named(self, seen: VisibleTable) -> str:
        """Return the label for the button that places them, or ""."""
        wanted = self.missing(seen)
        if not wanted:
            return ""
        total = dollars(sum(laid.amount for laid in wanted))
        names = " and ".join(self.layout.rules.wagers[laid.wager].name for laid in wanted)
        return f"Same again, {total}" if self.last else f"{total} on {names}"

    def _first(self, seen: VisibleTable) -> tuple[Laid, ...]:
        """Suggest a simple first wager: one without spots that pays even money if possible, otherwise the first.

        If there are too many spots to list, as on a keno ticket, the one offered as an example is used.
        """
        offers = seen.offers or []
        alone = [offer for offer in offers if not offer.spot]
        mine = [offer for offer in offers if offer.spot == str(seen.you)]
        even = [offer for offer in alone if self._even(offer)]
        example = [offer for offer in offers if offer.written]
        for offer in (*even, *alone, *mine, *example):
            amount = max(offer.least, SUGGESTED // offer.least * offer.least)
            amount = min(amount, offer.most) if offer.most else amount
            return tuple(Laid(wager, offer.spot, amount) for wager in (offer.wager, *self._with(offer.wager)))
        return ()

    def _with(self, first: str) -> tuple[str, ...]:
        """Return the wagers that must accompany another for the same amount."""
        wagers = self.layout.rules.wagers
        equal = (one for one in self.layout.wagers if wagers[one].terms.get("equals") == first)
        return tuple(one for one in equal if wagers[one].terms.get("required"))

    def _even(self, offer: OfferView) -> bool:
        return {str(odds) for odds in self.layout.odds_table(offer.wager).values()} == {"1 to 1"}
