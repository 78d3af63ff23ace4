"""Strategies for three own cards and two of a flop."""

from __future__ import annotations

import numpy as np

from pitboss.families.house_poker.kinds.flop import solver
from pitboss.families.house_poker.price import strategy_text
from pitboss.families.house_poker.price.strategy import (
    Bytes,
    CardInput,
    SimpleStrategy,
    Strategy,
    card_indices_of,
    describe_sets,
    mean_net,
    parse_rule,
    read_cards,
    sets_without,
)
from pitboss.hands import THREE_CARD
from pitboss.hands.fast import evaluate_batch
from pitboss.pricing.deals import classes


class FlopStrategy(Strategy):
    game: solver.FlopGame
    decisions: Bytes

    def decide(self, own: CardInput, shown: CardInput = (), before: str = "") -> str:
        held = read_cards(own, solver.OWN, "the player's hand")
        return self.game.ends[int(self.decisions[classes(solver.OWN).find(held)])]

    def choice_values(self, own: CardInput, shown: CardInput = (), before: str = "") -> dict[str, float]:
        """The average net of each choice."""
        game, held = self.game, card_indices_of(own)
        flops = sets_without(3, held)
        best = np.zeros(len(flops), np.int64)
        for pair in ((0, 1), (0, 2), (1, 2)):
            hands = np.concatenate([np.tile(np.array(held, np.uint8), (len(flops), 1)), flops[:, pair]], axis=1)
            best = np.maximum(best, evaluate_batch(np.ascontiguousarray(np.sort(hands, axis=1)), game.rows.order))
        rows = np.array(game.rows.by_strength())[best]
        return {end: mean_net(game.net, end, game.rows, rows) for end in game.ends}

    def strategy_for(self, other: str | SimpleStrategy) -> FlopStrategy:
        """Return the decisions of another strategy for every class of hands."""
        if isinstance(other, str) and strategy_text.is_file(other):
            stays = strategy_text.read_file(other, {solver.OWN: self.game.ends[-1]}).stays(solver.OWN, THREE_CARD)[:, 0]
        else:
            stays = parse_rule(self, other, THREE_CARD)(classes(solver.OWN).representatives)
        decisions = ((len(self.game.ends) - 1) * stays).astype(np.uint8)
        return FlopStrategy(self.game, decisions, lambda: solver.play(self.game, decisions), self.simpler)

    def summary(self) -> tuple[str, ...]:
        stays = self.decisions == len(self.game.ends) - 1
        return describe_sets(solver.OWN, stays.astype(np.uint8), (self.game.ends[0], self.game.ends[-1]))
