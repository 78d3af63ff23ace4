"""Money comes from named sources only: grants and batches, the database's rules, and the audit's proof."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, update
from sqlalchemy.exc import DBAPIError

from pitboss.cli import main
from pitboss.floor import schema
from pitboss.floor.audit import audit_floor
from pitboss.floor.batch import CAGE, Batch, Journal, bankroll_of
from pitboss.floor.commands import Act, AddBot, Leave, Ready, Sit
from pitboss.floor.entrance import GRANT
from pitboss.floor.floor import Floor
from pitboss.floor.people import Role
from pitboss.floor.sources import MoneyProof, money_proof, source_faults
from pitboss.floor.store import AccountOverdrawn, CommitFailed

from .counter import Counter, counter, problem
from .house import House, books_are_right, live, opened, quiet, unguarded

pytestmark = pytest.mark.anyio


async def money(floor: Floor) -> dict[str, int]:
    """The sources of the players' money, after asserting that they explain every cent."""

    def proved(connection: Connection) -> MoneyProof:
        proof = money_proof(connection)
        assert list(source_faults(connection, proof)) == []
        return proof

    proof = await floor.store.read(proved)
    assert sum(one.cents for one in proof.sources) == sum(one.cents for one in proof.held)
    return {one.name: one.cents for one in proof.sources}


@pytest.fixture
async def desk(sqlite_house: House) -> Any:
    async with counter(sqlite_house) as made:
        yield made


# ---- grants and batches


async def test_a_small_grant_is_given_at_once_and_a_large_one_by_two_people(desk: Counter) -> None:
    ann, boss = await desk.guest(), await desk.staff(Role.FLOORPERSON)
    small = {"name": ann.name, "amount": 1_000_00, "why": "a long wait at the table"}
    given = (await desk.post("/treasury/grants", boss, headers={"Idempotency-Key": "one"}, json=small)).json()
    assert (given["status"], given["needs_second"], given["author"], given["second"]) == ("done", False, boss.name, "")
    again = (await desk.post("/treasury/grants", boss, headers={"Idempotency-Key": "one"}, json=small)).json()
    assert again["id"] == given["id"]
    large = (await desk.post("/treasury/grants", boss, json=small | {"amount": 1_000_01})).json()
    assert (large["status"], large["needs_second"]) == ("waiting", True)
    assert (await desk.get("/people/me", ann)).json()["bankroll"] == GRANT + 1_000_00
    approve = f"/treasury/{large['id']}/approve"
    assert problem(await desk.post(approve, boss), 409, "refused")["detail"] == (
        "you wrote this yourself; another person must approve it"
    )
    problem(await desk.post(approve, ann), 403, "wrong-role")
    problem(await desk.post(approve, await desk.staff(Role.DEALER)), 403, "wrong-role")
    admin = await desk.staff(Role.ADMIN)
    assert (await desk.post(approve, admin)).json()["second"] == admin.name
    assert "is done already" in problem(await desk.post(approve, admin), 409, "refused")["detail"]
    assert (await desk.get("/people/me", ann)).json()["bankroll"] == GRANT + 2_000_01
    assert (await money(desk.floor))["grants of the staff"] == 2_000_01
    assert [one["status"] for one in (await desk.get("/treasury", admin)).json()] == ["done", "done"]
    problem(await desk.get("/treasury", ann), 403, "wrong-role")
    await books_are_right(desk.floor)


async def test_a_grant_has_bounds_and_can_be_withdrawn(desk: Counter) -> None:
    ann, boss = await desk.guest(), await desk.staff(Role.FLOORPERSON)
    huge = {"name": ann.name, "amount": 10**12, "why": "a mistake"}
    said = problem(await desk.post("/treasury/grants", boss, json=huge), 409, "refused")["detail"]
    assert said == "a grant is at most $100,000, not $10,000,000,000"
    problem(await desk.post("/treasury/grants", boss, json=huge | {"name": "Nobody", "amount": 1}), 422, "bad-person")
    problem(await desk.post("/treasury/grants", boss, json=huge | {"amount": 10**12 + 1}), 422, "bad-input")
    problem(await desk.post("/treasury/9/approve", boss), 404, "no-such-approval")
    waiting = (await desk.post("/treasury/grants", boss, json=huge | {"amount": 50_000_00})).json()["id"]
    assert (await desk.post(f"/treasury/{waiting}/withdraw", boss)).json()["status"] == "withdrawn"
    admin = await desk.staff(Role.ADMIN)
    assert (
        "is withdrawn already"
        in problem(await desk.post(f"/treasury/{waiting}/approve", admin), 409, "refused")["detail"]
    )


async def test_coupons_have_a_total_by_day_and_by_batch(desk: Counter) -> None:
    """Coupons used to have no total limit and need no second person (attack.md no. 10)."""
    terms = desk.floor.policy.coupons.model_copy(update={"a_day": 25})
    desk.floor.policy = desk.floor.policy.model_copy(update={"coupons": terms})
    ann, boss = await desk.guest(), await desk.staff(Role.FLOORPERSON)
    coupon = {"name": ann.name, "amount": 10_00}
    for _ in range(2):
        assert (await desk.post("/people/coupons", boss, json=coupon)).status_code == 201
    said = problem(await desk.post("/people/coupons", boss, json=coupon), 409, "refused")["detail"]
    assert said == "the coupons of today, $25 in all, have $5 left; prepare another batch"
    batch = {"total": 30_000_00, "why": "the anniversary"}
    made = (await desk.post("/treasury/coupon-batches", boss, json=batch)).json()
    assert made["status"] == "waiting"
    of_batch = coupon | {"batch": made["id"], "amount": 1_000_00}
    assert (
        "there is no batch"
        in problem(await desk.post("/people/coupons", boss, json=of_batch), 409, "refused")["detail"]
    )
    await desk.post(f"/treasury/{made['id']}/approve", await desk.staff(Role.ADMIN))
    for _ in range(30):
        assert (await desk.post("/people/coupons", boss, json=of_batch)).status_code == 201
    said = problem(await desk.post("/people/coupons", boss, json=of_batch), 409, "refused")["detail"]
    assert said == f"batch {made['id']} have $0 left; prepare another batch"
    proof = await desk.floor.store.read(money_proof)
    assert {one.name: one.cents for one in proof.coupons} == {
        "prepared in batches": 30_025_00,
        "issued to players": 30_020_00,
    }
    await books_are_right(desk.floor)


# ---- the database's own rules


async def test_the_database_refuses_what_no_ledger_may_hold(floor: Floor) -> None:
    ann, _ = await floor.guest()
    account, posting = schema.account, schema.posting
    mine = account.c.id == bankroll_of(ann.id)
    for change in (
        update(account).where(mine).values(balance=-1),
        update(account).where(mine).values(overdraft=True, balance=-1),
        insert(account).values(id="table:1:inventory", balance=-1, overdraft=False),
        insert(account).values(id="table:1:inventory", balance=-1, overdraft=True),
        insert(account).values(id="tournament:1:chips:2", balance=0, overdraft=True),
        update(posting).values(amount=posting.c.amount + 1),
        delete(posting),
        insert(schema.approval).values(
            kind="grant", person=ann.id, amount=1, why="", author=ann.id, at=0, second=ann.id, needs_second=True
        ),
    ):
        with pytest.raises(DBAPIError):
            await floor.store.change(lambda connection, change=change: connection.execute(change))
    await books_are_right(floor)


async def test_a_posting_that_would_overflow_is_refused_before_the_database(floor: Floor) -> None:
    ann, _ = await floor.guest()
    for amount, error in ((10**16 + 1, CommitFailed), (2**63, CommitFailed), (-GRANT - 1, AccountOverdrawn)):
        batch = Batch()
        batch.journals.append(Journal("too much", {CAGE: -amount, bankroll_of(ann.id): amount}))
        with pytest.raises(error):
            await floor.store.commit(batch)
    await books_are_right(floor)


# ---- the proof


async def test_every_cent_of_players_is_explained(sqlite_floor: Floor) -> None:
    floor = sqlite_floor
    table = (await opened(floor, "big-six", clock="never")).id
    ann, _ = await floor.guest()
    await floor.exchange_at_cage(ann, 500_00)
    await floor.exchange_at_cage(ann, -200_00)
    await floor.command(table, ann, Sit(amount=1_000_00))
    await floor.command(table, ann, AddBot())
    await floor.command(table, ann, Act(verb="make", wager="bill_1", amount=50_00))
    await floor.command(table, ann, Ready())
    await quiet(await live(floor, table))
    found = await money(floor)
    won = found.pop("won from the tables' inventories, net")
    bot = found.pop("house money that bots brought")
    assert bot > 0
    assert found == {
        "play money of new players": GRANT,
        "bought at the cage": 500_00,
        "cashed out at the cage": -200_00,
    }
    assert won % 5_00 == 0
    await floor.command(table, ann, Leave())
    await money(floor)


FORGED = {
    "money without a name": ("a present", "1 journals move $50 from no named source"),
    "a second welcome": ("play money of a new player", "got the play money of a new player"),
    "a grant that nobody approved": ("grant 77", "'grant 77', is not what was approved"),
}


@pytest.mark.parametrize("forged", FORGED)
async def test_the_audit_names_money_from_nowhere(sqlite_house: House, forged: str, capsys: Any) -> None:
    what, said = FORGED[forged]
    async with sqlite_house.floor() as floor:
        ann, _ = await floor.guest()
        source = "grants" if "grant" in what else CAGE
        amounts = {source: -50_00, bankroll_of(ann.id): 50_00}
        await floor.store.change(lambda connection: floor.store.post(connection, [Journal(what, amounts)], 0.0))
        found = audit_floor(floor.store, floor.sealer, floor.folder)
        assert [one.where for one in found.findings] == ["the money"] * len(found.findings)
        assert any(said in one.what for one in found.findings), found.findings
    assert main(["audit", "--folder", str(sqlite_house.folder)]) == 1
    out = capsys.readouterr().out
    assert "the players' money comes from" in out
    assert said in out


async def test_the_audit_finds_removed_rules_and_prints_the_proof_as_json(sqlite_house: House, capsys: Any) -> None:
    async with sqlite_house.floor() as floor:
        await floor.guest()
        await floor.store.change(unguarded)
    assert main(["audit", "--folder", str(sqlite_house.folder), "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert {one["what"] for one in said["findings"]} == {
        f"its rule {name} is missing: it accepts what no ledger may hold"
        for name in (
            "account_source_insert",
            "account_source_update",
            "posting_delete",
            "posting_size",
            "posting_update",
        )
    }
    assert said["money"]["sources"] == [{"name": "play money of new players", "count": 1, "cents": GRANT}]
    assert said["money"]["held"] == [{"name": "bankrolls of players", "count": 1, "cents": GRANT}]
