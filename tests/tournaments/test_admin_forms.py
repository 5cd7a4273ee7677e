"""What an organiser types into the forms of the admin: taken, or refused with the reason at its field."""

import json
from datetime import datetime

import pytest
from django.forms import JSONField, SplitDateTimeField
from django.urls import reverse

from tests.tournaments.test_admin import ask
from tournaments.models import League, User
from tournaments.services import seasons

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(client, shipped):
    client.force_login(User.objects.create_superuser("organiser"))
    return client


@pytest.fixture
def draft(league):
    return seasons.create(league=league)


def address(row):
    return reverse(f"admin:tournaments_{row._meta.model_name}_change", args=[row.pk])


def typed(client, row):
    """What the form of a row would send if nothing were changed in it."""
    context = client.get(address(row)).context
    forms = [context["adminform"].form]
    for formset in (one.formset for one in context["inline_admin_formsets"]):
        forms += [formset.management_form, *formset.forms]
    return {key: value for form in forms for key, value in _sent(form)}


def _sent(form):
    for name, field in form.fields.items():
        value, key = form.get_initial_for_field(field, name), form.add_prefix(name)
        if isinstance(field, SplitDateTimeField):
            yield from date(key, value)
        elif isinstance(field, JSONField):
            yield key, json.dumps(value)
        elif value is not None and value is not False:
            yield key, getattr(value, "pk", value)


def date(name, at):
    """A date as its two fields are filled in."""
    return [(f"{name}_0", f"{at:%Y-%m-%d}"), (f"{name}_1", f"{at:%H:%M:%S}")] if at else []


def errors(page):
    """The reasons for each field of the page, those of its tiers too."""
    found = dict(page.context["adminform"].form.errors)
    for formset in (one.formset for one in page.context["inline_admin_formsets"]):
        for form in formset.forms:
            found |= {form.add_prefix(name): why for name, why in form.errors.items()}
    return found


def tiers(draft, *sizes):
    """Its divisions as they are typed: the one that it has, and more below."""
    fields = {"divisions-TOTAL_FORMS": len(sizes)}
    for place, size in enumerate(sizes):
        pk, tier = ("" if place else draft.divisions.get().pk), place + 1
        row = {"id": pk, "season": draft.pk, "tier": tier, "name": f"Tier {tier}", "size": size}
        fields |= {f"divisions-{place}-{name}": value for name, value in row.items()}
    return fields


def test_a_draft_is_divided_at_once_and_nothing_of_it_can_be_typed_later(organiser, draft):
    form = typed(organiser, draft) | tiers(draft, 4, "") | {"promote": 2, "relegate": 2}
    too_small = organiser.post(address(draft), form | tiers(draft, 3, ""))
    assert errors(too_small) == {"promote": ["2 up and 2 down are more than the 3 of a division."]}
    assert organiser.post(address(draft), form).status_code == 302
    assert list(draft.divisions.values_list("name", "size")) == [("Tier 1", 4), ("Tier 2", None)]
    alone = typed(organiser, draft) | {"divisions-1-DELETE": "on"}
    refused = errors(organiser.post(address(draft), alone))
    assert refused["promote"] == ["There is one division only, so nobody can move."]
    none = organiser.post(address(draft), alone | {"divisions-0-DELETE": "on"})
    assert "A season needs a division at least." in none.content.decode()
    seasons.open_registration(season=draft)
    assert b"divisions-0-size" not in organiser.get(address(draft)).content


NOON = datetime(2030, 1, 1, 12)
BAD_TABLE = [
    ({"seats": 0}, "seats", "is played by 2 to 7, not by 0"),
    ({"seats": 12}, "seats", "is played by 2 to 7, not by 12"),
    ({"seats": ""}, "seats", "This field is required."),
    ({"deals": 0}, "deals", "greater than or equal to 1"),
    ({"deals": 101}, "deals", "less than or equal to 100"),
    ({"rules": '{"deals": 0}'}, "rules", "must be 1 to 100"),
    ({"rules": "[]"}, "rules", "Expected `object`"),
    ({"rules": "{"}, "rules", "Enter a valid JSON."),
    ({"clocks": '{"bank": 0}'}, "clocks", "> 0.0 - at `$.bank`"),
    ({"clocks": '{"bank": NaN}'}, "clocks", "> 0.0 - at `$.bank`"),
    ({"clocks": '{"bank": Infinity}'}, "clocks", "<= 86400.0 - at `$.bank`"),
]


def test_the_form_of_a_league_begins_with_its_title_and_leads_to_its_desk(organiser, league, owner):
    page = organiser.get(address(league)).text
    assert page.index('name="title"') < page.index('name="slug"')
    assert '<a href="/leagues/open/manage/">Desk</a>' in page
    assert "none: staff alone" in page
    league.organisers.add(owner)
    assert '<div class="readonly">owner</div>' in organiser.get(address(league)).text


@pytest.mark.parametrize(
    ("written", "field", "reason"),
    [*BAD_TABLE, ({"bots_per_user": 0}, "bots_per_user", "equal to 1"), ({"game": "chess"}, "game", "chess")],
)
def test_a_league_is_refused_at_its_field(organiser, league, written, field, reason):
    before = type(league).objects.values().get()
    refused = errors(organiser.post(address(league), typed(organiser, league) | written))
    assert list(refused) == [field]
    assert reason in " ".join(refused[field])
    assert type(league).objects.values().get() == before


def test_a_league_keeps_its_game_once_it_has_a_season(organiser, draft):
    league = draft.league
    form = typed(organiser, league) | {"game": "donkey", "rules": "{}"}
    page = organiser.post(address(league), form)
    assert errors(page) == {"game": ["It has seasons, and they are played in another game."]}


@pytest.mark.parametrize(
    ("written", "field", "reason"),
    [
        *BAD_TABLE,
        (dict(date("opens", NOON) + date("ends", NOON)), "ends", "has to come after “opens”"),
        (dict(date("registers", NOON) + date("opens", NOON)), "opens", "has to come after “registers”"),
        (dict(date("pins", NOON) + date("ends", NOON)), "ends", "has to come after “pins”"),
        ({"stages": '[{"format": "ladder", "rounds": 0}]'}, "stages", "at least one round is needed"),
        ({"stages": '[{"format": "swiss"}]'}, "stages", "Stage 1: a Swiss system needs a number of rounds."),
        ({"stages": "[]"}, "stages", "required"),
        ({"promote": 1}, "promote", "one division only"),
        ({"beta": 0}, "beta", "greater than or equal to 0.001"),
        ({"beta": 1e300}, "beta", "less than or equal to 1000"),
        ({"tau": 1e300}, "tau", "less than or equal to 1000"),
        ({"round_gap": 10**15}, "round_gap", "less than or equal to 31622400"),
        ({"stages": '[{"format": "ladder", "rounds": 100001}]'}, "stages", "<= 100000 - at `$[0].rounds`"),
        ({"stages": '[{"format": "round_robin", "meetings": 101}]'}, "stages", "<= 100"),
        ({"widening": -1}, "widening", "greater than or equal to 0"),
        ({"divisions-0-size": 1}, "divisions-0-size", "greater than or equal to 2"),
        ({"divisions-0-tier": 0}, "divisions-0-tier", "greater than or equal to 1"),
    ],
)
def test_a_draft_is_refused_at_its_field(organiser, draft, written, field, reason):
    before = type(draft).objects.values().get()
    refused = errors(organiser.post(address(draft), typed(organiser, draft) | written))
    assert list(refused) == [field]
    assert reason in " ".join(refused[field])
    assert type(draft).objects.values().get() == before


def test_a_draft_stays_in_its_league_and_what_it_is(organiser, draft):
    other = seasons.create(league=League.objects.create(slug="other", title="Other", game="donkey", seats=3))
    form = typed(organiser, draft) | {"league": other.league.pk, "dry": "on", "title": "Moved"}
    assert organiser.post(address(draft), form).status_code == 302
    draft.refresh_from_db()
    assert (draft.title, draft.dry, draft.league.slug) == ("Moved", False, "open")


def test_no_season_is_deleted_nor_is_that_offered(organiser, draft):
    assert "Delete selected seasons" not in organiser.get(reverse("admin:tournaments_season_changelist")).text
    assert organiser.post(reverse("admin:tournaments_season_delete", args=[draft.pk])).status_code == 403


def test_a_table_larger_than_the_house_is_refused_before_registration_opens(organiser, draft):
    form = typed(organiser, draft) | {"seats": 6}
    assert organiser.post(address(draft), form).status_code == 302
    page = ask(organiser, "season", "open_registration", draft)
    assert "seats: A table of 6 needs 5 house bots in pis_yedili, and 3 are there." in page
    draft.refresh_from_db()
    assert (draft.seats, draft.state) == (6, "draft")
