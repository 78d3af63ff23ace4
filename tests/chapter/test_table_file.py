"""Reading a licensee's table file: anything that cannot be understood gives one clear line."""

import tomllib
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from pitboss.chapter.layout import Limits
from pitboss.chapter.table_file import BadTable, read_table

TABLES = Path(__file__).parent / "tables"


def test_the_file_of_the_design() -> None:
    table = read_table(TABLES / "design_example.toml")
    assert (table.game, table.on, table.name) == ("craps", date(2008, 6, 1), "design_example")
    assert table.options == {"offer_678": True, "vig_rate": Decimal("0.05")}
    assert table.odds == {"field.12": "3 to 1"}
    assert table.amounts() == (Limits(1000, 500000), ())
    layout = table.layout()
    assert str(layout.odds("field", "12")) == "3 to 1"
    assert "six_seven_eight" in layout.wagers
    assert layout.limits.of("pass") == (1000, 500000)


def test_everything_that_a_table_file_can_contain() -> None:
    table = read_table(str(TABLES / "full_house_2008.toml"))
    assert table.name == "Craps 7"
    assert table.odds == {"field.12": "3 to 1", "any_seven": "4 to 1"}
    assert table.amounts() == (Limits(1000, 500000, 500, {"field": (500, 50000)}), ())
    assert table.notices is not None
    assert table.notices.limits
    change, limits = table.changes
    assert (change.option, change.was, change.to) == ("vig_timing", "on_win", "when_made")
    assert change.effective_at == datetime(2008, 6, 1, 14, 0)
    assert limits.of_limits
    assert limits.regulator_notified_at is None


def test_a_table_without_a_date_is_of_today() -> None:
    assert read_table('game = "craps"').on == date.today()


def test_no_float_touches_a_figure() -> None:
    assert read_table('game = "craps"\n[options]\nvig_rate = 0.1').options["vig_rate"] == Decimal("0.1")


def test_invalid_limits_are_left_to_the_check() -> None:
    limits, unread = read_table('game = "craps"\n[limits]\nminimum = "ten"\nmaximum = 50').amounts()
    assert limits == Limits(0, 5000)
    assert [one.where for one in unread] == ["limits.minimum"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("on = 2008-06-01", 'table: no game is given; write game = "…" with one of: '),
        (
            'on = 2008-06-01\ngame = "crabs"',
            "table:2: no game 'crabs': did you mean craps? `pitboss games` lists every game",
        ),
        ("game = 7", "table:1: no game 7; the games are: "),
        ('game = "craps"\non = "2008-06-01"', "table:2: on must be a date without quotes, like 2008-06-01"),
        ('game = "craps"\non = 2008-06-01T10:00:00', "table:2: on must be a date without quotes"),
        ('game = "craps"\non = 1978-06-01', "table:2: on is 1978-06-01, but the chapter begins on 1978-06-02"),
        ('game = "craps"\noptions = 3', "table:2: options must be a section, written [options]"),
        ('game = "craps"\nodds = []', "table:2: odds must be a section, written [odds]"),
        ('game = "craps"\nlimits = 5', "table:2: limits must be a section, written [limits]"),
        ('game = "craps"\n[options]\noffer_678 =', "table:3: this is not TOML: Invalid value"),
        ('game = "craps"\n\n[options\n', "table:3: this is not TOML: "),
        ('game = "craps"\nname = 7', "table:2: name must be text, not 7"),
        ('game = "craps"\nnotices = true', "table:2: notices must be a section"),
        ('game = "craps"\n[notices]\nlimits = 1', "table:3: notices.limits must be true or false, not 1"),
        ('game = "craps"\n[notices]\noptions = "x"', "table:3: notices.options must be a list of names"),
        ('game = "craps"\n[changes]\noption = "x"', "table:2: each change must be a section of its own"),
        ('game = "craps"\n[[changes]]\nto = 3', "table:2: changes.0 must name what changes"),
        ('game = "craps"\n[[changes]]\noption = "x"\nlimits = true', "table:2: changes.0 must name what changes"),
        (
            'game = "craps"\n[[changes]]\noption = "x"\nannounced_at = 13:30:00',
            "table:4: changes.0.announced_at must be a local date and time like 2008-06-01T14:00:00, not 13:30:00",
        ),
        (
            'game = "craps"\n[[changes]]\nlimits = true\n[[changes]]\nlimits = true\nplayers_present = 3',
            "table:6: changes.1.players_present must be true or false",
        ),
    ],
)
def test_unreadable_input_gives_one_error_with_file_and_line(text: str, line: str) -> None:
    with pytest.raises(BadTable) as refused:
        read_table(text)
    assert str(refused.value).startswith(line)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "a." * 32_000 + "a = 1\n",
        "[" + "a." * 32_000 + "a]\n",
        "a" + " . a" * 16_000 + " = 1\n",
        "x = {" + "a." * 30_000 + "a = 1}\n",
        "x = " + "[" * 60_000 + "\n",
        "x = " + "{x = " * 12_000 + "\n",
    ],
    ids=["dots", "heading", "dots apart", "within", "lists", "tables"],
)
def test_deep_nesting_is_refused_before_parsing(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """64 KB of dots took ten seconds and four gigabytes to parse."""
    monkeypatch.setattr(tomllib, "loads", lambda *given, **more: pytest.fail("it was read"))
    with pytest.raises(BadTable, match="nested too deep"):
        read_table(text)


def test_a_file_of_too_many_keys_or_letters_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tomllib, "loads", lambda *given, **more: pytest.fail("it was read"))
    with pytest.raises(BadTable, match="table:601: a table file has at most 600 keys"):
        read_table("\n".join(f"k{number} = 1" for number in range(3000)))
    with pytest.raises(BadTable, match="table:601: a table file has at most 600 keys"):
        read_table("\n".join(f"[k{number}]" for number in range(3000)) + "\n")
    with pytest.raises(BadTable, match="characters"):
        read_table("#" * 70_000 + "\n")


def test_strings_and_comments_count_as_neither_keys_nor_nesting() -> None:
    dots = "." * 100
    text = f'# {dots} {"[" * 50}\ngame = "craps"\nname = "{dots}[[[[[[[[[[[[[["\n[options]\n'
    assert read_table(text).name.startswith(dots)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match=r"nowhere\.toml: cannot be read: No such file"):
        read_table("nowhere.toml")
    with pytest.raises(BadTable, match="cannot be read"):
        read_table(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b'game = "cr\xe4ps"')
    with pytest.raises(BadTable, match=r"latin\.toml: cannot be read: a table file is text in UTF-8"):
        read_table(tmp_path / "latin.toml")
