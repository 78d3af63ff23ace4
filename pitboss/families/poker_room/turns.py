"""Turns to bet: the question to each player, the chips, and the reasons for refusals.

The figures come from `betting`, and the chips on the layout follow them.
"""

from __future__ import annotations

from functools import cache

from pitboss.chapter.odds import dollars
from pitboss.equipment import Hidden
from pitboss.families.poker_room import betting as acts
from pitboss.families.poker_room.betting import BET, CALL, CHECK, FOLD, RAISE, Betting, Options, Stakes
from pitboss.families.poker_room.dealing import PokerDealing
from pitboss.families.poker_room.ranking import by_suit, high_board, low_board
from pitboss.families.poker_room.state import ALL_IN, BLINDS, DISCARD, FORCED_BET, POT, SAID, PokerHand, PokerState
from pitboss.families.poker_room.terms import Street
from pitboss.table.allowed import no
from pitboss.table.amounts import Amounts
from pitboss.table.choices import Choices
from pitboss.table.game import YES, Answer
from pitboss.table.state import Position, Wager, add_to_rack, replace, set_wager
from pitboss.table.steps import Acted, Action, AskDecision, Irregularity, Part, Reply, Round, Said, Step

OPENERS = "you need a pair of jacks or better to open: check or fold"


@cache
def _choices(check: bool, raises: str, by_less: bool, all_in: bool) -> tuple[str, ...]:
    """The choices: check or call, bet or raise less than all, all-in, fold."""
    more = (*((raises,) if by_less else ()), *((ALL_IN,) if all_in else ()))
    return (CHECK if check else CALL, *more, FOLD)


class TurnsAmounts(Amounts["Turns"]):
    """Bet and raise amounts in this round of betting."""

    def available(self, state: PokerState, seat: Position) -> int:
        """The player's chips, including those bet in this round, because a raise is an amount raised *to*."""
        betting = state.betting
        return seat.rack + (betting.of(seat.number) if betting and seat.number in betting.seats else 0)

    def least(self, state: PokerState, position: int, wager: str, spot: str) -> int:
        if wager in BLINDS:
            return dict(self.game.room.blinds).get(wager, 0)
        may = self._now(state, position)
        return may.least if may else 0

    def most(self, state: PokerState, position: int, wager: str, spot: str) -> int | None:
        if wager in BLINDS:
            return dict(self.game.room.blinds).get(wager, 0)
        may = self._now(state, position)
        return may.most if may else 0

    def _now(self, state: PokerState, position: int) -> Options | None:
        betting = state.betting
        return self.game.may_now(state) if betting and betting.turn == position else None

    def step(self, state: PokerState, kind: str, spot: str = "") -> int:
        """The increment: whole chips, although an uneven stack may go all-in."""
        may = self._now(state, state.betting.turn) if state.betting and kind in (BET, RAISE) else None
        return 1 if may and may.most % self.game.room.chip else self.game.room.chip


class TurnsChoices(Choices["Turns"]):
    """The choices for the player whose turn it is."""

    def lawful(self, state: PokerState, ask: AskDecision) -> tuple[str, ...]:
        """The choices that the player's own cards allow: no one opens without openers, if they are required."""
        if state.asked or not self.game.lacks_openers(state, ask.position):
            return ask.choices
        return tuple(choice for choice in ask.choices if choice not in (BET, ALL_IN))

    def refusal(self, ask: AskDecision, choice: str) -> Answer:
        state = ask.state
        assert isinstance(state, PokerState)
        betting = state.betting
        if state.asked == DISCARD:
            number = len(self.known_cards(state, ask)[0])
            text = f"{choice!r} is not a discard: name up to {number} of your own cards, each once, by card or place"
            return no(text, ask.section)
        if betting is None or state.asked:
            return super().refusal(ask, choice)
        may = self.game.may_now(state)
        if choice == CHECK:
            return no(f"there is a bet to face: call {dollars(may.call)}, raise or fold", self.game.sections["check"])
        if choice == CALL:
            return no("there is no bet to call: check or bet", self.game.sections["call"])
        if choice in (BET, RAISE, ALL_IN) and not may.most:
            return self.game.why_no_raise(betting)
        if choice in (BET, ALL_IN) and self.game.lacks_openers(state, ask.position):
            return no(OPENERS, self.game.sections["openers"])
        if choice == RAISE:
            return no("there is no bet to raise: check or bet", self.game.sections["raise"])
        if choice == BET:
            return no(f"there is a bet already: call {dollars(may.call)}, raise or fold", self.game.sections["bet"])
        if choice == ALL_IN:
            return no(f"all-in exceeds the maximum: {self.game.between(may)}", self.game.sections["all_in"])
        return super().refusal(ask, choice)


class Turns(PokerDealing):
    """A round of betting at the table."""

    amounts_type = TurnsAmounts
    choices_type = TurnsChoices

    _known: tuple[Betting, Options] | None = None

    # ---- 14.7: betting

    def may_now(self, state: PokerState) -> Options:
        """The options for the player whose turn it is; cached, because they are needed several times per turn."""
        betting, known = state.betting, self._known
        assert betting is not None
        if known is None or known[0] is not betting:
            known = self._known = (betting, acts.options(self.stakes_in(state), betting))
        return known[1]

    def stakes_in(self, state: PokerState) -> Stakes:
        """The stakes for this deal; both limits are higher if it is killed."""
        return self.room.killed if state.kill.posted else self.stakes

    def bet(self, state: PokerState, street: Street) -> Round[PokerState]:
        """Play a round of betting, and move its chips into the pot."""
        state = yield from self.open_betting(state, street)
        while state.betting is not None and state.betting.due:
            if state.amiss.early:
                turn = state.betting.turn
                state = yield from self.said_before(state)
                if state.betting is None or state.betting.turn != turn:
                    continue
            ask = self.turn(state)
            try:
                reply = yield ask
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
                continue
            state, step = self.done(state, ask.position, reply)
            yield step
        return self.gathered(state)

    def open_betting(self, state: PokerState, street: Street) -> Round[PokerState]:
        pot, put_in = 0, dict.fromkeys([held.position for held in state.hands], 0)
        for wager in state.wagers:
            if wager.spot == POT:
                pot += wager.amount
            else:
                put_in[wager.position] += wager.amount
        racks, declared = {seat.number: seat.rack for seat in state.positions}, state.amiss.declared
        players = acts.Players(
            seats=tuple(put_in),
            stacks=tuple([racks[who] if who not in declared else 0 for who in put_in]),
            staked=tuple(put_in.values()),
            folded=tuple([not held.live for held in state.hands]),
        )
        stakes = self.stakes_in(state)
        size = stakes.upper if street.limit == "upper" else stakes.lower
        posted = self.posted(state, street)
        if street.opens in ("forced_low", "forced_high") and not posted:
            begun = acts.open_round(stakes, players, size=size, pot=pot)
            return (yield from self.bring_in(replace(state, betting=begun), street))
        begun = acts.open_round(
            stakes,
            players,
            first=self.first_to_act(state, street),
            posted=posted,
            size=size,
            pot=pot,
            wide=street.open_pair and self.open_pair(state),
        )
        return replace(state, betting=begun)

    def posted(self, state: PokerState, street: Street) -> int:
        """The bet at the start of the first round: a kill, a straddle, or the highest blind due."""
        if street is not self.room.streets[0]:
            return 0
        if state.kill.posted:
            return self.stakes_in(state).lower
        if state.straddled:
            return self.room.straddle
        return max((amount for _, amount in self.room.blinds[: len(state.hands)]), default=0)

    def first_to_act(self, state: PokerState, street: Street) -> int:
        """The index of the first player to act."""
        if street.opens in ("forced_low", "forced_high"):
            return self.opener(state, street)
        if street.opens == "blinds":
            blinds = len(self.room.blinds) + (1 if state.straddled else 0)
            heads_up = len(state.hands) == 2 and len(self.room.blinds) > 1
            return 1 if heads_up else blinds % len(state.hands)
        if street.opens == "left":
            return 0
        live = [(place, held.up) for place, held in enumerate(state.hands) if held.live]
        if street.opens == "low_board":
            return max(live, key=lambda one: low_board(one[1]))[0]
        return max(live, key=lambda one: high_board(one[1]))[0]

    def open_pair(self, state: PokerState) -> bool:
        boards = [[card.rank for card in held.up] for held in state.hands if held.live]
        return any(len(set(ranks)) < len(ranks) for ranks in boards)

    def opener(self, state: PokerState, street: Street) -> int:
        """The index of the player who brings it in: the lowest card showing, or in razz the highest (ace low)."""
        shown = [(place, held.up[0]) for place, held in enumerate(state.hands) if held.live and held.up]
        if street.opens == "forced_high":
            return max(shown, key=lambda one: by_suit(one[1], self.room.suits, ace_low=True))[0]
        return min(shown, key=lambda one: by_suit(one[1], self.room.suits))[0]

    def bring_in(self, state: PokerState, street: Street) -> Round[PokerState]:
        """Post the forced bet. If the player who owes it is all-in for the ante, the next to the left bets it or more,
        or folds.
        """
        section = self.here(self.sections["forced_bet"])
        first, number = self.opener(state, street), len(state.hands)
        assert state.betting is not None
        if not state.betting.due:
            return state
        owes = state.hands[first].position
        yield Said(state, section, f"Position {owes} shows the {state.hands[first].up[0].name} and opens.", owes)
        for turn in range(number):
            place = (first + turn) % number
            betting = state.betting
            assert betting is not None
            if place not in betting.due:
                continue
            position = betting.seats[place]
            due = tuple(p for t in range(number) for p in [(place + t) % number] if p in betting.due)
            state = replace(state, betting=replace(betting, due=due))
            state, reply = yield from self.ask_opening(state, position, may_fold=turn > 0)
            if reply is None:
                if state.betting is not None and state.betting.bet:
                    return state
                continue
            if reply == FOLD:
                state = yield from self.take_turn(state, position, FOLD)
                continue
            if reply != FORCED_BET:
                return (yield from self.take_turn(state, position, reply))
            return (yield from self.forced(state, place, section))
        return replace(state, betting=replace(state.betting, due=()) if state.betting is not None else None)

    def forced(self, state: PokerState, place: int, section: str) -> Round[PokerState]:
        """Post a forced bet: all others must match it, and the player who posted it has not acted yet."""
        betting, whole = state.betting, self.room.forced_bet
        assert betting is not None
        amount = min(whole, betting.stacks[place])
        state = yield from self.post(state, betting.seats[place], FORCED_BET, amount, section)
        is_bet = whole >= betting.size
        changed = replace(
            betting,
            stacks=(*betting.stacks[:place], betting.stacks[place] - amount, *betting.stacks[place + 1 :]),
            staked=(*betting.staked[:place], amount, *betting.staked[place + 1 :]),
            bet=whole,
            level=whole if is_bet else betting.level,
            raises=1 if is_bet else 0,
            due=tuple(other for other in betting.due if other != place),
        )
        return replace(state, betting=changed)

    def ask_opening(self, state: PokerState, position: int, may_fold: bool) -> Part[tuple[PokerState, Reply]]:
        """Ask for the forced bet or more; "" if another player has brought it in, the hand is dead, or no player is
        left.
        """
        amount = min(self.room.forced_bet, state.rack(position))
        opens = self.may_now(state) if state.betting else None
        choices: tuple[str, ...] = (FORCED_BET,)
        if opens is not None and opens.most > amount:
            choices += (BET,)
        choices += (FOLD,) if may_fold else ()
        question = f"Position {position}, the forced bet of {dollars(amount)}, or a full bet:"
        while True:
            asked = replace(state, asked=FORCED_BET)
            section = self.here(self.sections["forced_bet"])
            ask = AskDecision(asked, section, position, question, choices, FORCED_BET, wagers=(BET,))
            try:
                reply = yield ask
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
                betting = state.betting
                if position not in state.live or betting is None or betting.bet or not betting.due:
                    return state, None
            else:
                return state, reply

    def said_before(self, state: PokerState) -> Round[PokerState]:
        """Handle an act out of turn: it is binding if the bet to that player has not changed, and may be taken back
        otherwise.
        """
        betting = state.betting
        assert betting is not None
        early = next((one for one in state.amiss.early if one.position == betting.turn), None)
        if early is None:
            return state
        rest = tuple(one for one in state.amiss.early if one is not early)
        state = replace(state, amiss=replace(state.amiss, early=rest))
        position, section = early.position, self.sections["declared"]
        if early.bet != betting.bet:
            yield Said(
                state, section, f"Position {position} faces a different bet and may take back its act.", position
            )
            return state
        may = self.may_now(state)
        yield Said(state, section, f"The act of position {position} out of turn is binding.", position)
        if early.act == RAISE and may.most:
            return (yield from self.take_turn(state, position, RAISE))
        return (yield from self.take_turn(state, position, FOLD if early.act == FOLD else CHECK if may.check else CALL))

    def turn(self, state: PokerState) -> AskDecision:
        """The question to the player whose turn it is."""
        betting, may = state.betting, self.may_now(state)
        assert betting is not None
        place, most = betting.due[0], may.most
        position, raises = betting.seats[place], RAISE if betting.bet else BET
        all_in = most == betting.staked[place] + betting.stacks[place]
        choices = _choices(may.check, raises, bool(most) and not (all_in and may.least == most), bool(most) and all_in)
        if may.check:
            question, default = f"Position {position}, nothing to call:", CHECK
        else:
            question, default = f"Position {position}, {dollars(may.call)} to call:", FOLD
        wagers = (raises,) if most else ()
        return AskDecision(state, self.sections["raise"], position, question, choices, default, (), wagers)

    def take_turn(self, state: PokerState, position: int, reply: Reply) -> Round[PokerState]:
        """Apply a decision to the figures and the chips, and announce it."""
        state, step = self.done(state, position, reply)
        yield step
        return state

    def done(self, state: PokerState, position: int, reply: Reply) -> tuple[PokerState, Step]:
        """The table after an act, and the step that announces it."""
        betting = state.betting
        assert betting is not None
        if reply == CHECK:
            state = replace(state, betting=acts.after_call(betting), asked="")
            return state, Said(state, self.sections[CHECK], f"Position {position} checks.", position)
        place, may = betting.due[0], self.may_now(state)
        act, to = self.meaning(betting, may, reply)
        after = acts.after_act(self.stakes_in(state), betting, act, to)
        section = self.sections[act]
        if act == FOLD:
            state = self.mucked(replace(state, betting=after, asked=""), position)
            if may.check and not self.room.variant.button and state.street > 1:
                state = replace(state, passed=(*state.passed, position))
            return state, Said(state, section, f"Position {position} folds.", position)
        total = after.staked[place]
        paid_in = total - betting.staked[place]
        state, wager = self.put_in(state, position, total, paid_in, after)
        if act == BET and self.room.openers and state.street == 1:
            state = replace(state, opener=position)
        if state.passed and act != CALL:
            state = self.passed_out(state)
        text = f"position {position} {SAID[act]} {dollars(paid_in if act == CALL else total)}"
        text += " and is all-in" if not after.stacks[place] else ""
        return state, Acted(state, section, position, Action("make", act, paid_in), text, wager)

    def meaning(self, betting: Betting, may: Options, reply: Reply) -> tuple[str, int]:
        """The act and its amount; a choice without an amount is for the least."""
        raises = RAISE if betting.bet else BET
        if isinstance(reply, tuple):
            return raises, reply[1].amount
        if reply == ALL_IN:
            return raises, may.most
        return (raises, may.least) if reply in (BET, RAISE) else (str(reply), 0)

    def put_in(
        self, state: PokerState, position: int, total: int, more: int, after: Betting
    ) -> tuple[PokerState, Wager]:
        """Move chips from a rack: the position's chips in this round become one bet."""
        wager = Wager(position, BET, total)
        rest = [other for other in state.wagers if other.position != position or other.spot == POT]
        return replace(
            state,
            positions=add_to_rack(state.positions, position, -more),
            wagers=(*rest, wager),
            betting=after,
            asked="",
        ), wager

    def gathered(self, state: PokerState) -> PokerState:
        """Move the chips of a round of betting into the pot."""
        totals: dict[int, int] = {}
        before_them = False
        for wager in state.wagers:
            totals[wager.position] = totals.get(wager.position, 0) + wager.amount
            before_them = before_them or wager.spot != POT
        if not before_them:
            return state
        return replace(state, wagers=tuple([Wager(who, BET, amount, POT) for who, amount in totals.items()]))

    def mucked(self, state: PokerState, position: int) -> PokerState:
        """Give up a hand: its cards are no longer known to anyone."""
        hands = []
        muck = list(state.muck)
        for held in state.hands:
            if held.position == position:
                muck += [Hidden(card) for card in held.cards]
                held = PokerHand(position, live=False)
            hands.append(held)
        return replace(state, hands=tuple(hands), muck=tuple(muck))

    def passed_out(self, state: PokerState) -> PokerState:
        """Stop dealing to seats that folded before, now that a player has bet."""
        for position in state.passed:
            state = self.mucked(state, position)
        return replace(state, passed=())

    def post(self, state: PokerState, position: int, kind: str, amount: int, section: str) -> Round[PokerState]:
        """Post a blind, a straddle or a forced bet; a player with fewer chips posts them all."""
        has = state.rack(position)
        amount = min(amount, has)
        if amount:
            wager = Wager(position, kind, amount)
            state = set_wager(state, wager)
            text = f"position {position} posts the {self.name(kind).lower()}, {dollars(amount)}"
            text += " and is all-in" if amount == has else ""
            yield Acted(state, section, position, Action("make", kind, amount), text, wager)
        return state

    # ---- Permission

    def may_bet(self, state: PokerState, position: int, action: Action) -> Answer:
        """Whether a bet or a raise for an amount of the player's choice is allowed."""
        betting, section = state.betting, self.sections["raise"]
        if betting is None or betting.turn != position or action.verb != "make":
            turn = f"it is the turn of position {betting.turn}" if betting and betting.turn else "betting is closed"
            return self.no(f"{action.wager} out of turn: {turn}", section)
        may = self.may_now(state)
        if not may.most:
            return self.why_no_raise(betting)
        if self.lacks_openers(state, position):
            return self.no(OPENERS, self.sections["openers"])
        if not may.takes(action.amount, self.room.chip):
            says = self.between(may) if action.wager == BET else f"to {self.between(may)}"
            return self.no(f"{dollars(action.amount)}: {action.wager} {says}", section)
        return YES

    def lacks_openers(self, state: PokerState, position: int) -> bool:
        """Whether a player may not open because of lacking a pair of jacks or better."""
        betting = state.betting
        if not self.room.openers or state.street != 1 or betting is None or betting.bet:
            return False
        return not self.room.opens_with(self.own(state, position))

    def between(self, may: Options) -> str:
        if may.sizes or may.least == may.most:
            return " or ".join(map(dollars, may.sizes or (may.most,)))
        return f"between {dollars(may.least)} and {dollars(may.most)}, in chips of {dollars(self.room.chip)}"

    def why_no_raise(self, betting: Betting) -> Answer:
        """Why no raise is possible now."""
        if acts.at_cap(self.stakes, betting):
            text = f"the bet and {self.stakes.max_raises} raises have been made: call or fold"
            return self.no(text, self.sections["cap"])
        if acts.shut_out(self.stakes, betting):
            return self.no(
                "an all-in for less than a full raise reopens no betting: call or fold",
                self.sections["reopening"],
            )
        place = betting.due[0]
        if betting.staked[place] + betting.stacks[place] <= betting.bet:
            return self.no(f"only {dollars(betting.stacks[place])} is left: call or fold", self.sections["stakes"])
        return self.no("no one is left to bet against: all others are all-in", self.sections["all_in"])
