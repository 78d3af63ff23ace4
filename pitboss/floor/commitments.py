"""Commitments to chance: what is promised before the first wager, and shown afterwards to have been kept.

1. Before the first wager of a round there is a `chance` entry on the tape: the SHA-256 of a *seed*, 32 random bytes as
   hexadecimal digits; one seed for rolls (dice, wheels, balls) and one for shuffles. A seed that was not used serves
   the next round as well; one that was used is followed by another.
2. Whatever chance answers follows from its seed and from the tape as it stands then: it is what
   `SeededSource(f"{seed} {head}")` gives, where `head` is the hash of the entry before. So no seed can be
   chosen when the wagers are known; and whoever knew it would not know the roll before the last wager is on the tape.
   To the order of a shuffle the tape then commits card by card (`card_proofs`).
   What this does not prove: entries hold their times, which the floor writes. A floor that tried times until it liked
   the roll, or that chose the next seed by the wagers that stand from roll to roll, would not be found out by this.
3. A later `chance` entry opens the seed: of rolls when their round is over, of shuffles when every shoe made of it is
   finished and no card of it lies face down. Anybody can then work out the rolls again. A seed of shuffles tells every
   card, those given up unseen too: only surveillance and the regulator see it. Everybody else can verify the cards that
   they saw (`shown_cards`).
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
OF: Mapping[str, str] = {"dice": ROLLS, "number": ROLLS, "draw": ROLLS, "shuffle": SHUFFLES}
"""Of which seed the answer to each kind of ask is made; a card comes from a shoe that was shuffled."""
EARLIER = -1
"""A round that is over, whichever it was."""


def commitment_to(seed: str) -> str:
    """What is published of a seed: `printf '%s' "$SEED" | sha256sum`."""
    return sha256(seed.encode()).hexdigest()


@dataclass(slots=True)
class Seed:
    """A secret from which chance answers. `entry` holds its commitment; `used` is the round in which it first was."""

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
        """As the database keeps it."""
        return {"table": table, "commitment": self.commitment, "entry": self.entry, "of": self.of, "sealed": sealed}


def chance_of(seed: str, head: str) -> SeededSource:
    """What answers when the tape stands so."""
    return SeededSource(f"{seed} {head}")


def answered(ask: Ask, seed: str, head: str) -> Reply:
    """What chance answers to an ask, worked out from its opened seed."""
    source = chance_of(seed, head)
    if isinstance(ask, AskDice):
        return source.dice(ask.number)
    if isinstance(ask, AskNumber):
        return ask.shown(source.number(ask.below))
    if isinstance(ask, AskDraw):
        return source.draw(ask.of, ask.take, ask.out)
    if isinstance(ask, AskShuffle):
        return commitment_to_cards(shuffled(ask, seed, head))
    raise ValueError(f"chance does not answer {ask.kind}")


def shuffled(ask: AskShuffle, seed: str, head: str) -> Opening:
    """The order of a shuffle, worked out from its opened seed."""
    source = chance_of(seed, head)
    source.shuffle(ask.shoe, ask.composition)
    source.finish(ask.shoe)
    return source.opening(ask.shoe)


def drew(entry: Entry) -> str:
    """Of which seed an entry's reply was made; "" if a person or nobody made it."""
    by_chance = entry.kind == "reply" and not isinstance(entry.data["reply"], dict)
    return OF.get(entry.data["to"], "") if by_chance else ""


def taken_up(seeds: Iterable[Seed], entries: Iterable[Entry], round: int) -> list[Seed]:
    """Seeds as the database has them, each with the round that used it, by the entries of the round in hand.

    A seed is followed by another when the round after its first use begins: all but the newest were used before.
    """
    newest: dict[str, Seed] = {}
    found = sorted(seeds, key=lambda one: one.entry)
    for seed in found:
        seed.used = EARLIER
        newest[seed.of] = seed
    for seed in newest.values():
        seed.used = None
    for entry in entries:
        of = drew(entry)
        if of in newest and entry.number > newest[of].entry:
            newest[of].used = round
    return found


def commits(entry: Entry) -> dict[str, str]:
    """The commitments that an entry publishes, by what they are of."""
    found: dict[str, Any] = entry.data.get("commits", {}) if entry.kind == "chance" else {}
    return found
