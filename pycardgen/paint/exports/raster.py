"""Drawings as pictures of an exact number of pixels, through PDFium, which paints what the PDF prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from pycardgen.layout.components.outlines import Outline
from pycardgen.layout.display import Drawing, Group
from pycardgen.paint.page import Info, Page
from pycardgen.paint.pdf import paint_pdf
from pycardgen.records import dataclass

if TYPE_CHECKING:
    from PIL.Image import Image

MM = 25.4
"""Millimetres in an inch."""

_CHUNK = 40
"""Pictures of one PDF: what all of them show is stored once, but all of it is in memory."""


@dataclass(frozen=True, slots=True)
class Frame:
    """How drawings become pictures: `pixels` wide and high, their middle in its middle, `dpi` dots an inch,
    so much of their bleed in mm as is given.
    """

    pixels: tuple[int, int]
    dpi: float
    bleed: float


def frame_of(drawing: Drawing, dpi: float, bleed: float = 0.0) -> Frame:
    """The frame that holds a drawing with so much of its bleed, in whole pixels."""
    width, height = (round((side + 2 * bleed) / MM * dpi) for side in (drawing.width, drawing.height))
    return Frame((max(width, 1), max(height, 1)), dpi, bleed)


def images(drawings: Iterable[Drawing], frame: Frame) -> Iterator[Image]:
    """The drawings as pictures. Where a drawing's bleed doesn't reach, they have the colours at its edge."""
    chunk: list[Drawing] = []
    for drawing in drawings:
        chunk.append(drawing)
        if len(chunk) == _CHUNK:
            yield from _rendered(chunk, frame)
            chunk = []
    if chunk:
        yield from _rendered(chunk, frame)


def _rendered(drawings: list[Drawing], frame: Frame) -> Iterator[Image]:
    import pypdfium2

    pdf = paint_pdf((_page(drawing, frame) for drawing in drawings), Info("export"))
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page, drawing in zip(document, drawings, strict=True):
            image = page.render(scale=frame.dpi / 72).to_pil().convert("RGB")
            yield _spread(image.crop((0, 0, *frame.pixels)), drawing, frame)
    finally:
        document.close()


def _page(drawing: Drawing, frame: Frame) -> Page:
    """A page of the frame's size (a little less, for PDFium rounds up) with the drawing in its middle."""
    width, height = (side / frame.dpi * MM - 1e-3 for side in frame.pixels)
    bleed = min(drawing.bleed, frame.bleed)
    x, y = (width - drawing.width) / 2, (height - drawing.height) / 2
    box = (-bleed, -bleed, drawing.width + 2 * bleed, drawing.height + 2 * bleed, 0.0)
    group = Group(drawing.items, transform=(1.0, 0.0, 0.0, 1.0, x, y), clip=box)
    return Page(Drawing(width, height, (group,), 0.0, drawing.name))


def _spread(image: Image, drawing: Drawing, frame: Frame) -> Image:
    """The picture with its edge carried on to the edge of the frame."""
    from math import ceil, floor

    (width, height), bleed = frame.pixels, min(drawing.bleed, frame.bleed)
    reach = [(side / 2 + bleed) / MM * frame.dpi for side in (drawing.width, drawing.height)]
    left, top = (max(0, ceil(frame.pixels[i] / 2 - reach[i] - 1e-6)) for i in (0, 1))
    right, bottom = (min(frame.pixels[i], floor(frame.pixels[i] / 2 + reach[i] + 1e-6)) for i in (0, 1))
    if (left, top, right, bottom) == (0, 0, width, height) or right <= left or bottom <= top:
        return image
    if left:
        image.paste(image.crop((left, 0, left + 1, height)).resize((left, height)), (0, 0))
    if right < width:
        image.paste(image.crop((right - 1, 0, right, height)).resize((width - right, height)), (right, 0))
    if top:
        image.paste(image.crop((0, top, width, top + 1)).resize((width, top)), (0, 0))
    if bottom < height:
        image.paste(image.crop((0, bottom - 1, width, bottom)).resize((width, height - bottom)), (0, bottom))
    return image


def cut_out(image: Image, shape: Outline) -> Image:
    """A picture of a piece, transparent outside its shape."""
    from PIL import Image, ImageDraw

    width, height = image.size
    mask = Image.new("L", (width, height), 0)
    sx, sy = width / shape.width, height / shape.height
    draw = ImageDraw.Draw(mask)
    if shape.points:
        draw.polygon([(x * sx, y * sy) for x, y in shape.points], fill=255)
    else:
        draw.rounded_rectangle((0, 0, width - 1, height - 1), shape.radius * min(sx, sy), fill=255)
    image.putalpha(mask)
    return image


def png(image: Image, dpi: float = 300.0) -> bytes:
    """A picture as the bytes of a PNG file."""
    out = BytesIO()
    image.save(out, "PNG", dpi=(dpi, dpi), optimize=False)
    return out.getvalue()
