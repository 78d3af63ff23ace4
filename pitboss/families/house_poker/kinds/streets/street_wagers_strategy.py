"""Strategies for hold 'em with a wager on each street: stay in or fold, then two optional wagers."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np

from pitboss.families.house_poker.kinds.streets import street_wagers
from pitboss.families.house_poker.kinds.streets.street_wagers import (
    FLOP,
    FOUR,
    Decisions,
    LaterDecisions,
    StreetGame,
    WagerRule,
)
from pitboss.families.house_poker.price import strategy_text
from pitboss.families.house_poker.price.strategy import (
    CardInput,
    HandRule,
    SimpleStrategy,
    Strategy,
    TallySource,
    card_indices_of,
    check_disjoint,
    holding_spans,
    parse_rule,
    read_cards,
    shares_by_kind,
)
from pitboss.families.house_poker.price.tally import Tally
from pitboss.hands import SHOWING
from pitboss.pricing.boards import Amounts
from pitboss.pricing.deals import DECK, Counts, all_sets, classes, place_of
from pitboss.pricing.progress import Progress


@dataclass(frozen=True)
class StreetRule:
    """A rule of thumb: which holdings stay in, and when to make the two later wagers."""

    stays: HandRule
    at_flop: WagerRule
    at_four: WagerRule


class StreetStrategy(Strategy):
    game: StreetGame
    decisions: Decisions

    def __init__(
        self,
        game: StreetGame,
        decisions: Decisions,
        tally: TallySource,
        simpler: tuple[SimpleStrategy, ...] = (),
        early: Amounts | None = None,
        progress: Progress | None = None,
    ) -> None:
        """`early` has the values of folding and of staying in by class of holdings, if known."""
        super().__init__(game, decisions, tally, simpler)
        self.early, self._progress = early, progress

    def decide(self, own: CardInput, shown: CardInput = (), before: str = "") -> str:
        held, lying = read_cards(own, 2, "the player's hand"), read_cards(shown, (0, FLOP, FOUR), "the board")
        check_disjoint(held, lying)
        if not len(lying):
            return self.game.names[0][int(self.decisions.stays[place_of(held)])]
        return self.game.names[len(lying) - 2][int(street_wagers.makes_wager(self.decisions, held, lying))]

    def choice_values(self, own: CardInput, shown: CardInput = (), before: str = "") -> dict[str, float]:
        """The average net of each choice on a street; before the flop, with the best later choices.

        On later streets it is the net that the wager adds.
        """
        game, held, lying = (
            self.game,
            np.array(card_indices_of(own), np.uint8),
            np.array(card_indices_of(shown), np.uint8),
        )
        if len(lying):
            without, wager = game.names[len(lying) - 2]
            return {without: 0.0, wager: street_wagers.wager_value(game, held, np.sort(lying))}
        if self.early is None:
            return {}
        kind = classes(2).class_of[place_of(np.sort(held))]
        ways = street_wagers.DEALS // comb(DECK, 2) * int(classes(2).weights[kind]) * game.amounts.units
        return {name: int(value) / ways for name, value in zip(game.names[0], self.early[kind], strict=True)}

    def strategy_for(self, other: str | SimpleStrategy) -> StreetStrategy:
        """Return the decisions of another strategy for every holding and every set of community cards."""
        by_file = isinstance(other, str) and strategy_text.is_file(other)
        decisions = self._listed(str(other)) if by_file else self._by_rule(other)
        game, progress = self.game, self._progress

        def ends() -> Tally:
            return street_wagers.tally(game, decisions.stays, cached_counts(game, decisions.later, progress))

        return StreetStrategy(game, decisions, ends, self.simpler)

    def _by_rule(self, other: str | SimpleStrategy) -> Decisions:
        """Return the decisions of a named rule, or of one in words that looks at the best hand in the known cards."""
        rule, order = parse_rule(self, other, SHOWING[1]), self.game.rows.order
        if not isinstance(rule, StreetRule):
            reached = WagerRule(strategy_text.least_strength(str(other), order))
            rule = StreetRule(rule, reached, reached)
        stays = rule.stays(all_sets(2)).astype(np.uint8)
        bits = (
            street_wagers.rule_decisions(number, by, order)
            for number, by in ((FLOP, rule.at_flop), (FOUR, rule.at_four))
        )
        return Decisions(stays, LaterDecisions(*bits))

    def _listed(self, other: str) -> Decisions:
        """Return the decisions listed in a strategy file."""
        (_, stay), (_, first), (_, second) = self.game.names
        listed = strategy_text.read_file(other, {2: stay, 2 + FLOP: first, 2 + FOUR: second})
        order = self.game.rows.order
        stays = listed.stays(2, SHOWING[1])[:, 0][classes(2).class_of].astype(np.uint8)
        at_flop, at_four = (listed.at_flop(2 + number, order).astype(np.uint8) for number in (FLOP, FOUR))
        return Decisions(stays, LaterDecisions(street_wagers.pack(at_flop), street_wagers.pack(at_four)))

    def summary(self) -> tuple[str, ...]:
        (fold, stay), (_, first), (_, second) = self.game.names
        stays = self.decisions.stays.astype(np.bool_)
        order = self.game.rows.order
        folded = holding_spans(lambda place: not stays[place])
        lines = [f"before the flop {fold} with {folded}; {stay} with all else" if folded else f"always {stay}"]
        for name, number, bits in zip((first, second), (FLOP, FOUR), self.decisions.later, strict=True):
            taken = street_wagers.unpack(bits, len(classes(number)))
            lines.append(
                f"{name} wager with {number} cards on the board: {shares_by_kind(number, taken, stays, order)}"
            )
        return tuple(lines)


_counts_cache: dict[tuple[tuple[str, ...], int], Counts] = {}


def cached_counts(game: StreetGame, later: LaterDecisions, progress: Progress | None = None) -> Counts:
    """Count how all deals end under later decisions, remembering recent counts.

    They do not depend on the pay tables of wagers made before the flop.
    """
    key = game.rows.names, hash((later.at_flop.tobytes(), later.at_four.tobytes()))
    if key not in _counts_cache:
        while len(_counts_cache) >= 4:
            del _counts_cache[next(iter(_counts_cache))]
        _counts_cache[key] = street_wagers.counts(game, later, progress)
    return _counts_cache[key]
