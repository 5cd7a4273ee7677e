"""A server asked over a real connection: what is tried again, and where a token goes."""

import json
import socket
import ssl
import sys
import threading
import time
from collections.abc import Iterator
from email.utils import formatdate
from pathlib import Path
from urllib.error import URLError

import pytest

from bots.client import patience, transport
from bots.client.errors import (
    AddressError,
    ClientError,
    ProblemError,
    SilentError,
    StrangeError,
    UnreachableError,
)
from bots.client.server import Server
from bots.client.transport import LARGEST
from tests.answering import CUT, TOKEN, Answer, Asked, Site, answering, line, page, problem
from tests.ports import held


@pytest.fixture
def site() -> Iterator[Site]:
    with answering() as site:
        yield site


@pytest.fixture(autouse=True)
def waited(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Nobody waits; how long it would have been."""
    seconds: list[float] = []
    monkeypatch.setattr(patience.time, "sleep", seconds.append)
    return seconds


def server(site: Site, **more: object) -> Server:
    return Server(site.address, TOKEN, **more)  # type: ignore[arg-type]


def test_it_says_who_asks_and_with_what(site: Site) -> None:
    site.tell("GET me/", Answer({"username": "ada"}))
    assert server(site).get("me") == {"username": "ada"}
    headers = site.asked[0].headers
    assert headers["Authorization"] == f"Bearer {TOKEN}"
    assert headers["User-Agent"].startswith("caravan/")
    Server(site.address).get("me")
    assert "Authorization" not in site.asked[1].headers


@pytest.mark.parametrize(
    "said",
    [[], None, "hello", b"[" * 200_000, b"[" + b" " * LARGEST + b"]"],
    ids=["a list", "null", "a text", "deep", "endless"],
)
def test_what_caravan_never_says_is_no_answer(site: Site, said: object) -> None:
    site.tell("GET me/", Answer(said))
    with pytest.raises(StrangeError, match="does not answer as a Caravan does"):
        server(site).get("me")


def test_a_proxy_is_not_asked_for_what_is_on_this_machine(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    site.tell("GET me/", Answer({"at": "here"}))
    assert server(site, gaps=()).get("me") == {"at": "here"}


def test_a_certificate_that_is_not_valid_is_not_tried_again(
    site: Site, monkeypatch: pytest.MonkeyPatch, waited: list[float]
) -> None:
    def refuse(*_: object, **__: object) -> None:
        error = ssl.SSLCertVerificationError()
        error.verify_message = "certificate has expired"
        raise URLError(error)

    asking = server(site)
    monkeypatch.setattr(asking._transport._opener, "open", refuse)
    with pytest.raises(AddressError, match="is not valid: certificate has expired"):
        asking.get("me")
    assert waited == []


def test_names_cannot_leave_their_place_in_an_address(site: Site) -> None:
    with pytest.raises(ProblemError):
        server(site).get("bots", "../me?a=b")
    assert (site.asked[0].path, site.asked[0].query) == ("/api/v1/bots/..%2Fme%3Fa%3Db/", {})


def test_lists_are_asked_for_page_by_page_as_they_are_taken(site: Site) -> None:
    elsewhere = "https://other.example/api/v1/bots/?cursor=two&limit=3"
    site.tell("GET bots/", page(1, 2, 3, following=elsewhere), page(4, 5, 6, following=elsewhere), page(7))
    assert list(server(site).rows("bots", game="donkey", owner=None)) == [1, 2, 3, 4, 5, 6, 7]
    assert [each.query for each in site.asked] == [
        {"game": "donkey", "limit": "200"},
        {"cursor": "two", "limit": "3"},
        {"cursor": "two", "limit": "3"},
    ]
    site.tell("GET bots/", page(1, 2, 3, following=elsewhere), page(4, 5))
    assert list(server(site).rows("bots", limit=3)) == [1, 2, 3]
    assert len(site.asked) == 4


def test_a_problem_has_its_fields_and_remedies(site: Site) -> None:
    fault = {"field": "name", "detail": "It is taken.", "remedy": "Choose another."}
    site.tell("POST bots/", problem(409, "That cannot be.", fault, remedy="Look."))
    with pytest.raises(ProblemError) as raised:
        server(site).post("bots", name="oryx")
    error = raised.value
    assert (error.status, error.detail, error.remedy, error.errors) == (
        409,
        "That cannot be.",
        "Look.",
        [fault],
    )
    assert json.loads(site.asked[0].body) == {"name": "oryx"}


def test_a_proxys_error_page_is_a_problem_too(site: Site) -> None:
    site.tell("GET me/", Answer(b"<h1>Forbidden</h1>", 403))
    with pytest.raises(ProblemError, match="403 Forbidden"):
        server(site).get("me")


def test_what_is_no_caravan_is_told_apart(site: Site) -> None:
    site.tell("GET me/", Answer(b"<h1>Welcome</h1>"))
    with pytest.raises(StrangeError, match="does not answer as a Caravan does"):
        server(site).get("me")


@pytest.mark.parametrize("broken", [CUT, Answer({"username": "ada"}, cut=True), problem(503, "Busy.")])
def test_reading_is_tried_again_after_growing_gaps(site: Site, waited: list[float], broken: Answer) -> None:
    told: list[ClientError] = []
    site.tell("GET me/", broken, broken, broken, Answer({"at": "at last"}))
    assert server(site, tell=lambda error, _: told.append(error)).get("me") == {"at": "at last"}
    assert waited == [0.5, 1.0, 2.0]
    assert len(told) == 3


def test_it_gives_up_in_the_end(waited: list[float]) -> None:
    with held() as port, pytest.raises(UnreachableError, match=f"127.0.0.1:{port} cannot be reached"):
        Server(f"http://127.0.0.1:{port}", gaps=(1.0, 2.0)).get("me")
    assert waited == [1.0, 2.0]


def test_no_answer_is_not_waited_for_for_ever(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    asked_enough = threading.Event()

    def late(_: Asked) -> Answer:
        asked_enough.wait(60)
        return Answer("late")

    site.tell("GET me/", late)
    impatient = server(site, gaps=())
    monkeypatch.setattr(impatient._transport, "_timeout", 0.1)
    with pytest.raises(UnreachableError, match="no answer for 0 seconds"):
        impatient.get("me")
    asked_enough.set()


def test_one_deadline_holds_for_all_of_an_answer_and_waiting_is_told(
    site: Site, monkeypatch: pytest.MonkeyPatch, waited: list[float]
) -> None:
    enough, told = threading.Event(), []

    def late(_: Asked) -> Answer:
        enough.wait(60)
        return Answer("late")

    site.tell("GET me/", late)
    monkeypatch.setattr(transport, "WHOLE", 0.2)
    monkeypatch.setattr(patience, "SOON", 0.1)
    with pytest.raises(SilentError, match="has not answered in 0 seconds"):
        server(site, waiting=lambda: told.append("waiting")).get("me")
    enough.set()
    assert (told, waited) == (["waiting"], [])


def test_what_speaks_something_else_is_told_apart_and_not_tried_again(
    site: Site, waited: list[float]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as mail:

        def greet() -> None:
            there, _ = mail.accept()
            with there:
                there.sendall(b"220 mail\r\n")
                there.recv(1 << 16)

        thread = threading.Thread(target=greet)
        thread.start()
        with pytest.raises(StrangeError, match=r"does not speak HTTP: 220 mail$"):
            Server(f"http://127.0.0.1:{mail.getsockname()[1]}").get("me")
        thread.join()
    with pytest.raises(StrangeError, match=r"does not speak HTTPS: .*wrong version number"):
        Server(site.address.replace("http:", "https:")).get("me")
    assert waited == []


def test_a_stream_that_falls_silent_is_asked_for_the_rest(site: Site, waited: list[float]) -> None:
    class Silent:
        def read1(self, _: int) -> bytes:
            raise TimeoutError

    with pytest.raises(UnreachableError, match="has fallen silent") as raised:
        server(site)._more(Silent())  # type: ignore[arg-type]
    assert raised.value.passing


def test_retry_after_is_honoured(site: Site, waited: list[float]) -> None:
    date = formatdate(time.time() + 60, usegmt=True)
    busy = [problem(429, "Slowly.", Retry_After=after) for after in ("17", date, "soon")]
    site.tell("GET me/", *busy, Answer({"at": "at last"}))
    assert server(site).get("me") == {"at": "at last"}
    assert waited[0] == 17
    assert 30 < waited[1] <= 60
    assert waited[2] == 2.0


def test_who_is_to_come_back_much_later_is_told_so(site: Site, waited: list[float]) -> None:
    site.tell("GET me/", problem(429, "Slowly.", Retry_After="3600"))
    with pytest.raises(ProblemError) as raised:
        server(site).get("me")
    assert (raised.value.after, waited) == (3600, [])


def test_what_may_not_be_done_twice_is_not(site: Site, waited: list[float]) -> None:
    site.tell("POST challenges/", CUT)
    with pytest.raises(UnreachableError):
        server(site).post("challenges", game="donkey")
    assert len(site.asked) == 1
    site.tell("POST challenges/", problem(429, "Slowly.", Retry_After="1"), Answer({"id": 1}, 201))
    assert server(site).post("challenges", game="donkey") == {"id": 1}
    assert waited == [1]


def test_a_file_that_is_sent_again_is_known_by_its_key(site: Site) -> None:
    site.tell("POST bots/oryx/versions/", CUT, problem(502, "Gone."), Answer({"number": 1}, 201))
    content = bytes(range(256)) * 9
    fields = {"game": "donkey", "note": "ä"}
    answer = server(site).send(
        "bots", "oryx", "versions", filename='a"\r\nb.py', content=content, fields=fields
    )
    assert answer == {"number": 1}
    assert len({each.headers["Idempotency-Key"] for each in site.asked}) == 1
    assert len({each.body for each in site.asked}) == 1
    assert len(site.asked) == 3
    assert site.asked[2].fields == {"game": b"donkey", "note": "ä".encode(), "file": content}
    assert b'filename="a%22%0D%0Ab.py"' in site.asked[2].body
    server(site).send("bots", "oryx", "versions", filename="b.py", content=b"", fields={})
    assert site.asked[3].headers["Idempotency-Key"] != site.asked[0].headers["Idempotency-Key"]


def test_a_token_goes_to_no_other_address(site: Site) -> None:
    with answering() as other:
        other.tell("GET me/", Answer({"username": "eve"}))
        site.tell("GET me/", Answer(status=302, headers={"Location": f"{other.address}/api/v1/me/"}))
        with pytest.raises(AddressError, match=f"sends us on to {other.address}"):
            server(site).get("me")
        assert other.asked == []


def test_a_redirect_to_a_place_of_its_own_is_followed_when_reading_only(site: Site) -> None:
    moved = Answer(status=307, headers={"Location": "/api/v1/you/"})
    site.tell("GET me/", moved)
    site.tell("GET you/", Answer({"at": "there"}))
    site.tell("POST me/", moved)
    assert server(site).get("me") == {"at": "there"}
    with pytest.raises(AddressError):
        server(site).post("me")
    assert [each.method for each in site.asked] == ["GET", "GET", "POST"]


def test_each_line_of_a_stream_comes_once_however_often_it_is_cut(site: Site, waited: list[float]) -> None:
    site.tell(
        "GET matches/7/stream/",
        CUT,
        Answer(lines=[line(1), "\n", line(2), line(3)[:9]], cut=True),
        Answer(lines=[], cut=True),
        problem(503, "Busy."),
        Answer(lines=["\n", line(3)], cut=True),
        Answer(lines=[line(4, "done"), "\n"], cut=True),
        CUT,
    )
    lines = list(server(site).lines("matches", 7, "stream"))
    assert [each["id"] for each in lines] == ["1", "2", "3", "4"]
    assert lines[3] == {"id": "4", "event": "done", "data": {}}
    assert [each.query.get("after") for each in site.asked] == [None, None, "2", "2", "2", "3"]
    assert waited == [0.5, 0.5, 1.0, 2.0, 0.5]


def test_there_is_no_place_at_which_a_cut_costs_or_doubles_a_line(site: Site) -> None:
    numbers = [1, 2, 3, 4]
    whole = "".join(["\n", *(line(number, "done" if number == 4 else "move") for number in numbers)])
    for place in range(1, len(whole), 5):
        rest = [line(number, "done" if number == 4 else "move") for number in numbers]

        def go_on(asked: Asked, rest: list[str] = rest) -> Answer:
            return Answer(lines=rest[int(asked.query.get("after", "0")) :])

        site.tell("GET matches/7/stream/", Answer(lines=[whole[:place]], cut=True), go_on)
        assert [int(each["id"]) for each in server(site).lines("matches", 7, "stream")] == numbers


def test_a_stream_that_is_cut_for_good_says_so(site: Site) -> None:
    site.tell("GET matches/7/stream/", Answer(lines=[line(1)], cut=True), CUT)
    lines = server(site, gaps=(1.0,)).lines("matches", 7, "stream")
    assert next(lines)["id"] == "1"
    with pytest.raises(UnreachableError):
        next(lines)


def test_a_stream_that_ends_within_a_line_is_not_over(site: Site) -> None:
    site.tell("GET matches/7/stream/", Answer(lines=[line(1), line(2)[:9]]), Answer(lines=[line(2)]))
    assert [each["id"] for each in server(site).lines("matches", 7, "stream")] == ["1", "2"]


def test_a_stream_of_something_else_is_told_apart(site: Site) -> None:
    site.tell("GET matches/7/stream/", Answer(lines=["[1]\n"]))
    with pytest.raises(StrangeError):
        next(server(site).lines("matches", 7, "stream"))


def test_nothing_of_the_servers_software_is_imported() -> None:
    folder = Path(patience.__file__).parent
    lines = [line for path in folder.glob("*.py") for line in path.read_text().splitlines()]
    imported = {line.split()[1] for line in lines if line.startswith(("import ", "from "))}
    others = {name for name in imported if name.split(".")[0] not in sys.stdlib_module_names}
    assert {name for name in others if not name.startswith("bots.client")} == {"msgspec", "bots.quoting"}
