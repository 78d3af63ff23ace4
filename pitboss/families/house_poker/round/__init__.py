"""The procedure of poker against the house, or against a pay table: deal, decisions, showdown, pay tables, the meter.

To write the next poker game:

1. rules.toml says what is dealt, decided and paid, in the words of `terms.py`: the `terms` of each wager, a fact
   `dealing_METHOD` for each value of the option `dealing_method`, a fact for each decision, `payout_limit` if any.
2. Every game has the facts `ranking`, `decks`, `positions`, `shuffle`, `no_more_wagers` and `settlement`; others
   (`qualifying`, `stub_count`, `wins`, `ties`, `bonus`, `meter`) as it needs them: see each `self.section(...)`.
   `ranking` may name an order for each value of an option; `jokers` are in the deck, `least_own_cards` in every hand;
   a street is `{ cards, burns }`, for `community_cards`; `settle_early` settles a wager in mid-round.
3. round.py has a class on `HousePoker[PokerState]`: `decisions` (each choice with its fact), `words` (what else people
   say), and `deal_and_settle`, a line a step: `deal`, `decide`, `show_community`, `showdown`, or `settle` alone.
4. What is the game's own is a method of the same name: `best` (how a hand is made), `special_row`, `turns_up`,
   `apart`, `fold`, `irregular`. Three card poker is the least game, flop poker the one with most of its own;
   `tests/families/house_poker/test_round.py` has four that are nothing but declarations. What no game has asked for yet
   is to be added to these files, not around them.
5. A game whose cards are set into several hands has its class on `SetHands`, one that is dealt from a shoe of several
   decks on `FromShoe`; fast action hold 'em is both.

Where to look:

| question                                                          | file             | class        |
| ----------------------------------------------------------------- | ---------------- | ------------ |
| What may a game declare?                                          | `../terms.py`    | `Terms`      |
| What lies on the table?                                           | `hands`          | `PokerState` |
| What does this licensee's layout say?                             | `layout`         | `OnLayout`   |
| What is a hand worth; may this be wagered, or decided?            | `questions`      | `Questions`  |
| How are cards dealt, turned and collected?                        | `cards`          | `Dealing`    |
| What if something goes wrong?                                     | `irregularities` | `Irregular`  |
| How are wagers laid with others, and decisions taken?             | `decisions`      | `Deciding`   |
| What comes off the meter, and is paid beside the wagers?          | `meter`          | `Metered`    |
| What becomes of each wager, and in which order?                   | `settlement`     | `Settling`   |
| What is a round?                                                  | `play`           | `HousePoker` |
| How are cards set into several hands, and these compared?         | `set_hands`      | `SetHands`   |
| How long does a shoe of several decks last?                       | `from_shoe`      | `FromShoe`   |

Each class of this list is built on the one before it: `HousePoker` is them all. The last two are built on that, each by
itself.

Theory of operation:

1. A game declares, and this procedure does. `WagerTerms` (rules.toml) say how it is made and settled, `Deal` what
   a dealing procedure deals, `Decision` what is asked and what each choice does. `round.py` puts the steps in order.
2. A box is a betting position of the layout. A `Hand` is the cards of a box; those face down are known to its position
   only. Boxes are dealt to from 1, at the dealer's left, clockwise, and settled from the last, counterclockwise.
3. A wager is *open* (made before "No more bets"), laid *beside* another (the blind with the ante) or laid by a
   *decision* (the play wager). Chips come out of the rack; a choice that needs more than there is is not offered.
4. Settlement is a list of `Verdict`s, one a wager, made before any chip moves, so that a payout limit can cut their
   sum. What comes off the meter is settled last, as the meter stands at that hand's turn.
5. A row of a pay table is a floor (`pitboss.hands.rows`). A hand has the first row that it reaches. A row at 0 to 1 is
   a push. A row that no rank makes is the game's own (`special_row`). Where a stake is gone although it won ("$500 for
   $1"), the odds are still what the wager is up: 499 to 1, with `stake_taken`.
6. An irregularity does its `effect`: `void` goes back to the moment when the wagers were complete and returns them all;
   `not_used`, `hand_void`, `forfeited`, `dealer_completes` are done here; every other is said, and changes nothing.
"""

from pitboss.families.house_poker.round.from_shoe import FromShoe
from pitboss.families.house_poker.round.hands import Hand, PokerState
from pitboss.families.house_poker.round.play import HousePoker
from pitboss.families.house_poker.round.set_hands import SetHands
from pitboss.families.house_poker.round.settlement import Verdict
from pitboss.families.house_poker.terms import (
    COMMUNITY,
    DEALER,
    Choice,
    Deal,
    Decision,
    MeterAward,
    PayoutLimit,
    Terms,
    WagerTerms,
)
from pitboss.hands import floor_of

__all__ = [
    "COMMUNITY",
    "DEALER",
    "Choice",
    "Deal",
    "Decision",
    "FromShoe",
    "Hand",
    "HousePoker",
    "MeterAward",
    "PayoutLimit",
    "PokerState",
    "SetHands",
    "Terms",
    "Verdict",
    "WagerTerms",
    "floor_of",
]
