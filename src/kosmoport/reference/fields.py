"""Messages and their parts as data: what the source says about each type and field."""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect as types

from kosmoport.core.views import Drawn, all_fields


@dataclass(frozen=True)
class FieldAbout:
    """A field as it stands on the wire; `comment` is what trails it in the source."""

    name: str
    type: types.Type
    required: bool
    default: Any
    comment: str


@dataclass(frozen=True)
class StructAbout:
    """A type of the wire; messages have a tag, which is their `type` field."""

    cls: type
    tag: str | None
    text: str
    fields: tuple[FieldAbout, ...]

    @property
    def name(self) -> str:
        return self.cls.__name__


@cache
def about(cls: type) -> StructAbout:
    """All there is to say about a struct."""
    info = types.type_info(cls)
    assert isinstance(info, types.StructType)
    comments, drawn = _comments(cls), all_fields(cls)
    fields = tuple(
        _field(field, comments.get(field.name, ""), _drawn(drawn, field.name)) for field in info.fields
    )
    return StructAbout(cls, None if info.tag is None else str(info.tag), cleandoc(cls.__doc__ or ""), fields)


def _field(field: types.Field, comment: str, drawn: str) -> FieldAbout:
    """One whose type has a meaning of its own says that, unless there is a comment."""
    kind = field.type
    if isinstance(kind, types.Metadata):
        comment = comment or str((kind.extra_json_schema or {}).get("description", ""))
        kind = kind.type
    return FieldAbout(
        field.encode_name, kind, field.required, _default(field), "; ".join(filter(None, (comment, drawn)))
    )


def _drawn(drawn: Mapping[str, Drawn], name: str) -> str:
    """What the numbers of a field of a view are, or what stands at each place of a list."""
    said = drawn.get(f"{name}[]", drawn[name])
    if said.of:
        return f"places in `{said.of}`"
    order = [one for one in said.names if not one.isdigit()]
    return f"in this order: {', '.join(order)}" if order else ""


def _default(field: types.Field) -> Any:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def _comments(cls: type) -> dict[str, str]:
    """The comment behind each field, inherited fields included."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if issubclass(base, msgspec.Struct) and base is not msgspec.Struct:
            found |= _module_comments(base.__module__).get(base.__name__, {})
    return found


@cache
def _module_comments(module: str) -> dict[str, dict[str, str]]:
    """By class and field: what trails the line on which the field ends."""
    source = Path(str(sys.modules[module].__file__)).read_text(encoding="utf-8")
    trailing = {
        token.start[0]: token.string.lstrip("# ")
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    return {
        node.name: {
            line.target.id: trailing[line.end_lineno or 0]
            for line in node.body
            if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
            if line.end_lineno in trailing
        }
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef)
    }


def structs_in(*kinds: Any) -> list[type]:
    """Every struct that these types are made of, each once, in the order in which they are met."""
    found: dict[type, None] = {}
    for kind in kinds:
        for cls in _structs(types.type_info(kind)):
            found.setdefault(cls)
    return list(found)


def _structs(info: types.Type) -> Iterator[type]:
    if isinstance(info, types.StructType):
        yield info.cls
        inner: list[types.Type] = [field.type for field in info.fields]
    elif isinstance(info, types.UnionType):
        inner = list(info.types)
    elif isinstance(info, types.TupleType):
        inner = list(info.item_types)
    elif isinstance(info, types.ListType | types.VarTupleType):
        inner = [info.item_type]
    elif isinstance(info, types.DictType):
        inner = [info.value_type]
    else:
        inner = []
    for part in inner:
        yield from _structs(part)
