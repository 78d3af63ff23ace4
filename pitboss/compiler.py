"""Numba's compiler, told two things that it cannot know, so that the first use of a game does not wait for them.

A part of a loop is not a loop. Numba makes machine code of every function by itself, with all that it calls, and then
again of whoever calls it: what stands four calls deep is optimised five times. Of what Python never calls no machine
code is made here (`Parts`). A part that is called now and then is not even optimised by itself, but once, within the
loop that calls it (`RareParts`); short parts, which a loop has in each of its rounds, come out better if they are.

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


__all__ = ["Parts", "RareParts", "ask_once"]
