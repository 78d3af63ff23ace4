"""Checkpoints of the floor are copied off the machine, and a floor that was rewound is not served."""

from __future__ import annotations

import asyncio
import json
import logging
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, delete, func, select

from pitboss.cli import main
from pitboss.floor import schema
from pitboss.floor.anchors import keeper
from pitboss.floor.anchors.checkpoints import (
    BadCheckpoint,
    Checkpoint,
    Head,
    faults_of,
    read_checkpoint,
    sign_checkpoint,
)
from pitboss.floor.anchors.comparison import NothingToAccept, RewoundFloor
from pitboss.floor.anchors.keeper import AnchorSettings, AnchorState, read_settings
from pitboss.floor.anchors.places import HEADS_FILE, FileAnchor, Stamp
from pitboss.floor.audit import FloorAudit, audit_floor
from pitboss.floor.chance import Sealer
from pitboss.floor.commands import Act, Leave, Ready, Sit
from pitboss.floor.export import export_table
from pitboss.floor.floor import Floor
from pitboss.table.tape import START
from tests.shared.postgres import Server
from tests.shared.waiting import until

from .anchor_servers import authority, witness
from .house import STAKE, House, crash, opened, unguarded

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def floor_with(house: House, anchors: AnchorSettings, accept_restore: str = "") -> AsyncIterator[Floor]:
    """An open floor with some anchors."""
    floor = await Floor.open(house.url, house.folder, anchors=anchors, accept_restore=accept_restore)
    try:
        yield floor
    finally:
        await floor.close()


async def play(floor: Floor, rounds: int = 1, table: int = 0) -> int:
    """Play some rounds of roulette, and copy them to all anchors; returns the table."""
    table = table or (await opened(floor, "roulette")).id
    ann, _ = await floor.guest()
    await floor.command(table, ann, Sit(amount=STAKE))
    for _ in range(rounds):
        await floor.command(table, ann, Act(verb="make", wager="red", amount=10_00))
        await floor.command(table, ann, Ready())
        await floor.anchors.flush()
    await floor.command(table, ann, Leave())
    return table


def audited(floor: Floor, anchors: AnchorSettings | None = None) -> FloorAudit:
    return audit_floor(floor.store, floor.sealer, floor.folder, anchors)


def state_of(floor: Floor, place: int) -> AnchorState:
    return floor.anchors.states()[place]


def in_file(path: Path, public: str) -> list[Checkpoint | Stamp | str]:
    return list(FileAnchor(path).lines(public))


# ---- checkpoints


def test_a_checkpoint_that_was_changed_removed_or_moved_is_found(tmp_path: Path) -> None:
    sealer, other = Sealer(b"k" * 32), Sealer(b"o" * 32)
    chain = [sign_checkpoint(sealer, 1, START, [Head(1, 5, "a" * 64)])]
    for number in (2, 3, 4):
        chain.append(sign_checkpoint(sealer, number, chain[-1].hash, [Head(1, 5 * number, "b" * 64)]))
    assert list(faults_of(chain)) == []
    for missing in (1, 2):
        assert list(faults_of(chain[:missing] + chain[missing + 1 :]))
    assert list(faults_of([chain[0], chain[2], chain[1], chain[3]]))
    assert list(faults_of(chain[1:])), "the first was removed"
    for changed in (
        chain[0].text.replace('"heads":[[1,5,', '"heads":[[1,6,'),
        chain[0].text.replace(",", ", ", 1),
        sign_checkpoint(other, 1, START, []).text,
        "nonsense",
        "{}",
        "[" * 100_000,
    ):
        with pytest.raises(BadCheckpoint):
            read_checkpoint(changed, sealer.public)
    path = tmp_path / "heads.jsonl"
    FileAnchor(path).add(chain[:2])
    FileAnchor(path).add(chain)  # which it partly has
    assert in_file(path, sealer.public) == chain
    path.write_bytes(path.read_bytes() + b'{"half')
    assert in_file(path, sealer.public)[-1] == "line 5 is incomplete"
    FileAnchor(path).add([sign_checkpoint(sealer, 5, chain[-1].hash, [])])
    assert len(in_file(path, sealer.public)) == 5, "the partial line of a process that died was removed"


async def test_rounds_and_money_are_in_the_next_checkpoint(sqlite_floor: Floor) -> None:
    floor = sqlite_floor
    table = await play(floor, 2)
    lines = await floor.tape(table)
    ends = [number for number, line in enumerate(lines, 1) if json.loads(line)["entry"] == "end"]
    public = floor.sealer.public
    held = [one for one in in_file(floor.folder / HEADS_FILE, public) if isinstance(one, Checkpoint)]
    heads = {head.entry: head.head for one in held for head in one.heads if head.table == table}
    assert all(heads[number] == json.loads(lines[number - 1])["hash"] for number in heads)
    assert max(heads) > ends[-1]
    newest = held[-1]
    await floor.exchange_at_cage((await floor.guest())[0], 100_00, None)
    await floor.anchors.flush()
    last = in_file(floor.folder / HEADS_FILE, public)[-1]
    assert isinstance(last, Checkpoint)
    assert (last.number, last.before, last.heads) == (newest.number + 1, newest.hash, ())
    assert last.journal is not None
    assert newest.journal is not None
    assert last.journal[0] > newest.journal[0]
    await floor.anchors.flush()
    assert in_file(floor.folder / HEADS_FILE, public)[-1] == last, "nothing was new"


async def test_checkpoints_are_written_without_being_asked(sqlite_house: House, tmp_path: Path) -> None:
    anchors = AnchorSettings(files=(tmp_path / "vault.jsonl",))
    async with floor_with(sqlite_house, anchors) as floor:
        ann, _ = await floor.guest()
        table = (await opened(floor, "roulette")).id
        await floor.command(table, ann, Sit(amount=STAKE))
        await floor.command(table, ann, Act(verb="make", wager="red", amount=10_00))
        await floor.command(table, ann, Ready())
        last = len(await floor.tape(table))

        def is_anchored() -> bool:
            held = in_file(tmp_path / "vault.jsonl", floor.sealer.public)
            return any(head == last for one in held if isinstance(one, Checkpoint) for head in _entries(one, table))

        await until(is_anchored)


def _entries(one: Checkpoint, table: int) -> list[int]:
    return [head.entry for head in one.heads if head.table == table]


async def test_what_a_dead_process_did_not_anchor_is_anchored_by_the_next(sqlite_house: House) -> None:
    floor = await sqlite_house.open()
    table = (await opened(floor, "roulette")).id
    ann, _ = await floor.guest()
    await floor.command(table, ann, Sit(amount=STAKE))
    await crash(floor)
    async with sqlite_house.floor() as floor:
        await floor.table(table)
        await floor.anchors.flush()
        heads = audited(floor).heads
        assert heads >= 1
        await floor.store.change(lambda connection: _forget_entries(connection, table, 2))
        assert any("it was rewound" in one.what for one in audited(floor).findings)


def _forget_entries(connection: Connection, table: int, after: int) -> None:
    entry = schema.entry
    connection.execute(delete(entry).where(entry.c.table == table, entry.c.number > after))


# ---- a rewound floor


class Backup:
    """A copy of an entire floor: the database and the folder."""

    def __init__(self, house: House, server: Server | None, folder: Path) -> None:
        self.house, self.server, self.folder = house, server, folder

    @classmethod
    def made(cls, house: House, server: Server | None, folder: Path) -> Backup:
        shutil.copytree(house.folder, folder)
        if house.url is not None:
            _postgres(house.url, f'CREATE DATABASE backup TEMPLATE "{_name(house.url)}"')
        return cls(house, server, folder)

    def restore(self) -> None:
        """Put back the database and everything in the folder."""
        shutil.rmtree(self.house.folder)
        shutil.copytree(self.folder, self.house.folder)
        if (url := self.house.url) is not None:
            _postgres(url, f'DROP DATABASE "{_name(url)}" WITH (FORCE)')
            _postgres(url, f'CREATE DATABASE "{_name(url)}" TEMPLATE backup')

    def remove(self) -> None:
        if self.house.url is not None:
            _postgres(self.house.url, "DROP DATABASE IF EXISTS backup WITH (FORCE)")


def _name(url: str) -> str:
    return psycopg.conninfo.conninfo_to_dict(url)["dbname"]  # type: ignore[return-value]


def _postgres(url: str, command: str) -> None:
    """Run a command in another database of the same server."""
    with psycopg.connect(url, dbname="postgres", autocommit=True) as connection:
        connection.execute(command.encode())


@pytest.fixture(params=["sqlite", "postgres"])
def own_house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    """A floor with its own database, which can be dropped and restored."""
    if request.param == "sqlite":
        yield House(None, tmp_path / "floor")
    else:
        server: Server = request.getfixturevalue("postgres_server")
        with server.fresh_database() as url:
            yield House(url, tmp_path / "floor")


async def test_a_whole_folder_rolled_back_is_found_by_any_anchor(own_house: House, tmp_path: Path) -> None:
    """The database and the heads in the folder are restored together, so only places elsewhere can tell."""
    house = own_house
    with witness() as elsewhere:
        everywhere = AnchorSettings(files=(tmp_path / "vault" / "heads.jsonl",), webhooks=(elsewhere.url,))
        (tmp_path / "vault").mkdir()
        async with floor_with(house, everywhere) as floor:
            table = await play(floor)
        backup = Backup.made(house, None, tmp_path / "backup")
        try:
            async with floor_with(house, everywhere) as floor:
                await play(floor, 2, table)
                newest = elsewhere.kept[-1]
            backup.restore()
            by_file = replace(everywhere, webhooks=())
            by_hook = replace(everywhere, files=())
            for anchors, name in (
                (by_file, "vault/heads.jsonl"),
                (by_hook, "http://127.0.0.1:"),
                (everywhere, "vault"),
            ):
                with pytest.raises(RewoundFloor, match="put the newer database back") as refusal:
                    await Floor.open(house.url, house.folder, anchors=anchors)
                assert name in str(refusal.value)
                assert "\n" not in str(refusal.value)
            async with floor_with(house, AnchorSettings()) as floor:  # no anchor elsewhere to disagree
                assert audited(floor).findings == []
                found = audited(floor, everywhere)
                assert sum("the floor was rewound" in one.what for one in found.findings) == 2
                assert any("it was rewound" in one.what for one in found.findings if one.where == f"table {table}")

            reason = "disk failed; restored the backup of 06:00"
            async with floor_with(house, everywhere, reason) as floor:
                await play(floor, 1, table)
                found = audited(floor, everywhere)
                assert found.findings == []
                assert any(reason in one.what for one in found.notices)
                assert [one.name for one in found.anchors] == [one.anchor.name for one in floor.anchors.copies]
                restores = [json.loads(line).get("restore") for line in elsewhere.kept]
                (accepted,) = [one for one in restores if one is not None]
                assert accepted["reason"] == reason
                assert len(restores) > len(elsewhere.kept[: elsewhere.kept.index(newest) + 1])
                assert not any(one.alarm or one.problem for one in floor.anchors.states())
            for _ in range(2):
                async with floor_with(house, everywhere) as floor:
                    assert audited(floor, everywhere).findings == []
            with pytest.raises(NothingToAccept, match="omit the option"):
                await Floor.open(house.url, house.folder, anchors=everywhere, accept_restore="again")
        finally:
            backup.remove()


async def test_a_database_rolled_back_alone_is_found_by_the_heads_in_the_folder(
    own_house: House, tmp_path: Path
) -> None:
    """The file of heads in the folder is the first anchor."""
    async with own_house.floor() as floor:
        table = await play(floor)
    backup = Backup.made(own_house, None, tmp_path / "backup")
    try:
        async with own_house.floor() as floor:
            await play(floor, 1, table)
        kept = (own_house.folder / HEADS_FILE).read_bytes()
        backup.restore()
        (own_house.folder / HEADS_FILE).write_bytes(kept)
        with pytest.raises(RewoundFloor, match=r"heads\.jsonl holds checkpoint \d+ of .* and the database ends with"):
            await own_house.open()
    finally:
        backup.remove()


async def test_a_floor_that_was_rewound_and_went_on_is_found(sqlite_house: House, tmp_path: Path) -> None:
    """The floor made other checkpoints with the same numbers while the anchor was not configured."""
    house = sqlite_house
    anchors = AnchorSettings(files=(tmp_path / "vault.jsonl",))
    async with floor_with(house, anchors) as floor:
        table = await play(floor)
    backup = Backup.made(house, None, tmp_path / "backup")
    async with floor_with(house, anchors) as floor:
        await play(floor, 2, table)
    backup.restore()
    async with house.floor() as floor:
        await play(floor, 5, table)
    with pytest.raises(RewoundFloor, match="holds another checkpoint"):
        await Floor.open(house.url, house.folder, anchors=anchors)
    async with floor_with(house, anchors, "we know") as floor:
        await play(floor, 1, table)
        found = audited(floor, anchors)
        assert found.findings == []
        assert len(found.anchors) == 2
    async with floor_with(house, anchors) as floor:
        assert audited(floor, anchors).findings == []


async def test_a_tape_or_journal_that_was_cut_off_is_found_at_the_start(house: House) -> None:
    async with house.floor() as floor:
        table = await play(floor)
        lines = await floor.tape(table)
        last = max(number for number, line in enumerate(lines, 1) if json.loads(line)["entry"] == "end")
        newest = floor.store.read_now(
            lambda connection: connection.execute(select(func.max(schema.journal.c.id))).scalar()
        )
    for what, clue in ((_forget_last_entry(table, last), "the tape of table"), (_forget_journal(newest), "journal")):
        async with house.floor() as floor:
            await floor.store.change(what)
        with pytest.raises(RewoundFloor, match=clue):
            await house.open()
        async with floor_with(house, AnchorSettings(), "we did it ourselves"):
            pass
        async with house.floor():
            pass


def _forget_last_entry(table: int, last: int) -> Callable[[Connection], None]:
    return lambda connection: _forget_entries(connection, table, last - 1)


def _forget_journal(id: int) -> Callable[[Connection], None]:
    def forget(connection: Connection) -> None:
        unguarded(connection)
        connection.execute(delete(schema.posting).where(schema.posting.c.journal == id))
        connection.execute(delete(schema.journal).where(schema.journal.c.id == id))

    return forget


async def test_the_command_refuses_a_rewound_floor_in_one_line(
    sqlite_house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    house, vault = sqlite_house, tmp_path / "vault.jsonl"
    anchors = AnchorSettings(files=(vault,))
    async with floor_with(house, anchors) as floor:
        table = await play(floor)
    backup = Backup.made(house, None, tmp_path / "backup")
    async with floor_with(house, anchors) as floor:
        await play(floor, 1, table)
    backup.restore()

    def run(*words: str) -> tuple[int, str]:
        code = main([*words, "--folder", str(house.folder)])
        output = capsys.readouterr()
        return code, output.out + output.err

    for words in (("serve", "--no-browser", "--port", "0", "--anchor", str(vault)), ("serve", "--no-browser")):
        monkeypatch.setenv("PITBOSS_ANCHORS", str(vault))
        code, said = await asyncio.to_thread(run, *words)
        assert (code, said.count("\n")) == (2, 1), said
        assert said.startswith("pitboss: this floor was rewound: ")
        assert "--accept-restore REASON" in said
    monkeypatch.delenv("PITBOSS_ANCHORS")
    assert (await asyncio.to_thread(run, "audit"))[0] == 0
    code, said = await asyncio.to_thread(run, "audit", "--anchor", str(vault))
    assert code == 1
    assert "compared with" in said
    assert "vault.jsonl" in said
    assert "the floor was rewound" in said


# ---- several processes


@pytest.mark.parametrize("own", [False, True])
async def test_two_processes_keep_one_chain(postgres_house: House, tmp_path: Path, own: bool) -> None:
    """With one shared folder, or with a folder and a copied key each."""
    vault = AnchorSettings(files=(tmp_path / "vault.jsonl",))
    other = House(postgres_house.url, tmp_path / "other" if own else postgres_house.folder)
    async with floor_with(postgres_house, vault) as first:
        if own:
            other.folder.mkdir()
            shutil.copy(postgres_house.folder / "key", other.folder / "key")
        async with floor_with(other, vault) as second:
            for _ in range(3):
                await asyncio.gather(play(first, 2), play(second, 2))
            await first.anchors.flush()
            await second.anchors.flush()
            public = first.sealer.public
            for floor in (first, second):
                assert audited(floor, vault).findings == []
    async with floor_with(postgres_house, vault) as floor:
        chain = in_file(floor.folder / HEADS_FILE, public)
        assert all(isinstance(one, Checkpoint) for one in chain)
        assert chain == in_file(tmp_path / "vault.jsonl", public)
        assert [one.number for one in chain if isinstance(one, Checkpoint)] == list(range(1, len(chain) + 1))
        assert chain[: len(in_file(other.folder / HEADS_FILE, public))] == in_file(other.folder / HEADS_FILE, public)
        tables = {head.table for one in chain if isinstance(one, Checkpoint) for head in one.heads}
        assert len(tables) == 6
        assert audited(floor, vault).findings == []


# ---- anchors that are down or lost


async def test_a_webhook_that_is_down_holds_up_no_table_and_gets_everything_later(
    sqlite_house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(keeper, "FIRST_RETRY", 0.01)
    with witness() as elsewhere:
        elsewhere.answers_with = 500
        anchors = AnchorSettings(webhooks=(elsewhere.url,), token="a-token")
        async with floor_with(sqlite_house, anchors) as floor:
            assert any("was not compared: it answered 500" in one.message for one in caplog.records)
            table = await play(floor, 3)
            assert (state_of(floor, 1).problem, state_of(floor, 1).alarm) == ("it answered 500", False)
            assert state_of(floor, 1).behind >= 3
            assert state_of(floor, 0).behind == 0, "the other anchor goes on"
            (fault,) = floor.store.condition.faults
            assert (fault.kind, fault.reason, fault.stops) == ("anchors", "1 of 2 anchors cannot be written", False)
            elsewhere.answers_with = 0
            await until(lambda: state_of(floor, 1).behind == 0 and not state_of(floor, 1).problem)
            await play(floor, 1, table)
            assert floor.store.condition.faults == []
            public = floor.sealer.public
        chain = [one.text for one in in_file(sqlite_house.folder / HEADS_FILE, public) if isinstance(one, Checkpoint)]
        assert elsewhere.kept == chain
        assert set(elsewhere.asked) == {"Bearer a-token"}
        assert "secret-path" not in caplog.text


async def test_an_anchor_that_another_floor_writes_to_raises_an_alarm(
    sqlite_house: House, caplog: pytest.LogCaptureFixture
) -> None:
    with witness() as elsewhere:
        anchors = AnchorSettings(webhooks=(elsewhere.url,))
        async with floor_with(sqlite_house, anchors) as floor:
            table = await play(floor)
            last = read_checkpoint(elsewhere.kept[-1], floor.sealer.public)
            elsewhere.post(sign_checkpoint(floor.sealer, last.number + 1, last.hash, []).text)
            await play(floor, 1, table)
            await floor.anchors.flush()
            assert state_of(floor, 1).alarm
            assert ["was rewound" in one.reason for one in floor.store.condition.faults] == [True]
            assert "another one writes there" in state_of(floor, 1).problem
            assert any(one.levelno == logging.ERROR for one in caplog.records)
        with pytest.raises(RewoundFloor):
            await Floor.open(None, sqlite_house.folder, anchors=anchors)


async def test_a_webhook_that_gives_nothing_back_goes_on_where_it_was(sqlite_house: House) -> None:
    with witness() as elsewhere:
        elsewhere.readable = False
        anchors = AnchorSettings(webhooks=(elsewhere.url,))
        async with sqlite_house.floor() as floor:
            table = await play(floor, 3)
        for _ in range(2):
            async with floor_with(sqlite_house, anchors) as floor:
                await play(floor, 1, table)
        numbers = [json.loads(line)["number"] for line in elsewhere.kept]
        assert numbers[0] >= 3, "it begins with the newest checkpoint"
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert any("does not return its checkpoints" in one.what for one in audited(floor, anchors).notices)


async def test_an_anchor_that_lost_its_file_gets_it_again(
    sqlite_house: House, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    vault = tmp_path / "vault.jsonl"
    anchors = AnchorSettings(files=(vault,))
    async with floor_with(sqlite_house, anchors) as floor:
        table = await play(floor, 3)
    whole = vault.read_bytes()
    lines = whole.splitlines(True)
    for left in (None, b"", lines[0], b"".join(lines[:-1])):
        if left is None:
            vault.unlink()
        else:
            vault.write_bytes(left)
        store = floor.store
        found = audit_floor(store, floor.sealer, floor.folder, anchors)
        assert [one for one in found.findings if "lost checkpoints" in one.what]
        caplog.clear()
        async with floor_with(sqlite_house, anchors) as floor:
            assert "lost checkpoints" in caplog.text
            await floor.anchors.flush()
            assert vault.read_bytes().startswith(whole)
            assert audited(floor, anchors).findings == []
    async with floor_with(sqlite_house, anchors) as floor:
        await play(floor, 1, table)
    vault.unlink()
    gone = AnchorSettings(files=(tmp_path / "not mounted" / "heads.jsonl",))
    async with floor_with(sqlite_house, gone) as floor:
        await play(floor, 1, table)
        assert "not mounted" in state_of(floor, 1).problem or state_of(floor, 1).problem
        assert state_of(floor, 0).behind == 0


async def test_a_changed_anchor_is_found_by_the_audit(sqlite_house: House, tmp_path: Path) -> None:
    vault = tmp_path / "vault.jsonl"
    anchors = AnchorSettings(files=(vault,))
    async with floor_with(sqlite_house, anchors) as floor:
        await play(floor, 3)
        lines = vault.read_bytes().splitlines(True)
        for changed in ([lines[0], *lines[2:]], [lines[1], lines[0], *lines[2:]], [b"nonsense\n", *lines]):
            vault.write_bytes(b"".join(changed))
            assert any("vault.jsonl" in one.where for one in audited(floor, anchors).findings)
        vault.write_bytes(b"".join(lines))
        assert audited(floor, anchors).findings == []

        def forget(connection: Connection) -> None:
            connection.execute(delete(schema.checkpoint).where(schema.checkpoint.c.number == 2))

        await floor.store.change(forget)
        found = audited(floor, anchors)
        assert any("does not follow" in one.what for one in found.findings if one.where == "checkpoints")
        assert any("does not have" in one.what for one in found.findings if "vault.jsonl" in one.where)


# ---- an earlier version


async def test_heads_of_an_earlier_version_are_continued_and_compared(sqlite_house: House) -> None:
    house = sqlite_house
    async with house.floor() as floor:
        table = await play(floor, 2)
        lines = await floor.tape(table)
    heads = [(number, json.loads(line)["hash"]) for number, line in enumerate(lines, 1)][-3:]
    sealer, before, text = floor.sealer, START, ""
    for number, hash in heads:
        content = {"table": table, "entry": number, "head": hash, "time": 1_790_000_000_000, "before": before}
        line = _canonical(content | {"signature": sealer.sign(_canonical(content).encode())})
        before, text = _sha256(line), f"{text}{line}\n"

    def forget(connection: Connection) -> None:
        connection.execute(delete(schema.checkpoint))
        connection.execute(delete(schema.anchor))

    async with house.floor() as floor:
        await floor.store.change(forget)
        await crash(floor)
    (house.folder / HEADS_FILE).write_text(text, "utf-8")
    async with house.floor() as floor:
        await play(floor, 1, table)
        held = in_file(house.folder / HEADS_FILE, sealer.public)
        assert [one.number for one in held if isinstance(one, Checkpoint)][:4] == [0, 0, 0, 1]
        assert audited(floor).findings == []
    (house.folder / HEADS_FILE).write_text(text, "utf-8")
    async with house.floor() as floor:
        await floor.store.change(forget)
        await floor.store.change(_forget_last_entry(table, heads[-1][0]))
        await crash(floor)
    with pytest.raises(RewoundFloor, match="holds a head of"):
        await house.open()
    async with floor_with(house, AnchorSettings(), "an old backup") as floor:
        await floor.anchors.flush()
        left = {one.where for one in audited(floor).findings}
        assert left == {f"table {table}"}, "the ledger was not rewound with the tape, and that remains"


def _canonical(content: object) -> str:
    return json.dumps(content, sort_keys=True, separators=(",", ":"))


def _sha256(text: str) -> str:
    from hashlib import sha256

    return sha256(text.encode()).hexdigest()


# ---- time stamps


async def test_an_authority_confirms_when_a_checkpoint_existed(sqlite_house: House, tmp_path: Path) -> None:
    """The authority is OpenSSL's."""
    with authority(tmp_path / "authority") as (url, root):
        anchors = AnchorSettings(files=(tmp_path / "vault.jsonl",), time_stamps=url, certificate=root)
        async with floor_with(sqlite_house, anchors) as floor:
            table = await play(floor, 2)
            await floor.anchors.stamp()
            state = floor.anchors.states()[-1]
            assert (state.name, state.problem, state.behind) == (f"time stamps of {url}", "", 0)
            await floor.anchors.stamp()  # nothing is new
            await play(floor, 1, table)
            await floor.anchors.stamp()
            found = audited(floor, anchors)
            assert found.findings == []
            assert all(one.stamps >= 2 and one.stamped for one in found.anchors)
            assert not any("signatures" in one.what for one in found.notices)
            unchecked = audited(floor, replace(anchors, certificate=None))
            assert any("were not checked" in one.what for one in unchecked.notices)
    vault = tmp_path / "vault.jsonl"
    lines = vault.read_text("utf-8").splitlines(True)
    stamps = [place for place, line in enumerate(lines) if '"stamp"' in line]
    first, last = (json.loads(lines[stamps[place]]) for place in (0, -1))
    other = _canonical(first | {"token": last["token"]}) + "\n"
    for changed, clue in (
        (other, "it is not of checkpoint"),
        (_canonical(first | {"checkpoint": "0" * 64}) + "\n", "that it does not hold"),
    ):
        vault.write_text("".join(changed if place == stamps[0] else line for place, line in enumerate(lines)), "utf-8")
        assert any(clue in one.what for one in audited(floor, anchors).findings)
    vault.write_text("".join(lines), "utf-8")
    with authority(tmp_path / "another") as (_, stranger):
        found = audited(floor, replace(anchors, certificate=stranger))
        assert any("cannot be verified" in one.what for one in found.findings)


async def test_an_authority_that_is_down_or_wrong_is_named(sqlite_house: House, tmp_path: Path) -> None:
    with authority(tmp_path / "authority") as (url, _), authority(tmp_path / "another") as (_, stranger):
        wrong = AnchorSettings(time_stamps=url, certificate=stranger)
        async with floor_with(sqlite_house, wrong) as floor:
            await play(floor)
            await floor.anchors.stamp()
            assert "cannot be verified" in floor.anchors.states()[-1].problem
            assert audited(floor).anchors[0].stamps == 0
    async with floor_with(sqlite_house, AnchorSettings(time_stamps=url)) as floor:
        await play(floor)
        await floor.anchors.stamp()
        assert floor.anchors.states()[-1].problem == "ConnectError"


# ---- exports, settings


async def test_an_export_is_compared_with_an_anchor(
    sqlite_house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")  # no path is wrapped
    vault = tmp_path / "vault.jsonl"
    async with floor_with(sqlite_house, AnchorSettings(files=(vault,))) as floor:
        table = await play(floor, 2)
        bundle = await export_table(floor, table)
        key = floor.sealer.public
        export = tmp_path / "export.json"
        export.write_text(bundle.model_dump_json(), "utf-8")
        await play(floor, 1, table)
    words = ["verify", str(export), "--key", key, "--anchor", str(vault)]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "vault.jsonl" in said
    assert "later" in said, said
    assert main([*words[:4], "--anchor", str(vault), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["anchor"]["heads"] >= 2
    other = sign_checkpoint(floor.sealer, 1, START, [Head(table, 5, "0" * 64)])
    vault.write_text(f"{other.text}\n", "utf-8")
    assert main(words) == 1
    assert "anchor" in capsys.readouterr().out
    assert main(["verify", str(export), "--anchor", str(vault)]) == 2
    assert "--key" in capsys.readouterr().err


def test_settings_are_given_or_come_from_the_environment(tmp_path: Path) -> None:
    environment = {
        "PITBOSS_ANCHORS": f"{tmp_path / 'a.jsonl'} https://witness.example/x",
        "PITBOSS_ANCHOR_TOKEN": "secret",
        "PITBOSS_TIME_STAMPS": "https://tsa.example",
    }
    found = read_settings(environment=environment)
    assert (found.files, found.webhooks) == ((tmp_path / "a.jsonl",), ("https://witness.example/x",))
    assert (found.token, found.time_stamps) == ("secret", "https://tsa.example")
    assert "secret" not in repr(found)
    given = read_settings(["b.jsonl"], environment=environment)
    assert (given.files, given.webhooks) == ((Path("b.jsonl"),), ())
    for wrong in (["ftp://host/x"], [str(tmp_path)]):
        with pytest.raises(ValueError, match=r"an anchor is|is a folder"):
            read_settings(wrong, environment={})
    with pytest.raises(ValueError, match="named twice"):
        AnchorSettings(files=(tmp_path / "heads.jsonl",)).anchors(tmp_path)
    names = [
        one.name for one in AnchorSettings(webhooks=("https://w.example/a", "https://w.example/b")).anchors(tmp_path)
    ]
    assert names[1:] == ["https://w.example", "https://w.example (2)"]
