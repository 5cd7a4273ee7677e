"""What a host grants a bot, whatever league it plays in."""

from msgspec import Struct


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """What a host grants each process of a bot; bytes unless said otherwise."""

    memory: int = 256 << 20
    threads: int = 16
    files: int = 32
    """Open at once."""
    cpu: int = 60
    """Seconds, after which the kernel itself ends the process: the session sets it above all its clocks."""
    line_in: int = 16 << 10
    """The longest line that a bot may write."""
    line_out: int = 64 << 10
    """The longest line that it is sent."""
    log: int = 64 << 10
    """What is kept of a match's prints, tags and tracebacks."""
