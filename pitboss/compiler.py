"""All that Pitboss uses of Numba beyond its public interface, for one range of versions that it is tested with.

1. A part of a loop is not a loop. Numba makes machine code of every function by itself, with all that it calls, and
   then again of whoever calls it: what stands four calls deep is optimised five times. Of what Python never calls no
   machine code is made here (`Parts`). A part that is called now and then is not even optimised by itself, but once,
   within the loop that calls it (`RareParts`). Blackjack's loop compiles in half the time so.
2. Numba keeps machine code on disk until the function's own file changes. Here it is kept until a digest of all that it
   is made from changes (`Loop`).
"""

from __future__ import annotations

from collections.abc import Callable
from pickle import UnpicklingError
from typing import Any, cast

import llvmlite.binding as llvm
import numba
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.dispatcher import Dispatcher
from numba.core.registry import CPUDispatcher
from numba.core.untyped_passes import TranslateByteCode

TESTED = "0.68"
"""The versions of Numba whose private parts are known to be those that are used here, as pyproject.toml has them."""

_ENVIRONMENT = "_ZN08NumbaEnv"
"""So begins the name under which compiled code finds the Python objects of its function."""


class _Part(JITCodeLibrary):
    """Code that becomes part of other code: linked and optimised, but not made into machine code."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._place_environments()
        self._finalized = True

    def _place_environments(self) -> None:
        """Memory for the one thing that Numba looks for at once in what it has compiled."""
        engine = self._codegen._engine
        names = (variable.name for variable in self._final_module.global_variables)
        missing = [name for name in names if name.startswith(_ENVIRONMENT) and not engine.is_symbol_defined(name)]
        if missing:
            places = llvm.parse_assembly("\n".join(f'@"{name}" = common global i8* null' for name in missing))
            places.triple, places.data_layout = self._final_module.triple, self._codegen._data_layout
            self._codegen._add_module(places)
            engine.finalize_object()

    def serialize_using_object_code(self) -> Any:
        return self.serialize_using_bitcode()


class _RarePart(_Part):
    """The same, linked and no more: the loop has all of this within it when it is optimised."""

    def _optimize_final_module(self) -> None:
        pass


@register_pass(mutates_CFG=False, analysis_only=True)
class _InPart(FunctionPass):
    """Has the function put where parts are."""

    _name = "pitboss_in_part"
    library = _Part

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return False


@register_pass(mutates_CFG=False, analysis_only=True)
class _InRarePart(_InPart):
    """Has the function put where rare parts are."""

    _name = "pitboss_in_rare_part"
    library = _RarePart


class Parts(CompilerBase):
    """Compiles what is called from compiled code alone: Python has no way in."""

    where = _InPart

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(self.where, TranslateByteCode)
        passes.finalize()
        return [passes]


class RareParts(Parts):
    """The same, for what is called now and then."""

    where = _InRarePart


# ---- Dispatchers


class _DigestIndex(IndexDataCacheFile):
    """An index of kept code whose stamp is a digest, taken when the code is first wanted: all callees are there."""

    def __init__(self, numbas: IndexDataCacheFile, stamp: Callable[[], str]) -> None:
        self.__dict__.update({name: held for name, held in vars(numbas).items() if name != "_source_stamp"})
        self._stamp = stamp

    @property
    def _source_stamp(self) -> str:
        return self._stamp()

    def _load_index(self) -> Any:
        """What is kept; nothing where it cannot be read: cut off, or of types whose module has another name now."""
        try:
            return cast(Any, super()._load_index())
        except (ImportError, AttributeError, EOFError, UnpicklingError):
            return {}


class Loop(CPUDispatcher):
    """A compiled function that Python calls."""

    def keep(self, stamp: Callable[[], str]) -> None:
        """Keeps the machine code on disk for as long as the stamp is the same."""
        self._cache = FunctionCache(self.py_func)
        self._cache._cache_file = _DigestIndex(self._cache._cache_file, stamp)

    @property
    def is_kept(self) -> bool:
        """Whether machine code is on disk."""
        try:
            return bool(self._cache._cache_file._load_index())
        except OSError:
            return False


class Part(Loop):
    """A part has no way in from Python, and Numba would jump to nowhere: who calls it from there is given one."""

    def __call__(self, *given: Any) -> Any:
        part = self
        if part.py_func not in _WAYS:
            _WAYS[part.py_func] = numba.njit(lambda *held: part(*held))
        return _WAYS[part.py_func](*given)


_WAYS: dict[Any, Any] = {}
"""Ways into parts, for those that Python has called: tests, and who tries something out."""


def dispatcher(
    kind: type[Loop], function: Callable[..., Any], options: dict[str, Any], pipeline: type[CompilerBase] = Compiler
) -> Any:
    """A function to be compiled when it is first called, as `numba.njit` would make it; itself where Numba is off."""
    settings: Any = numba.config  # whose names are made when it is imported
    if settings.DISABLE_JIT:
        return function
    options = {"nopython": True, "boundscheck": None, **options}
    return kind(py_func=function, targetoptions=options, pipeline_class=pipeline)


def check_version(version: str = numba.__version__) -> None:
    """Raises an ImportError for a version of Numba whose private parts may be others.

    >>> check_version("0.69.0")
    Traceback (most recent call last):
    ImportError: Pitboss is tested with Numba 0.68 and cannot compile with 0.69.0: pip install 'numba==0.68.*'
    """
    if version.split(".")[:2] != TESTED.split("."):
        raise ImportError(
            f"Pitboss is tested with Numba {TESTED} and cannot compile with {version}: pip install 'numba=={TESTED}.*'"
        )


check_version()

__all__ = ["Dispatcher", "Loop", "Part", "Parts", "RareParts", "check_version", "dispatcher"]
