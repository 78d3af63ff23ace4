"""The layout with its chips, and the list of possible wagers, drawn from the data of any game.

Wagers whose terms include a number are drawn in a row of boxes, one per number; so are chips on a spot with one of
these numbers. Everything else is listed by group.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import WagerRule
from pitboss.cli.terminal import heat, percent, table
from pitboss.equipment import CARDS, FACE_DOWN, TILES
from pitboss.pricing import PricedWager, PriceReport
from pitboss.table.game import Game, Offer
from pitboss.table.state import State, Wager
from pitboss.table.steps import Action
from pitboss.table.view import view

_TAIL = re.compile(r"_\d+$")
_OTHERS = ("cyan", "magenta", "blue", "green", "red")
_BASE = {*State.__struct_fields__}
_CARDS = {str(card): card for card in (*CARDS, *TILES)}
FEW = 6
"""The maximum number of spots of one kind to list one by one."""


def felt(game: Game[Any], state: State, me: int) -> RenderableType:
    """Draw the layout as `me` sees it."""
    numbers = _numbers(game)
    placed: dict[str, dict[int, Text]] = {}
    grouped: dict[str, dict[str, list[Text]]] = {}
    for wager in state.wagers:
        rule = game.layout.wagers[wager.kind]
        number = _number(rule, wager, numbers)
        if number is None:
            place = grouped.setdefault(rule.group or "wagers", {})
            name = f"{rule.name} {wager.spot}".strip()
            place.setdefault(name, []).append(_chips(game, state, wager, me))
        else:
            cell = placed.setdefault(_TAIL.sub("", wager.kind).replace("_", " "), {}).setdefault(number, Text())
            cell.append_text(Text("\n" if cell else "").append_text(_chips(game, state, wager, me)))
    parts: list[RenderableType] = []
    if numbers:
        parts.append(_boxes(numbers, placed, getattr(state, "point", 0)))
    for group, places in grouped.items():
        chips = [Text.assemble(f"{name} ", Text(", ").join(held)) for name, held in places.items()]
        parts.append(Text.assemble((f" {group}: ", "dim"), Text(" · ").join(chips)))
    parts += [Text(f" {line}") for line in lying(state, me)]
    return Group(*parts)


def _numbers(game: Game[Any]) -> list[int]:
    return sorted({int(rule.terms["number"]) for rule in game.layout.wagers.values() if rule.terms.get("number")})


def _number(rule: WagerRule, wager: Wager, numbers: Sequence[int]) -> int | None:
    """Return the number of the box that a wager is in, or None."""
    if rule.terms.get("number"):
        return int(rule.terms["number"])
    return int(wager.spot) if wager.spot.isdecimal() and int(wager.spot) in numbers else None


def _boxes(numbers: Iterable[int], placed: dict[str, dict[int, Text]], point: int) -> Table:
    boxes = Table(box=box.ROUNDED, show_lines=False, padding=(0, 1), border_style="green")
    boxes.add_column("", style="dim")
    for number in numbers:
        head = Text(f"{number}", "bold")
        boxes.add_column(Text.assemble(head, (" ON ", "bold black on white")) if number == point else head, min_width=7)
    for row, cells in placed.items():
        boxes.add_row(row, *(cells.get(number, Text()) for number in numbers))
    if not placed:
        boxes.add_row()
    return boxes


def _chips(game: Game[Any], state: State, wager: Wager, me: int) -> Text:
    """Describe chips: the owner, the amount, and whether they are off or have an On button."""
    seat = state.seat(wager.position)
    mine = wager.position == me
    whose = "" if mine or seat is None else f"{seat.name} "
    style = "bold yellow" if mine else _OTHERS[wager.position % len(_OTHERS)]
    chips = Text.assemble((f"{whose}{dollars(wager.amount)}", style))
    turn_on = Action("on", wager.kind, spot=wager.spot)
    if wager.on:
        chips.append(" ON", "bold green")
    elif "on_button" in game.sections and game.allowed(state, wager.position, turn_on):
        chips.append(" off", "dim")
    if wager.coupon:
        chips.append(f" +{dollars(wager.coupon)} coupon", "dim")
    if wager.marks:
        chips.append(f" ({', '.join(map(str, wager.marks))})", "dim")
    return chips


def lying(state: State, me: int) -> list[str]:
    """List the cards on the table, as `me` may see them."""
    seen = view(state, me)
    lists = {name: held for name, held in seen.items() if name not in _BASE and isinstance(held, list) and held}
    lines = []
    for name, held in lists.items():
        if all(_is_card(one) for one in held):
            lines.append(f"{name.replace('_', ' ')}: {_cards(held)}")
        elif all(isinstance(one, dict) for one in held):
            lines += [line for one in held if (line := _hand(name, one))]
    return lines


def _hand(name: str, one: dict[str, Any]) -> str:
    """Describe a hand and its owner; empty if it has no cards."""
    held = [one.get(part, []) for part in ("card", "cards", "down")]
    cards = [card for part in held for card in (part if isinstance(part, list) else [part])]
    if not cards or not all(_is_card(card) for card in cards):
        return ""
    whose = [f"{key} {value}" for key, value in one.items() if isinstance(value, int) and not isinstance(value, bool)]
    return f"{whose[0] if whose else name}: {_cards(cards)}"


def _is_card(one: object) -> bool:
    return isinstance(one, str) and (one == FACE_DOWN or one in _CARDS)


def _cards(held: Iterable[str]) -> str:
    return " ".join(one if one == FACE_DOWN else _CARDS[one].pretty for one in held)


def seats(state: State, me: int) -> Text:
    """List the players with their racks."""
    return Text(" · ").join(
        Text(
            f"{seat.name} {dollars(seat.rack)}",
            "bold yellow" if seat.number == me else _OTHERS[seat.number % len(_OTHERS)],
        )
        for seat in state.positions
    )


# ---- possible wagers


def offers_table(game: Game[Any], offers: Iterable[Offer], report: PriceReport | None, asked: str = "") -> Table:
    """List possible wagers with minimum, maximum, odds and house edge; similar wagers share a row."""
    prices = {one.id: one for one in report.wagers} if report else {}
    rows: dict[tuple[str, str], list[Offer]] = {}
    for offer in offers:
        rule = game.layout.wagers[offer.wager]
        if asked in ("", rule.group) or asked in say(rule) or asked in rule.name.lower():
            key = f"{offer.wager} {offer.spot}" if asked else _TAIL.sub("", offer.wager)
            rows.setdefault((rule.group, key), []).append(offer)
    offered = table("say", "wager", "least", "most", "pays", "edge", right=["least", "most", "edge"])
    group = None
    for (own, _), alike in rows.items():
        if own != group:
            group = own
            if own:
                offered.add_row(Text(own, "bold magenta"))
        offered.add_row(*_offer_row(game, alike, prices))
    return offered


def _offer_row(game: Game[Any], alike: list[Offer], prices: dict[str, PricedWager]) -> tuple[RenderableType, ...]:
    rules = [game.layout.wagers[offer.wager] for offer in alike]
    edges = [prices[offer.wager].house_edge for offer in alike if offer.wager in prices]
    pays = [odds for offer in alike for odds in game.odds.get(offer.wager, {}).values()]
    if not pays:
        pays = [
            odds
            for offer in alike
            for part in game.amounts.parts(offer.wager)
            for odds in game.odds.get(part, {}).values()
        ]
    mosts = [offer.most for offer in alike if offer.most is not None]
    name = rules[0].name if len(alike) == 1 else re.sub(r"\s*\b\d+\b\s*", " ", rules[0].name).strip()
    return (
        Text(_say_all(alike, rules), "bold cyan"),
        name
        if len(alike) == 1 or len({re.sub(r"\d+", "", rule.name) for rule in rules}) == 1
        else f"{len(alike)} wagers",
        _from_to([offer.least for offer in alike], dollars),
        _from_to(mosts, dollars) if mosts else "",
        _from_to(sorted(pays, key=lambda odds: odds.ratio), str),
        Text(_from_to(sorted(edges), percent), heat(max(edges))) if edges else "",
    )


def _say_all(alike: list[Offer], rules: list[WagerRule]) -> str:
    said = [f"{say(rule)}{f' {offer.spot}' if offer.spot else ''}" for offer, rule in zip(alike, rules, strict=True)]
    if len(said) == 1:
        return said[0]
    tails = [one.rsplit(" ", 1)[-1] for one in said]
    named = "/".join(tails) if len(tails) <= FEW else f"{tails[0]}/{tails[1]}/…"
    return f"{said[0].rsplit(' ', 1)[0]} {named}"


def say(rule: WagerRule) -> str:
    """Return what a player says for a wager: its id in words, or a common name of about the same length."""
    words = rule.id.replace("_", " ")
    return rule.aka[0] if rule.aka and len(rule.aka[0]) <= len(words) + 1 else words


def _from_to(values: Sequence[Any], shown: Callable[[Any], str]) -> str:
    if not values:
        return ""
    least, most = shown(min(values)), shown(max(values))
    return least if least == most else f"{least} – {most}"
