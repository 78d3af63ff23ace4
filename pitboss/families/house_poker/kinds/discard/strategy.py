"""Strategies for games in which one of the dealt cards is discarded: which card to discard, and what to wager."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.equipment import Card
from pitboss.equipment import cards as parse_cards
from pitboss.families.house_poker.kinds.discard import solver
from pitboss.families.house_poker.kinds.discard.solver import OWN, Decisions, DiscardGame
from pitboss.families.house_poker.price import strategy_text
from pitboss.families.house_poker.price.strategy import (
    Bytes,
    CardInput,
    HandRule,
    SimpleStrategy,
    Strategy,
    describe_sets,
    parse_rule,
    percent,
    read_cards,
    set_labels,
)
from pitboss.hands import SHOWING
from pitboss.pricing.deals import RENAMINGS, Cards, classes, place_of, to_representative

DISCARD = "discard_"


@dataclass(frozen=True)
class DiscardRule:
    """A rule of thumb: which card to discard, counted from the lowest, and which dealt cards to wager on."""

    aside: Callable[[Cards], Bytes]
    stays: HandRule


class DiscardStrategy(Strategy):
    game: DiscardGame
    decisions: Decisions

    @staticmethod
    def pack(decisions: Decisions) -> dict[str, Any]:
        return decisions._asdict()

    @staticmethod
    def unpack(stored: dict[str, Any]) -> Decisions:
        return Decisions(**stored)

    def decide(self, own: CardInput, shown: CardInput = (), before: str = "") -> str:
        """Decide on the discard or the wager, given the cards in the order in which they were dealt.

        Among equally good discards, the card dealt first is chosen. It returns the first decision unless `before` names
        an earlier choice. A card already discarded comes last.
        """
        mine: tuple[Card, ...] = parse_cards(own) if isinstance(own, str) else tuple(own)
        number, places = find_dealt_cards(mine)
        good = int(self.decisions.aside[number])
        first = next(at for at, place in enumerate(places) if good >> place & 1)
        if self.game.aside_first != bool(before):
            return f"{DISCARD}{first + 1}"
        out = places[-1] if self.game.aside_first else places[first]
        return self.game.choices[int(self.decisions.ends[number, out])]

    def choice_values(self, own: CardInput, shown: CardInput = (), before: str = "") -> dict[str, float]:
        """The value of each discard with the best wager, or of each wager with the best discard or the one already
        made.
        """
        game = self.game
        number, places = find_dealt_cards(parse_cards(own) if isinstance(own, str) else tuple(own))
        found, units = solver.values(game)
        ways = solver.DEALT * units
        by_card = found[number][places]
        best = int(by_card.max(axis=1).argmax())
        at = by_card[len(places) - 1 if game.aside_first else best]
        values_by_discard = {f"{DISCARD}{which}": int(values.max()) / ways for which, values in enumerate(by_card, 1)}
        return values_by_discard | {end: int(value) / ways for end, value in zip(game.choices, at, strict=True)}

    def strategy_for(self, other: str | SimpleStrategy) -> DiscardStrategy:
        """Return another strategy's decisions for every class of dealt cards; words decide only the wager."""
        hands, last = classes(OWN).representatives, len(self.game.choices) - 1
        if isinstance(other, str) and strategy_text.is_file(other):
            stays = strategy_text.read_file(other, {OWN: self.game.choices[-1]}).stays(OWN, SHOWING[OWN - 1])[:, 0]
            aside = self.decisions.aside
        else:
            rule = parse_rule(self, other, SHOWING[OWN - 1])
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
        lines = list(describe_sets(OWN, stays.astype(np.uint8), ends, asked=~winners))
        kinds: dict[str, list[int]] = {}
        for number, label in enumerate(set_labels(OWN)):
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


def find_dealt_cards(mine: Sequence[Card]) -> tuple[int, list[int]]:
    """Return the class of dealt cards, and the position of each card in the representative of the class."""
    held = read_cards(mine, OWN, "the dealt cards")
    indices = np.array([card.index for card in mine], np.uint8)
    renamed = RENAMINGS[to_representative(OWN)[place_of(held)]][indices]
    return classes(OWN).find(held), [int(place) for place in np.argsort(np.argsort(renamed))]
