"""Convert a layout, the simulated wagers and a chart to rules for the loop.

The key idea: everything here is a table. The rules of the layout, the choices of the chart and the payoffs of the
wagers become the numbers and arrays of `LoopRules`; the loop itself contains no rules and no figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import gcd, lcm
from typing import Any

import numpy as np

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents, dollars
from pitboss.equipment import Card, Shoe, composition
from pitboss.equipment.decks import spread
from pitboss.families.twenty_one.kernel.automaton import Automaton, End
from pitboss.families.twenty_one.kernel.classes import VARIANTS, Classes, dealer_states
from pitboss.families.twenty_one.kernel.letters import DECK, Array, could_be_blackjack, letter
from pitboss.families.twenty_one.kernel.rules import (
    DEALS,
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
    Cards,
    CountedCards,
    DealerTables,
    FirstCards,
    HandTables,
    Insurance,
    LoopRules,
    Main,
    Offsets,
    SecondCard,
    Spot,
    Streaks,
    ThirdCard,
    Unsplit,
    sure_rounds,
)
from pitboss.families.twenty_one.kernel.sides import UNSETTLED, CountWager, Sides
from pitboss.families.twenty_one.kernel.spot import hand_ends, hand_states
from pitboss.families.twenty_one.price.table import PricedTable
from pitboss.families.twenty_one.round import TwentyOne
from pitboss.families.twenty_one.round.hands import value_of
from pitboss.families.twenty_one.terms import LATER
from pitboss.pricing.twenty_one.chart import Chart
from pitboss.pricing.twenty_one.exchange import GIVE_1, GIVE_2, SWITCH
from pitboss.table.game import game_on

USUAL_STAKE = 2000
"""The wager in cents; if it is not payable, the next larger amount that is."""
AHEAD = 24
"""Cards shuffled beyond the cutting card. The rare round that needs more shuffles the rest."""
METER_SHOES = 16
"""If streaks make a unit span several shoes, the meter is tracked over this many."""


class SimulatedTable:
    """A layout with its simulated wagers, played by a chart."""

    def __init__(self, layout: Layout, asked: Mapping[str, str], chart: Chart) -> None:
        game = game_on(layout)
        assert isinstance(game, TwentyOne)
        self.layout, self.game, self.house, self.chart = layout, game, game.house, chart
        wanted = set(asked) | {kind for kind in game.mains if not game.terms[kind].circle or _needed(game, kind)}
        self.mains = [kind for kind in game.mains if kind in wanted]
        self.kinds = self.mains + [kind for kind in layout.wagers if kind in wanted and kind not in self.mains]
        self.box = _box(game, asked)
        self.stake = _stake(game, self.mains[0])
        self.stakes = {kind: self.stake if kind in self.mains else _stake(game, kind) for kind in self.opening_wagers}
        self.insurance = game.insurance_most(self.stake)
        classes = Classes(game, chart, self.stake)
        self.hands, self.named = classes.arrays(), classes.named
        self.sides = Sides.of(game, {kind: stake for kind, stake in self.stakes.items() if self.settles_at_once(kind)})
        self.streaks = [kind for kind in self.kinds if game.terms[kind].role == "streak"]
        counted = next((kind for kind in self.kinds if game.settles[kind] in ("sevens", "progressive")), "")
        self.counts_for = counted
        self.counted = CountWager.of(game, counted, self.stakes[counted], self.meters) if counted else CountWager()
        self.rules = self.loop_rules()

    @property
    def opening_wagers(self) -> list[str]:
        """The wagers made before the first card, main ones first."""
        roles = {kind: self.game.terms[kind].role for kind in self.kinds}
        later = ("main", *LATER)
        return self.mains + [kind for kind, role in roles.items() if role not in later]

    def settles_at_once(self, kind: str) -> bool:
        """Whether a wager is settled by the first three cards."""
        return kind in self.kinds and (
            self.game.settles[kind] in self.game.two_cards or self.game.settles[kind] == "match_dealer"
        )

    def wager_settled_by(self, how: str) -> str:
        """The wager that is settled in this way, or ""."""
        return next((kind for kind in self.kinds if self.game.settles[kind] == how), "")

    @property
    def takes_turns(self) -> dict[str, int]:
        """Mutually exclusive simulated wagers: each is made in every other unit, starting with this one."""
        pairs = [(kind, self.game.terms[kind].excludes) for kind in self.kinds]
        both = [kind for kind, other in pairs if other in self.kinds]
        return {kind: at for at, kind in enumerate(both)}

    # ---- The shoe

    @cached_property
    def deck(self) -> list[Card]:
        """The cards of one side of the shoe, in index order."""
        return spread(composition(self.house.decks // self.house.sides, self.house.deck))

    @cached_property
    def stop(self) -> int:
        """Another round is dealt while fewer cards than this have been dealt: 2.1, 2.5."""
        if self.house.continuous_shuffler:
            return 1
        size = len(self.deck)
        if self.house.shuffle_method == "bart_carter":
            return min(int(self.layout.fact("bart_carter_cards")), int(size * self.house.penetration))
        cut = self.game.with_cutting_card(Shoe.new(self.house.decks // self.house.sides, self.house.deck)).cut_card
        assert cut is not None
        return size - cut + 1

    @property
    def burn(self) -> int:
        return 0 if self.house.continuous_shuffler else int(self.layout.fact("burn")["new_shoe"])

    @property
    def meters(self) -> int:
        """The maximum number of rounds since a reset: that of a shoe in which each round takes only three cards."""
        shoe = 1 if self.house.continuous_shuffler else self.house.sides * self.stop // 3 + 1
        return METER_SHOES * shoe if any(self.game.terms[kind].role == "streak" for kind in self.kinds) else shoe

    @property
    def sure(self) -> int:
        """The number of rounds that every shoe has. Before its last card, a player's hand is at most a hard 20, and the
        dealer's at most a 16.
        """
        if self.house.continuous_shuffler:
            return 1
        box = (OVER - 2 + RANKS) * self.house.max_split_hands * len(self.game.dealt_to)
        dealer = (self.layout.fact("dealer_stands") - 1 + RANKS) * self.circles
        alone = RANKS * self.counted.cards
        determinant = int(self.house.sides > 1)
        return sure_rounds(map(value_of, self.deck), box + dealer + alone, determinant, self.burn, self.stop)

    @property
    def circles(self) -> int:
        """The number of dealer hands with a wager against them."""
        return len({self.game.terms[kind].circle for kind in self.mains})

    @cached_property
    def prices(self) -> PricedTable:
        """The prices under the chart; those for the best chart may already be known."""
        best = PricedTable.of(self.layout, None)
        same = best.chart_name == self.chart.name and best.chart == self.chart
        return best if same else replace(best, given=self.chart)

    # ---- Two hands, and the exchange

    @cached_property
    def plan(self) -> Array:
        """The decision for each deal of two hands: the best exchange for the chart (`price.exchange`)."""
        return self.prices.spot.plan

    def spot(self) -> Spot:
        hands = len(self.game.dealt_to)
        if hands == 1:
            empty = np.zeros(0, np.uint16)
            return Spot(1, empty, gives=False, used=False, first=empty, step=empty, worth=np.zeros(0, np.int64), ends=0)
        bits = 1 << np.arange(RANKS)
        plan = self.plan.reshape(DEALS, RANKS)
        bits_by_choice = [((plan & of) > 0) @ bits for of in (SWITCH, GIVE_1, GIVE_2)]
        first = self.house.surrender_order == "before_switch" and self.house.surrender != "none"
        states = hand_states(self.hands)
        return Spot(
            hands,
            np.array(bits_by_choice, np.uint16),
            gives=first,
            used=not first and not self.hands.suits_matter,
            first=states.first,
            step=states.step,
            worth=np.array([end.net for end in self.spot_ends], np.int64),
            ends=len(self.spot_ends),
        )

    @cached_property
    def spot_ends(self) -> list[End]:
        """The ends of one of two hands against each dealer total."""
        if len(self.game.dealt_to) == 1:
            return []
        odds = self.game.main_odds
        return hand_ends(self.stake, odds["win"].pays(self.stake), odds["blackjack"].pays(self.stake))

    # ---- Wagers made while the first cards are dealt

    @cached_property
    def raise_plans(self) -> tuple[Array, ...]:
        """When each raise is made, by first card and up card: whenever it is right for the chart."""
        return tuple(one.made for one in self.prices.hand.raises) if self.game.raises else ()

    @cached_property
    def units(self) -> Array:
        """The number of wagers on a hand, and from bit 4 on the raises made, by first card and up card."""
        found = np.ones((VALUES, VALUES), np.int64)
        for number, made in enumerate(self.raise_plans):
            found[:RANKS, :RANKS] += made.astype(np.int64) + (made.astype(np.int64) << 4 + number)
        return found

    @property
    def most_units(self) -> int:
        return int((self.units & 15).max())

    # ---- The main wager's results

    @cached_property
    def possible(self) -> set[int]:
        """The main wager's possible nets in a round."""
        act = self.hands.act.reshape(len(VARIANTS), -1)
        win = self.game.main_odds["win"].pays(self.stake)
        one = {0, -self.stake, *(int(paid) for paid in self.hands.pays if paid)}
        found = one | {self.game.main_odds["blackjack"].pays(self.stake)}
        if (act[UNSPLIT] == DOUBLE).any():
            found |= {2 * win, -2 * self.stake}
        given_up = self.house.surrender == "any_time" or (self.house.switching and self.house.surrender != "none")
        if (act[UNSPLIT] == SURRENDER).any() or given_up:
            found.add(-self.half)
        if self.game.award:
            found |= {paid + self.game.award.of(self.stake) for paid in one if paid > 0}
        if (act[UNSPLIT] == SPLIT).any():
            each = one | ({2 * win, -2 * self.stake} if (act[UNSPLIT + 1 :] == DOUBLE).any() else set())
            each |= {-self.half} if (act[UNSPLIT + 1 :] == SURRENDER).any() else set()
            together = {0}
            for number in range(1, self.house.max_split_hands + 1):
                together = {before + more for before in together for more in each}
                found |= together if number > 1 else set()
        return {net * units for net in found for units in range(1, self.most_units + 1)}

    @property
    def half(self) -> int:
        return int(self.stake * Fraction(Decimal(str(self.layout.fact("surrender")))))

    # ---- The rules for the loop

    def loop_rules(self) -> LoopRules:
        """The complete rules; the automaton and the offsets of the cells are computed from the rest."""
        rules = LoopRules(
            cards=self.cards(),
            hands=HandTables(
                to=self.hands.to,
                total=self.hands.total,
                act=self.hands.act,
                pays=self.hands.pays,
                beats=self.hands.beats,
                wins=self.hands.wins,
                doubled=self.hands.doubled,
                classes=len(self.hands.total),
                award=self.hands.award,
                most=self.house.max_split_hands,
                resplit_aces=self.house.resplit_aces,
            ),
            dealer=self.dealer(),
            main=self.main(),
            insurance=self.insurance_rules(),
            third_card=self.third_card(),
            first_cards=FirstCards(self.sides.pairs, self.sides.kinds, self.kinds_worth(), len(self.kinds_worth())),
            second_card=self.second_card(),
            counted=CountedCards(
                value=self.counted.value,
                cards=self.counted.cards,
                leading=self.counted.leading,
                guaranteed=self.counted.guaranteed,
                rows=self.counted.rows,
                worth=np.array(self.counted.nets, np.int64),
                steps=len(self.counted.nets),
                meter=self.counted.meter,
            ),
            streaks=self.streak_rules(),
            spot=self.spot(),
            unsplit=Unsplit.none(),
            at=Offsets(*(0 for _ in Offsets._fields)),
        )
        self.ends: list[End] = []
        rules = self.with_automaton(rules)
        return rules._replace(at=self.offsets(rules))

    def cards(self) -> Cards:
        letters = np.array([letter(card) for card in DECK], np.uint8)
        index = np.zeros(LETTERS, np.uint8)
        index[letters] = range(len(DECK))
        layout, house = self.layout, self.house
        red = layout.fact("double_shoe_sides").index(layout.fact("determinant")["red"]) if house.sides > 1 else 0
        return Cards(
            cards=np.array([letter(card) for card in self.deck], np.uint8),
            index=index,
            letters=letters,
            per_side=len(self.deck),
            different=len(letters),
            sides=house.sides,
            red_side=red,
            stop=self.stop,
            bart_carter=house.shuffle_method == "bart_carter",
            need=min(len(self.deck), AHEAD // 2 if house.continuous_shuffler else self.stop + AHEAD),
            burn=self.burn,
            up_first=self.layout.fact("dealing")[0] == "dealer_up",
            continuous=house.continuous_shuffler,
            sure=self.sure,
        )

    def dealer(self) -> DealerTables:
        to, total = dealer_states(self.game)
        could = np.zeros(VALUES, np.uint8)
        could[[value_of(card) - 1 for card in DECK if could_be_blackjack(self.game, card)]] = 1
        early = self.house.surrender == "early"
        hole = {"none": NO_HOLE, "unpeeked": HOLE, "reader": READ}[self.house.hole_card]
        return DealerTables(
            to,
            total,
            could,
            hole,
            early=early,
            held=not early,
            circles=self.circles,
            rescue=self.house.rescue,
            natural_wins=self.house.blackjack_wins,
            natural_first=self.game.blackjacks_paid_before("insurance"),
        )

    def main(self) -> Main:
        odds = self.game.main_odds
        low, high, grain = min(self.possible), max(self.possible), gcd(*self.possible)
        return Main(
            stake=self.stake,
            win=odds["win"].pays(self.stake),
            blackjack=odds["blackjack"].pays(self.stake),
            half=self.half,
            award=self.game.award.of(self.stake) if self.game.award else 0,
            award_up=self.game.award.up - 1 if self.game.award else -1,
            units=self.units.reshape(-1).astype(np.uint16),
            raises=len(self.raise_plans),
            low=low,
            grain=grain,
            nets=(high - low) // grain + 1,
        )

    def insurance_rules(self) -> Insurance:
        kind = self.game.kind_of["insurance"]
        odds = self.game.odds[kind]
        most = [self.game.insurance_most(self.stake * units) for units in range(self.most_units + 1)]
        by_row = {row: np.array([one.pays(amount) for amount in most], np.int64) for row, one in odds.items()}
        plain, suited = by_row.get("", by_row.get("other")), by_row.get("", by_row.get("suited"))
        return Insurance(kind in self.kinds, np.array(most, np.int64), plain, suited)

    def third_card(self) -> ThirdCard:
        kind = self.wager_settled_by("dealer_third")
        if not kind:
            return ThirdCard(False, -1, np.zeros(0, np.int64))
        odds, stake = self.game.odds[kind], self.stakes[kind]
        rows = ["suited", "colour", *(f"third_{value}" for value in range(1, RANKS + 1))]
        worth = [-stake, *(odds[row].pays(stake) if row in odds else -stake for row in rows)]
        return ThirdCard(True, self.game.terms[kind].number - 1, np.array(worth, np.int64))

    def second_card(self) -> SecondCard:
        game, waits, queens = (
            self.game,
            self.wager_settled_by("dealer_blackjack"),
            self.wager_settled_by("twenty_point"),
        )
        rows = ("queens", "queens_dealer_blackjack") if queens else ()
        return SecondCard(
            waits=bool(waits),
            stake=self.stakes.get(waits, 0),
            pays=game.odds[waits][""].pays(self.stakes[waits]) if waits else 0,
            queen=letter(Card(game.terms[queens].queen)) if queens else -1,
            queen_worth=np.array([game.odds[queens][row].pays(self.stakes[queens]) for row in rows], np.int64),
        )

    def streak_rules(self) -> Streaks:
        game, stakes = self.game, self.stakes
        worth = [(-stakes[kind], game.odds[kind][""].pays(stakes[kind])) for kind in self.streaks]
        wins = [game.terms[kind].wins for kind in self.streaks]
        return Streaks(np.array(wins, np.int64), np.array(worth, np.int64).reshape(-1, 2), len(wins))

    def with_automaton(self, rules: LoopRules) -> LoopRules:
        """Add the automaton if it can deal this table and has room for all of the strategy's states."""
        second = rules.second_card
        apart = self.streaks or self.counted.cards or self.hands.suits_played or second.waits or second.queen >= 0
        if apart or rules.dealer.circles > 1 or rules.cards.sides > 1 or rules.spot.hands > 1:
            return rules
        flat = Classes(self.game, self.chart, self.stake, flat=True).arrays() if self.hands.suits_matter else self.hands
        names = ("to", "total", "act", "pays", "beats", "wins", "doubled", "award")
        fields = {name: getattr(flat, name) for name in names}
        automaton = Automaton(rules._replace(hands=rules.hands._replace(**fields)), flat.by_suit)
        if not automaton.fits:
            return rules
        self.ends = automaton.ends
        return rules._replace(
            unsplit=Unsplit(
                used=True,
                first=automaton.first.astype(np.uint16),
                peeked=automaton.peeked.astype(np.uint16),
                step=automaton.step,
                suits=automaton.suit_rows,
                named=self.named,
                worth=np.array([end.net for end in self.ends], np.int64),
            )
        )

    def offsets(self, rules: LoopRules) -> Offsets:
        """The first cell of each wager."""
        sizes = {
            "ends": len(self.ends) + len(self.mains) * len(self.spot_ends),
            "nets": (len(self.mains) + 4 + rules.main.raises) * rules.main.nets,
            "insurance": 6,
            "kinds": len(rules.first_cards.worth),
            "waits": 2,
            "queen": 2,
            "rows": len(self.counted.nets),
            "streaks": 2 * len(self.streaks),
            "third": len(rules.third_card.worth),
        }
        at = dict(zip(sizes, accumulate(sizes.values(), initial=0), strict=False))
        return Offsets(**at, half=sum(sizes.values()))

    def kinds_worth(self) -> Array:
        """The combined net of the wagers on the first cards, by kind of deal, in even units and in odd ones."""
        count = len(next(iter(self.sides.nets.values()), ()))
        worth = np.zeros((2, count), np.int64)
        for kind, nets in self.sides.nets.items():
            for odd in (0, 1):
                if self.takes_turns.get(kind, odd) == odd:
                    worth[odd] += np.where(nets == UNSETTLED, 0, nets)
        return worth.reshape(-1)

    @property
    def first_meter(self) -> dict[str, int]:
        """The meter in a unit's first round, for the price."""
        return {"meter": self.counted.nets[self.counted.meter] + self.stakes[self.counts_for]} if self.has_meter else {}

    @property
    def has_meter(self) -> bool:
        return self.counted.meter >= 0

    @property
    def compares(self) -> str:
        """The rounds that the price covers, in words."""
        if self.rules.cards.continuous:
            return ""
        said = f"the first {self.rules.cards.sure} hands of each shoe"
        said = said if self.rules.cards.sure > 1 else "the first hand of each shoe"
        return said + (", except for streaks, which are priced as if rounds were independent" if self.streaks else "")

    # ---- Money at risk

    @property
    def at_risk(self) -> int:
        """The maximum loss in one round: every hand that the strategy may split into, each doubled where allowed."""
        turns = [self.stakes[kind] for kind in self.takes_turns]
        others = sum(stake for kind, stake in self.stakes.items() if kind not in self.mains) - sum(turns)
        insurance = int(self.rules.insurance.stake.max()) if self.rules.insurance.taken else 0
        return len(self.mains) * (insurance - self.rules.main.low) + others + max(turns, default=0)

    @property
    def moving(self) -> frozenset[str]:
        """The wagers that cause cards to be dealt or a unit to continue."""
        later: list[str] = []
        if self.rules.dealer.hole == NO_HOLE:
            settled_by_second = map(self.wager_settled_by, ("dealer_blackjack", "twenty_point"))
            later = [self.game.kind_of["insurance"], *settled_by_second]
        third = self.wager_settled_by("dealer_third")
        return frozenset(filter(None, (*self.mains[1:], *self.streaks, self.counts_for, third, *later)))


def _box(game: TwentyOne[Any], asked: Mapping[str, str]) -> str:
    """The box for the wagers: the one named for them, or "" for the player's own."""
    named = {spot for spot in asked.values() if spot}
    strange = next((spot for spot in named if spot not in map(str, range(1, game.house.boxes + 1))), None)
    if strange is not None:
        raise ValueError(f"there is no box {strange!r} on this layout; use 1 to {game.house.boxes}, or name none")
    if len(named) > 1:
        raise ValueError(
            f"only one box is simulated, not {' and '.join(sorted(named))}; name the same one for every wager"
        )
    return next(iter(named), "")


def _needed(game: TwentyOne[Any], kind: str) -> bool:
    """Whether a box must have this wager: the first of several, or one that is required with it."""
    return game.terms[kind].required or not game.terms[kind].equals


def _stake(game: TwentyOne[Any], kind: str) -> int:
    """A wager's amount: the usual one, or the next larger one that is payable and within the limits."""
    fixed = game.terms[kind].fixed
    least, most = game.layout.limits.of(kind)
    step = game.amounts.step(game.opening(), kind)
    if fixed:
        return step
    step = lcm(step, game.layout.limits.increment)
    if game.terms[kind].most:
        own = [game.layout.cents(game.terms[kind].most), _stake(game, game.mains[0])]
        most = min(own if most is None else [*own, most])
        least = max(least, cents(game.terms[kind].dollars))
    amount = -(-max(USUAL_STAKE, least) // step) * step
    if most is not None and amount > most:
        amount = most // step * step
    if not amount or amount < least:
        raise ValueError(
            f"no amount of {game.name(kind)} from {dollars(least)} up is both payable and within the limits"
        )
    return amount
