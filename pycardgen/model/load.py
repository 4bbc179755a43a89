"""Loading a game: from a folder, and the packs laid over it, to a `Game`.

Everything that is wrong is reported, and as much as possible is loaded all the same, so that checks can
go on. One root cause is one error: what refers to something that could not be loaded is not reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pycardgen.diagnostics import DiagnosticError, Report, Span
from pycardgen.model.game import Game, MapDecl, MissionDecl, RulesFile, Setting
from pycardgen.model.load_definitions import Reader, load_content
from pycardgen.model.load_game import (
    load_components,
    load_limits,
    load_messages,
    load_settings,
    validate_game,
)
from pycardgen.model.load_maps import MapReaders, load_map
from pycardgen.model.load_missions import load_mission
from pycardgen.model.load_types import Types, load_types
from pycardgen.model.loading import Loading, root_mapping, was_given, words
from pycardgen.records import dataclass, field
from pycardgen.source import Code, Document, Place
from pycardgen.source.cache import Cache, open_cache, read_yaml_cached
from pycardgen.source.files import GAME_FILE, display, list_files, resolve_inside
from pycardgen.source.pause import collector_paused
from pycardgen.source.text import read_text

_NAMED = {"game.yaml": "game", "types.yaml": "types", "messages.yaml": "messages", "bots.star": "bots"}
_FOLDERS = frozenset(("types", "messages", "maps", "missions", "rules"))
_OF_PLAY = ("start", "sides", "endings", "scopes", "limits")
"""What a game that is played says of itself. One that says none of it, and has no rules, is only printed."""
_OTHERS = frozenset(("layouts", "i18n", "theme.yaml", "sheets.yaml", "position.yaml"))
"""What other parts of the tool read."""


@dataclass(slots=True)
class Layer:
    """The files of a game, or of one pack: documents by what they are for, and rules."""

    folder: Path
    documents: dict[str, list[Document]] = field(default_factory=dict)
    rules: list[RulesFile] = field(default_factory=list)
    bots: list[RulesFile] = field(default_factory=list)

    def of(self, kind: str) -> list[Document]:
        """The documents of one sort."""
        return self.documents.get(kind, [])


def load_game(folder: Path, report: Report, packs: Sequence[Path] = ()) -> Game | None:
    """The game of a folder with packs laid over it, in this order.

    A folder that is itself a pack is laid over its base, the game with that id in a folder beside it. None
    when the game can't be understood at all: its game.yaml or types.yaml can't be read.
    """
    with collector_paused():
        return _load(Loading(report), folder, packs)


def _load(loading: Loading, folder: Path, packs: Sequence[Path]) -> Game | None:
    cache = open_cache()
    layers = [_read_layer(loading, cache, part) for part in (folder, *packs)]
    base = _base_of(loading, layers[0])
    if base is not None:
        layers.insert(0, _read_layer(loading, cache, base))
    heads = [_game_head(loading, layer) for layer in layers]
    types = [list(_roots(loading, [layer], "types")) for layer in layers]
    if not types[0]:
        _types_missing(loading, layers[0])
    if any(head is None for head in heads) or not types[0] or "extends" in _raw(heads[0]):
        return None
    if "types" in loading.unread:
        return None
    files = [head for head in heads if head is not None]
    loading.printed = not any(was_given(files[0], key) for key in _OF_PLAY) and not any(
        layer.rules or layer.bots for layer in layers
    )
    for place in files:
        validate_game(loading, place)
    _check_packs(loading, files)
    return _assemble(loading, layers, files, [place for part in types for place in part])


def _raw(place: Place | None) -> dict[str, Any]:
    return place.container if place is not None else {}


# --- files ----------------------------------------------------------------------------------------


def _read_layer(loading: Loading, cache: Cache, folder: Path) -> Layer:
    """Read all files of a folder. Those that can't be read are reported and noted."""
    layer = Layer(folder)
    if not (folder / GAME_FILE).is_file():
        loading.unread.add("game")
        hint = "a game is a folder with a game.yaml"
        loading.error(
            "PCG0300", f"there is no game at {display(folder)}", Span(display(folder / GAME_FILE)), hint
        )
        return layer
    files = list_files(folder, loading.report)
    for path in files.yaml:
        kind = file_kind(path.relative_to(folder))
        if kind is None:
            continue
        found = read_yaml_cached(path, display(path), loading.report, cache)
        if found is None:
            loading.failed.append(display(path))
            loading.unread.add(kind)
        else:
            layer.documents.setdefault(kind, []).append(found)
    for path in files.star:
        kind = file_kind(path.relative_to(folder))
        if kind in ("rules", "bots"):
            _read_rules(loading, path, layer.rules if kind == "rules" else layer.bots)
    return layer


def file_kind(path: Path) -> str | None:
    """What a file is for, by its path in its game's folder: game, types, messages, maps, missions, rules,
    bots or content; None when other parts of the tool read it.
    """
    top = path.parts[0]
    if top in _OTHERS:
        return None
    named = _NAMED.get(top) if len(path.parts) == 1 else top if top in _FOLDERS else None
    if path.suffix == ".star":
        return named if named in ("rules", "bots") else None
    return "content" if named in (None, "rules") else named


def _read_rules(loading: Loading, path: Path, into: list[RulesFile]) -> None:
    text = read_text(path, display(path), loading.report)
    if text is None:
        loading.failed.append(display(path))
    else:
        into.append(RulesFile(display(path), Code.of_file(display(path), text)))


def _game_head(loading: Loading, layer: Layer) -> Place | None:
    """The root of game.yaml."""
    for document in layer.of("game"):
        place = root_mapping(loading, document)
        if place is not None:
            return place
        if document.root is None:
            loading.error("PCG0200", "the file is empty", Span(document.file), "begin it with `id: ...`")
    return None


def _types_missing(loading: Loading, layer: Layer) -> None:
    """Report that a game has no types.yaml, or an empty one; a pack needs none."""
    game = _game_root(layer)
    if game is None or "extends" in game.container or "types" in loading.unread:
        return
    hint = "it declares at least one type, such as `types: {Card: {kind: card}}`"
    if all(document.root is None for document in layer.of("types")):
        loading.error("PCG0301", "the game declares no types in types.yaml", game.key("id"), hint)


def _game_root(layer: Layer) -> Place | None:
    for document in layer.of("game"):
        if isinstance(document.root, dict):
            return document.place()
    return None


# --- packs ----------------------------------------------------------------------------------------


def _base_of(loading: Loading, layer: Layer) -> Path | None:
    """The folder of the game that a pack extends, when the folder to load is a pack."""
    place = _game_root(layer)
    wanted = _raw(place).get("extends")
    if place is None or not isinstance(wanted, str):
        return None
    found: dict[str, Path] = {}
    for file in sorted(layer.folder.absolute().parent.glob(f"*/{GAME_FILE}")):
        id_ = _id_in(file)
        if id_ is not None and file.parent != layer.folder.absolute():
            found.setdefault(id_, file.parent)
    if wanted in found:
        return layer.folder.parent / found[wanted].name
    loading.unknown("PCG0306", "game", wanted, place.value("extends"), found)
    return None


def _id_in(file: Path) -> str | None:
    """The id that a game.yaml gives, without judging the rest of it."""
    from pycardgen.diagnostics import Collector
    from pycardgen.source.reader import read_yaml

    document = read_yaml(file, display(file), Collector())
    root = document.root if document is not None else None
    id_ = root.get("id") if isinstance(root, dict) and "extends" not in root else None
    return id_ if isinstance(id_, str) else None


def _check_packs(loading: Loading, files: Sequence[Place]) -> None:
    """That each pack extends this game, and that none is loaded twice."""
    base = files[0].container.get("id")
    seen = {base}
    for place in files[1:]:
        raw = place.container
        if "extends" not in raw:
            text = f"`{raw.get('id', 'this')}` is a game, not a pack"
            loading.error("PCG0307", text, place.key("id"), f"a pack has `extends: {base}`")
        elif base is not None and raw["extends"] != base:
            text = f"this pack extends `{raw['extends']}`, not `{base}`"
            loading.error("PCG0306", text, place.value("extends"), f"load it with `{raw['extends']}`")
        if raw.get("id") in seen and "id" in raw:
            loading.error("PCG0307", f"`{raw['id']}` is loaded twice", place.value("id"), "name it once")
        seen.add(raw.get("id"))


# --- putting it together --------------------------------------------------------------------------


def _assemble(
    loading: Loading, layers: Sequence[Layer], files: Sequence[Place], types_files: Sequence[Place]
) -> Game:
    head = files[0]
    raw = head.container
    types = load_types(loading, types_files, words(head, "scopes"))
    settings = load_settings(loading, files)
    decisions, messages = load_messages(loading, types, list(_roots(loading, layers, "messages")))
    definitions = load_content(loading, types, [(layer.folder, layer.of("content")) for layer in layers])
    maps = _maps(loading, types, layers)
    missions = _missions(loading, types, layers, maps, settings)
    players = raw.get("players", {})
    return Game(
        id=raw.get("id", "game"),
        title=raw.get("title", raw.get("id", "game")),
        version=raw.get("version", "0.0.0"),
        language=raw.get("language", "en"),
        players=(players.get("min", 1), max(players.get("max", 1), players.get("min", 1))),
        sides=words(head, "sides"),
        endings=words(head, "endings"),
        scopes=words(head, "scopes"),
        start="" if loading.printed else raw.get("start", "setup"),
        enums=loading.enums,
        entities=loading.entities,
        state=types.state,
        memory=types.memory,
        settings=settings,
        events=types.events,
        values=types.values,
        hooks=types.hooks,
        windows=types.windows,
        decisions=decisions,
        messages=messages,
        definitions=definitions,
        maps=maps,
        missions=missions,
        default_map=_default(loading, files, "maps", "PCG0320", "map", maps),
        default_mission=_default(loading, files, "missions", "PCG0321", "mission", missions),
        components=load_components(loading, files),
        limits=load_limits(head),
        packs=tuple(place.container.get("id", "pack") for place in files[1:]),
        rules=tuple(file for layer in layers for file in layer.rules),
        bots=tuple(file for layer in layers for file in layer.bots),
        printing=tuple(job for place in files for job in place.container.get("print", ()) if job is not None),
        printing_places=tuple(_print_places(files)),
        folders=tuple(str(layer.folder) for layer in layers),
        failed_files=tuple(loading.failed),
        broken=frozenset(loading.broken),
        place=head,
    )


def _print_places(files: Iterable[Place]) -> Iterator[Place]:
    for place in files:
        for index, job in enumerate(place.container.get("print", ())):
            if job is not None:
                yield place.inside("print").inside(index)


def _roots(loading: Loading, layers: Iterable[Layer], kind: str) -> Iterator[Place]:
    """The roots of files of one sort; `types.yaml` comes before `types/*.yaml`."""
    for layer in layers:
        for document in sorted(layer.of(kind), key=lambda document: document.file.count("/")):
            place = root_mapping(loading, document)
            if place is not None:
                yield place


def _default(
    loading: Loading, files: Sequence[Place], key: str, code: str, what: str, known: dict[str, Any]
) -> str | None:
    """The map or mission that is played when none is named: the last pack's word counts."""
    chosen: str | None = None
    for place in files:
        name = place.container.get(key, {}).get("default")
        if name is not None and name in known:
            chosen = name
        elif name is not None:
            loading.unknown(code, what, name, place.inside(key).value("default"), known)
    return chosen


def _maps(loading: Loading, types: Types, layers: Sequence[Layer]) -> dict[str, MapDecl]:
    readers = MapReaders(loading, types, {})
    found: dict[str, MapDecl] = {}
    origin: dict[str, int] = {}
    for number, layer in enumerate(layers):
        for document in layer.of("maps"):
            place = root_mapping(loading, document)
            if place is None or not _take_id(loading, place, number, found, origin, "map"):
                continue
            made = load_map(readers, place)
            if made is not None:
                found[made.id] = made
                loading.broken.discard(made.id)
    return found


def _missions(
    loading: Loading,
    types: Types,
    layers: Sequence[Layer],
    maps: dict[str, MapDecl],
    settings: dict[str, Setting],
) -> dict[str, MissionDecl]:
    readers: dict[str, Reader] = {}
    found: dict[str, MissionDecl] = {}
    origin: dict[str, int] = {}
    for number, layer in enumerate(layers):
        for document in layer.of("missions"):
            place = root_mapping(loading, document)
            if place is None or not _take_id(loading, place, number, found, origin, "mission"):
                continue
            made = load_mission(loading, types, readers, place, maps, settings)
            if made is not None:
                found[made.id] = made
                loading.broken.discard(made.id)
            _mission_rules(loading, layer, place)
    return found


def _take_id(
    loading: Loading, place: Place, layer: int, found: dict[str, Any], origin: dict[str, int], what: str
) -> bool:
    """Whether a map's or mission's id is free, or may be replaced by this pack."""
    raw = place.container
    wanted = raw.get("replace")
    if isinstance(wanted, str):
        span = place.value("replace")
        del raw["replace"]
        raw.setdefault("id", wanted)
        if layer == 0 or wanted not in found:
            loading.unknown("PCG0304", what, wanted, span, found if layer else ())
        elif origin[wanted] > 0:
            loading.error(
                "PCG0305", f"the {what} `{wanted}` is replaced twice", span, "the packs don't go together"
            )
        origin[wanted] = layer
        return True
    id_ = raw.get("id")
    if not isinstance(id_, str):
        return True
    if id_ in found:
        first = found[id_].definition.place
        loading.twice("PCG0303", "the id", id_, place.value("id"), first.value("id") if first else None)
        return False
    origin[id_] = layer
    loading.broken.add(id_)
    return True


def _mission_rules(loading: Loading, layer: Layer, place: Place) -> None:
    """Read the rules file that a mission brings, unless it is under rules/ and so read already."""
    relative = place.container.get("rules")
    if not isinstance(relative, str):
        return
    span = place.value("rules")
    try:
        path = resolve_inside(layer.folder, relative, span)
    except DiagnosticError as error:
        for diagnostic in error.diagnostics:
            loading.report(diagnostic)
        return
    if any(file.file == display(path) for file in layer.rules):
        return
    if not path.is_file():
        loading.error(
            "PCG0330", f"there is no file {display(path)}", span, "its path begins at the game's folder"
        )
        return
    _read_rules(loading, path, layer.rules)
