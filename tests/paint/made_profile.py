"""A colour profile of a press that there isn't: black makes dark, and all else is magenta and yellow."""

from __future__ import annotations

import struct
from itertools import product


def made_profile(space: bytes = b"CMYK", kind: bytes = b"prtr", tables: bool = True) -> bytes:
    """An ICC profile with tables of two steps in each direction."""
    inks = [(0, 200 * a, 200 * b, 255 * (1 - light)) for light, a, b in product((0, 1), repeat=3)]
    labs = [(255 - 255 * k, 128 + 127 * m, 128 + 127 * y) for _, m, y, k in product((0, 1), repeat=4)]
    tags = {
        b"desc": _text("A press of tests"),
        b"wtpt": b"XYZ \0\0\0\0" + struct.pack(">3l", 63190, 65536, 54061),
    }
    if tables:
        tags |= {b"A2B0": _table(4, 3, labs), b"B2A0": _table(3, 4, inks)}
    directory, data = struct.pack(">L", len(tags)), b""
    start = 128 + 4 + 12 * len(tags)
    for name, body in tags.items():
        directory += struct.pack(">4sLL", name, start + len(data), len(body))
        data += body + bytes(-len(body) % 4)
    head = bytearray(128)
    struct.pack_into(">L4sL4s4s4s", head, 0, start + len(data), b"none", 0x02400000, kind, space, b"Lab ")
    head[36:40] = b"acsp"
    struct.pack_into(">3l", head, 68, 63190, 65536, 54061)
    return bytes(head) + directory + data


def _text(value: str) -> bytes:
    said = value.encode() + b"\0"
    return b"desc\0\0\0\0" + struct.pack(">L", len(said)) + said + bytes(4 + 4 + 2 + 1 + 67)


def _table(inputs: int, outputs: int, entries: list[tuple[int, ...]]) -> bytes:
    """A lut8Type without a matrix, its curves straight."""
    one = 65536
    matrix = struct.pack(">9l", one, 0, 0, 0, one, 0, 0, 0, one)
    straight = bytes(range(256))
    grid = b"".join(bytes(entry) for entry in entries)
    head = b"mft1\0\0\0\0" + bytes((inputs, outputs, 2, 0)) + matrix
    return head + straight * inputs + grid + straight * outputs
