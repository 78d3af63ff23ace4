"""The worked examples of the sheet of subchapter 8, as far as tables, papers and table files reach.

Of the 18, those of tournaments (8, 16, 18) and of a table that is open while its rules change (13) are the floor's.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from pitboss import check, deal
from pitboss.chapter import Layout, Limits
from pitboss.chapter.odds import Odds
from pitboss.equipment import ScriptedSource
from pitboss.library.papers.petitions import Package, petition
from pitboss.table import Refused

CRAPS = 'game = "craps"\non = 2008-06-01\n'


def change(game: str, option: str, was: str, to: str, *steps: str, head: str = "") -> str:
    """A table file with one change that takes effect at 14:00; `steps` are the times of sign, announcement, notice."""
    names = ("sign_posted_at", "announced_at", "regulator_notified_at")
    at = "".join(f"{name} = 2008-06-01T{time}:00\n" for name, time in zip(names, steps, strict=False))
    what = "limits = true" if option == "limits" else f'option = "{option}"'
    return (
        f'game = "{game}"\non = 2008-06-01\n{head}[[changes]]\n{what}\nfrom = {was}\nto = {to}\n'
        f"effective_at = 2008-06-01T14:00:00\n{at}"
    )


def sections(table: str) -> list[str]:
    return [one.section.split(", ")[0] for one in check(table).findings if one.severity == "breach"]


def test_8_2_example_1_and_2_posted_limits_refuse_before_the_deal() -> None:
    table = deal(Layout.of("craps", limits=Limits(1000, 50000)), source=ScriptedSource(dice=["3-4"])).sit("Ann", 1000)
    with pytest.raises(Refused, match=r"\$500"):
        table.wager("pass", 600)
    with pytest.raises(Refused, match=r"\$10"):
        table.wager("pass", 5)


def test_8_2_example_3_steps_refuse_what_is_off_them_and_were_no_power_in_1998() -> None:
    limits = Limits(500, 50000, 500)
    table = deal(Layout.of("craps", limits=limits), source=ScriptedSource(dice=["3-4"])).sit("Ann", 1000)
    with pytest.raises(Refused, match="5"):
        table.wager("pass", 12)
    steps = "[limits]\nminimum = 5\nmaximum = 500\nincrement = 5\n"
    assert sections(f'game = "craps"\non = 1998-06-01\n{steps}') == ["8.2"]
    assert sections(CRAPS + steps) == []


@pytest.mark.parametrize(
    ("steps", "found"),
    [(("13:40", "13:30", "13:30"), ["8.3"]), (("13:30", "13:30", "13:30"), []), (("13:29", "13:29", "13:45"), ["8.3"])],
)
def test_8_3_example_4_half_an_hour_for_sign_announcement_and_office(steps: tuple[str, ...], found: list[str]) -> None:
    assert sections(change("craps", "field.12", '"2 to 1"', '"3 to 1"', *steps)) == found


def test_8_2_example_5_limits_change_with_sign_and_announcement_at_once() -> None:
    assert sections(change("craps", "limits", "10", "25", "14:00", "14:00")) == []
    assert sections(change("craps", "limits", "10", "25", "14:00")) == ["8.2"]


def test_example_6_odds_with_for_are_a_breach_and_mean_one_less() -> None:
    wrong = 'game = "roulette"\non = 2008-06-01\n[odds]\nstraight = "35 for 1"\n'
    assert check(wrong).breaches == 1
    assert Odds.parse("35 to 1").pays(100) == 3500
    with pytest.raises(ValueError, match="36 for 1 is 35 to 1"):
        Odds.parse("36 for 1")


def test_8_4_b_example_7_a_petition_of_the_inventor_alone_is_incomplete(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text(
        '[game]\nid = "new-game"\nname = "New game"\nsubchapter = "8"\nfamily = "cards"\nsince = 1996-03-11\n'
        'summary = "New."\n',
        "utf-8",
    )
    (tmp_path / "petition.toml").write_text(
        '[[petitioners]]\nname = "Ann"\naddress = "here"\nrole = "owner_of_rights"\nsigned = true\n', "utf-8"
    )
    found = {one.item: one.found for one in petition(Package.read(tmp_path)).points if not one.there}
    assert found["licensee who tests it"] == "no casino licensee among the petitioners"


def test_18_11_c_example_9_a_payout_limit_falls_with_notice_rises_without_and_never_below_its_figure() -> None:
    fall = ("let-it-ride", "payout_limit", '"75000"', '"50000"')
    head = '[options]\npayout_limit = "75000"\n'
    assert sections(change(*fall, head=head)) == ["8.3", "8.3", "8.3"]
    assert sections(change(*fall, "13:30", "13:30", "13:30", head=head)) == []
    assert sections(change("let-it-ride", "payout_limit", '"50000"', '"75000"')) == []
    below = change("let-it-ride", "payout_limit", '"50000"', '"40000"', "13:30", "13:30", "13:30")
    assert sections(below) == ["18.11(c)"]


def test_2_17_example_10_what_the_game_fixes_or_ties_is_outside_the_minimum() -> None:
    laid = Layout.of("blackjack", date(2008, 6, 1), {"additional_wager": "same_suit"}, limits=Limits(2500, 50000))
    table = deal(laid, source=ScriptedSource()).sit("Ann", 1000).wager("blackjack", 25).wager("same_suit", 1)
    assert [one.amount for one in table.state.of(1)] == [2500, 100]


def test_8_3_example_14_with_nobody_at_the_table_a_change_takes_effect_at_once() -> None:
    empty = change("craps", "field.12", '"2 to 1"', '"3 to 1"').replace(
        "[[changes]]\n", "[[changes]]\nplayers_present = false\n"
    )
    assert sections(empty) == []


def test_8_2_example_15_a_wager_within_the_limits_is_taken() -> None:
    table = deal(Layout.of("craps", limits=Limits(1000, 50000)), source=ScriptedSource(dice=["3-4"])).sit("Ann", 1000)
    assert table.wager("pass", 50).state.of(1)[0].amount == 5000
