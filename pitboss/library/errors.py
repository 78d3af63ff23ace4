"""How errors are worded for those who made a request."""

from __future__ import annotations


def one_line(error: ValueError) -> str:
    """Return the error, with what is permitted instead, in one line."""
    findings = [one for one in getattr(error, "findings", ()) if one.severity == "breach"]
    if findings:
        lines = [f"{one.wrong}; permitted: {one.permitted} ({one.citation})" for one in findings]
    else:
        lines = str(error).splitlines()
    return " · ".join(line.strip() for line in lines if line.strip())


__all__ = ["one_line"]
