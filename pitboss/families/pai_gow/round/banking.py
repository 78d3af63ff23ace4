"""A player's bank: offered around the table, held alone or with the house, and set aside for the round.

It reads these facts, each with its section: `bank_offered` (to whom and in which order), `bank_right` (who may have
it), `bank_chips` (what it must cover), `co_bank` (the house's part of a shared bank), `dealer_wager` (the dealer's
wager against it), `bank_set` (when its hand is shown and set), `bank_settlement`, `bank_vigorish`.

1. The dealer banks the first round. After that, players with the right to bank are asked, counterclockwise from the
   dealer's right, until one accepts; no player banks twice in a row. The banker puts up chips as the wager `bank`: his
   or her whole rack, or a named amount.
2. Wagers beyond what the bank covers are refused; uncovered chips are returned before the deal.
3. Against a player who banks alone, the dealer wagers the amount of that player's last wager against the dealer; the
   banker may ask for less, or for nothing.
4. Chips move between the bank and the others (`table/bank`); half of a shared bank is the house's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic

from pitboss.chapter.odds import dollars
from pitboss.families.pai_gow.round.hands import DEALER, P
from pitboss.families.pai_gow.round.layout import BANK, CO_BANK, DEALER_WAGER, PASS
from pitboss.families.pai_gow.round.set_hands import HandSetting, HandSettingChoices
from pitboss.families.pai_gow.round.wagers import PaiGowAmounts
from pitboss.table.allowed import no
from pitboss.table.bank import UNCOVERED, bank_of, offer_around
from pitboss.table.game import YES, Answer
from pitboss.table.setting import HOUSE_WAY
from pitboss.table.state import THE_HOUSE, Position, Wager, replace, set_wager, split_wager
from pitboss.table.steps import Acted, Action, AskDecision, Reply, Round, Said

SAME, NONE = "same", "none"


class BankingAmounts(PaiGowAmounts):
    """Amounts for a bank, for the dealer's wager against it, and for the wagers it covers."""

    game: Banking[Any]

    def payable_section(self, wager: str) -> str:
        return self.game.section("bank_chips") if wager == BANK else super().payable_section(wager)

    def available(self, state: P, seat: Position) -> int:
        """The chips available: the dealer's wager is made from the house's."""
        return self.game.most_dealer_wager(state) if state.asking == DEALER_WAGER else super().available(state, seat)

    def most(self, state: P, position: int, wager: str, spot: str) -> int | None:
        if wager == DEALER_WAGER:
            return self.game.most_dealer_wager(state)
        return state.rack(position) if wager == BANK else super().most(state, position, wager, spot)

    def least(self, state: P, position: int, wager: str, spot: str) -> int:
        return self.game.least_bank(state, co=False) if wager == BANK else super().least(state, position, wager, spot)


class BankingChoices(HandSettingChoices):
    """The choices open to a player who is offered the bank."""

    game: Banking[Any]

    def refusal_of_action(self, ask: AskDecision, position: int, action: Action) -> Answer | None:
        """Refuse other wagers while the bank is being offered, and the bank to anyone but the player asked."""
        state = self.game.cast_state(ask.state)
        if state.asking not in (BANK, DEALER_WAGER):
            return None
        if action.wager in (BANK, DEALER_WAGER) and not (answer := self.game.allowed(state, position, action)):
            return answer
        text = f"wagers and seats are taken once the bank is decided: position {ask.position} is asked"
        return no(text, self.game.section("bank_offered"))

    def consequences(self, state: P, ask: AskDecision) -> Mapping[str, str]:
        if state.asking != BANK:
            return {}
        return {word: f"{dollars(state.rack(ask.position))} more" for word in ask.choices if word != PASS}


class Banking(HandSetting[P], Generic[P]):
    """Offering, taking and showing a player's bank."""

    amounts_type = BankingAmounts
    choices_type = BankingChoices

    # ---- The right to bank

    def last_against_dealer(self, state: P, position: int) -> int:
        """A position's wager in the last round that the dealer banked."""
        return dict(state.against_dealer).get(position, 0)

    def may_bank(self, state: P, position: int, co: bool = False) -> Answer:
        """Whether a position may bank the next round, alone or with the house."""
        if not self.player_bank:
            return self.no("the house is the bank here: players cannot bank", self.section("bank_offered"))
        if co and not self.co_banks:
            return self.no("banks are not shared with the house here", self.section("co_bank"))
        if state.banked == position:
            return self.no(f"position {position} had the bank in the last round", self.section("bank_offered"))
        if not self.last_against_dealer(state, position):
            text = f"position {position} did not wager against the dealer in the last round the dealer banked"
            return self.no(text, self.section("bank_right"))
        if state.rack(position) < (least := self.least_bank(state, co)):
            text = f"{dollars(state.rack(position))} is not enough for a bank: it needs at least {dollars(least)}"
            return self.no(text, self.section("bank_chips"))
        return YES

    def least_bank(self, state: P, co: bool) -> int:
        """The smallest useful bank: one wager at the table's minimum, or half of it."""
        least = max(self.layout.limits.of(self.main)[0], self.amounts.step(state, self.main))
        return -(-least // 2) if co else least

    def choices_of_bank(self, state: P, position: int) -> tuple[str, ...]:
        shares = [(BANK, False), (CO_BANK, True)]
        return (*(word for word, co in shares if self.may_bank(state, position, co)), PASS)

    # ---- The offer

    def offered_to(self, state: P) -> list[int]:
        """The positions that may bank, in the order in which they are asked."""
        if not self.player_bank:
            return []
        return [seat.number for seat in state.positions if len(self.choices_of_bank(state, seat.number)) > 1]

    def bank_comes_to(self, state: P) -> P:
        """Between rounds, mark the position that is offered the bank first."""
        order = self.offered_to(state)
        return replace(state, turn=order[0], asking=BANK) if order else state

    def offer_bank(self, state: P) -> Round[P]:
        """Ask players with the right to bank, from the dealer's right, until one accepts."""
        seated = [seat.number for seat in state.positions] if self.player_bank else []
        order = [number for number in seated if len(self.choices_of_bank(state, number)) > 1]
        if not order:
            return state

        def ask(state: P, number: int) -> AskDecision:
            question = f"Position {number}, the bank is offered to you:"
            choices = self.choices_of_bank(state, number)
            asked = replace(state, turn=number, asking=BANK)
            return AskDecision(asked, self.section("bank_offered"), number, question, choices, PASS, wagers=(BANK,))

        state, who, reply = yield from offer_around(self, state, order, ask, PASS)
        state = replace(state, turn=0, asking="")
        if not who:
            yield Said(state, self.section("bank_offered"), "No one banks; the dealer does.")
            return state
        return (yield from self.take_bank(state, who, reply))

    def take_bank(self, state: P, position: int, reply: Reply) -> Round[P]:
        """Give a position the marker, and set its chips aside."""
        amount = reply[1].amount if isinstance(reply, tuple) else state.rack(position)
        co = reply == CO_BANK
        state = set_wager(replace(state, banker=position, co=co), Wager(position, BANK, amount))
        shared = ", shared with the house" if co else ""
        text = f"Position {position} banks with {dollars(amount)}{shared}."
        put_up = Action("make", BANK, amount)
        yield Acted(state, self.section("co_bank" if co else "bank_offered"), position, put_up, text, bank_of(state))
        return state if co else (yield from self.ask_dealer_wager(state))

    def may_put_up(self, state: P, position: int, action: Action) -> Answer:
        if state.asking != BANK or state.turn != position:
            answer = self.may_bank(state, position)
            text = f"position {position} cannot take the bank now: it is offered before the wagers"
            return answer if not answer else self.no(text, self.section("bank_offered"))
        least = self.least_bank(state, co=False)
        if action.verb != "make" or action.amount < least:
            return self.no(f"a bank needs at least {dollars(least)}", self.section("bank_chips"))
        return YES

    # ---- The dealer's wager against it

    def ask_dealer_wager(self, state: P) -> Round[P]:
        """Ask the banker for the dealer's wager: as much as the banker's own last one, less, or nothing."""
        most = self.most_dealer_wager(state)
        if not most:
            return state

        def ask(state: P, number: int) -> AskDecision:
            asked = replace(state, turn=number, asking=DEALER_WAGER)
            question = f"Position {number}, the dealer's wager against you: {dollars(most)}, none, or a smaller amount?"
            choices, section = (SAME, NONE), self.section("dealer_wager")
            return AskDecision(asked, section, number, question, choices, SAME, wagers=(DEALER_WAGER,))

        state, who, reply = yield from offer_around(self, state, [state.banker], ask, NONE)
        state = replace(state, turn=0, asking="")
        amount = 0 if not who else reply[1].amount if isinstance(reply, tuple) else most
        if amount:
            state = set_wager(state, Wager(THE_HOUSE, DEALER_WAGER, amount))
        text = f"The dealer wagers {dollars(amount) if amount else 'nothing'} against the bank."
        yield Said(state, self.section("dealer_wager"), text)
        return state

    def most_dealer_wager(self, state: P) -> int:
        room = self.room(state) or 0
        step = self.amounts.step(state, DEALER_WAGER)
        return min(self.last_against_dealer(state, state.banker), room) // step * step

    def may_name_dealer_wager(self, state: P, position: int, action: Action) -> Answer:
        section = self.section("dealer_wager")
        if state.asking != DEALER_WAGER or state.turn != position:
            return self.no("only the player who has the bank chooses the dealer's wager, when asked", section)
        if action.verb != "make" or action.amount > self.most_dealer_wager(state):
            most = dollars(self.most_dealer_wager(state))
            return self.no(f"the dealer wagers at most {most}, the bank's last wager against the dealer", section)
        return YES

    # ---- Covering, showing and setting the bank

    def cut_bank_back(self, state: P) -> Round[P]:
        """Return the part of the bank that covers no wager."""
        bank = bank_of(state)
        beyond = bank.amount - self.covered(state) if bank else 0
        if bank is None or beyond <= 0:
            return state
        state, part = split_wager(state, bank, beyond, UNCOVERED)
        return (yield from self.give_back(state, part, self.section("bank_chips")))

    def dealer_plays(self, state: P) -> bool:
        return any(wager.kind == DEALER_WAGER for wager in state.wagers)

    def show_bank(self, state: P) -> Round[P]:
        """Show the dealer's hand; against a player's bank, any hand that the dealer plays is set first, and then the
        bank's is shown.
        """
        if not state.banker:
            return (yield from super().show_bank(state))
        if any(hand.box == DEALER for hand in state.hands):
            state = yield from self.set_dealer(state, self.section("house_way"))
        box, section = state.banker, self.section("bank_set")
        state = self.turn_up(state, box)
        yield Said(state, section, self.shows(state.hand(box)), box)
        if state.co:
            return (yield from self.by_house_way(state, box, self.section("co_bank")))
        state, choice = yield from self.ask_to_set(state, box)
        state = self.arrange_hands(state, box, choice or HOUSE_WAY)
        yield Said(state, section, f"{state.hand(box).name} sets {self.hands_text(state.hand(box))}.", box)
        if reason := self.foul(self.setting.split(state.hand(box).all)):
            yield Said(state, self.section("bank_foul", "foul"), f"A foul, set again by the house way: {reason}.", box)
            state = yield from self.by_house_way(state, box, self.section("bank_foul", "foul"))
        return state

    # ---- After the round

    def record_round(self, state: P, dealt: P) -> P:
        """Record who banked, the wagers against the dealer's bank, and where the button goes next."""
        state = replace(state, banked=dealt.banker, button=(state.button - 1) % len(self.places))
        if dealt.banker:
            return state
        amounts: dict[int, int] = {}
        for wager in dealt.wagers:
            if wager.kind == self.main:
                amounts[wager.position] = max(wager.amount, amounts.get(wager.position, 0))
        return replace(state, against_dealer=tuple(sorted(amounts.items())))

    def after_leaving(self, state: P, position: int) -> Round[P]:
        """Take the right to bank away from a player who leaves."""
        kept = tuple(one for one in state.against_dealer if one[0] != position)
        return replace(state, against_dealer=kept, banked=0 if state.banked == position else state.banked)
        yield

    def status(self, state: P) -> list[str]:
        bank = bank_of(state)
        if bank is None:
            return ["the dealer has the bank"] if self.player_bank else []
        name = seat.name if (seat := state.seat(bank.position)) else f"position {bank.position}"
        whose = f"{name} and the house bank" if state.co else f"{name} banks"
        return [f"{whose} {dollars(bank.amount)}, {dollars(self.covered(state))} covered"]
