"""The exact price of pai gow as player, banker and co-banker, with the house way on both sides or the best setting.

All 736,281,000 deals of a hand and the bank's are counted (`counting`). With the default house way, `balanced_strong`,
on both sides, the edge is 2.3887 percent: the published 2.39 percent (wizardofodds.com, ask the wizard, pai gow tiles).
When both sides set by the same house way, only copies distinguish them: without vigorish, the edge is half the
probability that the high hands or the low hands are copies.

The house's bank sets by a known way, so every hand has a best setting against it. A banker also wins copies, so a
banker who sets optimally is ahead even after the vigorish. That is a finding, not an error.

A banker pays vigorish on the round's net. The price of `bank` is per unit wagered by one opponent. Against several
opponents it depends on their number and wagers; `players` prices it for equal wagers, with the vigorish simulated. A
co-banker has half of all that, with the hand set by the house way, so the price per unit of that half is the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.contract import Advice, ChoiceValues, Feature, Input, PriceInputs, Pricing
from pitboss.equipment import PAI_GOW, Card, cards, outcomes, spread
from pitboss.equipment.tiles import KINDS
from pitboss.families.wagering import usual_stake
from pitboss.games.pai_gow.counting import BANKS, DEALS, DealCounts, Whole, count_deals, hands, number_of, ways
from pitboss.games.pai_gow.house_way import PARTED, HouseWay, Split, holding, house_way_of
from pitboss.games.pai_gow.ranking import GONG, PAIR, VALUE, WONG, kinds_of
from pitboss.games.pai_gow.round import PaiGowTiles
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.events import LOSES
from pitboss.pricing.report import (
    Frequency,
    PricedWager,
    PriceReport,
    make_frequency,
    price_report,
    refuse_own_odds,
    wager_price,
)
from pitboss.table.game import game_on
from pitboss.table.setting import HOUSE_WAY
from pitboss.table.vigorish import share_of

MAIN, BANK, DEALER_WAGER, DICE_WAGER = "main", "bank", "dealer_wager", "dragons_eye_sum"
HOUSE, BEST = "house way", "best"
LISTED = 12
"""How many of the house way's costliest hands a report lists."""
_RESTS_ON = ("single_rank", "pair_rank", "wong", "gong", "value", "gee_joon", "zero", "set", "compare", "copy")
_CLASSES = {GONG: 10, WONG: 11, PAIR: 12}
"""Classes in the distribution of hands: each value is a class, followed by these."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way of setting that a person can memorize."""

    name: str
    says: str


WAYS = (
    Way(HOUSE, "ask for the house way: the dealer sets your tiles as he sets his own"),
    Way("balanced_strong", "keep most pairs; otherwise the best low hand that leaves a strong high hand"),
    Way("statute_basic", "the highest high hand of 7 or more; otherwise the highest tile with the lowest"),
    Way("max_high_hand", "always the highest high hand"),
    Way("custom", "the known part of the Taj Mahal's way"),
)


def way_named(layout: Layout, strategy: Any) -> str:
    """The way of setting with this name: the house way, the best, or a named house way."""
    if strategy is None:
        return HOUSE
    said = str(getattr(strategy, "name", strategy)).strip().lower()
    there = {HOUSE: HOUSE, "house_way": HOUSE, BEST: BEST} | {one: one for one in layout.fact("house_way")}
    if said not in there:
        raise ValueError(
            f"{strategy!r} is not a way to set tiles here; choose one of: {', '.join(dict.fromkeys(there.values()))}"
        )
    return str(there[said])


# ---- The value of each setting


@dataclass(frozen=True, eq=False)
class Settings:
    """Every hand with its three splits against the table's house way, as player and as bank."""

    layout: Layout
    vigorish: Fraction = field(repr=False)
    """The fraction of a win that the house takes."""
    _known: dict[tuple[str, bool], Whole] = field(default_factory=dict, repr=False)

    @cached_property
    def way(self) -> HouseWay:
        return house_way_of(self.layout)

    @cached_property
    def counts(self) -> DealCounts:
        return count_deals(self.way)

    def ends(self, bank: bool) -> tuple[Whole, Whole]:
        """The numbers of wins and losses of each split of each hand."""
        found = self.counts
        return (found.above, found.below) if bank else (found.wins, found.loses)

    def split_values(self, bank: bool) -> Whole:
        """The net of each split in integer units: `scale` of them equal one unit wagered."""
        good, bad = self.ends(bank)
        kept = 1 - self.vigorish
        return np.asarray(good * kept.numerator - bad * kept.denominator)

    @property
    def scale(self) -> int:
        return (1 - self.vigorish).denominator * BANKS

    def best(self, bank: bool) -> Whole:
        """The best split of each hand; the house's if it is as good."""
        values, house = self.split_values(bank), self.counts.splits.house
        rows = np.arange(len(house))
        return np.where(values[rows, house] == values.max(axis=1), house, values.argmax(axis=1))

    def chosen(self, way: str, bank: bool = False) -> Whole:
        """The split of each hand by a way of setting, cached."""
        if (way, bank) not in self._known:
            self._known[way, bank] = self._chosen(way, bank)
        return self._known[way, bank]

    def _chosen(self, way: str, bank: bool) -> Whole:
        if way == BEST:
            return self.best(bank)
        if way in (HOUSE, self.way.name):
            return self.counts.splits.house
        other = house_way_of(self.layout, way)
        return np.array([other.split(hand).at for hand in hands()], np.int64)

    def nets(self, way: str, bank: bool = False, vigorish: Fraction | None = None, wager: str = MAIN) -> Distribution:
        """The net per unit wagered, or covered by the bank, with hands set by a way."""
        wins, loses = self.counts.totals(self.chosen(way, bank), *self.ends(bank))
        refuse_own_odds(self.layout, BANK)
        pays = Fraction(1) if bank else self.layout.odds(wager).ratio
        won = pays * (1 - (self.vigorish if vigorish is None else vigorish))
        return Distribution.from_events(
            {
                ("both hands win", won): wins,
                ("one hand each", Fraction(0)): DEALS - wins - loses,
                ("both hands lose", Fraction(-1)): loses,
            }
        )

    def worth(self, own: Sequence[Card], bank: bool) -> dict[str, Fraction]:
        """The expected value of each setting of four tiles; a setting and its complement have the same value."""
        row = self._row(own, bank)
        found = {}
        for at, parted in enumerate(PARTED):
            for hand in parted:
                found[_written(own, hand)] = Fraction(int(row[at]), self.scale)
        found[HOUSE_WAY] = found[self.way.setting(own)]  # type: ignore[arg-type]
        return found

    def _row(self, own: Sequence[Card], bank: bool) -> Whole:
        number = number_of(kinds_of(own))
        assert number is not None
        return np.asarray(self.split_values(bank)[number])

    def setting(self, own: Sequence[Card], way: str) -> str:
        """The setting of four tiles by a way, written as the positions of one hand."""
        number = number_of(kinds_of(own))
        assert number is not None
        return _written(own, PARTED[int(self.chosen(way)[number])][0])


def _written(own: Sequence[Card], hand: Sequence[int]) -> str:
    """A hand written as positions, given its indices among the tiles sorted by kind."""
    kinds = kinds_of(own)
    in_order = sorted(range(len(kinds)), key=lambda place: kinds[place])
    return "-".join(map(str, sorted(in_order[place] + 1 for place in hand)))


# ---- The best setting, in words


@dataclass(frozen=True, eq=False)
class BestSetting:
    """The best setting of every hand against the house way, and the hands in which the house way is worse."""

    settings: Settings
    simpler: Sequence[Way] = WAYS

    @cached_property
    def house_edge(self) -> Fraction:
        return self.settings.nets(BEST).house_edge

    def decide(self, own: str | Iterable[Card], shown: str | Iterable[Card] = ()) -> str:
        """The setting to choose, as the positions of a hand; the house way if nothing is better."""
        mine = tuple(cards(own)) if isinstance(own, str) else tuple(own)
        return best_of(self.settings.worth(mine, bank=False))

    def named(self, name: str) -> Way | None:
        return next((one for one in WAYS if one.name == name.lower().replace("house_way", HOUSE)), None)

    def cost(self, other: Any) -> Fraction:
        """How much more another way loses per unit wagered."""
        way = way_named(self.settings.layout, other)
        return self.settings.nets(way).house_edge - self.house_edge

    @cached_property
    def differences(self) -> list[Difference]:
        """The hands in which the best setting differs from the house way, costliest first."""
        settings, ranking = self.settings, self.settings.way.ranking
        values, best, house = settings.split_values(False), settings.best(False), settings.counts.splits.house
        found = []
        for number in np.flatnonzero(best != house):
            hand = hands()[number]
            held = holding(hand, ranking)
            gain = int(ways()[number]) * int(values[number, best[number]] - values[number, house[number]])
            costs = Fraction(gain, settings.scale // BANKS * DEALS)
            often, theirs, mine = int(ways()[number]), held.splits[house[number]], held.splits[best[number]]
            found.append(Difference(hand, often, theirs, mine, costs, bool(held.pairs)))
        return sorted(found, key=lambda one: (-one.costs, one.kinds))

    def summary(self) -> tuple[str, ...]:
        differ = self.differences
        share = sum(one.often for one in differ) / ways().sum()
        cost = self.cost(HOUSE)
        lines = [
            f"the house way is best with {len(hands()) - len(differ):,} of {len(hands()):,} hands by kind; for "
            f"{share:.2%} of the hands dealt, another setting is better; the house way costs {float(cost):.4%}"
        ]
        for name, words in _GROUPS.items():
            group = [one for one in differ if one.group == name]
            if group:
                costs = float(sum(one.costs for one in group))
                lines.append(f"{words}: {len(group)} hands by kind, {costs:.4%}; most costly: {group[0].describe()}")
        edge, bank = self.house_edge, self.settings.nets(BEST, bank=True).house_edge
        lines.append(
            f"with the best settings, a player {_result(edge)}, and a banker against one player {_result(bank)}"
        )
        return tuple(lines)

    def plain(self) -> dict[str, Any]:
        """The strategy as JSON for a report."""
        edge = self.house_edge
        return {
            "summary": list(self.summary()),
            "differs": [one.plain() for one in self.differences[:LISTED]],
            "simpler": [
                {"name": one.name, "says": one.says, "house_edge": float(edge + cost)}
                | {"cost": float(cost), "cost_exact": str(cost)}
                for one in WAYS
                for cost in [self.cost(one)]
            ],
        }


_GROUPS = {
    "split": "it keeps a pair that should be split",
    "keep": "it splits a pair that should be kept",
    "higher": "without a pair, it improves the low hand when the high hand matters more",
    "lower": "without a pair, it improves the high hand when the low hand matters more",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """A hand in which the house way is not best; `costs` is per unit wagered, weighted by the hand's frequency."""

    kinds: tuple[int, ...]
    often: int
    house: Split
    best: Split
    costs: Fraction
    paired: bool

    @property
    def group(self) -> str:
        if self.paired:
            return "split" if PAIR in (self.house.top.sort, self.house.under.sort) else "keep"
        return "higher" if self.best.high > self.house.high else "lower"

    @property
    def tiles(self) -> str:
        return ", ".join(KINDS[tuple(KINDS)[kind]][0] for kind in self.kinds)

    def describe(self) -> str:
        return f"{self.tiles}: {_hands(self.best)}, not {_hands(self.house)}"

    def plain(self) -> dict[str, str]:
        hands = {"house_way": _hands(self.house), "best": _hands(self.best)}
        return {"tiles": self.tiles} | hands | {"costs": str(self.costs)}


def _hands(split: Split) -> str:
    return f"{split.top} over {split.under}"


def _result(edge: Fraction) -> str:
    return f"loses {float(edge):.4%}" if edge > 0 else f"is ahead by {float(-edge):.4%}"


def best_of(worth: Mapping[str, Fraction]) -> str:
    """The setting with the highest value; the house way if it ties."""
    return max(worth, key=lambda choice: (worth[choice], choice == HOUSE_WAY))


# ---- The prices


class PaiGowPricing(Pricing):
    """The prices of Subchapter 10."""

    depends_on: ClassVar[frozenset[Input]] = frozenset({"stake", "strategy", "players"})
    gives: ClassVar[frozenset[Feature]] = frozenset({"strategy", "advice", "worth", "main_edge"})

    def price(self, layout: Layout, given: PriceInputs) -> PriceReport:
        settings, note = settings_of(layout, given.stake)
        way = way_named(layout, given.strategy)
        best = BestSetting(settings)
        rows = [self._priced(settings, wager, way, note) for wager in layout.permissible]
        if given.players is not None and given.players > 2 and way == HOUSE:
            rows = [bank_against(settings, given.players) if row.id == BANK else row for row in rows]
        together = [self._with_best(settings, MAIN, note), *self._with_best_bank(settings, note)]
        return price_report(layout, rows, together, strategy=best.plain(), frequencies=_frequencies(settings))

    def _priced(self, settings: Settings, wager: str, way: str, note: str) -> PricedWager:
        layout = settings.layout
        if wager == DICE_WAGER:
            return wager_price(layout, wager, dice_nets(layout))
        facts = [layout.rules.facts[name] for name in (*_RESTS_ON, str(layout.option("house_way")))]
        if wager == DEALER_WAGER:
            words = "The dealer's wager, with both sides set by the house way: the edge is the bank's."
            return wager_price(
                layout, wager, settings.nets(HOUSE, vigorish=Fraction(0), wager=wager), rests_on=facts, note=words
            )
        if wager == BANK:
            words = "Against one opponent, set by the house way; a co-bank's price is the same per unit of its half."
            nets = settings.nets(way, bank=True)
            note = f"{words} {note}".strip()
            return wager_price(layout, wager, nets, per="wager of the opponent", rests_on=facts, note=note)
        how = {HOUSE: "Set by the house way on both sides.", BEST: "With the best setting of every hand."}
        return wager_price(layout, wager, settings.nets(way), rests_on=facts, note=f"{how.get(way, '')} {note}".strip())

    def _with_best(self, settings: Settings, wager: str, note: str) -> PricedWager:
        row = self._priced(settings, wager, BEST, note)
        name = f"{row.name}, best setting"
        words = "With the best setting of every hand against the house way."
        return row.model_copy(update={"id": f"{wager}_best", "name": name, "note": f"{words} {note}".strip()})

    def _with_best_bank(self, settings: Settings, note: str) -> list[PricedWager]:
        return [self._with_best(settings, BANK, note)] if BANK in settings.layout.permissible else []

    def strategy(self, layout: Layout, given: PriceInputs) -> BestSetting:
        return BestSetting(settings_of(layout, given.stake)[0])

    def main_edge(self, layout: Layout) -> float:
        return float(settings_of(layout)[0].nets(HOUSE).house_edge)

    def advice(self, layout: Layout) -> Advice:
        settings, _ = settings_of(layout)

        def advised(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], whose: str = "") -> str | None:
            asked = len(own) == len(PARTED[0]) * 2 and HOUSE_WAY in choices
            return best_of(settings.worth(own, whose == BANK)) if asked else None

        return advised

    def worth(self, layout: Layout) -> ChoiceValues:
        settings, _ = settings_of(layout)

        def worth(
            own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], whose: str = ""
        ) -> dict[str, float]:
            if len(own) != len(PARTED[0]) * 2:
                return {}
            found = settings.worth(own, whose == BANK)
            return {choice: float(found[choice]) for choice in choices if choice in found}

        return worth


def bank_against(settings: Settings, players: int) -> PricedWager:
    """The price of a bank against all other players at the table; the vigorish on its net is simulated."""
    from pitboss.families.pai_gow.several_players import bank_row, deal_hands, simulate_bank

    layout, splits = settings.layout, settings.counts.splits
    if players > (seats := game_on(layout).seats):
        raise ValueError(f"{players} players: there are {seats} betting positions")
    tiles = np.array(kinds_of(spread(PAI_GOW.counts)), np.int64)
    kinds = np.sort(tiles[deal_hands(len(tiles), len(PARTED[0]) * 2, players)], axis=2)
    codes = kinds @ (len(KINDS) ** np.arange(kinds.shape[2], dtype=np.int64))
    every = np.array(hands(), np.int64)
    place = np.zeros(len(KINDS) ** every.shape[1], np.int64)
    place[every @ (len(KINDS) ** np.arange(every.shape[1], dtype=np.int64))] = np.arange(len(every))
    which = place[codes]
    found = simulate_bank(splits.house_low[which], splits.house_high[which], settings.vigorish)
    facts = [layout.rules.facts[name] for name in (*_RESTS_ON, str(layout.option("house_way")))]
    row = wager_price(layout, BANK, found.nets, per="wagers of the opponents", rests_on=facts)
    wins, loses = settings.counts.totals(settings.chosen(HOUSE, bank=True), *settings.ends(bank=True))
    return bank_row(row, found, Fraction(wins - loses, DEALS), settings.vigorish)


def settings_of(layout: Layout, stake: int | None = None) -> tuple[Settings, str]:
    """A table's settings, and a note on the wager for which their rounded vigorish holds."""
    game = game_on(layout)
    assert isinstance(game, PaiGowTiles)
    wagered = usual_stake(game, MAIN) if stake is None else stake
    vigorish = share_of(game.vigorish, wagered)
    rounded = layout.option("vigorish_rounding") != "none"
    return Settings(layout, vigorish), f"The vigorish is that on {dollars(wagered)}, rounded up." if rounded else ""


def dice_nets(layout: Layout) -> Distribution:
    """What the dragon's eye nets, by the sum of three dice."""
    odds = {int(total): one.ratio for total, one in layout.odds_table(DICE_WAGER).items()}
    totals = (sum(roll) for roll in outcomes(layout.fact("dice")))
    return Distribution.from_events(
        Counter((f"total {total}", odds[total]) if total in odds else (LOSES, Fraction(-1)) for total in totals)
    )


def _frequencies(settings: Settings) -> list[Frequency]:
    """The frequencies of copies, of classes of hands and of starting places."""
    layout, found = settings.layout, settings.counts
    copies = {"high": found.high_copies, "low": found.low_copies}
    rows = [
        make_frequency(
            layout,
            f"{hand}_copies",
            f"Copies of the {hand} hand, with the house way on both sides",
            layout.rules.facts["copy"].section,
            {0: 1 - Fraction(often, DEALS), 1: Fraction(often, DEALS)},
            wager=MAIN,
        )
        for hand, often in copies.items()
    ]
    made = settings.way.ranking.by_rank()
    for hand, ranks in (("high", found.splits.house_high), ("low", found.splits.house_low)):
        counts: dict[int, int] = {}
        for rank, often in zip(ranks, ways(), strict=True):
            one = made[rank]
            key = one.value if one.sort == VALUE else _CLASSES[one.sort]
            counts[key] = counts.get(key, 0) + int(often)
        all_hands = int(ways().sum())
        words = f"The {hand} hand by the house way: 0 to 9, 10 a Gong, 11 a Wong, 12 a pair"
        chances = {key: Fraction(often, all_hands) for key, often in sorted(counts.items())}
        rows.append(make_frequency(layout, f"{hand}_hand", words, layout.rules.facts["house_way"].section, chances))
    return [*rows, _starting_places(layout)]


def _starting_places(layout: Layout) -> Frequency:
    """The probability that each place gets the first stack, counted with the bank as 1."""
    places = layout.fact("shuffle")["stacks"]
    rolls = outcomes(layout.fact("dice"))
    counts = dict.fromkeys(range(1, places + 1), 0)
    for roll in rolls:
        counts[(sum(roll) - 1) % places + 1] += 1
    chances = {place: Fraction(often, len(rolls)) for place, often in counts.items()}
    words = "The starting place by three dice, with the bank as 1"
    return make_frequency(layout, "starting_place", words, layout.rules.facts["start_dice"].section, chances)


PRICING = PaiGowPricing()

__all__ = ["PRICING", "BestSetting", "Settings"]
