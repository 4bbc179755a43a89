"""Colour profiles of printing presses: what inks make a colour on a certain press and paper (ICC.1)."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from pycardgen.diagnostics import Diagnostic, DiagnosticError
from pycardgen.records import dataclass, field

MAX_BYTES = 16 * 1024 * 1024

_known: dict[str, Profile] = {}
"""Profiles that were read, by digest."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A profile of a press with four inks: its digest, what it calls itself, and its file."""

    digest: str
    name: str
    data: bytes = field(repr=False)


def read_profile(path: Path) -> Profile:
    """The profile in a file. Raises DiagnosticError (PCG0729) if it is none of a press with four inks."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise _unusable(path, f"it is larger than {MAX_BYTES >> 20} MB")
        data = path.read_bytes()
    except OSError as error:
        raise _unusable(path, error.strerror or "it can't be read") from None
    if len(data) < 128 or data[36:40] != b"acsp" or int.from_bytes(data[:4]) != len(data):
        raise _unusable(path, "it is no ICC profile")
    space, kind = data[16:20].decode("latin-1").strip(), data[12:16]
    if space != "CMYK":
        raise _unusable(path, f"it is for colours in {space}, not for four inks (CMYK)")
    if kind != b"prtr":
        raise _unusable(path, "it isn't of a printing press (an output profile)")
    digest = sha256(data).hexdigest()
    profile = Profile(digest, _name(data) or path.stem, data)
    _known[digest] = profile
    try:
        converted("#804020", digest)
    except Exception:  # littlecms says no more than that it can't
        raise _unusable(path, "it has no tables that turn colours into inks") from None
    return profile


def known(digest: str) -> Profile:
    """A profile that was read."""
    return _known[digest]


def _unusable(path: Path, why: str) -> DiagnosticError:
    message = f"'{path}' can't be used as the profile of a press: {why}"
    hint = "a print shop says which profile it wants, such as one for coated paper"
    return DiagnosticError(Diagnostic("PCG0729", message, None, hint))


def _name(data: bytes) -> str:
    from PIL import ImageCms

    try:
        found = ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(BytesIO(data)))
    except (OSError, ImageCms.PyCMSError):
        return ""
    return " ".join(found.split())


@lru_cache(maxsize=8)
def transform(digest: str) -> Any:
    """What turns pictures of red, green and blue (sRGB) into the inks of a profile."""
    from PIL import ImageCms

    press = ImageCms.ImageCmsProfile(BytesIO(_known[digest].data))
    return ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        press,
        "RGB",
        "CMYK",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )


@lru_cache(maxsize=1024)
def converted(color: str, digest: str) -> tuple[float, float, float, float]:
    """Cyan, magenta, yellow and black from 0 to 1 for `#rrggbb`."""
    from PIL import Image, ImageCms

    values = tuple(int(color[i : i + 2], 16) for i in (1, 3, 5))
    found = ImageCms.applyTransform(Image.new("RGB", (1, 1), values), transform(digest))
    assert found is not None
    cyan, magenta, yellow, black = (value / 255 for value in found.tobytes())
    return cyan, magenta, yellow, black
