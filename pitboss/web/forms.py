"""Plain HTML forms, so that passwords, tokens and codes are only sent in a POST body."""

from __future__ import annotations

from urllib.parse import parse_qs

from fastapi import Request, Response
from starlette.responses import RedirectResponse

from pitboss.web.markup import Inside, Markup, el


def door(title: str, to: str, trouble: str, fields: Inside) -> Markup:
    """Render a form with a heading and any error."""
    said = el("p", trouble, class_="form-trouble", role="alert") if trouble else None
    return el("section", el("h2", title), said, post_form(to, title, fields), class_="door")


def post_form(to: str, name: str, fields: Inside, class_: str = "press brass") -> Markup:
    """Render a form with a button."""
    return el("form", fields, el("button", name, class_=class_), action=to, method="post", class_="form")


def input_field(label: str, name: str, **more: object) -> Markup:
    """Render a labelled input."""
    return el("label", el("span", label), el("input", name_=name, **more), class_="field")


async def read_form(request: Request) -> dict[str, str]:
    """Return the fields of a submitted form."""
    try:
        text = (await request.body()).decode()
        return {name: values[-1] for name, values in parse_qs(text, max_num_fields=10).items()}
    except ValueError:
        return {}


def redirect(path: str) -> Response:
    """Send the browser to a page after handling a form."""
    return RedirectResponse(path, 303)
