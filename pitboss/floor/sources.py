"""Accounts for the players' money, where it came from and where it is: a named source explains every cent.

Players get money from the play money for newcomers, the cage, staff grants, the house's money for bots, and payouts
from tables, meters and tournaments; it goes back the same ways. These sources add up to what players hold, at the
tables and away from them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import ColumnElement, Connection, and_, func, or_, select

from pitboss.floor import schema
from pitboss.floor.batch import CAGE, COUPONS, GRANTS, HOUSE, batch_of_coupons
from pitboss.floor.ledger import (
    BOT_BRINGS,
    BOT_RETURNS,
    CAGE_IN,
    CAGE_OUT,
    COUPON_BATCH,
    GRANT_BY_STAFF,
    WELCOME,
)
from pitboss.table import dollars

AT_THE_CAGE = {
    WELCOME: "play money of new players",
    CAGE_IN: "bought at the cage",
    CAGE_OUT: "cashed out at the cage",
    BOT_BRINGS: "house money that bots brought",
    BOT_RETURNS: "house money that bots took back",
}
GRANTED = "grants of the staff"
TABLES = "won from the tables' inventories, net"
METERS = "won from progressive meters, net"
TOURNAMENTS = "prizes less fees of tournaments"
BANKROLLS, BOTS, CHIPS, WAGERS = "bankrolls of players", "bankrolls of bots", "chips at tables", "wagers on layouts"
UNNAMED = "no named source"


class MoneyLine(BaseModel):
    """A source or a location of players' money."""

    model_config = ConfigDict(frozen=True)

    name: str
    count: int = Field(description="The number of journals, or of accounts")
    cents: int


class MoneyProof(BaseModel):
    """The sources and the locations of all money that players hold. Both have the same total."""

    model_config = ConfigDict(frozen=True)

    sources: tuple[MoneyLine, ...]
    held: tuple[MoneyLine, ...]
    coupons: tuple[MoneyLine, ...] = Field((), description="Match play coupons by value: prepared, issued, used")

    @property
    def unexplained(self) -> int:
        """The cents that players hold without a named source."""
        named = sum(one.cents for one in self.sources if one.name != UNNAMED)
        return sum(one.cents for one in self.held) - named


def money_proof(connection: Connection) -> MoneyProof:
    """Add up the sources of the players' money, and where it is."""
    return MoneyProof(
        sources=tuple(_sources(connection)), held=tuple(_held(connection)), coupons=tuple(_coupons(connection))
    )


def source_faults(connection: Connection, proof: MoneyProof) -> Iterator[str]:
    """The faults in the sources: money from nowhere, grants without approval, batches without a total."""
    if proof.unexplained:
        yield f"{dollars(proof.unexplained)} of the players' money is from no named source"
    for one in proof.sources:
        if one.name == UNNAMED:
            yield f"{one.count} journals move {dollars(one.cents)} from {UNNAMED}"
    yield from _welcome_faults(connection)
    yield from _approval_faults(connection)


# ---- sums


def _of_players() -> ColumnElement[bool]:
    """Whether a posting is to an account of players' money; tournament tables hold chips, not money."""
    name = schema.posting.c.account
    at_tables = or_(name.like("table:%:rack:%"), name.like("table:%:wagers:%"))
    return or_(name.like("person:%"), and_(at_tables, _not_of_tournament()))


def _not_of_tournament() -> ColumnElement[bool]:
    table, journal = schema.gaming_table, schema.journal
    chips = select(table.c.id).where(table.c.tournament.is_not(None))
    return or_(journal.c.table.is_(None), journal.c.table.not_in(chips))


def _sources(connection: Connection) -> Iterator[MoneyLine]:
    journal, posting = schema.journal, schema.posting
    joined = posting.join(journal, journal.c.id == posting.c.journal)
    touching = select(posting.c.journal).select_from(joined).where(_of_players()).distinct()
    counted = func.count(posting.c.journal), func.sum(posting.c.amount)
    mine = and_(posting.c.journal.in_(touching), ~_of_players())
    cents: Counter[str] = Counter()
    count: Counter[str] = Counter()

    def add(name: str, journals: int, amount: int) -> None:
        cents[name] -= int(amount)
        count[name] += int(journals)

    outside = posting.c.account.in_((CAGE, GRANTS))
    by_words = select(posting.c.account, journal.c.what, *counted).select_from(joined).where(mine, outside)
    for account, what, journals, amount in connection.execute(by_words.group_by(posting.c.account, journal.c.what)):
        add(_named(account, what), journals, amount)
    by_account = select(posting.c.account, *counted).select_from(joined).where(mine, ~outside)
    for account, journals, amount in connection.execute(by_account.group_by(posting.c.account)):
        if name := _class_of(account):
            add(name, journals, amount)
    for name in (*AT_THE_CAGE.values(), GRANTED, TABLES, METERS, TOURNAMENTS, UNNAMED):
        if count[name]:
            yield MoneyLine(name=name, count=count[name], cents=cents[name])


def _named(account: str, what: str) -> str:
    if account == CAGE:
        return AT_THE_CAGE.get(what, UNNAMED)
    return GRANTED if re.fullmatch(rf"{GRANT_BY_STAFF} \d+", what) else UNNAMED


def _class_of(account: str) -> str:
    """The source to which an account belongs; "" for coupons, which are not money and balance among themselves."""
    if account == COUPONS or account.startswith(("coupon:", "batch:")) or ":coupons:" in account:
        return ""
    if account.endswith(":inventory"):
        return TABLES
    if account.endswith(":meter"):
        return METERS
    return TOURNAMENTS if account.startswith("tournament:") or account == HOUSE else UNNAMED


def _held(connection: Connection) -> Iterator[MoneyLine]:
    account, person, table = schema.account, schema.person, schema.gaming_table
    bots = {f"person:{id}" for id in connection.execute(select(person.c.id).where(person.c.kind == "bot")).scalars()}
    chips = set(connection.execute(select(table.c.id).where(table.c.tournament.is_not(None))).scalars())
    cents: Counter[str] = Counter()
    count: Counter[str] = Counter()
    names = or_(*(account.c.id.like(like) for like in ("person:%", "table:%:rack:%", "table:%:wagers:%")))
    for id, balance in connection.execute(select(account.c.id, account.c.balance).where(names, account.c.balance != 0)):
        parts = id.split(":")
        if parts[0] == "person":
            name = BOTS if id in bots else BANKROLLS
        elif int(parts[1]) in chips:
            continue
        else:
            name = CHIPS if parts[2] == "rack" else WAGERS
        cents[name] += int(balance)
        count[name] += 1
    for name in (BANKROLLS, BOTS, CHIPS, WAGERS):
        if count[name]:
            yield MoneyLine(name=name, count=count[name], cents=cents[name])


def _coupons(connection: Connection) -> Iterator[MoneyLine]:
    posting = schema.posting
    for name, mine in (
        ("prepared in batches", and_(posting.c.account == COUPONS, posting.c.amount < 0)),
        ("issued to players", and_(posting.c.account.like("batch:%"), posting.c.amount < 0)),
        ("used at tables", and_(posting.c.account == COUPONS, posting.c.amount > 0)),
    ):
        counted = select(func.count(), func.sum(posting.c.amount)).where(mine)
        count, cents = connection.execute(counted).one()
        if count:
            yield MoneyLine(name=name, count=count, cents=abs(int(cents)))


# ---- faults


def _welcome_faults(connection: Connection) -> Iterator[str]:
    """Check that each player got a newcomer's money once, and that all got the same amount."""
    journal, posting, person = schema.journal, schema.posting, schema.person
    joined = posting.join(journal, journal.c.id == posting.c.journal)
    given = (
        select(posting.c.account, func.count(), func.min(posting.c.amount), func.max(posting.c.amount))
        .select_from(joined)
        .where(journal.c.what == WELCOME, posting.c.account.like("person:%"))
        .group_by(posting.c.account)
    )
    rows = connection.execute(given).all()
    players = select(person.c.id).where(person.c.kind.in_(("guest", "member")))
    known = {f"person:{id}" for id in connection.execute(players).scalars()}
    usual = Counter(int(most) for _, _, _, most in rows).most_common(1)
    for account, count, least, most in rows:
        if count > 1 or account not in known or {int(least), int(most)} != {usual[0][0]}:
            yield f"{account} got the play money of a new player {count} times, {dollars(int(most))} at most"


def _approval_faults(connection: Connection) -> Iterator[str]:
    """Check that every grant and numbered batch of coupons is as approved, by as many people as required."""
    approval, journal, posting = schema.approval, schema.journal, schema.posting
    approved = {row.id: row for row in connection.execute(select(approval).where(approval.c.done.is_not(None)))}
    joined = posting.join(journal, journal.c.id == posting.c.journal)
    wanted = or_(journal.c.what.like(f"{GRANT_BY_STAFF} %"), journal.c.what == COUPON_BATCH)
    rows = select(journal.c.id, journal.c.what, posting.c.account, posting.c.amount).select_from(joined)
    seen: Counter[int] = Counter()
    for id, what, account, amount in connection.execute(rows.where(wanted, posting.c.amount > 0)):
        number = re.fullmatch(
            rf"{GRANT_BY_STAFF} (\d+)" if what != COUPON_BATCH else r"batch:(\d+)",
            (what if what != COUPON_BATCH else account),
        )
        if number is None:
            continue  # a day's batch, whose total is in the policy, or no grant
        row = approved.get(int(number[1]))
        seen[int(number[1])] += 1
        to = None if row is None else f"person:{row.person}" if row.person else batch_of_coupons(row.id)
        if row is None or to != account or int(row.amount) != int(amount):
            yield f"journal {id}, {what!r}, is not what was approved"
    for number_of, row in approved.items():
        if seen[number_of] != 1:
            yield f"approval {number_of} was carried out {seen[number_of]} times"
        if row.needs_second and row.second in (None, row.author):
            yield f"approval {number_of} has no second person"
