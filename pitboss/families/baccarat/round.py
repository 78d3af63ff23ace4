"""Baccarat: one round, from the wagers to passing the shoe. Each game declares whether a curator or a dealer deals.

Read `Baccarat.round` first, then the rest in the order of the subchapter. What lasts between rounds (shoe, curator,
marked vigorish, results) is in `BaccaratState`. The hands and the results of wagers are in `coup`. Every figure is in
rules.toml, and sections are cited by its facts, since each game has its own. The headings name those of punto banco.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import table_type
from pitboss.equipment import Card, Hidden
from pitboss.families.baccarat.coup import HAND, NO_CARD, Coup, Rules
from pitboss.families.baccarat.scoreboard import Result, Scoreboards, scoreboards
from pitboss.families.shoe.round import BY_RANK, ShoeGame, ShoeGameIrregularities, ShoeState
from pitboss.table.allowed import may_add_coupon
from pitboss.table.amounts import Amounts
from pitboss.table.cards import cut, join_cards, take_up
from pitboss.table.codec import FrozenStruct
from pitboss.table.game import YES, Answer
from pitboss.table.state import Position, Wager, move_to_rack, replace
from pitboss.table.steps import Action, AskDecision, Irregularity, Part, Round, Said


class Marker(FrozenStruct):
    """Vigorish that is marked in a seat's numbered box but not yet collected."""

    position: int
    amount: int


class BaccaratState(ShoeState):
    """The state of a baccarat table.

    With `curator` 0 no participant has the shoe: a dealer deals if `declined`; otherwise it is offered, starting with
    the seat after `offered_from`. `player` and `banker` are the face-up cards, `player_down` and `banker_down` the
    face-down ones. `kept` holds cards pulled in error but not seen, which begin the next round; `errors` lists errors
    still to come in this one. `complete`: no hand gets another card in this round. `by_hand`: the shuffling device has
    left the table.
    """

    curator: int = 0
    offered_from: int = 0
    declined: bool = False
    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    player_down: tuple[Hidden, ...] = ()
    banker_down: tuple[Hidden, ...] = ()
    kept: tuple[Hidden, ...] = ()
    errors: tuple[str, ...] = ()
    owed: tuple[Marker, ...] = ()
    results: tuple[Result, ...] = ()
    complete: bool = False
    by_hand: bool = False

    def owes(self, position: int) -> int:
        """The vigorish marked for a position."""
        return sum(marker.amount for marker in self.owed if marker.position == position)


B = TypeVar("B", bound=BaccaratState)

Spare = tuple[str, Card]
"""A card dealt in error, with the error itself."""


class BaccaratAmounts(Amounts["Baccarat[Any]"]):
    """Commission on winning banker wagers, and a player's chips less the commission owed."""

    def vigorish_on_win(self, wager: Wager) -> int:
        return 0 if self.game.deferred else self.game.vigorish(wager)

    def available(self, state: B, seat: Position) -> int:
        return seat.rack - state.owes(seat.number)

    def divisor(self, kind: str) -> int:
        return self.game.unit


class BaccaratIrregularities(ShoeGameIrregularities):
    """Irregularities of the cards and the shoe at baccarat."""

    game: Baccarat[Any]
    effects = ShoeGameIrregularities.effects | {
        "banker_or_next_round",
        "banker_or_discarded",
        "next_round",
        "discarded",
        "corrected",
        "shoe_taken",
        "device_removed",
    }
    conditions: ClassVar[Mapping[str, str]] = {
        "player_stands": "it is not an error, or no longer one, if a natural, or a hand that drew, used the card",
        "natural": "no hand is a natural",
        "called": "no hand has been turned and called yet",
        "curator": "only the dealer has the shoe",
        "device": "the shuffling device has left the table",
    }

    def holds(self, state: Any, condition: str, about: tuple[str, ...]) -> bool:
        """Whether a condition holds; for a card dealt in error, as far as the face-up cards reveal."""
        if condition == "curator":
            return bool(state.curator)
        if condition == "device":
            return not state.by_hand
        if condition == "called":
            return bool(state.player)
        turned = len(state.player) > 1 and len(state.banker) > 1 and not state.banker_down
        if not turned:
            return True
        first = [
            self.game.rules.natural(self.game.rules.point_count(cards[:2]), 2) for cards in (state.player, state.banker)
        ]
        if condition == "natural":
            return any(first)
        return not any(first) and len(state.player) == len(state.banker)


class Baccarat(ShoeGame[B]):
    """The procedure on one layout, as in Subchapter 3; Subchapter 7 overrides what differs there."""

    state_type = BaccaratState
    amounts_type = BaccaratAmounts
    irregularities_type = BaccaratIrregularities
    terms_type = None
    fact_kinds: ClassVar[Mapping[str, Any]] = {
        **ShoeGame.fact_kinds,
        "banker_draws": dict[str, str],
        "banker_variants": dict[str, dict[str, Any]],
        "burn": BY_RANK,
        "card_values": BY_RANK,
        "curator": int,
        "cut": int,
        "errors": dict[str, str],
        "initial_deal": list[str],
        "last_round": int,
        "natural": list[int],
        "player_draws": list[int],
        "point_count": int,
        "scoreboard": table_type(rows=int, results=int),
        "seats": int,
        "settlement": list[str] | dict[str, str],
        "shoe_passes": dict[str, list[str]],
        "turning": str,
        "vigorish_units": dict[str, int],
        "wager_unit": int,
    }
    accounts = (*ShoeGame.accounts, "owed")
    has_curator: ClassVar[bool] = True
    """Whether a participant, rather than the dealer, pulls the cards."""
    shoe_goes_with_bank: ClassVar[bool] = False
    """Whether the participant who pulls the cards also has the bank, and keeps both when a new shoe starts."""
    face_down = True
    """Whether the first four cards are dealt face down."""
    continuous = False
    """Whether a shuffler takes all the cards back before every round."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.rules = Rules(layout)
        self.seats = int(layout.options["seats"] if "seats" in layout.options else layout.fact("seats"))
        cut = layout.options["cut_card_from_end"] if "cut_card_from_end" in layout.options else layout.fact("cut")
        self.cut_card = self.check_cut(int(cut), self.sections["shuffle"])
        self.unit: int = layout.fact("wager_unit")
        self.deferred = layout.option("vigorish_collection") == "deferred"
        self.error_happens: dict[str, str] = layout.fact("errors")

    # ---- The round

    def round(self, state: B) -> Round[B]:
        """Play one coup."""
        state = yield from self.before_the_deal(state)
        if not state.wagers:
            return state
        state = yield from self.deal_first_cards(state)
        state = yield from self.turn_first_cards(state)
        state = yield from self.deal_third_cards(state)
        state = yield from self.before_settlement(replace(state, complete=True), self.sections["settlement"])
        state = yield from self.settle(state)
        state = self.cards_away(state)
        return (yield from self.after_the_round(state))

    def before_the_deal(self, state: B) -> Round[B]:
        """Get a shoe, a participant or dealer to deal from it, and wagers."""
        section = self.sections["no_more_wagers"]
        if not state.positions:
            state = yield from self.take_wagers(state, section)
        if not state.positions:
            return state
        state = yield from self.ready_shoe(state)
        state = yield from self.find_curator(state)
        state = yield from self.take_wagers(state, section)
        if state.wagers:
            state = yield from self.find_curator(state)
            yield Said(state, section, "No more bets.")
        return state

    # ---- 3.4, 3.5: the shoe

    def new_shoe(self, state: B) -> Round[B]:
        """Collect marked vigorish, shuffle and cut the cards, and burn the first ones."""
        state = yield from self.collect_marked(state)
        section = self.sections["shuffle"]
        state = yield from self.shuffle_cards(state, section)
        # A new shoe starts new scoreboards, and is offered from the first seat on unless it stays with the bank.
        state = replace(state, results=())
        if not self.shoe_goes_with_bank:
            state = replace(state, curator=0, offered_from=0, declined=False)
        state = yield from cut(state, section, self.cut_card)
        return (yield from self.burn_cards(state))

    def shuffle_cards(self, state: B, section: str) -> Round[B]:
        """Put all cards back in the shoe in a new order, including those kept aside."""
        return (yield from super().shuffle_cards(replace(state, kept=()), section))

    def burn_cards(self, state: B) -> Round[B]:
        """Show the first card and burn, unseen, as many cards as it indicates."""
        section = self.sections["burn"]
        state, first = yield from self.next_card(state, section, "discard rack")
        number = self.layout.fact("burn")[first.rank.letter]
        state = take_up(state, 1)
        yield Said(state, section, f"The first card is the {first.name}: {number} more {_are(number)} burned.")
        for _ in range(number):
            state, _card = yield from self.next_card(state, section, "discard rack")
            state = take_up(state, 1)
        return state

    def cutting_card_out(self) -> str:
        more = self.layout.fact("last_round")
        return f"The cutting card comes out: after this round {more} more {_are(more)} dealt from this shoe."

    # ---- 3.6: selection of the dealer of cards

    def find_curator(self, state: B, but: int = 0) -> Round[B]:
        """Offer the shoe around the table; the first to accept is the curator. If none does, a dealer deals."""
        if not self.has_curator or state.curator or state.declined or not state.positions:
            return state
        section = self.sections["curator"]
        first: int = self.layout.fact("curator")
        for number in self.counterclockwise(state, state.offered_from or first - 1):
            if number == but:
                continue
            question = f"Position {number}, the shoe is offered to you:"
            reply = yield AskDecision(state, section, number, question, ("accept", "decline"), "accept", formality=True)
            if reply == "accept":
                state = replace(state, curator=number, offered_from=number)
                yield Said(state, section, f"Position {number} takes the shoe and is the curator.", number)
                return state
        state = replace(state, declined=True)
        yield Said(state, section, "No one takes the shoe, so a dealer deals.")
        return state

    def counterclockwise(self, state: B, after: int) -> list[int]:
        """The seats in numerical order, starting after `after` and ending with it."""
        seats = [seat.number for seat in state.positions]
        return [number for number in seats if number > after] + [number for number in seats if number <= after]

    def give_up_shoe(self, state: B) -> B:
        return replace(state, curator=0, declined=False)

    # ---- 3.7: the first two cards of each hand

    def deal_first_cards(self, state: B) -> Round[B]:
        section = self.sections["initial_deal"]
        shoe = state.shoe
        assert shoe is not None
        # If a card was kept for this round, a cutting card on top of the shoe does not come out first.
        reached = shoe.cut_card_reached and not (state.kept and shoe.left == shoe.cut_card)
        state = replace(state, last_round=reached)
        if reached:
            yield Said(state, self.sections["last_round"], "The cutting card is out: this is the shoe's last round.")
        for hand in self.layout.fact("initial_deal"):
            if state.kept:
                card = state.kept[0].card
                state = replace(state, kept=state.kept[1:])
                yield Said(state, self.sections["errors"], "The card kept from the previous round is dealt first.")
            else:
                state, card = yield from self.next_card(state, section, HAND[hand])
            state = self.put(state, hand, card, face_up=not self.face_down)
        if self.face_down:
            yield Said(state, section, "Four cards are dealt face down, the Banker's under the corner of the shoe.")
        return state

    def put(self, state: B, hand: str, card: Card, face_up: bool = True) -> B:
        """Add a card to a hand."""
        if hand == "player":
            if face_up:
                return replace(state, player=(*state.player, card))
            return replace(state, player_down=(*state.player_down, Hidden(card)))
        if face_up:
            return replace(state, banker=(*state.banker, card))
        return replace(state, banker_down=(*state.banker_down, Hidden(card)))

    def turn_first_cards(self, state: B) -> Round[B]:
        """Turn the Player's cards and call their count; then the Banker's."""
        section = self.sections["turning"]
        if state.player_down:
            holder = self.largest(state)
            if holder:
                down = tuple(Hidden(held.card, (holder,)) for held in state.player_down)
                state = replace(state, player_down=down)
                text = f"Position {holder} has the largest wager on the Player's Hand and turns its cards."
                yield Said(state, section, text, holder)
            state = replace(state, player=tuple(held.card for held in state.player_down), player_down=())
        yield Said(state, section, self.called(state, "player"))
        if state.banker_down:
            state = replace(state, banker=tuple(held.card for held in state.banker_down), banker_down=())
            if state.curator:
                yield Said(state, section, f"Position {state.curator} turns the Banker's cards.", state.curator)
        yield Said(state, section, self.called(state, "banker"))
        return state

    def largest(self, state: B) -> int:
        """The position with the largest wager on the Player's Hand, which turns its cards; 0 for the dealer."""
        on_hand = {wager.position: wager.amount for wager in state.wagers if wager.kind == self.layout.fact("turning")}
        around = self.counterclockwise(state, state.curator)
        return max((n for n in around if n in on_hand), key=lambda n: on_hand[n], default=0) if self.has_curator else 0

    def called(self, state: B, hand: str) -> str:
        """The call of a hand's count."""
        cards = state.player if hand == "player" else state.banker
        count = self.rules.point_count(cards)
        natural = ", a natural" if self.rules.natural(count, len(cards)) else ""
        return f"The {HAND[hand]}: {join_cards(cards)}, {count}{natural}."

    # ---- 3.8, 3.9: the third cards

    def deal_third_cards(self, state: B) -> Round[B]:
        """Deal at most one card to each hand, face up, by fixed rules."""
        player, banker = self.rules.point_count(state.player), self.rules.point_count(state.banker)
        spare: list[Spare] = []
        if self.rules.natural(player, 2) or self.rules.natural(banker, 2):
            yield Said(state, self.sections["natural"], "A natural: no third card to either hand.")
            state, spare = yield from self.dealt_in_error(state, "natural", "stands")
            return (yield from self.finish_errors(state, spare))
        third = NO_CARD
        if self.rules.player_draws[player]:
            state = yield from self.third_card(state, "player", f"The Player's Hand draws on {player}.", [])
            third = self.rules.value(state.player[-1])
        else:
            yield Said(state, self.sections["player_draws"], f"The Player's Hand stands on {player}.")
            state, spare = yield from self.dealt_in_error(state, "stands")
        against = "" if third == NO_CARD else f" against {_a(third)}"
        if self.rules.banker_draws[banker, third]:
            state = yield from self.third_card(state, "banker", f"The Banker's Hand draws on {banker}{against}.", spare)
        else:
            yield Said(state, self.sections["banker_draws"], f"The Banker's Hand stands on {banker}{against}.")
        return (yield from self.finish_errors(state, spare))

    def third_card(self, state: B, hand: str, text: str, spare: list[Spare]) -> Round[B]:
        """Deal a third card face up: the one dealt in error, if any, or else the next one in the shoe."""
        rule = self.sections["player_draws"] if hand == "player" else self.sections["banker_draws"]
        yield Said(state, rule, text)
        if spare:
            _, card = spare.pop()
            yield Said(state, self.sections["errors"], f"The card dealt in error goes to the {HAND[hand]}.")
        else:
            state, card = yield from self.next_card(state, self.sections["third_card"], HAND[hand])
        state = self.put(state, hand, card)
        yield Said(state, self.sections["third_card"], self.called(state, hand))
        return state

    # ---- 3.12: irregularities

    def handle_irregularity(self, state: B, event: Irregularity) -> Round[B]:
        """Apply the event's `effect` in rules.toml. An error discovered after the hands are complete is corrected at
        once; one called earlier takes effect when its card is dealt.
        """
        state = yield from super().handle_irregularity(state, event)
        rule = self.layout.irregularities[event.id]
        if event.id in self.error_happens:
            state = replace(state, errors=(*state.errors, event.id))
            if state.complete:
                state, spare = yield from self.dealt_in_error(state, self.error_happens[event.id])
                state = yield from self.finish_errors(state, spare)
        elif rule.effect == "corrected":
            for hand in ("player", "banker"):
                if state.player if hand == "player" else state.banker:
                    yield Said(state, rule.section, self.called(state, hand))
        elif rule.effect == "device_removed":
            state = replace(state, by_hand=True)
        elif rule.effect == "shoe_taken":
            state = yield from self.find_curator(self.give_up_shoe(state), but=state.curator)
        return state

    def dealt_in_error(self, state: B, *when: str) -> Round[Any]:
        """Pull cards from the shoe that neither hand is entitled to. Returns the state and the cards that the Banker's
        Hand may use.
        """
        happen = [error for error in state.errors if self.error_happens[error] in when]
        state = replace(state, errors=tuple(error for error in state.errors if error not in happen))
        spare: list[Spare] = []
        for error in happen:
            rule = self.layout.irregularities[error]
            state, card = yield from self.next_card(state, rule.section, "no one, in error")
            if rule.effect.startswith("banker_or") and not spare:
                spare.append((error, card))
            else:
                state = yield from self.put_aside(state, error, card)
        return state, spare

    def finish_errors(self, state: B, spare: list[Spare]) -> Round[B]:
        """Set aside cards dealt in error that neither hand could use, and announce the errors that did not happen."""
        for error, card in spare:
            state = yield from self.put_aside(state, error, card)
        state, _ = yield from self.dealt_in_error(state, "always")
        for error in state.errors:
            rule = self.layout.irregularities[error]
            bankers = rule.effect.startswith("banker_or") and len(state.player) < len(state.banker)
            outcome = "it is the Banker's third card" if bankers else "no error, the rules called for these cards"
            yield Said(state, rule.section, f"{rule.name}: {outcome}.")
        return replace(state, errors=())

    def put_aside(self, state: B, error: str, card: Card) -> Round[B]:
        """Keep an unseen card for the start of the next round; discard a card that was seen."""
        rule = self.layout.irregularities[error]
        if rule.effect.endswith("next_round") and self.keeps_cards():
            state = replace(state, kept=(*state.kept, Hidden(card)))
            yield Said(state, rule.section, "The card dealt in error is not used; the next round begins with it.")
        else:
            state = take_up(state, 1)
            yield Said(state, rule.section, f"The {card.name}, dealt in error, is discarded.")
        return state

    def keeps_cards(self) -> bool:
        """Whether a card can wait for the next round."""
        return True

    # ---- 3.10: result, payment and collection

    def settle(self, state: B) -> Round[B]:
        """Announce the result, collect losing wagers, and return or pay the others."""
        state, coup, pairs = yield from self.announce_result(state)
        decided = {wager: self.rules.decide(wager.kind, coup, pairs) for wager in state.wagers}
        for result_now in self.layout.fact("settlement"):
            for wager, (how, outcome) in decided.items():
                if how == result_now:
                    state = yield from self.settle_wager(state, wager, how, outcome)
        return state

    def announce_result(self, state: B) -> Part[tuple[B, Coup, frozenset[str]]]:
        """Call the hands and add them to the scoreboards."""
        coup = self.rules.coup(state.player, state.banker)
        pairs = frozenset(hand for hand, cards in (("player", state.player), ("banker", state.banker)) if _pair(cards))
        kept: int = self.layout.fact("scoreboard")["results"]
        result = Result(
            coup.winner,
            coup.player,
            coup.banker,
            coup.player_cards + coup.banker_cards,
            "player" in pairs,
            "banker" in pairs,
        )
        state = replace(state, results=(*state.results, result)[-kept:])
        yield Said(state, self.sections["settlement"], result_call(coup))
        return state, coup, pairs

    def settle_wager(self, state: B, wager: Wager, how: str, outcome: str) -> Round[B]:
        terms = self.rules.terms[wager.kind]
        if how == "loses":
            return (yield from self.lose(state, wager, terms.loses))
        if how == "void":
            return (yield from self.push(state, wager, terms.void, result_void=True))
        odds = self.odds[wager.kind][outcome]
        state = yield from self.win(state, wager, odds.pays(wager.amount + wager.coupon), terms.wins, odds)
        return (yield from self.mark_vigorish(state, wager))

    # ---- 3.3: vigorish

    def vigorish(self, wager: Wager) -> int:
        """The vigorish on a wager's win."""
        return self.rules.vigorish(wager.kind, wager.amount + wager.coupon)

    def mark_vigorish(self, state: B, wager: Wager) -> Round[B]:
        """Mark vigorish that was not taken with the payment in the numbered box of the seat."""
        amount = self.vigorish(wager)
        if not amount:
            return state
        text = f"{self.layout.option('vigorish_pct')} percent vigorish, {dollars(amount)}, is"
        if not self.deferred:
            yield Said(state, self.sections["vigorish_units"], f"{text} taken.", wager.position)
            return state
        owed = state.owes(wager.position) + amount
        others = tuple(marker for marker in state.owed if marker.position != wager.position)
        state = replace(state, owed=(*others, Marker(wager.position, owed)))
        text = f"{text} marked: {dollars(owed)} owed."
        yield Said(state, self.sections["vigorish_units"], text, wager.position)
        return state

    def collect_marked(self, state: B, only: int = 0) -> Round[B]:
        """Collect marked vigorish, from everyone before a shuffle or from a position that leaves."""
        for marker in sorted(state.owed, key=lambda marker: marker.position):
            if only in (0, marker.position):
                state = replace(state, owed=tuple(other for other in state.owed if other != marker))
                state = move_to_rack(state, marker.position, -marker.amount)
                text = f"Position {marker.position} pays {dollars(marker.amount)} vigorish."
                yield Said(state, self.sections["vigorish_due"], text, marker.position)
        return state

    def before_leaving(self, state: B, position: int) -> Round[B]:
        return (yield from self.collect_marked(state, position))

    # ---- 3.11: the shoe after the round

    def after_the_round(self, state: B) -> Round[B]:
        if state.last_round:
            state = replace(state, last_round=False, finished=True)
            yield Said(state, self.sections["last_round"], "The shoe is finished.")
            return state
        if not self.has_curator:
            return state
        return (yield from self.pass_the_shoe(state))

    def pass_the_shoe(self, state: B) -> Round[B]:
        """Pass the shoe: the curator must give it up after a win of the Player's Hand, and may keep or pass it
        otherwise.
        """
        section = self.sections["shoe_passes"]
        winner = state.results[-1].winner
        if winner in self.layout.fact("shoe_passes")["must"]:
            holder = f"position {state.curator} gives up" if state.curator else "the dealer gives up"
            state = self.give_up_shoe(state)
            yield Said(state, section, f"The Player's Hand won: {holder} the shoe.")
        elif state.curator:
            question = f"Position {state.curator}, keep the shoe or pass it?"
            keeps = AskDecision(state, section, state.curator, question, ("keep", "pass"), "keep", formality=True)
            if (yield keeps) == "pass":
                yield Said(state, section, f"Position {state.curator} passes the shoe.", state.curator)
                state = self.give_up_shoe(state)
        return state

    def after_leaving(self, state: B, position: int) -> Round[B]:
        return self.give_up_shoe(state) if position == state.curator else state
        yield

    # ---- Picking up the cards

    def cards_away(self, state: B) -> B:
        """Move the hands to the discards."""
        hands = (*state.player, *state.banker, *state.player_down, *state.banker_down)
        state = take_up(state, len(hands))
        return replace(state, player=(), banker=(), player_down=(), banker_down=(), errors=(), complete=False)

    def clear_layout(self, state: B) -> B:
        """Shuffle the cards after a void round; marked vigorish is still owed."""
        return replace(self.cards_away(state), last_round=False, finished=True)

    # ---- 3.2: making and removing wagers

    def may(self, state: B, position: int, action: Action) -> Answer:
        if not action.wager:
            return YES
        name, section = self.name(action.wager), self.layout.wagers[action.wager].section
        if action.spot:
            return self.no(f"{name} has one place for each position; omit {action.spot!r}", section)
        if action.coupon and "match_play" not in self.sections:
            return self.no("only chips and plaques can be wagered here, not coupons", section)
        if not (answer := may_add_coupon(self, state, action)):
            return answer
        if action.verb in ("on", "off"):
            return self.no(f"{name} is always on; take it down instead", self.sections["removal"])
        if action.amount % self.unit:
            section = self.sections["wager_unit"]
            return self.no(f"{dollars(action.amount)}: wagers must be multiples of {dollars(self.unit)}", section)
        return YES

    # ---- Status

    def status(self, state: B) -> list[str]:
        curator = state.seat(state.curator)
        dealt = [f"curator: {curator.name}"] if curator else ["the dealer deals"] if state.declined else []
        ready = state.shoe is not None and not state.finished
        shoe = [f"{state.shoe.left} cards in the shoe" if state.shoe and ready else "the cards must be shuffled"]
        last = ["last round of the shoe"] if state.last_round else []
        owed = [f"position {marker.position} owes {dollars(marker.amount)}" for marker in state.owed]
        return [*dealt, *shoe, *last, *owed]

    def scoreboards(self, state: B) -> Scoreboards:
        """The bead plate and roads of this shoe."""
        return scoreboards(state.results, self.layout.fact("scoreboard")["rows"])


def result_call(coup: Coup) -> str:
    """The dealer's announcement of the result.

    >>> result_call(Coup(6, 9, 2, 3)), result_call(Coup(8, 8, 2, 2))
    ('Player 6, Banker 9: the Banker wins.', 'Player 8, Banker 8: a tie.')
    """
    won = "a tie" if coup.winner == "tie" else f"the {coup.winner.capitalize()} wins"
    return f"Player {coup.player}, Banker {coup.banker}: {won}."


def _pair(cards: Sequence[Card]) -> bool:
    """Whether a hand's first two cards are a pair."""
    return cards[0].rank == cards[1].rank


def _a(value: int) -> str:
    return f"an {value}" if value == 8 else f"a {value}"


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


__all__ = ["Baccarat", "BaccaratState", "Marker"]
