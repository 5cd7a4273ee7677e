"""The list of what was done by whom."""

from tournaments.models import Action
from tournaments.services import audit


def test_a_line_says_who_did_what_to_what_and_why(season, owner):
    audit.note(by=owner, verb="pause", subject=season, season=season, reason="a broken rule", rounds=3)
    audit.note(by=None, verb="start", subject="x" * 300)
    clock, line = Action.objects.all()[:2]
    assert (line.by, line.verb, line.subject, line.season) == (owner, "pause", "Open: Season 1", season)
    assert (line.reason, line.details) == ("a broken rule", {"rounds": 3})
    assert (clock.by, clock.season, clock.subject) == (None, None, "x" * 200)
