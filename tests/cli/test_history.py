"""`history` and `diff --priced`: one table under every edition, and the rule that changed its price."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.chapter.diff import diff
from pitboss.chapter.rules import registered_games, rules_of
from pitboss.documents.files import digest_in, write
from pitboss.documents.paper import pictures
from pitboss.library import histories
from pitboss.library.histories import history
from pitboss.library.ranges import Bound, WagerRange, lawful_range

Run = Callable[..., Any]


def moved(found: Any, wager: str) -> list[Any]:
    return [one for one in found["moves"] if one["wager"] == wager]


def test_a_rule_that_moved_a_price_is_named_with_its_day(pitboss: Run) -> None:
    found = pitboss("history", "craps", "--to", "2008-06-01", "--json").json
    [came] = moved(found, "six_seven_eight")
    assert (came["date"], came["was"], came["rules"][0]["rule"]) == ("2005-10-17", None, "R.2005 d.355")
    assert "19:47-1.2(a)39" in came["rules"][0]["citation"]
    assert found["first"] == "1978-06-02"


def test_the_table_stays_and_the_chapter_changes_under_it() -> None:
    usual, three = history("craps"), history("craps", odds={"field.12": "3 to 1"})
    edge = {name: {one.id: one.exact for one in found.spans[-1].wagers} for name, found in (("", usual), ("3", three))}
    assert (edge[""]["field"], edge["3"]["field"]) == ("1/18", "1/36")
    assert [span.since for span in usual.spans] == sorted({span.since for span in usual.spans})


def test_the_spans_meet_and_each_move_is_between_two_of_them() -> None:
    found = history("mini-baccarat")
    for one, other in zip(found.spans, found.spans[1:], strict=False):
        assert one.until == other.since
    assert {one.date for one in found.moves} <= {span.since for span in found.spans[1:]}


def test_days_on_which_the_table_was_unlawful_are_listed_and_not_priced() -> None:
    found = history("craps", options={"offer_678": True}, first=date(2001, 1, 16))
    assert found.spans[0].wagers == ()
    assert "offer_678" in found.spans[0].why
    assert found.spans[-1].wagers


def test_every_span_of_a_stranger_game_has_its_price() -> None:
    [span] = history("high-card").spans
    assert (span.since, [one.id for one in span.wagers]) == (date(1996, 3, 11), ["high", "spade"])


def test_history_in_the_terminal_and_as_files(pitboss: Run, tmp_path: Path) -> None:
    shown = pitboss("history", "craps", "--wager", "whirl").out
    assert "13.3333%, new" in shown
    assert "R.2001 d.23" in shown
    svg, page = tmp_path / "c.svg", tmp_path / "c.html"
    pitboss("history", "craps", "--svg", svg, "--out", page)
    assert svg.read_text("utf-8").startswith("<svg")
    assert "Price changes" in page.read_text("utf-8")


def test_bad_input_is_one_line(pitboss: Run, tmp_path: Path) -> None:
    assert "no wager 'fold'" in pitboss("history", "craps", "--wager", "fold").refused
    assert "in the chapter from 1997-03-17" in pitboss("history", "three-card-poker", "--to", "1990-01-01").refused
    assert "is not a date" in pitboss("history", "craps", "--from", "yesterday").refused
    assert ".pdf or .html" in pitboss("history", "roulette", "--out", tmp_path / "x.doc").refused
    assert "no day from" in pitboss("history", "craps", "--set", "offer_678=maybe").refused


def test_a_diff_with_prices_shows_the_effect_of_each_change(pitboss: Run) -> None:
    found = pitboss("diff", "2001-03-09", "2012-03-19", "--game", "craps", "--priced", "--json").json
    [game] = found["priced"]
    assert {one["wager"] for one in game["moves"]} >= {"six_seven_eight"}
    assert all(one["was"] is None or one["basis_points"] for one in game["moves"])
    shown = pitboss("diff", "2001-03-09", "2012-03-19", "--game", "craps", "--priced").out
    assert "prices of the default table" in shown


def test_a_diff_with_prices_has_the_lawful_range_before_and_after(pitboss: Run) -> None:
    asked = ("diff", "2008-04-21", "2013-06-01", "--game", "three-card-poker", "--priced")
    found = {one["wager"]: one for one in pitboss(*asked, "--json").json["priced"][0]["ranges"]}
    for day, side in (("2008-04-21", "was"), ("2013-06-01", "now")):
        expected = {
            one.id: [one.best.house_edge, one.worst.house_edge] for one in lawful_range("three-card-poker", day).wagers
        }
        assert all(found[wager][side] == expected.get(wager) for wager in found)
    assert found["six_card_bonus"]["was"] is None
    shown = pitboss(*asked).out
    assert "the lawful range, for a player" in shown
    unmoved = pitboss("diff", "1996-03-11", "2012-03-20", "--game", "roulette", "--priced").out
    assert "no lawful range changed" in unmoved


def test_a_game_that_came_in_between_is_new_and_one_that_did_not_move_says_so(pitboss: Run) -> None:
    found = pitboss("diff", "1996-03-11", "1999-01-01", "--game", "three-card-poker", "--priced", "--json").json
    assert {one["wager"]: one["was"] for one in found["priced"][0]["moves"]}["ante"] is None
    found = pitboss("diff", "2001-03-09", "2012-03-19", "--game", "automated-craps", "--priced", "--json").json
    assert all(one["was"] is None for one in found["priced"][0]["moves"])
    shown = pitboss("diff", "1978-06-02", "2012-03-20", "--game", "roulette", "--priced").out
    assert "no price of the default table changed" in shown


def test_a_price_is_reused_if_only_paragraph_numbers_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.library import histories

    priced: list[date] = []
    real = histories.desk.price
    monkeypatch.setattr(histories.desk, "price", lambda layout: (priced.append(layout.on), real(layout))[1])
    found = history("craps")
    assert len(priced) == len([span for span in found.spans if span.wagers])


# ---- Papers


def test_a_document_names_its_source_in_either_format(tmp_path: Path) -> None:
    from pitboss.documents.document import Document, Grid, Heading, Listed, Signatures, Text

    blocks = (Heading("One"), Text('"quotes" # $ [x] <b>'), Listed(("a", "b")), Grid(("a", "b"), (("1", "2"),)))
    paper = Document("Craps", (*blocks, Signatures(("who",))), digest="ab" * 32, stamp=(("table", "x"),))
    for name in ("paper.pdf", "paper.html"):
        write(paper, tmp_path / name)
        assert digest_in(tmp_path / name) == "ab" * 32
    assert (tmp_path / "paper.pdf").read_bytes().startswith(b"%PDF")
    assert "&lt;b&gt;" in (tmp_path / "paper.html").read_text("utf-8")
    assert pictures(paper)[0].startswith(b"\x89PNG")


@pytest.mark.slow
@pytest.mark.parametrize("game", [*registered_games()])
def test_every_game_has_a_history(game: str) -> None:
    found = history(game)
    assert found.spans[0].since >= rules_of(game).game.since
    assert found.to_svg().startswith("<svg")


def test_a_range_that_moved_on_several_days_names_the_rule_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """8 decks at 6 to 5 took two amendments; those in between that only added other wagers are neither listed nor
    searched.
    """
    asked: list[date] = []
    worst = {date(2001, 3, 9): 0.007, date(2006, 1, 17): 0.018, date(2008, 4, 21): 0.018, date(2012, 3, 19): 0.020}

    def searched(game: str, day: date, progress: object = None) -> Any:
        asked.append(day)
        options = {"blackjack_pays": "6 to 5", "decks": 8, "wager_multiple": 5}
        ends = [Bound(house_edge=edge, options=options, table="") for edge in (-0.004, worst[day])]
        one = WagerRange(id="blackjack", name="", usual=0, best=ends[0], worst=ends[1], tables=1, exhaustively=())
        return SimpleNamespace(wagers=(one,))

    monkeypatch.setattr(histories, "lawful_range", searched)
    [found] = histories._ranges("blackjack", diff(date(2001, 3, 9), date(2012, 3, 19), ["blackjack"]), None)
    assert [(one.date, {rule.rule for rule in one.rules if rule.rule}) for one in found.steps] == [
        (date(2006, 1, 17), {"R.2006 d.36"}),
        (date(2012, 3, 19), {"R.2012 d.061"}),
    ]
    assert {rule.rule for rule in found.rules if rule.rule} == {"R.2006 d.36", "R.2012 d.061"}
    assert found.basis_points == pytest.approx((0, 130))
    assert set(asked) == set(worst)


def test_a_range_that_moved_without_a_known_rule_is_still_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = date(2008, 4, 21), date(2008, 6, 1)

    def searched(game: str, day: date, progress: object = None) -> Any:
        best, worst = (Bound(house_edge=edge, options={}, table="") for edge in (0.01, 0.01 + 0.01 * (day == second)))
        one = WagerRange(id="pass", name="Pass Bet", usual=0, best=best, worst=worst, tables=1, exhaustively=())
        return SimpleNamespace(wagers=(one,))

    monkeypatch.setattr(histories, "lawful_range", searched)
    [found] = histories._ranges("craps", diff(first, second, ["craps"]), None)
    assert (found.date, found.rules, found.steps) == (second, (), ())
    assert found.basis_points == pytest.approx((0, 100))
