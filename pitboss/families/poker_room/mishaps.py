"""Irregularities at a poker room table and their remedies: 14.15, and those for acts and chips in 14.7.

There are three kinds. Irregularities of the table are corrected at once (a scrap, a street dealt too early). Those of a
hand or an act are corrected at once too (a dead hand, a call that was a string bet), or when its turn comes. Those of
the next card are noted in `state.amiss.next` and corrected by the deal (`dealing`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from pitboss.chapter.rules import table_type
from pitboss.equipment import Card, Hidden
from pitboss.families.poker_room.betting import BET, CALL, FOLD, NOT_YET, RAISE, Betting, without_player
from pitboss.families.poker_room.showdown import Showdown
from pitboss.families.poker_room.state import (
    FLOP_AGAIN,
    FORCED_BET,
    FOUR,
    LAST_UP,
    PASSED_OVER,
    REPLACED,
    TURNED_UP,
    EarlyAct,
    PokerHand,
    PokerState,
)
from pitboss.families.poker_room.terms import Street
from pitboss.table.cards import join_cards
from pitboss.table.game import Game
from pitboss.table.irregularities import Irregularities
from pitboss.table.state import replace
from pitboss.table.steps import Ask, AskCard, AskDecision, Irregularity, Round, Said

NEXT_CARD = frozenset({REPLACED, TURNED_UP, LAST_UP, PASSED_OVER, FOUR, FLOP_AGAIN})
OF_CARD = frozenset(
    {"own_card", "later_card", "only_one", "face_down", "not_all", "drawn", "last_card", "flop", "burn"}
)
"""Conditions on the next card, which depend on where it goes."""
HELD = {"fold_held": FOLD, "call_held": CALL, "raise_held": RAISE}
"""Acts out of turn, by their effect."""


class PokerRoomIrregularities(Irregularities["Mishaps"]):
    """Irregularities in a hand of poker: cards, bets and the button."""

    effects = (
        Irregularities.effects
        | NEXT_CARD
        | HELD.keys()
        | {"one_for_all", "shuffled_in", "reshuffled", "scrap", "no_card", "dead_hand", "folded", "joker_in_hand"}
        | {"shown", "dealt_again", "mended", "put_right", "forced_stands", "called"}
    )
    conditions: ClassVar[Mapping[str, str]] = {
        "dealt": "no card has been dealt",
        "before_action": "there has been action: play continues",
        "after_action": "there has been no action yet: it is a misdeal",
        "betting": "no player is asked to bet now",
        "his_turn": "it is not that player's turn to act",
        "asked_now": "it is not that player's turn",
        "has_card": "that player has no card yet",
        "not_his_turn": "that player is not waiting to act after another",
        "facing": "there is no bet to face",
        "first_scrap": "it is not the only scrap: before action two are a misdeal",
        "own_card": "the next card is not one of the first deal to a player",
        "later_card": "it is the first or second card of the deal: it is a misdeal",
        "only_one": "another card was exposed before: it is a misdeal",
        "face_down": "the next card is not one that stud deals face down first",
        "not_all": "all cards of the first deal would show: it is a misdeal",
        "drawn": "the next card is not for a player's draw",
        "last_card": "the next card is not a player's last",
        "flop": "no flop is being dealt",
        "burn": "no card is being burned",
        "board_next": "community cards are not next",
        "street_next": "the players' own cards are not next",
        "forced_due": "no player is asked for the forced bet, or that player owes it",
        "unseen": "that player has no card that others have not seen",
        "showdown": "there is no showdown",
        "contested": "that player is the only one left, and no one else could win the pot",
        "opener": "that player has not opened",
        "hand_over": "no pot has been pushed yet",
    }

    def holds(self, state: PokerState, condition: str, about: tuple[str, ...]) -> bool:
        found: Mapping[str, Callable[[], bool]] = {
            "dealt": lambda: bool(state.hands) and state.street > 0,
            "before_action": lambda: bool(state.hands) and state.street == 1 and not self.game.has_been_action(state),
            "after_action": lambda: (
                self.game.is_betting(state) and (state.street > 1 or self.game.has_been_action(state))
            ),
            "betting": lambda: self.game.is_betting(state),
            "his_turn": lambda: self.game.turn_of(state) == about,
            "has_card": lambda: any(held.cards for held in state.hands if str(held.position) in about),
            "not_his_turn": lambda: self.game.waits(state, about),
            "facing": lambda: self.game.faces(state),
            "first_scrap": lambda: not state.amiss.scraps or self.game.has_been_action(state) or state.street > 1,
            "board_next": lambda: (
                self.game.is_betting(state)
                and (next_one := self.game.next_street(state)) is not None
                and bool(next_one.community)
            ),
            "street_next": lambda: (
                self.game.is_betting(state)
                and (next_one := self.game.next_street(state)) is not None
                and bool(next_one.up + next_one.down)
            ),
            "forced_due": lambda: state.asked == FORCED_BET and about != self.game.asked_first(state),
            "unseen": lambda: any(
                one.card not in held.seen for held in state.hands if str(held.position) in about for one in held.down
            ),
            "showdown": lambda: len(state.live) > 1,
            "contested": lambda: len(state.live) > 1,
            "opener": lambda: about == (str(state.opener),),
            "hand_over": lambda: state.rounds > 0,
        }
        return found[condition]()

    def holds_at(self, ask: Ask, condition: str, about: tuple[str, ...]) -> bool:
        state = ask.state
        assert isinstance(state, PokerState)
        if condition == "asked_now":
            return isinstance(ask, AskDecision) and about == (str(ask.position),)
        if condition not in OF_CARD:
            return self.holds(state, condition, about)
        if not isinstance(ask, AskCard) or not state.street:
            return False
        street = self.game.room.streets[state.street - 1]
        if condition == "burn":
            return ask.to == "burn"
        if condition == "flop":
            return ask.to == "community cards" and street.community > 1 and not state.board
        held = next((one for one in state.hands if ask.to == f"position {one.position}"), None)
        return held is not None and self.game.holds_of_card(state, street, held, condition)

    def subjects(self, state: PokerState, concerns: str) -> Mapping[str, str]:
        """The players still in the hand."""
        return {str(seat.number): seat.name for seat in state.positions if seat.number in state.live}


class Mishaps(Showdown):
    """Irregularities that can be called, and their effects."""

    irregularities_type = PokerRoomIrregularities

    fact_kinds: ClassVar[Mapping[str, Any]] = {
        **Game.fact_kinds,
        "action": dict[str, int],
        "decks": int,
        "kill": dict[str, int],
        "list": list[str],
        "most_rake": int,
        "openers": table_type(least=str, variants=list[str]),
        "opening": int,
        "payout_notice": dict[str, str],
        "posted": dict[str, str],
        "straddle_times": int,
        "suits": list[str],
        "third_card": list[str],
    }
    # ---- 14.15: conditions

    def holds_of_card(self, state: PokerState, street: Street, held: PokerHand, condition: str) -> bool:
        """Whether a condition holds for the next card, which goes to a hand."""
        first = state.street == 1 and not state.amiss.replacing
        dealt = sum(len(one.cards) for one in state.hands) + len(state.amiss.aside)
        down = first and not self.room.variant.button and (len(held.cards) < street.down or bool(held.up))
        found = {
            "own_card": first or (state.street == 1 and dealt < len(state.hands) * (street.down + street.up)),
            "later_card": dealt >= int(self.layout.fact("action")["first_cards"]),
            "only_one": not state.amiss.aside,
            "face_down": down,
            "not_all": len(held.up) < street.down,
            "drawn": street.draw,
            "last_card": state.street == len(self.room.streets) and bool(street.down),
        }
        return found[condition]

    def is_betting(self, state: PokerState) -> bool:
        """Whether a player's bet is the only thing being asked for."""
        return state.betting is not None and bool(state.betting.due) and not state.asked

    def turn_of(self, state: PokerState) -> tuple[str, ...]:
        return (str(state.betting.turn),) if state.betting is not None and self.is_betting(state) else ()

    def waits(self, state: PokerState, about: tuple[str, ...]) -> bool:
        """Whether a player is still to act, but not yet."""
        betting = state.betting
        if betting is None or not self.is_betting(state):
            return False
        held = {one.position for one in state.amiss.early}
        waiting = {betting.seats[place] for place in betting.due[1:]} - held
        return bool(about) and about[0].isdecimal() and int(about[0]) in waiting

    def faces(self, state: PokerState) -> bool:
        betting = state.betting
        return betting is not None and self.is_betting(state) and betting.staked[betting.due[0]] < betting.bet

    def asked_first(self, state: PokerState) -> tuple[str, ...]:
        """The player asked for the forced bet."""
        return (str(state.betting.turn),) if state.betting is not None else ()

    def next_street(self, state: PokerState) -> Street | None:
        return self.room.streets[state.street] if state.street < len(self.room.streets) else None

    def has_been_action(self, state: PokerState) -> bool:
        """Whether there has been too much action for a misdeal: three folds or three checks, or two acts of any other
        kind.
        """
        betting = state.betting
        if betting is None:
            return False
        figures: dict[str, int] = self.layout.fact("action")
        did = sum(seen >= 0 for seen in betting.seen)
        folds = sum(betting.folded)
        if not self.room.variant.button:
            return did + folds >= figures["acts"]
        checked = did if betting.bet == 0 else 0
        if checked + folds == did + folds and (not checked or not folds):
            return did + folds >= figures["checks_or_folds"]
        return did + folds >= figures["acts"]

    # ---- 14.15: effects

    def handle_irregularity(self, state: PokerState, event: Irregularity) -> Round[PokerState]:
        """Announce and apply an irregularity."""
        state = yield from super().handle_irregularity(state, event)
        rule = self.layout.irregularities[event.id]
        effect, section = rule.effect, rule.section
        position = int(event.about[0]) if event.about else 0
        if effect in NEXT_CARD:
            return replace(state, amiss=replace(state.amiss, next=effect))
        if effect == "scrap":
            return (yield from self.scrapped(state, section))
        if effect in ("dead_hand", "folded"):
            return (yield from self.dead(state, position, section))
        if effect == "joker_in_hand":
            return (yield from self.joker_in_hand(state, position, section))
        if effect == "shown":
            return (yield from self.seen_by_all(state, position, section))
        if effect == "dealt_again":
            return (yield from self.too_early(state, section))
        if effect == "forced_stands":
            betting = state.betting
            assert betting is not None
            return (yield from self.brought_in(state, betting, betting.seats.index(position), section))
        if effect == "called":
            assert state.betting is not None
            return (yield from self.take_turn(state, state.betting.turn, CALL if self.faces(state) else BET))
        if effect in HELD:
            assert state.betting is not None
            early = EarlyAct(position, HELD[effect], state.betting.bet)
            return replace(state, amiss=replace(state.amiss, early=(*state.amiss.early, early)))
        return state

    def scrapped(self, state: PokerState, section: str) -> Round[PokerState]:
        """Set the next card aside; the one after it takes its place."""
        state, card = yield from self.next_card(state, section, "discard rack")
        state = replace(state, muck=(*state.muck, Hidden(card)))
        state = replace(state, amiss=replace(state.amiss, scraps=state.amiss.scraps + 1))
        yield Said(state, section, f"{card.pretty} goes to the discard rack.")
        return state

    def dead(self, state: PokerState, position: int, section: str) -> Round[PokerState]:
        """Kill a hand, regardless of whose turn it is."""
        if state.betting is not None:
            state = replace(state, betting=without_player(state.betting, position))
        state = self.mucked(state, position)
        yield Said(state, section, f"The hand of position {position} is dead; its chips stay.", position)
        return state

    def joker_in_hand(self, state: PokerState, position: int, section: str) -> Round[PokerState]:
        """Handle a joker: it kills a hand that has been played; otherwise the next card replaces it."""
        betting = state.betting
        acted = state.street > 1 or (betting is not None and betting.seen[betting.seats.index(position)] != NOT_YET)
        if acted:
            return (yield from self.dead(state, position, section))
        place = [held.position for held in state.hands].index(position)
        held = state.hands[place]
        gone = held.down[-1]
        held = replace(held, down=held.down[:-1])
        state = replace(state, hands=(*state.hands[:place], held, *state.hands[place + 1 :]))
        state = replace(state, muck=(*state.muck, Hidden(gone.card)))
        yield Said(state, section, f"Position {position} gets another card.", position)
        return (yield from self.deal_to(state, place, turned=False))

    def seen_by_all(self, state: PokerState, position: int, section: str) -> Round[PokerState]:
        """Handle a card that a player shows or drops: all players have seen it, and it plays."""
        place = [held.position for held in state.hands].index(position)
        held = state.hands[place]
        card = next(one.card for one in held.down if one.card not in held.seen)
        held = replace(held, seen=(*held.seen, card))
        state = replace(state, hands=(*state.hands[:place], held, *state.hands[place + 1 :]))
        yield Said(state, section, f"Position {position} has shown {card.pretty}: it plays.", position)
        return state

    def too_early(self, state: PokerState, section: str) -> Round[PokerState]:
        """Undo a street dealt before the betting was over: its burn stays, its cards go back, and the stub is
        reshuffled.
        """
        street = self.next_street(state)
        assert street is not None
        if not state.amiss.burned:
            state = yield from self.burn(state)
        seen: list[Card] = []
        for _ in range(street.community or 1):
            state, card = yield from self.next_card(state, section, "not used")
            seen.append(card)
        # No one has seen cards dealt face down.
        what = join_cards(seen) if street.community or street.up else "The dealt card is"
        yield Said(state, section, f"{what} not used: back into the stub, which is shuffled.")
        state = yield from self.reshuffle(state, section, ())
        return replace(state, amiss=replace(state.amiss, burned=True))

    def brought_in(self, state: PokerState, betting: Betting, place: int, section: str) -> Round[PokerState]:
        """Accept a forced bet by the wrong player: play continues to that player's left."""
        number = len(betting.seats)
        behind = [(place + turn) % number for turn in range(number)]
        due = tuple(other for other in behind if not betting.folded[other] and betting.stacks[other])
        return (yield from self.forced(replace(state, betting=replace(betting, due=due)), place, section))
