"""The real procedure, driven over every roll until a wager is decided, agrees with the wager's price.

Position 1 shoots and always has a pass bet; position 2 has the wager. The chain's states keep only what the rules look
at: racks, inventory and counters are reset, and the points of a fire bet are sorted, since only the set matters. A
position's worth includes the vigorish held with its wagers, because it is returned when a wager is withdrawn (1.5).
"""

from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.pricing import PricedWager, price
from pitboss.pricing.chain import Decision, decide
from pitboss.pricing.distribution import Distribution
from pitboss.table import Action, Ask, AskDecision, AskWagers, Game, Position, Settled, State, Step, walk
from pitboss.table.state import replace

from .table import DAY, FIRE_DAY, POINTS, Table

RACK = 10**9
SHOOTER, PLAYER = 1, 2
Moves = tuple[Fraction, State | None, Fraction]


def levelled(state: Any) -> Any:
    """Return the part of a state that the rules look at."""
    positions = tuple(Position(seat.number, "", RACK, 0) for seat in state.positions)
    wagers = tuple(replace(wager, marks=tuple(sorted(wager.marks))) for wager in state.wagers)
    return replace(state, positions=positions, wagers=wagers, inventory=0, bought_in=0, rounds=0, last="")


def worth(state: State) -> int:
    """Return the player's chips in the rack and on the layout, and the vigorish held with wagers."""
    return state.rack(PLAYER) + sum(wager.amount + wager.vig for wager in state.wagers_of(PLAYER))


def played(game: Game[Any], start: State, kinds: set[str], plays: Callable[[Any], Action | None]) -> Decision[State]:
    """Follow every path from a state until one of these wagers is decided; nets are in cents.

    `plays` is the player's action before a roll; the shooter takes the dice and makes the pass bet.
    """

    def answer(ask: Ask) -> Any:
        if isinstance(ask, AskDecision):
            return "accept" if ask.position == SHOOTER else "decline"
        if isinstance(ask, AskWagers):
            state: Any = ask.state
            if not state.point and not state.find(SHOOTER, "pass"):
                return SHOOTER, Action("make", "pass", 1000)
            if action := plays(state):
                return PLAYER, action
        return None

    def steps(state: State) -> Iterator[Moves]:
        for chance, end, said in walk(game, state, answer):
            decided = any(settled(step, kinds) for step in said)
            yield chance, None if decided else levelled(end), Fraction(worth(end) - worth(state))

    return decide(levelled(start), steps)


def settled(step: Step, kinds: set[str]) -> bool:
    return isinstance(step, Settled) and step.wager.position == PLAYER and step.wager.kind in kinds


def nothing(state: Any) -> None:
    return None


def started(layout: Layout, number: int = 0) -> Table:
    """Return a table where the shooter holds the dice, on a come-out roll or with a point."""
    table = Table(layout.on, 2, layout=layout)
    table.dealer.act(SHOOTER, Action("make", "pass", 1000))
    if number:
        table.roll(number)
    return table


def made(table: Table, kind: str, amount: int) -> set[str]:
    """Let the player make a wager; return the wagers as which it was booked."""
    table.dealer.act(PLAYER, Action("make", kind, amount))
    return {wager.kind for wager in table.state.wagers_of(PLAYER)}


def of(priced: PricedWager) -> Distribution:
    return Distribution({Fraction(one.net): Fraction(one.exact or 0) for one in priced.outcomes})


def payable(table: Table, kind: str) -> int:
    """Return an amount that can be paid exactly and whose vigorish is in whole cents."""
    return int(table.game.amounts.step(table.state, kind)) * 20


# ---- tables

LAYOUTS: dict[str, Layout] = {
    "2008": Layout.of("craps", DAY, {"offer_678": True}),
    "percentage on wins": Layout.of("craps", DAY, {"vig_timing": "on_win"}),
    "lay in lieu, 4 percent": Layout.of("craps", DAY, {"offer_lay": "in_lieu", "vig_rate": Decimal("0.04")}),
    "raised odds": Layout.of(
        "craps",
        DAY,
        {"offer_678": True, "horn_high_area": "area"},
        {
            "pass": "11 to 10",
            "dont_come": "6 to 5",
            "place_win_6": "6 to 5",
            "place_lose_4": "1 to 2",
            "hard_8": "10 to 1",
            "field.12": "3 to 1",
            "field.2": "5 to 2",
            "eleven": "31 to 2",
            "any_seven": "5 to 1",
            "six_seven_eight.hard": "3 to 1",
            "hop_44": "33 to 1",
        },
    ),
    "3-4-5x": Layout.of("craps", DAY, {"max_odds_pass": "3-4-5x", "max_odds_dont": "3-4-5x"}),
    "mini-craps": Layout.of("craps", DAY, {"variant": "mini_craps", "offer_678": True}),
    "1983": Layout.of("craps", date(1983, 6, 1)),
    "2012": Layout.of("craps", FIRE_DAY, {"offer_678": True, "max_odds_pass": "2x", "max_odds_dont": "5x"}),
}
PRICES = {name: price(layout) for name, layout in LAYOUTS.items()}


def kinds_of(name: str, *kinds: str) -> list[str]:
    layout = LAYOUTS[name]
    return [kind for kind, rule in layout.wagers.items() if rule.terms["kind"] in kinds]


QUICK = ("2008", "raised odds")
"""Every wager is walked at these two tables; the others are for `make slow`."""


def cases(*kinds: str, of_layouts: tuple[str, ...] = tuple(LAYOUTS), quick: tuple[str, ...] = QUICK) -> Any:
    return pytest.mark.parametrize(
        ("name", "kind"),
        [
            pytest.param(name, kind, marks=() if name in quick else pytest.mark.slow)
            for name in of_layouts
            for kind in kinds_of(name, *kinds)
        ],
    )


# ---- one roll


@cases("one_roll", "parts")
@pytest.mark.parametrize("number", [0, 8])
def test_1_2_a_11_to_39_one_roll_wagers_on_the_come_out_roll_and_with_a_point_up(
    name: str, kind: str, number: int
) -> None:
    table = started(LAYOUTS[name], number)
    amount = payable(table, kind)
    booked = made(table, kind, amount)
    decision = played(table.game, table.state, booked, nothing)
    assert decision.distribution.scaled(Fraction(1, amount)) == of(PRICES[name][kind])
    assert str(decision.rounds) == PRICES[name][kind].rounds_exact == "1"


# ---- line


@cases("line", "come", quick=tuple(LAYOUTS))
def test_1_2_a_1_to_4_line_wagers_until_decided(name: str, kind: str) -> None:
    table = started(LAYOUTS[name], 6 if "come" in kind else 0)
    amount = payable(table, kind)
    held = table.state.find(SHOOTER, kind)
    assert (held is not None) == (kind == "pass")
    made(table, kind, amount)
    decision = played(table.game, table.state, {kind}, nothing)
    assert decision.distribution.scaled(Fraction(1, amount)) == of(PRICES[name][kind])
    assert str(decision.rounds) == PRICES[name][kind].rounds_exact


def with_odds(game: Game[Any], odds: str, flat: str) -> Callable[[Any], Action | None]:
    """A player who takes the maximum odds and calls them On when they would be off."""

    def plays(state: Any) -> Action | None:
        held = next((wager for wager in state.wagers_of(PLAYER) if wager.kind == flat), None)
        if held is None or not (held.spot or state.point):
            return None
        if "come" in flat and not held.spot:
            return None
        there = state.find(PLAYER, odds, held.spot)
        if there is None:
            return Action("make", odds, game.amounts.most(state, PLAYER, odds, held.spot) or 0, held.spot)
        if odds == "come_odds" and not state.point and not there.on:
            return Action("on", odds, spot=held.spot)
        return None

    return plays


@cases("odds", of_layouts=("2008", "3-4-5x", "2012", "raised odds"), quick=("2008", "3-4-5x"))
def test_1_6_line_wagers_with_full_odds_until_decided(name: str, kind: str) -> None:
    flat = LAYOUTS[name].wagers[kind].tied
    table = started(LAYOUTS[name], 6 if "come" in flat else 0)
    made(table, flat, 3000)
    decision = played(table.game, table.state, {flat}, with_odds(table.game, kind, flat))
    priced = PRICES[name][f"{flat}+{kind}"]
    assert decision.distribution.scaled(Fraction(1, 3000)) == of(priced)
    assert str(decision.rounds) == priced.rounds_exact


@pytest.mark.parametrize(
    "limit",
    ["1x", "3-4-5x", *(pytest.param(one, marks=pytest.mark.slow) for one in ("2x", "3x", "5x", "10x", "20x", "100x"))],
)
@pytest.mark.parametrize("flat", ["pass", "dont_pass", "come", "dont_come"])
def test_1_6_full_odds_at_every_limit(flat: str, limit: str) -> None:
    layout = Layout.of("craps", DAY, {"max_odds_pass": limit, "max_odds_dont": limit})
    table = started(layout, 6 if "come" in flat else 0)
    made(table, flat, 3000)
    decision = played(table.game, table.state, {flat}, with_odds(table.game, f"{flat}_odds", flat))
    assert decision.distribution.scaled(Fraction(1, 3000)) == of(price(layout)[f"{flat}+{flat}_odds"])


@cases("odds", of_layouts=("2008", "mini-craps"))
def test_1_6_a_unit_of_odds_on_whatever_point_is_set(name: str, kind: str) -> None:
    flat = LAYOUTS[name].wagers[kind].tied
    ways = {number: 6 - abs(7 - number) for number in POINTS}
    parts, rounds = [], Fraction()
    for number, count in ways.items():
        table = started(LAYOUTS[name], 0 if "come" not in flat else 5 if number != 5 else 9)
        made(table, flat, 3000)
        table.roll(number)
        spot = str(number) if "come" in flat else ""
        amount = table.game.amounts.most(table.state, PLAYER, kind, spot)
        assert amount
        # Subtract the flat wager's known part of the result: it wins or loses 30 along with its odds.
        table.dealer.act(PLAYER, Action("make", kind, amount, spot))
        decision = played(table.game, table.state, {flat}, with_odds(table.game, kind, flat))
        alone = decision.distribution.mapped(lambda net: net - 3000 if net > 0 else net + 3000)
        parts.append((Fraction(count, sum(ways.values())), alone.scaled(Fraction(1, amount))))
        rounds += Fraction(count, sum(ways.values())) * decision.rounds
    assert Distribution.mixture(parts) == of(PRICES[name][kind])
    assert str(rounds) == PRICES[name][kind].rounds_exact


def test_1_3_e_come_odds_never_called_on_are_not_decided_on_come_out_rolls() -> None:
    table = started(LAYOUTS["2008"], 6)
    made(table, "come", 3000)
    full = with_odds(table.game, "come_odds", "come")
    decision = played(table.game, table.state, {"come"}, lambda state: full(state) if state.point else None)
    on = of(PRICES["2008"]["come+come_odds"])
    assert decision.distribution.house_edge / 3000 == on.house_edge, "odds have no edge, on or off"
    assert decision.distribution.variance / 3000**2 < on.variance


# ---- wagers that wait for a number


def waiting(name: str, kind: str, number: int, called: bool = False) -> Decision[State]:
    """Play a unit on a wager until it is decided, from a come-out roll or a point."""
    table = started(LAYOUTS[name], number)
    amount = payable(table, kind)
    made(table, kind, amount)

    def calls(state: Any) -> Action | None:
        held = state.find(PLAYER, kind)
        return Action("on", kind) if called and held and not state.point and not held.on else None

    decision = played(table.game, table.state, {kind}, calls)
    return Decision(decision.distribution.scaled(Fraction(1, amount)), decision.rounds, {})


@cases("number", "hardway", of_layouts=("2008",))
def test_1_2_a_5_to_10_and_1_5_numbers_have_the_same_result_with_a_point_and_on_the_come_out_roll(
    name: str, kind: str
) -> None:
    priced = PRICES[name][kind]
    other = 5 if priced.id.rpartition("_")[2] != "5" else 9
    from_point, from_come_out = waiting(name, kind, other), waiting(name, kind, 0)
    assert from_point.distribution == from_come_out.distribution == of(priced)
    if LAYOUTS[name].wagers[kind].terms.get("off_on_come_out"):
        assert str(waiting(name, kind, 0, called=True).rounds) == priced.rounds_exact
        assert from_come_out.rounds > Fraction(priced.rounds_exact or 0), "off only puts the decision off"
    else:
        assert str(from_come_out.rounds) == str(from_point.rounds) == priced.rounds_exact


@cases("number", "hardway", of_layouts=tuple(LAYOUTS)[1:], quick=("lay in lieu, 4 percent", "raised odds"))
def test_1_5_every_number_at_other_tables(name: str, kind: str) -> None:
    other = 5 if not kind.endswith("_5") else 9
    assert waiting(name, kind, other).distribution == waiting(name, kind, 0).distribution == of(PRICES[name][kind])


@pytest.mark.parametrize("kind", ["buy_4", "buy_5", "lay_6", "lay_10"])
@pytest.mark.parametrize("timing", ["when_made", "on_win"])
@pytest.mark.parametrize("stake", [600, 3600])
def test_1_5_percentage_rounded_down_to_chips_at_a_stake(kind: str, timing: str, stake: int) -> None:
    layout = Layout.of("craps", DAY, {"vig_rounding": "down_to_chip", "vig_timing": timing})
    table = started(layout, 8)
    made(table, kind, stake)
    calls = Action("on", kind)

    def on(state: Any) -> Action | None:
        held = state.find(PLAYER, kind)
        return calls if kind.startswith("buy") and held and not state.point and not held.on else None

    decision = played(table.game, table.state, {kind}, on)
    assert decision.distribution.scaled(Fraction(1, stake)) == of(price(layout, stake)[kind])


# ---- 1.12: the fire bet


def fire(pay_table: str, made_already: tuple[int, ...]) -> tuple[Decision[State], Layout]:
    """Play a $5 fire bet until it is decided, with some of its points already made."""
    layout = Layout.of("craps", FIRE_DAY, {"offer_fire_bet": True, "fire_pay_table": pay_table})
    table = started(layout)
    made(table, "fire_bet", 500)
    for number in made_already:
        table.roll(number, number)
        table.dealer.act(SHOOTER, Action("make", "pass", 1000))
    return played(table.game, table.state, {"fire_bet"}, nothing), layout


def chances_left(left: tuple[int, ...]) -> dict[int, Fraction]:
    """How many of these points are made before a loser 7, by recursion over the next point decided."""
    seven, ways = 6, {number: 6 - abs(7 - number) for number in POINTS}
    if not left:
        return {0: Fraction(1)}
    made = {number: Fraction(ways[number], 24) * Fraction(ways[number], ways[number] + seven) for number in POINTS}
    again = sum((made[number] for number in POINTS if number not in left), Fraction())
    lost = 1 - sum(made.values())
    found = {0: lost / (1 - again)}
    for number in left:
        for count, chance in chances_left(tuple(other for other in left if other != number)).items():
            found[count + 1] = found.get(count + 1, Fraction()) + made[number] / (1 - again) * chance
    return found


@pytest.mark.parametrize("pay_table", ["A", "B", "C"])
def test_1_12_fire_bet_with_three_points_made_matches_the_count(pay_table: str) -> None:
    decision, layout = fire(pay_table, (4, 5, 6))
    odds = layout.odds_table("fire_bet")
    expected: dict[Fraction, Fraction] = {}
    for more, chance in chances_left((8, 9, 10)).items():
        net = odds[str(3 + more)].ratio if str(3 + more) in odds else Fraction(-1)
        expected[net] = expected.get(net, Fraction()) + chance
    assert decision.distribution.scaled(Fraction(1, 500)) == Distribution(expected)


@pytest.mark.parametrize("pay_table", ["A", *(pytest.param(one, marks=pytest.mark.slow) for one in "BC")])
def test_1_12_walk_of_a_fire_bet_gives_its_price(pay_table: str) -> None:
    decision, layout = fire(pay_table, ())
    assert decision.distribution.scaled(Fraction(1, 500)) == of(price(layout)["fire_bet"])
    assert str(decision.rounds) == price(layout)["fire_bet"].rounds_exact


# ---- completeness


def test_every_permissible_wager_is_walked() -> None:
    walked = set(kinds_of("2008", "one_roll", "parts", "line", "come", "odds", "number", "hardway")) | {"fire_bet"}
    assert set(Layout.of("craps", FIRE_DAY).permissible) == walked
