"""Display lists as a PDF file.

The operators are written by `operators`; a page's first one turns the plane over, so that numbers in the file
are those of the display list. Pages are written as they come, forms and pictures when they are first shown,
fonts at the end, when it is known what is needed of them. The same input gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from pycardgen import __version__
from pycardgen.layout.display import PT, Bookmark, Link
from pycardgen.paint import color, pdf_fonts
from pycardgen.paint.operators import Content, Form, Shelf, content_of, font_name, opacity_name
from pycardgen.paint.page import Info, Page
from pycardgen.paint.pdf_file import PdfFile, array, dictionary, packed, ref, text
from pycardgen.records import dataclass

_MM = 1 / PT
"""One millimetre in points."""


def paint_pdf(pages: Iterable[Page], info: Info, shelf: Shelf | None = None) -> bytes:
    """The pages as a PDF file. Raises ValueError if there are none.

    `shelf` holds the forms that `Ready` items of the pages show; its `cmyk` is that of the file.
    """
    document = _Document(info, shelf or Shelf())
    for page in pages:
        document.page(page)
    if not document.pages:
        raise ValueError("a document needs a page")
    return document.finish()


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of the outline, and the place that it leads to."""

    title: str
    level: int
    place: str


class _Document:
    """A PDF being written."""

    def __init__(self, info: Info, shelf: Shelf) -> None:
        self.info = info
        self.shelf = shelf
        self.file = PdfFile()
        self.tree = self.file.reserve()
        self.pages: list[int] = []
        self.fonts: dict[str, tuple[int, set[str]]] = {}
        self.objects: dict[str, int] = {}
        self.resources: dict[str, str] = {}
        self.outline: list[_Entry] = []
        self.links: list[tuple[int, str, str]] = []

    # --- pages ---

    def page(self, page: Page) -> None:
        drawing, number = page.drawing, self.file.reserve()
        bleed = drawing.bleed
        width, height = drawing.width + 2 * bleed, drawing.height + 2 * bleed
        # The plane is turned over, and scaled about the middle of the page.
        unit = _MM * page.scale
        left, top = (bleed * page.scale + length * (1 - page.scale) / 2 for length in (width, height))
        head = f"{unit:.6f} 0 0 -{unit:.6f} {left * _MM:.4f} {(height - top) * _MM:.4f} cm"
        content = content_of(drawing.items, self.shelf, head)
        entries = {
            "Type": "/Page",
            "Parent": ref(self.tree),
            "MediaBox": f"[0 0 {width * _MM:.4f} {height * _MM:.4f}]",
            "TrimBox": _box(page.trim or (0.0, 0.0, drawing.width, drawing.height), bleed, height),
            "BleedBox": _box(page.bleed or (-bleed, -bleed, width, height), bleed, height),
            "Resources": self.resources_of(content),
            "Contents": ref(self.file.stream(_DEFLATED, content.packed)),
        }
        links = [item for item in drawing.items if isinstance(item, Link)]
        if links:
            entries["Annots"] = array(ref(self.link(link, bleed, height)) for link in links)
        self.file.put(dictionary(entries), number)
        self.pages.append(number)
        for item in drawing.items:
            if isinstance(item, Bookmark):
                place = f"[{ref(number)} /XYZ 0 {(height - bleed - item.y) * _MM:.2f} null]"
                self.outline.append(_Entry(item.title, item.level, place))

    def finish(self) -> bytes:
        file = self.file
        for face, (number, chars) in self.fonts.items():
            pdf_fonts.embed(file, face, chars, number)
        for number, rect, target in self.links:
            file.put(_annotation(rect, target, self.outline), number)
        kids = array(ref(page) for page in self.pages)
        file.put(dictionary({"Type": "/Pages", "Count": str(len(self.pages)), "Kids": kids}), self.tree)
        root = {
            "Type": "/Catalog",
            "Pages": ref(self.tree),
            "Lang": text(self.info.language),
            "ViewerPreferences": _preferences(self.info),
        }
        if self.shelf.profile:
            root["OutputIntents"] = array([ref(_put_intent(file, self.shelf.profile))])
        if self.outline:
            root |= {"Outlines": ref(_put_outline(file, self.outline)), "PageMode": "/UseOutlines"}
        return file.finish(file.put(dictionary(root)), file.put(_about(self.info)))

    # --- what pages and forms use ---

    def resources_of(self, content: Content) -> str:
        """A reference to the resources of a page or form; those that are alike share an object."""
        groups: Mapping[str, Mapping[str, str]] = {
            "Font": {font_name(face): ref(self.font(face, chars)) for face, chars in content.faces},
            "XObject": {
                **{name: ref(self.form(name)) for name in content.forms},
                **{name: ref(self.picture(name)) for name in content.pictures},
            },
            "Shading": {name: ref(self.gradient(name, text)) for name, text in content.gradients},
            "ExtGState": {opacity_name(value): f"<</ca {value} /CA {value}>>" for value in content.opacities},
        }
        body = dictionary({name: dictionary(group) for name, group in groups.items() if group})
        if body not in self.resources:
            self.resources[body] = ref(self.file.put(body))
        return self.resources[body]

    def font(self, face: str, chars: str) -> int:
        if face not in self.fonts:
            self.fonts[face] = (self.file.reserve(), set())
        number, used = self.fonts[face]
        used.update(chars)
        return number

    def once(self, name: str, put: Callable[[], int]) -> int:
        """The number of an object that is written when it is first used."""
        if name not in self.objects:
            self.objects[name] = put()
        return self.objects[name]

    def form(self, name: str) -> int:
        return self.once(name, lambda: self.put_form(self.shelf.forms[name]))

    def put_form(self, form: Form) -> int:
        entries = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": array(round(v, 3) for v in form.box),
            "Resources": self.resources_of(form.content),
        }
        return self.file.stream({**entries, **_DEFLATED}, form.content.packed)

    def picture(self, name: str) -> int:
        from pycardgen.paint.pdf_images import put_picture

        return self.once(name, lambda: put_picture(self.file, self.shelf.pictures[name], self.shelf))

    def gradient(self, name: str, definition: str) -> int:
        return self.once(name, lambda: self.file.put(_shading(definition, self.shelf)))

    def link(self, link: Link, bleed: float, height: float) -> int:
        """The number of a link; it is written at the end, for it may lead to a later page."""
        number = self.file.reserve()
        self.links.append((number, _box((link.x, link.y, link.w, link.h), bleed, height), link.target))
        return number


_DEFLATED = {"Filter": "/FlateDecode"}


def _box(box: tuple[float, float, float, float], bleed: float, height: float) -> str:
    """A box of the drawing in points from the lower left corner of the page."""
    x, y, w, h = box
    left, bottom = x + bleed, height - y - bleed - h
    return array(f"{v * _MM:.4f}" for v in (left, bottom, left + w, bottom + h))


# --- gradients ---


def _shading(definition: str, shelf: Shelf) -> str:
    """A gradient `kind|x0,y0,x1,y1|at,color,at,color...`, beyond whose ends its last colours go on."""
    kind, ends, stops = definition.split("|")
    x0, y0, x1, y1 = ends.split(",")
    values = stops.split(",")
    colors = [color.inks(value, shelf.profile) if shelf.cmyk else color.rgb(value) for value in values[1::2]]
    coordinates = (x0, y0, 0, x0, y0, x1) if kind == "radial" else (x0, y0, x1, y1)
    return dictionary(
        {
            "ShadingType": "3" if kind == "radial" else "2",
            "ColorSpace": "/DeviceCMYK" if shelf.cmyk else "/DeviceRGB",
            "Coords": array(coordinates),
            "Extend": "[true true]",
            "Function": _steps([float(at) for at in values[::2]], colors),
        }
    )


def _steps(places: list[float], colors: Sequence[tuple[float, ...]]) -> str:
    """A function from 0 to 1 through colours at places."""
    if places[0] > 0 or len(places) == 1:
        places, colors = [0.0, *places], [colors[0], *colors]
    if places[-1] < 1:
        places, colors = [*places, 1.0], [*colors, colors[-1]]
    parts = [
        f"<</FunctionType 2 /Domain [0 1] /N 1 /C0 {_color(a)} /C1 {_color(b)}>>" for a, b in pairwise(colors)
    ]
    if len(parts) == 1:
        return parts[0]
    entries = {
        "FunctionType": "3",
        "Domain": "[0 1]",
        "Functions": array(parts),
        "Bounds": array(f"{place:g}" for place in places[1:-1]),
        "Encode": array(["0 1"] * len(parts)),
    }
    return dictionary(entries)


def _color(values: tuple[float, ...]) -> str:
    return array(f"{value:.4g}" for value in values)


# --- what a document says of itself, and ways through it ---


def _put_intent(file: PdfFile, digest: str) -> int:
    """Write what the file is made to be printed on, as PDF/X has it: the profile of a press; its number."""
    from pycardgen.paint.profiles import known

    profile = known(digest)
    data = file.stream({"N": "4", "Filter": "/FlateDecode"}, packed(profile.data))
    name = text(profile.name.encode("ascii", "replace").decode())
    entries = {
        "Type": "/OutputIntent",
        "S": "/GTS_PDFX",
        "OutputConditionIdentifier": text("Custom"),
        "OutputCondition": name,
        "Info": name,
        "DestOutputProfile": ref(data),
    }
    return file.put(dictionary(entries))


def _about(info: Info) -> str:
    maker = f"pycardgen {__version__}"
    said = {
        "Title": info.title,
        "Subject": info.subject,
        "Author": info.author,
        "Keywords": ", ".join(info.keywords),
        "Creator": maker,
        "Producer": maker,
    }
    return dictionary({name: text(value) for name, value in said.items() if value} | {"Trapped": "/False"})


def _preferences(info: Info) -> str:
    """How a viewer shows and prints: at 100 %, and turned over the edge that the backs are made for."""
    entries = {"DisplayDocTitle": "true", "PrintScaling": "/None"}
    if info.duplex:
        entries["Duplex"] = {"long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge"}[info.duplex]
    return dictionary(entries)


def _annotation(rect: str, target: str, outline: Sequence[_Entry]) -> str:
    entries = {"Type": "/Annot", "Subtype": "/Link", "Rect": rect, "Border": "[0 0 0]"}
    if target.startswith("#"):
        place = next((entry.place for entry in outline if entry.title == target[1:]), None)
        return dictionary(entries | ({"Dest": place} if place else {}))
    return dictionary(entries | {"A": f"<</S /URI /URI {text(target)}>>"})


def _put_outline(file: PdfFile, outline: Sequence[_Entry]) -> int:
    """Write the outline; the number of its root. An entry lies at most one level below the one before it."""
    root = file.reserve()
    numbers = [file.reserve() for _ in outline]
    children: dict[int, list[int]] = {root: []}
    above = [root]
    parents = []
    for entry, number in zip(outline, numbers, strict=True):
        del above[entry.level + 1 :]
        parents.append(above[-1])
        children[above[-1]].append(number)
        children[number] = []
        above.append(number)
    for entry, number, parent in zip(outline, numbers, parents, strict=True):
        beside = children[parent]
        at = beside.index(number)
        file.put(
            dictionary(
                {
                    "Title": text(entry.title),
                    "Parent": ref(parent),
                    "Dest": entry.place,
                    **({"Prev": ref(beside[at - 1])} if at else {}),
                    **({"Next": ref(beside[at + 1])} if at + 1 < len(beside) else {}),
                    **_ends(children[number], -1),
                }
            ),
            number,
        )
    file.put(dictionary({"Type": "/Outlines", **_ends(children[root], 1)}), root)
    return root


def _ends(children: Sequence[int], sign: int) -> dict[str, str]:
    """First and last of an entry's children; those of the first level are open, deeper ones closed."""
    if not children:
        return {}
    return {"First": ref(children[0]), "Last": ref(children[-1]), "Count": str(sign * len(children))}
