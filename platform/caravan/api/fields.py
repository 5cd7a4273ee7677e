"""What is sent as JSON is what it says: a number is no text, and a text no number."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class Json(JSONParser):
    """Also what is nested too deeply is no JSON that anybody reads."""

    def parse(self, *stream: Any, **more: Any) -> Any:
        """ParseError for that, too."""
        try:
            return super().parse(*stream, **more)
        except RecursionError:
            raise ParseError("JSON parse error - it is nested too deeply") from None


class Text(serializers.CharField):
    """A text, with what spaces it has."""

    def __init__(self, **more: Any) -> None:
        super().__init__(trim_whitespace=False, **more)

    def to_internal_value(self, data: Any) -> str:
        """ValidationError for what is none."""
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Slug(Text, serializers.SlugField):
    """A name, as it stands in addresses."""


class Number(serializers.IntegerField):
    """A whole number, from 1."""

    def __init__(self, **more: Any) -> None:
        super().__init__(min_value=1, max_value=2**63 - 1, **more)

    def to_internal_value(self, data: Any) -> int:
        """ValidationError for what is none."""
        if isinstance(data, str | bool):
            self.fail("invalid")
        return int(super().to_internal_value(data))


class Flag(serializers.BooleanField):
    """True or false."""

    def to_internal_value(self, data: Any) -> bool:
        """ValidationError for what is neither."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return bool(data)
