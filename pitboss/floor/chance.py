"""Randomness at a live table, and how its secrets are stored.

Seeds come from ChaCha20. It is keyed by the operating system's randomness, rekeyed after every draw from the last block
("fast key erasure"), and fresh randomness is mixed in for each seed. Every roll, draw and shuffle follows from a seed
that was committed to before (`commitments`). A seed, and the order of a shoe, leave this source in one form only:
sealed, for the database. The key that opens them is not in the database.
"""

from __future__ import annotations

import hmac
import json
import os
import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from pitboss.equipment import Card, Dice, Opening, SeededSource, SystemSource
from pitboss.equipment.cards import cards as read_cards
from pitboss.floor.card_proofs import commitment_to_cards
from pitboss.floor.commitments import ROLLS, SHUFFLES, Seed, chance_of

KEY = 32
BLOCK = 1024
"""The number of bytes generated at a time; the first ones become the next key."""


class Generator:
    """A cryptographic generator of random bytes, seeded by the operating system.

    >>> generator = Generator()
    >>> len(generator.take(5)), generator.take(32) != generator.take(32)
    (5, True)
    """

    __slots__ = ("_bytes", "_key")

    def __init__(self) -> None:
        self._key = secrets.token_bytes(KEY)
        self._bytes = bytearray()

    def __repr__(self) -> str:
        return "<Generator>"

    def reseed(self) -> None:
        """Mix in fresh randomness from the operating system, and discard the buffered bytes."""
        self._key = sha256(self._key + secrets.token_bytes(KEY)).digest()
        self._bytes.clear()

    def take(self, size: int) -> bytes:
        """Return the next bytes and erase them here."""
        while len(self._bytes) < size:
            self._refill()
        taken = bytes(self._bytes[-size:])
        del self._bytes[-size:]
        return taken

    def _refill(self) -> None:
        stream = Cipher(algorithms.ChaCha20(self._key, bytes(16)), mode=None).encryptor()
        made = stream.update(bytes(BLOCK))
        self._key = made[:KEY]
        self._bytes += made[KEY:]


@dataclass(slots=True)
class ShuffleRecord:
    """A shuffle as it is stored in the database. `entry` is the tape entry that holds its commitment."""

    shoe: str
    commitment: str
    opening: Opening
    entry: int = 0
    dealt: int = 0
    status: str = "in play"
    known: bool = False
    """Whether the database has a row for it."""
    stored: bool = False
    """Whether that row is up to date."""
    seed: str = ""
    """The commitment to the seed behind the shuffle; "" if it predates seeds."""

    def __repr__(self) -> str:
        return f"<Shuffled {self.shoe} {self.status}>"

    def row(self, sealer: Sealer, table: int) -> dict[str, Any]:
        """The columns to write: a sealed order when the shuffle is new, the plain order when it is opened."""
        row: dict[str, Any] = {"entry": self.entry, "dealt": self.dealt, "status": self.status}
        if not self.known:
            sealed = sealer.seal(self.opening, table)
            row |= {"shoe": self.shoe, "commitment": self.commitment, "sealed": sealed}
        if self.status == "opened":
            row |= {"nonce": self.opening.nonce, "order": " ".join(map(str, self.opening.order))}
        self.known = self.stored = True
        return row


class LiveSource(SystemSource):
    """The random source of a live table. `shuffles` and `seeds` are those that are not published yet.

    The newest seed of each kind is used; each answer follows from it and the `head` of the tape.
    """

    __slots__ = ("_generator", "_head", "_round", "seeds", "shuffles")

    def __init__(self) -> None:
        super().__init__()
        self._generator = Generator()
        self._head, self._round = "", 0
        self.shuffles: list[ShuffleRecord] = []
        self.seeds: list[Seed] = []

    # ---- seeds

    def in_force(self, of: str) -> Seed | None:
        """The next seed to use for a kind of chance."""
        for seed in reversed(self.seeds):
            if seed.of == of:
                return seed
        return None

    def renewed(self, round: int, entry: int) -> list[Seed]:
        """Create the seeds that a new round needs, because there is none or an earlier round has used it."""
        made = []
        for of in (ROLLS, SHUFFLES):
            seed = self.in_force(of)
            if seed is None or (seed.used is not None and seed.used != round):
                self._generator.reseed()
                made.append(Seed(of, self._generator.take(KEY).hex(), entry))
        self.seeds += made
        return made

    def due(self, round: int | None) -> list[Seed]:
        """Remove and return the seeds that may be opened in this round because their own round and shoes are finished.

        If `round` is None, the table has ended.
        """
        over = [seed for seed in self.seeds if seed.used is not None and seed.used != round]
        if not over:
            return []
        held = {shuffled.seed for shuffled in self.shuffles if shuffled.status != "opened"}
        open = [seed for seed in over if seed.of == ROLLS or seed.commitment not in held]
        if open:
            self.seeds = [seed for seed in self.seeds if seed not in open]
        return open

    def stand(self, head: str, round: int) -> None:
        """Set the tape's head and the round for the next answers."""
        self._head, self._round = head, round

    def _of(self, of: str) -> SeededSource | None:
        """The source for a kind of seed; None without a table, where the system's randomness answers."""
        seed = self.in_force(of)
        if seed is None or not self._head:
            return None
        if seed.used is None:
            seed.used = self._round
        return chance_of(seed.secret, self._head)

    # ---- outcomes

    def dice(self, number: int = 2) -> Dice:
        source = self._of(ROLLS)
        return super().dice(number) if source is None else source.dice(number)

    def draw(self, of: int, take: int, out: Sequence[int] = ()) -> tuple[int, ...]:
        source = self._of(ROLLS)
        return super().draw(of, take, out) if source is None else source.draw(of, take, out)

    def number(self, below: int) -> int:
        source = self._of(ROLLS)
        return self._number(below) if source is None else source.number(below)

    def _number(self, below: int) -> int:
        if below < 1:
            raise ValueError(f"`below` must be at least 1, not {below}")
        size = ((below - 1).bit_length() + 7 >> 3) + 1
        limit = (1 << 8 * size) // below * below
        while True:
            value = int.from_bytes(self._generator.take(size), "big")
            if value < limit:
                return value % below

    def _nonce(self) -> str:
        return self._generator.take(32).hex()

    def shuffle(self, shoe_id: str, composition: Sequence[int]) -> str:
        source = self._of(SHUFFLES)
        if source is None:
            self._generator.reseed()
            super().shuffle(shoe_id, composition)
        else:
            source.shuffle(shoe_id, composition)
            source.finish(shoe_id)
            self._put_in_play(shoe_id, source.opening(shoe_id))
        seed = None if source is None else self.in_force(SHUFFLES)
        made_of = "" if seed is None else seed.commitment
        opening = self._in_play[shoe_id].opening
        commitment = commitment_to_cards(opening)
        self.shuffles.append(ShuffleRecord(shoe_id, commitment, opening, seed=made_of))
        return commitment

    def card(self, shoe_id: str) -> Card:
        card = super().card(shoe_id)
        now = self._in_play[shoe_id]
        for shuffled in self.shuffles:
            if shuffled.opening is now.opening:
                shuffled.dealt, shuffled.stored = now.dealt, False
        return card

    def finish(self, shoe_id: str) -> None:
        super().finish(shoe_id)
        self._put_away(shoe_id)

    def _put_away(self, shoe_id: str) -> None:
        for shuffled in self.shuffles:
            if shuffled.shoe == shoe_id and shuffled.status == "in play":
                shuffled.status, shuffled.stored = "finished", False

    def finish_all(self) -> None:
        """Record that every shoe is finished."""
        for shoe_id in list(self._in_play):
            self.finish(shoe_id)

    def take_over(self, shuffles: list[ShuffleRecord], seeds: Iterable[Seed] = ()) -> None:
        """Continue with shuffles and seeds from the database."""
        self.shuffles, self.seeds = shuffles, list(seeds)
        made_of = [seed for seed in self.seeds if seed.of == SHUFFLES]
        for shuffled in shuffles:
            before = [seed.commitment for seed in made_of if seed.entry < shuffled.entry]
            shuffled.seed = before[-1] if before else ""
            if shuffled.status == "in play":
                self._put_in_play(shuffled.shoe, shuffled.opening)
                self._in_play[shuffled.shoe].dealt = shuffled.dealt


class WrongKey(ValueError):
    """Sealed data cannot be opened with this key."""


class Sealer:
    """Seals the orders of shoes for the database, and opens them again."""

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY:
            raise WrongKey(f"a key must have {KEY} bytes, not {len(key)}")
        self._box = ChaCha20Poly1305(key)
        self._key = key
        self._journals = sha256(b"pitboss journals:" + key).digest()
        self._signing = Ed25519PrivateKey.from_private_bytes(sha256(b"pitboss exports:" + key).digest())

    def __repr__(self) -> str:
        return "<Sealer>"

    @property
    def fingerprint(self) -> str:
        """A public identifier of the key."""
        return sha256(b"pitboss key:" + self._key).hexdigest()[:16]

    @property
    def secret(self) -> bytes:
        """The key for messages between the processes of one floor."""
        return sha256(b"pitboss processes:" + self._key).digest()

    def token_for(self, what: str) -> str:
        """A token derived from the key: the same for the same text, and impossible to guess without the key."""
        return hmac.new(sha256(b"pitboss tokens:" + self._key).digest(), what.encode(), "sha256").hexdigest()

    def seal_of_journal(self, id: int, what: str, table: int | None, entry: int | None, amounts: dict[str, int]) -> str:
        """The seal of a journal, which proves that a holder of the key wrote it with this content."""
        content = json.dumps([id, what, table, entry, sorted(amounts.items())], separators=(",", ":"))
        return hmac.new(self._journals, content.encode(), "sha256").hexdigest()

    @property
    def public(self) -> str:
        """The public key that verifies this floor's signatures."""
        return self._signing.public_key().public_bytes_raw().hex()

    def sign(self, content: bytes) -> str:
        """Sign some content."""
        return self._signing.sign(content).hex()

    def seal(self, opening: Opening, table: int) -> bytes:
        return self._lock(f"{opening.nonce} {' '.join(map(str, opening.order))}", str(table))

    def open(self, sealed: bytes, table: int) -> Opening:
        nonce, _, order = self._unlock(sealed, str(table)).partition(" ")
        return Opening(nonce, read_cards(order))

    def seal_seed(self, seed: Seed, table: int) -> bytes:
        return self._lock(seed.secret, f"{table} {seed.of}")

    def open_seed(self, sealed: bytes, table: int, of: str) -> str:
        return self._unlock(sealed, f"{table} {of}")

    def seal_second_factor(self, secret: str, person: int) -> bytes:
        return self._lock(secret, f"second factor {person}")

    def open_second_factor(self, sealed: bytes, person: int) -> str:
        return self._unlock(sealed, f"second factor {person}")

    def _lock(self, text: str, about: str) -> bytes:
        nonce = os.urandom(12)
        return nonce + self._box.encrypt(nonce, text.encode(), about.encode())

    def _unlock(self, sealed: bytes, about: str) -> str:
        try:
            return self._box.decrypt(sealed[:12], bytes(sealed[12:]), about.encode()).decode()
        except InvalidTag:
            raise WrongKey("a secret in the database was sealed with another key") from None

    @classmethod
    def of_file(cls, path: Path) -> Sealer:
        """Read the key from a file that only its owner may read; create it if necessary."""
        try:
            return cls(_read_key(path.read_text("ascii", "replace"), str(path)))
        except FileNotFoundError:
            pass
        # Write a temporary file first, so that a full disk leaves no partial key behind.
        fresh = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        try:
            with os.fdopen(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
                file.write(secrets.token_bytes(KEY).hex() + "\n")
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileExistsError):  # another process was faster, and its key becomes the floor's
                os.link(fresh, path)
        finally:
            fresh.unlink(missing_ok=True)
        return cls(_read_key(path.read_text("ascii"), str(path)))

    @classmethod
    def of_text(cls, text: str) -> Sealer:
        return cls(_read_key(text, "PITBOSS_KEY"))


def is_valid_signature(public: str, signature: str, content: bytes) -> bool:
    """Whether a signature of some content is valid."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signature), content)
    except (ValueError, InvalidSignature):
        return False
    return True


def _read_key(text: str, where: str) -> bytes:
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != KEY:
        raise WrongKey(f"{where} does not contain a key of 64 hexadecimal digits")
    return key
