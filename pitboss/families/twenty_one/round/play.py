"""A round of a twenty-one game, from the wagers to the last settlement. Read `TwentyOne.round` first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Generic

from pitboss.chapter.odds import Odds, dollars
from pitboss.families.twenty_one.round.cards import AllDead, Skipped
from pitboss.families.twenty_one.round.exchange import TwentyOneExchange
from pitboss.families.twenty_one.round.hands import Box, Fate, Hand, Result, T, spot_of, value_of
from pitboss.table.cards import join_cards, take_up
from pitboss.table.state import Wager, move_to_rack, replace
from pitboss.table.steps import AskDecision, Irregularity, Part, Round, Said, Settled, record_settlements


class TwentyOne(TwentyOneExchange[T], Generic[T]):
    """A twenty-one game on one layout."""

    def opening(self) -> T:
        if self.house.endless:
            where = self.layout.cite(self.layout.rules.options["decks"].section)
            raise ValueError(f"infinite decks can be priced but not dealt; use 1 or more decks ({where})")
        if self.house.redouble:
            where = self.layout.cite(self.layout.rules.options["redouble"].section)
            raise ValueError(f"redoubling can be priced but not dealt ({where})")
        state = super().opening()
        return replace(state, meter=self.layout.cents("progressive_reset")) if self.offers_meter else state

    def round(self, state: T) -> Round[T]:
        """Play a round, from the wagers to the last settlement."""
        state = yield from self.take_wagers(state, self.sections["wagers"])
        opened = state
        state = yield from self.close_wagers(state)
        if not any(self.role(wager) == "main" for wager in state.wagers):
            return self.clear_layout(state)
        settled: list[Settled] = []
        try:
            state = yield from record_settlements(self.deal_round(state), settled)
        except Irregularity as event:
            rule = self.voiding_rule(event)
            now = self.cast_state(event.state or state)
            return (yield from self.unwind(opened, now, settled, f"{rule.name}. {rule.says}", rule.section))
        except AllDead as dead:
            return (yield from self.all_dead(self.cast_state(dead.state), dead.section))
        state = yield from self.on_end(state)
        return self.clear_layout(state)

    def deal_round(self, state: T) -> Round[T]:
        """Play a round up to the cards burned after settlement, because irregularities then can void it too."""
        state = yield from self.deal_and_settle(state)
        state = yield from self.burn_refused(state)
        return (yield from self.burn_overdrawn(state))

    def deal_and_settle(self, state: T) -> Round[T]:
        """Play from the first card to the last wager."""
        state = self.open_boxes(state)
        state = yield from self.ready_the_cards(state)
        state = yield from self.deal_initial(state)
        if not self.alive(state):
            return state
        state = yield from self.on_initial(state)
        if self.blackjacks_paid_before("insurance"):
            state = yield from self.pay_blackjacks(state)
        state = yield from self.offer_insurance(state)
        if self.blackjacks_paid_before("check"):
            state = yield from self.pay_blackjacks(state)
        state = yield from self.early_surrender(state)
        state, blackjack = yield from self.check_the_hole_card(state)
        if blackjack:
            return (yield from self.end_on_blackjack(state))
        if not self.house.switching:
            state = yield from self.pay_blackjacks(state)
        state = yield from self.play_hands(state)
        for circle in self.circles:
            state = yield from self.dealer_hand(state, circle)
        return state

    # ---- Wagers closed, boxes opened

    def close_wagers(self, state: T) -> Round[T]:
        """Close the wagers. A box gets its wagers back if a required one is missing or has the wrong amount."""
        for wager in state.wagers:
            lacks = self.lacking(state, wager)
            if not lacks or not state.find(*wager.place):
                continue
            section = self.layout.rules.wagers[lacks[0]].section
            equal = "equal " if state.find(wager.position, lacks[0], wager.spot) else ""
            text = f"No {equal}{self.name(lacks[0])} on {self.place_word} {wager.spot}: its wagers are returned."
            yield Said(state, section, text, wager.position)
            for other in state.wagers_of(wager.position):
                if self.place(other).box == self.place(wager).box and not self.standing(other):
                    state = yield from self.give_back(state, other, section)
        if not any(self.role(wager) == "main" for wager in state.wagers):
            return state
        return (yield from self.on_closed(state))

    def open_boxes(self, state: T) -> T:
        """Open the boxes in play, from the dealer's left, each with the position that calls its decisions first."""
        numbers = sorted({self.place(wager).box for wager in state.wagers if self.role(wager) == "main"})
        boxes = []
        for number in numbers:
            amounts: dict[int, int] = {}
            for wager in self.on_box(state, number, "main"):
                amounts[wager.position] = amounts.get(wager.position, 0) + wager.amount
            caller = number if number in amounts else max(amounts, key=lambda position: amounts[position])
            boxes.append(Box(number, (caller, *(position for position in amounts if position != caller))))
        several = len(self.dealt_to) > 1
        hands = tuple(Hand(number, hand, dealt=hand if several else 0) for number in numbers for hand in self.dealt_to)
        played = tuple(sorted({position for box in boxes for position in box.people}))
        return replace(state, boxes=tuple(boxes), hands=hands, played=played)

    # ---- Insurance and even money

    def offer_insurance(self, state: T) -> Round[T]:
        """With an ace up, offer insurance to each player on each box, for each circle."""
        if self.up(state) != self.layout.fact("insurance")["up_worth"]:
            return state
        for hand in self.alive(state):
            for position in self.people(state, hand):
                for circle in self.circles:
                    if self.stake(state, hand, position, circle):
                        state = yield from self.insure(state, hand, position, circle)
            if not self.people(state, hand):
                state = self.take_up_hand(state, hand)
        return state

    def insure(self, state: T, hand: Hand, position: int, circle: int) -> Round[T]:
        """Offer a player insurance, or with a blackjack even money."""
        kind = self.kind_of["insurance"]
        spot = spot_of(hand.spot, circle)
        most = self.insurance_most(self.stake(state, hand, position, circle))
        even = self.house.even_money and self.has_blackjack(hand) and "even_money" in self.main_odds

        def ask(state: T) -> AskDecision:
            rack = state.rack(position)
            choices = {"insure": rack >= most, "even_money": even, "decline": True}
            lawful = tuple(choice for choice, may in choices.items() if may)
            where = hand.name + (f", wager {circle}" if circle else "")
            question = f"Position {position}, insurance on {where} (at most {dollars(most)})?"
            asking = self.asking(state, position, spot, "insurance")
            sections = tuple(self.sections[self.decisions[choice]] for choice in lawful)
            wagers = (kind,) if rack else ()
            section = self.sections["insurance"]
            if len(self.people(state, hand)) > 1:
                section = self.sections.get("shared_insurance", section)
            return AskDecision(asking, section, position, question, lawful, "decline", sections, wagers)

        state, reply, made = yield from self.decide(state, ask)
        if reply == "insure" and not made:
            return (yield from self.add(state, position, kind, spot, most))
        if reply == "even_money":
            for wager in self.stakes(state, hand, circle, position):
                state = yield from self.pay(state, wager, self.main_odds["even_money"], self.sections["even_money"])
        return state

    def settle_insurance(self, state: T, circle: int) -> Round[T]:
        """Settle insurance as soon as the dealer's second card is known."""
        wins = state.dealer[1:] and self.count.of_card(state.dealer[1]) == self.layout.fact("insurance")["second_worth"]
        for wager in state.wagers:
            if self.role(wager) != "insurance" or self.place(wager).circle != circle:
                continue
            section = self.insurance_section(state, wager)
            if wins:
                odds = self.insurance_odds(state, wager)
                state = yield from self.win(state, wager, odds.pays(wager.amount), section, odds)
            else:
                state = yield from self.lose(state, wager, section)
        return state

    def insurance_section(self, state: T, wager: Wager) -> str:
        """The section for settling insurance; some games have a separate section for the insurance of a surrendered
        hand.
        """
        place, usual = self.place(wager), self.sections["insurance"]
        held = any(hand.number == place.hand and hand.fate == "held" for hand in state.hands_of(place.box))
        return self.sections.get("surrender_insured", usual) if held else usual

    def insurance_odds(self, state: T, wager: Wager) -> Odds:
        """The odds of insurance; if there are two rows, the suits of the dealer's blackjack decide."""
        rows = self.odds[wager.kind]
        if "" in rows:
            return rows[""]
        return rows["suited" if len({card.suit for card in state.dealer[:2]}) == 1 else "other"]

    # ---- The card reader, and blackjacks

    def check_the_hole_card(self, state: T) -> Part[tuple[T, bool]]:
        """With an ace or a ten up, ask the card reader, which shows only whether the dealer has a blackjack."""
        reads = self.house.hole_card == "reader" and not state.reader_down and state.hole is not None
        if not reads or self.up(state) not in self.layout.fact("card_reader")["up_worth"]:
            return state, False
        assert state.hole is not None
        section, second = self.sections["card_reader"], state.hole.card
        blackjack = self.is_blackjack((*state.dealer, second))
        state = replace(state, checked=True)
        if not blackjack:
            yield Said(state, section, "The card reader is asked: no blackjack.")
            state = yield from self.settle_insurance(state, self.circles[0])
            return (yield from self.on_second(state, False)), False
        state = replace(state, dealer=(*state.dealer, second), hole=None)
        yield Said(state, section, f"The card reader is asked: the dealer turns {state.dealer[1].pretty}, a blackjack.")
        return state, True

    def end_on_blackjack(self, state: T) -> Round[T]:
        """End the round after the card reader has found a blackjack."""
        state = yield from self.settle_insurance(state, self.circles[0])
        state = yield from self.on_second(state, True)
        for box in state.boxes:
            if not box.dead:
                state = yield from self.on_box_done(state, box.number)
        return (yield from self.settle_against_blackjack(state, self.circles[0]))

    def pay_blackjacks(self, state: T, box: int = 0) -> Round[T]:
        """Pay and pick up the blackjacks on one box or on all; any that the dealer may still tie must wait."""
        for hand in self.alive(state):
            if not self.has_blackjack(hand) or box not in (0, hand.box):
                continue
            if self.could_be_blackjack(state) and not self.house.blackjack_wins:
                state, _ = self.change_hand(state, hand, fate="waits")
                yield Said(
                    state, self.sections["blackjack_paid"], f"The blackjack on {hand.name} waits for the dealer."
                )
            else:
                state = yield from self.pay_blackjack(state, hand)
        return state

    def pay_blackjack(self, state: T, hand: Hand, circle: int | None = None, section: str = "") -> Round[T]:
        for wager in self.stakes(state, hand, circle):
            odds = self.main_odds["blackjack"]
            state = yield from self.pay(state, wager, odds, section or self.sections["blackjack_paid"])
        return state if self.stakes(state, hand) else self.take_up_hand(state, hand)

    # ---- Players' decisions

    def play_hands(self, state: T) -> Round[T]:
        """Play each box in turn, from the dealer's left, then the hands that missed a card."""
        for box in state.boxes:
            if not box.dead:
                state = yield from self.open_box(state, box.number)
                state = yield from self.play_box(state, box.number)
        # A hand that misses its card again is owed one again, and comes after the rest.
        while owed := [hand.spot for hand in state.hands if hand.owed]:
            for spot in owed:
                state, hand = self.change_hand(state, state.hand(spot), owed=False)
                state = yield from self.draw_for(state, hand)
                state = yield from self.play_box(state, hand.box)
        return state

    def open_box(self, state: T, box: int) -> Round[T]:
        """The steps before any hand of a spot is played: totals, surrender, the exchange, and blackjacks that were
        kept.
        """
        first = self.house.surrender_order == "before_switch"
        if self.surrender_apart:
            state = yield from self.announce_totals(state, box)
            if first:
                state = yield from self.offer_surrender(state, box)
        if self.house.switching:
            state = yield from self.offer_exchange(state, box)
        if self.surrender_apart and not first:
            state = yield from self.offer_surrender(state, box)
        return (yield from self.pay_blackjacks(state, box)) if self.house.switching else state

    def offer_surrender(self, state: T, box: int) -> Round[T]:
        """2A.9(a): offer surrender of one hand or both before any other decision; a blackjack is not surrendered."""
        if self.house.surrender == "none":
            return state
        for spot in [hand.spot for hand in state.hands_of(box) if not hand.fate]:
            hand = state.hand(spot)
            caller = state.box(box).caller
            if not self.has_blackjack(hand) and self.lawful(state, hand, "surrender", caller):
                state, reply, _ = yield from self.decide(state, self.surrender_asked(hand))
                if reply == "surrender":
                    state = yield from self.surrender(state, hand)
        return state

    def surrender_asked(self, hand: Hand) -> Callable[[T], AskDecision]:
        def ask(state: T) -> AskDecision:
            caller, section = state.box(hand.box).caller, self.sections["surrender_asked"]
            cards = f"{join_cards(hand.cards)} ({self.score(hand.cards)}) against {state.dealer[0].pretty}"
            question = f"Position {caller}, {hand.name}: {cards}; play, or surrender?"
            asking = self.asking(state, caller, hand.spot, "surrender")
            choices = ("play", "surrender")
            return AskDecision(asking, section, caller, question, choices, "play", (section, section))

        return ask

    def play_box(self, state: T, box: int) -> Round[T]:
        """Play the hands of a box, the one nearest the dealer's left first."""
        while hand := next((one for one in state.hands_of(box) if not one.fate and not one.owed), None):
            state = yield from self.play_hand(state, hand)
        if any(hand.owed for hand in state.hands_of(box)):
            return state
        return (yield from self.on_box_done(state, box))

    def play_hand(self, state: T, hand: Hand) -> Round[T]:
        """Take one decision on a hand, or end it without one."""
        if len(hand.cards) == 1 and not self.has_refused(state, hand):
            ace = self.is_ace(hand.cards[0])
            section = self.sections["split_aces"] if ace else self.sections["split_hands"]
            return (yield from self.draw_for(state, hand, section))
        if (ended := self.end_without_decision(state, hand)) is not None:
            return (yield from ended)
        position = state.box(hand.box).caller
        lawful = [choice for choice in self.play_choices(state, hand) if self.lawful(state, hand, choice, position)]
        if lawful == ["stand"]:
            return self.change_hand(state, hand, fate="stands")[0]
        state, reply, made = yield from self.decide(state, self.play_asked(hand, position))
        choice = "double" if made else reply
        if choice == "stand":
            state = self.change_hand(state, hand, fate="stands")[0]
            return replace(state, refused=(*state.refused, position)) if state.exposed else state
        if choice == "draw":
            return (yield from self.draw_for(state, hand))
        if choice.startswith("double"):
            return (yield from self.double(state, hand, choice, made))
        return (yield from (self.split(state, hand) if choice == "split" else self.surrender(state, hand)))

    def play_asked(self, hand: Hand, position: int) -> Callable[[T], AskDecision]:
        def ask(state: T) -> AskDecision:
            now = state.hand(hand.spot)
            choices = [choice for choice in self.play_choices(state, now) if self.lawful(state, now, choice, position)]
            cards = join_cards(now.cards)
            exposed = f"; {state.exposed[0].pretty} is exposed, and standing refuses it" if state.exposed else ""
            question = (
                f"Position {position}, {now.name}: {cards} ({self.score(now.cards)}) "
                f"against {state.dealer[0].pretty}{exposed}:"
            )
            sections = tuple(self.choice_section(state, choice) for choice in choices)
            less = state.rack(position) and len(self.circles) == 1 and self.lawful(state, now, "double", 0)
            wagers = (self.kind_of["double"],) if less else ()
            asking = self.asking(state, position, now.spot, "play")
            default = self.default_choice(state, now, choices)
            return AskDecision(
                asking, self.sections["drawing"], position, question, tuple(choices), default, sections, wagers
            )

        return ask

    def end_without_decision(self, state: T, hand: Hand) -> Round[T] | None:
        """End a hand that needs no decision: it is over or at the limit, doubled, or wins by its number of cards."""
        total = self.score(hand.cards).total
        if total > self.count.limit:
            return self.lose_over_limit(state, hand)
        if self.has_charlie(hand):
            return self.pay_hand(state, hand, None, self.sections["charlie"])
        if total == self.count.limit:
            wins = self.house.twenty_one_wins
            return self.win_at_once(state, hand, self.sections["twenty_one_wins"]) if wins else self.stands(state, hand)
        return self.after_double(state, hand) if hand.doubled else None

    def stands(self, state: T, hand: Hand) -> Round[T]:
        return self.change_hand(state, hand, fate="stands")[0]
        yield

    def win_at_once(self, state: T, hand: Hand, section: str) -> Round[T]:
        """Pay and pick up a hand that wins whatever the dealer draws, unless he may still have a blackjack."""
        if self.could_be_blackjack(state):
            state, _ = self.change_hand(state, hand, fate="waits")
            yield Said(state, section, f"{hand.name.capitalize()} waits: it wins unless the dealer has a blackjack.")
            return state
        return (yield from self.pay_hand(state, hand, None, section))

    def pay_hand(self, state: T, hand: Hand, circle: int | None, section: str) -> Round[T]:
        """Pay a winning hand at its odds, and the super bonus if it has earned it."""
        odds, why = self.odds_of(state, hand)
        stakes = self.stakes(state, hand, circle)
        for wager in stakes:
            state = yield from self.pay(state, wager, odds, why or section)
        if self.award is not None and self.has_super_bonus(state, hand):
            state = yield from self.pay_super_bonus(state, hand, stakes)
        return state if self.stakes(state, hand) else self.take_up_hand(state, hand)

    # ---- The super bonus and the envy bonus

    def has_super_bonus(self, state: T, hand: Hand) -> bool:
        """Whether a hand that was not split or doubled has the cards of the super bonus in one suit, against the right
        up card.
        """
        assert self.award is not None
        values = tuple(sorted(map(value_of, hand.cards)))
        one_suit = len({card.suit for card in hand.cards}) == 1
        fits = values == self.award.ranks and one_suit and value_of(state.dealer[0]) == self.award.up
        return fits and not hand.split and not hand.doubled

    def pay_super_bonus(self, state: T, hand: Hand, stakes: list[Wager]) -> Round[T]:
        """Pay the super bonus by each player's own wager, and the envy bonus to all others with a main wager."""
        assert self.award is not None
        section, paid = self.sections["super_bonus"], False
        for wager in stakes:
            if amount := self.award.of(wager.amount):
                state, paid = (yield from self.pay_extra(state, wager, "super bonus", amount, section)), True
        if not paid or not self.award.envy:
            return state
        mine = {wager.position for wager in stakes}
        others = {position for box in state.boxes if box.number != hand.box for position in box.people} - mine
        for position in sorted(others):
            box = next(box.number for box in state.boxes if position in box.people)
            stake = Wager(position, stakes[0].kind, 0, str(box))
            state = yield from self.pay_extra(state, stake, "envy bonus", self.award.envy, self.sections["envy"])
        return state

    def pay_extra(self, state: T, wager: Wager, what: str, amount: int, section: str) -> Round[T]:
        """Pay an amount on a wager apart from the wager's own result."""
        state = move_to_rack(state, wager.position, amount)
        extra = replace(wager, spot=f"{wager.spot} {what}".strip(), coupon=0)
        yield Settled(state, section, extra, "wins", self.name(wager.kind), amount, stays=True)
        return self.remember_result(state, wager, amount)

    # ---- A doubled hand that may still be given up

    def after_double(self, state: T, hand: Hand) -> Round[T]:
        """Let a doubled hand stand unless its caller surrenders it, or a player who doubled rescues his own double."""
        if self.house.rescue:
            state = yield from self.offer_rescue(state, hand)
        elif self.lawful(state, hand, "surrender", 0):
            ask = self.play_asked(hand, state.box(hand.box).caller)
            state, reply, _ = yield from self.decide(state, ask)
            if reply == "surrender":
                return (yield from self.surrender(state, hand))
        hand = state.hand(hand.spot)
        return self.change_hand(state, hand, fate="stands")[0] if hand.fate != "out" else state

    def offer_rescue(self, state: T, hand: Hand) -> Round[T]:
        """Let each player who doubled take the double back and forfeit the original wager."""
        for position in self.people(state, hand):
            if not any(self.role(wager) == "double" for wager in self.stakes(state, hand, position=position)):
                continue
            state, reply, _ = yield from self.decide(state, self.rescue_asked(hand, position))
            if reply == "rescue":
                state = yield from self.rescue(state, hand, position)
        return state if self.stakes(state, hand) else self.take_up_hand(state, hand)

    def rescue_asked(self, hand: Hand, position: int) -> Callable[[T], AskDecision]:
        def ask(state: T) -> AskDecision:
            now = state.hand(hand.spot)
            question = (
                f"Position {position}, {now.name}, doubled: {join_cards(now.cards)} ({self.score(now.cards)}) "
                f"against {state.dealer[0].pretty}:"
            )
            choices = ("stand", "rescue")
            sections = tuple(self.choice_section(state, choice) for choice in choices)
            asking = self.asking(state, position, now.spot, "rescue")
            return AskDecision(asking, self.sections["rescue"], position, question, choices, "stand", sections)

        return ask

    def rescue(self, state: T, hand: Hand, position: int) -> Round[T]:
        """Forfeit the hand's own wager and return the double."""
        section = self.sections["rescue"]
        held = self.stakes(state, hand, position=position)
        for wager in sorted(held, key=lambda wager: self.role(wager) == "double"):
            if self.role(wager) == "double":
                state = yield from self.give_back(state, wager, section)
            else:
                state = yield from self.collect(state, wager, section)
        return state

    def lose_over_limit(self, state: T, hand: Hand) -> Round[T]:
        """Settle a hand over the limit, which loses at once with everything on it."""
        for wager in self.stakes(state, hand):
            state = yield from self.collect(state, wager, self.sections["over"])
        return self.take_up_hand(state, hand)

    # ---- Drawing, doubling, splitting, surrender

    def draw_for(self, state: T, hand: Hand, section: str = "") -> Round[T]:
        """Deal the card that a player asked for. A missed card comes after the others', or the hand is dead."""
        doubled = self.sections.get("one_card_on_a_double", self.sections["doubling"])
        usual = section or (doubled if hand.doubled else self.sections["drawing"])
        try:
            state, hand = yield from self.deal_to(state, hand, usual, ("draw_later",))
        except Skipped as skipped:
            state = self.cast_state(skipped.state)
            ask = self.late_asked(hand, skipped.section, ("later", "dead"))
            state, reply, _ = yield from self.decide(state, ask)
            if reply == "dead":
                return (yield from self.declare_dead(state, hand, skipped.section))
            return self.change_hand(state, hand, owed=True)[0]
        ended = self.end_without_decision(state, hand)
        return (yield from ended) if ended is not None else state

    def double(self, state: T, hand: Hand, choice: str, made: bool) -> Round[T]:
        """Double: the caller adds to the wager, others on the box may too, and one card serves all."""
        caller, kind = state.box(hand.box).caller, self.kind_of["double"]
        named = [int(circle) for circle in choice.split("_")[1:]]
        for circle in named or self.circles:
            stake = self.stake(state, hand, caller, circle)
            if stake and not made:
                state = yield from self.add(state, caller, kind, spot_of(hand.spot, circle), stake)
        for position in self.people(state, hand):
            for circle in self.circles if position != caller else ():
                if self.stake(state, hand, position, circle):
                    state = yield from self.join_double(state, hand, position, circle)
        state, hand = self.change_hand(state, hand, doubled=True)
        return (yield from self.draw_for(state, hand))

    def join_double(self, state: T, hand: Hand, position: int, circle: int) -> Round[T]:
        """Let another player on the box double for any amount up to the wager."""
        kind, spot, section = self.kind_of["double"], spot_of(hand.spot, circle), self.sections["shared_double"]
        stake = self.stake(state, hand, position, circle)

        def ask(state: T) -> AskDecision:
            rack = state.rack(position)
            choices = ("double", "leave") if rack >= stake else ("leave",)
            asking = self.asking(state, position, spot, "join")
            question = f"Position {position}, {hand.name} is doubled; double too?"
            return AskDecision(asking, section, position, question, choices, "leave", (), (kind,) if rack else ())

        state, reply, made = yield from self.decide(state, ask)
        if reply == "double" and not made:
            state = yield from self.add(state, position, kind, spot, stake)
        return state

    def split(self, state: T, hand: Hand) -> Round[T]:
        """Split: two hands of one card each, with an equal wager on the new one from each player who joins."""
        kind, caller = self.kind_of["split"], state.box(hand.box).caller
        same = (other.number for other in state.hands_of(hand.box) if other.dealt == hand.dealt)
        number = max(same) + len(self.dealt_to)
        new = Hand(hand.box, number, hand.cards[1:], split=True, dealt=hand.dealt)
        for position in self.people(state, hand):
            if position != caller:
                state, joins = yield from self.join_split(state, hand, position)
                if not joins:
                    continue
            for circle in self.circles:
                if stake := self.stake(state, hand, position, circle):
                    state = yield from self.add(state, position, kind, spot_of(new.spot, circle), stake)
        state, first = self.change_hand(state, hand, cards=hand.cards[:1], split=True)
        at = state.hands.index(first) + 1
        state = replace(state, hands=(*state.hands[:at], new, *state.hands[at:]))
        yield Said(state, self.sections["splitting"], f"{hand.name.capitalize()} is split.", caller)
        return state

    def join_split(self, state: T, hand: Hand, position: int) -> Part[tuple[T, bool]]:
        """Let another player add an equal wager for the new hand, or stay with the first."""
        section = self.sections["shared_split"]
        cost = sum(self.stake(state, hand, position, circle) for circle in self.circles)

        def ask(state: T) -> AskDecision:
            choices = ("split", "follow") if state.rack(position) >= cost else ("follow",)
            question = f"Position {position}, {hand.name} is split; an equal wager, or follow the first hand?"
            return AskDecision(
                self.asking(state, position, hand.spot, "join"), section, position, question, choices, "follow"
            )

        state, reply, _ = yield from self.decide(state, ask)
        return state, reply == "split"

    def surrender(self, state: T, hand: Hand) -> Round[T]:
        """Surrender: half of the wager is lost, but if the dealer may have a blackjack the hand waits for that."""
        section = self.sections["surrender"]
        if self.house.surrender != "early" and self.could_be_blackjack(state):
            state, _ = self.change_hand(state, hand, fate="held")
            yield Said(state, self.sections["surrender_held"], f"{hand.name.capitalize()} surrenders; the wager waits.")
            return state
        return (yield from self.give_up_half(state, hand, section))

    def give_up_half(self, state: T, hand: Hand, section: str) -> Round[T]:
        share = Fraction(Decimal(str(self.layout.fact("surrender"))))
        for wager in self.stakes(state, hand):
            lost = int(wager.amount * share)
            state = yield from self.give_up(state, wager, lost, section)
            state = self.remember_result(state, wager, -lost)
        return self.take_up_hand(state, hand)

    def early_surrender(self, state: T) -> Round[T]:
        """Offer early surrender, before the dealer checks for a blackjack."""
        checks = self.house.hole_card == "reader" and self.could_be_blackjack(state)
        if self.house.surrender != "early" or not checks:
            return state
        for hand in self.alive(state):
            if not self.has_blackjack(hand):
                state, reply, _ = yield from self.decide(state, self.early_asked(hand))
                if reply == "surrender":
                    state = yield from self.surrender(state, hand)
        return state

    def early_asked(self, hand: Hand) -> Callable[[T], AskDecision]:
        def ask(state: T) -> AskDecision:
            caller = state.box(hand.box).caller
            question = f"Position {caller}, {hand.name}: surrender before the dealer checks?"
            return AskDecision(state, self.sections["surrender"], caller, question, ("play", "surrender"), "play")

        return ask

    # ---- The dealer's hand

    def dealer_hand(self, state: T, circle: int) -> Round[T]:
        """Deal the dealer's second card if anything needs it, then draw by the rule if a hand needs that."""
        state = replace(state, dealer=state.dealer[:1])
        if not self.second_needed(state, circle):
            if circle == self.circles[0]:
                yield Said(
                    state, self.sections["dealer_needless"], "The dealer's score does not matter: no more cards."
                )
            return state
        state = yield from self.second_card(state)
        blackjack = self.is_blackjack(state.dealer)
        state = yield from self.settle_insurance(state, circle)
        if circle == self.circles[0]:
            state = yield from self.on_second(state, blackjack)
        if blackjack:
            return (yield from self.settle_against_blackjack(state, circle))
        state = yield from self.settle_waiting(state, circle)
        standing = any(self.stakes(state, hand, circle) for hand in self.alive(state) if hand.fate == "stands")
        if standing or self.needs_third(state):
            state = yield from self.dealer_draws(state)
            if circle == self.circles[-1]:
                state = yield from self.burn_refused(state)
            state = yield from self.settle(state, circle)
            state = yield from self.on_dealer_done(state)
        return self.dealer_cards_up(state)

    def dealer_cards_up(self, state: T) -> T:
        """Move all of the dealer's cards but the first to the discard rack, because another dealer hand may follow."""
        return replace(take_up(state, len(state.dealer[1:])), dealer=state.dealer[:1])

    def second_needed(self, state: T, circle: int) -> bool:
        insured = any(self.role(wager) == "insurance" and self.place(wager).circle == circle for wager in state.wagers)
        first = circle == self.circles[0]
        waiting = any(self.stakes(state, hand, circle) for hand in self.alive(state))
        return insured or waiting or (first and self.needs_second(state))

    def second_card(self, state: T) -> Round[T]:
        """Turn the hole card, or draw the second card now."""
        if state.hole is not None:
            state = replace(state, dealer=(*state.dealer, state.hole.card), hole=None)
        else:
            state, card = yield from self.next_card(state, self.sections["hole_card"], "dealer")
            state = replace(state, dealer=(*state.dealer, card))
        total = "a blackjack" if self.is_blackjack(state.dealer) else str(self.score(state.dealer))
        yield Said(state, self.sections["hole_card"], f"The dealer's second card is {state.dealer[1].pretty}: {total}.")
        return state

    def dealer_draws(self, state: T) -> Round[T]:
        section = self.sections["dealer_stands"]
        while self.must_draw(self.score(state.dealer)):
            state, card = yield from self.next_card(state, section, "dealer")
            state = replace(state, dealer=(*state.dealer, card))
            yield Said(state, section, f"{card.pretty} to the dealer ({self.score(state.dealer)}).")
        score = self.score(state.dealer)
        over = score.total > self.count.limit and score.total not in self.house.ties
        yield Said(state, section, f"The dealer has {score}{', over the limit' if over else ''}.")
        return (yield from self.burn_overdrawn(state))

    def burn_overdrawn(self, state: T) -> Round[T]:
        """Burn a card that the dealer drew by mistake, even if no hand was left to draw against."""
        if not state.overdraws:
            return state
        rule = next(rule for rule in self.layout.irregularities.values() if rule.effect == "burned")
        return (yield from self.burn(replace(state, overdraws=False), rule.section))

    # ---- Settlement, from the dealer's right

    def from_the_right(self, state: T, *fates: Fate) -> Iterator[Hand]:
        """The hands with these fates, from the dealer's right."""
        return iter([hand for hand in reversed(state.hands) if hand.fate in fates])

    def settle(self, state: T, circle: int) -> Round[T]:
        """Settle standing hands against the dealer's: collect losers, pay winners, return ties."""
        dealer = self.score(state.dealer)
        for hand in self.from_the_right(state, "stands"):
            result, section = self.compare(state, hand, dealer)
            odds, why = self.odds_of(state, hand)
            for wager in self.stakes(state, hand, circle):
                if result > 0:
                    state = yield from self.pay(state, wager, odds, why or section)
                elif result < 0:
                    state = yield from self.collect(state, wager, section)
                else:
                    state = yield from self.push(state, wager, section)
            if not self.stakes(state, hand):
                state = self.take_up_hand(state, hand)
        return state

    def settle_waiting(self, state: T, circle: int) -> Round[T]:
        """Settle the waiting hands once the dealer has no blackjack: surrendered ones lose half, others are paid."""
        for hand in self.from_the_right(state, "held", "waits"):
            if hand.fate == "held":
                state = yield from self.give_up_half(state, hand, self.sections["surrender"])
            elif self.has_blackjack(hand):
                state = yield from self.pay_blackjack(state, hand, circle)
            else:
                state = yield from self.pay_hand(state, hand, circle, self.sections["twenty_one_wins"])
        return state

    def settle_against_blackjack(self, state: T, circle: int) -> Round[T]:
        """Settle against a dealer's blackjack, which ties a blackjack and otherwise takes only the original wagers."""
        places = {(position, hand.box, hand.dealt) for hand in state.hands for position in state.box(hand.box).people}
        taken = [wager for place in places for wager in self.original(state, *place, circle)]
        for hand in self.from_the_right(state, "", "waits", "stands", "held"):
            for wager in self.stakes(state, hand, circle):
                if self.has_blackjack(hand):
                    state = yield from self.push(state, wager, self.sections["tie"])
                elif wager in taken:
                    takes = self.sections.get("blackjack_takes", self.sections["collect"])
                    section = self.sections["surrender_held"] if hand.fate == "held" else takes
                    state = yield from self.collect(state, wager, section)
                else:
                    section = "double_returned" if self.role(wager) == "double" else "split_returned"
                    state = yield from self.give_back(state, wager, self.sections[section])
            if not self.stakes(state, hand):
                state = self.take_up_hand(state, hand)
        return self.dealer_cards_up(state)

    def original(self, state: T, position: int, box: int, dealt: int, circle: int) -> list[Wager]:
        """The wagers that a dealer's blackjack may take from a player for a hand that was dealt to a box.

        These are the first wagers on that hand, unless some of them are lost already.
        """
        mine = (position, box, dealt, circle)
        lost = [result for result in state.results if result.net < 0]
        if any((result.position, result.box, result.dealt, result.circle) == mine for result in lost):
            return []
        hands = [hand for hand in state.hands_of(box) if hand.dealt == dealt]
        for hand in sorted(hands, key=lambda hand: hand.number):
            stakes = self.stakes(state, hand, circle, position)
            if held := [wager for wager in stakes if self.role(wager) != "double"]:
                return held
        return []

    def pay(self, state: T, wager: Wager, odds: Odds, section: str) -> Round[T]:
        """Pay a winning stake; a coupon on it counts in the winnings and is collected."""
        winnings = odds.pays(wager.amount + wager.coupon)
        state = yield from self.win(state, wager, winnings, section, odds)
        return self.remember_result(state, wager, winnings)

    def collect(self, state: T, wager: Wager, section: str) -> Round[T]:
        state = yield from self.lose(state, wager, section)
        return self.remember_result(state, wager, -wager.amount)

    def push(self, state: T, wager: Wager, section: str, result_void: bool = True) -> Round[T]:
        state = yield from super().push(state, wager, section, result_void)
        return self.remember_result(state, wager, 0)

    def remember_result(self, state: T, wager: Wager, net: int) -> T:
        """Remember the result of a stake until the round is over."""
        place = self.place(wager)
        dealt = next((hand.dealt for hand in state.hands_of(place.box) if hand.number == place.hand), 0)
        result = Result(wager.position, place.box, place.circle, net, dealt)
        return replace(state, results=(*state.results, result))

    # ---- Dead hands and void rounds

    def all_dead(self, state: T, section: str) -> Round[T]:
        """End a round in which all hands are dead: collect the cards and return unsettled wagers."""
        for wager in state.wagers:
            if not self.standing(wager):
                state = yield from self.give_back(state, wager, section)
        return self.clear_layout(state)

    def unwind(self, opened: T, now: T, settled: list[Settled], text: str, section: str) -> Round[T]:
        """Void a round: restore the table as of the close of betting, return the wagers, and have the cards reshuffled.

        Records of earlier settlements are reversed, because reports add the records up.
        """
        back = replace(opened, reshuffle=True)
        for name in ("shoe", "kept", "side", "batch", "commitment", "reader_down"):
            back = replace(back, **{name: getattr(now, name)})
        back = self.clear_layout(back)
        for seat in opened.positions:
            held = sum(wager.amount for wager in opened.wagers_of(seat.number)) - sum(
                wager.amount for wager in now.wagers_of(seat.number)
            )
            moved = now.rack(seat.number) - seat.rack - held
            if moved:
                text += f" Position {seat.number} {'gives back' if moved > 0 else 'gets back'} {dollars(abs(moved))}."
        yield Said(back, section, f"{text} The round is void.")
        for step in settled:
            if step.net:
                yield Settled(back, section, step.wager, "restored", step.name, lost=step.net)
        return (yield from self.void(back, section))

    def void(self, state: T, section: str) -> Round[T]:
        for wager in state.wagers:
            if not self.standing(wager):
                state = yield from self.give_back(state, wager, section, result_void=True)
        return self.clear_layout(state)
