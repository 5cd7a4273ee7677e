"""Zips byte by byte: every field of every header as one likes, also where two say different things."""

import struct
import zlib
from dataclasses import dataclass, field
from typing import Any

STORED, DEFLATED = 0, 8
UTF8, ENCRYPTED = 0x800, 0x1
LOCAL, CENTRAL, END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"


@dataclass
class Entry:
    """A file as its headers tell it; `local` and `central` overrule single fields of one of them."""

    name: bytes = b"a"
    content: bytes = b""
    method: int = DEFLATED
    flags: int = UTF8
    mode: int = 0o100644
    extra: bytes = b""
    local: dict[str, Any] = field(default_factory=dict)
    central: dict[str, Any] = field(default_factory=dict)

    def packed(self) -> bytes:
        """What lies between the headers."""
        if self.method != DEFLATED:
            return self.content
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        return packer.compress(self.content) + packer.flush()

    def fields(self, changes: dict[str, Any]) -> dict[str, Any]:
        """What a header says."""
        told = {"name": self.name, "flags": self.flags, "method": self.method, "extra": self.extra}
        sizes = {"crc": zlib.crc32(self.content), "packed": len(self.packed()), "size": len(self.content)}
        return {**told, **sizes, "mode": self.mode, "at": None, **changes}


def _middle(told: dict[str, Any]) -> bytes:
    name, extra = len(told["name"]), len(told["extra"])
    version, time, date = 20, 0, 0x21
    numbers = (version, told["flags"], told["method"], time, date, told["crc"], told["packed"], told["size"])
    return struct.pack("<5H3I2H", *numbers, name, extra)


def _local(told: dict[str, Any]) -> bytes:
    return LOCAL + _middle(told) + told["name"] + told["extra"]


def _central(told: dict[str, Any], place: int) -> bytes:
    place = place if told["at"] is None else told["at"]
    made_by = 3 << 8 | 20  # Unix, so that the mode counts
    tail = struct.pack("<3H2I", 0, 0, 0, told["mode"] << 16, place)
    return CENTRAL + struct.pack("<H", made_by) + _middle(told) + tail + told["name"] + told["extra"]


def archive(*entries: Entry, before: bytes = b"", count: int | None = None) -> bytes:
    """The zip of these; `count` is the number of files that its end tells, if another than there are."""
    body, contents = before, b""
    for entry in entries:
        contents += _central(entry.fields(entry.central), len(body) - len(before))
        body += _local(entry.fields(entry.local)) + entry.packed()
    number = len(entries) if count is None else count
    end = struct.pack(
        "<4H2IH", 0, 0, number & 0xFFFF, number & 0xFFFF, len(contents), len(body) - len(before), 0
    )
    return body + contents + END + end


def unicode_path(name: bytes, shown: bytes) -> bytes:
    """The extra field by which a name in another encoding says what it is in UTF-8."""
    told = struct.pack("<BL", 1, zlib.crc32(name)) + shown
    return struct.pack("<HH", 0x7075, len(told)) + told
