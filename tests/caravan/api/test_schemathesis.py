"""Whatever a program may send by the document, and much that it may not, is answered as the document says.

Of the streams only a running server is asked, and only for what has been played: the others do not end.
Nothing that is sent to them is refused for its form. What their lines say is compared in
`tests/caravan/live/test_lines.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests import served
from tests.world import World, bot
from tournaments.models import User
from tournaments.services import challenges, webhooks

FEW, SOME, MANY = 2, 10, 100
"""Examples of each request, sent as it may be and as it may not, to what is there and to what may not be."""
TOO_MANY, A_MINUTE = 429, 60
STREAM = "/stream/"
ENDING = [f"/api/v1/{kind}/{{id}}{STREAM}" for kind in ("matches", "fixtures")]
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
NOT_HELD = [positive_data_acceptance]
"""What is well formed may still be the name of nothing, or of what somebody else has."""


@pytest.fixture
def places(world: World) -> dict[str, dict[str, Any]]:
    """What stands in addresses that begin like that, of what is there."""
    rival = bot("mirage", world.owner).bot
    challenge = challenges.duel(by=world.owner, league=world.season.league, bots=[rival, world.oryx])
    match = world.open.matches.all()[0]
    hook, _ = webhooks.make(owner=world.owner, url="https://example.org/", events=["season.closed"])
    seat = match.seatings.get(version__bot=world.oryx).seat
    return {
        "/api/v1/bots/": {"name": "oryx", "number": 1},
        "/api/v1/challenges/": {"id": challenge.pk},
        "/api/v1/fixtures/": {"id": world.open.pk},
        "/api/v1/games/": {"name": "tuareg"},
        "/api/v1/leagues/": {"slug": "pis-yedili-open", "number": 1, "which": 1},
        "/api/v1/matches/": {"id": match.pk, "seat": seat},
        "/api/v1/webhooks/": {"id": hook.pk, "uid": webhooks.ping(webhook=hook).uid},
    }


@pytest.fixture
def headers(world: World, token: Any, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """With a token of somebody who may do all that there is, as often as they like."""
    monkeypatch.setattr("caravan.throttles.Somebody.rate", None)
    User.objects.filter(pk=world.owner.pk).update(is_staff=True, is_superuser=True)
    world.owner.refresh_from_db()
    made: dict[str, str] = token(world.owner, "read", "submit", "organise")
    return made | {"Accept-Encoding": "identity"}


def there(places: dict[str, dict[str, Any]], path: str) -> dict[str, Any]:
    """What stands in the braces of an address."""
    found = next((said for begins, said in places.items() if path.startswith(begins)), {})
    return {name: value for name, value in found.items() if f"{{{name}}}" in path}


@contextmanager
def undone() -> Iterator[None]:
    """Nothing of it stays."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def patiently(call: Callable[[], Any]) -> Any:
    """The answer to it, once it is asked slowly enough."""
    while (answer := call()).status_code == TOO_MANY:
        seconds = int(answer.headers["Retry-After"][0])
        if seconds > A_MINUTE:
            break
        time.sleep(seconds)
    return answer


def hold(
    cases: Any, headers: dict[str, str], size: int, around: Callable[[], AbstractContextManager[None]]
) -> int:
    """Sends so many examples; how many there were."""
    count = 0

    @settings(max_examples=size, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=cases)
    def sent(case: Any) -> None:
        nonlocal count
        count += 1
        with around():
            answer = patiently(lambda: case.call(headers=headers))
            case.validate_response(answer, headers=headers, excluded_checks=NOT_HELD)

    try:
        sent()
    except Unsatisfiable:  # nothing can be wrong with it
        return 0
    return count


def hold_all(
    schema: Any,
    places: dict[str, dict[str, Any]],
    headers: dict[str, str],
    size: int,
    around: Callable[[], AbstractContextManager[None]],
) -> int:
    """So many examples of every request of a document but for streams, good and bad."""
    count = 0
    for found, mode in product(schema.get_all_operations(), MODES):
        operation = found.ok()
        if operation.path.endswith(STREAM):
            continue
        known = there(places, operation.path)
        for path in ({}, known) if known else ({},):
            count += hold(operation.as_strategy(mode, path_parameters=path or None), headers, size, around)
    return count


@pytest.mark.parametrize("size", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_every_request_is_answered_as_the_document_says(
    places: dict[str, dict[str, Any]], headers: dict[str, str], size: int, record_property: Any
) -> None:
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.yaml", get_wsgi_application())
    count = hold_all(schema, places, headers, size, undone)
    record_property("requests made up", count)
    assert count > 50 * size


@pytest.mark.parametrize("size", [FEW, pytest.param(SOME, marks=pytest.mark.long)])
def test_a_running_server_answers_as_the_document_says(
    tmp_path: Path, size: int, record_property: Any
) -> None:
    with served.serving(tmp_path) as site:
        schema = schemathesis.openapi.from_url(f"{site.url}/api/v1/openapi.yaml")
        places = {
            "/api/v1/bots/": {"name": "oryx", "number": 1},
            "/api/v1/fixtures/": {"id": site.open},
            "/api/v1/leagues/": {"slug": "pis-yedili-open", "number": 1, "which": 1},
            "/api/v1/matches/": {"id": site.match, "seat": site.seat},
        }
        headers = {"Authorization": f"Bearer {site.token}"}
        count = hold_all(schema, places, headers, size, nullcontext)
        for path in ENDING:
            stream, played = schema[path]["GET"], there(places, path)
            assert stream.Case(path_parameters=played).call(headers=headers).text.count('"done"') == 1
            count += hold(stream.as_strategy(path_parameters=played), headers, size, nullcontext)
    record_property("requests made up", count)
    assert count > 50 * size
