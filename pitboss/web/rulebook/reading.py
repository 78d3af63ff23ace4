"""The request of a rules page, and the cells common to all provisions: name, section, dates."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from pitboss.chapter.in_force import GameInForce
from pitboss.chapter.rules import Dated, Provision, Rules
from pitboss.web.citations import citation, in_force
from pitboss.web.markup import Markup, el


@dataclass(frozen=True, slots=True)
class Reading:
    """The subject of a rules page: a game, a date, and whether the date was requested or is today."""

    rules: Rules
    day: date
    asked: bool

    @property
    def game(self) -> GameInForce:
        return GameInForce(self.rules, self.day)

    @property
    def link_day(self) -> date | None:
        """The date for links to other pages, or None for today."""
        return self.day if self.asked else None

    def cite(self, provision: Provision | str) -> Markup:
        section = provision if isinstance(provision, str) else provision.section
        return citation(section, self.day, self.link_day)

    def dates(self, dated: Dated) -> Markup | None:
        return in_force(dated, self.rules.game.since)


def table_row(*cells: tuple[str, object], id: str | None = None) -> Markup:
    """Render a table row; on phones every cell is shown under its column's name."""
    (_, first), *rest = cells
    return el(
        "tr",
        el("th", first, scope="row"),
        [el("td", el("div", inside) if inside else None, data_label=label) for label, inside in rest],
        id=id,
        class_="item",
    )


def note_markup(text: str) -> Markup | None:
    return el("p", text, class_="note") if text else None


def named_markup(name: str, id: str, kind: str) -> Markup:
    own = el("a", name, href=f"#{kind}-{id}", class_="name")
    return el("span", own, [" ", el("code", id, class_="ours")] if name != id else None)


def standing_markup(found: Reading, provision: Provision) -> Markup:
    """Render a provision's section, and the date it came into force."""
    return el("div", found.cite(provision), el("div", found.dates(provision)))
