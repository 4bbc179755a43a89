"""Pages of a PDF as pictures, through PDFium: what a PNG shows is what the PDF prints."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from pycardgen.paint.page import Info, Page
from pycardgen.paint.pdf import paint_pdf

MAX_PIXELS = 60_000_000


def paint_png(page: Page, dpi: float = 150) -> bytes:
    """One page, its bleed included, as PNG."""
    return next(pdf_to_png(paint_pdf([page], Info(page.label or "page")), dpi))


def pdf_to_png(pdf: bytes, dpi: float = 150) -> Iterator[bytes]:
    """Each page of a PDF as PNG. Raises ValueError if a page would have too many pixels."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            width, height = page.get_size()
            if width * height * (dpi / 72) ** 2 > MAX_PIXELS:
                raise ValueError(
                    f"a page at {dpi:g} dpi has more than {MAX_PIXELS // 1_000_000} million pixels"
                )
            image = page.render(scale=dpi / 72).to_pil()
            out = BytesIO()
            image.save(out, "PNG", dpi=(dpi, dpi), optimize=False)
            yield out.getvalue()
    finally:
        document.close()
