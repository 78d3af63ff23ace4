"""The site as a whole: its pages, their order, and how they are built."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docs.generator import architecture, docstrings, examples, figures, findings, games, published, ranges, reference
from pitboss.version import __version__

DOCS = Path(__file__).parents[1]
PAGES = DOCS / "pages"
BUILD = DOCS / "build"
SOURCE = BUILD / "pages"
SITE = BUILD / "site"
CONFIG = BUILD / "zensical.toml"
Nav = list[dict[str, Any]]
SECTIONS: dict[str, tuple[str, ...]] = {
    "tutorials": ("mathematician", "compliance-officer", "dealer", "first-game"),
    "how-to": (
        "install",
        "run-in-a-container",
        "upgrade",
        "edit-with-a-schema",
        "what-if",
        "strategy-file",
        "count-cards",
        "protect-a-game",
        "cores-and-ray",
        "ask-from-an-assistant",
        "host-the-floor",
        "back-up",
        "anchor",
        "protect-players-and-staff",
        "verify-an-export",
        "replay-a-dispute",
        "write-a-game",
        "write-rules",
        "irregularities",
        "banks-and-settings",
        "trace-and-mutation",
    ),
    "reference": (
        "commands",
        "http-api",
        "table-files",
        "findings",
        "scripts",
        "tapes",
        "rules-toml",
        "configuration",
        "faults",
    ),
    "explanation": (
        "exact-prices",
        "counting",
        "ladder-of-truth",
        "lawful-range",
        "dated-law",
        "randomness",
        "tapes",
        "limits-and-money",
        "architecture",
    ),
}
"""The pages of each section, in the order of the navigation."""
GENERATED_REFERENCE = tuple(
    f"reference/{name}.md" for name in ("commands", "http-api", "findings", "rules-toml", "configuration")
)


def generated() -> dict[str, str]:
    """Return the pages that are generated, by path; the games' pages are written by `games.write`."""
    pages = {
        "reference/commands.md": reference.commands(),
        "reference/http-api.md": reference.http_api(),
        "reference/configuration.md": reference.configuration(),
        "reference/rules-toml.md": docstrings.rules_page(),
        "reference/findings.md": findings.page(),
        "how-we-know.md": published.page(),
    }
    for name, (title, modules) in docstrings.API.items():
        pages[f"reference/python/{name}.md"] = docstrings.api_page(title, modules)
    return pages


def hand_written() -> dict[str, Path]:
    """Return the hand-written pages, by path."""
    return {path.relative_to(PAGES).as_posix(): path for path in sorted(PAGES.rglob("*.md"))}


def write_pages() -> None:
    """Write all pages and pictures to `SOURCE`, and zensical's configuration next to it."""
    shutil.rmtree(BUILD, ignore_errors=True)
    shutil.copytree(PAGES, SOURCE, ignore=shutil.ignore_patterns("*.md"))
    figures.write(SOURCE / "images")
    pages = generated()
    pages |= {path: filled(file.read_text("utf-8"), path) for path, file in hand_written().items()}
    for path, text in pages.items():
        target = SOURCE / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    by_family = games.write(SOURCE / "games")
    CONFIG.write_text(_config(_nav(by_family)), "utf-8")
    (SOURCE / "llms.txt").write_text(_llms(), "utf-8")


def filled(text: str, path: str) -> str:
    """Return a hand-written page with its diagrams, files and command output."""
    for name, diagram in architecture.diagrams().items():
        text = text.replace(f"<!-- diagram: {name} -->", diagram)
    text = text.replace("<!-- table: ranges -->", ranges.as_table())
    return examples.filled(text, path)


def build() -> None:
    """Build the site from the written pages."""
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--config-file", str(CONFIG)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"})
    if done.returncode:
        raise SystemExit(f"zensical failed:\n{done.stdout}{done.stderr}")


# ---- navigation


def _nav(by_family: dict[str, list[tuple[str, str]]]) -> Nav:
    python = [{title: f"reference/python/{name}.md"} for name, (title, _) in docstrings.API.items()]
    families = [{family: [{name: path} for name, path in members]} for family, members in by_family.items()]
    return [
        {"Home": "index.md"},
        {"Tutorials": _section("tutorials")},
        {"How-to": _section("how-to")},
        {"Games": ["games/index.md", *families, {"How we know": "how-we-know.md"}]},
        {"Reference": [*_section("reference"), {"Python": python}]},
        {"Explanation": [*_section("explanation"), {"Glossary": "glossary.md"}]},
    ]


def _section(folder: str) -> list[Any]:
    return [f"{folder}/index.md", *(f"{folder}/{name}.md" for name in SECTIONS[folder])]


def _config(nav: Nav) -> str:
    template = (DOCS / "zensical.toml").read_text("utf-8")
    return f"{template.replace('VERSION', __version__)}\n[project.extra]\ngenerator = false\n".replace(
        "nav = []", f"nav = {_toml(nav)}"
    )


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


# ---- llms.txt


def _llms() -> str:
    lines = [
        "# Pitboss",
        "",
        "> New Jersey's casino regulation *Rules of the Games* (N.J.A.C. 19:47, since 2012 N.J.A.C. 13:69F) as running "
        "software in Python: every table game dealt, priced exactly, simulated, checked and played by one definition.",
        "",
    ]
    for folder, title in (
        ("", "Start"),
        ("tutorials", "Tutorials"),
        ("how-to", "How-to"),
        ("reference", "Reference"),
        ("reference/python", "Python"),
        ("explanation", "Explanation"),
        ("games", "Games"),
    ):
        lines += [f"## {title}", "", *_listed(folder), ""]
    return "\n".join(lines)


def _listed(folder: str) -> Iterator[str]:
    for path in sorted((SOURCE / folder).glob("*.md")):
        title = path.read_text("utf-8").partition("\n")[0].removeprefix("# ").strip()
        address = path.relative_to(SOURCE).as_posix().removesuffix("index.md").removesuffix(".md")
        yield f"- [{title}]({address}/)" if address and not address.endswith("/") else f"- [{title}]({address or './'})"
