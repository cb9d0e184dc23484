"""A digest of everything that a function is compiled from: its code and everything it refers to.

Two functions with the same digest compile to the same machine code. Comments, the place in a file
and anything that no compiled code names (a game's wording, say) make no difference.
"""

from __future__ import annotations

import builtins
import dis
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import EnumType
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

LIBRARIES = {"builtins", "math", "numba", "numba_cuda", "numpy"}
"""Where names come from that change only with a version; the cache folder is named after it."""


@dataclass(frozen=True)
class Part:
    """One function without those it calls."""

    digest: bytes
    callees: tuple[FunctionType, ...]


@cache
def digest_of(function: FunctionType) -> str:
    """A digest of a function and of everything that it calls, directly or not."""
    found = {function: _part(function)}
    waiting = [function]
    while waiting:
        for callee in found[waiting.pop()].callees:
            if callee not in found:
                found[callee] = _part(callee)
                waiting.append(callee)
    parts = sorted(part.digest for part in found.values())
    return hashlib.sha256(b"".join(parts)).hexdigest()


def python_function(value: Any) -> FunctionType | None:
    """The function in Python behind a value, compiled or not, unless a library provides it."""
    plain = getattr(value, "py_func", value)
    return plain if isinstance(plain, FunctionType) and not _is_library(plain) else None


@cache
def free_names(code: CodeType) -> tuple[str, ...]:
    """The global names that a function reads, also in functions inside it, each once."""
    names: dict[str, None] = {}
    for one in _nested(code):
        for step in dis.get_instructions(one):
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                names[step.argval] = None
    return tuple(names)


@cache
def _part(function: FunctionType) -> Part:
    """A function's own code and constants, and the names of what it calls."""
    words = [_name(function), *_code_words(function.__code__)]
    callees: list[FunctionType] = []
    for name, value in _values(function):
        callee = python_function(value)
        if callee is None:
            words.append(f"{name} = {_words(value, function, name)}")
        else:
            words.append(f"{name} -> {_name(callee)}")
            callees.append(callee)
    return Part(hashlib.sha256("\n".join(words).encode()).digest(), tuple(callees))


def _values(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """What a function reads from outside, by name."""
    for name in free_names(function.__code__):
        if name in function.__globals__:
            yield name, function.__globals__[name]
        elif not hasattr(builtins, name):
            raise NameError(f"{_name(function)} uses the name {name!r}, which is not defined")
    cells = function.__closure__ or ()
    for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
        yield name, cell.cell_contents
    for place, value in enumerate(function.__defaults__ or ()):
        yield f"default {place}", value


def _nested(code: CodeType) -> Iterator[CodeType]:
    """A code object and all those inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _nested(constant)


def _code_words(code: CodeType) -> Iterator[str]:
    """The content of a code object, without its position in the file."""
    for one in _nested(code):
        yield one.co_code.hex()
        yield repr((one.co_argcount, one.co_kwonlyargcount, one.co_posonlyargcount, one.co_flags))
        yield repr((one.co_names, one.co_varnames, one.co_freevars, one.co_cellvars))
        for constant in one.co_consts:
            if not isinstance(constant, CodeType):
                yield _constant(constant)


def _constant(constant: Any) -> str:
    """A literal; the order of a set's members differs from process to process."""
    if isinstance(constant, frozenset):
        return f"set {sorted(map(_constant, constant))}"
    return f"{type(constant).__name__} {constant!r}"


def _words(value: Any, function: FunctionType, name: str) -> str:
    """A value that compiled code takes as a constant."""
    if isinstance(value, tuple):
        return f"({', '.join(_words(item, function, name) for item in value)})"
    if isinstance(value, np.ndarray):
        content = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
        return f"array {value.dtype!r} {value.shape} {content}"
    if isinstance(value, EnumType):
        members = [(member.name, member.value) for member in value]  # type: ignore[var-annotated]
        return f"enum {value.__name__} {members}"
    if isinstance(value, bool | int | float | str | bytes | None | np.generic | np.dtype):
        return _constant(value)
    if _is_library(value):
        return _name(value)
    raise TypeError(
        f"{_name(function)} uses {name!r}, a {type(value).__name__}: compiled code can use "
        "functions, numbers, text, arrays, record types, enumerations and tuples of these"
    )


def _is_library(value: Any) -> bool:
    """Whether a value is a module, class or function of a library."""
    home: str | None = None
    if isinstance(value, ModuleType):
        home = value.__name__
    elif isinstance(value, np.ufunc):
        home = "numpy"  # not all of them name their module
    elif callable(value):
        home = getattr(value, "__module__", None)
    return home is not None and home.partition(".")[0] in LIBRARIES


def _name(value: Any) -> str:
    """The full name of a module, class or function."""
    if isinstance(value, ModuleType):
        return value.__name__
    name = getattr(value, "__qualname__", getattr(value, "__name__", repr(value)))
    return f"{getattr(value, '__module__', '')}.{name}"
