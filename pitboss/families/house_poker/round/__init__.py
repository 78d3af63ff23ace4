"""The procedure of poker against the house, or against a pay table: deal, decisions, showdown, pay tables, the meter.

To write another poker game:

1. rules.toml declares what is dealt, decided and paid, in the words of `terms.py`: the `terms` of each wager, a fact
   `dealing_METHOD` for each value of the option `dealing_method`, a fact for each decision, and `payout_limit` if there
   is a limit.
2. Every game has the facts `ranking`, `decks`, `positions`, `shuffle`, `no_more_wagers` and `settlement`; others
   (`qualifying`, `stub_count`, `wins`, `ties`, `bonus`, `meter`) as needed: see each `self.section(...)`. `ranking` may
   name an order for each value of an option; `jokers` are in the deck; every hand uses at least `least_own_cards` of
   its own cards; a street is `{ cards, burns }`, for `community_cards`; `settle_early` settles a wager in mid-round.
3. round.py has a subclass of `HousePoker[PokerState]`: `decisions` (each choice with its fact), `words` (other words
   for choices), and `deal_and_settle`, with one line per step: `deal`, `decide`, `show_community`, `showdown`, or just
   `settle`.
4. A game overrides methods for its special rules: `best` (how a hand is made), `special_row`, `is_turned_over`,
   `settled_separately`, `fold`, `irregular`. Three card poker is the smallest game, flop poker the one with the most
   overrides; `tests/families/house_poker/test_round.py` has four that consist only of declarations. If a game needs
   something new, add it to these files instead of working around them.
5. A game whose cards are set into several hands is a subclass of `SetHands`, and one dealt from a shoe of several decks
   a subclass of `FromShoe`; fast action hold 'em is both.

Where to look:

| question                                                          | file             | class                  |
| ----------------------------------------------------------------- | ---------------- | ---------------------- |
| What can a game declare?                                          | `../terms.py`    | `Terms`                |
| What is on the table?                                             | `hands`          | `PokerState`           |
| What does this licensee's layout say?                             | `layout`         | `LayoutRules`          |
| How strong is a hand; may this be wagered, or decided?            | `queries`        | `TableQueries`         |
| How are cards dealt, turned and collected?                        | `cards`          | `CardHandling`         |
| What if something goes wrong?                                     | `irregularities` | `IrregularityHandling` |
| How are wagers made with others, and decisions carried out?       | `decisions`      | `DecisionHandling`     |
| What is paid from the meter, or in addition to wagers?            | `meter`          | `MeterHandling`        |
| How is each wager settled, and in which order?                    | `settlement`     | `SettlementHandling`   |
| Who wins a wager against the dealer; when is a bonus paid?        | `../showdown.py` |                        |
| What is a round?                                                  | `play`           | `HousePoker`           |
| How are cards set into several hands, and these compared?         | `set_hands`      | `SetHands`             |
| How long does a shoe of several decks last?                       | `from_shoe`      | `FromShoe`             |

Each class from `LayoutRules` to `HousePoker` extends the one before it. The last two each extend `HousePoker`.

Theory of operation:

1. A game declares; this procedure acts. `WagerTerms` (rules.toml) say how a wager is made and settled, `Deal` what
   a dealing procedure deals, and `Decision` what the player is asked and what each choice does. `round.py` puts the
   steps in order.
2. A box is a betting position of the layout. A `Hand` is the cards of a box; face-down cards are known only to its
   position. Boxes are dealt to clockwise from 1, at the dealer's left, and settled counterclockwise from the last.
3. A wager is *open* (made before "No more bets"), made *beside* another (the blind with the ante) or made by a
   *decision* (the play wager). Chips come from the player's rack; a choice that the rack cannot pay for is not offered.
4. Settlement is a list of `Verdict`s, one per wager, made before any chip moves, so that a payout limit can reduce
   their sum. Wagers on the meter are settled last, at the meter's reading when that hand's turn comes.
5. A row of a pay table is a floor (`pitboss.hands.rows`). A hand is in the first row that it reaches. A row at 0 to 1
   is a push. A row that does not depend on rank is found by the game (`special_row`). If the stake is lost although the
   wager won ("$500 for $1"), the odds are still net: 499 to 1, with `stake_taken`.
6. An irregularity has an `effect`: `void` goes back to the moment when betting closed and returns every wager;
   `not_used`, `hand_void`, `forfeited` and `dealer_completes` are carried out here; any other is announced and changes
   nothing.
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
