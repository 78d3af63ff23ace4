"""Randomness at live tables: commitments, openings, and the probabilities of all outcomes.

The statistical tests draw real randomness, so each can fail by chance, with probability 1e-9 (slow) or 1e-12 (quick)
per test, which is practically never. They detect the usual faults, such as a biased remainder or a naive shuffle, but
not small ones.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlalchemy import select

from pitboss.equipment import CARDS, FACE_DOWN, Opening
from pitboss.equipment.cards import cards as read_cards
from pitboss.equipment.decks import composition
from pitboss.equipment.dice import outcomes
from pitboss.floor import schema
from pitboss.floor.card_proofs import commitment_to_cards, is_opening
from pitboss.floor.chance import KEY, Generator, LiveSource, Sealer, ShuffleRecord, WrongKey
from pitboss.floor.commands import Close, Draw, Sit
from pitboss.floor.floor import Floor
from pitboss.floor.people import Role
from tests.shared.every_game import every_family, has_cards

from .house import STAKE, Crowd, all_shuffles, live, opened, staff

COMPOSITION = composition(1)


# ---- on the floor: commitment before the first card, opening afterwards


async def shuffles_with_tape(floor: Floor, table: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    return await all_shuffles(floor, table), [json.loads(line) for line in await floor.tape(table)]


@pytest.mark.anyio
@every_family(having=has_cards)
async def test_the_cards_follow_the_committed_order(sqlite_floor: Floor, game: str) -> None:
    """The commitment is on the tape before the first card; the cards on the tape are those of the opening."""
    people = [(await sqlite_floor.guest())[0] for _ in range(2)]
    info = await opened(sqlite_floor, game, clock="never")
    crowd = Crowd(sqlite_floor, info, people, "shuffles")
    opened_shoes = 0
    # A game that shuffles before every round opens its first shoe soon; one with a large shoe opens it after many
    # rounds.
    for rounds in (2, 4, 8, 16, 32, 64, 128, 256):
        await crowd.play(rounds)
        shuffles, tape = await shuffles_with_tape(sqlite_floor, info.id)
        opened_shoes = sum(one["opening"] is not None for one in shuffles)
        if opened_shoes:
            break
    assert opened_shoes
    at = {one["entry"]: one for one in shuffles}
    shuffled = [number for number, entry in enumerate(tape, 1) if entry.get("to") == "shuffle"]
    assert sorted(at) == shuffled, "exactly the shuffles on the tape are stored"
    for number, until in zip(shuffled, [*shuffled[1:], len(tape) + 1], strict=True):
        one = at[number]
        assert tape[number - 1]["reply"] == one["commitment"]
        dealt = [entry["reply"] for entry in tape[number : until - 1] if entry.get("to") == "card"]
        if one["opening"] is not None:
            opening = Opening(one["opening"]["nonce"], read_cards(one["opening"]["order"]))
            assert is_opening(one["commitment"], opening)
            assert dealt == [str(card) for card in opening.order[: len(dealt)]]
    assert at[shuffled[-1]]["opening"] is None, "the shoe in play is not opened"
    assert len({one["commitment"] for one in shuffles}) == len(shuffles)


@pytest.mark.anyio
async def test_a_shoe_is_not_opened_while_one_of_its_cards_is_face_down(sqlite_floor: Floor) -> None:
    """At every commit over many rounds, opened shoes are finished with none of their cards face down."""
    people = [(await sqlite_floor.guest())[0] for _ in range(2)]
    dealer = await staff(sqlite_floor, Role.DEALER)
    info = await opened(sqlite_floor, "caribbean-stud", clock="never", dealer="person")
    crowd = Crowd(sqlite_floor, info, people, "face down", dealer)
    known: set[int] = set()
    hidden = 0
    for _ in range(150):
        await crowd.move()
        shuffles = await all_shuffles(sqlite_floor, info.id)
        new = {one["entry"] for one in shuffles if one["opening"] is not None} - known
        seen = await sqlite_floor.view(info.id, None)
        down = FACE_DOWN in json.dumps(seen.state)
        hidden += down
        assert not (new and down)
        assert all(one["opening"] is None for one in shuffles[:1])
        known |= new
    assert len(known) > 2
    assert hidden > 2


@pytest.mark.anyio
async def test_the_commitment_is_shown_with_the_shuffle_and_before_the_first_card(sqlite_floor: Floor) -> None:
    (ann, _), dealer = await sqlite_floor.guest(), await staff(sqlite_floor, Role.DEALER)
    info = await opened(sqlite_floor, "three-card-poker", dealer="person")
    await sqlite_floor.command(info.id, ann, Sit(amount=STAKE))
    await Crowd(sqlite_floor, info, [ann], 1)._person_wagers(ann)
    await sqlite_floor.command(info.id, dealer, Close())
    seen = await sqlite_floor.view(info.id, ann)
    assert seen.commitment == ""
    await sqlite_floor.command(info.id, dealer, Draw())
    seen = await sqlite_floor.view(info.id, ann)
    (shuffle,) = await sqlite_floor.shuffles(info.id, ann)
    assert seen.commitment == shuffle.commitment
    assert seen.state["shoe"]["left"] == 52, "and no card is dealt"


@pytest.mark.anyio
async def test_the_database_has_no_order_of_a_shoe_in_play(floor: Floor) -> None:
    """The sealed order cannot be read without the key, and is not stored in any other form."""
    ann, _ = await floor.guest()
    info = await opened(floor, "blackjack")
    await Crowd(floor, info, [ann], "sealed").play(2)
    source = (await live(floor, info.id)).dealer.source
    assert isinstance(source, LiveSource)
    (in_play,) = source.shuffles
    order = " ".join(map(str, in_play.opening.order))

    def dump(connection: Any) -> tuple[list[bytes], str]:
        sealed = [bytes(one) for one in connection.execute(select(schema.shuffle.c.sealed)).scalars()]
        rows = [
            str(tuple(row)) for table in schema.metadata.tables.values() for row in connection.execute(select(table))
        ]
        return sealed, " ".join(rows)

    (sealed,), everything = await floor.store.read(dump)
    for secret in (in_play.opening.nonce, order, order[30:90]):
        assert secret not in everything
    assert order[:30].encode() not in sealed
    assert floor.sealer.open(sealed, info.id) == in_play.opening
    with pytest.raises(WrongKey):
        Sealer(bytes(KEY)).open(sealed, info.id)
    with pytest.raises(WrongKey):
        floor.sealer.open(sealed, info.id + 1)


# ---- sealing


def test_a_sealed_order_opens_with_its_key_for_its_table_only() -> None:
    sealer, other = Sealer(bytes(range(32))), Sealer(bytes(32))
    opening = Opening("ab" * 32, CARDS[:52])
    sealed = sealer.seal(opening, 3)
    assert sealer.open(sealed, 3) == opening
    assert sealer.seal(opening, 3) != sealed, "no two seals are alike"
    for box, table in ((other, 3), (sealer, 4)):
        with pytest.raises(WrongKey, match="sealed with another key"):
            box.open(sealed, table)
    for at in (0, 12, len(sealed) - 1):
        spoiled = bytearray(sealed)
        spoiled[at] ^= 1
        with pytest.raises(WrongKey):
            sealer.open(bytes(spoiled), 3)


def test_the_key_is_created_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    made = Sealer.of_file(tmp_path / "key")
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    assert Sealer.of_file(tmp_path / "key").fingerprint == made.fingerprint
    assert Sealer.of_file(tmp_path / "other").fingerprint != made.fingerprint
    assert made._key.hex() not in f"{made!r} {made.fingerprint} {made.secret.hex()}"


@pytest.mark.parametrize("text", ["", "xyz", "ab" * 31, "ab" * 33])
def test_an_invalid_key(tmp_path: Path, text: str) -> None:
    (tmp_path / "key").write_text(text, "ascii")
    with pytest.raises(WrongKey, match="64 hexadecimal digits"):
        Sealer.of_file(tmp_path / "key")
    with pytest.raises(WrongKey, match="PITBOSS_KEY"):
        Sealer.of_text(text)


def test_secrets_have_no_repr() -> None:
    source = LiveSource()
    source.shuffle("shoe", COMPOSITION)
    shuffled = source.shuffles[0]
    printed = f"{source!r} {shuffled!r} {source._generator!r} {source._in_play['shoe']!r}"
    assert str(shuffled.opening.order[0]) not in printed.split()
    assert shuffled.opening.nonce not in printed
    assert isinstance(shuffled, ShuffleRecord)


def test_a_source_continues_where_another_stopped() -> None:
    one = LiveSource()
    commitment = one.shuffle("shoe", COMPOSITION)
    first = [one.card("shoe") for _ in range(20)]
    two = LiveSource()
    two.take_over([ShuffleRecord("shoe", commitment, one.shuffles[0].opening, dealt=20)])
    rest = [two.card("shoe") for _ in range(32)]
    assert commitment_to_cards(Opening(one.shuffles[0].opening.nonce, (*first, *rest))) == commitment
    with pytest.raises(LookupError, match="empty"):
        two.card("shoe")


# ---- the generator


def test_bytes_are_never_returned_twice() -> None:
    generator = Generator()
    given = [generator.take(16) for _ in range(5000)]
    assert len(set(given)) == 5000
    sizes = [0, 1, 7, 992, 993, 5000]
    assert [len(generator.take(size)) for size in sizes if size] == sizes[1:]


def test_fresh_randomness_discards_the_buffer() -> None:
    generator = Generator()
    generator.take(1)
    ready = bytes(generator._bytes)
    generator.reseed()
    assert generator.take(len(ready))[::-1] != ready
    assert not set(_blocks(ready)) & set(_blocks(generator.take(4000)))


def _blocks(stream: bytes) -> list[bytes]:
    return [stream[at : at + 16] for at in range(0, len(stream) - 15, 16)]


@pytest.mark.parametrize("below", [0, -1])
def test_no_number_can_be_drawn_below_one(below: int) -> None:
    with pytest.raises(ValueError, match="must be at least 1"):
        LiveSource().number(below)


@pytest.mark.parametrize("below", [1, 2, 3, 38, 52, 255, 256, 257, 65537, 2**32 + 1, 2**61 - 1])
def test_a_number_is_below(below: int) -> None:
    source = LiveSource()
    assert all(0 <= source.number(below) < below for _ in range(300))


@pytest.mark.parametrize("below", [3, 6, 38, 52, 171, 200, 255])
def test_no_number_is_favoured(below: int) -> None:
    """With a generator that counts through all bytes, each number must occur equally often."""
    source = LiveSource()
    source._generator = Counting()
    size = 2
    limit = (1 << 8 * size) // below * below
    drawn = Counter(source.number(below) for _ in range(limit))
    assert set(drawn) == set(range(below))
    assert set(drawn.values()) == {limit // below}


class Counting:
    """Returns every pair of bytes once, in order."""

    def __init__(self) -> None:
        self.at = -1

    def take(self, size: int) -> bytes:
        assert size == 2
        self.at += 1
        return self.at.to_bytes(2, "big")


# ---- statistics


def chi_square(counts: Any, expected: Any) -> float:
    counts = np.asarray(counts, float)
    return float(((counts - expected) ** 2 / expected).sum())


def improbable(statistic: float, freedom: int, chance: float = 1e-9) -> bool:
    """Whether chi-square is too extreme in either direction to be chance (Wilson and Hilferty)."""
    z = ((statistic / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / math.sqrt(2 / (9 * freedom))
    return math.erfc(abs(z) / math.sqrt(2)) < chance


def test_the_tests_can_fail() -> None:
    """A naive shuffle and a biased remainder are detected at the sizes of the quick tests."""
    random = np.random.default_rng(7)
    naive = np.zeros((52, 52))
    for _ in range(3000):
        order = np.arange(52)
        for at in range(52):  # the mistake: swapping with any place, not just the remaining ones
            other = random.integers(52)
            order[at], order[other] = order[other], order[at]
        naive[np.arange(52), order] += 1
    assert improbable(chi_square(naive, 3000 / 52), 51 * 51, 1e-12)
    remainder = np.bincount(random.integers(0, 256, 40_000) % 38, minlength=38)
    assert improbable(chi_square(remainder, 40_000 / 38), 37, 1e-12)
    assert improbable(chi_square(np.full(38, 1000), 1000), 37, 1e-12), "too even is not chance either"


def positions_of(shuffles: int) -> Any:
    source = LiveSource()
    orders = np.empty((shuffles, 52), np.int64)
    for row in orders:
        source.shuffle("shoe", COMPOSITION)
        row[:] = [card.index for card in source.shuffles[-1].opening.order]
        source.shuffles.clear()
    return orders


def shuffles_are_fair(shuffles: int, chance: float) -> None:
    orders = positions_of(shuffles)
    assert (np.sort(orders, axis=1) == np.arange(52)).all(), "every card appears once"
    places = np.zeros((52, 52))
    for at in range(52):
        places[at] = np.bincount(orders[:, at], minlength=52)
    assert not improbable(chi_square(places, shuffles / 52), 51 * 51, chance), "card by position"
    pairs = np.zeros((52, 52))
    np.add.at(pairs, (orders[:, :-1].ravel(), orders[:, 1:].ravel()), 1)
    off = ~np.eye(52, dtype=bool)
    assert not improbable(chi_square(pairs[off], shuffles * 51 / (52 * 51)), 52 * 51 - 1, chance), "card after card"
    following = np.zeros((52, 52))
    np.add.at(following, (orders[:-1, 0], orders[1:, 0]), 1)
    assert not improbable(chi_square(following.sum(axis=0), (shuffles - 1) / 52), 51, chance), "shoe after shoe"
    fixed = (orders == np.arange(52)).sum(axis=1)
    chances = [math.exp(-1) / math.factorial(k) for k in range(4)]
    chances.append(1 - sum(chances))
    counts = np.array([*((fixed == k).sum() for k in range(4)), (fixed > 3).sum()])
    assert not improbable(chi_square(counts, shuffles * np.array(chances)), 4, chance), (
        "cards that stay where they were"
    )
    rising = (np.diff(orders, axis=1) > 0).sum(axis=1)  # Eulerian: mean 51/2, variance 53/12
    assert abs(rising.mean() - 25.5) < _sigmas(chance) * math.sqrt(53 / 12 / shuffles), "runs up and down"
    assert abs(rising.var() / (53 / 12) - 1) < _sigmas(chance) * math.sqrt(2 / shuffles)


def _sigmas(chance: float) -> float:
    low, high = 0.0, 40.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if math.erfc(middle / math.sqrt(2)) > chance else (low, middle)
    return low


def bits_are_fair(size: int, chance: float) -> None:
    generator = Generator()
    stream = b"".join(generator.take(997) for _ in range(size // 997))
    bits = np.unpackbits(np.frombuffer(stream, np.uint8)).astype(np.int8)
    sigma = _sigmas(chance)
    assert abs(int(bits.sum()) - len(bits) / 2) < sigma * math.sqrt(len(bits)) / 2, "equally many ones and zeros"
    changes = int((bits[1:] != bits[:-1]).sum())
    assert abs(changes - (len(bits) - 1) / 2) < sigma * math.sqrt(len(bits) - 1) / 2, "runs"
    for lag in (2, 8, 32, 256, 8 * 997):
        equal = int((bits[lag:] == bits[:-lag]).sum())
        assert abs(equal - (len(bits) - lag) / 2) < sigma * math.sqrt(len(bits) - lag) / 2, f"{lag} bits later"
    octets = np.bincount(np.frombuffer(stream, np.uint8), minlength=256)
    assert not improbable(chi_square(octets, len(stream) / 256), 255, chance), "every byte"
    pairs = np.frombuffer(stream[: len(stream) // 2 * 2], ">u2") % 4096
    assert not improbable(chi_square(np.bincount(pairs, minlength=4096), len(pairs) / 4096), 4095, chance), "in pairs"


def draws_are_fair(draws: int, chance: float) -> None:
    source = LiveSource()
    for below in (2, 3, 6, 37, 38, 52, 53, 100, 129, 255, 257, 1000):
        counts = np.bincount([source.number(below) for _ in range(draws)], minlength=below)
        if draws / below > 10:
            assert not improbable(chi_square(counts, draws / below), below - 1, chance), f"number below {below}"
    for number in (1, 2, 3):
        rolled = Counter(str(source.dice(number)) for _ in range(draws))
        faces = [str(dice) for dice in outcomes(number)]
        assert set(rolled) <= set(faces)
        counts = np.array([rolled[face] for face in faces])
        if len(faces) == 6**number and draws / len(faces) > 10:
            assert not improbable(chi_square(counts, draws / len(faces)), len(faces) - 1, chance), f"{number} dice"


def test_shuffles_bits_and_draws_quickly() -> None:
    shuffles_are_fair(3_000, 1e-12)
    bits_are_fair(200_000, 1e-12)
    draws_are_fair(4_000, 1e-12)


@pytest.mark.slow
def test_shuffles_thoroughly() -> None:
    shuffles_are_fair(200_000, 1e-9)


@pytest.mark.slow
def test_bits_thoroughly() -> None:
    bits_are_fair(50_000_000, 1e-9)


@pytest.mark.slow
def test_draws_thoroughly() -> None:
    draws_are_fair(1_000_000, 1e-9)
