"""What an author sees of a match: each decision, and the command that makes it once more."""

from __future__ import annotations

import html
import io
import json
import os
import re
import shlex
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from django.conf import settings as django_settings
from django.test import Client

from bots.cli import main
from bots.play.fixture import play_fixture
from bots.play.questions import questions
from bots.sandbox import detect, open_launcher, trusted
from bots.upload.store import Store
from caravan.web import decisions
from caravan.web.views import logs as view
from referee.record import Record
from tests import world as builder
from tests.bots.cli.test_again import CRASHER
from tests.world import World
from tournaments.models import Bot, Fixture, Seating, User
from tournaments.services import logs, orders, results, trials, versions

TRUST = [] if detect().name == "full" else ["--trust"]
Browse = Callable[[User | None], Client]


@dataclass
class Crash:
    """A bot's seat in a match that was really played, and its pages."""

    seated: Seating
    client: Client

    @property
    def path(self) -> str:
        return f"/matches/{self.seated.match_id}/logs/{self.seated.seat}/"

    def page(self, path: str = "", **headers: str) -> str:
        """What is read there."""
        answer = self.client.get(self.path + path, headers=headers)
        assert answer.status_code == 200
        return answer.content.decode()


@pytest.fixture
def store(settings: object) -> Iterator[None]:
    """Uploads where bots can read them, whoever runs them."""
    with tempfile.TemporaryDirectory(prefix="caravan-test-") as folder:
        Path(folder).chmod(0o755)
        settings.CARAVAN_STORE = Path(folder) / "versions"  # type: ignore[attr-defined]
        yield
        for place, _, _ in os.walk(folder):
            os.chmod(place, 0o700)


@pytest.fixture
def crash(db: None, store: None, browse: Browse) -> Crash:
    """A trial in which the bot crashes."""
    for house in ("sensible", "random"):
        builder.bot(house, None)
    owner = builder.person("mira")
    bot = Bot.objects.create(name="oryx", owner=owner)
    upload = versions.inspect(CRASHER.encode(), "bot.py", games=["pis_yedili"])
    trials.begin(version=versions.record(bot=bot, upload=upload))
    fixture = Fixture.objects.get()
    builder.begin(fixture)
    attempt = fixture.attempts.get()
    order = orders.ordered(fixture, attempt)
    with nullcontext(trusted.Launcher()) if TRUST else open_launcher() as launcher:
        played = play_fixture(order, Store(django_settings.CARAVAN_STORE), launcher)
    assert results.finish(attempt=attempt.pk, token=attempt.token, played=msgspec.to_builtins(played))
    seated = Seating.objects.exclude(fault="").select_related("match").first()
    assert seated
    return Crash(seated, browse(owner))


def shown(page: str, label: str) -> str:
    """The text of the box of that name."""
    found = re.search(rf'<pre[^>]*aria-label="{label}"[^>]*>(.*?)</pre>', page, re.DOTALL)
    assert found, label
    return html.unescape(found[1])


def test_a_crash_is_repeated_by_the_command_that_is_shown(
    crash: Crash, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = crash.page()
    (move,) = re.findall(r"It failed at move (\d+)", page)
    record = crash.client.get(f"/matches/{crash.seated.match_id}/record.json")
    name = record.headers["Content-Disposition"].split('"')[1]
    (tmp_path / name).write_bytes(record.content)
    (tmp_path / "bot.py").write_text(CRASHER)
    monkeypatch.chdir(tmp_path)
    program, *words = shlex.split(shown(page, f"Command for move {move}"))
    assert program == "caravan"
    result = CliRunner().invoke(main, [*words, "--json", *TRUST])
    assert result.exit_code == 1
    told = json.loads(result.stdout)
    assert told["code"] == crash.seated.fault == "crashed"
    assert told["prints"] == shown(page, f"Printed at move {move}")
    assert told["otherwise"] == []
    traceback = shown(page, f"Traceback at move {move}")
    assert traceback.startswith("Traceback (most recent call last):")
    assert without_folders(told["traceback"]) == without_folders(traceback)


def without_folders(traceback: str) -> str:
    """Without a sandbox a bot's file lies elsewhere each time."""
    return re.sub(r'"[^"]*/bot.py"', '"bot.py"', traceback)


def test_each_decision_has_its_row(crash: Crash) -> None:
    page = crash.page()
    asked = list(questions(Record.loads(crash.seated.match.record), crash.seated.seat))
    lines = logs.lines(crash.seated.log)
    rows = re.findall(r"<li><details>(.*?)</summary>", page, re.DOTALL)
    assert len(rows) == len(asked) == 4
    for question, line, row in zip(asked, lines[1:], rows, strict=True):
        words = " ".join(re.sub("<[^>]+>", " ", html.unescape(row)).split())
        assert words.startswith(f"Move {question.move} {'crashed' if question.fault else question.played} ")
        told = re.search(r"(\S+) ms CPU (\S+) ms idle (\S+) s CPU left (\S+) s idle left (.*)", words)
        assert told
        exact = [line.ms, line.idle_ms, line.bank, line.idle]
        assert list(map(float, told.groups()[:4])) == pytest.approx(exact, abs=0.06)
        assert told[5] == line.prints.strip()


def test_a_row_opens_to_what_was_asked(crash: Crash) -> None:
    question = list(questions(Record.loads(crash.seated.match.record), crash.seated.seat))[1]
    part = crash.page(f"{question.move}/", **{"HX-Request": "true"})
    assert "<html" not in part
    assert json.loads(shown(part, f"View at move {question.move}")) == question.view
    assert json.loads(shown(part, f"News at move {question.move}")) == question.news
    assert all(f">{move}</code>" in part for move in question.legal)
    assert f'<code class="chosen">{question.played}</code>' in part
    assert f"@{question.move} --seat {crash.seated.seat} --dice " in shown(part, "Command for move \\d+")
    whole = crash.page(f"{question.move}/")
    assert "<html" in whole
    assert part.strip() in whole


def test_clocks_are_bars_as_well(crash: Crash) -> None:
    line = next(line for line in logs.lines(crash.seated.log) if line.number)
    question = next(iter(questions(Record.loads(crash.seated.match.record), crash.seated.seat)))
    bars = re.findall(r'<progress class="meter" max="(\S+)" value="(\S+)"', crash.page(f"{question.move}/"))
    assert [float(most) for most, _ in bars] == [2.0, 20.0]
    assert [float(left) for _, left in bars] == pytest.approx([line.bank, line.idle], abs=0.001)


def test_a_position_becomes_a_test_of_the_bot(crash: Crash, tmp_path: Path) -> None:
    first, *_, last = questions(Record.loads(crash.seated.match.record), crash.seated.seat)
    for question, good, bad in ((first, "legal[-1]", "legal[0]"), (last, "legal[0]", "'fly'")):
        answer = crash.client.get(f"{crash.path}{question.move}.json")
        saved = tmp_path / answer.headers["Content-Disposition"].split('"')[1]
        saved.write_bytes(answer.content)
        position = json.loads(answer.content)["positions"][0]
        position |= {} if question.fault else {"forbid": [question.legal[0]]}
        saved.write_text(json.dumps({"game": "pis_yedili", "positions": [position]}))
        for move, code in ((good, 0), (bad, 1)):
            (tmp_path / "bot.py").write_text(f"def choose(view, legal):\n    return {move}\n")
            result = CliRunner().invoke(main, ["test", str(tmp_path / "bot.py"), str(saved), *TRUST])
            assert result.exit_code == code, result.output


def test_nothing_hidden_from_the_seat_is_shown(crash: Crash) -> None:
    record = crash.seated.match.record
    for question in questions(Record.loads(record), crash.seated.seat):
        view = json.loads(shown(crash.page(f"{question.move}/"), f"View at move {question.move}"))
        others = [hand for seat, hand in enumerate(view["hands"]) if seat != crash.seated.seat]
        assert all(set(hand) <= {"?"} for hand in others)
        assert set(view["stock"]) == {"?"}


def test_a_move_at_which_it_was_not_asked_has_no_page(crash: Crash) -> None:
    for move in (0, 1, 99_999):
        assert crash.client.get(f"{crash.path}{move}/").status_code == 404
        assert crash.client.get(f"{crash.path}{move}.json").status_code == 404


def test_what_is_no_longer_kept_is_said_and_the_record_tells_the_rest(crash: Crash) -> None:
    Seating.objects.filter(pk=crash.seated.pk).update(log="0" * 64)
    page = crash.page()
    assert "This log is not kept any more." in page
    assert page.count("<details>") == 4
    assert "It failed at move" in page


def test_the_clocks_of_a_league_are_in_the_command(world: World, browse: Browse) -> None:
    match = world.open.matches.first()
    assert match
    seat = match.seatings.get(version__bot__name="oryx").seat
    move = next(questions(Record.loads(match.record), seat)).move
    page = browse(world.owner).get(f"/matches/{match.pk}/logs/{seat}/{move}/").content.decode()
    assert " --clocks bank=0.5 bot.py" in shown(page, f"Command for move {move}")


def test_the_number_of_a_later_match_is_in_the_command(world: World) -> None:
    match = world.open.matches.filter(deal=1).first()
    assert match
    seated = match.seatings.get(version__bot__name="oryx")
    assert " --match 1 --clocks" in decisions.command(seated, 1)


def test_a_zip_is_asked_again_as_the_folder_it_was(world: World) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as target:
        target.writestr("bot.toml", 'name = "Late Shift"\ngames = ["pis_yedili"]\n')
        target.writestr("bot.py", builder.SCRIPT)
    upload = versions.inspect(packed.getvalue(), "late.zip", games=[])
    version = versions.record(bot=world.oryx, upload=upload)
    assert decisions._file(version) == "oryx"


def test_a_long_match_is_read_in_pages(world: World, browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    match = world.open.matches.first()
    assert match
    seat = match.seatings.get(version__bot__name="oryx").seat
    asked = [each.move for each in questions(Record.loads(match.record), seat)]
    monkeypatch.setattr(view, "PAGE", 5)
    assert len(asked) > 5
    found: list[int] = []
    for number in range(1, (len(asked) + 4) // 5 + 1):
        page = browse(world.owner).get(f"/matches/{match.pk}/logs/{seat}/?page={number}").content.decode()
        found += [int(move) for move in re.findall(r'"sr">Move </span>(\d+)<', page)]
    assert found == asked


def test_the_match_and_the_version_lead_to_the_log(world: World, browse: Browse) -> None:
    match = world.open.matches.first()
    assert match
    seat = match.seatings.get(version__bot__name="oryx").seat
    link = f'href="/matches/{match.pk}/logs/{seat}/"'
    assert link in browse(world.owner).get(f"/matches/{match.pk}/").content.decode()
    assert link not in browse(world.stranger).get(f"/matches/{match.pk}/").content.decode()
    assert "/logs/" in browse(world.owner).get("/bots/oryx/versions/1/").content.decode()
