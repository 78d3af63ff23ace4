"""`pitboss schema` and `pitboss lint`: editors and hooks find what was unlawful on a table's date."""

from __future__ import annotations

import json
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema_rs import Draft4Validator

from pitboss.library.linting import lint
from pitboss.library.schemas import chart_schema, schema, system_schema
from pitboss.pricing.twenty_one.chart import Chart

Run = Callable[..., Any]
ROOT = Path(__file__).parents[2]
TABLE = 'game = "craps"\non = {on}\n\n[options]\noffer_678 = true\n\n[odds]\n"field.12" = "1 to 1"\n'


def write(folder: Path, on: str, name: str = "table.toml") -> Path:
    file = folder / name
    file.write_text(TABLE.format(on=on), "utf-8")
    return file


def test_each_problem_is_one_line_with_its_section(pitboss: Run, tmp_path: Path) -> None:
    file = write(tmp_path, "2004-06-01")
    ran = pitboss("lint", file)
    assert ran.code == 1
    first, second = ran.out.splitlines()
    assert first.startswith(f"{file}:5: breach: N.J.A.C. 19:47-1.2(a)39: options.offer_678: offer_678 = true, but")
    assert first.endswith("permitted: since 2005-10-17 by R.2005 d.355")
    assert second.startswith(f"{file}:8: breach: N.J.A.C. 19:47-1.4(b): odds.field.12: 1 to 1 is too low")


def test_the_same_option_is_lawful_on_a_later_date(pitboss: Run, tmp_path: Path) -> None:
    (problem,) = pitboss("lint", write(tmp_path, "2008-06-01"), "--json").json["problems"]
    assert (problem["line"], problem["where"]) == (8, "odds.field.12")


def test_exit_codes_are_0_without_breaches_1_with_and_2_for_what_cannot_be_read(pitboss: Run, tmp_path: Path) -> None:
    lawful = write(tmp_path, "2008-06-01", "lawful.toml")
    lawful.write_text(lawful.read_text("utf-8").replace("1 to 1", "2 to 1"), "utf-8")
    broken = tmp_path / "broken.toml"
    broken.write_text('game = "craps"\non = tomorrow\n', "utf-8")
    assert (pitboss("lint", lawful).code, pitboss("lint", lawful).out) == (0, "")
    assert pitboss("lint", lawful, write(tmp_path, "2004-06-01")).code == 1
    ran = pitboss("lint", lawful, broken, tmp_path / "missing.toml")
    assert ran.code == 2
    assert ran.out.splitlines()[0].startswith(f"{broken}:2: error: this is not TOML")
    assert ran.out.splitlines()[1] == f"{tmp_path / 'missing.toml'}:1: error: cannot be read: No such file or directory"


def test_a_script_is_played_and_its_false_statement_is_found(tmp_path: Path) -> None:
    script = tmp_path / "come-out.script"
    lines = ["game craps", "on 2008-06-01", "1: sit Ann 1000", "1: pass 10", "roll 3-4", "= 1: +10"]
    script.write_text("\n".join(lines), "utf-8")
    assert lint([script]).problems == ()
    script.write_text("\n".join([*lines[:-1], "= 1: +20"]), "utf-8")
    (problem,) = lint([script]).problems
    assert (problem.line, problem.severity) == (6, "error")
    assert "position 1 is up $10" in problem.problem


def chart(folder: Path, sixteen: str) -> Path:
    rows = {"hard": range(4, 21), "soft": range(12, 21)}
    text = "".join(f"\n[{kind}]\n" + "".join(f'{row} = "{"S " * 10}"\n' for row in rows[kind]) for kind in rows)
    text += "\n[pair]\n" + "".join(f'{row} = "{"S " * 10}"\n' for row in (*range(2, 11), "A"))
    file = folder / "chart.toml"
    file.write_text(text.replace(f'16 = "{"S " * 10}"', f'16 = "{sixteen}"', 1), "utf-8")
    return file


def test_a_strategy_that_is_incomplete_is_found_at_its_row(tmp_path: Path) -> None:
    good = chart(tmp_path, "S " * 10)
    assert Chart.read(good).cells
    assert lint([good]).problems == ()
    (problem,) = lint([chart(tmp_path, "X " + "S " * 9)]).problems
    assert good.read_text("utf-8").splitlines()[problem.line - 1].startswith('16 = "X')
    assert "'X' is not a choice" in problem.problem


def test_the_schema_of_a_strategy_accepts_what_we_write_and_rejects_another_letter() -> None:
    validator = Draft4Validator(chart_schema())
    assert validator.is_valid({"name": "mine", "hard": {"16": "S " * 9 + "Rh"}, "exceptions": {"10 4 2 v 10": "S"}})
    for wrong in ({"hard": {"16": "X"}}, {"hard": {"41": "S"}}, {"soft": {"A": "S"}}, {"colour": {}}):
        assert not validator.is_valid(wrong), wrong


SYSTEMS = sorted((ROOT / "pitboss" / "pricing" / "counting" / "systems").glob("*.toml"))


def test_every_counting_system_that_we_ship_is_valid_and_another_word_is_not() -> None:
    validator = Draft4Validator(system_schema())
    assert len(SYSTEMS) > 5
    for file in SYSTEMS:
        assert validator.is_valid(tomllib.loads(file.read_text("utf-8"))), file.name
    assert not validator.is_valid(tomllib.loads(SYSTEMS[0].read_text("utf-8")) | {"colour": "green"})
    assert lint(SYSTEMS).problems == ()


def test_a_counting_system_with_a_wrong_entry_is_found_at_its_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "Mine"\nbalanced = "yes, very"\n[tags]\nA = -1\n', "utf-8")
    (problem,) = lint([file]).problems
    assert (problem.line, problem.severity) == (2, "error")
    assert problem.problem.startswith("balanced: ")


def test_a_file_gets_its_schema_beside_it_and_names_it_once(pitboss: Run, tmp_path: Path) -> None:
    file = write(tmp_path, "2004-06-01")
    before = file.read_text("utf-8")
    for _ in range(2):
        assert pitboss("schema", file).code == 0
        assert file.read_text("utf-8") == f"#:schema ./craps-2004-06-01.schema.json\n{before}"
    held = json.loads((tmp_path / "craps-2004-06-01.schema.json").read_text("utf-8"))
    assert held == schema("craps", "2004-06-01")
    assert [one.line for one in lint([file]).problems] == [6, 9], "the line is a comment to everything else"


def test_the_schema_is_printed_for_a_date(pitboss: Run, tmp_path: Path) -> None:
    assert json.loads(pitboss("schema", "craps", "--on", "2004-06-01").out) == schema("craps", "2004-06-01")
    assert json.loads(pitboss("schema", "strategy").out) == chart_schema()
    out = tmp_path / "x.schema.json"
    assert pitboss("schema", "craps", "--on", "2004-06-01", "--out", out).code == 0
    assert json.loads(out.read_text("utf-8")) == schema("craps", "2004-06-01")
    assert "no game 'crap': did you mean craps?" in pitboss("schema", "crap").err


@pytest.mark.skipif(shutil.which("taplo") is None, reason="taplo is not installed here: npm install @taplo/cli")
def test_taplo_underlines_the_unlawful_option(pitboss: Run, tmp_path: Path) -> None:
    file = write(tmp_path, "2004-06-01")
    assert pitboss("schema", file).code == 0
    ran = subprocess.run(
        ["taplo", "lint", "--colors", "never", file.name], cwd=tmp_path, capture_output=True, text=True
    )
    assert ran.returncode != 0
    assert f"{file.name}:6:13" in ran.stderr
    assert f"{file.name}:9:14" in ran.stderr


def test_the_hook_runs_the_command_on_table_files() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert hook["entry"] == "pitboss lint"
