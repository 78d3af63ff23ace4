"""The reference pages as a separate application without a floor, which `served` starts for their tests."""

import argparse

import uvicorn
from fastapi import FastAPI
from nicegui import ui

from pitboss.floor.api.gate import Gate
from pitboss.floor.api.limits import NO_LIMITS, Limits
from pitboss.web import pages, theme


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("serve")
    words.add_argument("--port", type=int)
    words.add_argument("--folder")
    words.add_argument("--no-browser", action="store_true")
    asked = words.parse_args()
    pages.register_reference_pages()
    app = FastAPI()
    app.add_middleware(Gate, limits=Limits(NO_LIMITS))  # a client may leave before its page is built
    ui.run_with(app, show_welcome_message=False, **theme.LOOK)
    uvicorn.run(app, host="127.0.0.1", port=asked.port, log_level="warning")


if __name__ == "__main__":
    main()
