"""From a fixture's rows to the message that a play worker needs, and nothing more."""

from __future__ import annotations

from bots.play.clock import Clocks
from bots.play.fixture import Competitor, Order
from referee import fairness
from tournaments.models import Attempt, Fixture, Version


def order(*, fixture: Fixture, versions: list[Version], attempt: Attempt | None = None) -> Order:
    """What to play; without an attempt it is good for the seating only."""
    secret, number = fixture.secret, fixture.number
    return Order(
        attempt=attempt.pk if attempt else 0,
        token=attempt.token if attempt else "",
        fixture=fixture.pk or 0,
        number=number,
        game=fixture.game,
        rules=fixture.rules,
        clocks=Clocks(**fixture.clocks),
        seats=fixture.seats,
        order_seed=fairness.order_seed(secret, number),
        deals=[fairness.deal_seed(secret, number, deal) for deal in range(fixture.deals)],
        competitors=[
            Competitor(
                name=version.bot.name,
                digest=version.digest,
                entry=version.entry,
                language=version.language,
                dice=fairness.dice_seed(secret, number, place),
            )
            for place, version in enumerate(versions)
        ],
        forgiving=(fixture.repeats or fixture).kind != Fixture.Kind.TRIAL,
    )


def ordered(fixture: Fixture, attempt: Attempt | None = None) -> Order:
    """The order of a fixture that has been drawn."""
    placings = fixture.placings.select_related("version__bot").order_by("number")
    return order(fixture=fixture, versions=[placing.version for placing in placings], attempt=attempt)
