"""Properties that hold for every registered game; a new game is tested as soon as it is registered."""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction
from itertools import islice, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.chapter.check import findings
from pitboss.chapter.contents import contents, section_of
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games, rules_of
from pitboss.equipment import CARDS, SeededSource, Shoe
from pitboss.pricing import price
from pitboss.table import (
    PUBLIC,
    Acted,
    Action,
    Ask,
    AskDecision,
    AskDice,
    AskWagers,
    Dealer,
    Hidden,
    Refused,
    Settled,
    State,
    Step,
    Tape,
    game_on,
    replay,
    view,
    view_step,
    walk,
)
from pitboss.table.codec import FrozenStruct, from_plain, to_plain
from pitboss.table.irregularities import callable_now
from pitboss.table.state import replace
from pitboss.table.steps import AskSettlement
from tests.shared.every_game import shared_out

WALKED = 3000
"""The maximum number of branches of a round to walk."""
ENDLESS = 200
"""The walk stops if this many branches cover less than one percent of the probability."""
every_game = pytest.mark.parametrize("slug", list(registered_games()))


def layouts(slug: str) -> st.SearchStrategy[Layout]:
    """Generate layouts of a game on any day it was in force, with any permitted choices."""
    rules = rules_of(slug)

    @st.composite
    def drawn(draw: st.DrawFn) -> Layout:
        day = draw(st.dates(rules.game.since, rules.game.until or date(2026, 1, 1)))
        options: dict[str, Any] = {}
        for name, option in rules.options.items():
            listed = [choice.value for choice in option.values if choice.in_force(day)]
            if option.in_force(day) and listed and draw(st.booleans()):
                more = options | {name: draw(st.sampled_from(listed))}
                if not any(finding.stops() for finding in findings(rules, day, more, {}, None)):
                    options = more
        return Layout.of(slug, day, options)

    return drawn()


class Play:
    """Random play driven by Hypothesis, checked at every step."""

    def __init__(self, draw: Any, layout: Layout, seed: int) -> None:
        self.draw = draw
        self.lines: list[str] = []
        self.game = game_on(layout)
        self.dealer = Dealer(self.game, SeededSource(seed), tape=Tape(self.lines.append), watch=self.see, halts=True)

    def see(self, step: Step) -> None:
        state = step.state
        assert state.chips == state.bought_in, f"chips made or lost at {step}"
        assert all(seat.rack >= 0 for seat in state.positions), f"a rack below zero at {step}"
        assert all(wager.amount > 0 for wager in state.wagers)
        assert len({wager.place for wager in state.wagers}) == len(state.wagers)
        if step.section:
            contents().section(section_of(step.section))

    def act(self) -> None:
        """Do a random thing that the round may be waiting for."""
        ask = self.dealer.ask
        assert ask is not None
        known = list(callable_now(self.game, ask))
        if known and self.draw(st.integers(0, 9)) == 0:
            call = self.draw(st.sampled_from(known))
            most = None if call.several else 1
            whom = st.lists(st.sampled_from(list(call.subjects)), min_size=1, max_size=most, unique=True)
            self.dealer.throw(call.rule.id, *(self.draw(whom) if call.subjects else ()))
        elif isinstance(ask, AskDecision):
            self.dealer.decide(self.draw(st.sampled_from(self.game.choices.lawful(ask.state, ask))))
        elif isinstance(ask, AskWagers) and self.draw(st.integers(0, 3)):
            self.wager(ask.state)
        else:
            self.dealer.next()

    def wager(self, state: State) -> None:
        position = self.draw(st.integers(1, 3))
        if state.seat(position) is None:
            action = Action("sit", amount=self.draw(st.integers(0, 500)) * 100)
        elif (held := state.wagers_of(position)) and self.draw(st.booleans()):
            wager = self.draw(st.sampled_from(held))
            verb = self.draw(st.sampled_from(("increase", "reduce", "remove", "on", "off", "leave", *self.game.verbs)))
            amount = self.draw(st.integers(1, 60)) * 100 if verb in ("increase", "reduce") else 0
            action = Action(verb, wager.kind, amount, wager.spot)
        else:
            offers = list(self.game.offers(state, position))
            if not offers:
                action = Action("buy_in", amount=100_00)
            else:
                offer = self.draw(st.sampled_from(offers))
                action = Action("make", offer.wager, offer.least * self.draw(st.integers(1, 3)), offer.spot)
        before, written = state, len(self.lines)
        try:
            self.dealer.act(position, action)
        except Refused as refused:
            assert str(refused)
            assert self.dealer.ask is not None
            assert self.dealer.ask.state is before
            assert len(self.lines) == written


@every_game
def test_the_data_is_dated_cited_and_of_known_provenance(slug: str) -> None:
    rules = rules_of(slug)
    assert rules.wagers
    for where, provision in rules.provisions():
        assert contents().section(section_of(provision.section.split(", ")[0])), where
        assert provision.provenance == "text" or rules.sources[provision.source], where
        if not where.endswith(".pays"):
            assert provision.since is not None, where


@every_game
@given(data=st.data())
@settings(max_examples=shared_out(300))
def test_chips_are_conserved_and_a_replay_is_equal_under_random_play(slug: str, data: st.DataObject) -> None:
    conserved_and_replayed(slug, data)


@pytest.mark.slow
@every_game
@given(data=st.data())
@settings(max_examples=500)
def test_chips_are_conserved_and_a_replay_is_equal_under_long_random_play(slug: str, data: st.DataObject) -> None:
    conserved_and_replayed(slug, data)


def conserved_and_replayed(slug: str, data: st.DataObject) -> None:
    play = Play(data.draw, data.draw(layouts(slug)), data.draw(st.integers(0, 10**6)))
    for _ in range(data.draw(st.integers(1, 60))):
        play.act()
    again = replay(play.lines)
    assert again.states[-1] == play.dealer.state
    if again.unfinished:
        steps = tuple(play.dealer.steps)
        assert again.rounds[-1][: len(steps)] == steps
        # A halt before settlement is recorded only once it is over, so a replay continues past it.
        assert len(again.rounds[-1]) == len(steps) or isinstance(play.dealer.ask, AskSettlement)
    for state in again.states:
        assert from_plain(type(state), json.loads(json.dumps(to_plain(state)))) == state


@every_game
@given(data=st.data())
@settings(max_examples=shared_out(250))
def test_a_refused_action_changes_nothing(slug: str, data: st.DataObject) -> None:
    play = Play(data.draw, Layout.of(slug), data.draw(st.integers(0, 10**6)))
    for _ in range(data.draw(st.integers(0, 30))):
        play.act()
    words = st.sampled_from([*rules_of(slug).wagers, "", "no_such_wager"])
    verbs = st.sampled_from(["sit", "buy_in", "leave", "make", "increase", "reduce", "remove", "on", "off", "fly"])
    amounts = st.one_of(st.integers(-5, 10**9), st.just(True), st.just(1.5))
    action = Action(data.draw(verbs), data.draw(words), data.draw(amounts), data.draw(st.sampled_from(["", "5", "x"])))
    position = data.draw(st.one_of(st.integers(1, 3), st.integers(-1, 200)))
    ask, state, steps, lines = play.dealer.ask, play.dealer.state, list(play.dealer.steps), list(play.lines)
    answer = play.dealer.allowed(position, action)
    if answer:
        play.dealer.act(position, action)
        assert len(play.lines) == len(lines) + 1
    else:
        assert answer.reason
        with pytest.raises(Refused):
            play.dealer.act(position, action)
        assert (play.dealer.ask, play.dealer.state, play.dealer.steps, play.lines) == (ask, state, steps, lines)


@every_game
@pytest.mark.parametrize("action", [Action("leave", "no_such_wager"), Action("buy_in", "no_such_wager", 5_00)])
def test_verbs_about_a_position_take_no_wager(slug: str, action: Action) -> None:
    dealer = Dealer(game_on(Layout.of(slug)), SeededSource(7))
    dealer.act(1, Action("sit", amount=100_00))
    with pytest.raises(Refused, match=f"{action.verb} applies to a position"):
        dealer.act(1, action)


@every_game
@given(data=st.data())
@settings(max_examples=shared_out(200))
def test_every_offer_is_allowed(slug: str, data: st.DataObject) -> None:
    play = Play(data.draw, data.draw(layouts(slug)), 7)
    for _ in range(data.draw(st.integers(0, 30))):
        play.act()
    if isinstance(play.dealer.ask, AskWagers):
        state = play.dealer.ask.state
        for seat in state.positions:
            for offer in play.game.offers(state, seat.number):
                assert play.game.allowed(state, seat.number, Action("make", offer.wager, offer.least, offer.spot))
                if offer.most is not None:
                    assert offer.least <= offer.most
                    more = Action(
                        "make",
                        offer.wager,
                        offer.most + play.game.amounts.step(state, offer.wager, offer.spot),
                        offer.spot,
                    )
                    assert not play.game.allowed(state, seat.number, more)


def secrets_changed(value: Any, position: int) -> Any:
    """Change everything in a state that this position may not know: face-down cards, the shoe."""
    if isinstance(value, Hidden):
        other = CARDS[(value.card.index + 1) % 52]
        return value if position in value.known_to and position != PUBLIC else Hidden(other, value.known_to)
    if isinstance(value, Shoe):
        full, counts = ((*reversed(cards[:52]), *cards[52:]) for cards in (value.full, value.counts))
        return Shoe(value.decks, full, counts, *value.values()[3:])
    if isinstance(value, tuple):
        return tuple(secrets_changed(item, position) for item in value)
    if isinstance(value, FrozenStruct):
        names = value.__struct_fields__
        return replace(value, **{name: secrets_changed(getattr(value, name), position) for name in names})
    return value


@every_game
@given(data=st.data())
@settings(max_examples=shared_out(250))
def test_a_view_reveals_nothing_that_a_position_may_not_know(slug: str, data: st.DataObject) -> None:
    play = Play(data.draw, Layout.of(slug), data.draw(st.integers(0, 10**6)))
    for _ in range(data.draw(st.integers(1, 40))):
        play.act()
    for step in play.dealer.steps:
        for position in (PUBLIC, *(seat.number for seat in step.state.positions)):
            seen = view(step.state, position)
            json.dumps(seen)
            assert view(secrets_changed(step.state, position), position) == seen
            assert "composition" not in json.dumps(view_step(step, position))


@every_game
@settings(max_examples=shared_out(200))
@given(data=st.data())
def test_recorded_settlements_add_up_to_the_chips(slug: str, data: st.DataObject) -> None:
    """Reports add up the records, so whatever goes wrong their sum must equal what players took home."""
    play = Play(data.draw, Layout.of(slug), data.draw(st.integers(0, 10**6)))
    net: dict[int, int] = {}
    owed: dict[int, int] = {}
    watch = play.dealer.watch
    assert watch is not None

    def see(step: Step) -> None:
        watch(step)
        if isinstance(step, Settled):
            net[step.wager.position] = net.get(step.wager.position, 0) + step.net
        now = {marker.position: marker.amount for marker in getattr(step.state, "owed", ())}
        for position, amount in owed.items():  # marked vigorish is paid later, separately from its wager
            net[position] = net.get(position, 0) - max(0, amount - now.get(position, 0))
        owed.clear()
        owed.update(now)
        if isinstance(step, Acted) and step.action.verb == "sit":
            net[step.position] = 0

    play.dealer.watch = see
    for _ in range(data.draw(st.integers(1, 60))):
        play.act()
        state = play.dealer.ask.state if play.dealer.ask else play.dealer.state
        if isinstance(play.dealer.ask, AskWagers) and not state.wagers:
            assert {seat.number: seat.rack - seat.bought_in for seat in state.positions} == {
                seat.number: net.get(seat.number, 0) for seat in state.positions
            }


@every_game
def test_every_irregularity_can_be_thrown_where_the_data_says(slug: str) -> None:
    thrown = []
    layout = Layout.of(slug)
    for name, event in layout.irregularities.items():
        for under, at in product(event.when or ({},), event.at):
            game = game_on(Layout.of(slug, None, {option: values[0] for option, values in under.items()}))
            dealer = Dealer(game, SeededSource(3), halts=True)
            for position in (1, 2):
                dealer.act(position, Action("sit", amount=10**9))
            for _ in range(1000):
                assert dealer.ask is not None
                call = next((call for call in callable_now(game, dealer.ask) if call.rule.id == name), None)
                if dealer.ask.kind == at and call is not None:
                    before = dealer.ask.state
                    dealer.throw(name, *list(call.subjects)[:1])
                    thrown.append((name, at))
                    assert dealer.ask is not None
                    assert dealer.ask.state.chips == before.chips
                    if event.effect == "void":
                        assert not dealer.ask.state.wagers
                    break
                dealer.next(_bettor)
    events = layout.irregularities.items()
    assert thrown == [(name, at) for name, event in events for _ in event.when or ({},) for at in event.at]


@every_game
def test_an_impossible_action_is_refused_with_its_section_and_changes_nothing(slug: str) -> None:
    game = game_on(Layout.of(slug))
    lines: list[str] = []
    dealer = Dealer(game, SeededSource(5), tape=Tape(lines.append), halts=True)
    dealer.act(1, Action("sit", amount=10**9))
    refused = set()
    for _ in range(60):
        ask, written = dealer.ask, len(lines)
        offered = {call.rule.id for call in callable_now(game, ask)}
        for name, event in game.layout.irregularities.items():
            if name not in offered:
                with pytest.raises(Refused) as refusal:
                    dealer.throw(name)
                assert refusal.value.answer.section == event.section
                assert event.name in str(refusal.value)
                assert dealer.ask is ask
                assert len(lines) == written
                refused.add(name)
        dealer.next(_bettor)
    assert refused, "nothing is possible at every step of every round"


def _bettor(dealer: Dealer, ask: Ask) -> Any:
    """Make the first wager offered along with whatever it requires, and vary the decisions from round to round.

    The variation ends sequences in which two players would raise each other forever.
    """
    if isinstance(ask, AskDecision):
        choices = dealer.game.choices.lawful(ask.state, ask)
        return choices[ask.state.rounds % len(choices) if dealer.replies < 60 else 0]
    for seat in ask.state.positions if isinstance(ask, AskWagers) else ():
        held = ask.state.wagers_of(seat.number)
        if held and dealer.game.hosting.is_ready(ask.state, seat.number):
            continue
        offers = dealer.game.offers(ask.state, seat.number)
        offer = next((one for one in offers if not ask.state.find(seat.number, one.wager, one.spot)), None)
        if offer:
            return seat.number, Action("make", offer.wager, offer.least, offer.spot)
    return None


@every_game
def test_a_void_returns_every_wager(slug: str) -> None:
    game = game_on(Layout.of(slug))
    dealer = Dealer(game, SeededSource(3))
    for position in (1, 2):
        dealer.act(position, Action("sit", amount=1000_00))
    # Wagers may be made in turn.
    while dealer.ask is None or {wager.position for wager in dealer.ask.state.wagers} != {1, 2}:
        dealer.next(_bettor)
    voided = list(game.void(dealer.ask.state, "8.3"))
    assert len(voided) == len(dealer.ask.state.wagers)
    assert not voided[-1].state.wagers
    assert [seat.rack for seat in voided[-1].state.positions] == [1000_00, 1000_00]


@every_game
def test_every_permissible_wager_has_a_price_that_adds_up(slug: str) -> None:
    layout = Layout.of(slug)
    report = price(layout)
    assert [wager.id for wager in report.wagers] == list(layout.permissible)
    for wager in report.wagers:
        assert wager.exact is not None or wager.error > 0
        assert sum(outcome.probability for outcome in wager.outcomes) == pytest.approx(1, abs=1e-12)


@every_game
def test_the_walk_covers_all_of_chance(slug: str) -> None:
    """The branches of a one-wager round have probabilities that add up to one, and conserve chips.

    Rounds dealt from a shoe have too many branches, so only some are walked.
    """
    game = game_on(Layout.of(slug))
    dealer = Dealer(game, SeededSource(1))
    dealer.act(1, Action("sit", amount=1000_00))
    assert dealer.ask is not None
    offer = next(iter(game.offers(dealer.ask.state, 1)))
    dealer.act(1, Action("make", offer.wager, offer.least, offer.spot))
    state = dealer.ask.state if isinstance(dealer.ask, (AskWagers, AskDice)) else dealer.state
    total = Fraction()
    for walked, (probability, end, _) in enumerate(islice(walk(game, state), WALKED), 1):
        total += probability
        assert end.chips == end.bought_in
        if walked == ENDLESS and total < Fraction(1, 100):
            return
    assert total == 1
