"""The shuffles of a table: what was promised before the first card, and, when a shoe is finished, that it was kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nicegui import run, ui

from pitboss.equipment import Opening, verify_opening
from pitboss.equipment.cards import cards as read_cards
from pitboss.web import theme
from pitboss.web.addresses import Query
from pitboss.web.markup import Markup, el
from pitboss.web.table_page import price_query
from pitboss.web.visitor import visitor

HOW = (
    "Before the first card of a shoe is dealt, the SHA-256 of a random number and the order of its cards is published. "
    "When the shoe is finished both are, and anybody can see that the order was not changed on the way; this page does "
    "so in your browser, and so can you:"
)
AT_ONCE = 50


async def shuffles_page(query: Query, table: str) -> None:
    """The commitments of a table's shuffles, and the openings of the shoes that are finished."""
    who = await visitor()
    info = (await price_query(who.floor, table)).info
    before = query.get("before", "")
    entry = int(before) if before.isdecimal() and len(before) < 10 else None
    found = await who.floor.shuffles(info.id, entry, AT_ONCE + 1)
    listed = await run.io_bound(shuffles_markup, found[:AT_ONCE])
    with theme.frame(f"Shuffles of {info.name}"):
        theme.linked("live.css", "live.js")
        theme.heading(f"The shuffles of {info.name}")
        ui.label(HOW).classes("lead")
        theme.written(el("p", el("code", "printf '%s' \"NONCE ORDER\" | sha256sum")))
        theme.written(listed or Markup())
        ui.run_javascript("pitbossLive.verify()")
        if len(found) > AT_ONCE:
            ui.link("Earlier shuffles", f"/table/{info.id}/shuffles?before={found[AT_ONCE - 1]['entry']}")
        ui.link("Back to the table", f"/table/{info.id}")


def shuffles_markup(found: list[dict[str, Any]]) -> Markup:
    """The shuffles, the newest first."""
    if not found:
        return el("p", "Nothing has been shuffled at this table.", class_="quiet")
    return el("ol", [_shuffle(one) for one in found], class_="shuffles")


def _shuffle(one: Mapping[str, Any]) -> Markup:
    opening = one["opening"]
    told = [el("dt", "Commitment"), el("dd", one["commitment"])]
    if opening is None:
        state = el("span", "in play: its order is known to nobody", class_="quiet")
    else:
        kept = verify_opening(one["commitment"], Opening(opening["nonce"], read_cards(opening["order"])))
        state = el(
            "b",
            "verified by the server" if kept else "NOT what was committed to",
            class_=f"verdict {'good' if kept else 'dear'}",
            data_commitment=one["commitment"],
            data_opened=f"{opening['nonce']} {opening['order']}",
        )
        told += [el("dt", "Nonce"), el("dd", opening["nonce"]), el("dt", "Order"), el("dd", opening["order"])]
    head = el("p", el("b", f"Entry {one['entry']} of the tape"), " ", one["shoe"], " ", state)
    return el("li", head, el("dl", told))
