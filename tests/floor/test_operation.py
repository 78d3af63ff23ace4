"""The operator's view: figures over the API and as a spreadsheet, metrics, and logs for a collector."""

from __future__ import annotations

import csv
import json
import logging
from collections.abc import AsyncIterator
from datetime import date, timedelta

import pytest

from pitboss.cli.logs import JsonLines
from pitboss.floor.api.operation import as_csv
from pitboss.floor.commands import Act, Ready, Sit
from pitboss.floor.figures import TableDay
from pitboss.floor.people import Role

from .counter import Caller, Counter, counter, problem
from .house import House, opened

pytestmark = pytest.mark.anyio


@pytest.fixture
async def desk(sqlite_house: House) -> AsyncIterator[Counter]:
    async with counter(sqlite_house) as desk:
        yield desk


async def one_round(desk: Counter) -> int:
    """Play one round of roulette with a $10 wager; returns the table."""
    ann, _ = await desk.floor.guest()
    table = (await opened(desk.floor, "roulette", clock="never")).id
    await desk.floor.command(table, ann, Sit(amount=100_00))
    await desk.floor.command(table, ann, Act(verb="make", wager="red", amount=10_00))
    await desk.floor.command(table, ann, Ready())
    return table


async def test_figures_over_the_api(desk: Counter) -> None:
    table = await one_round(desk)
    boss = await desk.staff(Role.FLOORPERSON)
    found = (await desk.get("/figures", boss)).json()
    (row,) = found["tables"]
    assert (row["table"], row["rounds"], row["handle"], row["players"]) == (table, 1, 10_00, 1)
    assert row["hold"] in (10_00, -10_00)
    assert found["total"]["hold"] == row["hold"]
    yesterday = (date.today() - timedelta(1)).isoformat()
    assert (await desk.get(f"/figures?since={yesterday}&until={yesterday}", boss)).json()["tables"] == []
    assert (await desk.get(f"/figures?table={table + 1}", boss)).json()["tables"] == []
    rows = list(csv.DictReader((await desk.get("/figures.csv", boss)).text.splitlines()))
    assert [(row["game"], row["handle"]) for row in rows] == [("roulette", "10.00")]


async def test_figures_are_for_staff_and_have_a_bounded_span(desk: Counter) -> None:
    guest, boss = await desk.guest(), await desk.staff(Role.FLOORPERSON)
    problem(await desk.get("/figures", guest), 403, "wrong-role")
    problem(await desk.get("/figures", await desk.staff(Role.DEALER)), 403, "wrong-role")
    problem(await desk.get("/figures?since=1970-01-01&until=2026-01-01", boss), 422, "bad-input")
    problem(await desk.get("/figures?since=2026-01-02&until=2026-01-01", boss), 422, "bad-input")


def test_a_spreadsheet_runs_no_formula() -> None:
    counts = dict.fromkeys(("rounds", "voids", "wagers", "handle", "hold", "players", "mistakes"), 0)
    row = TableDay(table=1, name="=1+1", game="craps", day="2026-11-19", tournament=False, **counts)
    assert "'=1+1" in as_csv([row])


async def metrics(desk: Counter, person: Caller | None = None) -> dict[str, float]:
    """The metrics by name and labels."""
    answer = await desk.client.get(f"{desk.url}/metrics", headers=person.headers if person else {})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/plain")
    lines = [line.rpartition(" ") for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


async def test_metrics_count_what_happens(desk: Counter) -> None:
    table = await one_round(desk)
    found = await metrics(desk, await desk.staff(Role.ADMIN))
    assert found["pitboss_up"] == 1
    assert found['pitboss_commands_total{do="ready",outcome="done"}'] == 1
    assert found["pitboss_command_seconds_count"] == 3
    assert found["pitboss_commit_seconds_count"] >= 3
    assert found["pitboss_tables_open"] == found["pitboss_tables_owned"] == 1
    assert found["pitboss_seats_taken"] == 1
    assert found[f'pitboss_today_handle{{game="roulette",table="{table}"}}'] == 10.0
    assert found['pitboss_disk_free_bytes{folder="database"}'] > 0
    assert found["pitboss_database_bytes"] > 10_000
    assert found['pitboss_queue_length{queue="log-ins"}'] == 0


async def test_metrics_work_while_the_database_fails(desk: Counter, monkeypatch: pytest.MonkeyPatch) -> None:
    boss = await desk.staff(Role.ADMIN)
    await metrics(desk, boss)
    desk.floor.store.condition.begins("database", "the disk of the database is full")

    async def broken(question: object) -> None:
        raise OSError("no disk")

    monkeypatch.setattr(desk.floor.store, "read", broken)
    found = await metrics(desk, boss)
    assert found["pitboss_up"] == 0
    assert found['pitboss_fault{kind="database",stops="yes"}'] == 1
    assert "pitboss_tables_open" not in found


async def test_metrics_are_for_staff_unless_they_are_open(desk: Counter, sqlite_house: House) -> None:
    assert (await desk.client.get(f"{desk.url}/metrics")).status_code == 401
    guest = await desk.guest()
    assert (await desk.client.get(f"{desk.url}/metrics", headers=guest.headers)).status_code == 403


async def test_open_metrics_need_no_token(sqlite_house: House) -> None:
    async with counter(sqlite_house, open_metrics=True) as desk:
        assert (await metrics(desk))["pitboss_up"] == 1


def test_a_log_line_is_one_json_object() -> None:
    try:
        raise ValueError("first\nsecond")
    except ValueError as error:
        told = (type(error), error, error.__traceback__)
    record = logging.LogRecord("pitboss.floor", logging.ERROR, "", 0, "table %s\nfails", (3,), told)
    line = JsonLines().format(record)
    assert "\n" not in line
    found = json.loads(line)
    assert (found["level"], found["message"]) == ("error", "table 3\nfails")
    assert "ValueError: first" in found["exception"]
