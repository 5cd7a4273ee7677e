"""What can go wrong around a bot.

    BotsError
    ├── UploadError            the uploader's: a sentence that says what to change
    │   └── ForeignError       nobody's: this host cannot run it, others may
    ├── MissingVersionError    ours: the store does not hold a version that should be there
    └── LineTooLongError       ours: a message is longer than any bot is promised

What a bot does wrong in a match is no error but a `referee.match.Fault`; the sandbox's own failure is a
`bots.sandbox.SandboxError`.
"""


class BotsError(Exception):
    """The root of the tree."""


class UploadError(BotsError):
    """An upload that is refused: the reason, and where in the upload."""

    def __init__(self, reason: str, *, file: str = "", line: int | None = None) -> None:
        place = ", ".join(part for part in (file, f"line {line}" if line else "") if part)
        super().__init__(f"{place}: {reason}" if place else reason)
        self.reason = reason
        self.file = file
        self.line = line


class ForeignError(UploadError):
    """An upload that this host cannot run, whether it is right or not."""


class MissingVersionError(BotsError):
    """No upload with this digest is in the store."""


class LineTooLongError(BotsError):
    """A message to a bot is longer than `Limits.line_out`."""
