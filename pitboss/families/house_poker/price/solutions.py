"""Solver results cached on disk, keyed by the exact configuration they depend on.

Each configuration has two entries: the tally with the strategy in words (small, and all that a price needs), and the
decisions themselves, to play by. Compiled code is loaded only if an entry is missing.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from pitboss.families.house_poker.price.tally import Tally
from pitboss.pricing.cache import Entry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pitboss.families.house_poker.price.strategy import Strategy

ALGORITHM = 1
"""Increase this with every change to the counts, the decisions or their wording."""


@dataclass(frozen=True)
class Solution:
    """A game's tally under the best strategy or the one named by `how`, and the strategy in words."""

    tally: Tally
    strategy: dict[str, Any]
    how: str = "the best strategy"


def load_or_solve(game: str, configuration: Any, make: Callable[[], Strategy], other: str | None = None) -> Solution:
    """Load the solution for a configuration, or compute and store it with `make`.

    With `other`, a strategy given as text, the tally is for that strategy.
    """
    if other is not None:
        from pitboss.families.house_poker.price.strategy_text import full_text, strategy_name

        name = strategy_name(other)
        ends = Entry(game, ALGORITHM, ["ends", configuration, full_text(other)]).get(
            lambda: make().tally_for(other).to_data()
        )
        return Solution(Tally.from_data(ends), {"summary": [name], "simpler": []}, f"the strategy {name!r}")

    def found() -> dict[str, Any]:
        strategy = make()
        return {"tally": strategy.tally.to_data(), "strategy": strategy.to_data()}

    plain = Entry(game, ALGORITHM, ["ends", configuration]).get(found)
    return Solution(Tally.from_data(plain["tally"]), plain["strategy"])


def load_or_tally(game: str, configuration: Any, make: Callable[[], Tally]) -> Tally:
    """Load the tally under the best strategy, or compute it with `make` and store it."""
    whole = Entry(game, ALGORITHM, ["ends", configuration]).load()
    if whole is not None:
        return Tally.from_data(whole["tally"])
    return Tally.from_data(Entry(game, ALGORITHM, ["bare", configuration]).get(lambda: make().to_data()))


def load_or_decide(game: str, configuration: Any, make: Callable[[], dict[str, NDArray[Any]]]) -> dict[str, Any]:
    """Load the decisions for a configuration as arrays by name, or compute and store them with `make`."""
    entry = Entry(game, ALGORITHM, ["decisions", configuration])
    plain = entry.load()
    if plain is None:
        found = make()
        entry.save({name: pack(array) for name, array in found.items()})
        return dict(found)
    return {name: unpack(array) for name, array in plain.items()}


def load_or_count(game: str, order: str, cards: int, floors: tuple[int, ...], jokers: int = 0) -> tuple[int, ...]:
    """Count the card combinations in each band of strengths between the floors, which are in descending order.

    The last count is for combinations below every floor.
    """

    def make() -> list[int]:
        from pitboss.hands.fast import census

        counts = census(cards, order, jokers)
        bounds = [len(counts), *floors, 0]
        return [int(counts[low:high].sum()) for high, low in pairwise(bounds)]

    return tuple(
        Entry(game, ALGORITHM, ["census", order, cards, list(floors), *([jokers] if jokers else [])]).get(make)
    )


def pack(array: NDArray[Any]) -> dict[str, Any]:
    """Encode an array as JSON-compatible data."""
    text = base64.b64encode(zlib.compress(array.tobytes(), 6)).decode("ascii")
    return {"shape": list(array.shape), "type": array.dtype.str, "bytes": text}


def to_hex(array: NDArray[Any]) -> dict[str, Any]:
    """Encode an array as hexadecimal digits, for files that are compressed as a whole."""
    return {"shape": list(array.shape), "type": array.dtype.str, "hex": array.tobytes().hex()}


def unpack(plain: dict[str, Any]) -> NDArray[Any]:
    """Decode an array encoded by `pack` or `to_hex`."""
    import numpy as np

    data = bytes.fromhex(plain["hex"]) if "hex" in plain else zlib.decompress(base64.b64decode(plain["bytes"]))
    return np.frombuffer(data, plain["type"]).reshape(plain["shape"]).copy()
