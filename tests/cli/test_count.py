"""`pitboss count`: the files it writes, and one-line errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_departures_are_written_as_a_strategy_that_simulate_plays(pitboss: Run, tmp_path: Path) -> None:
    chart, by_count, drawn = (str(tmp_path / name) for name in ("play.toml", "count.csv", "count.svg"))
    asked = ("--set", "decks=6", "--wager", "blackjack", "--ramp", "0:1,2:4", "--rounds", "1e5", "--departures", "5")
    ran = pitboss("count", "blackjack", *asked, "--toml", chart, "--csv", by_count, "--svg", drawn)
    assert ran.code == 0, ran.err
    assert "c-SCORE of this ramp" in ran.out
    assert Path(by_count).read_text("utf-8").startswith("count,share,edge,error,bet\n")
    assert "wager 4</title>" in Path(drawn).read_text("utf-8")
    played = pitboss("simulate", "blackjack", "--set", "decks=6", "--strategy", chart, "--rounds", "1e5")
    assert "with 5 departures by Hi-Lo" in played.out


def test_a_system_of_ones_own_stands_beside_the_others(pitboss: Run, tmp_path: Path) -> None:
    own = tmp_path / "low-cards.toml"
    tags = "".join(f"{rank} = {int(rank < 'A')}\n" for rank in "23456789AT").replace("T = 0", 'T = "-2"')
    own.write_text(f'name = "Low cards"\nbalanced = true\n[tags]\n{tags}', "utf-8")
    found = pitboss("count", "red-dog", "--system", str(own), "--json").json
    assert found["systems"]["low-cards"]["tags"]["T"] == -2
    assert "hi-lo" in found["systems"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--system", "hilo"), "unknown counting system 'hilo'; use hi-lo"),
        (("--ramp", "steep"), "'steep' is not a ramp"),
        (("--csv", "x.csv"), "--csv needs --ramp"),
        (("--wager", "craps"), "has no wager 'craps' to count for"),
        (("--penetration", "2"), "from 0.1 to 0.95 of the shoe can be dealt"),
        (("--toml", "x.toml"), "red-dog has no departures by the count"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(pitboss: Run, arguments: tuple[str, str], says: str) -> None:
    assert says in pitboss("count", "red-dog", *arguments).refused
