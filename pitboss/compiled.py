"""Numba behind one decorator: machine code that is kept on disk, and never stale.

Numba compiles a function again when its own file changes, but not when a function or a figure that it uses has changed
in another. Here the stamp of kept code is a digest of what it is made from: the function's own source, every compiled
function that it calls, and every constant that it reads, found by walking the code itself. So a changed comment in
another function costs nothing, and a changed table or a changed callee, wherever it stands, is noticed.

Loops for a second target follow from the same functions: what they call and read is known.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Iterable, Iterator
from types import CodeType, ModuleType
from typing import Any, TypeVar, cast

import numpy as np

from pitboss.compiler import Dispatcher, Loop, Part, Parts, RareParts, dispatcher

Function = TypeVar("Function", bound=Callable[..., Any])

_DIGESTS: dict[Any, str] = {}


def compiled(function: Function, **options: Any) -> Function:
    """The function as machine code: made when it is first called, found on disk the next time."""
    return cast(Function, _kept(dispatcher(Loop, function, _OPTIONS | options)))


def part(function: Function, rare: bool = False, **options: Any) -> Function:
    """The same, for what is called from compiled code alone: it becomes part of that, and is nothing by itself.

    What is `rare` in the loop that calls it compiles sooner.
    """
    options = _OPTIONS | {"no_cpython_wrapper": True} | options
    return cast(Function, _kept(dispatcher(Part, function, options, RareParts if rare else Parts)))


_OPTIONS = {"no_cfunc_wrapper": True}
"""Nobody calls a loop from C: that way in is not made, which spares a part of each compilation."""


def _kept(made: Any) -> Any:
    if isinstance(made, Loop):  # where Numba is switched off it is a plain function
        made.keep(lambda: digest(made))
    return made


def is_compiled(function: Any) -> bool:
    """Whether machine code of the function is there, in memory or on disk; if not, the first call takes seconds."""
    return isinstance(function, Loop) and (bool(function.signatures) or function.is_kept)


def digest(function: Any) -> str:
    """A hash of all that a compiled function is made from: its source, its callees, the constants they read."""
    plain = getattr(function, "py_func", function)
    if plain not in _DIGESTS:
        found = hashlib.sha256()
        for one in sorted(_parts(plain, set())):
            found.update(one.encode())
        _DIGESTS[plain] = found.hexdigest()
    return _DIGESTS[plain]


def sources_of(functions: Iterable[Any]) -> str:
    """A hash of all that these functions are made from."""
    return hashlib.sha256("".join(map(digest, functions)).encode()).hexdigest()


def _parts(plain: Any, known: set[Any]) -> Iterator[str]:
    """What a function is made from, each part as a text; a function that calls itself is there once."""
    if plain in known:
        return
    known.add(plain)
    yield f"{plain.__module__}.{plain.__qualname__}: {_source(plain)}"
    for name in sorted(_names(plain.__code__)):
        value = plain.__globals__.get(name)
        if isinstance(value, Dispatcher):
            yield from _parts(value.py_func, known)
        elif value is not None and not isinstance(value, ModuleType) and not callable(value):
            yield f"{plain.__module__}.{name} = {_constant(value)}"


def _names(code: CodeType) -> set[str]:
    """The globals that code reads, functions within it too."""
    inner = (one for one in code.co_consts if isinstance(one, CodeType))
    return {*code.co_names, *(name for one in inner for name in _names(one))}


def _source(plain: Any) -> str:
    try:
        return inspect.getsource(plain)
    except OSError:
        return f"{plain.__code__.co_code.hex()} {plain.__code__.co_consts!r}"


def _constant(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()}"
    return f"{type(value).__name__} {value!r}"


__all__ = ["compiled", "digest", "is_compiled", "part", "sources_of"]
