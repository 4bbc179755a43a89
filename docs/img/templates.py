"""Draw the examples of docs/templates.md: `python docs/img/templates.py`.

A fence `yaml picture=NAME size=WxH` holds the elements of a template of that size in mm, or a whole template;
`yaml subject` is what they show, `yaml template=NAME` another template that they may include.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from textwrap import indent
from typing import Any

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from pycardgen.diagnostics import Collector
from pycardgen.layout.compose import compose
from pycardgen.layout.display import Drawing
from pycardgen.layout.kit import Kit
from pycardgen.layout.template import load_templates
from pycardgen.layout.theme import builtin_theme
from pycardgen.paint.page import Page
from pycardgen.paint.png import paint_png
from pycardgen.source import Document
from pycardgen.source.reader import parse_yaml

HERE = Path(__file__).parent
PAGE = HERE.parent / "templates.md"
FOLDER = HERE / "templates"
DPI = 160.0

_FENCE = re.compile(
    r"^```yaml (picture|template|subject)(?:=([\w-]+))?(?: size=([\dx.]+))?\n(.*?)^```$", re.M | re.S
)


@dataclass(frozen=True)
class Example:
    """A fence: what kind it is, its name, the size in mm, and what stands in it."""

    kind: str
    name: str
    size: str
    text: str

    @property
    def digest(self) -> str:
        """Stands in the picture too, so that it is known which example it shows."""
        return sha256(f"{self.size}\n{self.text}".encode()).hexdigest()[:16]

    def template(self) -> str:
        """The example as a template."""
        if self.kind == "template" or "\nelements:" in f"\n{self.text}" or self.text.startswith("extends"):
            return self.text
        width, height = self.size.split("x")
        return f"size: [{width}, {height}]\nsafe: 3\nelements:\n{indent(self.text, '  ')}"


def examples() -> list[Example]:
    """The fences of the page, in order."""
    return [Example(*groups) for groups in _FENCE.findall(PAGE.read_text(encoding="utf-8"))]


def drawn(report: Collector) -> Iterator[tuple[Example, Drawing]]:
    """Each example that has a picture, drawn."""
    found = examples()
    subject = _yaml(next(e.text for e in found if e.kind == "subject"), "subject", report).root
    texts = {e.name: e.template() for e in found if e.kind != "subject"}
    documents = {name: _yaml(text, f"layouts/{name}.yaml", report) for name, text in texts.items()}
    # Names of examples are those of kinds of elements, and none of them replaces a built-in template.
    kit = Kit(builtin_theme(report), load_templates(documents, report), FOLDER)
    for example in found:
        if example.kind == "picture":
            yield example, compose(kit, kit.templates[example.name], subject, report)


def _yaml(text: str, name: str, report: Collector) -> Document:
    document = parse_yaml(text, name, report)
    assert document is not None, report.found
    return document


def picture(drawing: Drawing) -> Any:
    """The trimmed drawing on white, with a thin edge."""
    whole = Image.open(BytesIO(paint_png(Page(drawing), DPI))).convert("RGB")
    bleed = round(drawing.bleed * DPI / 25.4)
    trimmed = whole.crop((bleed, bleed, whole.width - bleed, whole.height - bleed))
    framed = Image.new("RGB", (trimmed.width + 2, trimmed.height + 2), "#c8c8c8")
    framed.paste(trimmed, (1, 1))
    return framed


def main() -> int:
    """Draw all pictures. Gives 1 if an example has an error."""
    report = Collector()
    for example, drawing in drawn(report):
        told = PngInfo()
        told.add_text("example", example.digest)
        few = picture(drawing).quantize(96, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        few.save(FOLDER / f"{example.name}.png", optimize=True, pnginfo=told)
    for problem in report.found:
        print(problem.code, problem.message, problem.hint, problem.span)
    return 1 if report.found else 0


if __name__ == "__main__":
    sys.exit(main())
