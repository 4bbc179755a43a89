"""Write docs/balance/GAME.md: who wins where and with how many; bots compared; what each card is worth.

    python docs/balance/make.py content/GAME [--games N] [--players N] [--jobs J]

Everything is played by bots, with the same seeds each time, so the same source gives the same page.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pycardgen.bundle.file import Bundle
from pycardgen.bundle.opening import open_game
from pycardgen.engine.options import make_setup
from pycardgen.engine.simulate import Plan, ladder_of, simulate
from pycardgen.engine.stats import Rate, Tally, spread, wilson
from pycardgen.model.game import Definition, Game

FOLDER = Path(__file__).parent


def main() -> None:
    """Play, and write the page."""
    reader = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    reader.add_argument("game", type=Path)
    reader.add_argument("--games", type=int, default=300, help="games a line")
    reader.add_argument("--players", type=int, help="seats for the comparisons; the middle if not given")
    reader.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = reader.parse_args()
    bundle = open_game(args.game, ())
    plan = Plan(make_setup(bundle.game, args.players), args.games, sample=0)
    page = "\n".join(_page(bundle, plan, args.jobs)) + "\n"
    (FOLDER / f"{bundle.game.id}.md").write_text(page, encoding="utf-8")


def _page(bundle: Bundle, plan: Plan, jobs: int) -> Iterator[str]:
    game = bundle.game
    yield f"# {game.title}: balance\n"
    yield f"Made by `make balance` from {plan.games} games a line, with seeds from 0, by the game's own bots"
    yield "(`bots.star`). Shares are per cent of the games that a side won, with 95 % intervals (Wilson)."
    yield "Several sides may win one game, or none.\n"
    yield "## Where and with how many\n"
    yield from _by_place(bundle, plan, jobs)
    yield "\n## Bots against bots\n"
    yield f"{plan.setup.players} players, {_place(plan)}. `random` takes any option, others play by policy.\n"
    yield from _ladder(bundle, plan, jobs)
    yield "\n## What each card and character is worth\n"
    yield f"{plan.setup.players} players. The card stays in the box, and the same seeds are played: how many"
    yield f"points each side's share changes. A change below {_noise(plan.games):.0f} points may be chance.\n"
    yield from _worth(bundle, plan, jobs)


def _by_place(bundle: Bundle, plan: Plan, jobs: int) -> Iterator[str]:
    game = bundle.game
    low, high = game.players
    yield from _head(["where", "players"], game.sides)
    missions: Sequence[str | None] = list(game.missions) or [None]
    for mission in missions:
        for place in list(game.maps) if mission is None and game.maps else [None]:
            for players in range(low, high + 1):
                setup = make_setup(game, players, place, mission)
                tally = _played(bundle, replace(plan, setup=setup), jobs)
                where = game.missions[mission].definition.name if mission else _map_name(game, place)
                yield _row([where, str(players)], game.sides, tally)


def _map_name(game: Game, place: str | None) -> str:
    return game.maps[place].definition.name if place else game.title


def _place(plan: Plan) -> str:
    return plan.setup.mission or plan.setup.map or "the game as it stands"


def _ladder(bundle: Bundle, plan: Plan, jobs: int) -> Iterator[str]:
    yield from _head(["bots"], bundle.game.sides)
    for name, rung in ladder_of(plan, bundle.game.sides).items():
        yield _row([name], bundle.game.sides, _played(bundle, rung, jobs))


def _worth(bundle: Bundle, plan: Plan, jobs: int) -> Iterator[str]:
    sides = bundle.game.sides
    whole = _played(bundle, plan, jobs)
    yield "| without | type | " + " | ".join(sides) + " |"
    yield "| --- | --- |" + " --- |" * len(sides)
    for definition in _with_effects(bundle):
        tally = _played(bundle, replace(plan, without=frozenset({definition.id})), jobs)
        changes = [f"{100 * (_rate(tally, side).rate - _rate(whole, side).rate):+.1f}" for side in sides]
        yield f"| {definition.name} | {definition.type} | {' | '.join(changes)} |"


def _with_effects(bundle: Bundle) -> Iterator[Definition]:
    """Content that changes the rules."""
    sources = {effect.source for effect in bundle.program.effects}
    for definition in bundle.game.definitions.values():
        if definition.id in sources:
            yield definition


def _played(bundle: Bundle, plan: Plan, jobs: int) -> Tally:
    print(plan.setup.players, _place(plan), *plan.without, *plan.bots_for, file=sys.stderr)
    return simulate(bundle, plan, jobs)


def _head(first: Sequence[str], sides: Sequence[str]) -> Iterator[str]:
    columns = [*first, *sides, "rounds (median, 95 %)", "endings"]
    yield "| " + " | ".join(columns) + " |"
    yield "|" + " --- |" * len(columns)


def _row(first: Sequence[str], sides: Sequence[str], tally: Tally) -> str:
    rates = [_rate(tally, side) for side in sides]
    shares = [f"{100 * r.rate:.0f} ({100 * r.low:.0f}–{100 * r.high:.0f})" for r in rates]
    rounds = spread(tally.rounds)
    length = f"{rounds.median:.0f}, {rounds.p95}"
    return "| " + " | ".join([*first, *shares, length, _endings(tally.endings, tally.games)]) + " |"


def _rate(tally: Tally, side: str) -> Rate:
    return wilson(tally.wins[side], tally.games)


def _endings(endings: Mapping[str, int], games: int) -> str:
    return ", ".join(
        f"{name} {100 * n / games:.0f}" for name, n in sorted(endings.items(), key=lambda e: -e[1])
    )


def _noise(games: int) -> float:
    """Half of the 95 % interval of a difference of two shares near one half, in points."""
    return float(100 * 1.96 * (0.5 / games) ** 0.5)


if __name__ == "__main__":
    main()
