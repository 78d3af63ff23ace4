"""Rules are read strictly: every error names file and line."""

import ast
from datetime import date
from decimal import Decimal
from importlib.resources import files

import pytest

from pitboss.chapter.check import file_findings
from pitboss.chapter.numbers import covers, is_paragraph
from pitboss.chapter.rules import RulesError, all_games, read_rules, registered_games, rules_of
from pitboss.chapter.table_file import read_table

GOOD = """\
[game]
id = "mini"
name = "A miniature"
subchapter = "1"
family = "dice"
since = 1978-06-02
summary = "Small."

[source]
S = "somewhere"

[[amendment]]
rule = "R.2001 d.23"
effective = 2001-01-16
sections = ["1.2"]
change = "hops"

[fact.dice]
value = 2
section = "1.11(d)"

[wager.field]
name = "Field"
section = "1.2(a)11"
pays = { section = "1.4(b)", least = { "2" = "2 to 1", other = "1 to 1" } }

[wager.hop]
name = "Hop"
section = "1.2(a)22"
since = 2001-01-16
by = "R.2001 d.23"
offered = { offer_hop = [true] }
pays = { section = "1.4(b)", table = "table" }

[pay_table.table.A]
section = "1.4(b)"
exactly = { "" = "15 to 1" }

[option.offer_hop]
name = "Hop offered"
section = "1.2(a)22"
default = false
values = [true, false]

[option.table]
name = "Pay table"
section = "1.4(b)"
default = "A"
values = ["A"]

[option.rate]
name = "Rate"
section = "1.5(a)"
provenance = "sister"
source = "S"
default = 0.05
range = { least = 0, most = 0.05 }

[option.two]
name = "Two"
section = "1.4(b)"
default = "2 to 1"
values = ["2 to 1"]
sets_odds = "field.2"

[[condition]]
section = "1.2"
when = { offer_hop = [true] }
then = { table = ["A"] }
says = "so it is"

[irregularity.off]
name = "Off"
section = "1.9"
at = ["dice"]
effect = "no_roll"
"""


def line(text: str) -> int:
    """Return the line of GOOD that begins with a text."""
    return next(number for number, one in enumerate(GOOD.splitlines(), 1) if one.startswith(text))


def test_the_miniature_rules_are_valid() -> None:
    rules = read_rules(GOOD, "mini.toml")
    assert rules.wagers["field"].since == date(1978, 6, 2)
    assert rules.options["rate"].default == Decimal("0.05")
    assert set(rules.odds_keys()) == {"field.2", "field.other", "hop"}


FIELD = 'name = "Field"\nsection = "1.2(a)11"'


@pytest.mark.parametrize(
    ("was", "now", "at", "message"),
    [
        pytest.param(FIELD, f"{FIELD}\ncolour = 3", (line(FIELD[:14]) + 2, "wager.field.colour"), "Extra", id="key"),
        pytest.param('family = "dice"', 'famly = "dice"', (5, "game.famly"), "Extra inputs", id="unknown key"),
        pytest.param("[source]", "[sauce]", (9, "sauce"), "Extra inputs", id="unknown section"),
        pytest.param(
            'section = "1.9"', 'section = "1.99"', (line("[irreg"), "irregularity.off"), "1.99", id="dangling"
        ),
        pytest.param('"1.11(d)"', '"the dice"', (line("[fact"), "fact.dice"), "is not a citation", id="no citation"),
        pytest.param('["1.2"]', '["1.99"]', (line("[[amend"), "amendment.0"), "no section 1.99", id="amendment"),
        pytest.param(
            'section = "1.2"', 'section = "77.1"', (line("[[cond"), "condition.0"), "no subchapter 77", id="cond"
        ),
        pytest.param(
            "offered = { offer_hop",
            "offered = { offer_hup",
            (line("[wager.hop"), "wager.hop"),
            "offer_hup",
            id="option",
        ),
        pytest.param(
            "{ offer_hop = [true] }\nthen",
            "{ offer_hop = [3] }\nthen",
            (line("[[cond"), "condition.0"),
            "3 is not a value of offer_hop",
            id="value",
        ),
        pytest.param('"table" }', '"tabel" }', (line("[wager.hop"), "wager.hop"), "tabel, which is not", id="table"),
        pytest.param(
            'values = ["A"]', 'values = ["A", "B"]', (line("[wager.hop"), "wager.hop"), "no pay table", id="no B"
        ),
        pytest.param(
            "[pay_table.table.A]", "[pay_table.table.B]", (line("[wager.hop"), "wager.hop"), "table.A", id="A"
        ),
        pytest.param(
            "since = 2001-01-16\n",
            "since = 2001-01-17\n",
            (line("[wager.hop"), "wager.hop"),
            "by R.2001 d.23, which took effect 2001-01-16, not 2001-01-17",
            id="by with a wrong date",
        ),
        pytest.param(
            'by = "R.2001 d.23"',
            'by = "R.2001 d.24"',
            (line("[wager.hop"), "wager.hop"),
            "not among the",
            id="by unknown",
        ),
        pytest.param(
            "since = 2001-01-16\nby",
            "since = 2001-01-16\nuntil = 2000-01-01\nby",
            (line("[wager.hop"), "wager.hop"),
            "until must be after since",
            id="until",
        ),
        pytest.param(
            '"2 to 1", other', '"2 for 1", other', (line("pays"), "wager.field.pays"), 'never "for"', id="for"
        ),
        pytest.param('"15 to 1"', '"15"', (line("exactly"), "pay_table.table.A.exactly"), "not odds", id="odds"),
        pytest.param(
            "default = 0.05", "default = 0.06", (line("[option.rate"), "option.rate"), "outside", id="default"
        ),
        pytest.param(
            'default = "A"', 'default = "C"', (line("[option.table"), "option.table"), "not among", id="default C"
        ),
        pytest.param(
            "values = [true, false]\n", "", (line("[option.offer"), "option.offer_hop"), "values or", id="none"
        ),
        pytest.param(
            '"field.2"', '"field.3"', (line("[option.two"), "option.two"), "not among the odds", id="sets_odds"
        ),
        pytest.param(
            'provenance = "sister"', 'provenance = "rumour"', (line("provenance"), "option.rate"), "Input", id="rumour"
        ),
        pytest.param(
            'source = "S"', 'source = "T"', (line("[option.rate"), "option.rate"), "needs a source", id="source"
        ),
        pytest.param(
            'change = "hops"',
            'change = "hops"\nrenumbered = { "1.4(e)" = "1.2(d)" }',
            (line("[[amend"), "amendment.0"),
            "1.4(e) is not in the sections that R.2001 d.23 changed",
            id="renumbered elsewhere",
        ),
        pytest.param(
            "[fact.dice]\nvalue = 2\n",
            '[[fact.dice]]\nvalue = 1\nsection = "1.11(d)"\nuntil = 2000-01-01\n'
            "[[fact.dice]]\nvalue = 2\nsince = 1999-01-01\n",
            (line("[fact") + 4, "fact.dice.1"),
            "two are in force on 1999-01-01",
            id="two facts on a day",
        ),
        pytest.param(
            "[fact.dice]\nvalue = 2\n",
            '[[fact.dice]]\nvalue = "one"\nsection = "1.11(d)"\nuntil = 1999-01-01\n'
            "[[fact.dice]]\nvalue = 2\nsince = 1999-01-01\n",
            (line("[fact") + 4, "fact.dice.1"),
            "its value 2 has another type than the first, one",
            id="a fact of two kinds",
        ),
        pytest.param(
            "[fact.dice]\nvalue = 2\n",
            "[[fact.dice]]\nvalue = 2\nuntil = 1999-01-01\n[[fact.dice]]\nvalue = 2\nsince = 1999-01-01\n",
            (line("[fact"), "fact.dice.0.section"),
            "Field required",
            id="a dated fact without its section",
        ),
        pytest.param("since = 1978-06-02", 'since = "once"', (6, "game.since"), "date", id="no date"),
        pytest.param(
            "[fact.dice]\nvalue", "[fact]\ndice = 3\n[fact.die]\nvalue", (19, "fact.dice"), "Input", id="no table"
        ),
    ],
)
def test_every_fault_is_named_with_file_and_line(was: str, now: str, at: tuple[int, str], message: str) -> None:
    assert GOOD.count(was) == 1
    with pytest.raises(RulesError) as refused:
        read_rules(GOOD.replace(was, now), "mini.toml")
    number, where = at
    named = [one for one in str(refused.value).splitlines() if one.startswith(f"mini.toml:{number}: {where}")]
    assert len(named) == 1, refused.value
    assert message in named[0]


def test_every_fault_is_named_at_once() -> None:
    twice = GOOD.replace('"1.9"', '"1.99"').replace('"1.11(d)"', '"1.98"')
    with pytest.raises(RulesError) as refused:
        read_rules(twice, "mini.toml")
    assert len(str(refused.value).splitlines()) == 2


def test_invalid_toml_is_named() -> None:
    with pytest.raises(RulesError, match=r"mini\.toml: .*line 2"):
        read_rules("[game]\nid = craps\n", "mini.toml")


@pytest.mark.parametrize("game", sorted(registered_games()))
def test_the_rules_of_every_game_load(game: str) -> None:
    rules = rules_of(game)
    assert rules.game.id == game
    assert list(rules.provisions())


@pytest.mark.parametrize("game", sorted(registered_games()))
def test_the_default_table_is_lawful_on_every_day_of_its_game(game: str) -> None:
    rules = rules_of(game)
    days = {one.since for _, one in rules.provisions() if one.since} | {date.today()}
    for day in sorted(days):
        if day >= rules.game.since and (rules.game.until is None or day < rules.game.until):
            assert file_findings(read_table(f'game = "{game}"\non = {day}')) == ()


def test_rules_never_change() -> None:
    with pytest.raises(ValueError, match="frozen"):
        rules_of("craps").game.name = "other"


def test_a_game_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="no game 'faro'; the games are: "):
        rules_of("faro")


def test_8_all_games_loads_and_dates_its_sections() -> None:
    rules = all_games()
    assert (rules.game.id, rules.game.subchapter) == ("all-games", "8")
    assert rules.options["wager_increment"].since == date(2008, 4, 21)
    assert rules.options["table_min"].since == date(1996, 3, 11)
    assert rules.fact("change_notice_minutes") == 30
    assert {one.section[:3] for one in rules.options.values() if one.id.startswith("tournament")} == {"8.6"}
    assert rules.irregularities["over_max_accepted"].effect == "stands"


def test_an_option_reads_what_is_typed() -> None:
    craps = rules_of("craps")
    assert craps.options["offer_678"].parse("true") is True
    assert craps.options["vig_rate"].parse("4%") == Decimal("0.04")
    assert craps.options["vig_timing"].parse("on_win") == "on_win"
    assert craps.options["max_odds_pass"].parse("7x") == "7x"


def test_a_fact_is_as_it_was_on_the_day() -> None:
    two = GOOD.replace(
        "[fact.dice]\nvalue = 2\n",
        '[[fact.dice]]\nvalue = 3\nsection = "1.11(c)"\nuntil = 1999-01-01\n'
        "[[fact.dice]]\nvalue = 2\nsince = 1999-01-01\n",
    )
    rules = read_rules(two, "mini.toml")
    assert rules.fact("dice") == 2
    before, after = rules.on(date(1998, 12, 31)), rules.on(date(1999, 1, 1))
    assert (before.fact("dice"), before.facts["dice"].section) == (3, "1.11(c)")
    assert (after.fact("dice"), after.facts["dice"].section) == (2, "1.11(d)")
    assert after.on(date(1990, 1, 1)).fact("dice") == 3


def test_everything_that_cites_a_moved_paragraph_has_its_number_of_the_day() -> None:
    moved = GOOD.replace(
        'change = "hops"', 'change = "hops"\nrenumbered = { "1.2(a)11" = "1.2(a)9", "1.2(a)22" = "1.2(a)20" }'
    ).replace(FIELD, FIELD + '\nterms = { wins = { section = "1.2(a)11i", totals = [2] } }')
    then = read_rules(moved, "mini.toml").on(date(1990, 1, 1))
    assert then.wagers["field"].section == "1.2(a)9"
    assert then.wagers["field"].terms == {"wins": {"section": "1.2(a)9i", "totals": [2]}}
    assert then.options["offer_hop"].section == "1.2(a)20"
    assert then.wagers["hop"].section == "1.2(a)22", "what came with the amendment never had another number"


def test_a_provision_moved_alone_by_an_amendment_keeps_its_number_of_the_day() -> None:
    alone = GOOD.replace("[fact.dice]\n", '[fact.dice]\nwas = { "R.2001 d.23" = "1.9" }\n')
    rules = read_rules(alone, "mini.toml")
    assert rules.on(date(2001, 1, 15)).facts["dice"].section == "1.9"
    assert rules.on(date(2001, 1, 16)).facts["dice"].section == "1.11(d)"
    with pytest.raises(RulesError, match=r"mini.toml:\d+: .*R.1999 d.1 is not among the amendments"):
        read_rules(alone.replace('R.2001 d.23" = "1.9', 'R.1999 d.1" = "1.9'), "mini.toml")


@pytest.mark.parametrize("game", sorted(registered_games()))
def test_no_code_cites_by_hand_a_paragraph_that_was_renumbered(game: str) -> None:
    moved = [number for _, pairs in rules_of(game).renumberings() for number in (*pairs, *pairs.values())]
    package = files(registered_games()[game])
    for file in (one for one in package.iterdir() if one.name.endswith(".py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and is_paragraph(node.value):
                assert not any(covers(number, [str(node.value)]) for number in moved), (
                    f"{file.name}:{node.lineno} cites {node.value!r}, which had other numbers: make it a fact"
                )
