"""The list of what was done by whom."""

from tests.tournaments.playing import active_bot, join
from tournaments.models import Action, Bot, League, Season
from tournaments.services import audit, bots, divisions, entries


def test_a_line_says_who_did_what_to_what_and_why(season, owner):
    audit.note(by=owner, verb="pause", subject=season, season=season, reason="a broken rule", rounds=3)
    audit.note(by=None, verb="start", subject="x" * 300)
    clock, line = Action.objects.all()[:2]
    assert (line.by, line.verb, line.subject, line.season) == (owner, "pause", "Open: Season 1", season)
    assert (line.reason, line.details) == ("a broken rule", {"rounds": 3})
    assert (clock.by, clock.season, clock.subject) == (None, None, "x" * 200)


def test_a_line_stands_on_the_desk_of_its_league(season, owner):
    audit.note(by=owner, verb="pause", subject=season, season=season)
    audit.note(by=owner, verb="create", subject=season.league)
    audit.note(by=owner, verb="freeze", subject="a bot")
    leagues = dict(Action.objects.filter(by=owner).values_list("verb", "league"))
    assert leagues == {"pause": season.league_id, "create": season.league_id, "freeze": None}


def test_what_befalls_a_bot_stands_on_every_desk_that_it_concerns(season, owner):
    [entry] = join(season, "ann", owner=owner)
    league = League.objects.create(slug="other", title="Other", game="pis_yedili", seats=3)
    for number, state in ((1, "running"), (2, "closed")):
        own = {"number": number, "title": str(number), "seats": 3, "state": state}
        other = Season.objects.create(league=league, **own)
        other.divisions.create()
        entries.add(division=divisions.lowest(other), bot=entry.bot, version=entry.version)
    bots.freeze(bot=entry.bot, by=owner, reason="cheats")
    found = Action.objects.filter(verb="freeze").order_by("pk")
    told = [(note.season.league.slug, note.season.number, note.details) for note in found]
    assert told == [("open", 1, {"entries": 1}), ("other", 1, {"entries": 1})]


def test_a_bot_in_no_season_leaves_a_line_too(owner, member):
    bot = active_bot(owner, "ann")
    bots.freeze(bot=bot, by=member, reason="cheats")
    note = Action.objects.get(verb="freeze")
    assert (note.season, note.league, note.details) == (None, None, {"entries": 0})
    assert Bot.objects.get().frozen
