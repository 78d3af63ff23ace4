"""A player's record of a table is computed from what was shown: results, expectation, mistakes."""

from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.floor.sight import STEPS_PER_ROUND, MomentView
from pitboss.pricing import price
from pitboss.web.live.session import Mistake, Sheet, session_markup

YOU = 3


def moment(round_: int, place: int, rack: int, laid: dict[str, int], **step: Any) -> MomentView:
    """Position 3 bought in for $100; `rack` is what is left of it, and `laid` the amount on each wager."""
    wagers = [{"position": YOU, "kind": kind, "amount": amount} for kind, amount in laid.items()]
    seats = [{"number": YOU, "rack": rack, "bought_in": 100_00}, {"number": 1, "rack": 5_00, "bought_in": 0}]
    return MomentView(
        seq=round_ * STEPS_PER_ROUND + place, step={"step": "Said"} | step, state={"positions": seats, "wagers": wagers}
    )


def acted(verb: str, wager: str, amount: int = 0) -> dict[str, Any]:
    return {"step": "Acted", "position": YOU, "action": {"verb": verb, "wager": wager, "amount": amount}}


def two_rounds() -> Sheet:
    """$10 on the pass line, and $5 on the field that is taken down again; the first roll decides nothing, and the
    second wins."""
    sheet = Sheet()
    for one in (
        moment(0, 1, 90_00, {"pass": 10_00}, **acted("make", "pass", 10_00)),
        moment(0, 2, 85_00, {"pass": 10_00, "field": 5_00}, **acted("make", "field", 5_00)),
        moment(0, 3, 90_00, {"pass": 10_00}, **acted("remove", "field")),
        moment(0, 4, 90_00, {"pass": 10_00}),
        moment(1, 1, 90_00, {"pass": 10_00}),
        moment(1, 2, 110_00, {}),
    ):
        sheet.hear(one, YOU)
    return sheet


def test_the_result_of_each_round_is_the_change_of_the_standing() -> None:
    assert two_rounds().nets() == {0: 0, 1: 10_00}


def test_a_round_in_progress_has_no_result_and_no_replay() -> None:
    sheet = two_rounds()
    sheet.now = 2
    sheet.hear(moment(2, 1, 100_00, {"pass": 10_00}, **acted("make", "pass", 10_00)), YOU)
    assert sheet.nets() == {0: 0, 1: 10_00}
    assert "Round 3" not in session_markup(sheet, price(Layout.of("craps")), "/table/1/rounds")
    sheet.hear(moment(2, 2, 120_00, {}), YOU)
    sheet.now = 3
    assert sheet.nets() == {0: 0, 1: 10_00, 2: 10_00}


def test_3_2_vigorish_that_is_marked_is_not_won() -> None:
    sheet = Sheet()
    sheet.hear(moment(0, 1, 90_00, {"banker_hand": 10_00}), YOU)
    won = moment(0, 2, 110_00, {})
    state = {**(won.state or {}), "owed": [{"position": YOU, "amount": 50}, {"position": 1, "amount": 4_00}]}
    sheet.hear(MomentView(seq=won.seq, step=won.step, state=state), YOU)
    assert sheet.nets() == {0: 9_50}


def test_the_first_recorded_round_has_no_result_if_earlier_ones_are_missing() -> None:
    sheet = two_rounds()
    sheet.begins = -3
    assert sheet.nets() == {1: 10_00}
    sheet.begin(7)
    assert sheet.nets() == {}
    sheet.hear(moment(7, 1, 80_00, {"pass": 10_00}), YOU)
    assert sheet.nets() == {7: -10_00}


def test_the_expectation_counts_each_wager_once_and_not_those_taken_down() -> None:
    report = price(Layout.of("craps"))
    edge = report["pass"].house_edge
    assert two_rounds().expected(report) == {0: pytest.approx(-10_00 * edge), 1: pytest.approx(-10_00 * edge)}


def test_bystanders_have_no_session() -> None:
    sheet = Sheet()
    sheet.hear(moment(0, 1, 100_00, {}), 0)
    sheet.hear(moment(0, 2, 100_00, {}), YOU)
    assert sheet.nets() == {}
    assert "No rounds played yet" in session_markup(sheet, None, "/table/1/rounds")


def test_a_mistake_is_listed_with_its_cost_and_a_round_with_a_link_to_its_replay() -> None:
    sheet = two_rounds()
    sheet.mistakes.append(Mistake(1, "stand", "let_ride", 2_40.0))
    session = session_markup(sheet, None, "/table/1/rounds")
    assert "1, $2.40" in session
    assert "Round 2: stand, where let ride was better by <b" in session
    assert 'href="/table/1/rounds?round=2"' in session
    assert "+$10" in session
