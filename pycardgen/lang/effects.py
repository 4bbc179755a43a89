"""What functions do, through all that they call: who may ask, who only reads, what is never reached."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pycardgen.lang import ir
from pycardgen.lang.context import Level, Room, Sig, Unit, Use
from pycardgen.records import dataclass, field

Uses = Mapping[str, list[Use]]
"""What each function uses."""


@dataclass(slots=True, eq=False)
class Graph:
    """Who calls whom. `levels`: the most that a function may do; `modifiers`: those of each value."""

    unit: Unit
    uses: Uses
    modifiers: dict[str, list[str]] = field(default_factory=dict)
    levels: dict[str, Level] = field(default_factory=dict)

    def level(self, use: Use) -> Level:
        """The most that a use may do."""
        if use.kind == "call":
            return self.levels.get(use.name, Level.READS)
        return Level.READS if use.kind == "step" else use.level

    def after(self, use: Use) -> Iterable[str]:
        """The functions that run when something is used, at once or later."""
        if use.kind in ("call", "value", "hook", "step"):
            yield use.name
        if use.kind == "value":
            yield from self.modifiers.get(use.name, ())


def graph_of(unit: Unit, uses: Uses, effects: Iterable[ir.Effect]) -> Graph:
    """Work out the levels: raised until nothing changes."""
    graph = Graph(unit, uses)
    for effect in effects:
        if effect.kind == "modify":
            parts = [effect.body, *([effect.condition] if effect.condition else [])]
            graph.modifiers.setdefault(effect.name, []).extend(parts)
    callers: dict[str, set[str]] = {}
    for name, found in uses.items():
        for use in found:
            if use.kind == "call":
                callers.setdefault(use.name, set()).add(name)
    waiting = list(uses)
    while waiting:
        name = waiting.pop()
        level = max((graph.level(use) for use in uses[name]), default=Level.READS)
        if level > graph.levels.get(name, Level.READS):
            graph.levels[name] = level
            waiting.extend(callers.get(name, ()))
    return graph


# --- how much a function may do -----------------------------------------------------------------------------


def check_levels(graph: Graph, functions: Iterable[ir.Func], effects: Iterable[ir.Effect]) -> None:
    """Report what does more than its function, or its place in it, allows."""
    limits = _limits(graph.unit, effects)
    for func in functions:
        limit = limits.get(func.name)
        for use in graph.uses.get(func.name, ()):
            level = graph.level(use)
            if func.role == "bot" and _beyond_bots(graph, use, level):
                continue
            if limit is not None and level > limit.level:
                _report(graph, use, level, limit, "PCG0843")
            elif level > use.room.level:
                _report(
                    graph, use, level, use.room, "PCG0842" if use.room.level == Level.CHANGES else "PCG0843"
                )


def _limits(unit: Unit, effects: Iterable[ir.Effect]) -> dict[str, Room]:
    found = {
        name: Room(Level.READS, f"`{name}` is a value, and may only read") for name in unit.world.game.values
    }
    for name in ("controller", "side_of"):
        found[name] = Room(Level.READS, f"`{name}` may only read")
    for effect in effects:
        if effect.kind == "modify":
            found[effect.body] = Room(Level.READS, "what modifies a value may only read")
        if effect.condition:
            found[effect.condition] = Room(Level.READS, "a condition may only read")
    return found


_DOES = {
    Level.RANDOM: "takes random numbers",
    Level.CHANGES: "changes the game",
    Level.ASKS: "may ask a player",
}


def _report(graph: Graph, use: Use, level: Level, room: Room, code: str) -> None:
    name = use.name.removeprefix("bot:")
    if use.kind == "other":
        what = f"{name} is changed here" if name.startswith("`") else f"`{name}` {_DOES[level]}"
    elif use.kind == "hook":
        what = f"`{name}` is a hook, and what replaces it may ask a player"
    else:
        what = f"`{name}` {_DOES[level]}"
    hint = (
        "assign it to a local first"
        if code == "PCG0842"
        else "do it in a rule that runs as a step, or is called as a statement"
    )
    graph.unit.problems.error(code, use.at, f"{what}: {room.why}", hint)


def _beyond_bots(graph: Graph, use: Use, level: Level) -> bool:
    """Bots look and remember; random numbers they may take themselves."""
    direct = use.kind == "other" or use.name.startswith("bot:")
    if level < Level.CHANGES and (direct or level == Level.READS):
        return False
    if not use.name.startswith("bot:"):
        name = use.name if use.name.startswith("`") else f"`{use.name}`"
        does = "is changed here" if use.name.startswith("`") else _DOES[level]
        hint = "bots look at their view, and change only `memory.x`"
        graph.unit.problems.error("PCG0847", use.at, f"{name} {does}, and bots may not", hint)
    return True


# --- values that would read themselves ----------------------------------------------------------------------


def check_modifiers(graph: Graph, effects: Iterable[ir.Effect]) -> None:
    """Report modifiers that read the value that they modify, directly or through calls."""
    for effect in effects:
        if effect.kind != "modify":
            continue
        for start in (effect.body, *([effect.condition] if effect.condition else [])):
            for use in graph.uses.get(start, ()):
                if _reaches(graph, use, effect.name):
                    word = "reads" if use.name == effect.name else f"reads, through `{use.name}`,"
                    message = f"this modifies `{effect.name}`, and {word} it"
                    graph.unit.problems.error(
                        "PCG0844", use.at, message, "a modifier never reads its own value"
                    )
                    break


def _reaches(graph: Graph, use: Use, value: str) -> bool:
    if use.kind == "value" and use.name == value:
        return True
    seen: set[str] = set()
    waiting = list(graph.after(use))
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        for further in graph.uses.get(name, ()):
            if further.kind == "value" and further.name == value:
                return True
            waiting.extend(graph.after(further))
    return False


# --- what nobody uses ---------------------------------------------------------------------------------------


def warn_unused(graph: Graph, sigs: Iterable[Sig], roots: Iterable[str]) -> None:
    """Warn of functions that nothing reaches."""
    seen: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            for use in graph.uses.get(name, ()):
                waiting.extend(graph.after(use))
    for sig in sigs:
        if sig.name not in seen and sig.known:
            shown = sig.name.removeprefix("bot:")
            hint = (
                "delete it, or use it"
                if sig.role == "rule"
                else "bots answer decisions, windows and messages"
            )
            graph.unit.problems.warning("PCG0860", sig.at, f"nothing uses `{shown}`", hint)


def roots_of(unit: Unit, effects: Iterable[ir.Effect], entries: Iterable[str]) -> list[str]:
    """The functions from which everything starts. `entries`: the bots' functions that the engine calls."""
    game = unit.world.game
    setups = [mission.setup for mission in game.missions.values() if mission.setup]
    found = [game.start, *setups, "controller", "side_of", *game.values, *game.hooks, *entries]
    for effect in effects:
        found += [effect.body, *([effect.condition] if effect.condition else [])]
    return found
