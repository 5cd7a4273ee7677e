"""What commands say of databases and disks that fail them."""

import errno

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import OperationalError, connection

from tournaments.plainly import plainly

COMMANDS = (("calibrate", "open"), ("rebuild_ratings", "open/1"))


def away(*_):
    raise OperationalError("connection refused\nIs the server running?")


@pytest.mark.django_db
@pytest.mark.parametrize("command", COMMANDS)
def test_a_database_that_is_away_is_named_in_a_sentence(command):
    with connection.execute_wrapper(away), pytest.raises(CommandError) as told:
        call_command(*command)
    name = connection.settings_dict["NAME"]
    remedy = "See that it is there and may be written to, then run this again."
    assert str(told.value) == f"The database {name} refuses: connection refused. {remedy}"


@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_full_wants_room():
    with connection.cursor() as cursor:
        [pages] = cursor.execute("PRAGMA page_count").fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        try:
            with (
                pytest.raises(CommandError, match=r"database or disk is full\. Make room on its disk"),
                plainly(),
            ):
                cursor.execute("CREATE TABLE more AS SELECT randomblob(1000000)")
        finally:
            cursor.execute("PRAGMA max_page_count = 1073741823")


def test_a_disk_that_is_full_wants_room_and_names_the_place(settings):
    settings.CARAVAN_DATA = "/data"
    for place, error in (
        ("/data", OSError(errno.ENOSPC, "full")),
        ("/x", OSError(errno.ENOSPC, "full", "/x")),
    ):
        with pytest.raises(CommandError) as told, plainly():
            raise error
        assert str(told.value) == f"{place} cannot be written: full. Make room there, then run this again."


def test_what_is_a_mistake_of_ours_stays_one():
    for error in (FileNotFoundError(errno.ENOENT, "gone"), ValueError("bug")):
        with pytest.raises(type(error)), plainly():
            raise error
