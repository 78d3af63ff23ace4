"""Anything that the rules require "at once" happens before another player is asked and before another card is dealt.

`SCENARIOS` stops each round at that moment and looks at what has been settled. Every provision of rules.toml and every
paragraph that says "at once" or "immediately" is either the subject of a scenario or listed in `ELSEWHERE`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

import pytest

from pitboss.chapter.rules import registered_games
from pitboss.equipment import CARDS
from pitboss.table.steps import Ask, AskCard, AskDecision
from tests.shared.every_game import every_game
from tests.shared.played_script import PlayedScript

ANN_AND_BOB = ("1: sit Ann 1000", "2: sit Bob 1000")
BLACKJACK = ("1: blackjack 10", "2: blackjack 20", "cards 2c")
SPANISH = ("1: spanish21 10", "2: spanish21 20", "cards 2c")
SWITCH = ("1: hand_1 10", "1: hand_2 10", "2: hand_1 20", "2: hand_2 20", "cards 2c")
ATTACK = ("1: bet 10", "2: bet 20", "cards 2c", "cards 7d", "1: attack", "2: pass")
TRIPLE = ("1: first attack 10", "2: first attack 20", "cards 2c")
BONUS = ("1: ante 5", "1: three card bonus 5", "2: ante 10", "2: three card bonus 10")
CARIBBEAN = ("1: ante 10", "1: progressive 1", "2: ante 20")
ULTIMATE = ("1: ante 10", "1: trips 5", "2: ante 20")
PASS, CHECK = ("1: pass", "2: pass"), ("1: check", "2: check")
SIX_CARDS = [f"1: draw\ncards {card}" for card in ("2d", "4h", "2s", "3s")]
SEVEN_HANDS = " ".join(map(str, CARDS[:49]))


@dataclass(frozen=True)
class Scenario:
    """A round up to the moment, the settlements made by then, and what the round is waiting for: a position, or the
    dealer."""

    game: str
    day: str
    provisions: tuple[str, ...]
    lines: tuple[str, ...]
    settled: list[tuple[str, int, str, str]]
    waits_for: int | str
    options: dict[str, str] = field(default_factory=dict)


SCENARIOS = {
    "asia poker: surrender": Scenario(
        "asia-poker",
        "2010-06-01",
        ("fact.surrender", '31.12 "surrender"'),
        ("1: wager 10", "2: wager 20", "roll 1-1-6", f"cards {SEVEN_HANDS}", "1: surrender"),
        [("31.12", 1, "wager", "loses")],
        2,
    ),
    "blackjack: over 21": Scenario(
        "blackjack",
        "2008-06-01",
        ("fact.over", '2.12 "drawing"'),
        (*BLACKJACK, "cards Ts 9s 9h 6s 9d Kd", "1: draw", "cards Kh"),
        [("2.12", 1, "blackjack 1", "loses")],
        2,
    ),
    "blackjack: over 21, before the dealer's second card is known": Scenario(
        "blackjack",
        "2008-06-01",
        (),
        (*BLACKJACK, "cards Ts 9s Kh 6s 9d 8d", "1: draw", "cards Qs"),
        [("2.12", 1, "blackjack 1", "loses")],
        2,
        {"hole_card": "unpeeked"},
    ),
    "blackjack: a double that goes over 21": Scenario(
        "blackjack",
        "2008-06-01",
        (),
        (*BLACKJACK, "cards Ts 9s 9h 6s 9d Kd", "1: double", "cards Kh"),
        [("2.12", 1, "blackjack 1", "loses"), ("2.12", 1, "double 1", "loses")],
        2,
    ),
    "blackjack: a blackjack against a nine": Scenario(
        "blackjack",
        "2008-06-01",
        (),
        (*BLACKJACK, "cards As 9s 9h Ks 9d Kd"),
        [("2.7", 1, "blackjack 1", "wins")],
        2,
    ),
    "blackjack: surrender": Scenario(
        "blackjack",
        "2008-06-01",
        (),
        (*BLACKJACK, "cards Ts 9s 9h 6s 9d Kd", "1: surrender"),
        [("2.8", 1, "blackjack 1", "surrenders")],
        2,
        {"surrender": "late"},
    ),
    "blackjack: even money": Scenario(
        "blackjack",
        "2008-06-01",
        ("fact.even_money", '2.7 "even money"'),
        (*BLACKJACK, "cards As 9s Ah Ks 9d Kd", "1: even money"),
        [("2.7", 1, "blackjack 1", "wins")],
        2,
    ),
    "blackjack: insurance, when the card reader finds no blackjack": Scenario(
        "blackjack",
        "2008-06-01",
        (),
        (*BLACKJACK, "cards Ts 9s Ah 6s 9d 8d", "1: insure", "2: decline"),
        [("2.9", 1, "insurance 1", "loses")],
        1,
        {"hole_card": "reader"},
    ),
    "blackjack: insurance, when the dealer turns the second card": Scenario(
        "blackjack",
        "2008-06-01",
        (),
        (*BLACKJACK, "cards Ts 9s Ah 6s 9d 4d", "1: insure", "2: decline", "1: stand", "2: stand"),
        [("2.9", 1, "insurance 1", "loses")],
        "dealer",
        {"hole_card": "unpeeked"},
    ),
    "blackjack switch: over 21": Scenario(
        "blackjack-switch",
        "2013-06-01",
        ("fact.over", '2A.5 "over"'),
        (*SWITCH, "cards Ts 9h 9s Ah 9d 6c 5d 7c 4s 9c", "1: keep", "1: draw", "cards Kd"),
        [("2A.5", 1, "hand_1 1", "loses")],
        1,
    ),
    "blackjack switch: a blackjack that is kept": Scenario(
        "blackjack-switch",
        "2013-06-01",
        (),
        (*SWITCH, "cards As 9h 9s Ah 9d Kc 5d 7c 4s 9c", "1: keep"),
        [("2A.5", 1, "hand_1 1", "wins")],
        1,
    ),
    "blackjack switch: surrender": Scenario(
        "blackjack-switch",
        "2013-06-01",
        (),
        (*SWITCH, "cards Ts 9h 9s Ah 9d 6c 5d 7c 4s 9c", "1: keep", "1: surrender"),
        [("2A.9(a)", 1, "hand_1 1", "surrenders")],
        1,
        {"surrender": "late"},
    ),
    "boston 5: the three-card bonus": Scenario(
        "boston-5-stud",
        "2004-06-01",
        (),
        (*BONUS, "cards 7c 7d 7h 2d 4c 9s Ks Kd 3h"),
        [("24.10", 2, "three_card_bonus", "loses"), ("24.10", 1, "three_card_bonus", "wins")],
        1,
    ),
    "caribbean stud: fold": Scenario(
        "caribbean-stud",
        "2005-06-01",
        ("fact.bet_or_fold", "16.10(a)"),
        (*CARIBBEAN, "cards 9c 9d 4s 3h 2d As Kd 7c 5h 2s Qs Qd 8h 6h 6c", "1: fold"),
        [("16.10(a)", 1, "ante", "loses"), ("16.10(a)", 1, "progressive", "loses")],
        2,
    ),
    "casino war: a lower card": Scenario(
        "casino-war",
        "2006-06-01",
        (),
        ("1: initial 10", "2: initial 20", "cards 7c 8d 8h"),
        [("22.8", 1, "initial", "loses")],
        2,
    ),
    "casino war: surrender": Scenario(
        "casino-war",
        "2006-06-01",
        (),
        ("1: initial 10", "2: initial 20", "cards 8c 8d 8h", "1: surrender"),
        [("22.8", 1, "initial", "surrenders")],
        2,
    ),
    "colorado hold 'em: an immediate winner": Scenario(
        "colorado-holdem",
        "2008-06-01",
        ("game.summary", '23.10 "immediate winner"'),
        ("1: ante 10", "2: ante 20", "cards 7s Jh Ks 7d Jc 9d 7c 4s 3h"),
        [("23.10", 1, "ante", "wins")],
        2,
    ),
    "colorado hold 'em: an immediate winner where the bet is optional": Scenario(
        "colorado-holdem",
        "2008-06-01",
        (),
        ("1: ante 10", "2: ante 20", "cards 7s Jh Ks 7d Jc 9d 7c 4s 3h"),
        [("23.11", 1, "ante", "wins")],
        2,
        {"version": "permissible_bet"},
    ),
    "craps: the pass line on 7": Scenario(
        "craps",
        "2008-06-01",
        ("1.2(a)1i(1)", "1.2(a)2ii(1)"),
        ("1: pass 10", "2: dont pass 10", "roll 5-2"),
        [("1.2(a)1i(1)", 1, "pass", "wins"), ("1.2(a)2ii(1)", 2, "dont_pass", "loses")],
        "wagers",
    ),
    "craps: the pass line on 3": Scenario(
        "craps",
        "2008-06-01",
        ("1.2(a)1ii(1)", "1.2(a)2i(1)"),
        ("1: pass 10", "2: dont pass 10", "roll 1-2"),
        [("1.2(a)1ii(1)", 1, "pass", "loses"), ("1.2(a)2i(1)", 2, "dont_pass", "wins")],
        "wagers",
    ),
    "craps: come bets on 11": Scenario(
        "craps",
        "2008-06-01",
        ("1.2(a)3i(1)", "1.2(a)4ii(1)"),
        ("1: pass 10", "roll 4-2", "1: come 10", "2: dont come 10", "roll 5-6"),
        [("1.2(a)3i(1)", 1, "come", "wins"), ("1.2(a)4ii(1)", 2, "dont_come", "loses")],
        "wagers",
    ),
    "craps: come bets on 3": Scenario(
        "craps",
        "2008-06-01",
        ("1.2(a)3ii(1)", "1.2(a)4i(1)"),
        ("1: pass 10", "roll 4-2", "1: come 10", "2: dont come 10", "roll 1-2"),
        [("1.2(a)3ii(1)", 1, "come", "loses"), ("1.2(a)4i(1)", 2, "dont_come", "wins")],
        "wagers",
    ),
    "double attack: over 21": Scenario(
        "double-attack-blackjack",
        "2008-06-01",
        ("fact.over", '26.12 "drawing"'),
        (*ATTACK, "cards 9h 9s 6h 9d Kd", "1: draw", "cards Kh"),
        [("26.12", 1, "bet 1", "loses"), ("26.12", 1, "double_attack 1", "loses")],
        2,
    ),
    "double attack: a blackjack": Scenario(
        "double-attack-blackjack",
        "2008-06-01",
        (),
        (*ATTACK, "cards Ah 9s Kh 9d Kd"),
        [("26.5", 1, "bet 1", "wins"), ("26.5", 1, "double_attack 1", "wins")],
        2,
    ),
    "double attack: surrender": Scenario(
        "double-attack-blackjack",
        "2008-06-01",
        (),
        (*ATTACK, "cards 9h 9s 6h 9d Kd", "1: surrender"),
        [("26.8", 1, "bet 1", "surrenders"), ("26.8", 1, "double_attack 1", "surrenders")],
        2,
    ),
    "spanish 21: over 21": Scenario(
        "spanish-21",
        "2008-06-01",
        ("fact.over", '19.12 "drawing"'),
        (*SPANISH, "cards Js 9s 9h 6s 9d Kd", "1: draw", "cards Kh"),
        [("19.12", 1, "spanish21 1", "loses")],
        2,
    ),
    "spanish 21: a blackjack against an ace": Scenario(
        "spanish-21",
        "2008-06-01",
        ("fact.blackjack_paid", '19.5 "blackjack"'),
        (*SPANISH, "cards As 9s Ah Ks 9d Kd"),
        [("19.5", 1, "spanish21 1", "wins")],
        2,
    ),
    "spanish 21: a 21": Scenario(
        "spanish-21",
        "2008-06-01",
        ('19.12 "21"',),
        (*SPANISH, "cards Js 9s 9h 6s 9d Kd", "1: draw", "cards 5h"),
        [("19.1", 1, "spanish21 1", "wins")],
        2,
    ),
    "triple attack: over 21": Scenario(
        "triple-attack-blackjack",
        "2014-06-01",
        ("fact.over", '36 "drawing"'),
        (*TRIPLE, "cards 9h 9s", *PASS, "cards 7d", *PASS, "cards 6h 9d Kd", "1: draw", "cards Kh"),
        [("36", 1, "first_attack 1", "loses")],
        2,
    ),
    "triple attack: a blackjack against an ace, after insurance": Scenario(
        "triple-attack-blackjack",
        "2014-06-01",
        ("fact.blackjack_paid", '36 "blackjack paid"'),
        (*TRIPLE, "cards Ah 2h", *PASS, "cards Ad", *PASS, "cards Kh 9h 9d", "1: decline", "2: decline"),
        [("36", 1, "first_attack 1", "wins")],
        2,
    ),
    "triple attack: six cards": Scenario(
        "triple-attack-blackjack",
        "2014-06-01",
        ("fact.charlie", '36 "six cards"'),
        (*TRIPLE, "cards 2h 9h", *PASS, "cards 7d", *PASS, "cards 3h 9d Kd", *SIX_CARDS),
        [("36", 1, "first_attack 1", "wins")],
        2,
    ),
    "ultimate texas hold 'em: fold": Scenario(
        "ultimate-texas-holdem",
        "2010-06-01",
        (),
        (*ULTIMATE, "cards 8c As Ks 8d Kd 5c", *CHECK, "cards 4c 8h 5s 2d", *CHECK, "cards 4d 5d Kc", "1: fold"),
        [("32.10", 1, "ante", "loses"), ("32.10", 1, "blind", "loses")],
        2,
    ),
}

ELSEWHERE = {
    "baccarat-punto-banco": {
        '3.3 "vigorish marked"': "taken with the payment, or marked: an option with its own tests"
    },
    "blackjack": {"2.3(d)": "cash is changed by the staff"},
    "caribbean-stud": {"fact.meter": "the meter, reset within the settlement: test_16_12_…"},
    "chemin-de-fer": {
        "fact.turning": "no one is asked between a natural and its settlement: test_4_7_…",
        '4.7 "naturals turned"': "the same",
    },
    "craps": {
        '1.8 "throw"': "both dice at once",
        '1.12 "sixth point"': "test_1_12_sixth_different_point_pays_at_once_and_ends_the_bet",
    },
    "fast-action-holdem": {"fact.continuous_shuffler": "cards that go back into the device; no chips"},
    "keno": {
        "fact.settlement": "no one is asked between the draw and the settlement",
        '15.6 "presentation"': "the same",
    },
    "mini-baccarat": {
        "fact.vigorish_due": "taken with the payment, or marked: an option with its own tests",
        '7.3 "vigorish marked"': "the same",
    },
    "pai-gow-poker": {'11.9 "set"': "all players at once"},
    "sic-bo": {"fact.wagers": "cash is changed by the staff", "irregularity.shaker_fails": "a shaker replaced at once"},
}
"""Provisions with these words that no scenario can show, with the reason; `the same` repeats the reason above it."""
WORDS = re.compile(r"\b(at once|immediately|forthwith)\b")


@pytest.mark.parametrize("name", SCENARIOS)
def test_it_is_settled_before_the_round_goes_on(name: str) -> None:
    scenario = SCENARIOS[name]
    table = type("Table", (PlayedScript,), {"game": scenario.game, "day": scenario.day})
    played = table(*ANN_AND_BOB, *scenario.lines, **scenario.options)
    assert played.settled == scenario.settled
    assert waiting_for(played.dealer.ask) == scenario.waits_for


def waiting_for(ask: Ask | None) -> int | str:
    """The position that decides, the place that gets the next card, or `wagers`."""
    if isinstance(ask, AskDecision) and not ask.formality:
        return ask.position
    return ask.to if isinstance(ask, AskCard) else "wagers"


@every_game()
def test_every_provision_that_says_at_once_is_shown_or_listed(game: str) -> None:
    shown = {id for scenario in SCENARIOS.values() if scenario.game == game for id in scenario.provisions}
    assert shown | ELSEWHERE.get(game, {}).keys() == provisions_with_the_words(game)


def provisions_with_the_words(game: str) -> set[str]:
    """The provisions of rules.toml, as `fact.over`, and the paragraphs that require something at once."""
    home = files(registered_games()[game])
    rules, paragraphs = (tomllib.loads((home / name).read_text("utf-8")) for name in ("rules.toml", "paragraphs.toml"))
    groups = {kind: group for kind, group in rules.items() if isinstance(group, dict)}
    named = [(f"{kind}.{id}", provision) for kind, group in groups.items() for id, provision in group.items()]
    named += [(paragraph["id"], paragraph) for paragraph in paragraphs["paragraph"]]
    return {id for id, provision in named if any(WORDS.search(text) for text in strings(provision))}


def strings(value: Any) -> Iterator[str]:
    """Every string in a value of TOML."""
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from strings(inner)
