"""What goes wrong at a table of the poker room, and what is then done: 14.15, and what 14.7 has of acts and chips.

Three kinds. What concerns the table is done at once (a scrap, a street that comes too early). What concerns a hand or
an act is done to it at once too (a dead hand, a call that was a string bet) or kept for its turn. What concerns the
next card is noted in `state.amiss.next`, and done by who deals it (`dealing`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from pitboss.chapter.rules import table_type
from pitboss.equipment import Card, Hidden
from pitboss.families.poker_room.betting import BET, CALL, FOLD, NOT_YET, RAISE, Betting, out_of_it
from pitboss.families.poker_room.showdown import Showdown
from pitboss.families.poker_room.state import (
    FLOP_AGAIN,
    FORCED_BET,
    FOUR,
    LAST_UP,
    PASSED_OVER,
    REPLACED,
    TURNED_UP,
    Early,
    Held,
    PokerState,
)
from pitboss.families.poker_room.terms import Street
from pitboss.table.cards import laid_out
from pitboss.table.game import Game
from pitboss.table.irregularities import Irregularities
from pitboss.table.state import replace
from pitboss.table.steps import Ask, AskCard, AskDecision, Irregularity, Round, Said

NEXT_CARD = frozenset({REPLACED, TURNED_UP, LAST_UP, PASSED_OVER, FOUR, FLOP_AGAIN})
OF_CARD = frozenset(
    {"own_card", "later_card", "only_one", "face_down", "not_all", "drawn", "last_card", "flop", "burn"}
)
"""Conditions of the next card, which hang on where it goes."""
HELD = {"fold_held": FOLD, "call_held": CALL, "raise_held": RAISE}
"""What was done out of turn, by its effect."""


class PokerRoomIrregularities(Irregularities["Mishaps"]):
    """Irregularities of a hand of poker: cards, bets and the button."""

    effects = (
        Irregularities.effects
        | NEXT_CARD
        | HELD.keys()
        | {"one_for_all", "shuffled_in", "reshuffled", "scrap", "no_card", "dead_hand", "folded", "joker_in_hand"}
        | {"shown", "dealt_again", "mended", "put_right", "forced_stands", "called"}
    )
    conditions: ClassVar[Mapping[str, str]] = {
        "dealt": "no card is dealt",
        "before_action": "there has been action: play goes on",
        "after_action": "there has been no action yet: it is a misdeal",
        "betting": "nobody is asked to bet now",
        "his_turn": "it is not his turn to act",
        "asked_now": "it is not his turn",
        "has_card": "he has no card yet",
        "not_his_turn": "he is not one who is still to act after another",
        "facing": "there is no bet to face",
        "first_scrap": "it is not the only one: before action two are a misdeal",
        "own_card": "the next card is not one of the first deal to a player",
        "later_card": "it is the first or second card of the deal: a misdeal",
        "only_one": "another card was exposed before: a misdeal",
        "face_down": "the next card is not one that stud deals face down first",
        "not_all": "all cards of the first deal would show: a misdeal",
        "drawn": "the next card is not drawn by a player",
        "last_card": "the next card is not a player's last",
        "flop": "no flop is being dealt",
        "burn": "no card is being burned",
        "board_next": "no cards for all come next",
        "street_next": "no cards of the players' own come next",
        "forced_due": "nobody is asked for the forced bet, or he is the one who owes it",
        "unseen": "he has no card that nobody else has seen",
        "showdown": "there is no showdown",
        "contested": "he is the only one left, and nobody else could have the pot",
        "opener": "he is not the one who has opened",
        "hand_over": "no pot was pushed yet",
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
        """Whoever is still in."""
        return {str(seat.number): seat.name for seat in state.positions if seat.number in state.live}


class Mishaps(Showdown):
    """What can be called, and what it does."""

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
    # ---- 14.15: can it be?

    def holds_of_card(self, state: PokerState, street: Street, held: Held, condition: str) -> bool:
        """Of the next card, which goes to a hand."""
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
        """Whether somebody is asked to bet, and nothing else."""
        return state.betting is not None and bool(state.betting.due) and not state.asked

    def turn_of(self, state: PokerState) -> tuple[str, ...]:
        return (str(state.betting.turn),) if state.betting is not None and self.is_betting(state) else ()

    def waits(self, state: PokerState, about: tuple[str, ...]) -> bool:
        """Whether somebody is still to act, and not now."""
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
        """Who is asked for the forced bet."""
        return (str(state.betting.turn),) if state.betting is not None else ()

    def next_street(self, state: PokerState) -> Street | None:
        return self.room.streets[state.street] if state.street < len(self.room.streets) else None

    def has_been_action(self, state: PokerState) -> bool:
        """Whether enough was done for a misdeal to stand: three folds or checks, or two acts that are not all such."""
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

    # ---- 14.15: what is done

    def irregular(self, state: PokerState, event: Irregularity) -> Round[PokerState]:
        """What is called is said, and done."""
        state = yield from super().irregular(state, event)
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
            return (yield from self.acted(state, state.betting.turn, CALL if self.faces(state) else BET))
        if effect in HELD:
            assert state.betting is not None
            early = Early(position, HELD[effect], state.betting.bet)
            return replace(state, amiss=replace(state.amiss, early=(*state.amiss.early, early)))
        return state

    def scrapped(self, state: PokerState, section: str) -> Round[PokerState]:
        """The next card is set aside, and the one after it takes its place."""
        state, card = yield from self.next_card(state, section, "discard rack")
        state = replace(state, muck=(*state.muck, Hidden(card)))
        state = replace(state, amiss=replace(state.amiss, scraps=state.amiss.scraps + 1))
        yield Said(state, section, f"{card.pretty} goes to the discard rack.")
        return state

    def dead(self, state: PokerState, position: int, section: str) -> Round[PokerState]:
        """A hand that is given up, whoever's turn it is."""
        if state.betting is not None:
            state = replace(state, betting=out_of_it(state.betting, position))
        state = self.mucked(state, position)
        yield Said(state, section, f"The hand of position {position} is dead; its chips stay.", position)
        return state

    def joker_in_hand(self, state: PokerState, position: int, section: str) -> Round[PokerState]:
        """A joker in a hand kills it, if it was played on; else the next card takes its place."""
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
        """A card that a player shows or drops: everybody has seen it, and it plays."""
        place = [held.position for held in state.hands].index(position)
        held = state.hands[place]
        card = next(one.card for one in held.down if one.card not in held.seen)
        held = replace(held, seen=(*held.seen, card))
        state = replace(state, hands=(*state.hands[:place], held, *state.hands[place + 1 :]))
        yield Said(state, section, f"Position {position} has shown {card.pretty}: it plays.", position)
        return state

    def too_early(self, state: PokerState, section: str) -> Round[PokerState]:
        """A street dealt before the betting was done: its burn stays, its cards go back, and the stub is reshuffled."""
        street = self.next_street(state)
        assert street is not None
        if not state.amiss.burned:
            state = yield from self.burn(state)
        seen: list[Card] = []
        for _ in range(street.community or 1):
            state, card = yield from self.next_card(state, section, "not used")
            seen.append(card)
        # What would lie face down nobody has seen.
        what = laid_out(seen) if street.community or street.up else "What was dealt is"
        yield Said(state, section, f"{what} not used: back into the stub, which is shuffled.")
        state = yield from self.reshuffle(state, section, ())
        return replace(state, amiss=replace(state.amiss, burned=True))

    def brought_in(self, state: PokerState, betting: Betting, place: int, section: str) -> Round[PokerState]:
        """A forced bet of the wrong player that stands: it goes on to his left."""
        number = len(betting.seats)
        behind = [(place + turn) % number for turn in range(number)]
        due = tuple(other for other in behind if not betting.folded[other] and betting.stacks[other])
        return (yield from self.forced(replace(state, betting=replace(betting, due=due)), place, section))


__all__ = ["Mishaps"]
