"""What every command guarantees: help with examples, one-line refusals, and pure JSON."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, ignore_patterns
from textwrap import dedent
from typing import Any

import pytest
from typer.main import get_command

from pitboss import __version__, digest
from pitboss.cli.app import app
from pitboss.digest import chapter_digest

COMMANDS = (
    "tour",
    "games",
    "deal",
    "replay",
    "price",
    "strategy",
    "simulate",
    "count",
    "check",
    "diff",
    "cite",
    "trace",
)

Run = Callable[..., Any]
ROOT = Path(__file__).parents[2]


def test_version_names_the_commit_and_the_data_of_the_chapter(pitboss: Run) -> None:
    said = re.fullmatch(r"pitboss (\S+) \(commit (\w+), chapter sha256:([0-9a-f]{16})\)\n", pitboss("--version").out)
    assert said is not None
    version, commit, chapter = said.groups()
    assert version == __version__
    assert chapter_digest().startswith(chapter)
    held = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    assert commit == (held[:12] or "unknown")


def test_the_hash_of_the_chapter_changes_with_any_rule(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = chapter_digest()
    for room in ("chapter", "games"):
        copytree(ROOT / "pitboss" / room, tmp_path / room, ignore=ignore_patterns("*.py", "*.xz", "__pycache__"))
    monkeypatch.setattr(digest, "files", lambda package: tmp_path)
    assert digest.chapter_digest() == before, "the same files anywhere"
    rules = tmp_path / "games" / "keno" / "rules.toml"
    rules.write_text(rules.read_text("utf-8") + "\n", "utf-8")
    assert digest.chapter_digest() != before


def test_help_names_every_command(pitboss: Run) -> None:
    ran = pitboss("--help")
    assert ran.code == 0
    for name in COMMANDS:
        assert f" {name} " in ran.out
    assert pitboss().out.strip() == ran.out.strip()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples(pitboss: Run, name: str) -> None:
    ran = pitboss(name, "--help")
    assert ran.code == 0
    assert f"pitboss {name}" in ran.out.partition("Examples:")[2]


EVERY_COMMAND = {str(one.name): one.callback for one in app.registered_commands}


@pytest.mark.parametrize("name", EVERY_COMMAND)
def test_no_help_text_loses_its_brackets(pitboss: Run, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rich treats [changes] in help text as markup and drops it unless it is escaped."""
    monkeypatch.setenv("COLUMNS", "200")
    callback = EVERY_COMMAND[name]
    texts = [callback.__doc__ or "", *(one.help or "" for one in get_command(app).commands[name].params)]
    bracketed = {word for text in texts for word in re.findall(r"\[+[^\[\]]+\]+", text.replace("\\[", "["))}
    shown = " ".join(pitboss(name, "--help").out.split())
    assert {word for word in bracketed if word not in shown} == set()
    assert "[]" not in shown


def test_help_of_check_shows_a_lawful_file_with_every_section(pitboss: Run, tmp_path: Path) -> None:
    shown = pitboss("check", "--help").out
    for section in ("[notices]", "[[changes]]", "[tournament]"):
        assert shown.count(section) == 2, section
    lines = [line.rstrip() for line in shown.splitlines()]
    file = dedent("\n".join(lines[lines.index(" A table file with all three sections:") + 1 :]))
    table = tmp_path / "table.toml"
    table.write_text(file)
    assert {"notices", "changes", "tournament"} <= tomllib.loads(file).keys()
    assert pitboss("check", table, "--json").json["findings"] == []


@pytest.mark.parametrize("words", [["--help"], ["price", "--help"], ["deal", "--help"], ["--version"]])
def test_help_imports_no_heavy_package(words: list[str]) -> None:
    """Help must appear immediately, so it may not import the chapter or the tables."""
    code = (
        "import sys; from pitboss.cli import main; main(sys.argv[1:]);"
        "rooms = ('chapter', 'table', 'equipment', 'pricing', 'games');"
        "print([name for name in sys.modules if name.startswith(tuple(f'pitboss.{room}' for room in rooms))])"
    )
    ran = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("prce craps", "No such command 'prce'. Did you mean 'price', 'trace'?"),
        ("price craps --sett a=b", "No such option: --sett (Possible options: "),
        ("price", "Missing argument 'GAME'."),
        ("price crap", "no game 'crap': did you mean craps? `pitboss games` lists every game"),
        ("trace xyz", "no game 'xyz'; the games are: "),
        ("deal crap", "no game 'crap': did you mean craps?"),
        ("simulate craps --seed abc", "--seed 'abc': must be an integer"),
        ("simulate craps --seed 1.5", "--seed '1.5': must be an integer"),
        ("price blackjack --players 0", "--players '0': must be 1 or more"),
        ("deal craps --bots 21", "--bots '21': must be 20 or less"),
        ("equity AsAh KsKh --samples -1", "--samples '-1': must be 1 or more"),
        ("price craps --on 2008-13-01", "is not a date: write YYYY-MM-DD"),
        ("price craps --on 20080601", "is not a date: write YYYY-MM-DD"),
        ("price craps --on 1978-06-01", "the chapter begins on 1978-06-02"),
        ("diff 1970-01-01 2000-01-01", "the chapter begins on 1978-06-02"),
        ("diff 2001-1-1 2000-01-01", "the first date '2001-1-1' is not a date"),
        ("diff 2012-03-19 2001-03-09", "give the earlier one first"),
        ("diff 2001-03-09 2012-03-19 --game crap", "did you mean craps?"),
        ("cite 99.1", "there is no section 99.1"),
        ("cite hello", "is not a citation"),
        ("cite 1.12 --on 2001-01-01", "section 1.12 is not in force on 2001-01-01"),
        ("price craps --table no-such-file.toml", "no-such-file.toml: cannot be read"),
        ("check no-such-file.toml", "no-such-file.toml: cannot be read"),
        ("replay no-such-file.tape", "no-such-file.tape: No such file"),
        ("deal craps --script no-such-file.script", "no-such-file.script: No such file"),
        ("deal craps --bots 21", "--bots"),
        ("deal craps --bankroll -5", "'-5' is not an amount"),
        ("deal craps --bots 9 --set variant=mini_craps", "the table has 9 positions including yours; at most 8"),
    ],
)
def test_bad_input_is_one_clear_line_and_exit_code_2(pitboss: Run, words: str, said: str) -> None:
    assert said in pitboss(*words.split()).refused


def test_the_installed_command_prints_the_version_too() -> None:
    program = Path(sys.executable).parent / "pitboss"
    ran = subprocess.run([program, "price", "crap", "--json"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("pitboss: no game 'crap': did you mean craps? `pitboss games` lists every game")
    assert ran.stderr.count("\n") == 1


def test_games(pitboss: Run) -> None:
    games = {game["id"]: game for game in pitboss("games", "--json").json["games"]}
    craps = games["craps"]
    assert (craps["family"], craps["subchapter"], craps["since"]) == ("dice", "1", "1978-06-02")
    assert craps["citation"] == "N.J.A.C. 13:69F-1"
    assert {"dealt", "priced", "checked"} <= set(craps["can"])
    assert "six_seven_eight" in craps["wagers"]
    assert "big_6" not in craps["wagers"]
    shown = pitboss("games").out
    assert "Craps and mini-craps" in shown
    assert "dealt, priced" in shown


def test_a_third_party_game_is_listed_priced_and_dealt_like_ours(pitboss: Run) -> None:
    assert "high-card" in pitboss("games").out
    assert pitboss("price", "high-card", "--json").json["wagers"][0]["id"] == "high"
    ran = pitboss("deal", "high-card", "--seed", 4, stdin="high 10\n\n")
    assert ran.code == 0
    assert "stay (Enter) or give_up" in ran.out


def test_the_tour_shows_games_a_price_and_a_round(pitboss: Run) -> None:
    ran = pitboss("tour", "craps")
    assert ran.code == 0
    for part in ("1. The games", "2. The exact price", "3. A round", "4. Your turn", "13:69F-1.", "pitboss deal craps"):
        assert part in ran.out


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize(
    "words", ["price craps", "games", "tour", "diff 2001-03-09 2012-03-19", "cite 1.2", "trace craps"]
)
def test_tables_fit_the_terminal(pitboss: Run, monkeypatch: pytest.MonkeyPatch, words: str, width: int) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    assert max(map(len, pitboss(*words.split()).out.splitlines())) <= width
