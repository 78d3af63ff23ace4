"""Randomness at a table: the commitments made before each round, and their verification afterwards.

The browser verifies them itself (`pitbossLive.verify`): it is given the seeds, the hash of the tape before each draw,
and the results.
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
from pitboss.floor.draws import CommitmentView, DrawView, RoundDraws, drawn_rounds
from pitboss.floor.people import SEES_ALL
from pitboss.floor.shuffles import ShuffleView
from pitboss.web import theme
from pitboss.web.addresses import Query
from pitboss.web.markup import Markup, el
from pitboss.web.table_page import price_query
from pitboss.web.visitor import visitor

HOW = (
    "Before the first wager of a round the table commits to a seed of 32 random bytes by publishing its SHA-256. Every "
    "roll, spin, draw and shuffle of the round is derived from the seed and from the tape at that point, including all "
    "wagers; when the round is over, the seed is revealed. So no seed could be chosen after the wagers were known, "
    "and no one who knew the seed could know the roll before the last wager. This page recomputes every roll in your "
    "browser, and so can you:"
)
ORDERS = (
    "A shuffle seed would reveal every card, including those folded unseen, so only surveillance and the "
    "regulator see it. For everyone else, the table commits to the order of a shoe card by card, before the "
    "first card is "
    "dealt. When the shoe is finished, the cards that were shown are revealed, and your own to you alone; this page "
    "proves that none was replaced. Each is a leaf of a hash tree whose root is the commitment:"
)


async def shuffles_page(query: Query, table: str) -> None:
    """Show the draws of each round with their seeds, and the commitments and openings of the shuffles."""
    who = await visitor()
    info = (await price_query(who.floor, table)).info
    entry, round = _number(query.get("before", "")), _number(query.get("round", ""))
    person = who.staff if who.staff is not None and who.staff.role in SEES_ALL else who.player
    sees_all = person is not None and person.role in SEES_ALL
    rounds = await drawn_rounds(who.floor, info.id, round, whole=sees_all)
    found = await who.floor.shuffles(info.id, person, entry)
    earlier = bool(found) and await who.floor.has_shuffles(info.id, found[-1].entry)
    drawn = await run.io_bound(rounds_markup, rounds)
    listed = await run.io_bound(shuffles_markup, found)
    with theme.frame(f"Randomness at {info.name}"):
        theme.linked("live.css", "live.js")
        theme.heading(f"Randomness at {info.name}")
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


def rounds_markup(rounds: list[RoundDraws]) -> Markup:
    """Render the rounds, newest first."""
    if not rounds:
        return el("p", "Nothing has been drawn at this table yet.", class_="quiet")
    return el("ol", [_round(one) for one in rounds], class_="shuffles")


def _round(one: RoundDraws) -> Markup:
    seeds = {seed.commitment: seed for seed in one.commitments}
    entries: list[Markup] = []
    for seed in one.commitments:
        entries += [el("dt", f"Commitment, {seed.of}"), el("dd", f"{seed.commitment} (entry {seed.entry} of the tape)")]
        if seed.seed is not None:
            entries += [el("dt", f"Seed, {seed.of}"), el("dd", seed.seed)]
    draws = [el("li", _draw(draw, seeds.get(draw.commitment))) for draw in one.draws]
    return el("li", el("p", el("b", f"Round {one.round}")), el("ul", draws), el("dl", entries))


def _draw(draw: DrawView, seed: CommitmentView | None) -> list[Any]:
    name = {"dice": "Dice", "number": "Wheel" if draw.shows else "Number", "draw": "Drawn", "shuffle": "Shuffle"}
    result = " ".join(map(str, draw.result)) if isinstance(draw.result, list) else str(draw.result)
    return [f"{name[draw.kind]} (entry {draw.entry}): {result} ", _verdict(draw, seed)]


def _verdict(draw: DrawView, seed: CommitmentView | None) -> Markup:
    if seed is None:
        return el("span", "made before commitments were introduced", class_="quiet")
    if seed.seed is None and seed.of == SHUFFLES:
        return el("span", "its seed stays secret: see the cards below", class_="quiet")
    if seed.seed is None:
        return el("span", "its seed is still secret", class_="quiet")
    kept = commitment_to(seed.seed) == seed.commitment
    asked = draw.model_dump(mode="json", include={"kind", "head", "result", "number", "below", "shows", "of", "take"})
    asked |= {"out": draw.out, "cards": draw.cards, "seed": seed.seed}
    return el(
        "b",
        "verified by the server" if kept else "DOES NOT MATCH the commitment",
        class_=f"verdict {'good' if kept else 'dear'}",
        data_commitment=seed.commitment,
        data_draw=json.dumps(asked),
    )


def shuffles_markup(found: list[ShuffleView]) -> Markup:
    """Render the shuffles, newest first."""
    if not found:
        return el("p", "No cards have been shuffled at this table.", class_="quiet")
    return el("ol", [_shuffle(one) for one in found], class_="shuffles")


def _shuffle(one: ShuffleView) -> Markup:
    entries = [el("dt", "Commitment"), el("dd", one.commitment)]
    opened = one.disclosure
    if opened is not None:
        cards = " ".join(f"{card.place}:{Card(card.card).pretty}" for card in opened.cards) or "none"
        entries += [el("dt", f"{len(opened.cards)} of {opened.count} cards"), el("dd", cards)]
    if one.opening is not None:
        entries += [el("dt", "Nonce"), el("dd", one.opening.nonce), el("dt", "Order"), el("dd", one.opening.order)]
    head = el("p", el("b", f"Entry {one.entry} of the tape"), " ", one.shoe, " ", _shuffle_verdict(one))
    return el("li", head, el("dl", entries))


def _shuffle_verdict(one: ShuffleView) -> Markup:
    """Render whether the opened cards match the commitment."""
    if one.disclosure is not None:
        kept = commitment_of(one.disclosure) == one.commitment
        proof = {"data_commitment": one.commitment, "data_disclosure": one.disclosure.model_dump_json()}
    elif one.opening is not None:
        nonce, order = one.opening.nonce, one.opening.order
        kept = is_opening(one.commitment, Opening(nonce, read_cards(order)))
        proof = {"data_commitment": one.commitment, "data_opened": f"{nonce} {order}"}
    else:
        earlier = "made by an earlier version, which could reveal only all cards or none"
        return el("span", earlier if one.finished else "in play: its order is still secret", class_="quiet")
    verdict = "verified by the server" if kept else "DOES NOT MATCH the commitment"
    return el("b", verdict, class_=f"verdict {'good' if kept else 'dear'}", **proof)
