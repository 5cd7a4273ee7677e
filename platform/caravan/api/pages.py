"""Lists go on by cursor: an address names the place, so that nothing is told twice when rows come in."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError as NoPlaceError
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request

USUAL, MOST = 50, 200
NOT_OURS = "It is none that a page has given out."


class Cursors(CursorPagination):
    """`{next, previous, results}`; `limit` rows at once."""

    page_size = USUAL
    max_page_size = MOST
    cursor_query_description = "Where to go on: `next` and `previous` of a page have it."
    page_size_query_param = "limit"
    page_size_query_description = f"Rows on a page, {USUAL} if it is not said."

    def get_page_size(self, request: Request) -> int:
        """What was asked for; ValidationError for what cannot be."""
        given = request.query_params.get(self.page_size_query_param)
        if given is None:
            return USUAL
        if not (given.isascii() and given.isdecimal() and len(given) < 5 and 1 <= int(given) <= MOST):
            raise ValidationError({"limit": f"A whole number from 1 to {MOST}."})
        return int(given)

    def get_ordering(self, request: Request, queryset: Any, view: Any) -> tuple[str, ...]:
        """As the view has it."""
        return tuple(view.get_ordering())

    def decode_cursor(self, request: Request) -> Cursor | None:
        """The place; ValidationError for a cursor that is none of ours."""
        try:
            return super().decode_cursor(request)
        except NotFound as error:
            raise ValidationError({"cursor": NOT_OURS}) from error

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        """The rows; ValidationError for a cursor that names a place which cannot be."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except (ValueError, NoPlaceError) as error:
            if self.cursor_query_param not in request.query_params:
                raise
            raise ValidationError({"cursor": NOT_OURS}) from error

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """With the limits of `limit`."""
        told: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        for each in told:
            if each["name"] == self.page_size_query_param:
                each["schema"] |= {"minimum": 1, "maximum": MOST, "default": USUAL}
        return told

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """What a page looks like."""
        address = {"type": ["string", "null"], "format": "uri"}
        properties = {"next": address, "previous": address, "results": schema}
        return {"type": "object", "required": list(properties), "properties": properties}
