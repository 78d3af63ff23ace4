"""The `pitboss simulate` command."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pitboss.simulation.runners import RUNNERS, Piece, Results, SingleThread, Work

Run = Callable[..., Any]


def test_json_is_typed_and_the_same_for_the_same_seed(simulate: Run) -> None:
    words = ("craps", "--rounds", "1e6", "--seed", "7", "--wager", "pass", "--wager", "pass_odds", "--json")
    first = simulate(*words, "--runner", "one").json
    second = simulate(*words, "--workers", 2).json
    assert first.pop("timing")["runner"] == "one"
    assert second.pop("timing")["workers"] == 2
    assert first == second
    assert (first["game"], first["seed"], first["unit"], first["round"]) == ("craps", 7, "shooter", "roll")
    assert first["rounds"] >= 10**6
    line = first["wagers"][0]
    assert (line["id"], line["section"], line["stake"], line["exact"]) == ("pass", "1.2(a)1", 2000, "7/495")
    assert [(one["net"], one["cents"]) for one in line["counts"]] == [("1", 2000), ("-1", -2000)]
    assert sum(one["count"] for one in line["counts"]) == line["decided"]
    assert abs(line["z"]) < 4
    assert line["interval"][0] < 7 / 495 < line["interval"][1]
    assert first["wagers"][2]["id"] == "pass+pass_odds"
    other = simulate(*words[:3], "--seed", "8", *words[5:]).json
    assert other["wagers"] != first["wagers"]


def test_a_table_to_look_at(simulate: Run) -> None:
    ran = simulate("roulette", "--rounds", 200_000, "--seed", 3, "--wager", "straight 17", "--wager", "red")
    assert ran.code == 0
    assert "roulette on" in ran.out
    assert "200,000 spins" in ran.out
    assert "Straight 17" in ran.out
    assert "largest" in ran.out


@pytest.mark.parametrize(
    ("columns", "heads"), [(60, "wager edge ± exact z"), (80, "wager decided edge ± exact z hit results")]
)
def test_a_narrow_terminal_has_room_for_the_wagers(
    simulate: Run, monkeypatch: pytest.MonkeyPatch, columns: int, heads: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    ran = simulate("blackjack", "--rounds", 2000, "--sessions", 20)
    assert max(map(len, ran.out.splitlines())) <= columns
    assert heads.split() in [line.split() for line in ran.out.splitlines()]
    assert "Blackjack wager" in ran.out
    assert "final bankroll" in ran.out
    assert [line[:4] for line in ran.out.splitlines()[-3:]] == [" 95%", " 50%", "  5%"]


def test_sessions(simulate: Run) -> None:
    words = ("craps", "--rounds", 1000, "--wager", "pass", "--sessions", 200, "--bankroll", 200, "--length", 300)
    ran = simulate(*words)
    assert "200 sessions of up to 300 rolls with $200" in ran.out
    assert "ruined: " in ran.out
    found = simulate(*words, "--json").json["sessions"]
    assert (found["sessions"], found["bankroll"], found["at_risk"]) == (200, 20000, 2000)
    assert 0 < found["risk_of_ruin"] < 1


def test_files(simulate: Run, tmp_path: Path) -> None:
    table, picture = tmp_path / "counts.csv", tmp_path / "results.svg"
    words = ("craps", "--rounds", 5000, "--wager", "field", "--wager", "fire_bet", "--set", "offer_fire_bet=true")
    ran = simulate(*words, "--csv", table, "--plot", picture, "--sessions", 20, "--json")
    with table.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    counts = {(one["id"], str(way["cents"])): str(way["count"]) for one in ran.json["wagers"] for way in one["counts"]}
    assert {(row["wager"], row["net_cents"]): row["count"] for row in rows} == counts
    root = ElementTree.fromstring(picture.read_text("utf-8"))
    assert root.tag.endswith("svg")
    assert "Fire Bet" in picture.read_text("utf-8")


def test_parquet_holds_what_csv_does(simulate: Run, tmp_path: Path) -> None:
    from pyarrow import parquet, types

    table, columns = tmp_path / "counts.csv", tmp_path / "counts.parquet"
    words = ("craps", "--rounds", 5000, "--wager", "field", "--wager", "fire_bet", "--set", "offer_fire_bet=true")
    assert simulate(*words, "--csv", table, "--parquet", columns).code == 0
    read = parquet.read_table(columns)
    numbers = [field.name for field in read.schema if types.is_int64(field.type)]
    assert numbers == ["stake_cents", "net_cents", "count"]
    with table.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [{name: str(value) for name, value in row.items()} for row in read.to_pylist()] == rows


def test_without_pyarrow_parquet_is_refused(simulate: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    without = lambda name: None if name == "pyarrow" else find_spec(name)  # noqa: E731
    monkeypatch.setattr("pitboss.cli.simulation_report.find_spec", without)
    assert "--parquet needs pyarrow" in simulate("craps", "--parquet", tmp_path / "x.parquet").refused


def test_a_unit_dealt_again(simulate: Run) -> None:
    ran = simulate("craps", "--seed", 7, "--redeal", 41, "--wager", "pass", "--wager", "pass_odds")
    assert "seed 7, shooter 41" in ran.out
    assert "Loser seven: the dice pass to the next player." in ran.out
    output = simulate("baccarat-punto-banco", "--seed", 7, "--redeal", 2, "--wager", "tie", "--json").json
    assert output["rounds"][-1]["steps"][-1]["text"] == "The shoe is finished."


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("crap", "no game 'crap': did you mean craps?"),
        ("craps --rounds -5", "--rounds '-5' is not a number of rounds: write, for example, 1000000 or 1e6"),
        ("craps --rounds 0", "--rounds 0: must be from 1 to 1e+15"),
        ("craps --rounds 1e99", "--rounds 1e99: must be from 1 to 1e+15"),
        ("craps --rounds 2.5", "is not a number of rounds"),
        ("craps --rounds 1,0,0", "is not a number of rounds"),
        ("craps --rounds 1e8.5", "is not a number of rounds"),
        ("craps --rounds nan", "is not a number of rounds"),
        ("craps --rounds ٣", "is not a number of rounds"),
        ("craps --rounds many", "is not a number of rounds"),
        ("craps --rounds 1.5e0", "is not a number of rounds"),
        ("craps --seed -1", "seed -1: a seed is a whole number"),
        ("craps --seed x", "--seed"),
        ("craps --runner gpu", "no runner 'gpu'; use one of: one, threads, ray"),
        ("craps --workers 0", "0 workers: give a number from 1"),
        ("craps --wager pas", "no wager 'pas' in craps"),
        ("craps --wager Pass", "did you mean pass?"),
        ("roulette --wager xyzzy", "no wager 'xyzzy' in roulette"),
        (
            "craps --wager fire_bet --on 2013-01-01",
            "Fire Bet is not on this layout; it needs --set offer_fire_bet=true",
        ),
        ("craps --set max_odds_pass=0x", "max_odds_pass"),
        ("craps --until 2", "until ±2.0"),
        ("craps --until soon", "--until 'soon' is not a precision"),
        ("craps --resume", "nothing to resume: give the checkpoint file"),
        ("craps --checkpoint /no/such/folder/x.json", "/no/such/folder/x.json: cannot be written"),
        ("craps --plot x.png", "charts are SVG or HTML; the file name must end in .svg or .html"),
        ("craps --plot same.svg --csv same.svg", "the same file is named twice"),
        ("craps --bankroll 100", "give their number with --sessions"),
        ("craps --length 100", "give their number with --sessions"),
        ("craps --sessions 0", "--sessions 0: must be from 1 to 1e+06"),
        ("craps --sessions 1.5", "--sessions '1.5' is not a number of sessions"),
        ("craps --sessions 5 --length -1", "--length '-1' is not a number of rounds"),
        ("craps --sessions 5 --bankroll 99999999999999999999", "up to $10,000,000,000 can be played"),
        ("craps --redeal 5 --sessions 5", "--redeal only deals one unit again"),
        ("craps --redeal 5 --rounds 100", "--redeal only deals one unit again"),
        ("craps --sessions 5 --bankroll 1", "a bankroll of $1: these wagers together can lose"),
        ("craps --redeal -1", "units are numbered from 0"),
        ("craps --table no-such-file.toml", "no-such-file.toml: cannot be read"),
    ],
)
def test_bad_input_is_one_clear_line(simulate: Run, words: str, said: str) -> None:
    assert said in simulate(*words.split()).refused


def test_a_keno_draw_asks_for_each_place_once(simulate: Run) -> None:
    refused = simulate("roulette", "--wager", "straight 17", "--wager", "straight 18").refused
    assert refused == "straight is given twice: simulate its places one at a time"


def test_existing_files_are_not_overwritten(simulate: Run, tmp_path: Path) -> None:
    for option, name in (("--csv", "x.csv"), ("--parquet", "x.parquet"), ("--plot", "x.svg"), ("--plot", "x.html")):
        path = tmp_path / name
        path.write_text("mine")
        words = ("roulette", "--wager", "red", "--rounds", 1000, option, path)
        assert simulate(*words).refused == f"{path} already exists: choose another name, or use --force to overwrite it"
        assert path.read_text() == "mine"
        assert simulate(*words, "--force").code == 0
        assert path.read_bytes() != b"mine"


def test_results_are_shown_even_if_a_file_cannot_be_written(
    simulate: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pitboss.cli.simulation_report.os.replace", full)
    path = tmp_path / "x.csv"
    path.write_text("mine")
    ran = simulate("roulette", "--wager", "red", "--rounds", 1000, "--csv", path, "--force")
    assert ran.code == 2
    assert "1,000 spins" in ran.out
    assert ran.err == f"pitboss: {path}: No space left on device: nothing was written\n"
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("x.csv", "mine")]


def test_a_page_to_look_at(simulate: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.html"
    words = ("three-card-poker", "--rounds", 5000, "--strategy", "always", "--against", "never", "--sessions", 20)
    found = simulate(*words, "--plot", path, "--json").json
    page = path.read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert page.count("<table>") == 2
    assert page.count("played by") == 4
    for run in (found, found["against"]):
        for wager in run["wagers"]:
            assert (
                f"<td>{wager['decided']:,}</td><td>{wager['house_edge']:.4%}</td>" in page if wager["decided"] else True
            )
    body = page.removeprefix("<!doctype html>\n").replace('<meta charset="utf-8">', "")
    assert ElementTree.fromstring(body).tag == "html"


def test_both_strategies_are_in_the_files(simulate: Run, tmp_path: Path) -> None:
    table = tmp_path / "x.csv"
    words = ("three-card-poker", "--rounds", 5000, "--wager", "ante", "--strategy", "always", "--against", "never")
    found = simulate(*words, "--csv", table, "--json").json
    with table.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for run in (found, found["against"]):
        counts = {(one["id"], str(way["cents"])): str(way["count"]) for one in run["wagers"] for way in one["counts"]}
        mine = {(row["wager"], row["net_cents"]): row["count"] for row in rows if row["plays"] == run["plays"]}
        assert mine == counts
    apart = found["difference"]
    assert apart["house_edge"] == found["wagers"][0]["house_edge"] - found["against"]["wagers"][0]["house_edge"]
    assert abs(apart["house_edge"] - apart["exact"]) < 2 * apart["error"]


def test_unknown_results_are_reported_as_unknown(simulate: Run) -> None:
    words = ("roulette", "--wager", "red", "--rounds", 1000, "--until", "0.01%")
    ran = simulate(*words)
    assert "not every house edge is known to within ±0.0001 yet: ask for more --rounds" in ran.out
    found = simulate(*words, "--json").json
    assert (found["until"], found["known"]) == (0.0001, False)
    assert "rough estimate" not in ran.out
    assert "~ is a rough estimate" in simulate("let-it-ride", "--wager", "bonus", "--rounds", 5000).out


def test_the_speed_excludes_earlier_runs(simulate: Run, tmp_path: Path) -> None:
    """The speed does not include rounds dealt by an earlier run."""
    path = tmp_path / "run.json"
    words = ("roulette", "--wager", "red", "--checkpoint", path, "--resume", "--json")
    done = simulate(*words, "--rounds", "3e7").json["rounds"]
    kept = json.loads(path.read_text())["rounds"]
    timing = simulate(*words, "--rounds", "3e7").json["timing"]
    assert timing["rounds_per_second"] * timing["seconds"] == pytest.approx(done - kept)


def test_an_interrupted_run_says_how_to_resume(simulate: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stopped(SingleThread):
        def each(self, work: Work, pieces: Iterable[Piece]) -> Results:
            yield from islice(super().each(work, pieces), 2)
            raise KeyboardInterrupt

    monkeypatch.setitem(RUNNERS, "threads", lambda workers: Stopped())
    path = tmp_path / "run.json"
    words = ("roulette", "--wager", "red", "--rounds", "1.6e6")
    broken = simulate(*words, "--checkpoint", path)
    assert broken.code == 130
    assert broken.err == f"pitboss: stopped after 200,032 rounds; they are saved in {path}, use --resume to continue\n"
    assert simulate(*words).err == "pitboss: stopped after 200,032 rounds; without --checkpoint they are not saved\n"


def test_places_that_the_layout_does_not_have_are_refused(simulate: Run) -> None:
    assert "there is no number '40' on this layout" in simulate("roulette", "--wager", "straight 40").refused
    assert "named by their id only" in simulate("craps", "--wager", "pass 4").refused


def test_a_checkpoint_that_is_there_is_not_overwritten(simulate: Run, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    words = ("craps", "--rounds", 20_000, "--wager", "pass", "--checkpoint", path, "--json")
    first = simulate(*words).json
    before = path.read_bytes()
    assert "already exists" in simulate(*words).refused
    assert "a different configuration" in simulate(*words, "--resume", "--wager", "field").refused
    assert path.read_bytes() == before
    again = simulate(*words, "--resume").json
    assert again["wagers"] == first["wagers"]


def test_a_run_continues_after_midnight(simulate: Run, tmp_path: Path) -> None:
    """Without a date the run uses the day on which it began, even after it is resumed."""
    path = tmp_path / "run.json"
    words = ("craps", "--wager", "pass", "--checkpoint", path, "--json")
    simulate(*words, "--rounds", "1e5", "--on", "2008-06-01")
    again = simulate(*words, "--rounds", "2e5", "--resume").json
    assert again["on"] == "2008-06-01"
    whole = simulate(*words[:3], "--rounds", "2e5", "--on", "2008-06-01", "--json").json
    assert again["wagers"] == whole["wagers"]
    assert "a different configuration" in simulate(*words, "--rounds", "2e5", "--resume", "--on", "2009-06-01").refused


def test_until_stops_when_every_wager_is_known(simulate: Run) -> None:
    found = simulate("craps", "--wager", "pass", "--wager", "field", "--until", "±0.002", "--json").json
    assert max(wager["error"] for wager in found["wagers"]) <= 0.002
    assert found["rounds"] < 10**8


def test_the_first_use_says_that_it_compiles(tmp_path: Path) -> None:
    """With an empty cache; the second time everything is compiled."""
    program = [sys.executable, "-c", "import sys; from pitboss.cli import main; sys.exit(main())"]
    command = [*program, "simulate", "craps", "--rounds", "1000", "--wager", "pass", "--json"]
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    said = [
        subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stderr for _ in range(2)
    ]
    assert said[0] == "First use: compiling craps for this machine, which takes a few seconds …\n"
    assert said[1] == ""
