"""What the API's document says, as rows for people: what can be asked, and what is answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Any

import yaml

from caravan.openapi import DOCUMENT

Schema = Mapping[str, Any]
OPEN: Schema = {}
"""Among what must be shown: nothing."""
NUMBERS = {"integer": "whole number", "number": "number"}
LINES = "application/x-ndjson"
TEXTS = {"date-time": "time", "binary": "file", "uri": "address"}


@dataclass(frozen=True, slots=True)
class Kind:
    """Of a value: some words, the name of a shape that is described, whether it may be null."""

    words: str = ""
    shape: str = ""
    null: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """Something that is sent or told."""

    name: str
    kind: Kind
    about: str
    required: bool
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """What is told of a row."""

    name: str
    about: str
    fields: list[Field]


@dataclass(frozen=True, slots=True)
class Operation:
    """A request, and its answer."""

    tag: str
    method: str
    path: str
    about: str
    scope: str
    open: bool
    """Whether that takes no token."""
    fields: list[Field]
    answer: Kind


@dataclass(frozen=True, slots=True)
class Manual:
    """All of it; the operations by what they are about."""

    sections: list[tuple[str, list[Operation]]]
    shapes: list[Shape]


@lru_cache
def manual() -> Manual:
    """Of the committed document."""
    return Reader(yaml.safe_load(DOCUMENT.read_text())).manual()


class Reader:
    """Reads an OpenAPI document as ours is."""

    def __init__(self, document: Schema) -> None:
        self._paths: Schema = document["paths"]
        self._schemas: Schema = document["components"]["schemas"]

    def manual(self) -> Manual:
        """The sections by name, each by address; the shapes by name."""
        found = sorted(self._operations(), key=lambda one: (one.tag, one.path))
        sections = [(tag, list(group)) for tag, group in groupby(found, key=lambda one: one.tag)]
        sent = {self._body(said).get("$ref", "").rpartition("/")[2] for _, _, said in self._requests()}
        shapes = [name for name in sorted(self._schemas) if self._shown(name) and name not in sent]
        return Manual(sections, [self._shape(name) for name in shapes])

    def _operations(self) -> Iterator[Operation]:
        for path, method, said in self._requests():
            yield self._operation(path, method, said)

    def _requests(self) -> Iterator[tuple[str, str, Schema]]:
        for path, methods in self._paths.items():
            for method, said in methods.items():
                yield path, method, said

    def _operation(self, path: str, method: str, said: Schema) -> Operation:
        security = said["security"]
        return Operation(
            tag=said["tags"][0],
            method=method.upper(),
            path=path,
            about=said["description"],
            scope=security[0]["token"][0],
            open=OPEN in security,
            fields=[*self._parameters(said), *self._sent(said)],
            answer=self._answer(said["responses"]),
        )

    def _parameters(self, said: Schema) -> Iterator[Field]:
        """What is in the query and in headers; the path speaks for itself."""
        for each in said.get("parameters", ()):
            if each["in"] != "path":
                about = each.get("description", "")
                yield self._field(each["name"], {"description": about, **each["schema"]}, False)

    def _sent(self, said: Schema) -> list[Field]:
        """The fields of what is sent."""
        body = self._body(said)
        return self._fields(self._followed(body)) if body else []

    def _body(self, said: Schema) -> Schema:
        """The schema of what is sent, empty where nothing is."""
        contents = said.get("requestBody", {}).get("content", {}).values()
        return next((content["schema"] for content in contents), {})

    def _answer(self, responses: Schema) -> Kind:
        """Of the first that is told when all is well."""
        for media, content in next(iter(responses.values())).get("content", {}).items():
            told = self._kind(content["schema"])
            return replace(told, words="lines, each a") if media == LINES else told
        return Kind("nothing")

    def _shown(self, name: str) -> bool:
        """Lists of choices are told where they are chosen from, pages like rows."""
        return "properties" in self._schemas[name] and not self._page(self._schemas[name])

    def _page(self, schema: Schema) -> Schema | None:
        """The rows of a page, if it is one."""
        rows: Schema | None = schema.get("properties", {}).get("results")
        return rows

    def _shape(self, name: str) -> Shape:
        schema = self._schemas[name]
        return Shape(name, schema.get("description", ""), self._fields(schema))

    def _fields(self, schema: Schema) -> list[Field]:
        required = schema.get("required", ())
        return [self._field(name, said, name in required) for name, said in schema["properties"].items()]

    def _field(self, name: str, said: Schema, required: bool) -> Field:
        choices = tuple(str(one) for one in self._followed(said.get("items", said)).get("enum", ()) if one)
        about = said.get("description", "").partition("\n\n* ")[0]
        return Field(name, self._kind(said), about, required, choices)

    def _followed(self, schema: Schema) -> Schema:
        """What it refers to, or itself; the one that is not null, of two."""
        if some := schema.get("oneOf"):
            return self._followed(some[0])
        name = schema.get("$ref", "").rpartition("/")[2]
        return self._schemas[name] if name else schema

    def _kind(self, schema: Schema) -> Kind:
        """In words."""
        if some := schema.get("oneOf"):
            return replace(self._kind(some[0]), null=True)
        if "$ref" in schema:
            return self._referred(schema["$ref"].rpartition("/")[2])
        types = schema.get("type", "object")
        some_type, *null = types if isinstance(types, list) else [types]
        shape = self._kind(schema["items"]).shape if some_type == "array" else ""
        return Kind(self._plain(some_type, schema), shape, bool(null))

    def _referred(self, name: str) -> Kind:
        schema = self._schemas[name]
        if rows := self._page(schema):
            return Kind("a page of", self._kind(rows).shape)
        return Kind(shape=name) if "properties" in schema else self._kind(schema)

    def _plain(self, type: str, schema: Schema) -> str:
        if type == "array":
            inner = self._kind(schema["items"]).words
            return "some of" if inner == "one of" else f"a list of {inner}".strip()
        if type == "string":
            return TEXTS.get(schema.get("format", ""), "one of" if "enum" in schema else "text")
        return NUMBERS.get(type, {"boolean": "true or false"}.get(type, type))
