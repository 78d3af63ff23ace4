"""Commitments to chance: published before the first wager, and opened afterwards so that anyone can check them.

1. Before the first wager of a round there is a `chance` entry on the tape: the SHA-256 of a *seed*, 32 random bytes as
   hexadecimal digits. There is one seed for rolls (dice, wheels, balls) and one for shuffles. A seed that was not used
   also serves the next round; one that was used is replaced.
2. Every outcome follows from its seed and from the tape at that moment: it is what `SeededSource(f"{seed} {head}")`
   gives, where `head` is the hash of the previous entry. So no one can choose a seed that suits the wagers, and someone
   who knew the seed would not know the roll before the last wager is on the tape. The tape then commits to the order of
   a shuffle card by card (`card_proofs`).
   What this does not prove: entries contain their times, which the floor writes. A floor that tried times until it
   liked the roll, or that chose the next seed to suit wagers left standing between rolls, would not be detected.
3. A later `chance` entry opens the seed: the seed for rolls when their round is over, and the seed for shuffles when
   every shoe made from it is finished with none of its cards face down. Anyone can then compute the rolls again. A seed
   for shuffles reveals every card, including those discarded unseen, so only surveillance and the regulator see it. All
   others can verify the cards that they saw (`shown_cards`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from pitboss.equipment import Opening, SeededSource
from pitboss.floor.card_proofs import commitment_to_cards
from pitboss.table.steps import Ask, AskDice, AskDraw, AskNumber, AskShuffle, Reply
from pitboss.table.tape import Entry

ROLLS = "rolls"
SHUFFLES = "shuffles"
SEED_KINDS: Mapping[str, str] = {"dice": ROLLS, "number": ROLLS, "draw": ROLLS, "shuffle": SHUFFLES}
"""The kind of seed that answers each kind of ask. Cards come from a shuffled shoe."""
EARLIER = -1
"""Stands for any earlier round."""


def commitment_to(seed: str) -> str:
    """The commitment to a seed: `printf '%s' "$SEED" | sha256sum`."""
    return sha256(seed.encode()).hexdigest()


@dataclass(slots=True)
class Seed:
    """A secret that determines chance. `entry` holds its commitment; `used` is the first round that used it."""

    of: str
    secret: str
    entry: int = 0
    used: int | None = None

    def __repr__(self) -> str:
        return f"<Seed of {self.of}>"

    @property
    def commitment(self) -> str:
        return commitment_to(self.secret)

    def row(self, sealed: bytes, table: int | None) -> dict[str, Any]:
        """The row for the database."""
        return {"table": table, "commitment": self.commitment, "entry": self.entry, "of": self.of, "sealed": sealed}


def chance_of(seed: str, head: str) -> SeededSource:
    """The source of outcomes for a seed and the head of the tape."""
    return SeededSource(f"{seed} {head}")


def outcome_of(ask: Ask, seed: str, head: str) -> Reply:
    """The outcome of an ask, computed from its opened seed."""
    source = chance_of(seed, head)
    if isinstance(ask, AskDice):
        return source.dice(ask.number)
    if isinstance(ask, AskNumber):
        return ask.reply_for(source.number(ask.below))
    if isinstance(ask, AskDraw):
        return source.draw(ask.of, ask.take, ask.out)
    if isinstance(ask, AskShuffle):
        return commitment_to_cards(shuffle_order(ask, seed, head))
    raise ValueError(f"chance does not answer {ask.kind}")


def shuffle_order(ask: AskShuffle, seed: str, head: str) -> Opening:
    """The order of a shuffle, computed from its opened seed."""
    source = chance_of(seed, head)
    source.shuffle(ask.shoe, ask.composition)
    source.finish(ask.shoe)
    return source.opening(ask.shoe)


def seed_kind_of(entry: Entry) -> str:
    """The kind of seed behind an entry's reply; "" if chance did not answer it."""
    by_chance = entry.kind == "reply" and not isinstance(entry.data["reply"], dict)
    return SEED_KINDS.get(entry.data["to"], "") if by_chance else ""


def match_rounds(seeds: Iterable[Seed], entries: Iterable[Entry], round: int) -> list[Seed]:
    """Return seeds from the database with the round that used each one, given the entries of the round in progress.

    A used seed is replaced in the next round, so all but the newest of each kind were used earlier.
    """
    newest: dict[str, Seed] = {}
    found = sorted(seeds, key=lambda one: one.entry)
    for seed in found:
        seed.used = EARLIER
        newest[seed.of] = seed
    for seed in newest.values():
        seed.used = None
    for entry in entries:
        of = seed_kind_of(entry)
        if of in newest and entry.number > newest[of].entry:
            newest[of].used = round
    return found


def commitments_in(entry: Entry) -> dict[str, str]:
    """The commitments in an entry, by kind."""
    found: dict[str, Any] = entry.data.get("commits", {}) if entry.kind == "chance" else {}
    return found
