"""The kernel agrees with what is read from the policy: a bot really makes the calls that are refused."""

import errno

import pytest

from bots.sandbox import Ending, seccomp
from tests.bots.sandbox.test_seccomp import KILL, REFUSE, Filter, number
from tests.launched import PATIENCE

EXEMPT = {335, 336}
"""Of x86-64: return probes, which the kernel lets pass every filter and answers by itself."""

CALLS = """
import ctypes, json
libc = ctypes.CDLL(None, use_errno=True)

def choose(view, legal):
    passed = []
    for number in view:
        ctypes.set_errno(0)
        if libc.syscall(number, 0, 0, 0, 0, 0, 0) != -1 or ctypes.get_errno() != {refused}:
            passed.append(number)
    return json.dumps(passed)
"""
FATAL = "import ctypes\nctypes.CDLL(None).syscall({number}, 0, 0, 0, 0, 0, 0)"


def verdicts(verdict: int) -> list[int]:
    """The numbers that the policy answers so when all arguments are 0."""
    ask = Filter(seccomp.policy().read_bytes())
    return [call for call in range(480) if ask(call) == verdict and call not in EXEMPT]


def test_every_call_that_the_policy_refuses_is_refused(sandboxed, started, record_property):
    refused = verdicts(REFUSE)
    record_property("probes", len(refused))
    bot = started(sandboxed, CALLS.replace("{refused}", str(errno.EPERM)))
    assert len(refused) > 250
    assert bot.move(refused) == "[]"


def test_every_call_that_is_fatal_ends_the_bot(sandboxed, started, record_property):
    fatal = verdicts(KILL)
    record_property("probes", len(fatal))
    assert {number(name) for name in seccomp.FATAL.split() if 0 <= number(name) < 480} == set(fatal)
    survived = []
    for call in fatal:
        bot = started(sandboxed, FATAL.format(number=call))
        bot.hello()
        if bot.process.exit(PATIENCE).ending is not Ending.FORBIDDEN:
            survived.append(call)
    assert survived == []


@pytest.mark.parametrize(
    "name", ["tgkill", "fcntl", "ioctl", "prctl", "socketpair", "clock_gettime", "getpgid"]
)
def test_an_argument_that_the_policy_refuses_is_refused(sandboxed, started, name):
    place, allowed = seccomp.ALLOWED_WITH[name]
    refused = [value for value in range(64) if value not in allowed]
    code = f"""
import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
answer = [v for v in {refused} if libc.syscall({number(name)}, *[7] * {place}, v) != -1
          or ctypes.get_errno() != errno.EPERM]
def choose(view, legal): return str(answer)
"""
    assert started(sandboxed, code).move() == "[]"
