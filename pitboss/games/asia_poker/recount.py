"""The shipped counts of Asia poker, checked: the house way in full, the best setting by hands drawn at random.

What the house way wins is counted again by `counting`. What the best setting wins was counted by
scripts/asia_poker/count.cu on a graphics processor. Hands drawn at random are counted instead, each against all
53,524,680 hands of the dealer, by `showdown`, which shares nothing with that program. A hand takes about a third of a
second so, and there are more than six million up to a renaming of suits: all of them would take weeks.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS
from pitboss.games.asia_poker import counting
from pitboss.games.asia_poker.house_way import house_way, order_on, worths_on
from pitboss.games.asia_poker.price import counted, made_by
from pitboss.games.asia_poker.seven_cards import OWN
from pitboss.games.asia_poker.showdown import OTHERS, won_by
from pitboss.pricing.contract import Checked, Progress, ShippedCount
from pitboss.pricing.recount import Sample, by_sample, in_full

DRAWN = 300
SEED = 31


def shipped_counts(layout: Layout) -> Iterator[ShippedCount]:
    """The figures that a table's price rests on, each with its check."""
    kept = counted(layout)

    def house(progress: Progress) -> Checked:
        fields = counting.Counts.__dataclass_fields__
        shipped = {name: kept[name] for name in fields}
        return in_full(shipped, lambda done: vars(counting.count(layout, progress=done)), progress)

    wheel = layout.options["wheel_rank"]
    yield ShippedCount(f"counts.toml [{wheel}], house way", made_by()["house_way"], house)
    best = made_by()["best"]
    yield ShippedCount(f"counts.toml [{wheel}], best setting", best, lambda done: sampled(layout, done))


def sampled(layout: Layout, progress: Progress, drawn: int = DRAWN) -> Checked:
    """The best setting of hands drawn at random, beside what all hands are said to come to."""
    kept, random = counted(layout), Random(SEED)
    order, worths = order_on(layout), worths_on(layout)
    wins, gains, better = [], [], []
    for number in range(drawn):
        own = tuple(random.sample(CARDS, OWN))
        won = won_by(own, order, worths)
        best, by_house = max(won.values()), won[house_way(own, order, worths)]
        wins.append(best / OTHERS)
        gains.append((best - by_house) / OTHERS)
        better.append(float(best > by_house))
        progress((number + 1) / drawn)
    deals = kept["deals"]
    how = f"not counted again: {drawn} random hands (seed {SEED}), each against all {OTHERS:,} hands of the dealer"
    return by_sample(
        how,
        (
            Sample(wins, kept["best_wins"] / deals, "wins"),
            Sample(gains, (kept["best_wins"] - kept["wins"]) / deals, "more than by the house way"),
            Sample(better, kept["set_better"] / kept["hands"], "hands better set otherwise"),
        ),
    )


__all__ = ["sampled", "shipped_counts"]
