"""How hold 'em with a wager at each street is played: stay in or fold, then a wager or none, twice."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np

from pitboss.families.house_poker.kinds.streets import street_wagers
from pitboss.families.house_poker.kinds.streets.street_wagers import FLOP, FOUR, Decisions, Later, StreetGame, WagerRule
from pitboss.families.house_poker.price import wording
from pitboss.families.house_poker.price.strategy import (
    Ends,
    Given,
    Simple,
    Staying,
    Strategy,
    apart,
    indices,
    kinds_said,
    read,
    rule_of,
    spans,
)
from pitboss.families.house_poker.price.tally import Tally
from pitboss.hands import SHOWING
from pitboss.pricing.boards import Amounts
from pitboss.pricing.deals import DECK, Counts, all_sets, classes, place_of
from pitboss.pricing.progress import Progress


@dataclass(frozen=True)
class StreetRule:
    """A rule of thumb: with which holdings to stay in, and with which, beside what lies there, to wager."""

    stays: Staying
    at_flop: WagerRule
    at_four: WagerRule


class StreetStrategy(Strategy):
    game: StreetGame
    decisions: Decisions

    def __init__(
        self,
        game: StreetGame,
        decisions: Decisions,
        tally: Ends,
        simpler: tuple[Simple, ...] = (),
        early: Amounts | None = None,
        progress: Progress | None = None,
    ) -> None:
        """`early` is what a fold, and to stay in, are worth by class of holdings, where that is known."""
        super().__init__(game, decisions, tally, simpler)
        self.early, self._progress = early, progress

    def decide(self, own: Given, shown: Given = (), before: str = "") -> str:
        held, lying = read(own, 2, "the player's hand"), read(shown, (0, FLOP, FOUR), "the board")
        apart(held, lying)
        if not len(lying):
            return self.game.names[0][int(self.decisions.stays[place_of(held)])]
        return self.game.names[len(lying) - 2][int(street_wagers.wagers(self.decisions, held, lying))]

    def worth(self, own: Given, shown: Given = (), before: str = "") -> dict[str, float]:
        """What the wager of a street adds. Before the flop, of staying in with the best that can follow."""
        game, held, lying = self.game, np.array(indices(own), np.uint8), np.array(indices(shown), np.uint8)
        if len(lying):
            without, wager = game.names[len(lying) - 2]
            return {without: 0.0, wager: street_wagers.worth(game, held, np.sort(lying))}
        if self.early is None:
            return {}
        kind = classes(2).class_of[place_of(np.sort(held))]
        ways = street_wagers.DEALS // comb(DECK, 2) * int(classes(2).weights[kind]) * game.amounts.units
        return {name: int(value) / ways for name, value in zip(game.names[0], self.early[kind], strict=True)}

    def played(self, other: str | Simple) -> StreetStrategy:
        """Another strategy, for every holding beside all that can lie there."""
        by_file = isinstance(other, str) and wording.is_file(other)
        decisions = self._listed(str(other)) if by_file else self._by(other)
        game, progress = self.game, self._progress

        def ends() -> Tally:
            return street_wagers.tally(game, decisions.stays, counted(game, decisions.later, progress))

        return StreetStrategy(game, decisions, ends, self.simpler)

    def _by(self, other: str | Simple) -> Decisions:
        """By a rule that is named; or one in words, by the best hand in the cards that are known."""
        rule, order = rule_of(self, other, SHOWING[1]), self.game.rows.order
        if not isinstance(rule, StreetRule):
            reached = WagerRule(wording.reaching(str(other), order))
            rule = StreetRule(rule, reached, reached)
        stays = rule.stays(all_sets(2)).astype(np.uint8)
        bits = (street_wagers.flagged(number, by, order) for number, by in ((FLOP, rule.at_flop), (FOUR, rule.at_four)))
        return Decisions(stays, Later(*bits))

    def _listed(self, other: str) -> Decisions:
        """The same, as a file lists it."""
        (_, stay), (_, first), (_, second) = self.game.names
        listed = wording.read(other, {2: stay, 2 + FLOP: first, 2 + FOUR: second})
        order = self.game.rows.order
        stays = listed.stays(2, SHOWING[1])[:, 0][classes(2).class_of].astype(np.uint8)
        at_flop, at_four = (listed.at_flop(2 + number, order).astype(np.uint8) for number in (FLOP, FOUR))
        return Decisions(stays, Later(street_wagers.packed(at_flop), street_wagers.packed(at_four)))

    def summary(self) -> tuple[str, ...]:
        (fold, stay), (_, first), (_, second) = self.game.names
        stays = self.decisions.stays.astype(np.bool_)
        order = self.game.rows.order
        folded = spans(lambda place: not stays[place])
        lines = [f"before the flop {fold} with {folded}; {stay} with all else" if folded else f"always {stay}"]
        for name, number, bits in zip((first, second), (FLOP, FOUR), self.decisions.later, strict=True):
            taken = street_wagers.unpacked(bits, len(classes(number)))
            lines.append(f"{name} wager with {number} cards on the board: {kinds_said(number, taken, stays, order)}")
        return tuple(lines)


_counted: dict[tuple[tuple[str, ...], int], Counts] = {}


def counted(game: StreetGame, later: Later, progress: Progress | None = None) -> Counts:
    """How deals end that are played so. The last few are kept: tables of the wagers made first do not change them."""
    key = game.rows.names, hash((later.at_flop.tobytes(), later.at_four.tobytes()))
    if key not in _counted:
        while len(_counted) >= 4:
            del _counted[next(iter(_counted))]
        _counted[key] = street_wagers.counts(game, later, progress)
    return _counted[key]
