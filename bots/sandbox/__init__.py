"""The sandbox: the one way to start strangers' code.

`detect` says whether this host can hold it and `open_launcher` gives what starts it there; `trusted.Launcher`
starts a developer's own without any isolation. All give a `Process`.

    interface, limits, process     what a launcher is, what it grants, and the running bot that it gives
    opening, selftest, probe       which launcher this host can have, found out by a bot that tries to get out
    bubblewrap, sandboxed          a bubblewrap for each bot, and such a bot seen from outside
    forkserver, forked, forker     Python bots as forks of a warm process: its owner, a fork, itself
    landlock, confine              the lower rung, and what runs there before the bot
    trusted                        no sandbox: a developer's own files
    languages, runner              what a language needs, what speaks for a bot (`runner.mjs` in JavaScript)
    rootfs, programs, cache        the files that bots find, copied once
    seccomp, cgroup, subtree       the filter of system calls; control groups, and where they may be made
    layers, remedies               what `doctor` tells

Inside, as the bot's user, run only `forker`, `confine`, `runner` and `probe`, on the standard library alone.
"""

from bots.sandbox.interface import Launcher, Rung, SandboxError
from bots.sandbox.limits import Limits
from bots.sandbox.opening import open_launcher
from bots.sandbox.process import Ending, ExitStatus, Process
from bots.sandbox.selftest import detect

__all__ = [
    "Ending",
    "ExitStatus",
    "Launcher",
    "Limits",
    "Process",
    "Rung",
    "SandboxError",
    "detect",
    "open_launcher",
]
