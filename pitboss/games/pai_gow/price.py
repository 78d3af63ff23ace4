"""The exact price of pai gow: by the house way on both sides, by the best setting, as player, as banker, as co-banker.

All 736,281,000 deals of a hand and the bank's are counted (`counting`). By the default house way, `balanced_strong`, on
both sides the edge is 2.3887 percent: the 2.39 percent that is published (wizardofodds.com, ask the wizard, pai gow
tiles). Where both set by one house way, copies alone part them: without vigorish the edge is half of how often the high
hands or the low hands are copies.

A bank of the house sets by a way that is known, so every hand has a best setting against it. As banker one has the
copies too: who sets best there is ahead even after the vigorish, which is a finding and no error.

A banker pays the percentage on the net of the round. The price of `bank` is that against one opponent, for each unit of
his wager; against several it hangs on how many they are and what they wager, and is simulated at the table, not priced.
A co-banker has half of all that, is set by the house way, and so has the same price for each unit of his half.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.contract import Advice, Gift, Given, Input, Pricing, Worth
from pitboss.equipment import PAI_GOW, Card, cards, outcomes, spread
from pitboss.equipment.tiles import KINDS
from pitboss.families.wagering import usual_stake
from pitboss.games.pai_gow.counting import BANKS, DEALS, Counted, Whole, counted, hands, number_of, ways
from pitboss.games.pai_gow.house_way import PARTED, HouseWay, Split, holding, house_way_of
from pitboss.games.pai_gow.ranking import GONG, PAIR, VALUE, WONG, kinds_of
from pitboss.games.pai_gow.round import PaiGowTiles
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import Frequency, PricedWager, PriceReport, frequency, priced, report
from pitboss.table.game import game_on
from pitboss.table.setting import HOUSE_WAY
from pitboss.table.vigorish import share_of

MAIN, BANK, DEALER_WAGER, DICE_WAGER = "main", "bank", "dealer_wager", "dragons_eye_sum"
HOUSE, BEST = "house way", "best"
LISTED = 12
"""So many of the hands in which the house way costs most are told one by one."""
_RESTS_ON = ("single_rank", "pair_rank", "wong", "gong", "value", "gee_joon", "zero", "set", "compare", "copy")
_CLASSES = {GONG: 10, WONG: 11, PAIR: 12}
"""In the distribution of hands by class: values are themselves, these follow."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to set that a person can keep in mind."""

    name: str
    says: str


WAYS = (
    Way(HOUSE, "ask for the house way: the dealer sets your tiles as he sets his own"),
    Way("balanced_strong", "keep most pairs; else the best low hand beside a strong high hand"),
    Way("statute_basic", "the highest high hand of 7 or more; else the highest tile with the lowest"),
    Way("max_high_hand", "always the highest high hand"),
    Way("custom", "what is known of the Taj Mahal's way"),
)


def way_named(layout: Layout, strategy: Any) -> str:
    """How tiles are set: by the house way, best, or by a house way of that name."""
    if strategy is None:
        return HOUSE
    said = str(getattr(strategy, "name", strategy)).strip().lower()
    there = {HOUSE: HOUSE, "house_way": HOUSE, BEST: BEST} | {one: one for one in layout.fact("house_way")}
    if said not in there:
        raise ValueError(
            f"{strategy!r} is no way to set tiles here; there are: {', '.join(dict.fromkeys(there.values()))}"
        )
    return str(there[said])


# ---- What each setting brings


@dataclass(frozen=True, eq=False)
class Settings:
    """Every hand with its three splits against the table's house way, as player and as bank."""

    layout: Layout
    vigorish: Fraction = field(repr=False)
    "The share of a win that the house takes."
    _known: dict[tuple[str, bool], Whole] = field(default_factory=dict, repr=False)

    @cached_property
    def way(self) -> HouseWay:
        return house_way_of(self.layout)

    @cached_property
    def counted(self) -> Counted:
        return counted(self.way)

    def ends(self, bank: bool) -> tuple[Whole, Whole]:
        """How often each split of each hand wins and loses."""
        found = self.counted
        return (found.above, found.below) if bank else (found.wins, found.loses)

    def brings(self, bank: bool) -> Whole:
        """What each split brings, in units that make it whole: `scale` of them are one unit wagered."""
        good, bad = self.ends(bank)
        kept = 1 - self.vigorish
        return np.asarray(good * kept.numerator - bad * kept.denominator)

    @property
    def scale(self) -> int:
        return (1 - self.vigorish).denominator * BANKS

    def best(self, bank: bool) -> Whole:
        """The best split of each hand; the house's where that is as good."""
        brings, house = self.brings(bank), self.counted.splits.house
        rows = np.arange(len(house))
        return np.where(brings[rows, house] == brings.max(axis=1), house, brings.argmax(axis=1))

    def chosen(self, way: str, bank: bool = False) -> Whole:
        """The split of each hand by a way of setting."""
        if (way, bank) not in self._known:
            self._known[way, bank] = self._chosen(way, bank)
        return self._known[way, bank]

    def _chosen(self, way: str, bank: bool) -> Whole:
        if way == BEST:
            return self.best(bank)
        if way in (HOUSE, self.way.name):
            return self.counted.splits.house
        other = house_way_of(self.layout, way)
        return np.array([other.split(hand).at for hand in hands()], np.int64)

    def nets(self, way: str, bank: bool = False, vigorish: Fraction | None = None) -> Distribution:
        """What a unit comes to that is wagered, or that a bank covers, with hands set so."""
        wins, loses = self.counted.totals(self.chosen(way, bank), *self.ends(bank))
        won = 1 - (self.vigorish if vigorish is None else vigorish)
        return Distribution.from_counts({won: wins, Fraction(0): DEALS - wins - loses, Fraction(-1): loses})

    def worth(self, own: Sequence[Card], bank: bool) -> dict[str, Fraction]:
        """What each setting of four tiles brings; the two that name one of its hands first are the same."""
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
        return np.asarray(self.brings(bank)[number])

    def setting(self, own: Sequence[Card], way: str) -> str:
        """How a way sets four tiles, by the places of a hand."""
        number = number_of(kinds_of(own))
        assert number is not None
        return _written(own, PARTED[int(self.chosen(way)[number])][0])


def _written(own: Sequence[Card], hand: Sequence[int]) -> str:
    """A hand by the places of its tiles, given by their places among the tiles in the order of their kinds."""
    kinds = kinds_of(own)
    in_order = sorted(range(len(kinds)), key=lambda place: kinds[place])
    return "-".join(map(str, sorted(in_order[place] + 1 for place in hand)))


# ---- The best setting, in words


@dataclass(frozen=True, eq=False)
class BestSetting:
    """The best setting of every hand against the house way, and where the house way itself loses against it."""

    settings: Settings
    simpler: Sequence[Way] = WAYS

    @cached_property
    def house_edge(self) -> Fraction:
        return self.settings.nets(BEST).house_edge

    def decide(self, own: str | Iterable[Card], shown: str | Iterable[Card] = ()) -> str:
        """The setting to choose, by the places of a hand; the house way where nothing is better."""
        mine = tuple(cards(own)) if isinstance(own, str) else tuple(own)
        return best_of(self.settings.worth(mine, bank=False))

    def named(self, name: str) -> Way | None:
        return next((one for one in WAYS if one.name == name.lower().replace("house_way", HOUSE)), None)

    def cost(self, other: Any) -> Fraction:
        """How much more another way loses, for each unit wagered."""
        way = way_named(self.settings.layout, other)
        return self.settings.nets(way).house_edge - self.house_edge

    @cached_property
    def differing(self) -> list[Differs]:
        """Where the best setting is another than the house way's, that which costs most first."""
        settings, ranking = self.settings, self.settings.way.ranking
        brings, best, house = settings.brings(False), settings.best(False), settings.counted.splits.house
        found = []
        for number in np.flatnonzero(best != house):
            hand = hands()[number]
            held = holding(hand, ranking)
            gain = int(ways()[number]) * int(brings[number, best[number]] - brings[number, house[number]])
            costs = Fraction(gain, settings.scale // BANKS * DEALS)
            often, theirs, mine = int(ways()[number]), held.splits[house[number]], held.splits[best[number]]
            found.append(Differs(hand, often, theirs, mine, costs, bool(held.pairs)))
        return sorted(found, key=lambda one: (-one.costs, one.kinds))

    def summary(self) -> tuple[str, ...]:
        differ = self.differing
        share = sum(one.often for one in differ) / ways().sum()
        cost = self.cost(HOUSE)
        lines = [
            f"the house way is best with {len(hands()) - len(differ):,} of {len(hands()):,} hands by kind; with "
            f"{share:.2%} of all hands dealt another setting is better; the house way costs {float(cost):.4%}"
        ]
        for name, words in _GROUPS.items():
            group = [one for one in differ if one.group == name]
            if group:
                costs = float(sum(one.costs for one in group))
                lines.append(f"{words}: {len(group)} hands by kind, {costs:.4%}; most of all {group[0].told()}")
        edge, bank = self.house_edge, self.settings.nets(BEST, bank=True).house_edge
        lines.append(f"so set, a player {_stands(edge)}; who banks against one player and sets best {_stands(bank)}")
        return tuple(lines)

    def plain(self) -> dict[str, Any]:
        """As a report has it."""
        edge = self.house_edge
        return {
            "summary": list(self.summary()),
            "differs": [one.plain() for one in self.differing[:LISTED]],
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
    "higher": "without a pair it makes the low hand better where the high hand counts more",
    "lower": "without a pair it makes the high hand better where the low hand counts more",
}


@dataclass(frozen=True, slots=True)
class Differs:
    """A hand in which the house way is not best; `costs` in a unit wagered, so often as the hand is dealt."""

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

    def told(self) -> str:
        return f"{self.tiles}: {_hands(self.best)}, not {_hands(self.house)}"

    def plain(self) -> dict[str, str]:
        hands = {"house_way": _hands(self.house), "best": _hands(self.best)}
        return {"tiles": self.tiles} | hands | {"costs": str(self.costs)}


def _hands(split: Split) -> str:
    return f"{split.top} over {split.under}"


def _stands(edge: Fraction) -> str:
    return f"loses {float(edge):.4%}" if edge > 0 else f"is ahead by {float(-edge):.4%}"


def best_of(worth: Mapping[str, Fraction]) -> str:
    """The setting that brings most; the house way where it does."""
    return max(worth, key=lambda choice: (worth[choice], choice == HOUSE_WAY))


# ---- The prices


class PaiGowPricing(Pricing):
    """The prices of subchapter 10."""

    hangs_on: ClassVar[frozenset[Input]] = frozenset({"stake", "strategy", "players"})
    gives: ClassVar[frozenset[Gift]] = frozenset({"strategy", "advice", "worth", "main_edge"})

    def price(self, layout: Layout, given: Given) -> PriceReport:
        settings, note = settings_of(layout, given.stake)
        way = way_named(layout, given.strategy)
        best = BestSetting(settings)
        rows = [self._priced(settings, wager, way, note) for wager in layout.permissible]
        if given.players is not None and given.players > 2 and way == HOUSE:
            rows = [bank_against(settings, given.players) if row.id == BANK else row for row in rows]
        together = [self._with_best(settings, MAIN, note), *self._with_best_bank(settings, note)]
        return report(layout, rows, together, strategy=best.plain(), frequencies=_frequencies(settings))

    def _priced(self, settings: Settings, wager: str, way: str, note: str) -> PricedWager:
        layout = settings.layout
        if wager == DICE_WAGER:
            return priced(layout, wager, dice_nets(layout))
        facts = [layout.rules.facts[name] for name in (*_RESTS_ON, str(layout.option("house_way")))]
        if wager == DEALER_WAGER:
            words = "The dealer's, by the house way, against a bank that sets so too: an edge of the bank."
            return priced(layout, wager, settings.nets(HOUSE, vigorish=Fraction(0)), rests_on=facts, note=words)
        if wager == BANK:
            words = "Against one opponent, set by the house way; a co-bank has the same for each unit of its half."
            nets = settings.nets(way, bank=True)
            told = f"{words} {note}".strip()
            return priced(layout, wager, nets, per="wager of the opponent", rests_on=facts, note=told)
        how = {HOUSE: "Set by the house way on both sides.", BEST: "With the best setting of every hand."}
        return priced(layout, wager, settings.nets(way), rests_on=facts, note=f"{how.get(way, '')} {note}".strip())

    def _with_best(self, settings: Settings, wager: str, note: str) -> PricedWager:
        row = self._priced(settings, wager, BEST, note)
        name = f"{row.name}, best setting"
        words = "With the best setting of every hand against the house way."
        return row.model_copy(update={"id": f"{wager}_best", "name": name, "note": f"{words} {note}".strip()})

    def _with_best_bank(self, settings: Settings, note: str) -> list[PricedWager]:
        return [self._with_best(settings, BANK, note)] if BANK in settings.layout.permissible else []

    def strategy(self, layout: Layout, given: Given) -> BestSetting:
        return BestSetting(settings_of(layout, given.stake)[0])

    def main_edge(self, layout: Layout) -> float:
        return float(settings_of(layout)[0].nets(HOUSE).house_edge)

    def advice(self, layout: Layout) -> Advice:
        settings, _ = settings_of(layout)

        def advised(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], whose: str = "") -> str | None:
            asked = len(own) == len(PARTED[0]) * 2 and HOUSE_WAY in choices
            return best_of(settings.worth(own, whose == BANK)) if asked else None

        return advised

    def worth(self, layout: Layout) -> Worth:
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
    """A bank against all others at the table: the percentage on its net is found by rounds that are dealt."""
    from pitboss.families.pai_gow.several_players import against, bank_row, dealt

    layout, splits = settings.layout, settings.counted.splits
    if players > (seats := game_on(layout).seats):
        raise ValueError(f"{players} players: there are {seats} betting positions")
    tiles = np.array(kinds_of(spread(PAI_GOW.counts)), np.int64)
    kinds = np.sort(tiles[dealt(len(tiles), len(PARTED[0]) * 2, players)], axis=2)
    codes = kinds @ (len(KINDS) ** np.arange(kinds.shape[2], dtype=np.int64))
    every = np.array(hands(), np.int64)
    place = np.zeros(len(KINDS) ** every.shape[1], np.int64)
    place[every @ (len(KINDS) ** np.arange(every.shape[1], dtype=np.int64))] = np.arange(len(every))
    which = place[codes]
    found = against(splits.house_low[which], splits.house_high[which], settings.vigorish)
    facts = [layout.rules.facts[name] for name in (*_RESTS_ON, str(layout.option("house_way")))]
    row = priced(layout, BANK, found.nets, per="wagers of the opponents", rests_on=facts)
    wins, loses = settings.counted.totals(settings.chosen(HOUSE, bank=True), *settings.ends(bank=True))
    return bank_row(row, found, Fraction(wins - loses, DEALS), settings.vigorish)


def settings_of(layout: Layout, stake: int | None = None) -> tuple[Settings, str]:
    """The settings of a table, and the wager for which their vigorish holds."""
    game = game_on(layout)
    assert isinstance(game, PaiGowTiles)
    wagered = usual_stake(game, MAIN) if stake is None else stake
    vigorish = share_of(game.vigorish, wagered)
    rounded = layout.option("vigorish_rounding") != "none"
    return Settings(layout, vigorish), f"The vigorish is that on {dollars(wagered)}, rounded up." if rounded else ""


def dice_nets(layout: Layout) -> Distribution:
    """The dragon's eye: what the sum of three dice pays."""
    odds = {int(total): one.ratio for total, one in layout.odds_table(DICE_WAGER).items()}
    counts: dict[Fraction, int] = {}
    for roll in outcomes(layout.fact("dice")):
        net = odds.get(sum(roll), Fraction(-1))
        counts[net] = counts.get(net, 0) + 1
    return Distribution.from_counts(counts)


def _frequencies(settings: Settings) -> list[Frequency]:
    """Copies, hands by class, and the starting place."""
    layout, found = settings.layout, settings.counted
    copies = {"high": found.high_copies, "low": found.low_copies}
    rows = [
        frequency(
            layout,
            f"{hand}_copies",
            f"Copies of the {hand} hand, by the house way on both sides",
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
        rows.append(frequency(layout, f"{hand}_hand", words, layout.rules.facts["house_way"].section, chances))
    return [*rows, _starting_places(layout)]


def _starting_places(layout: Layout) -> Frequency:
    """How often each place has the first stack, counted with the bank as 1."""
    places = layout.fact("shuffle")["stacks"]
    rolls = outcomes(layout.fact("dice"))
    counts = dict.fromkeys(range(1, places + 1), 0)
    for roll in rolls:
        counts[(sum(roll) - 1) % places + 1] += 1
    chances = {place: Fraction(often, len(rolls)) for place, often in counts.items()}
    words = "The starting place by three dice, the bank being 1"
    return frequency(layout, "starting_place", words, layout.rules.facts["start_dice"].section, chances)


PRICING = PaiGowPricing()

__all__ = ["PRICING", "BestSetting", "Settings"]
