"""What a closed season leaves on the pages, and the files that prove it."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.test import Client

from referee.__main__ import main as referee
from tests.world import World, play
from tournaments.models import Archive, Entry, Season, User
from tournaments.services import archives, rounds, seasons
from tournaments.verify import main as verify

Browse = Callable[[User | None], Client]
SEASON = "/leagues/pis-yedili-open/seasons/1/"


@pytest.fixture
def closed(world: World, db: None) -> World:
    """The site when its season is over: oryx, erg and a house bot have played three rounds."""
    rounds.release(round=world.held.round)
    play(world.playing)
    for _ in range(2):
        rounds.settle(division=world.season.divisions.get(), now=world.season.opens)
    seasons.close(season=world.season)
    return world


def page(browse: Browse, path: str) -> str:
    """What anybody reads there."""
    return browse(None).get(path).content.decode()


def saved(browse: Browse, path: str, to: Path) -> Path:
    """A file that anybody can download."""
    answer = browse(None).get(path)
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith("attachment")
    to.write_bytes(b"".join(answer) if answer.streaming else answer.content)
    return to


def test_the_final_table_is_frozen_and_the_house_has_no_rank(closed: World, browse: Browse) -> None:
    ranked = Entry.objects.exclude(final_rank=None).order_by("final_rank")
    assert [entry.medal for entry in ranked] == ["gold", ""]
    Entry.objects.filter(pk=ranked[1].pk).update(mu=99.0)
    text = page(browse, SEASON)
    assert "Final table" in text
    places = [text.index(f"<span>{entry.bot.name} ") for entry in ranked]
    assert places == sorted(places)
    assert text.count(">–<") == 1


def test_medals_are_shown_with_the_bot_its_owner_and_its_entry(closed: World, browse: Browse) -> None:
    gold = Entry.objects.get(medal="gold")
    owner = gold.bot.owner
    assert owner
    for path in (
        SEASON,
        f"/bots/{gold.bot.name}/",
        f"/users/{owner.username}/",
        f"{SEASON}entries/{gold.number}/",
    ):
        assert '<span class="tag gold">gold</span>' in page(browse, path), path
    assert "Medals" not in page(browse, "/users/jun/")
    Season.objects.update(dry=True)
    assert "Medals" not in page(browse, f"/users/{owner.username}/")


def test_the_archive_is_linked_when_it_is_there_and_proves_itself(
    closed: World, browse: Browse, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "archive of the season is being written" in page(browse, f"{SEASON}about/")
    desk = "/leagues/pis-yedili-open/manage/seasons/1/"
    assert "Its archive is being written" in browse(closed.organiser).get(desk).text
    assert browse(None).get(f"{SEASON}archive.zip").status_code == 404
    archives.write(archive=closed.season.archive.pk)
    text = page(browse, f"{SEASON}about/")
    assert f'href="{SEASON}archive.zip"' in text
    assert Archive.objects.get().digest in text
    assert f'href="{SEASON}archive.zip"' in browse(closed.organiser).get(desk).text
    file = saved(browse, f"{SEASON}archive.zip", tmp_path / "season.zip")
    assert verify([str(file)]) == 0, capsys.readouterr().err
    archives.path(Archive.objects.get().digest).unlink()
    assert browse(None).get(f"{SEASON}archive.zip").status_code == 404


def test_the_command_on_the_page_checks_the_commitment(
    closed: World, browse: Browse, capsys: pytest.CaptureFixture[str]
) -> None:
    command = page(browse, f"{SEASON}about/").partition("python -m referee ")[2].partition("<")[0]
    assert referee(command.split()) == 0
    assert capsys.readouterr().out == f"true    {closed.season.commitment}\n"


def test_a_fixture_is_proved_before_the_close_by_its_seeds(
    world: World, browse: Browse, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = f"/fixtures/{world.open.pk}/fixture.json"
    for text in (
        page(browse, f"/fixtures/{world.open.pk}/"),
        page(browse, f"/matches/{world.open.matches.first().pk}/"),
    ):  # type: ignore[union-attr]
        assert path in text
    file = saved(browse, path, tmp_path / "fixture.json")
    assert referee(["verify", str(file)]) == 0
    assert "from seeds, whose secret is not shown" in capsys.readouterr().out
    assert world.season.secret.encode() not in file.read_bytes()


def test_after_the_close_its_seeds_follow_from_the_secret(
    closed: World, browse: Browse, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = saved(browse, f"/fixtures/{closed.held.pk}/fixture.json", tmp_path / "fixture.json")
    assert referee(["verify", str(file)]) == 0
    assert capsys.readouterr().out.startswith("deals   2, from the season's secret\n")


def test_a_trials_records_are_proved_without_its_secret(world: World, browse: Browse, tmp_path: Path) -> None:
    file = saved(browse, f"/fixtures/{world.trial.pk}/fixture.json", tmp_path / "fixture.json")
    assert referee(["verify", str(file)]) == 0
    assert world.trial.secret.encode() not in file.read_bytes()


def test_what_is_in_an_archive_is_what_is_downloaded_one_by_one(closed: World, browse: Browse) -> None:
    archives.write(archive=closed.season.archive.pk)
    with ZipFile(BytesIO(b"".join(browse(None).get(f"{SEASON}archive.zip")))) as file:  # type: ignore[arg-type]
        inside = file.read("records.jsonl").splitlines()
    assert browse(None).get(f"/fixtures/{closed.open.pk}/fixture.json").content in inside
