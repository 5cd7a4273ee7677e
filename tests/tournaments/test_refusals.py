"""A league or a season that could not be played is refused, each reason at its field."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from tournaments.errors import SettingsError
from tournaments.models import Division, Season
from tournaments.services import seasons

pytestmark = pytest.mark.django_db
NOW = timezone.now()
LATER = NOW + timedelta(hours=1)


@pytest.mark.parametrize(
    ("written", "field", "reason"),
    [
        ({"seats": 9}, "seats", "Pis Yedili is played by"),
        ({"rules": {"joker": True}}, "rules", "joker"),
        ({"rules": ["joker"]}, "rules", "Expected `object`, got `array`"),
        ({"clocks": {"bunk": 2}}, "clocks", "bunk"),
        ({"clocks": {"bank": 0}}, "clocks", "> 0.0 - at `$.bank`"),
        ({"clocks": {"startup_wall": -1}}, "clocks", "> 0.0 - at `$.startup_wall`"),
        ({"clocks": {"idle": float("inf")}}, "clocks", "<= 86400.0 - at `$.idle`"),
        ({"beta": 0}, "beta", "greater than or equal to 0.001"),
        ({"tau": -1}, "tau", "greater than or equal to 0"),
        ({"widening": -1}, "widening", "greater than or equal to 0"),
        ({"deals": 0}, "deals", "greater than or equal to 1"),
        ({"round_gap": -1}, "round_gap", "greater than or equal to 0"),
        ({"carry_sigma": -1}, "carry_sigma", "greater than or equal to 0"),
        ({"draw_probability": 1}, "draw_probability", "less than or equal to 0.999"),
        ({"stages": [{"format": "lottery"}]}, "stages", "lottery"),
        ({"stages": []}, "stages", "At least one stage is needed"),
        ({"stages": [{"format": "knockout", "double": True}]}, "stages", "tables of two"),
        ({"registers": LATER, "opens": NOW}, "opens", "has to come after “registers”"),
        ({"opens": NOW, "ends": NOW}, "ends", "has to come after “opens”"),
        ({"registers": LATER, "ends": NOW}, "ends", "has to come after “registers”"),
        ({"pins": LATER, "ends": NOW}, "ends", "has to come after “pins”"),
        ({"promote": 1}, "promote", "one division only"),
        ({"sizes": (4, None), "promote": 1, "relegate": 2}, "relegate", "as many as they gain: 1, not 2"),
        ({"sizes": (3, None), "promote": 2, "relegate": 2}, "promote", "more than the 3 of a division"),
        ({"sizes": (1, None)}, "size", "greater than or equal to 2"),
    ],
)
def test_settings_that_cannot_be_are_refused_at_their_field(league, written, field, reason):
    with pytest.raises(SettingsError) as refused:
        seasons.create(league=league, **written)
    assert list(refused.value.fields) == [field]
    assert reason in " ".join(refused.value.fields[field])
    assert reason in str(refused.value)
    assert not Season.objects.exists()
    assert not Division.objects.exists()


def test_all_reasons_are_told_at_once(league):
    with pytest.raises(SettingsError) as refused:
        seasons.create(league=league, deals=0, stages=[], ends=NOW, opens=LATER)
    assert sorted(refused.value.fields) == ["deals", "ends", "stages"]


def test_a_season_without_a_division_is_refused(league, shipped):
    season = seasons.create(league=league)
    season.divisions.all().delete()
    with pytest.raises(SettingsError, match="needs a division"):
        seasons.open_registration(season=season)


def test_a_table_with_more_empty_chairs_than_house_bots_cannot_open_its_registration(league, shipped):
    season = seasons.create(league=league, seats=6)
    with pytest.raises(
        SettingsError, match="seats: A table of 6 needs 5 house bots in pis_yedili, and 3 are"
    ):
        seasons.open_registration(season=season)
    season.refresh_from_db()
    assert (season.state, season.commitment) == ("draft", "")


@pytest.mark.parametrize(
    ("field", "value"), [("deals", 0), ("bots_per_user", 0), ("beta", 0), ("seats", 0), ("game", "chess")]
)
def test_a_league_is_refused_at_its_field(league, field, value):
    setattr(league, field, value)
    with pytest.raises(ValidationError) as refused:
        league.full_clean()
    assert list(refused.value.message_dict) == [field]


def test_a_league_keeps_its_game_once_it_has_a_season(league):
    for game, refused in (("donkey", False), ("pis_yedili", False), ("donkey", True), ("pis_yedili", False)):
        league.game, league.rules = game, {}
        if refused:
            with pytest.raises(ValidationError, match="It has seasons"):
                league.full_clean()
        else:
            league.full_clean()
            league.save()
        if game == "pis_yedili" and not league.seasons.exists():
            seasons.create(league=league)
