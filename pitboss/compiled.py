"""A Numba decorator with an on-disk cache that is never stale.

Numba compiles a function again when its own file changes, but not when a function or constant that it uses has changed
in another file. Here the cache is stamped with a digest of everything the code is made from: the function's own source,
every compiled function that it calls, and every constant that it reads, found by walking the code. So a changed comment
in another function has no effect, while a changed table or callee is noticed wherever it is.

Because callees and constants are known, loops for a second target can be built from the same functions.
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
    """Compile a function to machine code on its first call, and load it from disk after that."""
    return cast(Function, _with_cache(dispatcher(Loop, function, _OPTIONS | options)))


def helper(function: Function, rare: bool = False, **options: Any) -> Function:
    """Compile a function that is only called from compiled code and becomes part of its callers.

    If `rare`, it is called rarely and is compiled faster.
    """
    options = _OPTIONS | {"no_cpython_wrapper": True} | options
    return cast(Function, _with_cache(dispatcher(Part, function, options, RareParts if rare else Parts)))


_OPTIONS = {"no_cfunc_wrapper": True}
"""Loops are never called from C, so no wrapper is compiled for it."""


def _with_cache(function: Any) -> Any:
    if isinstance(function, Loop):  # with Numba disabled it is a plain function
        function.cache_with(lambda: digest(function))
    return function


def is_compiled(function: Any) -> bool:
    """Whether the function's machine code is in memory or on disk; otherwise the first call takes seconds."""
    return isinstance(function, Loop) and (bool(function.signatures) or function.is_cached)


def digest(function: Any) -> str:
    """Return a hash of everything a compiled function is made from: its source, its callees, and the constants they
    read.
    """
    plain = getattr(function, "py_func", function)
    if plain not in _DIGESTS:
        found = hashlib.sha256()
        for one in sorted(_parts(plain, set())):
            found.update(one.encode())
        _DIGESTS[plain] = found.hexdigest()
    return _DIGESTS[plain]


def combined_digest(functions: Iterable[Any]) -> str:
    """Return a hash of everything these functions are made from."""
    return hashlib.sha256("".join(map(digest, functions)).encode()).hexdigest()


def _parts(plain: Any, known: set[Any]) -> Iterator[str]:
    """Yield everything a function is made from as text, visiting recursive functions once."""
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
    """Return the globals that the code reads, including the code of nested functions."""
    nested = (one for one in code.co_consts if isinstance(one, CodeType))
    return {*code.co_names, *(name for one in nested for name in _names(one))}


def _source(plain: Any) -> str:
    """Return a function's source without its docstring, comment lines and blank lines."""
    try:
        text = inspect.getsource(plain)
    except OSError:
        return f"{plain.__code__.co_code.hex()} {plain.__code__.co_consts!r}"
    lines = text.replace(f'"""{plain.__doc__}"""', "", 1).splitlines()
    return "\n".join(line for line in lines if line.strip() and not line.lstrip().startswith("#"))


def _constant(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()}"
    return f"{type(value).__name__} {value!r}"
