"""How the server writes its log: as lines for people, or as one JSON object per line for a log collector."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class JsonLines(logging.Formatter):
    """Formats a record as one line of JSON: time (UTC), level, logger, message, and a traceback if there is one.

    >>> record = logging.LogRecord("pitboss.floor", logging.WARNING, "", 0, "table %s", (3,), None)
    >>> json.loads(JsonLines().format(record))["message"]
    'table 3'
    """

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def configure(format: str) -> None:
    """Write warnings and errors to standard error, as `text` or `json`."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if format == "json" else logging.Formatter(TEXT))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
