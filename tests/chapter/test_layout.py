"""A layout is the chapter as one licensee applies it at one table; `chapter_on` is the chapter on one day."""

from datetime import date

import pytest

from pitboss.chapter.check import Unlawful
from pitboss.chapter.in_force import chapter_on
from pitboss.chapter.layout import Layout, Limits
from pitboss.chapter.odds import Odds
from pitboss.chapter.rules import rules_of

DAY = date(2008, 6, 1)


def test_the_choices_put_wagers_on_the_layout() -> None:
    plain = Layout.of("craps", DAY)
    assert "six_seven_eight" not in plain.wagers
    assert "six_seven_eight" in plain.permissible
    assert "six_seven_eight" in Layout.of("craps", DAY, {"offer_678": True}).wagers
    in_lieu = Layout.of("craps", DAY, {"offer_lay": "in_lieu"}).wagers
    assert "lay_4" in in_lieu
    assert "place_lose_4" not in in_lieu


def test_1_4_b_odds_are_the_least_unless_raised() -> None:
    assert Layout.of("craps", DAY).odds("field", "12") == Odds(2, 1)
    assert Layout.of("craps", DAY, odds={"field.12": "3 to 1"}).odds("field", "12") == Odds(3, 1)
    assert Layout.of("craps", DAY, {"field_12": "3 to 1"}).odds("field", "12") == Odds(3, 1)
    assert Layout.of("craps", DAY, odds={"field.12": "3 to 1"}).option("field_12") == "3 to 1"


def test_1_12_a_pay_table_is_chosen_by_its_option() -> None:
    table = Layout.of("craps", date(2012, 6, 1), {"offer_fire_bet": True, "fire_pay_table": "B"}).odds_table("fire_bet")
    assert {outcome: str(odds) for outcome, odds in table.items()} == {
        "4": "10 to 1",
        "5": "200 to 1",
        "6": "2000 to 1",
    }


def test_an_option_has_no_value_before_its_time() -> None:
    assert Layout.of("craps", date(2004, 6, 1)).option("offer_678") is None
    assert Layout.of("craps", DAY).option("offer_678") is False


def test_forbidden_choices_are_refused() -> None:
    with pytest.raises(Unlawful, match=r"19:47-1\.4\(b\)"):
        Layout.of("craps", DAY, odds={"field.12": "1 to 1"})


def test_8_2_a_wagers_own_limits_go_before_the_tables() -> None:
    limits = Limits(1000, 500000, by_wager={"field": (None, 50000)})
    assert limits.of("field") == (1000, 50000)
    assert limits.of("pass") == (1000, 500000)


def test_a_layout_as_plain_data_and_back() -> None:
    limits = Limits(1000, 500000, 500, {"field": (500, None)})
    layout = Layout.of("craps", DAY, {"offer_678": True, "vig_timing": "on_win"}, {"field.12": "3 to 1"}, limits)
    again = Layout.from_plain(layout.plain())
    assert again.plain() == layout.plain()
    assert again.options == layout.options
    assert again.limits == limits


def test_the_chapter_on_a_day() -> None:
    chapter = chapter_on(date(2004, 6, 1))
    assert chapter.prefix == "19:47"
    assert chapter.cite("1.4(b)") == "N.J.A.C. 19:47-1.4(b)"
    assert "1A" not in [subchapter.id for subchapter in chapter.subchapters]
    assert chapter.section("8.2").title == "Minimum and maximum wagers"
    assert "1.12" not in [section.id for section in chapter.sections]
    with pytest.raises(ValueError, match="not in force on 2004-06-01: since 2012-03-19"):
        chapter.section("1.12")


def test_a_game_on_a_day() -> None:
    assert "craps" in chapter_on(DAY).games
    early, late = chapter_on(date(1980, 1, 1)).game("craps"), chapter_on(date(2012, 6, 1)).game("craps")
    assert "big_6" in early.wagers
    assert "big_6" not in late.wagers
    assert "offer_fire_bet" in late.options.keys() - early.options.keys()
    assert early.values("vig_timing") == ("when_made",)
    assert late.values("vig_timing") == ("when_made", "on_win")
    assert early.pay_tables == {}
    assert set(late.pay_tables["fire_pay_table"]) == {"A", "B", "C"}
    assert len(late.conditions) > len(early.conditions) == 0
    assert "mini_craps_seats" in late.facts.keys() - early.facts.keys()
    assert "die_off_table" in late.irregularities


def test_there_is_no_chapter_before_its_first_day() -> None:
    with pytest.raises(ValueError, match="the chapter begins on 1978-06-02; 1978-06-01 is too early"):
        chapter_on(date(1978, 6, 1))


def test_options_are_in_the_order_of_the_chapter_whatever_the_order_of_the_file() -> None:
    files = ({}, {"positions": 6, "deal_method": "automated_shoe"}, {"deal_method": "hand", "house_way": "custom"})
    orders = [list(Layout.of("asia-poker", options=file).options) for file in files]
    assert orders == [list(rules_of("asia-poker").options)] * 3
