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
from pickle import UnpicklingError
from types import CodeType, ModuleType
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core.caching import IndexDataCacheFile
from numba.core.dispatcher import Dispatcher
from numba.core.registry import CPUDispatcher

from pitboss.compiler import Parts, RareParts, ask_once

Function = TypeVar("Function", bound=Callable[..., Any])

_DIGESTS: dict[Any, str] = {}

ask_once()


def compiled(function: Function, **options: Any) -> Function:
    """The function as machine code: made when it is first called, found on disk the next time.

    Nobody calls it from C: that way in is not made, which spares a part of each compilation.
    """
    options = {"no_cfunc_wrapper": True, **options}
    made = numba.njit(cache=True, **options)(function)
    _guard(made)
    return cast(Function, made)


def part(function: Function, rare: bool = False, **options: Any) -> Function:
    """The same, for what is called from compiled code alone: it becomes part of that, and is nothing by itself.

    What is `rare` in the loop that calls it compiles sooner.
    """
    made: Any = compiled(function, no_cpython_wrapper=True, pipeline_class=RareParts if rare else Parts, **options)
    if isinstance(made, Dispatcher):  # where Numba is switched off it is a plain function
        made.__class__ = _PartOfLoops
    return cast(Function, made)


class _PartOfLoops(CPUDispatcher):
    """A part has no way in from Python, and Numba would jump to nowhere: who calls it from there is given one."""

    def __call__(self, *given: Any) -> Any:
        part = self
        if part.py_func not in _WAYS:
            _WAYS[part.py_func] = numba.njit(lambda *held: part(*held))
        return _WAYS[part.py_func](*given)


_WAYS: dict[Any, Any] = {}
"""Ways into parts, for those that Python has called: tests, and who tries something out."""


def is_compiled(function: Any) -> bool:
    """Whether machine code of the function is there, in memory or on disk; if not, the first call takes seconds."""
    if getattr(function, "signatures", None):
        return True
    try:
        return bool(function._cache._cache_file._load_index())
    except (AttributeError, OSError):
        return False


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


class _Guarded(IndexDataCacheFile):
    """An index of kept code whose stamp is the digest, taken when the code is first wanted: all callees are there."""

    _function: Any

    @property
    def _source_stamp(self) -> str:
        return digest(self._function)

    @_source_stamp.setter
    def _source_stamp(self, stamp: object) -> None:
        """Numba's own stamp, of one file, is not used."""

    def _load_index(self) -> Any:
        """What is kept; nothing where it cannot be read: cut off, or of types whose module has another name now."""
        try:
            return cast(Any, super())._load_index()
        except (ImportError, AttributeError, EOFError, UnpicklingError):
            return {}


def _guard(made: Any) -> None:
    try:
        kept = made._cache._cache_file
    except AttributeError:  # where nothing is kept, such as without a file
        return
    kept.__class__ = _Guarded
    kept._function = made.py_func


__all__ = ["compiled", "digest", "is_compiled", "part", "sources_of"]
