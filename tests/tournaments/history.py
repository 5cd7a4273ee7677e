"""Seasons that were played long ago: rated rows of known results, without a match being played."""

from django.utils import timezone

from tournaments.models import Bot, Division, Entry, Fixture, Placing, Round, Season, Version

RULES = {"game": "pis_yedili", "secret": "s", "kind": Fixture.Kind.RATED}


def season(league, fixtures, *, number=1, **fields):
    """A season with a settled round for each of these fixtures, whose entries are numbers from 0."""
    made = Season.objects.create(league=league, number=number, title=f"Season {number}", seats=3, **fields)
    division = Division.objects.create(season=made)
    entries = _entries(division, 1 + max(max(one.entries) for one in fixtures))
    rounds = Round.objects.bulk_create(
        Round(division=division, number=k, state=Round.State.SETTLED, settled_at=timezone.now())
        for k, _ in enumerate(fixtures, 1)
    )
    tables = Fixture.objects.bulk_create(
        Fixture(round=one, number=f"1.{one.number}.1.1", seats=3, state="finished", released=True, **RULES)
        for one in rounds
    )
    Placing.objects.bulk_create(
        placing(table, k, entries[entry], rank, rating)
        for table, fixture in zip(tables, fixtures, strict=True)
        for k, (entry, rank, rating) in enumerate(
            zip(fixture.entries, fixture.ranks, fixture.before, strict=True)
        )
    )
    division.drawn = division.settled = len(fixtures)
    division.save()
    return made


def _entries(division, count):
    names = [f"bot-{division.pk}-{k}" for k in range(count)]
    bots = Bot.objects.bulk_create(Bot(name=name) for name in names)
    versions = Version.objects.bulk_create(Version(bot=bot, number=1, digest=bot.name) for bot in bots)
    return Entry.objects.bulk_create(
        Entry(division=division, bot=one.bot, version=one, number=k) for k, one in enumerate(versions, 1)
    )


def placing(fixture, number, entry, rank, rating):
    """A row that was rated; what it did to the rating is nothing."""
    mu, sigma = rating
    return Placing(
        fixture=fixture,
        number=number,
        entry=entry,
        version_id=entry.version_id,
        bot_id=entry.bot_id,
        rank=rank,
        mu_before=mu,
        sigma_before=sigma,
        mu_after=mu,
        sigma_after=sigma,
    )
