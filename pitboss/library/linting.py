"""Check the files that people write, of any kind, and say on which line each problem is.

A table file goes through `check`, which finds everything that its schema rejects and more. A strategy or a counting
system is read. A script is played, and every statement in it has to be true.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.lines import line_of
from pitboss.exhibit import Exhibit, count_text
from pitboss.library.checks import check_together
from pitboss.library.schemas import kind_of

_AT = re.compile(r"(?P<file>.*?):(?P<line>\d+): (?P<problem>.*)", re.DOTALL)
LARGEST = 1024 * 1024
"""The most bytes in a file that is linted."""


class Problem(BaseModel):
    """Something wrong in a file."""

    model_config = ConfigDict(frozen=True)

    file: str
    line: int = Field(description="The line, counted from 1")
    severity: Literal["breach", "warning", "error"] = Field(description="error: the file cannot be read or played")
    citation: str = Field(default="", description="The section, cited as on the table's date")
    where: str = Field(default="", description="The entry, such as options.field_12")
    problem: str
    permitted: str = ""

    def __str__(self) -> str:
        law = f"{self.citation}: " if self.citation else ""
        place = f"{self.where}: " if self.where else ""
        allowed = f"; permitted: {self.permitted}" if self.permitted else ""
        return f"{self.file}:{self.line}: {self.severity}: {law}{place}{self.problem}{allowed}"


class Linted(Exhibit, BaseModel):
    """The problems of several files, in the order of the files and their lines."""

    model_config = ConfigDict(frozen=True)

    files: int
    breaches: int
    errors: int
    problems: tuple[Problem, ...]

    def title(self) -> str:
        found = [count_text(self.breaches, "breach", "breaches"), count_text(self.errors, "error")]
        return f"{count_text(self.files, 'file')}: {', '.join(found)}"

    def rows(self) -> list[dict[str, Any]]:
        return [one.model_dump(mode="json") for one in self.problems]

    def display_rows(self) -> list[dict[str, Any]]:
        return [{"where": f"{one.file}:{one.line}", "": one.severity, "problem": one.problem} for one in self.problems]

    def to_json(self) -> str:
        return self.model_dump_json(indent=2)


def lint(files: Sequence[str | Path]) -> Linted:
    """Check table files, strategies, counting systems and scripts; table files are treated as tables of one licensee.

    A file whose name ends in `.script` is a script, in `.csv` a strategy, and in `.toml` any of the others.
    """
    paths = [Path(one) for one in files]
    texts: dict[Path, str] = {}
    problems: list[Problem] = []
    for path in paths:
        try:
            texts[path] = _text(path)
        except ValueError as error:
            problems.append(_error(path, str(error)))
    tables: list[Path] = []
    for path, text in texts.items():
        if path.suffix.lower() == ".script":
            problems += _played(path, text)
        elif path.suffix.lower() == ".csv" or kind_of(text) == "strategy":
            problems += _charted(path)
        elif kind_of(text) == "system":
            problems += _counted(path, text)
        else:
            tables.append(path)
    problems += _checked(tables, texts)
    order = {str(path): number for number, path in enumerate(paths)}
    problems.sort(key=lambda one: (order.get(one.file, 0), one.line))
    kinds = [one.severity for one in problems]
    return Linted(
        files=len(paths), breaches=kinds.count("breach"), errors=kinds.count("error"), problems=tuple(problems)
    )


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST:
            raise ValueError(f"cannot be read: a file has at most {LARGEST:,} bytes")
        return path.read_text("utf-8")
    except OSError as error:
        raise ValueError(f"cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise ValueError("cannot be read: it is not text in UTF-8") from None


def _error(path: Path, message: str) -> Problem:
    """Take file and line out of a message that names them."""
    found = _AT.fullmatch(message)
    line, problem = (int(found["line"]), found["problem"]) if found else (1, message.removeprefix(f"{path}: "))
    return Problem(file=str(path), line=line, severity="error", problem=" · ".join(problem.splitlines()))


def _checked(tables: Sequence[Path], texts: dict[Path, str]) -> Iterator[Problem]:
    found = check_together(tables)
    for one in found.unread:
        yield _error(Path(one.file), one.problem)
    for table in found.tables:
        for each in table.findings:
            yield Problem(
                file=table.file,
                line=line_of(texts[Path(table.file)], _path(each.where)),
                severity=each.severity,
                citation=each.citation,
                where=each.where,
                problem=each.wrong,
                permitted=each.permitted,
            )


def _path(where: str) -> list[str | int]:
    """Split a finding's place into keys; what follows [odds] may contain dots, and changes are numbered."""
    first, _, rest = where.partition(".")
    if first == "odds":
        return [first, rest]
    if where.startswith("notices.options"):
        return ["notices", "options"]
    return [first, *(int(part) if part.isdecimal() else part for part in rest.split(".") if part)]


def _charted(path: Path) -> Iterator[Problem]:
    from pitboss.pricing.twenty_one.chart import Chart

    try:
        Chart.read(path)
    except ValueError as error:
        problem = str(error)
        row = re.match(r"(?P<kind>hard|soft|pair|doubled soft|doubled|split ace) (?P<row>\w+)", problem)
        line = line_of(path.read_text("utf-8"), [row["kind"], row["row"]]) if row else 1
        yield Problem(file=str(path), line=line, severity="error", problem=problem)


def _counted(path: Path, text: str) -> Iterator[Problem]:
    from pitboss.pricing.counting.systems import CountingSystem

    try:
        CountingSystem.parse(text, str(path))
    except ValueError as error:
        problem = str(error).removeprefix(f"{path} is not a counting system: ")
        line = line_of(text, problem.partition(":")[0].split("."))
        yield Problem(file=str(path), line=line, severity="error", problem=problem)


def _played(path: Path, text: str) -> Iterator[Problem]:
    from pitboss.table.script import BadScript, play_script

    try:
        play_script(text, str(path))
    except BadScript as error:
        yield _error(path, str(error))
