"""Every command answers, or refuses with one line, for any game, any choice and any day.

A table that `check` passes can be priced and documented. The day before a game began gives a finding with the game's
first day. A sample always runs; the slow tests run all days on which something changes.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from pitboss.chapter.contents import contents
from pitboss.chapter.rules import Option, Rules, Value, registered_games, rules_of, value_text
from pitboss.cli import main

DAY = timedelta(days=1)
ENDS = (date(1970, 1, 1), date(1978, 6, 1), date(1978, 6, 2), date(2100, 12, 31))
COMMANDS = (("sign",), ("guide",), ("report", "--rounds", "0"))


def days_of_change(rules: Rules) -> list[date]:
    """Return each day on which a provision of a game begins or ends, and the day before it."""
    turns = {day for _, one in rules.provisions() for day in (one.since, one.until) if day} | {rules.game.since}
    return sorted({*ENDS, *turns, *(day - DAY for day in turns), date.today() + DAY})


def any_day(rng: random.Random) -> date:
    return date(1970, 1, 1) + DAY * rng.randrange(131 * 365)


def values(option: Option) -> list[Value]:
    """Return an option's listed values, the ends of its range, and some invalid values."""
    ends = [] if option.range is None else [option.range.least, option.range.most]
    return [*(one.value for one in option.values), *(one for one in ends if isinstance(one, int)), "banana", -1, 0]


def file_of(folder: Path, game: str, day: date, choices: dict[str, Value]) -> Path:
    path = folder / f"{game}-{day}.toml"
    options = "".join(f"{name} = {json.dumps(value, default=str)}\n" for name, value in choices.items())
    limits = "[limits]\nminimum = 10\nmaximum = 1000\n"  # required for a table's sign
    path.write_text(f'game = "{game}"\non = {day}\n{limits}[options]\n{options}', "utf-8")
    return path


def answers(path: Path, game: str, day: date, choices: dict[str, Value], *commands: tuple[str, ...]) -> int:
    """Return the exit code of `check` after testing that every other command agrees with it."""
    checked = main(["check", str(path), "--json"])
    assert checked == 2 if day < contents().first_day else checked in (0, 1)
    for command, *more in commands:
        code = main([command, str(path), *more, "--json"])
        assert code == 0 or (checked and code == 2), (command, day, choices)
    return checked


@pytest.mark.parametrize("game", registered_games())
def test_a_sample_of_days_and_choices_is_answered(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng, rules = random.Random(game), rules_of(game)
    days = [any_day(rng) for _ in range(4)] + [rules.game.since - DAY, rules.game.since, date(2100, 12, 31)]
    for day in days:
        name = rng.choice([*rules.options])
        choices = {name: rng.choice(values(rules.options[name]))}
        answers(file_of(tmp_path, game, day, choices), game, day, choices, ("sign",))
        capsys.readouterr()


@pytest.mark.parametrize(
    "game", [game for game in registered_games() if rules_of(game).game.since > contents().first_day]
)
def test_the_day_before_a_game_is_a_finding_with_its_first_day_and_section(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = rules_of(game).game.since
    path = file_of(tmp_path, game, first - DAY, {})
    assert main(["check", str(path), "--json"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    assert (finding["where"], finding["kind"]) == ("on", "not in force")
    assert finding["permitted"].startswith(f"{game} since {first}")
    assert finding["citation"].startswith("N.J.A.C. ")
    assert finding["citation"].endswith(f"-{rules_of(game).game.home}")
    assert main(["price", game, "--on", str(first - DAY), "--unlawful"]) == 2
    assert f"is not a game of the chapter on {first - DAY}" in capsys.readouterr().err


@pytest.mark.parametrize("game", registered_games())
def test_an_amount_of_zero_is_answered_by_check_and_price(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = rules_of(game)
    limits = "".join(f"[limits.{wager}]\nmaximum = 500\n" for wager in rules.wagers)
    for option in rules.options.values():
        if option.unit != "dollars" or option.range is None or not option.range.least:
            continue
        path = tmp_path / f"{option.id}.toml"
        path.write_text(f'game = "{game}"\non = 2012-06-01\n[options]\n{option.id} = 0\n{limits}', "utf-8")
        assert main(["check", str(path), "--json"]) == 1
        assert f"options.{option.id}" in [one["where"] for one in json.loads(capsys.readouterr().out)["findings"]]
        assert main(["price", game, "--set", f"{option.id}=0", "--unlawful"]) == 2
        assert f"{option.id} is 0; permitted: " in capsys.readouterr().err


def test_a_files_fault_costs_no_other_files_findings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    early = file_of(tmp_path, "red-dog", date(1991, 11, 3), {})
    wrong = file_of(tmp_path, "craps", date(2004, 6, 1), {"variant": "banana"})
    broken = tmp_path / "broken.toml"
    broken.write_text('game = "crap"\n', "utf-8")
    assert main(["check", str(early), str(broken), str(wrong), "--json"]) == 2
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert [one["game"] for one in found["tables"]] == ["red-dog", "craps"]
    assert [one["breaches"] for one in found["tables"]] == [1, 1]
    assert [one["file"] for one in found["unread"]] == [str(broken)]
    assert err.count("\n") == 1
    assert f"{broken}:1: no game 'crap': did you mean craps?" in err


def test_json_is_written_for_a_file_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path / "none.toml"), "--json"]) == 2
    assert "cannot be read" in json.loads(capsys.readouterr().out)["problem"]


@pytest.mark.parametrize("command", ["check", "sign", "guide", "report", "price"])
def test_a_future_day_is_noted_to_use_the_rules_known_today(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "is in the future: the rules known today are assumed to stay in force"
    for day, there in ((date.today() + DAY, True), (date(2008, 6, 1), False)):
        path = file_of(tmp_path, "big-six", day, {})
        asked = ["price", "big-six", "--on", str(day)] if command == "price" else [command, str(path)]
        asked += ["--rounds", "0"] if command == "report" else []
        for more in ([], ["--json"]):
            assert main([*asked, *more]) == 0
            out = " ".join(capsys.readouterr().out.split())
            assert (said in out) == there
            assert ("newest edition held is that of 2012-03-19" in out) == there


@pytest.mark.parametrize(
    "words",
    [
        ("strategy", "casino-war"),
        ("price", "big-six", "--sweep", "symbol_payout"),
        ("simulate", "big-six", "--rounds", "100"),
    ],
)
def test_all_figures_for_a_future_day_state_their_assumption(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    for day, there in ((date.today() + DAY, True), (date(2008, 6, 1), False)):
        assert main([*words, "--on", str(day)]) == 0
        said = " ".join(capsys.readouterr().out.split())
        assert ("the rules known today are assumed to stay in force" in said) == there


def cases(rules: Rules) -> Iterator[tuple[date, dict[str, Value]]]:
    """Yield each day on which something changes, with the default table and with a few single choices."""
    rng = random.Random(rules.game.id)
    for day in days_of_change(rules):
        yield day, {}
        for name in rng.sample([*rules.options], k=min(6, len(rules.options))):
            yield day, {name: rng.choice(values(rules.options[name]))}


@pytest.mark.slow
@pytest.mark.parametrize("game", registered_games())
def test_every_day_of_change_is_answered_by_every_command(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for day, choices in cases(rules_of(game)):
        path = file_of(tmp_path, game, day, choices)
        checked = answers(path, game, day, choices, *COMMANDS)
        said = [part for name, value in choices.items() for part in ("--set", f"{name}={value_text(value)}")]
        code = main(["price", game, "--on", str(day), *said, "--json"])
        assert code == 0 or (checked and code == 2), (day, choices)
        capsys.readouterr()
