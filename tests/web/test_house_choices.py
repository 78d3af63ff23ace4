"""Prices are shown for wagers that can be made at the table."""

from pitboss.chapter.layout import Layout
from pitboss.pricing import price
from pitboss.web.house_choices import best_wager, main_wager, table_price_markup


def test_11_22_a_table_of_ez_pai_gow_costs_what_ez_pai_gow_does() -> None:
    usual = price(Layout.of("pai-gow-poker"))
    report = price(Layout.of("pai-gow-poker", options={"variation": "ez", "player_bank": False}))
    assert main_wager(usual).name == best_wager(usual).name == "Pai gow poker"
    assert main_wager(report).name == best_wager(report).name == "EZ pai gow"
    markup = table_price_markup(report, usual)
    assert "2.79%" in markup
    assert "+0.07 compared with the usual 2.72%" in markup
