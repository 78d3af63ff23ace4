"""The contents of a new floor: a table of every game, and the house's own tokens.

A table of each game is opened once in the life of a database. The tokens are stored in a file that only its owner may
read; the database has only their digests.
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
from pitboss.floor.commands import TableSettings
from pitboss.floor.people import BadPerson, Role
from pitboss.table import Refused, game_on

if TYPE_CHECKING:
    from pitboss.floor.floor import Floor

LEAST, MOST, LEAST_ASIDE = 5_00, 5_000_00, 1_00
ASIDE = frozenset({"bonus", "fire", "hardway", "hop", "inside", "one roll", "side"})
"""Groups of side wagers, for which a minimum of one dollar is enough."""
LIFETIME = 30 * 24 * 3600.0
AT_THE_START = 3600.0
"""Seconds for which the floorperson's sign-in link, printed when the server starts, stays valid."""
STAFF = "staff.json"
COMPANY = 5
"""The number of players, including bots, at a house table for a game that no one can play alone."""


async def open_house_tables(floor: Floor) -> int:
    """Open a table of every game that the house has not opened before; returns the number of tables opened.

    If a process dies halfway, the next start opens the rest. A table that was closed stays closed.
    """
    table = schema.gaming_table
    ever = select(table.c.game).where(table.c.opened_by.is_(None), table.c.tournament.is_(None)).distinct()
    had = await floor.store.read(lambda connection: set(connection.execute(ever).scalars()))
    today = date.today()
    wanted = [game for game in registered_games() if game not in had and game_in_force(rules_of(game), today)]
    opened = 0
    for game in wanted:
        # Another process was faster, or the default odds conflict with those of an open table.
        with suppress(Refused, Unlawful):
            layout = house_layout(game)
            company = COMPANY if needs_company(layout) else 0
            await floor.open_table(layout, settings=TableSettings(company=company), once=f"table:{game}"[:40])
            opened += 1
    return opened


def needs_company(layout: Layout) -> bool:
    """Whether a game needs more than one player, so that bots sit down with the first person."""
    game = game_on(layout)
    return game.hosting.players_missing(game.opening()) > 0


def house_layout(game: str, on: date | None = None) -> Layout:
    """The default layout of a game, today or on a date, with limits suitable for beginners if they are permitted."""
    plain = Layout.of(game, on)
    aside = {name: (LEAST_ASIDE, None) for name, rule in plain.wagers.items() if rule.group in ASIDE}
    for limits in (Limits(LEAST, MOST, by_wager=aside, individual=True), Limits(LEAST, MOST, individual=True)):
        try:
            return Layout.of(game, on, limits=limits)
        except Unlawful:
            continue
    return plain


async def staff_tokens(floor: Floor) -> tuple[dict[Role, str], bool]:
    """The house's tokens from the floor's folder, and whether any is new because it was missing or had expired."""
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
    holder = await floor.holder(token)
    return holder is not None and holder.person.role is role


async def _token(floor: Floor, role: Role) -> str:
    name = role.value.capitalize()
    try:
        return await floor.staff_token(role, name, LIFETIME, "the house's")
    except BadPerson:  # the name is taken by a player
        return await floor.staff_token(role, f"{name} of the house", LIFETIME, "the house's")


def _read(path: Path) -> dict[str, str]:
    try:
        kept = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return {role: token for role, token in kept.items() if isinstance(token, str)} if isinstance(kept, dict) else {}


def _write(path: Path, tokens: dict[Role, str]) -> None:
    """Write the tokens atomically, readable by the owner only from the first byte."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(fresh, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump({role.value: token for role, token in tokens.items()}, file, indent=2)
        file.write("\n")
    fresh.replace(path)
