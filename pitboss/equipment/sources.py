"""Random sources: only they know a shoe's order.

1. A round of play asks for a shuffle and gets a *commitment*: the SHA-256 of a random nonce and the order, published
   before the first card. It then asks for one card at a time.
2. Once the shoe is finished or shuffled again, its *opening* (nonce and order) is available, and anyone can verify it
   against the commitment: `printf '%s' "$NONCE Ah Td 5c …" | sha256sum`.
3. All numbers below n are equally likely: values that would bias the result are rejected and drawn again. Shoes are put
   in order by a Fisher-Yates shuffle.
4. A source keeps its secrets: it cannot be printed, pickled or copied. `snapshot` is the only way to save it, and the
   snapshot stays sealed until `reveal` is called.
"""

import json
import secrets
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NoReturn, Protocol, Self, TypeVar, runtime_checkable

from pitboss.equipment.cards import Card
from pitboss.equipment.cards import cards as read_cards
from pitboss.equipment.decks import check_composition, spread
from pitboss.equipment.dice import Dice, outcomes

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Opening:
    """The order of a finished shoe, and the nonce that made its commitment impossible to guess."""

    nonce: str
    order: tuple[Card, ...]

    @property
    def commitment(self) -> str:
        return sha256(" ".join([self.nonce, *map(str, self.order)]).encode()).hexdigest()


def verify_opening(commitment: str, opening: Opening) -> bool:
    """Whether the opening matches the commitment.

    >>> source = SeededSource("example")
    >>> commitment = source.shuffle("shoe", [1] * 52 + [0])
    >>> source.finish("shoe")
    >>> verify_opening(commitment, source.opening("shoe"))
    True
    """
    return secrets.compare_digest(commitment, opening.commitment)


@runtime_checkable
class RandomSource(Protocol):
    """The randomness that a table needs. A source may hold several shoes, each named by its `shoe_id`."""

    def dice(self, number: int = 2) -> Dice:
        """Roll `number` dice."""

    def number(self, below: int) -> int:
        """Return a number from 0 to `below` - 1, such as a pocket of the wheel."""

    def draw(self, of: int, take: int, out: Sequence[int] = ()) -> tuple[int, ...]:
        """Draw `take` different numbers from 1 to `of`, none of them in `out`, in the order drawn."""

    def shuffle(self, shoe_id: str, composition: Sequence[int]) -> str:
        """Shuffle these cards (counts by card index) and return the commitment to their order."""

    def card(self, shoe_id: str) -> Card:
        """Deal the next card of a shoe."""

    def finish(self, shoe_id: str) -> None:
        """Take a shoe out of play: no more cards are dealt from it, and its order may be revealed."""

    def opening(self, shoe_id: str) -> Opening:
        """Return the order of the shoe last finished or reshuffled under this id; LookupError if there is none."""


class _Secret:
    """An object that does not print, pickle or copy its contents."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} keeps secrets and is not pickled or copied: see snapshot and reveal")


class Snapshot(_Secret):
    """The sealed state of a source: `snapshot.reveal()` returns the secret text, `Snapshot(text)` restores it."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        return self._text


class _InPlay(_Secret):
    """A shoe being dealt: its order and how many cards are out."""

    __slots__ = ("dealt", "opening")

    def __init__(self, opening: Opening, dealt: int = 0) -> None:
        self.opening = opening
        self.dealt = dealt


class _ShoeKeeper(_Secret):
    """The code shared by all sources: it stores orders, deals from them, and opens them afterwards."""

    __slots__ = ("_finished", "_in_play")

    def __init__(self) -> None:
        self._in_play: dict[str, _InPlay] = {}
        self._finished: dict[str, Opening] = {}

    def finish(self, shoe_id: str) -> None:
        self._finished[shoe_id] = self._shoe(shoe_id).opening
        del self._in_play[shoe_id]

    def opening(self, shoe_id: str) -> Opening:
        if shoe_id not in self._finished:
            raise LookupError(f"shoe {shoe_id!r} cannot be opened: it must first be finished or shuffled again")
        return self._finished[shoe_id]

    def _shoe(self, shoe_id: str) -> _InPlay:
        if shoe_id not in self._in_play:
            raise LookupError(f"shoe {shoe_id!r} is not in play: it must first be shuffled")
        return self._in_play[shoe_id]

    def _put_in_play(self, shoe_id: str, opening: Opening) -> str:
        if shoe_id in self._in_play:
            self.finish(shoe_id)
        self._in_play[shoe_id] = _InPlay(opening)
        return opening.commitment


class _Chance(_ShoeKeeper, ABC):
    """The code shared by `SystemSource` and `SeededSource`, which supply the numbers and nonces."""

    __slots__ = ()

    @abstractmethod
    def number(self, below: int) -> int: ...

    @abstractmethod
    def _nonce(self) -> str: ...

    def dice(self, number: int = 2) -> Dice:
        rolls = outcomes(number)
        return rolls[self.number(len(rolls))]

    def draw(self, of: int, take: int, out: Sequence[int] = ()) -> tuple[int, ...]:
        left = _still_in(of, take, out)
        return tuple(left.pop(self.number(len(left))) for _ in range(take))

    def shuffle(self, shoe_id: str, composition: Sequence[int]) -> str:
        order = spread(composition)
        for last in range(len(order) - 1, 0, -1):
            other = self.number(last + 1)
            order[last], order[other] = order[other], order[last]
        return self._put_in_play(shoe_id, Opening(self._nonce(), tuple(order)))

    def card(self, shoe_id: str) -> Card:
        shoe = self._shoe(shoe_id)
        if shoe.dealt == len(shoe.opening.order):
            raise LookupError(f"shoe {shoe_id!r} is empty: all its {shoe.dealt} cards are dealt")
        shoe.dealt += 1
        return shoe.opening.order[shoe.dealt - 1]

    def snapshot(self) -> Snapshot:
        """Return everything needed to resume dealing after a restart, including shoes in play. Secret."""
        return Snapshot(json.dumps(self._knows()))

    @classmethod
    def restore(cls, snapshot: Snapshot) -> Self:
        known = json.loads(snapshot.reveal())
        source = cls(**known["made_from"])
        source._in_play = {
            name: _InPlay(_opening(**opening), dealt) for name, (opening, dealt) in known["in_play"].items()
        }
        source._finished = {name: _opening(**opening) for name, opening in known["finished"].items()}
        return source

    def _knows(self) -> dict[str, Any]:
        return {
            "made_from": {},
            "in_play": {name: (_plain(shoe.opening), shoe.dealt) for name, shoe in self._in_play.items()},
            "finished": {name: _plain(opening) for name, opening in self._finished.items()},
        }


def _plain(opening: Opening) -> dict[str, str]:
    return {"nonce": opening.nonce, "order": " ".join(map(str, opening.order))}


def _opening(nonce: str, order: str) -> Opening:
    return Opening(nonce, read_cards(order))


def _still_in(of: int, take: int, out: Sequence[int]) -> list[int]:
    """List the numbers that can still be drawn."""
    left = [number for number in range(1, of + 1) if number not in out]
    if not 0 <= take <= len(left):
        raise ValueError(f"{take} numbers cannot be drawn: {len(left)} of {of} are left")
    return left


class SystemSource(_Chance):
    """The operating system's cryptographic generator, for live tables.

    Numbers are drawn only when requested, so that no future roll is ever in memory.
    """

    __slots__ = ()

    def number(self, below: int) -> int:
        return secrets.randbelow(_above_zero(below))

    def _nonce(self) -> str:
        return secrets.token_hex(32)


class SeededSource(_Chance):
    """Reproducible randomness: the same seed gives the same results on every machine and Python version.

    The byte stream is SHA-256 in counter mode: key = SHA-256("pitboss:" + the seed as text), block i =
    SHA-256(key + i as 8 bytes, big-endian). To draw a number below n, take as many bytes as n - 1 needs, big-endian.
    Reject a value at or above the largest multiple of n that fits in those bytes; otherwise the number is the value
    modulo n. A shuffle sorts the cards by index, swaps each place i (from 0), the last one first, with place
    number(i + 1), and then takes 32 bytes as the nonce. A draw sorts the numbers in ascending order and repeatedly
    removes the one at place number(count of those left).

    `position` is the number of bytes used; a source created with it resumes there, with no shoe in play (`snapshot`
    saves the shoes too). Seed 7 and seed "7" are the same.

    >>> source = SeededSource(2012)
    >>> [str(source.dice()) for _ in range(5)]
    ['6-1', '6-5', '2-5', '2-1', '2-2']
    >>> resumed = SeededSource(2012, position=source.position)
    >>> resumed.dice() is source.dice()
    True
    """

    __slots__ = ("_at", "_block", "_bytes", "_key", "_seed")
    _BLOCK = 32

    def __init__(self, seed: int | str, position: int = 0) -> None:
        super().__init__()
        self._seed = str(seed)
        self._key = sha256(f"pitboss:{seed}".encode()).digest()
        self._block, self._at = divmod(position, self._BLOCK)
        self._bytes = self._next_block()

    def __repr__(self) -> str:  # the seed determines every order
        return f"<SeededSource at position {self.position}>"

    @property
    def position(self) -> int:
        return self._block * self._BLOCK - len(self._bytes) + self._at

    def number(self, below: int) -> int:
        size = (_above_zero(below) - 1).bit_length() + 7 >> 3
        all_values = 1 << 8 * size
        limit = all_values - all_values % below
        while True:
            value = int.from_bytes(self._take(size), "big")
            if value < limit:
                return value % below

    def _nonce(self) -> str:
        return self._take(32).hex()

    def _take(self, size: int) -> bytes:
        end = self._at + size
        while end > len(self._bytes):
            self._bytes = self._bytes[self._at :] + self._next_block()
            self._at, end = 0, size
        taken = self._bytes[self._at : end]
        self._at = end
        return taken

    def _next_block(self) -> bytes:
        block = sha256(self._key + self._block.to_bytes(8, "big")).digest()
        self._block += 1
        return block

    def _knows(self) -> dict[str, Any]:
        return super()._knows() | {"made_from": {"seed": self._seed, "position": self.position}}


def _above_zero(below: int) -> int:
    if below < 1:
        raise ValueError(f"there is no number from 0 to {below - 1}: ask for one below 1 or more")
    return below


class ScriptExhausted(Exception):
    """The script is out of entries of the kind requested."""


class ScriptedSource(_ShoeKeeper):
    """Rolls, cards and numbers scripted in advance, for tests and disputes.

    Cards are dealt in the order written, whichever shoe they come from, but each must still be in that shoe. An
    entry that does not fit the request is refused and stays in the script. A shuffle commits to the cards left.

    >>> source = ScriptedSource(dice=["3-4", "6-6"], cards="Ah Td")
    >>> source.dice(), source.unused
    (Dice('3-4'), {'dice': (Dice('6-6'),), 'cards': (Card('Ah'), Card('Td')), 'numbers': (), 'draws': ()})
    >>> source.number(below=38)
    Traceback (most recent call last):
    pitboss.equipment.sources.ScriptExhausted: a number below 38 was asked for, but the script has no more; used: 3-4
    """

    __slots__ = ("_cards", "_dice", "_draws", "_left", "_numbers", "_used")

    def __init__(
        self,
        dice: Iterable[str | Iterable[int]] = (),
        cards: str | Iterable[Card | str] = (),
        numbers: Iterable[int] = (),
        draws: Iterable[Iterable[int]] = (),
    ) -> None:
        super().__init__()
        self._dice = deque(map(Dice, dice))
        self._cards = deque(read_cards(cards if isinstance(cards, str) else " ".join(map(str, cards))))
        self._numbers = deque(numbers)
        self._draws = deque(map(tuple, draws))
        self._left: dict[str, list[int]] = {}
        self._used: list[str] = []

    @property
    def unused(self) -> dict[str, tuple[Dice | Card | int | tuple[int, ...], ...]]:
        return {
            "dice": tuple(self._dice),
            "cards": tuple(self._cards),
            "numbers": tuple(self._numbers),
            "draws": tuple(self._draws),
        }

    def dice(self, number: int = 2) -> Dice:
        roll = self._next(self._dice, f"a roll of {number} dice")
        if len(roll) != number:
            raise ValueError(f"the script rolls {roll}, but {number} dice were asked for")
        return self._use(self._dice)

    def number(self, below: int) -> int:
        number = self._next(self._numbers, f"a number below {below}")
        if not 0 <= number < below:
            raise ValueError(f"the script has the number {number}, but one from 0 to {below - 1} was asked for")
        return self._use(self._numbers)

    def draw(self, of: int, take: int, out: Sequence[int] = ()) -> tuple[int, ...]:
        drawn = self._next(self._draws, f"a draw of {take} numbers of {of}")
        left = _still_in(of, take, out)
        if len(drawn) != take or len(set(drawn)) != take or not set(drawn) <= set(left):
            raise ValueError(f"the script draws {drawn}, but {take} different numbers of those left were asked for")
        return self._use(self._draws)

    def shuffle(self, shoe_id: str, composition: Sequence[int]) -> str:
        check_composition(composition)
        self._left[shoe_id] = list(composition)
        return self._put_in_play(shoe_id, Opening("script", tuple(self._cards)))

    def card(self, shoe_id: str) -> Card:
        self._shoe(shoe_id)
        card = self._next(self._cards, f"a card of shoe {shoe_id!r}")
        if not self._left[shoe_id][card.index]:
            raise ValueError(f"the script deals the {card.name} ({card}), but shoe {shoe_id!r} has none left")
        self._left[shoe_id][card.index] -= 1
        return self._use(self._cards)

    def _next(self, script: deque[T], asked: str) -> T:
        if not script:
            used = ", ".join(self._used) or "nothing"
            raise ScriptExhausted(f"{asked} was asked for, but the script has no more; used: {used}")
        return script[0]

    def _use(self, script: deque[T]) -> T:
        self._used.append(str(script[0]))
        return script.popleft()
