"""No content, however broken, ends in a traceback; and what is loaded can be relied on."""

from __future__ import annotations

import copy
import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from overlay import BASE, lay, load

from pycardgen.diagnostics import Collector
from pycardgen.model.game import Game
from pycardgen.source.reader import read_yaml

FILES = sorted(path.relative_to(BASE).as_posix() for path in BASE.rglob("*.yaml"))
ROOTS = {name: read_yaml(BASE / name, name, Collector()) for name in FILES}
WORDS = st.sampled_from(
    [
        "Lamp",
        "Tile",
        "Player",
        "list[Lamp]",
        "Zone[Lamp]",
        "int = x",
        "int",
        "a",
        "A01",
        "Z99",
        "all",
        "cave",
        "{x}",
        "_",
    ]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 99) | st.just(1.5) | st.just("") | WORDS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(WORDS, inner, max_size=2),
    max_leaves=4,
)


def spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value within a value."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(spot for key, part in parts for spot in spots(part, (*path, key)))]


@st.composite
def broken(draw: st.DrawFn) -> dict[str, str]:
    """Some files of the base game with a few values replaced, taken out, or doubled."""
    files: dict[str, str] = {}
    for name in draw(st.lists(st.sampled_from(FILES), min_size=1, max_size=2, unique=True)):
        document = ROOTS[name]
        assert document is not None
        root = copy.deepcopy(document.root)
        for _ in range(draw(st.integers(1, 3))):
            path = draw(st.sampled_from(spots(root)))
            root = change(draw, root, path)
        files[name] = json.dumps(root)
    return files


def change(draw: st.DrawFn, root: Any, path: tuple[Any, ...]) -> Any:
    if not path:
        return draw(VALUES) if draw(st.integers(0, 9)) == 0 else root
    inner = root
    for step in path[:-1]:
        inner = inner[step]
    how = draw(st.sampled_from(["replace", "delete", "rename", "double"]))
    if how == "replace":
        inner[path[-1]] = draw(VALUES)
    elif how == "double" and isinstance(inner, list):
        inner.append(copy.deepcopy(inner[path[-1]]))
    elif how == "rename" and isinstance(inner, dict):
        inner[draw(WORDS)] = inner.pop(path[-1])
    else:
        del inner[path[-1]]
    return root


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(broken())
def test_no_content_ends_in_a_traceback(files: dict[str, str]) -> None:
    with tempfile.TemporaryDirectory() as made:
        game, found = load(lay(Path(made) / "lamps", dict(files)))
        assert game is not None or found
        assert all(d.span is not None and d.message for d in found)
        if game is not None:
            holds_together(game)


def holds_together(game: Game) -> None:
    """What later stages rely on."""
    every = [*game.definitions.values(), *(found.definition for found in game.missions.values())]
    for map_ in game.maps.values():
        every += [map_.definition, *(space.definition for space in map_.spaces)]
        assert len(map_.edges) == len(map_.spaces)
        assert all(0 <= to < len(map_.spaces) for row in map_.edges for to in row)
        assert all(-1 <= to < len(map_.spaces) for row in map_.sides for to in row)
        assert len({space.definition.id for space in map_.spaces}) == len(map_.spaces)
    for definition in every:
        assert set(definition.fields) == set(game.entities[definition.type].fields)
        assert 0 <= definition.count <= 10_000
        for behaviour in definition.behaviours:
            tables = {"on": game.events, "modify": game.values, "replace": game.hooks, "use": game.windows}
            assert behaviour.name in tables[behaviour.kind]
    for entity in game.entities.values():
        assert entity.extends is None or entity.extends in game.entities
    assert game.default_map is None or game.default_map in game.maps
    assert game.default_mission is None or game.default_mission in game.missions
    assert all(name in game.maps for mission in game.missions.values() for name in mission.maps)
