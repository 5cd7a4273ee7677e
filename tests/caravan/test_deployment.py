"""`docker-compose.yml` and `Dockerfile` agree with the settings and with what play workers may know."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES = COMPOSE["services"]
SOURCES = "".join(
    (ROOT / "platform" / "caravan" / name).read_text()
    for name in ("settings.py", "environment.py", "mail.py")
) + "".join(path.read_text() for path in (ROOT / "bots" / "sandbox").glob("*.py"))


def test_every_process_has_a_service():
    assert set(SERVICES) == {"postgres", "redis", "migrate", "web", "desk", "beat", "play"}


@pytest.mark.parametrize("name", ["postgres", "redis", "web", "desk", "play"])
def test_services_that_can_tell_are_asked_how_they_are(name):
    assert SERVICES[name]["healthcheck"]["test"]


@pytest.mark.parametrize("name", ["migrate", "web", "desk", "beat", "play"])
def test_every_variable_is_one_that_is_read(name):
    for variable in SERVICES[name]["environment"]:
        assert f'"{variable}"' in SOURCES, variable


def test_every_variable_of_the_image_is_one_that_is_read():
    found = re.findall(r"\b(CARAVAN_\w+)=", (ROOT / "Dockerfile").read_text())
    assert found
    for variable in found:
        assert f'"{variable}"' in SOURCES, variable


def test_play_workers_know_no_database_no_secret_and_no_way_out():
    play = SERVICES["play"]
    known = {"REDIS_URL", "CARAVAN_STORE", "CARAVAN_CACHE", "CARAVAN_LOG", "CARAVAN_SANDBOX"}
    assert set(play["environment"]) == known
    assert play["networks"] == ["play"]
    assert COMPOSE["networks"]["play"]["internal"] is True
    assert play["volumes"] == ["versions:/data/versions:ro"]
    assert "privileged" not in play


@pytest.mark.parametrize(
    ("name", "app"), [("desk", "caravan.desk"), ("beat", "caravan.desk"), ("play", "caravan.play")]
)
def test_workers_run_the_app_of_their_kind(name, app):
    assert SERVICES[name]["command"][:3] == ["celery", "--app", app]


def test_the_image_is_installed_from_the_lock_by_the_bootstrap():
    text = (ROOT / "Dockerfile").read_text()
    assert "manage.prepare(manage.ROOT / 'requirements.txt')" in text
    assert "pip install" not in text
