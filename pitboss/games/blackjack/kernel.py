"""Blackjack for simulation: one player, one box, shoe after shoe to the cutting card, by any strategy.

The one idea: this file only writes tables. What the layout permits, what a chart says and what each wager is paid are
told to the loop of all twenty-one games (`families.twenty_one.kernel`), which knows no rule and no figure.

How it is played
- By default by the chart that `price` computes for the layout and `pitboss strategy` shows: totals, pairs and the up
  card. So `simulate` and `price` are about the same play. Other strategies go by name or by file (`strategies`).
- Insurance that is asked for is taken against every ace, for the most that is allowed; even money never.
- A double is for the whole wager. Streak wagers are made when none runs. Over 13 and Under 13, of which a box may have
  one, take turns if both are asked for: Over 13 in even shoes, Under 13 in odd ones.

What is counted
- `blackjack` is the main wager with its doubles and splits, for each unit of the original wager. `double` is a double
  of an unsplit hand, `split` what a split put beside the first hand, one by one: as the price has them.
- A streak wager stands from shoe to shoe, so with one asked for a unit is a cycle: as many shoes as it takes until none
  runs at a shuffle. The meter of the progressive wager is as after a reset when a unit begins.

What is compared with the price
The price is that of the first round of a shoe. The cards after any round are in as random an order as all were, so
every round that is certain to be dealt is worth the same, to the last digit: these are the `sure_rounds` of a shoe, and
z is computed on them alone. Later rounds are dealt only while the cutting card has not come. It comes later where few
cards were used, and few are used where they are big: so the rounds that are added are dealt from poorer shoes. This
effect of the cutting card costs the player, and is in the house edge over all rounds. Measured for shoes dealt to three
quarters, over 4e8 to 1e9 rounds: 0.12 % with one deck, 0.06 % with two, 0.026 % with six and 0.018 % with eight, each
give or take 0.005 %. Two more differences are kept apart. Streaks, for which the price takes rounds as independent, are
compared only where a continuous shuffler makes them so. The meter, which grows in a shoe, counts as at its first round.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from itertools import accumulate
from math import gcd, lcm
from typing import Any

import numpy as np

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.equipment import Card, Shoe, composition
from pitboss.equipment.decks import spread
from pitboss.families.twenty_one.kernel import (
    DOUBLE,
    HOLE,
    LETTERS,
    NO_HOLE,
    OVER,
    RANKS,
    READ,
    SPLIT,
    SURRENDER,
    UNSPLIT,
    VALUES,
    Automaton,
    End,
    Game,
    deal,
    sure_rounds,
)
from pitboss.families.twenty_one.price.strategy import Chart
from pitboss.families.twenty_one.round import Hand
from pitboss.families.twenty_one.round.hands import place_of
from pitboss.games.blackjack.hands import VARIANTS, Classes, dealer_states
from pitboss.games.blackjack.round import Blackjack, BlackjackState
from pitboss.games.blackjack.sides import (
    DECK,
    UNTOLD,
    Array,
    Counted,
    Sides,
    could_be_blackjack,
    letter,
    value,
)
from pitboss.games.blackjack.strategies import chart_of, wish
from pitboss.simulation.contract import Progress, Simulation
from pitboss.simulation.kernel import BANKROLL, PLAYER, UNDECIDED, Counts, Kernel, Settlements, Slot, chosen
from pitboss.simulation.sources import UnitSource
from pitboss.table.game import game_on
from pitboss.table.steps import Action, Ask, AskDecision, AskWagers, Reply

USUAL_STAKE = 2000
"Cents: so much is wagered, or the least payable amount above it."
AHEAD = 24
"So many cards behind the cutting card are put in order; a round that needs more is rare, and gets them."
CARDS_A_ROUND = 5.4
"About: no result hangs on it."
METER_SHOES = 16
"Where streaks make a unit of several shoes, the meter is told apart over so many."

WORDS = {"S": "stand", "H": "draw", "D": "double", "P": "split", "R": "surrender"}
"The letters of a chart as the table calls them."


# ---- The table


class _Table:
    """A layout with these wagers standing, played by a chart."""

    def __init__(self, layout: Layout, asked: Mapping[str, str], chart: Chart) -> None:
        game = game_on(layout)
        assert isinstance(game, Blackjack)
        self.layout, self.game, self.house, self.chart = layout, game, game.house, chart
        wanted = set(asked) | {kind for kind in game.mains if not game.terms[kind].circle or _needed(game, kind)}
        self.mains = [kind for kind in game.mains if kind in wanted]
        self.kinds = self.mains + [kind for kind in layout.wagers if kind in wanted and kind not in self.mains]
        self.box = _box(game, asked)
        self.stake = _stake(game, self.mains[0])
        self.stakes = {kind: self.stake if kind in self.mains else _stake(game, kind) for kind in self.made}
        self.insurance = game.insurance_most(self.stake)
        self.hands = Classes(game, chart, self.stake).arrays()
        self.sides = Sides.of(game, {kind: stake for kind, stake in self.stakes.items() if self.at_once(kind)})
        self.streaks = [kind for kind in self.kinds if game.terms[kind].role == "streak"]
        counted = next((kind for kind in self.kinds if game.settles[kind] in ("sevens", "progressive")), "")
        self.counts_for = counted
        self.counted = Counted.of(game, counted, self.stakes[counted], self.meters) if counted else Counted()
        self.told = self.tell()

    @property
    def made(self) -> list[str]:
        """The wagers that are made before the first card, the main ones first."""
        roles = {kind: self.game.terms[kind].role for kind in self.kinds}
        later = ("main", "insurance", "double", "split")
        return self.mains + [kind for kind, role in roles.items() if role not in later]

    def at_once(self, kind: str) -> bool:
        """Whether a wager is settled on the first three cards."""
        return kind in self.kinds and (
            self.game.settles[kind] in self.game.two_cards or self.game.settles[kind] == "match_dealer"
        )

    def settling(self, how: str) -> str:
        """The wager that is settled so, if it stands."""
        return next((kind for kind in self.kinds if self.game.settles[kind] == how), "")

    @property
    def takes_turns(self) -> dict[str, int]:
        """Wagers that exclude each other, if both are asked for: each has every other unit, from this one on."""
        pairs = [(kind, self.game.terms[kind].excludes) for kind in self.kinds]
        both = [kind for kind, other in pairs if other in self.kinds]
        return {kind: at for at, kind in enumerate(both)}

    # ---- The shoe

    @property
    def sides_of_shoe(self) -> int:
        return len(self.layout.fact("double_shoe_sides")) if self.house.double_shoe else 1

    @cached_property
    def deck(self) -> list[Card]:
        """The cards of a side of the shoe, in the order of the index."""
        return spread(composition(self.house.decks // self.sides_of_shoe))

    @cached_property
    def stop(self) -> int:
        """A round is dealt while fewer cards than this are out: 2.1, 2.5."""
        if self.house.continuous_shuffler:
            return 1
        size = len(self.deck)
        if self.house.shuffle_method == "bart_carter":
            return min(int(self.layout.fact("bart_carter_cards")), int(size * self.house.penetration))
        cut = self.game.with_cutting_card(Shoe.new(self.house.decks // self.sides_of_shoe)).cut_card
        assert cut is not None
        return size - cut + 1

    @property
    def burn(self) -> int:
        return 0 if self.house.continuous_shuffler else int(self.layout.fact("burn")["new_shoe"])

    @property
    def meters(self) -> int:
        """The most rounds since a reset: those of a shoe, none of which takes fewer than three cards."""
        shoe = 1 if self.house.continuous_shuffler else self.sides_of_shoe * self.stop // 3 + 1
        return METER_SHOES * shoe if any(self.game.terms[kind].role == "streak" for kind in self.kinds) else shoe

    @property
    def sure(self) -> int:
        """A hand has at most a hard 20 before its last card, the dealer's a 16."""
        if self.house.continuous_shuffler:
            return 1
        box = (OVER - 2 + RANKS) * self.house.max_split_hands
        dealer = (self.layout.fact("dealer_stands") - 1 + RANKS) * len(self.mains)
        alone = RANKS * self.counted.cards
        determinant = int(self.sides_of_shoe > 1)
        return sure_rounds(map(value, self.deck), box + dealer + alone, determinant, self.burn, self.stop)

    # ---- What the main wager can come to

    @cached_property
    def possible(self) -> set[int]:
        """The net results of a round's main wager."""
        act = self.hands.act.reshape(len(VARIANTS), -1)
        win = self.game.main_odds["win"].pays(self.stake)
        one = {0, -self.stake, *(int(paid) for paid in self.hands.pays if paid)}
        found = one | {self.game.main_odds["blackjack"].pays(self.stake)}
        if (act[UNSPLIT] == DOUBLE).any():
            found |= {2 * win, -2 * self.stake}
        if (act[UNSPLIT] == SURRENDER).any():
            found.add(-self.half)
        if (act[UNSPLIT] == SPLIT).any():
            each = one | ({2 * win, -2 * self.stake} if (act[UNSPLIT + 1 :] == DOUBLE).any() else set())
            together = {0}
            for number in range(1, self.house.max_split_hands + 1):
                together = {before + more for before in together for more in each}
                found |= together if number > 1 else set()
        return found

    @property
    def half(self) -> int:
        return int(self.stake * Fraction(Decimal(str(self.layout.fact("surrender")))))

    # ---- All of it told to the loop

    def tell(self) -> Game:
        game, layout, house, hands_ = self.game, self.layout, self.house, self.hands
        letters = np.array([letter(card) for card in DECK], np.uint8)
        index = np.zeros(LETTERS, np.uint8)
        index[letters] = range(len(DECK))
        dealer, dealer_total = dealer_states(game)
        could = np.zeros(VALUES, np.uint8)
        could[[value(card) - 1 for card in DECK if could_be_blackjack(game, card)]] = 1
        size, kinds_worth = len(self.deck), self.kinds_worth()
        waits, queens = self.settling("dealer_blackjack"), self.settling("twenty_point")
        queen_rows = ("queens", "queens_dealer_blackjack") if queens else ()
        low, high, grain = min(self.possible), max(self.possible), gcd(*self.possible)
        nets = (high - low) // grain + 1
        streaks = [game.own(kind).wins for kind in self.streaks]
        streaks_worth = [(-self.stakes[kind], game.odds[kind][""].pays(self.stakes[kind])) for kind in self.streaks]
        sides, counted = self.sides, self.counted
        insured = "insurance" in self.kinds
        made = Game(
            cards=np.array([letter(card) for card in self.deck], np.uint8),
            index=index,
            letters=letters,
            sides=self.sides_of_shoe,
            red_side=layout.fact("double_shoe_sides").index(layout.fact("determinant")["red"])
            if self.sides_of_shoe > 1
            else 0,
            stop=self.stop,
            bart_carter=house.shuffle_method == "bart_carter",
            need=min(size, AHEAD // 2 if house.continuous_shuffler else self.stop + AHEAD),
            burn=self.burn,
            continuous=house.continuous_shuffler,
            sure=self.sure,
            to=hands_.to,
            total=hands_.total,
            act=hands_.act,
            pays=hands_.pays,
            beats=hands_.beats,
            most_hands=house.max_split_hands,
            resplit_aces=house.resplit_aces,
            dealer=dealer,
            dealer_total=dealer_total,
            could=could,
            hole={"none": NO_HOLE, "unpeeked": HOLE, "reader": READ}[house.hole_card],
            early=house.surrender == "early",
            held=house.surrender != "early",
            circles=len(self.mains),
            stake=self.stake,
            win=game.main_odds["win"].pays(self.stake),
            blackjack=game.main_odds["blackjack"].pays(self.stake),
            half=self.half,
            low=low,
            grain=grain,
            nets=nets,
            insured=insured,
            insurance=self.insurance,
            insurance_pays=game.odds["insurance"][""].pays(self.insurance),
            pairs=sides.pairs,
            kinds=sides.kinds,
            kinds_worth=kinds_worth,
            waits=bool(waits),
            waits_stake=self.stakes.get(waits, 0),
            waits_pays=game.odds[waits][""].pays(self.stakes[waits]) if waits else 0,
            queen=letter(Card(game.own(queens).queen)) if queens else -1,
            queen_worth=np.array([game.odds[queens][row].pays(self.stakes[queens]) for row in queen_rows], np.int64),
            counted=counted.value,
            counted_cards=counted.cards,
            counted_leading=counted.leading,
            counted_guaranteed=counted.guaranteed,
            rows=counted.rows,
            rows_worth=np.array(counted.nets, np.int64),
            meter=counted.meter,
            streaks=np.array(streaks, np.int64),
            streaks_worth=np.array(streaks_worth, np.int64).reshape(-1, 2),
            fast=False,
            first=np.zeros(1, np.uint16),
            peeked=np.zeros(1, np.uint16),
            step=np.zeros(1, np.uint16),
            ends_worth=np.zeros(0, np.int64),
            at_ends=0,
            at_nets=0,
            at_insurance=0,
            at_kinds=0,
            at_waits=0,
            at_queen=0,
            at_rows=0,
            at_streaks=0,
            half_cells=0,
        )
        self.ends: list[End] = []
        return self.with_cells(self.with_automaton(made))

    def with_automaton(self, made: Game) -> Game:
        """The usual table is dealt by the automaton, if that has room for all that the strategy tells apart."""
        apart = self.streaks or self.counted.cards or self.hands.suits_matter or made.waits or made.queen >= 0
        if apart or made.circles > 1 or made.sides > 1:
            return made
        automaton = Automaton(made)
        if not automaton.fits:
            return made
        self.ends = automaton.ends
        return made._replace(
            fast=True,
            first=automaton.first.astype(np.uint16),
            peeked=automaton.peeked.astype(np.uint16),
            step=automaton.step,
            ends_worth=np.array([end.net for end in self.ends], np.int64),
        )

    def with_cells(self, made: Game) -> Game:
        """Where the cells of each wager begin."""
        sizes = {
            "ends": len(self.ends),
            "nets": (len(self.mains) + 4) * made.nets,
            "insurance": 4,
            "kinds": len(made.kinds_worth),
            "waits": 2,
            "queen": 2,
            "rows": len(self.counted.nets),
            "streaks": 2 * len(self.streaks),
        }
        at = dict(zip(sizes, accumulate(sizes.values(), initial=0), strict=False))
        offsets: dict[str, Any] = {f"at_{name}": first for name, first in at.items()}
        return made._replace(**offsets, half_cells=sum(sizes.values()))

    def kinds_worth(self) -> Array:
        """What the wagers on the first cards come to together, by kind of deal: in even units, and in odd ones."""
        count = len(next(iter(self.sides.nets.values()), ()))
        worth = np.zeros((2, count), np.int64)
        for kind, nets in self.sides.nets.items():
            for odd in (0, 1):
                if self.takes_turns.get(kind, odd) == odd:
                    worth[odd] += np.where(nets == UNTOLD, 0, nets)
        return worth.reshape(-1)

    # ---- What the cells are to each wager

    def slot(self, kind: str) -> Slot:
        """A wager's results, and those that its price is for."""
        role, told = self.game.terms[kind].role, self.told
        stake = self.insurance if role == "insurance" else self.stakes.get(kind, self.stake)
        by_cell: list[int | None] = [None] * told.half_cells
        {
            "main": self.main_cells,
            "double": self.later_cells,
            "split": self.later_cells,
            "insurance": self.insurance_cells,
            "streak": self.streak_cells,
            "side": self.side_cells,
        }[role](kind, by_cell)
        slot = Slot.of(kind, self.game.name(kind), stake, by_cell * 2, self.box)
        priced = slot.bins.copy()
        priced[told.half_cells :] = UNDECIDED
        if role in ("double", "split", "insurance"):
            # The circles of a round share its hand: only the first tells something new.
            again = told.at_insurance + 2 if role == "insurance" else self.later_blocks(kind)[1]
            priced[again : again + (2 if role == "insurance" else told.nets)] = UNDECIDED
        if role == "streak" and not told.continuous:
            priced[:] = UNDECIDED
        if self.has_meter and kind == self.counts_for:
            first = told.at_rows + told.meter
            priced[first : told.at_streaks] = priced[first]
        return replace(slot, priced=priced)

    def main_cells(self, kind: str, cells: list[int | None]) -> None:
        told = self.told
        for number, end in enumerate(self.ends[1:], told.at_ends + 1):
            cells[number] = end.main
        first = told.at_nets + self.mains.index(kind) * told.nets
        for net in self.possible:
            cells[first + (net - told.low) // told.grain] = net

    def later_cells(self, kind: str, cells: list[int | None]) -> None:
        """A double, or what a split put beside the first hand."""
        told, double = self.told, self.game.terms[kind].role == "double"
        if double:
            for number, end in enumerate(self.ends[1:], told.at_ends + 1):
                cells[number] = end.double
        paid = [] if double else [int(pays) for pays in self.hands.pays if pays]
        for first in self.later_blocks(kind):
            for net in (told.win, 0, -told.stake, *paid):
                cells[first + (net - told.low) // told.grain] = net

    def later_blocks(self, kind: str) -> tuple[int, int]:
        """Where the cells of a double or a split are: in the first circle, and in the others."""
        first = self.told.at_nets + (len(self.mains) + (self.game.terms[kind].role == "split")) * self.told.nets
        return first, first + 2 * self.told.nets

    def insurance_cells(self, kind: str, cells: list[int | None]) -> None:
        told = self.told
        for number, end in enumerate(self.ends[1:], told.at_ends + 1):
            cells[number] = end.insurance
        cells[told.at_insurance : told.at_insurance + 4] = [-told.insurance, told.insurance_pays] * 2

    def streak_cells(self, kind: str, cells: list[int | None]) -> None:
        first, number = self.told.at_streaks, self.streaks.index(kind)
        cells[first + 2 * number : first + 2 * number + 2] = map(int, self.told.streaks_worth[number])

    def side_cells(self, kind: str, cells: list[int | None]) -> None:
        told, how = self.told, self.game.settles[kind]
        if kind in self.sides.nets:
            nets = self.sides.nets[kind]
            for odd in (0, 1):
                for number, net in enumerate(nets, told.at_kinds + odd * len(nets)):
                    if net != UNTOLD and self.takes_turns.get(kind, odd) == odd:
                        cells[number] = int(net)
        if how == "dealer_blackjack":
            cells[told.at_waits : told.at_waits + 2] = [-told.waits_stake, told.waits_pays]
        elif how == "twenty_point":
            cells[told.at_queen : told.at_queen + 2] = map(int, told.queen_worth)
        elif kind == self.counts_for:
            cells[told.at_rows : told.at_rows + len(self.counted.nets)] = self.counted.nets

    @property
    def first_meter(self) -> dict[str, int]:
        """What the meter shows in the first round of a unit, for the price."""
        return {"meter": self.counted.nets[self.counted.meter] + self.stakes[self.counts_for]} if self.has_meter else {}

    @property
    def has_meter(self) -> bool:
        return self.counted.meter >= 0

    @property
    def compares(self) -> str:
        """What of the play the price is for, in words."""
        if self.told.continuous:
            return ""
        said = f"the first {self.told.sure} hands of each shoe, which every shoe has"
        said = said if self.told.sure > 1 else "the first hand of each shoe"
        return said + (", and not of streaks, priced as if rounds were independent" if self.streaks else "")

    # ---- Money at risk

    @property
    def at_risk(self) -> int:
        """The most that one round can lose: every hand that the strategy may split into, doubled where it may be."""
        turns = [self.stakes[kind] for kind in self.takes_turns]
        others = sum(stake for kind, stake in self.stakes.items() if kind not in self.mains) - sum(turns)
        insurance = self.insurance if self.told.insured else 0
        return len(self.mains) * (insurance - self.told.low) + others + max(turns, default=0)

    @property
    def moving(self) -> frozenset[str]:
        """The wagers for which cards are dealt, or for which a unit goes on."""
        seen = self.told.hole == NO_HOLE
        later = ("insurance", self.settling("dealer_blackjack"), self.settling("twenty_point")) if seen else ()
        return frozenset(filter(None, (*self.mains[1:], *self.streaks, self.counts_for, *later)))


def _box(game: Blackjack, asked: Mapping[str, str]) -> str:
    """The box on which the wagers lie: the one that is named for them, or nothing for the player's own."""
    named = {spot for spot in asked.values() if spot}
    strange = next((spot for spot in named if spot not in map(str, range(1, game.house.boxes + 1))), None)
    if strange is not None:
        raise ValueError(f"there is no box {strange!r} on this layout: name one from 1 to {game.house.boxes}, or none")
    if len(named) > 1:
        raise ValueError(f"one box is simulated, not {' and '.join(sorted(named))}: name the same for every wager")
    return next(iter(named), "")


def _needed(game: Blackjack, kind: str) -> bool:
    """Whether a box must have this wager: the first of several, or one that is required beside it."""
    return game.terms[kind].required or not game.terms[kind].equals


def _stake(game: Blackjack, kind: str) -> int:
    """The amount of a wager: the usual one, or the least above it that is payable and within the limits."""
    fixed = game.terms[kind].fixed
    least, most = game.layout.limits.of(kind)
    step = game.step(game.opening(), kind)
    if fixed:
        return step
    step = lcm(step, game.layout.limits.increment)
    amount = -(-max(USUAL_STAKE, least) // step) * step
    if most is not None and amount > most:
        amount = most // step * step
    if not amount or amount < least:
        raise ValueError(f"no amount of {game.name(kind)} is payable within the limits, {dollars(least)} and up")
    return amount


# ---- The kernel


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """Shoes on a layout with these wagers standing, played by a strategy; the main wager always stands."""
    asked = chosen(layout, wagers)
    chart = chart_of(layout, strategy)
    table = _Table(layout, asked, chart)
    told, continuous = table.told, table.house.continuous_shuffler
    packed, nothing = told.packed(), np.zeros(0, np.int64)

    def count(seed: int, first: int, units: int, cells: Counts) -> int:
        return int(deal(*packed, np.uint64(seed), np.uint64(first), units, cells, nothing)[1])

    def play(seed: int, first: int, nets: Counts) -> int:
        cells = np.zeros(2 * told.half_cells, np.int64)
        return int(deal(*packed, np.uint64(seed), np.uint64(first), 0, cells, nets)[0])

    rounds = 1.0 if continuous else max(1.0, (table.stop - 1) / CARDS_A_ROUND * told.sides)
    named = strategy is not None and strategy != "basic"
    return Kernel(
        layout=layout,
        unit="cycle" if table.streaks else "hand" if continuous else "shoe",
        round="hand",
        slots=tuple(table.slot(kind) for kind in table.kinds),
        cells=2 * told.half_cells,
        chunk=1 << 18 if continuous else max(1, int((1 << 21) / rounds)),
        rounds_per_unit=rounds * (2 if table.streaks else 1),
        at_risk=table.at_risk,
        count=count,
        play=play,
        source=UnitSource,
        standing=_standing(table),
        functions=(deal,),
        asked=None if wagers is None else tuple(wagers),
        strategy=_plain(chart).to_toml() if named else None,
        decided=sha256(_plain(chart).to_toml().encode()).hexdigest(),
        plays=chart.name,
        pricing=({"strategy": chart} if named else {}) | table.first_meter,
        compares=table.compares,
        moving=table.moving,
        settled=_settled(table),
    )


def _plain(chart: Chart) -> Chart:
    """A chart whose name can be written between quotation marks."""
    return Chart(chart.cells, chart.exceptions, re.sub(r"[^\w .,:+-]", " ", chart.name).strip())


# ---- The same at the real table


def _standing(table: _Table) -> Callable[[Any, Ask], Reply]:
    """How the wagers are made and the hands played."""
    game, kinds = table.game, table.kinds

    def wanted(state: BlackjackState, unit: int) -> Iterator[Action]:
        down = {wager.kind for wager in state.of(PLAYER)}
        for kind in table.made:
            if kind in down or table.takes_turns.get(kind, unit % 2) != unit % 2:
                continue
            if kind not in table.streaks or not game.streaks(state, PLAYER, int(table.box or PLAYER)):
                yield Action("make", kind, table.stakes[kind], table.box)

    def lawful(state: BlackjackState, hand: Hand) -> list[str]:
        return [choice for choice in game.play_choices(state, hand) if game.lawful(state, hand, choice, PLAYER)]

    def decided(state: BlackjackState, hand: Hand) -> str:
        """By the chart, among what is lawful."""
        values = tuple(sorted(map(value, hand.cards)))
        suited = len({card.suit for card in hand.cards}) == 1
        words = lawful(state, hand)
        allowed = [letter for letter, word in WORDS.items() if word in words]
        return WORDS[wish(table.chart, values, suited, value(state.dealer[0]), allowed)]

    def answer(dealer: Any, ask: Ask) -> Reply:
        state = ask.state
        assert isinstance(state, BlackjackState)
        if isinstance(ask, AskWagers):
            if state.seat(PLAYER) is None:
                return PLAYER, Action("sit", amount=BANKROLL)
            action = next(wanted(state, dealer.source.unit), None)
            return None if action is None else (PLAYER, action)
        if not isinstance(ask, AskDecision):
            return None
        if state.phase == "insurance":
            return "insure" if "insurance" in kinds else "decline"
        if state.phase == "play":
            return decided(state, state.hand(state.turn))
        if "surrender" in ask.choices:
            return "surrender" if decided(state, state.hands[0]) == "surrender" else "play"
        return None

    return answer


def _settled(table: _Table) -> Callable[[str, Settlements], Iterator[int]]:
    """What a slot comes to in a round, from what was settled at the table: wager, spot and net of each."""
    game = table.game

    def of(slot: str, settlements: Settlements) -> Iterator[int]:
        role = game.terms[slot].role
        if role == "main":
            circle = game.terms[slot].circle
            follow = [
                net
                for kind, spot, net in settlements
                if kind == slot or (game.terms[kind].role in ("double", "split") and _circle(spot) == circle)
            ]
            yield sum(follow)
            return
        split = any(game.terms[kind].role == "split" for kind, _, _ in settlements)
        yield from (net for kind, _, net in settlements if kind == slot and not (role == "double" and split))

    return of


def _circle(spot: str) -> int:
    place = place_of(spot)
    return place.circle if place else 0


SIMULATION = Simulation(kernel, "a chart: its file, or the name of one that the game knows")
