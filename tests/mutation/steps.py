"""Mutations of a round's steps: a module with one changed statement, which cites a section.

The statement is removed, or its decision is reversed. If neither is possible (`section = self.sections["burn"]`), its
section is changed. A statement that only reads a value of rules.toml is left alone; mutating the value covers it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

ELSEWHERE = "8.1"
"""A section that no game's steps cite, from the regulations for all games."""

Function = ast.FunctionDef


@dataclass(frozen=True, slots=True)
class BrokenStep:
    """A module with one statement broken, and a description of the change."""

    what: str
    module: ast.Module


def broken_step(path: str, text: str, line: int) -> BrokenStep | None:
    """Return a file with the statement at a line broken, or None if that statement only reads a value."""
    module = ast.parse(text, path)
    above = {child: node for node in ast.walk(module) for child in ast.iter_child_nodes(node)}
    statement = statement_at(module, line)
    words = _break(statement, line, above)
    return BrokenStep(f"{path}:{line}: {words}", ast.fix_missing_locations(module)) if words else None


def statement_at(module: ast.Module, line: int) -> ast.stmt:
    """Return the innermost statement that covers a line."""
    over = [
        node
        for node in ast.walk(module)
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    return min(over, key=lambda node: ((node.end_lineno or node.lineno) - node.lineno, -node.col_offset))


def _break(statement: ast.stmt, line: int, above: dict[ast.AST, ast.AST]) -> str:
    if isinstance(statement, ast.FunctionDef):
        return _function(statement)
    if isinstance(statement, (ast.If, ast.While)):
        statement.test = _not(statement.test)
        return "decides the other way around"
    if isinstance(statement, ast.For):
        statement.iter = ast.Tuple([], ast.Load())
        return "is done for no one"
    if isinstance(statement, ast.Expr):
        return _leave_out(statement, above)
    if isinstance(statement, ast.Assign) and _of_itself(statement):
        return _leave_out(statement, above)
    if isinstance(statement, ast.Return) and isinstance(above[statement], (ast.If, ast.For, ast.With, ast.match_case)):
        return _leave_out(statement, above)
    if (
        isinstance(statement, ast.Return)
        and isinstance(statement.value, ast.YieldFrom)
        and _done_to_state(statement.value)
    ):
        # The unchanged state, which always exists; the yield stays, so that this remains a generator.
        statement.value = ast.IfExp(ast.Name("state", ast.Load()), ast.Name("state", ast.Load()), statement.value)
        return "does nothing"
    for node in ast.walk(statement):
        if isinstance(node, ast.IfExp) and node.lineno <= line <= (node.end_lineno or line):
            node.test = _not(node.test)
            return "decides the other way around"
    return _cite_another(statement, line)


def _of_itself(statement: ast.Assign) -> bool:
    """state = yield from self.pay(state, …): the assigned name already had a value, so the statement can be removed."""
    target = statement.targets[0]
    return (
        isinstance(target, ast.Name)
        and isinstance(statement.value, (ast.YieldFrom, ast.Call))
        and any(isinstance(node, ast.Name) and node.id == target.id for node in ast.walk(statement.value))
    )


def _done_to_state(value: ast.expr) -> bool:
    return isinstance(value, ast.YieldFrom) and any(
        isinstance(node, ast.Name) and node.id == "state" for node in ast.walk(value)
    )


def _leave_out(statement: ast.stmt, above: dict[ast.AST, ast.AST]) -> str:
    home = above[statement]
    for name in ("body", "orelse", "finalbody"):
        held = getattr(home, name, [])
        if isinstance(held, list) and statement in held:
            # A generator must remain one, even if its only yield is removed.
            never = ast.parse("if False:\n    yield").body if yields(statement) else [ast.Pass()]
            held[held.index(statement)] = never[0]
            return "left out"
    return ""


def yields(node: ast.AST) -> bool:
    return any(isinstance(one, (ast.Yield, ast.YieldFrom)) for one in ast.walk(node))


def _cite_another(statement: ast.stmt, line: int) -> str:
    for node in ast.walk(statement):
        for name, child in ast.iter_fields(node):
            for number, one in enumerate(child if isinstance(child, list) else [child]):
                if isinstance(one, ast.expr) and one.lineno <= line and _cites(one):
                    other = ast.Constant(ELSEWHERE)
                    if isinstance(child, list):
                        child[number] = other
                    else:
                        setattr(node, name, other)
                    return "cites another section"
    return ""


def _cites(node: ast.expr) -> bool:
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, ast.Attribute) and node.value.attr == "sections"
    if isinstance(node, ast.Call):
        asks = node.func if isinstance(node.func, ast.Attribute) else None
        held = asks.value if asks else None
        return bool(asks and asks.attr == "section") or (isinstance(held, ast.Attribute) and held.attr == "sections")
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value[:1].isdecimal()


def _function(function: Function) -> str:
    """Break a function named in the list: it does nothing, or returns something different."""
    arguments = [one.arg for one in function.args.args]
    returns = ast.unparse(function.returns) if function.returns else ""
    if any(yields(one) for one in function.body):
        function.body = ast.parse(f"return {'state' if 'state' in arguments else ''}\nyield").body
        return "does nothing"
    if returns in ("bool", "int"):
        for one in _returned(function):
            value = one.value or ast.Constant(0)
            one.value = _not(value) if returns == "bool" else ast.BinOp(value, ast.Add(), ast.Constant(1))
        return "answers otherwise"
    for node in ast.walk(function):
        if isinstance(node, (ast.If, ast.IfExp)):
            node.test = _not(node.test)
            return "decides the other way around"
    for node in ast.walk(function):
        if isinstance(node, (ast.GeneratorExp, ast.ListComp, ast.DictComp)) and node.generators[0].ifs:
            node.generators[0].ifs[0] = _not(node.generators[0].ifs[0])
            return "decides the other way around"
        if isinstance(node, ast.Compare):
            node.ops[0] = ast.NotEq() if isinstance(node.ops[0], ast.Eq) else ast.Eq()
            return "compares otherwise"
    if "state" in arguments and "State" in returns:
        function.body = ast.parse("return state").body
        return "does nothing"
    if "str" in returns:
        for one in _returned(function):
            one.value = ast.Constant("")
        return "says nothing"
    return ""


def _returned(function: Function) -> Iterator[ast.Return]:
    yield from (one for one in ast.walk(function) if isinstance(one, ast.Return))


def _not(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)
