"""Records what mutation testing has proven, in one file per game, for `pitboss trace`.

For each paragraph a file lists how many mutations were tried, how many were detected by a test named for it, and one
such test. The proof is valid as long as a test of that name exists; after changing a rule or its test, run `make
mutation` again. A digest of the mutations and of the tests shows if that was forgotten.
"""

from __future__ import annotations

import ast
import copy
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from .data import changes_of
from .steps import statement_at
from .trial import ROOT, golden, run_id

HERE = Path(__file__).parent / "proven"
PROCEDURE = Path(__file__).parent / "procedure.toml"
HEAD = """\
# Made by `make mutation GAME={game}`: for each paragraph, how many ways of breaking it were tried, how many a test
# named for it found, and one such test. `pitboss trace` shows a tick only with such a test.
"""
Found = tuple[Mapping[str, str], Sequence[str]]
"""A paragraph's detected mutations, each with the test that detected it, and its undetected ones."""


def keep(
    game: str,
    tests: Mapping[str, Sequence[str]],
    outcomes: Mapping[str, Found],
    digests: Mapping[str, str],
    quick: bool = False,
    folder: Path = HERE,
) -> None:
    """Replace old results with new ones; `tests` are those of all existing paragraphs.

    `quick` means that a paragraph's mutations stopped at the first detection.
    """
    found = proven(game, folder)
    for id, (killed, survived) in outcomes.items():
        found[id] = _said(tests[id], killed, survived) | {"digest": digests[id], "quick": quick}
    folder.mkdir(exist_ok=True)
    lines = "".join(_line(id, found[id]) for id in tests if id in found)
    (folder / f"{game}.toml").write_text(HEAD.format(game=game) + lines, "utf-8")


def proven(game: str, folder: Path = HERE) -> dict[str, Any]:
    """Return the recorded results."""
    file = folder / f"{game}.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def digest(rules: str, paragraph: Mapping[str, Any]) -> str:
    """Return a digest of a paragraph's mutations and of the tests named for it.

    `rules` is the text of the game's rules.toml. Comments, docstrings, line numbers and wording do not count, nor does
    the text of a golden playthrough: a sentence can be rewritten without trying the paragraph again.
    """
    return sha256("\n".join(_digested(rules, paragraph)).encode()).hexdigest()[:16]


def _digested(rules: str, paragraph: Mapping[str, Any]) -> Iterator[str]:
    raw, section = _rules(rules), paragraph["id"].partition(" ")[0]
    for path in paragraph["data"]:
        yield from (f"{path} {words}" for words in changes_of(raw, path, section))
    for step in paragraph["steps"]:
        file, _, line = step.rpartition(":")
        yield f"{file} {_source(statement_at(_parsed(file), int(line)))}"
    for test in paragraph["tests"] or ():
        file, _, name = test.partition("::")
        yield test
        if name:
            yield _functions(file).get(name.rpartition("::")[2], "")
        elif file.endswith(".script"):
            yield _text(file)


@cache
def _rules(text: str) -> dict[str, Any]:
    return tomllib.loads(text, parse_float=Decimal)


@cache
def _text(file: str) -> str:
    return (ROOT / file).read_text("utf-8")


@cache
def _parsed(file: str) -> ast.Module:
    return ast.parse(_text(file), file)


@cache
def _functions(file: str) -> dict[str, str]:
    """Return the code of a file's functions, by name."""
    return {node.name: _source(node) for node in ast.walk(_parsed(file)) if isinstance(node, ast.FunctionDef)}


def _source(node: ast.stmt) -> str:
    """Return the code of a statement without docstrings, comments and wording."""
    return ast.unparse(_WithoutWording().visit(copy.deepcopy(node)))


class _WithoutWording(ast.NodeTransformer):
    """Empties every string of more than one word, so that only code and identifiers are left."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        return ast.Constant("") if isinstance(node.value, str) and " " in node.value.strip() else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        values = [part for part in node.values if isinstance(part, ast.FormattedValue)]
        return ast.JoinedStr([self.visit(part) for part in values])

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return ast.Pass() if is_text else self.generic_visit(node)


PROCEDURE_HEAD = """\
# Made by `make mutation FILE=...`: of each file that a round is made of, how many breaks of its procedure a test of a
# rule found, out of how many, and which survived. Reasons are edited by hand: the break cannot be observed, no rule
# says so, or (open) a test is missing.
"""


def keep_procedure(results: Mapping[str, Mapping[str, str]], file: Path = PROCEDURE) -> None:
    """Record the results for each file's breaks; breaks that survived before keep their reasons."""
    kept = proven_procedure(file)
    for path, found in results.items():
        reasons = kept.get(path, {}).get("survived", {})
        survived = {name: reasons.get(name, "open") for name, test in found.items() if not test}
        counts = {"found": len(found) - len(survived), "of": len(found), "digest": digest_of_names(found)}
        kept[path] = counts | {"survived": survived}
    file.write_text(PROCEDURE_HEAD + "".join(_table(path, kept[path]) for path in sorted(kept)), "utf-8")


def digest_of_names(names: Iterable[str]) -> str:
    return sha256("\n".join(names).encode()).hexdigest()[:16]


def proven_procedure(file: Path = PROCEDURE) -> dict[str, Any]:
    """Return the recorded results of breaks of procedure, by file."""
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def _table(path: str, one: Mapping[str, Any]) -> str:
    lines = [f'\n["{path}"]', f"found = {one['found']}", f"of = {one['of']}", f'digest = "{one["digest"]}"']
    if one.get("survived"):
        lines.append(f'\n["{path}".survived]')
        lines += [f"{_basic(name)} = {_basic(why)}" for name, why in one["survived"].items()]
    return "\n".join(lines) + "\n"


def _basic(text: str) -> str:
    """Format a basic TOML string."""
    return json.dumps(text, ensure_ascii=False)


def _said(tests: Sequence[str], killed: Mapping[str, str], survived: Sequence[str]) -> dict[str, Any]:
    """Return a paragraph's proof. It names the first test in trace order, so that a file changes only when the proof
    does.

    A golden playthrough is named only if no other test detected a mutation. A mutant that hangs or crashes counts as
    detected by its first test.
    """
    failed = {one for test in killed.values() for one in (test, test.partition("[")[0])}
    by = sorted((one for one in tests if run_id(one) in failed), key=golden)
    return {"found": len(killed), "of": len(killed) + len(survived), "by": (by or tests)[0] if killed else ""}


def _line(id: str, one: Mapping[str, Any]) -> str:
    by = f", by = {_quoted(one['by'])}" if one.get("by") else ""
    digest = f', digest = "{one["digest"]}"' if one.get("digest") else ""
    quick = ", quick = true" if one.get("quick") else ""
    return f"{_quoted(id)} = {{ found = {one['found']}, of = {one['of']}{by}{digest}{quick} }}\n"


def _quoted(text: str) -> str:
    return f"'{text}'" if '"' in text else f'"{text}"'
