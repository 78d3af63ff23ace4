"""A hand of poker, player against player: the procedure for every variant. Read `PokerRoom.round` first.

1. Chips bet in this round are in front of their position (as a `Wager` for a blind, a straddle, a forced bet or `bet`).
   When the betting is over they go to the pot: the position's `bet` at the spot `POT`. So a void returns everyone's
   chips, and pots are computed from each player's total.
2. `state.betting` is the round of betting as pure figures (`betting`); chips on the layout follow it.
3. A face-down card is `Hidden` and known only to its position; a hand that is given up is known to no one.
4. At the end the losers' chips go through the dealer to the winners; the rake stays in the inventory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from pitboss.chapter.odds import dollars
from pitboss.equipment import Card
from pitboss.families.poker_room.betting import BET, CALL, CHECK, FOLD, RAISE
from pitboss.families.poker_room.mishaps import Mishaps
from pitboss.families.poker_room.player import situation
from pitboss.families.poker_room.pots import time_charge
from pitboss.families.poker_room.state import (
    ALL_IN,
    BLINDS,
    COME_BACK,
    DECLINE,
    DISCARD,
    FORCED_BET,
    KILL,
    NOTHING_AMISS,
    PLAY_ON,
    POT,
    SIT_OUT,
    STRADDLE,
    TIME,
    PokerHand,
    PokerState,
    TimePaid,
)
from pitboss.families.poker_room.turns import TurnsAmounts, TurnsChoices
from pitboss.table.allowed import no
from pitboss.table.cards import shuffle
from pitboss.table.decisions import NO_CARDS, parse_card_set
from pitboss.table.game import YES, Answer
from pitboss.table.hosting import Hosting
from pitboss.table.speech import Speech
from pitboss.table.state import Wager, move_to_rack, replace, set_wager
from pitboss.table.steps import Acted, Action, AskDecision, Irregularity, Round, Said, Settled

SPOKEN = {"allin": ALL_IN, "complete": RAISE, "bring_in": FORCED_BET, "pass": FOLD, "muck": FOLD, "pat": NO_CARDS}
SPOKEN |= {"stand_pat": NO_CARDS, "no_straddle": DECLINE}
"""Other words for choices."""


def minute(said: str) -> int | None:
    """A time of day in minutes.

    >>> minute("8:30"), minute("24:10")
    (510, None)
    """
    hours, _, minutes = said.strip().partition(":")
    if not (hours.isdecimal() and minutes.isdecimal() and int(hours) < 24 and int(minutes) < 60):
        return None
    return 60 * int(hours) + int(minutes)


DAY = 24 * 60


def time_of(minute: int) -> str:
    """A minute of the day as a time.

    >>> time_of(510), time_of(1460)
    ('8:30', '0:20')
    """
    return f"{minute % DAY // 60}:{minute % 60:02}"


class PokerRoomSpeech(Speech["PokerRoom"]):
    """Other words for choices; discards are named by cards or places."""

    def parse_choice(self, choice: str) -> str:
        said = choice.strip().lower().replace("-", "_").replace(" ", "_")
        found = SPOKEN.get(said, said)
        return found if found in self.game.decisions or found == NO_CARDS else choice

    def resolve_choice(self, said: str) -> str:
        if said.lower().split()[:1] == [DISCARD]:
            return DISCARD
        choice = self.parse_choice(said)
        return "stand_pat" if choice == NO_CARDS else choice

    def parse_answer(self, ask: AskDecision, said: str) -> str:
        """Parse discards named by cards or places: "discard Kd 9c"."""
        state = ask.state
        assert isinstance(state, PokerState)
        heard = self.parse_choice(said)
        if state.asked != DISCARD or said in ask.choices or heard == NO_CARDS:
            return BET if heard == RAISE and BET in ask.choices and RAISE not in ask.choices and state.asked else heard
        named = said.strip()
        return parse_card_set(
            named[len(DISCARD) :] if named.lower().startswith(DISCARD) else named,
            self.game.choices.known_cards(state, ask)[0],
        )


class PokerRoomHosting(Hosting["PokerRoom"]):
    """Hands follow one another as long as enough players have chips; blinds and antes are posted when due."""

    after_round: ClassVar[Mapping[str, str]] = {SIT_OUT: COME_BACK, COME_BACK: SIT_OUT}
    least_players = 2
    posts_when_due = True

    def players_missing(self, state: PokerState) -> int:
        return max(0, self.game.wanted - len(self.game.dealt_in(state)))

    def may_begin(self, state: PokerState) -> bool:
        return not self.players_missing(state)

    def sits_out(self, state: PokerState, position: int) -> bool:
        return position not in self.game.dealt_in(state)

    def dues(self, state: PokerState, minute: int) -> Iterator[tuple[int, Action]]:
        """Take the time charge from every player dealt into the next hand; those who cannot pay are not dealt in."""
        if self.game.room.rake_method != "time_charge" or not self.may_begin(state):
            return
        for position in sorted(self.game.dealt_in(state)):
            due, _ = self.game.charge_due(state, position, minute)
            if due:
                pays = due <= state.rack(position)
                yield position, Action(TIME, name=time_of(minute)) if pays else Action(SIT_OUT)

    def is_ready(self, state: PokerState, position: int) -> Answer:
        if self.game.hosting.may_begin(state):
            return YES
        return no(
            "a hand needs two players with chips: add a bot, or wait for another player", self.game.sections["opening"]
        )

    def too_late(self, action: Action) -> tuple[str, str]:
        if action.verb == "make":
            return "out of turn: only the player asked may act", self.game.sections["raise"]
        if action.verb in ("buy_in", "leave"):
            return "chips are bought or taken away between rounds only", self.game.sections["stakes"]
        return self.closing_call()


class PokerRoomAmounts(TurnsAmounts):
    """The structure's limits; suggested bets are in pots and blinds."""

    game: PokerRoom
    limits_by_option = True

    def usual_amounts(self, state: PokerState, ask: AskDecision) -> Mapping[str, int]:
        """The least, half the pot, the pot and the most, as far as the structure allows, or else the only sizes."""
        betting = state.betting
        if betting is None or not betting.due or state.asked == DISCARD:
            return {}
        may = self.game.may_now(state)
        if may.sizes or may.least == may.most:
            return {dollars(size): size for size in may.sizes} if len(may.sizes) > 1 else {}
        own = betting.staked[betting.due[0]]
        pot = betting.pot + sum(betting.staked) + betting.bet - own
        chip = self.game.room.chip
        named = {"Min": may.least}
        if not self.game.stakes.capped:
            named |= {"½ pot": betting.bet + pot // 2 // chip * chip, "Pot": betting.bet + pot // chip * chip}
        all_in = may.most == own + betting.stacks[betting.due[0]]
        within = {word: to for word, to in named.items() if may.least <= to < may.most}
        return within | {"All in" if all_in else "Pot" if named.get("Pot") == may.most else "Max": may.most}


class PokerRoomChoices(TurnsChoices):
    """The cards, money and position on which a player decides."""

    game: PokerRoom

    def known_cards(self, state: PokerState, ask: AskDecision) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The player's own cards; the board and the cards others show."""
        shown = [card for held in state.hands if held.position != ask.position for card in held.up]
        return self.game.own(state, ask.position), (*state.board, *shown)

    def earlier_choices(self, state: PokerState, ask: AskDecision) -> tuple[str, ...]:
        """The state of the betting as a seat knows it, for an advisor."""
        others = sum(one != ask.position for one in state.live)
        may = self.game.may_now(state) if state.betting and state.betting.due else None
        raises = state.betting.raises if state.betting else 0
        return (situation(len(state.board), others, may.call if may else 0, state.pot, raises),)

    def consequences(self, state: PokerState, ask: AskDecision) -> Mapping[str, str]:
        if state.asked == PLAY_ON:
            return {}
        if state.asked == STRADDLE:
            return {STRADDLE: f"{dollars(self.game.room.straddle)} more"}
        betting = state.betting
        if betting is None or state.asked == DISCARD:
            return {}
        may = self.game.may_now(state)
        staked = betting.staked[betting.due[0]]
        found = {CALL: may.call, BET: may.least - staked, RAISE: may.least - staked, ALL_IN: may.most - staked}
        found[FORCED_BET] = min(self.game.room.forced_bet, state.rack(ask.position))
        return {choice: f"{dollars(found[choice])} more" for choice in ask.choices if found.get(choice)}

    def advice_unit(self, state: PokerState, ask: AskDecision) -> int:
        return self.game.room.big_blind


class PokerRoom(Mishaps):
    """A poker room table."""

    speech_type = PokerRoomSpeech
    hosting_type = PokerRoomHosting
    amounts_type = PokerRoomAmounts
    choices_type = PokerRoomChoices
    verbs: ClassVar[tuple[str, ...]] = (SIT_OUT, COME_BACK, TIME)
    choice_wagers = frozenset({"call", FORCED_BET, STRADDLE})
    decisions: ClassVar[Mapping[str, str]] = {
        CHECK: "check",
        CALL: "call",
        BET: "bet",
        RAISE: "raise",
        ALL_IN: "all_in",
        FOLD: "fold",
        FORCED_BET: "forced_bet",
        STRADDLE: "straddle_times",
        DECLINE: "straddle_times",
        DISCARD: "draw",
        "stand_pat": "stand_pat",
        PLAY_ON: "all_in",
    }

    # ---- The round

    def round(self, state: PokerState) -> Round[PokerState]:
        """Play one hand: players, antes and blinds, street after street, the showdown."""
        state = yield from self.take_wagers(state, self.sections["opening"])
        order = self.dealt_in(state)
        if len(order) < self.wanted:
            return (yield from self.not_enough(state))
        state = yield from self.begin(state, order)
        for number, street in enumerate(self.room.streets, 1):
            state = yield from self.deal(replace(state, street=number), street)
            state = yield from self.bet(state, street)
            if len(state.live) < 2:
                break
            if number == 1 and self.room.openers and not state.opener:
                return (yield from self.passed_round(state))
        state = yield from self.before_settlement(state, self.sections["showdown"])
        state = yield from self.settle(state)
        return self.cards_away(state)

    def passed_round(self, state: PokerState) -> Round[PokerState]:
        """Pass a hand that no player has opened: antes stay, and a new hand is dealt."""
        text = f"No one opens: {dollars(state.pot)} stays in the pot, and a new hand is dealt."
        yield Said(state, self.sections["openers"], text)
        return self.cards_away(state)

    def opening(self) -> PokerState:
        """The opening state, with the licensee's initial payout fund."""
        fund = self.layout.cents("payout_fund") if self.room.payout is not None else 0
        return replace(super().opening(), meter=fund)

    def not_enough(self, state: PokerState) -> Round[PokerState]:
        """Return posted chips when there are too few players."""
        for wager in state.wagers:
            state = yield from self.give_back(state, wager, self.sections["opening"])
        if state.positions:
            yield Said(state, self.sections["opening"], "Two players are needed: the cards stay spread.")
        return state

    # ---- 14.4, 14.5: players, the shuffle

    def dealt_in(self, state: PokerState) -> tuple[int, ...]:
        """The positions dealt a hand, clockwise from the left of the button; in stud from the left of the dealer."""
        able = [
            seat.number
            for seat in state.positions
            if seat.number not in state.away and (seat.rack or state.wagers_of(seat.number))
        ]
        if not able or not self.room.variant.button:
            return tuple(able)
        button = self.next_button(state, able)
        return (*[number for number in able if number > button], *[n for n in able if n <= button])

    def next_button(self, state: PokerState, able: Sequence[int]) -> int:
        """The button's position for the next hand: one place on, or at first the last seat."""
        if not state.button:
            return able[-1]
        if state.redeal and state.button in able:
            return state.button
        return next((number for number in able if number > state.button), able[0])

    def begin(self, state: PokerState, order: tuple[int, ...]) -> Round[PokerState]:
        """Shuffle and cut the cards, move the button, post antes and blinds."""
        while True:
            try:
                state = yield from shuffle(state, self.sections["shuffle"], self.decks)
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
            else:
                break
        hands = tuple([PokerHand(position) for position in order])
        button = order[-1] if self.room.variant.button else 0
        kill = state.kill
        if kill.due or kill.posted:
            kill = replace(kill, posted=kill.due if kill.due in order else 0, due=0)
        state = replace(state, button=button, hands=hands, redeal=False, kill=kill)
        if button:
            yield Said(state, self.here(self.sections["button"]), f"Position {button} has the button.", button)
        due = self.blinds_due(state, order)
        for wager in state.wagers:
            if wager.spot != POT and due.get(wager.position, ("", 0))[0] != wager.kind:
                state = yield from self.give_back(state, wager, self.here(self.sections["blinds"]))
        state = yield from self.post_antes(state, order)
        for position, (kind, amount) in due.items():
            if state.find(position, kind) is None:
                section = self.here(self.sections[KILL if kind == KILL else "blinds"])
                state = yield from self.post(state, position, kind, amount, section)
        missed = self.missed(state) if state.away else ()
        if state.owing or missed:
            posted = {who for who, (kind, _) in due.items() if kind == "big_blind"}
            state = replace(state, owing=tuple(sorted({*state.owing, *missed} - posted)))
        if not self.room.straddle or kill.posted:
            return state
        return (yield from self.offer_straddle(state, order))

    def missed(self, state: PokerState) -> tuple[int, ...]:
        """Players sitting out whom the big blind passes: those between it and the player before it."""
        order = [held.position for held in state.hands]
        kinds = [kind for kind, _ in self.room.blinds]
        if "big_blind" not in kinds or len(order) < 2:
            return ()
        place = 0 if len(order) == 2 and len(kinds) > 1 else kinds.index("big_blind")
        before, big = order[place - 1], order[place]
        passed = range(before + 1, big) if before < big else (*range(before + 1, self.seats + 1), *range(1, big))
        return tuple(number for number in passed if number in state.away and state.seat(number))

    # ---- 14.7, 14.10(b), (d), (f): antes, blinds, straddle

    def blinds_due(self, state: PokerState, order: tuple[int, ...]) -> dict[int, tuple[str, int]]:
        """Who posts which blind. Heads-up, the button has the small one; a player who missed the big blind posts it
        live.
        """
        blinds = self.room.blinds
        if len(order) == 2 and len(blinds) > 1:
            order = (order[1], order[0])
        due = dict(zip(order, blinds, strict=False)) if len(order) > 1 else {one: blinds[-1] for one in order if blinds}
        big = dict(blinds).get("big_blind", 0)
        for position in state.owing if big else ():
            if position in order and position not in due:
                due[position] = ("big_blind", big)
        if state.kill.posted:
            due[state.kill.posted] = (KILL, self.room.killed.lower)
        return due

    def post_antes(self, state: PokerState, order: tuple[int, ...]) -> Round[PokerState]:
        """Post the antes, which go into the pot and do not count toward a call."""
        for position in order if self.room.ante else ():
            amount = min(self.room.ante, state.rack(position))
            if not amount:
                continue
            before = state.find(position, BET, POT)
            state = set_wager(state, Wager(position, BET, amount + (before.amount if before else 0), POT))
            text = f"position {position} antes {dollars(amount)}"
            wager = state.find(position, BET, POT)
            section = self.here(self.layout.wagers["ante"].section)
            yield Acted(state, section, position, Action("make", "ante", amount), text, wager)
        return state

    def offer_straddle(self, state: PokerState, order: tuple[int, ...]) -> Round[PokerState]:
        """Let the player left of the last blind straddle before the deal; this requires three players."""
        section, blinds = self.here(self.sections["straddle_times"]), len(self.room.blinds)
        if len(order) <= blinds or state.rack(order[blinds]) < self.room.straddle or state.wagers_of(order[blinds]):
            return state
        position = order[blinds]
        question = f"Position {position}, do you straddle for {dollars(self.room.straddle)}?"
        choice = None
        while choice is None:
            asked = replace(state, asked=STRADDLE)
            ask = AskDecision(asked, section, position, question, (DECLINE, STRADDLE), DECLINE, formality=True)
            try:
                choice = yield ask
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
        if choice == STRADDLE:
            state = yield from self.post(state, position, STRADDLE, self.room.straddle, section)
            state = replace(state, straddled=position)
        return state

    def cards_away(self, state: PokerState) -> PokerState:
        """Pick up all cards."""
        return replace(
            state,
            hands=(),
            board=(),
            burned=(),
            muck=(),
            betting=None,
            street=0,
            asked="",
            straddled=0,
            shoe=None,
            passed=(),
            amiss=NOTHING_AMISS,
            opener=0,
            kill=state.kill if not state.kill.posted else replace(state.kill, posted=0),
        )

    def clear_layout(self, state: PokerState) -> PokerState:
        """Keep the button where it is after a void deal."""
        return replace(self.cards_away(state), redeal=True)

    # ---- Permission

    def allowed(self, state: PokerState, position: int, action: Action) -> Answer:
        least = self.layout.cents("min_buy_in")
        if action.verb == "sit" and isinstance(action.amount, int) and 0 <= action.amount < least:
            text = f"a buy-in of {dollars(action.amount)} is below the minimum, {dollars(least)}"
            return self.no(text, self.layout.rules.options["min_buy_in"].section)
        return super().allowed(state, position, action)

    def may(self, state: PokerState, position: int, action: Action) -> Answer:
        if action.verb in (SIT_OUT, COME_BACK):
            if (position in state.away) == (action.verb == SIT_OUT):
                text = f"position {position} is {'already' if action.verb == SIT_OUT else 'not'} sitting out"
                return self.no(text, self.sections["seated"])
            return YES
        if action.verb == TIME:
            return self.may_charge(state, position, action)
        if not action.wager:
            return YES
        if action.verb not in ("make", "remove"):
            return self.no("a bet stays in: it cannot be changed or taken back", self.sections["removal"])
        if action.wager in (BET, RAISE):
            return self.may_bet(state, position, action)
        if action.wager in BLINDS and state.betting is None:
            return self.may_post(state, position, action)
        text = f"{self.name(action.wager)} is requested when it is due"
        return self.no(text, self.here(self.layout.wagers[action.wager].section))

    def may_post(self, state: PokerState, position: int, action: Action) -> Answer:
        """Whether a blind may be posted: before the deal, by the player who owes it."""
        due = self.blinds_due(state, self.dealt_in(state)).get(position, ("", 0))
        section = self.here(self.layout.wagers[action.wager].section)
        if action.verb == "remove":
            return YES
        if due[0] != action.wager or state.find(position, action.wager):
            return self.no(f"{self.name(action.wager)} is not position {position}'s to post now", section)
        if action.amount != due[1]:
            return self.no(
                f"{dollars(action.amount)}: the {self.name(action.wager).lower()} is {dollars(due[1])}", section
            )
        return YES

    def do_own_verb(self, state: PokerState, position: int, action: Action) -> Round[PokerState]:
        away = {*state.away, position} if action.verb == SIT_OUT else {*state.away} - {position}
        if action.verb == TIME:
            return (yield from self.charge(state, position, action))
        for wager in state.wagers_of(position) if action.verb == SIT_OUT else ():
            if wager.spot == POT:
                continue
            state = yield from self.give_back(state, wager, self.here(self.sections["blinds"]))
        state = replace(state, away=tuple(sorted(away)))
        text = "sits out" if action.verb == SIT_OUT else "comes back"
        yield Acted(state, self.sections["seated"], position, action, f"position {position} {text}")
        return state

    # ---- 14.14: the time charge

    def may_charge(self, state: PokerState, position: int, action: Action) -> Answer:
        """Whether a time charge is due: "time 8:30"."""
        section = self.sections["time_charges"]
        if self.layout.option("rake_method") != "time_charge":
            return self.no("this table has no time charge: the house takes a rake", section)
        if (now := minute(action.name)) is None:
            return self.no(f"{action.name!r} is not a time of day; write for example: time 8:30", section)
        due, until = self.charge_due(state, position, now)
        if not due:
            return self.no(f"position {position} has paid until {time_of(until)}", section)
        if due > state.rack(position):
            return self.no(f"{dollars(due)} is due; position {position} has {dollars(state.rack(position))}", section)
        return YES

    def charge_due(self, state: PokerState, position: int, now: int) -> tuple[int, int]:
        """What a position owes at a minute of the day, for each period begun, and the minute until which it is then
        paid.
        """
        period = int(str(self.layout.option("time_period")))
        paid_until = next((one.until for one in state.charged if one.position == position), now)
        if paid_until - now > DAY // 2:  # no one pays that far ahead: it is the next day
            paid_until -= DAY
        return time_charge(paid_until, now, self.layout.cents("time_fee"), period)

    def charge(self, state: PokerState, position: int, action: Action) -> Round[PokerState]:
        """Pay the time charge to the house."""
        now = minute(action.name)
        assert now is not None
        due, until = self.charge_due(state, position, now)
        others = tuple(one for one in state.charged if one.position != position)
        state = replace(move_to_rack(state, position, -due), charged=(*others, TimePaid(position, until)))
        section = self.sections["time_charges"]
        text = f"position {position} pays the time charge until {time_of(until)}"
        yield Acted(state, section, position, action, text)
        yield Settled(state, section, Wager(position, BET, due, TIME), "loses", "Time charge")
        return state

    def after_leaving(self, state: PokerState, position: int) -> Round[PokerState]:
        return replace(
            state,
            away=tuple(one for one in state.away if one != position),
            owing=tuple(one for one in state.owing if one != position),
            charged=tuple(one for one in state.charged if one.position != position),
        )
        yield

    # ---- Display

    def status(self, state: PokerState) -> list[str]:
        """The variant, the button and the pot."""
        found = [self.room.variant.name]
        found += [f"button: position {state.button}"] if state.button else []
        return found + ([f"pot {dollars(state.pot)}"] if state.hands else [])


__all__ = ["ALL_IN", "DISCARD", "FORCED_BET", "POT", "PokerHand", "PokerRoom", "PokerState"]
