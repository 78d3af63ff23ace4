"""The amendments of the subchapter, and its sources."""

from __future__ import annotations

from datetime import timedelta

from pitboss.chapter.contents import contents
from pitboss.chapter.rules import Rules
from pitboss.web.addresses import address
from pitboss.web.citations import rules_at
from pitboss.web.markup import Markup, el, join, table
from pitboss.web.rulebook.reading import Reading, table_row


def amendments_markup(found: Reading) -> Markup:
    game = found.rules.game.id
    rows = [
        table_row(
            ("In effect", one.when),
            ("Rule", one.rule),
            (
                "What changed",
                [
                    one.change,
                    " ",
                    el(
                        "a",
                        "compare",
                        href=address(
                            "/editions",
                            {"first": one.effective - timedelta(days=1), "second": one.effective, "game": game},
                        ),
                        aria_label=f"compare the day before {one.effective} with that day",
                    )
                    if one.effective > contents().first_day
                    else None,
                ],
            ),
            ("Sections", _sections_cited(one.sections, found)),
            ("See", one.see),
        )
        for one in found.rules.amendments
        if one.effective <= found.day
    ]
    return table(("In effect", "Rule", "What changed", "Sections", "See"), rows, "Amendments", "amendments")


def _sections_cited(sections: tuple[str, ...], found: Reading) -> Markup:
    """Render links to the sections that a rule changed; if there are many, only to the first and the last."""
    few = sections if len(sections) <= 4 else (sections[0], "…", sections[-1])
    return join((one if one == "…" else el("a", one, href=rules_at(one, found.link_day)) for one in few), " ")


def sources_markup(rules: Rules) -> Markup:
    rows = [el("div", el("dt", key), el("dd", text), class_="item") for key, text in rules.sources.items()]
    return el("dl", rows, class_="sources")
