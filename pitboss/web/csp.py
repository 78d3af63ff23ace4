"""Nonces for page scripts, so that the content security policy needs no `unsafe-inline`.

The gate puts a fresh nonce into the scope of each request and into the policy of its response. NiceGUI's page template
is changed once, before any page is rendered, to give each of its own scripts the nonce. Text rendered into the template
later never gets it, so a script smuggled into a page does not run.

NiceGUI needs `unsafe-eval`: it sends event handlers and `run_javascript` as text that the browser evaluates
(`nicegui.js`: `eval(event.js_handler)`, `eval(code)`), and Vue compiles the pages' templates in the browser
(`new Function`). It needs `unsafe-inline` for styles, because Vue and Quasar write style attributes.
"""

from __future__ import annotations

import re

from jinja2 import DictLoader
from nicegui import client as nicegui_client
from nicegui import ui

from pitboss.floor.api.gate import NONCE

TEMPLATE = "index.html"
_MARK = f"<script nonce=\"{{{{ request.scope['{NONCE}'] }}}}\""


def use_nonces() -> None:
    """Give the scripts in NiceGUI's page template the request's nonce; calling it again does nothing."""
    environment = nicegui_client.templates.env
    assert environment.loader is not None
    source, *_ = environment.loader.get_source(environment, TEMPLATE)
    if NONCE not in source:
        environment.loader = DictLoader({TEMPLATE: re.sub(r"<script(?=[\s>])", lambda _: _MARK, source)})
        if environment.cache is not None:
            environment.cache.clear()


def inline_script(code: str) -> str:
    """A script in the page itself, with the request's nonce."""
    nonce = ui.context.client.request.scope.get(NONCE, "")
    return f'<script nonce="{nonce}">{code}</script>'
