"""A price report contains what a reader must know: published figures that differ, and any reconstruction."""

from __future__ import annotations

import json

import pytest

from pitboss import price
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import RulesError, read_rules, registered_games, rules_of
from pitboss.cli import main
from pitboss.pricing.contract import PriceInputs
from pitboss.pricing.entry import pricing_of

LAY_BETS = "is our interpretation of a text that only caps it"


@pytest.mark.parametrize("game", [game for game in registered_games() if rules_of(game).price_notes])
def test_every_price_note_is_in_the_report_of_a_table_to_which_it_applies(game: str) -> None:
    rules = rules_of(game)
    for note in rules.price_notes:
        choices = {name: values[0] for name, values in note.when.items()}
        found = pricing_of(layout := Layout.of(game, options=choices)).price(layout, PriceInputs())
        about = [one for one in found.wagers if note.says in one.note]
        assert about, note
        assert all(note.holds([one.id], layout.options) for one in about)


def test_a_note_is_printed_and_in_the_json(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["price", "craps", "--wager", "lay_4", "--wager", "place_win_4"]
    assert main(asked) == 0
    assert LAY_BETS in " ".join(capsys.readouterr().out.split())
    assert main([*asked, "--json"]) == 0
    lay, place = sorted(json.loads(capsys.readouterr().out)["wagers"], key=lambda one: str(one["id"]))
    assert LAY_BETS in lay["note"]
    assert LAY_BETS not in place["note"]


def test_the_published_edges_of_lay_bets_are_those_that_the_note_names() -> None:
    here, published = price("craps"), price("craps", vig_basis="lay_win")
    for wager, edge in (("lay_4", "2.44"), ("lay_5", "3.23"), ("lay_6", "4.00")):
        assert LAY_BETS in here[wager].note
        assert LAY_BETS not in published[wager].note
        assert f"{100 * (published[wager].house_edge_with_percentage or 0):.2f}" == edge


def test_a_reconstructed_pay_table_is_named() -> None:
    assert "Reconstructed, because no text was found: pay table" in price("colorado-holdem")["ante"].note
    assert "Reconstructed" not in price("sic-bo")["small"].note


def test_a_note_on_something_unknown_is_refused() -> None:
    text = rules_of("red-dog")._file[1]
    for wrong, says in (
        ('wagers = ["lay_*"]', "lay_[*] is not a wager"),
        ('wagers = ["raise"]\nwhen = { colour = ["red"] }', "colour is not an option"),
    ):
        with pytest.raises(RulesError, match=says):
            read_rules(f'{text}\n[[price_note]]\nsays = "…"\n{wrong}\n', "red_dog/rules.toml")


def test_rows_that_are_not_wagers_of_the_rules_have_no_pay_table() -> None:
    """In pai gow the row for the best setting has its own id."""
    assert price("pai-gow")["main_best"].house_edge
