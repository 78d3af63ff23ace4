"""A player's session at a table: the result of every round, the total compared with the expectation, and mistakes.

A `Sheet` is filled from moments, shown or read from the tape, so it contains nothing the player did not see. A player's
standing is their rack and wagers, less marked vigorish and buy-ins; the expectation is the house edge of each wager
placed, counted once however many rounds it stays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.chapter.odds import dollars
from pitboss.floor.sight import STEPS_PER_ROUND, MomentView
from pitboss.pricing.report import PriceReport
from pitboss.web.live.wagers import priced_with
from pitboss.web.markup import Markup, el
from pitboss.web.theme import COLOURS, written

LISTED = 30
"""The maximum number of rounds listed, latest first."""
WIDE, HIGH = 300, 110
"""The size of the chart."""
LAYS = {"make": 1, "increase": 1, "reduce": -1}


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision that is worse on average than the best one, with its cost in cents."""

    round: int
    chosen: str
    best: str
    cost: float


@dataclass(slots=True)
class Played:
    """A round: the player's standing after it, in cents, and the amounts placed in it, by wager."""

    number: int
    stands: int = 0
    wagered: dict[str, int] = field(default_factory=dict)
    took_part: bool = False


class Sheet:
    """The rounds of one session."""

    def __init__(self, tied: Callable[[str], bool] = lambda kind: False) -> None:
        """Wagers `tied` to another are included in its price and not counted again."""
        self._tied = tied
        self.begins: int | None = None
        "The round in which the player sat down; if None, the first round recorded is used instead."
        self.now: int | None = None
        "The current round, which has no result yet."
        self.rounds: dict[int, Played] = {}
        self.mistakes: list[Mistake] = []
        self._held: dict[tuple[str, str], int] = {}

    def begin(self, round: int) -> None:
        """Start a new session when the player sits down."""
        self.begins = round
        self.rounds.clear()
        self.mistakes.clear()
        self._held = {}

    def hear(self, moment: MomentView, you: int) -> None:
        """Record a moment."""
        state = moment.state or {}
        seat = next((one for one in state.get("positions", ()) if one["number"] == you), None)
        if seat is None or not you:
            return
        mine = [wager for wager in state.get("wagers", ()) if wager["position"] == you]
        played = self.rounds.setdefault(moment.seq // STEPS_PER_ROUND, Played(moment.seq // STEPS_PER_ROUND))
        owed = _owed(state, you)
        played.stands = seat["rack"] + sum(wager["amount"] for wager in mine) - owed - seat.get("bought_in", 0)
        played.took_part |= bool(mine)
        self._note(moment.step, played, you)
        self._held = {(wager["kind"], wager.get("spot", "")): wager["amount"] for wager in mine}

    def _note(self, step: Mapping[str, object], played: Played, you: int) -> None:
        """Record wagers placed or taken down."""
        action = step.get("action")
        if step.get("step") != "Acted" or step.get("position") != you or not isinstance(action, Mapping):
            return
        verb, kind = str(action.get("verb")), str(action.get("wager", ""))
        amount = LAYS.get(verb, 0) * int(action.get("amount", 0))
        if verb == "remove":
            amount = -self._held.get((kind, str(action.get("spot", ""))), 0)
        if amount and not self._tied(kind):
            played.wagered[kind] = played.wagered.get(kind, 0) + amount

    @property
    def mine(self) -> list[Played]:
        """The finished rounds in which the player had a wager, in order."""
        return [one for number, one in sorted(self.rounds.items()) if one.took_part and self._over(number)]

    def _over(self, number: int) -> bool:
        return self.now is None or number < self.now

    def nets(self) -> dict[int, int]:
        """Return the result of each round; the first one recorded has none if earlier rounds are missing."""
        found: dict[int, int] = {}
        whole = self.begins is None or min(self.rounds, default=0) <= self.begins
        before = 0 if whole else None
        for number, one in sorted(self.rounds.items()):
            if one.took_part and before is not None and self._over(number):
                found[number] = one.stands - before
            before = one.stands
        return found

    def expected(self, report: PriceReport | None) -> dict[int, float]:
        """Return the expected standing after each round."""
        total, found = 0.0, {}
        for one in self.mine:
            for kind, amount in one.wagered.items():
                price = priced_with(report, kind)
                total -= amount * price.house_edge if price is not None else 0
            found[one.number] = total
        return found


def _owed(state: Mapping[str, Any], you: int) -> int:
    """Return marked vigorish, which is paid before the player leaves."""
    markers = [one for one in state.get("owed", ()) if isinstance(one, Mapping) and one.get("position") == you]
    return sum(one["amount"] for one in markers)


class Session:
    """The session on a page."""

    def __init__(self, sheet: Sheet, replay: str) -> None:
        self._sheet, self._replay = sheet, replay
        self._key: object = None
        self._content = written(Markup(), "div").classes("session")
        self.show(None)

    def show(self, report: PriceReport | None) -> None:
        """Update the session, with the expectation if the price is given."""
        sheet = self._sheet
        key = (sheet.nets(), len(sheet.mistakes), report is not None)
        if key != self._key:
            self._key = key
            self._content.set_content(session_markup(sheet, report, self._replay))


def session_markup(sheet: Sheet, report: PriceReport | None, replay: str) -> Markup:
    """Render the totals, the chart, mistakes, and the rounds with links to replay them."""
    nets, expected = sheet.nets(), sheet.expected(report)
    expected = {number: value for number, value in expected.items() if number in nets}
    if not nets:
        return el("p", "No rounds played yet. Rounds, results and mistakes will be listed here.", class_="quiet")
    last = max(nets)
    result = sum(nets.values())
    figures = {"Rounds": f"{len(nets):,}", "Result": signed(result)}
    if report is not None:
        figures["Expected"] = signed(round(expected[last]))
    cost = sum(one.cost for one in sheet.mistakes)
    figures["Mistakes"] = f"{len(sheet.mistakes)}, {dollars(round(cost))}" if sheet.mistakes else "none"
    return el(
        "div",
        el(
            "dl",
            [el("div", el("dt", name), el("dd", value)) for name, value in figures.items()],
            class_="session-figures",
        ),
        curve(nets, expected if report is not None else {}),
        el("ul", [_mistake(one) for one in sheet.mistakes[-5:]], class_="mistakes") if sheet.mistakes else None,
        el(
            "ol", [_round(number, nets[number], replay) for number in sorted(nets)[: -LISTED - 1 : -1]], class_="rounds"
        ),
    )


def _round(number: int, net: int, replay: str) -> Markup:
    kind = "good" if net > 0 else "dear" if net < 0 else "quiet"
    way = el("a", "Replay", href=f"{replay}?round={number + 1}", aria_label=f"Replay round {number + 1}")
    return el("li", el("span", f"Round {number + 1}"), el("b", signed(net), class_=kind), way)


def _mistake(one: Mistake) -> Markup:
    words = [word.replace("_", " ") for word in (one.chosen, one.best)]
    cost = dollars(max(round(one.cost), 1))
    return el("li", f"Round {one.round + 1}: {words[0]}, where {words[1]} was better by ", el("b", cost, class_="dear"))


def signed(amount: int) -> str:
    """Format a result with its sign.

    >>> signed(5_00), signed(-12_50), signed(0)
    ('+$5', '−$12.50', '$0')
    """
    return dollars(0) if not amount else f"{'+' if amount > 0 else '−'}{dollars(abs(amount))}"


def curve(nets: Mapping[int, int], expected: Mapping[int, float]) -> Markup:
    """Draw the player's standing after each round, and the expected one."""
    stands, total = [0.0], 0.0
    for number in sorted(nets):
        total += nets[number]
        stands.append(total)
    hoped = [0.0, *(expected[number] for number in sorted(expected))]
    low, high = min(*stands, *hoped, -1), max(*stands, *hoped, 1)

    def points(values: list[float]) -> str:
        step = WIDE / max(len(values) - 1, 1)
        return " ".join(
            f"{at * step:.1f},{HIGH - (value - low) / (high - low) * HIGH:.1f}" for at, value in enumerate(values)
        )

    zero = HIGH - (0 - low) / (high - low) * HIGH
    line = f'<line x1="0" x2="{WIDE}" y1="{zero:.1f}" y2="{zero:.1f}" stroke="{COLOURS["line"]}"/>'
    drawn = (
        f'<svg viewBox="-2 -4 {WIDE + 4} {HIGH + 8}" class="curve" role="img" aria-label="Your result by round,'
        f'  compared with the expected result">{line}'
        f'<polyline points="{points(stands)}" fill="none" stroke="{COLOURS["brass"]}" stroke-width="2"/>'
    )
    if len(hoped) > 1:
        drawn += f'<polyline points="{points(hoped)}" fill="none" stroke="{COLOURS["muted"]}" stroke-dasharray="4 4"/>'
    return Markup(drawn + "</svg>")
