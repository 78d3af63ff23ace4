"""Cards that no one was shown stay unseen after the hand, and shown cards are proven.

The oracle is the replay of past rounds: a card may be opened to a person who saw it there, and to no one else.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.cli import main
from pitboss.equipment import CARDS, Card, Opening
from pitboss.equipment.cards import cards as read_cards
from pitboss.floor import schema
from pitboss.floor import shuffles as seen_shuffles
from pitboss.floor.card_proofs import commitment_of, commitment_to_cards, disclose
from pitboss.floor.commands import Act, Decide, Leave, Ready, Settings, Sit
from pitboss.floor.draws import drawn_rounds
from pitboss.floor.floor import Floor
from pitboss.floor.people import SEES_ALL, Person, Role
from pitboss.floor.shuffles import ShuffleView
from pitboss.floor.verify import VerificationResult, verify_text
from pitboss.table import PUBLIC
from pitboss.table.tape import seal
from tests.shared.every_game import every_game, has_cards

from .counter import Counter as Desk
from .counter import counter
from .house import STAKE, Crowd, House, cards_in, live, opened, quiet, staff

pytestmark = pytest.mark.anyio
JOKERS = ("Jk",)
"""Cards that the announcements of a past round do not name."""


async def guests(floor: Floor, number: int) -> list[Person]:
    return [(await floor.guest())[0] for _ in range(number)]


async def shuffles(floor: Floor, table: int, person: Person | None) -> list[ShuffleView]:
    """All shuffles of a table, page by page."""
    found = await floor.shuffles(table, person)
    while found and (more := await floor.shuffles(table, person, found[-1].entry)):
        found += more
    return found


def opened_cards(found: list[ShuffleView]) -> dict[int, list[Card]]:
    """The opened cards, by the entry of their shuffle."""
    return {one.entry: [Card(card.card) for card in one.disclosure.cards] for one in found if one.disclosure}


async def rounds_of_shuffles(floor: Floor, table: int) -> dict[int, list[int]]:
    """The rounds with cards of each shuffle, by its entry."""
    entries = [json.loads(line) for line in await floor.tape(table)]
    found: dict[int, list[int]] = {}
    round = shuffle = 0
    for number, entry in enumerate(entries, 1):
        if entry["entry"] in ("end", "void"):
            round += 1
        elif entry.get("to") == "shuffle":
            shuffle = number
            found[shuffle] = []
        elif entry.get("to") == "card" and round not in found[shuffle]:
            found[shuffle].append(round)
    return found


async def seen_in(floor: Floor, table: int, rounds: list[int], eyes: int) -> set[Card]:
    """The cards that a position saw in some rounds, according to their replays."""
    texts = [moment.model_dump_json() for number in rounds for moment in await floor.past_round(table, number, eyes)]
    return cards_in(" ".join(texts))


@every_game(having=has_cards)
async def test_only_shown_cards_are_opened(sqlite_floor: Floor, game: str) -> None:
    floor = sqlite_floor
    people = await guests(floor, 2)
    watcher, boss = await staff(floor, Role.SURVEILLANCE), await staff(floor, Role.REGULATOR)
    info = await opened(floor, game, clock="never", seats=3)
    await Crowd(floor, info, people, "shown", bots=["random"]).play(8)
    at = {person.name: (await floor.view(info.id, person)).you for person in people}
    await quiet(await live(floor, info.id))
    played = (await floor.view(info.id, None)).round
    came = {
        shuffle: [one for one in rounds if one < played]
        for shuffle, rounds in (await rounds_of_shuffles(floor, info.id)).items()
    }
    whole = {one.entry: one for one in await shuffles(floor, info.id, watcher)}
    assert await shuffles(floor, info.id, boss) == list(whole.values())
    for person in (None, *people):
        found = await shuffles(floor, info.id, person)
        assert [one.entry for one in found] == list(whole)
        assert all(one.opening is None for one in found)
        assert [one.disclosure is None for one in found] == [not one.finished for one in found]
        eyes = PUBLIC if person is None else at[person.name]
        if person is not None and not eyes:
            continue  # this player has left, and may have had another seat
        for one in found:
            if one.disclosure is None:
                continue
            assert commitment_of(one.disclosure) == one.commitment
            order = read_cards(whole[one.entry].opening.order)
            assert all(str(order[card.place - 1]) == card.card for card in one.disclosure.cards)
            seen = await seen_in(floor, info.id, came[one.entry], eyes)
            texts = [Card(card.card) for card in one.disclosure.cards if card.card not in JOKERS]
            if _are_tiles(order):
                continue
            assert set(texts) <= seen, "an unseen card is opened"
            if len(set(order)) == len(order):
                assert set(texts) == seen & set(order), "a seen card is not opened"


def _are_tiles(order: Any) -> bool:
    return "-" in str(order[0])


async def folded(floor: Floor) -> tuple[int, Person, Person]:
    """Play a hand of three card poker in which one player folds and the other plays, and then a second hand, after
    which the first one's cards are opened.
    """
    ann, ben = await guests(floor, 2)
    table = (await opened(floor, "three-card-poker", clock="never")).id
    for person in (ann, ben):
        await floor.command(table, person, Sit(amount=STAKE))
        await floor.command(table, person, Act(verb="make", wager="ante", amount=10_00))
    for person in (ann, ben):
        await floor.command(table, person, Ready())
    await floor.command(table, ann, Decide(choice="fold"))
    await floor.command(table, ben, Decide(choice="play"))
    await floor.command(table, ben, Act(verb="make", wager="ante", amount=10_00))
    for person in (ann, ben):
        await floor.command(table, person, Ready())
    await floor.command(table, ben, Decide(choice="fold"))
    return table, ann, ben


async def test_a_folded_hand_is_opened_to_its_owner_only(floor: Floor) -> None:
    table, ann, ben = await folded(floor)
    watcher = await staff(floor, Role.SURVEILLANCE)
    ((whole,), (mine,), (other,), (public,)) = [
        list(opened_cards(await floor.shuffles(table, person)).values()) for person in (watcher, ann, ben, None)
    ]
    assert len(whole) == 52
    assert len(mine) == len(public) + 3
    assert set(mine) - set(public) == await seen_in(floor, table, [0], 1) - await seen_in(floor, table, [0], PUBLIC)
    assert other == public, "Ben's hand was shown, and Ann's is not his to see"
    assert len(public) == 6, "Ben's and the dealer's"


async def test_a_later_player_in_the_seat_does_not_see_it(floor: Floor) -> None:
    table, ann, _ = await folded(floor)
    (cyd,) = await guests(floor, 1)
    at = (await floor.view(table, ann)).you
    await floor.command(table, ann, Leave())
    await floor.command(table, cyd, Sit(amount=STAKE, position=at))
    assert opened_cards(await floor.shuffles(table, cyd)) == opened_cards(await floor.shuffles(table, None))
    assert [len(cards) for cards in opened_cards(await floor.shuffles(table, ann)).values()] == [9]


async def test_seeds_of_shuffles_are_shown_to_surveillance_only(floor: Floor) -> None:
    """The seed would give anyone the whole order."""
    table, _, _ = await folded(floor)
    for whole in (False, True):
        *_, round = await drawn_rounds(floor, table, whole=whole)
        assert [one.seed is not None for one in round.commitments] == [whole]
        assert [draw.cards != "" for draw in round.draws if draw.kind == "shuffle"] == [whole]


async def test_an_empty_hand_of_asia_poker_and_the_stub_stay_closed(sqlite_floor: Floor) -> None:
    """Positions without wagers are dealt in, and their hands are collected unseen."""
    (ann,) = await guests(sqlite_floor, 1)
    info = await opened(sqlite_floor, "asia-poker", clock="never")
    await Crowd(sqlite_floor, info, [ann], "empty").play(2)
    watcher = await staff(sqlite_floor, Role.SURVEILLANCE)
    dealt = sum(json.loads(line).get("to") == "card" for line in await sqlite_floor.tape(info.id))
    assert dealt >= 49, "seven hands of seven"
    first = (await shuffles(sqlite_floor, info.id, None))[-1]
    assert first.disclosure is not None
    assert len(first.disclosure.cards) == 14, "the one hand that was played, and the dealer's"
    whole = (await shuffles(sqlite_floor, info.id, watcher))[-1].disclosure
    assert whole is not None
    assert len(whole.cards) == whole.count


async def test_no_card_can_be_found_by_trying_all_against_a_signed_head(floor: Floor) -> None:
    """A receipt contains the hash of the last entry; someone who knew everything else could try every card in its
    place."""
    (ann,) = await guests(floor, 1)
    table = (await opened(floor, "three-card-poker")).id
    await floor.command(table, ann, Sit(amount=STAKE))
    await floor.command(table, ann, Act(verb="make", wager="ante", amount=10_00))
    head = (await floor.command(table, ann, Ready(), key="a receipt"))["head"]
    lines = [json.loads(line) for line in await floor.tape(table)]
    end = next(place for place, line in enumerate(lines) if line["hash"] == head)
    cards = [place for place, line in enumerate(lines[: end + 1]) if line.get("to") == "card"]
    assert len(cards) == 6
    for place in cards:
        tried = {_head(lines[: end + 1], place, str(card)) for card in CARDS}
        assert head not in tried, "Ann has found a card of the dealer's"


def _head(lines: list[dict[str, Any]], place: int, card: str) -> str:
    """The hash of the last entry with another card in a place, computed from public data."""
    before = lines[place]["prev"]
    for number, line in enumerate(lines[place:], place):
        entry = {name: item for name, item in line.items() if name not in ("hash", "prev")}
        if number == place:
            entry |= {"reply": card}
            entry.pop("salt", None)
        _, before = seal(entry, before)
    return before


# ---- over the API


async def _played(desk: Desk) -> tuple[int, Any, Any]:
    ann, ben = await desk.guest(), await desk.guest()
    table = await desk.table("poker", clock="never", betting_seconds=1)
    for number, person in enumerate((ann, ben), 1):
        await desk.done(table, person, do="sit", amount=500_00, position=number)
    for person in (ann, ben):
        await desk.done(table, person, do="ready")
    seen = (await desk.get(f"/tables/{table}", ann)).json()
    folds = {1: ann, 2: ben}[seen["ask"]["position"]]
    await desk.done(table, folds, do="decide", choice="fold")
    await desk.done(table, await desk.staff(Role.FLOORPERSON), do="close_table")  # which ends the shoe
    return table, ann, ben


async def test_the_poker_room_shows_a_mucked_hand_to_no_one(sqlite_house: House) -> None:
    """Request the shuffles and all draws of a hand that ended with a fold."""
    async with counter(sqlite_house) as desk:
        table, ann, ben = await _played(desk)
        public = (await desk.get(f"/tables/{table}/shuffles")).json()
        assert public[-1]["finished"]
        assert (public[-1]["disclosure"]["cards"], public[-1].get("opening")) == ([], None)
        for who in (ann, ben):
            mine = (await desk.get(f"/tables/{table}/shuffles", who)).json()[-1]
            assert len(mine["disclosure"]["cards"]) == 2
            assert mine.get("opening") is None
        for role in (Role.SURVEILLANCE, Role.REGULATOR, Role.DEALER, Role.FLOORPERSON, Role.ADMIN):
            sees = role in SEES_ALL
            seen = (await desk.get(f"/tables/{table}/shuffles", await desk.staff(role))).json()[-1]
            assert (seen.get("opening") is not None) == sees, role
            chance = (await desk.get(f"/tables/{table}/chance", await desk.staff(role))).text
            assert ("2c 2d 2h 2s" in chance) == sees, role
        texts = [await desk.get(f"/tables/{table}/{path}", ben) for path in ("chance", "rounds/0", "rounds/0/phh")]
        (hers,) = (await desk.get(f"/tables/{table}/shuffles", ann)).json()
        hidden = {Card(card["card"]) for card in hers["disclosure"]["cards"]}
        assert len(hidden) == 2
        for answer in texts:
            assert answer.status_code == 200
            assert not cards_in(answer.text) & hidden


async def test_public_downloads_are_verified_by_the_command(
    sqlite_house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with counter(sqlite_house) as desk:
        ann = await desk.guest()
        table = await desk.table("three-card-poker")
        await desk.done(table, ann, do="sit", amount=100_00)
        for _ in range(2):
            await desk.done(table, ann, do="act", verb="make", wager="ante", amount=10_00)
            await desk.done(table, ann, do="ready")
            await desk.done(table, ann, do="decide", choice="fold")
        text = (await desk.get(f"/tables/{table}/shuffles", ann)).text
    file = tmp_path / "shuffles.json"
    file.write_text(text, "utf-8")
    assert main(["verify", str(file)]) == 0
    assert "cards opened, matching the commitments" in " ".join(capsys.readouterr().out.split())
    found = verify_text(text)
    assert (found.kind, found.faults, found.true) == ("shuffles", [], True)
    assert found.cards >= 3
    data = json.loads(text)
    card = data[-1]["disclosure"]["cards"][0]
    card["card"] = "2c" if card["card"] != "2c" else "2d"
    file.write_text(json.dumps(data), "utf-8")
    assert main(["verify", str(file)]) == 1
    assert [fault.part for fault in verify_text(json.dumps(data)).faults] == ["shuffles"]


async def test_a_shuffle_of_an_earlier_version_is_verified_by_surveillance_only(floor: Floor) -> None:
    """It was committed to as a whole, so all its cards can be opened, or none."""
    table, ann, _ = await folded(floor)
    watcher = await staff(floor, Role.SURVEILLANCE)
    *_, now = await floor.shuffles(table, watcher)
    assert now.opening is not None
    before = Opening(now.opening.nonce, read_cards(now.opening.order)).commitment
    first = schema.shuffle.c.entry == now.entry
    rows = schema.shuffle.update().where(schema.shuffle.c.table == table, first).values(commitment=before)
    await floor.store.change(lambda connection: connection.execute(rows))
    for person in (None, ann):
        *_, seen = await floor.shuffles(table, person)
        assert (seen.finished, seen.disclosure, seen.opening) == (True, None, None)
    *_, seen = await floor.shuffles(table, watcher)
    assert (seen.opening, seen.disclosure) == (now.opening, None)
    assert verify_text(json.dumps([seen.model_dump(mode="json")])).faults == []


async def test_a_limited_number_of_rounds_is_replayed_for_each_page(
    sqlite_floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann,) = await guests(sqlite_floor, 1)
    info = await sqlite_floor.open_table(Layout.of("three-card-poker"), settings=Settings(clock="never"))
    await Crowd(sqlite_floor, info, [ann], "pages").play(6)
    whole = await sqlite_floor.shuffles(info.id, ann)
    monkeypatch.setattr(seen_shuffles, "ROUNDS_AT_ONCE", 2)
    assert len(await sqlite_floor.shuffles(info.id, ann)) < len(whole)
    assert await shuffles(sqlite_floor, info.id, ann) == whole


# ---- a dishonest floor


@dataclass(frozen=True)
class Downloads:
    """The shuffles of a table as a stranger downloaded them: during the first round, and after the third."""

    before: list[dict[str, Any]]
    after: list[dict[str, Any]]
    whole: list[ShuffleView]
    """The shuffles that the regulator gets."""
    key: str

    def verified(self, change: Callable[[list[dict[str, Any]]], object]) -> VerificationResult:
        """The faults that the stranger finds if the floor changes the second download."""
        after = json.loads(json.dumps(self.after))
        change(after)
        return verify_text(json.dumps(after), self.key, earlier=json.dumps(self.before))

    def disclosed(self, opening: Opening, like: dict[str, Any]) -> dict[str, Any]:
        """Another order of the shoe, opened at the places of a true disclosure."""
        places = [card["place"] for card in like["disclosure"]["cards"]]
        return disclose(opening, places).model_dump()


@pytest.fixture
async def downloads(sqlite_floor: Floor) -> Downloads:
    floor = sqlite_floor
    (ann,) = await guests(floor, 1)
    table = (await opened(floor, "three-card-poker", clock="never")).id
    await floor.command(table, ann, Sit(amount=STAKE))

    async def begin() -> None:
        await floor.command(table, ann, Act(verb="make", wager="ante", amount=10_00))
        await floor.command(table, ann, Ready())

    async def seen(person: Person | None) -> list[ShuffleView]:
        return await floor.shuffles(table, person)

    await begin()
    before = await seen(None)
    for _ in range(3):
        await floor.command(table, ann, Decide(choice="play"))
        await begin()
    after, whole = await seen(None), await seen(await staff(floor, Role.REGULATOR))
    listed = [[one.model_dump(mode="json") for one in found] for found in (before, after)]
    return Downloads(listed[0], listed[1], whole, floor.sealer.public)


def _first(found: list[dict[str, Any]]) -> dict[str, Any]:
    return found[-1]


async def test_an_honest_floor_is_verified_with_its_key_and_an_earlier_download(downloads: Downloads) -> None:
    (early,) = downloads.before
    assert (early["finished"], early["disclosure"]) == (False, None)
    found = downloads.verified(lambda after: None)
    assert (found.faults, found.vouched, found.known) == ([], True, 1)
    assert found.opened == 2
    assert found.cards == 12


async def test_an_exchanged_card_another_order_and_a_wrong_salt_are_found(downloads: Downloads) -> None:
    opening = downloads.whole[-1].opening
    assert opening is not None
    order = read_cards(opening.order)
    swapped = Opening(opening.nonce, (order[1], order[0], *order[2:]))
    other = {"disclosure": downloads.disclosed(swapped, _first(downloads.after))}

    def card(after: list[dict[str, Any]]) -> None:
        first, second = _first(after)["disclosure"]["cards"][:2]
        first["card"] = second["card"]

    def salt(after: list[dict[str, Any]]) -> None:
        _first(after)["disclosure"]["cards"][0]["salt"] = "ab" * 32

    def left_out(after: list[dict[str, Any]]) -> None:
        _first(after)["disclosure"]["cards"].pop()

    for change in (card, salt, left_out, lambda after: _first(after).update(other)):
        assert [fault.part for fault in downloads.verified(change).faults] == ["shuffles"]


async def test_another_order_with_its_own_commitment_is_found_by_what_was_known_before(
    downloads: Downloads,
) -> None:
    """The proof itself is right; only the signature and the earlier download show that it belongs to another
    shuffle."""
    opening = downloads.whole[-1].opening
    assert opening is not None
    swapped = Opening(opening.nonce, read_cards(opening.order)[::-1])
    other = {"commitment": commitment_to_cards(swapped)}
    other |= {"disclosure": downloads.disclosed(swapped, _first(downloads.after))}

    def exchange(after: list[dict[str, Any]]) -> None:
        _first(after).update(other)

    found = downloads.verified(exchange)
    assert [fault.part for fault in found.faults] == ["signature", "shuffles"]
    assert "the commitment was replaced" in found.faults[1].what
    assert not found.vouched
    after = json.loads(json.dumps(downloads.after))
    exchange(after)
    assert verify_text(json.dumps(after)).faults == [], "without either there is nothing to compare with"


async def test_the_proof_of_another_shuffle_is_found(downloads: Downloads) -> None:
    """Use the commitment, with or without the signature, of another shuffle at the same table."""

    def proof(after: list[dict[str, Any]]) -> None:
        _first(after)["disclosure"] = after[-2]["disclosure"]

    def with_commitment(after: list[dict[str, Any]]) -> None:
        _first(after).update({name: after[-2][name] for name in ("disclosure", "commitment")})

    def with_signature(after: list[dict[str, Any]]) -> None:
        _first(after).update({name: after[-2][name] for name in ("disclosure", "commitment", "signature")})

    assert {fault.part for fault in downloads.verified(proof).faults} == {"shuffles"}
    for change in (with_commitment, with_signature):
        assert {fault.part for fault in downloads.verified(change).faults} == {"signature", "shuffles"}


async def test_no_one_can_open_a_card_that_was_kept_from_them(downloads: Downloads) -> None:
    """A stranger knows the public download; the closed cards cannot be found with the salts in it."""
    first = _first(downloads.after)["disclosure"]
    whole = downloads.whole[-1].disclosure
    assert whole is not None
    public = {card["place"] for card in first["cards"]}
    closed = [card for card in whole.cards if card.place not in public]
    assert len(closed) == 46
    text = json.dumps(downloads.after)
    assert not any(card.salt in text for card in closed)
    for card in closed[:3]:
        forged = json.loads(json.dumps(first))
        forged["cards"].append({"place": card.place, "card": card.card, "salt": first["cards"][0]["salt"]})
        forged["cards"].sort(key=lambda one: one["place"])
        found = downloads.verified(lambda after, forged=forged: _first(after).update(disclosure=forged))
        assert [fault.part for fault in found.faults] == ["shuffles"], "even the right card proves nothing"


async def test_the_command_compares_with_an_earlier_download(
    downloads: Downloads, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after = tmp_path / "before.json", tmp_path / "after.json"
    before.write_text(json.dumps(downloads.before), "utf-8")
    after.write_text(json.dumps(downloads.after), "utf-8")
    words = ["verify", str(after), "--key", downloads.key, "--earlier", str(before)]
    assert main(words) == 0
    assert "1 of these commitments were downloaded earlier" in " ".join(capsys.readouterr().out.split())
    _first(downloads.before)["commitment"] = "0" * 64
    before.write_text(json.dumps(downloads.before), "utf-8")
    assert main(words) == 1
    assert "replaced" in capsys.readouterr().out
    before.write_text("nonsense", "utf-8")
    assert main(words) == 2
    assert main([*words[:2], "--key", "ab" * 32]) == 1
