"""Pictures of a game's folder: PNG and JPEG files, bounded, and never from outside the folder."""

from __future__ import annotations

import marshal
from hashlib import sha256
from io import BytesIO
from pathlib import Path, PurePosixPath

from pycardgen.diagnostics import Diagnostic, Report, Span
from pycardgen.layout.display import Picture
from pycardgen.source.cache import key_of, open_cache

_KIND = "pictures"

MAX_BYTES = 32 * 1024 * 1024
MAX_PIXELS = 60_000_000


def inside(folder: Path, name: str) -> Path | None:
    """The file of that name in the folder; None if the name leads out of it."""
    pure = PurePosixPath(name.replace("\\", "/"))
    if pure.is_absolute() or ".." in pure.parts or ":" in name or "\0" in name:
        return None
    path = (folder / pure).resolve()
    return path if path.is_relative_to(folder.resolve()) else None


def read_file(folder: Path | None, name: str, span: Span | None, report: Report, limit: int) -> bytes | None:
    """The bytes of a file of the game's folder; None after reporting why not."""
    path = inside(folder, name) if folder is not None else None
    if path is None:
        message = f"'{name}' is not a file in the game's folder"
        report(Diagnostic("PCG0731", message, span, "name a file below the folder of game.yaml"))
        return None
    if not path.is_file():
        near = "" if path.parent.is_dir() else f"; there is no folder '{PurePosixPath(name).parent}'"
        report(Diagnostic("PCG0730", f"there is no file '{name}'{near}", span))
        return None
    try:
        if path.stat().st_size > limit:
            report(
                Diagnostic("PCG0733", f"'{name}' is larger than {limit // 1024} KiB", span, "save it smaller")
            )
            return None
        return path.read_bytes()
    except OSError as error:
        report(Diagnostic("PCG0730", f"'{name}' can't be read: {error.strerror}", span))
        return None


def load_picture(folder: Path | None, name: str, span: Span | None, report: Report) -> Picture | None:
    """A PNG or JPEG of the game's folder; None after reporting why not.

    That a picture is whole is remembered by its digest, for to see it takes decoding all of it.
    """
    data = read_file(folder, name, span, report, MAX_BYTES)
    if data is None:
        return None
    digest, cache = sha256(data).hexdigest(), open_cache()
    key = key_of(digest)
    kept = cache.get(_KIND, key)
    kind, width, height, turned = marshal.loads(kept) if kept is not None else ("", 0, 0, False)
    if not kind or width * height > MAX_PIXELS:
        found = _examined(data, name, span, report)
        if found is None:
            return None
        cache.put(_KIND, key, marshal.dumps(found))
        kind, width, height, turned = found
    if turned:
        data = _upright(data, kind, digest)
        digest = sha256(data).hexdigest()
    return Picture(digest, kind, width, height, data)


_ORIENTATION = 0x0112
"""The Exif tag that says how a camera was held."""


def _upright(data: bytes, kind: str, digest: str) -> bytes:
    """A picture as it is seen, where its file says that it is to be turned; kept, for it is packed anew."""
    cache, key = open_cache(), key_of(digest, "upright")
    kept = cache.get(_KIND, key)
    if kept is not None:
        return kept
    from PIL import Image, ImageOps

    with Image.open(BytesIO(data)) as image:
        turned = ImageOps.exif_transpose(image)
        out = BytesIO()
        fine = {"quality": 95, "subsampling": 0} if kind == "JPEG" else {}
        turned.save(out, kind, icc_profile=image.info.get("icc_profile"), exif=b"", **fine)
    cache.put(_KIND, key, out.getvalue())
    return out.getvalue()


def _examined(data: bytes, name: str, span: Span | None, report: Report) -> tuple[str, int, int, bool] | None:
    """The kind, the width and the height of a picture that is whole, as it is seen, and whether it is to be
    turned for that; None after reporting why not.
    """
    import warnings

    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None  # our own bound, below, is checked before anything is decoded
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(BytesIO(data), formats=("PNG", "JPEG")) as image:
                kind, (width, height) = str(image.format), image.size
                if width * height > MAX_PIXELS:
                    most = MAX_PIXELS // 1_000_000
                    message = f"'{name}' has {width} x {height} pixels; at most {most} million can be used"
                    report(
                        Diagnostic("PCG0733", message, span, "save it smaller: 300 pixels an inch are enough")
                    )
                    return None
                orientation = image.getexif().get(_ORIENTATION, 1)
                image.draft(image.mode, (width // 8, height // 8))  # of a JPEG all is read, but little made
                image.load()
    except Exception:  # Pillow's decoders raise many kinds of exceptions for damaged files
        message = f"'{name}' is not a whole PNG or JPEG picture"
        report(Diagnostic("PCG0732", message, span, "save it as PNG or JPEG"))
        return None
    turned = orientation in range(2, 9)
    return (kind, height, width, turned) if turned and orientation > 4 else (kind, width, height, turned)
