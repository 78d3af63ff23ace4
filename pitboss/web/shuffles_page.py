"""The chance of a table: what was promised before the first wager of a round, and that it was kept when it is over.

The browser works it out again by itself (`pitbossLive.verify`): it is given seeds, the hash of the tape before each
draw, and what came.
"""

from __future__ import annotations

import json
from typing import Any

from nicegui import run, ui

from pitboss.equipment import Opening
from pitboss.equipment.cards import Card
from pitboss.equipment.cards import cards as read_cards
from pitboss.floor.card_proofs import commitment_of, is_opening
from pitboss.floor.commitments import SHUFFLES, commitment_to
from pitboss.floor.draws import CommitmentSeen, DrawSeen, RoundDrawn, drawn_rounds
from pitboss.floor.people import SEES_ALL
from pitboss.floor.shuffles import ShuffleSeen
from pitboss.web import theme
from pitboss.web.addresses import Query
from pitboss.web.markup import Markup, el
from pitboss.web.table_page import price_query
from pitboss.web.visitor import visitor

HOW = (
    "Before the first wager of a round the table commits to a seed, 32 random bytes: it publishes their SHA-256. Every "
    "roll, spin, draw and shuffle of the round follows from its seed and from the tape as it stands then, with all "
    "wagers on it; when the round is over, the seed is opened. So no seed could be chosen when the wagers were known, "
    "and nobody who knew it knew the roll before the last of them. This page works out every roll again, in your "
    "browser; and so can you:"
)
ORDERS = (
    "A seed of shuffles would show every card, also those that were given up unseen: only surveillance and the "
    "regulator see it. For everybody else the order of a shoe is committed to card by card, before the first card is "
    "dealt. When the shoe is finished, the cards that were shown are opened, and your own to you alone: this page "
    "proves that none of them was exchanged. Each is a leaf of a tree of hashes whose top is the commitment:"
)


async def shuffles_page(query: Query, table: str) -> None:
    """What chance answered at a table round by round, and the commitments of its shuffles with their openings."""
    who = await visitor()
    info = (await price_query(who.floor, table)).info
    entry, round = _number(query.get("before", "")), _number(query.get("round", ""))
    person = who.staff if who.staff is not None and who.staff.role in SEES_ALL else who.player
    whole = person is not None and person.role in SEES_ALL
    rounds = await drawn_rounds(who.floor, info.id, round, whole=whole)
    found = await who.floor.shuffles(info.id, person, entry)
    earlier = bool(found) and await who.floor.has_shuffles(info.id, found[-1].entry)
    drawn = await run.io_bound(rounds_markup, rounds)
    listed = await run.io_bound(shuffles_markup, found)
    with theme.frame(f"Chance at {info.name}"):
        theme.linked("live.css", "live.js")
        theme.heading(f"Chance at {info.name}")
        ui.label(HOW).classes("lead")
        theme.written(el("p", el("code", "printf '%s' \"SEED\" | sha256sum")))
        theme.written(drawn or Markup())
        if rounds and rounds[-1].round > 0:
            ui.link("Earlier rounds", f"/table/{info.id}/shuffles?round={rounds[-1].round}")
        if found:
            theme.written(el("h2", "Shuffles"))
            ui.label(ORDERS).classes("lead")
            theme.written(el("p", el("code", "printf '%s' \"card PLACE CARD SALT\" | sha256sum")))
            theme.written(listed or Markup())
        ui.run_javascript("pitbossLive.verify()")
        if earlier:
            ui.link("Earlier shuffles", f"/table/{info.id}/shuffles?before={found[-1].entry}")
        ui.link("Back to the table", f"/table/{info.id}")


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 10 else None


def rounds_markup(rounds: list[RoundDrawn]) -> Markup:
    """The rounds, the newest first."""
    if not rounds:
        return el("p", "Chance has answered nothing at this table yet.", class_="quiet")
    return el("ol", [_round(one) for one in rounds], class_="shuffles")


def _round(one: RoundDrawn) -> Markup:
    seeds = {seed.commitment: seed for seed in one.commitments}
    told: list[Markup] = []
    for seed in one.commitments:
        told += [el("dt", f"Commitment, {seed.of}"), el("dd", f"{seed.commitment} (entry {seed.entry} of the tape)")]
        if seed.seed is not None:
            told += [el("dt", f"Seed, {seed.of}"), el("dd", seed.seed)]
    draws = [el("li", _draw(draw, seeds.get(draw.commitment))) for draw in one.draws]
    return el("li", el("p", el("b", f"Round {one.round}")), el("ul", draws), el("dl", told))


def _draw(draw: DrawSeen, seed: CommitmentSeen | None) -> list[Any]:
    name = {"dice": "Dice", "number": "Wheel" if draw.shows else "Number", "draw": "Drawn", "shuffle": "Shuffle"}
    came = " ".join(map(str, draw.result)) if isinstance(draw.result, list) else str(draw.result)
    return [f"{name[draw.kind]} (entry {draw.entry}): {came} ", _verdict(draw, seed)]


def _verdict(draw: DrawSeen, seed: CommitmentSeen | None) -> Markup:
    if seed is None:
        return el("span", "from before there were commitments", class_="quiet")
    if seed.seed is None and seed.of == SHUFFLES:
        return el("span", "its seed stays closed: see the cards below", class_="quiet")
    if seed.seed is None:
        return el("span", "its seed is known to nobody yet", class_="quiet")
    kept = commitment_to(seed.seed) == seed.commitment
    asked = draw.model_dump(mode="json", include={"kind", "head", "result", "number", "below", "shows", "of", "take"})
    asked |= {"out": draw.out, "cards": draw.cards, "seed": seed.seed}
    return el(
        "b",
        "verified by the server" if kept else "NOT what was committed to",
        class_=f"verdict {'good' if kept else 'dear'}",
        data_commitment=seed.commitment,
        data_draw=json.dumps(asked),
    )


def shuffles_markup(found: list[ShuffleSeen]) -> Markup:
    """The shuffles, the newest first."""
    if not found:
        return el("p", "Nothing has been shuffled at this table.", class_="quiet")
    return el("ol", [_shuffle(one) for one in found], class_="shuffles")


def _shuffle(one: ShuffleSeen) -> Markup:
    told = [el("dt", "Commitment"), el("dd", one.commitment)]
    opened = one.disclosure
    if opened is not None:
        cards = " ".join(f"{card.place}:{Card(card.card).pretty}" for card in opened.cards) or "none"
        told += [el("dt", f"{len(opened.cards)} of {opened.count} cards"), el("dd", cards)]
    if one.opening is not None:
        told += [el("dt", "Nonce"), el("dd", one.opening.nonce), el("dt", "Order"), el("dd", one.opening.order)]
    head = el("p", el("b", f"Entry {one.entry} of the tape"), " ", one.shoe, " ", _kept(one))
    return el("li", head, el("dl", told))


def _kept(one: ShuffleSeen) -> Markup:
    """Whether the cards that are opened are those that were committed to."""
    if one.disclosure is not None:
        kept = commitment_of(one.disclosure) == one.commitment
        proof = {"data_commitment": one.commitment, "data_disclosure": one.disclosure.model_dump_json()}
    elif one.opening is not None:
        nonce, order = one.opening.nonce, one.opening.order
        kept = is_opening(one.commitment, Opening(nonce, read_cards(order)))
        proof = {"data_commitment": one.commitment, "data_opened": f"{nonce} {order}"}
    else:
        earlier = "made by an earlier version, which could open all cards or none"
        return el("span", earlier if one.finished else "in play: its order is known to nobody", class_="quiet")
    verdict = "verified by the server" if kept else "NOT what was committed to"
    return el("b", verdict, class_=f"verdict {'good' if kept else 'dear'}", **proof)
