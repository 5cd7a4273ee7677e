"""What a start of `up` needs first: the data folder for itself, a database, an administrator."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from django.contrib.auth import get_user_model
from django.core.management import call_command

from caravan import keys


class UnableError(Exception):
    """Why Caravan cannot start here and what helps, in one sentence each."""


def claim(data: Path) -> None:
    """Makes this process the only one that runs Caravan on this folder, until it ends."""
    descriptor = os.open(keys.private_folder(data) / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.read(descriptor, 20).decode()
        raise UnableError(
            f"Caravan already runs on {data} (process {holder}). Stop it, or choose another folder."
        ) from None
    os.ftruncate(descriptor, 0)
    os.write(descriptor, str(os.getpid()).encode())


def claimed(data: Path) -> bool:
    """Whether another process runs Caravan on this folder."""
    try:
        with (keys.private_folder(data) / "lock").open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def first_admin(data: Path) -> str:
    """Makes `admin` where there is no administrator; the password, or nothing if there was one."""
    users = get_user_model().objects
    if users.filter(is_superuser=True).exists():
        return ""
    password = keys.kept(data / "admin-password", 16)
    users.create_superuser("admin", password=password)
    return password


def migrate() -> None:
    """Brings the database up to the code."""
    call_command("migrate", verbosity=0, interactive=False)
