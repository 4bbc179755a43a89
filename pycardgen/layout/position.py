"""What lies on the map of a game in play, and how it is drawn: `position.yaml` of a game's folder.

    space: 50                       # how wide a space is, in mm, beside what lies on it
    layers:                         # the lowest first
      - {of: Yard, layout: yard, turn: turned}                        # covers a space
      - {of: Player, at: yard, layout: pawn, shape: round, when: alive}     # lies in one
      - {at: game.lantern, layout: lantern}                           # one thing of the game
    notes:
      - {text: "Night {game.night}"}

Fields are those that are printed and the state, of a copy or, without `of`, of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pycardgen.diagnostics import Diagnostic, Report, did_you_mean
from pycardgen.layout.fields import Test, references
from pycardgen.layout.options import Option, read_options
from pycardgen.model.game import Game
from pycardgen.model.types import EntityType, ListType, OptionalType, ZoneType
from pycardgen.records import dataclass, field
from pycardgen.source import Document, Place

SHAPES = ("rect", "round", "space")

POSITION: dict[str, Option] = {
    "space": Option("length", "How wide a space is, in mm: what lies on it is as large as it is printed."),
    "board": Option("bool", "Whether the printed board lies below, which it does when not given."),
    "when": Option("when", "Shows only spaces of which the condition (or all of a list) holds."),
    "layers": Option("elements", "What lies on the map, the lowest first."),
    "notes": Option("elements", "What is written below the map."),
}
"""What `position.yaml` says."""

LAYER: dict[str, Option] = {
    "of": Option("name", "The type whose copies lie there; one thing of the game as a whole when not given."),
    "at": Option(
        "text",
        "The field that holds the space, or spaces, where it lies; several in one space lie side by side. "
        "Not given, the copy is a space, and is covered.",
    ),
    "show": Option("text", "The field that holds what is drawn, where that is something else."),
    "layout": Option("text", "The template that draws it."),
    "when": Option("when", "Only copies of which the condition (or all of a list) holds."),
    "turn": Option("text", "A field: by how many sides it is turned clockwise."),
    "side": Option("text", "A field: the side at which it lies, from 1 on top on clockwise, then turned."),
    "out": Option("ratio", "How far out it lies towards its side; 1 is on the edge, 0.6 when not given."),
    "along": Option("bool", "Whether it lies along its side."),
    "shape": Option("name", "How it is cut: rect, round, or space, which is the outline of a space."),
    "size": Option("length", "How wide it is, in mm, if not as it is printed."),
    "with": Option("mapping", "More fields for the template."),
}
"""What a layer says."""

NOTE: dict[str, Option] = {
    "text": Option("text", "A line, with fields."),
    "of": Option("name", "A line for each copy of this type; one for the game when not given."),
    "when": LAYER["when"],
}
"""What a note says."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One kind of thing on the map. Paths are empty where nothing is said."""

    layout: str
    place: Place
    of: str = ""
    at: str = ""
    show: str = ""
    when: tuple[Test, ...] = ()
    turn: str = ""
    side: str = ""
    out: float = 0.6
    along: bool = False
    shape: str = "rect"
    size: float = 0.0
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Note:
    """A line, or one for each copy of a type."""

    text: str
    of: str = ""
    when: tuple[Test, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """How a map in play is drawn. `space` is in mm."""

    layers: tuple[Layer, ...]
    space: float = 50.0
    board: bool = True
    when: tuple[Test, ...] = ()
    notes: tuple[Note, ...] = ()


def read_position(document: Document, game: Game, report: Report) -> Position | None:
    """What a file says, checked against the game's types; None after reporting that it is no mapping.

    Codes: PCG0403, PCG0455, PCG0701, PCG0702, PCG0755.
    """
    place = document.place()
    if not isinstance(document.root, dict):
        report(Diagnostic("PCG0702", "it must be a mapping with 'layers'", place.whole()))
        return None
    found = read_options(place, POSITION, report, "a position")
    if "layers" not in place.container:
        report(Diagnostic("PCG0702", "a position has no 'layers'", place.whole(), POSITION["layers"].doc))
    layers = [_layer(one, game, report) for one in _rows(place, "layers", report)]
    notes = [_note(one, game, report) for one in _rows(place, "notes", report)]
    for test in found.get("when", ()):
        for of in sorted({space.definition.type for map_ in game.maps.values() for space in map_.spaces}):
            _leads(place, of, game, "when", test.path, {_ANY}, report)
    return Position(
        tuple(layer for layer in layers if layer is not None),
        found.get("space", 50.0) or 50.0,
        found.get("board", True),
        found.get("when", ()),
        tuple(note for note in notes if note is not None),
    )


def _rows(place: Place, key: str, report: Report) -> Iterator[Place]:
    """The mappings of a list; other things in it are reported."""
    rows = place.container.get(key, [])
    if not isinstance(rows, list):
        report(Diagnostic("PCG0702", f"'{key}' must be a list", place.value(key), POSITION[key].doc))
        return
    for at, row in enumerate(rows):
        if isinstance(row, dict):
            yield place.inside(key).inside(at)
        else:
            span = place.inside(key).value(at)
            report(Diagnostic("PCG0702", f"an item of '{key}' must be a mapping", span, POSITION[key].doc))


def _layer(place: Place, game: Game, report: Report) -> Layer | None:
    found = read_options(place, LAYER, report, "a layer")
    if "layout" not in found:
        if "layout" not in place.container:
            report(Diagnostic("PCG0702", "a layer has no 'layout'", place.whole(), LAYER["layout"].doc))
        return None
    if not _type_is_there(place, game, report):
        return None
    if found.get("shape", "rect") not in SHAPES:
        hint = did_you_mean(found["shape"], SHAPES) or f"there are {', '.join(SHAPES)}"
        report(Diagnostic("PCG0702", f"there is no shape `{found['shape']}`", place.value("shape"), hint))
        found["shape"] = "rect"
    found["extra"] = found.pop("with", {})
    layer = Layer(place=place, **found)
    return layer if _paths(layer, game, report) else None


def _note(place: Place, game: Game, report: Report) -> Note | None:
    found = read_options(place, NOTE, report, "a note")
    if "text" not in found:
        if "text" not in place.container:
            report(Diagnostic("PCG0702", "a note has no 'text'", place.whole(), NOTE["text"].doc))
        return None
    if not _type_is_there(place, game, report):
        return None
    note = Note(**found)
    paths = [("when", test.path) for test in note.when]
    paths += [("text", reference.path) for reference in references(note.text)]
    fine = [_leads(place, note.of, game, key, path, {_ANY}, report) for key, path in paths]
    return note if all(fine) else None


def _type_is_there(place: Place, game: Game, report: Report) -> bool:
    of = place.container.get("of")
    if of is None or of in game.entities:
        return True
    report(
        Diagnostic("PCG0455", f"there is no type `{of}`", place.value("of"), did_you_mean(of, game.entities))
    )
    return False


# --- the fields that a layer names ------------------------------------------------------------------

_WORDS = frozenset(("id", "name", "type", "text", "art"))
_ANY = "anything"
_HOLDS = {"at": "a space", "show": "anything that has a face", "turn": "a number", "side": "a number"}


def _paths(layer: Layer, game: Game, report: Report) -> bool:
    """Whether the fields that a layer names are there and hold what they must."""
    spaces = space_types(game)
    wanted = {"at": spaces, "show": set(game.entities), "turn": {"int"}, "side": {"int"}}
    paths = [(key, getattr(layer, key), kinds) for key, kinds in wanted.items() if getattr(layer, key)]
    paths += [("when", test.path, {_ANY}) for test in layer.when]
    fine = [_leads(layer.place, layer.of, game, key, path, kinds, report) for key, path, kinds in paths]
    if not layer.at and layer.of not in spaces:
        what = f"`{layer.of}` is no type of spaces" if layer.of else "the game is no space"
        hint = (
            f"say where it lies: `at: FIELD`, a field that holds a {' or '.join(sorted(spaces)) or 'space'}"
        )
        report(Diagnostic("PCG0755", what, layer.place.whole(), hint))
        return False
    return all(fine)


def space_types(game: Game) -> set[str]:
    """The types of spaces, and those that they extend."""
    found = {space.definition.type for map_ in game.maps.values() for space in map_.spaces}
    return found | {base for name in found for base in bases(game, name)}


def bases(game: Game, name: str) -> Iterator[str]:
    """The types that a type extends."""
    base = game.entities[name].extends
    while base is not None:
        yield base
        base = game.entities[base].extends


def _leads(place: Place, of: str, game: Game, key: str, path: str, kinds: set[str], report: Report) -> bool:
    """Whether a path leads to something of one of some types."""
    known: Mapping[str, Any] = known_fields(game, of)
    type_: Any = None
    for name in path.split("."):
        listed = name.isdigit() and isinstance(type_, ListType | ZoneType)
        if name not in known and not listed:
            whose = f"`{of}`" if of else "the game"
            hint = did_you_mean(name, known) or f"there are {', '.join(sorted(known)) or 'no fields here'}"
            message = f"`{path}` leads nowhere from {whose}: there is no `{name}`"
            report(Diagnostic("PCG0755", message, place.value(key), hint))
            return False
        type_ = type_.item if listed else known[name]
        known = _inside(game, type_)
    if kinds == {_ANY} or _bare(type_) in kinds:
        return True
    report(Diagnostic("PCG0755", f"`{path}` doesn't hold {_HOLDS[key]}", place.value(key), LAYER[key].doc))
    return False


def known_fields(game: Game, of: str) -> dict[str, Any]:
    """What is known of a copy of a type, or of the game (""), with its type."""
    found: dict[str, Any] = {"game": _ANY, "settings": {name: s.type for name, s in game.settings.items()}}
    if of:
        found |= dict.fromkeys(_WORDS)
        for name, entity in game.entities.items():
            if of in (name, *bases(game, name)):
                found |= {n: field.type for n, field in entity.fields.items()}
                found |= {n: state.type for n, state in entity.state.items()}
        if game.entities[of].kind == "player":
            found["seat"] = None
    return found


def type_shown(layer: Layer, game: Game) -> str:
    """The type of what a layer draws; "" for the game."""
    known, type_ = known_fields(game, layer.of), None
    for name in layer.show.split(".") if layer.show else ():
        type_ = known.get(name)
        known = _inside(game, type_)
    return _bare(type_) if layer.show else layer.of


def _inside(game: Game, type_: Any) -> dict[str, Any]:
    """The fields of a value of a type; of its items, if it is a list."""
    if type_ == _ANY:
        return {name: state.type for name, state in game.state.items()}
    if isinstance(type_, dict):
        return type_
    while isinstance(type_, OptionalType | ListType | ZoneType):
        type_ = type_.item
    if isinstance(type_, EntityType) and type_.name in game.entities:
        return known_fields(game, type_.name)
    return {}


def _bare(type_: Any) -> str:
    """The name of a type, without what may be missing and what there may be several of."""
    while isinstance(type_, OptionalType | ListType | ZoneType):
        type_ = type_.item
    return type_.name if isinstance(type_, EntityType) else str(type_)
