"""What a floor has from its first day: a table of every game, and the house's own tokens.

A table of a game is opened once in the life of a database. Tokens are kept in a file that only its owner may read: the
database has their digests only, and cannot tell them again.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import select

from pitboss.chapter.check import Unlawful
from pitboss.chapter.in_force import game_in_force
from pitboss.chapter.layout import Layout, Limits
from pitboss.chapter.rules import registered_games, rules_of
from pitboss.floor import schema
from pitboss.floor.commands import Kept
from pitboss.floor.people import BadPerson, Role
from pitboss.table import Refused, game_on

if TYPE_CHECKING:
    from pitboss.floor.floor import Floor

LEAST, MOST, LEAST_ASIDE = 5_00, 5_000_00, 1_00
ASIDE = frozenset({"bonus", "fire", "hardway", "hop", "inside", "one roll", "side"})
"""Groups of wagers that people make beside their main one: for these a dollar is enough."""
LIFETIME = 30 * 24 * 3600.0
AT_THE_START = 3600.0
"""Seconds for which the floorperson's way in is good that is said when the server starts."""
STAFF = "staff.json"
COMPANY = 5
"""How many sit at a house table of a game that nobody can play alone, bots included, once a player sits down."""


async def open_house_tables(floor: Floor) -> int:
    """A table of every game of which the house never had one; returns how many were opened.

    Whoever dies halfway finds the rest to do at the next start. A table that was closed stays closed.
    """
    table = schema.gaming_table
    ever = select(table.c.game).where(table.c.opened_by.is_(None), table.c.tournament.is_(None)).distinct()
    had = await floor.store.read(lambda connection: set(connection.execute(ever).scalars()))
    today = date.today()
    wanted = [game for game in registered_games() if game not in had and game_in_force(rules_of(game), today)]
    opened = 0
    for game in wanted:
        # Another process of the floor was quicker, or an open table pays odds beside which a usual one may not stand.
        with suppress(Refused, Unlawful):
            layout = house_layout(game)
            company = COMPANY if needs_company(layout) else 0
            await floor.open_table(layout, settings=Kept(company=company), once=f"table:{game}"[:40])
            opened += 1
    return opened


def needs_company(layout: Layout) -> bool:
    """Whether one player alone cannot play: then bots sit down with the first who comes."""
    game = game_on(layout)
    return game.hosting.players_missing(game.opening()) > 0


def house_layout(game: str, on: date | None = None) -> Layout:
    """Returns a game's default table, today or on a day, with limits that suit a newcomer where they are permitted."""
    plain = Layout.of(game, on)
    aside = {name: (LEAST_ASIDE, None) for name, rule in plain.wagers.items() if rule.group in ASIDE}
    for limits in (Limits(LEAST, MOST, by_wager=aside, individual=True), Limits(LEAST, MOST, individual=True)):
        try:
            return Layout.of(game, on, limits=limits)
        except Unlawful:
            continue
    return plain


async def staff_tokens(floor: Floor) -> tuple[dict[Role, str], bool]:
    """The house's tokens, and whether they are new: kept in the floor's folder, made again when they have expired."""
    path = floor.folder / STAFF
    kept = _read(path)
    staff: list[Role] = [role for role in Role if role is not Role.PLAYER]
    good = {role: kept[role] for role in staff if role in kept and await _is(floor, kept[role], role)}
    if len(good) == len(staff):
        return good, False
    made = {role: good.get(role) or await _token(floor, role) for role in staff}
    _write(path, made)
    return made, True


async def _is(floor: Floor, token: str, role: Role) -> bool:
    person = await floor.person(token)
    return person is not None and person.role is role


async def _token(floor: Floor, role: Role) -> str:
    name = role.value.capitalize()
    try:
        return await floor.staff_token(role, name, LIFETIME, "the house's")
    except BadPerson:  # somebody plays under that name
        return await floor.staff_token(role, f"{name} of the house", LIFETIME, "the house's")


def _read(path: Path) -> dict[str, str]:
    try:
        kept = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return {role: token for role, token in kept.items() if isinstance(token, str)} if isinstance(kept, dict) else {}


def _write(path: Path, tokens: dict[Role, str]) -> None:
    """Whole or not at all, and for its owner's eyes only from the first byte."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(fresh, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump({role.value: token for role, token in tokens.items()}, file, indent=2)
        file.write("\n")
    fresh.replace(path)
