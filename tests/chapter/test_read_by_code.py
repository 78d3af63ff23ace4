"""Everything in a rules.toml is used; an unused entry would look as if the chapter were followed.

A fact or an option is used by the code of its game or by shared code (by its name, or by a name built from parts, such
as `dealing_` and the method, or a wager and `_wins`), by other provisions in the file, or by a paragraph that says why
it is not for software.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import pitboss

HOUSE = Path(pitboss.__file__).parent
GAMES = sorted(path.parent.name for path in HOUSE.glob("games/*/paragraphs.toml"))
BY_ITSELF = {"sets_odds", "posts_minimum", "posts_steps", "least_return"}
"""Keys that make an option effective without being named in code."""

ONLY_TOLD = {
    "automated_craps": {"shaker_secured": "a person secures the shaker"},
    "baccarat_punto_banco": {"cutting_cards": "the shoe knows where a card is; the number is not read"},
    "mini_baccarat": {"cutting_cards": "as in the larger game"},
    "four_card_poker": {"both": "a player may make both wagers; the layout offers each by itself"},
    "keno": {
        "keno_means": "a definition",
        "king_means": "a definition; a king is a group of one, which any ticket may have",
        "way_means": "a definition, which `shares` counts",
        "rate_means": "a definition, which the stake of a way is",
        "price_of_ticket": "the sum of the wagers that a ticket lays",
    },
    "blackjack": {
        "hard_total": "a definition, which `Count` is",
        "soft_total": "a definition, which `Count` is",
        "pip_values": "the face of a card, which `Count` reads",
        "least_decks": "the least of option decks",
        "cutting_cards": "the shoe knows where a card is; the number is not read",
        "bonus_cards": "as many as the ranks of the extra payouts: test_2_3_e_1_and_2_extra_payouts_are_of_three_cards",
        "bonus_not_doubled": "round, price and kernel alike pay a doubled hand 1 to 1: example 7",
        "shared_surrender": "`surrender` gives up every stake of the hand, whoever's it is",
        "settled_before_third": "`on_initial` comes before `play_hands`",
    },
    "double_attack_blackjack": {
        "hard_total": "a definition, which `Count` is",
        "soft_total": "a definition, which `Count` is",
        "pip_values": "the face of a card, which `Count` reads",
        "cutting_cards": "the shoe knows where a card is; the number is not read",
        "shared_surrender": "`surrender` gives up every stake of the hand, whoever's it is",
    },
    "triple_attack_blackjack": {
        "hard_total": "a definition, which `Count` is",
        "soft_total": "a definition, which `Count` is",
        "pip_values": "the face of a card, which `Count` reads",
        "cutting_cards": "the shoe knows where a card is; the number is not read",
        "shared_surrender": "`surrender` gives up every stake of the hand, whoever's it is",
    },
    "blackjack_switch": {
        "hard_total": "a definition, which `Count` is",
        "soft_total": "a definition, which `Count` is",
        "pip_values": "the face of a card, which `Count` reads",
        "cutting_cards": "the shoe knows where a card is; the number is not read",
        "exchanged_21": "a blackjack is recognized by the first two cards as they were dealt",
        "where_wagers_lie": "where chips lie within a box is for people",
    },
    "double_cross_poker": {
        "three_card_first": "the order of hands, which `hands` has",
        "three_card_rest": "the order of hands, which `hands` has",
    },
    "caribbean_stud": {
        "in_order": "the tape holds every card in its place",
    },
    "flop_poker": {"three_card_categories": "the order of hands, which `hands` has"},
    "let_it_ride": {
        "lower_categories": "the order of hands, which `hands` has",
        "three_card_categories": "the order of hands, which `hands` has",
    },
    "pai_gow": {
        "bank_settlement": "`table/bank.py` settles so: losing wagers first, winners out of them, then out of the bank",
        "dragons_eye_dealing": "the dice are shaken before tiles are dealt: the round asks for them first",
    },
    "pai_gow_poker": {
        "legal": "`rating` of a setting compares it, and a foul is recognized by it",
        "dragons_eye_dealing": "the dice are shaken before cards are dealt: the round asks for them first",
        "house_way_pairs": "the bounds of the lines of `house_way`, which is written by them",
        "bank_settlement": "`table/bank.py` settles so: losing wagers first, winners out of them, then out of the bank",
        "three_card_ranking": "the order of hands, which `hands` has",
        "imperial_odds": "the word of odds, which all pay tables have",
        "imperial_banker": "a definition, which the line of the banker's hand in the pay table is",
        "additional_settlement": "the wager's pay table is that of the seven-card bonus",
    },
    "poker": {
        "overview": "a definition: the game has no wager of the house",
        "first_to_act": "`betting` asks whose board is best, of equal ones who was dealt first",
        "first_round": "`betting` begins after the last blind",
        "holdem_showdown": "a variant's `of` says from how many cards a hand is made",
        "odd_chips": "`pots` gives them so: the worked examples of split pots",
    },
    "roulette": {"ball_turns": "a person counts the turns; irregularity too_few_turns is what follows"},
    "spanish_21": {
        "hard_total": "a definition, which `Count` is",
        "soft_total": "a definition, which `Count` is",
        "pip_values": "the face of a card, which `Count` reads",
        "cutting_cards": "the shoe knows where a card is; the number is not read",
        "card_change_hours": "a person changes the cards",
        "bonus_not_doubled": "round, price and kernel alike pay a doubled hand the usual odds",
        "shared_surrender": "`surrender` gives up every stake of the hand, whoever's it is",
    },
    "three_card_poker": {"six_card_kept": "the wager's term `lost_on_fold` says it: example 14"},
}
"""Facts followed by the code's structure, or only by people, each with the reason. They are there for `rules`, `cite`,
`diff` and `trace`. None may be added without a reason.
"""


def strings(value: Any) -> Iterator[str]:
    """Yield every string in some data, including keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for one in value.values():
            yield from strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)


@cache
def said(source: Path) -> tuple[frozenset[str], frozenset[str]]:
    """Return the strings in a module, and the patterns of those that it builds from parts."""
    texts, patterns = set(), set()
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.add(node.value)
            if re.fullmatch(r"[a-z]{4,}(_[a-z]+)*_", node.value):
                patterns.add(f"{node.value}.+")
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            texts.add(node.target.id)  # a field of a fact that is read as a whole
        elif isinstance(node, ast.JoinedStr):
            parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in node.values]
            if re.fullmatch(r"(\.\+_)?[a-z]{4,}(_[a-z]+)*(_\.\+)?", "".join(parts)):
                patterns.add("".join(parts))
    return frozenset(texts), frozenset(patterns)


def read_by_code(game: str) -> tuple[set[str], set[str]]:
    sources = [path for path in HOUSE.rglob("*.py") if path.parts[len(HOUSE.parts)] != "games"]
    found = [said(path) for path in (*sources, *(HOUSE / "games" / game).rglob("*.py"))]
    return {text for texts, _ in found for text in texts}, {one for _, patterns in found for one in patterns}


def read_by_data(rules: dict[str, Any], paragraphs: dict[str, Any]) -> set[str]:
    """Return the names that other provisions depend on, and those in paragraphs that state no rule for software."""
    facts = [one for dated in rules["fact"].values() for one in (dated if isinstance(dated, list) else [dated])]
    found = set(strings([one["value"] for one in facts])) | set(rules.get("pay_table", {}))
    found |= set(strings([one.get("applies", {}) for one in rules.get("option", {}).values()]))
    found |= set(strings([part for name, part in rules.items() if name not in ("fact", "option", "pay_table")]))
    nothing = [data for one in paragraphs["paragraph"] if "nothing" in one for data in one.get("data", [])]
    return found | {data.partition(".")[2] for data in nothing}


def unread(game: str) -> list[str]:
    folder = HOUSE / "games" / game
    rules, paragraphs = (
        tomllib.loads((folder / f"{name}.toml").read_text("utf-8")) for name in ("rules", "paragraphs")
    )
    texts, patterns = read_by_code(game)
    texts |= read_by_data(rules, paragraphs)
    choices = [choice for one in rules.get("option", {}).values() for choice in one.get("values", [])]
    values = set(strings([choice["value"] if isinstance(choice, dict) else choice for choice in choices]))

    def read(name: str) -> bool:
        by_choice = (name.removesuffix(f"_{value}") for value in values if name.endswith(f"_{value}"))
        return (
            name in texts or any(one in texts for one in by_choice) or any(re.fullmatch(one, name) for one in patterns)
        )

    options = [name for name, one in rules.get("option", {}).items() if not BY_ITSELF & set(one)]
    return [name for name in (*rules["fact"], *options) if not read(name)]


@pytest.mark.parametrize("game", GAMES)
def test_every_fact_and_option_is_read(game: str) -> None:
    assert set(unread(game)) == set(ONLY_TOLD.get(game, {}))


def test_unread_facts_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "read_by_code", lambda game: (set(), set()))
    assert {"point_numbers", "seven"} <= set(unread("craps"))
