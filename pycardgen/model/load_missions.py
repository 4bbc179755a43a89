"""Loading missions: a definition, the maps it is played on, what it fixes and what it sets aside."""

from __future__ import annotations

from collections.abc import Mapping

from pycardgen.model.game import MapDecl, MissionDecl, Setting
from pycardgen.model.load_definitions import Reader, valid_entry
from pycardgen.model.load_game import setting_value
from pycardgen.model.load_maps import entity_of
from pycardgen.model.load_types import Types
from pycardgen.model.loading import Loading
from pycardgen.source import Place

ALL = -1
"""The number of copies that are set aside when it is `all`."""


def load_mission(
    loading: Loading,
    types: Types,
    readers: dict[str, Reader],
    place: Place,
    maps: Mapping[str, MapDecl],
    settings: Mapping[str, Setting],
) -> MissionDecl | None:
    """The mission of a file; None when it has no id or type that can be used, which is reported."""
    entity = entity_of(loading, place, "mission")
    if entity is None:
        return None
    reader = readers.setdefault(entity.name, Reader(entity, loading.members))
    if not valid_entry(loading, reader.check, place):
        return None
    raw = place.container
    for index, name in enumerate(raw.get("maps", ())):
        if name not in maps:
            loading.unknown("PCG0320", "map", name, place.inside("maps").value(index), maps)
    fixed = {}
    for name in raw.get("settings", ()):
        at = place.inside("settings")
        if name in settings:
            fixed[name] = setting_value(loading, settings[name], at, name)
        else:
            loading.unknown("PCG0322", "setting", name, at.key(name), settings)
    return MissionDecl(
        reader.definition(place, types, loading, counted=False),
        tuple(name for name in raw.get("maps", ()) if name in maps),
        fixed,
        {id_: ALL if many == "all" else many for id_, many in raw.get("aside", {}).items()},
        raw.get("setup"),
        tuple(raw.get("goals", ())),
    )
