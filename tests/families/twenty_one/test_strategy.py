"""Strategy files, and the refusal of bad ones."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.chapter.layout import Layout
from pitboss.families.twenty_one.price.table import PricedTable, analysis_of
from pitboss.pricing.twenty_one.analysis import Analysis
from pitboss.pricing.twenty_one.chart import ROWS, UPS, Chart, StrategyError
from pitboss.pricing.twenty_one.terms import Terms

MIMIC = Chart(
    {
        **{("hard", row, up): "S" if row >= 17 else "H" for row in ROWS["hard"] for up in UPS},
        **{("soft", row, up): "S" if row >= 17 else "H" for row in ROWS["soft"] for up in UPS},
        **{("pair", row, up): "S" if row >= 9 else "H" for row in ROWS["pair"] for up in UPS},
    },
    name="mimic the dealer",
)


def test_files_round_trip(tmp_path: Path) -> None:
    chart = Chart(MIMIC.cells, {((2, 4, 10), False, 10): "s", ((6, 7), True, 2): "H"}, name="mine")
    assert Chart.from_toml(chart.to_toml()) == chart
    assert Chart.from_csv(chart.to_csv()).cells == chart.cells
    file = tmp_path / "mine.csv"
    file.write_text(chart.to_csv(), "utf-8")
    assert Chart.read(file) == chart
    assert '"6 7 suited v 2" = "H"' in chart.to_toml()


def test_a_missing_cell_is_refused_by_name() -> None:
    cells = dict(MIMIC.cells)
    del cells["hard", 16, 10]
    with pytest.raises(StrategyError, match=r"does not say what to do with hard 16 against 10$"):
        Chart(cells)
    csv = "\n".join(line for line in MIMIC.to_csv().splitlines() if not line.startswith("pair A"))
    with pytest.raises(StrategyError, match=r"pair A against 2; pair A against 3; pair A against 4, and 7 more"):
        Chart.from_csv(csv)
    short = MIMIC.to_toml().replace('17 = "S S S S S S S S S S"', '17 = "S S S S S S S S S"', 1)
    with pytest.raises(StrategyError, match="hard 17 against A"):
        Chart.from_toml(short)


@pytest.mark.parametrize(
    ("cell", "text", "says"),
    [
        (("hard", 16, 10), "X", "hard 16 against 10: 'X' is not a choice"),
        (("hard", 16, 10), "", "is not a choice"),
        (("hard", 11, 5), "D", "does not say what to do if that is not allowed"),
        (("hard", 16, 10), "PS", "only a pair can be split"),
        (("hard", 16, 10), "HH", "is not a choice"),
        (("hard", 22, 10), "S", "is not a cell of a chart"),
    ],
)
def test_meaningless_cells_are_refused(cell: tuple[str, int, int], text: str, says: str) -> None:
    with pytest.raises(StrategyError, match=says):
        Chart({**MIMIC.cells, cell: text})


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        ("hard = 3", "'hard' must be a table"),
        ("[harder]\n16 = 'S'", "'harder' is not part of a strategy"),
        ("[hard", "the strategy is not TOML"),
        ("[exceptions]\n'10 6' = 'S'", "'10 6' is not an exception"),
        ("[pair]\nX = 'S'", "'x' is not a card value"),
    ],
)
def test_meaningless_files_are_refused(toml: str, says: str) -> None:
    with pytest.raises(StrategyError, match=says):
        Chart.from_toml(toml)


def test_on_paper() -> None:
    lines = MIMIC.text().splitlines()
    assert len(lines) == 1 + sum(map(len, ROWS.values()))
    assert lines[0].split() == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]
    assert lines[1].split() == ["hard", "20", *["S"] * 10]
    assert MIMIC.svg().startswith("<svg")
    assert MIMIC.svg().count("<rect") == 361  # One for each cell, and the background.
    assert MIMIC.html().count("<td") == 360
    assert repr(MIMIC) == "Chart('mimic the dealer', 360 cells, 0 exceptions)"


def test_mimic_the_dealer_pays_five_and_a_half_percent() -> None:
    """Griffin's figure for a player who plays as the dealer does is about 5.5 percent."""
    played = Analysis(Terms(blackjack_pays=Fraction(3, 2)), [4] * 9 + [16]).evaluate(MIMIC)
    assert played.house_edge == pytest.approx(0.055, abs=0.003)
    assert played.spread.splits == 0
    assert played.spread.action == 1


@pytest.mark.parametrize(
    ("game", "numbers", "rescue", "says"),
    [
        ("blackjack", False, False, []),
        ("spanish-21", True, True, []),
        ("double-attack-blackjack", True, False, ["Double attack wager: against 2 to 8"]),
        (
            "triple-attack-blackjack",
            True,
            False,
            [
                "Second attack: with 10 to A",
                "Third attack: with 8 against 7; with 9 against 5 to 8; with 10 against 2 to 9; with A against 2 to A",
            ],
        ),
    ],
)
def test_a_strategy_says_how_its_chart_is_read_and_when_to_raise(
    game: str, numbers: bool, rescue: bool, says: list[str]
) -> None:
    advice = PricedTable.of(Layout.of(game), None).strategy()
    reading = "; ".join(advice["reading"])
    assert ("a number: the letter before it is for hands with fewer cards" in reading) == numbers
    assert ("R of a doubled hand: rescue it" in reading) == rescue
    assert advice.get("summary", []) == says


def test_a_drawing_has_room_for_its_longest_cell() -> None:
    chart = analysis_of(Layout.of("triple-attack-blackjack")).basic_chart
    longest = max((cell for _, row in chart.rows() for cell in row), key=len)
    wide = int(re.findall(r'rect [^>]*width="(\d+)"', chart.svg())[0])
    assert wide >= 7 * len(longest)
