"""Sections with their paragraphs: what each provides, and the data and steps that implement it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from pitboss.chapter.contents import Section, contents, section_of
from pitboss.chapter.paragraphs import BadParagraphs
from pitboss.chapter.rules import registered_games
from pitboss.traceability.trace import TracedParagraph, trace
from pitboss.web.citations import badge
from pitboss.web.markup import Markup, el, join
from pitboss.web.rulebook.reading import Reading

_SLUG = re.compile(r"[^\w().-]+")


def sections_of(found: Reading) -> tuple[Section, ...]:
    whole = contents().subchapter(found.rules.game.subchapter).on(found.day)
    return tuple(section for section in whole.sections if found.rules.game.holds(section.id)) if whole else ()


@cache
def paragraphs_of(game: str) -> tuple[TracedParagraph, ...]:
    """Return the paragraphs of a game's subchapter with their implementations; empty if they are not listed."""
    if game not in registered_games():
        return ()
    try:
        return trace(game, tests=False).paragraphs
    except BadParagraphs:
        return ()


def sections_markup(found: Reading, sections: Iterable[Section]) -> Markup:
    below: dict[str, list[TracedParagraph]] = {}
    for one in paragraphs_of(found.rules.game.id):
        below.setdefault(section_of(one.id.partition(" ")[0]), []).append(one)
    return el("div", [_section_markup(found, one, below.get(one.id, [])) for one in sections], class_="sections")


def _section_markup(found: Reading, section: Section, below: list[TracedParagraph]) -> Markup:
    title = section.titled(found.day)
    made = f" by {title.start.rule}" if title and title.start.rule else ""
    since = f"Title since {title.start.day}{made}." if title and title.start.day != found.rules.game.since else ""
    note = title.start.note if title else ""
    held = el("ol", [_paragraph_markup(found, one) for one in below], class_="paragraphs")
    count = f"{len(below)} paragraph{'' if len(below) == 1 else 's'}"
    return el(
        "article",
        el(
            "h3",
            el("a", section.id, href=f"#{section.id}", class_="number"),
            el(
                "span",
                section.title,
                [" ", badge(title.provenance)] if title and title.provenance != "text" else None,
            ),
        ),
        el("p", join((part for part in (since, note) if part), " "), class_="quiet") if since or note else None,
        el("details", el("summary", count), held) if below else None,
        id=section.id,
        class_="section item part" if not below else "section part",
    )


def anchor_of(paragraph: str) -> str:
    """Return a paragraph's anchor.

    >>> anchor_of("1.2(a)1i(2)"), anchor_of('1.1 "come out roll"')
    ('1.2(a)1i(2)', '1.1-come-out-roll')
    """
    return _SLUG.sub("-", paragraph).strip("-")


def _paragraph_markup(found: Reading, one: TracedParagraph) -> Markup:
    number, _, name = one.id.partition(" ")
    label = name.strip('"') or number.removeprefix(section_of(number)) or number
    where = [*(_data_link(found, path) for path in one.data), *_steps(one.steps)]
    return el(
        "li",
        el("a", label, href=f"#{anchor_of(one.id)}", class_="number"),
        el(
            "div",
            one.gist,
            " ",
            badge(one.provenance) if one.provenance != "text" else None,
            el("div", join(where, " · "), class_="where") if where else None,
            el("div", f"Not for software: {one.nothing}", class_="where") if one.nothing else None,
        ),
        # A section with a single paragraph is the anchor itself.
        id=None if one.id == section_of(number) else anchor_of(one.id),
        class_="item",
        data_find=one.citation,
    )


def _data_link(found: Reading, path: str) -> Markup:
    """Link to a provision on this page by its name; its path in rules.toml is shown on request."""
    kind, id = path.split(".")[:2]
    rules = found.rules
    names = {
        "wager": {one.id: one.name for one in rules.wagers.values()},
        "option": {one.id: one.name for one in rules.options.values()},
        "irregularity": {one.id: one.name for one in rules.irregularities.values()},
    }
    name = names.get("option" if kind == "pay_table" else kind, {}).get(id) or id.replace("_", " ")
    return el("a", name, " ", el("code", path, class_="ours"), href=f"#{'pay' if kind == 'pay_table' else kind}-{id}")


def _steps(steps: Sequence[str]) -> list[Markup]:
    """Render the round's steps, with file and line shown on request."""
    if not steps:
        return []
    codes = [el("code", step.rsplit("/", 1)[-1], class_="ours") for step in steps]
    text = "a step of the round" if len(steps) == 1 else f"{len(steps)} steps of the round"
    return [el("span", text, " ", join(codes, " "))]
