"""A loaded game: everything that its folder says, resolved and typed, before its rules are compiled.

Plain frozen dataclasses. `place` fields say where a thing stands in the source; they are None in a game
read back from a bundle and take no part in equality.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, Literal

from pycardgen.model.types import Type
from pycardgen.records import dataclass, field
from pycardgen.source import Code, Place

Seen = Literal["all", "owner", "nobody"]
Stage = Literal["set", "add", "cap", "floor"]

FieldValue = Any
"""A printed value: None, bool, int, str (also enums and ids of definitions), list or dict of these."""


class _Missing(Enum):
    MISSING = "missing"


MISSING = _Missing.MISSING
"""The default of a field or state that has none."""


def _place() -> Any:
    return field(default=None, compare=False, repr=False, metadata={"source": True})


@dataclass(frozen=True, slots=True)
class EnumDecl:
    """An enum of types.yaml."""

    name: str
    members: tuple[str, ...]
    place: Place | None = _place()


@dataclass(frozen=True, slots=True)
class FieldDecl:
    """A printed field of an entity type, of a mission, or of a map. Never changes in play.

    `low` and `high` bound an int; `text` says what the field is for.
    """

    name: str
    type: Type
    default: FieldValue = MISSING
    place: Place | None = _place()
    text: str = ""
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class StateDecl:
    """Something that play changes: of an entity type, of the game, or of a bot's memory.

    A zone is a state whose type is `Zone[T]`. `active`: whether the behaviours of the copies in it are in
    force. `resets` names the scope at whose end the state returns to its default; `sample` the bots'
    function that lists what a hidden value may be.
    """

    name: str
    type: Type
    default: FieldValue = MISSING
    seen_by: Seen = "all"
    resets: str | None = None
    sample: str | None = None
    active: bool = False
    start: tuple[str, ...] = ()
    recycle: str | None = None
    place: Place | None = _place()


@dataclass(frozen=True, slots=True)
class EntityDecl:
    """An entity type: `kind` is one of card, character, enemy, sector, token, die, map, mission, player.

    `extends` names the entity type whose fields and state it adds to (its own are listed first by ancestors).
    `fields` and `state` include what is inherited.
    """

    name: str
    kind: str
    extends: str | None
    fields: Mapping[str, FieldDecl]
    state: Mapping[str, StateDecl]
    place: Place | None = _place()


@dataclass(frozen=True, slots=True)
class Signature:
    """Parameters and result of an event, value, hook, window, decision or message."""

    name: str
    params: Mapping[str, Type]
    result: Type | None = None
    text: str = ""
    place: Place | None = _place()


@dataclass(frozen=True, slots=True)
class Setting:
    """A typed knob, fixed for one game. `low` and `high` bound an int."""

    name: str
    type: Type
    default: FieldValue
    text: str = ""
    low: int | None = None
    high: int | None = None
    place: Place | None = _place()


BehaviourKind = Literal["on", "modify", "replace", "use"]


@dataclass(frozen=True, slots=True)
class Behaviour:
    """How content changes the rules: one entry of `on`, `modify`, `replace` or `use`.

    `name` is the event, value, hook or (first) window; `stage` belongs to modify. `condition` and `body`
    are rules text: an expression, and for `modify` an expression too, else statements.
    """

    kind: BehaviourKind
    name: str
    body: Code
    condition: Code | None = None
    stage: Stage | None = None
    windows: tuple[str, ...] = ()
    label: str = ""
    place: Place | None = _place()


@dataclass(frozen=True, slots=True)
class Definition:
    """One entry of the content: a card, an enemy, a sector of a map, a mission.

    `fields` holds a value for every declared field, defaults included. `count` is how many copies there are.
    """

    id: str
    type: str
    name: str
    count: int
    fields: Mapping[str, FieldValue]
    behaviours: tuple[Behaviour, ...] = ()
    text: Mapping[str, str] = field(default_factory=dict)
    art: str | None = None
    place: Place | None = _place()


@dataclass(frozen=True, slots=True)
class Grid:
    """How the spaces of a map lie.

    `hex`: flat-top cells; `shifted` columns ("even" or "odd", counting from 1) sit half a cell lower.
    `square`: four neighbours, or eight with `diagonal`. `graph`: spaces with free positions.
    """

    shape: Literal["hex", "square", "graph"]
    columns: int
    rows: int
    shifted: Literal["even", "odd"] = "even"
    diagonal: bool = False


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a map: its definition and where it lies. For a grid `x`, `y` are column and row from 1;
    for a graph they are millimetres. `label` is what is printed in it.
    """

    definition: Definition
    x: float
    y: float
    label: str = ""


@dataclass(frozen=True, slots=True)
class MapDecl:
    """A map: itself a definition (of a type of kind `map`), its spaces in order, and its edges.

    `edges[i]` lists the spaces that can be stepped to from space i, in the order of directions for grids;
    `sides[i]` has one entry a direction, -1 where there is nothing. `one_way` edges are declared so.
    `facts` is what its file claims of it, as it stands there.
    """

    definition: Definition
    grid: Grid
    spaces: tuple[Space, ...]
    edges: tuple[tuple[int, ...], ...]
    sides: tuple[tuple[int, ...], ...]
    starts: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    title: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict, metadata={"source": True})

    @property
    def id(self) -> str:
        """The map's id."""
        return self.definition.id


@dataclass(frozen=True, slots=True)
class MissionDecl:
    """A mission: a definition of kind `mission`, the maps it is played on, the settings that it fixes, the
    copies it sets aside (`{definition id: how many}`, all when -1), and the rule that sets it up (None: the
    game's).
    """

    definition: Definition
    maps: tuple[str, ...]
    settings: Mapping[str, FieldValue]
    aside: Mapping[str, int]
    setup: str | None
    goals: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The mission's id."""
        return self.definition.id


@dataclass(frozen=True, slots=True)
class Component:
    """A line of the component list: `count` copies of definitions of type `of` whose fields match `where`."""

    name: str
    of: str
    count: int
    where: Mapping[str, FieldValue] = field(default_factory=dict)
    place: Place | None = _place()


@dataclass(frozen=True, slots=True)
class Limits:
    """When a game is stopped: numbers of steps and decisions a game, fuel a step, fuel a game."""

    steps: int = 20_000
    decisions: int = 50_000
    fuel: int = 2_000_000
    game_fuel: int = 200_000_000

    @property
    def light(self) -> int:
        """Fuel that a step may burn without counting towards the game's: the share of one step, or less."""
        return min(self.fuel, self.game_fuel // self.steps, 50_000)


@dataclass(frozen=True, slots=True)
class RulesFile:
    """A `.star` file: rules, or bots."""

    file: str
    code: Code


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game, packs and all.

    `definitions` holds the content; maps, their spaces, and missions are in `maps` and `missions`. `start` is
    the first step; a game without rules has none. `printing_places` has the place of each of `printing`.
    `failed_files` could not be parsed and `broken` names are declared but could not be loaded: what refers to
    them is no new problem.
    """

    id: str
    title: str
    version: str
    language: str
    players: tuple[int, int]
    sides: tuple[str, ...]
    endings: tuple[str, ...]
    scopes: tuple[str, ...]
    start: str
    enums: Mapping[str, EnumDecl]
    entities: Mapping[str, EntityDecl]
    state: Mapping[str, StateDecl]
    memory: Mapping[str, StateDecl]
    settings: Mapping[str, Setting]
    events: Mapping[str, Signature]
    values: Mapping[str, Signature]
    hooks: Mapping[str, Signature]
    windows: Mapping[str, Signature]
    decisions: Mapping[str, Signature]
    messages: Mapping[str, Signature]
    definitions: Mapping[str, Definition]
    maps: Mapping[str, MapDecl]
    missions: Mapping[str, MissionDecl]
    default_map: str | None
    default_mission: str | None
    components: tuple[Component, ...]
    limits: Limits
    packs: tuple[str, ...] = ()
    rules: tuple[RulesFile, ...] = field(default=(), metadata={"source": True})
    bots: tuple[RulesFile, ...] = field(default=(), metadata={"source": True})
    printing: tuple[Mapping[str, Any], ...] = field(default=(), metadata={"source": True})
    printing_places: tuple[Place, ...] = field(
        default=(), compare=False, repr=False, metadata={"source": True}
    )
    folders: tuple[str, ...] = field(default=(), metadata={"source": True})
    failed_files: tuple[str, ...] = field(default=(), metadata={"source": True})
    broken: frozenset[str] = field(default=frozenset(), metadata={"source": True})
    place: Place | None = _place()

    @property
    def played(self) -> bool:
        """Whether it has rules. A game without them is only printed."""
        return bool(self.start)
