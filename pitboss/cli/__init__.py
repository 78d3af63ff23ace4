"""The command line. Each verb of Pitboss is a small module of its own.

1. A command parses its arguments, calls the library and prints the result: as a table, or with `--json` as the typed
   model and nothing else on standard output.
2. Refusals are printed in one line on standard error. Exit codes: 0 success, 1 findings, 2 bad input.
3. Nothing slow is imported before a command runs: `pitboss --help` must be instant.
4. The work is done by the library; this package handles only arguments and output (`terminal`, `progress`).

The only public name is `main`, the program.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any


def main(args: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    from pitboss.cli.app import ClickError, app

    try:
        code = app(args=args, prog_name="pitboss", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except ClickError as error:
        problem = invalid_value(error) or (error.format_message() if hasattr(error, "format_message") else str(error))
    except OSError as error:
        problem = f"{error.filename}: {error.strerror}" if error.filename else str(error)
    except ValueError as error:
        from pitboss.library.errors import one_line

        problem = one_line(error)
    print(f"pitboss: {problem}", file=sys.stderr)
    return 2


_MUST_BE = {
    "int_parsing": "an integer",
    "int_from_float": "an integer",
    "int_parsing_size": "an integer with fewer digits",
    "float_parsing": "a number",
    "greater_than_equal": "{ge} or more",
    "less_than_equal": "{le} or less",
}
"""The requirement that a value failed, by pydantic's error type."""


def invalid_value(error: Exception) -> str:
    """Return the message about an argument with an invalid value, or "" for any other error."""
    problems: list[dict[str, Any]] = getattr(error.__context__, "errors", list)()
    if not problems or problems[0]["type"] not in _MUST_BE:
        return ""
    problem = problems[0]
    names = getattr(getattr(error, "param", None), "opts", [])
    allowed = _MUST_BE[problem["type"]].format(**problem.get("ctx", {}))
    return f"{' '.join([*names[:1], repr(problem['input'])])}: must be {allowed}"


__all__ = ["main"]
