"""The end of a hand: returned chips, the showdown, the division of the pots, and the rake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from pitboss.chapter.odds import dollars
from pitboss.equipment import Card, Hidden, cards
from pitboss.families.poker_room.betting import BET
from pitboss.families.poker_room.pots import Pot, award_pot, pots_of, take_rake
from pitboss.families.poker_room.ranking import MadeOf, best_hand, by_suit, strength, strengths
from pitboss.families.poker_room.state import BACK, PAYOUT, POT, Kill, PokerHand, PokerState
from pitboss.families.poker_room.turns import Turns
from pitboss.hands.orders import order_of
from pitboss.table.cards import join_cards
from pitboss.table.state import Wager, collect_wager, move_to_rack, pay_wager, replace, split_wager
from pitboss.table.steps import Round, Said, Settled


@lru_cache(maxsize=4096)
def described(order: str, rung: int) -> str:
    """A hand in words, by its order."""
    return order_of(order).describe(rung, full=True)


class Showdown(Turns):
    """How a hand ends."""

    # ---- 14.15: pots and showdown

    def settle(self, state: PokerState) -> Round[PokerState]:
        """Return unmatched chips, then award the pots, starting with the last one formed, and take the rake."""
        state, live = self.gathered(state), state.live
        put = {wager.position: wager.amount for wager in state.wagers}
        back, pots = pots_of(put, live)
        for position, amount in back.items():
            whole = state.find(position, BET, POT)
            assert whole is not None
            state, part = split_wager(state, whole, amount, BACK)
            state = yield from self.give_back(state, part, self.sections["side_pots"])
        high, low = self.strengths(state, live) if len(live) > 1 else ({}, None)
        if len(live) > 1:
            state = yield from self.show(state, pots, high, low)
        total = sum([pot.amount for pot in pots])
        rake = self.room.rake(total, state.street)
        gives = min(self.room.contribution(total), total - rake)
        left, taken = take_rake(pots, rake + gives)
        parts = [self.award(state, pot, high, low) for pot in left]
        shares, vigs = self.parts_of_pots(parts, left, taken)
        for number in range(len(pots) - 1, -1, -1):
            yield from self.call_pot(state, number, left[number], parts)
        if rake:
            text = f"Rake of {dollars(rake)} from pots of {dollars(total)}."
            yield Said(state, self.sections["rake"], text)
        if gives:
            state = replace(state, meter=state.meter + gives)
            yield Said(state, self.sections["contributions"], f"{dollars(gives)} goes into the fund of payouts.")
        state = yield from self.pay_out(state, shares, vigs, "rake and contribution" if gives else "rake")
        if self.room.kills:
            in_pots = {who: amount - back.get(who, 0) for who, amount in put.items()}
            state = self.next_kill(state, shares, total, in_pots)
        return (yield from self.pay_fund(state, shares)) if self.room.payout and len(live) > 1 else state

    def next_kill(self, state: PokerState, shares: Mapping[int, int], total: int, put: Mapping[int, int]) -> PokerState:
        """Who kills the next deal: the winner of two whole pots in a row or, in split games, of one large whole pot."""
        winners = [who for who, share in shares.items() if share]
        whole = winners[0] if len(winners) == 1 else 0
        limits = self.layout.fact("kill")
        if self.room.high is not None and self.room.low is not None:
            due = whole if total >= limits["split_pot"] * self.stakes.upper else 0
        else:
            full = max(put.values(), default=0) >= self.stakes.lower
            due = whole if whole and whole == state.kill.leg and full else 0
        return replace(state, kill=Kill(whole, due))

    # ---- 14.19: payouts from a contribution fund

    def pay_fund(self, state: PokerState, shares: Mapping[int, int]) -> Round[PokerState]:
        """Pay out the fund for a bad beat or a high hand; odd cents go to the qualifying hand."""
        payout, made = self.room.payout, self.room.high
        if payout is None or made is None or len(state.hands) < payout.dealt_in or not state.meter:
            return state
        least = strength(MadeOf(made.order), cards(payout.least))
        high, _ = self.strengths(state, state.live)
        best = max(high.values())
        theirs = {who: rung for who, rung in high.items() if self.uses_own(state, who, made, rung, payout.own)}
        won = [who for who, rung in theirs.items() if rung == best]
        counts = {who: rung for who, rung in theirs.items() if rung >= least and (rung < best or not payout.beaten)}
        if not counts or not won:
            return state
        has = max(counts, key=lambda who: counts[who])
        fund, parts = state.meter, dict.fromkeys([held.position for held in state.hands], 0)
        others = [who for who in parts if who != has and who not in won]
        for who in won if payout.winner else ():
            parts[who] += fund * payout.winner // 100 // len(won)
        for who in others if payout.others else ():
            parts[who] += fund * payout.others // 100 // len(others)
        whole = payout.hand + payout.winner + payout.others == 100
        parts[has] += fund - sum(parts.values()) if whole else fund * payout.hand // 100
        name = str(self.layout.option("payout_program")).replace("_", " ").capitalize() + " payout"
        section = self.sections["payouts"]
        yield Said(state, section, f"{name}: the hand of position {has}.", has)
        for who, part in parts.items():
            if part:
                state = replace(move_to_rack(state, who, part), meter=state.meter - part)
                yield Settled(state, section, Wager(who, BET, 0, PAYOUT), "wins", name, part)
        return state

    def uses_own(self, state: PokerState, who: int, made: MadeOf, rung: int, number: int) -> bool:
        """Whether a hand is made with this number of own cards, if there are community cards."""
        if not state.board:
            return True
        return strength(MadeOf(made.order, number), self.own(state, who), state.board) == rung

    def parts_of_pots(
        self, awarded_of: Sequence[Mapping[int, int]], left: Sequence[Pot], taken: Sequence[int]
    ) -> tuple[dict[int, int], dict[int, int]]:
        """Each player's part of the pots, and the rake taken from it."""
        shares: dict[int, int] = {}
        vigs: dict[int, int] = {}
        for parts, pot, rake in zip(awarded_of, left, taken, strict=True):
            rest = rake
            for position, part in parts.items():
                shares[position] = shares.get(position, 0) + part
                vig = rake * part // pot.amount if pot.amount else 0
                vigs[position] = vigs.get(position, 0) + vig
                rest -= vig
            first = next(iter(parts))
            vigs[first] += rest
        return shares, vigs

    def award(
        self, state: PokerState, pot: Pot, high: Mapping[int, int], low: Mapping[int, int] | None
    ) -> dict[int, int]:
        """How a pot is divided."""
        if len(pot.eligible) == 1:
            return {pot.eligible[0]: pot.amount}
        return award_pot(pot, self.room.chip, high, low, lambda winners, is_low: self.odd_chips(state, winners, is_low))

    def strengths(self, state: PokerState, who: Sequence[int]) -> tuple[dict[int, int], dict[int, int] | None]:
        """The strength of each hand in the variant's first order and, if the pot is split, in the second."""
        cards = {held.position: held.cards for held in state.hands}
        hands = [cards[one] for one in who]
        each = [dict(zip(who, strengths(made, hands, state.board), strict=True)) for made in self.room.ways]
        return each[0], each[1] if len(each) > 1 else None

    def odd_chips(self, state: PokerState, winners: Sequence[int], low: bool) -> Sequence[int]:
        """The order in which tied hands get odd chips: from the left of the button or, in stud, by the highest card."""
        if len(winners) == 1:
            return winners
        if self.room.variant.button:
            order = [held.position for held in state.hands]
            return sorted(winners, key=order.index)
        made = self.room.low if low or self.room.high is None else self.room.high
        five = self.layout.option("stud_odd_chip") == "five_cards"
        by_low = made is self.room.low and not five

        def card(position: int) -> tuple[int, int]:
            cards = self.played(state, position, made) if five and made is not None else self.own(state, position)
            if by_low:
                rank, suit = min(by_suit(one, self.room.suits, ace_low=True) for one in cards)
                return (-rank, -suit)
            return max(by_suit(one, self.room.suits) for one in cards)

        return sorted(winners, key=card, reverse=True)

    def played(self, state: PokerState, position: int, made: MadeOf) -> tuple[Card, ...]:
        """The cards that make a position's hand."""
        return best_hand(made, self.own(state, position), state.board).cards

    def show(
        self, state: PokerState, pots: Sequence[Pot], high: Mapping[int, int], low: Mapping[int, int] | None
    ) -> Round[PokerState]:
        """Show hands in order; a hand beaten by those shown is discarded unseen."""
        section = self.sections["showdown"]
        shown: list[int] = []
        all_show = self.layout.option("show_all_called")
        for position in self.showing(state, pots):
            if shown and not all_show and self.beaten(position, shown, pots, high, low):
                state = self.mucked_at_showdown(state, position)
                yield Said(state, section, f"Position {position} discards unseen.", position)
                continue
            shown.append(position)
            cards = self.own(state, position)
            turned_up = PokerHand(position, (), cards, shown=True)
            hands = tuple([turned_up if one.position == position else one for one in state.hands])
            state = replace(state, hands=hands)
            text = f"Position {position} shows {join_cards(cards)}: {self.called(position, high, low)}."
            yield Said(state, section, text, position)
        return state

    def showing(self, state: PokerState, pots: Sequence[Pot]) -> list[int]:
        """The order of the showdown: the last to bet or raise first, then clockwise; players in a side pot come before
        the others.
        """
        betting = state.betting
        order = [held.position for held in state.hands]
        street = self.room.streets[-1]
        place = (
            order.index(betting.last) if betting and betting.last in state.live else self.first_to_act(state, street)
        )
        turned = order[place:] + order[:place]
        live = state.live
        showing = [who for who in turned if who in live]
        if len(pots) == 1 and len(pots[0].eligible) == len(showing):
            return showing
        in_pots = {who: sum([who in pot.eligible for pot in pots]) for who in order}
        return sorted(showing, key=lambda who: -in_pots[who])

    def beaten(
        self,
        position: int,
        shown: Sequence[int],
        pots: Sequence[Pot],
        high: Mapping[int, int],
        low: Mapping[int, int] | None,
    ) -> bool:
        """Whether a hand can win nothing against the hands shown."""
        for pot in pots:
            if position in pot.eligible:
                others = [one for one in shown if one in pot.eligible]
                if not others or high[position] >= max([high[one] for one in others]):
                    return False
                if low is not None and low[position] and low[position] >= max([low[one] for one in others]):
                    return False
        return True

    def mucked_at_showdown(self, state: PokerState, position: int) -> PokerState:
        """Discard a hand unseen: only its owner knows it, and it remains in the count."""
        hands = [
            replace(one, down=tuple([Hidden(card, (position,)) for card in one.cards]), up=())
            if one.position == position
            else one
            for one in state.hands
        ]
        return replace(state, hands=tuple(hands))

    def called(self, position: int, high: Mapping[int, int], low: Mapping[int, int] | None) -> str:
        """A hand in words, for each order that counts."""
        words = []
        ways = self.room.ways
        if len(ways) == 1:
            return described(ways[0].order, high[position]) if high[position] else ""
        for made, rungs in zip(ways, (high, low), strict=False):
            rung = rungs[position] if rungs else 0
            split = made is self.room.low and len(ways) > 1
            if rung:
                said = described(made.order, rung)
                words.append(f"low {said}" if split and " low" not in said else said)
            elif split:
                words.append("no low")
        return "; ".join(words)

    def call_pot(
        self, state: PokerState, number: int, pot: Pot, awarded_of: Sequence[Mapping[int, int]]
    ) -> Round[PokerState]:
        """Announce who wins a pot."""
        name = "pot" if len(awarded_of) == 1 else "main pot" if not number else f"side pot {number}"
        parts = ", ".join(f"position {who} {dollars(part)}" for who, part in awarded_of[number].items())
        alone = len(state.live) == 1
        section = self.sections["dealt_out"] if alone else self.sections["side_pots"]
        yield Said(
            state, section, f"The {name} of {dollars(pot.amount)}: {parts}{' without showing' if alone else ''}."
        )
        return state

    def pay_out(
        self, state: PokerState, shares: Mapping[int, int], vigs: Mapping[int, int], kept: str
    ) -> Round[PokerState]:
        """Move the losers' chips to the dealer and on to the winners, including a winner with no chips in the pot."""
        section = self.sections["side_pots"]
        wagers = state.wagers
        for wager in sorted(wagers, key=lambda wager: wager.position in shares):
            share, vig = shares.get(wager.position), vigs.get(wager.position, 0)
            name = self.name(wager.kind)
            if share is None:
                state = collect_wager(state, wager)
                yield Settled(state, section, wager, "loses", name)
                continue
            won = share + vig - wager.amount
            state = pay_wager(state, wager, won - vig)
            if won >= 0:
                yield Settled(state, section, wager, "wins", name, won, vig=vig, kept=kept)
            else:
                yield Settled(state, section, wager, "surrenders", name, vig=vig, lost=-won, kept=kept)
        for position in shares.keys() - {wager.position for wager in wagers}:
            share, vig = shares[position], vigs.get(position, 0)
            state = move_to_rack(state, position, share)
            wager = Wager(position, BET, 0, POT)
            yield Settled(state, section, wager, "wins", self.name(BET), share + vig, vig=vig, kept=kept)
        return state
