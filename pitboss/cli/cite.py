"""`pitboss cite`: what a section provides, since when, and from which source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import Json, On, day_of, examples, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.chapter.reference import CitedProvision, Reference

NAME = "cite"
EXAMPLES = examples(
    "pitboss cite 1.4(e)", "pitboss cite 19:47-1.2(a)39", "pitboss cite 'N.J.A.C. 13:69F-1.12' --on 2012-03-19 --json"
)
Section = Annotated[
    str,
    typer.Argument(metavar="SECTION", help="A section or paragraph, such as 1.4(e) or 19:47-1.4.", show_default=False),
]


def command(
    section: Section,
    on: On = "",
    json: Json = False,
) -> None:
    """Show what a section provides, since when, and from which source."""
    from pitboss.chapter.reference import reference

    found = reference(section, day_of(on))
    if json:
        print_json(found)
        return
    from pitboss.cli.terminal import console

    show(console(), found)


def show(out: Console, found: Reference) -> None:
    from rich.text import Text

    from pitboss.cli.terminal import legend, marked, span, table

    out.print(Text.assemble((found.citation, "bold"), f"  {found.title}"))
    whole = f"section {found.section.partition('(')[0]} " if "(" in found.section else ""
    by = f" by {found.by}" if found.by else ""
    dating = next((f" ({one.note})" for one in found.titles if one.note and one.since == found.since), "")
    day = f"; as on {found.on}" if found.on else ""
    out.print(Text(f"{whole}{span(found.since, found.until)}{by}{dating}{day}", "dim"))
    if len(found.titles) > 1:
        out.print()
        titles = table("title", "in force", "editions")
        for title in found.titles:
            titles.add_row(
                marked(title.text, title.provenance), span(title.since, title.until), ", ".join(title.editions)
            )
        out.print(titles)
    if found.provisions:
        out.print()
        provisions = table("section", "provision", "in force", "place in rules.toml")
        for one in found.provisions:
            what = marked(one.name, provenance_of(one), "bold")
            if one.provides:
                what.append(f": {one.provides}")
            for had in one.formerly:
                what.append(f"\n{had.section} until {had.until}", "dim")
            if one.note:
                what.append(f"\n{one.note}", "dim")
            provisions.add_row(one.section, what, span(one.since, one.until), Text(f"{one.game}: {one.path}", "dim"))
        out.print(provisions)
    else:
        out.print("No installed game has data from this section.")
    for amendment in found.amendments:
        see = f" ({amendment.see})" if amendment.see else ""
        out.print(Text(f"{amendment.when} {amendment.rule}: {amendment.change}{see}", "dim"))
    used = [*map(provenance_of, found.provisions), *(title.provenance for title in found.titles)]
    if note := legend(used):
        out.print(note)
    for source in dict.fromkeys(one.source for one in found.provisions if one.source):
        out.print(Text(f"source: {source}", "dim"))


def provenance_of(one: CitedProvision) -> str:
    """Return the provenance, or "copy" for New Jersey text that is in none of our editions."""
    return "copy" if one.provenance == "text" and not one.in_editions else one.provenance
