"""The exact price of Caribbean stud: 19,933,230,517,200 deals, by 134,459 hands, the dealer's card, and a census.

Against the published figures (Wizard of Odds, same table): the best strategy loses 1,041,372,912,372 antes over all
deals, 5.224 % of the ante and 2.555 % of all that is put at risk; raising with A-K-J-8-3 or better loses
1,059,715,400,580 (5.316 %), with a pair or better 1,090,272,101,460 (5.470 %), with ace-king or better
1,132,600,203,540 (5.682 %), with matching rank 1,063,176,931,284 (5.334 %), by the three rules of thumb
1,041,417,758,724 (5.225 %), always 3,310,360,338,060 (16.607 %). All the same here, to the last deal. The progressive
wager at $100, $75, $50 breaks even at a meter of $263,205 and at $150, $100, $50 at $246,784, as published
(Contingencies, November 2000); the $217,047 which is printed there for $500, $100, $50 is a slip of a digit for
$218,047: 0.6376243 / 0.000002924249.

The ante's price is that of ante and bet together, for each unit of the ante; the bet's own is over the hands in which
it is made. A progressive wager is lost on a fold: the best strategy folds nothing that it pays for. That several
royal flushes share the meter (16.12(g)) takes less than a millionth from it; `progressive` has the figure.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.families.house_poker.price import kept, layouts, quoted
from pitboss.families.house_poker.price.house import House, side_wager
from pitboss.families.house_poker.price.layouts import Prizes
from pitboss.families.house_poker.price.pricing import PokerPricing
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.price.tree import Tally
from pitboss.families.house_poker.terms import Terms
from pitboss.pricing.contract import Given
from pitboss.pricing.report import PricedWager, PriceReport, priced, report

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.deals import Cards
    from pitboss.families.house_poker.price.strategy import Flags, Simple, StudStrategy
    from pitboss.families.house_poker.price.stud import StudGame
    from pitboss.families.house_poker.price.work import Progress

GAME = "caribbean-stud"
MAIN = ("ante", "bet")


def price(
    layout: Layout, stake: int | None = None, progress: Progress | None = None, strategy: str | None = None
) -> PriceReport:
    """The price of every wager. `stake` (cents) is the ante: with a large one the payout limit cuts the best hands.

    A `strategy` is told by name, in words or by a file; by default it is the best.
    """
    house = house_on(layout, stake)
    found = solved(layout, house, progress, strategy)
    facts = quoted.rests_on(layout, "qualifying", "bet_or_fold", "bet_is_twice")
    limit = _limit_note(layout, house, stake)
    wagers: dict[str, Callable[[], PricedWager]] = {
        "ante": lambda: quoted.whole(
            layout, "ante", house, found.tally, f"With the bet that follows, by {found.how}.{limit}", facts
        ),
        "bet": lambda: quoted.alone(layout, "bet", house, found.tally, limit.strip(), facts),
        "progressive": lambda: _progressive_row(layout, house, found.tally),
    }
    both = quoted.together(layout, MAIN, house, found.tally, "ante", "Ante and bet", facts, found.how)
    return report(layout, [wagers[wager]() for wager in layout.permissible], [both], found.strategy)


def house_on(layout: Layout, stake: int | None = None) -> House:
    """Ante and bet; the rows of the progressive wager are told apart too."""
    house = layouts.house_of(Terms.on(layout), MAIN, layouts.prizes(Terms.on(layout), "progressive").rows)
    return layouts.limited(Terms.on(layout), house, layouts.stake_for(layout, "ante", stake))


def _limit_note(layout: Layout, house: House, stake: int | None) -> str:
    """16.12(d)"""
    if house.limit is None:
        return ""
    ante = layouts.stake_for(layout, "ante", stake) or 0
    most = int(house.limit.most * ante)
    return f" With an ante of {dollars(ante)}: what a bet wins is cut to {dollars(most)}."


def game_on(layout: Layout, house: House) -> StudGame:
    from pitboss.families.house_poker.price.stud import StudGame

    order, dealt = layouts.ranking(Terms.on(layout)), Terms.on(layout).dealing
    return StudGame(
        order,
        dealt.player,
        dealt.dealer,
        1,
        layouts.qualifying(Terms.on(layout)),
        Rows.of(order, *house.rows()),
        layouts.cheapest_first(house, house.ends),
        house.net,
    )


def solved(layout: Layout, house: House, progress: Progress | None = None, strategy: str | None = None) -> kept.Solved:
    dealt = Terms.on(layout).dealing
    configuration = [dealt.player, dealt.dealer, str(layout.fact("qualifying")), house.plain()]
    return kept.solved(GAME, configuration, lambda: strategy_of(game_on(layout, house), house, progress), strategy)


def strategy(layout: Layout, stake: int | None = None, progress: Progress | None = None) -> StudStrategy:
    """The best strategy: `decide("Ah Kd Js 8c 3h", "Jd")`, `summary()`, `cost("raise with A-K-J-8-3 or better")`."""
    house = house_on(layout, stake)
    return strategy_of(game_on(layout, house), house, progress)


def strategy_of(game: StudGame, house: House, progress: Progress | None = None) -> StudStrategy:
    from pitboss.families.house_poker.price import stud
    from pitboss.families.house_poker.price.strategy import StudStrategy

    configuration = [*game.key, house.plain()]
    decisions = kept.decided(GAME, configuration, lambda: {"": stud.solve(game, progress)})[""]
    return StudStrategy(game, decisions, lambda: stud.play(game, decisions, progress), simpler())


# ---- Simpler strategies

_ACE, _KING, _QUEEN, _JACK = 12, 11, 10, 9


def simpler() -> tuple[Simple, ...]:
    from pitboss.families.house_poker.price.strategy import AgainstShown, Simple

    pair, ace_king = "a pair or better", "on ace-king"
    return (
        Simple("A-K-J-8-3", "raise with A-K-J-8-3 or better", "A-K-J-8-3"),
        Simple("pair or better", f"raise with {pair}", "pair"),
        Simple("ace-king or better", "raise with ace-king or better", "ace-king high"),
        Simple(
            "matching rank",
            f"raise with {pair}, and {ace_king} if the dealer's card has the rank of one of yours",
            AgainstShown(_matching_rank),
        ),
        Simple(
            "three rules",
            f"raise with {pair}; {ace_king} if the dealer shows a 2 to a queen of a rank that you hold, or an ace or "
            "king and you hold a queen or jack, or a rank that you do not hold below your fourth card and you hold a "
            "queen",
            AgainstShown(_three_rules),
        ),
        Simple("raise everything", "raise with every hand", "everything"),
    )


def _kinds(hands: Cards) -> tuple[Flags, Flags, Any]:
    """Pairs or better, ace-king high, and the ranks from the lowest up."""
    from pitboss.families.house_poker.price.rows import floor
    from pitboss.hands import FIVE_CARD
    from pitboss.hands.fast import evaluate_batch

    strengths = evaluate_batch(hands)
    pair, ace_king = floor(FIVE_CARD, "pair"), floor(FIVE_CARD, "ace-king high")
    return strengths >= pair, (strengths >= ace_king) & (strengths < pair), hands >> 2


def _matching_rank(hands: Cards, shown: int) -> Flags:
    paired, ace_king, ranks = _kinds(hands)
    found: Flags = paired | (ace_king & (ranks == shown >> 2).any(axis=1))
    return found


def _three_rules(hands: Cards, shown: int) -> Flags:
    paired, ace_king, ranks = _kinds(hands)
    up = shown >> 2
    match = (ranks == up).any(axis=1)
    queen, jack = (ranks == _QUEEN).any(axis=1), (ranks == _JACK).any(axis=1)
    on = queen | jack if up >= _KING else match | (queen & (up < ranks[:, 1]))
    found: Flags = paired | (ace_king & on)
    return found


# ---- The progressive wager: 16.11, 16.12(e)-(g)


@dataclass(frozen=True)
class Progressive:
    """What the meter does to the price of the progressive wager, in cents for each wager."""

    chances: dict[str, Fraction]
    prizes: Prizes
    meter: int

    def value(self, meter: int | None = None) -> Fraction:
        """What a wager is worth at a meter, to a player who alone has a part in it."""
        nets = self.prizes.nets(None, self.meter if meter is None else meter)
        wins = sum((self.chances[row] * (net + 1) for row, net in nets.items()), Fraction())
        return (wins - 1) * self.prizes.amount

    def break_even(self, beside: Fraction = Fraction()) -> int | None:
        """The least meter, in cents, at which it is worth nothing or more; or, with `beside`, what is lost (cents a
        round) on ante and bet."""
        low, high = 0, 1
        while self.value(high) < beside:
            high *= 2
            if high > 10**16:
                return None
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self.value(middle) >= beside else (middle + 1, high)
        return low

    def share(self, players: int, cards: int = 5) -> Fraction:
        """The part of the meter that a royal flush wins on average if so many players have a part in it: several royal
        flushes in one round share it equally."""
        deck, royals = 52, 4
        average = Fraction()
        others = players - 1
        exactly = _exactly(deck - cards, cards, royals - 1, others)
        for number, chance in enumerate(exactly):
            average += chance / (number + 1)
        return average


def _exactly(deck: int, cards: int, royals: int, others: int) -> list[Fraction]:
    """How likely it is that 0, 1, 2, ... of the other players hold one of so many royal flushes that are left."""
    # That a certain few royals are held: each by another player, out of what is left of the deck.
    held = []
    for number in range(royals + 1):
        chance = Fraction(comb(royals, number))
        for step in range(number):
            chance *= Fraction(max(others - step, 0), comb(deck - step * cards, cards))
        held.append(chance)
    numbers = range(royals + 1)
    return [
        sum(((-1) ** (more - number) * comb(more, number) * held[more] for more in numbers[number:]), Fraction())
        for number in numbers
    ]


def progressive(layout: Layout, stake: int | None = None) -> Progressive:
    """The progressive wager on a layout: `value`, `break_even`, `share`."""
    house = house_on(layout, stake)
    return progressive_of(
        house, solved(layout, house).tally, layouts.prizes(Terms.on(layout), "progressive"), _meter(layout)
    )


def progressive_of(house: House, tally: Tally, prizes: Prizes, meter: int) -> Progressive:
    rows, finer = Rows.of(prizes.order, prizes.rows), Rows.of(prizes.order, *house.rows())
    wins = {name: rows.name_at(least) for name, least in zip(finer.names, finer.floors, strict=True)}

    def chance(row: str) -> Fraction:
        return tally.share(lambda end, name, _: wins.get(name) == row and not house.ends[end].folded)

    chances = {row: chance(row) for row in prizes.rows}
    return Progressive(chances, prizes, meter)


def _meter(layout: Layout) -> int:
    return layout.cents("progressive_meter")


def _progressive_row(layout: Layout, house: House, tally: Tally) -> PricedWager:
    prizes = layouts.prizes(Terms.on(layout), "progressive")
    found = progressive_of(house, tally, prizes, _meter(layout))
    folds = [name for name, end in house.ends.items() if end.folded]
    even = found.break_even()
    players = int(str(layout.options["positions"]))
    note = f"At a meter of {dollars(found.meter)}."
    if even is not None:
        note += f" It breaks even at {dollars(even)}."
    note += (
        f" With {players} players in it a royal flush wins {float(found.share(players)):.7%} of the meter on average."
    )
    facts = quoted.rests_on(layout, "progressive", "meter")
    table = prizes.table(meter=found.meter)
    return priced(layout, "progressive", side_wager(tally, table, folds), note=note, rests_on=facts)


class CaribbeanStud(PokerPricing):
    def price(self, layout: Layout, given: Given) -> PriceReport:
        return price(layout, given.stake, given.progress, given.strategy)

    def strategy(self, layout: Layout, given: Given) -> StudStrategy:
        return strategy(layout, given.stake, given.progress)


PRICING = CaribbeanStud()
