"""What a game of twenty-one declares in its rules.toml: the words, and what each of them means.

Read once, strictly: a word or a value that is not here is an error that names file and line. Round, price and kernel
all ask the same reading.

- `[wager.ID.terms]` is `WagerTerms`: what a wager is to a hand, and by which cards a side wager is settled.
- `[fact.extra_payout_…]` is `ExtraPayout`: a hand that is paid more than the usual.
- The options whose ids the fact sheets share are `House`; what of it moves a price is `Terms`.

Where the next games of the family extend it, each by a field here that round, price and kernel then read:

| what a game has | where it goes |
| --- | --- |
| 48-card decks (19.2, 26.2) | `House.deck`; the shoe of round, price and kernel is made from it |
| bonus 21s by suit or with the up card (19.5) | fields of `ExtraPayout` beside `suited`, and of `Bonus` |
| a player's 21 or blackjack that always wins (19.5) | `Terms.twenty_one_wins`, `blackjack_wins`; `House` |
| doubles on any number of cards (19.9, 26.9) | `House.double_cards` 0, `Terms.double_any_number` |
| rescue after a double, redoubling (19.9) | `House` and `Terms.rescue`; a decision after the doubled hand's card |
| a dealer's 22 that pushes (2A.5) | `House.ties`, `Terms.dealer_22_pushes` |
| two hands of a player, second cards exchanged (2A.7) | `WagerTerms.hand`; a step before `play_hands` |
| a wager after the up card (26.5, 36.5) | a role of `WagerTerms`; a step between the dealer's card and the players' |
| surrender at any time (26.8) | another word of `Surrender` |
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from importlib.resources import files
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, ValidationError

from pitboss.chapter.layout import Layout
from pitboss.chapter.lines import line_of
from pitboss.chapter.odds import Odds
from pitboss.chapter.rules import Rules, RulesError, amount_of, registered
from pitboss.equipment import STANDARD, Deck

RANKS = 10
"Values that matter to a score: the ace, 2 to 9, and ten with the picture cards as one."

TEN = 10
ACE = 1

INFINITE, ENDLESS = "infinite", 1 << 40
"""Infinitely many decks, for analysis: no card dealt changes what is left. They are so many that a round's cards change
no chance by as much as the error of a price that is stated for rounding."""
AND_DOUBLE = "and_double"
"Of split aces, for analysis: they draw, and may be doubled."

EXTRA_PAYOUT = "extra_payout_"
"Facts whose id begins so are extra payouts."
OFF = "off"

Role = Literal["main", "double", "split", "insurance", "side", "streak"]
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
]
Surrender = Literal["none", "late", "early"]
HoleCard = Literal["none", "unpeeked", "reader"]
Soft17 = Literal["stand", "hit"]
ShuffleMethod = Literal["manual", "automated", "bart_carter"]


# ---- Wagers


class _Declared(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class WagerTerms(_Declared):
    """What rules.toml says of a wager beyond what all games say."""

    role: Role
    hand: int = 1
    "Which of the hands dealt to a box it opens."
    circle: int = 0
    "Against which of the dealer's successive hands it stands; 0 where there is one."
    equals: str = ""
    required: bool = False
    fixed: int = 0
    "Its amount in dollars, where the rule fixes it."
    excludes: str = ""

    settles: Settles = ""
    "By what a side wager is settled, and so when."
    number: int = 0
    "The total or the rank that it is about."
    cards: int = 0
    "How many cards it counts."
    queen: str = ""
    "The card of which two are its highest row."
    wins: int = 0
    "How many rounds in a row a streak wager needs."


def wager_terms(layout: Layout) -> dict[str, WagerTerms]:
    """The terms of every wager that the chapter permits on the layout's day."""
    rules = layout.rules
    return {id: _read(rules, ("wager", id, "terms"), WagerTerms, rule.terms) for id, rule in layout.permissible.items()}


# ---- Hands that are paid more


@dataclass(frozen=True, slots=True)
class Bonus:
    """Extra odds for a winning hand that was not doubled: by its cards, or for 21 by how many they are.

    >>> Bonus(Fraction(2), ranks=(6, 7, 8), suited=True)
    Bonus(odds=Fraction(2, 1), ranks=(6, 7, 8), cards=0, or_more=False, suited=True)
    """

    odds: Fraction
    ranks: tuple[int, ...] = ()
    cards: int = 0
    or_more: bool = False
    suited: bool = False

    def fits(self, counts: Sequence[int]) -> bool:
        """Whether a hand of 21 with so many of each value has these cards, suits apart."""
        if self.ranks:
            return all(counts[rank - 1] == self.ranks.count(rank) for rank in range(1, RANKS + 1))
        held = sum(counts)
        return held >= self.cards if self.or_more else held == self.cards


class ExtraPayout(_Declared):
    """A hand that a licensee may pay more: what its cards are, and the option that names the odds, or "off"."""

    option: str
    ranks: tuple[int, ...] = ()
    "The values of its cards, the ace as 1, in any order."
    cards: int = 0
    "Or for 21 in so many cards."
    suited: bool = False


@dataclass(frozen=True, slots=True)
class Extra:
    """An extra payout that is offered: its fact, the option that offers it, the cards and the odds as written."""

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
        declared = _read(layout.rules, where, ExtraPayout, layout.fact(id))
        if declared.option not in layout.rules.options:
            raise _misread(layout.rules, (*where, "option"), f"there is no option {declared.option!r}")
        chosen = str(layout.options.get(declared.option, OFF))
        if chosen != OFF:
            odds = Odds.parse(chosen)
            bonus = Bonus(odds.ratio, tuple(sorted(declared.ranks)), declared.cards, suited=declared.suited)
            found.append(Extra(id, declared.option, bonus, odds))
    return tuple(found)


# ---- What the licensee chose


@dataclass(frozen=True, slots=True)
class House:
    """What the choices of a licensee come to at a table of twenty-one."""

    decks: int
    deck: Deck = STANDARD
    hole_card: HoleCard = "unpeeked"
    soft17: Soft17 = "stand"
    ties: tuple[int, ...] = ()
    "Scores of the dealer above the limit that are no bust, but a push."
    surrender: Surrender = "none"
    doubling: tuple[int, ...] | None = ()
    "Hard totals that may be doubled; empty for all, None for no doubling."
    double_cards: int = 2
    "On how many cards a double is made; 0 for any number."
    double_after_split: bool = True
    double_split_aces: bool = False
    splitting: bool = True
    max_split_hands: int = 2
    resplit_aces: bool = False
    hit_split_aces: bool = False
    even_money: bool = False
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
        """The choices of a layout, by the ids that the fact sheets share; `changes` are what a game knows better."""
        chosen: dict[str, Any] = {}
        for name, value in layout.options.items():
            if name in ("smallest_chip", "wager_multiple"):
                chosen[name] = amount_of(value)
            elif name == "penetration":
                chosen[name] = Fraction(Decimal(str(value)))
            elif name == "decks" and value == INFINITE:
                chosen[name] = ENDLESS
            elif name == "hit_split_aces" and value == AND_DOUBLE:
                chosen |= {name: True, "double_split_aces": True}
            elif name == "doubling":
                chosen[name] = _totals(layout.rules, str(value))
            elif name in _WORDS and value not in _WORDS[name]:
                known = ", ".join(_WORDS[name])
                raise _misread(layout.rules, ("option", name), f"twenty-one knows no {value!r} here, only {known}")
            elif name in cls.__dataclass_fields__:
                chosen[name] = value == "on" if value in ("on", OFF) else value
        return cls(**(chosen | changes))

    @property
    def endless(self) -> bool:
        """Whether the decks are infinitely many, which is for analysis only."""
        return self.decks == ENDLESS

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


def _totals(rules: Rules, named: str) -> tuple[int, ...] | None:
    """The hard totals that a name such as hard_9_11 means."""
    if named in ("any_two", "none"):
        return () if named == "any_two" else None
    bounds = re.fullmatch(r"hard_(\d+)_(\d+)", named)
    if bounds is None:
        raise _misread(rules, ("option", "doubling"), f"{named!r} is no doubling: any_two, none, or like hard_9_11")
    return tuple(range(int(bounds[1]), int(bounds[2]) + 1))


# ---- What moves a price


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The rules of a table of twenty-one, as far as they move a price."""

    blackjack_pays: Fraction
    hit_soft_17: bool = False
    "The dealer draws on a soft 17."
    checks: bool = True
    "A dealer's blackjack is found before anybody draws; else it takes the original wager and what has busted."
    surrender: Surrender = "none"
    doubling: tuple[int, ...] | None = ()
    "Hard totals that may be doubled; empty for all, None for no doubling."
    double_any_number: bool = False
    "A hand of more than two cards may be doubled too."
    double_after_split: bool = True
    splitting: bool = True
    max_split_hands: int = 2
    resplit_aces: bool = False
    hit_split_aces: bool = False
    double_split_aces: bool = False
    two_card_21_wins: bool = False
    "An ace and a ten after a split beat a 21 of three or more cards."
    bonuses: tuple[Bonus, ...] = ()
    even_money: bool = False
    # For the other games of twenty-one.
    rescue: bool = False
    "A doubled hand that has not busted may be given up for the original wager."
    dealer_22_pushes: bool = False
    twenty_one_wins: bool = False
    "A player's 21 wins over any dealer's 21 that is no blackjack."
    blackjack_wins: bool = False
    "A player's blackjack wins over a dealer's blackjack."

    def __post_init__(self) -> None:
        if not 2 <= self.max_split_hands <= 4:
            raise ValueError(f"{self.max_split_hands} hands after splits: 2, 3 or 4 can be priced")
        if self.rescue and not self.checks:
            raise ValueError("rescue is priced only where the dealer checks for blackjack first")

    def hands_of(self, rank: int) -> int:
        """The most hands that a pair of such cards may become; 1 where it may not be split."""
        if not self.splitting:
            return 1
        return self.max_split_hands if rank != ACE or self.resplit_aces else 2

    def one_card(self, rank: int) -> bool:
        """Whether a hand split from such a pair gets one card and no choice."""
        return rank == ACE and not self.hit_split_aces

    def may_double(self, total: int, soft: bool, cards: int) -> bool:
        """Whether an unsplit hand of so many cards may be doubled."""
        if self.doubling is None or total > 20 or not (cards == 2 or (self.double_any_number and cards > 2)):
            return False
        return not self.doubling or (total in self.doubling and not soft)

    def may_double_split(self, rank: int, total: int, soft: bool, cards: int) -> bool:
        """Whether a hand split from a pair of `rank` may be doubled."""
        if not self.double_after_split or (rank == ACE and not self.double_split_aces):
            return False
        return self.may_double(total, soft, cards)


def terms_of(layout: Layout, house: House, main: str) -> Terms:
    """The rules of a table as the mathematics wants them, from the one reading of its choices."""
    odds = layout.odds_table(main)
    return Terms(
        blackjack_pays=odds["blackjack"].ratio,
        hit_soft_17=house.soft17 == "hit",
        checks=house.hole_card == "reader",
        surrender=house.surrender,
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
    )


# ---- What is declared and not understood


def _read(rules: Rules, where: tuple[str, ...], model: type[Any], given: object) -> Any:
    try:
        return model.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        raise _misread(rules, (*where, *map(str, first["loc"])), first["msg"]) from None


def _misread(rules: Rules, where: tuple[str, ...], problem: str) -> RulesError:
    """The error of a declaration that the family does not understand, by file and line."""
    game = rules.game.id
    if game not in registered():
        return RulesError(f"{game}: {'.'.join(where)}: {problem}")
    text = (files(registered()[game]) / "rules.toml").read_text("utf-8")
    return RulesError(f"{game}/rules.toml:{line_of(text, where)}: {'.'.join(where)}: {problem}")
