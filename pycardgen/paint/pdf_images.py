"""Pictures in PDF files: what a JPEG or PNG file holds is taken over as it stands, where PDF allows that."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from pycardgen.layout.display import Picture
from pycardgen.paint.operators import Shelf
from pycardgen.paint.pdf_file import PdfFile, packed, ref

_PNG_SPACES = {0: ("/DeviceGray", 1), 2: ("/DeviceRGB", 3)}
_MODES = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}


def put_picture(file: PdfFile, picture: Picture, shelf: Shelf) -> int:
    """Write a picture, with its transparency if it has some; the number of its object.

    Its colours are those of the shelf. Pictures that are taken over as they stand cost no time.
    """
    entries: dict[str, str] = {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": str(picture.width),
        "Height": str(picture.height),
        "BitsPerComponent": "8",
    }
    kept = None if shelf.cmyk else _as_it_stands(picture)
    if kept is not None:
        more, data = kept
        return file.stream({**entries, **more}, data)
    return _decoded(file, picture, entries, shelf)


def _as_it_stands(picture: Picture) -> tuple[dict[str, str], bytes] | None:
    """The entries and the bytes of a picture that PDF can hold as its file does."""
    if picture.kind == "JPEG":
        space = {1: "/DeviceGray", 3: "/DeviceRGB"}.get(_components(picture.data))
        head = picture.data[:65536]
        if space is None or (b"ICC_PROFILE\0" in head and not _is_srgb(head)):
            return None
        return {"ColorSpace": space, "Filter": "/DCTDecode"}, picture.data
    chunks = list(_chunks(picture.data))
    names = {name for name, _ in chunks}
    if any(name == "iCCP" and not data.startswith(b"sRGB") for name, data in chunks):
        return None
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


def _decoded(file: PdfFile, picture: Picture, entries: dict[str, str], shelf: Shelf) -> int:
    from PIL import Image

    with Image.open(BytesIO(picture.data)) as opened:
        image: Image.Image = opened
        if image.mode.startswith("I"):  # 16 bits of grey
            image = image.convert("I").point(lambda value: value / 256).convert("L")
        clear = image.mode in ("LA", "PA", "RGBA", "RGBa") or "transparency" in image.info
        whole = image.convert("RGBA") if clear else image
        mask = whole.getchannel("A") if clear else None
        if whole.mode != "CMYK" or not shelf.cmyk:
            whole = _in_srgb(whole.convert("L" if image.mode in ("1", "L") and not clear else _plain(whole)))
        flat = _inked(whole, shelf.profile) if shelf.cmyk and whole.mode == "RGB" else whole
        if mask is not None and mask.getextrema() != (255, 255):
            shape = {**entries, "ColorSpace": "/DeviceGray", "Filter": "/FlateDecode"}
            entries = {**entries, "SMask": ref(file.stream(shape, packed(mask.tobytes())))}
        entries = {**entries, "ColorSpace": _MODES[flat.mode], "Filter": "/FlateDecode"}
        return file.stream(entries, packed(flat.tobytes()))


def _plain(image: Any) -> str:
    """The mode of the colours that a picture is decoded to."""
    return "CMYK" if image.mode == "CMYK" else "RGB"


def _in_srgb(image: Any) -> Any:
    """A picture with the colours that it means by its own profile, if it has one."""
    from PIL import ImageCms

    profile = image.info.get("icc_profile")
    if image.mode in ("RGB", "CMYK") and profile and not _is_srgb(profile):
        try:
            source, target = ImageCms.ImageCmsProfile(BytesIO(profile)), ImageCms.createProfile("sRGB")
            return ImageCms.profileToProfile(image, source, target, outputMode="RGB")
        except (ImageCms.PyCMSError, OSError):  # one of other colours, or a broken one
            pass
    return image.convert("RGB") if image.mode == "CMYK" else image


def _is_srgb(profile: bytes) -> bool:
    """Whether a profile calls itself sRGB, as nearly all do."""
    return b"sRGB" in profile or "sRGB".encode("utf-16-be") in profile


def _inked(image: Any, profile: str) -> Any:
    """A picture in four inks, as `color.inks` has it."""
    from PIL import Image, ImageChops, ImageCms, ImageMath

    if profile:
        from pycardgen.paint.profiles import transform

        return ImageCms.applyTransform(image, transform(profile))
    channels = image.split()
    light = ImageChops.lighter(ImageChops.lighter(*channels[:2]), channels[2])
    some = light.point(lambda value: max(value, 1))
    parts = [
        ImageMath.lambda_eval(
            lambda given: given["convert"]((given["light"] - given["part"]) * 255 / given["some"], "L"),
            light=light,
            part=part,
            some=some,
        )
        for part in channels
    ]
    return Image.merge("CMYK", [*parts, ImageChops.invert(light)])
