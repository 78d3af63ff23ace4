"""Games decided by one draw: the round, the price and the loop agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import read_rules
from pitboss.equipment import ScriptedSource
from pitboss.equipment.dice import Dice, outcomes
from pitboss.families.one_draw.kernel import draw_kernel
from pitboss.families.one_draw.price import price_draws
from pitboss.families.one_draw.round import STAYS, DrawState, Lands, OneDraw
from pitboss.simulation.kernel import PLAYER
from pitboss.table import Action, Dealer, Refused
from pitboss.table.amounts import Amounts
from pitboss.table.steps import Ask, AskDice, Settled
from pitboss.table.walk import walk

RULES = read_rules(
    """\
[game]
id = "shaken"
name = "Shaken"
subchapter = "9"
family = "dice"
since = 1991-12-16
summary = "Three dice under a cover: a triple, how often a face shows, or a total that waits for a triple."

[wager.triple]
name = "Triple"
section = "9.2"
pays = { section = "9.4", least = "30 to 1" }

[wager.face]
name = "Face"
section = "9.2"
pays = { section = "9.4", least = { "1" = "1 to 1", "2" = "2 to 1", "3" = "3 to 1" } }

[wager.ten]
name = "Ten before a triple"
section = "9.2"
pays = { section = "9.4", least = "1 to 5" }

[fact.wagers]
value = true
section = "9.3"

[fact.no_more_wagers]
value = "no more bets"
section = "9.5"

[fact.announcement]
value = true
section = "9.5"

[fact.settlement]
value = true
section = "9.5"

[fact.display]
value = 3
section = "9.5"

[fact.match_play]
value = ["triple"]
section = "9.3"

[irregularity.die_not_flat]
name = "Die not flat"
section = "9.6"
at = ["dice"]
effect = "no_roll"
""",
    "shaken/rules.toml",
)


class SixFaces(Amounts["Shaken"]):
    """A wager on a die's face has six possible places."""

    def spots(self, state: DrawState, position: int, wager: str) -> tuple[str, ...]:
        return tuple("123456") if wager == "face" else ("",)


class Shaken(OneDraw[DrawState]):
    amounts_type = SixFaces

    @property
    def outcomes(self) -> Sequence[Dice]:
        return outcomes(3)

    def ask(self, state: DrawState) -> Ask:
        return AskDice(state, "9.5", 3, closed=True)

    def call(self, drawn: Dice) -> str:
        return f"{drawn}: {drawn.total}."

    def lands(self, kind: str, spot: str, drawn: Dice) -> Lands:
        faces = str(drawn).split("-")
        triple = len(set(faces)) == 1
        if kind == "ten":
            return "" if drawn.total == 10 else None if triple else STAYS
        if kind == "face":
            return str(faces.count(spot)) if spot in faces else None
        return "" if triple else None


GAME = Shaken(Layout.of(RULES, date(2000, 1, 1)))


def table(*dice: str) -> Dealer:
    dealer = Dealer(GAME, ScriptedSource(dice=dice))
    dealer.act(1, Action("sit", amount=100_00, name="Ann"))
    return dealer


def test_losers_are_collected_before_winners_are_paid_and_undecided_wagers_stay() -> None:
    dealer = table("2-2-5")
    for kind, spot in (("face", "2"), ("triple", ""), ("ten", "")):
        dealer.act(1, Action("make", kind, 5_00, spot))
    dealer.finish()
    assert [wager.kind for wager in dealer.state.wagers] == ["ten"]
    assert dealer.state.rack(1) == 100_00 - 15_00 + 5_00 + 10_00
    assert (dealer.state.last, dealer.state.draws) == (("2-2-5",), 1)


def test_no_wager_after_the_call_and_no_roll_decides_nothing() -> None:
    dealer = table("6-6-6", "6-6-6")
    dealer.act(1, Action("make", "triple", 5_00))
    dealer.close()
    with pytest.raises(Refused, match="no more bets"):
        dealer.act(1, Action("make", "triple", 5_00))
    dealer.throw("die_not_flat")
    assert dealer.state.rounds == 1
    assert dealer.state.find(1, "triple") is not None
    dealer.finish()
    assert dealer.state.rack(1) == 100_00 + 150_00


@pytest.mark.parametrize(("kind", "spot", "says"), [("face", "7", "choose from: 1, 2"), ("triple", "2", "one place")])
def test_a_place_that_the_layout_does_not_have_is_refused(kind: str, spot: str, says: str) -> None:
    dealer = table()
    with pytest.raises(Refused, match=says):
        dealer.act(1, Action("make", kind, 5_00, spot))


@pytest.mark.parametrize("kind", ["triple", "face", "ten"])
def test_the_price_equals_a_walk_of_the_round(kind: str) -> None:
    dealer = table()
    spot = GAME.amounts.spots(GAME.opening(), 1, kind)[0]
    dealer.act(1, Action("make", kind, 5_00, spot))
    assert dealer.ask is not None
    nets: Counter[Fraction] = Counter()
    for chance, _, steps in walk(GAME, dealer.ask.state):
        for step in steps:
            if isinstance(step, Settled):
                nets[Fraction(step.net, 5_00)] += chance
    decided = sum(nets.values())
    found = price_draws(GAME)[kind]
    edge = -sum(net * chance for net, chance in nets.items()) / Fraction(decided)
    assert found.exact == str(edge)
    assert (found.per == "wager decided") == (decided < 1)


def test_the_loop_agrees_with_the_round() -> None:
    kernel = draw_kernel(GAME, None, "shake")
    nets = np.zeros(300, np.int64)
    kernel.play(5, 40, nets)
    tally = kernel.run(5, 40, 300)
    settled: dict[str, Counter[int]] = {slot.id: Counter() for slot in kernel.slots}
    for at in range(300):
        dealer = Dealer(GAME, kernel.source(5, 40 + at))
        came = 0
        while dealer.state.rounds < 1:
            seen = len(dealer.steps)
            before: list[Any] = dealer.steps
            dealer.next(kernel.standing)
            for step in before[seen:] if dealer.state.rounds else ():
                if isinstance(step, Settled) and step.wager.position == PLAYER:
                    settled[step.wager.kind][step.net] += 1
                    came += step.net
        assert came == nets[at]
    for slot in kernel.slots:
        found = {one.net: count for one, count in zip(slot.results, slot.histogram(tally), strict=True) if count}
        assert found == dict(settled[slot.id])
