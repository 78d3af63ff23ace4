"""Strategies for hold 'em with one wager, made before the flop, at the flop or at the river."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

import numpy as np

from pitboss.families.house_poker.kinds.streets import stopping
from pitboss.families.house_poker.price import strategy_text
from pitboss.families.house_poker.price.strategy import (
    CardInput,
    Flags,
    HandRule,
    SimpleStrategy,
    Strategy,
    TallySource,
    card_indices_of,
    check_disjoint,
    holding_spans,
    parse_rule,
    percent,
    read_cards,
    shares_by_kind,
)
from pitboss.families.house_poker.price.strategy_text import RiverRule, least_strength
from pitboss.families.house_poker.price.tally import Tally
from pitboss.hands import SHOWING
from pitboss.pricing.boards import HOLDINGS, Amounts, Bytes, dealer_holdings, holdings_by_set
from pitboss.pricing.deals import DECK, RENAMINGS, Cards, all_sets, classes, place_of, to_representative
from pitboss.pricing.progress import Progress


@dataclass(frozen=True)
class BoardRule:
    """A rule of thumb for hold 'em: holdings to raise (by the maximum) before the flop, hands to raise at the flop, and
    a river rule.
    """

    preflop: HandRule
    flop: Callable[[Cards, Cards], Flags]
    last: RiverRule


class BoardStrategy(Strategy):
    def __init__(
        self,
        game: stopping.BoardGame,
        decisions: stopping.Decisions | Callable[[], stopping.Decisions],
        tally: TallySource,
        names: Mapping[str, str],
        simpler: tuple[SimpleStrategy, ...] = (),
        progress: Progress | None = None,
        last: RiverRule | Bytes = stopping.BEST,
        early: Callable[[], Amounts] | None = None,
    ) -> None:
        """`names` maps the ends to the choices' names, and "" to the name for going on. `progress` is told how far
        another strategy has been played out. `last` is the river rule, or the end by class of boards and holding.
        `early` finds the values of the choices before the flop (see `stopping.Values`), for the best strategy.
        """
        self.game, self._decided, self._ends, self.simpler, self.net = game, decisions, tally, simpler, game.net
        self.names, self._progress, self.last, self._early = names, progress, last, early

    @cached_property
    def decisions(self) -> stopping.Decisions:
        """The decisions before the flop and at the flop."""
        return self._decided() if callable(self._decided) else self._decided

    @cached_property
    def early(self) -> Amounts | None:
        """The values of the choices before the flop, if known."""
        return self._early() if self._early is not None else None

    def decide(self, own: CardInput, shown: CardInput = (), before: str = "") -> str:
        flop, whole = self.game.flop_cards, self.game.board_cards
        held, board = read_cards(own, 2, "the player's hand"), read_cards(shown, (0, flop, whole), "the board")
        check_disjoint(held, board)
        if len(board) == whole and isinstance(self.last, RiverRule):
            return self.choice_name(whole, stopping.river_end(self.game, held, board, self.last))
        if len(board):
            place = place_of(board)
            renamed = np.sort(RENAMINGS[to_representative(len(board))[place]][held])
            table = self.last if len(board) == whole else self.decisions.flop
            found = np.asarray(table)[classes(len(board)).class_of[place], place_of(renamed)]
        else:
            found = self.decisions.preflop[place_of(held)]
        return self.choice_name(len(board), "" if found == stopping.NO_DECISION else self.game.ends[found])

    def choice_name(self, board: int, end: str) -> str:
        """The choice that leads to an end, or that goes on, with `board` cards on the board."""
        return self.names[end]

    def choice_values(self, own: CardInput, shown: CardInput = (), before: str = "") -> dict[str, float]:
        """The average net of each choice."""
        game, flop, whole = self.game, self.game.flop_cards, self.game.board_cards
        held, board = (
            np.array(sorted(card_indices_of(own)), np.uint8),
            np.array(sorted(card_indices_of(shown)), np.uint8),
        )
        ways = dealer_holdings(whole) * game.amounts.units
        if len(board) == whole:
            found = stopping.river_values(game, held, board)
        elif len(board) == flop:
            found = stopping.flop_values(game, held, board)
            ways *= comb(DECK - len(held) - flop, whole - flop)
        else:
            if self.early is None:
                return {}
            kind = classes(len(held)).class_of[place_of(held)]
            found = dict(zip(("", *game.preflop), map(int, self.early[kind]), strict=True))
            ways *= int(classes(len(held)).weights[kind]) * comb(DECK - len(held), whole) * game.ways
        return {self.choice_name(len(board), end): value / ways for end, value in found.items()}

    def strategy_for(self, other: str | SimpleStrategy) -> BoardStrategy:
        """Return the decisions of another strategy for every holding, before the flop, at the flop and at the river."""
        game = self.game
        by_file = isinstance(other, str) and strategy_text.is_file(other)
        early, at_flop, last = self._listed(str(other)) if by_file else self._by_rule(other)
        preflop = np.where(early, game.ends.index(game.preflop[-1]), stopping.NO_DECISION).astype(np.uint8)
        flop = np.where(at_flop, game.ends.index(game.flop[-1]), stopping.NO_DECISION).astype(np.uint8)
        decisions = stopping.Decisions(preflop, flop)

        def tally() -> Tally:
            return stopping.play(game, decisions, last, progress=self._progress)[0]

        return BoardStrategy(game, decisions, tally, self.names, self.simpler, self._progress, last)

    def _by_rule(self, other: str | SimpleStrategy) -> tuple[Flags, Flags, RiverRule]:
        """Return the holdings that a rule raises before the flop and with each flop, and its river rule."""
        rule = self._rule(other)
        at_flop = np.zeros((len(classes(3)), HOLDINGS), np.bool_)
        for some, apart_, own, flop in holdings_by_set(3):
            at_flop[some][apart_] = rule.flop(own, flop)
        return rule.preflop(all_sets(2)), at_flop, rule.last

    def _rule(self, other: str | SimpleStrategy) -> BoardRule:
        """Return a named rule, or one in words that looks at the best hand in the known cards."""
        order = self.game.rows.order
        early = parse_rule(self, other, SHOWING[1])
        if isinstance(early, BoardRule):
            return early
        reached: HandRule = parse_rule(self, other, order)
        last = RiverRule(by_value=False, least=least_strength(str(other), order))
        return BoardRule(early, lambda own, flop: reached(np.concatenate([own, flop], axis=1)), last)

    def _listed(self, other: str) -> tuple[Flags, Flags, RiverRule]:
        """Return the same three parts from a strategy file."""
        game = self.game
        listed = strategy_text.read_file(other, {2: game.preflop[-1], 5: game.flop[-1], 7: game.river[-1]})
        early = listed.stays(2, SHOWING[1])[:, 0][classes(2).class_of]
        return early, listed.at_flop(5, game.rows.order), listed.at_river(7, game.rows.order)

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
        """The holdings that are raised: pairs, suited and offsuit, each from its lowest second card up."""
        number = self.game.ends.index(end)
        said = holding_spans(lambda place: bool(self.decisions.preflop[place] == number))
        return f"before the flop {self.names[end]} with {said}" if said else ""

    def _at_flop(self) -> list[str]:
        """The share of each kind of hand that is raised at the flop, among holdings not raised before it."""
        goes_on = self.decisions.preflop == stopping.NO_DECISION
        raised = self.decisions.flop != stopping.NO_DECISION
        name = self.names[self.game.flop[-1]]
        return [f"at the flop {name}: {shares_by_kind(3, raised, goes_on, self.game.rows.order)}"]
