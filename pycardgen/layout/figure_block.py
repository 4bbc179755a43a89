"""What a fenced block of the sort `figure` in a document describes.

    ```figure
    map: harbour
    around: C04
    radius: 2
    reach: {from: C04, steps: "{settings.pace}", through: {kind: [street, quay]}}
    path: [C04, C05, D05]
    marks: {C04: lantern}
    caption: Two steps from C04.
    ```

What can be reached is computed from the map and the settings, so a figure can't disagree with them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from pycardgen.diagnostics import Diagnostic, Report, did_you_mean
from pycardgen.layout import fields
from pycardgen.layout.board import Look
from pycardgen.layout.figures import Figure
from pycardgen.layout.game_board import board_spec
from pycardgen.layout.subjects import Subjects
from pycardgen.model.game import Definition, Game, MapDecl
from pycardgen.model.grids import directions
from pycardgen.records import dataclass
from pycardgen.source import Place

HEIGHT = 58.0
"""How high a figure is at most unless it says so, in mm."""

_KEYS = ("map", "around", "radius", "reach", "path", "marks", "height", "caption")
_REACH = ("from", "steps", "through", "stop", "color")
_SIZES = {"radius": 8, "height": 200}
_FAR = 20
"""The most steps that are followed."""


def read_figure(place: Place, subjects: Subjects, looks: Mapping[str, Look], report: Report) -> Figure | None:
    """The figure that a block describes; None after reporting what is wrong with it (PCG0770 to PCG0775)."""
    raw, game = place.container, subjects.game
    if not _known(place, _KEYS, "a figure", report):
        return None
    map_ = game.maps.get(str(raw.get("map")))
    if map_ is None or not map_.spaces:
        hint = did_you_mean(str(raw.get("map")), game.maps) or f"there are {', '.join(game.maps)}"
        report(Diagnostic("PCG0771", f"there is no map `{raw.get('map')}` to draw", place.value("map"), hint))
        return None
    return _Reading(place, subjects, map_, report).figure(looks)


def _known(place: Place, keys: Sequence[str], what: str, report: Report) -> bool:
    """Whether a mapping has only keys that are known."""
    unknown = [key for key in place.container if key not in keys]
    for key in unknown:
        hint = did_you_mean(str(key), keys) or f"it knows {', '.join(keys)}"
        report(Diagnostic("PCG0770", f"{what} has no option `{key}`", place.key(key), hint))
    return not unknown


@dataclass(slots=True)
class _Reading:
    """Reads one block; `wrong` once something was reported."""

    place: Place
    subjects: Subjects
    map: MapDecl
    report: Report
    wrong: bool = False

    def tell(self, code: str, message: str, place: Place, key: str | int, hint: str) -> None:
        self.wrong = True
        self.report(Diagnostic(code, message, place.value(key), hint))

    def figure(self, looks: Mapping[str, Look]) -> Figure | None:
        raw, game = self.place.container, self.subjects.game
        ids = [space.definition.id for space in self.map.spaces]
        radius, height = self.size("radius", 0), self.size("height", HEIGHT)
        centre = self.space(self.place, "around") if "around" in raw else ids[0]
        shown = set(ids)
        if "around" in raw and radius and centre in shown:
            shown = {ids[at] for at in _near(self.map, ids.index(centre), int(radius))}
        marks = self.marks()
        reached = self.all_reached()
        path = self.path()
        caption = self.filled(self.place, "caption") if "caption" in raw else ""
        if self.wrong:
            return None
        whole = board_spec(game, self.map, looks)
        spaces = [replace(s, symbol=marks.get(s.id, s.symbol)) for s in whole.spaces if s.id in shown]
        edges = [edge for edge in whole.edges if {edge.a, edge.b} <= shown]
        board = replace(whole, title="", legend=False, spaces=spaces, edges=edges)
        return Figure(board, reached, path, height, caption)

    # --- parts ---

    def size(self, key: str, default: float) -> float:
        value = self.place.container.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= _SIZES[key]:
            message = f"`{key}` of a figure must be a number from 1 to {_SIZES[key]}"
            self.tell("PCG0770", message, self.place, key, "`radius` is in steps, `height` in mm")
            return default
        return float(value)

    def space(self, place: Place, key: str | int) -> str:
        """The id of a space that stands under a key."""
        id_ = place.container[key]
        ids = [space.definition.id for space in self.map.spaces]
        if id_ not in ids:
            hint = did_you_mean(str(id_), ids) or "write the id of a space, as the map's file does"
            self.tell("PCG0772", f"the map `{self.map.id}` has no space `{id_}`", place, key, hint)
        return str(id_)

    def filled(self, place: Place, key: str | int) -> str:
        """A text with its fields filled in."""

        def unknown(path: str) -> None:
            hint = did_you_mean(path, whole)
            self.tell("PCG0705", f"there is no field '{path}'", place, key, hint)

        whole = self.subjects.whole()
        return fields.expand(fields.written(place.container[key]), whole, unknown)

    def marks(self) -> dict[str, str]:
        raw = self.place.container.get("marks", {})
        if not isinstance(raw, dict):
            self.tell("PCG0770", "`marks` must be a mapping", self.place, "marks", "such as `{C04: lantern}`")
            return {}
        place = self.place.inside("marks") if raw else self.place
        for id_ in raw:
            if id_ not in {space.definition.id for space in self.map.spaces}:
                hint = did_you_mean(str(id_), [space.definition.id for space in self.map.spaces])
                self.tell("PCG0772", f"the map `{self.map.id}` has no space `{id_}`", place, id_, hint)
        return {str(id_): str(icon) for id_, icon in raw.items()}

    def path(self) -> list[str]:
        """A way from space to neighbouring space."""
        raw = self.place.container.get("path", [])
        if not isinstance(raw, list):
            self.tell(
                "PCG0770", "`path` must be a list of spaces", self.place, "path", "such as `[C04, C05]`"
            )
            return []
        place = self.place.inside("path") if raw else self.place
        way = [self.space(place, at) for at in range(len(raw))]
        ids = [space.definition.id for space in self.map.spaces]
        for at, (one, other) in enumerate(pairwise(way), start=1):
            if {one, other} <= set(ids) and ids.index(other) not in self.map.edges[ids.index(one)]:
                hint = "name every space that the way crosses"
                self.tell("PCG0774", f"no step leads from `{one}` to `{other}`", place, at, hint)
        return way

    def all_reached(self) -> dict[str, str]:
        """The colour of every space that can be reached; where several apply, the first."""
        raw = self.place.container.get("reach", [])
        found: dict[str, str] = {}
        places = [self.place.inside("reach")] if isinstance(raw, dict) else []
        if isinstance(raw, list) and all(isinstance(one, dict) for one in raw):
            places = [self.place.inside("reach").inside(at) for at in range(len(raw))]
        elif not places:
            hint = "write `{from: SPACE, steps: 2}`"
            self.tell("PCG0770", "`reach` must be a mapping, or a list of them", self.place, "reach", hint)
        for place in places:
            for id_ in self.reached(place):
                found.setdefault(id_, str(place.container.get("color", "accent")))
        return found

    def reached(self, place: Place) -> list[str]:
        """Where steps lead from a space: through some spaces only, and never back to where they began."""
        raw = place.container
        if not _known(place, _REACH, "`reach`", self.report) or "from" not in raw:
            if "from" not in raw:
                self.tell("PCG0770", "`reach` doesn't say from where", place, "from", "write `from: SPACE`")
            self.wrong = True
            return []
        start, steps = self.space(place, "from"), self.steps(place)
        conditions = [self.condition(place, key) for key in ("through", "stop")]
        if self.wrong:
            return []
        through, stop = conditions
        found = steps_from(self.map, start, steps, through)
        definitions = {space.definition.id: space.definition for space in self.map.spaces}
        return [id_ for id_ in found if _fits(definitions[id_], stop)]

    def steps(self, place: Place) -> int:
        """A number of steps, or the sum of several."""
        raw = place.container.get("steps", 1)
        if not isinstance(raw, list) or not raw:
            return self.number(place, "steps") if "steps" in place.container else 1
        parts = place.inside("steps")
        return min(sum(self.number(parts, at) for at in range(len(raw))), _FAR)

    def number(self, place: Place, key: str | int) -> int:
        text = self.filled(place, key)
        if text.isdecimal() and 1 <= int(text) <= _FAR:
            return int(text)
        hint = f'a whole number from 1 to {_FAR}, or a field that holds one: `"{{settings.NAME}}"`'
        self.tell("PCG0773", f"`{text}` is no number of steps", place, key, hint)
        return 1

    def condition(self, place: Place, key: str) -> Mapping[str, Any]:
        """Fields and their values that spaces must have; each must be so of some space of the map."""
        wanted = place.container.get(key, {})
        if not isinstance(wanted, dict):
            self.tell("PCG0770", f"`{key}` must be a mapping", place, key, "such as `{kind: [street, quay]}`")
            return {}
        for name, values in wanted.items():
            for value in values if isinstance(values, list) else [values]:
                if not any(space.definition.fields.get(name) == value for space in self.map.spaces):
                    known = _values(self.subjects.game, self.map, name)
                    hint = did_you_mean(str(value), known) or f"there are {', '.join(known)}"
                    message = f"no space of the map `{self.map.id}` has `{name}: {value}`"
                    self.tell("PCG0775", message, place.inside(key), name, hint)
        return wanted


def _values(game: Game, map_: MapDecl, name: str) -> list[str]:
    """The values of a field on a map; without such a field, the fields that there are."""
    found = {str(s.definition.fields[name]) for s in map_.spaces if name in s.definition.fields}
    types = {space.definition.type for space in map_.spaces}
    return sorted(found or {name for type_ in types for name in game.entities[type_].fields})


# --- on the map ---------------------------------------------------------------------------------------


def steps_from(map_: MapDecl, start: str, most: int, through: Mapping[str, Any]) -> dict[str, int]:
    """How many steps it takes to each space that can be reached, by id; only spaces that fit are entered."""
    ids = [space.definition.id for space in map_.spaces]
    begin = ids.index(start)
    taken, edge = {begin: 0}, [begin]
    for step in range(1, most + 1):
        reached = dict.fromkeys(to for at in edge for to in map_.edges[at])
        edge = [at for at in reached if at not in taken and _fits(map_.spaces[at].definition, through)]
        taken.update(dict.fromkeys(edge, step))
    return {ids[at]: step for at, step in taken.items() if at != begin}


def _fits(definition: Definition, wanted: Mapping[str, Any]) -> bool:
    return all(
        definition.fields.get(name) in (values if isinstance(values, list) else [values])
        for name, values in wanted.items()
    )


def _near(map_: MapDecl, centre: int, radius: int) -> set[int]:
    """The spaces around one: on a grid by cells, so that a gap hides nothing; otherwise by steps."""
    if map_.grid.shape == "graph":
        found = steps_from(map_, map_.spaces[centre].definition.id, radius, {})
        return {centre} | {at for at, s in enumerate(map_.spaces) if s.definition.id in found}
    cells = {(int(space.x), int(space.y)): at for at, space in enumerate(map_.spaces)}
    near = {(int(map_.spaces[centre].x), int(map_.spaces[centre].y))}
    for _ in range(radius):
        near |= {(x + dx, y + dy) for x, y in near for dx, dy in directions(map_.grid, x)}
    return {cells[cell] for cell in near if cell in cells}
