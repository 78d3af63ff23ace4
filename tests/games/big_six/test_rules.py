"""Sections 5.5 and 5.6, rule by rule: the wheel, its price, irregularities, and the findings of `check`."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

import pytest

from pitboss.chapter.check import findings
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.equipment import ScriptedSource
from pitboss.games.big_six.round import BigSix
from pitboss.pricing import price
from pitboss.table import Acted, Action, AskNumber, Dealer, Refused, Said, Settled, walk
from pitboss.table.script import play_script
from pitboss.table.steps import AskSettlement

NJ = {"bill_1": 23, "bill_2": 15, "bill_5": 8, "bill_10": 4, "bill_20": 2, "symbol_a": 1, "symbol_b": 1}
VEGAS = NJ | {"bill_1": 24, "bill_5": 7}


def layout(**options: Any) -> Layout:
    return Layout.of("big-six", options=options, unlawful=True)


class Wheel(ScriptedSource):
    """A wheel that stops at the given sections."""

    def __init__(self, *sections: int) -> None:
        super().__init__()
        self.sections = list(sections)

    def number(self, below: int) -> int:
        return self.sections.pop(0) - 1


def table(*sections: int) -> Dealer:
    dealer = Dealer(BigSix(layout()), Wheel(*sections), halts=True)
    dealer.act(1, Action("sit", amount=1000_00, name="Ann"))
    return dealer


@pytest.mark.parametrize(("wheel", "counts"), [("nj_54", NJ), ("vegas_54", VEGAS)])
def test_5_6_wheel_of_54_sections(wheel: str, counts: dict[str, int]) -> None:
    assert Counter(BigSix(layout(wheel=wheel)).rim) == counts


RIM = (
    "A 2 1 5 1 2 5 1 2 10 1 2 1 20 1 2 1 2 1 5 1 2 10 1 5 1 2 B 1 5 1 5 2 1 2 1 10 2 1 5 1 2 1 5 2 1 20 1 2 1 10 1 2 1"
)


def test_5_6_wheel_in_its_order() -> None:
    game = BigSix(layout())
    rim = game.rim
    symbols = {"A": "symbol_a", "B": "symbol_b"}
    printed = [symbols.get(one, f"bill_{one}") for one in RIM.split()]
    assert [game.symbol(str(number)) for number in range(1, 55)] == printed
    other = BigSix(layout(wheel="vegas_54")).rim
    assert [(at, one, two) for at, (one, two) in enumerate(zip(rim, other, strict=True), 1) if one != two] == [
        (44, "bill_5", "bill_1")
    ]


@pytest.mark.parametrize("options", [{}, {"wheel": "vegas_54"}, {"symbol_payout": "50 to 1"}])
def test_5_5_odds_in_a_walk_of_the_round_give_the_price_of_every_box(options: dict[str, Any]) -> None:
    game = BigSix(layout(**options))
    dealer = Dealer(game, ScriptedSource())
    dealer.act(1, Action("sit", amount=1000_00))
    for kind in NJ:
        dealer.act(1, Action("make", kind, 1_00))
    assert dealer.ask is not None
    nets: dict[str, Fraction] = defaultdict(Fraction)
    for chance, _, steps in walk(game, dealer.ask.state):
        for step in steps:
            if isinstance(step, Settled):
                nets[step.wager.kind] += chance * Fraction(step.net, 1_00)
    found = price(game.layout)
    assert {kind: str(-net) for kind, net in nets.items()} == {kind: found[kind].exact for kind in NJ}


@pytest.mark.parametrize(
    ("options", "edges"),
    [
        # casinospecialevent.com and lasvegasrater.com, on Nevada's wheel
        ({"wheel": "vegas_54", "symbol_payout": "40 to 1"}, "11.11 16.67 22.22 18.52 22.22 24.07 24.07"),
        # casinospecialevent.com, and Alan Krigman at casinocitytimes.com: a symbol at 45 to 1
        ({"wheel": "vegas_54"}, "11.11 16.67 22.22 18.52 22.22 14.81 14.81"),
    ],
)
def test_5_5_edges_equal_the_published_ones(options: dict[str, Any], edges: str) -> None:
    found = price(layout(**options))
    assert " ".join(f"{float(100 * Fraction(found[kind].exact)):.2f}" for kind in NJ) == edges


@pytest.mark.parametrize(("payout", "symbol"), [("45 to 1", 45), ("50 to 1", 50)])
def test_5_5_odds_give_the_counted_edges_of_new_jersey_s_wheel(payout: str, symbol: int) -> None:
    """We found no page with edges for 23 ones and 8 fives."""
    found = price(layout(symbol_payout=payout))
    pays = dict(zip(NJ, (1, 2, 5, 10, 20, symbol, symbol), strict=True))
    for kind, sections in NJ.items():
        assert Fraction(found[kind].exact) == 1 - Fraction(sections * (pays[kind] + 1), 54), kind


@pytest.mark.parametrize(
    ("options", "odds", "section"),
    [
        ({"symbol_payout": "40 to 1"}, {}, "5.5"),
        ({"wheel": "vegas_54"}, {}, "5.6"),
        ({}, {"bill_20": "19 to 1"}, "5.5"),
        ({}, {"bill_20": "22 to 1"}, ""),
        ({"symbol_payout": "50 to 1"}, {"symbol_a": "45 to 1"}, ""),
        ({}, {"symbol_b": "44 to 1"}, "5.5"),
        ({}, {"bill_2": "3 for 1"}, "5.5"),
    ],
)
def test_5_5_odds_that_check_reports(options: dict[str, str], odds: dict[str, str], section: str) -> None:
    rules = rules_of("big-six")
    found = findings(rules, rules.game.since, options, odds, None)
    assert {one.section for one in found if one.severity == "breach"} == ({section} if section else set())


def test_5_5_odds_of_forty_to_one_for_comparison_pay_eighty_on_two() -> None:
    dealer = Dealer(BigSix(layout(symbol_payout="40 to 1")), Wheel(28))
    dealer.act(1, Action("sit", amount=100_00))
    dealer.act(1, Action("make", "symbol_b", 2_00))
    dealer.finish()
    assert dealer.state.rack(1) == 180_00


@pytest.mark.parametrize("event", ["too_few_turns", "between_sections", "wheel_touched"])
def test_5_6_irregular_spin_decides_nothing_and_wagers_may_be_changed(event: str) -> None:
    dealer = table(14)
    dealer.act(1, Action("make", "bill_20", 5_00))
    dealer.close()
    dealer.throw(event)
    dealer.act(1, Action("increase", "bill_20", 5_00))
    dealer.next()
    dealer.finish()
    assert dealer.state.rack(1) == 1200_00


@pytest.mark.parametrize("closed", [False, True])
def test_5_6_irregular_broken_wheel_returns_all_wagers(closed: bool) -> None:
    dealer = table()
    dealer.act(1, Action("make", "bill_1", 20_00))
    if closed:
        dealer.close()
    dealer.throw("wheel_fails")
    assert (dealer.state.rack(1), dealer.state.wagers) == (1000_00, ())


def test_5_6_irregular_announcement_is_settled_by_the_section_shown() -> None:
    dealer = table(10)
    dealer.act(1, Action("make", "bill_10", 5_00))
    dealer.close()
    dealer.draw()
    dealer.throw("announced_wrong")
    dealer.finish()
    assert dealer.state.rack(1) == 1050_00


def test_5_6_irregular_chip_on_two_boxes_counts_where_it_lies() -> None:
    dealer = table(4)
    dealer.act(1, Action("make", "bill_5", 5_00))
    dealer.throw("chip_between_boxes")
    dealer.finish()
    assert dealer.state.rack(1) == 1025_00


def test_5_6_wagers_are_not_made_or_withdrawn_after_the_call() -> None:
    dealer = table(4)
    dealer.act(1, Action("make", "bill_5", 5_00))
    dealer.close()
    for action in (Action("make", "bill_10", 5_00), Action("remove", "bill_5"), Action("increase", "bill_5", 5_00)):
        with pytest.raises(Refused, match="no more bets") as refused:
            dealer.act(1, action)
        assert refused.value.answer.section == "5.6"


def test_5_6_announcement_of_the_symbol() -> None:
    said: list[tuple[str, str]] = []
    dealer = Dealer(
        BigSix(layout()),
        Wheel(28, 4),
        watch=lambda step: said.append((step.section, step.text)) if isinstance(step, Said) else None,
    )
    dealer.finish()
    dealer.finish()
    assert ("5.6", "Flag. The clapper stops in section 28.") in said
    assert ("5.6", "No more bets. The wheel is spun; it makes at least 3 full turns.") in said
    assert dealer.game.status(dealer.state) == ["last: $5 bill, Flag"]


def test_5_6_rotation_of_three_full_turns_is_announced_before_the_section_is_drawn() -> None:
    steps: list[Any] = []
    dealer = Dealer(BigSix(layout()), Wheel(14), watch=steps.append)
    dealer.act(1, Action("sit", amount=1000_00))
    dealer.finish()
    asked = next(at for at, step in enumerate(steps) if isinstance(step, AskNumber))
    assert (steps[asked].section, steps[asked].below, steps[asked].what) == ("5.6", 54, "wheel")
    assert "it makes at least 3 full turns" in steps[asked - 1].text


def test_5_6_settlement_waits_for_irregularities_called_before_it() -> None:
    dealer = table(14)
    dealer.act(1, Action("make", "bill_20", 5_00))
    dealer.close()
    dealer.draw()
    assert isinstance(dealer.ask, AskSettlement)
    assert dealer.ask.section == "5.6"
    assert dealer.ask.state.rack(1) == 995_00


def test_5_6_wagers_are_always_on_and_are_withdrawn_under_their_section() -> None:
    dealer = table(14)
    dealer.act(1, Action("make", "bill_20", 5_00))
    with pytest.raises(Refused, match="always on; remove it instead") as refused:
        dealer.act(1, Action("off", "bill_20"))
    assert refused.value.answer.section == "5.6"
    dealer.act(1, Action("remove", "bill_20"))
    assert [step.section for step in dealer.steps if isinstance(step, Acted)][-1] == "5.6"


@pytest.mark.parametrize(("positions", "permitted"), [(0, False), (1, True), (12, True), (13, False)])
def test_5_6_positions_are_1_to_12(positions: int, permitted: bool) -> None:
    rules = rules_of("big-six")
    found = findings(rules, rules.game.since, {"positions": positions}, {}, None)
    assert [one.section for one in found] == ([] if permitted else ["5.6"])


def test_5_6_wheel_of_new_jersey_is_the_default_and_nevadas_is_a_breach() -> None:
    rules = rules_of("big-six")
    assert Layout.of("big-six").option("wheel") == "nj_54"
    assert [one.permitted for one in findings(rules, rules.game.since, {"wheel": "vegas_54"}, {}, None)] == ["nj_54"]


def test_5_6_positions_are_those_the_licensee_chose() -> None:
    with pytest.raises(Refused, match=r"positions 1 to 8 \(N.J.A.C. 13:69F-5.6\)"):
        table().act(9, Action("sit", amount=100_00))


@pytest.mark.parametrize("line", ["bill_50 5", "bill_3 5", "red 5"])
def test_5_6_wagers_outside_the_boxes_are_refused(line: str) -> None:
    play_script(f"game big-six\n1: sit Ann 100\nrefused by 5.6 1: {line}\n= 1: 0\n")


def test_5_6_display_of_the_last_sections() -> None:
    dealer = table(*range(1, 15))
    for _ in range(14):
        dealer.finish()
    assert (len(dealer.state.last), dealer.state.last[0]) == (12, "14")


def test_5_5_whole_cents() -> None:
    dealer = Dealer(BigSix(Layout.of("big-six", odds={"bill_1": "3 to 2"})), ScriptedSource())
    dealer.act(1, Action("sit", amount=100_00))
    with pytest.raises(Refused, match="multiple of") as refused:
        dealer.act(1, Action("make", "bill_1", 1))
    assert refused.value.answer.section == "5.5"


def test_5_5_to_is_required_and_never_for() -> None:
    rules = rules_of("big-six")
    assert [one.section for one in findings(rules, rules.game.since, {}, {"bill_1": "2 for 1"}, None)] == ["5.5"]


def test_unknown_choices_are_refused_under_the_sections_of_the_game() -> None:
    rules = rules_of("big-six")
    found = findings(rules, rules.game.since, {"whel": "nj_54"}, {}, None)
    assert [one.citation for one in found] == ["N.J.A.C. 19:47-5.5 to 5.6"]
