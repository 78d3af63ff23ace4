"""Casino war: the procedure of Subchapter 22, from the wagers to the discard rack.

Read `CasinoWar.round` first, then the rest in the order of the subchapter. Players whose card equals the dealer's
decide once, in turn; all wars are then fought together, against one card of the dealer's.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.equipment import Card
from pitboss.families.shoe.round import BY_RANK, ShoeGame, ShoeGameIrregularities, ShoeState
from pitboss.table.allowed import may_add_coupon
from pitboss.table.amounts import Amounts
from pitboss.table.cards import take_up
from pitboss.table.choices import Choices
from pitboss.table.codec import FrozenStruct
from pitboss.table.game import YES, Answer
from pitboss.table.speech import SpokenChoices
from pitboss.table.state import Wager, replace
from pitboss.table.steps import Action, Ask, AskDecision, Irregularity, Reply, Round, Said

DEALER = 0


class DealtCard(FrozenStruct):
    """A face-up card at a position, from the original deal or the war deal; position 0 is the dealer."""

    position: int
    card: Card
    war: bool = False


class WarState(ShoeState):
    """The state of a casino war table.

    `due` are the positions still to be dealt a card, in order; those in `missed` were passed over unnoticed. `turn`
    decides now. `burning`: cards are being burned; `short` is the number of burn cards that are missing.
    """

    cards: tuple[DealtCard, ...] = ()
    due: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()
    turn: int = 0
    burning: bool = False
    short: int = 0

    def card(self, position: int, war: bool = False) -> Card | None:
        """A position's card in a deal."""
        return next(
            (dealt_card.card for dealt_card in self.cards if (dealt_card.position, dealt_card.war) == (position, war)),
            None,
        )


class _DueChanged(Exception):
    """The next card is due to a different position from the one requested."""

    def __init__(self, state: WarState) -> None:
        super().__init__()
        self.state = state


class _BurnCutShort(_DueChanged):
    """Fewer cards have been burned than required."""


class WarSpeech(SpokenChoices):
    """Other words for the choices of casino war."""

    words: ClassVar[Mapping[str, str]] = {
        "go to war": "war",
        "fight": "war",
        "half": "surrender",
        "give up": "surrender",
        "tie": "war_with_tie",
    }


class CasinoWarAmounts(Amounts["CasinoWar"]):
    """Wager amounts: a war costs as much as the original wager."""

    def most(self, state: WarState, position: int, wager: str, spot: str) -> int | None:
        """A war wager must equal the initial wager."""
        initial = state.find(position, "initial") if wager == "war" else None
        return initial.amount if initial else None

    def least(self, state: WarState, position: int, wager: str, spot: str) -> int:
        return self.most(state, position, wager, spot) or 0

    def divisor(self, kind: str) -> int:
        return self.game.share.denominator if kind == "initial" else 1


class CasinoWarChoices(Choices["CasinoWar"]):
    """A player who ties may surrender or go to war."""

    def refusal(self, ask: AskDecision, choice: str) -> Answer:
        if choice in self.game.layout.rules.wagers and choice not in self.game.layout.wagers:
            return self.game.allowed(
                self.game.cast_state(ask.state), ask.position, Action("make", choice, self.game.chip)
            )
        return super().refusal(ask, choice)

    def consequences(self, state: WarState, ask: AskDecision) -> Mapping[str, str]:
        initial = state.find(ask.position, "initial")
        if initial is None:
            return {}
        both = initial.amount + self.game.usual_tie(state, initial)
        said = {
            "war": f"{dollars(initial.amount)} more",
            "war_with_tie": f"{dollars(both)} more",
            "surrender": f"lose {dollars(self.game.half(initial))}",
        }
        return {choice: words for choice, words in said.items() if choice in ask.choices}

    def known_cards(self, state: WarState, ask: AskDecision) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The deciding player's card, and the dealer's."""
        mine, theirs = state.card(ask.position), state.card(DEALER)
        return (mine,) if mine else (), (theirs,) if theirs else ()


class CasinoWarIrregularities(ShoeGameIrregularities):
    """Irregularities involving cards at casino war."""

    game: CasinoWar
    effects = ShoeGameIrregularities.effects | {"dealt_or_returned", "first_counts", "burn_put_right", "war_put_right"}
    conditions: ClassVar[Mapping[str, str]] = {
        "without_card": "while cards are dealt, only a position with a wager in this deal and no card was missed",
        "burn_open": "cards are burned before those of a war, and counted until the next is turned",
        "deciding": "only the player who decides between war and surrender can make a war wager",
    }

    def subjects(self, state: WarState, concerns: str) -> Mapping[str, str]:
        """Positions are those of seated players; hands are those with a card, including the dealer's."""
        if concerns == "position":
            return {str(seat.number): seat.name for seat in state.positions}
        hands = {
            str(dealt_card.position): _place(dealt_card.position)
            for dealt_card in state.cards
            if dealt_card.position != DEALER
        }
        return hands | ({"dealer": "dealer"} if state.card(DEALER) else {}) if concerns == "hand" else {}

    def implied(self, state: WarState, ask: Ask, concerns: str) -> tuple[str, ...]:
        if concerns == "position" and state.due and state.due[0] != DEALER:
            return (str(state.due[0]),)
        return super().implied(state, ask, concerns)

    def holds(self, state: WarState, condition: str, about: tuple[str, ...]) -> bool:
        if condition == "burn_open":
            return state.burning or bool(state.short)
        if condition == "deciding":
            return about == (str(state.turn),)
        waiting = () if state.burning else (*state.due, *state.missed)
        return all(int(one) in waiting for one in about)


class CasinoWar(ShoeGame[WarState]):
    """The procedure of Subchapter 22 on one layout."""

    state_type = WarState
    speech_type = WarSpeech
    amounts_type = CasinoWarAmounts
    choices_type = CasinoWarChoices
    irregularities_type = CasinoWarIrregularities
    decisions: ClassVar[Mapping[str, str]] = {
        "war": "war_or_surrender",
        "surrender": "war_or_surrender",
        "war_with_tie": "war_or_surrender",
    }
    fact_kinds: ClassVar[Mapping[str, Any]] = {
        **ShoeGame.fact_kinds,
        "card_ranks": BY_RANK,
        "surrender": Decimal,
        "war_burn": int,
    }

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.seats = int(layout.options["positions"])
        self.ranks: dict[str, int] = layout.fact("card_ranks")
        self.share = Fraction(Decimal(str(layout.fact("surrender"))))
        self.cut_card = self.behind_the_cut()

    # ---- The round

    def round(self, state: WarState) -> Round[WarState]:
        """Play one round."""
        state = yield from self.before_the_deal(state)
        if not state.wagers:
            return state
        state = yield from self.original_deal(state)
        state = yield from self.compare(state)
        if any(wager.kind == "war" for wager in state.wagers):
            state = yield from self.war_deal(state)
            state = yield from self.settle_wars(state)
        state = self.cards_away(state)
        return (yield from self.shoe_after(state))

    # ---- 22.7: the original deal

    def original_deal(self, state: WarState) -> Round[WarState]:
        """Deal one card face up to each player in turn, then one to the dealer."""
        around = tuple(sorted({wager.position for wager in state.wagers}))
        state = yield from self.deal_due(replace(state, due=(*around, DEALER)), self.sections["original_deal"])
        return (yield from self.give_back_missed(state))

    def deal_due(self, state: WarState, section: str, war: bool = False) -> Round[WarState]:
        """Deal a card face up to each position that is due one, in order."""
        while state.due:
            number = state.due[0]
            try:
                state, card = yield from self.next_card(state, section, _place(number))
            except _DueChanged as changed:
                state = changed.state
                continue
            dealt_card = DealtCard(number, card, war)
            state = replace(state, cards=(*state.cards, dealt_card), due=state.due[1:], short=0)
            yield Said(state, section, f"{_place(number).capitalize()}: {card.pretty}.", number)
        return state

    def give_back_missed(self, state: WarState) -> Round[WarState]:
        """Return the wagers of players who were passed over, once the dealer has a card."""
        section = self.layout.irregularities["player_missed"].section
        for wager in [wager for wager in state.wagers if wager.position in state.missed]:
            state = yield from self.give_back(state, wager, section, result_void=True)
        return replace(state, missed=())

    # ---- 22.8: comparing the cards

    def compare(self, state: WarState) -> Round[WarState]:
        """Compare from the dealer's left: a higher card wins, a lower one loses, equal cards are a tie hand."""
        section = self.sections["comparison"]
        state = yield from self.before_settlement(state, section)
        for number in [dealt_card.position for dealt_card in state.cards if dealt_card.position != DEALER]:
            won = self.against_dealer(state, number)
            initial, tie = state.find(number, "initial"), state.find(number, "tie")
            assert initial is not None
            if won > 0:
                odds = self.odds["initial"][""]
                state = yield from self.win(state, initial, odds.pays(initial.amount + initial.coupon), section, odds)
            elif won < 0:
                state = yield from self.lose(state, initial, section)
            if tie is not None:
                state = yield from self.settle_tie(state, tie, won == 0, section)
            if won == 0:
                state = yield from self.tie_hand(state, initial)
        return state

    def against_dealer(self, state: WarState, number: int, war: bool = False) -> int:
        """Compare two cards: above 0 if the player's outranks the dealer's, below 0 if it is lower."""
        mine, theirs = state.card(number, war), state.card(DEALER, war)
        assert mine is not None
        assert theirs is not None
        return self.ranks[mine.rank.letter] - self.ranks[theirs.rank.letter]

    def settle_tie(self, state: WarState, wager: Wager, tied: bool, section: str) -> Round[WarState]:
        if not tied:
            return (yield from self.lose(state, wager, section))
        odds = self.odds[wager.kind][""]
        return (yield from self.win(state, wager, odds.pays(wager.amount), section, odds))

    # ---- 22.8: a tie hand: surrender or war

    def tie_hand(self, state: WarState, initial: Wager) -> Round[WarState]:
        """Let the player surrender half or match the initial wager; there is no third choice."""
        number, section = initial.position, self.sections["war_or_surrender"]
        state = replace(state, turn=number)
        yield Said(state, section, f"{_place(number).capitalize()} and the dealer: a tie hand.", number)
        reply: Reply = None
        while reply is None:
            try:
                reply = yield self.war_or_surrender(state, initial)
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
        if reply == "surrender":
            state = yield from self.give_up(state, initial, self.half(initial), self.sections["surrender"])
        else:
            state = yield from self.act(state, number, Action("make", "war", initial.amount))
            if reply == "war_with_tie":
                state = yield from self.act(state, number, Action("make", "war_tie", self.usual_tie(state, initial)))
            elif isinstance(reply, tuple) and reply[1].wager == "war_tie":
                state = yield from self.act(state, *reply)
        return replace(state, turn=0)

    def war_or_surrender(self, state: WarState, initial: Wager) -> AskDecision:
        number, rack = initial.position, state.rack(initial.position)
        card = state.card(number)
        assert card is not None
        war = ("war",) if rack >= initial.amount else ()
        with_tie = ("war_with_tie",) if war and self.usual_tie(state, initial) else ()
        choices = (*war, *with_tie, "surrender")
        wagers = (*war, *(("war_tie",) if with_tie else ()))
        question = f"Position {number}, {card.pretty} is a tie hand: war for {dollars(initial.amount)} more, or half?"
        section = self.sections["war_or_surrender"]
        return AskDecision(state, section, number, question, choices, choices[0], (), wagers)

    def half(self, initial: Wager) -> int:
        """The amount that a surrender loses."""
        return int(initial.amount * self.share)

    def usual_tie(self, state: WarState, initial: Wager) -> int:
        """The tie wager made with a war if no amount is named: equal to the initial wager, or 0 if none is possible."""
        if "war_tie" not in self.layout.wagers:
            return 0
        least, most = self.layout.limits.of("war_tie")
        step = self.layout.limits.increment
        laid = state.find(initial.position, "war")
        left = state.rack(initial.position) - (0 if laid else initial.amount)
        amount = min(max(initial.amount, least), left, left if most is None else most) // step * step
        return amount if amount >= max(least, 1) else 0

    # ---- 22.7: the war deal

    def war_deal(self, state: WarState) -> Round[WarState]:
        """Burn three cards and deal one to each player at war; burn three and deal one to the dealer, for all wars."""
        section = self.sections["war_deal"]
        around = tuple(wager.position for wager in state.wagers if wager.kind == "war")
        state = yield from self.burn_for_war(replace(state, due=around))
        state = yield from self.deal_due(state, section, war=True)
        state = yield from self.burn_for_war(state)
        state = yield from self.deal_due(replace(state, due=(*state.due, DEALER)), section, war=True)
        return (yield from self.give_back_missed(state))

    def burn_for_war(self, state: WarState, missing: int = 0) -> Round[WarState]:
        """Put the burn cards, or the `missing` ones, into the discard rack, unseen."""
        section, number = self.sections["war_burn"], missing or self.layout.fact("war_burn")
        state = replace(state, burning=True, short=number)
        try:
            while state.short:
                state, _card = yield from self.next_card(state, section, "discard rack")
                state = replace(take_up(state, 1), short=state.short - 1)
        except _BurnCutShort as short:
            state = short.state
        state = replace(state, burning=False)
        burned = number - state.short
        yield Said(state, section, f"{burned} {'card is' if burned == 1 else 'cards are'} burned.")
        return state

    # ---- 22.8: settling the wars

    def settle_wars(self, state: WarState) -> Round[WarState]:
        """Settle the wars: a higher or equal card wins and the initial wager is returned; a lower one loses both."""
        section = self.sections["war_settled"]
        state = yield from self.before_settlement(state, section)
        for number in [
            dealt_card.position for dealt_card in state.cards if dealt_card.war and dealt_card.position != DEALER
        ]:
            won = self.against_dealer(state, number, war=True)
            initial, war, tie = (state.find(number, kind) for kind in ("initial", "war", "war_tie"))
            assert initial is not None
            assert war is not None
            if won < 0:
                state = yield from self.lose(state, war, section)
                state = yield from self.lose(state, initial, section)
            else:
                odds = self.odds["war"]["higher" if won else "tie"]
                state = yield from self.win(state, war, odds.pays(war.amount), section, odds)
                state = yield from self.push(state, initial, section)
            if tie is not None:
                state = yield from self.settle_tie(state, tie, won == 0, section)
        return state

    # ---- 22.10: irregularities

    def handle_irregularity(self, state: WarState, event: Irregularity) -> Round[WarState]:
        """Apply the event's `effect` in rules.toml."""
        state = yield from super().handle_irregularity(state, event)
        rule = self.layout.irregularities[event.id]
        if rule.effect == "first_counts":
            state = yield from self.burn_seen(state, rule.section)
        elif rule.effect == "dealt_or_returned":
            state = self.passed_over(state, int(event.about[0]))
            found = int(event.about[0]) in state.due
            outcome = "is dealt the next card" if found else "is passed over"
            yield Said(state, rule.section, f"Position {event.about[0]} {outcome}.")
            raise _DueChanged(state)
        elif rule.effect == "burn_put_right":
            if state.burning:
                raise _BurnCutShort(state)
            raise _DueChanged((yield from self.burn_for_war(state, state.short)))
        elif rule.effect == "war_put_right":
            initial = state.find(state.turn, "initial")
            assert initial is not None
            yield Said(state, rule.section, f"The war wager is {dollars(initial.amount)}, like the initial wager.")
        return state

    def passed_over(self, state: WarState, number: int) -> WarState:
        """Pass over the position that is due; one passed over before is now due first."""
        if number in state.missed:
            missed = tuple(other for other in state.missed if other != number)
            return replace(state, due=(number, *state.due), missed=missed)
        due = tuple(other for other in state.due if other != number)
        return replace(state, due=due, missed=(*state.missed, number))

    def cards_away(self, state: WarState) -> WarState:
        return replace(take_up(state, len(state.cards)), cards=(), due=(), missed=(), turn=0, burning=False, short=0)

    def clear_layout(self, state: WarState) -> WarState:
        """Shuffle the cards after a void round."""
        return replace(self.cards_away(state), last_round=False, finished=True)

    # ---- 22.6: permitted wagers

    def may(self, state: WarState, position: int, action: Action) -> Answer:
        if not action.wager:
            return YES
        name, section = self.name(action.wager), self.layout.wagers[action.wager].section
        if action.spot:
            return self.no(f"{name} has one place for each position; omit {action.spot!r}", section)
        if action.verb in ("on", "off"):
            return self.no(f"{name} is always on; take it down instead", self.sections["removal"])
        if not (answer := may_add_coupon(self, state, action)):
            return answer
        if action.wager in ("war", "war_tie"):
            return self.may_go_to_war(state, position, action)
        if state.turn:
            return self.no(f"{name} is made before the first card; now you can only choose war or surrender", section)
        if action.wager == "tie" and state.find(position, "initial") is None:
            return self.no("a tie wager needs an initial wager; make that first", section)
        return YES

    def may_go_to_war(self, state: WarState, position: int, action: Action) -> Answer:
        """Whether the player who decides after a tie hand may make the war wager, or the tie wager with it."""
        name, initial = self.name(action.wager), state.find(position, "initial")
        if state.turn != position or initial is None:
            return self.no(
                f"{name} can be made only after a tie hand, by the player who decides",
                self.sections["war_or_surrender"],
            )
        if action.wager == "war":
            exactly = action.amount == initial.amount and action.verb == "make"
            wanted = f"a war wager equals the initial wager: {dollars(initial.amount)}"
            return YES if exactly else self.no(wanted, self.layout.wagers["war"].section)
        due = 0 if state.find(position, "war") else initial.amount
        if action.amount + due > state.rack(position):
            need = f"{dollars(action.amount)} with a war wager of {dollars(initial.amount)}"
            section = self.layout.wagers["war_tie"].section
            return self.no(f"{need} is more than the {dollars(state.rack(position))} available", section)
        return YES

    def after_reduction(self, state: WarState, position: int, held: Wager, left: int) -> Round[WarState]:
        """Return the tie wager if there is no initial wager."""
        tie = state.find(position, "tie") if held.kind == "initial" and not left else None
        return (yield from self.give_back(state, tie, self.amounts.removal_section("tie"))) if tie else state

    # ---- Status

    def status(self, state: WarState) -> list[str]:
        return self.shoe_status(state)


def _place(number: int) -> str:
    return f"position {number}" if number else "the dealer"


GAME = CasinoWar

__all__ = ["GAME", "CasinoWar", "WarState"]
