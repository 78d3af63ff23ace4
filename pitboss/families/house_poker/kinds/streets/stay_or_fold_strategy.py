"""The best way to play hold 'em on a short board, as an object: before the flop, at the flop, and at the end.

A rule for it is told by a least hand at each of the three: a floor for the two cards, one for the best three at the
flop, and one for the best three at the end; "always" and "never" hold for all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_poker.kinds.streets import stay_or_fold as machine
from pitboss.families.house_poker.price import wording
from pitboss.families.house_poker.price.strategy import (
    Ends,
    Flags,
    Given,
    Simple,
    Staying,
    Strategy,
    apart,
    percent,
    read,
    say,
    spans,
)
from pitboss.pricing.deals import Cards, all_sets, classes, place_of

OnBoard = Callable[[Cards, Cards, NDArray[Any]], Flags]
"""By boards (a row each), holdings (a column each) and what these make on those: with which to go on."""


@dataclass(frozen=True)
class LeastHands:
    """With which holdings to go on; then the least strengths at the flop and at the end, or rules that see boards."""

    before: Staying
    flop: int | OnBoard
    last: int | OnBoard


def _goes_on(rule: int | OnBoard, cards: int, strengths: NDArray[Any]) -> NDArray[np.uint8]:
    if isinstance(rule, int):
        return (strengths >= rule).astype(np.uint8)
    found = rule(classes(cards).representatives, all_sets(machine.OWN), strengths)
    return (found & (strengths > 0)).astype(np.uint8)


class ShortBoardStrategy(Strategy):
    def __init__(
        self, game: machine.ShortBoardGame, decisions: machine.Decisions, tally: Ends, simpler: tuple[Simple, ...] = ()
    ) -> None:
        self.game, self.decisions, self._ends, self.simpler, self.net = game, decisions, tally, simpler, game.net

    @cached_property
    def values(self) -> machine.Values:
        """What going on is worth, if all that follows is decided best."""
        return machine.values(self.game)

    def place(self, own: Given, shown: Given = ()) -> tuple[int, tuple[int, ...]]:
        """Which of the three decisions it is, and where it stands in the tables of that."""
        held = read(own, machine.OWN, "the player's hand")
        board = read(shown, (0, machine.FLOP, machine.BOARD), "the board")
        apart(held, board)
        if not len(board):
            return 0, (place_of(held),)
        by, there = machine.around(), place_of(board)
        at_flop = len(board) == machine.FLOP
        kinds, ways = (by.flop_class, by.flop_renaming) if at_flop else (by.board_class, by.board_renaming)
        return 1 if at_flop else 2, (int(kinds[there]), int(by.renamed[ways[there], place_of(held)]))

    def decide(self, own: Given, shown: Given = (), before: str = "") -> str:
        decision, at = self.place(own, shown)
        return self.game.choices[decision] if self.decisions[decision][at] else self.game.fold

    def worth(self, own: Given, shown: Given = (), before: str = "") -> dict[str, float]:
        """What each choice brings on average."""
        decision, at = self.place(own, shown)
        ways = machine.WAYS[decision] * self.game.pays[1]
        fold = machine.fold_at(self.game, decision) / ways
        if decision == 0:
            kind = classes(machine.OWN).class_of[at[0]]
            goes_on = int(self.values.before[kind]) / int(classes(machine.OWN).weights[kind])
        else:
            goes_on = int(self.values[decision][at])
        return {self.game.choices[decision]: goes_on / ways, self.game.fold: fold}

    def played(self, other: str | Simple) -> ShortBoardStrategy:
        rule = self._rule(other)
        decisions = machine.Decisions(
            np.asarray(rule.before(all_sets(machine.OWN))).astype(np.uint8),
            _goes_on(rule.flop, machine.FLOP, self.game.at_flop),
            _goes_on(rule.last, machine.BOARD, self.game.strengths),
        )
        return ShortBoardStrategy(self.game, decisions, lambda: machine.play(self.game, decisions), self.simpler)

    def _rule(self, other: str | Simple) -> LeastHands:
        simple = self.named(other) if isinstance(other, str) else other
        if simple is not None and isinstance(simple.rule, LeastHands):
            return simple.rule
        said = str(other) if simple is None else str(simple.rule)
        named = ", ".join(one.name for one in self.simpler)
        if wording.is_file(said):
            raise ValueError(f"{said}: this game is told no file; name one of {named}, or a least hand")
        try:
            least = wording.reaching(said, self.game.order)
        except ValueError:
            hint = 'or say "always", "never" or a hand, like "pair or better"'
            raise ValueError(f"no strategy {said!r}: name one of {named}; {hint}") from None
        never = least > len(self.game.order.ladder)
        return LeastHands(lambda holdings: np.full(len(holdings), not never), least, least)

    # ---- In words

    def summary(self) -> tuple[str, ...]:
        on = [choice.replace("_", " ") for choice in self.game.choices]
        fold = self.game.fold.replace("_", " ")
        first = spans(lambda place: bool(self.decisions.before[place]))
        lines = [f"before the flop {on[0]} with {first}; {fold} with less"] if first else []
        flops, boards = classes(machine.FLOP), classes(machine.BOARD)
        lines += self._by_strength(f"at the flop {on[1]}", self.game.at_flop, flops.weights, self.decisions.flop)
        lines += self._by_strength(f"at the end {on[2]}", self.game.strengths, boards.weights, self.decisions.last)
        return tuple(lines)

    def _by_strength(
        self, says: str, strengths: NDArray[Any], weights: NDArray[Any], decided: NDArray[Any]
    ) -> list[str]:
        """From which hand on, below which never, and how often between; by the best three cards there are."""
        there = (strengths > 0) & (self.decisions.before[None, :] > 0)
        many = np.broadcast_to(weights[:, None], strengths.shape)
        size = len(self.game.order.ladder) + 1
        seen, goes = (
            np.bincount(strengths[which], weights=many[which], minlength=size)
            for which in (there, there & (decided > 0))
        )
        sometimes_not = np.flatnonzero(seen > goes)
        always = int(sometimes_not.max()) + 1 if len(sometimes_not) else 1
        least = int(np.flatnonzero(goes).min()) if goes.any() else size
        if always <= least:
            return [f"{says} with {say(self.game.order, always)} or better"]
        share = goes[least:always].sum() / seen[least:always].sum()
        return [
            f"{says} with {say(self.game.order, always)} or better, never with less than "
            f"{say(self.game.order, least)}; between them with {percent(float(share))}, by what may still come and "
            "what the board gives the dealer"
        ]
