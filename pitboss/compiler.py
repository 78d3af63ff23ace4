"""The parts of Numba's private interface that Pitboss uses, for one tested range of versions.

1. Numba compiles every function to machine code separately, including all of its callees, and then again within each
   caller, so a function four calls deep is optimized five times. Here functions that Python never calls get no machine
   code of their own (`Parts`). Those that are called rarely are not even optimized separately, but only once, in the
   loop that calls them (`RareParts`). This halves the compile time of blackjack's loop.
2. Numba caches machine code on disk until the function's own file changes. Here the cache is valid until a digest of
   everything the code is made from changes (`Loop`).
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
"""The Numba version whose private interface is known to work, as in pyproject.toml."""

_ENVIRONMENT = "_ZN08NumbaEnv"
"""The prefix of the symbol through which compiled code finds its function's Python objects."""


class _Part(JITCodeLibrary):
    """A library that is linked and optimized for use within other code, but not compiled to machine code."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._place_environments()
        self._finalized = True

    def _place_environments(self) -> None:
        """Define the one symbol that Numba looks up immediately in compiled code."""
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
    """A library that is only linked, since it will be optimized within the loop that uses it."""

    def _optimize_final_module(self) -> None:
        pass


@register_pass(mutates_CFG=False, analysis_only=True)
class _InPart(FunctionPass):
    """A compiler pass that puts the function into a `_Part` library."""

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
    """A compiler pass that puts the function into a `_RarePart` library."""

    _name = "pitboss_in_rare_part"
    library = _RarePart


class Parts(CompilerBase):
    """Compiles functions that are only called from compiled code."""

    where = _InPart

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(self.where, TranslateByteCode)
        passes.finalize()
        return [passes]


class RareParts(Parts):
    """Compiles functions that are rarely called from compiled code."""

    where = _InRarePart


# ---- Dispatchers


class _DigestIndex(IndexDataCacheFile):
    """A cache index stamped with a digest, which is computed on first use, when all callees are defined."""

    def __init__(self, numbas: IndexDataCacheFile, stamp: Callable[[], str]) -> None:
        self.__dict__.update({name: held for name, held in vars(numbas).items() if name != "_source_stamp"})
        self._stamp = stamp

    @property
    def _source_stamp(self) -> str:
        return self._stamp()

    def _load_index(self) -> Any:
        """Return the cached index, or an empty one if it is truncated or refers to renamed types."""
        try:
            return cast(Any, super()._load_index())
        except (ImportError, AttributeError, EOFError, UnpicklingError):
            return {}


class Loop(CPUDispatcher):
    """A compiled function that Python can call."""

    def cache_with(self, stamp: Callable[[], str]) -> None:
        """Cache the machine code on disk for as long as the stamp stays the same."""
        self._cache = FunctionCache(self.py_func)
        self._cache._cache_file = _DigestIndex(self._cache._cache_file, stamp)

    @property
    def is_cached(self) -> bool:
        """Whether the machine code is on disk."""
        try:
            return bool(self._cache._cache_file._load_index())
        except OSError:
            return False


class Part(Loop):
    """A function without a Python entry point. Calling it from Python, which would crash, goes through a wrapper."""

    def __call__(self, *given: Any) -> Any:
        part = self
        if part.py_func not in _WRAPPERS:
            _WRAPPERS[part.py_func] = numba.njit(lambda *held: part(*held))
        return _WRAPPERS[part.py_func](*given)


_WRAPPERS: dict[Any, Any] = {}
"""The wrappers of parts that Python has called, as in tests and experiments."""


def dispatcher(
    kind: type[Loop], function: Callable[..., Any], options: dict[str, Any], pipeline: type[CompilerBase] = Compiler
) -> Any:
    """Return a function that compiles on its first call, like `numba.njit`, or the function itself if Numba is
    disabled.
    """
    settings: Any = numba.config  # `numba.config` sets its attributes when it is imported
    if settings.DISABLE_JIT:
        return function
    options = {"nopython": True, "boundscheck": None, **options}
    return kind(py_func=function, targetoptions=options, pipeline_class=pipeline)


def check_version(version: str = numba.__version__) -> None:
    """Raise an ImportError for a version of Numba whose private interface may differ.

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
