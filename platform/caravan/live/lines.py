"""The same streams for programs: NDJSON below /api/v1/, an object a line, by token where one is needed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs

import msgspec

from caravan import access, problems
from caravan.live.admission import DeniedError, count
from caravan.live.channel import Channel
from caravan.live.hub import Name
from caravan.live.season import OfSeason
from caravan.live.wire import NOWHERE, Key, key
from caravan.streams import LINES
from tournaments.models import ApiToken, Fixture, Match, User
from tournaments.selectors.seasons import seasons
from tournaments.services import tokens

PARTS = {"id": r"[1-9]\d{0,17}", "slug": r"[-\w]{1,40}", "number": r"[1-9]\d{0,8}"}
"""What stands in the braces of an address."""
PATHS = {
    kind: re.compile(
        problems.PREFIX + re.sub(r"{(\w+)}", lambda part: f"(?P<{part[1]}>{PARTS[part[1]]})", path), re.ASCII
    )
    for kind, path in LINES.items()
}
PROBLEM = problems.MEDIA_TYPE
END = "end"
"""The id of a last line, after which there is nothing."""
BEARER = "bearer "


class Lines:
    """How it is told: from after one line on, or from the beginning, which in a season is now."""

    content_type = "application/x-ndjson"
    ping = b"\n"
    once = False

    def __init__(
        self,
        channel: Name,
        after: Key | None = None,
        *,
        user: int | None = None,
        match: int | None = None,
        inside: bool = False,
    ) -> None:
        self.channel, self.user = channel, user
        self.since = after or (None if isinstance(channel, OfSeason) else NOWHERE)
        self._whole, self._match, self._inside = after is None, match, inside
        self._over = bool(after and match is not None and after.match > match)

    def bears_key(self) -> bool:
        """Whether it may follow what is not for everybody."""
        return self._inside

    def begin(self, channel: Channel) -> bytes:
        """What comes first: what it is about, unless somebody goes on where they were."""
        at = NOWHERE if self.since else channel.entrance
        return self._line(channel.reader.head, str(at)) if self._whole else b""

    def spell(self, events: bytes) -> bytes:
        """Events as lines; of one match only what belongs to it."""
        return b"".join(self._spelled(each) for each in events.split(b"\n\n") if each)

    def _spelled(self, event: bytes) -> bytes:
        found = re.match(rb"id: (\S+)\n", event)
        at = key(found[1].decode()) if found else None
        if at is None:
            return self._line(event, END)
        if self._match is None or (at.match == self._match and at.move):
            return self._line(event, str(at))
        return self._beside(event, at)

    def _beside(self, event: bytes, at: Key) -> bytes:
        """Of what is no move of the match: that it is over, or all begins again."""
        if not at.move:
            self._over = False
            return self._line(event, str(at))
        if at.match > (self._match or 0) and not self._over:
            self._over = True
            return self._line(b"event: over\ndata: {}", str(at))
        return b""

    def _line(self, event: bytes, at: str) -> bytes:
        fields = dict(line.split(b": ", 1) for line in event.strip().split(b"\n"))
        name = fields.get(b"event", b"move").decode()
        return msgspec.json.encode({"id": at, "event": name, "data": msgspec.Raw(fields[b"data"])}) + b"\n"


def placed(path: str) -> tuple[str, dict[str, str]]:
    """What is followed at an address, and which one; LookupError where there are no lines."""
    for kind, pattern in PATHS.items():
        if found := pattern.fullmatch(path):
            return kind, found.groupdict()
    raise LookupError(path)


def wanted(scope: Mapping[str, Any]) -> Lines:
    """What somebody asks for, found in the thread that speaks with the database.

    LookupError for what is not there, DeniedError for a token that is not good for it, or who asks too often.
    """
    kind, place = placed(scope["path"])
    user = _user(scope)
    count(scope, user)
    whose = user.pk if user else None
    query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    after = key(query.get("after", [""])[-1])
    if kind == "seasons":
        season = seasons().filter(league__slug=place["slug"], number=int(place["number"])).first()
        if season is None:
            raise LookupError("no such season")
        return Lines(OfSeason(season.pk), after, user=whose)
    fixture, match = _played(kind, int(place["id"]))
    inside = bool(user and fixture.version and access.sees_inside(user, fixture.version.bot))
    return Lines(fixture.pk, after, user=whose, match=match, inside=inside)


def _played(kind: str, pk: int) -> tuple[Fixture, int | None]:
    """A fixture, or that of a match and which one that is in the order of play; LookupError without one."""
    fixtures = Fixture.objects.select_related("version__bot")
    if kind == "fixtures":
        fixture, match = fixtures.filter(pk=pk).first(), None
    else:
        match = Match.objects.defer("record").filter(pk=pk).first()
        fixture = fixtures.filter(matches=pk).first()
    if fixture is None:
        raise LookupError(f"none of the {kind}")
    return fixture, match.rotation * fixture.deals + match.deal if match else None


def problem(status: int, why: str) -> bytes:
    """The body of an answer without a stream."""
    remedy = problems.SCOPE if status == 403 else ""
    return msgspec.json.encode(
        problems.problem(status, why or f"{HTTPStatus(status).phrase}.", remedy=remedy)
    )


def _user(scope: Mapping[str, Any]) -> User | None:
    """Whose token came along; nobody's where there is none."""
    given = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1")
    if not given.lower().startswith(BEARER):
        return None
    token = tokens.find(given[len(BEARER) :].strip())
    if token is None:
        raise DeniedError(401, "This token is unknown, has expired or was revoked.")
    if ApiToken.Scope.READ not in token.scopes:
        raise DeniedError(403, "This token has no scope 'read', which this address needs.")
    return token.user
