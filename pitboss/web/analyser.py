"""The hand analyser on a game's price page: enter cards, get the best decision and the value of each choice.

The analysis is done by `library.hands`, off the event loop; this module handles input and output.
"""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from pitboss.chapter.layout import Layout
from pitboss.library.hands import Answered, Question, analyse, questions_in, starting_hands
from pitboss.pricing.entry import pricing_of
from pitboss.table.setting import HOUSE_WAY, Setting
from pitboss.web.live.buttons import button
from pitboss.web.markup import Markup, el
from pitboss.web.theme import written
from pitboss.web.work import computed

LONGEST = 60
SETTINGS = 8
"""The maximum number of settings to show for a hand, best first; there may be a hundred."""


def can_analyse(layout: Layout) -> bool:
    """Whether a game has decisions and gives advice on them."""
    return "advice" in pricing_of(layout).gives


class Analyser:
    """One browser's analyser. `layout` returns the table with its current choices."""

    def __init__(self, layout: Callable[[], Layout]) -> None:
        self._layout = layout
        self._examples: list[Question] = []
        self._part = ui.element("section").classes("analyser").props('aria-label="A hand"')
        self._part.set_visibility(False)
        with self._part:
            written(el("h2", "What to do with a hand"))
            self._about = ui.label().classes("quiet")
            with ui.element("div").classes("controls analyser-in"):
                self._own = self._box("Your cards", "Ks 7d")
                self._shown = self._box("Face-up cards", "none")
                button("Analyse", self._analyse, classes="brass small")
            self._kinds = ui.element("div").classes("chips")
            self._result = ui.element("div").classes("analysed").props('role="status" aria-live="polite"')
            self._chart = ui.element("div").classes("starting")

    def _box(self, label: str, hint: str) -> ui.input:
        box = ui.input(label, placeholder=hint).props(f"outlined dense stack-label maxlength={LONGEST}")
        box.on("keydown.enter", self._analyse)
        return box.classes("hand-cards")

    async def show(self) -> None:
        """Show an example of each kind of decision, and for hold 'em games the chart of starting hands."""
        layout = self._layout()
        self._examples = list(await computed(None, questions_in, layout))
        self._part.set_visibility(bool(self._examples))
        tiles = any(question.of_tiles for question in self._examples)
        how = (
            "Write tiles as the spots of their two ends: 6-6, 1-3." if tiles else "Write cards like this: Ks, 10d, A♥."
        )
        self._about.set_text(f"{how} An example of each kind:")
        for box, label in ((self._own, "Your cards"), (self._shown, "Face-up cards")):
            box.props["label"] = label.replace("cards", "tiles").replace("Cards", "Tiles") if tiles else label
        self._shown.set_visibility(any(question.shown for question in self._examples))
        self._kinds.clear()
        with self._kinds:
            for question in self._examples:
                with ui.element("button").classes("chip").props("type=button") as chip:
                    ui.label(_card_counts(question))
                chip.on("click", _bound(self._example, question))
        if self._examples and not self._own.value and not self._shown.value:
            self._fill(self._examples[0])
        found = await computed(None, starting_hands, layout)
        self._chart.clear()
        if found:
            with self._chart:
                written(starting_markup(found))

    def _fill(self, question: Question) -> None:
        self._own.value = " ".join(map(str, question.own))
        self._shown.value = " ".join(map(str, question.shown))

    async def _example(self, question: Question) -> None:
        self._fill(question)
        await self._analyse()

    async def _analyse(self) -> None:
        own, shown = (self._own.value or "")[:LONGEST], (self._shown.value or "")[:LONGEST]
        self._tell(el("p", "Calculating…", class_="quiet"))
        try:
            layout = self._layout()
            found = await computed(None, analyse, layout, own, shown)
        except ValueError as no:
            self._tell(el("p", str(no), class_="form-trouble"))
            return
        self._tell(el("div", [answered_markup(one) for one in found]))

    def _tell(self, markup: Markup) -> None:
        self._result.clear()
        with self._result:
            written(markup)


def answered_markup(one: Answered) -> Markup:
    """Render the answer to a question: the best choice, the value of each, and the cost compared with the best."""
    head = " ".join(card.pretty for card in one.question.own)
    shown = " ".join(card.pretty for card in one.question.shown)
    asked = " ".join(filter(None, [head, f"with {shown}" if head and shown else shown]))
    before = _before(one.question)
    best = _choice(one, one.best) if one.best else "any: it makes no difference"
    return el(
        "article",
        el("p", el("b", f"{asked}{before}: "), el("b", best, class_="good")),
        _worth_markup(one) if one.worth else None,
    )


def _before(question: Question) -> str:
    """Describe the context of a decision: the earlier choice, or the player's role.

    >>> [_before(Question((), (), (), before)) for before in ((), ("",), ("check",), ("banker",))]
    ['', '', ', after check', ', as the banker']
    """
    words = _words(" ".join(question.before))
    return f", as the {words}" if words in ("bank", "banker", "player") else f", after {words}" if words else ""


def _choice(one: Answered, choice: str) -> str:
    """Describe a choice; for a setting, list the cards of each hand."""
    if not one.question.sets or choice not in Setting(one.question.sets).choices:
        return _words(choice)
    return Setting(one.question.sets).describe(choice, one.question.own)


def _worth_markup(one: Answered) -> Markup:
    most = max(one.worth.values())
    # Best first; among equal values, the one named in the answer first.
    ranked = sorted(one.worth.items(), key=lambda item: (-item[1], item[0] != one.best))
    if one.question.sets:
        ranked = [item for place, item in enumerate(ranked) if place < SETTINGS or item[0] == HOUSE_WAY]
    rows = [
        el(
            "tr",
            el("th", _choice(one, choice), scope="row"),
            el("td", _signed(value)),
            el("td", f"costs {most - value:.4f}" if most - value > 0.00005 else ""),
            class_="picked" if choice == one.best else None,
        )
        for choice, value in ranked
    ]
    head = [el("th", name, scope="col") for name in ("Choice", "Average result", "Compared with the best")]
    return el(
        "table",
        el("caption", "The value of each choice, per unit of the first wager", class_="unseen"),
        el("thead", el("tr", head)),
        el("tbody", rows),
        class_="sheet figures worths",
    )


def starting_markup(rows: list[list[tuple[str, str]]]) -> Markup:
    """Render the 169 starting hands as a square: pairs on the diagonal, suited above, offsuit below."""
    kinds = list(dict.fromkeys(choice for row in rows for _, choice in row))
    cells = [
        el(
            "tr",
            [el("td", hand, class_=f"first first-{kinds.index(choice)}", title=_words(choice)) for hand, choice in row],
        )
        for row in rows
    ]
    legend = [
        el("li", el("span", "  ", class_=f"first first-{number}"), f" {_words(kind)}")
        for number, kind in enumerate(kinds)
    ]
    return el(
        "div",
        el("h3", "The first two cards"),
        el("ul", legend, class_="legend"),
        el(
            "div",
            el(
                "table",
                el("caption", "The best choice for each starting hand: s suited, o offsuit", class_="unseen"),
                el("tbody", cells),
                class_="starting-hands",
            ),
            class_="scrolls",
            tabindex="0",
            role="region",
            aria_label="Starting hands",
        ),
    )


def _card_counts(question: Question) -> str:
    """Describe the number of cards on which a decision is based.

    >>> _card_counts(Question((), (), ("a",))), _card_counts(Question(("x",), ("y", "z"), ("a",)))
    ('no cards', '1 card and 2 open')
    """
    own, shown = question.pattern
    piece = "tile" if question.of_tiles else "card"
    counts = [f"{own} {piece}{'s' if own > 1 else ''}" if own else "", f"{shown} open" if shown else ""]
    return " and ".join(filter(None, counts)) or "no cards"


def _words(choice: str) -> str:
    return choice.replace("_", " ")


def _signed(value: float) -> str:
    return f"{value:+.4f}".replace("-", "−")


def _bound(do: Callable[[Question], object], value: Question) -> Callable[[], object]:
    return lambda: do(value)
