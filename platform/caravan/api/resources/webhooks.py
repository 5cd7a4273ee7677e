"""Your webhooks: made, removed, tried; what was sent to them, and sent again."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from caravan.api.scopes import Known, Scoped
from caravan.api.views import Many, One, Writes, made
from tournaments import models
from tournaments.services import webhooks

Event, State = models.Webhook.Event, models.Delivery.State


class WebhookRow(serializers.Serializer):
    """A webhook; nothing is sent to one that is not active."""

    id = serializers.IntegerField()
    url = serializers.CharField()
    events = serializers.ListField(child=serializers.ChoiceField(Event.choices))
    active = serializers.BooleanField()
    created = serializers.DateTimeField()
    used = serializers.DateTimeField(allow_null=True, help_text="When it last took something.")
    failing_since = serializers.DateTimeField(allow_null=True)


class MadeRow(WebhookRow):
    """A new webhook, with the secret that nobody is told again."""

    secret = serializers.CharField()


class NewWebhook(serializers.Serializer):
    """Where something is to be sent, and what."""

    url = serializers.CharField(max_length=500, help_text="Of a public host, by http or https.")
    events = serializers.ListField(
        child=serializers.ChoiceField(Event.choices), min_length=1, max_length=2 * len(Event)
    )


class DeliveryRow(serializers.Serializer):
    """What was sent, or is to be; `body` once it was, and while all may see what it tells."""

    id = serializers.UUIDField(source="uid")
    event = serializers.CharField()
    state = serializers.ChoiceField(State.choices)
    created = serializers.DateTimeField()
    due = serializers.SerializerMethodField()
    attempts = serializers.IntegerField()
    tried = serializers.DateTimeField(allow_null=True)
    status = serializers.IntegerField(allow_null=True, help_text="What was answered.")
    answer = serializers.CharField(help_text="How that began.")
    error = serializers.CharField(help_text="Why it was not delivered.")
    body = serializers.SerializerMethodField()

    @extend_schema_field({"type": ["string", "null"], "format": "date-time"})
    def get_due(self, delivery: models.Delivery) -> str | None:
        """When it is sent next, if it waits."""
        return delivery.due.isoformat() if delivery.state == State.WAITING else None

    def get_body(self, delivery: models.Delivery) -> str | None:
        """As it was signed."""
        return delivery.body if delivery.sent else None


class Own(Writes):
    """Of whoever asks."""

    permission_classes = (Known, Scoped)
    kwargs: dict[str, Any]

    @property
    def webhook(self) -> models.Webhook:
        """By its number, or 404."""
        return get_object_or_404(self.member.webhooks, pk=self.kwargs["pk"])


class Webhooks(Own, Many):
    """Your webhooks, the newest first."""

    serializer_class = WebhookRow

    def get_queryset(self) -> QuerySet[models.Webhook]:
        """All of them."""
        return self.member.webhooks.all()

    @extend_schema(request=NewWebhook, responses={201: MadeRow})
    def post(self, request: Request) -> Response:
        """A new one; its secret is in this answer and in no other."""
        new, _ = webhooks.make(owner=self.member, **self.said(NewWebhook))
        return made(MadeRow(new), "api-webhook", new.pk)


class Webhook(Own, One):
    """A webhook."""

    serializer_class = WebhookRow

    def get_object(self) -> models.Webhook:
        """One of yours."""
        return self.webhook

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Nothing is sent there any more, and what was sent is forgotten."""
        webhooks.remove(webhook=self.webhook)
        return Response(status=204)


class Deliveries(Own, Many):
    """What was sent to a webhook within 30 days, the newest first."""

    serializer_class = DeliveryRow

    def get_queryset(self) -> QuerySet[models.Delivery]:
        """All of it."""
        return self.webhook.deliveries.select_related("fixture")

    @extend_schema(request=None, responses={201: DeliveryRow})
    def post(self, request: Request, pk: int) -> Response:
        """Sends a ping, to see whether it works."""
        ping = webhooks.ping(webhook=self.webhook)
        return made(self.get_serializer(ping), "api-delivery", pk, ping.uid)


class Delivery(Own, One):
    """What was sent."""

    serializer_class = DeliveryRow

    def get_object(self) -> models.Delivery:
        """By its id."""
        rows = self.webhook.deliveries.select_related("fixture")
        return get_object_or_404(rows, uid=self.kwargs["uid"])

    @extend_schema(operation_id="webhooks_deliveries_again", request=None, responses={200: DeliveryRow})
    def post(self, request: Request, pk: int, uid: str) -> Response:
        """Sends it again."""
        webhooks.send_again(delivery=self.get_object())
        return Response(self.get_serializer(self.get_object()).data)
