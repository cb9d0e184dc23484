"""The linker: turns functions written for any game into compiled functions of one game.

A template is a function with free names, such as `legal` or `apply`, that no module defines. The
linker copies a template, gives the copy what these names stand for and compiles it. A closure
would do the same, but Numba does not cache closures over compiled functions.

The name of a linked function ends with a digest of everything it was linked from, so that
Numba's cache never returns code that was made from something older.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from kerys.kernel.compiling import rule
from kerys.kernel.digests import digest_of, free_names

if TYPE_CHECKING:
    from kerys.kernel.contract import Rules

DIGEST_LETTERS = 16


class LinkError(Exception):
    """Templates cannot be linked; the message names them and what they lack."""


def template(function: Any) -> Any:
    """Mark a function as a template, for `link` to find it in its module."""
    function.is_template = True
    return function


def contract_names(rules: Rules) -> dict[str, Any]:
    """What every game provides to templates: the functions and numbers of its contract."""
    functions = (
        *("deal", "actors", "legal", "apply", "owners", "score", "rank"),
        *("redact", "resample", "observe", "observe_blank"),
    )
    names = {name: getattr(rules, name) for name in functions}
    return {**names, "ACTIONS": rules.actions, "MASK_WORDS": rules.mask_words, "STATE": rules.state}


def link(
    label: str,
    provided: Mapping[str, Any],
    *modules: ModuleType,
    compiled: Callable[[Any], Any] = rule,
) -> dict[str, Any]:
    """All templates of some modules, linked and compiled, by name.

    A free name stands for what is provided, else for another template, else for what the
    template's own module or Python calls so. `label` says for which game this is.
    """
    templates = _templates(modules)
    if both := sorted(templates.keys() & provided.keys()):
        raise LinkError(f"{both[0]!r} is provided, and is also a template: rename one of them")
    linked: dict[str, Any] = {}
    for name in _order(templates):
        scope = _scope(templates[name], {**provided, **linked})
        linked[name] = compiled(_copy(templates[name], scope, label))
    return linked


def _templates(modules: Iterable[ModuleType]) -> dict[str, FunctionType]:
    """The templates that these modules define."""
    found: dict[str, FunctionType] = {}
    for module in modules:
        for name, value in vars(module).items():
            if getattr(value, "is_template", False) is True and value.__module__ == module.__name__:
                if name in found:
                    raise LinkError(
                        f"{name!r} is a template of both {found[name].__module__} and "
                        f"{module.__name__}: rename one of them"
                    )
                found[name] = value
    return found


def _order(templates: Mapping[str, FunctionType]) -> list[str]:
    """The names of the templates, each after those it calls."""
    calls = {
        name: [free for free in free_names(function.__code__) if free in templates]
        for name, function in templates.items()
    }
    try:
        return list(TopologicalSorter(calls).static_order())
    except CycleError as error:
        cycle = " -> ".join(reversed(error.args[1]))
        raise LinkError(f"templates call each other in a cycle: {cycle}") from error


def _scope(function: FunctionType, known: Mapping[str, Any]) -> dict[str, Any]:
    """What the free names of a template stand for."""
    scope: dict[str, Any] = {"__builtins__": builtins, "__name__": function.__module__}
    for name in free_names(function.__code__):
        if name in known:
            scope[name] = known[name]
        elif name in function.__globals__:
            scope[name] = function.__globals__[name]
        elif not hasattr(builtins, name):
            raise LinkError(
                f"the template {function.__name__!r} of {function.__module__} uses {name!r}, which "
                "is neither provided nor a template nor defined in its module"
            )
    return scope


def _copy(function: FunctionType, scope: dict[str, Any], label: str) -> FunctionType:
    """A copy of a template with its own globals and its own name."""
    copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    copy.__module__ = function.__module__
    copy.__doc__ = function.__doc__
    copy.__name__ = f"{function.__name__}_{label}_{digest_of(copy)[:DIGEST_LETTERS]}"
    copy.__qualname__ = copy.__name__
    return copy
