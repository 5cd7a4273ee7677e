"""Uploads as they are kept, by digest: written once, read-only, mounted by every play worker."""

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from msgspec import Struct

from bots.errors import MissingVersionError

_DIGEST = re.compile(r"[0-9a-f]{64}")


class Upload(Struct, frozen=True):
    """An inspected upload: harmless to store, not yet proved to play."""

    name: str
    games: list[str]
    language: str
    entry: str
    files: dict[str, bytes]
    digest: str


def digest(files: dict[str, bytes], entry: str, language: str) -> str:
    """The name of this content, the same on every machine: hex SHA-256."""
    whole = hashlib.sha256(f"caravan bot 1\n{language}\n{entry}\n".encode())
    for path, content in sorted(files.items()):
        whole.update(f"{len(path.encode())} {path} {len(content)}\n".encode())
        whole.update(content)
    return whole.hexdigest()


class Store:
    """A folder of unpacked uploads named by their digests."""

    def __init__(self, root: Path | str) -> None:
        self.root = Path(root)

    def path(self, digest: str) -> Path:
        """The read-only folder of an upload, or MissingVersionError."""
        if not _DIGEST.fullmatch(digest) or not (self.root / digest).is_dir():
            raise MissingVersionError(f"the store {self.root} holds no version {digest[:12]}")
        return self.root / digest

    def put(self, upload: Upload) -> str:
        """Stores an upload, or finds it already there; its digest. Appears whole or not at all."""
        target = self.root / upload.digest
        if not target.is_dir():
            self.root.mkdir(parents=True, exist_ok=True)
            self._move_in(upload, target)
        return upload.digest

    def remove(self, digest: str) -> None:
        """Deletes an upload, if it is there; it disappears whole."""
        with suppress(MissingVersionError):
            folder = self.path(digest)
            gone = Path(tempfile.mkdtemp(prefix=".old-", dir=self.root))
            folder.rename(gone)  # within its own folder: it cannot be written to, so it may move nowhere else
            _remove(gone)

    def _move_in(self, upload: Upload, target: Path) -> None:
        draft = Path(tempfile.mkdtemp(prefix=".new-", dir=self.root))
        try:
            write(draft, upload.files, upload.entry if upload.language == "executable" else "")
            draft.rename(target)
        except BaseException as error:  # a signal's too
            _remove(draft)
            if not (isinstance(error, OSError) and target.is_dir()):  # else somebody else was first with it
                raise


@contextmanager
def temporary() -> Iterator[Store]:
    """An empty one that is gone afterwards; bots can read it, who may have a user of their own."""
    with tempfile.TemporaryDirectory(prefix="caravan-") as folder:
        os.chmod(folder, 0o755)  # noqa: S103
        yield Store(Path(folder, "versions"))


def write(folder: Path, files: dict[str, bytes], program: str = "") -> None:
    """Unpack into a folder so that every user can read all of it, start the `program` and change nothing."""
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        with open(folder / path, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    for place, _, names in os.walk(folder, topdown=False):
        for name in names:
            os.chmod(os.path.join(place, name), 0o444)
        os.chmod(place, 0o555)  # noqa: S103 play workers have uids of their own
    if program:
        os.chmod(folder / program, 0o555)  # noqa: S103


def _remove(folder: Path) -> None:
    for place, _, _ in os.walk(folder):
        os.chmod(place, 0o700)
    shutil.rmtree(folder)
