"""The best way to play hold 'em on a short board, as an object: before the flop, at the flop, and at the end.

A rule for it is told by a least hand at each of the three: a floor for the two cards, one for the best three at the
flop, and one for the best three at the end; "always" and "never" hold for all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_poker.kinds.streets import stay_or_fold as machine
from pitboss.families.house_poker.kinds.streets import stopping
from pitboss.families.house_poker.kinds.streets.stopping import GOES_ON, Decisions
from pitboss.families.house_poker.kinds.streets.stopping_strategy import BoardStrategy
from pitboss.families.house_poker.price import wording
from pitboss.families.house_poker.price.strategy import (
    Flags,
    Simple,
    Staying,
    percent,
    say,
    spans,
)
from pitboss.families.house_poker.price.tally import Tally
from pitboss.pricing.boards import Bytes
from pitboss.pricing.deals import Cards, all_sets, classes

OnBoard = Callable[[Cards, Cards, NDArray[Any]], Flags]
"""By boards (a row each), holdings (a column each) and what these make on those: with which to go on."""


@dataclass(frozen=True)
class LeastHands:
    """With which holdings to go on; then the least strengths at the flop and at the end, or rules that see boards."""

    before: Staying
    flop: int | OnBoard
    last: int | OnBoard


def _stays(rule: int | OnBoard, cards: int, strengths: NDArray[Any]) -> Flags:
    """With which holdings on which boards a rule stays in."""
    if isinstance(rule, int):
        return np.asarray(strengths >= rule)
    return np.asarray(rule(classes(cards).representatives, all_sets(2), strengths) & (strengths > 0))


class StayOrFoldStrategy(BoardStrategy):
    """The best way to stay in or to fold, or another; the last decision is a table by class of boards and holding."""

    game: machine.StayOrFoldGame
    last: Bytes

    def said(self, board: int, end: str) -> str:
        return (
            self.game.fold
            if end.endswith(self.game.fold)
            else self.game.stays[(0, machine.FLOP, machine.BOARD).index(board)]
        )

    def played(self, other: str | Simple) -> StayOrFoldStrategy:
        rule, game = self._rule_of(other), self.game
        before = np.asarray(rule.before(all_sets(2)))
        at_flop = _stays(rule.flop, machine.FLOP, game.at_flop)
        at_end = _stays(rule.last, machine.BOARD, game.made)
        fold, at_the_flop, (at_last, play) = (game.numbers(ends) for ends in (game.preflop, game.flop, game.river))
        decisions = Decisions(
            np.where(before, GOES_ON, fold).astype(np.uint8), np.where(at_flop, GOES_ON, at_the_flop).astype(np.uint8)
        )
        last = np.where(at_end, play, at_last).astype(np.uint8)

        def ends() -> Tally:
            return stopping.play(game, decisions, last)[0]

        return StayOrFoldStrategy(game, decisions, ends, {}, self.simpler, last=last)

    def _rule_of(self, other: str | Simple) -> LeastHands:
        simple = self.named(other) if isinstance(other, str) else other
        if simple is not None and isinstance(simple.rule, LeastHands):
            return simple.rule
        said = str(other) if simple is None else str(simple.rule)
        named = ", ".join(one.name for one in self.simpler)
        if wording.is_file(said):
            raise ValueError(f"{said}: this game is told no file; name one of {named}, or a least hand")
        try:
            least = wording.reaching(said, self.game.rows.order)
        except ValueError:
            hint = 'or say "always", "never" or a hand, like "pair or better"'
            raise ValueError(f"no strategy {said!r}: name one of {named}; {hint}") from None
        never = least > len(self.game.rows.order.ladder)
        return LeastHands(lambda holdings: np.full(len(holdings), not never), least, least)

    # ---- In words

    def summary(self) -> tuple[str, ...]:
        on = [choice.replace("_", " ") for choice in self.game.stays]
        fold = self.game.fold.replace("_", " ")
        first = spans(lambda place: bool(self.decisions.preflop[place] == GOES_ON))
        lines = [f"before the flop {on[0]} with {first}; {fold} with less"] if first else []
        flops, boards = classes(machine.FLOP), classes(machine.BOARD)
        (last,) = self.game.numbers(self.game.river[-1:])
        lines += self._by_strength(
            f"at the flop {on[1]}", self.game.at_flop, flops.weights, self.decisions.flop == GOES_ON
        )
        lines += self._by_strength(f"at the end {on[2]}", self.game.made, boards.weights, self.last == last)
        return tuple(lines)

    def _by_strength(self, says: str, strengths: NDArray[Any], weights: NDArray[Any], stays: Flags) -> list[str]:
        """From which hand on, below which never, and how often between; by the best three cards there are."""
        order = self.game.rows.order
        there = (strengths > 0) & (self.decisions.preflop[None, :] == GOES_ON)
        many = np.broadcast_to(weights[:, None], strengths.shape)
        size = len(self.game.rows.order.ladder) + 1
        seen, goes = (
            np.bincount(strengths[which], weights=many[which], minlength=size) for which in (there, there & stays)
        )
        sometimes_not = np.flatnonzero(seen > goes)
        always = int(sometimes_not.max()) + 1 if len(sometimes_not) else 1
        least = int(np.flatnonzero(goes).min()) if goes.any() else size
        if always <= least:
            return [f"{says} with {say(order, always)} or better"]
        share = goes[least:always].sum() / seen[least:always].sum()
        return [
            f"{says} with {say(order, always)} or better, never with less than "
            f"{say(order, least)}; between them with {percent(float(share))}, by what may still come and "
            "what the board gives the dealer"
        ]
