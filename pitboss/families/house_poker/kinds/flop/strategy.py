"""The best way to play three own cards and two of a flop."""

from __future__ import annotations

import numpy as np

from pitboss.families.house_poker.kinds.flop import solver
from pitboss.families.house_poker.price import wording
from pitboss.families.house_poker.price.strategy import (
    Bytes,
    Given,
    Simple,
    Strategy,
    described,
    indices,
    mean_net,
    read,
    rule_of,
    sets_without,
)
from pitboss.hands import THREE_CARD
from pitboss.hands.fast import evaluate_batch
from pitboss.pricing.deals import classes


class FlopStrategy(Strategy):
    game: solver.FlopGame
    decisions: Bytes

    def decide(self, own: Given, shown: Given = (), before: str = "") -> str:
        held = read(own, solver.OWN, "the player's hand")
        return self.game.ends[int(self.decisions[classes(solver.OWN).find(held)])]

    def worth(self, own: Given, shown: Given = (), before: str = "") -> dict[str, float]:
        """What each choice brings on average."""
        game, held = self.game, indices(own)
        flops = sets_without(3, held)
        best = np.zeros(len(flops), np.int64)
        for pair in ((0, 1), (0, 2), (1, 2)):
            hands = np.concatenate([np.tile(np.array(held, np.uint8), (len(flops), 1)), flops[:, pair]], axis=1)
            best = np.maximum(best, evaluate_batch(np.ascontiguousarray(np.sort(hands, axis=1)), game.rows.order))
        rows = np.array(game.rows.by_strength())[best]
        return {end: mean_net(game.net, end, game.rows, rows) for end in game.ends}

    def played(self, other: str | Simple) -> FlopStrategy:
        """Another strategy, for every class of hands."""
        if isinstance(other, str) and wording.is_file(other):
            stays = wording.read(other, {solver.OWN: self.game.ends[-1]}).stays(solver.OWN, THREE_CARD)[:, 0]
        else:
            stays = rule_of(self, other, THREE_CARD)(classes(solver.OWN).representatives)
        decisions = ((len(self.game.ends) - 1) * stays).astype(np.uint8)
        return FlopStrategy(self.game, decisions, lambda: solver.play(self.game, decisions), self.simpler)

    def summary(self) -> tuple[str, ...]:
        stays = self.decisions == len(self.game.ends) - 1
        return described(solver.OWN, stays.astype(np.uint8), (self.game.ends[0], self.game.ends[-1]))
