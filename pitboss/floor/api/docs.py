"""The API documentation: a plain page generated from the OpenAPI description, without external resources."""

from __future__ import annotations

import json
from html import escape
from typing import Any

_STYLE = """
body { background: #131110; color: #f4ecdc; font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem;
       padding: 1rem; }
h1, h2 { font-weight: 600; } h2 { margin: 2rem 0 0; text-transform: capitalize; } a { color: #d9b46c; }
details { border-top: 1px solid #3d352c; padding: .5rem 0; } summary { cursor: pointer; }
summary code { color: #d9b46c; } pre { background: #1c1917; overflow: auto; padding: .75rem; white-space: pre-wrap; }
p { margin: .5rem 0; }
"""


def page(described: dict[str, Any]) -> str:
    """The HTML page for an OpenAPI description."""
    about = "".join(f"<p>{_marked(part)}</p>" for part in described["info"]["description"].strip().split("\n\n"))
    parts: dict[str, list[str]] = {}
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            parts.setdefault(operation["tags"][0], []).append(_operation(method, path, operation))
    sections = "".join(f"<h2>{escape(name)}</h2>{''.join(made)}" for name, made in parts.items())
    schemas = "".join(
        f'<details id="{escape(name)}"><summary><code>{escape(name)}</code></summary>{_json(schema)}</details>'
        for name, schema in sorted(described["components"]["schemas"].items())
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The API · Pitboss</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head><body>'
        f"<h1>The API</h1>{about}<p>As data: <a href='openapi.json'>openapi.json</a></p>"
        f"{sections}<h2>Forms</h2>{schemas}</body></html>"
    )


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    name = f"{method.upper()} {path}"
    parts = [f"<p>{escape(operation.get('description', ''))}</p>"]
    if parameters := operation.get("parameters"):
        parts.append(_json({one["name"]: f"{one['in']}: {one.get('description', '')}" for one in parameters}))
    for what, held in (("Body", operation.get("requestBody", {})), ("Answer", _answer(operation))):
        for kind, form in held.get("content", {}).items():
            parts.append(f"<p>{what}, {escape(kind)}</p>{_json(form.get('schema', {}))}")
    return f"<details><summary><code>{escape(name)}</code></summary>{''.join(parts)}</details>"


def _answer(operation: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = next((one for status, one in operation["responses"].items() if status[0] == "2"), {})
    return found


def _json(data: Any) -> str:
    return f"<pre>{escape(json.dumps(data, indent=2, ensure_ascii=False))}</pre>"


def _marked(text: str) -> str:
    """Escaped text with `code` marked up as code."""
    return "".join(
        f"<code>{escape(part)}</code>" if place % 2 else escape(part) for place, part in enumerate(text.split("`"))
    )
