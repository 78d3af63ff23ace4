"""The exact price of ultimate Texas hold 'em: 27,813,810,024,000 ways to deal two cards, a board and the dealer's two.

Against the published figures (blind table A): 2.185 % of the ante, 0.53 % of all that is put at risk, trips 1.90 % (B)
and 3.50 % (C), as found in print; 0.90 % (A), 6.18 % (D) and a standard deviation of 4.94 as remembered of the Wizard
of Odds. The same here. The usual rule of thumb is remembered at about 2.43 %; as it is read here it comes to 2.454 %:
its words leave open what a hidden pair is on a board that outranks it, and which cards are outs.

The ante's price is that of ante, blind and play together, for each unit of the ante, as it is published; the blind
and the play wager are also priced by themselves, the play wager over the hands in which it is made. Trips and
progressive are settled by the player's cards alone; where a fold loses them, they are priced with the strategy that
is best without them, and a player who holds them could fold less.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.families.house_poker.price import kept, layouts, quoted
from pitboss.families.house_poker.price.house import House, side_wager
from pitboss.families.house_poker.price.pricing import PokerPricing
from pitboss.families.house_poker.price.rows import PayTable, Rows
from pitboss.families.house_poker.price.tree import Tally
from pitboss.families.house_poker.terms import Terms
from pitboss.pricing.cache import Entry
from pitboss.pricing.contract import Given
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import PricedWager, PriceReport, priced, report

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pitboss.families.house_poker.price.boards import BoardGame, Decisions, LastRule, Later
    from pitboss.families.house_poker.price.deals import Cards
    from pitboss.families.house_poker.price.strategy import BoardStrategy, Flags
    from pitboss.families.house_poker.price.work import Progress
    from pitboss.families.house_poker.terms import Choice

GAME = "ultimate-texas-holdem"
MAIN = ("ante", "blind", "play")
DECIDING = 0.35
"So much of the time that a price takes goes into the decisions."


def price(
    layout: Layout, stake: int | None = None, progress: Progress | None = None, strategy: str | None = None
) -> PriceReport:
    """The price of every wager. `stake` (cents) is the ante: a large one meets the payout limit.

    A `strategy` is told by name, in words or by a file; by default it is the best.
    """
    house = house_on(layout, stake)
    found = solved(layout, house, progress, strategy)
    facts = quoted.rests_on(
        layout, "qualifying", "before_the_flop", "after_the_flop", "after_all_cards", "payout_limit"
    )
    wagers: dict[str, Callable[[], PricedWager]] = {
        "ante": lambda: quoted.whole(
            layout,
            "ante",
            house,
            found.tally,
            f"With the blind, and the play wager that follows, by {found.how}.",
            facts,
        ),
        "blind": lambda: quoted.alone(layout, "blind", house, found.tally, f"By itself, under {found.how}.", facts),
        "play": lambda: quoted.alone(layout, "play", house, found.tally, "", facts),
        "trips": lambda: _trips(layout, house, found),
        "progressive": lambda: _progressive(layout, house, strategy),
    }
    main = quoted.together(layout, MAIN, house, found.tally, "ante", "Ante, blind and play", facts, found.how)
    return report(layout, [wagers[wager]() for wager in layout.permissible], [main], found.strategy)


def house_on(layout: Layout, stake: int | None = None) -> House:
    """Ante, blind and play; the rows of trips are told apart too."""
    house = layouts.house_of(Terms.on(layout), MAIN, layout.odds_table("trips"))
    return layouts.limited(Terms.on(layout), house, layouts.stake_for(layout, "ante", stake))


def game_on(layout: Layout, house: House) -> BoardGame:
    return game_of(
        house,
        layouts.decisions(Terms.on(layout)),
        layouts.qualifying(Terms.on(layout)),
        layouts.prizes(Terms.on(layout), "progressive").rows,
    )


def game_of(house: House, asked: list[dict[str, Choice]], qualifying: int, flop_rows: tuple[str, ...]) -> BoardGame:
    from pitboss.families.house_poker.price.boards import BoardGame

    order = next(iter(house.wagers.values())).pays.order
    before, at_flop, last = (layouts.cheapest_first(house, named) for named in asked)
    rows = Rows.of(order, *house.rows())
    return BoardGame(rows, qualifying, before, at_flop, last, house.net, Rows.of(order, flop_rows))


def configuration(layout: Layout, house: House) -> list[object]:
    """All that the counts follow from."""
    return [
        [list(named) for named in layouts.decisions(Terms.on(layout))],
        str(layout.fact("qualifying")),
        sorted(layouts.prizes(Terms.on(layout), "progressive").rows),
        house.plain(),
    ]


def solved(layout: Layout, house: House, progress: Progress | None = None, strategy: str | None = None) -> kept.Solved:
    return kept.solved(
        GAME,
        configuration(layout, house),
        lambda: strategy_of(game_on(layout, house), house, progress),
        strategy,
    )


def rows_at_flop(layout: Layout, house: House, progress: Progress | None = None, strategy: str | None = None) -> Tally:
    """How what comes to the last decision ends, by the row that it had at the flop."""
    from pitboss.families.house_poker.price.told import in_full

    def make() -> Tally:
        from pitboss.families.house_poker.price import boards

        best = strategy_of(game_on(layout, house), house)
        played = best if strategy is None else best.played(strategy)
        return boards.play(played.game, played.decisions, played.last, with_flop=True, progress=progress)[1]

    other = [] if strategy is None else [in_full(strategy)]
    entry = Entry(GAME, kept.ALGORITHM, ["at the flop", configuration(layout, house), *other])
    return Tally.from_plain(entry.get(lambda: make().plain()))


def strategy(layout: Layout, stake: int | None = None, progress: Progress | None = None) -> BoardStrategy:
    """The best strategy: `decide("As Kd")`, `decide("8c 8d", "8h 5s 2c")`, `summary()`, `cost("rule of thumb")`."""
    house = house_on(layout, stake)
    return strategy_of(game_on(layout, house), house, progress)


def decisions_of(game: BoardGame, house: House, progress: Progress | None = None) -> Decisions:
    from pitboss.families.house_poker.price import boards

    later = _later(game, house, progress)
    return boards.Decisions(boards.solve_early(game, later)[0], later.flop)


def _later(game: BoardGame, house: House, progress: Progress | None = None) -> Later:
    from pitboss.families.house_poker.price import boards

    after = replace(game, preflop=())
    found = kept.decided(GAME, _follow_from(after, house), lambda: boards.solve_later(after, progress)[0]._asdict())
    return boards.Later(**found)


def last_decisions(game: BoardGame, house: House, rule: LastRule) -> NDArray[np.uint8]:
    """Every last decision that a rule comes to, or the best, as `rivers` numbers them."""
    from pitboss.families.house_poker.price import rivers

    last = replace(game, preflop=(), flop=())
    asked = [list(rule), _follow_from(last, house)]
    found: NDArray[np.uint8] = kept.decided(GAME, asked, lambda: {"": rivers.table(last, rule)})[""]
    return found


def _follow_from(game: BoardGame, house: House) -> list[object]:
    """All that the decisions between a game's ends follow from."""
    ends = {end: house.ends[end] for end in game.ends}
    return [replace(house, ends=ends).plain(), game.qualifying, list(game.flop), list(game.river)]


def strategy_of(game: BoardGame, house: House, progress: Progress | None = None) -> BoardStrategy:
    from pitboss.families.house_poker.price import boards
    from pitboss.families.house_poker.price.strategy import BoardRule, BoardStrategy, Simple
    from pitboss.families.house_poker.price.work import share

    last = boards.LastRule(by_worth=False, hidden=True, outs=OUTS)
    simpler = (Simple("rule of thumb", _THUMB, BoardRule(_raised_early, _raised_at_flop, last)),)
    names = {"": "check", **{end: end for end in game.ends}}

    def decided() -> Decisions:
        return decisions_of(game, house, share(progress, 0, DECIDING))

    def tally() -> Tally:
        return boards.play(game, best.decisions, progress=share(progress, DECIDING, 0.65))[0]

    def early() -> NDArray[np.int64]:
        return boards.solve_early(game, _later(game, house))[1]

    best = BoardStrategy(game, decided, tally, names, simpler, share(progress, 0.65, 1), early=early)
    return best


# ---- A rule of thumb, as the usual cards for players have it

OUTS = 21
_THUMB = (
    "before the flop play with any ace, a pair of threes or better, K-2 suited, K-5, Q-6 suited, Q-8, J-8 suited, J-10 "
    "or better; at the flop with two pair or better, a pair that uses one of your cards but not a pair of twos in the "
    "hand, or four to a flush with a ten or better of your own in it; at the end with a pair or better that uses one "
    f"of your cards, or if fewer than {OUTS} single cards in the dealer's hand would beat you"
)
_LEAST_KICKER = {12: (0, 0), 11: (0, 3), 10: (4, 6), 9: (6, 8)}
"""By the higher rank (the ace 12): the least lower rank to play with, suited and not."""
_TEN = 8


def _raised_early(holdings: Cards) -> Flags:
    import numpy as np

    low, high = (holdings >> 2).T
    suited = (holdings[:, 0] & 3) == (holdings[:, 1] & 3)
    found = (low == high) & (low >= 1)
    for rank, (with_suit, without) in _LEAST_KICKER.items():
        found |= (high == rank) & (low >= np.where(suited, with_suit, without)) & (low != high)
    return np.asarray(found)


def _raised_at_flop(holdings: Cards, flops: Cards) -> Flags:
    import numpy as np

    from pitboss.families.house_poker.price.rows import floor
    from pitboss.hands import FIVE_CARD
    from pitboss.hands.fast import evaluate_batch

    hands = np.ascontiguousarray(np.concatenate([holdings, flops], axis=1))
    strengths = evaluate_batch(hands)
    two_pair = strengths >= floor(FIVE_CARD, "two pair")
    own, shown = holdings >> 2, flops >> 2
    pocket = own[:, 0] == own[:, 1]
    hidden = (own[:, :, None] == shown[:, None, :]).any(axis=(1, 2)) | (pocket & (own[:, 0] > 0))
    four = np.zeros(len(hands), np.bool_)
    for suit in range(4):
        mine = (holdings & 3) == suit
        there = ((hands & 3) == suit).sum(axis=1)
        four |= (there >= 4) & (mine & (own >= _TEN)).any(axis=1)
    return np.asarray(two_pair | hidden | four)


# ---- Side wagers: trips and the progressive wager


def _folds(layout: Layout, house: House, wager: str) -> list[str]:
    return [name for name, end in house.ends.items() if end.folded and Terms.on(layout).lost_on_fold(wager)]


def _trips(layout: Layout, house: House, found: kept.Solved) -> PricedWager:
    folds = _folds(layout, house, "trips")
    note = f"Lost on a fold, by {found.how} for ante, blind and play." if folds else "Settled after a fold too."
    return priced(
        layout, "trips", side_wager(found.tally, layouts.pay_table(Terms.on(layout), "trips"), folds), note=note
    )


def _progressive(layout: Layout, house: House, strategy: str | None = None) -> PricedWager:
    """On the player's two cards and the flop. Envy is not in it: it hangs on the others at the table."""
    prizes = layouts.prizes(Terms.on(layout), "progressive")
    meter = layout.cents("progressive_meter")
    folds = _folds(layout, house, "progressive")
    lost = rows_at_flop(layout, house, strategy=strategy) if folds else None
    distribution, chances = five_cards(prizes.table(meter=meter), lost, folds)
    envy = sum((chances[row] * prize for row, prize in prizes.envy.items()), Fraction())
    note = f"At a meter of {dollars(meter)}."
    if envy:
        note += (
            f" Not counted in: envy, worth {float(envy / prizes.amount):.4%} of it for each other player at the table."
        )
    facts = quoted.rests_on(layout, "progressive", "meter", "envy")
    return priced(layout, "progressive", distribution, note=note, rests_on=facts)


def five_cards(
    pays: PayTable, at_flop: Tally | None = None, folds: list[str] | None = None
) -> tuple[Distribution, Mapping[str, Fraction]]:
    """A wager on the first five cards, and how likely each row is; `at_flop` has what is folded in the end."""
    rows = Rows.of(pays.order, pays.pays)
    counts = dict(zip((*rows.names, ""), kept.counted(GAME, pays.order.id, pays.order.size, rows.floors), strict=True))
    hands = sum(counts.values())
    chances = {row: Fraction(count, hands) for row, count in counts.items()}
    lost = {row: Fraction() for row in counts}
    if at_flop is not None:
        lost |= _folded(at_flop, folds or [])
    found: dict[Fraction, Fraction] = {Fraction(-1): sum(lost.values(), Fraction())}
    for row, chance in chances.items():
        net = pays.net(row)
        found[net] = found.get(net, Fraction()) + chance - lost[row]
    return Distribution(found), chances


def _folded(at_flop: Tally, folds: list[str]) -> dict[str, Fraction]:
    """How likely it is to have each row at the flop and fold in the end."""
    from pitboss.families.house_poker.price.boards import DEALS

    found: dict[str, Fraction] = {}
    for (end, row, _), count in at_flop.counts.items():
        if end in folds:
            found[row] = found.get(row, Fraction()) + Fraction(count, DEALS)
    return found


class UltimateTexasHoldem(PokerPricing):
    def price(self, layout: Layout, given: Given) -> PriceReport:
        return price(layout, given.stake, given.progress, given.strategy)

    def strategy(self, layout: Layout, given: Given) -> BoardStrategy:
        return strategy(layout, given.stake, given.progress)


PRICING = UltimateTexasHoldem()
