"""Numba's compiler, told two things that it cannot know, so that the first use of a game waits half as long.

A part of a loop is not a loop. Numba makes machine code of every function by itself, with all that it calls, and then
again of whoever calls it: what stands four calls deep is optimised five times. What Python never calls is kept here as
it was written, and is optimised once, within the loop that calls it (`Parts`).

A sum of two whole numbers is one. Numba asks anew at every operator of a function which of its dozens of meanings is
meant, text and dates among them. The answer for the same types is the same (`ask_once`).
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.types import BaseFunction
from numba.core.untyped_passes import TranslateByteCode

_ENVIRONMENT = "_ZN08NumbaEnv"
"""So begins the name under which compiled code finds the Python objects of its function."""


class _Part(JITCodeLibrary):
    """Code that becomes part of other code: linked, neither optimised nor made into machine code."""

    def _optimize_final_module(self) -> None:
        """Left to the loop: it has all of this within it."""

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


@register_pass(mutates_CFG=False, analysis_only=True)
class _InPart(FunctionPass):
    """Has the function put where parts are."""

    _name = "pitboss_in_part"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        state.library = _Part(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return False


class Parts(CompilerBase):
    """Compiles what is called from compiled code alone: Python has no way in."""

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_InPart, TranslateByteCode)
        passes.finalize()
        return [passes]


def ask_once() -> None:
    """What an operator means for the types that it is given is remembered, unless it was compiled for the asking."""
    ask: Any = BaseFunction.get_call_type
    known: dict[Any, tuple[Any, Any]] = {}

    def remembered(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws:
            return ask(self, context, args, kws)
        asked = id(self), id(context), args
        if asked not in known:
            found = ask(self, context, args, kws)
            if self._impl_keys.get(found.args) != self.typing_key:
                return found
            known[asked] = found, (self, context)  # whose ids stay theirs
        return known[asked][0]

    BaseFunction.get_call_type = remembered  # type: ignore[method-assign]


__all__ = ["Parts", "ask_once"]
