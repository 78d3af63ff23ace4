"""A felt in a page: Python draws, the browser keeps the pieces apart by their ids and moves what has moved.

A page calls `show` with what its viewer may see; only what differs from what was shown before is sent. The whole felt
goes once, with the page itself. Changes are numbered: a browser that has missed one says so and is sent the whole
again. What a browser says (an area, an arrangement) is never trusted further than to name something that is there.
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
"""What a page does when an area is chosen."""

UPRIGHT_BELOW = 640
"""A felt narrower than so many pixels is shown upright, where it can be."""


@lru_cache(128)
def _printed(felt: Felt) -> str:
    """What is printed on a felt: one text for all who look at it."""
    return felt.base()


class FeltElement(Element, component="felt.js"):
    """Shows a felt, and tells the page on which area the viewer lays a chip or takes one down.

    An area is chosen by click, tap, Enter or Space; taken down by right click, Delete or Backspace. A long press opens
    the wager's card, from which it is taken down too. The arrow keys go from area to area.
    """

    def __init__(
        self,
        felt: Felt,
        me: int = SHARED,
        on_lay: Handler | None = None,
        on_take: Handler | None = None,
        about: Mapping[str, str] | None = None,
    ) -> None:
        """`about` is what is said of a wager beside its name, odds and price, by its id: its section."""
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

    # ---- what a page does

    def show(
        self, seen: Mapping[str, Any], me: int | None = None, offers: Sequence[Offered] | None = None
    ) -> frozenset[str]:
        """The table as its viewer sees it now: what has changed moves. `offers` light the areas to wager on.

        Returns the ways in which pieces came in (`Piece.enters`), so that a page can wait until they lie still. What is
        spun once more, such as a ball, has come in again.
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
        """What is marked changes by a touch of an area without a wager; what it asks of the table, if anything."""
        self._slip, order = self.shown.touched(self._slip, cell)
        self._change()
        return order

    @property
    def hand_in(self) -> tuple[str, str] | None:
        """The button that hands in what is marked, as its label and the cell that it touches."""
        return self.shown.hand_in(self._slip) if self._slip is not None and self.me else None

    def pace(self, share: float) -> None:
        """The share of its usual time that each motion takes; 0 for none at all."""
        self._pace = share
        with self._props.suspend_updates():
            self._props["pace"] = share
        if self._ready:
            self.run_method("hurry", share)

    async def at_rest(self, timeout: float) -> None:
        """Wait until what is thrown or spun has come to rest in the browser, for so many seconds at most."""
        if self._ready and self._pace:
            with suppress(TimeoutError):
                await self.run_method("rested", timeout=timeout)

    def rest(self) -> None:
        """Whatever moves is where it goes to at once: the person has seen enough."""
        if self._ready:
            self.run_method("rest")

    def price(self, prices: Mapping[str, str]) -> None:
        """What each wager is worth, in a few words by its id, for the tooltips."""
        if prices != self._prices:
            self._prices = dict(prices)
            self._redraw()

    @property
    def shown(self) -> Felt:
        """The felt in the arrangement that is shown."""
        return self.felt.upright if self._upright else self.felt

    # ---- what the browser says

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
        """What was begun by a click goes on in a task of its own, and still knows whose page it is on."""
        with self:
            await awaited

    # ---- what the browser is told

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
        """What lies on the felt, and what its viewer has marked there."""
        marks = self.shown.marks(self._slip) if self._slip is not None and self.me else []
        return [*marks, *self.shown.pieces(self._seen, self.me)]

    def _redraw(self) -> None:
        """Another arrangement, another position's areas, other prices: the whole felt goes once more."""
        self._number += 1
        self._whole()
        if self._ready:
            self.update()

    def _whole(self) -> None:
        felt = self.shown
        self._pieces = self._lying() if self._seen else []
        self._lit, self._held = felt.lit(self._offers, self.me), self._held_now()
        # Tuples and not lists: NiceGUI watches lists for changes, item by item.
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
        """What lies on the felt goes into the element too, for whoever mounts it next; this alone sends nothing."""
        with self._props.suspend_updates():
            self._props["pieces"] = tuple(
                {"id": one.id, "svg": one.svg, "x": one.x, "y": one.y, "turn": one.turn, "enters": one.enters}
                for one in self._pieces
            )
            self._props["lit"] = tuple(sorted(self._lit))
            self._props["held"] = tuple(self._held.items())
            self._props["number"] = self._number

    def _held_now(self) -> dict[str, str]:
        """What the viewer has on each area."""
        return {
            area_id(wager["kind"], wager.get("spot", ""), position): dollars(wager["amount"])
            for wager in self._seen.get("wagers", ())
            if self.me and wager["position"] == self.me
            for position in (SHARED, self.me)
        }


def changes(before: Collection[Piece], after: Sequence[Piece]) -> dict[str, Any]:
    """What turns one set of pieces into another: `moved` (old id, new id), `put`, `gone`; nothing if they are the same.

    A piece that is there already is put with its id and what differs; a new one whole, and after which it lies.
    """
    old = {piece.id: piece for piece in before}
    new = {piece.id for piece in after}
    gone = [piece for piece in before if piece.id not in new]
    moved: dict[str, str] = {}
    for piece in after:
        kin = next((one for one in gone if piece.kin and one.kin == piece.kin), None)
        if piece.id not in old and kin is not None:
            moved[piece.id] = kin.id
            gone.remove(kin)
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
    change = {"moved": [[was, now] for now, was in moved.items()], "put": put, "gone": [piece.id for piece in gone]}
    return {name: value for name, value in change.items() if value}
