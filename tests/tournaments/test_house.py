"""House bots, also where users were first."""

import pytest

from tests.tournaments.playing import script
from tournaments import demo
from tournaments.models import Bot, Entry
from tournaments.services import bots, house, trials, versions

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "bot.py").write_bytes(script())
    return tmp_path


def test_a_house_bot_whose_name_a_user_has_is_called_after_the_house_and_plays_trials(owner, folder):
    bots.create(owner=owner, name="Random")
    shipped = house.ship(name="random", folder=folder, games=["donkey"])
    assert (shipped.name, shipped.owner) == ("house-random", None)
    assert house.ship(name="random", folder=folder, games=["donkey"]) == shipped
    upload = versions.inspect(script("ann"), "bot.py", games=["donkey"])
    version = versions.record(bot=bots.create(owner=owner, name="ann"), upload=upload)
    trials.begin(version=version)
    assert version.trials.get().placings.filter(version__bot=shipped).exists()


def test_the_demo_season_starts_where_a_user_has_the_name_of_one_of_its_bots(owner):
    bots.create(owner=owner, name="miser")
    season = demo.load()
    assert demo.load() == season
    assert Entry.objects.filter(division__season=season, bot__name="house-miser").exists()
    assert Bot.objects.get(name="miser").owner == owner
