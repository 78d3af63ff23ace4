"""A table that was checked, as typed data."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.check import Finding, check
from pitboss.chapter.table_file import read_table


class CheckedTable(BaseModel):
    """What was found of a licensee's table."""

    model_config = ConfigDict(frozen=True)

    file: str
    name: str
    game: str
    on: date
    lawful: bool = Field(description="Whether the chapter permits the table on its date")
    breaches: int
    findings: tuple[Finding, ...] = Field(description="Breaches and warnings, in the order of the chapter")


def check_file(file: Path) -> CheckedTable:
    """Read a table file and check it."""
    table = read_table(file)
    findings = check(table)
    breaches = sum(one.severity == "breach" for one in findings)
    return CheckedTable(
        file=str(file),
        name=table.name,
        game=table.game,
        on=table.on,
        lawful=not breaches,
        breaches=breaches,
        findings=findings,
    )
