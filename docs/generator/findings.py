"""The reference for `check`: every finding, with a table that produces it.

The tables are in `docs/data/findings.toml`. They are checked when the site is built, so that the page shows what
`check` says today.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import fill

from docs.generator.examples import EXAMPLES
from docs.generator.markdown import code, fenced, table
from pitboss import check
from pitboss.chapter.finding import Finding
from pitboss.chapter.table_file import read_table
from pitboss.chapter.uniform import findings_together

WIDTH = 88
FILE = Path(__file__).parents[1] / "data" / "findings.toml"
KINDS: dict[str, str] = {
    "unknown": "A name that means nothing here: an option, a wager, a key.",
    "unreadable": "A value of the wrong form, such as odds that are no odds.",
    "not in force": "Something that the chapter has, but not on the date of the table.",
    "not permitted": "A choice that the chapter does not leave to a licensee.",
    "contradiction": "Two places of the file that say different things.",
    "without effect": "Something that does nothing at this table.",
    "notice": "A sign, announcement or filing that is missing or late.",
    "not shown": "A choice that none of the editions held shows for that date.",
}
"""The meaning of each kind of finding; a test compares them with `Kind`."""


@dataclass(frozen=True)
class Example:
    """A finding and a table that produces it: a whole file, or a file of `docs/examples` with some text replaced."""

    part: str
    title: str
    about: str
    table: str = ""
    like: str = ""
    change: Sequence[str] = ()
    beside: str = ""

    @property
    def text(self) -> str:
        if not self.like:
            return self.table.strip() + "\n"
        text = (EXAMPLES / self.like).read_text("utf-8")
        for old, new in zip(self.change[::2], self.change[1::2], strict=True):
            if old not in text:
                raise ValueError(f"{self.title}: {self.like} has no {old!r}")
            text = text.replace(old, new)
        return text

    def findings(self) -> tuple[Finding, ...]:
        """Check the table, together with the other one if there is one."""
        if self.beside:
            return findings_together([read_table(self.text), read_table(self.beside.strip() + "\n")])[0]
        return check(self.text).findings


@cache
def examples() -> tuple[Example, ...]:
    return tuple(Example(**one) for one in tomllib.loads(FILE.read_text("utf-8"))["finding"])


def page() -> str:
    """Return the reference for all findings."""
    parts = [
        "# Findings of check\n",
        "`pitboss check` lists everything in a table file that the chapter does not permit on the table's date. Each "
        "finding says what is wrong, what is permitted, and under which section; a mark such as `[sister]` after the "
        "section gives its provenance. A *breach* makes the table unlawful (exit code 1). A *warning* does not: the "
        "text does nothing, contradicts itself, or is in no edition held.\n",
        "## Kinds\n",
        table(["kind", "meaning"], ((code(kind), about) for kind, about in KINDS.items())),
    ]
    part = ""
    for one in examples():
        if one.part != part:
            part = one.part
            parts.append(f"## {part}\n")
        parts.append(_entry(one))
    return "\n".join(parts)


def _entry(one: Example) -> str:
    lines = [f"### {one.title}\n", f"{one.about}\n"]
    if one.like:
        lines += [f"With `{one.like}` changed to:\n", fenced(_changed_lines(one), "toml")]
    else:
        lines.append(fenced(one.text, "toml"))
    if one.beside:
        lines += ["Checked together with:\n", fenced(one.beside.strip(), "toml")]
    found = one.findings()
    kinds = ", ".join(dict.fromkeys(code(finding.kind) for finding in found))
    lines += [f"Kind: {kinds}\n", fenced("\n\n".join(map(_shown, found)))]
    return "\n".join(lines)


def _shown(one: Finding) -> str:
    mark = "" if one.provenance == "text" else f" [{one.provenance}]"
    lines = [one.wrong, f"permitted: {one.permitted}"]
    wrapped = [
        fill(line, WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False) for line in lines
    ]
    return "\n".join([f"{one.severity}: {one.citation}{mark}: {one.where}", *wrapped])


def _changed_lines(one: Example) -> str:
    before = (EXAMPLES / one.like).read_text("utf-8").splitlines()
    after = one.text.splitlines()
    gone = [f"# without: {line}" for line in before if line not in after]
    new = [line for line in after if line not in before]
    return "\n".join(new or gone)
