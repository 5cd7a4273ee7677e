"""Which system calls a bot may make: a list of what is allowed, everything else is refused.

A refused call fails with EPERM, as if by file permissions, so that a library can go on without it. Calls that
only an attack makes end the process at once (SIGSYS), and so do those of another architecture. `clone`
makes threads, never processes. The filter is compiled once by libseccomp; running a bot needs only the file.
"""

import errno
import platform
from pathlib import Path
from signal import SIGKILL
from socket import AF_UNIX
from typing import Any

from bots.sandbox.cache import cached, digest
from bots.sandbox.interface import SandboxError

ALLOWED = {
    "memory": "brk munmap mprotect mremap",
    "its pipes and files it may read": """
        read readv pread64 preadv write writev pwrite64 close lseek dup dup2 dup3 pipe pipe2
        open openat stat fstat lstat newfstatat statx access faccessat faccessat2 getdents getdents64 readlink
        readlinkat getcwd chdir""",
    "waiting": """
        poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait eventfd
        eventfd2 timerfd_create timerfd_settime timerfd_gettime""",
    "an event loop's pair of sockets": "recvfrom shutdown getsockname getsockopt",
    "time": "nanosleep gettimeofday time times getrusage alarm setitimer getitimer",
    "threads": """
        set_robust_list get_robust_list set_tid_address rseq membarrier sched_yield
        sched_get_priority_max sched_get_priority_min getcpu gettid""",
    "signals to itself": """
        rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait rt_sigsuspend sigaltstack
        pause restart_syscall""",
    "who and where it is": """
        getpid getppid getpgrp getuid geteuid getgid getegid getresuid getresgid getgroups
        getrlimit uname""",
    "start and end": "execve arch_prctl getrandom",
}
"""Names by purpose; what is in no group is refused, calls that are yet to be invented too."""

MAP_PRIVATE, MAP_TYPE, MAP_ANONYMOUS, MAP_GROWSDOWN = 0x02, 0x0F, 0x20, 0x100
"""Memory that is no file's must be private and may not grow by itself: other memory counts for no limit."""

CLONE_THREAD, CLONE_FILES = 0x00010000, 0x00000400
CLONE_NAMESPACES = 0x7E020000  # NEWNS NEWCGROUP NEWUTS NEWIPC NEWUSER NEWPID NEWNET

ALLOWED_BUT: dict[str, tuple[int, int]] = {
    "exit": (0, 128 + SIGKILL),
    "exit_group": (0, 128 + SIGKILL),
}
"""The argument, by its place, and its one lowest byte that is refused: a bot may not end as one that somebody
outside has killed, of which bubblewrap says so by an exit code and the kernel by the signal itself."""

QUEUED = 32
"""The first of the signals that are kept in a queue. All bots of the host's user share its room: one could
fill it, and another see that it is full."""
SIGNALS = tuple(number for number in range(QUEUED) if number != SIGKILL)

CLOCKS = tuple(range(12))
"""Of the machine, of the process and of the thread that ask; those of others have negative numbers."""

ALLOWED_WITH: dict[str, tuple[int, tuple[int, ...]]] = {
    "clock_gettime": (0, CLOCKS),
    "clock_getres": (0, CLOCKS),
    "clock_nanosleep": (0, CLOCKS),
    "getpgid": (0, (0,)),  # of itself, as the five that follow
    "getsid": (0, (0,)),
    "sched_getaffinity": (0, (0,)),
    "sched_getparam": (0, (0,)),
    "sched_getscheduler": (0, (0,)),
    "getpriority": (1, (0,)),
    "close_range": (2, (0, 4)),  # no table of files for a thread alone: the limit counts one table
    "socketpair": (0, (AF_UNIX,)),
    "tkill": (1, SIGNALS),
    "tgkill": (2, SIGNALS),
    "sendto": (4, (0,)),  # the other end of its pair, not an address
    "madvise": (2, (*range(5), 8, *range(14, 19), 22, 23)),  # no merging, no paging out
    "prctl": (0, (15, 16)),  # set and get the name of a thread
    "fcntl": (1, (0, 1, 2, 3, 4, 1030, 1032)),  # duplicate, flags, a pipe's size; no locks
    "ioctl": (1, (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)),  # terminal or not, bytes to read, flags
}
"""The argument, by its place, and the values of it that are allowed."""

PRIVATE, SHARED = 128, (0, 1, 9, 10, 9 | 256, 10 | 256)
"""Of `futex`: the flag of memory that is a process's own, and how all waits and wakes are said without it.

The latter do nothing and succeed: pages of the files that all bots map would be bells between them. Whoever
waits so, as a C library does for a thread's end, asks again and again until it is true.
"""

LIMITS = range(1, 16)
"""What a bot may lower: all but 0, its CPU limit, by which it could end as if killed from outside."""

FATAL = """
    ptrace process_vm_readv process_vm_writev process_madvise kcmp pidfd_getfd unshare setns chroot
    pivot_root mount umount2 move_mount open_tree fsopen fsconfig fsmount fspick mount_setattr bpf
    perf_event_open userfaultfd io_uring_setup io_uring_enter io_uring_register keyctl add_key request_key
    init_module finit_module delete_module create_module kexec_load kexec_file_load reboot iopl ioperm
    modify_ldt vm86 swapon swapoff acct quotactl quotactl_fd nfsservctl lookup_dcookie vhangup syslog
    settimeofday clock_settime adjtimex clock_adjtime sethostname setdomainname open_by_handle_at
    name_to_handle_at fanotify_init fanotify_mark migrate_pages move_pages memfd_secret
    """
"""What no library tries on the way to something else."""


def policy(cache: Path | None = None) -> Path:
    """The compiled filter for this machine, in a file."""
    version = digest(platform.machine(), files=[Path(__file__)])
    return cached(f"seccomp-{version}", build, cache) / "policy.bpf"


def build(folder: Path) -> None:
    """Compile the filter into `folder`; SandboxError without libseccomp."""
    try:
        import pyseccomp as libseccomp
    except (ImportError, OSError, RuntimeError) as error:
        raise SandboxError(f"libseccomp is missing: {error}") from error
    with (folder / "policy.bpf").open("wb") as file:
        rules(libseccomp).export_bpf(file)


def rules(libseccomp: Any) -> Any:
    """The filter as libseccomp holds it."""
    found = libseccomp.SyscallFilter(libseccomp.ERRNO(errno.EPERM))
    found.set_attr(libseccomp.Attr.ACT_BADARCH, libseccomp.KILL_PROCESS)
    found.set_attr(libseccomp.Attr.CTL_OPTIMIZE, 2)  # a tree by number: the kernel tries all when it loads it
    for add in (named, by_argument, waiting, own_limits, memory, threads, signals, exit_codes, absent, fatal):
        add(found, libseccomp)
    return found


def named(found: Any, libseccomp: Any) -> None:
    """Allowed whatever their arguments are."""
    for name in " ".join(ALLOWED.values()).split():
        found.add_rule(libseccomp.ALLOW, name)


def by_argument(found: Any, libseccomp: Any) -> None:
    """Allowed where one argument has one of some values."""
    for name, (place, values) in ALLOWED_WITH.items():
        for value in values:
            found.add_rule(libseccomp.ALLOW, name, libseccomp.Arg(place, libseccomp.EQ, value))


def waiting(found: Any, libseccomp: Any) -> None:
    """For what other threads of the process do, and never for another process."""
    found.add_rule(libseccomp.ALLOW, "futex", libseccomp.Arg(1, libseccomp.MASKED_EQ, PRIVATE, PRIVATE))
    for operation in SHARED:
        found.add_rule(libseccomp.ERRNO(0), "futex", libseccomp.Arg(1, libseccomp.EQ, operation))


def own_limits(found: Any, libseccomp: Any) -> None:
    """Asked of any, and set of those that may be lowered; never another process's."""
    itself = libseccomp.Arg(0, libseccomp.EQ, 0)
    found.add_rule(libseccomp.ALLOW, "prlimit64", itself, libseccomp.Arg(2, libseccomp.EQ, 0))  # only asks
    for limit in LIMITS:
        found.add_rule(libseccomp.ALLOW, "prlimit64", itself, libseccomp.Arg(1, libseccomp.EQ, limit))


def memory(found: Any, libseccomp: Any) -> None:
    """Mapped privately, or from a file that may be read."""
    private = libseccomp.Arg(3, libseccomp.MASKED_EQ, MAP_TYPE | MAP_GROWSDOWN, MAP_PRIVATE)
    of_a_file = libseccomp.Arg(3, libseccomp.MASKED_EQ, MAP_ANONYMOUS | MAP_GROWSDOWN, 0)
    found.add_rule(libseccomp.ALLOW, "mmap", private)
    found.add_rule(libseccomp.ALLOW, "mmap", of_a_file)


def threads(found: Any, libseccomp: Any) -> None:
    """Of this process, with one table of files, in the namespaces that it is in."""
    thread = CLONE_THREAD | CLONE_FILES
    thread_only = libseccomp.Arg(0, libseccomp.MASKED_EQ, thread | CLONE_NAMESPACES, thread)
    found.add_rule(libseccomp.ALLOW, "clone", thread_only)


def signals(found: Any, libseccomp: Any) -> None:
    """To itself, process 1, and never to a group, whose other members are outside."""
    only_itself = libseccomp.Arg(0, libseccomp.EQ, 1)
    found.add_rule(libseccomp.ALLOW, "kill", only_itself, libseccomp.Arg(1, libseccomp.LT, QUEUED))


def exit_codes(found: Any, libseccomp: Any) -> None:
    """All but those of `ALLOWED_BUT`: a value is another if any of its bits is."""
    for name, (place, value) in ALLOWED_BUT.items():
        for bit in (1 << position for position in range(8)):
            other = libseccomp.Arg(place, libseccomp.MASKED_EQ, bit, bit & ~value)
            found.add_rule(libseccomp.ALLOW, name, other)


def absent(found: Any, libseccomp: Any) -> None:
    """Calls that the C library goes on without, where it is told that there are none."""
    no_such_call = libseccomp.ERRNO(errno.ENOSYS)
    found.add_rule(no_such_call, "clone3")  # its flags cannot be seen
    of_a_thread = libseccomp.Arg(0, libseccomp.NE, 0)
    found.add_rule(no_such_call, "sched_getaffinity", of_a_thread)


def fatal(found: Any, libseccomp: Any) -> None:
    """Ends the process at once."""
    for name in FATAL.split():
        if known(libseccomp, name):
            found.add_rule(libseccomp.KILL_PROCESS, name)


def known(libseccomp: Any, name: str) -> bool:
    """Whether this libseccomp has heard of the call; one that it has not is refused like any other."""
    return bool(libseccomp.resolve_syscall(libseccomp.system_arch(), name) >= 0)
