"""Streams for programs: an object a line, of a match, a fixture or a season; for whom, from where on."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
import yaml
from django.utils import timezone
from jsonschema import Draft202012Validator

from caravan.live import app
from caravan.live.admission import DeniedError
from caravan.live.channel import Channel
from caravan.live.hub import reading
from caravan.live.lines import Lines, wanted
from caravan.live.wire import Key
from caravan.openapi import DOCUMENT
from caravan.streams import LINES
from tests.caravan.live.test_app import Site, run
from tests.paper import Worker, replaced
from tests.tournaments.playing import beat, finish, open_attempts
from tests.world import World, begin, build, drawn
from tournaments.models import Bulletin, Fixture, Season
from tournaments.services import bulletins, corrections, rounds, scheduler, seasons, tokens
from tournaments.services.rounds import settle

Row = dict[str, Any]
SEASON = "leagues/pis-yedili-open/seasons/1"


def scope(path: str, after: str = "", token: str = "") -> Row:
    """A request below /api/v1/."""
    headers = [(b"authorization", f"Bearer {token}".encode())] if token else []
    query = f"after={after}".encode() if after else b""
    return {"path": f"/api/v1/{path}/stream/", "query_string": query, "headers": headers, "method": "GET"}


def heard(path: str, after: str = "", token: str = "") -> list[Row]:
    """All lines that there are now; LookupError where one may not listen."""
    lines = wanted(scope(path, after, token))
    channel = Channel(reading(lines.channel))
    channel.publish(channel.reader.news())
    if not (channel.shown or lines.bears_key()):
        raise LookupError(path)
    with channel.watched(lines.since) as watcher:
        said = lines.begin(channel) + lines.spell(channel.next(watcher)) + lines.spell(channel.end)
    assert said.endswith(b"\n") or not said
    rows = [json.loads(line) for line in said.splitlines()]
    for row in rows:
        described(path, row)
    return rows


@cache
def document() -> Row:
    """That of the API."""
    told: Row = yaml.safe_load(DOCUMENT.read_text())
    return told


def described(path: str, row: Row) -> None:
    """A line is as the document says, and has nothing of which it says nothing."""
    kind = path.partition("/")[0].replace("leagues", "seasons")
    told = document()["paths"][f"/api/v1/{LINES[kind]}"]["get"]["responses"]["200"]["content"]
    schema = told["application/x-ndjson"]["schema"]
    Draft202012Validator({**schema, "components": document()["components"]}).validate(row)
    line = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    [names] = [
        one["properties"] for one in line["oneOf"] if one["properties"]["event"]["const"] == row["event"]
    ]
    carried = document()["components"]["schemas"][names["data"]["$ref"].rpartition("/")[2]]
    assert list(row) == list(line["properties"])
    assert set(row["data"]) <= set(carried["properties"]), row["event"]


def ids(rows: list[Row], event: str = "move") -> list[str]:
    """The ids of what is of one kind."""
    return [row["id"] for row in rows if row["event"] == event]


def moves(match: int, count: int, first: int = 1, attempt: int = 1) -> list[str]:
    """The ids of moves of a match."""
    return [f"{attempt}.{match}.{number}" for number in range(first, count + 1)]


@pytest.fixture
def places(worker: Worker) -> tuple[str, list[str]]:
    """The addresses of the fixture under way and of its matches in the order of play."""
    fixture = worker.attempt.fixture
    matches = fixture.matches.order_by("rotation", "deal").values_list("pk", flat=True)
    return f"fixtures/{fixture.pk}", [f"matches/{pk}" for pk in matches]


def test_a_fixture_is_told_from_its_beginning_or_from_after_a_line(
    worker: Worker, places: tuple[str, list[str]]
) -> None:
    fixture, _ = places
    worker.tell(3)
    scene, *told = heard(fixture)
    assert (scene["id"], scene["event"], scene["data"]["game"]) == ("0.0.0", "scene", "pis_yedili")
    assert ids(told) == moves(0, 3)
    assert "words" in told[0]["data"]
    assert [row["id"] for row in heard(fixture, after="1.0.2")] == ["1.0.3"]
    assert heard(fixture, after="1.0.3") == []
    assert ids(heard(fixture, after="nonsense")) == moves(0, 3)


def test_of_a_match_only_what_belongs_to_it_is_told(worker: Worker, places: tuple[str, list[str]]) -> None:
    _, (first, second, third, *_) = places
    worker.tell_rest()
    count = len(worker.frames(0))
    assert ids(heard(first)) == moves(0, count)
    assert ids(heard(first), "over") == []
    worker.tell(2)
    told = heard(first)
    assert ids(told) == moves(0, count)
    assert ids(told, "over") == ["1.1.1"]
    assert heard(first, after="1.1.1") == []
    assert ids(heard(first, after="1.0.5")) == moves(0, count, 6)
    assert ids(heard(second)) == moves(1, 2)
    assert [row["event"] for row in heard(third)] == ["scene"]


def test_another_attempt_says_that_all_begins_again(worker: Worker, places: tuple[str, list[str]]) -> None:
    fixture, (first, *_) = places
    worker.tell_rest()
    worker.tell(1)
    again = replaced(worker)
    again.tell(2)
    for path in (fixture, first):
        told = heard(path, after="1.1.1")
        assert [row["id"] for row in told] == ["2.0.0", "2.0.1", "2.0.2"]
        assert told[0]["event"] == "restart"


def test_the_end_says_whether_there_is_a_record(worker: Worker, places: tuple[str, list[str]]) -> None:
    fixture, (first, *_) = places
    worker.finish()
    for path in (fixture, first):
        scene, done = heard(path)
        assert (done["event"], done["data"], done["id"]) == ("done", {"open": True}, "end")
        assert scene["event"] == "scene"


@pytest.fixture
def site(db: None, settings: Any, tmp_path: Any) -> World:
    """People, bots, a season, fixtures in each state."""
    settings.CARAVAN_DATA = tmp_path
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    made = build()
    bulletins.number()
    return made


def test_what_is_not_for_everybody_is_for_who_owns_it(site: World) -> None:
    trial = f"fixtures/{site.trial.pk}"
    match = f"matches/{site.trial.matches.first().pk}"  # type: ignore[union-attr]
    people = (site.owner, site.staff, site.member, site.organiser)
    owner, staff, *others = (tokens.issue(user=who, name="a", scopes=["read"])[1] for who in people)
    for path in (trial, match):
        for token in (owner, staff):
            assert heard(path, token=token)[-1]["event"] == "done"
        for token in (*others, ""):
            with pytest.raises(LookupError):
                heard(path, token=token)


def test_a_held_fixture_is_nobodys(site: World) -> None:
    _, token = tokens.issue(user=site.owner, name="a", scopes=["read"])
    for path in (f"fixtures/{site.held.pk}", f"matches/{site.held.matches.first().pk}"):  # type: ignore[union-attr]
        for who in ("", token):
            with pytest.raises(LookupError):
                heard(path, token=who)


def test_a_token_is_good_for_what_its_scopes_say(site: World) -> None:
    _, token = tokens.issue(user=site.owner, name="a", scopes=["submit"])
    with pytest.raises(DeniedError, match="no scope 'read'") as denied:
        wanted(scope(SEASON, token=token))
    assert denied.value.status == 403
    with pytest.raises(DeniedError, match="unknown") as denied:
        wanted(scope(SEASON, token="crv_nobodys"))  # noqa: S106
    assert denied.value.status == 401


def test_what_is_not_there_is_not_found(site: World) -> None:
    Season.objects.create(league=site.season.league, number=9, seats=3, title="A draft")
    for path in ("matches/999999", "fixtures/999999", "leagues/no/seasons/1", SEASON.replace("/1", "/9")):
        with pytest.raises(LookupError):
            heard(path)


def test_who_comes_to_a_season_is_told_what_happens_from_then_on(site: World) -> None:
    [head] = heard(SEASON)
    assert (head["event"], head["data"]["league"]) == ("season", "pis-yedili-open")
    seasons.pause(season=site.season)
    assert heard(SEASON, after=head["id"]) == []
    bulletins.number()
    [paused] = heard(SEASON, after=head["id"])
    assert (paused["event"], paused["data"]) == ("season.changed", {"state": "running", "paused": True})
    assert heard(SEASON, after=paused["id"]) == []
    assert heard(SEASON)[0]["id"] == paused["id"]


def test_the_desk_numbers_what_is_to_be_told_when_it_looks_around(site: World) -> None:
    before = heard(SEASON)[0]["id"]
    seasons.pause(season=site.season)
    scheduler.tick()
    assert [row["event"] for row in heard(SEASON, after=before)] == ["season.changed"]


def test_a_season_is_told_in_order_and_ends_when_it_is_closed(site: World) -> None:
    before = heard(SEASON)[0]["id"]
    rounds.release(round=site.held.round)
    settle(division=site.season.divisions.get(), now=timezone.now())
    for attempt in open_attempts():
        beat(attempt)
        finish(attempt)
    settle(division=site.season.divisions.get(), now=timezone.now())
    seasons.close(season=site.season)
    bulletins.number()
    told = heard(SEASON, after=before)
    assert [row["event"] for row in told] == [
        *("fixture.finished", "round.settled") * 2,
        "season.changed",
        "done",
    ]
    assert [row["data"].get("round") for row in told[:4]] == [2, 2, 3, 3]
    assert told[0]["data"]["placings"][0]["rank"]
    assert told[-1]["data"] == {"state": "closed"}
    for number, row in enumerate(told[:-1]):
        assert heard(SEASON, after=row["id"]) == told[number + 1 :]


def test_the_end_of_a_season_waits_for_what_is_still_to_be_told(site: World) -> None:
    before = heard(SEASON)[0]["id"]
    Season.objects.update(state=Season.State.CLOSED)
    Bulletin.objects.create(season=site.season, kind="season.changed", state="closed")
    assert heard(SEASON, after=before) == []
    bulletins.number()
    assert [row["event"] for row in heard(SEASON, after=before)] == ["season.changed", "done"]


def test_the_number_of_what_is_gone_is_not_given_again(site: World) -> None:
    for _ in range(2):
        seasons.pause(season=site.season)
        seasons.resume(season=site.season)
        bulletins.number()
        last = heard(SEASON)[0]["id"]
        Bulletin.objects.all().delete()
    seasons.pause(season=site.season)
    bulletins.number()
    assert [row["event"] for row in heard(SEASON, after=last)] == ["season.changed"]


def test_what_is_held_or_void_again_is_told_no_more(site: World) -> None:
    before = heard(SEASON)[0]["id"]
    round = site.held.round
    assert round
    rounds.release(round=round)
    bulletins.number()
    [first] = ids(heard(SEASON, after=before), "fixture.finished")
    rounds.hold(round=round)
    assert heard(SEASON, after=before) == []
    rounds.release(round=round)
    bulletins.number()
    for last in (before, first):
        assert len(ids(heard(SEASON, after=last), "fixture.finished")) == 1
    corrections.void(fixture=Fixture.objects.get(pk=site.held.pk), by=site.staff, reason="why not")
    assert heard(SEASON, after=before) == []


def test_of_a_long_season_the_last_of_it_is_known(site: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caravan.live.season.MOST", 3)
    for _ in range(3):
        seasons.pause(season=site.season)
        seasons.resume(season=site.season)
    bulletins.number()
    assert len(heard(SEASON, after="0.0.0")) == 3


def test_nothing_of_a_fixture_that_is_not_open_is_in_any_stream(site: World) -> None:
    """The same season is told, whatever the results of what is held or being played."""
    table = [placing.entry for placing in site.playing.placings.select_related("entry__version__bot")]
    fixture = drawn(site.season, table, 4, held=True)  # type: ignore[arg-type]
    begin(fixture)
    bulletins.number()
    before = [heard(SEASON, after="0.0.0"), heard(f"fixtures/{site.playing.pk}")]
    attempt = fixture.attempts.get()
    finish(attempt)
    bulletins.number()
    fixture.refresh_from_db()
    assert fixture.state == Fixture.State.FINISHED
    assert before == [heard(SEASON, after="0.0.0"), heard(f"fixtures/{site.playing.pk}")]
    rounds.release(round=fixture.round)
    bulletins.number()
    assert heard(SEASON, after="0.0.0") != before[0]


def test_a_stream_of_lines_is_served_as_the_others_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "SILENCE", 0.05)
    monkeypatch.setattr(app, "wanted", lambda _: Lines(7, Key(1, 0, 1)))

    async def story(site: Site) -> None:
        site.told.found = []
        site.told.moves((1, 0, 1), (1, 0, 2))
        client = await site.client("/api/v1/fixtures/7/stream/").until("\n\n")  # a heartbeat
        assert client.headers[b"content-type"] == b"application/x-ndjson"
        assert client.headers[b"cache-control"] == b"no-store"
        assert [json.loads(line) for line in client.text.split("\n") if line] == [
            {"id": "1.0.2", "event": "move", "data": "1.0.2"}
        ]
        site.told.moves((1, 0, 3), end=b'event: done\ndata: {"open":true}\n\n')
        site.ring(7)
        await client.task
        assert client.text.endswith('{"id":"end","event":"done","data":{"open":true}}\n')

    run(story)


@pytest.mark.parametrize(
    ("raised", "status"), [(LookupError(), 404), (DeniedError(403, "not you"), 403), (OSError(), 503)]
)
def test_programs_are_told_why_there_is_no_stream(
    monkeypatch: pytest.MonkeyPatch, raised: Exception, status: int
) -> None:
    def fails(_: object) -> None:
        raise raised

    monkeypatch.setattr(app, "wanted", fails)

    async def story(site: Site) -> None:
        client = site.client("/api/v1/fixtures/7/stream/")
        await client.task
        assert client.headers[b"content-type"] == b"application/problem+json"
        told = json.loads(client.text)
        assert (client.status, told["status"], told["errors"]) == (status, status, [])
        assert told["detail"]
        assert told["remedy"]

    run(story)


def test_only_addresses_of_streams_are_taken_from_the_pages() -> None:
    for path in ("/live/7/", "/api/v1/matches/7/stream/", "/api/v1/leagues/a-b/seasons/2/stream/"):
        assert app.streamed(path)
    for path in ("/api/v1/matches/7/", "/api/v1/matches/0/stream/", "/api/v1/bots/7/stream/", "/"):
        assert not app.streamed(path)
