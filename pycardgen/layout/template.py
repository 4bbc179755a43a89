"""Templates: layout files read, checked, and put together with what they extend.

A template is composed against a *subject*, a plain mapping of fields; see `compose`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Any

from pycardgen.diagnostics import Diagnostic, Report, did_you_mean
from pycardgen.layout import fields, options, sizes
from pycardgen.layout.options import read_options
from pycardgen.layout.theme import Theme, unknown_color
from pycardgen.layout.theme_fonts import unknown_font, unknown_fonts
from pycardgen.records import dataclass, field
from pycardgen.source import Document, Place

MAX_ELEMENTS = 2_000
"""Elements of one template, those of groups included."""

ALWAYS_KNOWN = frozenset({"id", "name", "type"})
"""Fields that every subject has."""

RELATIONS = ("below", "above", "right_of", "left_of", "around")
"""Options that place an element by others of the same list."""

GROWING = ("text", "image", "table", "group", "slot", "repeat")
"""Kinds of elements that can be as high as what they show."""

_LISTS = ("group", "elements")
"""Options that hold elements."""


@dataclass(frozen=True, slots=True, eq=False)
class Element:
    """One element. `options` are read values; `children` those of a group or repeat, `columns` those of a
    table.

    `static`: it looks the same for every subject. `style` holds what it says about its text, as options of a
    style.
    """

    kind: str
    options: Mapping[str, Any]
    place: Place
    children: tuple[Element, ...] = ()
    columns: tuple[Mapping[str, Any], ...] = ()
    static: bool = False
    style: tuple[tuple[str, Any], ...] = ()

    @property
    def name(self) -> str:
        """How messages call it: its id, or its kind."""
        return str(self.options.get("id") or self.kind)


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """A finished template. Sizes in mm; `size` may be the name of a size that depends on the paper.

    `digest` changes when anything that it is made of changes.
    """

    name: str
    size: str | tuple[float, float]
    bleed: float
    safe: float
    corner: float
    elements: tuple[Element, ...]
    place: Place = field(repr=False)
    digest: str = ""

    def extent(self, paper: str) -> tuple[float, float]:
        """Trimmed width and height in mm, on that paper."""
        if isinstance(self.size, str):
            return sizes.named(self.size, paper) or sizes.PAPERS["a4"]
        return self.size


def template_name(path: str) -> str:
    """The name of the template in a file: `layouts/alarm.yaml` holds `alarm`."""
    return PurePosixPath(path).stem


def load_templates(documents: Mapping[str, Document], report: Report) -> dict[str, Template]:
    """Every template of a game by name, and the built-in ones that it doesn't replace."""
    from pycardgen.layout import builtin

    everything = {name: builtin.document(f"{name}.yaml") for name in builtin.names()} | dict(documents)
    loader = _Loader(everything, report)
    for name in everything:
        loader.load(name)
    _check_includes(loader.done, report)
    return loader.done


class _Loader:
    """Loads each template once, after the one it extends."""

    __slots__ = ("documents", "done", "failed", "open", "report")

    def __init__(self, documents: Mapping[str, Document], report: Report) -> None:
        self.documents, self.report = documents, report
        self.done: dict[str, Template] = {}
        self.failed: set[str] = set()
        self.open: list[str] = []

    def load(self, name: str) -> Template | None:
        if name in self.done or name in self.failed:
            return self.done.get(name)
        document = self.documents[name]
        if not isinstance(document.root, dict):
            self.report(
                Diagnostic("PCG0702", "a layout is a mapping with 'elements'", document.place().whole())
            )
            self.failed.add(name)
            return None
        place = document.place()
        found = read_options(place, options.TEMPLATE, self.report, f"template '{name}'")
        self.open.append(name)
        base = self._base(found.get("extends"), place)
        self.open.pop()
        template = _build(name, document, found, base, self.report)
        self.done[name] = template
        return template

    def _base(self, name: str | None, place: Place) -> Template | None:
        if name is None:
            return None
        if name in self.open:
            chain = " -> ".join([*self.open[self.open.index(name) :], name])
            message = f"templates extend each other in a circle: {chain}"
            self.report(Diagnostic("PCG0704", message, place.value("extends")))
            return None
        if name not in self.documents:
            self.report(unknown_template(name, self.documents, place, "extends"))
            return None
        return self.load(name)


def unknown_template(name: str, known: Iterable[str], place: Place, key: str) -> Diagnostic:
    """The diagnostic about a template that isn't there."""
    hint = did_you_mean(name, known) or "templates are named after their files in layouts/"
    return Diagnostic("PCG0703", f"there is no template '{name}'", place.value(key), hint)


def _build(
    name: str, document: Document, found: Mapping[str, Any], base: Template | None, report: Report
) -> Template:
    place = document.place()
    own = read_elements(place, "elements", report) if "elements" in found else ()
    filled = _filled_slots(place, base, report) if "slots" in found else {}
    if base is None and not {"size", "extends"} & place.container.keys():
        report(Diagnostic("PCG0702", f"template '{name}' has no size", place.whole(), "add 'size: poker'"))
    inherited = _with_slots(base.elements, filled) if base else ()
    elements = _merged(inherited, own, found.get("remove", ()), place, report)
    _check_relations(elements, report)
    digest = sha256(document.text.encode())
    if base:
        digest.update(base.digest.encode())
    return Template(
        name,
        found.get("size", base.size if base else "poker"),
        found.get("bleed", base.bleed if base else 0.0),
        found.get("safe", base.safe if base else 3.0),
        found.get("corner", base.corner if base else 0.0),
        elements,
        place,
        digest.hexdigest(),
    )


def _merged(
    base: tuple[Element, ...], own: tuple[Element, ...], remove: Iterable[str], place: Place, report: Report
) -> tuple[Element, ...]:
    """The base's elements, those with the id of an own one replaced in place, then the other own ones."""
    known = {e.options["id"] for e in base if "id" in e.options}
    for gone in remove:
        if gone not in known:
            hint = did_you_mean(gone, known)
            report(
                Diagnostic("PCG0702", f"there is no element '{gone}' to remove", place.value("remove"), hint)
            )
    replaced = {e.options["id"]: e for e in own if e.options.get("id") in known}
    kept = [replaced.get(e.options.get("id"), e) for e in base if e.options.get("id") not in set(remove)]
    return (*kept, *(e for e in own if e.options.get("id") not in replaced))


# --- slots ----------------------------------------------------------------------------------------


def _filled_slots(place: Place, base: Template | None, report: Report) -> dict[str, tuple[Element, ...]]:
    """The elements for each slot of the extended template; unknown slots are reported."""
    known = [str(e.options["slot"]) for e in every_element(base.elements) if e.kind == "slot"] if base else []
    inner, filled = place.inside("slots"), {}
    for name in place.container["slots"]:
        if name in known:
            filled[name] = read_elements(inner, name, report)
            continue
        message = (
            f"the extended template has no slot '{name}'" if base else "only `extends` brings slots to fill"
        )
        hint = did_you_mean(str(name), known) or (f"its slots are {', '.join(known)}" if known else "")
        report(Diagnostic("PCG0711", message, inner.key(name), hint))
    return filled


def _with_slots(
    elements: tuple[Element, ...], filled: Mapping[str, tuple[Element, ...]]
) -> tuple[Element, ...]:
    if not filled:
        return elements
    return tuple(
        replace(e, children=filled[name], static=False)
        if e.kind == "slot" and (name := e.options["slot"]) in filled
        else replace(e, children=inner, static=e.static and inner == e.children)
        if e.children and (inner := _with_slots(e.children, filled)) != e.children
        else e
        for e in elements
    )


# --- elements placed by others --------------------------------------------------------------------


def relations(element: Element) -> Iterator[tuple[str, str]]:
    """The options that place an element by others, with the ids of these."""
    for key in RELATIONS:
        for name in element.options.get(key, ()):
            yield key, name


def _check_relations(elements: Iterable[Element], report: Report) -> None:
    """Report ids that aren't there, and elements that are placed by each other in a circle."""
    siblings = {e.options["id"]: e for e in elements if "id" in e.options}
    done: set[str] = set()

    def follow(element: Element, path: tuple[str, ...]) -> None:
        for key, name in relations(element):
            target = siblings.get(name)
            if target is None:
                hint = did_you_mean(name, siblings) or "name the `id` of an element of the same list"
                message = f"there is no element '{name}' beside this one"
                report(Diagnostic("PCG0712", message, element.place.value(key), hint))
            elif name in path:
                chain = " -> ".join([*path[path.index(name) :], name])
                message = f"elements are placed by each other in a circle: {chain}"
                report(Diagnostic("PCG0713", message, element.place.value(key)))
                done.update(path)
            elif name not in done:
                follow(target, (*path, name))
                done.add(name)

    for element in elements:
        own = element.options.get("id")
        if own is None or own not in done:
            follow(element, (own,) if own else ())
            done.add(own or "")
        _check_relations(element.children, report)


# --- reading elements -----------------------------------------------------------------------------


def read_elements(place: Place, key: str, report: Report) -> tuple[Element, ...]:
    """The elements of a list in a mapping; what is wrong with them is reported and left out."""
    count = [0]
    return _elements(place, key, report, count)


def _elements(place: Place, key: str, report: Report, count: list[int]) -> tuple[Element, ...]:
    value = place.container[key]
    if not isinstance(value, list):
        report(Diagnostic("PCG0702", f"'{key}' must be a list of elements", place.value(key)))
        return ()
    found = []
    inner = place.inside(key)
    for index, item in enumerate(value):
        count[0] += 1
        if count[0] > MAX_ELEMENTS:
            report(
                Diagnostic(
                    "PCG0700", f"the template has more than {MAX_ELEMENTS} elements", inner.value(index)
                )
            )
            return ()
        element = _element(inner, index, item, report, count)
        if element is not None:
            found.append(element)
    return tuple(found)


def _element(parent: Place, index: int, item: Any, report: Report, count: list[int]) -> Element | None:
    kind = next((k for k in options.ELEMENTS if isinstance(item, dict) and k in item), None)
    if kind is None:
        known = ", ".join(options.ELEMENTS)
        keys = [str(k) for k in item] if isinstance(item, dict) else []
        hint = next((h for k in keys if (h := did_you_mean(k, options.ELEMENTS))), f"the kinds are {known}")
        report(Diagnostic("PCG0700", "this element is of no known kind", parent.value(index), hint))
        return None
    place = parent.inside(index)
    accepted = {**options.ELEMENTS[kind], **options.COMMON}
    found = read_options(place, accepted, report, f"a {kind} element")
    if kind not in found:
        return None
    children: tuple[Element, ...] = ()
    for key in _LISTS:
        if accepted.get(key, options.Option("", "")).kind == "elements" and key in found:
            children = _elements(place, key, report, count)
    columns = _columns(place, report) if "columns" in found and kind == "table" else ()
    style = tuple((k, found[k]) for k in options.STYLE if k in found and k in options.ELEMENTS["text"])
    element = Element(kind, found, place, children, columns, False, style if kind == "text" else ())
    _check_shape(element, report)
    return replace(element, static=_is_static(element))


def _columns(place: Place, report: Report) -> tuple[Mapping[str, Any], ...]:
    value, inner = place.container["columns"], place.inside("columns")
    if not isinstance(value, list) or not all(isinstance(column, dict) for column in value):
        report(
            Diagnostic("PCG0702", "'columns' of a table must be a list of mappings", place.value("columns"))
        )
        return ()
    return tuple(read_options(inner.inside(i), options.COLUMN, report, "a column") for i in range(len(value)))


def _check_shape(element: Element, report: Report) -> None:
    needed = {"polygon": "points", "line": "points", "path": "path"}.get(element.options.get("shape", ""))
    if element.kind == "shape" and needed and needed not in element.options:
        shape = element.options["shape"]
        report(Diagnostic("PCG0702", f"a {shape} needs '{needed}'", element.place.value("shape")))
    if element.options.get("grow") and element.kind not in GROWING:
        message = f"a {element.kind} element doesn't grow; {', '.join(GROWING)} do"
        report(Diagnostic("PCG0702", message, element.place.value("grow")))
    if element.kind == "repeat" and not element.children and "elements" not in element.place.container:
        report(Diagnostic("PCG0702", "a repeat needs 'elements'", element.place.value("repeat")))


def _is_static(element: Element) -> bool:
    if element.kind in ("repeat", "include", "drawing", "slot") or "when" in element.options:
        return False
    if "grow" in element.options or any(relations(element)):
        return False
    texts = fields.strings([v for k, v in element.options.items() if k not in (*_LISTS, "columns")])
    cells = fields.strings([list(column.values()) for column in element.columns])
    return not any("{" in t and any(fields.references(t)) for t in (*texts, *cells)) and all(
        child.static for child in element.children
    )


# --- checking -------------------------------------------------------------------------------------


def every_element(elements: Iterable[Element]) -> Iterator[Element]:
    """The elements and those inside them."""
    for element in elements:
        yield element
        yield from every_element(element.children)


def all_elements(templates: Mapping[str, Template], template: Template) -> Iterator[Element]:
    """The elements of a template, and of those that it includes, each template once."""
    seen, waiting = {template.name}, [template]
    for at in waiting:
        for element in every_element(at.elements):
            yield element
            inner = templates.get(element.options.get("include", ""))
            if inner is not None and inner.name not in seen:
                seen.add(inner.name)
                waiting.append(inner)


def _check_includes(templates: Mapping[str, Template], report: Report) -> None:
    """Report includes of unknown templates, and circles of them."""
    edges: dict[str, list[tuple[str, Element]]] = {name: [] for name in templates}
    for name, template in templates.items():
        for element in every_element(template.elements):
            target = element.options.get("include")
            if element.kind == "include" and target is not None:
                if target in templates:
                    edges[name].append((target, element))
                else:
                    report(unknown_template(target, templates, element.place, "include"))
    state: dict[str, str] = {}
    for name in templates:
        _visit(name, edges, state, [], report)


def _visit(
    name: str,
    edges: Mapping[str, list[tuple[str, Element]]],
    state: dict[str, str],
    path: list[str],
    report: Report,
) -> None:
    if name in state:
        return
    state[name] = "open"
    for target, element in edges[name]:
        if state.get(target) == "open":
            chain = " -> ".join([*[*path, name][[*path, name].index(target) :], target])
            message = f"templates include each other in a circle: {chain}"
            report(Diagnostic("PCG0704", message, element.place.value("include")))
        else:
            _visit(target, edges, state, [*path, name], report)
    state[name] = "done"


def check_template(
    template: Template,
    known_fields: Iterable[str],
    theme: Theme,
    templates: Mapping[str, Template],
    report: Report,
) -> None:
    """Report fields, styles, colours and icons that a template names and that don't exist.

    `known_fields` are the fields of the subjects it is composed against; a name `a.b` allows only b below a,
    a name `a` anything below it. `id`, `name` and `type` are always known.
    """
    known = ALWAYS_KNOWN | set(known_fields)
    for element in template.elements:
        _check_element(element, known, theme, templates, report, (template.name,))


def _check_element(
    element: Element,
    known: frozenset[str] | set[str],
    theme: Theme,
    templates: Mapping[str, Template],
    report: Report,
    path: tuple[str, ...],
) -> None:
    inner = set(known)
    if element.kind == "repeat":
        inner |= {element.options.get("as", "item"), "index"}
    for key, value in element.options.items():
        if key not in (*_LISTS, "columns", "with"):
            extra = {"n"} if element.kind == "grid" else set()
            _check_texts(element.place, key, value, known | extra, report)
    for test in element.options.get("when", ()):
        _check_field(test.path, known, element.place, "when", report)
    if element.kind == "repeat" and "{" not in element.options.get("repeat", "{"):
        source = element.options["repeat"]
        if not source.isdigit():
            _check_field(source, known, element.place, "repeat", report)
    for index, column in enumerate(element.columns):
        _check_texts(
            element.place.inside("columns").inside(index), "text", column.get("text"), known | {"row"}, report
        )
    _check_names(element, theme, report)
    for child in element.children:
        _check_element(child, inner, theme, templates, report, path)
    target = templates.get(element.options.get("include", ""))
    if element.kind == "include" and target is not None and target.name not in path:
        seen = set(known) | set(element.options.get("with", {}))
        for child in target.elements:
            _check_element(child, seen, theme, templates, report, (*path, target.name))


def _check_texts(
    place: Place, key: str, value: Any, known: frozenset[str] | set[str], report: Report
) -> None:
    for text in fields.strings(value):
        for reference in fields.references(text):
            _check_field(reference.path, known, place, key, report)
            if reference.filter and reference.filter not in fields.FILTERS:
                hint = (
                    did_you_mean(reference.filter, fields.FILTERS) or f"there are {', '.join(fields.FILTERS)}"
                )
                message = (
                    f"'{{{reference.path}|{reference.filter}}}': there is no filter '{reference.filter}'"
                )
                report(Diagnostic("PCG0710", message, place.value(key), hint))


def _check_field(path: str, known: frozenset[str] | set[str], place: Place, key: str, report: Report) -> None:
    names = path.split(".")
    if any(".".join(names[: n + 1]) in known for n in range(len(names))):
        return
    hint = did_you_mean(path, known) or f"the fields are {fields.some(known)}"
    report(Diagnostic("PCG0705", f"there is no field '{path}'", place.value(key), hint))


_COLOR_OPTIONS = (
    "color",
    "icon_color",
    "fill",
    "stroke",
    "empty_color",
    "head_fill",
    "stripe",
    "line",
    "accent",
)


def _check_names(element: Element, theme: Theme, report: Report) -> None:
    place = element.place
    for key in ("style", "head_style"):
        name = element.options.get(key)
        if name is not None and "{" not in name and name not in theme.styles:
            hint = did_you_mean(name, theme.styles) or f"the styles are {', '.join(sorted(theme.styles))}"
            report(Diagnostic("PCG0706", f"there is no style '{name}'", place.value(key), hint))
    for key in ("font", "fallback"):
        for name in unknown_fonts(element.options, key, theme.families):
            if "{" not in name:
                report(unknown_font(name, theme.families, place, key))
    for key in _COLOR_OPTIONS:
        value = element.options.get(key)
        names = [value] if isinstance(value, str) else [v for _, v in value or () if isinstance(v, str)]
        for name in names:
            if not name.startswith("#") and "{" not in name and name not in theme.colors and name != "none":
                report(unknown_color(name, theme.colors, place, key))
    if element.kind == "art":
        from pycardgen.layout.art.element import check_art

        check_art(element, theme, report)
    icon = element.options.get("icon")
    if icon is not None and "{" not in icon and icon not in theme.icons:
        hint = did_you_mean(icon, theme.icons)
        report(Diagnostic("PCG0708", f"there is no icon '{icon}'", place.value("icon"), hint))
