"""`pitboss verify`: a floor's export is valid, and every change to it is found and named."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.cli import main
from pitboss.floor.chance import LiveSource, Sealer
from pitboss.floor.export import Bundle, export_table
from pitboss.floor.floor import Floor
from pitboss.floor.people import Role
from pitboss.floor.verify import BadExport, VerificationResult, verify, verify_text
from pitboss.table import Dealer, Tape, game_on
from pitboss.table.codec import from_plain
from pitboss.table.tape import OUTSIDE_ROUNDS, START, Entry, read_entries, seal
from tests.shared.every_game import every_family

from .house import Crowd, House, opened, staff

pytestmark = pytest.mark.real_chance  # exports are verified from their seeds, also by other processes
ROUNDS = 5
Change = Callable[[dict[str, Any]], object]


async def played(floor: Floor, game: str, rounds: int = ROUNDS) -> Bundle:
    """A table after some rounds in which everything that can happen does."""
    people = [(await floor.guest())[0] for _ in range(2)]
    info = await opened(floor, game, dealer="person", clock="never")
    dealer, boss = await staff(floor, Role.DEALER), await staff(floor, Role.FLOORPERSON)
    await Crowd(floor, info, people, "verify", dealer, boss, bots=["random"]).play(rounds)
    return await export_table(floor, info.id)


@pytest.mark.anyio
@every_family()
async def test_an_export_is_valid(sqlite_floor: Floor, game: str) -> None:
    bundle = await played(sqlite_floor, game)
    found = verify(bundle)
    assert found.faults == []
    assert (found.game, found.entries, found.journals) == (game, len(bundle.tape), len(bundle.ledger))
    assert found.rounds >= ROUNDS
    assert verify_text(bundle.model_dump_json()) == found
    alone = verify_text("\n".join(bundle.tape) + "\n")
    assert (alone.kind, alone.faults, alone.rounds) == ("tape", [], found.rounds)


@pytest.mark.anyio
async def test_an_export_from_either_database_is_valid(floor: Floor) -> None:
    found = verify(await played(floor, "ultimate-texas-holdem"))
    assert found.faults == []
    assert found.opened >= ROUNDS - 1
    assert found.cards > 7 * found.opened


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An export of a card table as text."""

    async def make() -> str:
        async with House(None, tmp_path_factory.mktemp("verify")).floor() as floor:
            return (await played(floor, "three-card-poker")).model_dump_json()

    return asyncio.run(make())


def changed(kept: str, change: Change) -> VerificationResult:
    """The result of verifying a change by a forger who signs it with a key of their own."""
    data = json.loads(kept)
    change(data)
    return verify(Bundle.model_validate(data).signed_by(Sealer(bytes(32))))


def resealed(data: dict[str, Any]) -> None:
    """Reseal every entry, as a capable forger would."""
    before, lines = START, []
    for line in data["tape"]:
        entry = {key: value for key, value in json.loads(line).items() if key not in ("prev", "hash")}
        text, before = seal(entry, before)
        lines.append(text)
    data["tape"] = lines


def test_a_changed_byte_is_named_by_its_entry(kept: str) -> None:
    for number, line in enumerate(json.loads(kept)["tape"], 1):
        place = len(line) // 2

        def flip(data: dict[str, Any], number: int = number, place: int = place) -> None:
            old = data["tape"][number - 1]
            data["tape"][number - 1] = old[:place] + ("1" if old[place] != "1" else "2") + old[place + 1 :]

        found = changed(kept, flip)
        assert [(one.part, one.entry) for one in found.faults][:1] == [("chain", number)]
        assert {one.entry for one in found.faults} <= {number, number + 1}


def test_entries_removed_inserted_or_moved(kept: str) -> None:
    def faults(change: Change) -> list[int | None]:
        return [one.entry for one in changed(kept, change).faults if one.part == "chain"]

    assert faults(lambda data: data["tape"].pop(4)) == [5]
    assert faults(lambda data: data["tape"].insert(4, data["tape"][3])) == [5]
    assert faults(lambda data: data["tape"].insert(4, "")) == [5]
    assert faults(lambda data: data["tape"].reverse())[0] == 1
    assert faults(lambda data: data["tape"].pop(0)) == [1]
    assert faults(lambda data: data["tape"].append(data["tape"][0]))[0] == len(json.loads(kept)["tape"]) + 1


def test_rounds_replayed_with_other_cards_do_not_match_the_shuffle(kept: str) -> None:
    """The best forgery: two cards swap places, and everything after them is replayed and resealed."""
    bundle = Bundle.model_validate_json(kept)
    entries = list(read_entries(bundle.tape))
    one, other = [place for place, entry in enumerate(entries) if entry.data.get("to") == "card"][:2]
    first, second = (dict(entries[place].data) for place in (one, other))
    first["reply"], second["reply"] = second["reply"], first["reply"]
    entries[one], entries[other] = Entry(one + 1, "reply", first), Entry(other + 1, "reply", second)
    forged = bundle.tape[:1]
    game = game_on(Layout.from_plain(entries[0].data["layout"]))
    dealer = Dealer.resume(game, LiveSource(), from_plain(game.state_type, entries[0].data["state"]), ())
    dealer.tape = Tape(lambda line: forged.append(line.rstrip("\n")), json.loads(forged[0])["hash"])
    for entry in entries[1:]:
        if entry.kind in OUTSIDE_ROUNDS:
            dealer.tape.add(entry.kind, **{name: said for name, said in entry.data.items() if name != "entry"})
        elif entry.kind != "end":
            dealer.apply_entry(entry)
    alone = verify_text("\n".join(forged))
    assert {fault.part for fault in alone.faults} == {"chance"}, "later shuffles were made with another tape"
    found = verify(bundle.model_copy(update={"tape": forged}).signed_by(Sealer(bytes(32))))
    shuffles = [fault for fault in found.faults if fault.part == "shuffles"]
    assert shuffles[0].entry == one + 1
    assert f"the tape deals {first['reply']}" in shuffles[0].what


def test_a_changed_stack_sealed_again_contradicts_the_ledger(kept: str) -> None:
    def richer(data: dict[str, Any]) -> None:
        for place, line in enumerate(data["tape"]):
            entry = json.loads(line)
            if entry["entry"] == "end":
                entry["state"]["positions"][0]["rack"] += 100
                data["tape"][place] = json.dumps(entry)
                break
        resealed(data)

    found = changed(kept, richer)
    assert [one.part for one in found.faults][:1] == ["rounds"]
    assert "another state" in found.faults[0].what


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda one: one["opening"].update(nonce="00"), "not match"),
        (lambda one: one["opening"].update(order=" ".join(one["opening"]["order"].split()[::-1])), "not match"),
        (lambda one: one["opening"].update(order="Ah Ah"), "not match"),
        (lambda one: one["opening"].update(order="no cards"), "not match"),
        (lambda one: one.update(commitment="0" * 64), "the published commitment is not"),
        (lambda one: one.update(entry=one["entry"] + 1), "nothing was shuffled at this entry"),
        (lambda one: one.update(shoe="another"), "the published commitment is not"),
    ],
)
def test_a_shuffle_that_differs_from_the_published_one(kept: str, change: Change, words: str) -> None:
    entry = json.loads(kept)["shuffles"][0]["entry"]
    found = changed(kept, lambda data: change(data["shuffles"][0]))
    assert any(words in one.what for one in found.faults), found.faults
    assert {one.part for one in found.faults} == {"shuffles"}
    assert entry in {one.entry for one in found.faults}


def test_shuffles_left_out_or_not_opened(kept: str) -> None:
    found = changed(kept, lambda data: data["shuffles"].pop(0))
    assert [one.what for one in found.faults] == ["the commitment on the tape was not published"]
    found = changed(kept, lambda data: data["shuffles"].append(data["shuffles"][0]))
    assert [one.what for one in found.faults] == ["a shuffle appears twice"]
    found = changed(kept, lambda data: [one.update(opening=None) for one in data["shuffles"]])
    assert (found.faults, found.opened, found.cards) == ([], 0, 0)


def move(journal: dict[str, Any], cents: int) -> None:
    """Move the same money again, or back: the journal still balances."""
    names = sorted(journal["amounts"])
    journal["amounts"][names[0]] += cents
    journal["amounts"][names[1]] -= cents


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data["ledger"][3]["amounts"].update({"table:1:inventory": 1}), "does not balance"),
        (lambda data: move(data["ledger"][3], 100), "the state on the tape has"),
        (lambda data: data["ledger"].pop(3), "the state on the tape has"),
        (lambda data: data["ledger"].pop(), "the state on the tape has"),
        (lambda data: data["ledger"].append(data["ledger"][-1]), "the state on the tape has"),
        (lambda data: data["ledger"][3].update(entry=10**6), "names no entry"),
        (lambda data: data["ledger"][3]["amounts"].update({"cage": 5, "table:9:inventory": -5}), "posts to"),
    ],
)
def test_a_ledger_that_contradicts_the_tape(kept: str, change: Change, words: str) -> None:
    found = changed(kept, change)
    assert any(words in one.what for one in found.faults), found.faults
    assert {one.part for one in found.faults} == {"ledger"}


def test_an_export_with_the_tape_of_another_table(kept: str) -> None:
    found = changed(kept, lambda data: data["table"]["layout"].update(on="2020-01-01"))
    assert [one.what for one in found.faults] == ["the layout on the tape is not that of the export"]


def test_a_tape_may_end_anywhere_but_its_ledger_may_not_continue(kept: str) -> None:
    data = json.loads(kept)
    for end in range(1, len(data["tape"]), 7):
        assert verify_text("\n".join(data["tape"][:end])).faults == []
    found = changed(kept, lambda data: data.update(tape=data["tape"][:-20]))
    assert {one.part for one in found.faults} <= {"ledger", "shuffles"}
    assert any(one.part == "ledger" for one in found.faults)


@pytest.mark.parametrize(
    "text", ["", "nonsense", "{}", "[]", '{"tape": []}', '{"tape": 7}', "{" * 100_000, '{"pitboss": "1", "tape": []}']
)
def test_an_invalid_export(text: str) -> None:
    with pytest.raises(BadExport):
        verify_text(text)


def test_a_signature_of_another_floor_is_found_by_its_key(kept: str) -> None:
    """A forger who cuts off the end of everything leaves no contradiction in the rest."""
    key = json.loads(kept)["signed"]["key"]
    assert verify_text(kept, key).faults == []
    assert verify_text(kept, f" {key.upper()}\n").faults == []
    found = changed(kept, lambda data: data["table"].update(name="Another"))
    assert found.faults == []
    forged = Bundle.model_validate_json(kept).signed_by(Sealer(bytes(32)))
    assert [one.part for one in verify(forged, key).faults] == ["signature"]
    assert [one.what for one in verify(forged.model_copy(update={"signed": None})).faults] == [
        "the export is not signed"
    ]
    with pytest.raises(BadExport, match="only an export or a list of shuffles is signed"):
        verify_text("\n".join(json.loads(kept)["tape"]), key)


def test_no_byte_of_an_export_can_be_changed(kept: str) -> None:
    """Wherever a character is changed, removed or inserted, the export is invalid, or no export at all."""
    random = Random("one byte")
    for _ in range(150):
        place = random.randrange(len(kept))
        letter = random.choice('0123456789abcdef {}[]",:-\u00e9')
        ways = (letter + kept[place + 1 :], kept[place + 1 :], letter + kept[place:])
        text = kept[:place] + random.choice(ways)
        if _same(text, kept):
            continue  # whitespace between tokens of JSON means nothing
        with suppress(BadExport):
            assert verify_text(text).faults, (place, text[place - 20 : place + 20])


def _same(text: str, kept: str) -> bool:
    try:
        return bool(json.loads(text) == json.loads(kept))
    except ValueError:
        return False


# ---- the command


def test_the_command_confirms_a_valid_export(kept: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.json"
    file.write_text(kept, "utf-8")
    key = json.loads(kept)["signed"]["key"]
    assert main(["verify", str(file), "--key", key]) == 0
    output = capsys.readouterr()
    assert "verified" in output.out.replace("\n", " ")
    assert re.search(r"✓ +chain", output.out)
    assert main(["verify", str(file), "--json", "--key", key]) == 0
    found = VerificationResult.model_validate_json(capsys.readouterr().out)
    assert found == verify_text(kept, key)
    tape = tmp_path / "table.tape"
    tape.write_text("\n".join(json.loads(kept)["tape"]) + "\n", "utf-8")
    assert main(["verify", str(tape)]) == 0


def test_a_forgery_signed_by_its_forger_is_not_valid(
    kept: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.json"
    forged = Bundle.model_validate_json(kept).signed_by(Sealer(bytes(32)))
    file.write_text(forged.model_dump_json(), "utf-8")
    assert main(["verify", str(file)]) == 1
    output = capsys.readouterr()
    assert ": verified" not in output.out
    assert forged.signed is not None
    assert forged.signed.key in output.out.replace("\n", "")
    assert "unverified" in output.err
    assert main(["verify", str(file), "--key", json.loads(kept)["signed"]["key"]]) == 1


def test_a_duplicate_member_is_refused(kept: str) -> None:
    """If two members have the same name, some parsers take the first and some the last."""
    key = json.loads(kept)["signed"]["key"]
    for text in (
        kept.replace('{"pitboss":', '{"pitboss":"another","pitboss":', 1),
        kept.replace('"table":{"id":', '"table":{"id":7,"id":', 1),
    ):
        assert text != kept
        with pytest.raises(BadExport, match="twice"):
            verify_text(text, key)


def test_a_number_in_another_form_is_refused(kept: str) -> None:
    key = json.loads(kept)["signed"]["key"]
    with pytest.raises(BadExport, match="another form"):
        verify_text(kept.replace('"id":1,', '"id":"1",', 1), key)


def test_the_command_names_what_is_invalid(kept: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(kept)
    data["tape"][6] = data["tape"][6].replace("reply", "repli")
    file = tmp_path / "table.json"
    file.write_text(json.dumps(data), "utf-8")
    assert main(["verify", str(file)]) == 1
    output = capsys.readouterr()
    assert "entry 7" in output.out
    assert output.err.strip().endswith("verification failed")
    assert main(["verify", str(file), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["faults"][0]["entry"] == 7


def test_the_command_names_files_that_it_cannot_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.json"
    for content in (b"\xff\xfe", b"nonsense", b"", b"{}"):
        file.write_bytes(content)
        assert main(["verify", str(file)]) == 2
        output = capsys.readouterr()
        assert output.out == ""
        assert output.err.count("\n") == 1
        assert str(file) in output.err
    assert main(["verify", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
