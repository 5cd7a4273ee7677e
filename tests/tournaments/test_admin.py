"""The organiser's desk: whatever is done there is foretold in numbers, asked for twice, and written down."""

import re
from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.playing import beat, finish, join, open_attempts, renew, work
from tests.tournaments.test_season import figures
from tournaments.models import Action, Announcement, Entry, Fixture, Round, Season, SeasonEvent, User
from tournaments.services import reruns, scheduler, tokens

pytestmark = pytest.mark.django_db(transaction=True)

WHY = "because of a test"


@pytest.fixture
def organiser(client, season):
    client.force_login(User.objects.create_superuser("organiser"))
    return client


def ask(client, model, action, *rows, **fields):
    """Chooses rows and an action, or confirms what was asked; the page, as text."""
    data = {"action": action, "_selected_action": [row.pk for row in rows], **fields}
    address = reverse(f"admin:tournaments_{model}_changelist")
    return client.post(address, data, follow=True).content.decode()


def seen(page):
    return re.search(r'name="seen" value="(\w+)"', page)[1]


def act(client, model, action, *rows, **fields):
    """Asks and confirms; the page before and the page after."""
    page = ask(client, model, action, *rows)
    return page, ask(client, model, action, *rows, **{"seen": seen(page), "reason": WHY, **fields})


def test_nothing_happens_before_it_is_confirmed_and_then_what_was_foretold(organiser, season):
    join(season, "ann", "bob", "cat", "dan", "eve")
    work(season, 3)
    fixture = Fixture.objects.filter(round__number=2).first()
    before, notes = figures(season), Action.objects.count()
    page = ask(organiser, "fixture", "void", fixture)
    foretold = re.search(r"void – dealt again: no, ratings: \d", page)[0]
    assert (figures(season), Action.objects.count()) == (before, notes)
    assert not SeasonEvent.objects.exists()
    done = ask(organiser, "fixture", "void", fixture, seen=seen(page), reason=WHY)
    assert f"Void: rated {fixture.number} ({foretold})" in done
    note = Action.objects.first()
    assert (note.by.username, note.reason) == ("organiser", WHY)
    changed = {number for number, *_ in set(before[1]) - set(figures(season)[1])}
    assert foretold.endswith(f"ratings: {len(changed)}")


def test_a_long_season_is_rated_again_only_when_it_is_confirmed(organiser, season, monkeypatch):
    monkeypatch.setattr("tournaments.services.corrections.FORETOLD", 3)
    join(season, "ann", "bob", "cat", "dan", "eve")
    work(season, 3)
    fixture, before = Fixture.objects.filter(round__number=2).first(), figures(season)
    with monkeypatch.context() as patched:
        patched.setattr("tournaments.services.corrections.rebuild", None)  # it would fail
        page = ask(organiser, "fixture", "void", fixture)
    assert "void – dealt again: no, ratings: made again from 5 fixtures" in page
    assert re.search(
        r"ratings: [1-9]", ask(organiser, "fixture", "void", fixture, seen=seen(page), reason=WHY)
    )
    assert figures(season) != before


def test_without_a_reason_it_is_asked_again(organiser, season):
    join(season, "ann", "bob", "cat")
    scheduler.tick(season.opens)
    page = ask(organiser, "season", "pause", season)
    again = ask(organiser, "season", "pause", season, seen=seen(page), reason=" ")
    assert "This field is required." in again
    assert not Season.objects.get().paused


def test_what_has_changed_since_it_was_foretold_is_shown_again(organiser, season):
    join(season, "ann", "bob", "cat")
    scheduler.tick(season.opens)
    [attempt] = open_attempts()
    round = Round.objects.get()
    page = ask(organiser, "round", "hold", round)
    assert beat(attempt)
    assert finish(attempt)
    again = ask(organiser, "round", "hold", round, seen=seen(page), reason=WHY)
    assert "This is not what you were told before." in again
    assert not Round.objects.get(pk=round.pk).held
    ask(organiser, "round", "hold", round, seen=seen(again), reason=WHY)
    assert Round.objects.get(pk=round.pk).held


def test_a_refusal_is_foretold_too(organiser, season):
    page, done = act(organiser, "season", "resume", season)
    assert "<strong>Nothing:</strong> the state of this season does not allow that" in page
    assert "or has just changed: look again" in done
    assert not Action.objects.filter(verb="resume").exists()


def test_a_disqualified_entry_is_dropped_in_one_action(organiser, season):
    ann, *_ = join(season, "ann", "bob", "cat")
    work(season, 2)
    page, done = act(organiser, "entry", "disqualify_and_drop_its_results", ann)
    assert "disqualify – still to play: " in page
    assert re.search(r"drop – fixtures: 2, ratings: \d", page)
    assert "Disqualify and drop its results: ann in " in done
    assert Entry.objects.get(pk=ann.pk).state == "disqualified"


def test_a_season_is_extended_to_the_date_that_was_typed(organiser, season):
    Season.objects.update(ends=timezone.now() + timedelta(hours=2))
    ends = (timezone.now() + timedelta(days=3)).replace(second=0, microsecond=0)
    typed = f"{ends:%Y-%m-%dT%H:%M}"
    page, again = act(organiser, "season", "extend", season, ends=typed)
    assert "<strong>Nothing:</strong> it goes on until" in page  # the hour that is proposed is too early
    assert "This is not what you were told before." in again
    ask(organiser, "season", "extend", season, seen=seen(again), reason=WHY, ends=typed)
    assert Season.objects.get().ends == ends


def test_an_announcement_stands_on_the_seasons_page(organiser, season):
    page = ask(organiser, "season", "announce", season)
    text = "Round 4 is <late>"
    again = ask(organiser, "season", "announce", season, seen=seen(page), text=text)
    assert "Announce: " in again
    assert Announcement.objects.get().text == text
    shown = organiser.get(reverse("season", args=[season.league.slug, season.number])).content.decode()
    assert "Round 4 is &lt;late&gt;" in shown


def test_a_round_is_held_until_a_set_hour(organiser, season):
    join(season, "ann", "bob", "cat")
    scheduler.tick(season.opens)
    round = Round.objects.get()
    until = timezone.now().replace(second=0, microsecond=0) + timedelta(hours=5)
    typed = {"release_at": f"{until:%Y-%m-%dT%H:%M}"}
    _, again = act(organiser, "round", "hold", round, **typed)
    ask(organiser, "round", "hold", round, seen=seen(again), reason=WHY, **typed)
    round.refresh_from_db()
    assert (round.held, round.release_at) == (True, until)
    scheduler.tick(until - timedelta(seconds=1))
    assert Round.objects.get(pk=round.pk).held
    scheduler.tick(until)
    round.refresh_from_db()
    assert (round.held, round.release_at) == (False, None)
    assert Action.objects.get(verb="release").by is None


@pytest.mark.parametrize(("model", "action"), [("season", "draft_the_next"), ("league", "draft_a_season")])
def test_who_drafts_a_season_says_why(organiser, season, model, action):
    act(organiser, model, action, season if model == "season" else season.league)
    made = Season.objects.get(number=2)
    note = Action.objects.get(verb="draft", season=made)
    assert (note.by.username, note.reason) == ("organiser", WHY)


@pytest.mark.parametrize(("model", "there", "back"), [("bot", "freeze", "thaw"), ("user", "ban", "lift_ban")])
def test_bots_are_frozen_and_people_banned_and_back_again(organiser, season, owner, model, there, back):
    [entry] = join(season, "ann", owner=owner)
    row = entry.bot if model == "bot" else owner
    for verb, still in ((there, True), (back, False)):
        act(organiser, model, verb, row)
        assert Entry.objects.get().bot.stands_still is still


def test_organisers_are_named_in_the_admin_too(organiser, season, owner):
    page = ask(organiser, "league", "name_an_organiser", season.league)
    typed = {"username": "owner", "reason": WHY}
    again = ask(organiser, "league", "name_an_organiser", season.league, seen=seen(page), **typed)
    ask(organiser, "league", "name_an_organiser", season.league, seen=seen(again), **typed)
    assert list(season.league.organisers.all()) == [owner]
    assert Action.objects.get(verb="name organiser").details == {"organiser": "owner"}


def test_a_rerun_shows_what_came_of_the_comparison(organiser, season, owner):
    join(season, "ann", "bob", "cat")
    work(season, 1)
    fixture = Fixture.objects.get(round__number=1)
    page, _ = act(organiser, "fixture", "re_run_and_compare", fixture)
    assert "re-run – matches: 3" in page
    [attempt] = open_attempts(fixture__kind="rerun")
    assert finish(attempt)
    listed = organiser.get(reverse("admin:tournaments_fixture_changelist")).content.decode()
    assert "equal in all 3 matches" in listed
    shown = organiser.get(reverse("admin:tournaments_fixture_change", args=[attempt.fixture_id]))
    assert "equal in all 3 matches" in shown.content.decode()


def test_the_audit_list_is_only_read(organiser, season):
    act(organiser, "season", "pause", season)
    listed = organiser.get(reverse("admin:tournaments_action_changelist"))
    assert listed.status_code == 200
    note = Action.objects.first()
    address = reverse("admin:tournaments_action_change", args=[note.pk])
    assert organiser.get(address).status_code == 200
    assert organiser.post(address, {"reason": "another"}).status_code == 403
    assert organiser.post(reverse("admin:tournaments_action_delete", args=[note.pk])).status_code == 403
    assert organiser.get(reverse("admin:tournaments_action_add")).status_code == 403


MODELS = (
    "season",
    "league",
    "entry",
    "fixture",
    "attempt",
    "round",
    "bot",
    "version",
    "user",
    "seasonevent",
    "action",
    "announcement",
)


@pytest.mark.parametrize("model", MODELS)
def test_the_organiser_sees_every_list_and_no_secret(organiser, season, owner, model):
    join(season, "ann", "bob", "cat")
    work(season, 1)
    reruns.begin(fixture=Fixture.objects.get(round__number=1), by=owner, reason=WHY)
    season.refresh_from_db()
    page = organiser.get(reverse(f"admin:tournaments_{model}_changelist"))
    assert page.status_code == 200
    for row in page.context["cl"].queryset:
        shown = organiser.get(reverse(f"admin:tournaments_{model}_change", args=[row.pk]))
        assert shown.status_code == 200
        assert season.secret not in shown.content.decode()


@pytest.mark.parametrize("model", [one for one in MODELS if one not in ("league", "user", "announcement")])
def test_longer_lists_take_no_more_queries(organiser, season, django_assert_max_num_queries, model):
    for bot in (entry.bot for entry in join(season, *(f"bot-{k}" for k in range(9)))):
        renew(bot, f"a better {bot}")
    scheduler.tick(season.opens)
    for number in range(9):
        Action.objects.create(verb="note", subject=str(number), season=season)
    with django_assert_max_num_queries(12):
        assert organiser.get(reverse(f"admin:tournaments_{model}_changelist")).status_code == 200


def test_who_may_only_look_is_offered_no_action(client, season, member):
    join(season, "ann", "bob", "cat")
    scheduler.tick(season.opens)
    member.is_staff = True
    member.save()
    member.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client.force_login(member)
    for model, verb in (
        ("fixture", "void"),
        ("season", "pause"),
        ("entry", "disqualify"),
        ("round", "hold"),
        ("bot", "freeze"),
        ("user", "ban"),
    ):
        row = apps.get_model("tournaments", model).objects.first()
        page = ask(client, model, verb, row, seen="x", reason=WHY)
        assert "action-select" not in page
        assert 'name="seen"' not in page
    assert not Action.objects.filter(by=member).exists()
    member.user_permissions.add(Permission.objects.get(codename="change_fixture"))
    act(client, "fixture", "void", Fixture.objects.first())
    assert Fixture.objects.filter(state="void").count() == 1


def test_a_member_has_no_business_there(client, member):
    client.force_login(member)
    assert client.get(reverse("admin:tournaments_season_changelist")).status_code == 302


def test_an_administrator_takes_a_person_out_and_a_token_back(organiser, season):
    [entry] = join(season, "ann")
    person = entry.bot.owner
    _, text = tokens.issue(user=person, name="laptop", scopes=["read"])
    page, done = act(organiser, "apitoken", "revoke", person.tokens.get())
    assert "good for nothing" in page
    assert text not in page + done
    assert tokens.find(text) is None
    page, done = act(organiser, "user", "delete_account", person)
    assert "delete account – bots: 1, entries: 1" in page
    assert User.objects.get(pk=person.pk).deleted
    notes = Action.objects.filter(verb__in=("revoke token", "delete account"))
    assert [note.reason for note in notes] == [WHY, WHY]


def test_nobody_deletes_the_row_of_a_person(organiser, owner):
    assert organiser.post(reverse("admin:tournaments_user_delete", args=(owner.pk,))).status_code == 403
    assert User.objects.filter(pk=owner.pk).exists()
