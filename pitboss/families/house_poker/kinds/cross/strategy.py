"""Strategies for a cross: whether to raise before each of its four arms, given the player's own cards and the turned
ones.

A rule is a function of the `StageView` at each stage, or words for the lowest hand to raise with, which is the best
hand in the player's cards and the known part of the row across.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment import Card, Rank, cards
from pitboss.families.house_poker.kinds.cross import solver
from pitboss.families.house_poker.kinds.cross.solver import (
    HIGH,
    KINDS,
    LOW,
    PAIRS,
    RANK_OF,
    RANKS,
    STAGES,
    CrossIndex,
    Decisions,
)
from pitboss.families.house_poker.price import strategy_text
from pitboss.families.house_poker.price.strategy import (
    CardInput,
    SimpleStrategy,
    Strategy,
    TallySource,
    check_disjoint,
    percent,
    read_cards,
)
from pitboss.hands import SHOWING
from pitboss.hands.fast import evaluate_batch
from pitboss.pricing.progress import Progress

Figures = NDArray[Any]
ARMS = ("left", "right", "top", "bottom")
OWN = 2


@dataclass(frozen=True)
class StageView:
    """The known cards at a stage, for all deals at once, as arrays of ranks from 0 for a deuce.

    Unused axes have length 1. `across` holds the ranks of the turned cards in the row across, without the centre, and
    `down` those in the other row.
    """

    stage: int
    centre: Figures
    low: Figures
    high: Figures
    suited: Figures
    """The number of the player's own cards in the centre's suit."""
    across: tuple[Figures, ...]
    down: tuple[Figures, ...]

    @cached_property
    def paired(self) -> Figures:
        """Whether there is a pair or better that uses one of the player's own cards."""
        found: Figures = self.low == self.high
        for card in (self.centre, *self.across, *self.down):
            found = found | (self.low == card) | (self.high == card)
        return found


def stage_view(stage: int) -> StageView:
    """Build the view of a stage, with the axes of its decisions."""
    shape = (RANKS, *((KINDS,), (PAIRS,), (PAIRS, KINDS))[stage - 1], PAIRS) if stage else (RANKS, PAIRS)

    def along(axis: int, figures: Figures) -> Figures:
        wide = [RANKS] + [1] * (len(shape) - 1)
        wide[axis] = shape[axis]
        return np.broadcast_to(figures, (RANKS, shape[axis])).reshape(wide)

    ranks = RANK_OF.astype(np.int8)
    one, other = along(len(shape) - 1, ranks[:, LOW]), along(len(shape) - 1, ranks[:, HIGH])
    suited = along(len(shape) - 1, (LOW >= RANKS).astype(np.int8) + (HIGH >= RANKS))
    across: tuple[Figures, ...] = ()
    if stage == 1:
        across = (along(1, ranks),)
    elif stage:
        across = (along(1, ranks[:, LOW]), along(1, ranks[:, HIGH]))
    down = (along(2, ranks),) if stage == STAGES - 1 else ()
    centre = np.arange(RANKS, dtype=np.int8).reshape([RANKS] + [1] * (len(shape) - 1))
    return StageView(stage, centre, np.minimum(one, other), np.maximum(one, other), suited, across, down)


@dataclass(frozen=True)
class CrossRule:
    """When to raise; with `to_the_end`, the rule only applies to the first stage and every later stage raises."""

    raises: Callable[[StageView], Figures]
    to_the_end: bool = False


class CrossStrategy(Strategy):
    game: solver.CrossGame
    decisions: Decisions

    def __init__(
        self,
        game: solver.CrossGame,
        decisions: Decisions,
        tally: TallySource,
        simpler: tuple[SimpleStrategy, ...] = (),
        progress: Progress | None = None,
    ) -> None:
        super().__init__(game, decisions, tally, simpler)
        self._progress = progress

    def place(self, own: CardInput, shown: CardInput) -> CrossIndex:
        """Locate a hand; `shown` is the cross in the order in which it was turned, starting with the centre."""
        held = read_cards(own, OWN, "the player's hand")
        turned: tuple[Card, ...] = cards(shown) if isinstance(shown, str) else tuple(shown)
        check_disjoint(held, read_cards(turned, range(1, STAGES + 1), "the cross"))
        return CrossIndex.from_cards(held, np.array([card.index for card in turned], np.uint8))

    def raises_before(self, before: str) -> int:
        """The number of raises among the earlier choices."""
        return [said.strip() for said in before.split(",")].count(self.game.choices[1])

    def decide(self, own: CardInput, shown: CardInput = (), before: str = "") -> str:
        return self.game.choices[solver.raises(self.decisions, self.place(own, shown), self.raises_before(before))]

    def choice_values(self, own: CardInput, shown: CardInput = (), before: str = "") -> dict[str, float]:
        """The average net of each choice."""
        return solver.choice_values(self.game, self.place(own, shown), self.raises_before(before))

    # ---- Other strategies

    def strategy_for(self, other: str | SimpleStrategy) -> CrossStrategy:
        decisions, game, progress = self._decisions(other), self.game, self._progress
        return CrossStrategy(game, decisions, lambda: solver.play(game, decisions, progress), self.simpler)

    def _decisions(self, other: str | SimpleStrategy) -> Decisions:
        simple = self.named(other) if isinstance(other, str) else other
        if simple is not None and isinstance(simple.rule, CrossRule):
            return self._by_rule(simple.rule)
        said = str(other) if simple is None else str(simple.rule)
        named = ", ".join(one.name for one in self.simpler)
        if strategy_text.is_file(said):
            raise ValueError(f"{said}: this game does not take strategy files; name one of {named}, or a least hand")
        try:
            return self._by_least_hand(said)
        except ValueError:
            hint = 'or say "always", "never" or a hand, like "pair or better"'
            raise ValueError(f"no strategy {said!r}: name one of {named}; {hint}") from None

    def _by_rule(self, rule: CrossRule) -> Decisions:
        found = []
        for stage, like in enumerate(self.decisions):
            always = rule.to_the_end and stage
            flags = True if always else rule.raises(stage_view(stage))
            found.append(np.broadcast_to(np.asarray(flags, np.uint8), like.shape[1:])[None].copy())
        return Decisions(*found)

    def _by_least_hand(self, said: str) -> Decisions:
        """Return the decisions that raise with a hand or better in the player's cards and the known part of the row
        across.
        """
        reached = []
        for stage, order in enumerate((SHOWING[2], SHOWING[3])):
            least = strategy_text.least_strength(said, order)
            reached.append(_strengths(stage, order) >= least)
        made, named = solver.ranking()
        strengths = np.stack([some[of] for of, some in zip(made, named, strict=True)])
        reached.append(strengths >= strategy_text.least_strength(said, self.game.rows.order))
        reached.append(np.repeat(reached[2][:, :, None], KINDS, axis=2))
        return Decisions(*(one.astype(np.uint8)[None] for one in reached))

    # ---- In words

    def summary(self) -> tuple[str, ...]:
        without, with_ = self.game.choices
        if not self.game.folds:
            return tuple(f"before the {arm} card {self._shares(stage)}" for stage, arm in enumerate(ARMS))
        lines = [f"before the left card {with_} with any pair or better, and by the centre card also with"]
        lines += [line for rank in reversed(range(RANKS)) if (line := self._raises_beside_centre(rank))]
        lines.append(f"{without} with all else")
        later = self.tally.share(lambda end, _row, _result: end in self.game.ends[1:STAGES])
        if later:
            said = f"in {float(later):.5%} of rounds" if later < 0.0005 else f"in {percent(later)} of rounds"
            lines.append(f"a hand raised there is raised to the end; a {without} later is better {said}")
        else:
            lines.append(f"a hand raised there never has a reason to {without} later")
        return tuple(lines)

    def _raises_beside_centre(self, centre: int) -> str:
        """Describe the unpaired two cards that raise with a centre card, by rank, and by suit if it matters."""
        raised = self.decisions.left[0, centre]
        by_ranks: dict[tuple[int, int], dict[int, set[bool]]] = {}
        for held in range(PAIRS):
            one, other = int(LOW[held]), int(HIGH[held])
            low, high = sorted((int(RANK_OF[centre, one]), int(RANK_OF[centre, other])))
            if len({low, high, centre}) == 3:
                suited = (one >= RANKS) + (other >= RANKS)
                by_ranks.setdefault((high, low), {}).setdefault(suited, set()).add(bool(raised[held]))
        parts = []
        groups = {"": (0, 1, 2), "with one of its suit ": (1, 2), "both of its suit ": (2,)}
        done: set[tuple[int, int]] = set()
        for words, numbers in groups.items():
            some = {
                ranks for ranks, found in by_ranks.items() if all(found.get(n, {True}) == {True} for n in numbers)
            } - done
            done |= some
            if some:
                parts.append(f"{words}{_spans(some, centre)}")
        return f"{Rank(centre + 2).letter}: {'; '.join(parts)}" if parts else ""

    def _shares(self, stage: int) -> str:
        """The share of hands that raise: those whose own cards make a pair or better, and the rest by the higher own
        card.
        """
        seen, taken = np.zeros(RANKS + 1), np.zeros(RANKS + 1)
        flags = self.decisions[stage][0]
        what = stage_view(stage)
        kinds = np.where(what.paired, RANKS, what.high)
        for centre, weights in _weights(stage):
            here = np.broadcast_to(kinds[centre], flags[centre].shape).ravel()
            seen += np.bincount(here, weights=weights.ravel(), minlength=RANKS + 1)
            taken += np.bincount(here, weights=(weights * flags[centre]).ravel(), minlength=RANKS + 1)
        shares = {at: taken[at] / seen[at] for at in range(RANKS, -1, -1) if seen[at]}
        named = {RANKS: "a pair or better of one's own"} | {at: f"{Rank(at + 2).letter} high" for at in range(RANKS)}
        said = ", ".join(f"{named[at]} {percent(chance)}" for at, chance in shares.items() if chance >= 0.0005)
        return f"{self.game.choices[1]}: {said}; else {self.game.choices[0]}"


def _spans(pairs: set[tuple[int, int]], centre: int) -> str:
    """Describe pairs of ranks, the higher first, with the lowest rank of the other.

    >>> _spans({(9, 7), (9, 8), (12, 3)}, 2)
    'A5 J9+'
    """
    said = []
    for high in sorted({high for high, _ in pairs}, reverse=True):
        lows = sorted(low for one, low in pairs if one == high)
        whole = [low for low in range(lows[0], high) if low != centre]
        name = Rank(high + 2).letter
        if lows == [low for low in range(high) if low != centre]:
            said.append(f"any {name}")
        elif lows == whole and len(lows) > 1:
            said.append(f"{name}{Rank(lows[0] + 2).letter}+")
        else:
            said += [f"{name}{Rank(low + 2).letter}" for low in reversed(lows)]
    return " ".join(said)


def _strengths(stage: int, order: Any) -> Figures:
    """The strength of the player's cards with the centre and, at the second stage, the left card; no straights or
    flushes.
    """
    first = np.arange(KINDS) if stage else np.zeros(1, int)
    found = np.empty((RANKS, len(first), PAIRS), np.int16)
    for centre in range(RANKS):
        ranks = RANK_OF[centre].astype(np.int64)
        # Suits do not matter in these orders; equal ranks get different ones.
        three = [np.full(PAIRS, 4 * centre), 4 * ranks[LOW] + 1, 4 * ranks[HIGH] + 2]
        for at, kind in enumerate(first):
            four = [np.full(PAIRS, 4 * ranks[kind] + 3)] if stage else []
            hands = np.sort(np.stack([*three, *four], axis=1), axis=1).astype(np.uint8)
            found[centre, at] = evaluate_batch(np.ascontiguousarray(hands), order)
    return found if stage else found[:, 0]


def _weights(stage: int) -> Iterator[tuple[int, Figures]]:
    """The number of deals for each decision of a stage up to a constant factor, by the rank of the centre."""
    whole = np.array([3] * RANKS + [1] * (KINDS - RANKS))
    held = np.where(LOW == HIGH, whole[LOW] * (whole[LOW] - 1) // 2, whole[LOW] * whole[HIGH])
    left = np.maximum(whole[:, None] - solver.HELD, 0)
    row = np.where((LOW == HIGH)[:, None], left[LOW] * (left[LOW] - 1), 2 * left[LOW] * left[HIGH])
    top = np.maximum(left[None] - solver.HELD.T[:, :, None], 0)
    shapes = (held, left * held, row * held, top * (row * held)[:, None])
    for centre in range(RANKS):
        yield centre, shapes[stage]
