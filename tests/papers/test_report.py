"""`pitboss report`: a table's mathematical report, for 8.4(d)."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest

from pitboss.chapter.finding import Unlawful
from pitboss.chapter.rules import registered_games, rules_of
from pitboss.cli import main
from pitboss.documents.document import Document, Grid, Heading, Pairs, Text
from pitboss.documents.files import digest_in
from pitboss.library.papers.reports import Simulated, report
from pitboss.library.papers.table import PaperTable
from pitboss.library.papers.words import PROVENANCE

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
    assert straight.rows[0][:5] == ("a number of the wager", "35 to 1", "1", "0.02631579", "37.00 to 1")
    assert straight.rows[1][:2] == ("other number", "loses")
    assert straight.rows[2] == ("all", "", "38", "1.00000000", "", "-0.05263158")


def test_the_outcomes_of_every_wager_add_up_to_the_edge(table: Made) -> None:
    found = made(table("craps", "2008-06-01"))
    for grid in grids(found, "return"):
        *outcomes, whole = grid.rows
        assert sum(float(row[-1]) for row in outcomes) == pytest.approx(float(whole[-1]), abs=1e-7)
        assert sum(float(row[3]) for row in outcomes) == pytest.approx(1, abs=1e-6)
    [sums] = grids(found, "minus the house edge")
    assert sums.caption == "All sums agree."
    assert all(row[4] == row[5] and row[3] == "1" for row in sums.rows)


def test_the_derivation_is_that_of_the_code_with_its_counts(table: Made) -> None:
    found = made(table("three-card-poker", "2008-06-01"))
    assert "1,755 classes of hands" in words(found)
    [sums] = grids(found, "minus the house edge")
    assert sums.rows[0][1:3] == ("407,170,400", "407,170,400 = C(52, 3) C(49, 3)")


def test_the_rounds_of_a_table_agree_with_the_loop_and_every_authority_has_its_kind(table: Made) -> None:
    found = made(table("roulette", "2008-06-01"), Simulated(rounds=2_000, seed=5, workers=1))
    assert "every one agrees to the cent" in words(found)
    [authorities] = grids(found, "authority")
    assert all(kind in PROVENANCE and authority for _, _, kind, authority in authorities.rows)
    assert {"rules of the game, SHA-256", "code of the price, SHA-256"} <= {
        name for block in found.blocks if isinstance(block, Pairs) for name, _ in block.rows
    }


def test_an_error_in_every_cell_has_its_cost_and_so_have_ten_mistakes(table: Made) -> None:
    found = made(table("blackjack", "2008-06-01"))
    [cells], [mistakes] = grids(found, "second best"), grids(found, "mistake")
    [matrix] = grids(found, "A")
    assert [row[0] for row in matrix.rows][-1] == "pair A"
    assert len(matrix.rows) >= 30
    assert all(len(row) == 11 for row in matrix.rows)
    assert 0 < float({row[0]: row[9] for row in matrix.rows}["hard 16"]) < 0.02
    assert len(cells.rows) == 20
    costs = [float(row[-1].rstrip("%")) for row in cells.rows]
    assert costs == sorted(costs, reverse=True)
    assert min(costs) >= 0
    assert len(mistakes.rows) == 10
    assert mistakes.rows[0][0] == "play like the dealer"


def test_an_unlawful_table_is_reported_and_marked_on_every_page(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('game = "roulette"\non = 2012-06-01\n[odds]\nstraight = "34 to 1"\n', "utf-8")
    with pytest.raises(Unlawful):
        PaperTable.read(path)
    found = report(PaperTable.read(path, unlawful=True), Simulated(rounds=0))
    assert "This is not a lawful table" in words(found)
    assert "N.J.A.C. 13:69F-5.2" in words(found)
    assert found.foot.endswith("NOT A LAWFUL TABLE")
    assert "--unlawful" in words(found)


def test_the_report_is_of_the_day_and_the_regulator_of_the_table_file(table: Made) -> None:
    old, new = made(table("craps", "2008-06-01")), made(table("craps", "2013-06-01"))
    assert "19:47-1, as in force on 2008-06-01" in old.subtitle
    assert "Casino Control Commission" in words(old)
    assert "13:69F-1" in new.subtitle
    assert "Division of Gaming Enforcement" in words(new)


def test_only_offered_wagers_are_reported(table: Made) -> None:
    without = made(table("craps", "2008-06-01"))
    offered = made(table("craps", "2008-06-01", "offer_678 = true"))
    assert not any("6-7-8" in block.text for block in without.blocks if isinstance(block, Heading))
    assert any("6-7-8" in block.text for block in offered.blocks if isinstance(block, Heading))


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
    own, wagered = grids(made(table("three-card-poker", "2008-06-01")), "10,000")
    for grid, base, edge in ((own, "ante wager", 3.373), (wagered, "unit wagered", 2.015)):
        ante, per, *intervals = grid.rows[0]
        assert (ante, per) == ("Ante wager", base)
        low, high = (float(end.rstrip("%")) for end in intervals[0].split(" to "))
        assert (low + high) / 2 == pytest.approx(edge, abs=0.01)
    assert len(grids(made(table("roulette", "2008-06-01")), "10,000")) == 1


def test_z_compares_two_edges_of_the_same_hands_and_its_sign_is_explained(table: Made) -> None:
    """Positive if players did better than the exact price predicts."""
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
