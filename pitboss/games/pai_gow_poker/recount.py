"""Checks the shipped counts for pai gow poker: the house way in full, and the best setting with random hands.

`counting` counts the wins of the house way again. The wins of the best setting were counted by
scripts/pai_gow_poker/count.cu on a graphics processor; here random hands are counted instead, each against all
53,524,680 hands of the bank, by `unseen_hand`, which shares no code with that program. One hand takes about a quarter
of a second, and there are more than six million up to a renaming of suits, so all of them would take weeks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from random import Random

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS
from pitboss.games.pai_gow_poker import counting
from pitboss.games.pai_gow_poker.house_way import WAYS
from pitboss.games.pai_gow_poker.price import Deals, SettingWorth, figures, made_by
from pitboss.games.pai_gow_poker.settings import HAND, KINDS
from pitboss.pricing.contract import CountCheck, Progress, ShippedCount
from pitboss.pricing.recount import Sample, check_by_sample, check_in_full
from pitboss.table.setting import HOUSE_WAY

DRAWN = 300
SEED = 11
TAKEN = Fraction(5, 100)
"""The vigorish at which the best setting was counted, as a fraction of a win."""


def shipped_counts(layout: Layout) -> Iterator[ShippedCount]:
    """The counts a table's price is based on, each with its check."""
    way = str(layout.options["house_way"])
    name = "tiered" if WAYS[way] else "foxwoods"
    ez = layout.option("variation") == "ez"
    shipped = {f"deals.{one}": figure for one, figure in figures(name).items()}
    shipped |= {f"hands.{one}": figure for one, figure in figures("hands").items()}
    shipped |= {f"three_cards.{one}": figure for one, figure in figures("three_cards").items()}

    def house(progress: Progress) -> CountCheck:
        return check_in_full(shipped, lambda done: by_house_way(way, done), progress)

    yield ShippedCount(f"counts.toml [{name}], [hands] and [three_cards]", made_by()["house_way"], house)
    table = f"best_{name}{'_ez' if ez else ''}"
    yield ShippedCount(f"counts.toml [{table}]", made_by()["best"], lambda done: sample_best_settings(layout, done))


def by_house_way(way: str, progress: Progress) -> Mapping[str, int]:
    """A new count of every deal under a house way, with the names of the shipped figures."""
    found = counting.count(WAYS[way], progress=progress)
    deals = dict(zip(counting.TOTALS, found.totals, strict=True))
    hands = dict(zip(KINDS, found.hands, strict=True))
    tables = {"deals": deals, "hands": hands, "three_cards": counting.three_cards()}
    return {f"{table}.{one}": int(figure) for table, row in tables.items() for one, figure in row.items()}


def sample_best_settings(layout: Layout, progress: Progress, drawn: int = DRAWN) -> CountCheck:
    """The best setting for random hands, compared with the shipped totals."""
    plain = {name: layout.options[name] for name in ("house_way", "variation") if name in layout.options}
    usual = Layout.of(layout.rules, layout.on, plain)
    ez = usual.option("variation") == "ez"
    deals, worth, random = Deals(str(usual.options["house_way"]), ez), SettingWorth(usual), Random(SEED)
    brings, gains, better = [], [], []
    for number in range(drawn):
        found = worth.exactly(random.sample(CARDS, HAND))
        best = max(found.values())
        brings.append(float(best))
        gains.append(float(best - found[HOUSE_WAY]))
        better.append(float(best > found[HOUSE_WAY]))
        progress((number + 1) / drawn)
    won = Fraction(1) if ez else 1 - TAKEN
    mean = (won * deals.best_wins - deals.best_loses) / deals.all
    wins, loses = deals.wins, deals.loses
    if ez:
        wins, loses = wins - deals.queen_wins, loses - deals.queen_loses
    by_house = (won * wins - loses) / deals.all
    others = comb(len(CARDS) - HAND, HAND)
    how = f"not counted again: {drawn} random hands (seed {SEED}), each against all {others:,} hands of the bank"
    return check_by_sample(
        how,
        (
            Sample(brings, float(mean), "result"),
            Sample(gains, float(mean - by_house), "gain over the house way"),
            Sample(better, deals.set_better / comb(len(CARDS), HAND), "hands with a better setting"),
        ),
    )
