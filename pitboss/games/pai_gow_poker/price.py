"""The exact price of every wager at pai gow poker.

With the house way on both sides, all 8,250,459,031,214,400 deals of two hands are counted (`counting`, stored in
`counts.toml` because it takes two minutes). A player wins when both hands are higher than the bank's. Both sides set
the same way, so apart from copies a hand is lower as often as it is higher; everything else follows from wins and
copies. A position that banks against one player wins the copies and pays vigorish on its wins; since a bank's vigorish
is charged on the round's net, it is lower against several players. A shared bank has the same price per unit of the
player's half.

Vigorish is priced to the cent; if it is rounded up to the next quarter, the price depends on the stake and is computed
for the given one (`--stake`).

With the Foxwoods way on both sides the edge is 2.7211 percent for the player and 0.2541 for a bank. The fact sheet has
no published figure to compare with, and house ways differ in the second decimal. There are 32 straight flushes of seven
cards, 196 with the joker, and 72 royal matches. The dynasty and protection wagers pay like bonus and insurance and have
their prices.

Envy is not a wager: a note gives what each other player's hand adds for a player with $5 or more on the bonus. The
value of each setting of seven cards is counted instantly against all 53,524,680 hands of the other side
(`unseen_hand`). With the best setting of every hand the edge is 2.5126 percent against the Foxwoods way and 2.5761 in
EZ pai gow, exactly, counted on a graphics processor (`scripts/pai_gow_poker/count.cu`), with the same number of
house-way wins as `counting`.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from importlib.resources import files
from itertools import combinations, product
from math import ceil, comb
from typing import Any, ClassVar

import numpy as np

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents
from pitboss.equipment import CARDS, Card, Rank
from pitboss.games.pai_gow_poker.house_way import WAYS
from pitboss.games.pai_gow_poker.sevens import (
    ALL_SUITED,
    MATCH,
    ROYAL,
    ROYAL_ALL_SUITED,
    ROYAL_SUITED_WITH_JOKER,
    SUITED,
    SUITED_WITH_JOKER,
    reached,
)
from pitboss.pricing.contract import Advice, ChoiceValues, Feature, Input, PriceInputs, Pricing, ShippedCount
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
from pitboss.pricing.set_hands import BEST_NAME, HOUSE_WAY_NAME, BestSetting, parse_way, strategy_summary
from pitboss.table.setting import HOUSE_WAY
from pitboss.table.vigorish import share_of

MAIN, EZ, BANK, DEALERS = "pai_gow_poker", "ez_main", "bank", "dealer_wager"
_HAND, _SUITS = 7, 4
_RESTS_ON = ("ranking", "house_way", "compare", "copy")


@cache
def stored_counts() -> dict[str, Any]:
    """The stored counts."""
    return tomllib.loads(files(__package__).joinpath("counts.toml").read_text("utf-8"))


def made_by() -> dict[str, str]:
    """The programs that made the counts."""
    found: dict[str, str] = stored_counts()["made_by"]
    return found


def figures(table: str) -> dict[str, int]:
    return {name: int(figure) for name, figure in stored_counts()[table].items()}


class Deals:
    """The results of all deals of two hands under a house way."""

    def __init__(self, way: str, ez: bool = False) -> None:
        name = "tiered" if WAYS[way] else "foxwoods"
        found, best = figures(name), figures(f"best_{name}_ez" if ez else f"best_{name}")
        self.best_wins, self.best_loses, self.set_better = best["wins"], best["loses"], best["set_better"]
        self.all, self.wins = found["deals"], found["wins"]
        self.low_copies, self.high_copies, self.copies = (
            found[name] for name in ("low_copies", "high_copies", "copies")
        )
        # By symmetry, each hand is higher in half of the pairs that are not copies. A player who is higher in neither
        # hand loses.
        above = (self.all - self.low_copies) // 2 + (self.all - self.high_copies) // 2
        self.loses = self.all - above + self.wins
        self.queen_wins, self.queen_loses = found["queen_wins"], found["queen_loses"]

    def nets(self, won: Fraction, wins: int, loses: int) -> Distribution:
        """The net per unit: `won` if it wins, minus one if it loses."""
        return Distribution.from_events(
            {
                ("both hands win", won): wins,
                ("push", Fraction(0)): self.all - wins - loses,
                ("both hands lose", Fraction(-1)): loses,
            }
        )


def hands() -> dict[str, int]:
    """The number of hands of each kind; straight flushes of seven cards and royal matches are kinds of their own."""
    found = figures("hands")
    found[ALL_SUITED], found[ROYAL_ALL_SUITED] = natural = _suited_runs(_HAND)
    found[SUITED_WITH_JOKER], found[ROYAL_SUITED_WITH_JOKER] = with_joker = _suited_runs(_HAND - 1)
    found[MATCH] = matches = _royal_matches()
    found[SUITED] -= natural[0] + with_joker[0]
    found[ROYAL] -= natural[1] + with_joker[1] + matches
    return found


def _suited_runs(number: int) -> tuple[int, int]:
    """The number of sets of `number` cards of one suit within seven consecutive ranks: without a royal flush, and with
    one.

    Six such cards and the joker make seven: the joker fills the gap or extends the run.
    """
    plain, royal = 0, 0
    for ranks in combinations(range(2, Rank.ACE + 1), number):
        low = sorted(1 if rank == Rank.ACE else rank for rank in ranks)
        if min(ranks[-1] - ranks[0], low[-1] - low[0]) < _HAND:
            tops = sum(rank >= Rank.TEN for rank in ranks) + (_HAND - number)
            royal += _SUITS * (tops >= 5)
            plain += _SUITS * (tops < 5)
    return plain, royal


def _royal_matches() -> int:
    """A royal flush, with or without the joker, plus a king and a queen of one other suit."""
    return _SUITS * (1 + 5) * (_SUITS - 1)


def line_of(table: Mapping[str, Any], kind: str) -> str:
    """The best-paid line in a table that a kind of hand reaches, or "" if none."""
    return max((line for line in reached(kind) if line in table), key=lambda line: table[line].ratio, default="")


def first_line(rows: Iterable[str], kind: str) -> str:
    """The first of these rows that a kind of hand reaches, or "" if none."""
    return next((row for row in rows if row in reached(kind)), "")


class Prices:
    """The prices of one layout."""

    def __init__(self, layout: Layout, given: PriceInputs) -> None:
        self.layout, self.given = layout, given
        self.way = str(layout.options["house_way"])
        self.ez = layout.option("variation") == "ez"
        self.plays = parse_way(given.strategy)

    @cached_property
    def deals(self) -> Deals:
        return Deals(self.way, self.ez)

    @cached_property
    def game(self) -> Any:
        from pitboss.games.pai_gow_poker.round import PaiGowPoker

        return PaiGowPoker(self.layout)

    @property
    def main(self) -> str:
        """The wager that a hand is played for."""
        return EZ if self.ez else MAIN

    @property
    def vigorish(self) -> Fraction:
        """The fraction of a win taken as vigorish: rounded for the given stake, otherwise to the cent."""
        if self.given.stake:
            return share_of(self.game.vigorish, self.given.stake)
        return Fraction(str(self.layout.options["vigorish_pct"])) / 100

    # ---- The main wager

    def of_hands(self, kind: str) -> Distribution:
        deals, pays = self.deals, self.layout.odds(kind).ratio
        refuse_own_odds(self.layout, BANK)
        if kind == self.main and self.plays == BEST_NAME:
            return deals.nets(pays if self.ez else pays * (1 - self.vigorish), deals.best_wins, deals.best_loses)
        if kind == MAIN:
            return deals.nets(pays * (1 - self.vigorish), deals.wins, deals.loses)
        if kind == BANK:
            return deals.nets(1 - self.vigorish, deals.loses, deals.wins)
        if kind == DEALERS:
            return deals.nets(pays, deals.wins, deals.loses)
        return deals.nets(pays, deals.wins - deals.queen_wins, deals.loses - deals.queen_loses)

    # ---- Side wagers

    def of_seven(self, kind: str) -> Distribution:
        """A wager paid by the lines that seven cards reach."""
        table, nets = self.layout.odds_table(kind), Counter[tuple[str, Fraction]]()
        for held, number in hands().items():
            line = line_of(table, held)
            nets[line, table[line].ratio if line else Fraction(-1)] += number
        return Distribution.from_events(nets)

    def of_three(self, kind: str) -> Distribution:
        table, nets = self.layout.odds_table(kind), Counter[tuple[str, Fraction]]()
        for line, number in figures("three_cards").items():
            nets[line if line in table else "", table[line].ratio if line in table else Fraction(-1)] += number
        return Distribution.from_events(nets)

    def of_imperial(self, kind: str) -> Distribution:
        """The player's line plus the dealer's, up to the limit for this stake."""
        table, nets = self.layout.odds_table(kind), Counter[tuple[str, Fraction]]()
        rows, names = self.layout.fact("imperial_lines"), list(figures("hands"))
        limit, stake = self.game.imperial_limit if kind in self.layout.wagers else None, self.given.stake
        most = Fraction(limit, stake) if limit is not None and stake else None
        for mine, beside in stored_counts()["beside"].items():
            own = first_line(rows["player"], mine)
            for theirs, number in zip(names, beside, strict=True):
                paid = [line for line in (own, theirs if theirs in rows["banker"] else "") if line]
                won = sum((table[line].ratio for line in paid), Fraction())
                event = ", ".join(f"{whose} {line}" for whose, line in self._whose(own, theirs, rows) if line)
                net = (min(won, most) if most is not None else won) if paid else Fraction(-1)
                nets[event, net] += int(number)
        return Distribution.from_events(nets)

    @staticmethod
    def _whose(own: str, theirs: str, rows: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        """The player's and the dealer's lines that are paid."""
        return ("player", own), ("dealer", theirs if theirs in rows["banker"] else "")

    def of_colour(self, kind: str) -> Distribution:
        """A wager that enough of the dealer's seven cards are red or black; both colours have the same price."""
        least: int = self.layout.fact("red_black_settlement")["least"]
        red = sum(not card.is_joker and card.suit.is_red for card in CARDS)
        wins = sum(comb(red, number) * comb(len(CARDS) - red, _HAND - number) for number in range(least, _HAND + 1))
        won = self.layout.odds(kind).ratio
        deals = comb(len(CARDS), _HAND)
        return Distribution.from_events({(f"{least} or more", won): wins, (LOSES, Fraction(-1)): deals - wins})

    def of_queen(self, kind: str) -> Distribution:
        found = figures("hands")
        high = f"{self.layout.fact('ez_settlement')['high']}_high"
        wins, deals = found[high], sum(found.values())
        return Distribution.from_events(
            {(high, self.layout.odds(kind).ratio): wins, (LOSES, Fraction(-1)): deals - wins}
        )

    def of_dice(self, kind: str) -> Distribution:
        table, nets = self.layout.odds_table(kind), Counter[tuple[str, Fraction]]()
        for dice in product(range(1, 7), repeat=3):
            total = str(sum(dice))
            nets[(f"total {total}", table[total].ratio) if total in table else (LOSES, Fraction(-1))] += 1
        return Distribution.from_events(nets)

    def of_meter(self, kind: str) -> Distribution:
        """A wager on the meter, for the only player with a share in it: its part goes into the meter first, and it is
        not returned.
        """
        terms, table = self.layout.rules.wagers[kind].terms, self.layout.odds_table(kind)
        amount, nets = cents(terms["fixed"]), Counter[tuple[str, Fraction]]()
        meter = self.meter + int(amount * Fraction(str(self.layout.options["progressive_rate"])))
        for held, number in hands().items():
            line = first_line((*terms["meter"], *table), held)
            share = terms["meter"].get(line)
            if share is not None:
                nets[line, Fraction(ceil(meter * Fraction(str(share))), amount) - 1] += number
            else:
                nets[line, table[line].ratio if line else Fraction(-1)] += number
        return Distribution.from_events(nets)

    @property
    def meter(self) -> int:
        if self.given.meter is not None:
            return self.given.meter
        return self.layout.cents("progressive_meter")

    def distribution(self, kind: str) -> Distribution:
        """A wager's net per unit."""
        by = {
            "hands": self.of_hands,
            "bank": self.of_hands,
            "bonus": self.of_seven,
            "seven_card": self.of_seven,
            "insurance": self.of_seven,
            "three_card": self.of_three,
            "imperial": self.of_imperial,
            "colour": self.of_colour,
            "queens_dragon": self.of_queen,
            "dice": self.of_dice,
            "progressive": self.of_meter,
        }
        return by[str(self.layout.rules.wagers[kind].terms["settles"])](kind)

    # ---- For the report

    def row(self, kind: str) -> PricedWager:
        if kind == BANK and (self.given.players or 0) > 2:
            return self.bank_against_several()
        settles = str(self.layout.rules.wagers[kind].terms["settles"])
        rests_on = [self.layout.rules.facts[name] for name in _RESTS_ON] if settles in ("hands", "bank") else []
        per = "amount covered" if kind == BANK else "initial wager"
        note = self.note(kind)
        if rests_on and self.way == "custom":
            note += " The licensee's own house way is not defined here, so `foxwoods` is used."
        return wager_price(self.layout, kind, self.distribution(kind), per=per, rests_on=rests_on, note=note)

    def bank_against_several(self) -> PricedWager:
        """The price of a bank against all other players at the table; the vigorish on its net is simulated."""
        from pitboss.families.pai_gow.several_players import bank_row, deal_hands, simulate_bank
        from pitboss.games.pai_gow_poker.settings import HIGH_BITS, KIND_BITS, entries, entries_of

        players, deals = self.given.players or 0, self.deals
        if players > self.game.seats:
            raise ValueError(f"{players} players: there are {self.game.seats} betting positions")
        hands = deal_hands(len(CARDS), _HAND, players)
        made = np.empty(hands.shape[0] * players, np.int32)
        entries_of(hands.reshape(-1, _HAND).astype(np.uint8), entries(WAYS[self.way]), made)
        made = made.reshape(-1, players)
        high, low = (made >> KIND_BITS) & ((1 << HIGH_BITS) - 1), made >> (KIND_BITS + HIGH_BITS)
        found = simulate_bank(low.astype(np.int64), high.astype(np.int64), self.vigorish)
        rests_on = [self.layout.rules.facts[name] for name in _RESTS_ON]
        row = wager_price(self.layout, BANK, found.nets, per="amount covered", rests_on=rests_on)
        return bank_row(row, found, Fraction(deals.loses - deals.wins, deals.all), self.vigorish)

    def note(self, kind: str) -> str:
        settles = str(self.layout.rules.wagers[kind].terms["settles"])
        if kind == BANK:
            return "Against one player; vigorish is on the net of a round, so it is lower against several (players)."
        if kind == self.main and self.plays == BEST_NAME:
            return "With the best setting of every hand against the house way."
        if kind == MAIN and not self.given.stake and self.layout.option("vigorish_round") == "quarter_up":
            best = float(PaiGowPokerSetting(self.layout).house_edge)
            return (
                f"Set by the house way on both sides; {best:.4%} with the best setting. Vigorish is to the cent; "
                "rounded up, it depends on the stake."
            )
        if settles == "hands":
            return "Set by the house way on both sides."
        if settles == "bonus" and self.layout.option("envy"):
            each = self.envy() * (max(self.given.players, 1) - 1 if self.given.players else 1)
            whose = "the others at the table" if self.given.players else "each other player"
            return f"Envy of {whose} adds ${float(each):.4f} for a player with $5 or more on this wager."
        if settles == "progressive":
            return f"With a meter of ${self.meter / 100:,.2f}, for the only player with a share in it."
        return ""

    def envy(self) -> Fraction:
        """The average envy payment from one other player's hand, in dollars."""
        payments = self.layout.fact("envy_payments")
        table = payments.get(str(self.layout.option("bonus_table")), payments["others"])
        paid = sum(table.get(first_line(table, kind), 0) * number for kind, number in hands().items())
        return Fraction(paid, comb(len(CARDS), _HAND))

    def frequencies(self) -> list[Frequency]:
        deals, rules = self.deals, self.layout.rules
        copy = rules.facts["copy"].section
        named = {"low_copies": "Copies of the low hand", "high_copies": "Copies of the high hand"}
        named["copies"] = "Copies of both hands"
        return [
            make_frequency(
                self.layout, id, name, copy, {0: 1 - (often := Fraction(getattr(deals, id), deals.all)), 1: often}
            )
            for id, name in named.items()
        ]


@dataclass(frozen=True, eq=False)
class PaiGowPokerSetting(BestSetting):
    """The best setting of seven cards into two hands."""

    def edge(self, way: str) -> Fraction:
        prices = Prices(self.layout, PriceInputs(strategy=way))
        return prices.distribution(prices.main).house_edge

    def worth(self, own: Sequence[Card], shown: Sequence[Card] = ()) -> dict[str, Fraction]:
        return SettingWorth(self.layout).exactly(own)

    def summary(self) -> tuple[str, ...]:
        better = Fraction(Prices(self.layout, PriceInputs()).deals.set_better, comb(len(CARDS), _HAND))
        return (
            "both hands must be higher than the bank's, which wins copies: make the low hand as strong as the high "
            "hand can spare",
            f"the house way is the best setting for all but {float(better):.1%} of hands; it costs "
            f"{float(self.cost(HOUSE_WAY_NAME)):.2%} of the wager",
            "`hint` and `decide` give the best setting of any cards; a bank has a better price, if it is offered",
        )


class PaiGowPokerPricing(Pricing):
    """The prices of Subchapter 11."""

    depends_on: ClassVar[frozenset[Input]] = frozenset({"stake", "meter", "players", "strategy"})
    gives: ClassVar[frozenset[Feature]] = frozenset({"strategy", "advice", "worth", "main_edge", "single"})
    lacks: ClassVar[dict[str, str]] = {"shoe": "the cards are shuffled for every round"}

    def strategy(self, layout: Layout, given: PriceInputs) -> PaiGowPokerSetting:
        return PaiGowPokerSetting(layout)

    def price(self, layout: Layout, given: PriceInputs) -> PriceReport:
        prices = Prices(layout, given)
        rows = [prices.row(kind) for kind in layout.permissible]
        return price_report(layout, rows, strategy=strategy_summary(prices.plays), frequencies=prices.frequencies())

    def single(self, layout: Layout, wager: str) -> PricedWager:
        return Prices(layout, PriceInputs()).row(wager)

    def shipped_counts(self, layout: Layout) -> Sequence[ShippedCount]:
        from pitboss.games.pai_gow_poker.recount import shipped_counts

        return tuple(shipped_counts(layout))

    def main_edge(self, layout: Layout) -> float:
        prices = Prices(layout, PriceInputs())
        return float(prices.distribution(prices.main).house_edge)

    def worth(self, layout: Layout) -> ChoiceValues:
        return SettingWorth(layout)

    def advice(self, layout: Layout) -> Advice:
        """The setting with the highest value. A bot passes the bank, which needs more chips than bots bring."""
        worth_of = SettingWorth(layout)

        def best(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], bank: str = "") -> str | None:
            found = worth_of(own, shown, choices, bank)
            return max(found, key=lambda choice: found[choice]) if found else "pass" if "pass" in choices else None

        return best


class SettingWorth:
    """The expected value of each setting of seven cards, per unit, against an unseen hand set by the house way."""

    def __init__(self, layout: Layout) -> None:
        self.prices = Prices(layout, PriceInputs())

    def __call__(
        self, own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], bank: str = ""
    ) -> dict[str, float]:
        if len(own) != _HAND or HOUSE_WAY not in choices:
            return {}
        return {choice: float(worth) for choice, worth in self.exactly(own, bool(bank)).items() if choice in choices}

    def exactly(self, own: Sequence[Card], bank: bool = False) -> dict[str, Fraction]:
        """The value of every setting and of the house way; a player's foul loses, and a banker's is reset by the house
        way.
        """
        from pitboss.games.pai_gow_poker.unseen_hand import unseen, worth

        game = self.prices.game
        left = unseen(own, WAYS[self.prices.way])
        vigorish = Fraction() if game.ez else self.prices.vigorish
        house = game.house_way(own)

        def value(choice: str) -> Fraction:
            low, high = game.ranks(game.setting.parts(choice, own))
            return worth(left, low, high, vigorish, game.ez, bank)

        found = {HOUSE_WAY: value(house)}
        for choice in game.setting.choices:
            if game.foul(game.setting.parts(choice, own)):
                found[choice] = found[HOUSE_WAY] if bank else Fraction(-1)
            else:
                found[choice] = value(choice)
        return found


PRICING = PaiGowPokerPricing()

__all__ = [
    "BEST_NAME",
    "HOUSE_WAY_NAME",
    "PRICING",
    "Deals",
    "PaiGowPokerPricing",
    "PaiGowPokerSetting",
    "Prices",
    "SettingWorth",
    "first_line",
    "hands",
    "line_of",
]
