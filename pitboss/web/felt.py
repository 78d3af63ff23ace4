"""A felt on a page: Python draws it, and the browser identifies pieces by id and moves them.

A page calls `show` with what its viewer may see, and only the differences are sent. The whole felt is sent once, with
the page. Changes are numbered: a browser that missed one reports it and is sent everything again. Input from the
browser (an area, an arrangement) is only used to select something that exists.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from nicegui import background_tasks
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from pitboss.chapter.odds import dollars
from pitboss.felts.felt import SHARED, Area, Felt, Offered, Order, Piece, area_id

Handler = Callable[[Area], Awaitable[None] | None]
"""Called when the viewer chooses an area."""

UPRIGHT_BELOW = 640
"""Felts narrower than this many pixels are shown upright, if they have such an arrangement."""


@lru_cache(128)
def _printed(felt: Felt) -> str:
    """Return a felt's print, which all its viewers share."""
    return felt.base()


class FeltElement(Element, component="felt.js"):
    """Shows a felt, and reports where the viewer places or takes down a chip.

    An area is chosen by click, tap, Enter or Space; its wager is taken down by right click, Delete or Backspace. A
    long press opens the wager's card, which also has a button for taking it down. Arrow keys move between areas.
    """

    def __init__(
        self,
        felt: Felt,
        me: int = SHARED,
        on_lay: Handler | None = None,
        on_take: Handler | None = None,
        about: Mapping[str, str] | None = None,
    ) -> None:
        """`about` gives additional text for a wager's card, by wager id."""
        super().__init__()
        self._about = dict(about or {})
        self.felt = felt
        self.me = me
        self._upright = False
        self._seen: Mapping[str, Any] = {}
        self._pieces: list[Piece] = []
        self._offers: Sequence[Offered] = ()
        self._lit: frozenset[str] = frozenset()
        self._held: dict[str, str] = {}
        self._prices: Mapping[str, str] = {}
        self._number = 0
        self._ready = False
        self._pace = 1.0
        self._slip = felt.slip()
        self._on = {"lay": on_lay, "take": on_take}
        self._whole()
        self.on("ready", self._mounted)
        self.on("arrange", self._arrange)
        self.on("lay", lambda event: self._chosen("lay", event))
        self.on("take", lambda event: self._chosen("take", event))

    # ---- for the page

    def show(
        self, seen: Mapping[str, Any], me: int | None = None, offers: Sequence[Offered] | None = None
    ) -> frozenset[str]:
        """Show the table as its viewer sees it now, and animate the changes. `offers` highlight areas.

        Returns how new pieces entered (`Piece.enters`), so that the page can wait for them to come to rest. A piece
        that is spun again, such as the ball, counts as new.
        """
        seated = self.me if me is None else me
        self._seen = seen
        self._offers = self._offers if offers is None else offers
        there = {piece.id: piece.turn for piece in self._pieces}
        if seated != self.me:
            self.me = seated
            self._redraw()
        else:
            self._change()
        return frozenset(
            piece.enters
            for piece in self._pieces
            if piece.id not in there or (piece.enters == "spun" and piece.turn != there[piece.id])
        )

    def touch(self, cell: str) -> Order | None:
        """Mark or unmark a cell of the slip; returns the request for the table, if it was handed in."""
        self._slip, order = self.shown.touched(self._slip, cell)
        self._change()
        return order

    @property
    def hand_in(self) -> tuple[str, str] | None:
        """The button that hands in the marked slip, as its label and the cell it touches."""
        return self.shown.hand_in(self._slip) if self._slip is not None and self.me else None

    def pace(self, share: float) -> None:
        """Set the duration of animations as a fraction of the normal one; 0 for no animation."""
        self._pace = share
        with self._props.suspend_updates():
            self._props["pace"] = share
        if self._ready:
            self.run_method("hurry", share)

    async def at_rest(self, timeout: float) -> None:
        """Wait until thrown or spun pieces have come to rest in the browser, at most `timeout` seconds."""
        if self._ready and self._pace:
            with suppress(TimeoutError):
                await self.run_method("rested", timeout=timeout)

    def rest(self) -> None:
        """End all motion immediately."""
        if self._ready:
            self.run_method("rest")

    def price(self, prices: Mapping[str, str]) -> None:
        """Set the prices in the tooltips, by wager id."""
        if prices != self._prices:
            self._prices = dict(prices)
            self._redraw()

    @property
    def shown(self) -> Felt:
        """The felt in its current arrangement."""
        return self.felt.upright if self._upright else self.felt

    # ---- from the browser

    def _mounted(self, event: GenericEventArguments) -> None:
        self._ready = True
        if event.args != self._number:
            self.update()

    def _arrange(self, event: GenericEventArguments) -> None:
        if bool(event.args) != self._upright:
            self._upright = bool(event.args)
            self._redraw()

    def _chosen(self, what: str, event: GenericEventArguments) -> None:
        handler = self._on[what]
        area = next((area for area in self.shown.areas(self.me) if area.id == event.args), None)
        if handler is None or area is None:
            return
        with self:
            awaited = handler(area)
            if awaited is not None:
                background_tasks.create(self._finish(awaited), name=f"{what} {area.id}")

    async def _finish(self, awaited: Awaitable[None]) -> None:
        """Run a click's handler as a task in its page's context."""
        with self:
            await awaited

    # ---- to the browser

    def _change(self) -> None:
        felt = self.shown
        pieces, lit, held = self._lying(), felt.lit(self._offers, self.me), self._held_now()
        change: dict[str, Any] = changes(self._pieces, pieces)
        if lit != self._lit:
            change["lit"] = sorted(lit)
        if held != self._held:
            change["held"] = held
        self._pieces, self._lit, self._held = pieces, lit, held
        if not change:
            return
        self._number += 1
        self._kept()
        if self._ready:
            self.run_method("change", self._number, change)

    def _lying(self) -> list[Piece]:
        """Return the pieces on the felt, and the viewer's marks."""
        marks = self.shown.marks(self._slip) if self._slip is not None and self.me else []
        return [*marks, *self.shown.pieces(self._seen, self.me)]

    def _redraw(self) -> None:
        """Send the whole felt again, after a change of arrangement, position or prices."""
        self._number += 1
        self._whole()
        if self._ready:
            self.update()

    def _whole(self) -> None:
        felt = self.shown
        self._pieces = self._lying() if self._seen else []
        self._lit, self._held = felt.lit(self._offers, self.me), self._held_now()
        # Tuples rather than lists, because NiceGUI observes every item of a list.
        areas = tuple(
            (
                area.id,
                area.shape,
                area.x,
                area.y,
                area.label,
                area.odds,
                self._prices.get(area.wager, ""),
                self._about.get(area.wager, ""),
            )
            for area in felt.areas(self.me)
        )
        with self._props.suspend_updates():
            self._props["wide"] = felt.width
            self._props["high"] = felt.height
            self._props["base"] = _printed(felt)
            self._props["areas"] = areas
            self._props["shoe"] = felt.shoe or (felt.width * 0.92, 0)
            self._props["discards"] = felt.discards or ()
            self._props["pace"] = self._pace
            self._props["below"] = 0 if self.felt.upright is self.felt else UPRIGHT_BELOW
            self._props["upright"] = self._upright
        self._kept()

    def _kept(self) -> None:
        """Store the pieces in the element for clients that mount it later; this sends nothing."""
        with self._props.suspend_updates():
            self._props["pieces"] = tuple(
                {"id": one.id, "svg": one.svg, "x": one.x, "y": one.y, "turn": one.turn, "enters": one.enters}
                for one in self._pieces
            )
            self._props["lit"] = tuple(sorted(self._lit))
            self._props["held"] = tuple(self._held.items())
            self._props["number"] = self._number

    def _held_now(self) -> dict[str, str]:
        """Return the viewer's amount on each area."""
        return {
            area_id(wager["kind"], wager.get("spot", ""), position): dollars(wager["amount"])
            for wager in self._seen.get("wagers", ())
            if self.me and wager["position"] == self.me
            for position in (SHARED, self.me)
        }


def changes(before: Collection[Piece], after: Sequence[Piece]) -> dict[str, Any]:
    """Return the changes from one list of pieces to another: `moved` (old id, new id), `put` and `gone`.

    Empty if they are equal. An existing piece is put with its id and its differences, a new one with everything,
    including the id of the piece it follows.
    """
    old = {piece.id: piece for piece in before}
    new = {piece.id for piece in after}
    removed = [piece for piece in before if piece.id not in new]
    moved: dict[str, str] = {}
    for piece in after:
        kin = next((one for one in removed if piece.kin and one.kin == piece.kin), None)
        if piece.id not in old and kin is not None:
            moved[piece.id] = kin.id
            removed.remove(kin)
    put, last = [], ""
    for piece in after:
        was = old.get(moved.get(piece.id, piece.id))
        names = ("svg", "x", "y", "turn", "enters")
        differs = {name: getattr(piece, name) for name in names if getattr(was, name, None) != getattr(piece, name)}
        if was is None:
            differs["after"] = last
        if differs:
            put.append({"id": piece.id} | differs)
        last = piece.id
    change = {"moved": [[was, now] for now, was in moved.items()], "put": put, "gone": [piece.id for piece in removed]}
    return {name: value for name, value in change.items() if value}
