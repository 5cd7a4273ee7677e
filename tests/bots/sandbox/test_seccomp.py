"""The policy call by call, by running its compiled filter over every number; no kernel is asked."""

import errno
import platform
import struct
from collections.abc import Iterator

import pytest

from bots.sandbox import seccomp

pyseccomp = pytest.importorskip("pyseccomp")

OTHERS = ["mmap", "prlimit64", "futex", "kill", "clone", "clone3"]
SPECIAL = [*seccomp.ALLOWED_WITH, *seccomp.ALLOWED_BUT, *OTHERS]
"""Calls whose arguments decide."""

X86_64, I386, AARCH64 = 0xC000003E, 0x40000003, 0xC00000B7
ARCHITECTURE = {"x86_64": X86_64, "aarch64": AARCH64}[platform.machine()]
X32 = 0x40000000

PRETEND = 0x00050000
ALLOW, KILL, REFUSE, ABSENT = 0x7FFF0000, 0x80000000, 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS


class Filter:
    """A classic BPF program, interpreted: loads, jumps, masks and returns are all that libseccomp writes."""

    def __init__(self, code: bytes) -> None:
        self.program = list(struct.iter_unpack("<HBBI", code))

    def __call__(self, number: int, *arguments: int, architecture: int = ARCHITECTURE) -> int:
        words = struct.pack("<IIQ6Q", number & 0xFFFFFFFF, architecture, 0, *(arguments + (0,) * 6)[:6])
        accumulator, at = 0, 0
        while True:
            code, yes, no, k = self.program[at]
            at += 1
            match code:
                case 0x20:  # load a word
                    (accumulator,) = struct.unpack_from("<I", words, k)
                case 0x54:  # and
                    accumulator &= k
                case 0x05:  # jump
                    at += k
                case 0x15:
                    at += yes if accumulator == k else no
                case 0x25:
                    at += yes if accumulator > k else no
                case 0x35:
                    at += yes if accumulator >= k else no
                case 0x06:
                    return k
                case _:
                    raise AssertionError(f"instruction {code:#x} is not known here")


@pytest.fixture(scope="module")
def ask() -> Filter:
    return Filter(seccomp.policy().read_bytes())


def number(name: str) -> int:
    return pyseccomp.resolve_syscall(pyseccomp.system_arch(), name)


def allowed_names() -> list[str]:
    return " ".join(seccomp.ALLOWED.values()).split()


def numbers() -> Iterator[int]:
    """All that are taken and some that are yet to be."""
    yield from range(600)


def test_no_name_is_listed_twice():
    names = [*allowed_names(), *seccomp.FATAL.split(), *SPECIAL]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", allowed_names())
def test_what_the_table_allows_is_allowed(ask, name):
    if number(name) >= 0:  # some exist on other machines only
        assert ask(number(name)) == ALLOW


@pytest.mark.parametrize("name", [name for name in seccomp.FATAL.split() if number(name) >= 0])
def test_what_only_attackers_call_is_fatal(ask, name):
    assert ask(number(name), 1, 2, 3) == KILL


def test_every_other_number_is_refused(ask):
    named = {number(name) for name in [*allowed_names(), *seccomp.FATAL.split(), *SPECIAL]}
    others = set(numbers()) - named
    assert len(others) > 350
    assert {
        ask(other, *arguments) for other in others for arguments in [(), (1, 1, 1), (2**64 - 1,) * 6]
    } == {REFUSE}


REFUSED = """
    fork vfork socket connect bind flock memfd_create setrlimit inotify_init1 unlink mkdir rename chmod setuid
    capset shmget pidfd_open execveat mincore sendmsg setsockopt fadvise64 msync fsync
    sysinfo
    """


@pytest.mark.parametrize("name", REFUSED.split())
def test_these_are_refused(ask, name):
    if number(name) >= 0:
        assert ask(number(name)) == REFUSE


@pytest.mark.parametrize("architecture", [I386, AARCH64 if ARCHITECTURE == X86_64 else X86_64, 0])
def test_another_architecture_is_fatal_whatever_it_calls(ask, architecture):
    assert {ask(call, architecture=architecture) for call in numbers()} == {KILL}


@pytest.mark.skipif(ARCHITECTURE != X86_64, reason="x32 is a door of x86-64 alone")
def test_the_x32_numbers_are_fatal(ask):
    assert {ask(X32 | call) for call in numbers()} == {KILL}


THREAD = 0x3D0F00  # what the C library's threads ask for


@pytest.mark.parametrize(
    ("flags", "verdict"),
    [
        (THREAD, ALLOW),
        (17, REFUSE),  # fork: SIGCHLD and nothing else
        (0x01200011, REFUSE),  # fork as the C library does it
        (0x4111, REFUSE),  # vfork
        (THREAD & ~0x10000, REFUSE),
        (THREAD & ~0x400, REFUSE),  # with a table of files, and so a limit on them, of its own
        *(
            (THREAD | namespace, REFUSE)
            for namespace in (1 << 17, 1 << 25, *(1 << bit for bit in range(26, 31)))
        ),
    ],
)
def test_clone_makes_threads_and_nothing_else(ask, flags, verdict):
    assert ask(number("clone"), flags) == verdict


@pytest.mark.parametrize(
    ("flags", "verdict"),
    [
        (0x22, ALLOW),  # private, of no file
        (0x20022, ALLOW),  # a thread's stack
        (0x02, ALLOW),
        (0x802, ALLOW),  # a library
        (0x01, ALLOW),  # shared with a file that cannot be written
        (0x21, REFUSE),
        (0x23, REFUSE),  # shared, checked
        (0x122, REFUSE),  # grows downwards
        (0x102, REFUSE),
        (0x28, REFUSE),  # may be dropped
    ],
)
def test_memory_is_private_or_of_a_file(ask, flags, verdict):
    assert ask(number("mmap"), 0, 4096, 3, flags) == verdict


@pytest.mark.parametrize(("flags", "verdict"), [(0, ALLOW), (4, ALLOW), (2, REFUSE), (6, REFUSE)])
def test_no_thread_takes_a_table_of_files_of_its_own(ask, flags, verdict):
    assert ask(number("close_range"), 3, 9, flags) == verdict


def test_clone3_does_not_exist(ask):
    assert ask(number("clone3"), THREAD, 88) == ABSENT


@pytest.mark.parametrize(
    ("name", "before", "refused"),
    [("kill", (1,), set()), ("tkill", (7,), {9}), ("tgkill", (7, 7), {9})],
)
def test_a_bot_sends_itself_no_signal_that_is_queued(ask, name, before, refused):
    allowed = {value for value in range(66) if ask(number(name), *before, value) == ALLOW}
    assert allowed == set(range(32)) - refused
    assert ask(number(name), *before, (1 << 32) + 9) == REFUSE
    assert {ask(number("kill"), pid, 15) for pid in (0, 2, 2**32 - 1, 2**64 - 1)} == {REFUSE}


@pytest.mark.parametrize(
    ("name", "place", "refused"),
    [("exit", 0, 137), ("exit_group", 0, 137)],
)
def test_no_bot_can_end_as_if_it_was_killed_from_outside(ask, name, place, refused):
    before = (1,) * place
    assert [value for value in range(256) if ask(number(name), *before, value) != ALLOW] == [refused]
    assert ask(number(name), *before, 0x100 + refused) == REFUSE
    assert ask(number(name), *before, (1 << 32) + refused) == REFUSE  # the kernel takes the lower half


def test_memory_that_others_may_map_is_not_waited_on(ask):
    pretended = [operation for operation in range(512) if ask(number("futex"), 0, operation) == PRETEND]
    assert pretended == sorted(seccomp.SHARED)
    allowed = [operation for operation in range(512) if ask(number("futex"), 0, operation) == ALLOW]
    assert allowed == [operation for operation in range(512) if operation & seccomp.PRIVATE]


def test_a_bot_lowers_every_limit_of_its_own_but_that_of_cpu(ask):
    lowered = [limit for limit in range(16) if ask(number("prlimit64"), 0, limit, 1) == ALLOW]
    assert lowered == list(range(1, 16))
    assert {ask(number("prlimit64"), 0, limit, 0, 1) for limit in range(16)} == {ALLOW}
    assert ask(number("prlimit64"), 0, 1 << 32, 1) == REFUSE  # the kernel would take it for 0
    assert ask(number("prlimit64"), 7, 1, 1) == REFUSE


@pytest.mark.parametrize("name", seccomp.ALLOWED_WITH)
def test_a_listed_argument_is_allowed_and_every_other_refused(ask, name):
    place, values = seccomp.ALLOWED_WITH[name]
    tried = {*range(64), *values, *(value + (1 << 32) for value in values), 1031, 0x5412, 2**64 - 1}
    allowed = {value for value in tried if ask(number(name), *(0,) * place, value) == ALLOW}
    assert allowed == set(values)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("fcntl", (3, 6)),  # F_SETLK: locks are a channel between bots
        ("fcntl", (3, 37)),  # F_OFD_SETLK
        ("fcntl", (3, 1026)),  # F_NOTIFY
        ("fcntl", (3, 1031)),  # F_SETPIPE_SZ: pipes are a store of kernel memory
        ("ioctl", (0, 0x5412)),  # TIOCSTI: typing for another
        ("prctl", (1,)),  # PR_SET_PDEATHSIG: a bot must die with its parent
        ("prctl", (4,)),  # PR_SET_DUMPABLE
        ("prctl", (22,)),  # PR_SET_SECCOMP
        ("prlimit64", (1,)),  # of another
        ("kill", (0,)),  # its process group, in which its bubblewrap is too
        ("kill", (2**64 - 1,)),  # everybody
        ("madvise", (0, 4096, 12)),  # MADV_MERGEABLE: how long a write takes tells what others have in memory
        ("madvise", (0, 4096, 21)),  # MADV_PAGEOUT: what a file's reader waits for is a channel
        ("sendto", (3, 0, 1, 0, 0x7000)),  # an address: sockets of the host
        ("socketpair", (2,)),
        ("clock_gettime", (2**64 - 8,)),  # process 0's, which is its own; a library asks for number 2
        ("clock_gettime", ((~4242 << 3 | 2) % 2**64,)),  # another's
        ("clock_gettime", ((~4242 << 3 | 2) % 2**32,)),
        ("getpgid", (4242,)),
        ("getsid", (4242,)),
        ("sched_getscheduler", (4242,)),
        ("getpriority", (0, 4242)),
    ],
)
def test_these_arguments_are_refused(ask, name, arguments):
    assert ask(number(name), *arguments) == REFUSE
