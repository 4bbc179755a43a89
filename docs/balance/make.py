"""Write docs/balance/GAME.md: who wins where and with how many; bots compared; what each card is worth.

    python docs/balance/make.py content/GAME [--games N] [--worth N] [--players N] [--jobs J]

Everything is played by bots, with the same seeds each time, so the same source gives the same page.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from math import sqrt
from pathlib import Path
from statistics import fmean, pstdev

from pycardgen.bundle.file import Bundle
from pycardgen.bundle.opening import open_game
from pycardgen.diagnostics import DiagnosticError
from pycardgen.engine.coverage import coverage
from pycardgen.engine.options import make_setup
from pycardgen.engine.simulate import Plan, Player, ladder_of, simulate
from pycardgen.engine.stats import Z95, Rate, Reached, Tally, spread, wilson
from pycardgen.model.game import Definition, Game

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Page:
    """What a game's page shows beside who wins.

    Types whose cards are left in the box one by one, or, `together`, those that share the value of a field;
    settings to compare with the usual ones, and those to play with any number of players; the zones of what
    is being met and of what is behind; games to look at for coverage, and with which settings.
    """

    worth: tuple[str, ...]
    variants: tuple[tuple[str, tuple[str, ...]], ...] = ()
    settings: tuple[str, ...] = ()
    met_in: tuple[str, ...] = ()
    looked_at: int = 0
    together: Mapping[str, str] = field(default_factory=dict)
    looked_with: tuple[tuple[str, ...], ...] = ()


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
        looked_at=600,
        together={"Event": "happening", "Crew": "rank"},
        looked_with=(
            (),
            ("hidden_roles=true", "level=ripley"),
            ("hidden_roles=true", "android_reveal=loses", "facehugger_loss=captured", "crew=random"),
            ("explore_reach=own_hatches", "placed_threat_moves=true", "queen_breaks_free=true", "bridges=4"),
        ),
    ),
    "dark-sector": Page(("Item", "Cybernetic", "Crew"), met_in=("facing", "overcome"), looked_at=20000),
}


def main() -> None:
    """Play, and write the page."""
    reader = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    reader.add_argument("game", type=Path)
    reader.add_argument("--games", type=int, default=300, help="games a line")
    reader.add_argument("--worth", type=int, help="games with and without each card; as many if not given")
    reader.add_argument("--players", type=int, help="seats for the comparisons; the middle if not given")
    reader.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = reader.parse_args()
    bundle = open_game(args.game, ())
    if bundle.game.id not in PAGES:
        return
    plan = Plan(make_setup(bundle.game, args.players), args.games, sample=0)
    page = "\n".join(_page(bundle, plan, args.jobs, args.worth or args.games)) + "\n"
    (FOLDER / f"{bundle.game.id}.md").write_text(page, encoding="utf-8")


def _page(bundle: Bundle, plan: Plan, jobs: int, worth: int) -> Iterator[str]:
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
    yield from _worth(bundle, replace(plan, games=worth), page, jobs)
    if page.met_in:
        yield "\n## Where games were lost\n"
        yield from _losses(bundle, plan, page, jobs)
    if page.looked_at:
        yield "\n## What is used\n"
        yield from _coverage(bundle, plan, page, jobs)


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
    yield f"{plan.setup.players} players. Cards stay in the box, one by one or all of a kind, and the same"
    yield f"{plan.games} seeds are played: by how many points each side's share differs from its average"
    yield "over all rows, as most cards matter little, and by how many rounds the game takes longer; seed by"
    yield "seed, so that chance tells less. **Bold** is"
    yield f"what chance alone brings in one of 20 cases at most: about {_noise(plan.games):.0f} points where"
    yield "a side wins half of the games, less where it wins seldom. So some of so many are bold by chance,"
    yield "and what isn't may be real, but small.\n"
    yield "| without | type | " + " | ".join((*sides, ROUNDS)) + " |"
    yield "| --- | --- |" + " --- |" * (len(sides) + 1)
    groups = [("(nothing)", "", frozenset[str]()), *_groups(bundle.game, page)]
    plans = [replace(plan, without=without) for _, _, without in groups]
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(Path(bundle.game.folders[0]),)) as pool:
        rows = list(pool.map(_outcomes, plans))
    played = [row for row in rows if row is not None]
    for (name, kind, _), row in zip(groups, rows, strict=True):
        if row is None:
            yield f"| {name} | {kind} |" + " can't be played |" * (len(sides) + 1)
        else:
            cells = [_difference(row, played, what) for what in (*sides, ROUNDS)]
            yield f"| {name} | {kind} | {' | '.join(cells)} |"


def _groups(game: Game, page: Page) -> Iterator[tuple[str, str, frozenset[str]]]:
    """What is left in the box: what it's called, its type, and the ids."""
    alike: dict[tuple[str, str], list[str]] = {}
    for definition in _of_types(game, page.worth):
        if definition.type in page.together:
            value = str(definition.fields[page.together[definition.type]]).replace("_", " ")
            alike.setdefault((definition.type, value), []).append(definition.id)
        else:
            yield definition.name, definition.type, frozenset({definition.id})
    for (kind, value), ids in alike.items():
        yield f"{value} ({len(ids)})", kind, frozenset(ids)


ROUNDS = "rounds"

Outcome = dict[str, float]
"""What became of a game: 100 for each side that won, and how many rounds it took."""

_BUNDLE: list[Bundle] = []


def _begin(folder: Path) -> None:
    """Load the game, once a process."""
    _BUNDLE[:] = [open_game(folder, ())]


def _outcomes(plan: Plan) -> list[Outcome] | None:
    """How the games ended, seed by seed; None if it can't be played."""
    print("without", *plan.without, file=sys.stderr)
    player = Player(_BUNDLE[0], plan)
    found = []
    for seed in range(plan.seed, plan.seed + plan.games):
        try:
            chunk = player.play(range(seed, seed + 1))
        except DiagnosticError:
            return None
        if chunk.stopped is not None:
            return None
        won = dict.fromkeys(chunk.tally.wins, 100.0)
        found.append({**won, ROUNDS: float(sum(chunk.tally.rounds.elements()))})
    return found


def _difference(row: Sequence[Outcome], rows: Sequence[Sequence[Outcome]], what: str) -> str:
    """By how much a share, or the rounds, are above those of all rows; in bold if that is hardly chance."""
    usual = [fmean(outcome.get(what, 0.0) for outcome in seed) for seed in zip(*rows, strict=True)]
    above = [outcome.get(what, 0.0) - mean for outcome, mean in zip(row, usual, strict=True)]
    text = f"{fmean(above):+.{2 if what == ROUNDS else 1}f}"
    return f"**{text}**" if abs(fmean(above)) > Z95 * pstdev(above) / sqrt(len(above)) else text


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


def _coverage(bundle: Bundle, plan: Plan, page: Page, jobs: int) -> Iterator[str]:
    """What of the game's content ever did something."""
    tally, games = Tally(), page.looked_at
    if page.looked_with:
        low, high = bundle.game.players
        each = max(1, games // (len(page.looked_with) * (high - low + 1)))
        games = 0
        for settings in page.looked_with:
            for players in range(low, high + 1):
                setup = make_setup(bundle.game, players, settings=settings)
                tally.add(_played(bundle, replace(plan, setup=setup, games=each, sample=each), jobs))
                games += each
        yield f"In {games} games with {low} to {high} players, a share of them with each of:"
        yield "; ".join(", ".join(settings) or "the usual settings" for settings in page.looked_with) + ".\n"
    else:
        tally = _played(bundle, replace(plan, games=games, sample=games), jobs)
        yield f"In {games} games with {plan.setup.players} players.\n"
    found = coverage(bundle.game, bundle.program, plan.setup, tally)
    yield "| what | reached | of | never |"
    yield "| --- | --- | --- | --- |"
    for name, reached in found.items():
        never = ", ".join(_gaps(reached) if name == "lines" else (f"`{one}`" for one in reached.missed))
        yield f"| {name} | {reached.reached} | {reached.total} | {never or '–'} |"


WORST = 4
"""Gaps that are shown of a file, the longest."""


def _gaps(lines: Reached) -> Iterator[str]:
    """File by file, where the longest runs of lines are that were never reached."""
    files: dict[str, list[int]] = {}
    for missed in lines.missed:
        name, _, line = missed.rpartition(":")
        files.setdefault(Path(name).name, []).append(int(line))
    for name, numbers in sorted(files.items(), key=lambda file: -len(file[1])):
        runs: list[tuple[int, int]] = []
        for number in numbers:
            begun = runs.pop()[0] if runs and number - runs[-1][1] <= 2 else number
            runs.append((begun, number))
        runs.sort(key=lambda run: run[0] - run[1])
        shown = [f"{a}" if a == b else f"{a}–{b}" for a, b in sorted(runs[:WORST])]
        more = f" and {len(runs) - WORST} more" if len(runs) > WORST else ""
        yield f"`{name}` {', '.join(shown)}{more} ({len(numbers)})"


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
    """Half of the 95 % interval of a share near one half, in points."""
    return float(100 * Z95 * (0.25 / games) ** 0.5)


if __name__ == "__main__":
    main()
