"""The kinds of house poker, each with the machine that counts it: a game's price.py is a class on one of them.

| kind            | cards                                                       | machine  | games                     |
| --------------- | ----------------------------------------------------------- | -------- | ------------------------- |
| `StudPricing`   | own cards against the dealer's own, one decision            | `stud`   | Caribbean, three card     |
| `EarlyStudPricing` | the same, decided on the first cards                     | `early_stud` | Boston 5              |
| `LadderPricing` | cards that come one by one, against a pay table             | `ladder` | let it ride, Mississippi  |
| `FlopPricing`   | three own cards and the best two of a flop                  | `flops`  | flop poker                |
| `ShortBoardPricing` | two cards each and a board of three, the best three     | `short_boards` | mini-Tex            |
| `BoardPricing`  | two cards each and a board, decisions before, during, after | `boards` | ultimate Texas hold 'em   |
| `DiscardPricing` | one of three cards put aside, three that all share        | `discards` | Colorado hold 'em       |
| `StreetPricing` | the same, a wager to stay in and one more at each street    | `streets` | Texas hold 'em bonus     |
| `CrossPricing`  | two cards each and two rows that cross, a raise at each arm | `crosses` | double cross             |

A ladder may have streets with raises of several sizes and folds on the way: what is best then hangs on what was chosen
before (Mississippi stud). Jokers are the fact `jokers`; with them hands are counted one against another, which is for
hands of few cards (two card joker poker). Other decks are for `pricing/deals`, which numbers sets of the 52.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from pitboss.equipment import CARDS
from pitboss.families.house_poker.holdings import DEALT_TWICE
from pitboss.families.house_poker.price import solutions
from pitboss.families.house_poker.price.payoffs import least_qualifying, prizes, ranking
from pitboss.families.house_poker.price.pricing import Figures, PokerPricing
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.price.tally import Tally
from pitboss.families.house_poker.price.wagering import AT_ONCE, Wagering, cheapest_first, named
from pitboss.families.house_poker.terms import Choice, Deal, Terms
from pitboss.hands import THREE_CARD, order_of
from pitboss.pricing.cache import Entry

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pitboss.families.house_poker.price.boards import BoardGame, Decisions, LastRule, Later, On
    from pitboss.families.house_poker.price.cross_strategy import CrossStrategy
    from pitboss.families.house_poker.price.crosses import CrossGame
    from pitboss.families.house_poker.price.discard_strategy import DiscardStrategy
    from pitboss.families.house_poker.price.discards import DiscardGame
    from pitboss.families.house_poker.price.flops import FlopGame
    from pitboss.families.house_poker.price.ladder import LadderGame, Street
    from pitboss.families.house_poker.price.short_board_strategy import ShortBoardStrategy
    from pitboss.families.house_poker.price.short_boards import ShortBoardGame
    from pitboss.families.house_poker.price.strategy import BoardStrategy, FlopStrategy, LadderStrategy, StudStrategy
    from pitboss.families.house_poker.price.street_strategy import StreetStrategy
    from pitboss.families.house_poker.price.streets import StreetGame
    from pitboss.families.house_poker.price.stud import StudGame
    from pitboss.pricing.progress import Progress


def rows_of(wagering: Wagering) -> Rows:
    """The rows that the tables of the wagers tell apart."""
    order = next(iter(wagering.wagers.values())).pays.order
    return Rows.of(order, *wagering.rows())


def rows_of_any(terms: Terms, main: Iterable[str], wagering: Wagering) -> Rows:
    """The rows that any table of some wagers pays for, in use or not: then one count does for all of them."""
    paid = (pays.table for wager in main for pays in terms.layout.rules.wagers[wager].pays if pays.table)
    tables = [table.odds for option in paid for table in terms.layout.rules.pay_tables[option].values()]
    return Rows.of(terms.order, *wagering.rows(), *tables)


# ---- Own cards against the dealer's


class StudPricing(PokerPricing):
    """Own cards against the dealer's own, of which he may show some."""

    shown: ClassVar[int] = 0
    "How many of his cards the dealer shows before the decision."
    hand_sees: ClassVar[frozenset[str]] = frozenset({"own"})

    def machine(self, terms: Terms, wagering: Wagering) -> StudGame:
        from pitboss.families.house_poker.price.stud import StudGame

        return StudGame(
            order=ranking(terms),
            cards=terms.dealing.player,
            dealer_cards=terms.dealing.dealer,
            shown=self.shown,
            qualifying=least_qualifying(terms),
            rows=Rows.of(ranking(terms), *wagering.rows()),
            ends=cheapest_first(wagering, wagering.ends),
            net=wagering.net,
            jokers=terms.jokers,
        )

    def configuration(self, terms: Terms, wagering: Wagering) -> list[Any]:
        joker = [terms.jokers, ranking(terms).id] if terms.jokers else []
        return [terms.dealing.player, terms.dealing.dealer, terms.qualifying, wagering.plain(), *joker]

    def folded_rows(self, figures: Figures, wager: str) -> Mapping[str, Fraction]:
        """Of a wager on one's own cards that another order ranks."""
        from pitboss.hands.fast import evaluate_batch
        from pitboss.pricing.deals import as_cards

        best = self.strategy_of(figures.terms, figures.wagering)
        played = best if figures.given.strategy is None else best.played(figures.given.strategy)
        won, known = prizes(figures.terms, wager), played.game.known
        rows = Rows.of(won.order, won.rows)
        strengths = evaluate_batch(as_cards(known.representatives), won.order)
        folds = [number for number, end in enumerate(played.game.ends) if end in figures.folds(wager)]
        found: dict[str, Fraction] = {}
        for strength, weight, end in zip(strengths, known.weights, played.decisions[:, 0], strict=True):
            if end in folds:
                row = rows.name_at(int(strength))
                found[row] = found.get(row, Fraction()) + Fraction(int(weight), int(known.weights.sum()))
        return found

    def strategy_of(self, terms: Terms, wagering: Wagering, progress: Progress | None = None) -> StudStrategy:
        from pitboss.families.house_poker.price import stud
        from pitboss.families.house_poker.price.strategy import StudStrategy

        game = self.machine(terms, wagering)
        stored = solutions.decided(self.game, [*game.key, wagering.plain()], lambda: {"": stud.solve(game, progress)})
        decisions, simpler = stored[""], self.simpler(terms, wagering)
        return StudStrategy(game, decisions, lambda: stud.play(game, decisions, progress), simpler)


class EarlyStudPricing(StudPricing):
    """The same where the decision is made on the first cards, before the others are dealt."""

    def second_deal(self, terms: Terms) -> Deal:
        """What each hand is dealt after the decision."""
        return Deal(**terms.figure("second_deal"))

    def machine(self, terms: Terms, wagering: Wagering) -> Any:
        from pitboss.families.house_poker.price.early_stud import EarlyStudGame

        more = self.second_deal(terms)
        game = super().machine(terms, wagering)
        whole = replace(game, cards=game.cards + more.player, dealer_cards=game.dealer_cards + more.dealer)
        return EarlyStudGame(whole, terms.dealing.player)

    def strategy_of(self, terms: Terms, wagering: Wagering, progress: Progress | None = None) -> Any:
        from pitboss.families.house_poker.price import early_stud

        game = self.machine(terms, wagering)
        key = [*game.whole.key, game.first, wagering.plain()]
        decisions = solutions.decided(self.game, key, lambda: {"": early_stud.solve(game, progress)})[""]
        simpler = self.simpler(terms, wagering)
        return early_stud.EarlyStudStrategy(game, decisions, lambda: early_stud.play(game, decisions), simpler)

    def on_hand(self, terms: Terms, wager: str) -> bool:
        """A wager on one's own cards is on the first of them."""
        return False


# ---- Cards that come one by one


class LadderPricing(PokerPricing):
    """Cards that come one by one, against a pay table."""

    @abstractmethod
    def known(self, terms: Terms) -> tuple[int, ...]:
        """How many cards are known at each decision."""

    def machine(self, terms: Terms, wagering: Wagering) -> LadderGame:
        from pitboss.families.house_poker.price.ladder import LadderGame

        return LadderGame(rows_of(wagering), self._streets(terms), wagering.net)

    def _streets(self, terms: Terms) -> tuple[Street, ...]:
        """At every decision, in each way that was gone so far, the choices and where they lead; the cheapest first."""
        from pitboss.families.house_poker.price.ladder import Street

        found: list[Street] = []
        ways: list[tuple[str, ...]] = [()]
        for known, decision in zip(self.known(terms), terms.decisions.values(), strict=True):
            choices = dict(sorted(terms.offered(decision).items(), key=lambda one: _cost(one[1])))
            led = {way: {name: (*way, name) for name in choices} for way in ways}
            found.append(
                Street(
                    known, {named(way) or "dealt": {name: named(to) for name, to in led[way].items()} for way in ways}
                )
            )
            ways = [to for way in ways for name, to in led[way].items() if not choices[name].folds]
        return tuple(found)

    def configuration(self, terms: Terms, wagering: Wagering) -> list[Any]:
        return [list(self.known(terms)), wagering.plain()]

    def strategy_of(self, terms: Terms, wagering: Wagering, progress: Progress | None = None) -> LadderStrategy:
        from pitboss.families.house_poker.price import ladder
        from pitboss.families.house_poker.price.strategy import LadderStrategy

        game = self.machine(terms, wagering)

        def solve() -> dict[str, Any]:
            return {f"{known} {state}": choices for (known, state), choices in ladder.solve(game).items()}

        stored = solutions.decided(self.game, self.configuration(terms, wagering), solve)
        split = {tuple(key.split(" ", 1)): choices for key, choices in stored.items()}
        decisions = {(int(known), state): choices for (known, state), choices in split.items()}
        simpler = self.simpler(terms, wagering)
        return LadderStrategy(game, decisions, lambda: ladder.play(game, decisions), simpler)


def _cost(choice: Choice) -> tuple[bool, int]:
    """To fold, then by what a choice puts at risk."""
    return not choice.folds, choice.times if choice.lays else -1 if choice.takes_back else 0


# ---- Three own cards and two of a flop


class FlopPricing(PokerPricing):
    """Three own cards and the best two of a flop, against a pay table."""

    def machine(self, terms: Terms, wagering: Wagering) -> FlopGame:
        from pitboss.families.house_poker.price.flops import FlopGame

        return FlopGame(rows_of(wagering), cheapest_first(wagering, wagering.ends), wagering.net)

    def configuration(self, terms: Terms, wagering: Wagering) -> Any:
        return wagering.plain()

    def strategy_of(self, terms: Terms, wagering: Wagering, progress: Progress | None = None) -> FlopStrategy:
        from pitboss.families.house_poker.price import flops
        from pitboss.families.house_poker.price.strategy import FlopStrategy

        game = self.machine(terms, wagering)
        decisions = solutions.decided(self.game, wagering.plain(), lambda: {"": flops.solve(game, progress)})[""]
        simpler = self.simpler(terms, wagering)
        return FlopStrategy(game, decisions, lambda: flops.play(game, decisions), THREE_CARD, simpler)


# ---- Hold 'em on a short board


class ShortBoardPricing(PokerPricing):
    """Two cards each and a board of three: three decisions, each to go on for a fixed wager or to give up."""

    def machine(self, terms: Terms, wagering: Wagering) -> ShortBoardGame:
        from pitboss.families.house_poker.price.short_boards import ShortBoardGame

        offered = [terms.offered(decision) for decision in terms.decisions.values()]
        (fold,) = {name for choices in offered for name, choice in choices.items() if choice.folds}
        on = tuple(next(name for name, choice in choices.items() if choice.lays) for choices in offered)
        first, second, last = on
        return ShortBoardGame(
            order=ranking(terms),
            least_own=terms.least_own,
            qualifying=least_qualifying(terms),
            rows=rows_of(wagering),
            ends=(fold, named((first, fold)), named((first, second, fold)), named((first, second, last))),
            choices=(first, second, last),
            fold=fold,
            net=wagering.net,
        )

    def configuration(self, terms: Terms, wagering: Wagering) -> list[Any]:
        return [terms.least_own, terms.qualifying, wagering.plain()]

    def strategy_of(self, terms: Terms, wagering: Wagering, progress: Progress | None = None) -> ShortBoardStrategy:
        from pitboss.families.house_poker.price import short_boards
        from pitboss.families.house_poker.price.short_board_strategy import ShortBoardStrategy

        game = self.machine(terms, wagering)
        key = self.configuration(terms, wagering)
        stored = solutions.decided(self.game, key, lambda: short_boards.solve(game)._asdict())
        decisions = short_boards.Decisions(**stored)
        simpler = self.simpler(terms, wagering)
        return ShortBoardStrategy(game, decisions, lambda: short_boards.play(game, decisions), simpler)

    def folded_rows(self, figures: Figures, wager: str) -> Mapping[str, Fraction]:
        from pitboss.equipment import CARDS
        from pitboss.families.house_poker.price import short_boards
        from pitboss.families.house_poker.price.side_wagers import holding_row
        from pitboss.pricing.deals import all_sets

        best = self.strategy_of(figures.terms, figures.wagering)
        played = best if figures.given.strategy is None else best.played(figures.given.strategy)
        won, special = prizes(figures.terms, wager), figures.terms.wagers[wager].special
        all_ = short_boards.HOLDINGS * short_boards.WAYS[0] // short_boards.EACH
        found: dict[str, Fraction] = {}
        for two, gone in zip(
            all_sets(short_boards.OWN), short_boards.folded(played.game, played.decisions), strict=True
        ):
            row = holding_row(won, special, [CARDS[card] for card in two])
            found[row] = found.get(row, Fraction()) + Fraction(int(gone), all_)
        return found


# ---- Hold 'em


class BoardPricing(PokerPricing):
    """Two cards each and a board of five: a wager that is made before the flop, at the flop or at the end."""

    deciding: ClassVar[float] = 0.35
    playing: ClassVar[float] = 0.30
    "So much into playing them out; the rest into simpler strategies."

    def choices(self, terms: Terms) -> list[list[str]]:
        """What may be chosen at each decision."""
        return [list(terms.offered(decision)) for decision in terms.decisions.values()]

    def flop_rows(self, terms: Terms) -> tuple[str, ...]:
        """The rows of wagers that are settled by the cards at the flop."""
        at_flop = [wager for wager in terms.wagers if terms.wagers[wager].side and not self.on_hand(terms, wager)]
        return tuple(row for wager in at_flop for row in prizes(terms, wager).rows)

    def machine(self, terms: Terms, wagering: Wagering) -> BoardGame:
        from pitboss.families.house_poker.price.boards import BoardGame

        rows = rows_of(wagering)
        before, at_flop, last = (cheapest_first(wagering, names) for names in self.choices(terms))
        flop_rows = Rows.of(rows.order, self.flop_rows(terms))
        return BoardGame(rows, least_qualifying(terms), before, at_flop, last, wagering.net, flop_rows)

    def configuration(self, terms: Terms, wagering: Wagering) -> list[Any]:
        return [self.choices(terms), terms.qualifying, sorted(self.flop_rows(terms)), wagering.plain()]

    def strategy_of(self, terms: Terms, wagering: Wagering, progress: Progress | None = None) -> BoardStrategy:
        from pitboss.families.house_poker.price import boards
        from pitboss.families.house_poker.price.strategy import BoardStrategy
        from pitboss.pricing.progress import share

        game = self.machine(terms, wagering)
        played = self.deciding + self.playing

        def decided() -> Decisions:
            later = self._later(game, wagering, share(progress, 0, self.deciding))
            return boards.Decisions(boards.solve_early(game, later)[0], later.flop)

        def ends() -> Tally:
            return boards.play(game, best.decisions, progress=share(progress, self.deciding, played))[0]

        def early() -> NDArray[np.int64]:
            return boards.solve_early(game, self._later(game, wagering))[1]

        names = {"": "check", **{end: end for end in game.ends}}
        simpler = self.simpler(terms, wagering)
        best = BoardStrategy(game, decided, ends, names, simpler, share(progress, played, 1), early=early)
        return best

    def _later(self, game: BoardGame, wagering: Wagering, progress: Progress | None = None) -> Later:
        from pitboss.families.house_poker.price import boards

        after = replace(game, preflop=())
        key = self._follow_from(after, wagering)
        return boards.Later(
            **solutions.decided(self.game, key, lambda: boards.solve_later(after, progress)[0]._asdict())
        )

    def _on(self, game: BoardGame, wagering: Wagering, later: Later) -> On:
        from pitboss.families.house_poker.price import boards

        after = replace(game, preflop=())
        key = ["on", list(game.flop_rows.names), self._follow_from(after, wagering)]
        return boards.On(**solutions.decided(self.game, key, lambda: boards.play_on(after, later.flop)._asdict()))

    def _best_ends(self, terms: Terms, wagering: Wagering) -> tuple[Tally, Tally]:
        """How all deals end, and by the rows at the flop; tables that differ in what may be chosen before the flop
        share what is counted."""
        from pitboss.families.house_poker.price import boards

        game = self.machine(terms, wagering)
        later = self._later(game, wagering)
        return boards.tally_of(game, boards.solve_early(game, later)[0], later.results, self._on(game, wagering, later))

    def ends(self, terms: Terms, wagering: Wagering) -> Tally:
        return self._best_ends(terms, wagering)[0]

    def last_decisions(self, game: BoardGame, wagering: Wagering, rule: LastRule) -> NDArray[np.uint8]:
        """Every last decision that a rule comes to, or the best, as `rivers` numbers them."""
        from pitboss.families.house_poker.price import rivers

        last = replace(game, preflop=(), flop=())
        key = [list(rule), self._follow_from(last, wagering)]
        found: NDArray[np.uint8] = solutions.decided(self.game, key, lambda: {"": rivers.table(last, rule)})[""]
        return found

    def _follow_from(self, game: BoardGame, wagering: Wagering) -> list[Any]:
        """All that the decisions between a game's ends follow from."""
        ends = {end: wagering.ends[end] for end in game.ends}
        return [replace(wagering, ends=ends).plain(), game.qualifying, list(game.flop), list(game.river)]

    def folded_rows(self, figures: Figures, wager: str) -> Mapping[str, Fraction]:
        from pitboss.families.house_poker.price.boards import DEALS

        found: dict[str, Fraction] = {}
        folds = figures.folds(wager)
        for (end, row, _), count in self._rows_at_flop(figures).counts.items():
            if end in folds:
                found[row] = found.get(row, Fraction()) + Fraction(count, DEALS)
        return found

    def _rows_at_flop(self, figures: Figures) -> Tally:
        """How what comes to the last decision ends, by the row that it had at the flop."""
        from pitboss.families.house_poker.price.wording import in_full

        terms, wagering, other = figures.terms, figures.wagering, figures.given.strategy

        def make() -> Tally:
            from pitboss.families.house_poker.price import boards

            if other is None:
                return self._best_ends(terms, wagering)[1]
            played = self.strategy_of(terms, wagering).played(other)
            return boards.play(played.game, played.decisions, played.last, with_flop=True)[1]

        told = [] if other is None else [in_full(other)]
        key = ["at the flop", self.configuration(terms, wagering), *told]
        return Tally.from_plain(Entry(self.game, solutions.ALGORITHM, key).get(lambda: make().plain()))


# ---- Hold 'em with a wager at each street


class StreetPricing(PokerPricing):
    """Two cards each and a board of five: a wager to stay in, then one more or none before the last two cards."""

    deciding: ClassVar[float] = 0.4
    playing: ClassVar[float] = 0.2
    "So much into playing them out; the rest into simpler strategies."

    def machine(self, terms: Terms, wagering: Wagering) -> StreetGame:
        """The three decisions are those of the file; each has one choice that lays a wager, and one that does not."""
        from pitboss.families.house_poker.price.streets import StreetGame

        names = tuple(_without_and_with(list(terms.offered(one).items())) for one in terms.decisions.values())
        (fold, stay), (no, first), (not_either, second) = names
        ends = (
            fold,
            named((stay, no, not_either)),
            named((stay, first, not_either)),
            named((stay, no, second)),
            named((stay, first, second)),
        )
        return StreetGame(rows_of_any(terms, self.main, wagering), ends, wagering.net, names)  # type: ignore[arg-type]

    def configuration(self, terms: Terms, wagering: Wagering) -> Any:
        return wagering.plain()

    def strategy_of(self, terms: Terms, wagering: Wagering, progress: Progress | None = None) -> StreetStrategy:
        from pitboss.families.house_poker.price import streets
        from pitboss.families.house_poker.price.street_strategy import StreetStrategy
        from pitboss.pricing.progress import share

        game = self.machine(terms, wagering)

        def solve() -> dict[str, NDArray[Any]]:
            later = streets.solve_later(game, share(progress, 0, self.deciding))
            counts = streets.counts(game, later, share(progress, self.deciding, self.deciding + self.playing))
            return {**later._asdict(), "counts": counts}

        key = [list(game.rows.names), game.more().tolist()]
        stored = solutions.decided(self.game, key, solve)
        counts = stored.pop("counts")
        stays, early = streets.solve_early(game, counts)
        decisions = streets.Decisions(stays, streets.Later(**stored))
        simpler, left = self.simpler(terms, wagering), share(progress, self.deciding + self.playing, 1)
        return StreetStrategy(game, decisions, lambda: streets.tally(game, stays, counts), simpler, early, left)

    def folded_rows(self, figures: Figures, wager: str) -> Mapping[str, Fraction]:
        """How likely each row of two cards is to be folded before the flop."""
        terms, wagering, other = figures.terms, figures.wagering, figures.given.strategy

        def make() -> dict[str, str]:
            from pitboss.pricing.deals import all_sets

            best = self.strategy_of(terms, wagering)
            stays = (best if other is None else best.played(other)).decisions.stays
            folded = [tuple(CARDS[card] for card in two) for two in all_sets(2)[stays == 0]]
            found = terms.holdings[wager].counts(folded)
            return {row: str(Fraction(count, DEALT_TWICE)) for row, count in found.items()}

        from pitboss.families.house_poker.price.wording import in_full

        key = ["folded", wager, terms.wagers[wager].holdings, self.configuration(terms, wagering), in_full(other)]
        plain = Entry(self.game, solutions.ALGORITHM, key).get(make)
        return {row: Fraction(chance) for row, chance in plain.items()}


def _without_and_with(choices: list[tuple[str, Choice]]) -> tuple[str, str]:
    """Of two choices the one that lays no wager, and the one that does."""
    (one, plain), (other, lays) = sorted(choices, key=lambda choice: bool(choice[1].lays))
    if plain.lays or not lays.lays:
        raise ValueError(f"{one} and {other}: at each street there is one wager to be made or not")
    return one, other


# ---- Two rows that cross


class CrossPricing(PokerPricing):
    """Two cards each and two rows of three that cross in one card: before each arm a raise, or a fold or check."""

    deciding: ClassVar[float] = 0.35
    playing: ClassVar[float] = 0.3
    "So much into playing them out; the rest into simpler strategies."

    def machine(self, terms: Terms, wagering: Wagering) -> CrossGame:
        """The four decisions are those of the file; each has one choice that lays a wager, and one that does not."""
        from pitboss.families.house_poker.price.crosses import STAGES, CrossGame

        offered = [list(terms.offered(decision).items()) for decision in terms.decisions.values()]
        ((without, with_),) = {_without_and_with(choices) for choices in offered}
        folds = dict(offered[0])[without].folds
        if folds:
            ways = [(*[with_] * stage, without) for stage in range(STAGES)] + [(with_,) * STAGES]
        else:
            each = range(STAGES)
            ways = [tuple(with_ if way >> stage & 1 else without for stage in each) for way in range(1 << STAGES)]
        rows = rows_of_any(terms, self.main, wagering)
        return CrossGame(rows, tuple(named(way) for way in ways), wagering.net, (without, with_), folds)

    def configuration(self, terms: Terms, wagering: Wagering) -> Any:
        return wagering.plain()

    def strategy_of(self, terms: Terms, wagering: Wagering, progress: Progress | None = None) -> CrossStrategy:
        from pitboss.families.house_poker.price import crosses
        from pitboss.families.house_poker.price.cross_strategy import CrossStrategy
        from pitboss.pricing.progress import share

        game = self.machine(terms, wagering)

        def solve() -> dict[str, NDArray[Any]]:
            return crosses.packed(crosses.solve(game, share(progress, 0, self.deciding)))

        key = self.configuration(terms, wagering)
        decisions = crosses.unpacked(solutions.decided(self.game, key, solve))
        played = self.deciding + self.playing
        simpler, left = self.simpler(terms, wagering), share(progress, played, 1)

        def ends() -> Tally:
            return crosses.play(game, decisions, share(progress, self.deciding, played))

        return CrossStrategy(game, decisions, ends, simpler, left)

    def ends(self, terms: Terms, wagering: Wagering) -> Tally:
        """Where one checks or raises, tables that differ in what the ante needs are played alike, and end alike."""
        from pitboss.families.house_poker.price import crosses

        game = self.machine(terms, wagering)
        if (each := game.each_raise()) is None:
            return super().ends(terms, wagering)

        def make() -> Any:
            return crosses.play(game, crosses.solve(game)).plain()

        key = ["played", list(game.rows.names), list(game.ends), each.tolist()]
        return Tally.from_plain(Entry(self.game, solutions.ALGORITHM, key).get(make))


# ---- One of the dealt cards is put aside


class DiscardPricing(PokerPricing):
    """Three cards, of which one is put aside, and three that all share, against a pay table."""

    def machine(self, terms: Terms, wagering: Wagering) -> DiscardGame:
        from pitboss.families.house_poker.price.discards import DiscardGame

        choices = cheapest_first(wagering, [end for end in wagering.ends if end != AT_ONCE])
        first = next(iter(terms.decisions.values()))
        aside_first = any(choice.discards for choice in first.choices.values())
        game = DiscardGame(rows_of(wagering), choices, wagering.net, aside_first=aside_first)
        if terms.at_once is None:
            return game
        return replace(game, at_once=order_of(terms.at_once.order), least=terms.least_at_once, paid=AT_ONCE)

    def configuration(self, terms: Terms, wagering: Wagering) -> Any:
        at_once = [] if terms.at_once is None else [terms.at_once.order, terms.least_at_once]
        # What is kept has the strategy in words with it: of those who decide, from the second way of saying it on.
        return [wagering.plain(), at_once, [*terms.decisions], 2]

    def strategy_of(self, terms: Terms, wagering: Wagering, progress: Progress | None = None) -> DiscardStrategy:
        from pitboss.families.house_poker.price import discards
        from pitboss.families.house_poker.price.discard_strategy import DiscardStrategy

        game = self.machine(terms, wagering)
        key = self.configuration(terms, wagering)
        decisions = discards.Decisions(**solutions.decided(self.game, key, lambda: discards.solve(game)._asdict()))
        simpler = self.simpler(terms, wagering)
        return DiscardStrategy(game, decisions, lambda: discards.play(game, decisions), simpler)
