"""What layouts, themes and sheets may say: every option with its type and its meaning, in one table.

The loader accepts exactly these, the JSON Schemas are made from them, and docs/templates.md lists them; tests
hold the three together. What values of a kind look like is in `kinds.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pycardgen.diagnostics import Diagnostic, Report, did_you_mean
from pycardgen.layout.kinds import KINDS, BadValueError
from pycardgen.records import dataclass
from pycardgen.source import Place


@dataclass(frozen=True, slots=True)
class Option:
    """One option: the name of its kind, and what it means."""

    kind: str
    doc: str


STYLE: dict[str, Option] = {
    "font": Option("family", "The font family."),
    "weight": Option("weight", "The weight of plain text."),
    "bold_weight": Option("weight", "The weight of `**bold**` text."),
    "italic": Option("bool", "Slanted; `*emphasis*` is then upright."),
    "font_size": Option("points", "The size in points, used where the text fits."),
    "min_size": Option("points", "The size in points below which text isn't shrunk."),
    "leading": Option("em", "From baseline to baseline, in em of the size."),
    "min_leading": Option("em", "How far the leading may be tightened before the text is shrunk."),
    "color": Option("color", "The colour of the text."),
    "icon_color": Option("color", "The colour of inline icons; the text's when not given."),
    "icon_scale": Option("em", "The height of inline icons, in em of the size."),
    "align": Option("align", "How lines stand in the width of the box."),
    "valign": Option("valign", "Where the text stands in the height of the box."),
    "max_lines": Option("count", "At most so many lines; 0: as many as fit."),
    "tracking": Option("em", "Extra space between characters, in em of the size."),
    "gap": Option("em", "Extra space between paragraphs, in em of the size."),
    "caps": Option("bool", "In capital letters."),
    "small_caps": Option("bool", "Small letters are small capitals."),
    "indent": Option("em", "How far the first lines of further paragraphs are indented, in em of the size."),
    "first_line": Option("text", "How the first line looks, in words as in `[text](words)`."),
    "widows": Option("bool", "Whether a paragraph may end with a line of a single word."),
    "hyphenate": Option("bool", "Whether words are hyphenated; only justified ones when not given."),
    "language": Option("language", "The language of hyphens and quotation marks; the game's when not given."),
    "quotes": Option("quotes", "smart (the default): straight ones become those of the language; or plain."),
    "fallback": Option("families", "Families that give the characters that the font lacks, in order."),
    "fit_group": Option("name", "All texts of a deck, or of a page, in a group of this name have one size."),
}
"""What a style says; a text element may say it too."""

COMMON: dict[str, Option] = {
    "at": Option("pair", "[x, y] in mm, from the anchor point of the surrounding area."),
    "size": Option("box", "[width, height] in mm; `rest`, and what isn't given, is the rest of the area."),
    "anchor": Option(
        "anchor", "The point of the area that `at` counts from, and of the element that comes there."
    ),
    "area": Option(
        "area", "The area of the template that the element lies in: trim (the default), bleed or safe."
    ),
    "inset": Option("inset", "Shrinks the area first, in mm."),
    "below": Option("names", "The area begins below the element of this id, or the lowest of several."),
    "above": Option("names", "The area ends above this element, and the element stands at its end."),
    "right_of": Option("names", "The area begins to the right of this element."),
    "left_of": Option(
        "names", "The area ends to the left of this element, and the element stands at its end."
    ),
    "around": Option("names", "The area is the box of this element, or one that holds all of several."),
    "space": Option("length", "The distance kept from these elements, in mm; with `around`, the margin."),
    "grow": Option("bool", "The element is only as high as what it shows; its size is the most it takes."),
    "when": Option("when", "Draws the element only if the condition (or all of a list) holds."),
    "id": Option("name", "Names the element: for templates that extend this one, and in SVG."),
    "class": Option("classes", "Classes in SVG."),
    "rotate": Option("degrees", "Turns the element about its middle, clockwise."),
    "opacity": Option("ratio", "From 0 (invisible) to 1."),
}
"""What every element accepts."""

PAINT: dict[str, Option] = {
    "fill": Option("fill", "The colour or gradient inside."),
    "stroke": Option("color", "The colour of the outline."),
    "stroke_width": Option("length", "The width of the outline, in mm."),
    "dash": Option("dash", "Lengths of dashes and gaps, in mm."),
}

ELEMENTS: dict[str, dict[str, Option]] = {
    "art": {
        "art": Option(
            "text", "What the illustration is made from, usually `{id}`: another text, another picture."
        ),
        "scene": Option("text", "What it shows; a scene of the list below, `silhouette` when not given."),
        "icon": Option("text", "An icon that the scene is about."),
        "palette": Option("palette", "Four colours: the dark, things, what is lit, lamps and signs."),
        "seed": Option("text", "Any text or number: another one gives another picture of the scene."),
    },
    "pips": {
        "pips": Option("text", "How many are filled: a number or a field."),
        "max": Option("text", "How many there are; the rest is drawn empty."),
        "pip": Option("pip", "The shape of each."),
        "icon": Option("text", "An icon instead of a shape."),
        "direction": Option("direction", "A row, or a column from the bottom up."),
        "gap": Option("length", "Between two pips, in mm."),
        "align": Option("align", "Where the pips stand along the box."),
        "color": Option("color", "The colour of filled pips."),
        "empty_color": Option("color", "The outline of empty pips."),
    },
    "text": {
        "text": Option("text", "The text, with fields and markup."),
        "style": Option("text", "A style of the theme."),
        **STYLE,
    },
    "icon": {
        "icon": Option("text", "The icon's name."),
        "color": Option("color", "The colour of the parts that have none of their own."),
    },
    "image": {
        "image": Option("text", "A PNG, JPEG or SVG file in the game's folder."),
        "fit": Option("fit", "contain: all of it; cover (the default): the whole box; stretch: both."),
        "focus": Option(
            "focus", "The point that stays in sight when it is cropped; [0.5, 0.5] is the middle."
        ),
        "color": Option("color", "The colour of the black parts of an SVG file; `ink` when not given."),
        "radius": Option("length", "Rounds the corners, in mm."),
    },
    "shape": {
        "shape": Option("shape", "rect, circle, line, polygon, path or hexagon."),
        "radius": Option("length", "Rounds the corners of a rect, in mm."),
        "cut": Option("length", "Cuts the corners of a rect off, in mm."),
        "points": Option(
            "polygon", "The corners of a polygon, or the two ends of a line, in mm within the box."
        ),
        "path": Option("text", "SVG path data, in mm within the box."),
        "even_odd": Option("bool", "Overlapping parts of a path are holes."),
        **PAINT,
    },
    "table": {
        "table": Option("rows", "The rows: lists of texts, or a field that holds rows."),
        "columns": Option("columns", "A mapping for each column."),
        "style": Option("text", "The style of the cells."),
        "head_style": Option("text", "The style of the titles."),
        "head_fill": Option("color", "The colour behind the titles."),
        "stripe": Option("color", "The colour behind every second row."),
        "line": Option("color", "The colour of the lines between rows."),
        "pad": Option("length", "Space around the text of a cell, in mm."),
    },
    "repeat": {
        "repeat": Option("text", "A field that holds a list or a number."),
        "as": Option(
            "name", "The field that each item becomes; `item` when not given. `index` counts from 1."
        ),
        "elements": Option("elements", "What is drawn for each item."),
        "cell": Option("extent", "[width, height] of each item's area, in mm."),
        "gap": Option("length", "Between two items, in mm."),
        "columns": Option("count", "Items side by side before the next row begins."),
        "direction": Option("direction", "Items in a row, or in a column."),
    },
    "include": {
        "include": Option("name", "Another template, drawn with its top left corner at this element's."),
        "with": Option("mapping", "Fields that it sees besides the subject's."),
    },
    "group": {
        "group": Option("elements", "Elements that lie in this element's box."),
        "clip": Option("bool", "Cuts off what sticks out of the box."),
        "radius": Option("length", "Rounds the corners of the clipping box, in mm."),
    },
    "slot": {
        "slot": Option("name", "A name; templates that extend this one put elements there, by `slots`."),
        "elements": Option("elements", "What is there when none does."),
    },
    "grid": {
        "grid": Option("text", "How many numbered spaces there are: a number or a field."),
        "columns": Option("count", "Spaces in a row."),
        "start": Option("count", "The lowest number."),
        "reverse": Option("bool", "Numbered from the last space to the first."),
        "gap": Option("length", "Between two spaces, in mm."),
        "pip": Option("space", "The shape of each space: rect (the default), circle or hexagon."),
        "radius": Option("length", "Rounds the corners of the spaces, in mm."),
        "style": Option("text", "The style of the numbers."),
        "label": Option("text", "What is written in a space instead of its number; `{n}` is the number."),
        "label_at": Option("anchor", "Where the number stands in its space."),
        "every": Option("count", "Every so many spaces one is painted with `accent`."),
        "accent": Option("color", "The colour of those spaces."),
        "direction": Option("direction", "Numbered along rows, or down columns."),
        **PAINT,
    },
    "routes": {
        "routes": Option(
            "text", "A field that holds the routes: for each, the list of the sides that it joins."
        ),
        "tile": Option("tile", "The tile: hex-flat (the default), hex (on a corner), square or octagon."),
        "width": Option("length", "How wide a route is, in mm."),
        "beyond": Option("length", "How far routes reach beyond the tile's sides, in mm: its bleed."),
        "color": Option("color", "The colour of the routes."),
        "edge": Option("color", "The colour of their edges."),
        "edge_width": Option("length", "The width of their edges, in mm."),
    },
    "drawing": {
        "drawing": Option("text", "A field that holds a finished drawing, such as a board."),
        "fit": Option("fit", "contain: all of it in the box."),
    },
}
ELEMENTS["art"].update(ELEMENTS["image"])  # it may show a picture instead
"""Each kind of element, with the options that only it has.

An element is of the first kind here that it names.
"""

COLUMN: dict[str, Option] = {
    "title": Option("text", "The title of the column."),
    "width": Option("length", "The width in mm; shared out by need when not given."),
    "align": Option("align", "How its cells are aligned."),
    "text": Option(
        "text", "What its cells say; the row is the field `row`. The row's next cell when not given."
    ),
}

TEMPLATE: dict[str, Option] = {
    "extends": Option("name", "A template whose size and elements this one begins with."),
    "size": Option("size", "The trimmed size: [width, height] in mm, or a name."),
    "bleed": Option("length", "How far the background reaches beyond the trimmed edge, in mm."),
    "safe": Option("length", "How far from the edge everything important stays, in mm."),
    "corner": Option("length", "The radius of the corners after cutting, in mm."),
    "remove": Option("names", "Ids of elements of the extended template that are left out."),
    "slots": Option("slots", "Elements for the slots of the extended template, by the slots' names."),
    "elements": Option("elements", "What is drawn, from back to front."),
}

THEME: dict[str, Option] = {
    "colors": Option("mapping", "Names for colours."),
    "fonts": Option("mapping", "Names for font families in files of the game's folder."),
    "styles": Option("mapping", "Names for text styles; a style may have `extends`."),
    "icons": Option("mapping", "Icons: SVG path data in a 24 by 24 box, a mapping, or an SVG file."),
    "looks": Option(
        "mapping", "How spaces and edges of boards look, by class: a value of a field, or a type."
    ),
    "variants": Option("mapping", "Other versions of the theme, by name, for `build --theme NAME`."),
    "distinct": Option("sets", "Lists of colours that must be told apart, also by the colour-blind."),
}

FONT: dict[str, Option] = {
    "files": Option(
        "font_files", "A file, a list of them, or a mapping of regular, bold, italic and bold-italic."
    ),
    "licence": Option("text", "The name of the licence, such as OFL-1.1, or the file that holds it."),
}

VARIANT: dict[str, Option] = {
    "colors": Option("mapping", "Colours that are others in this variant."),
    "art": Option("art", "How illustrations are drawn: full, lines, or none."),
    "fills": Option("bool", "Whether grounds are filled; `false`: white, with thin outlines and dark text."),
}

LOOK: dict[str, Option] = {
    "fill": Option("color", "The colour inside; none for nothing."),
    "stroke": Option("color", "The colour of the outline; none for nothing."),
    "stroke_width": Option("length", "The width of the outline, in mm."),
    "dash": Option("dash", "Lengths of dashes and gaps of the outline, in mm."),
    "inner": Option("color", "The colour of a second outline inside."),
    "color": Option("color", "The colour of the label."),
    "icon": Option("text", "An icon in the space."),
    "icon_color": Option("color", "The colour of the icon; the label's when not given."),
    "legend": Option("text", "What the legend calls it; not in the legend without it."),
    "labelled": Option("bool", "Whether the label is shown."),
}

THEME_STYLE: dict[str, Option] = {
    "extends": Option("name", "A style that this one begins with."),
    **STYLE,
}

ICON: dict[str, Option] = {
    "d": Option("text", "SVG path data, in the icon's colour."),
    "paths": Option(
        "elements", "Several paths, each with `d`, and `fill`, `stroke`, `stroke_width` of its own."
    ),
    "box": Option("pair", "[width, height] of the icon's coordinates; [24, 24] when not given."),
    "even_odd": Option("bool", "Overlapping parts are holes."),
    "file": Option("text", "An SVG file in the game's folder."),
}

ICON_PATH: dict[str, Option] = {
    "d": Option("text", "SVG path data."),
    "fill": Option("color", "A colour, `none`, or `current` (the default): the icon's colour."),
    "stroke": Option("color", "A colour, `none` (the default), or `current`."),
    "stroke_width": Option("length", "The width of the outline, in the icon's coordinates."),
}

SHEET: dict[str, Option] = {
    "extends": Option("name", "A sheet that this one begins with."),
    "paper": Option("paper", "The paper."),
    "orientation": Option("orientation", "How the paper lies; auto: whichever holds more."),
    "margin": Option("length", "The edge of the paper that stays empty, in mm."),
    "bleed": Option("sheet_bleed", "How much of each card's bleed is printed, 0 to 5 mm."),
    "gutter": Option("gutter", "Between two cards, in mm; auto: twice the bleed."),
    "columns": Option("count", "Cards side by side, at most; 0: as many as there is room for."),
    "rows": Option("count", "Cards below each other, at most; 0: as many as there is room for."),
    "grid": Option("grid", "Exactly so many columns and rows, such as 3x3; auto: as there is room."),
    "marks": Option("marks", "crop: marks in the margins; lines: thin lines along the cuts; or none."),
    "registration": Option("bool", "Targets at the corners that lie on each other when backs lie right."),
    "flip": Option("flip", "The edge that the printer turns the paper over; none: fronts only."),
    "backs": Option(
        "backs",
        "interleaved: backs follow each front page; separate: all fronts, then all backs; fold: beside the"
        " fronts, beyond a line to fold along; or none.",
    ),
    "reverse": Option("bool", "With separate backs, the last page comes first."),
    "back_offset": Option("pair", "[x, y] in mm: moves the backs to make up for the printer."),
    "share": Option(
        "bool", "Jobs that have this sheet share paper: decks of one size, components of one kind."
    ),
    "title": Option(
        "line", "What the file of jobs that share it is called; its name in words when not given."
    ),
    "single": Option("bool", "Each card is a page of its own, with its bleed, as some print shops want it."),
    "color": Option("inks", "rgb, or cmyk for print shops: four inks, greys and dark text in black alone."),
    "footer": Option("bool", "A line with game, version, deck, page and a scale bar."),
}

SHEETS: dict[str, Option] = {"sheets": Option("mapping", "Sheets by name.")}


def read_options(
    place: Place,
    accepted: Mapping[str, Option],
    report: Report,
    what: str,
    skip: frozenset[str] = frozenset(),
) -> dict[str, Any]:
    """The options of a mapping that are accepted and well formed; others are reported.

    Absent ones stay absent.
    """
    found: dict[str, Any] = {}
    for key, value in place.container.items():
        if key in skip:
            continue
        option = accepted.get(key)
        if option is None:
            hint = did_you_mean(str(key), accepted) or f"it knows {', '.join(accepted)}"
            report(Diagnostic("PCG0701", f"{what} has no option '{key}'", place.key(key), hint))
            continue
        try:
            found[key] = KINDS[option.kind].read(value)
        except BadValueError as error:
            shown = f"{value!r}" if isinstance(value, str | int | float | bool) else "this"
            message = f"'{key}' of {what} must be {error}, not {shown}"
            report(Diagnostic("PCG0702", message, place.value(key), option.doc))
    return found
