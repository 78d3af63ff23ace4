"""The best way to play hold 'em with one wager, made before the flop, at the flop or at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

import numpy as np

from pitboss.families.house_poker.kinds.streets import stopping
from pitboss.families.house_poker.price import wording
from pitboss.families.house_poker.price.strategy import (
    Ends,
    Flags,
    Given,
    Simple,
    Staying,
    Strategy,
    apart,
    indices,
    kinds_said,
    percent,
    read,
    rule_of,
    spans,
)
from pitboss.families.house_poker.price.tally import Tally
from pitboss.families.house_poker.price.wording import LastRule, reaching
from pitboss.hands import SHOWING
from pitboss.pricing.boards import HOLDINGS, Amounts, Bytes, holdings_beside, showdowns
from pitboss.pricing.deals import DECK, RENAMINGS, Cards, all_sets, classes, place_of, to_representative
from pitboss.pricing.progress import Progress


@dataclass(frozen=True)
class BoardRule:
    """A rule of thumb for hold 'em: which holdings are raised before the flop (the dearest end), which hands at the
    flop, and how the last decision is made."""

    preflop: Staying
    flop: Callable[[Cards, Cards], Flags]
    last: LastRule


class BoardStrategy(Strategy):
    def __init__(
        self,
        game: stopping.BoardGame,
        decisions: stopping.Decisions | Callable[[], stopping.Decisions],
        tally: Ends,
        names: Mapping[str, str],
        simpler: tuple[Simple, ...] = (),
        progress: Progress | None = None,
        last: LastRule | Bytes = stopping.BEST,
        early: Callable[[], Amounts] | None = None,
    ) -> None:
        """`names` are what the ends are called as choices; "" is going on. `progress` hears of other strategies that
        are played out. `last` is how the last decision is made, or the end by class of boards and holding. `early`
        finds what the choices before the flop are worth (see `stopping.Values`), for a strategy that decides by
        that."""
        self.game, self._decided, self._ends, self.simpler, self.net = game, decisions, tally, simpler, game.net
        self.names, self._progress, self.last, self._early = names, progress, last, early

    @cached_property
    def decisions(self) -> stopping.Decisions:
        """What is decided before the flop and at the flop."""
        return self._decided() if callable(self._decided) else self._decided

    @cached_property
    def early(self) -> Amounts | None:
        """What the choices before the flop are worth, where that is known."""
        return self._early() if self._early is not None else None

    def decide(self, own: Given, shown: Given = (), before: str = "") -> str:
        flop, whole = self.game.flop_cards, self.game.board_cards
        held, board = read(own, 2, "the player's hand"), read(shown, (0, flop, whole), "the board")
        apart(held, board)
        if len(board) == whole and isinstance(self.last, LastRule):
            return self.said(whole, stopping.last_end(self.game, held, board, self.last))
        if len(board):
            place = place_of(board)
            renamed = np.sort(RENAMINGS[to_representative(len(board))[place]][held])
            table = self.last if len(board) == whole else self.decisions.flop
            found = np.asarray(table)[classes(len(board)).class_of[place], place_of(renamed)]
        else:
            found = self.decisions.preflop[place_of(held)]
        return self.said(len(board), "" if found == stopping.GOES_ON else self.game.ends[found])

    def said(self, board: int, end: str) -> str:
        """What an end, or to go on, is called as a choice with so many cards on the board."""
        return self.names[end]

    def worth(self, own: Given, shown: Given = (), before: str = "") -> dict[str, float]:
        """What each choice brings on average."""
        game, flop, whole = self.game, self.game.flop_cards, self.game.board_cards
        held, board = np.array(sorted(indices(own)), np.uint8), np.array(sorted(indices(shown)), np.uint8)
        ways = showdowns(whole) * game.amounts.units
        if len(board) == whole:
            found = stopping.last_values(game, held, board)
        elif len(board) == flop:
            found = stopping.flop_values(game, held, board)
            ways *= comb(DECK - len(held) - flop, whole - flop)
        else:
            if self.early is None:
                return {}
            kind = classes(len(held)).class_of[place_of(held)]
            found = dict(zip(("", *game.preflop), map(int, self.early[kind]), strict=True))
            ways *= int(classes(len(held)).weights[kind]) * comb(DECK - len(held), whole) * game.ways
        return {self.said(len(board), end): value / ways for end, value in found.items()}

    def played(self, other: str | Simple) -> BoardStrategy:
        """Another strategy: before the flop and at the flop for every holding, and how it decides at last."""
        game = self.game
        by_file = isinstance(other, str) and wording.is_file(other)
        early, at_flop, last = self._listed(str(other)) if by_file else self._by(other)
        preflop = np.where(early, game.ends.index(game.preflop[-1]), stopping.GOES_ON).astype(np.uint8)
        flop = np.where(at_flop, game.ends.index(game.flop[-1]), stopping.GOES_ON).astype(np.uint8)
        decisions = stopping.Decisions(preflop, flop)

        def tally() -> Tally:
            return stopping.play(game, decisions, last, progress=self._progress)[0]

        return BoardStrategy(game, decisions, tally, self.names, self.simpler, self._progress, last)

    def _by(self, other: str | Simple) -> tuple[Flags, Flags, LastRule]:
        """Which holdings a rule raises before the flop, which it does with each flop, and how it decides at last."""
        rule = self._rule(other)
        at_flop = np.zeros((len(classes(3)), HOLDINGS), np.bool_)
        for some, apart_, own, flop in holdings_beside(3):
            at_flop[some][apart_] = rule.flop(own, flop)
        return rule.preflop(all_sets(2)), at_flop, rule.last

    def _rule(self, other: str | Simple) -> BoardRule:
        """A rule that is named; or one in words, by the best hand in the cards that are known."""
        order = self.game.rows.order
        early = rule_of(self, other, SHOWING[1])
        if isinstance(early, BoardRule):
            return early
        reached: Staying = rule_of(self, other, order)
        last = LastRule(by_worth=False, least=reaching(str(other), order))
        return BoardRule(early, lambda own, flop: reached(np.concatenate([own, flop], axis=1)), last)

    def _listed(self, other: str) -> tuple[Flags, Flags, LastRule]:
        """The same, as a file lists it."""
        game = self.game
        listed = wording.read(other, {2: game.preflop[-1], 5: game.flop[-1], 7: game.river[-1]})
        early = listed.stays(2, SHOWING[1])[:, 0][classes(2).class_of]
        return early, listed.at_flop(5, game.rows.order), listed.at_last(7, game.rows.order)

    def summary(self) -> tuple[str, ...]:
        lines = [self._chart(end) for end in reversed(self.game.preflop)]
        lines = [line for line in lines if line]
        lines.append(f"before the flop {self.names['']} with all else")
        lines += self._at_flop()
        river = self.game.river
        share = {end: self._share(end) for end in river}
        whole = sum(share.values(), Fraction())
        said = ", ".join(f"{self.names[end]} {percent(share[end] / whole)}" for end in reversed(river) if whole)
        lines.append(f"at the end, of what is left: {said}; ask for the decision of a hand by its cards")
        return tuple(lines)

    def _share(self, end: str) -> Fraction:
        return self.tally.share(lambda found, _row, _result: found == end)

    def _chart(self, end: str) -> str:
        """Holdings by pairs, suited and not, from the lowest second card up."""
        number = self.game.ends.index(end)
        said = spans(lambda place: bool(self.decisions.preflop[place] == number))
        return f"before the flop {self.names[end]} with {said}" if said else ""

    def _at_flop(self) -> list[str]:
        """How often each kind of hand is raised at the flop, of those that are not raised before it."""
        goes_on = self.decisions.preflop == stopping.GOES_ON
        raised = self.decisions.flop != stopping.GOES_ON
        name = self.names[self.game.flop[-1]]
        return [f"at the flop {name}: {kinds_said(3, raised, goes_on, self.game.rows.order)}"]
