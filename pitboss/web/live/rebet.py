"""Wagers to be laid again: what one had on the layout when the last round went on, or one to begin with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.floor.sight import PACE, MomentSeen, OfferSeen, Seen

CHANCE = ("AskDice", "AskCard", "AskDraw", "AskNumber", "AskShuffle")
"""Steps that wait for chance: when one comes, no more wagers are taken."""
SUGGESTED = 10_00
"""What is proposed to somebody who has not wagered here yet, where the rules let it be that much."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A wager as it lies, or lay; a coupon is told of one that is being laid, and is not laid again."""

    wager: str
    spot: str
    amount: int
    coupon: int = 0

    @property
    def place(self) -> tuple[str, str]:
        return self.wager, self.spot


def laid_by(position: int, state: Mapping[str, Any]) -> tuple[Laid, ...]:
    """What a position has on the layout, in the order in which it was laid."""
    return tuple(
        Laid(wager["kind"], wager.get("spot", ""), wager["amount"])
        for wager in state.get("wagers", ())
        if wager["position"] == position
    )


def coupon_of(position: int, state: Mapping[str, Any]) -> int:
    """The match play coupon that a position has on the layout: there is one at most."""
    return sum(wager.get("coupon", 0) for wager in state.get("wagers", ()) if wager["position"] == position)


class Laying:
    """Remembers what one person has wagered at a table; what `runs_on` from a game before is not laid again."""

    def __init__(self, layout: Layout, runs_on: Callable[[str], bool] = lambda spot: False) -> None:
        self.layout = layout
        self._runs_on = runs_on
        self.last: tuple[Laid, ...] = ()
        self._now: tuple[Laid, ...] = ()
        self._went_on = -1
        "The last round that went on: what is wagered later in it, such as a double, is not laid again."

    def remember(self, moment: MomentSeen, you: int) -> None:
        """Take note of a moment: what lay there when the round went on is what is laid again."""
        step, round_ = moment.step, moment.seq // PACE
        if round_ == self._went_on:
            return
        if step["step"] in ("AskWagers", "Acted"):
            lying = laid_by(you, moment.state or {})
            self._now = tuple(laid for laid in lying if not self._runs_on(laid.spot))
        elif step["step"] in CHANCE and not self._now:
            return  # a new shoe is shuffled, and a card burned, before there are wagers
        elif step["step"] in CHANCE or (step["step"] == "AskDecision" and not step.get("formality")):
            self.last = self._now or self.last
            self._now, self._went_on = (), round_

    def missing(self, seen: Seen) -> tuple[Laid, ...]:
        """What is to be laid, as far as nothing lies in its place: the last wagers, or one to begin with."""
        lying = {laid.place for laid in laid_by(seen.you, seen.state)}
        if not self.last and lying:
            return ()
        return tuple(laid for laid in self.last or self._first(seen) if laid.place not in lying)

    def by_hand(self, wagers: Iterable[Laid]) -> tuple[Laid, ...]:
        """Those that somebody lays: what goes with another wager comes with it, and is refused by itself."""
        known = self.layout.rules.wagers
        return tuple(laid for laid in wagers if not known[laid.wager].terms.get("beside"))

    def named(self, seen: Seen) -> str:
        """What the button says that lays them; nothing if there is nothing to lay."""
        wanted = self.missing(seen)
        if not wanted:
            return ""
        total = dollars(sum(laid.amount for laid in wanted))
        names = " and ".join(self.layout.rules.wagers[laid.wager].name for laid in wanted)
        return f"Same again, {total}" if self.last else f"{total} on {names}"

    def _first(self, seen: Seen) -> tuple[Laid, ...]:
        """A wager that anybody understands: of those with one place the first that pays even money, else the first.

        Where places are too many to list, as the numbers of a ticket, it is the one that is offered as an example.
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
        """The wagers that must be laid with one, for the same amount."""
        wagers = self.layout.rules.wagers
        equal = (one for one in self.layout.wagers if wagers[one].terms.get("equals") == first)
        return tuple(one for one in equal if wagers[one].terms.get("required"))

    def _even(self, offer: OfferSeen) -> bool:
        return {str(odds) for odds in self.layout.odds_table(offer.wager).values()} == {"1 to 1"}
