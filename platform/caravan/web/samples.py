"""Made-up bots, seasons and fixtures in every state, for the page that shows every part: nothing of it is
stored, and nothing is asked of the database."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone

from bots.kits import KITS
from bots.viewer import bundle, decks, rows
from caravan.games import catalogue
from caravan.standings import tables
from caravan.standings.scale import Scale, scale
from caravan.standings.tables import Row, Table
from caravan.web import charts, heat
from referee.games import GAMES
from tournaments.models import (
    Bot,
    Delivery,
    Division,
    Entry,
    Fixture,
    League,
    Placing,
    Round,
    Season,
    User,
    Version,
)
from tournaments.selectors.standings import Standing
from tournaments.statistics.calibration import Bin
from tournaments.statistics.head_to_head import Meetings
from tournaments.watching import Tile

GAME = "pis_yedili"
NAMES = ("dunewalker", "tagelmust", "qanat", "mirage", "nomad", "saltpan")
RATINGS = ((34.2, 0.9), (33.1, 1.0), (32.8, 1.0), (30.4, 0.9), (25.8, 1.1), (18.6, 2.4))
_COLOUR = re.compile(r"--([\w-]+): (?:#|light-dark)")
_SYMBOL = re.compile(r'<symbol id="([\w-]+)"')


class SampleForm(forms.Form):
    """A field of each kind."""

    name = forms.CharField(help_text="Lower-case letters, digits and single hyphens.")
    game = forms.ChoiceField(choices=[(name, game.title) for name, game in GAMES.items()])
    note = forms.CharField(required=False, widget=forms.Textarea(attrs={"rows": 3}))
    waits = forms.BooleanField(label="I say myself when it competes", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("name", "game", "note"):
            self.fields[name].widget.attrs["class"] = "in"


class DropForm(forms.Form):
    """A file."""

    file = forms.FileField(label="Drop a bot or a zip here", help_text="At most 1 MB.")


def everything() -> dict[str, Any]:
    """What the page wants."""
    return {**looks(), **words(), **standings(), **figures(), **played()}


def looks() -> dict[str, Any]:
    """Colours, symbols, and the five decks."""
    symbols = _SYMBOL.findall(bundle.read(bundle.SPRITE))
    return {
        "colours": list(dict.fromkeys(_COLOUR.findall(bundle.read("css/tokens.css")))),
        "icons": [name.removeprefix("i-") for name in symbols if name.startswith("i-")],
        "symbols": [name for name in symbols if not name.startswith("i-")],
        "decks": [(game.title, catalogue.spread(name)) for name, game in GAMES.items()],
        "games": catalogue.games(),
    }


def words() -> dict[str, Any]:
    """States, notices, a form, and a refusal."""
    kinds = (Version.State, Fixture.State, Round.State, Season.State, Entry.State, Delivery.State)
    return {
        "states": [kind.choices for kind in kinds],
        "progress": [{"round": Round(held=True)}, {"round": Round(), "still": True}],
        "notices": (("", "It has happened."), ("warning", "Look at this."), ("error", "It was refused.")),
        "form": SampleForm({"note": "a value"}),
        "upload": DropForm({}),
        "refusal": {
            "place": "bot.py, line 2",
            "reason": "'[' was never closed",
            "source": "    return legal[0",
        },
        "rows": (("Upload", "1 MB"), ("Memory", "256 MB"), ("Moves a match", "402")),
        "kits": KITS.values(),
        "versions": [_version(0, state, number) for number, state in enumerate(Version.State.values, 1)],
    }


def standings() -> dict[str, Any]:
    """A table with bands and medals, and one without a row."""
    division = Division(season=_season(), name="Division 1", settled=13)
    entries = [_entry(division, k, *rating) for k, rating in enumerate(RATINGS)]
    rows = [Row(Standing(k, one), scale(RATINGS).bar(one.mu, one.sigma)) for k, one in enumerate(entries, 1)]
    return {
        "table": Table(division, scale(RATINGS), rows, tables.bands(rows)),
        "empty": Table(division, scale([]), [], []),
        "pinned": rows[4:5],
        "entry": entries[0],
    }


def figures() -> dict[str, Any]:
    """A chart of each kind."""
    entries = [_entry(Division(season=_season()), k, *rating) for k, rating in enumerate(RATINGS)]
    met = {
        (one.pk, other.pk): Meetings(one.pk, other.pk, 20, 0.5 + 0.08 * (other.pk - one.pk), 0.4, 0.9)
        for one in entries
        for other in entries
        if one.pk < other.pk
    }
    rounds = [(k, 25 + k * 0.7 - k % 3, 8 / k**0.5, 1 + k // 6) for k in range(1, 14)]
    bins = [Bin(40, 30, 0.55 + 0.1 * k, 0.52 + 0.11 * k, 0.42 + 0.11 * k, 0.62 + 0.11 * k) for k in range(4)]
    shares = Scale(0, 1)
    left, width = shares.span(0.55, 0.81)
    return {
        "history": charts.history(rounds),
        "calibration": charts.reliability(bins),
        "map": heat.heat(entries, met, "league", len(entries)),
        "share": {"rival": {"low": 0.55, "high": 0.81}, "at": shares.x(0.68), "left": left, "width": width},
    }


def played() -> dict[str, Any]:
    """Fixtures in every state, tables that are being played, the bar of a replay."""
    plain: dict[str, Any] = {
        "game": GAME,
        "title": "Pis Yedili Open: season 3, round 14",
        "bots": list(NAMES[:3]),
        "matches": 6,
    }
    return {
        "fixtures": [_fixture(k, state) for k, state in enumerate(Fixture.State.values, 1)],
        "tiles": [
            Tile(fixture=1, over=False, match=2, move=54, by=NAMES[1], played="play 7D", **plain),
            Tile(fixture=2, over=True, **plain),
        ],
        "views": rows.views(NAMES[:3]),
        "length": 351,
        "deck": decks.deck(GAME).html(),
    }


def _season() -> Season:
    league = League(slug="league", title="Pis Yedili Open", game=GAME, seats=3)
    return Season(league=league, number=3, title="season 3", state=Season.State.RUNNING, seats=3)


def _version(k: int, state: str = Version.State.ACTIVE, number: int = 7) -> Version:
    """Of the bot of that name; those of the house come last."""
    owner = User(pk=k + 1, username="mira") if k < len(NAMES) - 1 else None
    reason = "It answered with a move that is not legal." if state == Version.State.REFUSED else ""
    bot = Bot(pk=k + 1, name=NAMES[k], owner=owner)
    version = Version(pk=1, bot=bot, number=number, state=state, reason=reason)
    version._prefetched_objects_cache = {"trials": Fixture.objects.none()}  # type: ignore[attr-defined]
    return version


def _entry(division: Division, k: int, mu: float, sigma: float) -> Entry:
    version, medals = _version(k), Entry.Medal.values
    return Entry(
        pk=k + 1,
        division=division,
        bot=version.bot,
        version=version,
        number=k + 1,
        mu=mu,
        sigma=sigma,
        fixtures=210,
        faults=(0, 0, 2, 0, 1, 31)[k],
        medal=medals[k] if k < len(medals) else "",
        state=Entry.State.WITHDRAWN if k == len(NAMES) - 1 else Entry.State.IN,
    )


def _fixture(k: int, state: str) -> Fixture:
    """One whose competitors are known without asking."""
    fixture = Fixture(
        pk=k,
        number=f"1.14.{k}.1",
        kind=Fixture.Kind.RATED,
        round=Round(division=Division(season=_season()), number=14),
        game=GAME,
        seats=3,
        state=state,
        released=True,
        finished_at=timezone.now() - timedelta(minutes=4 * k),
    )
    placings = [Placing(version=_version(one), number=one, rank=3 - one) for one in range(3)]
    fixture._prefetched_objects_cache = {"placings": placings}  # type: ignore[attr-defined]
    return fixture
