"""What starts bots is chosen by the rung, and refused where there is none."""

import os

import pytest

from bots.sandbox import Rung, SandboxError, bubblewrap, forkserver, landlock, open_launcher, opening


def on(monkeypatch, name: str) -> None:
    """This host is on that rung."""
    monkeypatch.setattr(opening, "detect", lambda: Rung(name, "as a test says.", "Mend it."))


def test_on_the_full_rung_bots_are_forks_as_long_as_it_is_open(bubblewrapped):
    with open_launcher() as launcher:
        assert isinstance(launcher, forkserver.Launcher)
        pid = launcher._server._process.pid
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_fork_server_that_does_not_hold_is_done_without_and_named(bubblewrapped, monkeypatch, caplog):
    closed = []

    class Leaking(forkserver.Launcher):
        def launch(self, *arguments):
            raise SandboxError("it does not fork")

        def close(self):
            closed.append(self)
            super().close()

    monkeypatch.setattr(forkserver, "Launcher", Leaking)
    with open_launcher() as launcher:
        assert isinstance(launcher, bubblewrap.Launcher)
        assert len(closed) == 1
    assert [record.message for record in caplog.records if record.name == opening.__name__] == [
        "Python bots start without the fork server, which takes longer: it does not fork"
    ]


def test_on_the_lower_rung_landlock_holds_them(monkeypatch):
    on(monkeypatch, "landlock")
    with open_launcher() as launcher:
        assert isinstance(launcher, landlock.Launcher)


def test_without_a_rung_they_are_refused_with_reason_and_remedy(monkeypatch):
    on(monkeypatch, "none")
    refused = pytest.raises(
        SandboxError, match=r"^This host cannot isolate bots: as a test says\. Mend it\.$"
    )
    with refused, open_launcher():
        pytest.fail("it was opened")
