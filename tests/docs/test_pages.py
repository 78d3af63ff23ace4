"""Hand-written pages: their commands run, their doctests pass, and the files they show exist."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from pkgutil import resolve_name

import pytest

from docs.generator import examples, links, site
from pitboss.chapter.layout import Layout
from pitboss.contract import Felt, Game, Pricing
from pitboss.pricing import Distribution
from pitboss.table.amounts import Amounts
from pitboss.table.choices import Choices
from pitboss.table.hosting import Hosting
from pitboss.table.irregularities import Irregularities
from pitboss.table.speech import Speech

ROOT = Path(__file__).parents[2]

PAGES = site.hand_written()
_DOCTEST = re.compile(r"^ *```pycon\n(.*?)^ *```$", re.M | re.S)
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("path", PAGES)
def test_the_examples_of_a_page_run(path: str) -> None:
    text = PAGES[path].read_text("utf-8")
    assert text.startswith("# ")
    site.filled(text, path)
    session = doctest.DocTestParser().get_doctest("\n".join(_DOCTEST.findall(text)), {}, path, path, 0)
    printed: list[str] = []
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    runner.run(session, out=printed.append)
    assert not runner.failures, "".join(printed)


def test_every_example_file_is_shown_on_a_page_or_used_by_one() -> None:
    texts = "\n".join(file.read_text("utf-8") for file in PAGES.values())
    texts += (site.DOCS / "data" / "findings.toml").read_text("utf-8")
    for file in examples.EXAMPLES.rglob("*"):
        if file.is_file() and "first-game" not in file.parts:
            assert file.name in texts, file


def test_every_page_is_in_the_navigation() -> None:
    listed = {f"{folder}/{name}.md" for folder, names in site.SECTIONS.items() for name in (*names, "index")}
    generated = {"index.md", "glossary.md", *(path for path in listed if path not in PAGES)}
    assert set(PAGES) <= listed | generated
    assert listed - set(PAGES) <= set(site.GENERATED_REFERENCE)


def test_a_broken_example_is_found() -> None:
    with pytest.raises(examples.BrokenExample, match="exits with 2"):
        examples.filled("```console\n$ pitboss price crap\n```\n")


def test_output_goes_below_its_command_and_files_into_their_blocks() -> None:
    text = examples.filled('```console lines=1\n$ pitboss cite "1.4(b)" --on 2008-06-01\n```\n')
    assert text.splitlines()[1] == '$ pitboss cite "1.4(b)" --on 2008-06-01'
    assert "Payout odds" in text.splitlines()[2]
    shown = examples.filled('```toml file="change.toml"\n```\n')
    assert shown.splitlines()[:2] == ['```toml title="change.toml"', 'game = "craps"']


def test_broken_links_missing_anchors_and_foreign_resources_are_found(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "index.html").write_text(
        '<a href="a/">fine</a><a href="a/#here">fine</a><a href="b/">gone</a><a href="a/#there">no anchor</a>'
        '<script src="https://example.com/x.js"></script><img src="none.png"><a href="https://example.com">fine</a>',
        "utf-8",
    )
    (tmp_path / "a" / "index.html").write_text('<h1 id="here">A</h1>', "utf-8")
    assert links.faults(tmp_path) == [
        "index.html: loads https://example.com/x.js",
        "index.html: loads none.png, which does not exist",
        "index.html: links to b/, which does not exist",
        "index.html: links to a/#there, but the page has no such anchor",
    ]


def test_every_name_and_path_that_pages_mention_exists() -> None:
    classes = {
        cls.__name__: cls
        for cls in (Amounts, Choices, Distribution, Felt, Game, Hosting, Irregularities, Layout, Pricing, Speech)
    }
    missing = []
    for path, file in PAGES.items():
        for span in re.findall(
            r"(?<!`)`([^`\n]+)`(?!`)", re.sub(r"```.*?```", "", file.read_text("utf-8"), flags=re.S)
        ):
            head, _, rest = span.partition(".")
            if re.fullmatch(r"[A-Z]\w+\.\w+(\(.*\))?", span) and head in classes:
                known = hasattr(classes[head], rest.partition("(")[0])
            elif re.fullmatch(r"pitboss(\.\w+)+", span):
                known = _resolves(span)
            elif re.fullmatch(r"(pitboss|tests|docs)/[\w/.]+", span):
                known = (ROOT / span).exists()
            else:
                continue
            if not known:
                missing.append(f"{path}: {span}")
    assert not missing


def _resolves(name: str) -> bool:
    try:
        resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_in_top_level_documents_lead_to_files(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert target.startswith("http") or (ROOT / target).exists(), target


def test_the_top_files_are_short() -> None:
    for name, most in (("README.md", 80), ("CONTRIBUTING.md", 120), ("CHANGELOG.md", 60)):
        assert len((ROOT / name).read_text("utf-8").splitlines()) <= most, name
