"""How a game is played in which one of the dealt cards is put aside: which card, and what to wager on the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.equipment import Card
from pitboss.equipment import cards as read_cards
from pitboss.families.house_poker.kinds.discard import solver
from pitboss.families.house_poker.kinds.discard.solver import OWN, Decisions, DiscardGame
from pitboss.families.house_poker.price import wording
from pitboss.families.house_poker.price.strategy import (
    Bytes,
    Given,
    Simple,
    Staying,
    Strategy,
    described,
    labels,
    percent,
    read,
    rule_of,
)
from pitboss.hands import SHOWING
from pitboss.pricing.deals import RENAMINGS, Cards, classes, place_of, to_representative

DISCARD = "discard_"


@dataclass(frozen=True)
class DiscardRule:
    """A rule of thumb: which card, from the lowest up, is put aside; and with which dealt cards to wager."""

    aside: Callable[[Cards], Bytes]
    stays: Staying


class DiscardStrategy(Strategy):
    game: DiscardGame
    decisions: Decisions

    @staticmethod
    def packed(decisions: Decisions) -> dict[str, Any]:
        return decisions._asdict()

    @staticmethod
    def unpacked(stored: dict[str, Any]) -> Decisions:
        return Decisions(**stored)

    def decide(self, own: Given, shown: Given = (), before: str = "") -> str:
        """With the dealt cards in their order: which to put aside, the first of those as good, or what to wager.

        What comes first is asked for, or what comes second if something was chosen before. A card put aside comes last.
        """
        mine: tuple[Card, ...] = read_cards(own) if isinstance(own, str) else tuple(own)
        number, places = placed(mine)
        good = int(self.decisions.aside[number])
        first = next(at for at, place in enumerate(places) if good >> place & 1)
        if self.game.aside_first != bool(before):
            return f"{DISCARD}{first + 1}"
        out = places[-1] if self.game.aside_first else places[first]
        return self.game.choices[int(self.decisions.ends[number, out])]

    def worth(self, own: Given, shown: Given = (), before: str = "") -> dict[str, float]:
        """Of each card put aside, with the best wager; of each wager, with the best card or the one put aside last."""
        game = self.game
        number, places = placed(read_cards(own) if isinstance(own, str) else tuple(own))
        found, units = solver.values(game)
        ways = solver.DEALT * units
        by_card = found[number][places]
        best = int(by_card.max(axis=1).argmax())
        at = by_card[len(places) - 1 if game.aside_first else best]
        told = {f"{DISCARD}{which}": int(values.max()) / ways for which, values in enumerate(by_card, 1)}
        return told | {end: int(value) / ways for end, value in zip(game.choices, at, strict=True)}

    def played(self, other: str | Simple) -> DiscardStrategy:
        """Another strategy, for every class of dealt cards. One in words says what to wager on."""
        hands, last = classes(OWN).representatives, len(self.game.choices) - 1
        if isinstance(other, str) and wording.is_file(other):
            stays = wording.read(other, {OWN: self.game.choices[-1]}).stays(OWN, SHOWING[OWN - 1])[:, 0]
            aside = self.decisions.aside
        else:
            rule = rule_of(self, other, SHOWING[OWN - 1])
            by = rule if isinstance(rule, DiscardRule) else DiscardRule(lambda hands: self.decisions.aside, rule)
            stays, aside = by.stays(hands), by.aside(hands)
        ends = np.repeat((last * stays).astype(np.uint8)[:, None], OWN, axis=1)
        decisions = Decisions(aside, ends)
        return DiscardStrategy(self.game, decisions, lambda: solver.play(self.game, decisions), self.simpler)

    def summary(self) -> tuple[str, ...]:
        known, winners = classes(OWN), self.game.winners(classes(OWN).representatives)
        out = solver.FIRST_OF[self.decisions.aside]
        stays = self.decisions.ends[np.arange(len(known)), out] == len(self.game.choices) - 1
        ends = (self.game.choices[0], self.game.choices[-1])
        lines = list(described(OWN, stays.astype(np.uint8), ends, asked=~winners))
        kinds: dict[str, list[int]] = {}
        for number, label in enumerate(labels(OWN)):
            if not winners[number]:
                kinds.setdefault(label.partition(" of ")[0], []).append(number)
        for label, members in kinds.items():
            weights = known.weights[members]
            shares = [
                f"the {name} card {percent(int(weights[out[members] == at].sum()) / int(weights.sum()))}"
                for at, name in enumerate(("lowest", "middle", "highest"))
                if (out[members] == at).any()
            ]
            lines.append(f"with {label} put aside {', '.join(shares)}")
        return tuple(lines)


def placed(mine: Sequence[Card]) -> tuple[int, list[int]]:
    """The class of dealt cards, and which of its representative's cards, from the lowest up, each of them is."""
    held = read(mine, OWN, "the dealt cards")
    indices = np.array([card.index for card in mine], np.uint8)
    renamed = RENAMINGS[to_representative(OWN)[place_of(held)]][indices]
    return classes(OWN).find(held), [int(place) for place in np.argsort(np.argsort(renamed))]
