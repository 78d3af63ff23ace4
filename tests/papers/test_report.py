"""`pitboss report`: the mathematical report of a table, for 8.4(d)."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest

from pitboss.chapter.rules import registered_games, rules_of
from pitboss.cli import main
from pitboss.documents.document import Document, Grid, Heading, Text
from pitboss.documents.files import digest_in
from pitboss.library.papers.reports import Simulated, report
from pitboss.library.papers.table import PaperTable

Made = Callable[..., Path]
ALONE = Simulated(rounds=0)


def made(path: Path, asked: Simulated = ALONE) -> Document:
    return report(PaperTable.read(path), asked)


def grids(document: Document, column: str) -> list[Grid]:
    return [block for block in document.blocks if isinstance(block, Grid) and column in block.columns]


def words(document: Document) -> str:
    return " ".join(str(block) for block in document.blocks)


def test_8_4_d_every_wager_has_combinations_true_odds_payout_odds_and_advantage(table: Made) -> None:
    found = made(table("roulette", "2008-06-01"))
    [overview] = grids(found, "house edge")
    assert overview.rows[0][1:3] == ("5.2632%", "1/19")
    [straight, *_] = grids(found, "combinations")
    assert straight.rows[0][:4] == ("35 to 1", "1", "0.02631579", "37.00 to 1")
    assert straight.rows[1][0] == "loses"


def test_the_last_column_of_combinations_adds_up_to_the_edge(table: Made) -> None:
    for grid in grids(made(table("craps", "2008-06-01")), "adds to return"):
        adds = sum(float(row[-1]) for row in grid.rows)
        assert f"{adds:+.6f}" in grid.caption[:60] or abs(adds - float(grid.caption.split()[6].rstrip(","))) < 1e-6


def test_the_report_is_of_the_day_and_the_regulator_of_the_table_file(table: Made) -> None:
    old, new = made(table("craps", "2008-06-01")), made(table("craps", "2013-06-01"))
    assert "19:47-1, as in force on 2008-06-01" in old.subtitle
    assert "Casino Control Commission" in words(old)
    assert "13:69F-1" in new.subtitle
    assert "Division of Gaming Enforcement" in words(new)


def test_only_offered_wagers_are_reported(table: Made) -> None:
    without = made(table("craps", "2008-06-01"))
    offered = made(table("craps", "2008-06-01", "offer_678 = true"))
    assert "6-7-8" not in words(without)
    assert "6-7-8" in words(offered)


def test_best_play_and_the_cost_of_errors(table: Made) -> None:
    found = made(table("three-card-poker", "2008-06-01"))
    assert "play with Q-6-4 or better" in words(found)
    [costs] = grids(found, "cost")
    assert [row[-1] for row in costs.rows] == ["0.0000%", "0.0761%", "4.2808%"]


def test_a_meter_has_its_break_even_and_it_breaks_even_there(table: Made) -> None:
    from pitboss import price

    found = made(table("high-card", "2008-06-01", "progressive = true"))
    [text] = [block.text for block in found.blocks if isinstance(block, Text) and "breaks even" in block.text]
    assert "$34:" in text
    assert Fraction(price("high-card", "2008-06-01", progressive=True, meter=34)["spade"].exact or 1) == 0


def test_a_simulation_confirms_it_and_says_how_to_repeat_it(table: Made) -> None:
    path = table("high-card", "2008-06-01")
    found = made(path, Simulated(rounds=20_000, seed=5, workers=1))
    [run] = grids(found, "z")
    assert all(abs(float(row[-1])) < 5 for row in run.rows if row[-1])
    assert f"pitboss simulate high-card --table {path.name} --rounds 20000 --seed 5" in words(found)


def test_the_average_win_is_in_units_of_the_house_edge(table: Made) -> None:
    [holds] = grids(made(table("three-card-poker", "2008-06-01")), "10,000")
    ante, per, *intervals = holds.rows[0]
    assert (ante, per) == ("Ante wager", "ante wager")
    low, high = (float(end.rstrip("%")) for end in intervals[0].split(" to "))
    assert (low + high) / 2 == pytest.approx(3.373, abs=0.01)
    assert "not a share of everything wagered" in holds.caption
    [flat] = grids(made(table("roulette", "2008-06-01")), "10,000")
    assert "everything wagered" not in flat.caption


def test_z_compares_two_edges_of_the_same_hands_and_its_sign_is_told(table: Made) -> None:
    """Positive if players did better than the exact price says."""
    found = made(table("blackjack", "2008-06-01"), Simulated(rounds=20_000, seed=1, workers=1))
    assert "positive when the simulated edge is below the exact edge" in words(found)
    [run] = grids(found, "z")
    column = {name: place for place, name in enumerate(run.columns)}
    for row in run.rows:
        compared, exact, z = (
            float(row[column[name]].rstrip("%").replace(",", "")) for name in ("their edge", "exact edge", "z")
        )
        assert z * (exact - compared) > 0
    every = made(table("high-card", "2008-06-01"), Simulated(rounds=2_000, seed=5, workers=1))
    assert not grids(every, "their edge")


def test_payout_limits_are_listed_with_their_section(table: Made) -> None:
    assert "at most $100,000. (19:47-17.10(c))" in words(made(table("double-down-stud", "2008-06-01")))


def test_the_file_carries_the_hash_of_the_table_file(table: Made, tmp_path: Path) -> None:
    path, out = table("big-six", "2008-06-01"), tmp_path / "report.pdf"
    assert main(["report", str(path), "--rounds", "0", "--out", str(out)]) == 0
    assert digest_in(out) == sha256(path.read_bytes()).hexdigest()


def test_no_odds_are_written_with_for(table: Made) -> None:
    assert not re.search(r"\d+ for \d+", words(made(table("sic-bo", "2008-06-01"))))


def test_bad_input_is_one_line(table: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = table("craps", "2008-06-01", "offer_fire_bet = true")
    for given, says in (
        ([str(tmp_path / "none.toml")], "cannot be read"),
        ([str(wrong)], "offer_fire_bet"),
        *(
            ([str(table("craps", "2008-06-01", name="t")), "--rounds", rounds], "is not a number of rounds")
            for rounds in ("some", "1.5", "inf", "nan", "-5")
        ),
    ):
        assert main(["report", *given]) == 2
        said = capsys.readouterr().err
        assert says in said
        assert said.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", [*registered_games()])
def test_every_game_has_a_report(game: str, table: Made, tmp_path: Path) -> None:
    until = rules_of(game).game.until
    day = date(2012, 6, 1) if until is None else max(rules_of(game).game.since, date(1996, 6, 1))
    day = max(day, rules_of(game).game.since)
    path = tmp_path / "t.toml"
    path.write_text(f'game = "{game}"\non = {day}\n', "utf-8")
    assert [block for block in made(path).blocks if isinstance(block, Heading)]


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    main(["report", "--help"])
    assert "pitboss report table-7.toml --out report.pdf" in capsys.readouterr().out
