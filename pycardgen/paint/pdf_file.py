"""A PDF file as such: numbered objects, their places, and how values are written (ISO 32000-1)."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from hashlib import sha256


class PdfFile:
    """A file being written. Objects have numbers from 1; one may be referred to before it is written."""

    __slots__ = ("_offsets", "_out")

    def __init__(self) -> None:
        self._out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        self._offsets: list[int] = [0]

    def reserve(self) -> int:
        """The number of an object that is written later."""
        self._offsets.append(0)
        return len(self._offsets) - 1

    def put(self, body: str, number: int = 0) -> int:
        """Write an object, under a number reserved for it or the next one; its number."""
        number = number or self.reserve()
        self._offsets[number] = len(self._out)
        self._out += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
        return number

    def stream(self, entries: Mapping[str, str], data: bytes, number: int = 0) -> int:
        """Write a stream of bytes that are encoded as its entries say; its number."""
        number = number or self.reserve()
        self._offsets[number] = len(self._out)
        head = dictionary({**entries, "Length": str(len(data))})
        self._out += f"{number} 0 obj\n{head}\nstream\n".encode("latin-1")
        self._out += data
        self._out += b"\nendstream\nendobj\n"
        return number

    def finish(self, root: int, info: int) -> bytes:
        """The whole file. `root` is the number of its catalogue, `info` that of what it says of itself."""
        out = self._out
        digest = sha256(out).hexdigest()[:32].upper()
        place, count = len(out), len(self._offsets)
        table = "".join(f"{offset:010d} 00000 n \n" for offset in self._offsets[1:])
        out += f"xref\n0 {count}\n0000000000 65535 f \n{table}".encode()
        trailer = {"Size": str(count), "Root": ref(root), "Info": ref(info), "ID": f"[<{digest}> <{digest}>]"}
        out += f"trailer\n{dictionary(trailer)}\nstartxref\n{place}\n%%EOF\n".encode()
        return bytes(out)


def ref(number: int) -> str:
    """A reference to an object."""
    return f"{number} 0 R"


def dictionary(entries: Mapping[str, str]) -> str:
    """A dictionary of names (without their slash) and values as they are written."""
    return f"<<{' '.join(f'/{name} {value}' for name, value in entries.items())}>>"


def array(values: Iterable[object]) -> str:
    """An array of values as they are written."""
    return f"[{' '.join(map(str, values))}]"


_ESCAPES = {**{code: f"\\{code:03o}" for code in range(32)}, **{ord(c): f"\\{c}" for c in "()\\"}}


def text(value: str) -> str:
    """A text for people: as it is if it is ASCII, else in UTF-16."""
    if value.isascii():
        return f"({value.translate(_ESCAPES)})"
    return f"<FEFF{value.encode('utf-16-be').hex().upper()}>"


def packed(data: bytes | str) -> bytes:
    """Bytes as a stream with the filter FlateDecode holds them."""
    return zlib.compress(data.encode("latin-1") if isinstance(data, str) else data, 6)
