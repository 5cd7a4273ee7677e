"""A new season on one page: previewed without a trace, drafted as typed, refused field by field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests import world as builder
from tests.world import World
from tournaments.models import Action, Season, User

Browse = Callable[[User | None], Client]
NEW = "/leagues/pis-yedili-open/manage/new/"


@pytest.fixture
def desk(world: World, browse: Browse) -> Client:
    """An organiser's browser."""
    return browse(world.staff)


def typed(desk: Client, path: str = NEW, **changes: Any) -> dict[str, Any]:
    """What the form would send, some fields filled in otherwise."""
    form = desk.get(path).context["form"]
    filled = {name: form.initial.get(name) for name in form.fields}
    sent = {**filled, "reason": "the next", **changes}
    return {name: value for name, value in sent.items() if value is not None and value is not False}


def test_it_is_filled_in_as_the_last_season_was(desk: Client, world: World) -> None:
    form = typed(desk)
    assert (form["seats"], form["deals"], form["bank"], form["format"]) == (3, 2, 0.5, "ladder")
    assert 'name="widening" value="2.083"' in desk.get(NEW).content.decode()
    form["widening"] = "2.083"  # as it is shown, and still as it was
    desk.post(NEW, form)
    made = Season.objects.get(number=2)
    for name in ("rules", "clocks", "seats", "deals", "stages", "tau", "widening", "carry_sigma"):
        assert getattr(made, name) == getattr(world.season, name), name
    assert made.state == "draft"


def test_what_is_typed_is_drafted_and_noted(desk: Client, world: World) -> None:
    stages = {"format": "swiss", "rounds": 5, "advance": 6, "then": "knockout"}
    tiers = {"divisions": 2, "size": 8, "promote": 2, "relegate": 2}
    dates = {"opens": "2031-05-01T10:00", "ends": "2031-06-01T10:00"}
    form = typed(desk, title="Spring", bank=1.5, announcement="Welcome", **stages, **tiers, **dates)
    answer = desk.post(NEW, form)
    made = Season.objects.get(number=2)
    assert answer.headers["Location"] == "/leagues/pis-yedili-open/manage/seasons/2/"
    assert made.stages == [{"format": "swiss", "rounds": 5, "advance": 6}, {"format": "knockout"}]
    assert list(made.divisions.values_list("size", flat=True)) == [8, None]
    assert (made.title, made.clocks["bank"], made.promote) == ("Spring", 1.5, 2)
    assert f"{made.opens:%Y-%m-%dT%H:%M}" == dates["opens"]
    assert made.announcements.get().text == "Welcome"
    note = Action.objects.get(verb="draft")
    assert (note.by, note.reason) == (world.staff, "the next")


def test_what_does_not_concern_a_format_is_left_aside(desk: Client) -> None:
    desk.post(NEW, typed(desk, format="knockout", rounds=5, meetings=3, advance=4))
    assert Season.objects.get(number=2).stages == [{"format": "knockout"}]


@pytest.mark.parametrize("deed", ["rehearse", "open_registration"])
def test_the_next_step_is_asked_for_at_once(desk: Client, deed: str) -> None:
    answer = desk.post(NEW, {**typed(desk), "next": deed}, follow=True)
    assert answer.redirect_chain[-1][0] == f"/leagues/pis-yedili-open/manage/seasons/2/{deed}/"
    assert answer.status_code == 200
    assert Season.objects.get(number=2).state == "draft"


@pytest.mark.parametrize(
    ("field", "changes", "said"),
    [
        (
            "opens",
            {"registers": "2031-05-02T10:00", "opens": "2031-05-01T10:00"},
            "after “Registration from”",
        ),
        ("meetings", {"format": "round_robin", "meetings": 101}, "less than or equal to 100"),
        ("format", {"format": "swiss", "rounds": ""}, "needs a number of rounds"),
        ("format", {"format": "double"}, "only a knockout at tables of two"),
        ("seats", {"seats": 99}, "99"),
        ("promote", {"promote": 1}, "one division only"),
        ("bank", {"bank": 0}, "greater than or equal"),
        ("reason", {"reason": ""}, "required"),
    ],
)
def test_a_refusal_stands_at_its_field_and_leaves_nothing(
    desk: Client, field: str, changes: dict[str, Any], said: str
) -> None:
    answer = desk.post(NEW, {**typed(desk, title="kept as typed"), **changes})
    form = answer.context["form"]
    assert said in " ".join(form.errors[field])
    assert said in answer.content.decode().partition(f'name="{field}"')[2].partition("</div>")[0]
    assert 'value="kept as typed"' in answer.content.decode()
    assert Season.objects.count() == 1


def test_a_preview_leaves_no_trace_with_or_without_scripts(desk: Client) -> None:
    form = typed(desk, format="swiss", rounds=7, entries=9, reason="")
    for page in (desk.post(NEW, {**form, "preview": "1"}), desk.get(f"{NEW}preview/", form)):
        text = page.content.decode()
        assert "<dt>Rounds</dt><dd>7</dd>" in text
        assert "<dt>Fixtures</dt><dd>21</dd>" in text
        assert "<dt>Matches</dt><dd>126</dd>" in text
        assert "Measured" in text
    assert Season.objects.count() == 1


def test_a_preview_says_what_is_wrong(desk: Client) -> None:
    text = desk.get(f"{NEW}preview/", typed(desk, format="swiss", rounds="")).content.decode()
    assert "First stage: Stage 1: a Swiss system needs a number of rounds." in text
    assert "<dt>Rounds</dt>" not in text


def test_staff_without_the_permission_make_no_season(world: World, browse: Browse, desk: Client) -> None:
    form = typed(desk)
    client = browse(builder.person("watcher", is_staff=True))
    assert client.post(NEW, form).status_code == 403
    assert client.get(f"{NEW}preview/").status_code == 403
    assert Season.objects.count() == 1
