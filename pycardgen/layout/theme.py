"""A theme: names for colours, text styles and icons. A game's theme adds to the built-in one."""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from pycardgen.diagnostics import Collector, Diagnostic, Report, did_you_mean
from pycardgen.layout import builtin, options, paths
from pycardgen.layout.options import read_options
from pycardgen.layout.svgshape import Shape
from pycardgen.layout.text import Style
from pycardgen.layout.theme_fonts import load_fonts, unknown_font, unknown_fonts
from pycardgen.records import dataclass, field
from pycardgen.source import Document, Place
from pycardgen.source.cache import key_of, open_cache

_FIELD = {"font": "family", "font_size": "size"}
"""Options of a style that have another name in `Style`."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A path of an icon as it is written, and its paint (see `Shape`)."""

    data: str
    fill: str
    stroke: str
    width: float
    even_odd: bool


@lru_cache(maxsize=1024)
def _shape(piece: Piece) -> Shape:
    return Shape(paths.parse(piece.data), piece.fill, piece.stroke, piece.width, piece.even_odd)


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon's paths in its own box (x, y, w, h), or the file that holds them."""

    box: tuple[float, float, float, float]
    pieces: tuple[Piece, ...] = ()
    file: str = ""
    place: Place | None = field(default=None, compare=False, repr=False)
    key: str = field(default="", compare=False, repr=False)

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The paths, read. Most of the icons that there are aren't used, and never read."""
        return tuple(_shape(piece) for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Variant:
    """What a variant of a theme changes: colours, and how illustrations and grounds are drawn."""

    colors: Mapping[str, str]
    art: str | None = None
    fills: bool | None = None


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours (`#rrggbb`), styles (their colours still by name) and icons, by name.

    `digest` changes when anything of the files it was read from changes. `art` says how illustrations are
    drawn: `full`, in `lines`, or `none` at all; `fills` whether grounds are filled (see `low_ink`).
    `distinct` are sets of colours that must be told apart, with the place of each. `families` are the keys of
    the fonts that the game brings, by name.
    """

    colors: Mapping[str, str]
    styles: Mapping[str, Style]
    icons: Mapping[str, Icon]
    digest: str = ""
    art: str = "full"
    fills: bool = True
    variants: Mapping[str, Variant] = field(default_factory=dict)
    distinct: tuple[tuple[tuple[str, ...], Place], ...] = ()
    families: Mapping[str, str] = field(default_factory=dict)


EMPTY = Theme({}, {}, {})


def load_theme(document: Document | None, base: Theme, report: Report, folder: Path | None = None) -> Theme:
    """The theme of a file, added to `base`; `base` itself when there is none. Fonts are files of `folder`."""
    if document is None:
        return base
    if not isinstance(document.root, dict):
        report(
            Diagnostic(
                "PCG0702", "a theme is a mapping with colors, styles and icons", document.place().whole()
            )
        )
        return base
    place = document.place()
    found = read_options(place, options.THEME, report, "a theme")
    colors = dict(base.colors)
    if "colors" in found:
        colors |= _colors(place.inside("colors"), report)
    families = dict(base.families)
    styles = dict(base.styles)
    if "fonts" in found:
        families |= load_fonts(place.inside("fonts"), folder, report)
        styles = {name: _refaced(style, families) for name, style in styles.items()}
    if "styles" in found:
        _styles(place.inside("styles"), styles, _Names(colors, families), report)
    icons = dict(base.icons)
    if "icons" in found:
        for name in found["icons"]:
            icon = _icon(place.inside("icons"), name, report)
            if icon is not None:
                icons[name] = icon
    variants = dict(base.variants)
    if "variants" in found:
        variants |= _variants(place.inside("variants"), base.variants, report)
    distinct = base.distinct
    if "distinct" in found:
        distinct += tuple(_distinct(place, found["distinct"], colors, report))
    digest = sha256(f"{base.digest}\n{document.text}\n{families}".encode()).hexdigest()
    return Theme(colors, styles, icons, digest, variants=variants, distinct=distinct, families=families)


def varied(theme: Theme, name: str) -> Theme:
    """A theme in one of its variants, or as it is for no name. Raises KeyError for an unknown one."""
    if not name:
        return theme
    variant = theme.variants[name]
    return replace(
        theme,
        colors={**theme.colors, **variant.colors},
        art=variant.art or theme.art,
        fills=theme.fills if variant.fills is None else variant.fills,
        digest=f"{theme.digest} {name}",
    )


def builtin_theme(report: Report) -> Theme:
    """The theme that every game's theme adds to."""
    theme, problems = _builtin_theme()
    for problem in problems:
        report(problem)
    return theme


@cache
def _builtin_theme() -> tuple[Theme, list[Diagnostic]]:
    found = Collector()
    return load_theme(builtin.document("theme.yaml"), _builtin_icons(found), found), found.found


def _builtin_icons(report: Report) -> Theme:
    """The built-in icons; kept as one entry of the cache, for reading their files takes ten times as long."""
    texts = [(builtin.folder() / name).read_bytes() for name in builtin.icon_files()]
    digest = sha256(b"\0".join(texts)).hexdigest()
    cache, key = open_cache(), key_of("icons", digest)
    kept = cache.get("icons", key)
    if kept is not None:
        plain = marshal.loads(kept)
        icons = {name: Icon(box, tuple(Piece(*piece) for piece in pieces)) for name, box, pieces in plain}
        return Theme({}, {}, icons, digest)
    theme = EMPTY
    for name in builtin.icon_files():
        theme = load_theme(builtin.document(name), theme, report)
    plain = [
        (name, icon.box, [(p.data, p.fill, p.stroke, p.width, p.even_odd) for p in icon.pieces])
        for name, icon in theme.icons.items()
    ]
    cache.put("icons", key, marshal.dumps(plain))
    return replace(theme, digest=digest)


def _colors(place: Place, report: Report) -> dict[str, str]:
    accepted = {name: options.Option("hex", "Colours are written '#rrggbb'.") for name in place.container}
    return read_options(place, accepted, report, "colors")


def ground(theme: Theme, color: str) -> str:
    """The colour of a large area: white in a variant whose grounds aren't filled."""
    return color if theme.fills else "#ffffff"


def _variants(place: Place, base: Mapping[str, Variant], report: Report) -> dict[str, Variant]:
    """Variants; one of a name that there is already adds to it."""
    made = {}
    for name, value in place.container.items():
        if not isinstance(value, dict):
            message = f"variant '{name}' must be a mapping"
            report(Diagnostic("PCG0702", message, place.value(name), "such as {colors: {ink: '#000000'}}"))
            continue
        inner = place.inside(name)
        found = read_options(inner, options.VARIANT, report, f"variant '{name}'")
        before = base.get(name, Variant({}))
        colors = _colors(inner.inside("colors"), report) if "colors" in found else {}
        made[str(name)] = Variant(
            {**before.colors, **colors}, found.get("art", before.art), found.get("fills", before.fills)
        )
    return made


def _distinct(
    place: Place, sets: tuple[tuple[str, ...], ...], colors: Mapping[str, str], report: Report
) -> Iterator[tuple[tuple[str, ...], Place]]:
    """The sets of colours that must be told apart; names of colours that aren't there are reported."""
    outer = place.inside("distinct")
    for number, names in enumerate(sets):
        inner = outer.inside(number)
        for index, name in enumerate(names):
            if not name.startswith("#") and name not in colors:
                report(unknown_color(name, colors, inner, index))
        yield tuple(name for name in names if name.startswith("#") or name in colors), inner


@dataclass(frozen=True, slots=True)
class _Names:
    """What styles may name: colours and fonts."""

    colors: Mapping[str, str]
    families: Mapping[str, str]


def _styles(place: Place, styles: dict[str, Style], names: _Names, report: Report) -> None:
    """Read styles, each after the one it extends, adding them to `styles`."""
    waiting = dict(place.container)
    open_names: list[str] = []

    def read(name: str) -> None:
        value = waiting[name]
        if not isinstance(value, dict):
            report(Diagnostic("PCG0702", f"style '{name}' must be a mapping", place.value(name)))
            del waiting[name]
            return
        inner = place.inside(name)
        open_names.append(name)
        base_name = value.get("extends")
        own = isinstance(base_name, str) and base_name == name
        if isinstance(base_name, str) and base_name in waiting and not own:
            if base_name in open_names:
                chain = " -> ".join([*open_names[open_names.index(base_name) :], base_name])
                report(
                    Diagnostic(
                        "PCG0704", f"styles extend each other in a circle: {chain}", inner.value("extends")
                    )
                )
            else:
                read(base_name)
        open_names.pop()
        if name in waiting:
            styles[name] = _style(name, inner, styles, names, report)
            del waiting[name]

    for name in list(waiting):
        if name in waiting:
            read(name)


def _style(name: str, place: Place, styles: Mapping[str, Style], names: _Names, report: Report) -> Style:
    colors = names.colors
    found = read_options(place, options.THEME_STYLE, report, f"style '{name}'")
    base_name = found.pop("extends", None)
    base = styles.get(base_name) if base_name else styles.get(name, Style())
    if base is None:
        hint = did_you_mean(base_name, styles)
        report(Diagnostic("PCG0706", f"there is no style '{base_name}'", place.value("extends"), hint))
        base = Style()
    for key in ("color", "icon_color"):
        if key in found and not found[key].startswith("#") and found[key] not in colors:
            report(unknown_color(found[key], colors, place, key))
            del found[key]
    for key in ("font", "fallback"):
        for family in unknown_fonts(found, key, names.families):
            report(unknown_font(family, names.families, place, key))
            found.pop(key, None)
    return restyle(base, found, names.families)


def _refaced(style: Style, families: Mapping[str, str]) -> Style:
    """A style, its font replaced by one that the game brings under the same name."""
    return replace(style, family=families[style.family]) if style.family in families else style


def unknown_color(name: str, colors: Mapping[str, str], place: Place, key: str | int) -> Diagnostic:
    """The diagnostic about a colour that the theme doesn't have."""
    hint = did_you_mean(name, colors) or "colours are the theme's `colors`, or written '#rrggbb'"
    return Diagnostic("PCG0707", f"there is no colour '{name}'", place.value(key), hint)


def restyle(style: Style, changes: Mapping[str, Any], families: Mapping[str, str]) -> Style:
    """A style with some options of a YAML style changed. A new size keeps the floor below it. `families` are
    those that the theme brings.
    """
    if not changes:
        return style
    named = {_FIELD.get(key, key): value for key, value in changes.items()}
    if "family" in named:
        named["family"] = families.get(named["family"], named["family"])
    if "fallback" in named:
        named["fallback"] = tuple(families.get(name, name) for name in named["fallback"])
    changed = replace(style, **named)
    if changed.min_size > changed.size:
        changed = replace(changed, min_size=changed.size)
    return changed


# --- icons ----------------------------------------------------------------------------------------


def _icon(place: Place, name: str, report: Report) -> Icon | None:
    value = place.container[name]
    if isinstance(value, str):
        if value.lower().endswith(".svg"):
            return Icon((0, 0, 0, 0), file=value, place=place, key=name)
        return _icon_of([(value, {})], (24.0, 24.0), False, place, name, report)
    if not isinstance(value, dict):
        report(
            Diagnostic(
                "PCG0702", f"icon '{name}' must be path data, a mapping, or an SVG file", place.value(name)
            )
        )
        return None
    inner = place.inside(name)
    found = read_options(inner, options.ICON, report, f"icon '{name}'")
    if "file" in found:
        return Icon((0, 0, 0, 0), file=found["file"], place=inner, key="file")
    size = found.get("box", (24.0, 24.0))
    pieces: list[tuple[str, Mapping[str, Any]]] = []
    if "d" in found:
        pieces.append((found["d"], {}))
    if isinstance(found.get("paths"), list):
        for index, piece in enumerate(found["paths"]):
            if isinstance(piece, dict) and isinstance(piece.get("d"), str):
                read = read_options(
                    inner.inside("paths").inside(index), options.ICON_PATH, report, "an icon's path"
                )
                pieces.append((read["d"], read))
            else:
                report(
                    Diagnostic(
                        "PCG0702", "an icon's path is a mapping with 'd'", inner.inside("paths").value(index)
                    )
                )
    return _icon_of(pieces, size, found.get("even_odd", False), place, name, report)


def _icon_of(
    pieces: list[tuple[str, Mapping[str, Any]]],
    size: tuple[float, float],
    even_odd: bool,
    place: Place,
    name: str,
    report: Report,
) -> Icon | None:
    found = tuple(
        Piece(
            data,
            paint.get("fill", "current"),
            paint.get("stroke", "none"),
            paint.get("stroke_width", 1.0),
            even_odd,
        )
        for data, paint in pieces
    )
    if not found:
        report(
            Diagnostic(
                "PCG0702", f"icon '{name}' has no path", place.value(name), "give it 'd', 'paths' or 'file'"
            )
        )
        return None
    icon = Icon((0.0, 0.0, *size), found, place=place, key=name)
    if not place.document.file.startswith(builtin.PREFIX):  # those are tested, and many
        try:
            assert icon.shapes
        except paths.PathError as error:
            report(
                Diagnostic("PCG0702", f"the path of icon '{name}' can't be read: {error}", place.value(name))
            )
            return None
    return icon
