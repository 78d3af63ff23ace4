"""Checks the shipped counts for Asia poker: the house way in full, and the best setting with random hands.

`counting` counts the wins of the house way again. The wins of the best setting were counted by
scripts/asia_poker/count.cu on a graphics processor; here random hands are counted instead, each against all 53,524,680
hands of the dealer, by `showdown`, which shares no code with that program. One hand takes about a third of a second,
and there are more than six million up to a renaming of suits, so all of them would take weeks.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS
from pitboss.games.asia_poker import counting
from pitboss.games.asia_poker.house_way import house_way, order_on, worths_on
from pitboss.games.asia_poker.price import counts_of, made_by
from pitboss.games.asia_poker.seven_cards import OWN
from pitboss.games.asia_poker.showdown import OTHERS, wins_of
from pitboss.pricing.contract import CountCheck, Progress, ShippedCount
from pitboss.pricing.recount import Sample, check_by_sample, check_in_full

DRAWN = 300
SEED = 31


def shipped_counts(layout: Layout) -> Iterator[ShippedCount]:
    """The counts a table's price is based on, each with its check."""
    counts = counts_of(layout)

    def house(progress: Progress) -> CountCheck:
        fields = counting.Counts.__dataclass_fields__
        shipped = {name: counts[name] for name in fields}
        return check_in_full(shipped, lambda done: vars(counting.count(layout, progress=done)), progress)

    wheel = layout.options["wheel_rank"]
    yield ShippedCount(f"counts.toml [{wheel}], house way", made_by()["house_way"], house)
    best = made_by()["best"]
    yield ShippedCount(f"counts.toml [{wheel}], best setting", best, lambda done: sample_best_settings(layout, done))


def sample_best_settings(layout: Layout, progress: Progress, drawn: int = DRAWN) -> CountCheck:
    """The best setting for random hands, compared with the shipped totals."""
    counts, random = counts_of(layout), Random(SEED)
    order, worths = order_on(layout), worths_on(layout)
    wins, gains, better = [], [], []
    for number in range(drawn):
        own = tuple(random.sample(CARDS, OWN))
        won = wins_of(own, order, worths)
        best, by_house = max(won.values()), won[house_way(own, order, worths)]
        wins.append(best / OTHERS)
        gains.append((best - by_house) / OTHERS)
        better.append(float(best > by_house))
        progress((number + 1) / drawn)
    deals = counts["deals"]
    how = f"not counted again: {drawn} random hands (seed {SEED}), each against all {OTHERS:,} hands of the dealer"
    return check_by_sample(
        how,
        (
            Sample(wins, counts["best_wins"] / deals, "wins"),
            Sample(gains, (counts["best_wins"] - counts["wins"]) / deals, "gain over the house way"),
            Sample(better, counts["set_better"] / counts["hands"], "hands with a better setting"),
        ),
    )
