"""Print jobs of components that aren't cards: what each accepts, in one table.

The reader accepts exactly what stands in `COMPONENTS`; the JSON Schema for editors is made from it, and
docs/templates.md lists it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from pycardgen.diagnostics import Diagnostic, Report, Span, did_you_mean
from pycardgen.model.game import Definition, FieldValue, Game
from pycardgen.model.print_job import Job
from pycardgen.model.select import selected
from pycardgen.records import dataclass, field
from pycardgen.source import Place

SHAPES = ("round", "rect", "hex", "hex-flat", "triangle", "diamond", "pentagon", "octagon")
"""Outlines of tokens and tiles. A `hex` stands on a corner, a `hex-flat` on a side."""

SOLIDS = (4, 6, 8, 10, 12, 20)
"""How many faces a die can have."""

MAX_PIECES = 2_000
"""How many pieces a print job may list, copies and all."""

Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class What:
    """What a job prints copies of: matching definitions of a type or of several, or what it lists itself."""

    of: tuple[str, ...] = ()
    where: Mapping[str, FieldValue] = field(default_factory=dict)
    pieces: tuple[Mapping[str, Any], ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PiecesJob:
    """Tokens or tiles. `size` is that of the box around the shape, in mm; the template's when not given.

    `sides`: duplex (backs on a page of their own), fold (the sheet is folded and glued before it is cut).
    """

    job: Job
    what: What
    shape: str
    front: str = "token"
    back: str | None = None
    size: Size | float | None = None
    corner: float = 0.0
    backs: Literal["deck", "card"] = "card"
    sides: Literal["duplex", "fold"] = "duplex"
    sheet: str | None = None
    outline: bool = True


@dataclass(frozen=True, slots=True)
class StandeesJob:
    """Figures that fold at the top. `rear`: same, mirrored, or a template. `size`: of a side, in mm."""

    job: Job
    what: What
    front: str
    rear: str = "same"
    size: Size | float | None = None
    base: float = 24.0
    sheet: str | None = None


@dataclass(frozen=True, slots=True)
class DiceJob:
    """Nets of dice, or sheets of stickers. `size`: the length of an edge, or the side of a sticker, in mm."""

    job: Job
    what: What
    stickers: bool
    face: str = "die-face"
    faces: str = "faces"
    icons: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    color: str = "white"
    ink: str = "ink"
    size: float | None = None
    corner: float = 1.0
    gap: float = 2.0
    sheet: str | None = None


@dataclass(frozen=True, slots=True)
class PadsJob:
    """A sheet to write on, several times a page. `up`: how many a page, made smaller if need be; 0: as many
    as fit. `pages` of the same.
    """

    job: Job
    layout: str
    up: int = 0
    pages: int = 1
    back: str | None = None
    each: Literal["seat", "once"] = "once"
    sheet: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MatsJob:
    """Boards of players, or any others that a template draws: one for each definition, one a seat, or one.

    What is larger than the paper is put on several pages that overlap by so many mm.
    """

    job: Job
    what: What
    layout: str
    each: Literal["seat", "once"] = "once"
    back: str | None = None
    overlap: float = 10.0
    outline: bool = True
    sheet: str | None = None


@dataclass(frozen=True, slots=True)
class TracksJob:
    """Strips of numbered spaces. `cell` is the size of a space in mm; `sliders`: a sleeve for each strip."""

    job: Job
    tracks: tuple[Mapping[str, Any], ...]
    cell: Size = (12.0, 12.0)
    columns: int = 0
    count: int = 1
    sliders: bool = False
    sheet: str | None = None


@dataclass(frozen=True, slots=True)
class BoxJob:
    """A box with a lid that is tucked in. Its size is that of the cards of a print job, or given: `card` in
    mm and how many. `thickness` is that of one card, `room` is added to each side, in mm.
    """

    job: Job
    cards: str | None = None
    card: Size | None = None
    count: int = 0
    thickness: float = 0.3
    room: float = 1.0
    front: str = "box-front"
    back: str = "box-front"
    side: str = "box-side"
    top: str = "box-side"
    color: str = "accent-dark"
    sheet: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


ComponentJob = PiecesJob | StandeesJob | DiceJob | PadsJob | MatsJob | TracksJob | BoxJob


def copied(job: Any) -> What | None:
    """What a job prints copies of, if it does."""
    return job.what if isinstance(job, PiecesJob | StandeesJob | DiceJob | MatsJob) else None


def definitions(game: Game, what: What) -> list[Definition]:
    """The definitions that a job prints, each once."""
    found = (one for type_ in what.of for one in selected(game, type_, what.where))
    return list({one.id: one for one in found}.values())


# --- what the keys of an entry may be ---


@dataclass(frozen=True, slots=True)
class Value:
    """A type of values: how messages call it, its test, and its JSON Schema."""

    says: str
    fits: Callable[[Any], bool]
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Key:
    """A key of an entry: its value, and what it means."""

    value: Value
    doc: str
    needed: bool = False


def _is_number(value: Any, low: float, high: float) -> bool:
    return type(value) in (int, float) and low <= value <= high


def _is_size(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_is_number(v, 1, 2000) for v in value)


def _number(says: str, low: float, high: float) -> Value:
    schema = {"type": "number", "minimum": low, "maximum": high}
    return Value(f"{says} from {low:g} to {high:g}", lambda v: _is_number(v, low, high), schema)


def _whole(says: str, low: int, high: int) -> Value:
    schema = {"type": "integer", "minimum": low, "maximum": high}
    return Value(f"{says} from {low} to {high}", lambda v: type(v) is int and low <= v <= high, schema)


def _choice(*words: str) -> Value:
    said = f"{', '.join(words[:-1])} or {words[-1]}"
    return Value(said, lambda v: isinstance(v, str) and v in words, {"enum": list(words)})


def _texts(value: Any) -> bool:
    return isinstance(value, dict) and all(type(v) in (str, int) for v in value.values())


def _are_pieces(value: Any) -> bool:
    return (
        isinstance(value, list)
        and 0 < len(value) <= 500
        and all(isinstance(v, dict) and _is_name(v.get("name")) for v in value)
        and all(type(v.get("count", 1)) is int and v.get("count", 1) >= 0 for v in value)
        and sum(v.get("count", 1) for v in value) <= MAX_PIECES
    )


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def _line(most: int) -> Value:
    schema = {"type": "string", "minLength": 1, "maxLength": most, "pattern": r"^[^\n]*\S[^\n]*$"}
    return Value(f"a line of at most {most} characters", lambda v: _is_line(v, most), schema)


def _is_line(value: Any, most: int) -> bool:
    return isinstance(value, str) and len(value) <= most and value.strip() != "" and "\n" not in value


_SIZE = {"type": "array", "items": {"type": "number", "minimum": 1}, "minItems": 2, "maxItems": 2}
_PIECE = {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}

TEXT = Value("a text", _is_name, {"type": "string"})
TITLE, NOTE = _line(60), _line(300)
"""What a job is called in print, and what the print guide says of it."""

TYPES = Value(
    "a type, or a list of types",
    lambda v: _is_name(v) or (isinstance(v, list) and len(v) > 0 and all(map(_is_name, v))),
    {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]},
)
MAPPING = Value("a mapping", lambda v: isinstance(v, dict), {"type": "object"})
WORDS = Value("a mapping of values to texts", _texts, {"type": "object"})
FLAG = Value("true or false", lambda v: type(v) is bool, {"type": "boolean"})
SIDE = _number("a length in mm", 3, 500)
SMALL = _number("a length in mm", 0, 100)
SIZE = Value(
    "a width in mm, or [width, height], of 1 to 2000",
    lambda v: _is_number(v, 1, 2000) or _is_size(v),
    {"oneOf": [{"type": "number", "minimum": 1}, _SIZE]},
)
PAIR = Value("[width, height] in mm, of 1 to 2000", _is_size, _SIZE)
PIECES = Value(
    f"a list of pieces, each with a `name` and a `count`, at most {MAX_PIECES} in all",
    _are_pieces,
    {"type": "array", "items": _PIECE, "minItems": 1},
)

_OF: dict[str, Key] = {
    "of": Key(TYPES, "The type (or types) of the definitions, of which copies are printed."),
    "where": Key(MAPPING, "Fields that the definitions have."),
    "pieces": Key(PIECES, "Instead of `of`: pieces listed here, each with `name`, `count` and any fields."),
    "with": Key(MAPPING, "Adds fields."),
}
_COMMON = {
    "title": Key(TITLE, "What it is called in print; the name in words when not given."),
    "note": Key(NOTE, "What the print guide says of it, besides how it is cut and folded."),
}
_SHEET = {"sheet": Key(TEXT, "The sheet: paper, margins and offsets of the printer.")}

_PIECES: dict[str, Key] = {
    **_OF,
    "front": Key(TEXT, "The template; `token` (an icon or a name) when not given."),
    "back": Key(TEXT, "The template of the back; without one only fronts are printed."),
    "shape": Key(_choice(*SHAPES), f"The outline: {', '.join(SHAPES)}."),
    "size": Key(SIZE, "The width, or [width, height], in mm; the template's when not given."),
    "corner": Key(SMALL, "The radius of the corners of a rect, in mm."),
    "backs": Key(_choice("deck", "card"), "card (the default): a back shows its piece; deck: the job only."),
    "sides": Key(_choice("duplex", "fold"), "fold: the sheet is folded and glued, then cut."),
    "outline": Key(FLAG, "Whether the outline to cut along is printed."),
    **_SHEET,
}
_DICE: dict[str, Key] = {
    **_OF,
    "face": Key(TEXT, "The template of a face: square, `face` is what it shows; `die-face` when not given."),
    "faces": Key(TEXT, "The field that lists the faces; `faces` when not given."),
    "icons": Key(WORDS, "The icon for each value of a face."),
    "labels": Key(WORDS, "The text for each value of a face."),
    "color": Key(TEXT, "The colour of the die; a field in braces is that of the die or its face."),
    "ink": Key(TEXT, "The colour of icons and texts."),
}
_LAYOUT = Key(TEXT, "The template.", needed=True)
_EACH = Key(_choice("seat", "once"), "seat: one for each seat, which is the field `seat`.")

_OWN: dict[str, dict[str, Key]] = {
    "tokens": _PIECES,
    "tiles": _PIECES,
    "standees": {
        **_OF,
        "front": Key(TEXT, "The template of the front.", needed=True),
        "rear": Key(
            TEXT, "same (as the front, the default), mirrored, or a template; there, `rear` is true."
        ),
        "size": Key(SIZE, "The size of one side, in mm; the template's when not given."),
        "base": Key(SMALL, "The depth of the base, in mm; 0: none."),
        **_SHEET,
    },
    "dice": {**_DICE, "size": Key(SIDE, "The length of an edge, in mm."), **_SHEET},
    "stickers": {
        **_DICE,
        "size": Key(SIDE, "The side of a sticker, in mm; 14 when not given."),
        "corner": Key(SMALL, "The radius of its corners, in mm."),
        "gap": Key(SMALL, "Between two stickers, in mm."),
        **_SHEET,
    },
    "pads": {
        "layout": _LAYOUT,
        "up": Key(
            _whole("a number", 0, 32), "How many on a page, made smaller if need be; 0: as many as fit."
        ),
        "pages": Key(_whole("a number", 1, 200), "How many such pages."),
        "back": Key(TEXT, "The template of the back."),
        "each": _EACH,
        "with": _OF["with"],
        **_SHEET,
    },
    "mats": {
        **_OF,
        "layout": _LAYOUT,
        "each": _EACH,
        "back": Key(TEXT, "The template of the back."),
        "overlap": Key(SMALL, "How far the pages of a large one overlap, in mm."),
        "outline": Key(FLAG, "Whether its edge to cut along is printed."),
        **_SHEET,
    },
    "tracks": {
        "list": Key(
            PIECES, "The tracks: `name`, `from`, `to`, `step`, `icon`, `color`, `count`.", needed=True
        ),
        "cell": Key(PAIR, "The size of a space, in mm."),
        "columns": Key(_whole("a number", 0, 100), "Spaces in a row; 0: as many as fit on the paper."),
        "count": Key(_whole("a number", 1, 100), "How many of each."),
        "sliders": Key(FLAG, "A paper sleeve for each that slides along it."),
        **_SHEET,
    },
    "box": {
        "cards": Key(TEXT, "The print job of the cards that go into the box."),
        "card": Key(PAIR, "Instead: the size of a card."),
        "count": Key(_whole("a number", 1, 2000), "How many cards; those of the print job when not given."),
        "thickness": Key(_number("a length in mm", 0.05, 5), "The thickness of a card, in mm."),
        "room": Key(_number("a length in mm", 0, 20), "What is added to each side, in mm."),
        **{
            part: Key(TEXT, f"The template of the {part}; it takes the size of the panel.")
            for part in ("front", "back", "side", "top")
        },
        "color": Key(TEXT, "The colour of the box."),
        "with": _OF["with"],
        **_SHEET,
    },
}
COMPONENTS: Mapping[str, Mapping[str, Key]] = {kind: {**keys, **_COMMON} for kind, keys in _OWN.items()}
"""Every kind of component, with the keys that its entries accept besides its own."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")


def read_component(
    kind: str, entry: Mapping[str, Any], place: Place | None, report: Report
) -> ComponentJob | None:
    """The job that an entry of `print:` describes; None after reporting what is wrong with it."""
    keys = COMPONENTS[kind]
    problems = [*_problems(kind, keys, entry, place)]
    for problem in problems:
        report(problem)
    return None if problems else _job(kind, entry, place)


def _problems(
    kind: str, keys: Mapping[str, Key], entry: Mapping[str, Any], place: Place | None
) -> Iterable[Diagnostic]:
    def at(key: str) -> Span | None:
        return place.value(key) if place else None

    for key, value in entry.items():
        if key == kind:
            if not (isinstance(value, str) and _NAME.fullmatch(value)):
                says = "a name of small letters, digits, `_` and `-`"
                yield Diagnostic("PCG0453", f"`{key}` of a print job is {says}", at(key))
        elif key not in keys:
            known = (kind, *keys)
            hint = did_you_mean(key, known) or f"it has {', '.join(known)}"
            span = place.key(key) if place else None
            yield Diagnostic("PCG0451", f"a print job of {kind} has no `{key}`", span, hint)
        elif not keys[key].value.fits(value):
            hint = (
                did_you_mean(value, keys[key].value.schema.get("enum", ())) if isinstance(value, str) else ""
            )
            message = f"`{key}` of a print job is {keys[key].value.says}"
            yield Diagnostic("PCG0453", message, at(key), hint or keys[key].doc)
    for key, known_key in keys.items():
        if known_key.needed and key not in entry:
            yield _lacks(kind, key, place)
    if "pieces" in keys and not {"of", "pieces"} & entry.keys() and kind != "mats":
        yield _lacks(kind, "of", place)
    if {"of", "pieces"} <= entry.keys():
        message = "a print job has `of` or `pieces`, not both"
        yield Diagnostic("PCG0453", message, at("pieces"), "write two print jobs")
    if kind == "box" and "cards" not in entry and not {"card", "count"} <= entry.keys():
        yield _lacks(kind, "cards", place)


def _lacks(kind: str, key: str, place: Place | None) -> Diagnostic:
    span = place.key(kind) if place else None
    return Diagnostic("PCG0452", f"the print job lacks `{key}`", span, f"add `{key}: ...`")


# --- jobs ---

_NAMES = {"with": "extra", "list": "tracks"}
"""Keys that are called otherwise in the job."""


def _job(kind: str, entry: Mapping[str, Any], place: Place | None) -> ComponentJob:
    rest = {_NAMES.get(key, key): _plain(value) for key, value in entry.items() if key != kind}
    if "pieces" in COMPONENTS[kind]:
        of = rest.pop("of", ())
        rest["what"] = What(
            (of,) if isinstance(of, str) else tuple(of),
            rest.pop("where", {}),
            tuple(rest.pop("pieces", ())),
            rest.pop("extra", {}),
        )
    more: dict[str, Any] = _FIXED.get(kind, {})
    job = Job(entry[kind], place, rest.pop("title", ""), rest.pop("note", ""))
    return _MAKE[kind](job, **{**more, **rest})


def _plain(value: Any) -> Any:
    """Lists of numbers as tuples; other lists stay."""
    return tuple(value) if isinstance(value, list) else value


_MAKE: Mapping[str, Callable[..., ComponentJob]] = {
    "tokens": PiecesJob,
    "tiles": PiecesJob,
    "standees": StandeesJob,
    "dice": DiceJob,
    "stickers": DiceJob,
    "pads": PadsJob,
    "mats": MatsJob,
    "tracks": TracksJob,
    "box": BoxJob,
}
_FIXED: Mapping[str, dict[str, Any]] = {
    "tokens": {"shape": "round"},
    "tiles": {"shape": "hex"},
    "dice": {"stickers": False},
    "stickers": {"stickers": True},
}


def with_entries(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of game.yaml with those of the components' entries of `print:`, for editors."""
    own = schema["properties"]["print"]
    branches = [{"if": {"required": [kind]}, "then": then} for kind, then in component_schemas().items()]
    items = {**own["items"], "allOf": branches}
    return {**schema, "properties": {**schema["properties"], "print": {**own, "items": items}}}


def component_schemas() -> dict[str, dict[str, Any]]:
    """The JSON Schema of each kind of entry, for editors."""
    return {
        kind: {
            "type": "object",
            "additionalProperties": False,
            "required": [kind, *(name for name, key in keys.items() if key.needed)],
            "properties": {
                kind: {"type": "string", "pattern": f"^{_NAME.pattern}$"},
                **{name: {**key.value.schema, "description": key.doc} for name, key in keys.items()},
            },
        }
        for kind, keys in COMPONENTS.items()
    }
