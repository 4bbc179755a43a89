"""Pictures in PDF files: what a JPEG or PNG file holds is taken over as it stands, where PDF allows that."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from io import BytesIO

from pycardgen.layout.display import Picture
from pycardgen.paint.pdf_file import PdfFile, packed, ref

_PNG_SPACES = {0: ("/DeviceGray", 1), 2: ("/DeviceRGB", 3)}
_MODES = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}


def put_picture(file: PdfFile, picture: Picture, cmyk: bool) -> int:
    """Write a picture, with its transparency if it has some; the number of its object.

    With `cmyk` its colours are converted. Pictures that are taken over as they stand cost no time.
    """
    entries: dict[str, str] = {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": str(picture.width),
        "Height": str(picture.height),
        "BitsPerComponent": "8",
    }
    kept = None if cmyk else _as_it_stands(picture)
    if kept is not None:
        more, data = kept
        return file.stream({**entries, **more}, data)
    return _decoded(file, picture, entries, cmyk)


def _as_it_stands(picture: Picture) -> tuple[dict[str, str], bytes] | None:
    """The entries and the bytes of a picture that PDF can hold as its file does."""
    if picture.kind == "JPEG":
        space = {1: "/DeviceGray", 3: "/DeviceRGB"}.get(_components(picture.data))
        return ({"ColorSpace": space, "Filter": "/DCTDecode"}, picture.data) if space else None
    chunks = list(_chunks(picture.data))
    names = {name for name, _ in chunks}
    depth, color, _, _, interlaced = struct.unpack_from(">BBBBB", chunks[0][1], 8)
    if interlaced or "tRNS" in names or color not in (0, 2, 3):
        return None
    space, colors = _PNG_SPACES.get(color, ("", 1))
    if color == 3:
        palette = next((data for name, data in chunks if name == "PLTE"), b"")
        space = f"[/Indexed /DeviceRGB {len(palette) // 3 - 1} <{palette.hex()}>]"
    params = f"<</Predictor 15 /Colors {colors} /BitsPerComponent {depth} /Columns {picture.width}>>"
    entries = {
        "ColorSpace": space,
        "BitsPerComponent": str(depth),
        "Filter": "/FlateDecode",
        "DecodeParms": params,
    }
    return entries, b"".join(data for name, data in chunks if name == "IDAT")


def _chunks(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The chunks of a PNG file."""
    at = 8
    while at + 8 <= len(data):
        length, name = struct.unpack_from(">L4s", data, at)
        yield name.decode("latin-1"), data[at + 8 : at + 8 + length]
        at += 12 + length


def _components(data: bytes) -> int:
    """How many colours a JPEG file has; 0 if it doesn't say."""
    at = 2
    while at + 10 <= len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return data[at + 9]
        at += 2 + length
    return 0


def _decoded(file: PdfFile, picture: Picture, entries: dict[str, str], cmyk: bool) -> int:
    from PIL import Image

    with Image.open(BytesIO(picture.data)) as opened:
        image: Image.Image = opened
        if image.mode.startswith("I"):  # 16 bits of grey
            image = image.convert("I").point(lambda value: value / 256).convert("L")
        if image.mode == "CMYK" and picture.kind == "JPEG" and not cmyk:
            image = image.convert("RGB")
        clear = image.mode in ("LA", "PA", "RGBA", "RGBa") or "transparency" in image.info
        whole = image.convert("RGBA") if clear else image
        mask = whole.getchannel("A") if clear else None
        flat = whole.convert("L" if image.mode in ("1", "L") and not clear else "RGB")
        if cmyk and flat.mode == "RGB":
            flat = flat.convert("CMYK")
        if mask is not None and mask.getextrema() != (255, 255):
            shape = {**entries, "ColorSpace": "/DeviceGray", "Filter": "/FlateDecode"}
            entries = {**entries, "SMask": ref(file.stream(shape, packed(mask.tobytes())))}
        entries = {**entries, "ColorSpace": _MODES[flat.mode], "Filter": "/FlateDecode"}
        return file.stream(entries, packed(flat.tobytes()))
