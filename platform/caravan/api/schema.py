"""The document that describes the API: queries, errors and tokens beside what the framework finds."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

from caravan.api.scopes import Known

TEXT = {"type": "string"}
ERROR = {
    "type": "object",
    "properties": {"field": TEXT, "detail": TEXT, "remedy": TEXT},
    "required": ["field", "detail", "remedy"],
}
PROBLEM = {
    "type": "object",
    "description": "What is wrong (RFC 9457), by field where it is in what was sent, and what helps.",
    "properties": {
        "type": TEXT,
        "title": TEXT,
        "status": {"type": "integer"},
        "detail": TEXT,
        "remedy": TEXT,
        "errors": {"type": "array", "items": ERROR},
    },
    "required": ["type", "title", "status", "detail", "remedy", "errors"],
}


class Schema(AutoSchema):
    """With what a list may be asked."""

    def get_override_parameters(self) -> list[Any]:
        """As its view says."""
        told = getattr(self.view, "parameters", None)
        return told() if told and self.method == "GET" else []

    def _resolve_path_parameters(self, variables: list[str]) -> list[dict[str, Any]]:
        """Names are words: anything else is not there."""
        told: list[dict[str, Any]] = super()._resolve_path_parameters(variables)
        for each in told:
            if each["schema"] == TEXT:
                each["schema"] = {**TEXT, "pattern": "^[-a-zA-Z0-9_]+$"}
        return told

    def get_auth(self) -> list[dict[str, list[str]]]:
        """A token with the scope, or the cookie of the site; neither where everybody may look."""
        super().get_auth()  # describes both
        reads = self.method == "GET"
        open = reads and Known not in self.view.permission_classes
        scope = self.view.scope if reads else self.view.writes
        return [{"token": [scope]}, {"cookieAuth": []}, *([{}] if open else [])]

    def get_tags(self) -> list[str]:
        """The module of the resource."""
        return [type(self.view).__module__.rpartition(".")[2]]


class TokenScheme(OpenApiAuthenticationExtension):
    """How a token is sent."""

    target_class = "caravan.api.authentication.Bearer"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """As OpenAPI names it."""
        return {"type": "http", "scheme": "bearer", "bearerFormat": "crv_…"}


def with_problems(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Every address may answer with a problem."""
    result["components"].setdefault("schemas", {})["Problem"] = PROBLEM
    reference = {"schema": {"$ref": "#/components/schemas/Problem"}}
    problem = {"description": "A problem", "content": {"application/problem+json": reference}}
    for methods in result["paths"].values():
        for operation in methods.values():
            operation["responses"] |= {"4XX": problem, "5XX": problem}
    return result
