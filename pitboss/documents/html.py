"""A document as one self-contained HTML page, with a print style."""

from __future__ import annotations

from html import escape

from pitboss.documents.document import (
    Block,
    Columns,
    Document,
    Grid,
    Heading,
    Listed,
    Pairs,
    Picture,
    Signatures,
    Text,
)
from pitboss.documents.files import MARK

_STYLE = """
:root { --green: #14432f; --grey: #5b6660; --line: #c9d1cc; }
* { box-sizing: border-box; }
body { margin: 0; background: #eef1ef; color: #1a1f1c; font: 16px/1.5 Georgia, "Libertinus Serif", serif; }
main { max-width: 54rem; margin: 2rem auto; padding: 3rem; background: white; border-top: 6px solid var(--green); }
main.leaflet { max-width: 78rem; } main.leaflet .body { columns: 22rem; column-gap: 2.5rem; }
main.sign { text-align: center; max-width: 64rem; }
.overline { color: var(--grey); text-transform: uppercase; letter-spacing: .06em; font-size: .85rem; margin: 0; }
h1, h2, h3 { color: var(--green); line-height: 1.2; } h1 { font-size: 2.3rem; margin: .2rem 0; }
h2 { font-size: 1.35rem; margin: 2rem 0 .6rem; break-after: avoid; } h3 { font-size: 1.08rem; margin: 1.3rem 0 .4rem; }
.subtitle { font-size: 1.15rem; margin: 0 0 1rem; }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .25rem 1.2rem; margin: 1rem 0; }
dt { color: var(--grey); } dd { margin: 0; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .92rem; margin: .8rem 0; }
th { text-align: left; border-bottom: 2px solid var(--green); } td, th { padding: .25rem .6rem .25rem 0; }
td { border-bottom: 1px solid var(--line); vertical-align: top; } .figure { text-align: right; }
td.figure { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.lead { font-size: 1.12rem; } .quiet { color: var(--grey); font-size: .9rem; } .strong { font-weight: bold; }
.warning { background: #fbeeea; border-left: 3px solid #a33; padding: .5rem .8rem; }
figure { margin: 1.2rem 0; text-align: center; } figure svg { max-width: 100%; height: auto; }
figcaption { color: var(--grey); font-size: .9rem; }
.signatures { display: grid; grid-template-columns: 1fr 1fr; gap: 3.5rem 2.5rem; margin-top: 4rem; }
.signatures div { border-top: 1px solid; padding-top: .2rem; font-size: .9rem; }
.large { display: flex; justify-content: center; gap: 4rem; margin: 1.2rem 0; text-align: center; }
.large b { display: block; font-size: 3rem; line-height: 1.2; }
footer { color: var(--grey); font-size: .8rem; margin-top: 2.5rem; border-top: 1px solid var(--line); }
@media print { body { background: none; } main { margin: 0; padding: 0; border: 0; max-width: none; }
  table, figure, .signatures { break-inside: avoid; } }
@media (max-width: 40rem) { main { padding: 1.2rem; margin: 0; } dl { grid-template-columns: 1fr; } }
"""


def html(document: Document) -> str:
    """Render the document as a complete page."""
    mark = f'<meta name="keywords" content="{MARK}{document.digest}">' if document.digest else ""
    overline = f'<p class="overline">{escape(document.overline)}</p>' if document.overline else ""
    subtitle = f'<p class="subtitle">{escape(document.subtitle)}</p>' if document.subtitle else ""
    body = "".join(_numbered(document))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">{mark}'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(document.title)}</title>'
        f'<style>{_STYLE}</style></head><body><main class="{document.form}"><header>{overline}'
        f"<h1>{escape(document.title)}</h1>{subtitle}{_pairs(document.stamp)}</header>"
        f'<div class="body">{body}</div><footer><p>{escape(document.foot)}</p></footer></main></body></html>\n'
    )


def fragment(document: Document) -> str:
    """Render only the blocks, for a page with its own header."""
    return "".join(_numbered(document))


def _numbered(document: Document) -> list[str]:
    """Render the blocks, numbering the chapters of a report as on paper."""
    number, rendered = 0, []
    for block in document.blocks:
        if isinstance(block, Heading) and block.level == 1 and document.form == "report":
            number += 1
            rendered.append(f"<h2>{number} {escape(block.text)}</h2>")
        else:
            rendered.append(_block(block))
    return rendered


def _block(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"<h{level + 1}>{escape(text)}</h{level + 1}>"
        case Text(text, weight):
            return f'<p class="{weight}">{escape(text)}</p>' if weight else f"<p>{escape(text)}</p>"
        case Listed(items, numbered):
            inside = "".join(f"<li>{escape(item)}</li>" for item in items)
            return f"<ol>{inside}</ol>" if numbered else f"<ul>{inside}</ul>"
        case Pairs(rows):
            return _pairs(rows)
        case Grid():
            return _grid(block)
        case Picture(svg, caption, share):
            figcaption = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
            return f'<figure style="width:{share}%;margin-inline:auto">{svg}{figcaption}</figure>'
        case Signatures(who):
            lines = "".join(f"<div>{escape(one)} · date</div>" for one in who)
            return f'<div class="signatures">{lines}</div>'
        case Columns(rows):
            inside = "".join(f"<div>{escape(name)}<b>{escape(figure)}</b></div>" for name, figure in rows)
            return f'<div class="large">{inside}</div>'


def _pairs(rows: tuple[tuple[str, str], ...]) -> str:
    inside = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in rows)
    return f"<dl>{inside}</dl>" if rows else ""


def _grid(grid: Grid) -> str:
    def cells(tag: str, row: tuple[str, ...]) -> str:
        row_cells = (
            f'<{tag} class="figure">{escape(cell)}</{tag}>' if at in grid.right else f"<{tag}>{escape(cell)}</{tag}>"
            for at, cell in enumerate(row)
        )
        return f"<tr>{''.join(row_cells)}</tr>"

    body = "".join(cells("td", row) for row in grid.rows)
    caption = f'<p class="quiet">{escape(grid.caption)}</p>' if grid.caption else ""
    head = cells("th", grid.columns)
    return f'<div class="scroll"><table><thead>{head}</thead><tbody>{body}</tbody></table></div>{caption}'
