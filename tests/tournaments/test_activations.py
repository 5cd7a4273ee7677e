"""Which version competes: the newest that passed, or the one that its owner chose."""

import pytest

from bots.upload.inspection import inspect
from tests.tournaments.playing import FAULTY, beat, finish, join, open_attempts, script
from tournaments.errors import StateError
from tournaments.models import Activation, Entry
from tournaments.selectors.versions import choices
from tournaments.services import activations, bots, trials, versions

pytestmark = pytest.mark.django_db(transaction=True)
GAME = "pis_yedili"


def pass_trials():
    for attempt in open_attempts():
        beat(attempt)
        assert finish(attempt)


@pytest.fixture
def entry(season, shipped):
    [joined] = join(season, "ann")
    return joined


def submit(bot, content, **more):
    more = {"filename": "bot.py", "games": [GAME], **more}
    version = versions.submit(bot=bot, data=script(content), **more)
    pass_trials()
    version.refresh_from_db()
    return version


def test_a_version_that_waits_competes_when_its_owner_says_so(entry):
    version = submit(entry.bot, "v2", waits=True)
    assert (version.state, choices(version)) == ("passed", [GAME])
    assert Entry.objects.get(pk=entry.pk).version == entry.version
    activations.choose(version=version, game=GAME)
    version.refresh_from_db()
    assert (version.state, choices(version)) == ("active", [])
    assert Entry.objects.get(pk=entry.pk).version == version
    activations.choose(version=version, game=GAME)
    assert entry.events.count() == 1


def test_an_owner_goes_back_to_an_older_version_that_passed(entry):
    older, newer = submit(entry.bot, "v2"), submit(entry.bot, "v3")
    assert Entry.objects.get(pk=entry.pk).version == newer
    activations.choose(version=older, game=GAME)
    assert Entry.objects.get(pk=entry.pk).version == Activation.objects.get(bot=entry.bot).version == older


@pytest.mark.parametrize("game", ["chess", "donkey"])
def test_what_has_not_passed_cannot_be_chosen(entry, game):
    version = submit(entry.bot, "v2", waits=True)
    with pytest.raises(StateError, match=f"has not passed a trial in {game}"):
        activations.choose(version=version, game=game)
    assert not Activation.objects.filter(bot=entry.bot, version=version).exists()


def test_a_version_that_failed_cannot_be_chosen(owner, shipped):
    version = submit(bots.create(owner=owner, name=FAULTY), "v1")
    assert version.state == "refused"
    with pytest.raises(StateError):
        activations.choose(version=version, game=GAME)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_who_is_refused_in_one_game_and_passes_in_another_is_told_both(owner, shipped, order):
    upload = inspect(script("two"), "bot.py", games=[GAME, "donkey"])
    version = versions.record(bot=bots.create(owner=owner, name="two"), upload=upload)
    trials.begin(version=version)
    pass_trials()
    fixtures = list(version.trials.order_by("game"))
    fixtures[0].matches.first().seatings.filter(version=version).update(fault="late", fault_reason="was late")
    type(version).objects.update(state="trial", reason="")
    Activation.objects.all().delete()
    for which in order:
        trials.conclude(fixtures[which])
    version.refresh_from_db()
    assert version.state == "active"
    assert version.reason == "In its trial in Donkey: was late"
    assert list(Activation.objects.values_list("game", flat=True)) == [GAME]
