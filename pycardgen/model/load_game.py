"""Loading game.yaml and messages.yaml: what a game says of itself, its settings, its words to players."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from pycardgen.diagnostics import Related, did_you_mean
from pycardgen.model.derive import entity_schema
from pycardgen.model.game import Component, EnumDecl, Limits, Setting, Signature
from pycardgen.model.load_types import Types, fit_default, parameters, read_type
from pycardgen.model.loading import Loading, mapping_at, validated, words
from pycardgen.model.names import reserved
from pycardgen.model.schema import Checker, checker, validate
from pycardgen.model.types import OFFER, BoolType, EnumType, IntType, NeverType, StrType
from pycardgen.model.values import reader
from pycardgen.records import dataclass, field
from pycardgen.source import Code, Place

_SECTIONS = ("settings", "scopes", "sides", "endings")

MADE_ENUMS = (("Side", "sides"), ("Ending", "endings"))
"""Enums that are made from lists of game.yaml."""


def validate_game(loading: Loading, place: Place) -> None:
    """Check the form of a game.yaml, and declare the enums that are made from it."""
    pack = "extends" in place.container
    needed = () if pack or loading.printed else ("players", "start")
    validated(loading, place, checker("pack" if pack else "game", *needed), _SECTIONS)
    if pack:
        return
    players = place.container.get("players", {})
    if "min" in players and "max" in players and players["min"] > players["max"]:
        loading.error(
            "PCG0204", "`min` is greater than `max`", place.inside("players").value("min"), "swap them"
        )
    for name, key in MADE_ENUMS:
        loading.enums[name] = EnumDecl(name, words(place, key), place)


# --- settings -------------------------------------------------------------------------------------


@dataclass(slots=True)
class Settings:
    """Settings by name, and which pack gave each another default."""

    found: dict[str, Setting] = field(default_factory=dict)
    overridden: dict[str, Place] = field(default_factory=dict)


def load_settings(loading: Loading, files: Sequence[Place]) -> dict[str, Setting]:
    """The settings of a game and what its packs make of them."""
    settings = Settings()
    for layer, file in enumerate(files):
        place = mapping_at(file, "settings")
        for name, value in place.container.items() if place else ():
            assert place is not None
            if isinstance(value, dict):
                _declare(loading, settings, name, place)
            elif layer > 0:
                _override(loading, settings, name, place)
    return settings.found


def _declare(loading: Loading, settings: Settings, name: str, place: Place) -> None:
    first = settings.found.get(name)
    if first is not None:
        known = first.place.key(name) if first.place else None
        hint = "a pack gives another default as `NAME: VALUE`"
        loading.twice("PCG0222", "the setting", name, place.key(name), known, hint)
        return
    if reason := reserved(name):
        loading.error("PCG0215", reason, place.key(name), "choose another name")
        loading.broken.add(name)
        return
    at, raw = place.inside(name), place.container[name]
    type_ = read_type(loading, raw["type"], at.code("type"), "field")
    if not isinstance(type_, IntType | BoolType | StrType | EnumType | NeverType):
        loading.error(
            "PCG0221",
            f"a setting can't be `{type_}`",
            at.value("type"),
            "it may be int, bool, str or an enum",
        )
        loading.broken.add(name)
        return
    low, high = raw.get("min"), raw.get("max")
    if not isinstance(type_, IntType | NeverType) and (low is not None or high is not None):
        loading.error(
            "PCG0218",
            "`min` and `max` are for ints",
            at.key("min" if low is not None else "max"),
            "delete them",
        )
        low = high = None
    default = fit_default(loading, name, type_, raw["default"], at.value("default"), low, high)
    settings.found[name] = Setting(name, type_, default, raw.get("text", ""), low, high, place)


def _override(loading: Loading, settings: Settings, name: str, place: Place) -> None:
    """A pack's other default."""
    setting = settings.found.get(name)
    if setting is None:
        loading.unknown("PCG0322", "setting", name, place.key(name), settings.found)
    elif name in settings.overridden:
        related = Related(settings.overridden[name].key(name), "the first one")
        text = f"two packs give `{name}` another default"
        loading.error("PCG0305", text, place.key(name), "they don't go together", related)
    else:
        settings.overridden[name] = place
        value = setting_value(loading, setting, place, name)
        settings.found[name] = replace(setting, default=value)


def setting_value(loading: Loading, setting: Setting, place: Place, key: str) -> Any:
    """A value for a setting; what doesn't fit is reported."""
    return fit_default(
        loading, setting.name, setting.type, place.container[key], place.value(key), setting.low, setting.high
    )


# --- components, limits ---------------------------------------------------------------------------


def load_components(loading: Loading, files: Sequence[Place]) -> tuple[Component, ...]:
    """The component list; lines of packs that say the same as one before are added to it."""
    found: dict[tuple[str, str, str], Component] = {}
    for file in files:
        for component in _components(loading, file):
            key = (component.name, component.of, repr(sorted(component.where.items())))
            first = found.get(key)
            found[key] = component if first is None else replace(first, count=first.count + component.count)
    return tuple(found.values())


def _components(loading: Loading, file: Place) -> Iterator[Component]:
    for index, raw in enumerate(file.container.get("components", ())):
        if raw is None:
            continue
        place = file.inside("components").inside(index)
        of = raw["of"]
        if of not in loading.entities:
            loading.unknown("PCG0211", "type", of, place.value("of"), loading.entities)
            continue
        where = dict(raw.get("where", {}))
        if where:
            where = _where(loading, of, place.inside("where"))
        yield Component(raw["name"], of, raw["count"], where, place)


def _where(loading: Loading, of: str, place: Place) -> dict[str, Any]:
    entity = loading.entities[of]
    schema = entity_schema(entity, loading.members)
    properties = {name: schema["properties"][name] for name in (*entity.fields, "id")}
    check = Checker({"type": "object", "properties": properties, "additionalProperties": False})
    validate(place, check, loading.report)
    read = {name: reader(decl.type) for name, decl in entity.fields.items()}
    return {
        name: value if read.get(name) is None else read[name](value)  # type: ignore[misc]
        for name, value in place.container.items()
    }


def load_limits(place: Place) -> Limits:
    """When a game is stopped."""
    return Limits(**place.container.get("limits", {}))


# --- messages -------------------------------------------------------------------------------------

_PLACEHOLDER = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def load_messages(
    loading: Loading, types: Types, files: Sequence[Place]
) -> tuple[dict[str, Signature], dict[str, Signature]]:
    """Decisions and messages of the messages.yaml of a game and its packs."""
    decisions: dict[str, Signature] = {}
    messages: dict[str, Signature] = {}
    for file in files:
        validated(loading, file, checker("messages"), ("decisions", "messages"))
        for key, table, read in (("decisions", decisions, _decision), ("messages", messages, _message)):
            place = mapping_at(file, key)
            for name in place.container if place else ():
                assert place is not None
                first = table.get(name)
                if first is not None:
                    at = first.place.key(name) if first.place else None
                    loading.twice("PCG0222", f"the {key[:-1]}", name, place.key(name), at)
                elif (made := read(loading, types, name, place)) is not None:
                    table[name] = made
                else:
                    loading.broken.add(name)
    return decisions, messages


def _decision(loading: Loading, types: Types, name: str, place: Place) -> Signature | None:
    at = place.inside(name)
    raw = at.container
    if name.startswith("window:"):
        window = types.windows.get(name.removeprefix("window:"))
        if window is None:
            loading.unknown("PCG0225", "window", name.removeprefix("window:"), place.key(name), types.windows)
            return None
        for key in ("option", "args"):
            if key in raw:
                text = f"the question of a window has no `{key}`: they are those of the window"
                loading.error("PCG0225", text, at.key(key), "delete it")
        _placeholders(loading, at.code("text"), {*window.params, "player"})
        return Signature(name, window.params, OFFER, raw["text"], place)
    if "option" not in raw:
        hint = "the type of what is chosen, such as `option: Room`"
        loading.error("PCG0202", f"`option` is missing in `{name}`", place.key(name), hint)
        return None
    option = read_type(loading, raw["option"], at.code("option"), "field")
    params = parameters(loading, mapping_at(at, "args"))
    _placeholders(loading, at.code("text"), {*params, "player"})
    return Signature(name, params, option, raw["text"], place)


def _message(loading: Loading, types: Types, name: str, place: Place) -> Signature | None:
    at = place.inside(name)
    params = parameters(loading, mapping_at(at, "args"))
    _placeholders(loading, at.code("text"), set(params))
    return Signature(name, params, None, at.container["text"], place)


def _placeholders(loading: Loading, code: Code, known: set[str]) -> None:
    """Report what stands in braces and is no argument."""
    for number, line in enumerate(code.text.split("\n"), start=1):
        for found in _PLACEHOLDER.finditer(line):
            name = found[1]
            if found[0] in ("{{", "}}") or name in known or name in loading.broken:
                continue
            span = code.span(number, found.start(), number, found.end())
            if name is None or not _NAME.fullmatch(name):
                hint = "write `{name}` for an argument, `{{` and `}}` for braces"
                loading.error("PCG0224", f"`{found[0]}` stands for nothing", span, hint)
            else:
                hint = did_you_mean(name, known) or f"declare it: `args: {{{name}: ...}}`"
                loading.error("PCG0224", f"the text has no argument `{name}`", span, hint)
