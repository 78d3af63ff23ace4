"""Breaks of procedure: order, rounding, timing and payment.

Each kind of break finds its own targets in a module, without needing citations. A break is named after the function and
the code that it changes, not a line number, so its name survives edits elsewhere in the file.

The kinds:

- order: a loop runs backwards, a sort is reversed, the last item is chosen instead of the first;
- rounding: up instead of down, or down instead of up;
- sharing: an amount to be divided is paid to each in full;
- timing: two steps trade places, or the second half of a loop's body waits until the loop is over;
- rules: a rule in the middle of a chain, or of a tuple, is missing;
- ties: a comparison's boundary is included or excluded, contrary to the original;
- payment: a lost wager is returned, a returned wager is lost, winnings are doubled.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .steps import BrokenStep

UNORDERED = {"all", "any", "dict", "frozenset", "len", "max", "min", "set", "sorted", "sum", "Counter", "join", "range"}
"""Calls whose results do not depend on the order of the items they are given."""
PASSED_OVER = {"Answer", "str", "list[str]"}
"""Functions that return one of these either refuse an action, which `steps` breaks, or only produce text."""
OPPOSITE = {"ceil": "floor", "floor": "ceil"}
BOUNDARY: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Lt: ast.LtE, ast.LtE: ast.Lt}
AT_THE_TABLE = re.compile(r"\b(hands|wagers|positions|cards|pots|boxes|winners|seats|players|around|numbers|order)\b")
"""Names in the code for people, chips and cards. Comprehensions over anything else are left alone."""
LONGEST = 70
"""The number of characters of broken code shown in a name."""


@dataclass(frozen=True, slots=True)
class Change:
    """One way to break a syntax tree: the function, a description, and how to make the change."""

    function: str
    qualified: str
    kind: str
    words: str
    make: Callable[[], None]


@dataclass(frozen=True, slots=True)
class BrokenProcedure(BrokenStep):
    """A module with its procedure broken, the kind of break, and the function that contains it."""

    kind: str
    function: str
    qualified: str


def broken_procedure(path: str, text: str) -> Iterator[BrokenProcedure]:
    """Yield a file with each break of procedure in turn, each in a separate tree."""
    for number, name in enumerate(names(text)):
        module = ast.parse(text, path)
        change = next(one for place, one in enumerate(changes(module)) if place == number)
        change.make()
        broken = ast.fix_missing_locations(module)
        yield BrokenProcedure(f"{path}:{name}", broken, change.kind, change.function, change.qualified)


def names(text: str) -> list[str]:
    """Return the names of a file's breaks: the function and a description of the change, numbered if alike."""
    seen: Counter[str] = Counter()
    found = []
    for change in changes(ast.parse(text)):
        name = f"{change.function or 'module'}: {change.words}"
        seen[name] += 1
        found.append(f"{name} ({seen[name]})" if seen[name] > 1 else name)
    return found


def changes(module: ast.Module) -> Iterator[Change]:
    """Yield every break of procedure in a module, in the order of its code."""
    above = {child: node for node in ast.walk(module) for child in ast.iter_child_nodes(node)}
    for node in _in_order(module):
        function = _function(node, above)
        if function and function.returns and ast.unparse(function.returns) in PASSED_OVER:
            continue
        for kind, find in KINDS.items():
            for words, make in find(node, above):
                yield Change(getattr(function, "name", ""), _qualified(function, above), kind, words, make)


Found = Iterator[tuple[str, Callable[[], None]]]
Above = dict[ast.AST, ast.AST]


def _order(node: ast.AST, above: Above) -> Found:
    if isinstance(node, ast.For) and not _is_call(node.iter, "reversed", "sorted"):
        yield f"for {_said(node.target)} in {_said(node.iter)}, backwards", lambda: _backwards(node)
    elif isinstance(node, (ast.ListComp, ast.GeneratorExp)) and not _is_unordered(node, above):
        first = node.generators[0]
        if not AT_THE_TABLE.search(ast.unparse(first.iter)):
            return
        yield f"{_said(node)}, backwards", lambda: _backwards(first)
    elif isinstance(node, ast.Call) and _called(node) in ("sorted", "sort"):
        yield f"{_said(node)}, reversed", lambda: _reverse(node)
    elif isinstance(node, ast.Call) and _called(node) in ("max", "min"):
        other = "min" if _called(node) == "max" else "max"
        yield f"{_said(node)}: {other}", lambda: setattr(node, "func", ast.Name(other, ast.Load()))
    elif isinstance(node, ast.Call) and _called(node) == "reversed":
        yield f"{_said(node)}, in original order", lambda: setattr(node, "func", ast.Name("tuple", ast.Load()))


def _rounding(node: ast.AST, above: Above) -> Found:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv):
        if _is_ceiling(node, above):
            yield f"{_said(above[node])}, rounded down", lambda: _without_minus(node, above)
        else:
            yield f"{_said(node)}, rounded up", lambda: _ceiling(node)
    elif isinstance(node, ast.Call) and (name := _called(node)) in OPPOSITE:
        other = f"__import__('math').{OPPOSITE[name]}"
        yield f"{_said(node)}: {OPPOSITE[name]}", lambda: setattr(node, "func", ast.parse(other, mode="eval").body)


def _sharing(node: ast.AST, above: Above) -> Found:
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.FloorDiv, ast.Div)):
        if not isinstance(node.right, ast.Constant) and not _is_ceiling(node, above):
            yield f"{_said(node)}, not divided", lambda: setattr(node, "right", ast.Constant(1))
    elif isinstance(node, ast.Call) and _called(node) == "divmod":
        yield f"{_said(node)}, not divided", lambda: node.args.__setitem__(1, ast.Constant(1))


def _timing(node: ast.AST, above: Above) -> Found:
    for name in ("body", "orelse"):
        body = getattr(node, name, [])
        if isinstance(node, ast.IfExp) or not isinstance(body, list):
            continue
        for at in range(len(body) - 1):
            one, other = body[at : at + 2]
            if _acts(one) and _acts(other) and not _depends(other, [one]):
                yield f"{_said(other)} before {_said(one)}", lambda at=at, body=body: _swap(body, at)
        if name == "body" and isinstance(node, ast.For):
            for at in range(1, len(body)):
                early, late = body[:at], body[at:]
                if any(map(_acts, early)) and any(map(_acts, late)) and not any(_depends(one, early) for one in late):
                    yield f"{_said(late[0])} after the loop", lambda at=at: _split(node, at, above)


def _rules(node: ast.AST, above: Above) -> Found:
    if isinstance(node, (ast.If, ast.IfExp)):
        parent = above[node]
        chained = type(parent) is type(node) and (parent.orelse in (node, [node]))
        follows = isinstance(node, ast.If) and _is_guard_between_guards(node, parent)
        if chained or follows:
            yield f"without the case {_said(node.test)}", lambda: setattr(node, "test", ast.Constant(False))
    elif isinstance(node, ast.Match):
        for case in node.cases[:-1]:
            yield f"without case {_said(case.pattern)}", lambda case=case: node.cases.remove(case)
    elif isinstance(node, (ast.Tuple, ast.List)) and _holds_rules(node, above):
        middle = len(node.elts) // 2
        yield f"without {_said(node.elts[middle])}", lambda: node.elts.__delitem__(middle)


def _ties(node: ast.AST, above: Above) -> Found:
    if isinstance(node, ast.Compare):
        for at, op in enumerate(node.ops):
            if type(op) in BOUNDARY and not _in_assert(node, above):
                other = BOUNDARY[type(op)]()
                yield (
                    f"{_said(node)}: {type(other).__name__}",
                    lambda at=at, other=other: node.ops.__setitem__(at, other),
                )


def _payment(node: ast.AST, above: Above) -> Found:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return
    called, attribute = node.func.attr, node.func
    held = node.func.value
    if called in ("lose", "give_back") and isinstance(held, ast.Name) and len(node.args) == 3 and not node.keywords:
        other = "give_back" if called == "lose" else "lose"
        yield f"{_said(node)}: {other}", lambda: setattr(attribute, "attr", other)
    elif called in ("win", "pay") and len(node.args) >= 4 and not isinstance(node.args[2], ast.Constant):
        yield (
            f"{_said(node)}, doubled",
            lambda: node.args.__setitem__(2, ast.BinOp(node.args[2], ast.Mult(), ast.Constant(2))),
        )


KINDS: dict[str, Callable[[ast.AST, Above], Found]] = {
    "order": _order,
    "rounding": _rounding,
    "sharing": _sharing,
    "timing": _timing,
    "rules": _rules,
    "ties": _ties,
    "payment": _payment,
}
RULE = (ast.Name, ast.Attribute, ast.Lambda, ast.Call)


# ---- Reading the tree


def _in_order(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        yield child
        yield from _in_order(child)


def _function(node: ast.AST, above: Above) -> ast.FunctionDef | None:
    """Return the outermost function that contains a node, or the node itself if it is that function."""
    found = None
    while node in above:
        found = node if isinstance(node, ast.FunctionDef) else found
        node = above[node]
    return found


def _qualified(function: ast.FunctionDef | None, above: Above) -> str:
    """Return a function's name, with its class if it is a method."""
    home = above[function] if function else None
    return (
        f"{home.name}.{function.name}" if function and isinstance(home, ast.ClassDef) else getattr(function, "name", "")
    )


def _said(node: ast.AST | None) -> str:
    text = " ".join(ast.unparse(node).split()) if node else ""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _is_call(node: ast.AST, *names: str) -> bool:
    return isinstance(node, ast.Call) and _called(node) in names


def _is_unordered(node: ast.AST, above: Above) -> bool:
    """Whether a comprehension's order does not matter: it is counted, made into a set, or tested for membership."""
    parent = above[node]
    if isinstance(parent, (ast.For, ast.comprehension)):
        return True  # the loop over it is broken instead
    if isinstance(parent, ast.Starred):
        parent = above[parent]
    if isinstance(parent, ast.Call):
        return _called(parent) in UNORDERED
    return isinstance(parent, ast.Set) or (isinstance(parent, ast.Compare) and node in parent.comparators)


def _is_ceiling(node: ast.BinOp, above: Above) -> bool:
    """Whether a division is the inner one of -(-a // b), which rounds up."""
    return _is_minus(above[node]) and _is_minus(_leftmost(node.left))


def _leftmost(node: ast.expr) -> ast.expr:
    while isinstance(node, ast.BinOp):
        node = node.left
    return node


def _is_minus(node: ast.AST) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)


def _acts(statement: ast.stmt) -> bool:
    """Whether a statement performs a step of the round other than an announcement."""
    if isinstance(statement, (ast.Return, ast.FunctionDef)):
        return False
    return any(
        isinstance(node, ast.YieldFrom)
        or (isinstance(node, ast.Yield) and not (isinstance(node.value, ast.Call) and _called(node.value) == "Said"))
        for node in ast.walk(statement)
    )


def _depends(statement: ast.stmt, before: list[ast.stmt]) -> bool:
    """Whether a statement uses a name, other than the state, that an earlier one sets, or is unreachable."""
    if any(
        isinstance(node, (ast.Return, ast.Break, ast.Continue, ast.Raise)) for one in before for node in ast.walk(one)
    ):
        return True
    made = {
        node.id
        for one in before
        for node in ast.walk(one)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    } - {"state"}
    used = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
    return not made.isdisjoint(used)


def _is_guard_between_guards(node: ast.If, parent: ast.AST) -> bool:
    """Whether an `if` that returns follows another that returns, as the rules in a house way do."""
    body = getattr(parent, "body", [])
    if not isinstance(body, list) or node not in body or node.orelse or not isinstance(node.body[-1], ast.Return):
        return False
    at = body.index(node)
    return any(isinstance(one, ast.If) and isinstance(one.body[-1], ast.Return) for one in body[:at])


def _holds_rules(node: ast.Tuple | ast.List, above: Above) -> bool:
    if not isinstance(node.ctx, ast.Load) or len(node.elts) < 3 or not all(isinstance(one, RULE) for one in node.elts):
        return False
    parent = above[node]
    if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Tuple):
        return False  # each value has its own name: with one missing the module cannot be imported
    return isinstance(parent, (ast.For, ast.comprehension, ast.Assign, ast.AnnAssign, ast.Starred, ast.Tuple))


def _in_assert(node: ast.AST, above: Above) -> bool:
    while node in above and isinstance(node, ast.expr):
        node = above[node]
    return isinstance(node, (ast.Assert, ast.Raise))


# ---- Changing the tree


def _backwards(loop: ast.For | ast.comprehension) -> None:
    loop.iter = ast.parse(f"[*({ast.unparse(loop.iter)})][::-1]", mode="eval").body


def _reverse(call: ast.Call) -> None:
    given = next((one for one in call.keywords if one.arg == "reverse"), None)
    if given:
        given.value = ast.UnaryOp(ast.Not(), given.value)
    else:
        call.keywords.append(ast.keyword("reverse", ast.Constant(True)))


def _ceiling(node: ast.BinOp) -> None:
    """a // b becomes 0 - (-a // b)."""
    floor = ast.BinOp(ast.UnaryOp(ast.USub(), node.left), ast.FloorDiv(), node.right)
    node.left, node.op, node.right = ast.Constant(0), ast.Sub(), floor


def _without_minus(node: ast.BinOp, above: Above) -> None:
    """-(-a // b) becomes a // b."""
    outer, inner = above[node], _leftmost(node.left)
    assert isinstance(outer, ast.UnaryOp)
    assert isinstance(inner, ast.UnaryOp)
    outer.op = inner.op = ast.UAdd()


def _swap(body: list[ast.stmt], at: int) -> None:
    body[at], body[at + 1] = body[at + 1], body[at]


def _split(loop: ast.For, at: int, above: Above) -> None:
    """Move the end of a loop's body into a second loop after it."""
    again = ast.For(loop.target, loop.iter, loop.body[at:], [], lineno=loop.lineno)
    loop.body = loop.body[:at]
    home = above[loop]
    for name in ("body", "orelse", "finalbody"):
        held = getattr(home, name, [])
        if isinstance(held, list) and loop in held:
            held.insert(held.index(loop) + 1, again)
