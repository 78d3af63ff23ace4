"""`pitboss guide` (8.5) and `pitboss sign` (8.3): the patron's guide and the sign at the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss import price
from pitboss.chapter.finding import Unlawful
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games
from pitboss.cli import main
from pitboss.documents.document import Columns, Document, Grid, Heading, Listed, Pairs, Text
from pitboss.equipment import ScriptedSource, cards
from pitboss.library.papers.guide_texts import guide_texts
from pitboss.library.papers.guides import _bonuses, _equipment, _options, _round, _said, _wagers, guide
from pitboss.library.papers.paragraphs import gists, paragraphs_of
from pitboss.library.papers.signs import change_sign, sign
from pitboss.library.papers.table import PaperTable, stale
from pitboss.library.papers.words import chosen
from pitboss.library.tables import deal

Made = Callable[..., Path]
SMALL = (
    ("craps", "2008-06-01"),
    ("roulette", "2008-06-01"),
    ("three-card-poker", "2013-06-01"),
    ("keno", "2008-06-01"),
    ("high-card", "2008-06-01"),
)


def of(path: Path) -> Document:
    return guide(PaperTable.read(path))


def words(document: Document) -> str:
    return " ".join(str(block) for block in document.blocks)


def headings(document: Document) -> list[str]:
    return [block.text for block in document.blocks if isinstance(block, Heading) and block.level == 1]


# ---- The guide, 8.5


@pytest.mark.parametrize(("game", "on"), SMALL)
def test_8_5_guides_have_the_points_in_their_order(game: str, on: str, table: Made) -> None:
    found = of(table(game, on))
    first, second = found.blocks[:2]
    assert isinstance(first, Pairs)
    assert [name for name, _ in first.rows] == ["casino", "game", "table", "date", "edition", "regulator"]
    assert isinstance(second, Text)
    assert "abridged" in second.text
    assert "govern" in second.text
    order = ["Object of the game", "The wagers", "How a round goes", "What voids a round"]
    order += ["Payout limits and match play", "Chances", "The complete rules"]
    assert [name for name in headings(found) if name in order] == order
    assert found.form == "leaflet"


@pytest.mark.parametrize(("game", "on"), SMALL)
def test_8_5_guides_write_odds_with_to(game: str, on: str, table: Made) -> None:
    assert not re.search(r"\d+ for \d+", words(of(table(game, on))))


def test_8_5_nothing_that_is_not_offered_appears(table: Made) -> None:
    without = of(table("three-card-poker", "2013-06-01"))
    offered = of(table("three-card-poker", "2013-06-01", "offer_six_card_bonus = true"))
    assert "ix-card" not in words(without)
    assert "Six-card bonus wager" in words(offered)
    assert "Surrender" not in words(of(table("roulette", "2008-06-01")))


def test_8_5_parts_of_a_choice_that_was_not_made_do_not_appear(table: Made) -> None:
    same_suit = PaperTable.read(table("blackjack", "2008-06-01", 'additional_wager = "same_suit"', "increment = 5\n"))
    for paper in (sign(same_suit), Document("", blocks=tuple(_options(same_suit.layout)))):
        assert "Permissible additional wager offered" in words(paper)
        assert "sevens wager" not in words(paper)
        assert "$0.01" not in words(paper)  # a $5 increment is posted
    assert "Stickperson at a mini-craps table" not in words(sign(PaperTable.read(table("craps", "2008-06-01"))))
    assert "Dragons eye" not in str(gists(Layout.of("pai-gow-poker"), "round"))


@pytest.mark.parametrize("game", [one for one, package in registered_games().items() if package.startswith("pitboss.")])
def test_8_5_every_wager_says_what_wins_and_what_loses(game: str) -> None:
    layout = Layout.of(game)
    counted = ("roulette", "sic-bo", "pokette", "mini-dice", "mini-baccarat", "craps", "automated-craps")
    prices = price(layout).wagers if game in counted else ()
    said = [block.text for block in _wagers(layout, prices) if isinstance(block, Text) and block.weight == ""]
    assert said
    assert all(re.search(r"\b(loses?|lost)\b", text) for text in said), game


def test_8_5_a_poker_table_shows_its_own_variant_and_its_stakes(table: Made) -> None:
    found = of(table("poker", "2013-06-01", more="[limits]\n"))
    said = words(found)
    for other in ("Mambo", "badugi", "2-7", "Eight or better", "Third blind"):
        assert other not in said
    assert "No payout limit." in said
    assert "structure of the betting fixed limit, lower limit $3, upper limit $6" in said
    assert "Eight or better" in words(of(table("poker", "2013-06-01", 'variant = "omaha_hilo8"', "[limits]\n")))


def test_8_5_every_game_describes_its_equipment_its_round_and_each_wager_without_remarks_on_sources() -> None:
    for game in (one for one, package in registered_games().items() if package.startswith("pitboss.")):
        layout = Layout.of(game)
        content = (*_equipment(layout), *_wagers(layout), *_round(layout))
        assert all(_said(layout, wager) for wager in layout.wagers), game
        texts = guide_texts(game)  # an unknown wager, option or paragraph is an error
        assert {*texts.steps, *texts.when} <= {one.id for one in paragraphs_of(game)}, game
        assert "Equipment" in [block.text for block in content if isinstance(block, Heading)], game
        assert next(len(block.items) for block in content if isinstance(block, Listed)) >= 3, game
        remarks = r"breaks off|copy ends|history note|not held|text was not found|\b0 to 1\b"
        assert not re.search(remarks, str(content)), game


def test_8_5_the_bonus_paid_beside_a_wager_is_described() -> None:
    assert ("Pay table of the ante bonus", "straight flush: 5 to 1, three of a kind: 4 to 1, straight: 1 to 1") in [
        *_bonuses(Layout.of("three-card-poker"))
    ]


def test_8_5_each_wager_has_limits_odds_section_and_chance(table: Made) -> None:
    found = of(table("craps", "2008-06-01"))
    [content] = [
        block
        for block, before in zip(found.blocks[2:], found.blocks, strict=False)
        if isinstance(block, Pairs) and before == Heading("Field Bet", 2)
    ]
    assert dict(content.rows)["limits"] == "$10 to $500"
    assert dict(content.rows)["section"] == "19:47-1.2(a)11, 19:47-1.4(b)"
    [chances] = [block for block in found.blocks if isinstance(block, Grid) and "wins" in block.columns]
    assert next(row for row in chances.rows if "Field Bet" in row[0])[1:] == ("44.44%", "", "5.556%")


def test_8_5_payout_limits_are_shown_with_their_section(table: Made) -> None:
    assert "$50,000. (19:47-15.3)" in words(of(table("keno", "2008-06-01")))
    assert "No payout limit." in words(of(table("roulette", "2008-06-01")))


def test_8_5_the_guide_is_of_the_regulator_of_its_date(table: Made) -> None:
    assert "Division of Gaming Enforcement" in words(of(table("roulette", "2012-03-19")))
    assert "Casino Control Commission" in words(of(table("roulette", "2012-03-18")))


def test_8_5_a_changed_table_file_makes_its_guide_stale(
    table: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = table("casino-war", "2008-06-01")
    for name in ("guide.pdf", "guide.html"):
        paper = tmp_path / name
        assert main(["guide", str(path), "--out", str(paper)]) == 0
        assert main(["guide", str(path), "--check", str(paper)]) == 0
        assert not stale(paper, path)
    path.write_text(path.read_text("utf-8").replace("maximum = 500", "maximum = 1000"), "utf-8")
    capsys.readouterr()
    assert main(["guide", str(path), "--check", str(tmp_path / "guide.pdf")]) == 1
    assert "out of date" in capsys.readouterr().out
    (tmp_path / "other.pdf").write_bytes(b"%PDF-1.7")
    assert main(["guide", str(path), "--check", str(tmp_path / "other.pdf")]) == 2
    assert "not a document made by Pitboss" in capsys.readouterr().err


def test_8_5_example_17_a_table_without_surrender_plays_by_its_file_and_the_guide_is_stale(
    table: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, paper = table("blackjack", "2008-06-01", 'surrender = "late"'), tmp_path / "guide.html"
    assert main(["guide", str(path), "--out", str(paper)]) == 0
    offered = words(of(path))
    path.write_text(path.read_text("utf-8").replace('"late"', '"none"'), "utf-8")
    capsys.readouterr()
    assert main(["guide", str(path), "--check", str(paper)]) == 1
    content = capsys.readouterr().out
    assert "out of date" in content
    assert "8.5" in content
    assert "Surrender offered', 'late'" in offered
    assert "late" not in words(of(path))
    hand = deal("blackjack", table=path, source=ScriptedSource(cards=cards("2c Ts 9d 6s Td"))).sit("Ann", 100)
    hand.wager("blackjack", 10).play()
    assert "surrender" not in hand.asks()


# ---- Signs, 8.3

CHANGE = """
[[changes]]
option = "field.12"
from = "2 to 1"
to = "3 to 1"
effective_at = 2008-06-01T14:00:00
sign_posted_at = 2008-06-01T13:30:00
announced_at = 2008-06-01T13:30:00
regulator_notified_at = 2008-06-01T13:25:00
"""


def test_8_3_signs_show_limits_of_every_wager_and_every_choice(table: Made) -> None:
    held = PaperTable.read(table("craps", "2008-06-01", "offer_678 = true", "[limits.field]\nmaximum = 50\n"))
    found = sign(held)
    [large] = [block for block in found.blocks if isinstance(block, Columns)]
    assert dict(large.rows) == {"minimum": "$10", "maximum": "$500"}
    limits, rules = (block for block in found.blocks if isinstance(block, Grid))
    assert ("$10 to $50", "Field Bet") in limits.rows
    assert sum(len(row[1].split(", ")) for row in limits.rows) == len(held.layout.wagers)
    assert ("6-7-8 wager offered", "yes", "19:47-1.2(a)39") in rules.rows
    assert (found.title, found.subtitle, found.overline) == ("Craps and mini-craps", "Table 7", "The Boardwalk")


def test_8_3_the_sign_of_a_change_has_old_and_new_value_and_when_it_starts(table: Made) -> None:
    found = change_sign(PaperTable.read(table("craps", "2008-06-01", more=CHANGE)))
    assert "2 to 1" in words(found)
    assert "3 to 1" in words(found)
    assert "Sunday, June 1, 2008, at 14:00" in words(found)
    assert "30 minutes" in words(found)


def test_8_3_a_payout_limit_on_a_sign_is_in_dollars(table: Made) -> None:
    falls = CHANGE.replace("field.12", "payout_limit").replace("2 to 1", "75000").replace("3 to 1", "50000")
    found = change_sign(PaperTable.read(table("let-it-ride", "2008-06-01", 'payout_limit = "75000"', falls)))
    assert Columns((("until then", "$75,000"), ("from then on", "$50,000"))) in found.blocks


def test_8_2_a_table_without_a_minimum_or_a_maximum_has_no_sign(
    table: Made, capsys: pytest.CaptureFixture[str]
) -> None:
    for limits in ("[limits]\n", "[limits]\nminimum = 10\n", "[limits]\nmaximum = 500\n"):
        assert main(["sign", str(table("craps", "2008-06-01", more=limits))]) == 2
        assert "state both under [limits] for: Pass Bet, Don't Pass Bet, Come Bet and " in capsys.readouterr().err
    sign(PaperTable.read(table("poker", "2008-06-01", more="[limits]\n")))  # poker's stakes are its limits


@pytest.mark.parametrize("game", [one for one, package in registered_games().items() if package.startswith("pitboss.")])
def test_8_2_a_table_with_a_minimum_and_a_maximum_has_a_sign_with_limits_of_every_wager(game: str, table: Made) -> None:
    found = words(sign(PaperTable.read(table(game, "2013-06-01"))))
    assert not re.search(r"no limit posted|no minimum|no maximum", found)


def test_8_2_a_sign_says_that_limits_may_be_granted_to_single_patrons(table: Made) -> None:
    limits = "[limits]\nminimum = 10\nmaximum = 500\n"
    said = "A particular patron may be granted other limits (19:47-8.2)."
    assert said in words(sign(PaperTable.read(table("craps", "2008-06-01", more=f"{limits}individual = true\n"))))
    assert said not in words(sign(PaperTable.read(table("craps", "2008-06-01", more=limits))))


def changed_limits(said: str, limits: str = "minimum = 10\nmaximum = 500\n") -> str:
    """Return a table's [limits] with a change announced in time."""
    kept = "".join(f"{line}\n" for line in CHANGE.splitlines() if "_at" in line)
    return f"[limits]\n{limits}[[changes]]\nlimits = true\n{said}\n{kept}"


@pytest.mark.parametrize(
    ("said", "old", "new"),
    [
        ("to = 25", "$10 to $500", "$25 to $500"),
        ('from = "$10 to $500"\nto = "$25 to $1,000"', "$10 to $500", "$25 to $1,000"),
        ("to = { maximum = 400 }", "$10 to $500", "$10 to $400"),
        ('to = "steps of $5"', "any amount", "$5"),
    ],
)
def test_8_3_the_sign_of_changed_limits_has_the_old_ones_and_the_new(
    said: str, old: str, new: str, table: Made
) -> None:
    found = change_sign(PaperTable.read(table("craps", "2008-06-01", more=changed_limits(said))))
    assert Columns((("until then", old), ("from then on", new))) in found.blocks


def test_8_3_the_sign_of_changed_limits_of_a_wager_has_the_old_ones_and_the_new(table: Made) -> None:
    said = changed_limits("to = { field = { minimum = 5, maximum = 100 }, individual = true }")
    found = change_sign(PaperTable.read(table("craps", "2008-06-01", more=said)))
    assert Columns((("until then", "$10 to $500"), ("from then on", "$5 to $100"))) in found.blocks
    assert Heading("Field Bet") in found.blocks
    [rows] = [block.rows for block in found.blocks if isinstance(block, Grid)]
    assert rows == (("A particular patron may be granted other limits", "no", "yes"),)


def test_8_3_old_limits_that_no_table_file_states_are_taken_from_the_change_or_asked_for(
    table: Made, capsys: pytest.CaptureFixture[str]
) -> None:
    found = change_sign(PaperTable.read(table("craps", "2008-06-01", more=changed_limits("from = 10\nto = 25", ""))))
    assert Columns((("until then", "minimum $10"), ("from then on", "minimum $25"))) in found.blocks
    path = table("craps", "2008-06-01", more=changed_limits("to = 25", ""))
    assert main(["sign", str(path), "--change", "1"]) == 2
    assert "shows the old limits too" in capsys.readouterr().err


@pytest.mark.parametrize("said", ["to = 10", 'to = "$10 to $500"'])
def test_8_3_what_changes_nothing_has_no_sign(said: str, table: Made, capsys: pytest.CaptureFixture[str]) -> None:
    same = CHANGE.replace('from = "2 to 1"\nto = "3 to 1"', 'to = "2 to 1"')
    for more in (changed_limits(said), same):
        assert main(["sign", str(table("craps", "2008-06-01", more=more)), "--change", "1"]) == 2
        assert "nothing changes, so no announcement is due (8.3)" in capsys.readouterr().err


def test_8_3_the_sign_of_a_second_change_starts_from_the_first(table: Made) -> None:
    second = CHANGE.replace("2 to 1", "3 to 1", 1).replace('to = "3 to 1"', 'to = "4 to 1"').replace("14:00", "15:00")
    second = second.replace('from = "3 to 1"', "")
    found = change_sign(PaperTable.read(table("craps", "2008-06-01", more=CHANGE + second)), 2)
    assert Columns((("until then", "3 to 1"), ("from then on", "4 to 1"))) in found.blocks


def test_8_3_the_sign_of_a_change_is_refused_where_the_table_that_it_makes_is_unlawful(
    table: Made, capsys: pytest.CaptureFixture[str]
) -> None:
    two = CHANGE.replace("field.12", "decks").replace('"2 to 1"', "6").replace('"3 to 1"', "2")
    path = table("blackjack", "2008-06-01", 'match_dealer = "on"\ndecks = 6', two)
    assert main(["sign", str(path), "--change", "1"]) == 2
    assert "19:47-2.2(a)4" in capsys.readouterr().err


def test_18_11_c_the_sign_of_a_payout_limit_that_rises_asks_for_no_notice(table: Made) -> None:
    rises = CHANGE.replace("field.12", "payout_limit").replace("2 to 1", "50000").replace("3 to 1", "75000")
    rises = "".join(f"{line}\n" for line in rises.splitlines() if "_at" not in line or "effective" in line)
    found = change_sign(PaperTable.read(table("let-it-ride", "2008-06-01", more=rises)))
    assert Columns((("until then", "$50,000"), ("from then on", "$75,000"))) in found.blocks
    assert "30 minutes" not in words(found)


def test_11_20_d_a_limit_below_what_the_minimum_could_win_has_no_sign(table: Made) -> None:
    low = table(
        "pai-gow-poker",
        "2012-06-01",
        'imperial = true\nimperial_limit = "40000"',
        "[limits]\nminimum = 100\nmaximum = 500\n",
    )
    with pytest.raises(Unlawful, match=r"11\.20\(d\)|below what the least wager could win"):
        PaperTable.read(low)


def test_8_3_odds_that_an_option_sets_stand_once_on_a_sign(table: Made) -> None:
    held = PaperTable.read(table("craps", "2008-06-01", more='[odds]\n"field.12" = "3 to 1"\n'))
    [rules] = [block for block in sign(held).blocks if isinstance(block, Grid) and "rule" in block.columns]
    assert [row[0] for row in rules.rows if row[1] == "3 to 1"] == ["Field Bet on 12"]


def test_8_3_a_change_with_too_little_notice_has_no_sign(table: Made, capsys: pytest.CaptureFixture[str]) -> None:
    late = CHANGE.replace("13:30", "13:40")
    with pytest.raises(Unlawful, match="20 minutes before the change"):
        PaperTable.read(table("craps", "2008-06-01", more=late))
    assert main(["sign", str(table("craps", "2008-06-01", more=late)), "--change", "1"]) == 2
    assert "8.3" in capsys.readouterr().err


def test_a_sign_of_a_change_that_is_not_announced_is_refused(table: Made, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sign", str(table("craps", "2008-06-01")), "--change", "1"]) == 2
    assert "announces none under [[changes]]" in capsys.readouterr().err


def test_the_sign_in_the_terminal_and_as_json(table: Made, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(table("roulette", "2008-06-01"))
    assert main(["sign", path]) == 0
    assert "minimum: $10" in capsys.readouterr().out
    assert main(["sign", path, "--json"]) == 0
    assert '"form": "sign"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("game", "options", "content", "absent"),
    [
        (
            "colorado-holdem",
            {},
            "Bet or fold: equal to the ante, to stay in.",
            "Each player bets or not; no one folds.",
        ),
        (
            "colorado-holdem",
            {"version": "permissible_bet"},
            "Each player bets or not; no one folds.",
            "Bet or fold: equal",
        ),
        ("blackjack-switch", {}, "You may split a pair only once, into two hands.", "without a reader"),
        (
            "blackjack-switch",
            {"max_split_hands": 3, "hole_card": "unpeeked"},
            "without a reader",
            "You may split a pair only once",
        ),
        ("four-card-poker", {"dealing_method": "hand"}, "Dealt from the hand: one card at a time", "The same"),
    ],
)
def test_a_guide_describes_the_round_as_this_table_plays_it(
    game: str, options: dict[str, Any], content: str, absent: str
) -> None:
    said = " ".join(one.text for one in gists(Layout.of(game, None, options), "round"))
    assert content in said
    assert absent not in said


@pytest.mark.parametrize("game", ["double-attack-blackjack", "triple-attack-blackjack"])
def test_the_assumed_play_of_a_price_is_not_a_rule_of_the_table(game: str) -> None:
    layout = Layout.of(game)
    assert any(option.analysis for option in layout.rules.options.values())
    assert not any("analysis" in one.name for one in chosen(layout))
