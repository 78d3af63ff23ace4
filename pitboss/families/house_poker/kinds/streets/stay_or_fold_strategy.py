"""Strategies for hold 'em on a short board: before the flop, at the flop, and at the end.

A rule in words gives the lowest hand to stay in with for each of the three: the two cards, the best three at the flop,
and the best three at the end. "always" and "never" apply to all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_poker.kinds.streets import stay_or_fold, stopping
from pitboss.families.house_poker.kinds.streets.stopping import NO_DECISION, Decisions
from pitboss.families.house_poker.kinds.streets.stopping_strategy import BoardStrategy
from pitboss.families.house_poker.price import strategy_text
from pitboss.families.house_poker.price.strategy import (
    Flags,
    HandRule,
    SimpleStrategy,
    hand_name,
    holding_spans,
    percent,
)
from pitboss.families.house_poker.price.tally import Tally
from pitboss.pricing.boards import Bytes
from pitboss.pricing.deals import Cards, all_sets, classes

OnBoard = Callable[[Cards, Cards, NDArray[Any]], Flags]
"""Select the holdings to stay in with, given boards as rows, holdings as columns, and the strength of each pair."""


@dataclass(frozen=True)
class LeastHands:
    """The holdings that stay in, then the lowest strengths at the flop and at the end, or rules for the board."""

    before: HandRule
    flop: int | OnBoard
    last: int | OnBoard


def _stays(rule: int | OnBoard, cards: int, strengths: NDArray[Any]) -> Flags:
    """Whether each holding stays in on each board under a rule."""
    if isinstance(rule, int):
        return np.asarray(strengths >= rule)
    return np.asarray(rule(classes(cards).representatives, all_sets(2), strengths) & (strengths > 0))


class StayOrFoldStrategy(BoardStrategy):
    """When to stay in and when to fold; the last decision is a table by class of boards and holding."""

    game: stay_or_fold.StayOrFoldGame
    last: Bytes

    def choice_name(self, board: int, end: str) -> str:
        return (
            self.game.fold
            if end.endswith(self.game.fold)
            else self.game.stays[(0, stay_or_fold.FLOP, stay_or_fold.BOARD).index(board)]
        )

    def strategy_for(self, other: str | SimpleStrategy) -> StayOrFoldStrategy:
        rule, game = self._rule_of(other), self.game
        before = np.asarray(rule.before(all_sets(2)))
        at_flop = _stays(rule.flop, stay_or_fold.FLOP, game.at_flop)
        at_end = _stays(rule.last, stay_or_fold.BOARD, game.strength_table)
        fold, at_the_flop, (at_last, play) = (game.numbers(ends) for ends in (game.preflop, game.flop, game.river))
        decisions = Decisions(
            np.where(before, NO_DECISION, fold).astype(np.uint8),
            np.where(at_flop, NO_DECISION, at_the_flop).astype(np.uint8),
        )
        last = np.where(at_end, play, at_last).astype(np.uint8)

        def ends() -> Tally:
            return stopping.play(game, decisions, last)[0]

        return StayOrFoldStrategy(game, decisions, ends, {}, self.simpler, last=last)

    def _rule_of(self, other: str | SimpleStrategy) -> LeastHands:
        simple = self.named(other) if isinstance(other, str) else other
        if simple is not None and isinstance(simple.rule, LeastHands):
            return simple.rule
        said = str(other) if simple is None else str(simple.rule)
        named = ", ".join(one.name for one in self.simpler)
        if strategy_text.is_file(said):
            raise ValueError(f"{said}: this game does not take strategy files; name one of {named}, or a least hand")
        try:
            least = strategy_text.least_strength(said, self.game.rows.order)
        except ValueError:
            hint = 'or say "always", "never" or a hand, like "pair or better"'
            raise ValueError(f"no strategy {said!r}: name one of {named}; {hint}") from None
        never = least > len(self.game.rows.order.ladder)
        return LeastHands(lambda holdings: np.full(len(holdings), not never), least, least)

    # ---- In words

    def summary(self) -> tuple[str, ...]:
        on = [choice.replace("_", " ") for choice in self.game.stays]
        fold = self.game.fold.replace("_", " ")
        first = holding_spans(lambda place: bool(self.decisions.preflop[place] == NO_DECISION))
        lines = [f"before the flop {on[0]} with {first}; {fold} with less"] if first else []
        flops, boards = classes(stay_or_fold.FLOP), classes(stay_or_fold.BOARD)
        (last,) = self.game.numbers(self.game.river[-1:])
        lines += self._by_strength(
            f"at the flop {on[1]}", self.game.at_flop, flops.weights, self.decisions.flop == NO_DECISION
        )
        lines += self._by_strength(f"at the end {on[2]}", self.game.strength_table, boards.weights, self.last == last)
        return tuple(lines)

    def _by_strength(self, says: str, strengths: NDArray[Any], weights: NDArray[Any], stays: Flags) -> list[str]:
        """Describe a decision: the lowest hand that always stays in, the lowest that ever does, and the share in
        between.
        """
        order = self.game.rows.order
        there = (strengths > 0) & (self.decisions.preflop[None, :] == NO_DECISION)
        many = np.broadcast_to(weights[:, None], strengths.shape)
        size = len(self.game.rows.order.ladder) + 1
        seen, goes = (
            np.bincount(strengths[which], weights=many[which], minlength=size) for which in (there, there & stays)
        )
        sometimes_not = np.flatnonzero(seen > goes)
        always = int(sometimes_not.max()) + 1 if len(sometimes_not) else 1
        least = int(np.flatnonzero(goes).min()) if goes.any() else size
        if always <= least:
            return [f"{says} with {hand_name(order, always)} or better"]
        share = goes[least:always].sum() / seen[least:always].sum()
        return [
            f"{says} with {hand_name(order, always)} or better, never with less than "
            f"{hand_name(order, least)}; between them with {percent(float(share))}, by what may still come and "
            "what the board gives the dealer"
        ]
