"""What an author sees of a match: each decision, and the command that makes it once more."""

from __future__ import annotations

import html
import json
import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from django.test import Client

from bots.cli import main
from bots.fixture import play_fixture
from bots.logbook import decoded
from bots.package import Store
from bots.questions import questions
from bots.sandbox import bubblewrap, detect, trusted
from caravan.web.views import logs as view
from referee.record import Record
from tests import world as builder
from tests.bots.cli.test_again import CRASHER
from tests.world import SECRET_PRINT, World
from tournaments.models import Match, Seating, User
from tournaments.services import logs, orders, results, trials, versions
