"""Write docs/balance/GAME.md: who wins where and with how many; bots compared; what each card is worth.

    python docs/balance/make.py content/GAME [--games N] [--players N] [--jobs J]

Everything is played by bots, with the same seeds each time, so the same source gives the same page.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pycardgen.bundle.file import Bundle
from pycardgen.bundle.opening import open_game
from pycardgen.diagnostics import DiagnosticError
from pycardgen.engine.coverage import coverage
from pycardgen.engine.options import make_setup
from pycardgen.engine.simulate import Plan, ladder_of, simulate
from pycardgen.engine.stats import Rate, Tally, spread, wilson
from pycardgen.model.game import Definition, Game

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Page:
    """What a game's page shows beside who wins: types whose cards are left in the box one by one; settings to
    compare with the usual ones, and those to play with any number of players; the zones of what is being met
    and of what is behind; games to look at for coverage.
    """

    worth: tuple[str, ...]
    variants: tuple[tuple[str, tuple[str, ...]], ...] = ()
    settings: tuple[str, ...] = ()
    met_in: tuple[str, ...] = ()
    looked_at: int = 0


PAGES = {
    "aliens": Page(
        ("Item", "Character"),
        (
            ("first game (no items, no abilities)", ("items=false", "abilities=false")),
            ("items alone", ("abilities=false",)),
            ("abilities alone", ("items=false",)),
        ),
        looked_at=2000,
    ),
    "hadleys-hope": Page(
        ("Object", "Room", "Event", "Crew"),
        settings=("level=medium", "level=extreme", "level=ripley", "hidden_roles=true"),
        looked_at=1000,
    ),
    "dark-sector": Page(("Item", "Cybernetic", "Crew"), met_in=("facing", "overcome"), looked_at=20000),
}


def main() -> None:
    """Play, and write the page."""
    reader = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    reader.add_argument("game", type=Path)
    reader.add_argument("--games", type=int, default=300, help="games a line")
    reader.add_argument("--players", type=int, help="seats for the comparisons; the middle if not given")
    reader.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = reader.parse_args()
    bundle = open_game(args.game, ())
    if bundle.game.id not in PAGES:
        return
    plan = Plan(make_setup(bundle.game, args.players), args.games, sample=0)
    page = "\n".join(_page(bundle, plan, args.jobs)) + "\n"
    (FOLDER / f"{bundle.game.id}.md").write_text(page, encoding="utf-8")


def _page(bundle: Bundle, plan: Plan, jobs: int) -> Iterator[str]:
    game, page = bundle.game, PAGES[bundle.game.id]
    yield f"# {game.title}: balance\n"
    yield f"Made by `make balance` from {plan.games} games a line, with seeds from 0, by the game's own bots"
    yield "(`bots.star`). Shares are per cent of the games that a side won, with 95 % intervals (Wilson)."
    yield "Several sides may win one game, or none.\n"
    yield "## Where and with how many\n"
    yield from _by_place(bundle, plan, jobs)
    if page.settings:
        yield "\n## With other settings\n"
        yield from _by_settings(bundle, plan, jobs, page.settings)
    yield "\n## Bots against bots\n"
    yield f"{plan.setup.players} players, {_place(plan)}. `random` takes any option, others play by policy.\n"
    yield from _ladder(bundle, plan, jobs)
    if page.variants:
        yield "\n## Variants\n"
        yield from _variants(bundle, plan, page, jobs)
    yield "\n## What each card and character is worth\n"
    yield f"{plan.setup.players} players. The card stays in the box, and the same seeds are played: how many"
    yield f"points each side's share changes. A change below {_noise(plan.games):.0f} points may be chance.\n"
    yield from _worth(bundle, plan, page, jobs)
    if page.met_in:
        yield "\n## Where games were lost\n"
        yield from _losses(bundle, plan, page, jobs)
    if page.looked_at:
        yield "\n## What is used\n"
        yield from _coverage(bundle, replace(plan, games=page.looked_at, sample=page.looked_at), jobs)


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


def _by_settings(bundle: Bundle, plan: Plan, jobs: int, others: Sequence[str]) -> Iterator[str]:
    yield from _head(["settings", "players"], bundle.game.sides)
    low, high = bundle.game.players
    for texts in others:
        for players in range(low, high + 1):
            setup = make_setup(bundle.game, players, settings=texts.split(","))
            tally = _played(bundle, replace(plan, setup=setup), jobs)
            yield _row([texts.replace(",", ", "), str(players)], bundle.game.sides, tally)


def _map_name(game: Game, place: str | None) -> str:
    return game.maps[place].definition.name if place else game.title


def _place(plan: Plan) -> str:
    return plan.setup.mission or plan.setup.map or "the game as it stands"


def _ladder(bundle: Bundle, plan: Plan, jobs: int) -> Iterator[str]:
    yield from _head(["bots"], bundle.game.sides)
    for name, rung in ladder_of(plan, bundle.game.sides).items():
        yield _row([name], bundle.game.sides, _played(bundle, rung, jobs))


def _variants(bundle: Bundle, plan: Plan, page: Page, jobs: int) -> Iterator[str]:
    game, setup = bundle.game, plan.setup
    yield from _head(["game"], game.sides)
    yield _row(["full game"], game.sides, _played(bundle, plan, jobs))
    for name, settings in page.variants:
        other = make_setup(game, setup.players, setup.map, setup.mission, settings)
        yield _row([name], game.sides, _played(bundle, replace(plan, setup=other), jobs))


def _worth(bundle: Bundle, plan: Plan, page: Page, jobs: int) -> Iterator[str]:
    sides = bundle.game.sides
    whole = _played(bundle, plan, jobs)
    yield "| without | type | " + " | ".join(sides) + " |"
    yield "| --- | --- |" + " --- |" * len(sides)
    for definition in _of_types(bundle.game, page.worth):
        try:
            tally = _played(bundle, replace(plan, without=frozenset({definition.id})), jobs)
        except DiagnosticError:
            yield f"| {definition.name} | {definition.type} |" + " can't be played |" * len(sides)
            continue
        changes = [f"{100 * (_rate(tally, side).rate - _rate(whole, side).rate):+.1f}" for side in sides]
        yield f"| {definition.name} | {definition.type} | {' | '.join(changes)} |"


def _of_types(game: Game, types: Sequence[str]) -> Iterator[Definition]:
    """The definitions of some types or of those that extend them."""
    for definition in game.definitions.values():
        if any(root in types for root in _lineage(game, definition.type)):
            yield definition


def _lineage(game: Game, name: str) -> Iterator[str]:
    while name:
        yield name
        name = game.entities[name].extends or ""


def _losses(bundle: Bundle, plan: Plan, page: Page, jobs: int) -> Iterator[str]:
    """For each card: how many met it, and of those how many lost the game there."""
    facing, behind = page.met_in
    met: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    low, high = bundle.game.players
    for players in range(max(low, 2), high + 1):
        setup = make_setup(bundle.game, players, plan.setup.map, plan.setup.mission)
        tally = _played(bundle, replace(plan, setup=setup, games=4 * plan.games, cards=True), jobs)
        for card in {card for card, zone in tally.lay if zone in page.met_in}:
            met[card] += tally.lay[card, facing] + tally.lay[card, behind]
            lost[card] += tally.lay[card, facing] - sum(
                tally.lay_wins[card, facing, s] for s in bundle.game.sides
            )
    yield f"{max(low, 2)} to {high} players: of the games in which a card was met, those lost there.\n"
    yield "| card | type | met in games | lost there, per cent |"
    yield "| --- | --- | --- | --- |"
    for card in sorted(met, key=lambda card: (-lost[card] / met[card], card)):
        definition, rate = bundle.game.definitions[card], wilson(lost[card], met[card])
        share = f"{100 * rate.rate:.1f} ({100 * rate.low:.1f}–{100 * rate.high:.1f})"
        yield f"| {definition.name} | {definition.type} | {met[card]} | {share} |"


def _coverage(bundle: Bundle, plan: Plan, jobs: int) -> Iterator[str]:
    """What of the game's content ever did something."""
    tally = _played(bundle, plan, jobs)
    yield f"In {plan.games} games with {plan.setup.players} players.\n"
    yield "| what | reached | of | never |"
    yield "| --- | --- | --- | --- |"
    for name, found in coverage(bundle.game, bundle.program, plan.setup, tally).items():
        never = ", ".join(f"`{missed}`" for missed in found.missed) or "–"
        yield f"| {name} | {found.reached} | {found.total} | {never} |"


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
