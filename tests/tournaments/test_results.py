"""A play worker is not trusted with the truth: its records must prove what was ordered."""

import base64
import copy
import errno
import zlib
from datetime import timedelta
from math import inf, nan

import pytest
from django.utils import timezone

from referee.games import GAMES
from referee.match import play_match
from referee.record import Record, replayed, table_of
from tests.tournaments.playing import FAULTY, beat, finish, join, open_attempts, play, played
from tournaments.models import Match, Placing, Seating
from tournaments.services import attempts, logs, orders, scheduler

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def attempt(season):
    join(season, "ann", "bob", "cat")
    scheduler.tick(season.opens)
    return open_attempts()[0]


def test_what_was_played_is_written_down(attempt):
    result = played(attempt)
    assert finish(attempt, result)
    attempt.fixture.refresh_from_db()
    assert attempt.fixture.open
    for match, sent in zip(Match.objects.order_by("deal", "rotation"), result["matches"], strict=True):
        assert match.moves == len(sent["record"]["moves"]) > 0
        assert len(match.digest) == 64
        seatings = match.seatings.order_by("seat")
        assert [seating.points for seating in seatings] == sent["record"]["points"]
        assert [seating.rank for seating in seatings] == sent["record"]["ranks"]
    points = Placing.objects.values_list("fixture_points", flat=True)
    assert sum(points) == 9  # three seats, three pairs, a point for each
    assert min(Placing.objects.values_list("rank", flat=True)) == 1


def lie(result, match, field, value):
    result["matches"][match]["record"][field] = value


def dealt(match):
    """Puts a true record in place, of cards that nobody ordered."""
    first = [lambda seat, view, legal, news: legal[0]] * 3
    rules = match["record"]["rules"]
    match["record"] = play_match(GAMES["pis_yedili"], first, "mine", rules=rules).to_json()


def deep():
    hole = {}
    for _ in range(900):
        hole = {"deals": hole}
    return hole


HUGE = base64.b64encode(bytes(50 << 20)).decode()
FAULT = {"seat": 0, "move": 5, "code": "crashed", "reason": "it did not"}
LIES = {
    "points": (lambda result: lie(result, 1, "points", [0, 0, -1]), "deal 0, rotation 1"),
    "a move": (
        lambda result: result["matches"][0]["record"]["moves"].__setitem__(3, "play 2X"),
        "rotation 0",
    ),
    "a match short": (lambda result: result["matches"].pop(), "not each of 3 matches once"),
    "one twice": (lambda result: result["matches"][0].update(rotation=1), "not each of 3 matches once"),
    "no clocks": (lambda result: result["matches"][2].update(cpu=[]), "a log, a time and a reason"),
    "no log": (lambda result: result["matches"][2].update(logs=["@@", "", ""]), "a log is not base64"),
    "no record": (lambda result: result["matches"][2].update(record={}), "rotation 2"),
    "no number": (lambda result: result["matches"][1].update(cpu=[nan, 0, 0]), "a time that no clock shows"),
    "time won": (lambda result: result["matches"][1].update(cpu=[0, -1, 0]), "a time that no clock shows"),
    "for ever": (lambda result: result["matches"][1].update(cpu=[0, 0, inf]), "a time that no clock shows"),
    "a huge log": (
        lambda result: result["matches"][0].update(logs=[HUGE, "", ""]),
        "a log is larger than 262144 bytes",
    ),
    "a match of no deal": (lambda result: result["matches"][0].update(deal=7), "not each of 3 matches once"),
    "another table": (lambda result: lie(result, 0, "seats", 4), "deal 0, rotation 0"),
    "other ranks": (lambda result: result["matches"][0]["record"]["ranks"].reverse(), "ranks"),
    "a fault of nobody": (lambda result: lie(result, 0, "faults", [{**FAULT, "seat": 9}]), "seat 9"),
    "a fault that was none": (lambda result: lie(result, 0, "faults", [FAULT]), "rotation 0"),
    "a fault of a word": (lambda result: lie(result, 0, "faults", ["crashed"]), "faults[0]"),
    "a tag of no move": (lambda result: lie(result, 0, "tags", {"0": "calm"}), "a tag of no move"),
    "a tag that is a page": (lambda result: lie(result, 0, "tags", {"1": "a b"}), "no word"),
    "a deep hole": (lambda result: lie(result, 0, "rules", deep()), "rotation 0"),
    "nonsense": (lambda result: result.update(matches=7), "not what a play worker sends"),
    "another seed": (lambda result: lie(result, 0, "seed", "mine"), "is not what the seed deals"),
    "another deal": (lambda result: dealt(result["matches"][0]), "another deal was ordered"),
}


@pytest.mark.parametrize("what", LIES)
def test_a_lie_makes_the_attempt_fail(attempt, what):
    tell, reason = LIES[what]
    result = copy.deepcopy(played(attempt))
    tell(result)
    assert not finish(attempt, result)
    attempt.refresh_from_db()
    assert attempt.state == "failed"
    assert reason in attempt.error
    assert not Placing.objects.exclude(rank=None).exists()


def test_another_game_than_the_one_ordered_is_refused(attempt):
    order = orders.ordered(attempt.fixture, attempt)
    order.rules["deals"] = 2
    assert not finish(attempt, play(order))
    attempt.refresh_from_db()
    assert "another game was ordered" in attempt.error


def test_logs_are_kept_by_digest_and_read_by_people(attempt):
    line = b'{"number":1,"ms":2.5,"answer":"play 7D","prints":"hello\\nworld"}'
    result = played(attempt)
    result["matches"][0]["logs"][1] = base64.b64encode(zlib.compress(line)).decode()
    assert finish(attempt, result)
    seating = Seating.objects.exclude(log="").get()
    assert seating.seat == 1
    assert logs.text(seating.log) == "1. play 7D  [2.5 ms CPU of 0, 0.0 ms idle of 0]\n    hello\n    world\n"


def test_a_log_that_is_gone_or_was_never_kept_says_so():
    for digest in ("0" * 64, "", "../../secret"):
        assert logs.text(digest) == "This log is not kept any more.\n"
    broken = logs.keep(base64.b64encode(b"no zlib").decode())
    assert logs.text(broken) == "This log cannot be read.\n"


def test_logs_are_kept_for_thirty_days():
    kept = logs.keep(base64.b64encode(zlib.compress(b"{}")).decode())
    now = timezone.now()
    assert logs.expire(now + timedelta(days=29)) == 0
    assert logs.expire(now + timedelta(days=31)) == 1
    assert logs.text(kept) == "This log is not kept any more.\n"


def test_a_log_that_unfolds_to_more_than_a_megabyte_is_not_read():
    bomb = logs.keep(base64.b64encode(zlib.compress(b'{"number":1}\n' * 200_000)).decode())
    assert logs.text(bomb) == "This log cannot be read.\n"


def test_what_a_database_would_refuse_in_a_fault_or_an_error_is_replaced(season):
    join(season, FAULTY, "bob", "cat")
    scheduler.tick(season.opens)
    [attempt] = open_attempts()
    result = played(attempt)
    for match in result["matches"]:
        match["record"]["faults"][0].update(code="c" * 99)
        match["reasons"] = ["unknown field `\0`" + "x" * 999] * 3
    assert finish(attempt, result)
    for seating in Seating.objects.exclude(fault=""):
        assert (len(seating.fault), len(seating.fault_reason)) == (40, 500)
        assert seating.fault_reason.startswith("unknown field `\ufffd`")


def test_an_error_of_ours_may_quote_anything(attempt):
    assert attempts.fail(attempt=attempt.pk, token=attempt.token, error="\0\ud800" + "x" * 9999)
    attempt.refresh_from_db()
    assert attempt.error.startswith("\ufffd?x")
    assert len(attempt.error) == 2000


def test_times_that_a_record_claims_are_replaced_by_what_was_measured(attempt):
    result = played(attempt)
    result["matches"][0]["record"]["clocks"] = {"cpu": [9.0], "waits": [9.0]}
    assert finish(attempt, result)
    record = Record.loads(Match.objects.get(deal=0, rotation=0).record)
    assert record.clocks == {"cpu": [0.01, 0.01, 0.01]}


def test_what_comes_after_the_end_changes_nothing(attempt):
    result = played(attempt)
    assert finish(attempt, result)
    before = list(Placing.objects.values()), list(Seating.objects.values())
    assert not beat(attempt)
    assert not attempts.fail(attempt=attempt.pk, token=attempt.token, error="too late")
    assert not finish(attempt, result)
    assert not attempts.beat(attempt=10**9, token=attempt.token, worker="nobody")
    attempt.refresh_from_db()
    assert (attempt.state, attempt.fixture.state) == ("done", "finished")
    assert (list(Placing.objects.values()), list(Seating.objects.values())) == before


def test_after_a_failure_its_results_come_too_late(attempt):
    result = played(attempt)
    assert beat(attempt)
    assert attempts.fail(attempt=attempt.pk, token=attempt.token, error="no room")
    assert not beat(attempt)
    assert not finish(attempt, result)
    assert not Placing.objects.exclude(rank=None).exists()
    scheduler.tick(timezone.now() + timedelta(seconds=20))
    [again] = open_attempts(fixture=attempt.fixture)
    assert finish(again)


def test_tags_are_kept_with_the_record_and_for_each_seat_but_not_in_the_digest(attempt):
    result = copy.deepcopy(played(attempt))
    record = Record.from_json(result["matches"][0]["record"])
    seats = [seat for seat, _ in replayed(record, table_of(record))]
    mine, theirs = ([str(t) for t, seat in enumerate(seats, 1) if seat == who][:2] for who in (0, 1))
    tags = {mine[0]: "hope", mine[1]: "hope", theirs[0]: "bluff", "1": "of-the-dealer"}
    result["matches"][0]["record"]["tags"] = tags
    assert finish(attempt, result)
    match = attempt.fixture.matches.get(deal=0, rotation=result["matches"][0]["rotation"])
    assert match.digest == record.digest()
    assert Record.loads(match.record).tags == tags
    assert [one.tags for one in match.seatings.order_by("seat")] == [" hope ", " bluff ", ""]


def test_a_log_that_a_full_disk_does_not_take_leaves_no_draft(attempt, monkeypatch, tmp_path):
    def full(draft, place):
        raise OSError(errno.ENOSPC, "No space left on device")

    result = played(attempt)
    result["matches"][0]["logs"][0] = base64.b64encode(zlib.compress(b"")).decode()
    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.replace", full)
        with pytest.raises(OSError, match="No space left"):
            finish(attempt, result)
    assert not [path for path in (tmp_path / "logs").rglob("*") if path.is_file()]
    assert finish(attempt, result)
