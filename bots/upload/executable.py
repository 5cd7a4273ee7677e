"""Reads the head of a Linux program without running it: whether this machine can start it by itself."""

import platform
import struct
from enum import IntEnum

from bots.errors import ForeignError, UploadError

MAGIC = b"\x7fELF"
HOW = "link it statically: cc -static, CGO_ENABLED=0 go build, a musl target of Rust"

_HEADER = struct.Struct("<4s 2B 10x 2H I 3Q I 3H")
"""Magic, class, byte order; type, machine, version, entry, program headers' place, sections' place, flags,
header's size, one program header's size, their number."""
_PROGRAM_HEADER = struct.Struct("<I 52x")


class Machine(IntEnum):
    """Processors by their number in the file."""

    I386 = 3
    ARM = 40
    X86_64 = 62
    AARCH64 = 183
    RISCV = 243

    @property
    def spelled(self) -> str:
        """As `uname` says it."""
        return self.name.lower()


_64_BIT, _LITTLE_ENDIAN = 2, 1
_RUNNABLE = (2, 3)
"""Types: at a fixed address, or at any."""
_LOAD, _INTERPRETER = 1, 3
_TAKES_ITS_PLACE = 56


def check_executable(files: dict[str, bytes], entry: str) -> None:
    """UploadError unless the entry is a static program, ForeignError unless it is for this machine."""
    if other := _other_machine(files[entry]):
        raise ForeignError(other, file=entry)
    if problem := _problem(files[entry]):
        raise UploadError(problem, file=entry)


def _other_machine(program: bytes) -> str:
    if not program.startswith(MAGIC) or len(program) < _HEADER.size:
        return ""
    _, width, order, _, machine, *_ = _HEADER.unpack_from(program)
    if width == _64_BIT and order == _LITTLE_ENDIAN and machine == _own():
        return ""
    return f"is for another machine ({_spelled(machine)}): the one here is {platform.machine()}"


def _problem(program: bytes) -> str:
    if not program.startswith(MAGIC):
        return "is no Linux program (ELF): a script needs its language in bot.toml"
    if len(program) < _HEADER.size:
        return "is damaged: its header is cut off"
    _, _, _, kind, _, _, _, place, _, _, _, size, count = _HEADER.unpack_from(program)
    if kind not in _RUNNABLE:
        return "is no program: an object file or a core dump"
    if size != _TAKES_ITS_PLACE or not count or place + count * size > len(program):
        return "is damaged: what it says of its parts is not in it"
    parts = [_PROGRAM_HEADER.unpack_from(program, place + number * size)[0] for number in range(count)]
    if _INTERPRETER in parts:
        return f"needs libraries of its host, which are not there: {HOW}"
    return "" if _LOAD in parts else "is damaged: it holds nothing to load"


def _own() -> int:
    return Machine.__members__.get(platform.machine().upper(), -1)


def _spelled(machine: int) -> str:
    return Machine(machine).spelled if machine in set(Machine) else f"number {machine}"
