"""Baccarat-chemin de fer, Subchapter 4: participants play one another, and one of them has the bank.

Read `CheminDeFer.before_the_deal` first, then the rest in the order of the subchapter. Cards, shoe and hands are the
family's; the bank is in `table/bank`. This file has the choice of the banker, the wagers against the bank, and the
decisions on third cards. Sections are cited by the facts of rules.toml; the headings give today's numbers, 13:69F.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.equipment import Card, Hidden
from pitboss.families.baccarat.coup import HAND, NO_CARD, Coup, vigorish
from pitboss.families.baccarat.round import Baccarat, BaccaratAmounts, BaccaratIrregularities, BaccaratState, Spare
from pitboss.table.allowed import no
from pitboss.table.bank import (
    BANK,
    bank_of,
    close_bank,
    collect,
    covered_amount,
    cut_back,
    offer_around,
    pay,
    uncovered_amount,
    wagers_against,
)
from pitboss.table.choices import Choices
from pitboss.table.game import YES, Answer
from pitboss.table.hosting import OffersFirst
from pitboss.table.state import replace
from pitboss.table.steps import Action, AskDecision, Irregularity, Part, Reply, Round, Said

BANCO, AGAINST = "banco", "against_bank"
PLAYER, BANKER = "player", "banker"
DRAW, STAND, PASS, COVER, KEEP = "draw", "stand", "pass", "cover", "keep"
THIRD = (DRAW, STAND)


class CheminDeFerState(BaccaratState):
    """The state of the table. The banker is the `curator`: shoe and bank go together.

    `stated` is the bank stated for this round, `due` the one that must be stated (left by a tie or a void round),
    `bid` the highest in an auction. `just_lost` is the position that lost the bank in the last round, `suivi` the one
    that lost a banco to the banker. `control` plays the Player's Hand. `turn` is the position asked now, and `asking`
    what it is asked. `dealt`: cards have been called for. `absent`: the banker is gone.
    """

    stated: int = 0
    due: int = 0
    bid: int = 0
    just_lost: int = 0
    suivi: int = 0
    control: int = 0
    turn: int = 0
    asking: str = ""
    dealt: bool = False
    absent: bool = False


class CheminDeFerHosting(OffersFirst):
    """Hosting: a bank needs an opponent."""

    least_players = 2

    def players_missing(self, state: CheminDeFerState) -> int:
        """The number of missing players, since a bank needs an opponent."""
        return max(0, 2 - len(state.positions))

    def may_begin(self, state: CheminDeFerState) -> bool:
        """Whether a round may begin: the bank needs an opponent, so it waits until enough players have come."""
        return not self.players_missing(state)

    def is_ready(self, state: CheminDeFerState, position: int) -> Answer:
        if self.game.hosting.may_begin(state):
            return YES
        return no("a bank needs an opponent: add a bot, or wait for a second player", self.game.sections["banco"])

    def too_late(self, action: Action) -> tuple[str, str]:
        words, section = super().too_late(action)
        return words, self.game.sections["bank"] if action.wager == BANK else section


class CheminDeFerAmounts(BaccaratAmounts):
    """Wager amounts: the bank sets how much the other players may wager."""

    game: CheminDeFer

    def payable_section(self, wager: str) -> str:
        return self.game.sections["bank"] if wager == BANK else super().payable_section(wager)

    def least(self, state: CheminDeFerState, position: int, wager: str, spot: str) -> int:
        bank = bank_of(state)
        if wager == BANK:
            return self.game.least_bank(state, position)
        return bank.amount if wager == BANCO and bank else self.game.least_against(state)

    def most(self, state: CheminDeFerState, position: int, wager: str, spot: str) -> int | None:
        if wager == BANK:
            held, posted = state.find(position, BANK), self.game.layout.limits.of(BANK)[1]
            able = state.rack(position) + (held.amount if held else 0)
            return state.due or (able if posted is None else min(able, posted))
        return self.game.usual_against(state, position)


class CheminDeFerChoices(Choices["CheminDeFer"]):
    """The choices about the shoe, the bank, and the player's and banker's third cards."""

    def lawful(self, state: CheminDeFerState, ask: AskDecision) -> tuple[str, ...]:
        if ask.choices != THIRD:
            return ask.choices
        demanded = self.game.must(state, state.asking)
        return (demanded,) if demanded else ask.choices

    def default(self, state: CheminDeFerState, ask: AskDecision) -> str:
        return ask.default if ask.choices != THIRD else self.game.must(state, state.asking) or ask.default

    def refusal_out_of_turn(self, ask: AskDecision, position: int, choice: str) -> Answer:
        """Only one player plays each hand."""
        if ask.choices != THIRD or choice not in THIRD:
            return super().refusal_out_of_turn(ask, position, choice)
        assert isinstance(ask.state, CheminDeFerState)
        text = f"position {ask.position} controls the {HAND[ask.state.asking]}, not position {position}"
        return no(text, self.game.sections["control"])

    def refusal(self, ask: AskDecision, choice: str) -> Answer:
        state = ask.state
        assert isinstance(state, CheminDeFerState)
        if ask.choices == THIRD and choice in THIRD:
            hand, demanded = state.asking, self.game.must(state, state.asking)
            text = f"the {HAND[hand]} cannot {choice} on {self.game.held(state, hand)}: the table demands to {demanded}"
            return no(text, ask.section)
        if choice == KEEP:
            section = self.game.sections["shoe_passes"]
            return no("the banker keeps the shoe only after a win or a tie, when he is asked", section)
        return super().refusal(ask, choice)

    def known_cards(self, state: CheminDeFerState, ask: AskDecision) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        if ask.choices != THIRD:
            return (), ()
        if state.asking == PLAYER:
            return tuple(one.card for one in state.player_down), ()
        return state.banker, state.player

    def earlier_choices(self, state: CheminDeFerState, ask: AskDecision) -> tuple[str, ...]:
        """Which hand two cards belong to; without the Player's third card they could be either."""
        return (BANKER,) if state.asking == BANKER else ()

    def consequences(self, state: CheminDeFerState, ask: AskDecision) -> Mapping[str, str]:
        bank = bank_of(state)
        if state.asking == BANK and not self.game.auctioned(state):
            return {BANK: f"{dollars(self.game.least_bank(state, ask.position))} more"}
        if state.asking == BANCO and bank:
            return {BANCO: f"{dollars(bank.amount)} more"}
        return (
            {COVER: f"{dollars(self.game.usual_against(state, ask.position))} more"} if state.asking == AGAINST else {}
        )


class CheminDeFerIrregularities(BaccaratIrregularities):
    """Irregularities in a game in which the players deal and bank."""

    game: CheminDeFer
    effects = BaccaratIrregularities.effects | {"cut", "shoe_passes"}
    conditions: ClassVar[Mapping[str, str]] = {
        "players_turn": "the Player is not being asked for a third card now",
        "bankers_turn": "the banker is not being asked for a third card now",
        "obliged": "the table leaves the choice on this count: the first announcement stands",
        "dealing": "no round is being dealt",
        "natural": "no hand is a natural",
        "covering": "no player is being asked to cover the bank now",
        "banker": "no player has the bank",
    }

    def holds(self, state: CheminDeFerState, condition: str, about: tuple[str, ...]) -> bool:
        if condition in ("players_turn", "bankers_turn"):
            return state.asking == (PLAYER if condition == "players_turn" else BANKER)
        if condition == "obliged":
            return state.asking in (PLAYER, BANKER) and bool(self.game.must(state, state.asking))
        if condition == "covering":
            return state.asking == AGAINST
        if condition == "banker":
            return bool(state.curator or bank_of(state)) and not state.absent
        return state.dealt if condition == "dealing" else super().holds(state, condition, about)


class CheminDeFer(Baccarat[CheminDeFerState]):
    """The procedure of Subchapter 4 on one layout."""

    state_type = CheminDeFerState
    exhausted = "shoe_exhausted"
    hosting_type = CheminDeFerHosting
    amounts_type = CheminDeFerAmounts
    choices_type = CheminDeFerChoices
    irregularities_type = CheminDeFerIrregularities
    shoe_goes_with_bank = True
    fact_kinds: ClassVar[Mapping[str, Any]] = {**Baccarat.fact_kinds, "nobody": int, "player_option": list[int]}
    decisions: ClassVar[Mapping[str, str]] = {
        BANK: "bank",
        BANCO: "banco",
        COVER: "covering",
        DRAW: "player_option",
        STAND: "player_option",
        PASS: "shoe_passes",
        KEEP: "shoe_passes",
    }

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.optional = frozenset(layout.fact("player_option"))
        self.free = layout.option("banker_draw_rule") == "free"
        self.whole = layout.option("bank_after_win") == "whole"

    # ---- The round

    def round(self, state: CheminDeFerState) -> Round[CheminDeFerState]:
        """Play one coup. It ends at once if the banker leaves after wagers are closed and before a card is dealt."""
        try:
            return (yield from super().round(state))
        except Irregularity as event:
            rule = self.layout.irregularities.get(event.id)
            if rule is None or rule.effect != "shoe_passes":
                raise
            assert isinstance(event.state, CheminDeFerState)
            return self.cards_away((yield from self.wagers_go_back(event.state, rule.section)))

    def before_the_deal(self, state: CheminDeFerState) -> Round[CheminDeFerState]:
        """Get a shoe, a player with the bank, and a player against it."""
        section = self.sections["no_more_wagers"]
        if not state.positions:
            state = yield from self.take_wagers(state, section)
        if not state.positions:
            return state
        state = yield from self.ready_shoe(state)
        state = yield from self.take_wagers(state, self.sections["bank"])
        state = yield from self.find_banker(state)
        state = yield from self.take_wagers_against(state)
        if bank_of(state) and not wagers_against(state):
            state = yield from self.state_another_bank(state)
        if not wagers_against(state):
            return replace(state, stated=0, control=0)
        state = yield from cut_back(self, state, self.sections["bank"])
        state = replace(state, dealt=True)
        yield Said(state, section, "No more bets.")
        text = f"Position {state.control} controls the Player's Hand, position {state.curator} the Banker's."
        yield Said(state, self.sections["control"], text)
        return state

    # ---- 4.4: selection of the banker

    def find_banker(self, state: CheminDeFerState) -> Round[CheminDeFerState]:
        """Find the banker: the position that has put up a bank or was left with one; otherwise auction the bank or
        offer it around.
        """
        if bank := bank_of(state):
            return (yield from self.take_bank(state, bank.position))
        if self.auctioned(state):
            return (yield from self.auction(state))
        if state.curator:
            state = yield from self.offer(state, [state.curator], "you have the bank: state it, or pass it on:")
            if bank_of(state) or not state.curator:
                return state
            yield Said(state, self.sections["shoe_passes"], f"Position {state.curator} passes the shoe.", state.curator)
            state = self.give_up_shoe(state)
        if state.due:
            same = f"the bank of {dollars(state.due)} is offered to you as it is:"
            others = [number for number in self.in_order(state) if number != state.offered_from]
            state = yield from self.offer(state, others, same)
            if bank_of(state):
                return state
            state = replace(state, due=0)
        state = yield from self.offer(state, self.in_order(state), "the bank is offered to you:")
        if not bank_of(state) and state.positions:
            state = replace(state, just_lost=0)
            yield Said(state, self.sections["after_all_decline"], "No one takes the bank, so no cards are dealt.")
        return state

    def in_order(self, state: CheminDeFerState) -> list[int]:
        """The positions to which the bank is offered, in order.

        The last banker comes last, or not at all if he has just lost the bank.
        """
        first: int = self.layout.fact("curator")
        order = self.counterclockwise(state, state.offered_from or first - 1)
        return [number for number in order if number != state.just_lost]

    def offer(self, state: CheminDeFerState, order: list[int], words: str) -> Round[CheminDeFerState]:
        """Offer the bank to the positions with enough chips for one, until one puts it up."""
        order = [number for number in order if self.least_bank(state, number) <= state.rack(number)]
        section = self.sections["shoe_passes"] if state.offered_from else self.sections["curator"]

        def ask(state: CheminDeFerState, number: int) -> AskDecision:
            state = replace(state, turn=number, asking=BANK)
            question = f"Position {number}, {words}"
            return AskDecision(state, section, number, question, (BANK, PASS), PASS, wagers=(BANK,))

        had = state.curator
        state, who, reply = yield from offer_around(
            self, state, order, ask, PASS, over=lambda state: state.curator != had or bank_of(state) is not None
        )
        if not who:
            return replace(state, turn=0, asking="")
        state = yield from self.put_up(state, who, self.amount_of(state, who, reply))
        return (yield from self.take_bank(state, who))

    def amount_of(self, state: CheminDeFerState, position: int, reply: Reply) -> int:
        """The bank that a position has named, or the least if it named none."""
        return reply[1].amount if isinstance(reply, tuple) else self.least_bank(state, position)

    def put_up(self, state: CheminDeFerState, position: int, amount: int) -> Round[CheminDeFerState]:
        """Put up a bank for a position that was asked."""
        state = replace(state, turn=position, asking=BANK)
        state = yield from self.act(state, position, Action("make", BANK, amount))
        return replace(state, turn=0, asking="")

    def take_bank(self, state: CheminDeFerState, position: int) -> Round[CheminDeFerState]:
        """Give a position the shoe and the bank."""
        bank = bank_of(state)
        assert bank is not None
        suivi = state.suivi if position == state.curator else 0
        state = replace(state, curator=position, offered_from=position, stated=bank.amount, suivi=suivi)
        state = replace(state, just_lost=0, bid=0)
        text = f"Position {position} has the shoe and a bank of {dollars(bank.amount)}."
        yield Said(state, self.sections["bank"], text, position)
        return state

    def auctioned(self, state: CheminDeFerState) -> bool:
        """Whether the bank goes to the highest bidder: the first bank of a table, if the licensee has chosen so."""
        first = not state.curator and not state.offered_from
        return first and self.layout.option("bank_selection") == "auction"

    def auction(self, state: CheminDeFerState) -> Round[CheminDeFerState]:
        """Auction the bank: each seat in order names an amount, and the highest wins; if two are equal, the earlier."""
        section, highest = self.sections["auction"], 0

        def ask(state: CheminDeFerState, number: int) -> AskDecision:
            state = replace(state, turn=number, asking=BANK)
            so_far = f"the highest bank so far is {dollars(state.bid)}" if state.bid else "no bank is named yet"
            question = f"Position {number}, what bank would you put up? {so_far}:"
            return AskDecision(state, section, number, question, (BANK, PASS), PASS, wagers=(BANK,))

        order = [number for number in self.in_order(state) if self.least_bank(state, number) <= state.rack(number)]
        for number in order:
            state, who, reply = yield from offer_around(self, state, [number], ask, PASS)
            if not who:
                continue
            named = self.amount_of(state, number, reply)
            yield Said(state, section, f"Position {number} would put up {dollars(named)}.", number)
            if named > state.bid:
                highest, state = number, replace(state, bid=named)
        if not highest:
            yield Said(state, self.sections["after_all_decline"], "No one takes the bank, so no cards are dealt.")
            return state
        state = yield from self.put_up(state, highest, state.bid)
        return (yield from self.take_bank(state, highest))

    # ---- 4.5: the bank

    def least_bank(self, state: CheminDeFerState, position: int) -> int:
        """The least bank that a position may state."""
        posted = -(-self.layout.limits.of(BANK)[0] // self.unit) * self.unit
        return state.due or max(posted, self.unit)

    def to_bank(self, state: CheminDeFerState) -> int:
        """The position that may put up a bank between rounds: the banker, or the first to be offered it."""
        if state.curator:
            return state.curator
        if self.auctioned(state) or state.due:
            return 0
        return next(iter(self.in_order(state)), 0)

    def may_state_bank(self, state: CheminDeFerState, position: int, action: Action) -> Answer:
        section, amount = self.sections["bank"], action.amount
        held = state.find(position, BANK)
        asked = state.turn if state.asking else self.to_bank(state)
        if position != asked or (state.asking and state.asking != BANK):
            whose = f"it is position {asked}'s to state" if asked and state.asking in ("", BANK) else "it is offered"
            return self.no(f"the bank is not position {position}'s: {whose}", self.sections["curator"])
        if action.verb == "remove":
            return YES
        after = (held.amount if held else 0) + (-amount if action.verb == "reduce" else amount)
        least, most = self.layout.limits.of(BANK)
        if state.due and after != state.due:
            text = f"a bank of {dollars(after)}: the bank stays whole, {dollars(state.due)}; or pass it on"
            return self.no(text, self.sections["bank_after_win"])
        if after < least or (most is not None and after > most):
            upto = f" to {dollars(most)}" if most is not None else " or more"
            return self.no(f"a bank of {dollars(after)} is outside the limits, {dollars(least)}{upto}", section)
        if action.verb != "reduce" and amount > state.rack(position):
            return self.no(
                f"a bank of {dollars(after)} is more than the {dollars(state.rack(position))} available", section
            )
        return YES

    def state_another_bank(self, state: CheminDeFerState) -> Round[CheminDeFerState]:
        """Return a bank that no player wagers against; the banker may state another once before the shoe passes."""
        section = self.sections["nobody"]
        bank = bank_of(state)
        assert bank is not None
        state = replace((yield from self.give_back(state, bank, section)), due=0)
        for _ in range(self.layout.fact("nobody") if len(state.positions) > 1 else 0):
            banker = state.curator
            state = yield from self.offer(state, [banker], "no one plays against it: state another bank, or pass:")
            state = yield from self.take_wagers_against(state)
            if wagers_against(state):
                return state
            if bank := bank_of(state):
                state = yield from self.give_back(state, bank, section)
        if state.curator:
            state = self.give_up_shoe(state)
            yield Said(state, section, "Nothing is wagered: the shoe passes, and no cards are dealt.")
        return state

    # ---- 4.6: wagers against the bank

    def take_wagers_against(self, state: CheminDeFerState) -> Round[CheminDeFerState]:
        """Ask for banco first; if it is not called, the bank is covered in order."""
        if bank_of(state) is None:
            return state
        others = [number for number in self.counterclockwise(state, state.curator) if number != state.curator]
        if self.layout.option("banco_suivi") and state.suivi in others:
            others = [state.suivi, *(number for number in others if number != state.suivi)]
        state = yield from self.ask_banco(state, others)
        if bank_of(state) is not None and not wagers_against(state):
            others = [number for number in self.counterclockwise(state, state.curator) if number != state.curator]
            state = yield from self.ask_to_cover(state, others)
        return replace(state, control=self.controlling(state), turn=0, asking="")

    def ask_banco(self, state: CheminDeFerState, others: list[int]) -> Round[CheminDeFerState]:
        bank = bank_of(state)
        assert bank is not None
        able = [number for number in others if state.rack(number) >= bank.amount]

        def ask(state: CheminDeFerState, number: int) -> AskDecision:
            state = replace(state, turn=number, asking=BANCO)
            follows = ", suivi" if number == state.suivi and self.layout.option("banco_suivi") else ""
            question = f"Position {number}, banco{follows}, the whole bank of {dollars(bank.amount)}:"
            return AskDecision(state, self.sections["banco"], number, question, (BANCO, PASS), PASS)

        state, who, _ = yield from offer_around(self, state, able, ask, PASS, over=lambda state: bank_of(state) is None)
        if not who:
            return state
        state = replace(state, turn=who, asking=BANCO)
        return (yield from self.act(state, who, Action("make", BANCO, bank.amount)))

    def ask_to_cover(self, state: CheminDeFerState, others: list[int]) -> Round[CheminDeFerState]:
        """Ask each position once for a wager against what is left of the bank, until the bank is covered."""

        def ask(state: CheminDeFerState, number: int) -> AskDecision:
            state = replace(state, turn=number, asking=AGAINST)
            question = f"Position {number}, {dollars(uncovered_amount(state))} of the bank is left to cover:"
            return AskDecision(
                state, self.sections["covering"], number, question, (COVER, PASS), PASS, wagers=(AGAINST,)
            )

        for number in others:
            if not uncovered_amount(state) or state.rack(number) < self.least_against(state):
                continue
            state, who, reply = yield from offer_around(
                self, state, [number], ask, PASS, over=lambda now: not uncovered_amount(now)
            )
            if who:
                amount = reply[1].amount if isinstance(reply, tuple) else self.usual_against(state, who)
                state = yield from self.wager_against(state, who, amount)
        return state

    def wager_against(self, state: CheminDeFerState, position: int, amount: int) -> Round[CheminDeFerState]:
        state = replace(state, turn=position, asking=AGAINST)
        return (yield from self.act(state, position, Action("make", AGAINST, amount)))

    def least_against(self, state: CheminDeFerState) -> int:
        """The table minimum, or all that is left of the bank if that is less."""
        posted = -(-self.layout.limits.of(AGAINST)[0] // self.unit) * self.unit
        return min(max(posted, self.unit), uncovered_amount(state))

    def usual_against(self, state: CheminDeFerState, position: int) -> int:
        """The wager for a player who names no amount: all that is left, within his chips and the table maximum."""
        most = self.layout.limits.of(AGAINST)[1]
        able = min(uncovered_amount(state), state.rack(position) // self.unit * self.unit)
        return able if most is None else min(able, most)

    def may_wager_against(self, state: CheminDeFerState, position: int, action: Action) -> Answer:
        section, amount = self.layout.wagers[action.wager].section, action.amount
        if position == state.curator:
            return self.no("the banker cannot wager against the bank", section)
        if action.verb != "make" or state.asking != action.wager or state.turn != position:
            turn = "once the bank is up, each position is asked in turn, first for banco, then to cover it"
            return self.no(f"{self.name(action.wager)} is out of turn: {turn}", section)
        bank, left = bank_of(state), uncovered_amount(state)
        if action.wager == BANCO and (bank is None or amount != bank.amount):
            return self.no(
                f"{dollars(amount)}: banco is for the whole bank, {dollars(bank.amount if bank else 0)}", section
            )
        if amount > left:
            return self.no(f"{dollars(amount)} is more than the {dollars(left)} left of the bank", section)
        if amount < (least := self.least_against(state)):
            return self.no(f"{dollars(amount)} is below the least wager against the bank, {dollars(least)}", section)
        most = self.layout.limits.of(AGAINST)[1]
        if action.wager == AGAINST and most is not None and amount > most:
            return self.no(f"{dollars(amount)} is above the greatest wager against the bank, {dollars(most)}", section)
        return YES

    def may(self, state: CheminDeFerState, position: int, action: Action) -> Answer:
        if not (answer := super().may(state, position, action)) or not action.wager:
            return answer
        if action.wager == BANK:
            return self.may_state_bank(state, position, action)
        return self.may_wager_against(state, position, action)

    # ---- 4.7: the players of the hands, and the first cards

    def controlling(self, state: CheminDeFerState) -> int:
        """The player of the Player's Hand: the one who called banco, or who has the largest wager; if two are equal,
        the earlier.
        """
        laid = {wager.position: wager.amount for wager in wagers_against(state)}
        order = [number for number in self.counterclockwise(state, state.curator) if number in laid]
        return max(order, key=lambda number: laid[number], default=0)

    def put(self, state: CheminDeFerState, hand: str, card: Card, face_up: bool = True) -> CheminDeFerState:
        """Add a card to a hand; a card face down is known to the player of the hand."""
        if face_up:
            return super().put(state, hand, card)
        if hand == PLAYER:
            return replace(state, player_down=(*state.player_down, Hidden(card, (state.control,))))
        known = () if state.absent else (state.curator,)
        return replace(state, banker_down=(*state.banker_down, Hidden(card, known)))

    def turn_first_cards(self, state: CheminDeFerState) -> Round[CheminDeFerState]:
        """Let each player look at the hand he plays; a natural is turned at once, and then both hands are."""
        section = self.sections["turning"]
        for hand, holder in ((PLAYER, state.control), (BANKER, state.curator)):
            if self.rules.natural(self.held(state, hand), 2):
                state = self.turned(self.turned(state, PLAYER), BANKER)
                yield Said(state, section, f"Position {holder} turns a natural.", holder)
                yield Said(state, section, self.called(state, PLAYER))
                yield Said(state, section, self.called(state, BANKER))
                return state
        return state

    def held(self, state: CheminDeFerState, hand: str) -> int:
        """The count of a hand's first two cards, face up or not."""
        down, up = (state.player_down, state.player) if hand == PLAYER else (state.banker_down, state.banker)
        return self.rules.point_count([one.card for one in down] or up[:2])

    def turned(self, state: CheminDeFerState, hand: str) -> CheminDeFerState:
        """Turn the first two cards of a hand face up, before a third card."""
        if hand == PLAYER:
            first = tuple(one.card for one in state.player_down)
            return replace(state, player=(*first, *state.player), player_down=())
        first = tuple(one.card for one in state.banker_down)
        return replace(state, banker=(*first, *state.banker), banker_down=())

    # ---- 4.8: third cards

    def must(self, state: CheminDeFerState, hand: str) -> str:
        """The choice that the table requires for a third card, or "" if it leaves the choice open."""
        count = self.held(state, hand)
        if hand == PLAYER:
            return "" if count in self.optional else DRAW if self.rules.player_draws[count] else STAND
        cell = count, self.rules.value(state.player[-1]) if state.player else NO_CARD
        if cell in self.rules.banker_options or self.free:
            return ""
        return DRAW if self.rules.banker_draws[cell] else STAND

    def deal_third_cards(self, state: CheminDeFerState) -> Round[CheminDeFerState]:
        """Deal the Player's third card, then the Banker's; then turn the Player's two cards."""
        if state.player:
            yield Said(state, self.sections["natural"], "A natural: no third card to either hand.")
            state, spare = yield from self.dealt_in_error(state, "natural", "stands")
            return (yield from self.finish_errors(state, spare))
        spare = []
        state, choice = yield from self.choose(state, PLAYER)
        if choice == DRAW:
            yield Said(state, self.sections["player_draws"], "The Player's Hand draws.")
            state, card = yield from self.next_card(state, self.sections["third_card"], HAND[PLAYER])
            state = self.put(state, PLAYER, card)
            yield Said(state, self.sections["third_card"], f"The Player's third card is the {card.name}.")
        else:
            yield Said(state, self.sections["player_draws"], "The Player's Hand stands.")
            state, spare = yield from self.dealt_in_error(state, "stands")
        state = self.turned(state, BANKER)
        yield Said(state, self.sections["banker_draws"], self.called(state, BANKER))
        state = yield from self.bankers_third_card(state, spare)
        state = self.turned(state, PLAYER)
        yield Said(state, self.sections["third_card"], self.called(state, PLAYER))
        return (yield from self.finish_errors(state, spare))

    def bankers_third_card(self, state: CheminDeFerState, spare: list[Spare]) -> Round[CheminDeFerState]:
        if state.absent:
            state, choice = replace(state, asking=BANKER), self.must(state, BANKER) or DRAW
        else:
            state, choice = yield from self.choose(state, BANKER)
        if choice == DRAW:
            return (yield from self.third_card(state, BANKER, "The Banker's Hand draws.", spare))
        yield Said(state, self.sections["banker_draws"], "The Banker's Hand stands.")
        state, more = yield from self.dealt_in_error(state, "banker_stands")
        spare += more
        return state

    def choose(self, state: CheminDeFerState, hand: str) -> Part[tuple[CheminDeFerState, str]]:
        """Ask the player of a hand to draw or stand. Every hand gets the same question, so that the question reveals
        nothing.

        The Banker's cards are open by then, so if the table leaves no choice, the question is a formality.
        """
        fact = "player_draws" if hand == PLAYER else "banker_draws"
        state = replace(state, turn=state.control if hand == PLAYER else state.curator, asking=hand)
        formality = hand == BANKER and bool(self.must(state, hand))
        while True:
            question = f"Position {state.turn}, a third card for the {HAND[hand]}?"
            ask = AskDecision(state, self.sections[fact], state.turn, question, THIRD, DRAW, formality=formality)
            try:
                choice = yield ask
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
                if event.id not in self.error_happens and not (state.absent and hand == BANKER):
                    continue
                choice = self.must(state, hand) or DRAW
                yield Said(state, self.sections[fact], f"The table demands to {choice}.")
                if choice == DRAW:
                    state = replace(state, errors=tuple(one for one in state.errors if one != event.id))
            return replace(state, turn=0, asking=""), choice

    # ---- 4.9: result, payment and collection, vigorish

    def settle(self, state: CheminDeFerState) -> Round[CheminDeFerState]:
        """Settle the coup. A tie is void; otherwise wagers go into the bank or are paid from it, in order, and the bank
        is closed.
        """
        state, coup, _ = yield from self.announce_result(state)
        section, bank = self.sections["settlement"], bank_of(state)
        assert bank is not None
        order = self.counterclockwise(state, state.curator)
        laid = sorted(wagers_against(state), key=lambda wager: order.index(wager.position))
        # A player who lost a banco may be asked first in the next round with the same banker.
        suivi = state.control if coup.winner == BANKER and laid[0].kind == BANCO else 0
        state = replace(state, suivi=suivi)
        if coup.winner == "tie":
            for wager in (*laid, bank):
                state = yield from self.push(state, wager, section, result_void=True)
            return state
        for wager in laid:
            if coup.winner == BANKER:
                state = yield from collect(self, state, wager, section)
            else:
                odds = self.odds[wager.kind][""]
                state = yield from pay(self, state, wager, odds.pays(wager.amount), section, odds)
        before = state.rack(state.curator)
        state = yield from close_bank(self, state, bank, lambda net: vigorish(self.layout, net), section)
        return replace(state, due=self.due_after(state, coup, state.rack(state.curator) - before - bank.amount))

    def due_after(self, state: CheminDeFerState, coup: Coup, won: int) -> int:
        """The bank that must be stated next if it stays whole: the stated one and its win, in whole dollars."""
        if not self.whole or coup.winner != BANKER:
            return 0
        most = self.layout.limits.of(BANK)[1]
        due = (state.stated + won) // self.unit * self.unit
        return due if most is None else min(due, most)

    # ---- 4.10: the next banker

    def after_the_round(self, state: CheminDeFerState) -> Round[CheminDeFerState]:
        state = replace(state, stated=0, control=0, dealt=False)
        if state.last_round:
            state = replace(state, last_round=False, finished=True)
            yield Said(state, self.sections["last_round"], "The shoe is finished.")
        return replace((yield from self.pass_the_shoe(state)), absent=False)

    def pass_the_shoe(self, state: CheminDeFerState) -> Round[CheminDeFerState]:
        """Pass the shoe: the banker must give it up after a win of the Player's Hand, and may keep or pass it
        otherwise.
        """
        section, banker = self.sections["shoe_passes"], state.curator
        if state.results[-1].winner in self.layout.fact("shoe_passes")["must"]:
            state = replace(self.give_up_shoe(state), just_lost=banker)
            yield Said(state, section, f"The Player's Hand won: position {banker} gives up the shoe.")
            return state
        if state.absent:
            yield Said(state, section, f"Position {banker} is gone: the shoe passes.")
            return replace(self.give_up_shoe(state), due=0)

        def ask(state: CheminDeFerState, number: int) -> AskDecision:
            question = f"Position {number}, keep the shoe or pass it?"
            return AskDecision(state, section, number, question, (KEEP, PASS), KEEP, formality=True)

        state, keeps, _ = yield from offer_around(
            self, state, [banker], ask, PASS, over=lambda state: not state.curator
        )
        if state.curator and not keeps:
            yield Said(state, section, f"Position {banker} passes the shoe.", banker)
            state = self.give_up_shoe(state)
        return state

    def give_up_shoe(self, state: CheminDeFerState) -> CheminDeFerState:
        return replace(state, curator=0, suivi=0)

    def after_leaving(self, state: CheminDeFerState, position: int) -> Round[CheminDeFerState]:
        if position == state.curator:
            state = replace(self.give_up_shoe(state), due=0)
        return replace(state, suivi=0) if position == state.suivi else state
        yield

    # ---- 4.11: irregularities

    def handle_irregularity(self, state: CheminDeFerState, event: Irregularity) -> Round[CheminDeFerState]:
        state = yield from super().handle_irregularity(state, event)
        effect = self.layout.irregularities[event.id].effect
        if effect == "cut":
            position = state.turn
            state = yield from self.wager_against(state, position, self.usual_against(state, position))
        elif effect == "shoe_passes":
            state = yield from self.without_banker(state, event)
        return state

    def without_banker(self, state: CheminDeFerState, event: Irregularity) -> Round[CheminDeFerState]:
        """Before the first card, return wagers and pass the shoe; after it the dealer plays the Banker's Hand."""
        section = self.layout.irregularities[event.id].section
        if not state.dealt:
            return (yield from self.wagers_go_back(state, section))
        if not (state.player_down or state.player):
            raise Irregularity(event.id, state)
        down = tuple(Hidden(one.card) for one in state.banker_down)
        state = replace(state, absent=True, banker_down=down)
        yield Said(state, section, "The dealer finishes the Banker's Hand and settles from the bank.")
        return state

    def wagers_go_back(self, state: CheminDeFerState, section: str) -> Round[CheminDeFerState]:
        """End a round without dealing: return every wager, and pass the shoe."""
        bank = bank_of(state)
        banker = bank.position if bank else state.curator
        for wager in state.wagers:
            state = yield from self.give_back(state, wager, section)
        state = replace(self.give_up_shoe(state), offered_from=banker, just_lost=banker, due=0, turn=0, asking="")
        state = replace(state, stated=0, control=0, dealt=False, last_round=False)
        yield Said(state, section, f"The shoe passes from position {banker}.")
        return state

    def clear_layout(self, state: CheminDeFerState) -> CheminDeFerState:
        """Shuffle the cards after a void round; the banker stays."""
        state = replace(super().clear_layout(state), stated=0, control=0, turn=0, asking="", dealt=False, absent=False)
        return replace(state, bid=0)

    # ---- Status

    def status(self, state: CheminDeFerState) -> list[str]:
        bank = bank_of(state)
        banker = state.seat(bank.position if bank else state.curator)
        if banker is None:
            return ["no player has the bank", *self.shoe_status(state)]
        if bank is None:
            return [f"banker: {banker.name}", *self.shoe_status(state)]
        return [
            f"{banker.name} banks {dollars(bank.amount)}, {dollars(covered_amount(state))} covered",
            *self.shoe_status(state),
        ]


GAME = CheminDeFer

__all__ = ["GAME", "CheminDeFer", "CheminDeFerState"]
