"""A twenty-one table's side wagers: when each is settled, and by which cards.

The key idea: `settles` in rules.toml says which cards a side wager is on, and so when it is decided: on the first two
cards, with every card that the box receives, on the dealer's second card, or when the round is over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic

from pitboss.chapter.odds import Odds, dollars
from pitboss.equipment import Card, Rank
from pitboss.families.twenty_one.round.cards import TwentyOneDealing
from pitboss.families.twenty_one.round.hands import T
from pitboss.families.twenty_one.round.questions import TwentyOneAmounts
from pitboss.table.cards import take_up
from pitboss.table.game import Answer
from pitboss.table.state import Wager, replace, replace_wager
from pitboss.table.steps import Action, Round, Said

FOUR_RANKS = {(4,): "four_of_a_kind", (2, 2): "two_pair", (3, 1): "three_of_a_kind", (2, 1, 1): "pair"}
"""The row for four cards, by how many there are of each rank."""
Outcome = str | None
"""The row of a pay table that was reached; None for a loss."""


class SideWagersAmounts(TwentyOneAmounts):
    """Wager amounts; players who leave forfeit side wagers that run over several rounds."""

    game: SideWagers[Any]

    def forfeited(self, state: T, position: int) -> tuple[Wager, ...]:
        return tuple(wager for wager in state.wagers_of(position) if self.game.standing(wager))


class SideWagers(TwentyOneDealing[T], Generic[T]):
    """A twenty-one game's side wagers."""

    amounts_type = SideWagersAmounts

    @cached_property
    def two_cards(self) -> Mapping[str, Callable[[T, Wager, tuple[Card, ...]], Outcome]]:
        """The side wagers that are settled on the first two cards and the dealer's first, each with its method."""
        return {
            "over": self.over_under,
            "under": self.over_under,
            "same_suit": self.same_suit,
            "player_blackjack": self.player_blackjack,
            "twenty_point": self.twenty_point,
            "three_card": self.three_card,
            "in_between": self.in_between,
            "four_ranks": self.four_ranks,
        }

    @property
    def offers_meter(self) -> bool:
        return any(self.settles[kind] == "progressive" for kind in self.layout.wagers)

    # ---- When each side wager is settled

    def on_closed(self, state: T) -> Round[T]:
        state = yield from self.forfeit_streaks(state)
        state = self.streaks_run(state)
        return self.advance_meter(state)

    def on_initial(self, state: T) -> Round[T]:
        """2.17(d), (e): on the first two cards, before any third, collect losers and pay winners."""
        for box in state.boxes:
            for wager in self.on_box(state, box.number, "side"):
                state = yield from self.settle_on_two_cards(state, wager, box.received)
        return state

    def settle_on_two_cards(self, state: T, wager: Wager, cards: tuple[Card, ...]) -> Round[T]:
        how = self.settles[wager.kind]
        if how in self.two_cards and not (how == "twenty_point" and self.waits_for_second(state, wager)):
            return (yield from self.settle_side(state, wager, self.two_cards[how](state, wager, cards)))
        if how == "match_dealer":
            return (yield from self.settle_match(state, wager, cards))
        if how == "dealer_blackjack" and not self.could_be_blackjack(state):
            return (yield from self.lose(state, wager, self.layout.wagers[wager.kind].section))
        if how in ("sevens", "progressive"):
            return (yield from self.settle_counted(state, wager, cards, complete=False))
        return state

    def on_card(self, state: T, box: int) -> Round[T]:
        return (yield from self.settle_counting_wagers(state, box, complete=False))

    def on_box_done(self, state: T, box: int) -> Round[T]:
        """Once a box has finished drawing, deal the cards that a side wager still counts, for that wager alone."""
        while self.cards_for_wager_alone(state, box):
            section = next(
                self.layout.wagers[wager.kind].section
                for wager in self.on_box(state, box, "side")
                if self.settles[wager.kind] in ("sevens", "progressive")
            )
            state, card = yield from self.next_card(state, section, f"the wager on box {box} alone", box)
            boxes = tuple(
                replace(one, received=(*one.received, card)) if one.number == box else one for one in state.boxes
            )
            state = replace(take_up(state, 1), boxes=boxes)
            yield Said(state, section, f"{card.pretty}, for the wager on box {box} alone.")
            state = yield from self.settle_counting_wagers(state, box, complete=False)
        return (yield from self.settle_counting_wagers(state, box, complete=True))

    def cards_for_wager_alone(self, state: T, box: int) -> bool:
        if state.box(box).caller in state.refused:
            return False
        guaranteed = {
            "sevens": bool(self.layout.option("third_card_guarantee")),
            "progressive": self.layout.option("progressive_count") == "completed",
        }
        waiting = [
            self.settles[wager.kind]
            for wager in self.on_box(state, box, "side")
            if not self.has_won_meter(state, wager)
        ]
        return any(guaranteed.get(how, False) for how in waiting)

    def on_second(self, state: T, blackjack: bool) -> Round[T]:
        """2.20, 2.24: settle the wagers that wait for the dealer's second card."""
        for wager in state.wagers:
            how = self.settles[wager.kind]
            if how == "dealer_blackjack":
                state = yield from self.settle_side(state, wager, "" if blackjack else None)
            elif how == "dealer_third" and blackjack:
                state = yield from self.settle_side(state, wager, None)
            elif how == "twenty_point":
                cards = state.box(self.place(wager).box).received
                row = "queens_dealer_blackjack" if blackjack else self.twenty_point(state, wager, cards)
                state = yield from self.settle_side(state, wager, row)
        return state

    def needs_second(self, state: T) -> bool:
        waiting = ("dealer_blackjack", "twenty_point", "dealer_third")
        return any(self.settles[wager.kind] in waiting for wager in state.wagers)

    def needs_third(self, state: T) -> bool:
        return any(self.settles[wager.kind] == "dealer_third" for wager in state.wagers)

    def on_dealer_done(self, state: T) -> Round[T]:
        """26.6: settle the wagers on the dealer's three cards once his hand is complete."""
        for wager in state.wagers:
            if self.settles[wager.kind] == "dealer_third":
                state = yield from self.settle_side(state, wager, self.dealer_third(state, wager, state.dealer))
        return state

    def dealer_third(self, state: T, wager: Wager, cards: tuple[Card, ...]) -> Outcome:
        """The row for a dealer who busts with three cards: three of the wager's number in one suit or colour, or else
        by the last card.
        """
        terms = self.terms[wager.kind]
        if len(cards) != terms.cards or self.score(cards).total <= self.count.limit:
            return None
        if all(card.rank == terms.number for card in cards):
            for row, kinds in (("suited", {card.suit for card in cards}), ("colour", {c.suit.is_red for c in cards})):
                if len(kinds) == 1:
                    return row
        return f"third_{self.count.of_card(cards[-1])}"

    def on_end(self, state: T) -> Round[T]:
        state = yield from self.award_the_meter(state)
        return (yield from self.settle_streaks(state))

    def settle_side(self, state: T, wager: Wager, outcome: Outcome) -> Round[T]:
        """Pay a side wager by the row that was reached, or collect it."""
        section = self.layout.wagers[wager.kind].section
        if outcome is None:
            return (yield from self.lose(state, wager, section))
        odds = self.odds[wager.kind][outcome]
        return (yield from self.win(state, wager, odds.pays(wager.amount), section, odds))

    # ---- 2.17: over and under 13, same suit

    def over_under(self, state: T, wager: Wager, cards: tuple[Card, ...]) -> Outcome:
        """2.2(b)3ii: here an ace counts 1."""
        low = self.layout.fact("ace_in_over_under")
        total = sum(low if self.is_ace(card) else self.count.of_card(card) for card in cards)
        number = self.terms[wager.kind].number
        wins = total > number if self.settles[wager.kind] == "over" else total < number
        return "" if wins else None

    def same_suit(self, state: T, wager: Wager, cards: tuple[Card, ...]) -> Outcome:
        if len({card.suit for card in cards}) > 1:
            return None
        return "royal" if {card.rank for card in cards} == {Rank.KING, Rank.QUEEN} else "suited"

    # ---- 2.17(a)3, 2.19: sevens and aces, counted over the cards that the box receives

    def settle_counting_wagers(self, state: T, box: int, complete: bool) -> Round[T]:
        for wager in self.on_box(state, box, "side"):
            if self.settles[wager.kind] in ("sevens", "progressive") and not self.has_won_meter(state, wager):
                state = yield from self.settle_counted(state, wager, state.box(box).received, complete)
        return state

    def settle_counted(self, state: T, wager: Wager, received: tuple[Card, ...], complete: bool) -> Round[T]:
        """Settle a wager as soon as no further card can change it, or when there are no further cards."""
        cards = received[: self.terms[wager.kind].cards]
        count = self.sevens if self.settles[wager.kind] == "sevens" else self.aces
        outcome, decided = count(wager, cards)
        if not decided and not complete:
            return state
        if self.settles[wager.kind] == "progressive" and outcome == self.layout.fact("progressive_meter")["outcome"]:
            section = self.sections["progressive_meter"]
            state = replace(state, top=(*state.top, (wager.position, wager.spot)))
            yield Said(state, section, f"Box {self.place(wager).box} has the progressive award.", wager.position)
            return state
        return (yield from self.settle_side(state, wager, outcome))

    def sevens(self, wager: Wager, cards: tuple[Card, ...]) -> tuple[Outcome, bool]:
        """The row of the sevens among the first cards, and whether it can still change."""
        terms = self.terms[wager.kind]
        anywhere = self.layout.option("sevens_reading") == "any_position"
        counted = [card for card in cards if card.rank == terms.number] if anywhere else _leading(cards, terms.number)
        decided = len(cards) == terms.cards or (not anywhere and len(counted) < len(cards))
        return _row(counted, ("", "one", "two", "three")), decided

    def aces(self, wager: Wager, cards: tuple[Card, ...]) -> tuple[Outcome, bool]:
        """The best row of the consecutive aces, and whether it can still change."""
        counted = _leading(cards, Rank.ACE)
        decided = len(cards) == self.terms[wager.kind].cards or len(counted) < len(cards)
        if len(counted) == self.terms[wager.kind].cards and len({card.suit.is_red for card in counted}) == 1:
            return str(self.layout.fact("progressive_meter")["outcome"]), decided
        rows: list[str] = []
        for number, name in enumerate(("one", "two", "three", "four"), 1):
            first = counted[:number]
            if len(first) == number:
                colours = len({card.suit.is_red for card in first})
                suited = number > 1 and len({card.suit for card in first}) == 1
                rows.append(f"{name}_suited" if suited else f"{name}_colour" if number > 1 and colours == 1 else name)
        odds = self.odds[wager.kind]
        return max((row for row in rows if row in odds), key=lambda row: odds[row].ratio, default=None), decided

    # ---- 2.19: the meter

    def advance_meter(self, state: T) -> T:
        """Add a share of each progressive wager to what the house owes."""
        if not self.offers_meter:
            return state
        rate = Fraction(Decimal(str(self.layout.options["progressive_rate"])))
        wagered = [wager.amount for wager in state.wagers if self.settles[wager.kind] == "progressive"]
        return replace(state, meter=state.meter + sum(int(amount * rate) for amount in wagered))

    def has_won_meter(self, state: T, wager: Wager) -> bool:
        return self.settles[wager.kind] == "progressive" and (wager.position, wager.spot) in state.top

    def award_the_meter(self, state: T) -> Round[T]:
        """Share the meter among this round's winners and reset it."""
        if not state.top:
            return state
        share = int(state.meter * self.layout.fact("progressive_meter")["share"]) // len(state.top)
        section = self.sections["progressive_shared" if len(state.top) > 1 else "progressive_meter"]
        for wager in state.wagers:
            if self.has_won_meter(state, wager):
                state = yield from self.win(state, wager, share - wager.amount, section)
        state = replace(state, meter=self.layout.cents("progressive_reset"))
        yield Said(state, section, f"The meter stands at {dollars(state.meter)}.")
        return state

    # ---- 2.20, 2.23 to 2.26: wagers on the first cards

    def player_blackjack(self, state: T, wager: Wager, cards: tuple[Card, ...]) -> Outcome:
        return "" if self.is_blackjack(cards) else None

    @cached_property
    def match_row(self) -> str:
        """The number of decks that selects the rows of the match table: the largest that does not exceed the decks in
        use.
        """
        names = [name for kind in self.terms if self.settles[kind] == "match_dealer" for name in self.odds[kind]]
        rows = sorted({int(name.rpartition("_")[2]) for name in names})
        return str(max((row for row in rows if row <= self.house.decks), default=rows[0])) if rows else ""

    def settle_match(self, state: T, wager: Wager, cards: tuple[Card, ...]) -> Round[T]:
        """2.23: pay each card that has the rank of the dealer's first card, and add the two payoffs."""
        up, section = state.dealer[0], self.layout.wagers[wager.kind].section
        rows = [
            f"{'suited' if card.suit == up.suit else 'unsuited'}_{self.match_row}"
            for card in cards
            if card.rank == up.rank
        ]
        if not rows:
            return (yield from self.lose(state, wager, section))
        odds = [self.odds[wager.kind][row] for row in rows]
        winnings = sum(one.pays(wager.amount) for one in odds)
        together = sum((one.ratio for one in odds), Fraction(0))
        return (yield from self.win(state, wager, winnings, section, Odds(together.numerator, together.denominator)))

    def twenty_point(self, state: T, wager: Wager, cards: tuple[Card, ...]) -> Outcome:
        if self.score(cards).total != self.terms[wager.kind].number:
            return None
        if self.two_queens(wager, cards):
            return "queens"
        if cards[0] is cards[1]:
            return "identical"
        return "suited" if cards[0].suit == cards[1].suit else "any"

    def two_queens(self, wager: Wager, cards: tuple[Card, ...]) -> bool:
        return all(str(card) == self.terms[wager.kind].queen for card in cards)

    def waits_for_second(self, state: T, wager: Wager) -> bool:
        """2.24: two queens of hearts pay more on a dealer's blackjack."""
        cards = state.box(self.place(wager).box).received
        return self.two_queens(wager, cards) and self.could_be_blackjack(state)

    def three_card(self, state: T, wager: Wager, cards: tuple[Card, ...]) -> Outcome:
        """2.25: a flush, straight, three of a kind or straight flush with the dealer's first card."""
        three = (*cards, state.dealer[0])
        ranks = sorted(card.rank for card in three)
        low = sorted(1 if rank == Rank.ACE else int(rank) for rank in ranks)
        straight = any(list(run) == list(range(run[0], run[0] + len(run))) for run in (ranks, low))
        return "" if straight or len({card.suit for card in three}) == 1 or len(set(ranks)) == 1 else None

    def in_between(self, state: T, wager: Wager, cards: tuple[Card, ...]) -> Outcome:
        """2.26: the dealer's first card between the two by rank, with the ace high, or all three of a rank."""
        low, high = sorted(card.rank for card in cards)
        up = state.dealer[0].rank
        if low == up == high:
            return "three_equal"
        if not low < up < high:
            return None
        most = max(int(row.rpartition("_")[2]) for row in self.odds[wager.kind] if row.startswith("spread_"))
        return f"spread_{min(high - low - 1, most)}"

    # ---- 2A.6: the ranks of the four cards of a spot

    def four_ranks(self, state: T, wager: Wager, cards: tuple[Card, ...]) -> Outcome:
        """The highest row for two or more alike; suits do not matter, and 10, J, Q and K are four ranks."""
        alike = tuple(sorted(Counter(card.rank for card in cards).values(), reverse=True))
        return FOUR_RANKS.get(alike)

    # ---- 2.22: streaks

    def streaks(self, state: T, position: int, box: int) -> list[Wager]:
        return [wager for wager in self.on_box(state, box, "streak", position=position) if wager.on]

    def standing(self, wager: Wager) -> bool:
        return self.role(wager) == "streak" and wager.on

    def forfeit_streaks(self, state: T) -> Round[T]:
        """Forfeit streak wagers on a box if their player no longer wagers on it."""
        for wager in state.wagers:
            if self.standing(wager) and not self.on_box(state, self.place(wager).box, "main", position=wager.position):
                state = yield from self.lose(state, wager, self.sections["streak_forfeited"])
        return state

    def streaks_run(self, state: T) -> T:
        for wager in state.wagers:
            if self.role(wager) == "streak" and not wager.on:
                state = replace_wager(state, wager, replace(wager, on=True, marks=(0,)))
        return state

    def settle_streaks(self, state: T) -> Round[T]:
        """Advance a streak after a win, end it after a loss, and otherwise leave it alone."""
        for wager in state.wagers:
            if not self.standing(wager):
                continue
            place, section = self.place(wager), self.sections["streak"]
            nets = [
                result.net for result in state.results if (result.position, result.box) == (wager.position, place.box)
            ]
            if state.box(place.box).dead or not sum(nets):
                continue
            if sum(nets) < 0:
                state = yield from self.lose(state, wager, section)
                continue
            won = replace(wager, marks=(wager.marks[0] + 1,))
            state = replace_wager(state, wager, won)
            if won.marks[0] == self.terms[wager.kind].wins:
                odds = self.odds[wager.kind][""]
                state = yield from self.win(state, won, odds.pays(won.amount), section, odds)
        return state

    def may_make(self, state: T, position: int, action: Action, box: int) -> Answer:
        if self.terms[action.wager].role == "streak" and self.streaks(state, position, box):
            return self.no("no new streak wager while one is running on the box", self.sections["streak"])
        return super().may_make(state, position, action, box)

    def may_withdraw(self, state: T, position: int, action: Action) -> Answer:
        held = state.find(position, action.wager, action.spot)
        if held is not None and self.standing(held):
            return self.no("a streak wager stays until it is decided", self.sections["streak"])
        return super().may_withdraw(state, position, action)

    def status(self, state: T) -> list[str]:
        meter = [f"the meter stands at {dollars(state.meter)}"] if self.offers_meter else []
        return super().status(state) + meter


def _leading(cards: tuple[Card, ...], rank: int) -> list[Card]:
    """The consecutive cards of one rank, from the first card on."""
    found: list[Card] = []
    for card in cards:
        if card.rank != rank:
            break
        found.append(card)
    return found


def _row(counted: list[Card], names: tuple[str, ...]) -> Outcome:
    """The row for this number of cards, of one suit or not."""
    if not counted:
        return None
    suited = len(counted) > 1 and len({card.suit for card in counted}) == 1
    return f"{names[len(counted)]}_suited" if suited else names[len(counted)]
