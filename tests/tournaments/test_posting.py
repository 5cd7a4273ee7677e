"""Posting reaches public hosts and nothing behind them, and is over soon, whatever a receiver does."""

import socket
from ipaddress import ip_address

import pytest

from tests.receivers import FLOOD, Receiver
from tournaments import posting
from tournaments.posting import PostError, looked_up, post, public, refusal

REAL = socket.getaddrinfo
PRIVATE = [
    "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",  # noqa: S104
    "169.254.169.254", "100.64.0.1", "100.127.255.255", "192.0.0.1", "192.0.2.1", "198.18.0.1",
    "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "::",
    "::1", "fe80::1", "febf::1", "fc00::1", "fdff::1", "fec0::1", "ff02::1", "ff0e::1", "2001:db8::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:100.64.0.1", "::127.0.0.1",
    "64:ff9b::7f00:1", "64:ff9b::a00:1", "2002:7f00:1::1", "2001:0:7f00:1::1",
]  # fmt: skip
PUBLIC = [
    "8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808",
]  # fmt: skip


@pytest.fixture
def receiver():
    with Receiver().serving() as made:
        yield made


def resolver(monkeypatch, *answers):
    """Names lead to these addresses, to another with each question; the last one stays."""
    asked = []

    def getaddrinfo(host, port, *args, **named):
        if host[0].isdigit() or ":" in host:
            return REAL(host, port, *args, **named)
        asked.append(host)
        address = answers[min(len(asked), len(answers)) - 1]
        return REAL(address, port, *args, **named)

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


@pytest.mark.parametrize("address", PRIVATE)
def test_what_not_everybody_can_reach_is_no_public_address(address):
    assert not public(ip_address(address))


@pytest.mark.parametrize("address", PUBLIC)
def test_what_everybody_can_reach_is_one(address):
    assert public(ip_address(address))


@pytest.mark.parametrize("address", ["127.0.0.1", "127.3.2.1", "::1", "::ffff:127.0.0.1"])
def test_this_machine_is_reached_where_that_is_allowed_and_nothing_more(address):
    assert public(ip_address(address), loopback=True)
    assert not any(public(ip_address(each), loopback=True) for each in ("10.0.0.1", "fe80::1", "0.0.0.0"))  # noqa: S104


@pytest.mark.parametrize(
    "url",
    [
        *("", "example.org", "ftp://example.org/", "file:///etc/passwd", "https://", "https:///path"),
        *("https://user@example.org/", "https://user:word@example.org/", "http://[::1", "http://a:99999/"),
        *("http://example.org:22/", "http://example.org:1024/", "http://a/b c", "http://a/\r\nX: y"),
        *("http://exämple.org/", "gopher://example.org:70/", "javascript:alert(1)", "http://a:b/"),
    ],
)  # fmt: skip
def test_what_is_no_address_for_this_is_refused_as_it_is_written(url):
    assert refusal(url)
    with pytest.raises(PostError):
        post(url, b"", {}, loopback=True)


@pytest.mark.parametrize(
    "url",
    ["https://example.org", "http://example.org:80/a?b=c", "https://example.org:8443/", "http://a:443/"],
)
def test_what_is_one_is_not(url):
    assert not refusal(url)


@pytest.mark.parametrize("host", ["127.1", "2130706433", "0x7f000001", "0177.0.0.1", "localhost", "[::1]"])
def test_other_ways_to_write_this_machine_lead_nowhere_else(receiver, host):
    with pytest.raises(PostError, match="is not a public host"):
        post(f"http://{host}:{receiver.port}/", b"", {})
    assert not receiver.came


def test_what_is_posted_comes_with_its_headers_and_in_the_name_of_the_host(receiver, monkeypatch):
    resolver(monkeypatch, "127.0.0.1")
    url = f"http://receiver.test:{receiver.port}/told?by=us"
    answer = post(url, b'{"a": 1}', {"X-Own": "yes"}, loopback=True)
    assert (answer.status, answer.text) == (200, "thank you")
    [(headers, body)] = receiver.came
    assert (headers["Host"], headers["X-Own"]) == (f"receiver.test:{receiver.port}", "yes")
    assert body == b'{"a": 1}'


def test_a_name_that_leads_to_a_private_address_too_is_refused(monkeypatch):
    both = [REAL("8.8.8.8", 80, type=socket.SOCK_STREAM), REAL("10.0.0.1", 80, type=socket.SOCK_STREAM)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: both[0] + both[1])
    with pytest.raises(PostError, match="not a public host"):
        looked_up("twofold.test", 80)


def test_a_name_that_leads_elsewhere_a_moment_later_changes_nothing(receiver, monkeypatch):
    """It is asked for once; the connection goes where that answer said."""
    asked = resolver(monkeypatch, "8.8.8.8", "127.0.0.1")
    reached = []

    def connect(address, timeout):
        reached.append(address)
        raise ConnectionRefusedError("nobody is there")

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(PostError, match="nobody is there"):
        post(f"http://rebinding.test:{receiver.port}/", b"", {})
    assert asked == ["rebinding.test"]
    assert reached == [("8.8.8.8", receiver.port)]
    with pytest.raises(PostError, match="not a public host"):
        post(f"http://rebinding.test:{receiver.port}/", b"", {})
    assert not receiver.came


def test_of_two_addresses_the_one_that_answers_is_used(receiver, monkeypatch):
    monkeypatch.setattr(posting, "looked_up", lambda *_, **__: ["127.0.0.9", "127.0.0.1"])
    assert post(receiver.url, b"", {}, loopback=True).status == 200


def test_a_public_address_of_this_machine_is_not_posted_to(receiver, monkeypatch):
    monkeypatch.setattr(posting, "looked_up", lambda *_, **__: ["127.0.0.1"])  # as if it were one
    with pytest.raises(PostError, match="no other host than this one"):
        post(receiver.url, b"", {})
    assert not receiver.came


def test_nobody_is_followed_elsewhere(receiver):
    receiver.answers, receiver.elsewhere = ["redirect"], "http://169.254.169.254/latest/meta-data/"
    assert post(receiver.url, b"", {}, loopback=True).status == 307
    assert len(receiver.came) == 1


def test_of_a_long_answer_only_the_beginning_is_read(receiver):
    receiver.answers = ["flood"]
    answer = post(receiver.url, b"", {}, loopback=True)
    assert answer.text == "x" * posting.ANSWER
    assert receiver.poured < FLOOD


@pytest.mark.parametrize(
    ("behaviour", "look", "deadline", "why"),
    [
        ("hang", 0.3, 600, "it was silent"),
        ("drip", 600, 0.3, "no answer within"),
        ("trickle", 600, 0.3, "no answer within"),
    ],
)
def test_whoever_is_slow_is_not_waited_for(receiver, monkeypatch, behaviour, look, deadline, why):
    monkeypatch.setattr(posting, "LOOK", look)
    monkeypatch.setattr(posting, "DEADLINE", deadline)
    receiver.answers = [behaviour]
    with pytest.raises(PostError, match=why):
        post(receiver.url, b"", {}, loopback=True)


def test_a_host_that_is_not_there_and_a_port_where_nobody_listens_are_told_apart(monkeypatch):
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        with pytest.raises(PostError, match="Connection refused"):
            post(f"http://127.0.0.1:{bound.getsockname()[1]}/", b"", {}, loopback=True)
    with pytest.raises(PostError, match="there is no host nowhere"):
        post("http://nowhere.invalid/", b"", {})


def test_what_does_not_speak_tls_is_not_spoken_to(receiver):
    with pytest.raises(PostError, match="SSL"):
        post(receiver.url.replace("http:", "https:"), b"a secret", {}, loopback=True)
    assert not receiver.came
