"""The reading rooms on an application of their own, without a floor: what `served` starts for their tests."""

import argparse

import uvicorn
from fastapi import FastAPI
from nicegui import ui

from pitboss.web import pages, theme


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("serve")
    words.add_argument("--port", type=int)
    words.add_argument("--folder")
    words.add_argument("--no-browser", action="store_true")
    asked = words.parse_args()
    pages.reading_rooms()
    app = FastAPI()
    ui.run_with(app, show_welcome_message=False, **theme.LOOK)
    uvicorn.run(app, host="127.0.0.1", port=asked.port, log_level="warning")


if __name__ == "__main__":
    main()
