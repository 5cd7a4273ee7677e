"""Fields that are small, odd, or all of one family; rounds of which nothing is left."""

from collections import Counter

import pytest
from django.core.management import call_command
from django.db.models import ProtectedError

from tests.tournaments.playing import join, open_attempts, renew, work
from tournaments.errors import StateError
from tournaments.models import Entry, Fixture, Placing, Round
from tournaments.services import entries, fixtures, rebuild, scheduler

pytestmark = pytest.mark.django_db(transaction=True)


def tables(season):
    """The entries at each table of each round, by round."""
    rounds = {}
    for fixture in Fixture.objects.filter(round__division__season=season, replaces=None).order_by("pk"):
        seated = list(fixture.placings.values_list("entry__bot__name", flat=True))
        rounds.setdefault(fixture.round.number, []).append(seated)
    return list(rounds.values())


@pytest.mark.parametrize(
    ("field", "seats", "house"), [(1, 3, 2), (2, 3, 1), (13, 4, 3), (3, 2, 1), (8, 4, 0)]
)
def test_a_field_of_any_size_plays_once_a_round_with_as_few_of_the_house_as_can_be(
    season, field, seats, house
):
    season.seats = seats
    season.save()
    names = [entry.bot.name for entry in join(season, *(f"bot-{k}" for k in range(field)))]
    work(season, 3)
    for round in tables(season):
        assert {len(table) for table in round} == {seats}
        sitting = Counter(name for table in round for name in table)
        assert set(sitting.values()) == {1}
        assert set(names) <= set(sitting)
        assert len(sitting) == field + house
    assert rebuild.rebuild(season=season).differences == []


def test_a_season_without_entries_draws_nothing_and_waits_for_the_first(season):
    scheduler.tick(season.opens)
    assert not Round.objects.exists()
    join(season, "ann")
    work(season, 1)
    for entry in Entry.objects.filter(house=False):
        entries.withdraw(entry=entry)
    drawn = season.divisions.get().drawn
    for attempt in open_attempts():
        fixtures.void(fixture=attempt.fixture, reason="by hand")
    scheduler.tick(season.opens + scheduler.timedelta(hours=1))
    assert season.divisions.get().drawn == drawn


def test_an_owner_with_more_entries_than_tables_meets_itself_as_little_as_can_be(season, owner, capsys):
    season.league.bots_per_user = 5
    season.league.save()
    join(season, "ann", "amy", "abe", owner=owner)
    join(season, "bob", "cat", "dan")
    work(season, 3)
    kin = Fixture.objects.filter(round__state="settled", kin=True)
    assert kin.count() == 3  # one of the two tables, in each round
    changed = Placing.objects.filter(fixture__in=kin).values_list("mu_before", "mu_after")
    assert all(before == after for before, after in changed)
    call_command("rebuild_ratings", "open/1")
    assert "all exact" in capsys.readouterr().out


def test_a_round_of_which_every_table_stays_void_settles_and_rates_nobody(season, caplog):
    join(season, *(f"bot-{k}" for k in range(6)))
    scheduler.tick(season.opens)
    for _ in range(3):
        for fixture in Fixture.objects.exclude(state="void"):
            fixtures.void(fixture=fixture, reason="by hand")
    alarms = [record.message for record in caplog.records if record.levelname == "ERROR"]
    assert [alarm.partition(",")[0] for alarm in alarms] == [
        f"rated 1.1.{table}.3 stands as void" for table in (1, 2)
    ]
    scheduler.tick(season.opens)
    assert season.divisions.get().settled == 1
    assert set(Entry.objects.values_list("mu", "sigma")) == {(25, 25 / 3)}
    work(season, 2)
    assert rebuild.rebuild(season=season).differences == []


def test_everything_that_can_befall_a_season_can_be_rebuilt_in_whatever_order_it_is_played(season, owner):
    season.league.bots_per_user = 5
    season.league.save()
    ann, *_ = join(season, "ann", "amy", "abe", owner=owner)
    bob, cat, *_ = join(season, "bob", "cat", "dan")
    work(season, 2, lambda todo: todo.reverse())
    renew(ann.bot, "a better ann")
    renew(ann.bot, "the best ann")
    fixtures.void(fixture=open_attempts()[0].fixture, reason="by hand")
    entries.withdraw(entry=bob)
    entries.disqualify(entry=cat, reason="cheated")
    renew(bob.bot, "a better bob, who is out")
    join(season, "eve")
    for _ in range(3):
        last = Fixture.objects.exclude(state="finished").order_by("pk").last()
        if last.state != "void":
            fixtures.void(fixture=last, reason="by hand")
    work(season, 7, lambda todo: todo.reverse())
    kinds = set(season.events.values_list("kind", flat=True))
    assert kinds == {"version", "withdrawal", "disqualification"}
    assert ann.events.count() == 2
    assert bob.events.count() == 1
    assert {*Fixture.objects.filter(round__state="settled").values_list("kin", "state")} >= {
        (True, "finished"),
        (False, "finished"),
    }
    rebuilt = rebuild.rebuild(season=season)
    assert rebuilt.differences == []
    assert rebuilt.placings == Placing.objects.exclude(mu_after=None).count()


def test_who_has_played_cannot_be_deleted(season, owner):
    [entry] = join(season, "ann", owner=owner)
    for row in (owner, entry.bot, entry.version):
        with pytest.raises(ProtectedError):
            row.delete()


def test_the_house_cannot_leave(season):
    join(season, "ann")
    work(season, 1)
    house = Entry.objects.filter(house=True).first()
    with pytest.raises(StateError):
        entries.withdraw(entry=house)
    with pytest.raises(StateError):
        entries.disqualify(entry=house, reason="cheated")
    assert not house.events.exists()
