"""A twenty-one game's declarations in its rules.toml.

The declarations are read once and strictly: an unknown word or value is an error that names file and line. Round, price
and kernel all use the same result.

- `[wager.ID.terms]` is `WagerTerms`: the role of a wager, and the cards that settle a side wager.
- `[fact.extra_payout_…]` is `ExtraPayout`: a hand that is paid more than usual.
- The options whose ids the fact sheets share are `House`; those that affect a price become `Terms`.

Declarations beyond blackjack. Each is a term that round, price and kernel read, so none of them asks which
game it is:

| what a game has | how it is declared |
| --- | --- |
| decks without some ranks (19.2, 26.2) | `[fact.deck]`, a `DeckFact`: `House.deck`; every shoe is made of it |
| bonus 21s by their suit or number of cards (19.5) | `[fact.extra_payout_…]` with the `row` of the main wager's odds |
| an award for a hand against an up card (19.5(g)) | `[fact.super_bonus]`, a `SuperBonus`, and its options |
| a player's 21 or blackjack that always wins (19.5) | options `twenty_one_wins`, `blackjack_wins` |
| when such a blackjack is paid | `[fact.blackjack_paid]`: `before = "insurance"`, or `"check"` |
| a dealer's 22 that pushes (2A.5, 36) | option `dealer_22` (`push`, `over`): `House.ties`, `Terms.dealer_22_pushes` |
| doubles on any number of cards (19.9, 26.9) | option `doubling`: `any_number` |
| a double taken back for the wager before it (19.9) | option `rescue`; the decision `rescue` on a doubled hand |
| surrender of drawn, split or doubled hands (26.8, 36) | option `surrender`; `[fact.surrender_drawn]` |
| split aces played like any other split (19.10) | option `split_aces`: `free`, `one_card`; `double_split_aces` |
| a hand of several cards that wins unless over 21 (36) | `[fact.charlie]`, option `six_card_charlie`: `House.charlie` |
| wagers made while the first cards are dealt (26.5, 36) | role `raise`, and its place in `[fact.dealing]` |
| where in the deal the dealer's first card comes | `[fact.dealing]` |
| a side wager on the dealer's three cards (26.6) | `settles = "dealer_third"` |
| insurance that pays more for one suit (36) | its odds have the rows `suited` and `other` |
| two hands to a spot with equal wagers (2A.5) | main wagers with `hand` 1 and 2, `required`, `equals`; option `spots` |
| their second cards exchanged (2A.7) | option `switching`, `[fact.exchange]`; decisions `switch`, `keep`, … |
| surrender before any hand is played (2A.9) | `[fact.surrender_asked]`; option `surrender_order` |
| a side wager on the ranks of the four cards (2A.6) | `settles = "four_ranks"` |
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import Odds
from pitboss.chapter.rules import RulesError, amount_of
from pitboss.equipment import STANDARD, Deck, Rank
from pitboss.pricing.twenty_one.terms import Award, Bonus, Surrender, Terms

INFINITE, ENDLESS = "infinite", 1 << 40
"""Infinitely many decks, for analysis: the cards dealt do not change the odds. The number is so large that a round's
cards change the probabilities by less than the stated rounding error.
"""
AND_DOUBLE = "and_double"
"""A value of `split_aces` for analysis: split aces draw and may be doubled."""
ANY_NUMBER = "any_number"
"""A value of `doubling`: hands with any number of cards may be doubled."""

EXTRA_PAYOUT = "extra_payout_"
"""The ids of extra payouts begin with this."""
SUPER_BONUS = "super_bonus"
OFF = "off"

Role = Literal["main", "raise", "double", "split", "insurance", "side", "streak"]
STAKES: tuple[Role, ...] = ("main", "raise", "split", "double")
"""The roles of wagers on a hand."""
LATER: tuple[Role, ...] = ("raise", "insurance", "double", "split")
"""The roles of wagers that the dealer offers once cards are dealt."""
Settles = Literal[
    "",
    "over",
    "under",
    "same_suit",
    "sevens",
    "progressive",
    "player_blackjack",
    "dealer_blackjack",
    "match_dealer",
    "twenty_point",
    "three_card",
    "in_between",
    "dealer_third",
    "four_ranks",
]
HoleCard = Literal["none", "unpeeked", "reader"]
Soft17 = Literal["stand", "hit"]
ShuffleMethod = Literal["manual", "automated", "bart_carter"]


# ---- Wagers


class _Declared(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class WagerTerms(_Declared):
    """A wager's terms in rules.toml, beyond those that every game has."""

    role: Role
    hand: int = 1
    """The number of the dealt hand that this wager opens."""
    circle: int = 0
    """The number of the dealer's hand that it is against, or 0 if there is only one."""
    equals: str = ""
    required: bool = False
    fixed: int = 0
    """Its amount in dollars, if the rule fixes it."""
    excludes: str = ""
    dollars: int = 0
    """The least amount in dollars, whatever the table's limits."""
    most: str = ""
    """The option that sets the maximum, in dollars."""

    settles: Settles = ""
    """How a side wager is settled, which also determines when."""
    number: int = 0
    """The total or the rank that the wager is on."""
    cards: int = 0
    """The number of cards it counts."""
    queen: str = ""
    """The card whose pair is the wager's highest row."""
    wins: int = 0
    """The number of consecutive rounds a streak wager needs."""


def wager_terms(layout: Layout) -> dict[str, WagerTerms]:
    """The terms of every wager that the chapter permits on the layout's date."""
    return layout.terms(WagerTerms)


# ---- Hands with extra payouts


class DeckFact(_Declared):
    """The name of a deck, and the ranks that are taken out of it."""

    name: str
    without: tuple[int, ...]


class ExtraPayout(_Declared):
    """A hand that is paid more: its cards and its odds.

    The odds are the value of an option, or "off". With `row`, they are a row of the main wager's odds, which an option
    switches off with "off" or false.
    """

    option: str
    row: str = ""
    ranks: tuple[int, ...] = ()
    """The values of its cards in any order, with an ace as 1."""
    cards: int = 0
    """The number of cards of a 21, as an alternative to `ranks`."""
    or_more: bool = False
    suited: bool = False
    suit: str = ""
    """The suit it must have, if that matters."""


class SuperBonus(_Declared):
    """An award on top of the odds for a hand that was not split or doubled: its cards, the up card, and amounts by
    wager.
    """

    option: str
    ranks: tuple[int, ...]
    up: int
    awards: tuple[tuple[int, int], ...]
    """Pairs of a wager in dollars and the award in dollars from that wager up, smallest wager first."""
    envy: str = ""
    """The option with the amount that every other player receives."""


@dataclass(frozen=True, slots=True)
class Extra:
    """An extra payout that is offered: its fact, the option that offers it, its cards, and its odds as written."""

    fact: str
    option: str
    bonus: Bonus
    odds: Odds


def extra_payouts(layout: Layout) -> tuple[Extra, ...]:
    """The extra payouts that the licensee offers."""
    found = []
    for id, fact in layout.rules.facts.items():
        if not id.startswith(EXTRA_PAYOUT) or not fact.in_force(layout.on):
            continue
        where = ("fact", id, "value")
        declared = layout.rules.read(ExtraPayout, layout.fact(id), *where)
        if declared.option not in layout.rules.options:
            raise RulesError(f"{layout.rules.at(*where, 'option')}: there is no option {declared.option!r}")
        chosen = str(layout.options.get(declared.option, OFF))
        if chosen != OFF:
            odds = _main_row(layout, where, declared.row) if declared.row else Odds.parse(chosen)
            cards = (tuple(sorted(declared.ranks)), declared.cards, declared.or_more, declared.suited, declared.suit)
            found.append(Extra(id, declared.option, Bonus(odds.ratio, *cards), odds))
    return tuple(found)


def _main_row(layout: Layout, where: tuple[str, ...], row: str) -> Odds:
    """A row of the main wager's odds."""
    mains = [kind for kind, terms in wager_terms(layout).items() if terms.role == "main"]
    odds = next((layout.odds_table(kind)[row] for kind in mains if row in layout.odds_table(kind)), None)
    if odds is None:
        raise RulesError(f"{layout.rules.at(*where, 'row')}: the main wager has no row {row!r}")
    return odds


def super_bonus(layout: Layout) -> Award | None:
    """The award for one hand, or None if the game has none or it is switched off."""
    fact = layout.rules.facts.get(SUPER_BONUS)
    if fact is None or not fact.in_force(layout.on):
        return None
    declared = layout.rules.read(SuperBonus, layout.fact(SUPER_BONUS), "fact", SUPER_BONUS, "value")
    if layout.options.get(declared.option, OFF) == OFF:
        return None
    envy = layout.options.get(declared.envy, OFF)
    awards = tuple((amount_of(least), amount_of(award)) for least, award in declared.awards)
    return Award(tuple(sorted(declared.ranks)), declared.up, awards, 0 if envy == OFF else amount_of(envy))


# ---- The licensee's choices


@dataclass(frozen=True, slots=True)
class House:
    """The licensee's choices that matter at a twenty-one table."""

    decks: int
    deck: Deck = STANDARD
    hole_card: HoleCard = "unpeeked"
    soft17: Soft17 = "stand"
    ties: tuple[int, ...] = ()
    """Totals of the dealer above the limit that push instead of losing."""
    surrender: Surrender = "none"
    doubling: tuple[int, ...] | None = ()
    """Hard totals that may be doubled; empty for all, None for no doubling."""
    double_cards: int = 2
    """The number of cards with which a hand may be doubled; 0 for any number."""
    double_after_split: bool = True
    double_split_aces: bool = False
    splitting: bool = True
    max_split_hands: int = 2
    resplit_aces: bool = False
    hit_split_aces: bool = False
    rescue: bool = False
    """Whether a doubled hand that has not busted may take the double back and forfeit the rest."""
    redouble: int = 0
    """The number of further doubles after the first, for analysis."""
    surrender_split: bool = False
    """Whether a split hand may be surrendered."""
    twenty_one_wins: bool = False
    blackjack_wins: bool = False
    charlie: int = 0
    """The number of cards with which a hand that has not busted wins at once; 0 for none."""
    raising: Literal["best", "never", "always"] = "best"
    """When raises are made, for analysis."""
    even_money: bool = False
    switching: bool = False
    """Whether the second cards of a spot's two hands may be exchanged."""
    surrender_order: Literal["after_switch", "before_switch"] = "after_switch"
    boxes: int = 1
    players_per_box: int = 1
    boxes_per_player: int = 1
    mid_shoe_entry: bool = True
    continuous_shuffler: bool = False
    shuffle_method: ShuffleMethod = "manual"
    double_shoe: bool = False
    penetration: Fraction = Fraction(1)
    wager_multiple: int = 1
    smallest_chip: int = 1

    @classmethod
    def of(cls, layout: Layout, **changes: Any) -> House:
        """The choices of a layout, by the option ids that the fact sheets share; `changes` overrides them."""
        chosen: dict[str, Any] = _declared(layout)
        # Iterating over the rules instead of the layout avoids reading options that do not matter here, so they affect
        # no price.
        for name in (one for one in layout.rules.options if one in layout.options):
            if name not in _READ and name not in _WORDS and name not in cls.__dataclass_fields__:
                continue
            value = layout.options[name]
            if name in _READ:
                chosen |= _READ[name](layout, value)
            elif name in _WORDS and value not in _WORDS[name]:
                known = ", ".join(_WORDS[name])
                where = layout.rules.at("option", name)
                raise RulesError(f"{where}: {value!r} is not allowed in twenty-one here; use {known}")
            elif name in cls.__dataclass_fields__:
                chosen[name] = value == "on" if value in ("on", OFF) else value
        if chosen.get("surrender") in ("drawn", "any_time"):
            drawn = layout.fact("surrender_drawn")["split"]
            chosen["surrender_split"] = drawn or chosen["surrender"] == "any_time"
        return cls(**(chosen | changes))

    @property
    def endless(self) -> bool:
        """Whether there are infinitely many decks; only for analysis."""
        return self.decks == ENDLESS

    @property
    def surrenders_drawn(self) -> bool:
        """Whether a hand that has drawn may be surrendered."""
        return self.surrender in ("drawn", "any_time")

    @property
    def gives_up_doubled(self) -> bool:
        """Whether a doubled hand may be given up, by rescue or by surrender; either way costs half of what is on it."""
        return self.rescue or self.surrender == "any_time"

    @property
    def sides(self) -> int:
        """The compartments of the shoe."""
        return 2 if self.double_shoe else 1


_WORDS: dict[str, tuple[str, ...]] = {
    "hole_card": get_args(HoleCard),
    "soft17": get_args(Soft17),
    "surrender": get_args(Surrender),
    "shuffle_method": get_args(ShuffleMethod),
}


def _declared(layout: Layout) -> dict[str, Any]:
    """A table's values that come from facts instead of options."""
    if "deck" not in layout.rules.facts:
        return {}
    deck = layout.rules.read(DeckFact, layout.fact("deck"), "fact", "deck", "value")
    return {"deck": STANDARD.without(*(Rank(rank) for rank in deck.without), name=deck.name)}


def _amount(name: str) -> Callable[[Layout, Any], dict[str, Any]]:
    return lambda layout, value: {name: amount_of(value)}


def _doubling(layout: Layout, value: Any) -> dict[str, Any]:
    """The hands that may be doubled: those of two cards, of any number, or of the hard totals in the option's value."""
    if value == ANY_NUMBER:
        return {"doubling": (), "double_cards": 0}
    if value in ("any_two", "none"):
        return {"doubling": () if value == "any_two" else None}
    bounds = re.fullmatch(r"hard_(\d+)_(\d+)", str(value))
    if bounds is None:
        problem = f"{value!r} is not a doubling rule: use any_two, any_number, none, or a name like hard_9_11"
        raise RulesError(f"{layout.rules.at('option', 'doubling')}: {problem}")
    return {"doubling": tuple(range(int(bounds[1]), int(bounds[2]) + 1))}


def _hit_split_aces(layout: Layout, value: Any) -> dict[str, Any]:
    both = {"hit_split_aces": True, "double_split_aces": True}
    return both if value == AND_DOUBLE else {"hit_split_aces": value}


_READ: dict[str, Callable[[Layout, Any], dict[str, Any]]] = {
    "smallest_chip": _amount("smallest_chip"),
    "wager_multiple": _amount("wager_multiple"),
    "penetration": lambda layout, value: {"penetration": Fraction(Decimal(str(value)))},
    "decks": lambda layout, value: {"decks": ENDLESS if value == INFINITE else value},
    "doubling": _doubling,
    "hit_split_aces": _hit_split_aces,
    "split_aces": lambda layout, value: dict.fromkeys(("hit_split_aces", "double_split_aces"), value == "free"),
    "dealer_22": lambda layout, value: {"ties": (22,) if value == "push" else ()},
    "attack": lambda layout, value: {"raising": value},
    "attacks": lambda layout, value: {"raising": value},
    "spots": lambda layout, value: {"boxes": value},
    "players_per_spot": lambda layout, value: {"players_per_box": value},
    "spots_per_player": lambda layout, value: {"boxes_per_player": value},
    "six_card_charlie": lambda layout, value: {"charlie": layout.fact("charlie")["cards"] if value else 0},
}
"""Options whose values need conversion to fields of `House`."""


# ---- Terms for pricing


def terms_of(layout: Layout, house: House, main: str) -> Terms:
    """A table's rules in the form that the analysis takes."""
    odds = layout.odds_table(main)
    return Terms(
        blackjack_pays=odds["blackjack"].ratio,
        hit_soft_17=house.soft17 == "hit",
        checks=house.hole_card == "reader",
        surrender=house.surrender,
        surrender_split=house.surrender_split,
        doubling=house.doubling,
        double_any_number=not house.double_cards,
        double_after_split=house.double_after_split,
        splitting=house.splitting,
        max_split_hands=house.max_split_hands,
        resplit_aces=house.resplit_aces,
        hit_split_aces=house.hit_split_aces,
        double_split_aces=house.double_split_aces,
        two_card_21_wins=layout.option("split_21_reading") == "two_card_wins",
        bonuses=tuple(extra.bonus for extra in extra_payouts(layout)),
        even_money=house.even_money and "even_money" in odds,
        rescue=house.gives_up_doubled,
        rescue_final=house.rescue,
        redouble=house.redouble,
        dealer_22_pushes=bool(house.ties),
        twenty_one_wins=house.twenty_one_wins,
        blackjack_wins=house.blackjack_wins,
        charlie=house.charlie,
        hands=len({terms.hand for terms in wager_terms(layout).values() if terms.role == "main"}),
        switching=house.switching,
        surrender_first=house.switching and house.surrender_order == "before_switch" and house.surrender != "none",
        award=super_bonus(layout),
        raises=_raises(layout),
        raising=house.raising,
    )


def _raises(layout: Layout) -> tuple[tuple[str, ...], ...]:
    """The wagers made while the first cards are dealt, in order, each with what is known then."""
    known: list[str] = []
    found = []
    for step in layout.fact("dealing"):
        if step in _SEEN:
            known += [_SEEN[step]] if _SEEN[step] not in known else []
        elif step in layout.wagers:
            found.append(tuple(known))
    return tuple(found)


_SEEN = {"each_box": "first", "dealer_up": "up", "dealer_second": "hole"}
"""The card that a player sees at a step of the deal."""
