"""Commitments to random outcomes: published before the first wager, opened afterwards, and every round recomputed."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from sqlalchemy import select, update

from pitboss.floor import schema
from pitboss.floor.audit import audit_floor
from pitboss.floor.chance import KEY, LiveSource, Sealer, WrongKey
from pitboss.floor.commands import Act, Close, CloseTable, Draw, Ready, Sit
from pitboss.floor.commitments import ROLLS, SHUFFLES, Seed, commitment_to, match_rounds
from pitboss.floor.draws import RoundDraws, drawn_rounds
from pitboss.floor.export import export_table
from pitboss.floor.floor import Floor
from pitboss.floor.people import Role
from pitboss.floor.verify import VerificationResult, verify, verify_text
from pitboss.table.tape import START, Entry, seal
from tests.shared.every_game import every_family

from .house import STAKE, Crowd, House, crash, live, opened, quiet, staff

pytestmark = [pytest.mark.anyio, pytest.mark.real_chance]


async def verify_table(floor: Floor, table: int) -> VerificationResult:
    return verify(await export_table(floor, table), floor.sealer.public)


async def entries_of(floor: Floor, table: int) -> list[dict[str, Any]]:
    return [json.loads(line) for line in await floor.tape(table)]


@every_family()
async def test_every_outcome_is_committed_to_before_the_first_wager(sqlite_floor: Floor, game: str) -> None:
    """Every outcome at a table follows from a seed committed to on the tape before anyone wagered."""
    people = [(await sqlite_floor.guest())[0] for _ in range(2)]
    info = await opened(sqlite_floor, game, clock="never")
    before = await sqlite_floor.view(info.id, people[0])
    assert set(before.commitments) == {ROLLS, SHUFFLES}, "they are there when the table opens"
    await Crowd(sqlite_floor, info, people, "committed").play(6)
    entries = await entries_of(sqlite_floor, info.id)
    used: set[str] = set()
    newest: dict[str, str] = {}
    wagered = False
    for entry in entries:
        if entry["entry"] == "chance":
            assert not wagered or not entry["commits"], "no commitment is made after wagers"
            newest |= entry["commits"]
        elif entry["entry"] == "end":
            wagered = False
        elif entry["entry"] == "reply" and isinstance(entry["reply"], dict):
            wagered = True
        elif entry.get("to") in ("dice", "number", "draw"):
            used.add(newest[ROLLS])
        elif entry.get("to") == "shuffle":
            used.add(newest[SHUFFLES])
    opens = {hash for entry in entries if entry["entry"] == "chance" for hash in entry["opens"]}
    assert used
    assert opens <= used, "unused seeds are not opened"
    found = await verify_table(sqlite_floor, info.id)
    assert found.faults == []
    assert found.commitments >= len(used)
    await _closed(sqlite_floor, info.id, people)
    found = await verify_table(sqlite_floor, info.id)
    assert found.faults == []
    drew = [entry for entry in entries if entry.get("to") in ("dice", "number", "draw", "shuffle")]
    assert found.draws >= sum(not isinstance(entry["reply"], dict) for entry in drew), "all of it can be verified now"


async def _closed(floor: Floor, table: int, people: list[Any]) -> None:
    """Play until the round is over, and close the table, which reveals all secrets."""
    boss = await staff(floor, Role.ADMIN)
    info = (await floor.table(table)).info
    crowd = Crowd(floor, info, people, "closing")
    while not await crowd.command(boss, CloseTable()):
        await crowd.move()


async def test_a_seed_is_opened_when_its_round_is_over_and_not_before(sqlite_floor: Floor) -> None:
    (ann, _), dealer = await sqlite_floor.guest(), await staff(sqlite_floor, Role.DEALER)
    info = await opened(sqlite_floor, "roulette", dealer="person")
    await sqlite_floor.command(info.id, ann, Sit(amount=STAKE))
    await sqlite_floor.command(info.id, ann, Act(verb="make", wager="red", amount=10_00))
    seen = await sqlite_floor.view(info.id, ann)
    await sqlite_floor.command(info.id, dealer, Close())
    table = await live(sqlite_floor, info.id)
    secret = next(seed.secret for seed in table.chance.source.seeds if seed.of == ROLLS)
    assert commitment_to(secret) == seen.commitments[ROLLS]
    assert secret not in "".join(await sqlite_floor.tape(info.id))
    await sqlite_floor.command(info.id, dealer, Draw(all=True))
    after = await sqlite_floor.view(info.id, ann)
    assert after.commitments[ROLLS] != seen.commitments[ROLLS]
    assert after.commitments[SHUFFLES] == seen.commitments[SHUFFLES], "unused seeds stay"
    last = [entry for entry in await entries_of(sqlite_floor, info.id) if entry["entry"] == "chance"][-1]
    assert last["opens"] == {seen.commitments[ROLLS]: secret}


async def test_the_same_seed_gives_another_roll_with_another_tape(sqlite_floor: Floor) -> None:
    """Knowing the seed does not reveal the roll, because it also depends on every wager and its time."""
    source = LiveSource()
    (seed, _) = source.renewed(0, 2)
    rolls = set()
    for head in range(20):
        source.stand(f"{head:064x}", 0)
        rolls.add(source.number(10**9))
    assert len(rolls) == 20
    assert seed.used == 0


async def test_a_new_owner_keeps_the_commitments(house: House) -> None:
    async with house.floor() as floor:
        ann, _ = await floor.guest()
        table = (await opened(floor, "craps", clock="never")).id
        await Crowd(floor, (await floor.table(table)).info, [ann], "before").play(3)
        before = await floor.view(table, ann)
        await quiet(await live(floor, table))
        await crash(floor)
    async with house.floor() as floor:
        after = await floor.view(table, ann)
        assert after.commitments == before.commitments
        await Crowd(floor, after.table, [ann], "after").play(3)
        found = await verify_table(floor, table)
        assert found.faults == []
        assert found.draws >= 6


def _made(*seeds: Seed) -> list[Seed]:
    entries = [
        Entry(10, "reply", {"to": "dice", "reply": "3-4"}),
        Entry(11, "reply", {"to": "dice", "reply": {"position": 1, "verb": "make"}}),
    ]
    return match_rounds(seeds, entries, 7)


def test_the_tape_shows_which_round_used_a_seed() -> None:
    old, new, cards = Seed(ROLLS, "a", 3), Seed(ROLLS, "b", 9), Seed(SHUFFLES, "c", 2)
    assert [seed.used for seed in _made(new, old, cards)] == [None, -1, 7]
    assert [seed.used for seed in _made(Seed(ROLLS, "a", 10))] == [None], "committed to after it"


async def test_seeds_are_sealed_and_open_for_their_table_only(floor: Floor) -> None:
    table = (await opened(floor, "craps")).id
    held = {seed.of: seed.secret for seed in (await live(floor, table)).chance.source.seeds}
    rows = await floor.store.read(lambda connection: connection.execute(select(schema.seed)).all())
    assert {row.of: floor.sealer.open_seed(bytes(row.sealed), table, row.of) for row in rows} == held
    for row in rows:
        assert held[row.of].encode() not in bytes(row.sealed)
        for sealer, where, of in (
            (Sealer(bytes(KEY)), table, row.of),
            (floor.sealer, table + 1, row.of),
            (floor.sealer, table, "other"),
        ):
            with pytest.raises(WrongKey):
                sealer.open_seed(bytes(row.sealed), where, of)
    printed = repr((await live(floor, table)).chance.source.seeds)
    assert all(secret not in printed for secret in held.values())


async def test_the_audit_finds_a_seed_that_was_changed(sqlite_floor: Floor) -> None:
    table = (await opened(sqlite_floor, "craps")).id
    other = Seed(ROLLS, "00" * 32)
    sealed = sqlite_floor.sealer.seal_seed(other, table)
    changed = update(schema.seed).where(schema.seed.c.of == ROLLS).values(sealed=sealed)
    await sqlite_floor.store.change(lambda connection: connection.execute(changed))
    found = audit_floor(sqlite_floor.store, sqlite_floor.sealer, sqlite_floor.folder)
    assert [one.what for one in found.findings] == ["the seed of rolls does not match the commitment at entry 2"]


# ---- a cheating house is detected


async def spun(floor: Floor, rounds: int = 3) -> tuple[int, list[dict[str, Any]]]:
    """A table after some spins, and its entries without their seals."""
    ann, _ = await floor.guest()
    table = (await opened(floor, "roulette")).id
    await floor.command(table, ann, Sit(amount=STAKE))
    for _ in range(rounds):
        await floor.command(table, ann, Act(verb="make", wager="red", amount=10_00))
        await floor.command(table, ann, Ready())
    entries = await entries_of(floor, table)
    return table, [{name: said for name, said in entry.items() if name not in ("prev", "hash")} for entry in entries]


def sealed(entries: list[dict[str, Any]]) -> str:
    lines, before = [], START
    for entry in entries:
        line, before = seal(entry, before)
        lines.append(line)
    return "\n".join(lines)


def _chances(entries: list[dict[str, Any]]) -> list[int]:
    return [place for place, entry in enumerate(entries) if entry["entry"] == "chance"]


def withheld(entries: list[dict[str, Any]]) -> None:
    """Never open a seed whose outcome did not suit the house."""
    entries[_chances(entries)[1]]["opens"] = {}


def another_seed(entries: list[dict[str, Any]]) -> None:
    opens = entries[_chances(entries)[1]]["opens"]
    opens.update(dict.fromkeys(opens, "ab" * 32))


def late(entries: list[dict[str, Any]]) -> None:
    """Commit only once the wagers are known."""
    place = _chances(entries)[1]
    wager = next(at for at in range(place, len(entries)) if isinstance(entries[at].get("reply"), dict))
    entries.insert(wager + 1, entries.pop(place))


def not_renewed(entries: list[dict[str, Any]]) -> None:
    """Use one seed in two rounds, so that the second is known once the first is opened."""
    del entries[_chances(entries)[1]]


@pytest.mark.parametrize(
    ("cheat", "words"),
    [
        (withheld, "was withheld"),
        (another_seed, "does not match"),
        (late, "after wagers"),
        (not_renewed, "one seed was used in 2 rounds"),
    ],
)
async def test_a_cheating_house_is_detected(
    sqlite_floor: Floor, cheat: Callable[[list[dict[str, Any]]], None], words: str
) -> None:
    _, entries = await spun(sqlite_floor)
    cheat(entries)
    found = verify_text(sealed(entries))
    assert any(fault.part == "chance" and words in fault.what for fault in found.faults), found.faults


async def test_a_spin_changed_and_sealed_again_does_not_follow_from_its_seed(sqlite_floor: Floor) -> None:
    table, entries = await spun(sqlite_floor, 8)
    honest = verify_text("\n".join(await sqlite_floor.tape(table)))
    assert (honest.faults, honest.draws) == ([], 8)
    entries[0]["pitboss"] = "another"  # only the heads change
    found = verify_text(sealed(entries))
    assert {fault.part for fault in found.faults} == {"chance"}, "by chance a few of them may be the same"
    assert "does not follow from the seed" in found.faults[0].what


async def test_a_tape_without_commitments_is_still_valid(sqlite_floor: Floor) -> None:
    _, entries = await spun(sqlite_floor)
    found = verify_text(sealed([entry for entry in entries if entry["entry"] != "chance"]))
    assert (found.faults, found.commitments, found.draws, found.rounds) == ([], 0, 0, 3)


async def test_an_old_table_makes_its_first_commitments_when_it_is_next_loaded(sqlite_house: House) -> None:
    async with sqlite_house.floor() as floor:
        table, entries = await spun(floor)
        await crash(floor)
    async with sqlite_house.floor() as floor:
        lines = sealed([entry for entry in entries if entry["entry"] != "chance"]).split("\n")
        kinds = [json.loads(line)["entry"] for line in lines]
        kept = schema.entry
        old = {row.number: row for row in await floor.store.read(lambda c: c.execute(select(kept)).all())}
        rows = [
            {"table": table, "number": at, "kind": kind, "round": _round(kinds, at), "at": old[at].at, "line": line}
            for at, (kind, line) in enumerate(zip(kinds, lines, strict=True), 1)
        ]

        def as_before(connection: Any) -> None:
            connection.execute(kept.delete())
            connection.execute(schema.seed.delete())
            connection.execute(kept.insert(), rows)

        await floor.store.change(as_before)
        seen = await floor.view(table, None)
        await quiet(await live(floor, table))
        seen = await floor.view(table, None)
        assert set(seen.commitments) == {ROLLS, SHUFFLES}
        assert verify_text("\n".join(await floor.tape(table))).faults == []


def _round(kinds: list[str], at: int) -> int:
    return kinds[: at - 1].count("end")


# ---- public verification


async def test_the_seeds_of_a_round_are_public(sqlite_floor: Floor) -> None:
    table, _ = await spun(sqlite_floor)
    rounds = await drawn_rounds(sqlite_floor, table)
    assert [one.round for one in rounds] == [2, 1, 0]
    for one in rounds:
        (draw,) = one.draws
        (commitment,) = one.commitments
        assert (draw.kind, draw.below, draw.commitment) == ("number", 38, commitment.commitment)
        assert commitment.seed is not None
        assert commitment_to(commitment.seed) == commitment.commitment
        assert draw.shows[_number(commitment.seed, draw.head, 38)] == draw.result
    assert await drawn_rounds(sqlite_floor, table, before=1) == rounds[2:]
    assert await drawn_rounds(sqlite_floor, table, before=3, most=2) == rounds[:2]


def _number(seed: str, head: str, below: int) -> int:
    """Compute a number as a stranger would."""
    key = sha256(f"pitboss:{seed} {head}".encode()).digest()
    for value in sha256(key + bytes(8)).digest():
        if value < 256 // below * below:
            return value % below
    raise AssertionError("not in 32 bytes")


async def test_the_order_and_seed_of_a_shoe_in_play_are_secret(sqlite_floor: Floor) -> None:
    ann, _ = await sqlite_floor.guest()
    info = await opened(sqlite_floor, "blackjack", clock="never")
    await Crowd(sqlite_floor, info, [ann], "in play").play(2)
    rounds: list[RoundDraws] = await drawn_rounds(sqlite_floor, info.id)
    shuffles = [draw for one in rounds for draw in one.draws if draw.kind == "shuffle"]
    assert shuffles
    assert all(one.seed is None for round in rounds for one in round.commitments)
    text = json.dumps([one.model_dump(mode="json") for one in rounds])
    for seed in (await live(sqlite_floor, info.id)).chance.source.seeds:
        assert seed.secret not in text
