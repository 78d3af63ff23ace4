"""What a game's price needs of the machinery, kept on disk by the exact configuration.

Two entries a configuration: how all deals end with the strategy in words (small, all that a price needs), and the
decisions themselves (for whoever wants to play by them). Compiled code is loaded only if something is missing.
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
"""To be raised with every change by which the machinery would count, decide or say something else."""


@dataclass(frozen=True)
class Solution:
    """How all deals of a game end under the best strategy, or under `how`, and the strategy in words."""

    tally: Tally
    strategy: dict[str, Any]
    how: str = "the best strategy"


def solved(game: str, configuration: Any, make: Callable[[], Strategy], other: str | None = None) -> Solution:
    """What is kept of a game under a configuration, or what `make` now finds.

    With `other`, a strategy as people tell it, how the deals end under that.
    """
    if other is not None:
        from pitboss.families.house_poker.price.wording import in_full, name_of

        name = name_of(other)
        ends = Entry(game, ALGORITHM, ["ends", configuration, in_full(other)]).get(lambda: make().play(other).plain())
        return Solution(Tally.from_plain(ends), {"summary": [name], "simpler": []}, f"the strategy {name!r}")

    def found() -> dict[str, Any]:
        strategy = make()
        return {"tally": strategy.tally.plain(), "strategy": strategy.plain()}

    plain = Entry(game, ALGORITHM, ["ends", configuration]).get(found)
    return Solution(Tally.from_plain(plain["tally"]), plain["strategy"])


def ends(game: str, configuration: Any, make: Callable[[], Tally]) -> Tally:
    """How all deals end under the best strategy: as it is kept with the strategy in words, or without it."""
    whole = Entry(game, ALGORITHM, ["ends", configuration]).load()
    if whole is not None:
        return Tally.from_plain(whole["tally"])
    return Tally.from_plain(Entry(game, ALGORITHM, ["bare", configuration]).get(lambda: make().plain()))


def decided(game: str, configuration: Any, make: Callable[[], dict[str, NDArray[Any]]]) -> dict[str, Any]:
    """The decisions that are kept of a game under a configuration, or that `make` now finds: arrays by name."""
    entry = Entry(game, ALGORITHM, ["decisions", configuration])
    plain = entry.load()
    if plain is None:
        found = make()
        entry.save({name: pack(array) for name, array in found.items()})
        return dict(found)
    return {name: unpack(array) for name, array in plain.items()}


def counted(game: str, order: str, cards: int, floors: tuple[int, ...], jokers: int = 0) -> tuple[int, ...]:
    """How many of all sets of so many cards reach each of these strengths and not the one before it; the last figure
    is those below all. The floors go from the highest down."""

    def make() -> list[int]:
        from pitboss.hands.fast import census

        counts = census(cards, order, jokers)
        bounds = [len(counts), *floors, 0]
        return [int(counts[low:high].sum()) for high, low in pairwise(bounds)]

    return tuple(
        Entry(game, ALGORITHM, ["census", order, cards, list(floors), *([jokers] if jokers else [])]).get(make)
    )


def pack(array: NDArray[Any]) -> dict[str, Any]:
    """An array as plain data."""
    text = base64.b64encode(zlib.compress(array.tobytes(), 6)).decode("ascii")
    return {"shape": list(array.shape), "type": array.dtype.str, "bytes": text}


def loose(array: NDArray[Any]) -> dict[str, Any]:
    """The same for a file that is compressed as a whole, and comes out smaller if its arrays are not."""
    return {"shape": list(array.shape), "type": array.dtype.str, "hex": array.tobytes().hex()}


def unpack(plain: dict[str, Any]) -> NDArray[Any]:
    """An array from its plain data, `pack`ed or `loose`."""
    import numpy as np

    data = bytes.fromhex(plain["hex"]) if "hex" in plain else zlib.decompress(base64.b64decode(plain["bytes"]))
    return np.frombuffer(data, plain["type"]).reshape(plain["shape"]).copy()
