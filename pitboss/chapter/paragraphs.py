"""The paragraphs of a subchapter, as listed in a `paragraphs.toml`.

Each game has the file next to its `rules.toml`; subchapter 8, which is not a game, has it in this folder. A paragraph
is identified by its number, such as 1.2(a)1i(2). If no text held gives the number, it has its section and a name of our
own making: 1.9 "dice stacked".
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from pitboss.chapter.contents import contents, section_of
from pitboss.chapter.lines import line_of
from pitboss.chapter.rules import Header, Provenance, Rules, all_games, registered_games, rules_of

SHEET = "sheet"
ALL_GAMES_FILE = "all_games_paragraphs.toml"
_ID = re.compile(r'([^\s"]+)(?: "([^",]+)")?')


class BadParagraphs(ValueError):
    """A paragraphs.toml that cannot be used; every line of the message names the file, the line and the problem."""


class Paragraph(BaseModel):
    """A paragraph listed in `paragraphs.toml`; `nothing` says why it, or the rest of it, is not for software."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    gist: str = Field(min_length=1, max_length=200)
    source: str
    provenance: Provenance = "reconstructed"
    data: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    nothing: str | None = Field(default=None, min_length=1)

    @property
    def section(self) -> str:
        """The section or number, which code can cite.

        >>> one = Paragraph(id='1.1 "come point"', gist="a point of a come bet", source="2008", data=["fact.points"])
        >>> one.section, one.name
        ('1.1', 'come point')
        """
        return self.id.partition(" ")[0]

    @property
    def name(self) -> str:
        """The name used instead of a number; empty for a numbered paragraph."""
        return self.id.partition(" ")[2].strip('"')

    @field_validator("id")
    @classmethod
    def _cited(cls, id: str) -> str:
        if not _ID.fullmatch(id):
            raise ValueError(
                f"""{id} must be a number, like 1.2(a)1i, or a section and a name, like 1.1 "come point\""""
            )
        contents().section(section_of(id.partition(" ")[0]))
        return id

    @field_validator("source")
    @classmethod
    def _held(cls, source: str) -> str:
        if source != SHEET:
            contents().edition(source)
        return source

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, given: object) -> object:
        """Set the provenance to "text" for a paragraph from an edition."""
        if isinstance(given, dict) and given.get("source") != SHEET:
            return {"provenance": "text", **given}
        return given

    @model_validator(mode="after")
    def _answerable(self) -> Paragraph:
        if self.source != SHEET and self.provenance != "text":
            raise ValueError(
                f"a paragraph from the text of {self.source} has the provenance text, not {self.provenance}"
            )
        if not self.name and (self.data or self.steps):
            raise ValueError(
                "a paragraph with a number is found by its citations; data and steps are for one with a name"
            )
        return self


@dataclass(frozen=True, slots=True)
class TextFile:
    """A text file's path and contents."""

    path: str
    text: str

    def at(self, path: Sequence[str | int]) -> str:
        """Return the file and line of a TOML key."""
        return f"{self.path}:{line_of(self.text, path)}"


def read_paragraphs(file: TextFile, game: Header) -> tuple[Paragraph, ...]:
    """Parse and check the text of a paragraphs.toml."""

    class Listing(BaseModel):
        model_config = ConfigDict(extra="forbid")
        paragraph: tuple[Paragraph, ...]

    try:
        listed = Listing.model_validate(tomllib.loads(file.text)).paragraph
    except tomllib.TOMLDecodeError as error:
        raise BadParagraphs(f"{file.path}: {error}") from None
    except ValidationError as error:
        raise BadParagraphs(
            "\n".join(
                f"{file.at(problem['loc'])}: {'.'.join(map(str, problem['loc']))}: {problem['msg']}"
                for problem in error.errors()
            )
        ) from None
    problems: list[str] = []
    seen: dict[str, int] = {}
    for number, one in enumerate(listed):
        at = file.at(("paragraph", number, "id"))
        if not game.holds(one.section):
            where = "sections" if game.sections else "subchapter"
            problems.append(f"{at}: {one.id} is not in {where} {game.home}")
        if seen.setdefault(one.id, number) != number:
            problems.append(f"{at}: {one.id} is listed twice")
    if problems:
        raise BadParagraphs("\n".join(problems))
    return listed


@cache
def game_paragraphs(game: str) -> tuple[Paragraph, ...]:
    """Return the paragraphs for a registered game or "all-games"; empty if there is no file."""
    rules = all_games() if game == all_games().game.id else rules_of(game)
    file = paragraphs_file(game)
    return read_paragraphs(file, rules.game) if file else ()


def paragraphs_file(game: str) -> TextFile | None:
    """Return the paragraphs.toml for a registered game or "all-games", or None."""
    package, name = (
        ("pitboss.chapter", ALL_GAMES_FILE)
        if game == all_games().game.id
        else (registered_games()[game], "paragraphs.toml")
    )
    held = files(package) / name
    return TextFile(f"{package.replace('.', '/')}/{name}", held.read_text("utf-8")) if held.is_file() else None


def text_day(rules: Rules) -> date:
    """Return the day whose numbers a paragraphs.toml uses, taken from the edition held in full or else the latest."""
    editions = contents()
    return (editions.edition(rules.game.text) if rules.game.text else editions.editions[-1]).shows
