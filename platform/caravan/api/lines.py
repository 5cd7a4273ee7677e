"""Streams in the document: they are answered beside Django, so nothing finds them there by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caravan.problems import PREFIX
from caravan.streams import LINES
from tournaments.services.tokens import Scope

Schema = Mapping[str, Any]
MEDIA_TYPE = "application/x-ndjson"
TEXT, NUMBER, FLAG, ANY = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}, {"type": "object"}
LIST = {"type": "array", "items": {}}
PAGE = {**TEXT, "format": "uri"}
PATH: Mapping[str, Schema] = {
    "id": NUMBER,
    "slug": {**TEXT, "pattern": "^[-a-zA-Z0-9_]+$"},
    "number": NUMBER,
}
"""What stands in addresses."""


def named(name: str) -> Schema:
    """One that is described elsewhere in the document."""
    return {"$ref": f"#/components/schemas/{name}"}


def several(kind: Schema) -> Schema:
    """A list of them."""
    return {"type": "array", "items": kind}


def shape(about: str, fields: Schema, *, certain: bool = True) -> Schema:
    """An object; all its fields are there if that is certain."""
    required = {"required": list(fields)} if certain and fields else {}
    return {"type": "object", "description": about, "properties": fields, **required}


WHERE = {"league": TEXT, "season": NUMBER}
ROUND = {**WHERE, "division": NUMBER, "round": NUMBER}
PLACING = {"bot": TEXT, "version": NUMBER, "fixture_points": {"type": "number"}, "rank": NUMBER}
FIXTURE = {
    "fixture": NUMBER,
    "kind": named("KindEnum"),
    "number": TEXT,
    "game": TEXT,
    **ROUND,
    "finished_at": {**TEXT, "format": "date-time"},
    "placings": several(shape("", PLACING)),
    "page": PAGE,
}
SCENE = {
    "fixture": NUMBER,
    "game": TEXT,
    "seats": NUMBER,
    "deals": NUMBER,
    "rules": ANY,
    "visibility": {**ANY, "description": "The fields of the view that are not open to all."},
    "start": {**ANY, "description": "The view of a spectator before the first move."},
    "figures": {**ANY, "description": "What the game counts, then."},
    "bots": several(TEXT),
    "seating": {
        **several(several(NUMBER)),
        "description": "For each match in the order of play, by seat: which of the bots sits there.",
    },
}
FRAME = {
    "seat": {**NUMBER, "description": "-1: the dealer."},
    "move": {**TEXT, "description": "With `?` for cards that a spectator does not see."},
    "words": {**TEXT, "description": "The same in words."},
    "changes": {**LIST, "description": "What is another in the view, as in replays."},
    "figures": {**LIST, "description": "What is another in the figures."},
    "points": {**several({"type": "number"}), "description": "By seat."},
}
SHAPES: Mapping[str, Schema] = {
    "Scene": shape("The table, and who sits at it.", SCENE),
    "Move": shape("A move as spectators see it.", FRAME),
    "Restart": shape("An attempt was lost: all is told anew.", {"attempt": NUMBER}),
    "Over": shape("The next match of the fixture has begun.", {}),
    "PlayedOut": shape("No more comes; `open`: there are records.", {"open": FLAG}, certain=False),
    "FollowedSeason": shape(
        "The season.", {**WHERE, "page": PAGE, "title": TEXT, "game": TEXT, "seats": NUMBER}
    ),
    "FixtureFinished": shape("A fixture of the season is open.", FIXTURE),
    "RoundSettled": shape("A round has changed ratings.", {**ROUND, "page": PAGE}),
    "SeasonChanged": shape(
        "The season is in another state.", {"state": named("SeasonRowStateEnum"), "paused": FLAG}
    ),
    "SeasonOver": shape(
        "No more comes; `open` is false if the season is not shown any more.",
        {"state": named("SeasonRowStateEnum"), "open": FLAG},
        certain=False,
    ),
}
PLAYED = {"scene": "Scene", "move": "Move", "restart": "Restart", "done": "PlayedOut"}
SEASON = {
    "season": "FollowedSeason",
    "fixture.finished": "FixtureFinished",
    "round.settled": "RoundSettled",
    "season.changed": "SeasonChanged",
    "done": "SeasonOver",
}
STREAMS: Mapping[str, tuple[str, str, Mapping[str, str]]] = {
    "matches": ("A match move by move, while it is played.", "MatchLine", {**PLAYED, "over": "Over"}),
    "fixtures": ("All matches of a fixture, one after the other.", "FixtureLine", PLAYED),
    "seasons": ("What happens in a season, from now on.", "SeasonLine", SEASON),
}
"""By what is followed: in words, what a line is, what the data of its events are."""
AFTER = {
    "in": "query",
    "name": "after",
    "schema": TEXT,
    "description": "The `id` of the last line that you have: what came after it is told.",
}
REFUSED = {
    "401": "The token is none.",
    "403": "The token is not good for `read`.",
    "404": "There is nothing there that may be followed.",
    "429": "Too many questions, or too many open streams.",
    "503": "No room, or no database.",
}
WAIT = {"Retry-After": {"schema": NUMBER, "description": "Seconds after which to come back."}}


def with_streams(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Adds the streams, what their lines are and what these tell."""
    schemas = result["components"]["schemas"]
    lines = {name: _line(events) for _, name, events in STREAMS.values()}
    result["components"]["schemas"] = dict(sorted({**schemas, **SHAPES, **lines}.items()))
    told = {PREFIX + path: {"get": _operation(kind, path)} for kind, path in LINES.items()}
    result["paths"] = dict(sorted((result["paths"] | told).items()))
    return result


def _line(events: Mapping[str, str]) -> Schema:
    """What every line is, and by its event what it tells."""
    about = "; ".join(f"`{event}`: {name}" for event, name in events.items())
    fields = {
        "id": TEXT,
        "event": {**TEXT, "enum": list(events)},
        "data": {**ANY, "description": f"By event. {about}"},
    }
    pairs = [
        {"properties": {"event": {"const": event}, "data": named(name)}} for event, name in events.items()
    ]
    return {**shape("A line of a stream; an empty one says that it is still there.", fields), "oneOf": pairs}


def _operation(kind: str, path: str) -> dict[str, Any]:
    """The request for one kind of stream."""
    about, line, _ = STREAMS[kind]
    place = [
        {"in": "path", "name": name, "schema": schema, "required": True}
        for name, schema in PATH.items()
        if f"{{{name}}}" in path
    ]
    lines = {
        "description": "Lines, each as the schema says.",
        "content": {MEDIA_TYPE: {"schema": named(line)}},
    }
    return {
        "operationId": f"{kind}_stream",
        "description": about,
        "parameters": [*place, AFTER],
        "tags": [kind],
        "security": [{"token": [Scope.READ.value]}, {}],
        "responses": {"200": lines, **{status: _refused(status) for status in REFUSED}},
    }


def _refused(status: str) -> dict[str, Any]:
    """A problem; with the time to wait where it passes."""
    headers = {"headers": WAIT} if status in ("429", "503") else {}
    content = {"application/problem+json": {"schema": named("Problem")}}
    return {"description": REFUSED[status], "content": content, **headers}
