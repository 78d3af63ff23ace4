"""Every paragraph is implemented, every citation refers to a paragraph, and gaps are found."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import pitboss
from pitboss.chapter.paragraphs import BadParagraphs, TextFile, read_paragraphs
from pitboss.chapter.rules import read_rules, registered_games
from pitboss.traceability.sources import Folder
from pitboss.traceability.trace import Trace, TracedParagraph, trace, trace_files

TEXTS = Path(__file__).parents[2].parent / "shared" / "editions"
of = cache(trace)
SUBCHAPTERS = [*registered_games(), "all-games"]
RUN = 8
"""The number of consecutive words beyond which a summary counts as copied."""

held = pytest.mark.skipif(
    not (TEXTS / "2008.txt").is_file(), reason="the editions' texts are not beside the checkout (../shared/editions)"
)


# Every registered game ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SUBCHAPTERS)
def test_every_paragraph_has_an_implementation_or_a_reason(game: str) -> None:
    assert of(game).gaps == ()


@pytest.mark.parametrize("game", SUBCHAPTERS)
def test_no_citation_is_without_its_paragraph(game: str) -> None:
    assert of(game).dangling == ()


@pytest.mark.parametrize("game", SUBCHAPTERS)
def test_the_trace_is_json(game: str) -> None:
    found = of(game)
    assert Trace.model_validate_json(found.model_dump_json()) == found


@held
@pytest.mark.parametrize("game", SUBCHAPTERS)
def test_every_gist_is_in_our_own_words(game: str) -> None:
    runs = {run for text in TEXTS.glob("*.txt") for run in _runs(text.read_text("utf-8"))}
    copied = {one.id: run for one in of(game).paragraphs for run in _runs(one.gist) if run in runs}
    assert not copied


def _runs(text: str) -> Iterator[tuple[str, ...]]:
    words = re.findall(r"\w+", text.lower().replace("’", "'").replace("'", ""))
    yield from (tuple(words[start : start + RUN]) for start in range(len(words) - RUN + 1))


def test_a_copied_gist_is_detected() -> None:
    text = "1. “Pass Bet” is a wager placed on the Pass Line of the layout immediately prior to the come out roll."
    assert set(_runs("a Wager placed on\nthe pass line of the layout")) & set(_runs(text))


# Craps against the text -----------------------------------------------------------------------------------------------


@held
def test_craps_has_exactly_the_paragraphs_of_the_2008_text() -> None:
    in_text = _paragraphs((TEXTS / "2008.txt").read_text("utf-8"))
    assert [one.id for one in of("craps").paragraphs if one.source == "2008"] == in_text
    assert (len(in_text), in_text[0], in_text[-1]) == (92, '1.1 "come out point"', "1.11(d)")


def _paragraphs(text: str) -> list[str]:
    """Return Subchapter 1's paragraph numbers as printed in the 2008 text, with definitions by term."""
    body = text.split("## SUBCHAPTER 1.")[2].split("## SUBCHAPTER 2.")[0]
    found: list[str] = []
    section = ""
    at = ["", "", "", ""]
    for line in body.splitlines():
        if heading := re.match(r"[#* ]*19:47-(1\.\d+) ", line):
            section, at = heading[1], [""] * 4
        elif term := re.match(r"“([^”]+)” shall mean", line):
            found.append(f'{section} "{term[1].lower()}"')
        elif number := re.match(r"\(([a-z])\) |(\d+)\. |([ivx]+)\. |- \((\d+)\) ", line):
            depth = next(depth for depth in range(4) if number[depth + 1])
            if depth == 0 and number[1] < at[0]:
                # The copy breaks off in 1.6(d) and continues with 1.11(c), as the following history notes show.
                section = "1.11"
            at = [*at[:depth], number[depth + 1], "", "", ""][:4]
            letter, paragraph, roman, item = at
            found.append(f"{section}({letter}){paragraph}{roman}{f'({item})' if item else ''}")
    return found


def test_craps_cites_as_the_text_of_the_day_does() -> None:
    assert _one(of("craps"), "1.4(e)").citation == "N.J.A.C. 19:47-1.4(e)"
    assert _one(of("craps"), '1.1 "come point"').citation == 'N.J.A.C. 19:47-1.1 "come point"'
    assert _one(of("craps"), '1.12 "sixth point"').citation == 'N.J.A.C. 13:69F-1.12 "sixth point"'


def test_craps_is_found_as_data_as_step_and_in_tests() -> None:
    found = of("craps")
    made = _one(found, "1.2(a)1i(2)")
    assert made.data == ("wager.pass.terms.made",)
    assert [_line(step) for step in made.steps] == ["section = terms.made if dice.total == point else terms.missed"]
    payable = _one(found, "1.4(e)")
    assert "fact.payable" in payable.data
    assert 'sections.get("payable", "")' in "".join(map(_line, payable.steps))
    assert any(test.startswith("tests/") for test in payable.tests or ())


def test_earlier_paragraph_numbers_are_not_mistaken_for_those_of_the_text() -> None:
    """Big Six was 1.2(a)7 until 1981; in our text that number is Four the Hardway."""
    assert _one(of("craps"), "1.2(a)7").data == ("wager.hard_4",)


def test_provisions_in_no_copy_are_marked() -> None:
    assert "Not seen in any copy" in (_one(of("craps"), "1.11(b)").nothing or "")


def _one(found: Trace, id: str) -> TracedParagraph:
    return next(one for one in found.paragraphs if one.id == id)


def _line(step: str) -> str:
    path, _, number = step.rpartition(":")
    return (Path(pitboss.__file__).parents[1] / path).read_text("utf-8").splitlines()[int(number) - 1].strip()


# A made-up game -------------------------------------------------------------------------------------------------------

RULES = """
[game]
id = "made-up"
name = "Made up"
subchapter = "9"
family = "dice"
since = 1996-03-11
summary = "For the tests."

[fact.dice]
value = 3
section = "9.1"

[fact.cage]
value = true
section = "9.2(b)"

[wager.big]
name = "Big"
section = "9.3(a)1"
pays = { section = "9.4", least = "1 to 1" }
terms = { wins = { section = "9.3(a)1i" }, made = "9.3(a)1ii" }

[wager.old]
name = "Old"
section = "9.3(a)99"
until = 1999-01-01
retired = true
pays = []
"""

PARAGRAPHS = """
[[paragraph]]
id = '9.1 "three dice"'
gist = "Three dice are thrown."
source = "sheet"
provenance = "sister"
data = ["fact.dice"]

[[paragraph]]
id = '9.1 "shaken"'
gist = "They are shaken first."
source = "sheet"
steps = ["round"]

[[paragraph]]
id = "9.2(a)"
gist = "The colour of the table."
source = "sheet"
nothing = "not visible"

[[paragraph]]
id = "9.2(b)"
gist = "A cage."
source = "sheet"

[[paragraph]]
id = "9.3(a)"
gist = "The wagers."
source = "sheet"

[[paragraph]]
id = "9.3(a)1"
gist = "Big."
source = "sheet"

[[paragraph]]
id = "9.3(a)1i"
gist = "Wins."
source = "sheet"

[[paragraph]]
id = "9.3(a)1ii"
gist = "Wins later."
source = "sheet"

[[paragraph]]
id = '9.4 "odds"'
gist = "What it pays."
source = "sheet"
data = ["wager.big.pays"]
"""

ROUND = '''
"""Docstrings cite nothing: 9.5."""


class MadeUp:
    def round(self, state):
        """9.5"""
        # "9.5"
        yield Said(state, "9.1", f"{self.layout.fact('dice')} dice")
        yield Said(state, self.sections["cage"], "9.5 is said, not cited")
        yield Said(state, "8.2", "of another subchapter")
        section = terms.wins.section if first else self.terms[kind].made

    def shake(self, state):
        return state
'''

TERMS = """
class Landing:
    section: Cites

class Terms:
    wins: Landing
    made: Cites = ""
"""


def made_up(
    rules: str = RULES,
    paragraphs: str = PARAGRAPHS,
    code: str = ROUND,
    tests: dict[str, str] | None = None,
    terms: str = TERMS,
    proven: str | None = None,
) -> Trace:
    shown = None if tests is None else tuple(TextFile(path, text) for path, text in tests.items())
    shared = (TextFile("table.py", 'section = self.sections.get("cage", "")\nother = "9.9"\n'),)
    return trace_files(
        Folder(
            TextFile("rules.toml", rules),
            TextFile("paragraphs.toml", paragraphs),
            TextFile("round.py", code),
            (TextFile("terms.py", terms),),
            shared,
            tests=shown,
            proven=None if proven is None else TextFile("proven.toml", proven),
        )
    )


def without(text: str, *lines: str) -> str:
    for line in lines:
        assert line in text
        text = text.replace(line, "")
    return text


def test_a_complete_game_has_neither_gaps_nor_dangling_citations() -> None:
    found = made_up()
    assert (found.gaps, found.dangling) == ((), ())
    assert all(one.answered for one in found.paragraphs)


def test_each_kind_of_implementation_is_found_in_its_place() -> None:
    found = made_up()
    assert _one(found, '9.1 "three dice"').data == ("fact.dice",)
    assert _one(found, '9.1 "three dice"').steps == ("round.py:9",)
    assert _one(found, '9.1 "shaken"').steps == ("round.py:9",)
    assert _one(found, "9.2(b)").steps == ("round.py:10", "table.py:1")
    assert _one(found, "9.3(a)1i").data == ("wager.big.terms.wins.section",)
    assert _one(found, "9.3(a)1i").steps == _one(found, "9.3(a)1ii").steps == ("round.py:12",)
    assert _one(found, '9.4 "odds"').data == ("wager.big.pays",)
    assert _one(found, "9.2(a)").nothing == "not visible"


def test_a_term_cites_only_where_its_model_marks_it_as_a_section() -> None:
    """Another game's term `made` may mean anything: a name alone cites nothing."""
    unmarked = made_up(terms=TERMS.replace('made: Cites = ""', 'made: str = "open"'))
    assert _one(made_up(), "9.3(a)1ii").steps == ("round.py:12",)
    assert _one(unmarked, "9.3(a)1ii").steps == ()
    assert _one(unmarked, "9.3(a)1i").steps == ("round.py:12",)


def test_the_section_of_a_fact_may_be_that_of_the_choice_in_use() -> None:
    option = '[option.way]\nname = "Way"\ndefault = "hand"\nvalues = ["hand", "shoe"]\nsection = "9.2(b)"\n'
    fact = '[fact.cage_hand]\nvalue = true\nsection = "9.3(a)1i"\n'
    code = ROUND.replace('self.sections["cage"]', 'self.section("cage")')
    found = made_up(rules=RULES + option + fact, code=code)
    assert _one(found, "9.2(b)").steps == ("round.py:10", "table.py:1")
    assert _one(found, "9.3(a)1i").steps == ("round.py:10", "round.py:12")


def test_a_game_is_credited_with_the_lines_of_no_family_but_its_own() -> None:
    for game, families in (("craps", {"dice"}), ("three-card-poker", {"house_poker"}), ("blackjack", {"twenty_one"})):
        steps = [step.split("/") for one in of(game).paragraphs for step in one.steps]
        assert {step[2] for step in steps if step[1] == "families"} == families


def test_a_paragraph_without_an_implementation_is_a_gap() -> None:
    assert made_up(paragraphs=without(PARAGRAPHS, 'nothing = "not visible"')).gaps == ("9.2(a)",)


def test_a_leaf_is_a_gap_even_if_its_parent_is_implemented() -> None:
    found = made_up(rules=without(RULES, ', made = "9.3(a)1ii"'))
    assert found.gaps == ("9.3(a)1ii",)
    assert _one(found, "9.3(a)1").answered is True


def test_a_parent_is_implemented_if_all_of_its_children_are() -> None:
    assert _one(made_up(), "9.3(a)").data == ()
    assert _one(made_up(), "9.3(a)").answered is True
    none_below = PARAGRAPHS.replace('"9.3(a)1"', '"9.3(b)"').replace('"9.3(a)1i"', '"9.3(b)1"')
    assert made_up(paragraphs=none_below.replace('"9.3(a)1ii"', '"9.3(a)1"')).gaps == ("9.3(b)", "9.3(b)1")


def test_a_test_alone_is_not_an_implementation() -> None:
    tests = {"tests/test_it.py": "def test_9_2_a_colour(): ..."}
    found = made_up(paragraphs=without(PARAGRAPHS, 'nothing = "not visible"'), tests=tests)
    assert _one(found, "9.2(a)").tests == ("tests/test_it.py::test_9_2_a_colour",)
    assert found.gaps == ("9.2(a)",)


# How a paragraph stands -----------------------------------------------------------------------------------------------


def standing(found: Trace) -> dict[str, str | None]:
    return {one.id: one.standing for one in found.paragraphs}


CAGE = "tests/test_it.py::test_9_2_b_a_cage"
NAMED = {"tests/test_it.py": "def test_9_2_b_a_cage(): ..."}


def proof(id: str, test: str, found: int = 1) -> str:
    return f'"{id}" = {{ found = {found}, of = 3, by = "tests/test_it.py::{test}" }}\n'


def test_an_implementation_without_a_test_is_data_only() -> None:
    found = made_up(tests=NAMED, proven=proof("9.2(b)", "test_9_2_b_a_cage"))
    assert standing(found)["9.2(b)"] == "shown"
    assert standing(found)["9.2(a)"] == "nothing"
    assert standing(found)["9.3(a)1i"] == standing(found)['9.1 "three dice"'] == "data only"
    assert (found.count("shown"), found.count("data only")) == (1, 7)


@pytest.mark.parametrize(
    "proven",
    [
        pytest.param(None, id="mutation was never run"),
        pytest.param('"9.3(a)1" = { found = 1, of = 1, by = "x" }\n', id="nor tried for this paragraph"),
        pytest.param('"9.2(b)" = { found = 0, of = 3 }\n', id="no test fails when it is broken"),
        pytest.param(proof("9.2(b)", "test_9_2_b_a_cage_long_gone"), id="the test that failed is there no more"),
    ],
)
def test_a_test_that_is_not_proven_to_fail_when_the_rule_is_broken_gives_no_tick(proven: str | None) -> None:
    found = made_up(tests=NAMED, proven=proven)
    assert _one(found, "9.2(b)").tests == (CAGE,)
    assert _one(found, "9.2(b)").standing == "data only"


GOLDEN = "tests/playthroughs/made-up.txt"


def test_a_paragraph_proven_only_by_the_golden_playthrough_is_marked() -> None:
    """A playthrough is generated from our own output: it detects changes but does not state the rule."""
    files = {GOLDEN: "    refused: no (N.J.A.C. 13:69F-9.2(b))\n"}
    proven = f'"9.2(b)" = {{ found = 2, of = 3, by = "{GOLDEN}" }}\n'
    found = made_up(tests=files | NAMED, proven=proven)
    assert _one(found, "9.2(b)").standing == "playthrough only"
    assert found.playthrough_only == ("9.2(b)",)
    assert (found.count("playthrough only"), found.count("shown")) == (1, 0)
    found = made_up(tests=files | NAMED, proven=proof("9.2(b)", "test_9_2_b_a_cage", found=2))
    assert (_one(found, "9.2(b)").standing, found.playthrough_only) == ("shown", ())


def test_a_file_of_proofs_that_cannot_be_read_is_named() -> None:
    with pytest.raises(BadParagraphs, match=r"^proven\.toml: .*make mutation"):
        made_up(tests=NAMED, proven='"9.2(b)" = "surely"\n')


def test_a_paragraph_implemented_by_its_children_is_proven_if_all_of_them_are() -> None:
    tests = "def test_9_3_a_1_i_wins(): ...\ndef test_9_3_a_1_ii_later(): ...\ndef test_9_3_a_1_big(): ...\n"
    proven = proof("9.3(a)1i", "test_9_3_a_1_i_wins") + proof("9.3(a)1ii", "test_9_3_a_1_ii_later")
    assert standing(made_up(tests={"tests/test_it.py": tests}, proven=proven))["9.3(a)"] == "data only"
    proven += proof("9.3(a)1", "test_9_3_a_1_big")
    assert standing(made_up(tests={"tests/test_it.py": tests}, proven=proven))["9.3(a)"] == "shown"
    files = {"tests/test_it.py": tests, GOLDEN: "    Big is made    13:69F-9.3(a)1\n"}
    proven = proven.replace("tests/test_it.py::test_9_3_a_1_big", GOLDEN)
    assert standing(made_up(tests=files, proven=proven))["9.3(a)"] == "playthrough only"


def test_a_gap_is_marked_as_a_gap_and_is_unknown_without_tests() -> None:
    found = made_up(paragraphs=without(PARAGRAPHS, 'nothing = "not visible"'))
    assert (standing(found)["9.2(a)"], standing(found)["9.2(b)"]) == ("gap", None)


def test_a_named_function_counts_even_without_a_citation() -> None:
    named = PARAGRAPHS.replace('steps = ["round"]', 'steps = ["round", "shake"]')
    assert _one(made_up(paragraphs=named), '9.1 "shaken"').steps == ("round.py:9", "round.py:14")


def test_a_citation_of_a_paragraph_that_is_not_listed_dangles() -> None:
    found = made_up(rules=RULES.replace('section = "9.3(a)1"', 'section = "9.3(a)2"'))
    assert found.dangling == ("rules.toml:18: wager.big cites 9.3(a)2, which paragraphs.toml does not list",)
    found = made_up(code=ROUND.replace('"8.2"', '"9.3(b)"'))
    assert found.dangling == ("round.py:11 cites 9.3(b), which paragraphs.toml does not list",)


def test_a_citation_of_a_section_that_no_paragraph_claims_dangles() -> None:
    found = made_up(paragraphs=without(PARAGRAPHS, 'steps = ["round"]'))
    assert found.gaps == ('9.1 "shaken"',)
    assert found.dangling == ("round.py:9 cites 9.1, but no paragraph of 9.1 in paragraphs.toml names it",)


def test_names_that_are_not_there_dangle() -> None:
    wrong = PARAGRAPHS.replace('"wager.big.pays"', '"wager.big"').replace('["round"]', '["round", "roll"]')
    assert made_up(paragraphs=wrong.replace('"fact.dice"', '"fact.dice", "fact.cage"')).dangling == (
        'paragraphs.toml:7: 9.1 "three dice" names fact.cage, but rules.toml has none that cites 9.1',
        'paragraphs.toml:13: 9.1 "shaken" names roll, but neither round.py nor its family has such a function',
    )
    wrong = ROUND.replace('sections["cage"]', 'sections["rage"]')
    assert made_up(code=wrong).dangling == ("round.py:10 uses fact rage, which rules.toml does not have",)


# Tests by the section in their names ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("test_9_2_b_a_cage", ["9.2(b)"]),
        ("test_9_3_a_1_wins", ["9.3(a)1"]),
        ("test_9_3_a_1_i_wins", ["9.3(a)1i"]),
        ("test_9_3_a_1ii_wins", ["9.3(a)1ii"]),
        ("test_9_3_a_1i_and_ii_win", ["9.3(a)1i", "9.3(a)1ii"]),
        ("test_9_3_a_1i_and_1ii_win", ["9.3(a)1i", "9.3(a)1ii"]),
        ("test_9_3_a_1i_to_ii_win", ["9.3(a)1i", "9.3(a)1ii"]),
        ("test_9_2_a_and_9_3_a_1_both", ["9.2(a)", "9.3(a)1"]),
        ("test_9_2_a_and_something_else", ["9.2(a)"]),
        ("test_9_1_there_are_three_equal_dice", ['9.1 "three dice"']),
        ("test_9_1_dice_not_three", []),
        ("test_9_10_is_another_section", []),
        ("test_19_2_a_is_another_subchapter", []),
        ("test_no_section", []),
    ],
)
def test_a_test_shows_the_paragraph_in_its_name(name: str, shown: list[str]) -> None:
    found = made_up(tests={"tests/test_it.py": f"class TestIt:\n    def {name}(self): ..."})
    assert {one.id: one.tests for one in found.paragraphs if one.tests} == dict.fromkeys(
        shown, (f"tests/test_it.py::TestIt::{name}",)
    )


def test_a_test_of_a_section_is_kept_with_the_section() -> None:
    found = made_up(
        tests={"tests/test_it.py": "def test_9_1_dice(): ...\ndef test_9_6(): ...\ndef test_9_3_all(): ..."}
    )
    assert found.section_tests == {
        "9.1": ("tests/test_it.py::test_9_1_dice",),
        "9.3": ("tests/test_it.py::test_9_3_all",),
    }


def test_a_script_shows_what_its_heading_says() -> None:
    script = '# shows 9.2(b), 9.1 "three dice", 9.1, 8.2\n# Shows 9.3(a)7\ngame made-up\n'
    found = made_up(tests={"tests/one.script": script})
    assert [one.id for one in found.paragraphs if one.tests] == ['9.1 "three dice"', "9.2(b)"]
    assert found.section_tests["9.1"] == ("tests/one.script",)
    assert found.dangling == ("tests/one.script:2 shows 9.3(a)7, which paragraphs.toml does not list",)


def test_a_playthrough_shows_what_its_lines_cite() -> None:
    text = "> 1: big 5\n    Big is made    13:69F-9.3(a)1\n    refused: no (N.J.A.C. 13:69F-9.2(b))\n    9.3(a)1i\n"
    found = made_up(tests={"tests/playthroughs/made-up.txt": text})
    assert [one.id for one in found.paragraphs if one.tests] == ["9.2(b)", "9.3(a)1"]


def test_without_tests_the_column_is_empty_and_not_wrong() -> None:
    assert {one.tests for one in made_up().paragraphs} == {None}
    assert {one.tests for one in made_up(tests={}).paragraphs} == {()}


def test_an_installed_package_without_tests_is_traced(tmp_path: Path) -> None:
    shutil.copytree(Path(pitboss.__file__).parent, tmp_path / "pitboss", ignore=shutil.ignore_patterns("__pycache__"))
    code = (
        "import pitboss; from pitboss.traceability.trace import trace; found = trace('craps');"
        "print(pitboss.__file__, found.gaps, found.dangling, {one.tests for one in found.paragraphs})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.split(maxsplit=1) == [str(tmp_path / "pitboss" / "__init__.py"), "() () {None}\n"]


# A list that cannot be used -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("was", "now", "message"),
    [
        ('gist = "A cage."', 'jist = "A cage."', r"paragraphs\.toml:23: paragraph\.3\.jist: Extra inputs"),
        ('gist = "A cage."', "", r"paragraphs\.toml:21: paragraph\.3\.gist: Field required"),
        ('gist = "A cage."', 'gist = ""', r"paragraphs\.toml:23: paragraph\.3\.gist: String should have at least 1"),
        ('"9.2(b)"', '"the cage"', r"paragraphs\.toml:22: paragraph\.3\.id: .*the cage must be a number"),
        ('"9.2(b)"', '"9.77(b)"', r"paragraphs\.toml:22: paragraph\.3\.id: .*there is no section 9\.77"),
        ('"9.2(b)"', '"1.2(b)"', r"paragraphs\.toml:22: 1\.2\(b\) is not in subchapter 9"),
        ('"9.2(b)"', '"9.2(a)"', r"paragraphs\.toml:22: 9\.2\(a\) is listed twice"),
        ('nothing = "not visible"', 'nothing = ""', r"paragraphs\.toml:19: paragraph\.2\.nothing: String should"),
        ('nothing = "not visible"', 'data = ["fact.dice"]', r":15: paragraph\.2: .*found by its citations"),
        ('source = "sheet"\nprovenance', 'source = "2007"\nprovenance', r":5: paragraph\.0\.source: .*no edition 2007"),
        (
            'source = "sheet"\nprovenance',
            'source = "2008"\nprovenance',
            r":2: paragraph\.0: .*provenance text, not sis",
        ),
        ('"sister"', '"hearsay"', r"paragraphs\.toml:6: paragraph\.0\.provenance: Input should be 'text'"),
        ('gist = "A cage."', "gist = A cage.", r"paragraphs\.toml: Invalid value \(at line 23"),
        ('[[paragraph]]\nid = "9.2(b)"', '[[chapter]]\nid = "9.2(b)"', r"paragraphs\.toml:21: chapter: Extra inputs"),
    ],
)
def test_a_wrong_list_is_refused_by_file_and_line(was: str, now: str, message: str) -> None:
    assert was in PARAGRAPHS
    with pytest.raises(BadParagraphs, match=message):
        read_paragraphs(
            TextFile("paragraphs.toml", PARAGRAPHS.replace(was, now, 1)), read_rules(RULES, "rules.toml").game
        )


def test_provisions_in_the_text_have_its_provenance_and_others_the_weakest() -> None:
    paragraphs = '[[paragraph]]\nid = "9.1"\ngist = "One."\nsource = "{}"\n'
    game = read_rules(RULES, "rules.toml").game
    for source, provenance in (("2008", "text"), ("sheet", "reconstructed")):
        assert read_paragraphs(TextFile("paragraphs.toml", paragraphs.format(source)), game)[0].provenance == provenance


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(ValueError, match="no game 'crabs': did you mean craps"):
        trace("crabs")
