"""The legal actions at a twenty-one table, as pure queries.

Nothing here yields a step. `may` covers wagers before the first card, `may_add` those that a decision calls for, and
`lawful` the decisions on a hand. The same answers give the choices that are offered, and the reasons why others are
refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from math import ceil, lcm
from typing import Any, ClassVar, Generic

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import Odds, cents, dollars
from pitboss.chapter.rules import table_type
from pitboss.equipment import Card
from pitboss.families.twenty_one.round.hands import Count, Hand, Place, Score, T, place_of, value_of
from pitboss.families.twenty_one.terms import LATER, STAKES, Extra, House, extra_payouts, super_bonus, wager_terms
from pitboss.pricing.twenty_one.terms import RANKS
from pitboss.table.allowed import may_add_coupon, no
from pitboss.table.amounts import Amounts
from pitboss.table.cards import join_cards
from pitboss.table.choices import Choices
from pitboss.table.game import YES, Answer, Game
from pitboss.table.hosting import Hosting
from pitboss.table.irregularities import Irregularities
from pitboss.table.speech import SpokenChoices
from pitboss.table.state import Wager, replace
from pitboss.table.steps import Action, AskDecision

EXCHANGE = ("switch", "keep", "confirm", "undo")
"""The decisions on an exchange."""
INSURANCE = ("insure", "decline", "even")
"""The decisions on insurance; the last is even money."""


class TwentyOneSpeech(SpokenChoices):
    """Other words for choices; a place is called a box."""

    words: ClassVar[Mapping[str, str]] = {
        "hit": "draw",
        "hit me": "draw",
        "card": "draw",
        "stay": "stand",
        "stick": "stand",
        "double down": "double",
        "split pairs": "split",
        "insurance": "insure",
        "no insurance": "decline",
        "even money": "even_money",
        "give up": "surrender",
        "take back": "rescue",
        "attack": "raise",
        "exchange": "switch",
        "swap": "switch",
        "no switch": "keep",
        "take it back": "undo",
    }

    def parse_wager(self, kind: str, words: str) -> tuple[str, str]:
        kind, spot = super().parse_wager(kind, words)
        return kind, spot.replace("box ", "")


class TwentyOneHosting(Hosting["TwentyOneQuestions[Any]"]):
    """Refuse a wager made by a choice, such as a double, unless that choice has come up."""

    def is_ready(self, state: T, position: int) -> Answer:
        """Whether every box with a player's wager has all required wagers, in the right amounts."""
        for wager in state.wagers_of(position):
            if lacks := self.game.lacking(state, wager):
                section = self.game.layout.rules.wagers[lacks[0]].section
                names = " and ".join(self.game.name(kind) for kind in self.game.mains if self.game.terms[kind].required)
                where = f"{self.game.place_word} {self.game.place(wager).box}"
                return no(f"{names} must both be on {where}, and be equal", section)
        return super().is_ready(state, position)

    def too_late(self, action: Action) -> tuple[str, str]:
        said, section = super().too_late(action)
        if action.verb == "make" and action.wager in self.game.terms:
            return said, self.game.moment_section(action.wager)
        return said, section


class TwentyOneAmounts(Amounts["TwentyOneQuestions[Any]"]):
    """Boxes, and amounts for doubles, splits, insurance and side wagers."""

    def divisor(self, kind: str) -> int:
        role = self.game.terms[kind].role
        halved = role in ("main", "raise") or (role == "double" and self.game.house.surrender == "any_time")
        return self.game.layout.fact("surrender").as_integer_ratio()[1] if halved else 1

    def step(self, state: T, kind: str, spot: str = "") -> int:
        fixed = cents(self.game.terms[kind].fixed)
        if fixed:
            return fixed
        multiple = self.game.house.wager_multiple if not self.game.layout.rules.wagers[kind].tied else 1
        return lcm(super().step(state, kind, spot), multiple)

    def least(self, state: T, position: int, wager: str, spot: str) -> int:
        equals = self.game.terms[wager].equals
        led = state.find(position, equals, spot or state.turn) if equals else None
        mine = state.find(position, wager, spot or state.turn)
        if led is not None:
            return led.amount - mine.amount if mine and mine.amount < led.amount else led.amount
        if self.game.doubles_all and state.phase and self.game.terms[wager].role == "double":
            return self.game.most_added(state, position, wager, spot or state.turn) or 0
        return cents(self.game.terms[wager].dollars)

    def most(self, state: T, position: int, wager: str, spot: str) -> int | None:
        terms = self.game.terms[wager]
        if state.phase and terms.role in ("insurance", "double", "raise"):
            return self.game.most_added(state, position, wager, spot or state.turn)
        if terms.most:
            return self.game.most_beside(state, position, wager, spot)
        held = state.find(position, terms.equals, spot) if terms.equals else None
        return held.amount if held else cents(terms.fixed) or None

    def spots(self, state: T, position: int, wager: str) -> tuple[str, ...]:
        if self.game.terms[wager].role in LATER:
            return ()
        return tuple(str(box) for box in range(1, self.game.house.boxes + 1))

    def own_spot(self, state: T, position: int, kind: str) -> str:
        return str(position) if position <= self.game.house.boxes and self.spots(state, position, kind) else ""


class TwentyOneChoices(Choices["TwentyOneQuestions[Any]"]):
    """How a hand may be played."""

    def known_cards(self, state: T, ask: AskDecision) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The hand being decided and the dealer's up card; with two hands, both hands, or how the other one began."""
        hand = next((hand for hand in state.hands if hand.spot == state.turn), None)
        if hand is None:
            return (), state.dealer[:1]
        if state.phase in ("switch", "confirm"):
            return tuple(card for one in state.hands_of(hand.box) for card in one.cards), state.dealer[:1]
        return hand.cards, (*state.dealer[:1], *self.game.others(state, hand))

    def earlier_choices(self, state: T, ask: AskDecision) -> tuple[str, ...]:
        """The decision on the other hand, if hands are surrendered before an exchange and this one depends on it."""
        if state.phase != "surrender" or self.game.house.surrender_order != "before_switch":
            return ()
        hand = state.hand(state.turn)
        if not self.game.exchangeable(state, hand.box):
            return ("surrender",)
        return () if hand.dealt == self.game.dealt_to[0] else ("play",)

    def advice_unit(self, state: T, ask: AskDecision) -> int:
        """The wagers on the hand in question, with raises but without doubles; for a raise, the main wager."""
        hand = next((hand for hand in state.hands if hand.spot == state.turn.partition("/")[0]), None)
        if hand is None:
            return super().advice_unit(state, ask)
        if state.phase in self.game.raises:
            return self.game.raise_most(state, hand, ask.position)
        _, _, circle = state.turn.partition("/")
        circles = [int(circle)] if circle else self.game.circles[:1]
        return sum(self.game.stake(state, hand, ask.position, one) for one in circles)

    def consequences(self, state: T, ask: AskDecision) -> Mapping[str, str]:
        spot, _, circle = state.turn.partition("/")
        hand = next((hand for hand in state.hands if hand.spot == spot), None)
        if hand is None:
            return {}
        circles = [int(circle)] if circle else list(self.game.circles)
        stakes = {circle: self.game.stake(state, hand, ask.position, circle) for circle in circles}
        stake = sum(stakes.values())
        kept = Fraction(Decimal(str(self.game.layout.fact("surrender"))))
        everything = sum(wager.amount for wager in self.game.stakes(state, hand, position=ask.position))
        said = {
            "raise": f"{dollars(self.game.raise_most(state, hand, ask.position))} more",
            "rescue": f"lose {dollars(stake)}",
            "double": f"{dollars(stake)} more",
            "split": f"{dollars(stake)} more",
            "insure": f"{dollars(self.game.insurance_most(stake))} more",
            "even_money": f"win {dollars(stake)} now",
            "surrender": f"lose {dollars(int(everything * kept))}",
        }
        for choice in ask.choices:
            if choice.startswith("double_"):
                said[choice] = f"{dollars(sum(stakes[int(circle)] for circle in choice.split('_')[1:]))} more"
        return {choice: words for choice, words in said.items() if choice in ask.choices}

    def refusal(self, ask: AskDecision, choice: str) -> Answer:
        """Why a choice is not legal now, with the choice's own section."""
        state = self.game.cast_state(ask.state)
        if choice not in self.game.decisions:
            said = (
                f"{choice!r} is not a choice"
                if choice not in self.game.terms
                else f"{self.game.name(choice)} cannot be made now"
            )
            section = ask.section if choice not in self.game.terms else self.game.moment_section(choice)
            return no(f"{said}; {ask.question} {' or '.join(ask.choices)}", section)
        if state.phase in ("play", "rescue", "surrender", "switch", "confirm") and (hand := state.hand(state.turn)):
            answer = self.game.lawful(state, hand, choice, ask.position)
            if not answer:
                return answer
        section = self.game.sections.get(self.game.decisions.get(choice, ""), ask.section)
        if choice in ask.choices:
            costs = self.consequences(state, ask).get(choice, "")
            return no(f"say {choice!r} without an amount{f': it is {costs}' if costs else ''}", section)
        return no(f"{choice!r} is not a choice just now; {ask.question} {' or '.join(ask.choices)}", section)


class TwentyOneIrregularities(Irregularities["TwentyOneQuestions[Any]"]):
    """Irregularities involving the cards at twenty-one."""

    effects: ClassVar[frozenset[str]] = Irregularities.effects | {
        "discarded",
        "next_card",
        "exposed",
        "burned",
        "dealer_last",
        "refilled",
        "dead_box",
        "second_later",
        "draw_later",
        "reshuffled",
        "continues",
        "all_dead",
        "no_reader",
        "shuffler_removed",
        "burns_one",
        "reshuffle",
    }
    conditions: ClassVar[Mapping[str, str]] = {
        "dealing": "only while the first cards are dealt",
        "box_without_cards": "only when a box is due its first card",
        "first_card_of_box": "only when a box is due one of its first two cards",
        "card_asked_for": "only when a card that a player asked for is due",
        "hole_card_down": "only while the dealer's hole card is face down",
        "no_ace_or_ten_up": "only when the dealer shows neither an ace nor a card worth ten",
        "reader_in_use": "the card reader is out of use until the next shuffle",
        "shuffler": "the shuffler has been taken off the table",
        "up_card_out": "only once the dealer's first card is dealt",
        "raise_due": "only until every wager that is made while the first cards are dealt has been offered",
    }

    def holds(self, state: T, condition: str, about: tuple[str, ...]) -> bool:
        return {
            "dealing": lambda: bool(state.boxes) and not state.initial,
            "box_without_cards": lambda: "dead_box" in state.misses,
            "first_card_of_box": lambda: "second_later" in state.misses,
            "card_asked_for": lambda: "draw_later" in state.misses,
            "hole_card_down": lambda: state.hole is not None,
            "no_ace_or_ten_up": lambda: (
                bool(state.dealer) and self.game.up(state) not in self.game.layout.fact("card_reader")["up_worth"]
            ),
            "reader_in_use": lambda: not state.reader_down,
            "shuffler": lambda: not state.by_hand,
            "up_card_out": lambda: bool(state.dealer),
            "raise_due": lambda: bool(state.boxes) and bool(set(self.game.raises) - set(state.offered)),
        }[condition]()


class TwentyOneQuestions(Game[T], Generic[T]):
    """The rules and questions of a twenty-one game."""

    terms_type = None
    speech_type = TwentyOneSpeech
    hosting_type = TwentyOneHosting
    amounts_type = TwentyOneAmounts
    choices_type = TwentyOneChoices
    irregularities_type = TwentyOneIrregularities
    decisions: ClassVar[Mapping[str, str]] = {
        "stand": "drawing",
        "draw": "drawing",
        "double": "doubling",
        "split": "splitting",
        "surrender": "surrender",
        "insure": "insurance",
        "decline": "insurance",
    }
    fact_kinds: ClassVar[Mapping[str, Any]] = {
        **Game.fact_kinds,
        "ace_in_over_under": int,
        "ace_values": list[int],
        "bart_carter_cards": int,
        "batch_colours": list[str],
        "blackjack": table_type(cards=int, ace=bool, worth=int),
        "blackjack_paid": table_type(at_once_against=list[int] | None, before=str | None),
        "burn": table_type(new_shoe=int, new_dealer=int | None),
        "card_reader": table_type(up_worth=list[int]),
        "charlie": table_type(cards=int),
        "cut": int,
        "cut_order": list[str],
        "dealer_stands": int,
        "dealing": list[str],
        "deck": table_type(name=str, without=list[int]),
        "determinant": table_type(red=str, black=str),
        "double_shoe_sides": list[str],
        "doubling": table_type(cards=int | str, more=int, equal=bool | None),
        "insurance": table_type(up_worth=int, second_worth=int, share=Decimal),
        "limit": int,
        "no_cut": list[str],
        "picture_value": int,
        "progressive_meter": table_type(outcome=str, share=Decimal | int),
        "split_once": int,
        "surrender": Decimal,
        "surrender_drawn": table_type(split=bool),
        "surrender_held": table_type(up_worth=list[int]),
        "verbal_wager_confirmed_by": list[str],
    }

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.chip = 1  # Amounts are exact to the cent; the smallest chip only matters for insurance.
        self.terms = wager_terms(layout)
        self.settles = {kind: terms.settles for kind, terms in self.terms.items()}
        self.house = self.house_rules()
        self.extra = extra_payouts(layout)
        self.award = super_bonus(layout)
        self.seats = self.house.boxes * self.house.players_per_box
        self.count = Count.of(layout.fact("picture_value"), layout.fact("ace_values"), layout.fact("limit"))
        self.mains = [kind for kind in layout.wagers if self.terms[kind].role == "main"]
        self.kind_of = {self.terms[kind].role: kind for kind in layout.wagers if self.terms[kind].role != "main"}
        self.raises = [kind for kind in layout.wagers if self.terms[kind].role == "raise"]
        self.circles = tuple(sorted({self.terms[kind].circle for kind in self.mains}))
        self.dealt_to = sorted({self.terms[kind].hand for kind in self.mains})

    @property
    def place_word(self) -> str:
        """The word for a place on the layout: a box, or a spot if it has several boxes."""
        return "spot" if len(self.dealt_to) > 1 else "box"

    def house_rules(self) -> House:
        """The choices at this table."""
        return House.of(self.layout)

    # ---- Facts about the table

    def score(self, cards: Iterable[Card]) -> Score:
        return self.count.score(cards)

    def role(self, wager: Wager) -> str:
        return self.terms[wager.kind].role

    def where(self, kind: str, spot: str) -> Place | None:
        """The place on the layout that a wager's spot refers to."""
        place = place_of(spot)
        if place is None:
            return None
        terms = self.terms[kind]
        return Place(place.box, place.hand or terms.hand, place.circle or terms.circle)

    def place(self, wager: Wager) -> Place:
        found = self.where(wager.kind, wager.spot)
        assert found is not None
        return found

    @property
    def main_odds(self) -> dict[str, Odds]:
        return self.odds[self.mains[0]]

    def is_ace(self, card: Card) -> bool:
        return self.count.of_card(card) == self.count.ace[0]

    def is_blackjack(self, cards: tuple[Card, ...], split: bool = False) -> bool:
        """Whether two cards are an initial ace and ten; never after a split or an exchange."""
        terms = self.layout.fact("blackjack")
        worth = sorted(self.count.of_card(card) for card in cards)
        return not split and len(cards) == terms["cards"] and worth == [terms["worth"], self.count.ace[0]]

    def has_blackjack(self, hand: Hand) -> bool:
        return self.is_blackjack(hand.cards, hand.split or hand.exchanged)

    def split_ace(self, hand: Hand) -> bool:
        return hand.split and self.is_ace(hand.cards[0])

    def up(self, state: T) -> int:
        """The value of the dealer's first card."""
        return self.count.of_card(state.dealer[0])

    def could_be_blackjack(self, state: T) -> bool:
        """Whether the dealer's first card allows a blackjack and he has not looked."""
        return self.up(state) in self.layout.fact("surrender_held")["up_worth"] and not state.checked

    def alive(self, state: T) -> list[Hand]:
        return [hand for hand in state.hands if hand.fate != "out"]

    def stakes(self, state: T, hand: Hand, circle: int | None = None, position: int | None = None) -> list[Wager]:
        """The wagers on a hand."""
        return [
            wager
            for wager in state.wagers
            if self.role(wager) in STAKES
            and (place := self.place(wager)).box == hand.box
            and place.hand == hand.number
            and (circle is None or place.circle == circle)
            and (position is None or wager.position == position)
        ]

    def stake(self, state: T, hand: Hand, position: int, circle: int) -> int:
        """A player's stake on a hand, without doubles."""
        held = self.stakes(state, hand, circle, position)
        return sum(wager.amount for wager in held if self.role(wager) != "double")

    def on_box(self, state: T, box: int, *roles: str, position: int | None = None) -> list[Wager]:
        """A box's wagers with one of these roles."""
        return [
            wager
            for wager in state.wagers
            if self.role(wager) in roles
            and self.place(wager).box == box
            and (position is None or wager.position == position)
        ]

    def people(self, state: T, hand: Hand) -> list[int]:
        """The positions with a stake on a hand, the caller first."""
        with_stake = {wager.position for wager in self.stakes(state, hand)}
        return [position for position in state.box(hand.box).people if position in with_stake]

    def change_hand(self, state: T, hand: Hand, **changes: Any) -> tuple[T, Hand]:
        """Change a hand in its place."""
        changed = replace(hand, **changes)
        hands = tuple(changed if other.spot == hand.spot else other for other in state.hands)
        return replace(state, hands=hands), changed

    def standing(self, wager: Wager) -> bool:
        """Whether a wager stands from an earlier round."""
        return False

    def status(self, state: T) -> list[str]:
        lines = [f"the dealer shows {state.dealer[0].pretty}"] if state.dealer else []
        if state.shoe is not None and not state.dealer:
            lines.append(f"{state.shoe.left} cards in the shoe")
        return lines

    # ---- What wins

    def compare(self, state: T, hand: Hand, dealer: Score) -> tuple[int, str]:
        """Compare a standing hand with a dealer without blackjack: 1 wins, 0 ties, -1 loses; and the section."""
        mine = self.score(hand.cards).total
        if mine == self.count.limit and self.house.twenty_one_wins:
            return 1, self.sections["twenty_one_wins"]
        if dealer.total > self.count.limit:
            pushes = self.sections.get("dealer_22_pushes", self.sections["tie"])
            return (0, pushes) if dealer.total in self.house.ties else (1, self.sections["dealer_over"])
        if mine > dealer.total:
            return 1, self.sections["higher"]
        return (0, self.sections["tie"]) if mine == dealer.total else (-1, self.sections["collect"])

    def odds_of(self, state: T, hand: Hand) -> tuple[Odds, str]:
        """A winning hand's odds, other than a blackjack's, and their section if they are better than usual. If the hand
        has earned several of the licensee's extra payouts, the best one applies.
        """
        found = [(self.main_odds["win"], "")]
        if not hand.doubled:
            found += [
                (extra.odds, self.sections[extra.fact]) for extra in self.extra if self.has_earned(extra, hand.cards)
            ]
        return max(found, key=lambda one: one[0].ratio)

    def has_earned(self, extra: Extra, cards: tuple[Card, ...]) -> bool:
        """Whether a hand has the cards of an extra payout."""
        suits = {card.suit for card in cards}
        if (extra.bonus.suited or extra.bonus.suit) and len(suits) > 1:
            return False
        if extra.bonus.suit and {suit.name.lower() for suit in suits} != {extra.bonus.suit}:
            return False
        counts = [0] * RANKS
        for card in cards:
            counts[value_of(card) - 1] += 1
        at_limit = self.score(cards).total == self.count.limit
        return (bool(extra.bonus.ranks) or at_limit) and extra.bonus.fits(counts)

    @property
    def surrender_apart(self) -> bool:
        """Whether surrender is a step of its own, before any hand of a spot is played."""
        return "surrender_asked" in self.layout.rules.facts

    def exchangeable(self, state: T, box: int) -> bool:
        """Whether a spot's two hands are still as dealt."""
        hands = state.hands_of(box)
        return self.house.switching and len(hands) == len(self.dealt_to) and not any(hand.fate for hand in hands)

    def others(self, state: T, hand: Hand) -> tuple[Card, ...]:
        """A spot's first cards that are not in this hand; its player has seen them too."""
        if len(self.dealt_to) < 2:
            return ()
        left = list(state.box(hand.box).received[: len(self.dealt_to) * self.layout.fact("blackjack")["cards"]])
        for card in hand.cards[: self.layout.fact("blackjack")["cards"]]:
            if card in left:
                left.remove(card)
        return tuple(left)

    def has_charlie(self, hand: Hand) -> bool:
        """Whether a hand wins by its number of cards."""
        return bool(self.house.charlie) and len(hand.cards) >= self.house.charlie

    def blackjacks_paid_before(self, what: str) -> bool:
        """Whether blackjacks that always win are paid before this step: the insurance, or the check."""
        return self.house.blackjack_wins and self.layout.fact("blackjack_paid")["before"] == what

    def needs_third(self, state: T) -> bool:
        """Whether a side wager waits for the dealer's complete hand."""
        return False

    def needs_second(self, state: T) -> bool:
        """Whether a side wager waits for the dealer's second card."""
        return False

    def must_draw(self, score: Score) -> bool:
        """Whether the dealer must draw: up to 17 and, at some tables, past a soft 17."""
        stands = self.layout.fact("dealer_stands")
        return score.total < stands or (score.total == stands and score.soft and self.house.soft17 == "hit")

    def shuffle_due(self, state: T) -> bool:
        """Whether the cards are shuffled before the next deal, because the cutting card is out or it was ordered."""
        if state.shoe is None or state.reshuffle or self.house.continuous_shuffler:
            return True
        shoes = [shoe for shoe in (state.shoe, state.kept) if shoe is not None]
        return any(shoe.cut_card is not None and shoe.left < shoe.cut_card for shoe in shoes)

    # ---- Wagers before the first card

    @property
    def doubles_all(self) -> bool:
        """Whether a double must equal the whole wager on the hand; otherwise it may be less."""
        return bool(self.layout.fact("doubling").get("equal"))

    def most_beside(self, state: T, position: int, wager: str, spot: str) -> int:
        """The maximum for a side wager that has one: the licensee's limit, but no more than the main wager."""
        mains = [held.amount for kind in self.mains if (held := state.find(position, kind, spot))]
        return min([self.layout.cents(self.terms[wager].most), *mains])

    def most_added(self, state: T, position: int, wager: str, spot: str) -> int | None:
        """The maximum by which a hand may be insured, doubled or raised; None if no hand is in question."""
        place = self.where(wager, spot)
        hands = [hand for hand in state.hands if place and (hand.box, hand.number) == (place.box, place.hand)]
        if place is None or not hands:
            return None
        if self.terms[wager].role == "raise":
            return self.raise_most(state, hands[0], position)
        stake = self.stake(state, hands[0], position, place.circle)
        return self.insurance_most(stake) if self.terms[wager].role == "insurance" else stake

    def raise_most(self, state: T, hand: Hand, position: int) -> int:
        """The maximum raise: the amount of the main wager."""
        held = self.on_box(state, hand.box, "main", position=position)
        return sum(wager.amount for wager in held)

    def placed(self, state: T, position: int, action: Action) -> Action:
        """The action with its place filled in: by default the hand in question, or the player's own box."""
        if action.wager not in self.terms or action.spot:
            return action
        if state.phase:
            return replace(action, spot=state.turn)
        boxes = {self.place(wager).box for wager in state.wagers_of(position) if self.role(wager) == "main"}
        own = {position} if position <= self.house.boxes else set()
        here = boxes if len(boxes) == 1 and (self.terms[action.wager].role != "main" or not own) else own or boxes
        return replace(action, spot=str(min(here))) if here else action

    def allowed(self, state: T, position: int, action: Action) -> Answer:
        return super().allowed(state, position, self.placed(state, position, action))

    def may(self, state: T, position: int, action: Action) -> Answer:
        if not action.wager:
            return YES
        if state.phase:
            return self.may_add(state, position, action)
        terms, name, section = (
            self.terms[action.wager],
            self.name(action.wager),
            self.layout.rules.wagers[action.wager].section,
        )
        if action.verb in ("on", "off"):
            return self.no("wagers are always on at this game", section)
        if terms.role in LATER:
            return self.no(f"{name} is made when cards are dealt, and the dealer asks for it", section)
        place = place_of(action.spot)
        if place is None or place.hand or place.circle or not 1 <= place.box <= self.house.boxes:
            return self.no(
                f"{action.spot or f'no {self.place_word}'}: name a {self.place_word} from 1 to {self.house.boxes}",
                self.sections["more_boxes"],
            )
        if action.verb in ("reduce", "remove"):
            return self.may_withdraw(state, position, action)
        return self.may_make(state, position, action, place.box)

    def may_withdraw(self, state: T, position: int, action: Action) -> Answer:
        held = state.find(position, action.wager, action.spot)
        after = (held.amount if held else 0) - action.amount if action.verb == "reduce" else 0
        if after and not (answer := self.check_amount(state, position, action, after)):
            return answer
        if self.terms[action.wager].role == "main" and after:
            for wager in self.on_box(state, self.place(held).box, "side", position=position) if held else ():
                if self.terms[wager.kind].most and wager.amount > after:
                    rule = self.layout.rules.wagers[wager.kind]
                    text = f"{rule.name}, {dollars(wager.amount)}, is not more than the main wager; take it down first"
                    return self.no(text, rule.section)
        others = [kind for kind in self.mains if self.terms[kind].equals == action.wager]
        if after and any(state.find(position, kind, action.spot) for kind in others):
            names = " and ".join(self.name(kind) for kind in others)
            return self.no(
                f"{names} must be equal to it; take them down first", self.layout.rules.wagers[action.wager].section
            )
        return YES

    def lacking(self, state: T, wager: Wager) -> list[str]:
        """The wagers that a main wager requires and that are missing or have a different amount."""
        if self.role(wager) != "main":
            return []
        found = []
        for kind in self.mains:
            held = state.find(wager.position, kind, wager.spot)
            led = state.find(wager.position, self.terms[kind].equals, wager.spot) if self.terms[kind].equals else None
            if self.terms[kind].required and (held is None or (led is not None and held.amount != led.amount)):
                found.append(kind)
        return found

    def may_make(self, state: T, position: int, action: Action, box: int) -> Answer:
        """Whether a wager may be made before the first card."""
        held = state.find(position, action.wager, action.spot)
        if not (answer := self.check_form(state, action)):
            return answer
        if not (answer := self.check_amount(state, position, action, action.amount + (held.amount if held else 0))):
            return answer
        if self.terms[action.wager].role == "main":
            return self.may_wager_on(state, position, box)
        there = {wager.kind for wager in self.on_box(state, box, "main", position=position)}
        if not there or any(self.terms[kind].required and kind not in there for kind in self.mains):
            main = " and ".join(self.name(kind) for kind in self.mains)
            section = self.sections["side_wager_box"]
            return self.no(f"{self.name(action.wager)} needs a {main} on {self.place_word} {box} first", section)
        other = self.terms[action.wager].excludes
        if other and state.find(position, other, action.spot):
            text = f"{self.name(action.wager)} or {self.name(other)}, not both on a box"
            return self.no(text, self.layout.rules.wagers[action.wager].section)
        return YES

    def check_form(self, state: T, action: Action) -> Answer:
        """Whether a wager is in chips or plaques, an accepted coupon, or cash that is announced and confirmed."""
        if not (answer := may_add_coupon(self, state, action)):
            return answer
        needed = self.layout.fact("verbal_wager_confirmed_by")
        if action.confirmed and not set(needed) <= set(action.confirmed):
            text = f"a spoken wager with cash counts only if the {' and the '.join(needed)} confirm it"
            return self.no(text, self.sections["verbal_wager_confirmed_by"])
        return YES

    def check_amount(self, state: T, position: int, action: Action, amount: int) -> Answer:
        """Whether an amount is right: fixed amounts, multiples, and wagers that must be equal."""
        terms, rule = self.terms[action.wager], self.layout.rules.wagers[action.wager]
        fixed = cents(terms.fixed)
        if fixed and amount != fixed:
            return self.no(f"{rule.name} is exactly {dollars(fixed)}", rule.section)
        if terms.dollars and amount < cents(terms.dollars):
            return self.no(f"{rule.name} is at least {dollars(cents(terms.dollars))}", rule.section)
        if terms.most and amount > (most := self.most_beside(state, position, action.wager, action.spot)):
            limit = dollars(self.layout.cents(terms.most))
            return self.no(f"{rule.name} is at most {dollars(most)}: the main wager, and {limit}", rule.section)
        if not rule.tied and amount % self.house.wager_multiple:
            multiple = dollars(self.house.wager_multiple)
            return self.no(f"{dollars(amount)} is not a multiple of {multiple}", self.multiple_section)
        if terms.equals:
            held = state.find(position, terms.equals, action.spot)
            if held is None:
                return self.no(
                    f"{rule.name} needs a {self.name(terms.equals)} on the {self.place_word} first", rule.section
                )
            if amount != held.amount:
                return self.no(
                    f"{rule.name} must be equal to {self.name(terms.equals)}, {dollars(held.amount)}", rule.section
                )
        # The wager on the other hand is adjusted to the same amount before the round begins (`may_close`).
        followers = [kind for kind in self.mains if self.terms[kind].equals == action.wager]
        equal = [kind for kind in followers if self.terms[kind].hand == terms.hand]
        if any(state.find(position, kind, action.spot) for kind in equal):
            return self.no("the wagers beside it must be equal to it; take them down first", rule.section)
        return YES

    @property
    def multiple_section(self) -> str:
        """The section that requires wagers in multiples."""
        return "8.2"

    def may_wager_on(self, state: T, position: int, box: int) -> Answer:
        """Whether a player may play a hand on a box."""
        word = self.place_word
        there = {wager.position for wager in self.on_box(state, box, "main")}
        if position in there:
            return YES
        if len(there) >= self.house.players_per_box:
            people = self.house.players_per_box
            who = "one person wagers" if people == 1 else f"{people} people wager"
            return self.no(f"{word} {box} is taken: at most {who} on a {word} here", self.sections["sharing"])
        if box != position and state.seat(box) and box not in there:
            return self.no(
                f"{word} {box} is position {box}'s, but position {box} has not wagered on it yet",
                self.sections["caller"],
            )
        boxes = {self.place(wager).box for wager in state.wagers_of(position) if self.role(wager) == "main"}
        if len(boxes) >= self.house.boxes_per_player:
            many = self.house.boxes_per_player
            most = f"one {word}" if many == 1 else f"{many} {'boxes' if word == 'box' else 'spots'}"
            return self.no(f"a player can wager on at most {most} here", self.sections["more_boxes"])
        if not self.house.mid_shoe_entry and not self.shuffle_due(state) and position not in state.played:
            text = "players who did not wager in the last round must wait for the next shuffle here"
            return self.no(text, self.sections["late_entry"])
        return YES

    # ---- Wagers that a decision calls for

    def may_add(self, state: T, position: int, action: Action) -> Answer:
        """Whether the player who decides may make this wager, for this amount."""
        closed = self.no("only the player who decides can make a wager now", self.sections["no_more_wagers"])
        terms, rule = self.terms[action.wager], self.layout.rules.wagers[action.wager]
        place = self.where(action.wager, action.spot)
        if (
            position != state.asked
            or action.verb != "make"
            or action.coupon
            or place is None
            or action.spot != state.turn
        ):
            return closed
        hand = next((hand for hand in state.hands if (hand.box, hand.number) == (place.box, place.hand)), None)
        if hand is None or terms.role not in ("insurance", "double", "raise"):
            return closed
        if terms.role == "raise":
            return self.may_raise(state, hand, position, action)
        if state.find(position, action.wager, action.spot):
            return self.no(f"{rule.name} can be made only once", rule.section)
        stake = self.stake(state, hand, position, place.circle)
        if terms.role == "insurance":
            most = self.insurance_most(stake)
            what = f"half of {dollars(stake)}, rounded up to {dollars(self.insurance_unit)}"
        else:
            if not (answer := self.lawful(state, hand, "double", 0)):
                return answer
            most, what = stake, "the hand's wager"
        if action.amount > most:
            return self.no(
                f"{dollars(action.amount)} is too much: {rule.name} is at most {dollars(most)}, {what}", rule.section
            )
        if terms.role == "double" and self.doubles_all and action.amount != most:
            text = f"{dollars(action.amount)}: {rule.name} is equal to all that lies on the hand, {dollars(most)}"
            return self.no(text, rule.section)
        if action.amount % self.tied_multiple:
            return self.no(
                f"{dollars(action.amount)} is not a multiple of {dollars(self.tied_multiple)}", self.multiple_section
            )
        return YES

    def may_raise(self, state: T, hand: Hand, position: int, action: Action) -> Answer:
        """Whether a raise may be made for this amount."""
        terms, rule = self.terms[action.wager], self.layout.rules.wagers[action.wager]
        if state.phase != action.wager:
            return self.no(f"{rule.name} cannot be made now", rule.section)
        most = self.raise_most(state, hand, position)
        if terms.equals and action.amount != most:
            main = self.name(terms.equals)
            return self.no(f"{dollars(action.amount)}: {rule.name} is equal to {main}, {dollars(most)}", rule.section)
        if action.amount > most:
            text = f"{dollars(action.amount)} is too much: {rule.name} is at most {dollars(most)}, the first wager"
            return self.no(text, rule.section)
        return YES

    @property
    def tied_multiple(self) -> int:
        """The multiple, in cents, required for wagers that depend on another."""
        return 1

    @property
    def insurance_unit(self) -> int:
        """The unit to which an uneven half may be rounded up."""
        return self.house.smallest_chip

    def insurance_most(self, stake: int) -> int:
        """The maximum insurance on a stake, in cents."""
        share = Fraction(Decimal(str(self.layout.fact("insurance")["share"])))
        most = ceil(stake * share / self.insurance_unit) * self.insurance_unit
        # Amounts that cannot be paid exactly at the layout's odds are not accepted.
        return most - most % lcm(*(odds.ratio.denominator for odds in self.odds[self.kind_of["insurance"]].values()))

    # ---- Decisions on a hand

    def moment_section(self, wager: str) -> str:
        """The section that sets when a wager is made: the wager's own section if that sets the time."""
        role, closed = self.terms[wager].role, self.sections["no_more_wagers"]
        if role == "main":
            return closed
        if role == "side":
            return self.sections.get("no_more_side_wagers", closed)
        return self.layout.rules.wagers[wager].section

    def play_choices(self, state: T, hand: Hand) -> list[str]:
        """All choices on a hand, whether legal now or not."""
        choices = ["stand", "draw", "double", "split", *(() if self.surrender_apart else ("surrender",))]
        if hand.doubled and self.house.rescue:
            choices = ["stand", "rescue"]
        if len(self.circles) > 1:
            choices[3:3] = self.some_circles(state, hand)
        return choices

    def some_circles(self, state: T, hand: Hand) -> list[str]:
        """Doubles on some of the circles: "double 1 3"."""
        caller = state.box(hand.box).caller
        held = [circle for circle in self.circles if self.stake(state, hand, caller, circle)]
        subsets = [
            [circle for at, circle in enumerate(held) if bits >> at & 1] for bits in range(1, 2 ** len(held) - 1)
        ]
        return ["double_" + "_".join(map(str, subset)) for subset in sorted(subsets)]

    def default_choice(self, state: T, hand: Hand, choices: list[str]) -> str:
        """The default choice: stand."""
        return choices[0]

    def choice_section(self, state: T, choice: str) -> str:
        if choice == "stand" and state.exposed:
            return next(rule.section for rule in self.layout.irregularities.values() if rule.effect == "exposed")
        return self.sections[self.decisions[choice.partition("_")[0]]]

    def has_refused(self, state: T, hand: Hand) -> bool:
        """Whether a hand's caller has refused an exposed card, and so may take no cards on any box in this round."""
        return state.box(hand.box).caller in state.refused

    def lawful(self, state: T, hand: Hand, choice: str, position: int) -> Answer:
        """Whether a choice is legal on a hand now; with `position` 0, the player's chips are ignored."""
        kind, _, circles = choice.partition("_")
        if kind == "stand":
            return YES
        if kind in EXCHANGE:
            return self.no(
                "cards can be exchanged only once, before any other decision on a spot", self.sections["exchange"]
            )
        if kind in INSURANCE:
            return self.no(
                "insurance is offered only once, after the first cards and against an ace", self.sections["insurance"]
            )
        if kind in ("draw", "double", "split") and self.has_refused(state, hand):
            section = next(rule.section for rule in self.layout.irregularities.values() if rule.effect == "exposed")
            return self.no("a player who refused an exposed card takes no more cards in this round", section)
        total = self.score(hand.cards).total
        if kind == "rescue":
            return self.may_rescue(hand, total)
        if total >= self.count.limit or len(hand.cards) < self.layout.fact("blackjack")["cards"]:
            section = self.sections.get("at_21", self.sections["drawing"])
            return self.no(f"a hand of {total} takes no more cards or wagers", section)
        if kind == "draw":
            return self.may_draw(hand)
        if kind == "double":
            wanted = [int(circle) for circle in circles.split("_")] if circles else list(self.circles)
            return self.may_double(state, hand, position, wanted)
        return self.may_split(state, hand, position) if kind == "split" else self.may_surrender(state, hand)

    def may_rescue(self, hand: Hand, total: int) -> Answer:
        section = self.sections[self.decisions.get("rescue", "doubling")]
        if not self.house.rescue:
            return self.no("rescue is not offered here", section)
        if not hand.doubled:
            return self.no("only a doubled hand can be rescued, after its card", section)
        return YES if total < self.count.limit else self.no(f"a hand of {total} cannot be rescued", section)

    def may_draw(self, hand: Hand) -> Answer:
        if hand.doubled:
            section = self.sections.get("one_card_on_a_double", self.sections["drawing"])
            return self.no("a doubled hand gets one card only", section)
        if self.split_ace(hand) and not self.house.hit_split_aces:
            return self.no("each split ace gets one card only", self.sections["split_aces"])
        return YES

    def may_double(self, state: T, hand: Hand, position: int, circles: list[int]) -> Answer:
        section = self.sections["doubling"]
        if hand.doubled:
            return self.no("this hand is doubled already: one double, one card", section)
        if self.house.doubling is None:
            return self.no("doubling is not offered here", section)
        if self.house.double_cards and len(hand.cards) != self.house.double_cards:
            return self.no(f"only the first two cards can be doubled; this hand has {len(hand.cards)}", section)
        if self.split_ace(hand) and not self.house.double_split_aces:
            return self.no("each split ace gets one card only", self.sections["split_aces"])
        if hand.split and not self.house.double_after_split:
            return self.no("doubling after a split is not offered here", self.sections["split_hands"])
        score = self.score(hand.cards)
        if self.house.doubling and (score.soft or score.total not in self.house.doubling):
            totals = ", ".join(map(str, self.house.doubling))
            return self.no(f"only a hard {totals} can be doubled here, not {score}", section)
        cost = sum(self.stake(state, hand, position, circle) for circle in circles)
        return self.affords(state, position, cost, section)

    def may_split(self, state: T, hand: Hand, position: int) -> Answer:
        section = self.sections["splitting"]
        if hand.doubled:
            return self.no("a doubled hand cannot be split", section)
        worth = [self.count.of_card(card) for card in hand.cards]
        if not self.house.splitting:
            return self.no("splitting is not offered here", section)
        if len(hand.cards) != 2 or worth[0] != worth[1]:
            return self.no(
                f"only two cards of identical value can be split; these are {join_cards(hand.cards)}", section
            )
        if sum(other.dealt == hand.dealt for other in state.hands_of(hand.box)) >= self.house.max_split_hands:
            again = self.sections["split_once" if self.house.max_split_hands == 2 else "resplit"]
            return self.no(f"a pair can be split into at most {self.house.max_split_hands} hands here", again)
        if self.split_ace(hand) and not self.house.resplit_aces:
            return self.no("aces can be split only once here", self.sections["resplit"])
        cost = sum(self.stake(state, hand, position, circle) for circle in self.circles)
        return self.affords(state, position, cost, section)

    def affords(self, state: T, position: int, cost: int, section: str) -> Answer:
        if position and cost > state.rack(position):
            return self.no(f"it takes {dollars(cost)}, and {dollars(state.rack(position))} is available", section)
        return YES

    def may_surrender(self, state: T, hand: Hand) -> Answer:
        section = self.sections["surrender"]
        if self.house.surrender == "none":
            return self.no("surrender is not offered here", section)
        form = self.house.surrender
        if self.surrender_apart and state.phase == "play":
            return self.no("a hand can be surrendered only before any hand of the spot is played", section)
        if hand.split and not self.house.surrender_split:
            return self.no("a hand can be surrendered only as its first decision, and not after a split", section)
        if len(hand.cards) > 2 and not self.house.surrenders_drawn:
            return self.no("a hand can be surrendered only as its first decision, and not after a split", section)
        if hand.doubled and form != "any_time":
            return self.no("a doubled hand cannot be surrendered here", section)
        if self.house.surrender == "early" and state.checked:
            return self.no("early surrender is possible only before the dealer checks", section)
        return YES
