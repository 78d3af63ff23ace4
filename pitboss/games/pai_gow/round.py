"""Pai gow, Subchapter 10: one round, from the offer of the bank to the last settlement.

The procedure comes from the family (`families/pai_gow/round`); read its `play.PaiGow.round` first. Pai gow differs in
these points: a woodpile of tiles instead of a shuffled deck, eight places of which one may be a dead hand, the ranks of
two tiles (`ranking`), the house ways (`house_way`), and no fouls, because the higher hand is the high hand. Every
figure is in rules.toml.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Irregularity as Rule
from pitboss.chapter.rules import table_type
from pitboss.equipment import PAI_GOW, Card, Shoe, Tile
from pitboss.families.pai_gow.round import (
    BANK,
    CO_BANK,
    DEAD,
    DEALER_WAGER,
    NONE,
    PASS,
    SAME,
    PaiGow,
    PaiGowState,
)
from pitboss.families.pai_gow.round.banking import BankingChoices
from pitboss.families.pai_gow.round.irregularities import PaiGowIrregularities
from pitboss.games.pai_gow.house_way import house_way_of
from pitboss.games.pai_gow.ranking import ranking_of
from pitboss.table.bank import bank_of
from pitboss.table.cards import SHOE, join_cards
from pitboss.table.setting import HOUSE_WAY
from pitboss.table.state import THE_HOUSE, replace
from pitboss.table.steps import AskDecision, AskShuffle, Irregularity, Round, Said


def _tiles(held: Sequence[Card]) -> tuple[Tile, ...]:
    """The pieces as tiles."""
    return tuple([piece for piece in held if isinstance(piece, Tile)])


class PaiGowTilesChoices(BankingChoices):
    """Whether the player banks, which matters for setting tiles."""

    game: PaiGowTiles

    def earlier_choices(self, state: PaiGowState, ask: AskDecision) -> tuple[str, ...]:
        """Whether the hand being set is the bank's, which wins copies."""
        return (BANK,) if state.banker and state.turn == state.banker else ("",)


class PaiGowTilesIrregularities(PaiGowIrregularities):
    """Pai gow's irregularities, plus those of tiles and dice."""

    game: PaiGowTiles
    effects: ClassVar[frozenset[str]] = PaiGowIrregularities.effects | {"corrected", "stands", "bank_refused"}
    conditions: ClassVar[Mapping[str, str]] = {
        **PaiGowIrregularities.conditions,
        "has_set": "that hand has not been set yet",
        "player_banks": "no player has the bank",
    }

    def holds(self, state: PaiGowState, condition: str, about: tuple[str, ...]) -> bool:
        if condition == "has_set":
            mine = [hand for hand in state.hands if str(hand.position) in about and hand.position]
            return bool(mine) and all(hand.parts for hand in mine)
        if condition == "player_banks":
            return bool(state.banker)
        return super().holds(state, condition, about)


class PaiGowTiles(PaiGow[PaiGowState]):
    """The procedure of Subchapter 10 on one layout."""

    choices_type = PaiGowTilesChoices
    irregularities_type = PaiGowTilesIrregularities

    main = "main"
    pieces = "tiles"
    vigorish_options = ("vigorish_pct", "vigorish_rounding")
    decisions: ClassVar[Mapping[str, str]] = {
        HOUSE_WAY: "house_way",
        "set": "set",
        BANK: "bank_offered",
        CO_BANK: "co_bank",
        PASS: "bank_offered",
        SAME: "dealer_wager",
        NONE: "dealer_wager",
    }
    fact_kinds: ClassVar[Mapping[str, Any]] = {
        **PaiGow.fact_kinds,
        "dice": int,
        "gee_joon": list[int],
        "gong": dict[str, list[str]],
        "house_way": list[str],
        "inspection": int,
        "pair_rank": list[str],
        "shuffle": table_type(stacks=int, each=int),
        "single_rank": list[str],
        "value": int,
        "wong": dict[str, list[str]],
        "zero": bool,
    }

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.ranking = ranking_of(layout)
        self.way = house_way_of(layout)

    # ---- 10.1, 10.8: the licensee's choices

    @property
    def co_banks(self) -> bool:
        return bool(self.layout.option("co_banking"))

    @property
    def areas(self) -> int:
        return int(str(self.layout.option("areas_per_player")))

    # ---- 10.4: the woodpile

    @property
    def places(self) -> tuple[int, ...]:
        """The places, one per stack: with fewer betting positions, the last is a dead hand at the dealer's left."""
        there = super().places
        dead = self.layout.fact("shuffle")["stacks"] - len(there)
        return (*there, *[DEAD] * dead)

    def ready_pieces(self, state: PaiGowState) -> Round[PaiGowState]:
        """Show the tiles when the table opens, mix them face down before every round, and build them into stacks."""
        if state.shoe is None:
            pairs = self.layout.fact("inspection")
            yield Said(state, self.section("inspection"), f"All tiles are shown in {pairs} pairs and turned face down.")
        section, pile = self.section("shuffle"), self.layout.fact("shuffle")
        shoe = (state.shoe or Shoe.new(1, PAI_GOW)).shuffled()
        while True:
            try:
                commitment = yield AskShuffle(state, section, SHOE, shoe.counts)
                break
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
        state = replace(state, shoe=shoe, commitment=commitment)
        yield Said(state, section, f"The tiles are mixed and built into {pile['stacks']} stacks of {pile['each']}.")
        return state

    # ---- 10.2: the ranks of tiles

    def ranks(self, parts: Sequence[Sequence[Card]]) -> tuple[int, ...]:
        return tuple(self.ranking.of(*_tiles(part)) for part in parts)

    def hand_names(self, parts: Sequence[Sequence[Card]]) -> tuple[str, ...]:
        return tuple(self.ranking.named(*_tiles(part)) for part in parts)

    def pieces_text(self, held: Sequence[Card]) -> str:
        return join_cards(held)

    # ---- 10.7: setting

    def house_way(self, held: Sequence[Card]) -> str:
        return self.way.setting(_tiles(held))

    def arrange_hands(self, state: PaiGowState, box: int, choice: str) -> PaiGowState:
        """Make the hand of higher rank the high hand, whichever was named."""
        held = state.hand(box).all
        way = self.house_way(held) if choice == HOUSE_WAY else choice
        high, low = self.ranks(self.setting.parts(way, held))
        return super().arrange_hands(state, box, way if high >= low else self._turned(way))

    def _turned(self, choice: str) -> str:
        """The same two hands, with the other named first."""
        low = self.setting.parts(choice, tuple(range(1, sum(self.setting.sizes) + 1)))[-1]
        return "-".join(map(str, low))

    # ---- 10.10: two areas

    def setting_order(self, state: PaiGowState) -> list[int]:
        """A player's hand with the larger wager is set first; if the wagers are equal, the hand on the right."""
        order = super().setting_order(state)

        def turn(box: int) -> tuple[int, int, int]:
            own = [other for other in order if state.hand(other).position == state.hand(box).position]
            wager = self.main_on(state, box)
            return min(own), -(wager.amount if wager else 0), box

        return sorted(order, key=turn)

    # ---- 10.9: irregularities

    def handle_irregularity(self, state: PaiGowState, event: Irregularity) -> Round[PaiGowState]:
        effect = self.layout.irregularities[event.id].effect
        if effect == "corrected" and any(held.known_to for hand in state.hands for held in hand.down):
            raise Irregularity(event.id, state)
        state = yield from super().handle_irregularity(state, event)
        return (yield from self.refuse_bank(state, event)) if effect == "bank_refused" else state

    def voiding_rule(self, event: Irregularity) -> Rule:
        """The voiding rule: a wrong start found after a player has looked at tiles can no longer be corrected."""
        rule = self.layout.irregularities.get(event.id)
        return rule if rule is not None and rule.effect == "corrected" else super().voiding_rule(event)

    def refuse_bank(self, state: PaiGowState, event: Irregularity) -> Round[PaiGowState]:
        """Return a bank that cannot cover before the deal; the dealer banks, and wagers are against the dealer."""
        section, bank = self.layout.irregularities[event.id].section, bank_of(state)
        for wager in (bank, state.find(THE_HOUSE, DEALER_WAGER)):
            if wager is not None:
                state = yield from self.give_back(state, wager, section)
        state = replace(state, banker=0, co=False)
        yield Said(state, section, "The dealer has the bank.")
        return state


GAME = PaiGowTiles
