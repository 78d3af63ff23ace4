"""Nothing stands in a rules.toml that nobody reads: a figure that does nothing looks as if the chapter were followed.

A fact or an option is read by the code of its game or of what games share (by its name, or by a name that is put
together: `dealing_` and the method, a wager and `_wins`), by other provisions of the file (what is offered, paid,
permitted under it, what sets odds or posts a limit), or a paragraph that says why it is nothing for software names it.
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
BY_ITSELF = {"sets_odds", "posts_minimum", "posts_steps"}
"Keys by which an option does what it is for without being named in code."

ONLY_TOLD = {
    "automated_craps": {"shaker_secured"},
    "baccarat_punto_banco": {"cutting_cards"},
    "casino_war": {"equipment"},
    "keno": {"keno_means", "king_means", "min_return", "price_of_ticket", "rate_means", "way_means"},
    "red_dog": {"equipment"},
    "blackjack": {
        *("hard_total", "soft_total", "least_decks", "cutting_cards", "pip_values", "batches", "batches_alternate"),
        *("decks_alternate", "bonus_cards", "bonus_not_doubled", "cut_order", "shared_surrender"),
        "settled_before_third",
    },
    "caribbean_stud": {"cards_collected", "in_order"},
    "flop_poker": {"three_card_categories", "odd_chips"},
    "let_it_ride": {"lower_categories", "three_card_categories"},
    "mini_baccarat": {"cutting_cards"},
    "roulette": {"ball_turns"},
    "three_card_poker": {"six_card_kept"},
    "ultimate_texas_holdem": {"one_position"},
}
"""Facts that say a rule which the code keeps by how it is written (a definition, an order of hands, what a person does
with cutting cards, shakers and balls): there for `rules`, `cite`, `diff` and trace. None may join without a reason."""


def strings(value: Any) -> Iterator[str]:
    """Every text in some data, keys included."""
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
    """The texts of a module, and the patterns of those that it puts together around a word of its own."""
    texts, patterns = set(), set()
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.add(node.value)
            if re.fullmatch(r"[a-z]{4,}(_[a-z]+)*_", node.value):
                patterns.add(f"{node.value}.+")
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            texts.add(node.target.id)  # a field of what is read as a whole
        elif isinstance(node, ast.JoinedStr):
            parts = [re.escape(part.value) if isinstance(part, ast.Constant) else ".+" for part in node.values]
            if re.fullmatch(r"(\.\+_)?[a-z]{4,}(_[a-z]+)*(_\.\+)?", "".join(parts)):
                patterns.add("".join(parts))
    return frozenset(texts), frozenset(patterns)


def read_by_code(game: str) -> tuple[set[str], set[str]]:
    sources = [path for path in HOUSE.rglob("*.py") if path.parts[len(HOUSE.parts)] != "games"]
    found = [said(path) for path in (*sources, *(HOUSE / "games" / game).rglob("*.py"))]
    return {text for texts, _ in found for text in texts}, {one for _, patterns in found for one in patterns}


def read_by_data(rules: dict[str, Any], paragraphs: dict[str, Any]) -> set[str]:
    """What other provisions hang on, and what paragraphs without a rule for software name."""
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
    values = set(strings([one.get("values", []) for one in rules.get("option", {}).values()]))

    def read(name: str) -> bool:
        by_choice = (name.removesuffix(f"_{value}") for value in values if name.endswith(f"_{value}"))
        return (
            name in texts or any(one in texts for one in by_choice) or any(re.fullmatch(one, name) for one in patterns)
        )

    options = [name for name, one in rules.get("option", {}).items() if not BY_ITSELF & set(one)]
    return [name for name in (*rules["fact"], *options) if not read(name)]


@pytest.mark.parametrize("game", GAMES)
def test_every_fact_and_option_is_read(game: str) -> None:
    assert set(unread(game)) == ONLY_TOLD.get(game, set())


def test_what_nobody_reads_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "read_by_code", lambda game: (set(), set()))
    assert {"point_numbers", "seven"} <= set(unread("craps"))
