"""A table in the terminal: one person who types, bots, and the dealer.

The session reads a line and acts on it: actions go to the dealer, everything else only displays something. What then
happens at the table arrives as steps, which are printed with their sections.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import cached_property

from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from pitboss.chapter.odds import dollars
from pitboss.cli.felt import felt, lying, offers_table, say, seats
from pitboss.cli.terminal import MARKS, percent, short, table
from pitboss.families import family_of
from pitboss.library.prices import desk
from pitboss.library.record import record_step, signed
from pitboss.pricing import PriceReport
from pitboss.pricing.entry import advice
from pitboss.table.bots import RandomBot
from pitboss.table.cards import join_cards
from pitboss.table.dealer import Dealer
from pitboss.table.game import Refused
from pitboss.table.irregularities import applies_here, callable_now
from pitboss.table.speech import find_wager, parse_action
from pitboss.table.state import State
from pitboss.table.steps import Acted, Action, AskDecision, AskSettlement, AskWagers, Said, Settled, Step

HELP = (
    ("{first} 10", "place a wager: its name, then dollars"),
    ("press X 5, reduce X 5", "increase or reduce a wager"),
    ("take down X, on X, off X", "remove a wager, turn it on or off"),
    ("Enter, or {go}", "no more wagers: continue"),
    ("?, or bets", "list possible wagers and what to type for them; bets X for a group or a name"),
    ("rules X", "a wager's section, odds and price"),
    ("hint", "the best decision for these cards"),
    ("status, history", "the current table; the last rounds"),
    ("irregularity", "list irregularities; with an id, let it happen"),
    ("close", "no more wagers, but wait: try a late wager or an irregularity"),
    ("hold", "wait before this round is settled: the last chance for an irregularity"),
    ("buy in 100, leave", "more chips; take your chips and go"),
    ("quit", "leave immediately (or Ctrl-D, Ctrl-C)"),
)
TURNS = 5
"""The maximum number of actions of a bot before a round."""


class Leave(Exception):
    """Raised when the player leaves the table."""


class Session:
    """A player and bots at a table."""

    def __init__(
        self, dealer: Dealer, me: int, bots: dict[int, RandomBot], out: Console, read: Callable[[], str | None]
    ) -> None:
        self.dealer = dealer
        self.game = dealer.game
        self.me = me
        self.bots = bots
        self.out = out
        self.read = read
        self.unread: list[Step] = []
        self.steps: list[Step] = []
        self.goes_on = False
        self.waits = False
        self.bots_played = False
        self.table_shown = False
        self.alone = False
        self.cautioned = ""
        self.rounds = dealer.state.rounds
        dealer.watch = self.watch

    @property
    def state(self) -> State:
        """The current state of the table."""
        return self.dealer.ask.state if self.dealer.ask else self.dealer.state

    @cached_property
    def prices(self) -> PriceReport | None:
        """The price report, if the game has one."""
        try:
            return desk.price(self.game.layout)
        except ValueError:
            return None

    def watch(self, step: Step) -> None:
        self.steps.append(step)
        self.unread.append(step)

    # ---- playing

    def play(self, rounds: int | None = None) -> None:
        """Play until the player leaves, or for the given number of rounds."""
        until = None if rounds is None else self.dealer.state.rounds + rounds
        try:
            while until is None or self.dealer.state.rounds < until:
                self.go_on(until is not None)
        except Leave:
            pass
        self.tell()

    def go_on(self, to_the_end: bool) -> None:
        """Answer the pending request: randomness is drawn, bots decide at random, the player is prompted."""
        ask = self.dealer.ask
        assert ask is not None
        if ask.chance:
            if self.waits or (isinstance(ask, AskSettlement) and not self.alone):
                self.prompt(to_the_end)
            else:
                self.draw()
        elif isinstance(ask, AskDecision):
            self.bots_played = False
            if ask.position in self.bots:
                self.dealer.next(self.bots[ask.position])
            elif ask.position == self.me and not self.alone:
                self.prompt(to_the_end)
            else:
                self.dealer.next()
        elif not self.bots_played:
            self.bots_play()
        elif self.alone or (self.goes_on and self.state.wagers_of(self.me)):
            self.dealer.next()
        else:
            self.prompt(to_the_end)
        if self.dealer.state.rounds != self.rounds:
            self.rounds = self.dealer.state.rounds
            self.dealer.halts = False
            self.reset_wagers()
            self.tell()

    def reset_wagers(self) -> None:
        """Reset for the next wagers."""
        self.goes_on = self.waits = self.bots_played = self.table_shown = False

    def draw(self) -> None:
        self.reset_wagers()
        self.dealer.draw()

    def bots_play(self) -> None:
        """Let each bot act; a bot without chips buys in again."""
        self.bots_played = True
        for position, bot in self.bots.items():
            seat = self.state.seat(position)
            if seat is not None and not seat.rack and not self.state.wagers_of(position):
                self.dealer.act(position, Action("buy_in", amount=seat.bought_in))
            for _ in range(TURNS):
                reply = bot(self.dealer, self.dealer.ask) if isinstance(self.dealer.ask, AskWagers) else None
                if reply is None:
                    break
                self.dealer.act(*reply)

    # ---- input

    def prompt(self, to_the_end: bool) -> None:
        """Print what happened, show the table, and act on the player's input."""
        self.tell()
        if isinstance(self.dealer.ask, AskWagers) and not self.table_shown:
            self.table_shown = True
            if self.state.wagers:
                self.show_table()
        if isinstance(self.dealer.ask, AskDecision):
            for lies in lying(self.state, self.me):
                self.out.print(f"  {lies}", markup=False)
        self.out.print(self.status())
        line = self.read()
        if line is None:
            if not to_the_end or sys.stdin.isatty():
                raise Leave
            self.alone = True
            return
        try:
            self.do(line.strip())
        except ValueError as error:
            self.out.print(Text.assemble(("✗ ", "bold red"), str(error)), soft_wrap=True)

    def status(self) -> Text:
        """Return a summary of the situation for the prompt."""
        ask = self.dealer.ask
        seat = self.state.seat(self.me)
        if isinstance(ask, AskDecision):
            choices = " or ".join(
                f"{choice} (Enter)" if choice == self.game.choices.default(ask.state, ask) else choice
                for choice in self.game.choices.lawful(ask.state, ask)
            )
            amounts = "".join(f" or {wager.replace('_', ' ')} and an amount" for wager in ask.wagers)
            if ask.sets:
                own = self.game.choices.known_cards(ask.state, ask)[0]
                named = " and ".join(map(str, own[: ask.sets[0][1]]))
                choices = f"house_way (Enter), or like: set {named.replace(' and', '')}; you hold {join_cards(own)}"
            return Text.assemble((f"{ask.question} ", "bold"), choices, amounts)
        if isinstance(ask, AskSettlement):
            return Text("Nothing is settled yet: press Enter to settle, or type irregularity", "bold")
        words = list(self.game.status(self.state))
        if self.waits:
            words.append("no more wagers")
        if seat is not None:
            on_layout = sum(wager.amount for wager in self.state.wagers_of(self.me))
            words.append(f"{dollars(seat.rack)}" + (f" and {dollars(on_layout)} on the layout" if on_layout else ""))
        return Text(" · ".join(words), "bold")

    def do(self, line: str) -> None:
        """Act on a typed line."""
        word, _, rest = line.lower().partition(" ")
        rest = rest.strip()
        ask = self.dealer.ask
        shows: dict[str, Callable[[str], None]] = {
            "?": self.show_bets,
            "bets": self.show_bets,
            "help": self.show_help,
            "h": self.show_help,
            "rules": self.show_rules,
            "rule": self.show_rules,
            "history": self.show_history,
            "layout": self.show_table,
            "table": self.show_table,
            "hint": self.show_hint,
            "status": self.show_status,
            "irregularity": self.irregularity,
            "irregularities": self.irregularity,
            "hold": self.hold,
        }
        if word in ("quit", "q", "exit"):
            raise Leave
        if word in shows:
            shows[word](rest)
        elif isinstance(ask, AskDecision) and ask.position == self.me:
            self.decide(ask, line.lower())
        elif line.lower() in ("", "roll", "deal", "spin", "go"):
            self.proceed()
        elif line.lower() in ("close", "no more wagers", "no more bets"):
            self.close()
        elif self.game.speech.parse_choice(line.lower()) in self.game.decisions:
            raise ValueError(f"{line!r} is a decision, and none is pending; {self.to_do()}")
        else:
            action = self.on_a_wager(parse_action(self.game, line))
            if action.wager and action.wager not in self.game.layout.rules.wagers:
                raise ValueError(self.not_known(action.wager))
            self.dealer.act(self.me, action)
            if action.verb == "leave":
                raise Leave

    def on_a_wager(self, action: Action) -> Action:
        """Complete an amount without a wager, such as "bet 25", with the opening wager if there is only one."""
        if action.wager or action.verb != "make":
            return action
        wagers = self.game.layout.wagers
        offered = {offer.wager: wagers[offer.wager] for offer in self.game.offers(self.state, self.me)}
        first = next(iter(wagers.values())).group
        opening = [name for name, rule in offered.items() if rule.group == first and not rule.tied]
        if len(opening) == 1:
            return replace(action, wager=opening[0])
        amount = dollars(action.amount).removeprefix("$").replace(",", "")
        examples = " or ".join(f"{say(offered[name])} {amount}" for name in opening[:3])
        raise ValueError(f"on which wager? {f'For example: {examples}; ' if examples else ''}type ? to list them")

    def to_do(self) -> str:
        """Return a short hint on what can be typed now."""
        go = family_of(self.game.layout.rules.game.family).go.lower()
        mine = self.state.wagers_of(self.me)
        return f"press Enter, or type {go}, to continue" if mine else "place a wager first (? lists them)"

    def show_status(self, _: str = "") -> None:
        """Show the table; the prompt prints the rest."""
        self.show_table()

    def show_hint(self, rest: str) -> None:
        """Show the best decision by the computed strategy."""
        ask = self.dealer.ask
        if not isinstance(ask, AskDecision) or ask.position != self.me:
            raise ValueError("hints are for decisions, and none is pending")
        best = advice(self.game.layout)  # raises for a game without advice
        choices = self.game.choices.lawful(ask.state, ask)
        choice = best(
            *self.game.choices.known_cards(ask.state, ask), choices, *self.game.choices.earlier_choices(ask.state, ask)
        )
        self.out.print(f"  best: {choice}" if choice in choices else "  it makes no difference")

    def not_known(self, wager: str) -> str:
        """Return the message about an unknown wager."""
        names = {say(rule): name for name, rule in self.game.layout.wagers.items()}
        near = get_close_matches(wager.replace("_", " "), names, 3)
        section = self.game.sections.get("only_listed", "")
        cited = f" ({self.game.layout.cite(section)})" if section else ""
        hint = f"did you mean {' or '.join(near)}?" if near else "type ? to list the wagers, or help"
        return f"there is no wager {wager.replace('_', ' ')!r}{cited}; {hint}"

    def decide(self, ask: AskDecision, text: str) -> None:
        if not text:
            choice = self.game.choices.default(ask.state, ask)
            self.out.print(Text(f"  Enter: {choice.replace('_', ' ')}", "dim"))
            self.dealer.decide(choice)
            return
        wanted = self.game.speech.parse_answer(ask, text)
        matches = [choice for choice in ask.choices if choice.replace("_", " ").startswith(wanted.replace("_", " "))]
        if wanted in ask.choices or len(matches) == 1:
            self.take(ask, wanted if wanted in ask.choices else matches[0])
        elif wanted in self.game.decisions:
            self.dealer.decide(wanted)
        elif any(word[:1].isdigit() or word.startswith("$") for word in text.split()) and (
            ask.wagers or parse_action(self.game, text).wager in self.game.layout.wagers
        ):
            # The game refuses what cannot be wagered now, and cites the section.
            self.dealer.act(self.me, parse_action(self.game, text))
        else:
            amounts = "".join(f" or {wager.replace('_', ' ')} 10" for wager in ask.wagers)
            raise ValueError(f"{text!r}: first choose {' or '.join(ask.choices)}{amounts}")

    def take(self, ask: AskDecision, choice: str) -> None:
        """Make a choice; one that is hardly ever intended, such as a foul, must be repeated to confirm it."""
        answer = self.game.choices.warning(ask, choice)
        if not answer and self.cautioned != choice:
            self.cautioned = choice
            cited = f" ({self.game.layout.cite(answer.section)})" if answer.section else ""
            raise ValueError(f"{answer.reason}{cited}; repeat it to confirm")
        self.cautioned = ""
        self.dealer.decide(choice)

    def proceed(self) -> None:
        """Close betting and draw at once."""
        self.waits = False
        if isinstance(self.dealer.ask, AskWagers):
            self.goes_on = True
            self.dealer.close()
        else:
            self.draw()

    def close(self) -> None:
        """Close betting, and wait for the player before drawing."""
        self.dealer.close()
        self.waits = True

    def irregularity(self, text: str) -> None:
        """List the possible irregularities, or let the named one happen at the right step, with those it concerns."""
        if not text:
            self.show_irregularities()
            return
        id, about = self.called(text.replace(",", " ").split())
        rule = self.game.layout.irregularities[id]
        ask = self.dealer.ask
        if isinstance(ask, AskWagers) and "wagers" not in rule.at:
            self.until(rule.at)
        self.dealer.throw(id, *about)
        self.reset_wagers()

    def called(self, words: list[str]) -> tuple[str, list[str]]:
        """Split the words into an irregularity's id and the subjects named after it."""
        known = self.game.layout.irregularities
        for length in range(len(words), 0, -1):
            if (id := "_".join(words[:length])) in known:
                return id, [word for word in words[length:] if word not in ("about", "by", "and", "position")]
        near = get_close_matches("_".join(words), known, 3, 0.4)
        hint = f"did you mean {' or '.join(near)}?" if near else f"use one of: {', '.join(known)}"
        raise ValueError(f"there is no irregularity {' '.join(words)!r}; {hint}")

    def show_irregularities(self) -> None:
        """List the table's irregularities, with possible subjects for those that can happen now."""
        now = {call.rule.id: call for call in callable_now(self.game, self.dealer.ask)}
        listing = table("irregularity", "what happens", "when", "effect", "section")
        for id, event in self.game.layout.irregularities.items():
            if not event.at or not applies_here(self.game, event):
                continue
            whom = f"; name the {event.concerns}" if event.concerns else ""
            if id in now and now[id].subjects:
                whom = f"; now about {', '.join(now[id].subjects)}"
            section = short(self.game.layout.cite(event.section))
            name, effect = event.name + MARKS[event.provenance], event.effect.replace("_", " ")
            listing.add_row(Text(id, "bold cyan"), name, f"{', '.join(event.at)}{whom}", effect, section)
        listing.columns[0].no_wrap = True
        self.out.print(listing)

    def hold(self, _: str = "") -> None:
        """Wait before this round is settled, so that an irregularity can be called."""
        self.dealer.halts = True
        self.out.print("  The dealer will wait before settling; type irregularity, or press Enter to settle.")

    def until(self, kinds: tuple[str, ...]) -> None:
        """Close betting and advance the round to a step of one of these kinds."""
        rounds = self.dealer.state.rounds
        while self.dealer.ask is not None and self.dealer.ask.kind not in kinds:
            if self.dealer.state.rounds != rounds or (self.dealer.ask.chance and self.dealer.ask.kind != "shuffle"):
                raise ValueError("the round did not reach that step")
            self.dealer.next()

    # ---- displays

    def show_help(self, _: str = "") -> None:
        commands = table("", "", show_header=False, box=None, padding=(0, 2, 0, 0))
        go = family_of(self.game.layout.rules.game.family).go.lower()
        first = say(next(iter(self.game.layout.wagers.values())))
        for typed, does in (
            *(line for line in HELP if line[0] != "hint" or self.game.decisions),
            *((verb.replace("_", " "), "as in the rules of this game") for verb in self.game.verbs),
        ):
            commands.add_row(Text(f"  {typed.format(go=go, first=first)}", "cyan"), does)
        self.out.print(commands)

    def show_table(self, _: str = "") -> None:
        self.out.print(felt(self.game, self.state, self.me))
        if len(self.state.positions) > 1:
            self.out.print(Text.assemble(" ", seats(self.state, self.me)))

    def show_bets(self, asked: str = "") -> None:
        offers = list(self.game.offers(self.state, self.me)) if isinstance(self.dealer.ask, AskWagers) else []
        if not offers:
            self.out.print("No wagers can be placed now.")
            return
        self.out.print(offers_table(self.game, offers, self.prices, asked))

    def show_rules(self, text: str) -> None:
        """Show a wager's section, odds and price."""
        kind, _ = find_wager(self.game, text)
        rule = self.game.layout.rules.wagers.get(kind)
        if rule is None:
            names = [say(rule) for rule in self.game.layout.wagers.values()]
            near = get_close_matches(kind.replace("_", " "), names, 3, 0.5) or names
            none = f"there is no wager {text!r} at {self.game.layout.rules.game.name}; " if text else ""
            raise ValueError(f"{none}which wager? type rules and one of: {', '.join(near)}")
        layout = self.game.layout
        self.out.print(Text.assemble((rule.name, "bold"), MARKS[rule.provenance], f"  {layout.cite(rule.section)}"))
        if kind not in layout.permissible:
            self.out.print(f"  not permitted on {layout.on}")
            return
        odds = layout.odds_table(kind)
        paid = layout.paid(kind)
        pays = ", ".join(f"{value}{f' on {outcome}' if outcome else ''}" for outcome, value in odds.items())
        pays = pays or f"as {' and '.join(layout.rules.wagers[other].name for other in paid.like)}"
        self.out.print(f"  pays {pays} ({short(layout.cite(paid.section))})")
        if self.prices is not None:
            one = self.prices[kind]
            exact = f", exactly {one.exact}" if one.exact and len(one.exact) < 20 else ""
            self.out.print(
                f"  house edge {percent(one.house_edge, 3)}{exact} per {one.per}; wins {percent(one.hit_rate, 1)}"
            )
        if kind not in layout.wagers:
            self.out.print("  not offered at this table")
        self.out.print(f"   type: {say(rule)}{f'; needs a {layout.rules.wagers[rule.tied].name}' if rule.tied else ''}")
        if rule.note:
            self.out.print(Text(f"  {rule.note}", "dim"))

    def show_history(self, _: str = "") -> None:
        """Show the last rounds: the dealer's calls, and the player's wins and losses."""
        history = table("round", "what happened", "you", right=["round", "you"])
        for number, steps in list(by_round(self.steps))[-10:]:
            net = sum(step.net for step in steps if isinstance(step, Settled) and step.wager.position == self.me)
            calls = [step.text for step in steps if isinstance(step, Said) and not step.position]
            if calls or net:
                history.add_row(str(number), calls[0] if calls else "", Text(signed(net), _colour(net)))
        self.out.print(history)

    # ---- events

    def tell(self) -> None:
        """Print the steps since the last call: other players' wagers in one line each, calls, and settlements."""
        steps, self.unread = self.unread, []
        acted: dict[int, list[str]] = {}
        became: list[Settled | Said] = []
        for step in steps:
            if isinstance(step, Acted) and step.position != self.me:
                self._show_settlements(became)
                acted.setdefault(step.position, []).append(step.text)
            elif isinstance(step, (Settled, Said)) and self._whose(step):
                self._acted(acted)
                became.append(step)
            elif isinstance(step, (Acted, Said)):
                self._acted(acted)
                self._show_settlements(became)
                mine = isinstance(step, Acted)
                self._line("✓" if mine else "•", "green" if mine else "bold", step, "" if mine else "bold")
        self._acted(acted)
        self._show_settlements(became)
        if any(isinstance(step, Settled) and step.wager.position == self.me for step in steps):
            self._balance(steps)

    def _line(self, mark: str, colour: str, step: Step, style: str = "") -> None:
        record = record_step(step, self.game.layout, self.me)
        vig = step.vig if isinstance(step, Acted | Settled) else 0
        cost = (
            f", {dollars(vig)} percentage paid"
            if vig > 0
            else f", {dollars(-vig)} percentage returned"
            if vig < 0
            else ""
        )
        self.out.print(
            Text.assemble(
                (f"{mark} ", colour), (_dice(record.text) + cost, style), (f"  {short(record.citation)}", "dim")
            )
        )

    def _acted(self, acted: dict[int, list[str]]) -> None:
        for position, texts in acted.items():
            seat = self.state.seat(position)
            name = seat.name if seat else f"position {position}"
            actions = "; ".join(text.removeprefix(f"{name} ") for text in texts)
            self.out.print(Text(f"  {name}: {actions}", "dim"))
        acted.clear()

    def _show_settlements(self, steps: list[Settled | Said]) -> None:
        """Print what happened to every wager in the round, with sections."""
        settled = table("", "", "", "", show_header=False, box=None, padding=(0, 2, 0, 0))
        settled.columns[2].justify = "right"
        for step in sorted(steps, key=lambda step: self._whose(step) != self.me):
            mine = self._whose(step) == self.me
            seat = step.state.seat(self._whose(step))
            record = record_step(step, self.game.layout, self.me)
            settled.add_row(
                "  you" if mine else f"  {seat.name}" if seat else "",
                record.text,
                Text(signed(step.net), _colour(step.net)) if isinstance(step, Settled) else "",
                Text(short(record.citation), "dim"),
                style="" if mine else "dim",
            )
        if steps:
            self.out.print(settled)
        steps.clear()

    def _whose(self, step: Settled | Said) -> int:
        return step.wager.position if isinstance(step, Settled) else step.position

    def _balance(self, steps: list[Step]) -> None:
        """Print the player's net result and rack."""
        net = sum(step.net for step in steps if isinstance(step, Settled) and step.wager.position == self.me)
        standing = [
            f"{self.game.name(wager.kind)}{f' ({wager.spot})' if wager.spot else ''} {dollars(wager.amount)}"
            for wager in self.state.wagers_of(self.me)
        ]
        remaining = f"; still on the layout: {', '.join(standing)}" if standing else ""
        rack = dollars(self.state.rack(self.me))
        self.out.print(Text.assemble("  ", (signed(net), f"bold {_colour(net)}"), f": {rack} in the rack{remaining}"))


def by_round(steps: list[Step]) -> Iterator[tuple[int, list[Step]]]:
    """Group steps by round, counted from 1."""
    held: list[Step] = []
    for step in steps:
        if held and held[-1].state.rounds != step.state.rounds:
            yield held[-1].state.rounds + 1, held
            held = []
        held.append(step)
    if held:
        yield held[-1].state.rounds + 1, held


def _dice(text: str) -> str:
    """Prefix a call with the dice rolled.

    >>> _dice("3-4: 7; seven out.")
    '⚂⚃ 3-4: 7; seven out.'
    """
    found = re.match(r"[1-6](?:-[1-6])+(?=:)", text)
    return f"{''.join('⚀⚁⚂⚃⚄⚅'[int(face) - 1] for face in found[0].split('-'))} {text}" if found else text


def _colour(amount: int) -> str:
    return "green" if amount > 0 else "red" if amount < 0 else "dim"


__all__ = ["Leave", "Refused", "Session", "by_round"]
