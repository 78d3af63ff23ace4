"""Strategies for the player's cards against the dealer's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from pitboss.equipment import Rank
from pitboss.families.house_poker.kinds.stud import solver
from pitboss.families.house_poker.price import strategy_text
from pitboss.families.house_poker.price.strategy import (
    Bytes,
    CardInput,
    Flags,
    HandRule,
    SimpleStrategy,
    Strategy,
    at_least,
    card_indices_of,
    check_disjoint,
    hand_name,
    parse_rule,
    percent,
    read_cards,
    row_name,
    sets_without,
)
from pitboss.families.house_poker.price.strategy_text import least_strength
from pitboss.families.house_poker.showdown import RESULTS, result_of
from pitboss.pricing.deals import (
    RENAMINGS,
    Cards,
    all_sets_with_jokers,
    card_indices,
    classes,
    place_of,
    to_representative,
)


@dataclass(frozen=True)
class UpCardRule:
    """A rule that also looks at the dealer's exposed card: it selects the player's hands (rows) that stay in against
    that card.
    """

    stays: Callable[[Cards, int], Flags]


class StudStrategy(Strategy):
    game: solver.StudGame
    decisions: Bytes

    def decide(self, own: CardInput, shown: CardInput = (), before: str = "") -> str:
        held = read_cards(own, self.game.cards, "the player's hand", self.game.jokers)
        up = read_cards(shown, self.game.shown, "what the dealer shows")
        check_disjoint(held, up)
        known = self.game.player_hands
        if not self.game.shown:
            return self.game.ends[int(self.decisions[known.find(held), 0])]
        renaming = to_representative(self.game.cards)[place_of(held)]
        column = RENAMINGS[renaming, up[0]]
        return self.game.ends[int(self.decisions[known.find(held), column])]

    def choice_values(self, own: CardInput, shown: CardInput = (), before: str = "") -> dict[str, float]:
        """The average net of each choice."""
        held = [int(card) for card in read_cards(own, self.game.cards, "the player's hand", self.game.jokers)]
        return self.known_values(held, card_indices_of(shown))

    def known_values(self, held: Sequence[int], up: Sequence[int], gone: Sequence[int] = ()) -> dict[str, float]:
        """The average net of each choice by card index, with any cards of the dealer's `up`, and others `gone`."""
        game = self.game
        if game.jokers:
            sets = all_sets_with_jokers(game.dealer_cards, game.jokers).representatives
            dealers = sets[~np.isin(sets, [*held, *gone]).any(axis=1)]
        else:
            down = sets_without(game.dealer_cards - len(up), [*held, *up, *gone])
            dealers = np.sort(np.concatenate([down, np.tile(np.array(up, np.uint8), (len(down), 1))], axis=1), axis=1)
        theirs = game.strengths_of(dealers)
        mine = int(game.strengths_of(np.array([held], np.uint8))[0])
        counts = [0] * len(RESULTS)
        for strength, times in zip(*np.unique(theirs, return_counts=True), strict=True):
            counts[result_of(mine, int(strength), game.qualifying)] += int(times)
        row = row_name(game.rows, mine)
        found = {}
        for end in game.ends:
            total = sum(float(game.net(end, row, name)) * count for name, count in zip(RESULTS, counts, strict=True))
            found[end] = total / len(theirs)
        return found

    def strategy_for(self, other: str | SimpleStrategy) -> StudStrategy:
        """Return the decisions of another strategy for every class of hands."""
        decisions = self._decisions(other)
        return StudStrategy(self.game, decisions, lambda: solver.play(self.game, decisions), self.simpler)

    def _decisions(self, other: str | SimpleStrategy) -> Bytes:
        ends = self.game.ends
        if isinstance(other, str) and strategy_text.is_file(other):
            found = np.zeros(self.decisions.shape, np.uint8)
            for number, end in enumerate(ends[1:], 1):
                listed = strategy_text.read_file(other, {self.game.cards: end}, also=ends[1:])
                found[listed.stays(self.game.cards, self.game.order, bool(self.game.shown))] = number
            return found
        rule = parse_rule(self, other, self.game.order)
        tiers = rule if isinstance(rule, Mapping) else {ends[-1]: rule}
        found = np.zeros(self.decisions.shape, np.uint8)
        for number, end in enumerate(ends):
            if end in tiers:
                found[self._flags_of(tiers[end])] = number
        return found

    def _flags_of(self, rule: Any) -> Flags:
        """The hands and exposed cards with which a rule makes its choice."""
        hands = card_indices(self.game.player_hands.representatives)
        if isinstance(rule, UpCardRule):
            columns = range(self.decisions.shape[1])
            return np.stack([rule.stays(hands, column) for column in columns], axis=1)
        stays: HandRule = (
            at_least(least_strength(rule, self.game.order), self.game.order) if isinstance(rule, str) else rule
        )
        return np.repeat(stays(hands)[:, None], self.decisions.shape[1], axis=1)

    def summary(self) -> tuple[str, ...]:
        """Describe the lowest hands for each choice, costliest first."""
        taken = [number for number in range(len(self.game.ends)) if (self._live & (self.decisions == number)).any()]
        lines: list[str] = []
        for below, number in reversed(list(pairwise([0, *taken] if taken[0] else taken))):
            lines += self._begins(number, *(self.game.ends[end].replace("_", " ") for end in (number, below)))
        return tuple(lines)

    @cached_property
    def _live(self) -> Flags:
        """The cards that the dealer may expose against each hand."""
        live = np.ones(self.decisions.shape, np.bool_)
        if self.game.shown:
            np.put_along_axis(live, classes(self.game.cards).representatives.astype(np.int64), False, axis=1)
        return live

    def _begins(self, number: int, stay: str, fold: str) -> list[str]:
        """Describe the hands that make a choice or a costlier one."""
        order = self.game.order
        hands = self.game.player_hands
        strengths = self.game.strengths_of(hands.representatives)
        live = self._live.astype(np.int64)
        stays = (self.decisions >= number).astype(np.int64)
        staying, all_ = (stays * live).sum(axis=1), live.sum(axis=1)
        sometimes_not = strengths[staying < all_]
        always = int(sometimes_not.max()) + 1 if len(sometimes_not) else 1
        sometimes = strengths[staying > 0]
        least = int(sometimes.min()) if len(sometimes) else len(order.ladder) + 1
        if always <= least:
            return [f"{stay} with {hand_name(order, always)} or better, {fold} with less"]
        lines = [
            f"{stay} with {hand_name(order, always)} or better, whatever the dealer shows",
            f"{fold} with less than {hand_name(order, least)}",
        ]
        between = (strengths >= least) & (strengths < always)
        weights = hands.weights[between]
        done = int((staying[between] * weights).sum())
        lines.append(
            f"between them it depends on the cards: {stay} with {percent(done / int((all_[between] * weights).sum()))}"
        )
        if self.game.shown:
            by_rank = []
            for rank in reversed(Rank):
                columns = slice(4 * (rank - 2), 4 * (rank - 1))
                there = (live[between, columns].sum(axis=1) * weights).sum()
                these = ((stays * live)[between, columns].sum(axis=1) * weights).sum()
                by_rank.append(f"{rank.letter} {percent(int(these) / int(there))}")
            lines.append(f"of these {stay} when the dealer shows: {', '.join(by_rank)}")
        return lines
