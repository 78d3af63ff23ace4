"""Hand-written pages: their commands run, their doctests hold, and the files that they show exist."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from docs.generator import examples, links, site

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
