"""Citations and provenance of provisions on a page."""

from __future__ import annotations

from datetime import date
from functools import cache

from pitboss.chapter.contents import cite, contents, section_of
from pitboss.chapter.rules import Dated, Header, Provenance, Provision, Rules, all_games, registered_games, rules_of
from pitboss.web.addresses import address
from pitboss.web.markup import Markup, el, join

MEANS: dict[Provenance, str] = {
    "text": "the text of an edition",
    "sister": "another regulator's rule for the same game",
    "published": "a published rule card or textbook",
    "reconstructed": "no text was found; our best reading",
}


@cache
def _home() -> dict[str, str]:
    """Map subchapters and shared sections to the game whose rules page has them.

    Subchapter 8 belongs to all games, whichever games cite it.
    """
    heads = [rules_of(game).game for game in registered_games()]
    homes = {place: head.id for head in heads for place in (*head.sections, head.subchapter)}
    return homes | {head.subchapter: head.id for head in heads if not head.sections} | {"8": all_games().game.id}


def rules_at(section: str, day: date | None) -> str:
    """Return the rules page for a section; for a game that is not installed, its place in the contents."""
    subchapter = section.partition(".")[0]
    whole = section_of(section) if "." in section else subchapter
    if (game := _home().get(whole) or _home().get(subchapter)) is None:
        return address("/editions", at=f"subchapter-{subchapter}")
    return address(f"/rules/{game}", {"on": day}, at=section)


def printed(section: str, day: date) -> str:
    """Cite a section as of a given date, or of its first day if that is later.

    >>> printed("1.12", date(2008, 6, 1)), printed("1.4(b)", date(2008, 6, 1)), printed("1", date(2020, 1, 1))
    ('N.J.A.C. 13:69F-1.12', 'N.J.A.C. 19:47-1.4(b)', 'N.J.A.C. 13:69F-1')
    """
    if "." not in section:
        return f"N.J.A.C. {contents().prefix(day)}-{section}"
    return cite(section, max(day, contents().section(section_of(section)).since))


def stands(game: Header, day: date) -> str:
    """Cite a game's place in the regulation as of a date."""
    return f"N.J.A.C. {contents().prefix(day)}-{game.home}"


def citation(section: str, day: date, link_day: date | None = None) -> Markup:
    """Render sections as links; `link_day` is the date of the linked page."""
    return join(
        (
            el(
                "a",
                printed(one, day).removeprefix("N.J.A.C. "),
                href=rules_at(one, link_day),
                title=printed(one, day),
                class_="cite",
            )
            for one in section.split(", ")
        ),
    )


def badge(provenance: Provenance, source: str = "") -> Markup:
    """Render a provenance badge with the source in its tooltip."""
    means = f"{MEANS[provenance]}{f': {source}' if source else ''}"
    return el("span", provenance, class_=f"badge badge-{provenance}", title=means)


def known_by(rules: Rules, provision: Provision) -> Markup:
    """Render the provenance of a provision."""
    return badge(provision.provenance, rules.sources.get(provision.source, ""))


def in_force(dated: Dated, whole: date | None = None) -> Markup | None:
    """Render when something came into and went out of force, and by which rule; None if its dates are those of the
    whole."""
    since = f"since {dated.since}" if dated.since and dated.since != whole else None
    until = f"until {dated.until}" if dated.until else None
    if not (since or until):
        return None
    parts = [part for part in (since, until, f"by {dated.by}" if dated.by else None) if part]
    return el("span", join((el("span", part) for part in parts), " "), class_="dates")
